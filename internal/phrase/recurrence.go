package phrase

import (
	"time"

	"assister/internal/calendar"
)

// recurrence reads how something repeats. What a recurrence of ours cannot say
// ("every 2 months", "every first monday") is none.
func (r *reader) recurrence(i int) (When, int) {
	j := i
	if r.oneOf(j, "repeat", "repeats", "repeating") {
		j++
	}
	if w, n := r.everyForm(j); n > j {
		return w, n
	}
	if s, ok := r.as(j, often); ok {
		w := oftenAs(s.n)
		n := j + 1
		if w.Repeat.Freq == calendar.Weekly && r.word(n) == "on" {
			if days, e := r.weekdayList(n+1, false); e > n+1 {
				return onDays(w, days), e
			}
		}
		if w.Repeat.Freq == calendar.Monthly && r.word(n) == "on" {
			return r.onMonthDay(w, n)
		}
		return w, n
	}
	if r.oneOf(j, "once") && r.oneOf(j+1, "a", "every", "per") {
		if u, ok := r.unit(j + 2); ok {
			return everyUnits(1, u, j+3, i)
		}
	}
	k := j
	if r.word(k) == "on" {
		k++
	}
	if r.oneOf(k, "weekends") {
		return onDays(When{Repeat: calendar.Recurrence{Freq: calendar.Weekly}}, calendar.DaySet(time.Saturday, time.Sunday)), k + 1
	}
	if r.is(k, weekdays) {
		days, n := r.weekdayList(k, true)
		return onDays(When{Repeat: calendar.Recurrence{Freq: calendar.Weekly}}, days), n
	}
	if w, n := r.ofEveryMonth(j, i); n > i {
		return w, n
	}
	return r.rule(j)
}

func oftenAs(n int) When {
	r := calendar.Recurrence{}
	switch n {
	case daily:
		r.Freq = calendar.Daily
	case onWeekdays:
		r.Freq = calendar.Weekdays
	case weekly:
		r.Freq = calendar.Weekly
	case fortnightly:
		r.Freq, r.Interval = calendar.EveryNDays, 14
	case monthly:
		r.Freq = calendar.Monthly
	case yearly:
		r.Freq = calendar.Yearly
	}
	return When{Repeat: r}
}

// onDays puts a weekly recurrence on weekdays.
func onDays(w When, days calendar.Days) When {
	w.days = days
	if w.Repeat.Freq == calendar.Weekly {
		w.Repeat.ByDay = days
	}
	return w
}

// everyUnits is a recurrence of n units, where there is such a one; i says none.
func everyUnits(n, u, to, i int) (When, int) {
	if n < 1 || n > 5000 {
		return When{}, i
	}
	rec := calendar.Recurrence{}
	switch {
	case u == day && n == 1:
		rec.Freq = calendar.Daily
	case u == day:
		rec.Freq, rec.Interval = calendar.EveryNDays, int32(n)
	case u == week && n == 1:
		rec.Freq = calendar.Weekly
	case u == week:
		rec.Freq, rec.Interval = calendar.EveryNDays, int32(7*n)
	case u == fortnight:
		rec.Freq, rec.Interval = calendar.EveryNDays, int32(14*n)
	case u == monthUnit && n == 1:
		rec.Freq = calendar.Monthly
	case u == year && n == 1, u == monthUnit && n == 12:
		rec.Freq = calendar.Yearly
	default:
		return When{}, i
	}
	return When{Repeat: rec}, to
}

// everyForm reads what follows "every" and "each".
func (r *reader) everyForm(i int) (When, int) {
	if !r.is(i, every) {
		return When{}, i
	}
	j := i + 1
	if r.word(j) == "single" {
		j++
	}
	n := 1
	switch {
	case r.oneOf(j, "other", "alternate"):
		n, j = 2, j+1
	default:
		if d, suffixed, e := r.dayNumber(j); e > j && suffixed {
			// "every third day", but "every 15th" is of the month.
			if r.is(e, unit) || r.is(e, weekday) && r.word(e+1) != "of" {
				n, j = d, e
				break
			}
			if s, ok := r.as(e, month); ok { // "every 5th march"
				return When{Day: r.soonestDay(s.n, d), Repeat: calendar.Recurrence{Freq: calendar.Yearly}}, e + 1
			}
			if r.toks[j].Shape == Number {
				w := When{Repeat: calendar.Recurrence{Freq: calendar.Monthly}, monthDay: d}
				if r.words(e, "of", "the", "month") {
					e += 3
				}
				return w, e
			}
			return When{}, i
		}
		if v, e := r.number(j); e > j && r.is(e, unit) {
			n, j = v, e
		}
	}
	if u, ok := r.unit(j); ok {
		w, e := everyUnits(n, u, j+1, i)
		if e == i {
			return w, e
		}
		if r.word(e) == "on" {
			if days, f := r.weekdayList(e+1, false); f > e+1 && u == week {
				return r.nthWeekday(w, n, days, f, i)
			}
			if w.Repeat.Freq == calendar.Monthly {
				return r.onMonthDay(w, e)
			}
			if d, f := r.monthForm(e+1, true); f > e+1 && !d.To.Valid() && w.Repeat.Freq == calendar.Yearly {
				w.Day = d.Day
				return w, f
			}
		}
		return w, e
	}
	switch {
	case r.oneOf(j, "weekday", "workday") && n == 1:
		return When{Repeat: calendar.Recurrence{Freq: calendar.Weekdays}}, j + 1
	case r.words(j, "working", "day") && n == 1:
		return When{Repeat: calendar.Recurrence{Freq: calendar.Weekdays}}, j + 2
	case r.word(j) == "weekend" && n == 1:
		return onDays(When{Repeat: calendar.Recurrence{Freq: calendar.Weekly}}, calendar.DaySet(time.Saturday, time.Sunday)), j + 1
	case r.is(j, part) && n == 1:
		s, _ := r.as(j, part)
		return When{Repeat: calendar.Recurrence{Freq: calendar.Daily}, Part: Part(s.n)}, j + 1
	}
	if days, e := r.weekdayList(j, true); e > j {
		return r.nthWeekday(When{Repeat: calendar.Recurrence{Freq: calendar.Weekly}}, n, days, e, i)
	}
	if d, e := r.monthForm(j, true); e > j && !d.To.Valid() && n == 1 {
		return When{Day: d.Day, Repeat: calendar.Recurrence{Freq: calendar.Yearly}}, e
	}
	return When{}, i
}

// nthWeekday is every nth week on some days; beyond every week on one day only,
// since an interval in days has one anchor.
func (r *reader) nthWeekday(w When, n int, days calendar.Days, to, i int) (When, int) {
	if n > 1 {
		if days&(days-1) != 0 {
			return When{}, i
		}
		w.Repeat = calendar.Recurrence{Freq: calendar.EveryNDays, Interval: int32(7 * n)}
	}
	return onDays(w, days), to
}

// onMonthDay reads "on the 5th" after "monthly".
func (r *reader) onMonthDay(w When, on int) (When, int) {
	k := on + 1
	if r.word(k) == "the" {
		k++
	}
	if d, _, e := r.dayNumber(k); e > k {
		w.monthDay = d
		return w, e
	}
	return w, on
}

// ofEveryMonth reads "the 15th of every month".
func (r *reader) ofEveryMonth(j, i int) (When, int) {
	if r.word(j) == "on" {
		j++
	}
	if r.word(j) == "the" {
		j++
	}
	d, suffixed, e := r.dayNumber(j)
	if e == j || !suffixed {
		return When{}, i
	}
	if r.word(e) == "of" && (r.is(e+1, every) && r.word(e+2) == "month" || r.words(e+1, "the", "month")) {
		return When{Repeat: calendar.Recurrence{Freq: calendar.Monthly}, monthDay: d}, e + 3
	}
	return When{}, i
}

// weekdayList reads "monday", "mondays and thursdays", "mon, wed and fri",
// "tuesday/thursday".
func (r *reader) weekdayList(i int, plurals bool) (days calendar.Days, to int) {
	to = i
	for j := i; ; {
		s, ok := r.as(j, weekday)
		if !ok && plurals {
			s, ok = r.as(j, weekdays)
		}
		if !ok {
			return days, to
		}
		days |= calendar.DaySet(time.Weekday(s.n))
		to, j = j+1, j+1
		for r.oneOf(j, ",", "and", "/", "&", "+") {
			j++
		}
		if j > to && r.is(j, every) {
			j++
		}
		if j == to {
			return days, to
		}
	}
}
