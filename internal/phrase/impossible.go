package phrase

import (
	"time"

	"assister/internal/calendar"
)

// noSuchDay finds a day that no calendar has: "feb 30", "31st of april",
// "2026-02-29". Whoever writes one means another day, so that it belongs to no
// title and is given back.
func (r *reader) noSuchDay(from, to int) Span {
	for i := from; i < to; i++ {
		if n := r.noSuchDayAt(i); n > i && n <= to {
			return r.span(i, n)
		}
	}
	return Span{}
}

// noSuchDayAt is where such a day ends; i when none begins there.
func (r *reader) noSuchDayAt(i int) int {
	if y, m, d, n := r.digitsOfDay(i); n > i {
		return r.unlessDay(y, m, d, i, n)
	}
	if s, ok := r.as(i, month); ok {
		k := i + 1
		if r.word(k) == "the" {
			k++
		}
		d, _, n := r.dayNumber(k)
		if n == k || r.glued(n) && r.oneOf(n, ":", "%", "/") || r.is(n, meridiem) {
			return i
		}
		y, n := r.yearAt(n)
		return r.unlessDay(y, s.n, d, i, n)
	}
	d, _, k := r.dayNumber(i)
	if k == i {
		return i
	}
	if r.word(k) == "of" {
		k++
	}
	s, ok := r.as(k, month)
	if !ok {
		return i
	}
	y, n := r.yearAt(k + 1)
	return r.unlessDay(y, s.n, d, i, n)
}

// digitsOfDay reads 2026-02-30 and 30.2.2026, whether there is such a day or not.
func (r *reader) digitsOfDay(i int) (y, m, d, to int) {
	for k := range 5 {
		if i+k >= len(r.toks) || k > 0 && !r.glued(i+k) || (k%2 == 0) != (r.toks[i+k].Shape == Number) {
			return 0, 0, 0, i
		}
	}
	a, b, c := r.toks[i], r.toks[i+2], r.toks[i+4]
	switch sep := r.word(i + 1); {
	case sep != r.word(i+3), len(b.Text) > 2:
	case len(a.Text) == 4 && len(c.Text) == 2 && (sep == "-" || sep == "/"):
		return a.Value, b.Value, c.Value, i + 5
	case len(c.Text) == 4 && len(a.Text) <= 2 && sep == ".":
		return c.Value, b.Value, a.Value, i + 5
	}
	return 0, 0, 0, i
}

// unlessDay is n when there is no such day, in that year or, where none was
// said, in a leap year.
func (r *reader) unlessDay(y, m, d, i, n int) int {
	if y == 0 {
		y = 2024
	}
	if calendar.DateOf(y, time.Month(m), d).Valid() {
		return i
	}
	return n
}

// rather names a day that does not exist where a request was not understood,
// since it is most likely the reason.
func (r *reader) rather(day Span, bad []Span) []Span {
	if len(bad) > 0 && day.End > 0 {
		return []Span{day}
	}
	return bad
}
