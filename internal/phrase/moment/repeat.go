package moment

import (
	"time"

	"assister/internal/calendar"
)

// Frequency is RFC 5545's.
type Frequency uint8

const (
	Never Frequency = iota
	Minutely
	Hourly
	Daily
	Weekly
	Monthly
	Yearly
)

// String is RFC 5545's name in small letters.
func (f Frequency) String() string {
	return [...]string{"", "minutely", "hourly", "daily", "weekly", "monthly", "yearly"}[f]
}

// Rule is how something repeats, in the terms of RFC 5545. The zero Rule does
// not repeat. Rules compare with ==.
type Rule struct {
	Freq     Frequency
	Interval int           // at least 1
	Days     calendar.Days // by weekday
	Nth      uint16        // which of these in the month: bit n-1 for the nth, bit 8+n for the nth last
	MonthDay uint64        // bit n for the nth, bit 0 for the last
	Months   uint16        // bit n for month n
	Start    calendar.Date // only when it was said
	Until    calendar.Date // inclusive
	Count    int
	Clock    int32 // second of the day, from 1
	EndClock int32
	Part     Part
}

// Repeats reports whether it is a recurrence at all.
func (r Rule) Repeats() bool { return r.Freq != Never }

// Plain is the rule as the planner's records keep it, with the day a record of
// it may begin on; false when they cannot say it.
func (r Rule) Plain() (rec calendar.Recurrence, ok bool) {
	const workdays = 1<<time.Monday | 1<<time.Tuesday | 1<<time.Wednesday | 1<<time.Thursday | 1<<time.Friday
	rec = calendar.Recurrence{Until: r.Until, Count: int32(r.Count)}
	switch {
	case r.Nth != 0 || r.Freq == Never || r.Freq <= Hourly || r.Interval < 1 || r.Interval > 5000:
		return rec, false
	case r.Freq == Daily && r.Interval == 1 && r.Days == 0:
		rec.Freq = calendar.Daily
	case r.Freq == Daily && r.Days == 0:
		rec.Freq, rec.Interval = calendar.EveryNDays, int32(r.Interval)
	case r.Freq == Weekly && r.Interval == 1 && r.Days == workdays:
		rec.Freq = calendar.Weekdays
	case r.Freq == Weekly && r.Interval == 1:
		rec.Freq, rec.ByDay = calendar.Weekly, r.Days
	case r.Freq == Weekly && r.Days&(r.Days-1) == 0:
		rec.Freq, rec.Interval = calendar.EveryNDays, int32(7*r.Interval)
	case r.Freq == Monthly && r.Interval == 1 && r.Days == 0 && r.MonthDay&(r.MonthDay-1) == 0 && r.MonthDay != 1 && r.Months == 0:
		rec.Freq = calendar.Monthly
	case r.Freq == Yearly && r.Interval == 1 && r.Days == 0 && r.MonthDay&(r.MonthDay-1) == 0 && r.MonthDay != 1 && r.Months&(r.Months-1) == 0,
		r.Freq == Monthly && r.Interval == 12 && r.Days == 0 && r.MonthDay == 0 && r.Months == 0:
		rec.Freq = calendar.Yearly
	default:
		return rec, false
	}
	return rec, true
}

// every is a rule of n units.
func everyUnit(n, u int) (rule Rule, ok bool) {
	rule.Interval = n
	switch u {
	case int(Minute):
		rule.Freq = Minutely
	case int(Hour):
		rule.Freq = Hourly
	case int(DayGrain):
		rule.Freq = Daily
	case int(Week):
		rule.Freq = Weekly
	case fortnight:
		rule.Freq, rule.Interval = Weekly, 2*n
	case int(Month):
		rule.Freq = Monthly
	case int(Quarter):
		rule.Freq, rule.Interval = Monthly, 3*n
	case int(Year):
		rule.Freq = Yearly
	}
	return rule, rule.Freq != Never && n >= 1 && n <= 5000
}

const workweek = calendar.Days(1<<time.Monday | 1<<time.Tuesday | 1<<time.Wednesday | 1<<time.Thursday | 1<<time.Friday)

const weekendDays = calendar.Days(1<<time.Saturday | 1<<time.Sunday)

// recurrence reads how something repeats, without its end and its time of day,
// which are elements of their own.
func (r *reader) recurrence(i int, _ tags) (p span, to int) {
	p.rule, to = r.lang.tables.rules.read(r, i, 0)
	p.hasRule = to > i
	return p, to
}

// everyForms begin with "every".
func everyForms() []form[Rule] {
	return []form[Rule]{
		{"every ORDINALS SOMEDAYS of|in? the? every? unit", nthOfMonth}, // every first and third monday of the month
		{"every ORDINALS SOMEDAYS of|in month", nthOfMonth},
		{"every ORDINALS SOMEDAYS !of|in|the|every", firstOfMonth},
		{"every ORDINALS of the? every? unit", nthOfMonth},
		{"every ORDINALS of? month", nthOfMonth},
		{"every ORDINALS !unit|weekday", nthAlone}, // every 15th
		{"EVERY unit", everyUnits},
		{"EVERY workday", everyWorkday},
		{"EVERY WEEKDAYS part?", everyWeekdays},
		{"EVERY part", everyPart},
		{"EVERY MONTHS", everyMonths},
		{"EVERY DAY month", everyDate},
	}
}

func ruleForms() []form[Rule] {
	return append(everyForms(), []form[Rule]{
		{"often", oftenUnits},
		{"times a unit", onceAUnit},
		{"times EACH", onceEach}, // once every two weeks
		{"WEEKDAYS", pluralDays},
		{"weekday part", weekdayParts}, // tuesday afternoons
		{"the part", dailyPart},        // in the evenings
		{"MONTH of|in? every unit", dateOfEvery},
		{"the? ORDINALS SOMEDAYS of|in EVERY unit|month", nthOfEvery},
		{"the? ORDINALS SOMEDAYS of|in a unit", nthOfEvery},
		{"the? ORDINALS unit of|in EVERY unit|month", nthDayOfEvery},
		{"the? ORDINALS unit of|in a unit", nthDayOfEvery},
		{"the? ORDINALS of|in EVERY unit|month", nthOfEvery},
		{"the? ORDINALS of|in a unit", nthOfEvery},
	}...)
}

// readEvery reads "every", and how many units pass in between: "every other",
// "every 3", "every third".
func readEvery(r *reader, i int, m *match) (to int) {
	if !r.has(i, every) {
		return i
	}
	j := r.skip(i+1, filler)
	m.every = 1
	counted := func(k int) bool {
		return r.has(k, unit) || r.has(k, weekend) || r.has(k, weekday) || r.has(k, weekdays)
	}
	switch n, k := r.ordinal(j); {
	case r.has(j, other):
		m.every = 2
		return j + 1
	case k > j && n > 0 && (r.has(k, unit) || n > 1 && r.has(k, weekday)):
		m.every = n
		return k
	}
	if n, k := r.count(j); k > j && !r.has(j, a) && counted(k) {
		m.every = n
		return k
	}
	return j
}

func everyUnits(r *reader, m *match) (Rule, bool) {
	rule, ok := everyUnit(m.every, r.value(m, unit))
	if !ok {
		return rule, false
	}
	return r.on(rule, m)
}

// on reads on which days of its unit a rule falls, behind the form.
func (r *reader) on(rule Rule, m *match) (Rule, bool) {
	rule, m.to = r.onDays(rule, m.to)
	return rule, rule.Repeats()
}

func everyWorkday(_ *reader, m *match) (Rule, bool) {
	return Rule{Freq: Weekly, Interval: 1, Days: workweek}, m.every == 1
}

func everyWeekdays(r *reader, m *match) (Rule, bool) {
	rule := Rule{Freq: Weekly, Interval: m.every, Days: m.days}
	if r.wordOf(m, part) >= 0 {
		rule.Part = Part(r.value(m, part) % plural)
	}
	return rule, m.every >= 1 && m.every <= 5000
}

func everyPart(r *reader, m *match) (Rule, bool) {
	return Rule{Freq: Daily, Interval: 1, Part: Part(r.value(m, part) % plural)}, m.every == 1
}

// everyMonths is "every june and july on the 4th".
func everyMonths(r *reader, m *match) (Rule, bool) {
	rule := Rule{Freq: Yearly, Interval: 1, Months: m.months}
	k := m.to
	if nth, e := r.monthDays(k); e > k && rule.nth(nth, 0) {
		m.to = e
	} else if d, _, e := r.dayNumber(k); e == k+1 && r.digit(k) && !r.counts(e) && !r.has(e, meridiem) && !r.mark(e, ':') {
		rule.MonthDay |= 1 << d
		m.to = e
	}
	return rule, m.every == 1
}

func everyDate(r *reader, m *match) (Rule, bool) {
	return Rule{Freq: Yearly, Interval: 1, Months: 1 << r.value(m, month), MonthDay: 1 << m.nums[0]}, m.every == 1
}

// nthOfMonth is "every last friday of the month", "every 5th of march".
func nthOfMonth(r *reader, m *match) (rule Rule, ok bool) {
	switch k := r.wordOf(m, month); {
	case k >= 0:
		rule = Rule{Freq: Yearly, Interval: 1, Months: 1 << r.n(k, month)}
	case r.value(m, unit) == int(Month):
		rule = Rule{Freq: Monthly, Interval: 1}
	default:
		return rule, false
	}
	return rule, rule.nth(m.nth, m.days)
}

// firstOfMonth is "every first monday", which can only be of the month.
func firstOfMonth(_ *reader, m *match) (rule Rule, ok bool) {
	if m.nth.size != 1 || m.nth.first() != 1 && m.nth.first() != -1 {
		return rule, false
	}
	rule = Rule{Freq: Monthly, Interval: 1}
	return rule, rule.nth(m.nth, m.days)
}

func nthAlone(r *reader, m *match) (rule Rule, ok bool) {
	if m.nth.first() < 1 || !r.digit(m.at+1) {
		return rule, false
	}
	rule = Rule{Freq: Monthly, Interval: 1}
	return rule, rule.nth(m.nth, 0)
}

// oftenUnits is an adverb: "weekly", "monthly on the 5th".
func oftenUnits(r *reader, m *match) (rule Rule, ok bool) {
	switch n := r.value(m, often); {
	case n >= 12000:
		rule, ok = everyUnit(n/12000, int(Year))
	case n >= 1000:
		rule, ok = everyUnit(n/1000, int(Month))
	case n%7 == 0:
		rule, ok = everyUnit(n/7, int(Week))
	default:
		rule, ok = everyUnit(n, int(DayGrain))
	}
	if !ok {
		return rule, false
	}
	return r.on(rule, m)
}

func onceAUnit(r *reader, m *match) (rule Rule, ok bool) {
	u := r.value(m, unit)
	if r.value(m, times) != 1 || u < int(DayGrain) {
		return rule, false
	}
	if rule, ok = everyUnit(1, u); !ok {
		return rule, false
	}
	return r.on(rule, m)
}

func onceEach(r *reader, m *match) (Rule, bool) { return m.rule, r.value(m, times) == 1 }

// pluralDays is "mondays and thursdays", "weekdays", "weekends".
func pluralDays(r *reader, m *match) (Rule, bool) {
	i := m.at
	plural := r.has(i, weekdays) || r.has(i, weekend) && r.n(i, weekend) == 1 || r.has(i, workday) && r.n(i, workday) == 1
	return Rule{Freq: Weekly, Interval: 1, Days: m.days}, plural
}

func weekdayParts(r *reader, m *match) (Rule, bool) {
	n := r.value(m, part)
	return Rule{Freq: Weekly, Interval: 1, Days: 1 << r.value(m, weekday), Part: Part(n % plural)}, n > plural
}

func dailyPart(r *reader, m *match) (Rule, bool) {
	n := r.value(m, part)
	return Rule{Freq: Daily, Interval: 1, Part: Part(n % plural)}, n > plural
}

// dateOfEvery is "the 5th of march every year".
func dateOfEvery(r *reader, m *match) (Rule, bool) {
	d := m.day
	return Rule{Freq: Yearly, Interval: 1, Months: 1 << d.m, MonthDay: 1 << d.d}, d.d > 0 && d.y == 0 && r.value(m, unit) == int(Year)
}

// nthOfEvery is "the 4th of every month", "second friday of every other month".
func nthOfEvery(r *reader, m *match) (rule Rule, ok bool) {
	m.every = max(m.every, 1)
	k := m.words[m.size-1]
	if r.has(k, month) {
		rule = Rule{Freq: Yearly, Interval: m.every, Months: 1 << r.n(k, month)}
	} else if rule, ok = everyUnit(m.every, r.n(k, unit)); !ok || rule.Freq != Monthly {
		return rule, false
	}
	return rule, rule.nth(m.nth, m.days)
}

// nthDayOfEvery is "last day of each month".
func nthDayOfEvery(r *reader, m *match) (rule Rule, ok bool) {
	if r.value(m, unit) != int(DayGrain) {
		return rule, false
	}
	return nthOfEvery(r, m)
}

// nths is a list of ordinals, from the end where they are negative.
type nths struct {
	size int
	n    [31]int8
}

func (l *nths) add(n int) bool {
	if l.size == len(l.n) || n < -99 || n > 99 {
		return false
	}
	l.n[l.size] = int8(n)
	l.size++
	return true
}

// first is the first of them; zero where there is none.
func (l *nths) first() int { return int(l.n[0]) }

// nth puts a rule on days of the month or on its nth weekdays.
func (rule *Rule) nth(nth nths, days calendar.Days) bool {
	for _, v := range nth.n[:nth.size] {
		n := int(v)
		switch {
		case days != 0 && n > 5 || n < -5 || n > 31 || n == 0:
			return false
		case days != 0 && n > 0:
			rule.Nth |= 1 << (n - 1)
		case days != 0:
			rule.Nth |= 1 << (8 - n)
		case n == -1:
			rule.MonthDay |= 1
		case n < 0:
			return false
		default:
			rule.MonthDay |= 1 << n
		}
	}
	rule.Days |= days
	return true
}

// ordinals reads "4th and 10th", "first, second and third", "2nd to the last".
func (r *reader) ordinals(i int) (all nths, to int) {
	to = i
	for j := i; all.size < len(all.n); {
		n, k := r.ordinal(j)
		if k == j {
			if all.size > 0 && r.digit(j) && r.toks[j].digits <= 2 && !r.has(j+1, unit) {
				n, k = r.toks[j].num, j+1
			} else {
				return all, to
			}
		}
		if n > 0 && r.has(k, ordinal) && r.n(k, ordinal) == -1 && !r.has(k, and) {
			n, k = -n, k+1
		} else if n > 0 && r.has(k, upto) {
			if e := r.skip(k+1, the); r.has(e, ordinal) && r.n(e, ordinal) == -1 {
				n, k = -n, e+1
			}
		}
		if !all.add(n) {
			return all, to
		}
		to = k
		j = k
		if r.mark(j, ',') || r.mark(j, '&') || r.mark(j, '/') {
			j++
		}
		j = r.skip(j, and)
		if j == k {
			return all, to
		}
		j = r.skip(j, the)
	}
	return all, to
}

// monthDays reads "on the 4th", "on day 20 and 30", "5th".
func (r *reader) monthDays(i int) (nth nths, to int) {
	j := r.skip(r.skip(i, on), the)
	day := r.has(j, unit) && r.n(j, unit) == int(DayGrain)
	if day {
		j++
	}
	if nth, k := r.ordinals(j); k > j {
		if r.has(k, weekday) || r.has(k, unit) && r.n(k, unit) != int(DayGrain) {
			return nth, i
		}
		if r.has(k, unit) {
			k++
		}
		return nth, k
	}
	if !r.digit(j) || r.toks[j].digits > 2 || r.mark(j+1, ':') || r.has(j+1, meridiem) || r.has(j+1, letter) || !day && r.has(j+1, unit) || j == i {
		return nth, i
	}
	k := j + 1
	nth.add(r.toks[j].num)
	if e := r.skip(k, and); e > k && r.digit(e) && r.toks[e].digits <= 2 {
		nth.add(r.toks[e].num)
		k = e + 1
	}
	return nth, k
}

// onDays reads on which days of its unit a rule falls. Where that is said in a
// way that no rule can be, the rule is none.
func (r *reader) onDays(rule Rule, i int) (Rule, int) {
	switch rule.Freq {
	case Weekly:
		return r.onWeekdays(rule, i)
	case Monthly:
		return r.onMonthDays(rule, i)
	case Yearly:
		return r.onDates(rule, i)
	}
	return rule, i
}

func (r *reader) onWeekdays(rule Rule, i int) (Rule, int) {
	j := r.skip(i, on)
	d := r.skip(j, the)
	if days, k := r.weekdayList(d, true); k > d {
		rule.Days = days
		return rule, k
	}
	if j > i {
		if n, k := r.ordinal(r.skip(j, the)); k > j && n >= 1 && n <= 7 && r.has(k, unit) && r.n(k, unit) == int(DayGrain) {
			return Rule{}, i // some weeks begin on Sunday
		}
	}
	return rule, i
}

func (r *reader) onMonthDays(rule Rule, i int) (Rule, int) {
	if t, k := r.inMonth(rule, i); k != i || !t.Repeats() {
		return t, k
	}
	if !r.has(i, at) && !r.has(i, on) {
		return rule, i
	}
	k := r.skip(i+1, the)
	switch {
	case r.has(k+1, of):
	case r.has(k, begin):
		rule.MonthDay = 1 << 1
		return rule, k + 1
	case r.has(k, end):
		rule.MonthDay = 1
		return rule, k + 1
	}
	return rule, i
}

func (r *reader) onDates(rule Rule, i int) (Rule, int) {
	j := r.skip(i, on)
	e := r.skip(j, the)
	if nth, k := r.ordinals(e); k > e && r.has(k, weekday) { // on the first monday of may
		days, f := r.weekdayList(k, false)
		g := r.skip(r.skip(f, of), in)
		if g > f && r.has(g, month) && rule.nth(nth, days) {
			rule.Months = 1 << r.n(g, month)
			return rule, g + 1
		}
		return Rule{}, i
	}
	if d, k := r.dates(j); k > j && d.m > 0 && d.d > 0 && d.y == 0 && !d.known() {
		rule.Months, rule.MonthDay = 1<<d.m, 1<<d.d
		return rule, k
	}
	if r.has(i, in) && r.has(i+1, month) {
		var k int
		rule.Months, k = r.monthList(i + 1)
		return r.inMonth(rule, k)
	}
	if j = r.skip(j, at); r.has(j, holiday) {
		h := r.n(j, holiday)
		rule.Months, rule.MonthDay = 1<<(h/100), 1<<(h%100)
		return rule, j + 1
	}
	return rule, i
}

// inMonth reads on which days of its months a rule falls. Where it is said in a
// way that no rule can be, that is none.
func (r *reader) inMonth(rule Rule, i int) (Rule, int) {
	j := r.skip(r.skip(i, on), the)
	if days, k := r.weekdayList(j, true); j > i && k > j {
		rule.Days = days
		return rule, k
	}
	if nth, k := r.ordinals(j); j > i && k > j && (r.has(k, weekday) || r.has(k, weekend) || r.has(k, workday)) {
		days, e := r.weekdayList(k, false)
		if e > k && rule.nth(nth, days) {
			return rule, e
		}
		return Rule{}, i
	}
	if nth, k := r.monthDays(i); k > i {
		t := rule
		if t.nth(nth, 0) {
			return t, k
		}
	}
	return rule, i
}

// monthList reads "june", "march, june and september".
func (r *reader) monthList(i int) (set uint16, to int) {
	to = i
	for j := i; r.has(j, month); {
		set |= 1 << r.n(j, month)
		to = j + 1
		j = to
		if r.mark(j, ',') {
			j++
		}
		j = r.skip(j, and)
		if j == to {
			break
		}
	}
	return set, to
}

// weekdaysMax is how long a list of weekdays is read, so that one without end is
// not read again from each of its words.
const weekdaysMax = 14

// weekdayList reads "monday", "mon, wed and fri", "weekdays and sundays".
func (r *reader) weekdayList(i int, plurals bool) (set calendar.Days, to int) {
	to = i
	j := i
	for range weekdaysMax {
		switch {
		case r.has(j, weekday):
			set |= 1 << r.n(j, weekday)
		case plurals && r.has(j, weekdays):
			set |= 1 << r.n(j, weekdays)
		case plurals && r.has(j, weekend):
			set |= weekendDays
		case plurals && r.has(j, workday):
			set |= workweek
		default:
			return set, to
		}
		to = j + 1
		if (r.mark(to, '-') || r.has(to, upto)) && r.has(j, weekday) && r.has(to+1, weekday) { // "mon-fri"
			for d := r.n(j, weekday); d != r.n(to+1, weekday); {
				d = (d + 1) % 7
				set |= 1 << d
			}
			to += 2
		}
		j = to
		if r.mark(j, ',') || r.mark(j, '/') || r.mark(j, '&') || r.mark(j, '+') {
			j++
		}
		j = r.skip(r.skip(r.skip(r.skip(j, and), on), every), the)
		if j == to {
			break
		}
	}
	return set, to
}
