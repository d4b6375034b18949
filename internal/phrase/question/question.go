// Package question reads what is asked of the records of a workspace, in English
// and French: which kinds, in what state, when, of what project, about whom, and
// whether it is a list, a number or a yes that is wanted. A language is a table of
// phrases; the grammar over them is one. What is said about time is read by
// package moment. A question is understood whole or not at all: one word that
// means nothing here could make it another question. Finding the answer is the
// rules engine's business.
package question

import (
	"slices"
	"strings"

	"assister/internal/calendar"
	"assister/internal/phrase"
	"assister/internal/phrase/moment"
	"assister/internal/schema"
)

// Asking is what kind of answer is wanted.
type Asking uint8

const (
	List     Asking = iota
	Count           // how many
	Exists          // whether there is any
	Next            // the one that comes next
	Last            // the one that was last
	First           // the first of those there are
	When            // when it is
	Where           // at what place it is
	Free            // whether nothing takes place then
	Urgent          // what to do first
	Overview        // how a time looks, in numbers and days
)

// State is what has become of the records that are meant.
type State uint8

const (
	Usual    State = iota // what is still open; of the past, all there was
	Open                  // neither completed nor skipped
	Pending               // not begun
	Doing                 // begun
	Finished              // completed, and the time is when that was
	Skipped
	Overdue
	AnyState
)

// Question is what a text asks.
type Question struct {
	Language Language
	Asks     Asking
	Kinds    []string // none: what is planned on days
	State    State
	When     Time
	Due      bool // the time is a deadline as much as a day
	Priority string
	Context  string
	Tag      string
	Project  string   // as it was written
	Perhaps  bool     // the project may be no project, but something in a title
	About    []string // each is in a title, or beside it
	Undated  bool     // without a day
	Repeats  bool

	NotUnderstood []phrase.Span // when there are any, the rest is not for use
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

// MaxText is how long a question is at most, in bytes. What is longer was not
// asked in one breath, and is none that could be understood whole.
const MaxText = 1 << 10

// Read reads a question, in the language that understands more of it; English of
// two that understand the same.
func Read(text string, c calendar.Clock) Question {
	if len(text) > MaxText {
		return Question{NotUnderstood: []phrase.Span{{Start: 0, End: len(text)}}}
	}
	best := readIn(English, text, c)
	if len(best.NotUnderstood) == 0 && !french(text) {
		return best
	}
	other := readIn(French, text, c)
	if unread(other) < unread(best) || unread(other) == unread(best) && french(text) {
		return other
	}
	return best
}

// unread is how much of the text is not understood, in bytes.
func unread(q Question) (n int) {
	for _, s := range q.NotUnderstood {
		n += s.End - s.Start
	}
	return n
}

func readIn(l Language, text string, c calendar.Clock) Question {
	r := reader{language: l, table: tables[l](), text: text, today: c.Today()}
	r.split(c)
	for r.at < len(r.words) {
		r.piece()
	}
	return r.question()
}

// reader is a question on its way from words to its meaning.
type reader struct {
	language Language
	table    map[string]entry
	text     string
	today    calendar.Date
	words    []word
	at       int

	q      Question
	said   bool // something in it says which records, or what about them
	listed bool // it begins as one who wants a list begins
	wanted Asking
	loose  []int // words that mean nothing yet
}

// piece takes what stands next.
func (r *reader) piece() {
	w := r.words[r.at]
	switch {
	case w.when != nil:
		r.time(w)
		r.at++
	case w.quoted:
		r.q.About = append(r.q.About, w.text)
		r.said = true
		r.at++
	case w.tag:
		r.q.Tag, r.said = w.text, true
		r.at++
	case w.mark:
		r.at++
	case r.belongs() || r.slot():
	default:
		e, n := r.lookup(r.at)
		if n == 0 {
			r.loose = append(r.loose, r.at)
			r.at++
			return
		}
		r.take(e)
		r.at += n
	}
}

// take notes what a phrase means.
func (r *reader) take(e entry) {
	switch e.means {
	case filler, lister, within, matter, tagged:
	default:
		r.said = true
	}
	switch e.means {
	case lister:
		r.listed = true
	case asking:
		r.want(Asking(e.n))
	case state:
		r.q.State = State(e.n)
	case due:
		r.q.Due = true
	case priority:
		r.q.Priority = schema.Priorities[e.n]
	case context:
		r.q.Context = schema.Contexts[e.n]
	case undated:
		r.q.Undated = true
	case repeating:
		r.q.Repeats = true
	case kind, belonging:
		r.kind(e.kind)
	case period:
		r.period(e.n)
	}
}

// want notes what kind of answer is wanted. Who asks how many of the next ones
// wants a number; what is wanted by its own word outweighs what a form suggests.
func (r *reader) want(a Asking) {
	switch {
	case a == Exists && (r.listed || r.wanted != List):
	case r.wanted == Count, r.wanted == Where && a != Count:
	case a == When && (r.wanted == Next || r.wanted == Last || r.wanted == First): // "the next one is when"
	default:
		r.wanted = a
	}
}

// kind is a noun for records. A word before it that means nothing by itself says
// which of them: "dentist appointment".
func (r *reader) kind(name string) {
	if !slices.Contains(r.q.Kinds, name) {
		r.q.Kinds = append(r.q.Kinds, name)
	}
	r.claim()
}

// claim makes what stands loose, right before the place, what it is about.
func (r *reader) claim() {
	end := len(r.loose)
	start := end
	for start > 0 && r.loose[start-1] == r.at-(end-start)-1 {
		start--
	}
	if start < end {
		r.about(r.loose[start], r.loose[end-1]+1)
		r.loose = r.loose[:start]
	}
}

// about adds the words from one to another.
func (r *reader) about(from, to int) {
	if words := r.written(from, to); words != "" {
		r.q.About = append(r.q.About, words)
		r.said = true
	}
}

// written is the words as they stand in the text.
func (r *reader) written(from, to int) string {
	if from >= to {
		return ""
	}
	return r.text[r.words[from].Start:r.words[to-1].End]
}

// question is what was read. Words that stand loose are what it is about where
// somebody asks when or where or whether something is; else they are not
// understood.
func (r *reader) question() Question {
	r.q.Language, r.q.Asks = r.language, r.wanted
	if len(r.loose) > 0 && r.subject() {
		for start := 0; start < len(r.loose); {
			end := start + 1
			for end < len(r.loose) && r.loose[end] == r.loose[end-1]+1 {
				end++
			}
			r.about(r.loose[start], r.loose[end-1]+1)
			start = end
		}
		r.loose = nil
	}
	for _, at := range r.loose {
		r.q.NotUnderstood = append(r.q.NotUnderstood, r.words[at].Span)
	}
	nameless := (r.q.Asks == When || r.q.Asks == Where) && len(r.q.Kinds) == 0 && len(r.q.About) == 0
	if len(r.q.NotUnderstood) == 0 && (!r.said || nameless) {
		r.q.NotUnderstood = []phrase.Span{{Start: 0, End: len(r.text)}}
	}
	return r.q
}

// subject reports whether loose words can be what the question is about.
func (r *reader) subject() bool {
	switch r.q.Asks {
	case When, Where, Next, Last:
		return true
	}
	return false
}

// time notes what is said about time; a second time is not understood.
func (r *reader) time(w word) {
	if r.q.When.Set() {
		r.loose = append(r.loose, r.at)
		return
	}
	t, ok := timeOf(*w.when)
	if !ok {
		r.loose = append(r.loose, r.at)
		return
	}
	t.Said = r.text[w.Start:w.End]
	if r.language == French && !t.Last.Valid() && strings.HasPrefix(plain(t.Said), "de ") {
		t.Last = t.Days // "les réunions de lundi" are those on monday, not from then on
	}
	r.q.When, r.said = t, true
}

// timeOf is the days and hours of what was said. A length of time, or something
// that repeats, is no time to look at.
func timeOf(m moment.Meaning) (t Time, ok bool) {
	hour := func(p moment.Point) calendar.Time {
		if !p.Timed() {
			return 0
		}
		return calendar.TimeOf(int(p.Clock-1)/3600, int(p.Clock-1)/60%60)
	}
	switch m.Kind {
	case moment.Day:
		return Time{Days: m.From.Day, Last: m.From.Day}, true
	case moment.DayAndTime, moment.TimeOfDay:
		return Time{Days: m.From.Day, Last: m.From.Day, From: hour(m.From), To: hour(m.From)}, true
	case moment.Range:
		t = Time{Days: m.From.Day, Last: m.To.Day, From: hour(m.From), To: hour(m.To)}
		switch { // "after 3 on friday" is part of that day
		case t.From.Valid() && !t.Last.Valid():
			t.Last = t.Days
		case t.To.Valid() && !t.Days.Valid() && m.To.Clock > 1:
			t.Days = t.Last
		}
		if m.To.Timed() && m.To.Clock == 1 { // "before friday" ends where friday begins
			t.Last, t.To = t.Last.AddDays(-1), 0
		}
		return t, t.Set()
	}
	return t, false
}

// period is a time that a question names by its unit alone: "my week".
func (r *reader) period(unit int) {
	if r.q.When.Set() {
		return
	}
	t := Time{Said: r.text[r.words[r.at].Start:r.words[r.at].End], Days: r.today, Last: r.today}
	switch unit {
	case week:
		t.Days = r.today.StartOfWeek()
		t.Last = t.Days.AddDays(6)
	case month:
		_, _, d := r.today.YMD()
		t.Days = r.today.AddDays(1 - d)
		t.Last = t.Days.AddMonths(1).AddDays(-1)
	}
	r.q.When = t
}
