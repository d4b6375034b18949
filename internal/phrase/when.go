package phrase

import (
	"assister/internal/calendar"
	"assister/internal/phrase/moment"
)

// What a request says about time is read by package moment, which has the
// conventions. Here stands what becomes of it in a request: a piece of the text
// with the role that its preposition gives it, to which another piece may add.

// Part is a part of the day that was said. It is kept as it is and never made
// into a time.
type Part = moment.Part

const NoPart = moment.NoPart

// When is what a date phrase means. A member that was not said is zero.
type When struct {
	Span
	Day     calendar.Date       // the day, the first of several, or the anchor of Repeat
	To      calendar.Date       // the last of several days
	Time    calendar.Time       // it begins at
	End     calendar.Time       // it ends at; before Time is the next day
	Minutes int                 // how long it takes
	Part    Part                // of the day
	Repeat  calendar.Recurrence // how it repeats, from Day on
	Implied bool                // nothing said on which day Repeat begins; Day is the first from today

	said  *moment.Said
	lasts bool // it goes on for days, which only a recurrence can
}

// Says reports whether anything was said at all.
func (w When) Says() bool {
	return w.said != nil || w.Day.Valid() || w.End.Valid()
}

// FirstDay is the day that a plan for the phrase falls on: of several, the first
// that is not past.
func (w When) FirstDay(today calendar.Date) calendar.Date {
	if w.To.Valid() && w.Day < today && w.To >= today {
		return today
	}
	return w.Day
}

// From is the phrase as said of what is moved from a day ahead: a weekday is that of the
// same week, since "next monday's call to tuesday" goes to the day after it.
func (w When) From(whence, today calendar.Date) When {
	if w.said == nil || !w.said.Soonest() || w.Repeat.Repeats() || w.To.Valid() || whence <= today {
		return w
	}
	w.Day = whence.AddDays((int(w.Day.Weekday())+6)%7 - (int(whence.Weekday())+6)%7)
	for w.Day < today {
		w.Day = w.Day.AddDays(7)
	}
	return w
}

// whenOf is what a record of ours can keep of what was said; false where it
// cannot: "every first monday".
func whenOf(said *moment.Said) (w When, ok bool) {
	p, ok := said.Plan()
	if !ok {
		return w, false
	}
	w = When{said: said, Day: p.First, To: p.Last, Time: p.Begins, End: p.Ends, Part: p.Part,
		Minutes: p.Lasts.Seconds / 60, lasts: p.Lasts.Days > 0 || p.Lasts.Months > 0}
	if !p.Rule.Repeats() {
		return w, true
	}
	w.Repeat, ok = p.Rule.Plain()
	w.Implied = !p.Rule.Start.Valid() && p.Rule.MonthDay == 0 && (p.Rule.Days == 0 || w.Repeat.Freq == calendar.Weekdays)
	return w, ok && !w.lasts
}

// merge adds what v says to the phrase; false when they contradict each other.
func (w *When) merge(v When) bool {
	if !w.Says() {
		*w = v
		return true
	}
	if w.said == nil || v.said == nil {
		return false
	}
	return w.become(w.said.With(v.said))
}

// extendTo makes the phrase a range that ends with v.
func (w *When) extendTo(v When) bool {
	if w.said == nil || v.said == nil {
		return false
	}
	return w.become(w.said.Until(v.said))
}

func (w *When) become(said *moment.Said, ok bool) bool {
	if !ok {
		return false
	}
	both, ok := whenOf(said)
	if ok {
		both.Span, *w = w.Span, both
	}
	return ok
}

// settled reports whether a phrase is whole: days that something goes on for
// want a recurrence.
func (w *When) settled() bool { return !w.lasts }

// reader is a text, its tokens and what package moment makes of it.
type reader struct {
	looks int // at words, which tests hold against the length of the text
	text  string
	toks  []Token
	clock calendar.Clock
	lang  *language
	read  *moment.Text // when it was asked
	// pieces are those that have been read, by the token they begin at, with
	// roles and without.
	pieces [2][]*timed
	roles  bool // "from 3 to 4" says whence and whither, and is no range
	jots   bool // what has no verb may be jotted down: "dentist tomorrow 3pm"
}

func newReader(text string, c calendar.Clock) *reader {
	text = withoutFillers(text)
	return speak(&reader{text: text, clock: c, lang: inEnglish.indexed(), toks: arrows(Tokens(text))})
}

// moments is the text as package moment reads it.
func (r *reader) moments() *moment.Text {
	if r.read == nil {
		l := r.lang.moment
		if l == nil {
			l = moment.English()
		}
		r.read = moment.Read(r.text, r.clock, l)
	}
	return r.read
}

// word is the text of the token at i; none beyond the end.
func (r *reader) word(i int) string {
	r.looks++
	if i < 0 || i >= len(r.toks) || r.toks[i].Shape == Quoted {
		return ""
	}
	return r.toks[i].Text
}

// words reports whether the tokens from i on are these.
func (r *reader) words(i int, words ...string) bool {
	for k, w := range words {
		if r.word(i+k) != w {
			return false
		}
	}
	return true
}

func (r *reader) oneOf(i int, words ...string) bool {
	at := r.word(i)
	for _, w := range words {
		if at == w {
			return at != ""
		}
	}
	return false
}

// foreign reports whether a word of another language stands for this one.
func (r *reader) foreign(i int, word string) bool {
	return r.word(i) == word && r.toks[i].raw != ""
}

func (r *reader) as(i int, c class) (sense, bool) {
	if i < 0 || i >= len(r.toks) {
		return sense{}, false
	}
	return r.toks[i].as(c)
}

func (r *reader) is(i int, c class) bool { _, ok := r.as(i, c); return ok }

func (r *reader) glued(i int) bool { return i < len(r.toks) && r.toks[i].Glued }

// trimEnd is to without the marks that end a sentence.
func (r *reader) trimEnd(from, to int) int {
	for to > from && r.oneOf(to-1, ".", "!", "?", ",", ";", ":") {
		to--
	}
	return to
}

// role is what a preposition makes of the phrase after it.
type role = moment.Role

const (
	bare = moment.Alone
	on   = moment.On
	due  = moment.By
	// A record that is made has no use for the roles from here on.
	from   = moment.From
	until  = moment.To
	before = moment.Before
	after  = moment.After
)

// timed is a phrase of one role at some tokens.
type timed struct {
	When
	role     role
	at, to   int  // tokens
	doubtful bool // one word that might well belong to a title
	beyond   bool // a recurrence that no record of ours can keep: "every first monday"
	between  bool // from one day to another, which no record is planned on
}

// piece reads the longest phrase at i, with the preposition before it. Its to is
// i when there is none.
func (r *reader) piece(i int) timed {
	if i >= len(r.toks) {
		return timed{at: i, to: i}
	}
	known := &r.pieces[0]
	if r.roles {
		known = &r.pieces[1]
	}
	if *known == nil {
		*known = make([]*timed, len(r.toks))
	}
	switch p := (*known)[i]; p {
	case nil:
	case noPiece:
		return timed{at: i, to: i}
	default:
		return *p
	}
	p := r.readPiece(i)
	if p.to > i && r.word(p.to-1) == "veille" {
		p = timed{at: i, to: i} // "la veille" of what is not said is no day
	}
	if (*known)[i] = noPiece; p.to > i {
		kept := p
		(*known)[i] = &kept
	}
	return p
}

// noPiece stands for there being none at a token, as at most of them.
var noPiece = new(timed)

func (r *reader) readPiece(i int) timed {
	r.looks++
	none := timed{at: i, to: i}
	j, role := r.owing(i)
	if r.oneOf(i, "repeat", "repeats", "repeating") {
		j = i + 1
	}
	if j >= len(r.toks) || r.toks[j].Shape == Quoted {
		return none
	}
	said, role, end := r.moments().At(r.toks[j].Start, role, r.roles)
	to := r.endAt(j, end)
	if said == nil || to == j {
		return none
	}
	w, ok := whenOf(said)
	if !ok && to > i+1 && said.Repeats() {
		return timed{at: i, to: to, role: role, beyond: true}
	}
	if !ok || role > due && !w.Day.Valid() && !w.Time.Valid() || j > i && role != due && !w.Repeat.Repeats() {
		return none
	}
	w.Span = r.span(i, to)
	return timed{When: w, role: role, at: i, to: to, doubtful: to == i+1 && !said.Fixed(), between: said.Between()}
}

// owing reads what says that a day is a deadline.
func (r *reader) owing(i int) (to int, as role) {
	if r.oneOf(i, "done", "finished", "completed", "ready") && r.word(i+1) == "by" {
		return i + 2, due // "a new kitchen, done by september"
	}
	if !r.oneOf(i, "due", "deadline") {
		return i, bare
	}
	if r.oneOf(i+1, "on", "by", "for", "at", ":", "is", "of") {
		return i + 2, due
	}
	return i + 1, due
}

// endAt is the place after the token that ends at a byte of the text; i when no
// token does.
func (r *reader) endAt(i, end int) int {
	for k := i; k < len(r.toks) && r.toks[k].End <= end; k++ {
		if r.toks[k].End == end {
			return k + 1
		}
	}
	return i
}

// noSuchDay finds a day that no calendar has: "feb 30", "31st of april",
// "friday nov 26". Whoever writes one means another day, so that it belongs to
// no title and is given back.
func (r *reader) noSuchDay(from, to int) Span {
	for i := from; i < to; i++ {
		if r.toks[i].Shape != Word && r.toks[i].Shape != Number {
			continue
		}
		if n := r.endAt(i, r.moments().NoSuchDay(r.toks[i].Start)); n > i && n <= to {
			return r.span(i, n)
		}
	}
	return Span{}
}

// rather names a day that does not exist where a request was not understood,
// since it is most likely the reason.
func (r *reader) rather(day Span, bad []Span) []Span {
	if len(bad) > 0 && day.End > 0 {
		return []Span{day}
	}
	return bad
}

// often reads one word that says how something repeats: "weekly".
func (r *reader) often(i int) (When, bool) {
	p := r.piece(i)
	return p.When, p.to == i+1 && p.Repeat.Repeats()
}

// amount reads a number of hours and minutes: "90 minutes", "two hours".
func (r *reader) amount(i int) (minutes, to int) {
	if i >= len(r.toks) {
		return 0, i
	}
	am, end := r.moments().Amount(r.toks[i].Start)
	if am.Days != 0 || am.Months != 0 {
		return 0, i
	}
	return am.Seconds / 60, r.endAt(i, end)
}
