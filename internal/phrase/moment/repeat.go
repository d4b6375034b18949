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
func (r *reader) recurrence(i int) (p span, to int) {
	p.mod = on
	rule, k := r.rule(i)
	if k == i {
		return p, i
	}
	p.rule, p.hasRule = rule, true
	return p, k
}

func (r *reader) rule(i int) (rule Rule, to int) {
	if rule, k := r.everyForm(i); k > i {
		return rule, k
	}
	if r.has(i, often) {
		k := i + 1
		n := r.n(i, often)
		switch {
		case n >= 12000:
			rule, _ = everyUnit(n/12000, int(Year))
		case n >= 1000:
			rule, _ = everyUnit(n/1000, int(Month))
		case n%7 == 0:
			rule, _ = everyUnit(n/7, int(Week))
		default:
			rule, _ = everyUnit(n, int(DayGrain))
		}
		return r.onDays(rule, k)
	}
	// "once a week", "once every two weeks"
	if r.has(i, times) && r.n(i, times) == 1 {
		if r.has(i+1, a) && r.has(i+2, unit) && r.n(i+2, unit) >= int(DayGrain) {
			rule, ok := everyUnit(1, r.n(i+2, unit))
			if !ok {
				return rule, i
			}
			return r.onDays(rule, i+3)
		}
		if rule, k := r.everyForm(i + 1); k > i+1 {
			return rule, k
		}
		return rule, i
	}
	// "mondays and thursdays", "weekdays", "weekends"
	if r.has(i, weekdays) || (r.has(i, weekend) && r.n(i, weekend) == 1) || r.has(i, workday) && r.n(i, workday) == 1 {
		days, k := r.weekdayList(i, true)
		rule, _ = everyUnit(1, int(Week))
		rule.Days = days
		return rule, k
	}
	// "tuesday afternoons"
	if r.has(i, weekday) && r.has(i+1, part) && r.n(i+1, part) > 10 {
		rule, _ = everyUnit(1, int(Week))
		rule.Days, rule.Part = 1<<r.n(i, weekday), Part(r.n(i+1, part)-10)
		return rule, i + 2
	}
	return r.ofEvery(i)
}

// ofEvery reads "the 4th of every month", "last day of each month", "second
// friday of every month".
func (r *reader) ofEvery(i int) (rule Rule, to int) {
	if d, k := r.monthForm(i); k > i && d.m > 0 && d.d > 0 && d.y == 0 { // "5th march of every year"
		if e := r.skip(r.skip(k, of), in); r.has(e, every) && r.has(e+1, unit) && r.n(e+1, unit) == int(Year) {
			return Rule{Freq: Yearly, Interval: 1, Months: 1 << d.m, MonthDay: 1 << d.d}, e + 2
		}
		return rule, i
	}
	j := r.skip(i, the)
	nth, k := r.ordinals(j)
	if k == j {
		return rule, i
	}
	days := calendar.Days(0)
	if r.has(k, weekday) {
		days, k = 1<<r.n(k, weekday), k+1
	} else if r.has(k, unit) && r.n(k, unit) == int(DayGrain) {
		k++
	}
	if !r.has(k, of) && !r.has(k, in) {
		return rule, i
	}
	k++
	if !r.has(k, every) && !(r.has(k, a) && r.has(k+1, unit)) {
		return rule, i
	}
	n, e := 1, k+1
	if r.has(e, other) {
		n, e = 2, e+1
	} else if v, f := r.ordinal(e); f > e {
		n, e = v, f
	} else if v, f := r.count(e); f > e && r.has(f, unit) {
		n, e = v, f
	}
	switch {
	case r.has(e, unit) && r.n(e, unit) >= int(Month):
		var ok bool
		if rule, ok = everyUnit(n, r.n(e, unit)); !ok || rule.Freq != Monthly {
			return rule, i
		}
	case r.has(e, month):
		rule = Rule{Freq: Yearly, Interval: n, Months: 1 << r.n(e, month)}
	default:
		return rule, i
	}
	if !rule.nth(nth, days) {
		return Rule{}, i
	}
	return rule, e + 1
}

// nth puts a rule on days of the month or on its nth weekdays.
func (rule *Rule) nth(nth []int, days calendar.Days) bool {
	for _, n := range nth {
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
func (r *reader) ordinals(i int) (all []int, to int) {
	to = i
	for j := i; len(all) < 32; {
		n, k := r.ordinal(j)
		if k == j {
			if len(all) > 0 && r.digit(j) && r.toks[j].digits <= 2 && !r.has(j+1, unit) {
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
		all, to = append(all, n), k
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

// everyForm reads what follows "every".
func (r *reader) everyForm(i int) (rule Rule, to int) {
	if !r.has(i, every) {
		return rule, i
	}
	j := r.skip(i+1, filler)
	n := 1
	if r.has(j, other) {
		n, j = 2, j+1
	}
	if j == i+1 && n == 1 {
		if nth, k := r.ordinals(j); k > j {
			switch {
			case len(nth) == 1 && nth[0] > 0 && r.has(k, unit):
				n, j = nth[0], k
			case r.has(k, weekday):
				days, e := r.weekdayList(k, false)
				f := r.skip(e, of)
				if f == e {
					f = r.skip(e, in)
				}
				f = r.skip(r.skip(f, the), every)
				if f > e && r.has(f, unit) && r.n(f, unit) == int(Month) {
					rule = Rule{Freq: Monthly, Interval: 1}
					if !rule.nth(nth, days) {
						return Rule{}, i
					}
					return rule, f + 1
				}
				if f > e && r.has(f, month) {
					rule = Rule{Freq: Yearly, Interval: 1, Months: 1 << r.n(f, month)}
					if !rule.nth(nth, days) {
						return Rule{}, i
					}
					return rule, f + 1
				}
				if f > e || len(nth) > 1 || nth[0] < 2 { // "every first monday" of what
					if len(nth) == 1 && (nth[0] == 1 || nth[0] == -1) && f == e {
						rule = Rule{Freq: Monthly, Interval: 1}
						rule.nth(nth, days)
						return rule, e
					}
					return rule, i
				}
				n, j = nth[0], k
			default:
				e := r.skip(k, of)
				if e > k && r.has(r.skip(r.skip(e, the), every), unit) && r.n(r.skip(r.skip(e, the), every), unit) == int(Month) {
					rule = Rule{Freq: Monthly, Interval: 1}
					e = r.skip(r.skip(e, the), every) + 1
				} else if r.has(e, month) {
					rule = Rule{Freq: Yearly, Interval: 1, Months: 1 << r.n(e, month)}
					e++
				} else if nth[0] > 0 && r.digit(j) {
					rule = Rule{Freq: Monthly, Interval: 1}
					e = k
				} else {
					return rule, i
				}
				if !rule.nth(nth, 0) {
					return Rule{}, i
				}
				return rule, e
			}
		}
	}
	if v, k := r.count(j); k > j && !r.has(j, a) && (r.has(k, unit) || r.has(k, weekend) || r.has(k, weekday) || r.has(k, weekdays)) && n == 1 {
		n, j = v, k
	}
	switch {
	case r.has(j, unit):
		rule, ok := everyUnit(n, r.n(j, unit))
		if !ok {
			return rule, i
		}
		return r.onDays(rule, j+1)
	case r.has(j, workday):
		if n > 1 {
			return rule, i
		}
		return Rule{Freq: Weekly, Interval: 1, Days: workweek}, j + 1
	case r.has(j, weekday), r.has(j, weekdays), r.has(j, weekend):
		days, k := r.weekdayList(j, true)
		rule, _ = everyUnit(n, int(Week))
		rule.Days = days
		if r.has(k, part) {
			return r.partOf(rule, k)
		}
		return rule, k
	case r.has(j, part) && n == 1:
		rule, _ = everyUnit(1, int(DayGrain))
		return r.partOf(rule, j)
	case r.has(j, toward) && n == 1:
		return rule, i
	case r.has(j, month):
		if n > 1 {
			return rule, i
		}
		rule = Rule{Freq: Yearly, Interval: 1}
		var k int
		rule.Months, k = r.monthList(j)
		if nth, e := r.monthDays(k); e > k && rule.nth(nth, 0) {
			return rule, e
		}
		if d, _, e := r.dayNumber(k); e > k && e == k+1 && r.digit(k) && !r.counts(e) && !r.has(e, meridiem) && !r.mark(e, ':') {
			rule.MonthDay |= 1 << d
			return rule, e
		}
		return rule, k
	}
	// "every 5 march"
	if d, _, k := r.dayNumber(j); k > j && n == 1 && r.has(k, month) {
		return Rule{Freq: Yearly, Interval: 1, Months: 1 << r.n(k, month), MonthDay: 1 << d}, k + 1
	}
	return rule, i
}

func (r *reader) partOf(rule Rule, i int) (Rule, int) {
	p := r.n(i, part)
	if p > 10 {
		p -= 10
	}
	rule.Part = Part(p)
	return rule, i + 1
}

// monthDays reads "on the 4th", "on day 20 and 30", "5th".
func (r *reader) monthDays(i int) (nth []int, to int) {
	j := r.skip(r.skip(i, on), the)
	day := r.has(j, unit) && r.n(j, unit) == int(DayGrain)
	if day {
		j++
	}
	if nth, k := r.ordinals(j); k > j {
		if r.has(k, weekday) || r.has(k, unit) && r.n(k, unit) != int(DayGrain) {
			return nil, i
		}
		if r.has(k, unit) {
			k++
		}
		return nth, k
	}
	if !r.digit(j) || r.toks[j].digits > 2 || r.mark(j+1, ':') || r.has(j+1, meridiem) || r.has(j+1, letter) || !day && r.has(j+1, unit) || j == i {
		return nil, i
	}
	nth, k := []int{r.toks[j].num}, j+1
	if e := r.skip(k, and); e > k && r.digit(e) && r.toks[e].digits <= 2 {
		nth, k = append(nth, r.toks[e].num), e+1
	}
	return nth, k
}

// onDays reads on which days of its unit a rule falls.
func (r *reader) onDays(rule Rule, i int) (Rule, int) {
	j := r.skip(i, on)
	switch rule.Freq {
	case Weekly:
		if days, k := r.weekdayList(j, true); k > j {
			rule.Days = days
			return rule, k
		}
		if j > i {
			if nth, k := r.ordinals(r.skip(j, the)); k > j && len(nth) == 1 && nth[0] >= 1 && nth[0] <= 7 && r.has(k, unit) && r.n(k, unit) == int(DayGrain) {
				return Rule{}, i // some weeks begin on Sunday
			}
		}
	case Monthly:
		if t, k := r.inMonth(rule, i); k != i || t.Freq == Never {
			return t, k
		}
		e := i
		if r.has(e, at) || r.has(e, on) {
			e = r.skip(e+1, the)
			if r.has(e, begin) && !r.has(e+1, of) {
				rule.MonthDay = 2
				return rule, e + 1
			}
			if r.has(e, end) && !r.has(e+1, of) {
				rule.MonthDay = 1
				return rule, e + 1
			}
		}
	case Yearly:
		e := r.skip(j, the)
		if nth, k := r.ordinals(e); k > e && r.has(k, weekday) {
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
			k := i + 1
			rule.Months, k = r.monthList(k)
			return r.inMonth(rule, k)
		}
		if r.has(j, holiday) {
			h := r.n(j, holiday)
			rule.Months, rule.MonthDay = 1<<(h/100), 1<<(h%100)
			return rule, j + 1
		}
	}
	return rule, i
}

// inMonth reads on which days of its months a rule falls. Where it is said in a
// way that no rule can be, that is none.
func (r *reader) inMonth(rule Rule, i int) (Rule, int) {
	j := r.skip(i, on)
	if days, k := r.weekdayList(j, true); j > i && k > j {
		rule.Days = days
		return rule, k
	}
	if nth, k := r.ordinals(r.skip(j, the)); j > i && k > j && (r.has(k, weekday) || r.has(k, weekend) || r.has(k, workday)) {
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

// weekdayList reads "monday", "mon, wed and fri", "weekdays and sundays".
func (r *reader) weekdayList(i int, plurals bool) (set calendar.Days, to int) {
	to = i
	for j := i; ; {
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
		j = r.skip(r.skip(r.skip(j, and), on), every)
		if j == to {
			return set, to
		}
	}
}
