package phrase

import (
	"time"

	"assister/internal/calendar"
	"assister/internal/phrase/moment"
)

// Conventions, from contract section 9 and where it is silent from here:
//
//   - Weeks start on Monday. "next friday" is Friday of the next ISO week, "last
//     friday" of the last one; "friday" and "this friday" are the soonest, and
//     today counts.
//   - A day and month without a year, and a day of the month alone, are the
//     soonest that are not past.
//   - A bare hour is a time only where something marks it ("at 3", "from 3 to
//     5"). Without am or pm, 1 to 6 are in the afternoon, 7 to 11 in the morning
//     and 12 is noon, unless a part of the day or a leading zero says otherwise.
//   - A part of the day is kept as it is and never made into a time.
//   - 3/4 is no date, since half its readers mean another day than the other
//     half; 27/11 and 11/27 are.

// Part is a part of the day that was said.
type Part uint8

const (
	NoPart Part = iota
	Morning
	Afternoon
	Evening
	Night
)

func (p Part) String() string {
	return [...]string{"", "morning", "afternoon", "evening", "night"}[p]
}

// Has reports whether a time lies in the part of the day, widely taken.
func (p Part) Has(t calendar.Time) bool {
	h, _ := t.Clock()
	switch p {
	case Morning:
		return h >= 4 && h < 12
	case Afternoon:
		return h >= 12 && h < 18
	case Evening:
		return h >= 17
	case Night:
		return h >= 18 || h < 5
	}
	return true
}

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

	bare, bareEnd bool          // the hours were said without am or pm
	days          calendar.Days // on which an anchor may fall
	monthDay      int           // on which an anchor must fall
	lasting       int           // days that a recurrence goes on for
	monthless     bool          // "the 25th": which month it is of depends on what goes with it
}

// Says reports whether anything was said at all.
func (w When) Says() bool {
	return w.Day.Valid() || w.Time.Valid() || w.Repeat.Repeats() || w.Minutes > 0 || w.Part != NoPart ||
		w.Repeat.Until.Valid() || w.Repeat.Count > 0 || w.lasting > 0 || w.End.Valid()
}

// FirstDay is the day that a plan for the phrase falls on: of several, the first
// that is not past.
func (w When) FirstDay(today calendar.Date) calendar.Date {
	if w.To.Valid() && w.Day < today && w.To >= today {
		return today
	}
	return w.Day
}

// ParseWhen reads a text that is a date phrase from one end to the other.
func ParseWhen(text string, c calendar.Clock) (When, bool) {
	r := newReader(text, c)
	n := r.trimEnd(0, len(r.toks))
	p := r.piece(0)
	if p.to == 0 {
		return When{}, false
	}
	if p.to < n && p.role == from { // "from monday to friday"
		q := r.piece(p.to)
		if q.role != until || q.to != n || !p.When.extendTo(q.When) {
			return When{}, false
		}
		p.to, p.When.End = n, q.When.End
	}
	if p.to < n { // the full stop of "p.m." belongs to the phrase
		return When{}, false
	}
	w := p.When
	w.Span = Span{r.toks[0].Start, r.toks[n-1].End}
	return w, r.anchor(&w)
}

func (w *When) extendTo(v When) bool {
	// "from the 25th to the 27th of december" begins in December, which the
	// 25th alone does not know.
	if w.monthless != v.monthless || !w.Day.Valid() || !v.Day.Valid() || w.To.Valid() || v.Repeat.Repeats() || w.Repeat.Repeats() {
		return false
	}
	w.To = v.Day
	if v.To.Valid() {
		w.To = v.To
	}
	return w.To >= w.Day
}

// reader is a text, its tokens and the day it is read on.
type reader struct {
	looks int // at words, which tests hold against the length of the text
	text  string
	toks  []Token
	today calendar.Date
	now   calendar.Time
	// read is the text as package moment reads it, when it was asked; clockOf is
	// for that.
	read    *moment.Text
	clockOf calendar.Clock
	roles   bool // "from 3 to 4" says whence and whither, and is no range
}

func newReader(text string, c calendar.Clock) *reader {
	t := c.Instant.In(c.Zone)
	return &reader{text: text, clockOf: c, toks: Tokens(text), today: calendar.DateIn(t), now: calendar.TimeOf(t.Hour(), t.Minute())}
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
type role uint8

const (
	bare role = iota // no preposition
	on               // on, at, for, in, of
	due              // due, by
	// A record that is made has no use for the roles from here on.
	from  // from, starting
	until // to, until
	before
	after
)

// timed is a phrase of one role at some tokens.
type timed struct {
	When
	role     role
	at, to   int  // tokens
	doubtful bool // one word that might well belong to a title
}

// preposition reads what stands before a phrase.
func (r *reader) preposition(i int) (role, int) {
	switch r.word(i) {
	case "on", "at", "@", "for", "in", "of", "during":
		return on, i + 1
	case "by":
		return due, i + 1
	case "due", "deadline":
		if r.oneOf(i+1, "on", "by", "for", "at", ":", "is", "of") {
			return due, i + 2
		}
		return due, i + 1
	case "from":
		return from, i + 1
	case "starting", "beginning":
		if r.oneOf(i+1, "on", "from") {
			return from, i + 2
		}
		return from, i + 1
	case "to", "until", "till", "til", "through":
		return until, i + 1
	case "before":
		return before, i + 1
	case "after":
		return after, i + 1
	}
	return bare, i
}

// piece reads the longest phrase at i: a preposition and what follows it, as
// long as it adds something. Its to is i when there is none.
func (r *reader) piece(i int) timed {
	none := timed{at: i, to: i}
	p := timed{at: i}
	// A range of times and "in two days" begin with their own prepositions.
	if w, n := r.element(i, true); n > i && !r.is(i, part) {
		p.When, p.to = w, n
		p.role, _ = r.preposition(i)
		if p.role == from && w.End.Valid() {
			p.role = on
		}
	} else if r.is(i, part) && len(r.toks[i].senses) == 1 {
		return none // "movie night on friday" is no night
	} else {
		rl, j := r.preposition(i)
		w, n := r.element(j, j > i)
		if n == j {
			return none
		}
		p.role, p.When, p.to = rl, w, n
	}
	p.doubtful = p.to == i+1 && !r.is(i, relative)
	for {
		w, n := r.more(p.to, p.When)
		if n == p.to || !p.merge(w) {
			break
		}
		p.to, p.doubtful = n, false
	}
	if p.doubtful && p.role == bare && r.doubtfulWord(i) {
		return none
	}
	p.settle()
	return p
}

func (r *reader) doubtfulWord(i int) bool {
	for _, s := range r.toks[i].senses {
		if s.as == weekday && s.doubtful || s.as == month || s.as == part {
			return true
		}
	}
	return false
}

// more reads a further element of the phrase that w is so far.
func (r *reader) more(i int, w When) (When, int) {
	j := i
	if r.word(j) == "," {
		j++
	}
	if v, n := r.element(j, false); n > j {
		return v, n
	}
	if w.Day.Valid() && !w.To.Valid() && !w.Time.Valid() && !r.roles { // "tuesday 9 to 11"
		if a, n := r.clock(j, true); n > j && r.oneOf(n, "-", "–", "to") {
			if b, e := r.clock(n+1, true); e > n+1 {
				return spanOf(a, b), e
			}
		}
	}
	switch {
	case r.oneOf(j, "on", "at", "@", "for", "in", "of"):
		if v, n := r.element(j+1, true); n > j+1 {
			return v, n
		}
	case w.Repeat.Repeats() && r.oneOf(j, "starting", "beginning", "from"):
		k := j + 1
		if r.oneOf(k, "on", "from") {
			k++
		}
		if v, n := r.date(k, true); n > k {
			return When{Day: v.Day}, n
		}
	case r.oneOf(j, "until", "till", "til", "through"):
		if w.Time.Valid() && !w.End.Valid() && !r.roles {
			if c, n := r.clock(j+1, true); n > j+1 {
				return When{End: c.time(), bareEnd: c.bare()}, n
			}
		}
		if w.Repeat.Repeats() {
			if v, n := r.date(j+1, true); n > j+1 {
				until := v.Day
				if v.To.Valid() {
					until = v.To
				}
				return When{Repeat: calendar.Recurrence{Until: until}}, n
			}
		}
	}
	return When{}, i
}

// merge adds what v says to the phrase; false when they contradict each other.
func (w *When) merge(v When) bool {
	if !w.Says() {
		*w = v
		return true
	}
	if v.Day.Valid() && w.Day.Valid() || v.Time.Valid() && w.Time.Valid() || v.End.Valid() && w.End.Valid() ||
		v.Minutes > 0 && (w.Minutes > 0 || w.End.Valid()) || v.Part != NoPart && w.Part != NoPart && v.Part != w.Part ||
		v.Repeat.Repeats() && w.Repeat.Repeats() || v.Repeat.Until.Valid() && w.Repeat.Count > 0 ||
		v.Repeat.Count > 0 && (w.Repeat.Until.Valid() || w.Repeat.Count > 0 || !w.Repeat.Repeats()) ||
		v.lasting > 0 && (!w.Repeat.Repeats() || w.Repeat.Until.Valid() || w.Repeat.Count > 0) ||
		v.days != 0 && (w.days != 0 || w.Day.Valid()) && w.Repeat.Repeats() || v.To.Valid() && w.Repeat.Repeats() ||
		v.Repeat.Repeats() && w.To.Valid() || v.Time.Valid() && w.To.Valid() || v.To.Valid() && w.Time.Valid() {
		return false
	}
	if v.Day.Valid() {
		w.Day, w.To, w.monthless = v.Day, v.To, v.monthless
	}
	if v.Time.Valid() {
		w.Time, w.bare = v.Time, v.bare
	}
	if v.End.Valid() {
		w.End, w.bareEnd = v.End, v.bareEnd
	}
	if v.Part != NoPart {
		w.Part = v.Part
	}
	if v.Repeat.Repeats() {
		w.Repeat.Freq, w.Repeat.Interval, w.Repeat.ByDay = v.Repeat.Freq, v.Repeat.Interval, v.Repeat.ByDay
	}
	if v.Repeat.Until.Valid() {
		w.Repeat.Until = v.Repeat.Until
	}
	w.Repeat.Count = max(w.Repeat.Count, v.Repeat.Count)
	w.Minutes = max(w.Minutes, v.Minutes)
	w.lasting = max(w.lasting, v.lasting)
	w.monthDay = max(w.monthDay, v.monthDay)
	w.days |= v.days
	return true
}

// settle puts bare hours into the part of the day, and works out an end from a
// duration. It may be done again when more has been merged.
func (w *When) settle() {
	if w.Part != NoPart {
		if w.bare {
			w.Time = inPart(w.Time, w.Part)
		}
		if w.bareEnd {
			w.End = inPart(w.End, w.Part)
		}
	}
	if w.bare && w.bareEnd && w.Part == NoPart {
		// "from 9 to 5", "from 11 to 1": the end is the next such hour.
		w.End = nextHour(w.Time, w.End)
	}
	if w.Time.Valid() && w.Minutes > 0 && w.Minutes < 24*60 && !w.End.Valid() {
		w.End, _ = w.Time.Add(w.Minutes)
	}
}

func nextHour(start, end calendar.Time) calendar.Time {
	other, _ := end.Add(12 * 60)
	gap := func(t calendar.Time) int { return (int(t) - int(start) + 24*60) % (24 * 60) }
	if g := gap(end); g > 0 && (g < gap(other) || gap(other) == 0) {
		return end
	}
	return other
}

// inPart moves a time that was said without am or pm into a part of the day.
func inPart(t calendar.Time, p Part) calendar.Time {
	h, m := t.Clock()
	h %= 12
	if p == Afternoon || p == Evening || p == Night && h >= 5 {
		h += 12
	}
	return calendar.TimeOf(h, m)
}

// anchor finishes a phrase that nothing more will be merged into: a time says
// more than a part of the day, and a recurrence gets the day it begins on. False
// when there is none.
func (r *reader) anchor(w *When) bool {
	if w.Time.Valid() {
		w.Part = NoPart
	}
	if !w.Repeat.Repeats() {
		return w.Says() && w.lasting == 0 && w.Repeat == calendar.Recurrence{}
	}
	day := w.Day
	if !day.Valid() {
		day = r.today
		w.Implied = w.days == 0 && w.monthDay == 0
	}
	fits := func(d calendar.Date) bool {
		_, _, dom := d.YMD()
		return (w.days == 0 || w.days.Has(d.Weekday())) && (w.monthDay == 0 || dom == w.monthDay) &&
			(w.Repeat.Freq != calendar.Weekdays || d.Weekday() != time.Saturday && d.Weekday() != time.Sunday)
	}
	for range 62 { // every day of the month and of the week is among two months
		if fits(day) {
			break
		}
		day = day.AddDays(1)
	}
	w.Day, w.To = day, 0
	if w.lasting > 0 {
		w.Repeat.Until = day.AddDays(w.lasting - 1)
		w.lasting = 0
	}
	return day.Valid() && fits(day) && (!w.Repeat.Until.Valid() || w.Repeat.Until >= day)
}

// element reads one part of a phrase: a recurrence, a date, times, a duration or
// a part of the day. A marked one follows a preposition.
func (r *reader) element(i int, marked bool) (When, int) {
	if i >= len(r.toks) || len(r.toks[i].senses) == 0 && r.toks[i].Shape == Word && !r.opens(i) && !marked {
		return When{}, i
	}
	if w, n := r.recurrence(i); n > i {
		return w, n
	}
	if w, n := r.date(i, marked && i > 0 && r.oneOf(i-1, "on", "by", "due", "to", "from", "until", "till", "for", "before", "after", "starting", "beginning")); n > i {
		return w, n
	}
	if w, n := r.times(i, marked && i > 0 && r.oneOf(i-1, "at", "@", "to", "from", "until", "till", "for")); n > i {
		return w, n
	}
	if w, n := r.duration(i); n > i {
		return w, n
	}
	return r.partOfDay(i)
}

// opens reports whether an unclassed word can begin an element.
func (r *reader) opens(i int) bool {
	return r.oneOf(i, "in", "from", "between", "for", "on", "at", "half", "quarter", "end", "start", "beginning",
		"weekend", "once", "twice", "eom", "within", "weekends", "repeat", "repeating")
}

func (r *reader) partOfDay(i int) (When, int) {
	if r.words(i, "in", "the") && r.is(i+2, part) {
		s, _ := r.as(i+2, part)
		return When{Part: Part(s.n)}, i + 3
	}
	if r.word(i) == "the" && r.is(i+1, part) {
		s, _ := r.as(i+1, part)
		return When{Part: Part(s.n)}, i + 2
	}
	if r.words(i, "at", "night") {
		return When{Part: Night}, i + 2
	}
	if r.word(i) == "this" && r.is(i+1, part) {
		s, _ := r.as(i+1, part)
		return When{Day: r.today, Part: Part(s.n)}, i + 2
	}
	if s, ok := r.as(i, part); ok {
		return When{Part: Part(s.n)}, i + 1
	}
	return When{}, i
}

// number reads a count: digits or a number word. "a" and "an" are one.
func (r *reader) number(i int) (int, int) {
	if i >= len(r.toks) {
		return 0, i
	}
	t := &r.toks[i]
	if t.Shape == Number && t.Value >= 0 && !r.decimal(i) {
		return t.Value, i + 1
	}
	s, ok := t.as(cardinal)
	if !ok {
		return 0, i
	}
	if r.word(i) == "a" && r.word(i+1) == "couple" {
		i++
		s.n = 2
	}
	if s.n == 2 && r.word(i) == "couple" && r.word(i+1) == "of" {
		return 2, i + 2
	}
	if s.n >= 20 && s.n%10 == 0 {
		k := i + 1
		if r.word(k) == "-" {
			k++
		}
		if o, ok := r.as(k, cardinal); ok && o.n < 10 && !o.doubtful {
			return s.n + o.n, k + 1
		}
	}
	return s.n, i + 1
}

func (r *reader) decimal(i int) bool {
	return r.oneOf(i+1, ".", ",") && r.glued(i+1) && r.glued(i+2) && i+2 < len(r.toks) && r.toks[i+2].Shape == Number
}

// unit reads a unit of time and whether it is one of days.
func (r *reader) unit(i int) (n int, ok bool) {
	s, ok := r.as(i, unit)
	return s.n, ok
}

// add counts units on from a day.
func add(d calendar.Date, n, u int) calendar.Date {
	if n > 40_000 || n < -40_000 {
		return 0
	}
	switch u {
	case day:
		return d.AddDays(n)
	case week:
		return d.AddDays(7 * n)
	case fortnight:
		return d.AddDays(14 * n)
	case monthUnit:
		return d.AddMonths(n)
	case year:
		return d.AddMonths(12 * n)
	}
	return 0
}

// duration reads "for an hour", "for 30 minutes", and for a recurrence "for 3
// weeks" and "10 times".
func (r *reader) duration(i int) (When, int) {
	j := i
	if r.word(j) == "for" {
		j++
	}
	if r.words(j, "half", "an", "hour") && j > i {
		return When{Minutes: 30}, j + 3
	}
	n, k := r.number(j)
	if k == j || n == 0 || n > 10_000 {
		return When{}, i
	}
	if r.oneOf(k, "times", "occurrences", "repetitions") {
		return When{Repeat: calendar.Recurrence{Count: int32(n)}}, k + 1
	}
	u, ok := r.unit(k)
	if !ok || j == i && i > 0 && r.word(i-1) != "for" || j == i && i == 0 {
		return When{}, i
	}
	k++
	switch u {
	case hour:
		n *= 60
		if r.words(k, "and", "a", "half") {
			n, k = n+30, k+3
		} else if m, e := r.number(k); e > k && r.is(e, unit) {
			if v, _ := r.unit(e); v == minute {
				n, k = n+m, e+1
			}
		} else if r.word(k) == "and" {
			if m, e := r.number(k + 1); e > k+1 {
				if v, ok := r.unit(e); ok && v == minute {
					n, k = n+m, e+1
				}
			}
		}
		return When{Minutes: n}, k
	case minute:
		return When{Minutes: n}, k
	}
	end := add(r.today, n, u)
	if !end.Valid() {
		return When{}, i
	}
	return When{lasting: int(end - r.today)}, k
}
