package moment

import (
	"time"

	"assister/internal/calendar"
)

// Text is a text that has been taken apart, for a reader that has a grammar of
// its own around what is said about time. It is read as a request is: only what
// nobody says of anything but a time is one, since all else belongs to titles.
type Text struct{ r reader }

// Read takes a text apart.
func Read(text string, c calendar.Clock, l *Language) *Text {
	t := new(Text)
	t.r.open(text, c, l)
	t.r.strict = true
	return t
}

// Role is what the word before a phrase makes of it.
type Role uint8

const (
	Alone  Role = iota // nothing stands before it
	On                 // on, at, for, in, of
	By                 // by, due
	From               // from, since, starting
	To                 // to, until
	Before             // before
	After              // after
)

// roleOf is the role that a word gives which leaves one end of a phrase open.
func roleOf(mod tag) Role {
	switch mod {
	case before:
		return Before
	case after:
		return After
	case since:
		return From
	case by:
		return By
	case until:
		return To
	}
	return Alone
}

// Said is what a phrase says, to which more may be added before it is asked what
// it means: "tomorrow" here and "at 3" there.
type Said struct {
	span
	r *reader
}

// token is the token that begins at a byte of the text, or -1.
func (t *Text) token(at int) int {
	lo, hi := 0, len(t.r.toks)
	for lo < hi {
		if mid := (lo + hi) / 2; int(t.r.toks[mid].start) < at {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == len(t.r.toks) || int(t.r.toks[lo].start) != at {
		return -1
	}
	return lo
}

// At reads the phrase that begins at a byte of the text, its prepositions
// included, and says where it ends; nil where there is none. The role is what a
// word before it made of it that only the caller knows. Kept apart, "from 3" and
// "to 4" say whence and whither, and are no range.
func (t *Text) At(at int, role Role, apart bool) (said *Said, as Role, end int) {
	i := t.token(at)
	r := &t.r
	if i < 0 || !r.begins(i) { // as at most words
		return nil, Alone, at
	}
	defer r.done()
	r.apart, r.refused = apart, false
	g, ok := r.request(i, role)
	if !ok {
		return nil, Alone, at
	}
	if g.opened == on {
		g.opened = g.mod
	}
	switch as = roleOf(g.opened); {
	case role != Alone:
		as = role
	case as != Alone:
	case g.lead != 0 || r.has(i, in) || r.has(i, from) || r.has(i, between):
		as = On
	}
	g.mod = on
	return &Said{g.span, r}, as, r.endOf(g.to)
}

// request reads the longest phrase at i that a request may hold. A number at its
// end that nothing gives a meaning is left to the title.
func (r *reader) request(i int, role Role) (g saying, ok bool) {
	g, ok = r.said(i, role)
	for ok && g.num > 0 && !g.numbered(g.lead, g.loose) {
		if g.num0 <= i {
			return g, false
		}
		all := r.toks
		r.toks = all[:g.num0]
		g, ok = r.said(i, role)
		r.toks = all
	}
	if !ok || r.refused || r.doubted(&g) || !r.meant(&g) {
		return g, false
	}
	s := Said{g.span, r}
	s.mod = on
	_, ok = s.Plan()
	return g, ok
}

// meant reports whether a phrase is a time in a request, and not a word of a
// title: "november" alone, "movie night on friday", "around the house", "3 days".
func (r *reader) meant(g *saying) bool {
	i, d := g.at, &g.day
	alone := g.lead == 0 && g.opened == on
	switch {
	case g.doubtful() && !((g.lead.has(on) || r.apart && g.opened != on) && d.wd > 0) && !(g.opened != on && d.m > 0),
		g.hasDay && d.altM > 0, // 3/4
		g.hasDay && alone && !d.known() && d.m > 0 && d.d == 0 && d.y == 0 && !g.hasEnd && !r.has(i, this) && !r.has(i, next) && !r.has(i, in),
		alone && r.has(i, holiday) && !g.hasA,
		r.has(i, part) && r.n(i, part) < ofItself || r.has(i, approx) && !g.hasA:
		return false
	}
	if g.hasDay || g.hasA || g.hasRule && g.rule.Repeats() {
		return true
	}
	if g.part != NoPart {
		return !g.weak && (g.opened == on)
	}
	return g.hasAm && g.forAm && g.opened == on
}

// With is both together; false where they contradict each other.
func (s *Said) With(o *Said) (*Said, bool) {
	t, p := *s, o.span
	if t.hasRule && p.hasAm && p.forAm && p.grain >= DayGrain && !t.ends() {
		t.lasts, p.hasAm, p.forAm, p.amount = p.amount, false, false, Amount{}
	}
	if !t.merge(&p) {
		return nil, false
	}
	_, ok := t.Plan()
	return &t, ok
}

// In is the same in a part of the day, where no other was said: dinner at 7 is in
// the evening.
func (s *Said) In(p Part) *Said {
	t := *s
	if t.part == NoPart {
		t.part = p
	}
	return &t
}

// Until is the range that ends with what another phrase says.
func (s *Said) Until(o *Said) (*Said, bool) {
	t := *s
	if !t.join(&o.span) {
		return nil, false
	}
	_, ok := t.Plan()
	return &t, ok
}

// Fixed reports whether a phrase names a day that is the same however it is
// read: "tomorrow", but not "friday".
func (s *Said) Fixed() bool { return s.hasDay && s.day.known() }

// Between reports whether the first and the last of several days were said, and
// not a week or a month.
func (s *Said) Between() bool { return s.hasEnd }

// EndOfDay reports whether "the end of the day" is all that was said of when.
func (s *Said) EndOfDay() bool {
	return s.hasDay && s.day.clock == lastSecond && s.day.grain == DayGrain
}

// Repeats reports whether a phrase says that something repeats.
func (s *Said) Repeats() bool { return s.hasRule && s.rule.Repeats() }

// Soonest reports whether a day was said by nothing but its weekday, so that it is the
// soonest.
func (s *Said) Soonest() bool {
	return s.hasDay && !s.hasEnd && s.day.wd > 0 && !s.day.known() && s.day.d == 0 && s.day.m == 0 && s.day.y == 0
}

// Bare reports whether a time was said without am or pm.
func (s *Said) Bare() bool { return s.hasA && s.a.bare() }

// Plan is what a phrase means for something that is planned: on which days, at
// what time, and how it repeats. What was not said is zero.
type Plan struct {
	First, Last  calendar.Date // the last only of several days
	Begins, Ends calendar.Time
	Lasts        Amount
	Part         Part
	Rule         Rule
}

// Plan works it out; false where it cannot be.
func (s *Said) Plan() (p Plan, ok bool) {
	t, r := s.span, s.r
	if t.hasRule {
		return r.series(&t)
	}
	if t.hasAm && !t.hasA && (t.amount.Seconds != 0 || !t.hasDay) {
		p.Lasts, t.hasAm = t.amount, false
	}
	if !t.hasDay && !t.hasA {
		p.Part = t.part
		return p, p != Plan{}
	}
	m, ok := r.meaning(&t)
	if !ok {
		return p, false
	}
	if t.hasDay {
		p.First = m.From.Day
	}
	switch {
	case t.hasA:
		p.Begins, p.Ends = m.From.time(), m.To.time()
		days := m.To.Day - m.From.Day
		return p, m.Kind != Range || p.Ends.Valid() && (days == 0 || days == 1 && p.Ends <= p.Begins)
	case m.Part != NoPart:
		p.Part = m.Part
	case m.Kind == Range:
		p.Last = m.To.Day
		return p, !m.From.Timed() && m.To.Valid()
	case m.Grain < DayGrain && t.day.grain < DayGrain:
		p.Begins = m.From.time()
	}
	return p, true
}

// time is the time of day of a point, to the minute.
func (p Point) time() (t calendar.Time) {
	if !p.Timed() {
		return t
	}
	return calendar.TimeOf(int(p.Clock-1)/3600, int(p.Clock-1)/60%60)
}

// series is the plan of something that repeats: a day beside it is its first.
func (r *reader) series(s *span) (p Plan, ok bool) {
	if s.hasDay {
		if s.hasEnd || s.rule.Start.Valid() || !r.resolve(&s.day) {
			return p, false
		}
		s.rule.Start, s.hasDay = s.day.first, false
		if s.day.last.Valid() && !s.ends() { // "every day this week"
			s.rule.Start, s.rule.Until = max(r.today, s.day.first), s.day.last
		}
	}
	if s.hasAm && !s.hasA {
		p.Lasts, s.hasAm = s.amount, false
	}
	lasts := s.lasts
	s.lasts, s.mod = Amount{}, on
	m, ok := r.finishRule(s)
	if !ok {
		return p, false
	}
	if p.Rule, p.Part = m.Rule, m.Rule.Part; p.Rule.Clock > 0 {
		p.Begins = Point{1, p.Rule.Clock}.time()
		p.Ends = Point{1, p.Rule.EndClock}.time()
	}
	p.First = p.Rule.first(max(r.today, p.Rule.Start))
	if p.Rule.Start.Valid() {
		p.First = p.Rule.first(p.Rule.Start)
	}
	if lasts != (Amount{}) {
		p.Rule.Until = r.move(Point{Day: p.First}, lasts, 1).Day.AddDays(-1)
	}
	return p, p.First.Valid() && (!p.Rule.Until.Valid() || p.Rule.Until >= p.First)
}

// first is the first day from a day on that a rule falls on.
func (r Rule) first(from calendar.Date) calendar.Date {
	const longest = 8*366 + 1 // from one 29 February to another
	for n := range longest {
		d := from.AddDays(n)
		_, m, dom := d.YMD()
		if (r.Days == 0 || r.Days.Has(d.Weekday())) && (r.Months == 0 || r.Months&(1<<m) != 0) && (r.MonthDay == 0 || r.MonthDay&(1<<dom) != 0) {
			return d
		}
	}
	return 0
}

// Amount reads a length of time at a byte of the text.
func (t *Text) Amount(at int) (am Amount, end int) {
	i := t.token(at)
	if i < 0 {
		return am, at
	}
	defer t.r.done()
	am, _, k := t.r.amount(i)
	if k == i {
		return am, at
	}
	return am, t.r.endOf(k)
}

// Number reports whether a number in words stands at a byte of the text.
func (t *Text) Number(at int) bool { return t.r.has(t.token(at), cardinal) }

// Every reports whether the word at a byte of the text says that something
// repeats, be it in a way that no rule of ours has: "every 2 months".
func (t *Text) Every(at int) bool {
	i := t.token(at)
	if !t.r.has(i, every) {
		return false
	}
	i++
	return t.r.digit(i) || t.r.has(i, cardinal) || t.r.has(i, ordinal) || t.r.has(i, weekday) || t.r.has(i, other) || t.r.has(i, some)
}

// Unsure is where a date ends that can be read in two ways, such as 3/4; at where
// there is none.
func (t *Text) Unsure(at int) (end int) {
	i := t.token(at)
	if i < 0 {
		return at
	}
	if d, k := t.r.numeric(i); k > i && d.altM > 0 {
		return t.r.endOf(k)
	}
	return at
}

// NoSuchDay is where a day ends that no calendar has: "feb 30", "2026-02-29", or
// a weekday that its date is not; at where there is none. Whoever writes one
// means another day.
func (t *Text) NoSuchDay(at int) (end int) {
	i := t.token(at)
	if i < 0 {
		return at
	}
	defer t.r.done()
	if k := t.r.noSuchDay(i); k > i {
		return t.r.endOf(k)
	}
	return at
}

func (r *reader) noSuchDay(i int) (to int) {
	if k := r.noSuchDate(i); k > i {
		return k
	}
	if !r.has(i, weekday) || r.has(i, doubt) {
		return i
	}
	k := i + 1
	if r.mark(k, ',') {
		k++
	}
	if !r.has(k, month) && !r.digit(k) && !r.has(k, the) {
		return i
	}
	d, e := r.dates(k)
	if e == k || d.d == 0 || d.altM > 0 || !r.resolve(&d) || int(d.first.Weekday()) == r.n(i, weekday) {
		return i
	}
	return e
}

// noSuchDate reads a day and a month, in words or digits, that is none in any
// year or in the one that was said.
func (r *reader) noSuchDate(i int) (to int) {
	if y, m, d, k := r.inDigits(i); k > i {
		return r.unless(y, m, d, i, k)
	}
	if r.has(i, month) {
		k := r.skip(i+1, the)
		d, _, e := r.dayNumber(k)
		if e == k || r.counts(e) || r.has(e, meridiem) {
			return i
		}
		y, e := r.yearAfter(e)
		return r.unless(y, r.n(i, month), d, i, e)
	}
	d, _, k := r.dayNumber(i)
	if k == i {
		return i
	}
	if k = r.skip(k, of); !r.has(k, month) {
		return i
	}
	y, e := r.yearAfter(k + 1)
	return r.unless(y, r.n(k, month), d, i, e)
}

// inDigits reads 2026-02-30 and 30.2.2026, whether there is such a day or not.
func (r *reader) inDigits(i int) (y, m, d, to int) {
	for k := range 5 {
		if k > 0 && !r.glued(i+k) || (k%2 == 0) != r.digit(i+k) || i+k >= len(r.toks) {
			return 0, 0, 0, i
		}
	}
	a, b, c := &r.toks[i], &r.toks[i+2], &r.toks[i+4]
	switch sep := r.toks[i+1].mark; {
	case sep != r.toks[i+3].mark, b.digits > 2:
	case a.digits == 4 && c.digits == 2 && (sep == '-' || sep == '/'):
		return a.num, b.num, c.num, i + 5
	case c.digits == 4 && a.digits <= 2 && sep == '.':
		return c.num, b.num, a.num, i + 5
	}
	return 0, 0, 0, i
}

// unless is to when there is no such day, in that year or, where none was said,
// in a leap year.
func (r *reader) unless(y, m, d, i, to int) int {
	if y == 0 {
		y = 2024
	}
	if calendar.DateOf(y, time.Month(m), d).Valid() {
		return i
	}
	return to
}

// Has reports whether a time lies in the part of the day, widely taken.
func (p Part) Has(t calendar.Time) bool {
	h, _ := t.Clock()
	switch p {
	case Morning:
		return h >= 4 && h < 12
	case Lunch:
		return h >= 11 && h < 15
	case Afternoon:
		return h >= 12 && h < 18
	case Evening:
		return h >= 17
	case Night:
		return h >= 18 || h < 5
	}
	return true
}
