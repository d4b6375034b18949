package moment

import (
	"time"

	"assister/internal/calendar"
)

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
		{"every ORDINALS !unit|weekday", nthAlone},                    // every 15th
		{"every ORDINALS unit of|in the? every? unit", nthDayOfMonth}, // every 2nd day of the month
		{"EVERY unit", everyUnits},
		{"EVERY weekof on? the? DATE", everyWeekFrom}, // every week starting dec 1
		{"EVERY workday", everyWorkday},
		{"EVERY WEEKDAYS part?", everyWeekdays},
		{"EVERY part", everyPart},
		{"EVERY holiday", everyFeast},
		{"EVERY MONTHS", everyMonths},
		{"EVERY DAY month", everyDate},
	}
}

func ruleForms() []form[Rule] {
	return append(everyForms(), []form[Rule]{
		{"other WEEKDAYS", alternateDays},
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
	case k > j && n > 0 && (r.has(k, unit) || n == 2 && r.has(k, weekday)):
		m.every = n
		return k
	case n > 2 && r.has(k, weekday) && !r.has(k+1, of) && !r.has(k+1, in):
		r.refused = true // of the month to some, every so many weeks to others
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
	r.refused = r.refused || !rule.Repeats()
	return rule, rule.Repeats()
}

// nthDayOfMonth is "every 2nd day of the month", which is no other day.
func nthDayOfMonth(r *reader, m *match) (rule Rule, ok bool) {
	k := r.wordOf(m, unit)
	last := m.words[m.size-1]
	if r.n(k, unit) != int(DayGrain) || r.n(last, unit) != int(Month) {
		return rule, false
	}
	rule = Rule{Freq: Monthly, Interval: 1}
	return rule, rule.nth(m.nth, 0)
}

// alternateDays is "alternate thursdays".
func alternateDays(r *reader, m *match) (Rule, bool) {
	return Rule{Freq: Weekly, Interval: 2, Days: m.days}, r.value(m, other) == 1
}

// everyWeekFrom is a rule with its first day: "week starting" is one word elsewhere.
func everyWeekFrom(r *reader, m *match) (rule Rule, ok bool) {
	d := m.day
	if rule, ok = everyUnit(m.every, int(Week)); !ok || !r.resolve(&d) || d.last.Valid() {
		return rule, false
	}
	rule.Start = d.first
	return rule, true
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
	if plural && r.number(i-1) {
		r.refused = true // "3 working days" are some, and no rule
	}
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
