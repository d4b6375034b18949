// Package question reads what is asked of the records of a workspace, in English
// and French: which kinds, in what state, when, of what project, about whom, and
// whether it is a list, a number or a yes that is wanted. A language is a table of
// phrases; the grammar over them is one. What is said about time is read by
// package moment. A question is understood whole or not at all: one word that
// means nothing here could make it another question. Finding the answer is the
// rules engine's business.
package question

import (
	"assister/internal/calendar"
	"assister/internal/phrase"
	"assister/internal/phrase/moment"
)

// Asking is what kind of answer is wanted.
type Asking uint8

const (
	List     Asking = iota
	Count           // how many
	Exists          // whether there is any
	Whether         // whether what it is about is in the state that is named
	Next            // the one that comes next
	Last            // the one that was last
	LastTime        // when it was done, or took place, for the last time
	First           // the first of those there are
	When            // when it is
	Where           // at what place it is
	Length          // how long it takes
	Until           // how long it is until then
	Free            // whether nothing takes place then
	Urgent          // what to do first
	Overview        // how a time looks, in numbers and days
	Gaps            // when nothing takes place
	Clashes         // what takes place at one time
)

// State is what has become of the records that are meant.
type State uint8

const (
	Usual    State = iota // what is still open; of the past, all there was
	Open                  // neither completed nor skipped; of an alarm, turned on
	Off                   // of an alarm, turned off
	Pending               // not begun
	Doing                 // begun
	Finished              // completed, and the time is when that was
	Skipped
	Overdue
	AnyState
)

// Question is what a text asks.
type Question struct {
	Language   Language
	Asks       Asking
	Kinds      []string // none: what is planned on days
	Implied    bool     // nobody named the kind: "who" means people
	Noun       string   // for the last of them, as it was written
	State      State
	When       Time
	Due        bool // the time is that of a deadline
	Priority   string
	Context    string
	Tag        string
	Project    string   // as it was written
	Perhaps    bool     // the project may be no project, but something in a title
	Of         Whole    // what else it is a part of
	About      []string // each is in a title, or beside it
	Deed       bool     // what it is about begins with a verb: "have I paid the rent"
	Joined     bool     // by "and" or "or": each of them may be meant by itself
	Any        bool     // by "or": each of them is
	Undated    bool     // without a day
	NoDeadline bool     // without a deadline
	Repeats    bool
	Facts      []Fact
	Stamp      Stamp
	Not        []Question // what is not meant, one condition each
	Else       []Question // the same question with another condition, which is as good

	Over, Under int      // minutes that something takes more or less than; 0 is any
	Beside      Relation // what it comes before or after

	Wants   string // the field whose value is asked for: "email"
	Whose   bool   // and it is said what it belongs to: "Ann's email"
	By      string // the field that a number is told apart by: "projectId", "scheduledFor"
	Purpose bool   // it says what the free time is for, which changes nothing
	Days    bool   // whole days are asked for, where it asks for gaps
	Ranks   bool   // the group that has most is asked for
	Average bool   // of how long something takes
	Order   string // the field that First and Last go by: "createdAt", "size", "endTime" for how long it takes
	Least   int    // how many minutes a gap has at least
	Most    int    // how many of the next, the last or the first are asked for; 0 is one

	// Guessed are words of About that are taken for it only by where they stand:
	// "which bills are overdue". Where no record mentions one, the question is
	// about something else than the records, and is not understood.
	Guessed []Guess

	// Claimed are those that stand right before a noun: "dentist appointments". They may
	// be a word that restricts, too, and are not understood where no record has them.
	Claimed []Guess

	// Or is another usual reading, for when this one finds nothing: the christmas
	// dinner may be a dinner at christmas.
	Or *Question

	Opens   bool // it begins with what it asks for: "have I got anything"
	Narrows bool // it begins with "only": whatever it names, it goes on
	Follows bool // it goes on with the question before it

	// Then are asked in the same breath. A question There looks only into the
	// projects of what the one before it has found; one that is Unsaid was answered
	// before, and is looked up for the sake of the next.
	Then          []Question
	There, Unsaid bool

	NotUnderstood []phrase.Span // when there are any, the rest is not for use
}

// Fact is what a field has to be.
type Fact struct {
	Field string
	Is    Is
	Value string // where it is Equal
}

// Is is how a fact looks at its field.
type Is uint8

const (
	Given Is = iota // it has a value
	Missing
	Equal
)

// Relation is the side of something else that is looked at, by what that is called.
type Relation struct {
	Name   string // "" where there is none
	Before bool
	On     bool // neither side of it, but all of its day
}

// Stamp is when records were made or last changed.
type Stamp struct {
	Field string // "createdAt" or "updatedAt"; "" where nothing was said of it
	Time
}

// Whole is what records are parts of, such as a checklist, a team or a
// situation, by its name as it was written.
type Whole struct {
	Kind, Name string
	Said       string // with the noun beside it: "customer list"
}

// Guess is one of the texts of About, and where it stands.
type Guess struct {
	Words string
	phrase.Span
}

// Time is what a question says about time: days, and hours of the first and the
// last of them where those were said.
type Time struct {
	Said     string // as it was written; "" where nothing was
	Days     calendar.Date
	Last     calendar.Date // inclusive; none is open
	From, To calendar.Time // none is all of the day
}

// Set reports whether anything was said about time.
func (t Time) Set() bool { return t.Days.Valid() || t.Last.Valid() }

// Language is a language that questions are asked in.
type Language uint8

const (
	English Language = iota
	French
)

// String is the language's code.
func (l Language) String() string { return [...]string{"en", "fr"}[l] }

// moments are the words that the language has for time.
func (l Language) moments() *moment.Language {
	if l == French {
		return moment.French()
	}
	return moment.English()
}

// MaxText is how long a question is at most, in bytes. What is longer was not
// asked in one breath, and is none that could be understood whole.
const MaxText = 1 << 10
