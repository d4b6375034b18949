package moment

import (
	"slices"
	"strings"
	"time"

	"assister/internal/calendar"
)

// dates reads a day that is said by its date or weekday.
func (r *reader) dates(i int) (d days, to int) {
	d, k := r.numeric(i)
	if k == i {
		d, k = r.monthForm(i)
	}
	return d, k
}

// sep reads a separator of numbers; spaced ones have a space on both sides.
func (r *reader) sep(i int) (byte, bool) {
	if i < 1 || i+1 >= len(r.toks) {
		return 0, false
	}
	m := r.toks[i].mark
	if m != '-' && m != '/' && m != '.' {
		return 0, false
	}
	return m, r.glued(i) && r.glued(i+1) || m != '.' && r.glued(i) == r.glued(i+1)
}

// shortYear is a year of two digits, of which those to 50 are of this century.
func shortYear(n int) int {
	if n < 50 {
		return 2000 + n
	}
	return 1900 + n
}

// yearOf is the year of a number of two or four digits.
func (r *reader) yearOf(i int) int {
	switch t := &r.toks[i]; {
	case t.digits == 4 && t.num >= 1600 && t.num < 3000:
		return t.num
	case t.digits == 2:
		return shortYear(t.num)
	}
	return 0
}

// monthAt reads a month's name or number within a written date.
func (r *reader) monthAt(i int) int {
	if r.has(i, month) {
		return r.n(i, month)
	}
	if r.digit(i) && r.toks[i].digits <= 2 && r.toks[i].num >= 1 && r.toks[i].num <= 12 {
		return r.toks[i].num
	}
	return 0
}

// written is a date in numbers, or numbers and a month's name: the shape of its
// parts, the marks that may stand between them, and how it is read. A part is y
// for four digits, n for one or two, t for exactly two, and m for a name.
var written = [...]struct {
	shape, marks string
	read         func(r *reader, i int, mark byte) (days, bool)
}{
	{"ynn", "-/.", yearMonthDay},
	{"ymn", "-/.", yearMonthDay},
	{"nmy", "-/.", dayNameYear},
	{"nmt", "-/.", dayNameYear},
	{"mny", "-/.", nameDayYear},
	{"mnt", "-/.", nameDayYear},
	{"nny", "-/.", orderedYear},
	{"nnt", "/", orderedYear},
	{"ttt", "-", orderedYear},
	{"yn", "-/", yearMonth}, // 2026-11
	{"ny", "-/", monthYear}, // 11/2026
	{"mn", "/.", nameDay},
	{"my", "-/.", nameYear},
	{"nm", "-/.", dayName},
	{"nn", "/", ordered},
	{"nn", "-", orderedDash},
	{"nn", ".", orderedPoint},
}

// numeric reads dates with separators: 2026-11-27, 27.11.2026, 11/27, 3/2026,
// 31/Oct/2026.
func (r *reader) numeric(i int) (d days, to int) {
	mark, parts := r.separated(i)
	if parts < 2 {
		return d, i
	}
	for _, w := range written {
		if len(w.shape) != parts || strings.IndexByte(w.marks, mark) < 0 || !r.shaped(i, w.shape) {
			continue
		}
		d, ok := w.read(r, i, mark)
		if d.grain == NoGrain {
			d.grain = DayGrain
		}
		if ok && d.m > 0 && d.m <= 12 && d.d <= 31 && (d.grain != DayGrain || d.d > 0) {
			return d, i + 2*parts - 1
		}
		return days{}, i
	}
	return d, i
}

// separated is the mark between the parts of a date and how many there are; none
// where too many are.
func (r *reader) separated(i int) (mark byte, parts int) {
	mark, ok := r.sep(i + 1)
	if !ok || i+2 >= len(r.toks) {
		return 0, 0
	}
	third, ok := r.sep(i + 3)
	if !ok || third != mark || !r.glued(i+3) || !r.digit(i+4) {
		return mark, 2
	}
	if fourth, ok := r.sep(i + 5); ok && fourth == mark && mark != '-' && r.digit(i+6) && r.glued(i+5) {
		return 0, 0 // 1.2.3.4
	}
	return mark, 3
}

// shaped reports whether the parts of a date look like this.
func (r *reader) shaped(i int, shape string) bool {
	for k := range len(shape) {
		t := &r.toks[i+2*k]
		var ok bool
		switch shape[k] {
		case 'y':
			ok = t.num >= 0 && t.digits == 4
		case 'n':
			ok = t.num >= 0 && t.digits <= 2
		case 't':
			ok = t.num >= 0 && t.digits == 2
		case 'm':
			ok = t.tags.has(month)
		}
		if !ok {
			return false
		}
	}
	return true
}

// exact is a date with its year, if there is such a day.
func exact(y, m, d int) (days, bool) {
	return days{y: y, m: m, d: d}, y > 0 && calendar.DateOf(y, time.Month(m), d).Valid()
}

func yearMonthDay(r *reader, i int, _ byte) (days, bool) {
	return exact(r.yearOf(i), r.monthAt(i+2), r.toks[i+4].num)
}

func dayNameYear(r *reader, i int, _ byte) (days, bool) {
	return exact(r.yearOf(i+4), r.n(i+2, month), r.toks[i].num)
}

func nameDayYear(r *reader, i int, _ byte) (days, bool) {
	return exact(r.yearOf(i+4), r.n(i, month), r.toks[i+2].num)
}

func orderedYear(r *reader, i int, mark byte) (d days, ok bool) {
	d.y = r.yearOf(i + 4)
	r.order(&d, r.toks[i].num, r.toks[i+2].num, mark)
	_, ok = exact(d.y, d.m, d.d)
	return d, ok
}

func yearMonth(r *reader, i int, _ byte) (days, bool) {
	return days{y: r.yearOf(i), m: r.toks[i+2].num, grain: Month}, r.yearOf(i) > 0
}

func monthYear(r *reader, i int, _ byte) (days, bool) {
	return days{y: r.yearOf(i + 2), m: r.toks[i].num, grain: Month}, r.yearOf(i+2) > 0
}

func nameDay(r *reader, i int, _ byte) (days, bool) {
	return days{m: r.n(i, month), d: r.toks[i+2].num}, true
}

func nameYear(r *reader, i int, _ byte) (days, bool) {
	return days{y: r.yearOf(i + 2), m: r.n(i, month), grain: Month}, true
}

func dayName(r *reader, i int, _ byte) (days, bool) {
	return days{m: r.n(i+2, month), d: r.toks[i].num}, r.glued(i + 1)
}

// ordered is 3/4, unless it is a fraction, a rate or a sum.
func ordered(r *reader, i int, mark byte) (d days, ok bool) {
	a, b, k := r.toks[i].num, r.toks[i+2].num, i+3
	goesOn := (r.mark(k, '.') || r.mark(k, ',')) && r.glued(k) && r.digit(k+1) && r.glued(k+1)
	if a == 0 || b == 0 || a == 24 && b == 7 || r.has(k, unit) || r.mark(k, '%') || r.mark(i-1, '/') && r.glued(i) || goesOn || r.mark(k, '/') && r.glued(k) {
		return d, false
	}
	r.order(&d, a, b, mark)
	return d, true
}

// orderedDash is 27-11 where nothing says that it is a range.
func orderedDash(r *reader, i int, mark byte) (d days, ok bool) {
	a, b, k := r.toks[i].num, r.toks[i+2].num, i+3
	if a == 0 || b == 0 || i > 0 && !r.has(i-1, on) || !(max(a, b) > 24 && i > 0 || a > 12 != (b > 12)) {
		return d, false
	}
	if r.has(k, meridiem) || r.has(k, month) || r.has(k, of) || r.has(k, in) || r.has(k, suffix) || r.mark(k, ':') || r.has(i-1, at) {
		return d, false
	}
	r.order(&d, a, b, mark)
	return d, true
}

// orderedPoint is "on 27.11" or "friday 27.11"; alone it is a price.
func orderedPoint(r *reader, i int, _ byte) (d days, ok bool) {
	a, b := r.toks[i].num, r.toks[i+2].num
	if a == 0 || b == 0 || !r.glued(i+1) || !r.has(i-1, weekday) && (!r.has(i-1, on) || r.lang.monthFirst) || r.mark(i+3, '.') && r.glued(i+3) && r.digit(i+4) {
		return d, false
	}
	r.order(&d, a, b, '/')
	return d, true
}

// order tells day and month of two numbers apart: by what can be, then by the
// language's order, remembering that there is another.
func (r *reader) order(d *days, a, b int, s byte) {
	switch {
	case s == '.' || a > 12 && b <= 12:
		d.d, d.m = a, b
	case b > 12 && a <= 12:
		d.m, d.d = a, b
	case a > 12:
	case r.lang.monthFirst:
		d.m, d.d, d.altM, d.altD = a, b, b, a
	default:
		d.m, d.d, d.altM, d.altD = b, a, a, b
	}
	if a == b {
		d.altM, d.altD = 0, 0
	}
}

// yearAfter reads the year that may follow a day and a month.
func (r *reader) yearAfter(i int) (y, to int) {
	k := i
	if r.mark(k, ',') || r.mark(k, '.') || r.has(k, of) || r.has(k, in) {
		k++
	}
	if y, e := r.year(k); e > k {
		return y, e
	}
	if r.mark(i, ',') && r.digit(i+1) && r.toks[i+1].digits == 2 && r.toks[i+1].num > 31 && !r.mark(i+2, ':') {
		return shortYear(r.toks[i+1].num), i + 2
	}
	return 0, i
}

// monthForm reads "november 27", "27th of november 2026", "november 2026",
// "2026 november".
func (r *reader) monthForm(i int) (d days, to int) { return r.lang.tables.months.read(r, i, 0) }

func monthForms() []form[days] {
	return []form[days]{
		{"the? DAY filler? of? month OFYEAR?", dayOfMonth},
		{"the? DAY , month OFYEAR?", dayOfMonth},
		{"the? DAY ~- month OFYEAR?", dayOfMonth},
		{"the? DAY unit of month OFYEAR?", dayOfMonth}, // third day of october
		{"YEAR ,? month", monthOfYear},
		{"month .? the? DAY OFYEAR?", monthDay},
		{"month ~- ~#2 OFYEAR?", monthDay},
		{"month OFYEAR?", monthAlone},
	}
}

func dayOfMonth(r *reader, m *match) (days, bool) {
	k := r.wordOf(m, month)
	if r.wordOf(m, unit) >= 0 && r.value(m, unit) != int(DayGrain) {
		return days{}, false
	}
	return days{y: m.year, m: r.n(k, month), d: m.nums[0], grain: DayGrain},
		!r.has(k, doubt) || m.sure || r.digit(r.skip(m.at, the)) || r.toks[k].capital
}

// monthDay is "november 27". A year or a time behind the month is no day of it.
func monthDay(r *reader, m *match) (days, bool) {
	i := r.wordOf(m, month)
	k, n := i+1, m.nums[0]
	if m.num == 0 { // "november-27"
		k, n = i+2, r.toks[i+2].num
	}
	for r.mark(k, '.') || r.has(k, the) {
		k++
	}
	if e := m.to; m.year == 0 && (r.mark(e, ':') && r.glued(e) || r.has(e, meridiem) || r.mark(e, '%') || !m.sure && r.has(e, unit)) {
		return days{}, false
	}
	if y, f := r.year(k); f > k && y > 0 {
		return days{}, false
	}
	if c, f := r.clock(k, false); f > k && c.strong && !m.sure && c.grain == Minute {
		return days{}, false
	}
	return days{y: m.year, m: r.n(i, month), d: n, grain: DayGrain}, n >= 1 && n <= 31
}

// monthAlone is "november" and "november 2026", but not "32 november".
func monthAlone(r *reader, m *match) (days, bool) {
	d := days{y: m.year, m: r.value(m, month), grain: Month}
	if m.year > 0 {
		return d, true
	}
	d.free = r.has(m.at, doubt)
	i := m.at
	return d, !(r.digit(i-1) && r.toks[i-1].digits <= 2 || r.digit(i+1) && r.toks[i+1].digits > 4)
}

func monthOfYear(r *reader, m *match) (days, bool) {
	return days{y: m.year, m: r.value(m, month), grain: Month}, true
}

// elementDay reads one thing that says a day or several.
func (r *reader) elementDay(i int, prep tags) (d days, to int) {
	return r.lang.tables.days.read(r, i, prep)
}

func dayForms() []form[days] {
	return []form[days]{
		{"the? relative", relativeDay},
		{"the? NTH weekday of|in WITHIN", nthWeekday},
		{"the? NTH unit of|in WITHIN", nthUnit},
		{"the? NTH weekend of|in WITHIN", nthWeekend},
		{"the? NTH COUNT unit of|in WITHIN", firstUnits}, // first 10 days of last year
		{"the? NTH of|in WITHIN", dayWithin},             // 20th of next month
		{"the? #2 of WITHIN", dayWithin},
		{"the? WHICH weekday", whichWeekday},
		{"the? WHICH unit on? weekday", weekdayOfWeek}, // next week on friday
		{"the? weekday STOP? after next !weekday|unit", weekdayAfterNext},
		{"the? weekday STOP? of? in? PERIOD", weekdayOfPeriod},
		{"the? weekday STOP?", soonestWeekday},
		{"PERIOD", asRead},
		{"this WRITTEN", ofThisYear},
		{"the? month after next !unit|weekday", monthAfterNext},
		{"DATE", date},
		{"the? WHICH &month MONTH", whichDate},
		{"the? WHICH month", whichMonth},
		{"the? WHICH? holiday OFYEAR?", feast},
		{"the? weekof of? the? DATE", weekAround},
		{"the? weekof of? the? DAY", weekAround},
		{"the? unit of the? DATE", weekAround},
		{"the? unit of the? DAY", weekAround},
		{"the? unit of month OFYEAR?", monthCalled}, // the month of may
		{"the? rest of? the? WITHIN", restOf},
		{"the? end|begin of WITHIN", edgeOf},
		{"the? end|begin", edgeOfThis}, // eom
		{"the? unit YEAR", yearCalled},
		{"YEAR", yearAlone},
		{"the? DAY", dayAlone},
	}
}

func asRead(_ *reader, m *match) (days, bool) { return m.day, true }

func relativeDay(r *reader, m *match) (days, bool) {
	return days{first: r.today.AddDays(r.value(m, relative)), grain: DayGrain}, true
}

// --- within a period

// inside makes the form's period known, and checks that what is counted in it is.
func (r *reader) inside(m *match, d *days, count func(p days, n int)) bool {
	p := m.day
	if !r.resolve(&p) || !p.last.Valid() {
		return false
	}
	count(p, m.nums[0])
	return d.first.Valid() && d.first >= p.first && d.first <= p.last
}

func nthWeekday(r *reader, m *match) (d days, ok bool) {
	wd := time.Weekday(r.value(m, weekday))
	d.grain = DayGrain
	return d, r.inside(m, &d, func(p days, n int) { d.first = nthOf(p, wd, n) })
}

// nthOf is the nth such weekday of a period, from its end where n is negative.
func nthOf(p days, wd time.Weekday, n int) calendar.Date {
	if n > 0 {
		return soonest(p.first, wd).AddDays(7 * (n - 1))
	}
	back := (int(p.last.Weekday()) - int(wd) + 7) % 7
	return p.last.AddDays(-back + 7*(n+1))
}

func nthWeekend(r *reader, m *match) (d days, ok bool) {
	d.grain = DayGrain
	ok = r.inside(m, &d, func(p days, n int) {
		d.first = nthOf(p, time.Saturday, n)
		d.last = d.first.AddDays(1)
	})
	return d, ok
}

func nthUnit(r *reader, m *match) (days, bool) { return r.unitsIn(m, r.value(m, unit), 1) }

func firstUnits(r *reader, m *match) (d days, ok bool) {
	if n := m.nums[0]; n != 1 && n != -1 {
		return d, false
	}
	return r.unitsIn(m, r.value(m, unit), m.nums[1])
}

func dayWithin(r *reader, m *match) (d days, ok bool) {
	n := m.nums[0]
	if m.num == 0 {
		n = r.toks[r.wordOf(m, numeral)].num
	}
	if n < 0 || m.day.m > 0 { // "the 15th of july" is a date, that may be the end of a range
		return d, false
	}
	m.nums[0] = n
	return r.unitsIn(m, int(DayGrain), 1)
}

// unitsIn are some units of the form's period, from its nth or nth last.
func (r *reader) unitsIn(m *match, u, several int) (d days, ok bool) {
	known := true
	ok = r.inside(m, &d, func(p days, n int) {
		d.grain = Grain(u)
		switch {
		case u == int(DayGrain):
			d.first = p.first.AddDays(n - 1)
			if n < 0 {
				d.first = p.last.AddDays(n + 1 - (several - 1))
			}
			if several > 1 {
				d.last = d.first.AddDays(several - 1)
			}
		case u == int(Week):
			// The first week begins with the first Monday; the last has most of its
			// days in the period.
			d.first = soonest(p.first, time.Monday).AddDays(7 * (n - 1))
			if n < 0 {
				d.first = p.last.AddDays(-3).StartOfWeek().AddDays(7 * (n + 1))
			}
			d.last = d.first.AddDays(7*several - 1)
		case u == int(Month) && p.grain >= Quarter:
			d.first, d.last = monthsIn(p, n, several)
		case u == int(Quarter) && p.grain == Year:
			d.first, d.last = monthsIn(p, 3*n-2, 3)
			if n < 0 {
				d.first, d.last = monthsIn(p, 3*n, 3)
			}
		default:
			known = false
		}
	})
	return d, ok && known
}

// monthsIn are some months of a period, from its nth or nth last.
func monthsIn(p days, n, several int) (first, last calendar.Date) {
	first = p.first.AddMonths(n - 1)
	if n < 0 {
		first = p.last.AddDays(1).AddMonths(n)
	}
	return first, first.AddMonths(several).AddDays(-1)
}

// --- weekdays

// weekdayAt is a weekday of the week that is n weeks on.
func (r *reader) weekdayAt(n, wd int) days {
	return days{first: r.today.StartOfWeek().AddDays(7*n + (wd+6)%7), grain: DayGrain}
}

func whichWeekday(r *reader, m *match) (days, bool) {
	wd, k := r.value(m, weekday), m.to
	j := r.skip(m.at, the)
	switch {
	case m.which < 0 && r.has(j, last) && r.n(j, last) == 1: // "past friday"
		return days{first: soonest(r.today.AddDays(-7), time.Weekday(wd)), grain: DayGrain}, true
	case m.which == 0 || r.has(j, this):
		return days{wd: wd + 1, grain: DayGrain}, true
	case (r.has(k, of) || r.has(k, in)) && r.has(k+1, month), r.has(k, of) && r.has(r.skip(k+1, the), this):
		return days{}, false // "last monday of march"
	}
	return r.weekdayAt(m.which, wd), true
}

func weekdayOfWeek(r *reader, m *match) (days, bool) {
	return r.weekdayAt(m.which, r.value(m, weekday)), r.value(m, unit) == int(Week)
}

// weekdayAfterNext is the one after the soonest to come, which is not today.
func weekdayAfterNext(r *reader, m *match) (days, bool) {
	return days{first: soonest(r.today.AddDays(1), time.Weekday(r.value(m, weekday))).AddDays(7), grain: DayGrain}, true
}

func weekdayOfPeriod(r *reader, m *match) (days, bool) {
	p := m.day
	return days{first: p.first.AddDays((r.value(m, weekday) + 6) % 7), grain: DayGrain}, p.grain == Week && p.last-p.first == 6
}

func soonestWeekday(r *reader, m *match) (days, bool) {
	k := r.wordOf(m, weekday)
	return days{wd: r.n(k, weekday) + 1, grain: DayGrain, free: r.has(k, doubt)}, true
}

// --- periods

// which reads this, next, last: how many units on.
func (r *reader) which(i int) (n, to int) {
	switch {
	case r.has(i, this):
		return 0, i + 1
	case r.has(i, next):
		return 1, i + 1
	case r.has(i, last) && !r.modal(i-1):
		return -1, i + 1
	}
	return 0, i
}

// modal reports whether the word at i makes a verb of "last": "it will last two
// hours".
func (r *reader) modal(i int) bool {
	return i >= 0 && r.toks[i].mark == 0 && slices.Contains(r.lang.modals, lower(r.text[r.toks[i].start:r.toks[i].end]))
}

// periodAt reads a unit as a period n units from this one.
func (r *reader) periodAt(u, n int) (d days, ok bool) {
	y, m, _ := r.today.YMD()
	switch u {
	case int(DayGrain):
		return days{first: r.today.AddDays(n), grain: DayGrain}, true
	case int(Week):
		monday := r.today.StartOfWeek().AddDays(7 * n)
		return days{first: monday, last: monday.AddDays(6), grain: Week}, true
	case int(Month):
		first := calendar.DateOf(y, m, 1).AddMonths(n)
		return days{first: first, last: first.AddMonths(1).AddDays(-1), grain: Month}, true
	case int(Quarter):
		first := calendar.DateOf(y, (m-1)/3*3+1, 1).AddMonths(3 * n)
		return days{first: first, last: first.AddMonths(3).AddDays(-1), grain: Quarter}, true
	case int(Year):
		return days{first: calendar.DateOf(y+n, 1, 1), last: calendar.DateOf(y+n, 12, 31), grain: Year}, true
	}
	return d, false
}

func (r *reader) weekendAt(n int) days {
	sat := r.today.StartOfWeek().AddDays(7*n + 5)
	return days{first: sat, last: sat.AddDays(1), grain: DayGrain}
}

// period reads "next week", "the last 3 days", "2 next days", "this weekend".
func (r *reader) period(i int) (d days, to int) { return r.lang.tables.periods.read(r, i, 0) }

func periodForms() []form[days] {
	return []form[days]{
		{"the? WHICH COUNT unit", runOfUnits},
		{"the? COUNT WHICH unit", unitsToCome},
		{"the? unit after the? next !unit|weekday|month", unitAfterNext},
		{"the? weekend after the? next weekend", weekendAfterNext},
		{"the? weekend after the? next !unit", weekendAfterNext},
		{"the weekend", thisWeekend},
		{"<on|at|for|in weekend", thisWeekend},
		{"the? WHICH weekend", whichWeekend},
		{"the? WHICH unit", whichUnit},
	}
}

// runOfUnits is "last 3 weeks", which are whole weeks, and "the last 3 weeks",
// which go up to today.
func runOfUnits(r *reader, m *match) (days, bool) {
	if m.which == 0 || r.countsOne(m) {
		return days{}, false
	}
	if r.has(m.at, the) {
		return r.rolling(m.which, m.nums[0], r.value(m, unit))
	}
	return r.run(m.which, m.nums[0], r.value(m, unit))
}

// rolling are some units up to yesterday, or from tomorrow on.
func (r *reader) rolling(dir, n, u int) (d days, ok bool) {
	am, g, ok := units(n, 1, u)
	if !ok || g < DayGrain {
		return d, false
	}
	if g == Quarter { // nobody counts these but by the calendar
		return r.run(dir, n, u)
	}
	if dir < 0 {
		d.first, d.last = r.move(Point{Day: r.today}, am, -1).Day, r.today.AddDays(-1)
	} else {
		d.first = r.today.AddDays(1)
		d.last = r.move(Point{Day: d.first}, am, 1).Day.AddDays(-1)
	}
	d.grain = g
	if d.last == d.first {
		d.last = 0
	}
	return d, d.first.Valid()
}

// countsOne reports whether the form counts "a" unit, which is no run of them.
func (r *reader) countsOne(m *match) bool {
	for i := m.at; i < m.to; i++ {
		if r.has(i, a) {
			return true
		}
	}
	return false
}

// unitsToCome is "3 next days", where "one next day" is one.
func unitsToCome(r *reader, m *match) (days, bool) {
	k := r.wordOf(m, unit)
	plural := r.text[r.toks[k].end-1]|0x20 == 's'
	if r.has(k-1, hence) || m.nums[0] != 1 && !plural || m.which == 0 || r.countsOne(m) {
		return days{}, false
	}
	return r.rolling(m.which, m.nums[0], r.value(m, unit))
}

func unitAfterNext(r *reader, m *match) (days, bool) { return r.periodAt(r.value(m, unit), 2) }

func weekendAfterNext(r *reader, _ *match) (days, bool) { return r.weekendAt(2), true }

func thisWeekend(r *reader, m *match) (days, bool) {
	return r.weekendAt(0), r.value(m, weekend) == 0
}

func whichWeekend(r *reader, m *match) (days, bool) { return r.weekendAt(m.which), true }

func whichUnit(r *reader, m *match) (days, bool) {
	u := r.value(m, unit)
	if u < int(DayGrain) || u >= fortnight || r.has(m.to, after) && r.has(m.to+1, next) {
		return days{}, false
	}
	return r.periodAt(u, m.which)
}

// run is several units in a row up to now or from now on. Of weeks, months and
// years they are whole ones, beside the current.
func (r *reader) run(dir, n, u int) (d days, ok bool) {
	if n < 1 || n > 10_000 || u < int(DayGrain) {
		return d, false // times are left to the phrase
	}
	if u == fortnight {
		n, u = 2*n, int(Week)
	}
	d, ok = r.periodAt(u, dir)
	end, _ := r.periodAt(u, dir*n)
	d.grain = Grain(u)
	switch {
	case u == int(DayGrain):
		if n > 1 {
			d.first, d.last = min(d.first, end.first), max(d.first, end.first)
		}
	case dir < 0:
		d.first = end.first
	default:
		d.last = end.last
	}
	return d, ok
}

// enclosing reads a period that days are counted in: a month, a year, "next
// month", "the year".
func (r *reader) enclosing(i int) (d days, to int) { return r.lang.tables.within.read(r, i, 0) }

func withinForms() []form[days] {
	return []form[days]{
		{"PERIOD", longPeriod},
		{"MONTH", wholeMonth},
		{"the? WHICH month", whichMonth},
		{"the? unit !YEAR", thisUnit},
		{"the? unit YEAR", yearCalled},
		{"YEAR", yearWithin},
	}
}

func longPeriod(_ *reader, m *match) (days, bool) {
	return m.day, m.day.last.Valid() && m.day.grain >= Week
}

func wholeMonth(_ *reader, m *match) (days, bool) {
	m.day.free = false
	return m.day, m.day.m > 0 && m.day.d == 0
}

func thisUnit(r *reader, m *match) (days, bool) {
	d, ok := r.periodAt(r.value(m, unit), 0)
	return d, ok && d.grain >= Week
}

func yearWithin(_ *reader, m *match) (days, bool) { return days{y: m.year, grain: Year}, true }

// vague refuses "later this week", which is some of what is left; a request asks.
func (r *reader) vague(m *match) bool {
	r.refused = r.refused || !r.strict && r.value(m, rest) == 1
	return r.refused
}

// restOf is what is left of a period that today lies in.
func restOf(r *reader, m *match) (days, bool) {
	p := m.day
	if r.vague(m) || !r.resolve(&p) || p.first > r.today || p.last < r.today {
		return p, false
	}
	p.first, p.grain = r.today, DayGrain
	return p, true
}

// lastSecond is the end of a day as a Point's clock counts.
const lastSecond = 24 * 3600

// edgeOf is the first or last day of a period.
func edgeOf(r *reader, m *match) (days, bool) { return r.edge(m, m.day) }

// edgeOfThis is the edge of a unit that the word says too: "eom".
func edgeOfThis(r *reader, m *match) (d days, ok bool) {
	u := r.value(m, end)
	if u == 0 {
		u = r.value(m, begin)
	}
	p, ok := r.periodAt(u, 0)
	if !ok {
		return d, false
	}
	return r.edge(m, p)
}

func (r *reader) edge(m *match, p days) (d days, ok bool) {
	atEnd := r.wordOf(m, end) >= 0
	// The end of a week is Friday to some and Sunday to others.
	if !r.resolve(&p) || p.grain == Week {
		return d, false
	}
	if p.grain == DayGrain && !p.last.Valid() {
		p.clock = lastSecond
		return p, atEnd
	}
	d = days{first: p.first, grain: DayGrain}
	if atEnd {
		d.first = p.last
	}
	return d, true
}

// weekAround is the week that a day lies in: "the week of the 18th".
func weekAround(r *reader, m *match) (days, bool) {
	p := m.day
	if m.num > 0 && p == (days{}) {
		p = days{d: m.nums[0]}
		if !m.sure {
			return p, false
		}
	}
	if r.wordOf(m, weekOf) < 0 && r.value(m, unit) != int(Week) || p.d == 0 || !r.resolve(&p) {
		return p, false
	}
	monday := p.first.StartOfWeek()
	return days{first: monday, last: monday.AddDays(6), grain: Week}, true
}

// --- dates

// date is a day by its date. A month alone wants something that says it is one.
func date(r *reader, m *match) (days, bool) {
	d := m.day
	if d.m > 0 && d.d == 0 && d.y == 0 && d.free {
		const marks = 1<<in | 1<<until | 1<<since | 1<<before | 1<<after | 1<<from | 1<<upto | 1<<between
		named := r.toks[m.at].capital && m.at > 0 && (m.to >= len(r.toks) || r.toks[m.to].mark != 0)
		d.free = m.prep&marks == 0 && !named
	}
	return d, true
}

func ofThisYear(r *reader, m *match) (days, bool) {
	d := m.day
	if d.y != 0 || d.d == 0 {
		return d, false
	}
	d.y, _, _ = r.today.YMD()
	return d, true
}

// monthFrom is "this", "next" or "last" march: the soonest that is not this
// month, and the one before.
func (r *reader) monthFrom(n, month int) days {
	y, m, _ := r.today.YMD()
	switch {
	case n == 0 && month < int(m) && r.strict: // past, or next year's
		r.refused = true
	case n > 0 && month <= int(m):
		y++
	case n < 0 && month >= int(m):
		y--
	}
	return days{y: y, m: month, grain: Month}
}

func monthAfterNext(r *reader, m *match) (days, bool) {
	d := r.monthFrom(1, r.value(m, month))
	d.y++
	return d, true
}

// sureMonth reports whether "this" before a word such as "may" makes it a month.
func (r *reader) sureMonth(k int) bool {
	return !r.has(k-1, this) || !r.has(k, doubt) || k+1 >= len(r.toks) || r.toks[k].capital || r.has(k+1, upto)
}

// whichDate is "this may 5".
func whichDate(r *reader, m *match) (days, bool) {
	return m.day, r.sureMonth(r.wordOf(m, month)) && (m.day.d > 0 || m.day.y > 0)
}

func whichMonth(r *reader, m *match) (days, bool) {
	k := r.wordOf(m, month)
	return r.monthFrom(m.which, r.n(k, month)), r.sureMonth(k)
}

func monthCalled(r *reader, m *match) (days, bool) {
	return days{y: m.year, m: r.value(m, month), grain: Month}, r.value(m, unit) == int(Month)
}

// feast is a day that has a name, and the same date every year.
func feast(r *reader, m *match) (days, bool) {
	h := r.value(m, holiday)
	return days{y: m.year, m: h / 100, d: h % 100, grain: DayGrain, pastward: m.which < 0}, true
}

func yearCalled(r *reader, m *match) (days, bool) {
	return days{y: m.year, grain: Year}, r.value(m, unit) == int(Year)
}

// yearAlone is a number that its preposition makes a year.
func yearAlone(r *reader, m *match) (days, bool) {
	const marks = 1<<in | 1<<since | 1<<from | 1<<between | 1<<after | 1<<before | 1<<until | 1<<upto
	k := m.to
	goesOn := r.mark(k, '-') && r.glued(k) && r.glued(k+1) && r.digit(k+1) && r.toks[k+1].digits != 4 || r.mark(k, '.')
	return days{y: m.year, grain: Year}, m.prep&marks != 0 && (!goesOn || k >= len(r.toks)-1)
}

// dayAlone is "the 27th", "on the 3rd".
func dayAlone(r *reader, m *match) (days, bool) {
	const marks = 1<<on | 1<<by | 1<<until | 1<<from | 1<<between | 1<<upto
	k := r.skip(m.at, the)
	d := days{d: m.nums[0], grain: DayGrain, near: m.sure}
	switch {
	case !r.endsDay(m.to):
		return d, false
	case m.sure:
		return d, r.digit(k) || m.prep&marks != 0
	}
	ends := m.to >= len(r.toks) || r.toks[m.to].mark != 0 && !r.glued(m.to)
	return d, r.digit(k) && k > m.at && (m.prep != 0 && !m.prep.has(at) || ends) && !r.counts(m.to)
}

// endsDay reports whether a number before i may be a day: nothing follows that
// it would be a number of.
func (r *reader) endsDay(i int) bool {
	if i >= len(r.toks) {
		return true
	}
	t := &r.toks[i]
	return t.mark != 0 && t.mark != '%' || t.tags&^(1<<unit|1<<weekday|1<<month|1<<ordinal|1<<cardinal|1<<holiday) != 0 || r.has(i, weekday)
}
