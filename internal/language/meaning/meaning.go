// Package meaning gives types to the trees that forms make of requests and questions. The
// types are the same in every language; expressions of time have their values.
package meaning

import (
	"slices"

	"assister/internal/calendar"
	"assister/internal/language"
	"assister/internal/language/timeexpr"
)

// Act is what a request wants done.
type Act string

const (
	Create   Act = "create"
	Move     Act = "move"   // to another day or time; without one, somebody has to say which
	Shift    Act = "shift"  // by an amount of time: Length, or Advance to an earlier time
	Copy     Act = "copy"   // to another day or time: a new record like the one that there is
	Rename   Act = "rename" // to another title
	Change   Act = "change" // other fields
	Complete Act = "complete"
	Start    Act = "start"
	Skip     Act = "skip"
	Reopen   Act = "reopen"
	Delete   Act = "delete"
	Swap     Act = "swap"    // On and With exchange their times
	Replace  Act = "replace" // the text Old by New in the text of a record
	Append   Act = "append"  // Title to the text of a note
	Enable   Act = "enable"  // of alarms, from here
	Disable  Act = "disable"
	Snooze   Act = "snooze"
	Dismiss  Act = "dismiss"
)

// Manner is how a change is asked for.
type Manner string

const (
	Asked  Manner = ""
	Back   Manner = "back" // of a new record; it is behind the one before it: "back on sunday at 9"
	Placed Manner = "put"  // of a new record; one that there is may be meant: "put the dentist on friday"
	Bare   Manner = "bare" // of a new record, without a verb
	Near   Manner = "near" // of a new name, which keeps a word of the old one: "make it oat milk"
	Told   Manner = "told" // as a fact, which may be no more than a remark: "the rent is paid"
)

// Says is what a reply to a question says.
type Says string

const (
	Yes     Says = "yes"
	No      Says = "no"
	Instead Says = "instead" // with other attributes: Set
	Also    Says = "also"    // with these attributes, too: Set
	Pick    Says = "pick"    // of several records: On
)

// Reply is what a text says to the question before it.
type Reply struct {
	Says Says
	On   *Record
	Set  Attributes
}

// Field is an attribute of a record, as requests and descriptions name it.
type Field string

const (
	When     Field = "when"   // the planned day and time, or the recurrence
	From     Field = "from"   // the day and time before a move
	Due      Field = "due"    // the deadline
	Length   Field = "length" // how long it takes
	Priority Field = "priority"
	State    Field = "state"
	Tag      Field = "tag"
	Project  Field = "project"
	List     Field = "checklist"
	Calendar Field = "calendar" // everything that is planned
	Place    Field = "place"
	Context  Field = "context"
	About    Field = "about" // a name that may be of a tag, a project or a context, or a part of titles
	Title    Field = "title"
	Without  Field = "without" // the field that Text names is empty
	Has      Field = "has"     // the field that Text names has a value

	// What is set.
	Advance Field = "advance" // by Time to an earlier time
	AllDay  Field = "allday"
	Backlog Field = "backlog" // no day
	Untag   Field = "untag"
	Clear   Field = "clear"   // the field that Text names is emptied
	Urgency Field = "urgency" // one step of priority: "more" or "less"
	Address Field = "address" // a URL, a path or an address of mail

	// Conditions of descriptions.
	Kind    Field = "kind"
	Any     Field = "any"   // one of the attributes in Any
	Part    Field = "part"  // of something of that name: a project, a list, a team, a place
	There   Field = "there" // part of what the conversation was about
	Team    Field = "team"
	Titled  Field = "titled" // the title has the words
	Clause  Field = "clause" // a relative clause, which nothing tells the meaning of
	Did     Field = "did"    // the verb that the title may begin with: "pay" of "the rent is paid"
	Longer  Field = "longer" // than Time, or if it is set by Time
	Shorter Field = "shorter"
	Created Field = "created" // when it was made
	Changed Field = "changed" // when it was last changed
	Earlier Field = "earlier" // than what Text names; if it is "", than what the conversation was about
	Later   Field = "later"
	SameDay Field = "sameday" // or Time later
	Role    Field = "role"
	Size    Field = "size"
	Risk    Field = "risk"
	Notes   Field = "notes"
	Done    Field = "progress"
	Person  Field = "person" // who is there
	Surname Field = "surname"
	Company Field = "company" // who takes part, as the end of a title: "with Ann"
	Joined  Field = "joined"
	End     Field = "end"
)

// Attribute is a field with a value: one that is set, or that records have.
type Attribute struct {
	Field Field
	Text  string   // a name, or a symbol of the lexicon
	Words []string // that carry meaning: they may be of a title instead, as in "christmas cards"
	Time  timeexpr.Value
	Tail  string // behind the title of a new record: the words, which may be more of the title
	Not   bool   // it does not hold; of SameDay in something new, that this is to be done before
	// Also means that a recurrence has these days and those that it had, of Company, that others take part, too, and
	// of Did, that the name may begin with the verb instead: "I printed the forms and called the bank".
	Also bool
	Any  Attributes // if the field is Any
}

// Record describes records.
type Record struct {
	Kind    string   // "" for any
	Name    string   // words of the title; "" if there are none
	Full    string   // Name with the word for a kind, state or tag beside it: "dentist appointment", "late shift"
	Noun    string   // the word for the kind, as it was written
	Words   []string // those of them that carry meaning
	IDs     []int
	Every   bool      // all that the description holds of
	It      bool      // what the conversation was about
	Them    bool      // if that is several records, all of them
	Open    bool      // of these, what is settled is left out by a deletion, too
	Both    bool      // and they are two
	Others  bool      // of a list that was shown, those that were not mentioned since
	Happens bool      // the name is of something that takes place
	Near    string    // the words beside "it", which may name it or say its day
	Shown   Shown     // of a series: its occurrence that the question before was about
	Each    []*Record // if the name joins several: one for each of them
	Rank    Rank
	Where   Attributes
	Except  []*Record
}

// Shown is what was shown of a series: an occurrence on a day, the next one, or those in some time.
type Shown struct {
	Day  calendar.Date
	Next bool
	Part bool // in some time, or overdue, and not the series as a whole
}

// Kinds of a new record that is of the same kind as the one before. Only Likewise reads them.
const (
	Another = "another" // "and one to paint the walls"
	Alike   = "alike"   // its title begins as that of the one before: "and another with Kim"
)

// Do is one requested change.
type Do struct {
	Act     Act
	Manner  Manner
	Kind    string  // of a new record
	Title   string  // of a new record
	Quoted  bool    // the title stands in quotation marks
	Clause  bool    // the title has words that make a statement of it: "the shop is closed"
	Known   bool    // the title is of one that is known, as in "the dentist"
	NamedIt bool    // it has the name of "it": "make a list for it"
	Given   bool    // a definite article is before the kind: "put the task pay the rent in Home"
	errand  bool    // the title begins with what somebody does
	speaks  bool    // of records: the title has a word for them
	heads   bool    // what follows, by a colon
	listed  bool    // before a comma
	joined  bool    // to the next request, by a word such as "and"
	follows bool    // from what is before it, by a word such as "so"
	dayLast bool    // the day stands behind the time: "at 9 tomorrow"
	Recount bool    // it only says what somebody did, which may be about no record: "i called the office"
	Like    *Record // the record that the title is the name of, if there is one
	Happens bool    // the title is of something that takes place
	Owed    bool    // the title states what somebody has to do
	Vague   bool    // nothing says that something should change: a title alone, a statement with a question mark
	On      *Record
	With    *Record // of a swap
	Old     string  // of a replacement, and New
	New     string
	Set     Attributes
	Said    string // the words of the request
	Aside   string // words beside a new record, for its notes
	Unread  string // words beside a change that were taken for a remark since no form reads them

	part  timeexpr.Part    // of the day, which a new record is usually in
	name  *language.Node   // the words of the title
	more  []*language.Node // more of the title, behind what is set
	spots []string         // where it is, with the preposition
}

// Target describes what a change is made to: On, at the day or time that it is moved from.
func (d Do) Target() *Record {
	if d.On == nil {
		return nil
	}
	on := *d.On
	on.Where = slices.Clone(on.Where)
	if from, ok := d.Set.Of(From); ok {
		from.Field = When
		on.Where = append(on.Where, from)
	}
	return &on
}

// Text is what a text means: the changes and the answers that it asks for, each in their order.
type Text struct {
	Do    []Do
	Ask   []Ask
	Talk  []Talk
	Reply []Reply

	Language string // that it was read in
	Cost     int
	Words    int // words and numbers of the text, and 1
}

// Read reads a text with a grammar and the names that the workspace has, which may be nil.
// It reports false if the text is not understood.
func Read(g *language.Grammar, text string, c calendar.Clock, names language.Names) (Text, bool) {
	if all := Readings(g, Root, text, c, names); len(all) > 0 {
		return all[0], true
	}
	return Text{}, false
}
