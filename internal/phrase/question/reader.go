package question

import (
	"cmp"
	"slices"

	"assister/internal/calendar"
	"assister/internal/phrase"
	"assister/internal/schema"
)

// read reads one question, in the language that understands more of it; English
// of two that understand the same.
func read(text string, c calendar.Clock) reading {
	best := readIn(English, text, c)
	if best.understood() && len(best.Guessed) == 0 && !french(text) {
		return best
	}
	other := readIn(French, text, c)
	if (len(other.loose) > 0 || best.strange) && !french(text) {
		return best
	}
	if unread(other) < unread(best) || unread(other) == unread(best) && french(text) {
		best = other
	}
	return best
}

// unread is how much of the text is not understood, in words and bytes: those that
// are taken for a name count little.
func unread(r reading) int {
	n := len(r.loose)
	for _, s := range r.NotUnderstood {
		n += 8 * (s.End - s.Start)
	}
	return n
}

// readIn reads a text in one language; once more with its slips mended where it
// is not understood as it stands.
func readIn(l Language, text string, c calendar.Clock) reading {
	r := reader{language: l, table: tables[l](), text: text, clock: c, today: c.Today()}
	r.split(c)
	words := slices.Clone(r.words)
	got := r.read()
	if unread(got) == 0 {
		return got
	}
	if either, ok := r.alternatives(words); ok {
		return either
	}
	again := reader{language: l, table: r.table, text: text, clock: c, today: r.today, words: words}
	if again.mend(got.loose) {
		if mended := again.read(); unread(mended) < unread(got) {
			return mended
		}
	}
	return got
}

// reader is a question on its way from words to its meaning.
type reader struct {
	language Language
	table    table
	text     string
	clock    calendar.Clock
	today    calendar.Date
	words    []word
	at       int

	q         Question
	said      bool // something in it says which records, or what about them
	listed    bool // it begins as one who wants a list begins
	wanted    Asking
	asked     bool // it says what kind of answer is wanted
	who       bool // it asks for somebody
	shows     bool // it asks to be shown something
	events    bool // it looks at the calendar, which has no tasks
	joins     bool
	refers    bool
	doing     bool      // the state was said by a word that may be any verb's
	behindAt  int       // the place behind what asks
	ahead     bool      // the time is only that it is to come
	which     bool      // it asks which of them
	clockOnly bool      // the time names hours and no day
	whichDays bool      // it asks on which days
	whom      bool      // it asks who takes part in something
	hour      bool      // the time is one of the day, of whatever day
	before    bool      // the time ends right before what was said: "before christmas"
	lacking   bool      // what was read last says that something is not there
	checked   bool      // it is asked whether something was done, by a verb at the end
	linked    bool      // what was read last is a preposition that no name stands behind
	after     bool      // all that was read behind an "or" says nothing
	implied   bool      // that it is somebody follows from what is said of them
	odd       bool      // something in it is understood as what no question here has
	one       bool      // it is one of the ways to read a text that says "or"
	steps     []stretch // what was read so far
	found     []found   // by the places of the words
	filled    slots     // of which something was said

	loose   []int                   // words that mean nothing yet
	claimed []int                   // those that say which of the records that are named right behind them
	undo    map[int]func(*Question) // takes back what a word says that may be part of a name, by the word's place
	noun    [2]int                  // where the last noun for records begins, and where it ends
}

func (r *reader) read() reading {
	r.found, r.steps = make([]found, len(r.words)), make([]stretch, 0, len(r.words))
	for r.at < len(r.words) {
		r.step()
	}
	loose := append(r.claimed, r.loose...)
	q := r.question()
	if slices.ContainsFunc(append([]string{q.Beside.Name}, q.About...), beginsWithHour) {
		q.NotUnderstood = append(q.NotUnderstood, phrase.Span{Start: 0, End: len(r.text)}) // "after 6pm this week", on each of its days
	}
	which := r.which && len(q.Kinds)+len(q.About)+len(q.Facts) == 0 && q.Project == "" && q.Of.Kind == "" && q.Wants == "" && q.By == ""
	return reading{Question: q, strange: r.odd, which: which, clock: r.clockOnly, loose: loose, joins: r.joins, refers: r.refers, asks: r.asked || r.listed, bare: r.nameless(), length: len(r.text)}
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
	case r.lacks() || r.belongs() || r.slot() || r.qualifies():
	default:
		if w.text == "like" && r.like() {
			return
		}
		e, n := r.lookup(r.at)
		if n == 1 && e.means <= opener && w.joined && r.language == English {
			r.loose, r.at = append(r.loose, r.at, r.at+1), r.at+2 // "stand-up"
			return
		}
		if n == 0 || e.means == filler && e.n == naming && len(r.loose) > 0 && r.loose[len(r.loose)-1] == r.at-1 {
			r.loose = append(r.loose, r.at)
			r.at++
			return
		}
		r.take(e, n)
		r.at += n
	}
}

// like reads the word beside a time: "what is my week like", and "on like thursday",
// where it says nothing.
func (r *reader) like() bool {
	switch {
	case r.at > 0 && r.words[r.at-1].when != nil:
		r.want(Overview)
		r.said = true
	case r.at+1 == len(r.words) || r.words[r.at+1].when == nil:
		return false
	}
	r.at++
	return true
}

// take notes what a phrase of n words means.
func (r *reader) take(e entry, n int) {
	r.said = r.said || e.means > silent
	r.lacking = e.lacks()
	defer func() { r.linked = e.means == matter || e.means == within || e.means == filler && r.linked }()
	r.which = r.which || e.means == lister && slices.Contains(whichever, r.words[r.at].text)
	switch e.means {
	case lister:
		r.listing(e, n)
	case matter:
		r.unnamed(e, n)
	case opener:
		r.opens(e)
	case asking:
		r.asks(e, n)
	case joiner:
		r.joins = r.joins || r.at == 0
		r.q.Narrows = r.q.Narrows || r.at == 0 && e.n == onlyThese
	case pronoun:
		r.refers = true
	case place:
		r.there(n)
	case period:
		r.periodOf(e, n)
	case lasting:
		r.strange(n) // without a length of time
	case within:
		if r.at+n == len(r.words) && r.at > 0 && r.q.Wants == "" && r.wanted != Where {
			r.strange(n) // "which project is the report in" asks for what it does not name
		}
	case tagged:
		r.tags(n)
	case limit:
		r.limits(n)
	case foreign, relation, exception:
		r.strange(n)
	case average:
		if r.q.Average = true; e.n > 0 {
			r.want(Asking(e.n))
		}
	case grouping:
		r.groups(e, n)
	case extreme:
		r.order(e, n)
	default:
		r.narrow(e, n)
	}
}

func (r *reader) listing(e entry, n int) {
	if n == 1 && e.n == showing && r.deeds() {
		r.loose = append(r.loose, r.at) // "have I read the contract"
		return
	}
	r.list(e, n)
}

func (r *reader) opens(e entry) {
	if e.n != ofDuties {
		return
	}
	if r.who {
		r.who, r.q.State = false, Open // "who do I need to call" asks for the call
	}
	if r.listed && r.q.State == Usual {
		r.q.State = Open // "what do I have to buy"
	}
	r.said = true // "which calls do I have to make"
}

func (r *reader) periodOf(e entry, n int) {
	if last := len(r.loose) - 1; last >= 0 && r.loose[last] == r.at-1 && n == 1 {
		r.loose = append(r.loose, r.at) // "launch day"
		return
	}
	r.period(e.n)
}

func (r *reader) limits(n int) {
	if n == 1 && r.words[r.at].text == "by" && r.at+n == len(r.words) {
		r.loose = append(r.loose, r.at) // "when is it due by"
		return
	}
	r.strange(n)
}

func (r *reader) groups(e entry, n int) {
	if e.field == "" && !r.whichDays {
		r.strange(n) // "has the most" of what
		return
	}
	r.q.By = cmp.Or(e.field, "scheduledFor")
	if r.q.Ranks = e.n == ranking; r.q.Ranks {
		r.want(Count)
	}
}

// list notes that a list is wanted, and what of: somebody, what is called something,
// or nothing.
func (r *reader) list(e entry, n int) {
	of := e.n
	r.listed, r.who, r.shows = true, r.who || of == somebody, r.shows || of == showing
	switch {
	case of == nothing && r.whichDays:
		r.wanted, r.q.By, r.asked = Gaps, "scheduledFor", true // "which days do I have nothing"
	case e.kind != "":
		r.strange(n) // "projects without events"
	case of == nothing:
		r.wanted = List // yes to "do I have nothing on friday" says both
	}
}

// asks notes a phrase of n words that says what kind of answer is wanted.
func (r *reader) asks(e entry, n int) {
	r.want(Asking(e.n))
	switch e.field {
	case "":
	case "deadline":
		r.q.Due = true // "how many days are left for the report"
	default:
		r.q.By = e.field // "which days am I free"
	}
	if e.kind != "" {
		r.kind(e.kind, n) // "how many hours am I booked"
	}
	r.several(n)
	end := r.at + n
	if n == 2 && r.words[r.at+1].text == "much" && end < len(r.words) && slices.Contains(verbs, r.words[end].text) {
		r.strange(n) // how much there is of something is no number of records
	}
	r.behindAt = end
	r.q.Opens = r.q.Opens || r.at == 0
	r.whichDays = r.whichDays || slices.Contains(dayNouns, r.words[end-1].text)
}

// deeds reports whether what was read last asks what was done.
func (r *reader) deeds() bool {
	if len(r.steps) == 0 {
		return false
	}
	e, n := r.lookupAt(r.steps[len(r.steps)-1].from)
	return n > 0 && e.means == opener && e.n == ofDeeds
}

// narrow notes what a phrase of n words says of which records are meant.
func (r *reader) narrow(e entry, n int) {
	switch e.means {
	case state:
		if n == 1 && r.q.State == Usual {
			r.takeBack(r.at, func(q *Question) { q.State = Usual }) // "the late deliveries" may be what something is called
		}
		if State(e.n) != Open || r.q.State != Overdue { // "what is late that I have to do" is what is late
			r.q.State = State(e.n)
		}
		r.doing = n == 1 && r.words[r.at].text == "doing"
	case due:
		r.q.Due = true
	case priority:
		r.q.Priority = schema.Priorities[e.n]
	case context:
		r.q.Context = schema.Contexts[e.n]
		r.takeBack(r.at+n-1, func(q *Question) { q.Context = "" })
	case undated:
		r.q.Undated = true
	case deadlineless:
		r.q.NoDeadline = true
	case repeating:
		r.q.Repeats = true
	case kind, belonging:
		r.kind(e.kind, n)
		if e.field != "" && !slices.Contains(r.q.Kinds, e.field) {
			r.q.Kinds = append(r.q.Kinds, e.field) // a reminder is a task or an alarm
		}
	case onCalendar:
		r.events = true
	case fact:
		r.fact(e, n)
	case wants:
		r.wants(e, n)
	}
}

// strange notes that n words say something that no question here has.
func (r *reader) strange(n int) {
	r.odd = true
	r.q.NotUnderstood = append(r.q.NotUnderstood, phrase.Span{Start: r.words[r.at].Start, End: r.words[r.at+n-1].End})
}

// takeBack notes how to take back what the word at a place says, should it turn
// out to be part of a name: "the school concert".
func (r *reader) takeBack(at int, how func(*Question)) {
	if r.undo == nil {
		r.undo = map[int]func(*Question){}
	}
	r.undo[at] = how
}

// there notes a place that was spoken of, where the word ends a question; in "is
// there" it says nothing.
func (r *reader) there(n int) {
	for i := r.at + n; i < len(r.words); i++ {
		if !r.words[i].mark {
			return
		}
	}
	if r.at > 0 {
		switch r.words[r.at-1].text {
		case "is", "are", "was", "were", "s", "out", "be":
			return
		}
	}
	r.q.There, r.said = true, true
}

// whichever begins a question that chooses, if only of what was spoken of.
var whichever = []string{"which", "wich", "lesquels", "lesquelles"}

// dayNouns end what asks for days.
var dayNouns = []string{"day", "days", "jour", "jours", "journee"}

// verbs follow "how much" where it asks for no number of things.
var verbs = []string{"is", "was", "does", "did", "do", "are"}

// want notes what kind of answer is wanted. Who asks how many of the next ones
// wants a number; what is wanted by its own word outweighs what a form suggests.
func (r *reader) want(a Asking) {
	r.asked = true
	switch {
	case a == Urgent && (r.wanted == Count || r.wanted == Exists || r.one), r.wanted == Urgent && (a == Count || a == Exists):
		r.q.Priority = schema.Priorities[len(schema.Priorities)-1] // "how many urgent tasks"
		if r.wanted == Urgent {
			r.wanted = a
		}
	case a == Free && r.whichDays:
		r.wanted, r.q.By = Gaps, "scheduledFor"
	case a == Exists && (r.listed || r.wanted != List):
	case r.wanted == Count, r.wanted == Length, r.wanted == Until, r.wanted == Where && a != Count:
	case a == When && (r.wanted == Next || r.wanted == Last || r.wanted == First): // "the next one is when"
	default:
		r.wanted = a
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
