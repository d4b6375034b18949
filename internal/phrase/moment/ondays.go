package moment

import "assister/internal/calendar"

// On which days of its week, month or year a rule falls.

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
		return rule.onFeast(r.n(j, holiday)), j + 1
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
