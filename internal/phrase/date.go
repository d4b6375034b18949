package phrase

import (
	"time"

	"assister/internal/calendar"
)

// date reads a day or several days in a row. A marked one follows a preposition
// that wants a day, as "on" does.
func (r *reader) date(i int, marked bool) (When, int) {
	for _, form := range [...]func(*reader, int, bool) (When, int){
		(*reader).counted, (*reader).relativeDay, (*reader).weekdayForm, (*reader).offset, (*reader).numeric,
		(*reader).monthForm, (*reader).dayOfMonth, (*reader).period, (*reader).endOf,
	} {
		if w, n := form(r, i, marked); n > i && w.Day.Valid() {
			return w, n
		}
	}
	return When{}, i
}

// relativeDay reads "tomorrow" and "the day after tomorrow".
func (r *reader) relativeDay(i int, _ bool) (When, int) {
	j := i
	if r.word(j) == "the" {
		j++
	}
	if r.words(j, "day", "after", "tomorrow") {
		return When{Day: r.today.AddDays(2)}, j + 3
	}
	if r.words(j, "day", "before", "yesterday") {
		return When{Day: r.today.AddDays(-2)}, j + 3
	}
	s, ok := r.as(i, relative)
	if !ok {
		return When{}, i
	}
	w := When{Day: r.today.AddDays(s.n)}
	if r.word(i) == "tonight" {
		w.Part = Night
	}
	return w, i + 1
}

// soonest is the next such weekday, today included.
func soonest(from calendar.Date, wd time.Weekday) calendar.Date {
	return from.AddDays((int(wd) - int(from.Weekday()) + 7) % 7)
}

// inWeek is a weekday of the ISO week that is n weeks on.
func (r *reader) inWeek(n int, wd time.Weekday) calendar.Date {
	return r.today.StartOfWeek().AddDays(7*n + (int(wd)+6)%7)
}

// weekdayForm reads "friday", "next friday", "friday next week", "next week on
// friday", and "friday the 27th" when that is a Friday.
func (r *reader) weekdayForm(i int, marked bool) (When, int) {
	j, week, said := i, 0, false
	if r.word(j) == "the" && r.oneOf(j+1, "next", "last", "coming") {
		j++
	}
	switch {
	case r.is(j, this):
		j++
	case r.is(j, next):
		j, week, said = j+1, 1, true
	case r.word(j) == "last":
		j, week, said = j+1, -1, true
	}
	if j > i && r.word(j) == "week" { // "next week on friday", "next week friday"
		k := j + 1
		if r.word(k) == "on" {
			k++
		}
		if s, ok := r.as(k, weekday); ok {
			return When{Day: r.inWeek(week, time.Weekday(s.n))}, k + 1
		}
		return When{}, i
	}
	s, ok := r.as(j, weekday)
	if !ok {
		return When{}, i
	}
	wd := time.Weekday(s.n)
	d := soonest(r.today, wd)
	if said {
		return When{Day: r.inWeek(week, wd)}, j + 1
	}
	n := j + 1
	k := n
	if r.word(k) == "of" || r.word(k) == "in" {
		k++
	}
	switch {
	case r.words(k, "next", "week"):
		return When{Day: r.inWeek(1, wd)}, k + 2
	case r.words(k, "this", "week"):
		return When{Day: r.inWeek(0, wd)}, k + 2
	case r.words(k, "last", "week"):
		return When{Day: r.inWeek(-1, wd)}, k + 2
	}
	k = n
	if r.word(k) == "," {
		k++
	}
	if r.word(k) == "on" {
		k++
	}
	if w, m := r.monthForm(k, true); m > k && !w.To.Valid() {
		return agreeing(w, wd, i, m)
	}
	if w, m := r.numeric(k, true); m > k {
		return agreeing(w, wd, i, m)
	}
	if r.word(k) == "the" {
		if w, m := r.dayOfMonth(k, true); m > k {
			if w.Day.Weekday() != wd {
				// "friday the 13th" may be a later month's.
				_, _, dom := w.Day.YMD()
				for first := w.Day; w.Day < first.AddMonths(14) && w.Day.Weekday() != wd; {
					w.Day = nextMonthDay(w.Day.AddDays(1), dom)
				}
			}
			return agreeing(w, wd, i, m)
		}
	}
	return When{Day: d}, n
}

// agreeing is the date when it falls on the weekday that was said with it, and
// none when it does not: one of the two is a slip, and either might be.
func agreeing(w When, wd time.Weekday, i, n int) (When, int) {
	if w.Day.Weekday() != wd {
		return When{}, i
	}
	return w, n
}

// offset reads "in 3 days", "two weeks from now", "a week from friday", "3 days
// ago", and "in 20 minutes", which has a time too.
func (r *reader) offset(i int, _ bool) (When, int) {
	j := i
	in := r.word(j) == "in"
	if in {
		j++
	} else if i > 0 && r.word(i-1) == "in" {
		in = true
	}
	n, k := r.number(j)
	half := r.words(j, "half", "an", "hour")
	if half {
		n, k = 30, j+2
	}
	if k == j || n > 100_000 {
		return When{}, i
	}
	u, ok := r.unit(k)
	if !ok {
		return When{}, i
	}
	k++
	if half {
		u = minute
	}
	if u == hour || u == minute {
		if r.words(k, "from", "now") {
			k += 2
		} else if !in {
			return When{}, i
		}
		if u == hour {
			n *= 60
		}
		t, days := r.now.Add(n)
		return When{Day: r.today.AddDays(days), Time: t}, k
	}
	switch {
	case in:
		if r.words(k, "time") || r.words(k, "'", "time") {
			k += 1
		}
		return When{Day: add(r.today, n, u)}, k
	case r.word(k) == "ago":
		return When{Day: add(r.today, -n, u)}, k + 1
	case r.words(k, "from", "now"):
		return When{Day: add(r.today, n, u)}, k + 2
	case r.oneOf(k, "from", "after"):
		if w, m := r.relativeDay(k+1, true); m > k+1 {
			return When{Day: add(w.Day, n, u)}, m
		}
		if w, m := r.weekdayForm(k+1, true); m > k+1 {
			return When{Day: add(w.Day, n, u)}, m
		}
	}
	return When{}, i
}

// numeric reads 2026-11-27, 2026/11/27, 27.11.2026, 11/27 and 27/11.
func (r *reader) numeric(i int, _ bool) (When, int) {
	if i+2 >= len(r.toks) || r.toks[i].Shape != Number || !r.oneOf(i+1, "-", "/", ".") || !r.glued(i+1) ||
		!r.glued(i+2) || r.toks[i+2].Shape != Number {
		return When{}, i
	}
	sep := r.word(i + 1)
	a, b := r.toks[i], r.toks[i+2]
	if i+4 < len(r.toks) && r.word(i+3) == sep && r.glued(i+3) && r.glued(i+4) && r.toks[i+4].Shape == Number {
		c := r.toks[i+4]
		if len(a.Text) == 4 && sep != "." {
			return When{Day: calendar.DateOf(a.Value, time.Month(b.Value), c.Value)}, i + 5
		}
		if len(c.Text) != 4 {
			return When{}, i
		}
		m, d, ok := monthAndDay(a.Value, b.Value)
		if sep == "." {
			d, m, ok = a.Value, b.Value, true
		}
		if !ok {
			return When{}, i
		}
		return When{Day: calendar.DateOf(c.Value, time.Month(m), d)}, i + 5
	}
	if sep != "/" || r.word(i+3) == "/" {
		return When{}, i
	}
	m, d, ok := monthAndDay(a.Value, b.Value)
	if !ok {
		return When{}, i
	}
	return When{Day: r.soonestDay(m, d)}, i + 3
}

// monthAndDay tells the two numbers of 11/27 apart where that can be done.
func monthAndDay(a, b int) (m, d int, ok bool) {
	switch {
	case a == b, a <= 12 && b > 12:
		return a, b, true
	case b <= 12 && a > 12:
		return b, a, true
	}
	return 0, 0, false
}

// unsure reports whether a date that can be read in two ways stands at i.
func (r *reader) unsure(i int) bool {
	if i+2 >= len(r.toks) || r.toks[i].Shape != Number || r.word(i+1) != "/" || r.toks[i+2].Shape != Number || !r.glued(i+2) {
		return false
	}
	a, b := r.toks[i].Value, r.toks[i+2].Value
	return a >= 1 && b >= 1 && a <= 12 && b <= 12 && a != b
}

// soonestDay is a day and month of this year or the next that has it.
func (r *reader) soonestDay(m, d int) calendar.Date {
	y, _, _ := r.today.YMD()
	for n := range 9 { // 29 February may be eight years off
		if day := calendar.DateOf(y+n, time.Month(m), d); day >= r.today && day.Valid() {
			return day
		}
	}
	return 0
}

// dayNumber reads 27, 27th, "twenty seventh"; suffixed tells the first from the
// others.
func (r *reader) dayNumber(i int) (n int, suffixed bool, to int) {
	if i >= len(r.toks) {
		return 0, false, i
	}
	if t := &r.toks[i]; t.Shape == Number {
		if t.Value < 1 || t.Value > 31 || len(t.Text) > 2 || r.decimal(i) {
			return 0, false, i
		}
		if r.glued(i+1) && r.oneOf(i+1, "st", "nd", "rd", "th") {
			return t.Value, true, i + 2
		}
		return t.Value, false, i + 1
	}
	if s, ok := r.as(i, ordinal); ok {
		return s.n, true, i + 1
	}
	if s, ok := r.as(i, cardinal); ok && (s.n == 20 || s.n == 30) {
		if o, ok := r.as(i+1, ordinal); ok && o.n < 10 {
			return s.n + o.n, true, i + 2
		}
	}
	return 0, false, i
}

// yearAt reads a year of four digits, after a comma or not.
func (r *reader) yearAt(i int) (int, int) {
	k := i
	if r.word(k) == "," {
		k++
	}
	if k < len(r.toks) && r.toks[k].Shape == Number && len(r.toks[k].Text) == 4 && r.toks[k].Value >= 1900 &&
		r.toks[k].Value < 3000 && r.word(k+1) != ":" {
		return r.toks[k].Value, k + 1
	}
	return 0, i
}

func (r *reader) inYear(y, m, d int) calendar.Date {
	if y > 0 {
		return calendar.DateOf(y, time.Month(m), d)
	}
	return r.soonestDay(m, d)
}

// monthForm reads "november 27", "27th of november 2026", "in november".
func (r *reader) monthForm(i int, marked bool) (When, int) {
	j := i
	if r.word(j) == "the" {
		j++
	}
	if d, _, k := r.dayNumber(j); k > j {
		if r.word(k) == "of" {
			k++
		}
		if s, ok := r.as(k, month); ok {
			if r.word(k+1) == "." && r.glued(k+1) && k+2 < len(r.toks) {
				if y, e := r.yearAt(k + 2); e > k+2 {
					return When{Day: r.inYear(y, s.n, d)}, e
				}
			}
			y, e := r.yearAt(k + 1)
			return When{Day: r.inYear(y, s.n, d)}, e
		}
		return When{}, i
	}
	s, ok := r.as(i, month)
	if !ok {
		return r.monthAlone(i)
	}
	k := i + 1
	if r.word(k) == "the" {
		k++
	}
	if d, _, e := r.dayNumber(k); e > k && !(r.glued(e) && r.oneOf(e, ":", "%", "/")) && !r.is(e, meridiem) {
		y, e := r.yearAt(e)
		return When{Day: r.inYear(y, s.n, d)}, e
	}
	if n, e := r.number(k); e > k && r.toks[k].Shape == Word && n >= 1 && n <= 31 && !r.is(e, meridiem) && !r.oneOf(k, "a", "an") {
		return When{Day: r.inYear(0, s.n, n)}, e
	}
	if y, e := r.yearAt(i + 1); e > i+1 && r.word(i+1) != "," {
		return wholeMonth(calendar.DateOf(y, time.Month(s.n), 1)), e
	}
	if r.oneOf(i-1, "in", "before", "after", "since", "until", "till", "through") {
		return wholeMonth(r.soonestMonth(s.n, 0)), i + 1
	}
	return When{}, i
}

// monthAlone reads "in november" and "next november".
func (r *reader) monthAlone(i int) (When, int) {
	s, ok := r.as(i+1, month)
	switch {
	case !ok:
	case r.word(i) == "in":
		if y, e := r.yearAt(i + 2); e > i+2 {
			return wholeMonth(calendar.DateOf(y, time.Month(s.n), 1)), e
		}
		if _, _, e := r.dayNumber(i + 2); e == i+2 {
			return wholeMonth(r.soonestMonth(s.n, 0)), i + 2
		}
	case r.word(i) == "this":
		if _, now, _ := r.today.YMD(); s.n < int(now) { // past, or next year's
			return When{}, i
		}
		return wholeMonth(r.soonestMonth(s.n, 0)), i + 2
	}
	return When{}, i
}

func (r *reader) soonestMonth(m, skip int) calendar.Date {
	y, now, _ := r.today.YMD()
	if m < int(now) {
		y++
	}
	return calendar.DateOf(y+skip, time.Month(m), 1)
}

func wholeMonth(first calendar.Date) When {
	return When{Day: first, To: first.AddMonths(1).AddDays(-1)}
}

// nextMonthDay is the soonest day with that number, in a month that has it.
func nextMonthDay(from calendar.Date, dom int) calendar.Date {
	y, m, _ := from.YMD()
	for n := range 12 {
		k := int(m) - 1 + n
		if d := calendar.DateOf(y+k/12, time.Month(k%12+1), dom); d >= from && d.Valid() {
			return d
		}
	}
	return 0
}

// dayOfMonth reads "the 27th", and "27th" or "the fifteenth" after "on".
func (r *reader) dayOfMonth(i int, marked bool) (When, int) {
	j := i
	if r.word(j) == "the" {
		j++
	}
	d, suffixed, k := r.dayNumber(j)
	if k == j || !suffixed || r.toks[j].Shape != Number && !(marked && j > i) || j == i && !marked {
		return When{}, i
	}
	switch {
	case r.words(k, "of", "next", "month"):
		y, m, _ := r.today.AddMonths(1).YMD()
		return When{Day: calendar.DateOf(y, m, d)}, k + 3
	case r.words(k, "of", "this", "month"):
		y, m, _ := r.today.YMD()
		return When{Day: calendar.DateOf(y, m, d)}, k + 3
	case r.oneOf(k, "of", "floor", "time"), r.is(k, unit), r.is(k, weekday):
		return When{}, i
	}
	return When{Day: nextMonthDay(r.today, d), monthless: true}, k
}

// period reads "next week", "this month", "the weekend".
func (r *reader) period(i int, marked bool) (When, int) {
	j, n, said := i, 0, false
	if r.word(j) == "the" {
		j++
	}
	switch {
	case r.word(j) == "this":
		j, said = j+1, true
	case r.is(j, next):
		j, n, said = j+1, 1, true
	case r.is(j, last):
		j, n, said = j+1, -1, true
	}
	if r.oneOf(j, "weekend", "week-end") && (said || j > i || marked) {
		sat := r.inWeek(n, time.Saturday)
		return When{Day: sat, To: sat.AddDays(1)}, j + 1
	}
	if r.words(i, "the", "week", "after", "next") {
		monday := r.inWeek(2, time.Monday)
		return When{Day: monday, To: monday.AddDays(6)}, i + 4
	}
	if r.words(i, "the", "following", "week") {
		monday := r.inWeek(1, time.Monday)
		return When{Day: monday, To: monday.AddDays(6)}, i + 3
	}
	if !said {
		return When{}, i
	}
	switch r.word(j) {
	case "week", "week's", "weeks":
		monday := r.inWeek(n, time.Monday)
		return When{Day: monday, To: monday.AddDays(6)}, j + 1
	case "month":
		y, m, _ := r.today.YMD()
		return wholeMonth(calendar.DateOf(y, m, 1).AddMonths(n)), j + 1
	case "year":
		y, _, _ := r.today.YMD()
		return When{Day: calendar.DateOf(y+n, 1, 1), To: calendar.DateOf(y+n, 12, 31)}, j + 1
	}
	return When{}, i
}

// endOf reads "the end of the month", "end of november", "the beginning of next
// month". The end of a week is no date: it is Friday to some and Sunday to
// others.
func (r *reader) endOf(i int, _ bool) (When, int) {
	if r.word(i) == "eom" {
		y, m, _ := r.today.YMD()
		return When{Day: wholeMonth(calendar.DateOf(y, m, 1)).To}, i + 1
	}
	j := i
	if r.word(j) == "the" {
		j++
	}
	end := r.word(j) == "end"
	if !end && !r.oneOf(j, "beginning", "start") || r.word(j+1) != "of" {
		return When{}, i
	}
	k := j + 2
	w, n := r.period(k, false)
	if n == k && r.word(k) == "the" && r.oneOf(k+1, "month", "year") || r.oneOf(k, "month", "year") {
		if r.word(k) == "the" {
			k++
		}
		y, m, _ := r.today.YMD()
		w, n = wholeMonth(calendar.DateOf(y, m, 1)), k+1
		if r.word(k) == "year" {
			w = When{Day: calendar.DateOf(y, 1, 1), To: calendar.DateOf(y, 12, 31)}
		}
	} else if s, ok := r.as(k, month); ok && n == k {
		w, n = wholeMonth(r.soonestMonth(s.n, 0)), k+1
		if y, e := r.yearAt(k + 1); e > k+1 {
			w, n = wholeMonth(calendar.DateOf(y, time.Month(s.n), 1)), e
		}
	}
	if n == k || !w.To.Valid() || w.To-w.Day < 27 {
		return When{}, i
	}
	if end {
		return When{Day: w.To}, n
	}
	return When{Day: w.Day}, n
}
