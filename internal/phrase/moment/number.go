package moment

import "assister/internal/calendar"

// count reads a whole number: digits, "twenty-one", "a", "a few", "a couple of".
func (r *reader) count(i int) (n, to int) {
	if r.digit(i) {
		if r.decimal(i) {
			return 0, i
		}
		return r.toks[i].num, i + 1
	}
	if r.has(i, some) && !(r.strict && r.n(i, some) == 1) { // a request reads "all day" by itself
		return r.n(i, some), i + 1
	}
	if r.has(i, a) {
		if r.has(i+1, some) {
			return r.n(i+1, some), i + 2
		}
		return 1, i + 1
	}
	return r.cardinal(i)
}

// cardinal reads a number in words below a hundred.
func (r *reader) cardinal(i int) (n, to int) {
	if !r.has(i, cardinal) {
		return 0, i
	}
	n = r.n(i, cardinal)
	if n >= 20 && n < 100 && n%10 == 0 {
		k := i + 1
		if r.mark(k, '-') {
			k++
		}
		if r.has(k, cardinal) && r.n(k, cardinal) < 10 && r.n(k, cardinal) > 0 {
			return n + r.n(k, cardinal), k + 1
		}
	}
	return n, i + 1
}

// decimal reports whether the number at i has a fraction.
func (r *reader) decimal(i int) bool {
	return r.mark(i+1, '.') && r.glued(i+1) && r.glued(i+2) && r.digit(i+2)
}

// nth reads an ordinal that may count from the end: "second last", "3rd to the
// last"; -1 is the last.
func (r *reader) nth(i int) (n, to int) {
	n, to = r.ordinal(i)
	switch {
	case to == i:
	case n > 0 && r.has(to, ordinal) && r.n(to, ordinal) == -1:
		return -n, to + 1
	case n > 0 && r.has(to, upto):
		if k := r.skip(to+1, the); r.has(k, ordinal) {
			return -n, k + 1
		}
	case n < 0:
		if m, k := r.ordinal(to); k > to && m > 0 {
			return -m, k
		}
	}
	return n, to
}

// ordinal reads "3rd", "third" or "twenty-third".
func (r *reader) ordinal(i int) (n, to int) {
	if r.digit(i) {
		if r.glued(i+1) && r.has(i+1, suffix) {
			return r.toks[i].num, i + 2
		}
		return 0, i
	}
	if r.has(i, ordinal) {
		return r.n(i, ordinal), i + 1
	}
	if r.has(i, cardinal) {
		k := i + 1
		if r.mark(k, '-') {
			k++
		}
		if t := r.n(i, cardinal); t >= 20 && t%10 == 0 && r.has(k, ordinal) && r.n(k, ordinal) > 0 && r.n(k, ordinal) < 10 {
			return t + r.n(k, ordinal), k + 1
		}
	}
	return 0, i
}

// dayNumber reads the number of a day of a month; sure is false for a number
// that may count something else.
func (r *reader) dayNumber(i int) (n int, sure bool, to int) {
	if n, k := r.ordinal(i); k > i {
		if n < 1 || n > 31 {
			return 0, false, i
		}
		return n, true, k
	}
	if r.digit(i) && r.toks[i].digits > 2 || r.has(i, a) || r.has(i, some) {
		return 0, false, i
	}
	n, k := r.count(i)
	if k == i || n < 1 || n > 31 {
		return 0, false, i
	}
	return n, false, k
}

// Years that are read. A day of another cannot be said back, and nobody plans one.
const (
	firstYear = 1600
	lastYear  = 2999
)

var firstDay, lastDay = calendar.DateOf(firstYear, 1, 1), calendar.DateOf(lastYear, 12, 31)

// writable reports whether all days of a meaning are of years that are read.
func (m Meaning) writable() bool {
	for _, d := range [...]calendar.Date{m.From.Day, m.To.Day, m.Rule.Start, m.Rule.Until} {
		if d.Valid() && (d < firstDay || d > lastDay) {
			return false
		}
	}
	return true
}

// year reads a year: four digits, "'96" after a date, or in words.
func (r *reader) year(i int) (n, to int) {
	if r.digit(i) {
		if t := &r.toks[i]; t.digits == 4 && t.num >= firstYear && t.num <= lastYear && !(r.mark(i+1, ':') && r.glued(i+1)) {
			return t.num, i + 1
		}
		return 0, i
	}
	if r.has(i, cardinal) && r.has(i+1, cardinal) {
		if r.n(i, cardinal) == 2 && r.n(i+1, cardinal) == 1000 {
			k := r.skip(i+2, and)
			if n, e := r.cardinal(k); e > k && n < 100 {
				return 2000 + n, e
			}
			return 2000, i + 2
		}
		if c := r.n(i, cardinal); c == 19 || c == 20 {
			if n, e := r.cardinal(i + 1); e > i+1 && n >= 10 && n < 100 {
				return c*100 + n, e
			}
		} else if c > 20 || c < 16 {
			return 0, i
		}
		if c := r.n(i, cardinal); r.n(i+1, cardinal) == 100 { // nineteen hundred and five
			n, e := r.cardinal(r.skip(i+2, and))
			if e == i+2 || n > 99 {
				n, e = 0, i+2
			}
			return c*100 + n, e
		}
	}
	return 0, i
}

// units is num/den units of time. Halves of days, months and hours are had in
// smaller units; other fractions of days and more are none.
func units(num, den, u int) (Amount, Grain, bool) {
	whole := func(x int) (int, bool) { return num * x / den, num*x%den == 0 }
	var am Amount
	var ok bool
	switch u {
	case int(Second):
		am.Seconds, ok = num/den, true
	case int(Minute):
		am.Seconds, ok = num*60/den, true
	case int(Hour):
		am.Seconds, ok = num*3600/den, true
	case int(DayGrain):
		if am.Days, ok = whole(1); !ok {
			am.Days, am.Seconds, ok = num/den, num%den*86400/den, true
		}
	case int(Week):
		am.Days, ok = whole(7)
	case fortnight:
		am.Days, ok = whole(14)
		u = int(Week)
	case int(Month):
		if am.Months, ok = whole(1); !ok {
			am.Months = num / den
			am.Days, ok = num%den*30/den, true
		}
	case int(Quarter):
		am.Months, ok = whole(3)
	case int(Year):
		am.Months, ok = whole(12)
	}
	return am, Grain(u), ok
}

// amount reads a length of time: "3 days", "an hour and a half", "2.5 hours",
// "two weeks and a day", "three quarters of an hour".
func (r *reader) amount(i int) (am Amount, g Grain, to int) {
	am, g, k := r.oneAmount(i)
	if k == i {
		return am, g, i
	}
	for {
		j := k
		if r.mark(j, ',') {
			j++
		}
		j = r.skip(j, and)
		more, h, e := r.oneAmount(j)
		if e == j || h >= g { // smaller and smaller
			if g == Hour && r.has(k-1, unit) { // "an hour fifteen"
				if n, e := r.count(j); e > j && !r.has(j, a) && n < 60 && !r.has(e, unit) && !r.has(e, meridiem) && !r.mark(e, ':') && (j > k || r.has(j, cardinal)) && j-k < 2 {
					am.Seconds += n * 60
					return am, Minute, e
				}
			}
			return am, g, k
		}
		am.Months, am.Days, am.Seconds = am.Months+more.Months, am.Days+more.Days, am.Seconds+more.Seconds
		g, k = h, e
	}
}

// length is an amount in one unit.
type length struct {
	Amount
	Grain
}

func (r *reader) oneAmount(i int) (Amount, Grain, int) {
	l, to := r.lang.tables.amounts.read(r, i, 0)
	return l.Amount, l.Grain, to
}

func amountForms() []form[length] {
	return []form[length]{
		{"approx? half of? a? filler? unit", halfUnit}, // half an hour
		{"approx? a half -? of? a? filler? unit", halfUnit},
		{"approx? #2 ~letter ~#2 !oclock", hoursAndMinutes}, // 2h30
		{"approx? # ~. ~# filler? unit", decimalUnits},
		{"approx? # / # filler? unit", fractionUnits},
		{"approx? COUNT -? quarter of? a? filler? unit", quarterUnits},
		{"approx? quarter of? a unit", quarterUnit},            // quarter of an hour
		{"approx? COUNT and? half filler? unit", unitsAndHalf}, // two and a half days
		{"approx? COUNT and? a half filler? unit", unitsAndHalf},
		{"approx? COUNT and COUNT quarter of? filler? unit", unitsAndQuarters},
		{"approx? COUNT -? filler? unit and a half !unit|a", unitsAndHalf}, // a day and a half
		{"approx? COUNT -? filler? unit and half !unit|a", unitsAndHalf},
		{"approx? COUNT !quarter -? filler? unit", wholeUnits},
	}
}

func hoursAndMinutes(r *reader, m *match) (length, bool) {
	h, minutes := r.toks[m.words[m.size-3]].num, &r.toks[m.words[m.size-1]]
	return length{Amount{Seconds: h*3600 + minutes.num*60}, Minute}, minutes.digits == 2 && minutes.num < 60 && r.has(m.to-2, unit)
}

func halfUnit(r *reader, m *match) (length, bool) { return r.units(m, 1, 2) }

func wholeUnits(r *reader, m *match) (length, bool) { return r.units(m, m.nums[0], 1) }

func unitsAndHalf(r *reader, m *match) (length, bool) { return r.units(m, 2*m.nums[0]+1, 2) }

func quarterUnits(r *reader, m *match) (length, bool) {
	l, ok := r.units(m, m.nums[0], 4)
	return l, ok && m.nums[0] < 4
}

func quarterUnit(r *reader, m *match) (length, bool) { return r.units(m, 1, 4) }

func unitsAndQuarters(r *reader, m *match) (length, bool) {
	l, ok := r.units(m, 4*m.nums[0]+m.nums[1], 4)
	return l, ok && m.nums[1] <= 3
}

func decimalUnits(r *reader, m *match) (length, bool) {
	i := r.wordOf(m, numeral)
	den := 1
	for range r.toks[i+2].digits {
		den *= 10
	}
	l, ok := r.units(m, r.toks[i].num*den+r.toks[i+2].num, den)
	return l, ok && den <= 1000
}

func fractionUnits(r *reader, m *match) (length, bool) {
	i := r.wordOf(m, numeral)
	num, den := r.toks[i].num, r.toks[i+2].num
	if den < 2 || den > 8 || num >= den {
		return length{}, false
	}
	return r.units(m, num, den)
}

// units is num/den of the form's unit, unless the word means something else: "the
// twenty second", "in a second round".
func (r *reader) units(m *match, num, den int) (l length, ok bool) {
	k := m.words[m.size-1] // behind "quarters", which is a unit too
	if !r.has(k, unit) {
		k = r.wordOf(m, unit)
	}
	if num <= 0 || num > 100_000*den {
		return l, false
	}
	if r.has(k, ordinal) && (r.has(m.at-1, the) || r.has(m.at-1, weekday) || r.has(m.at-1, month)) {
		return l, false
	}
	if r.has(k, doubt) && !r.digit(k-1) && (r.has(k, letter) || r.unknown(k+1)) {
		return l, false
	}
	l.Amount, l.Grain, ok = units(num, den, r.n(k, unit))
	return l, ok
}

// unknown reports whether a word at i means nothing to the grammar.
func (r *reader) unknown(i int) bool {
	return i < len(r.toks) && r.toks[i].num < 0 && r.toks[i].mark == 0 && r.toks[i].tags == 0
}
