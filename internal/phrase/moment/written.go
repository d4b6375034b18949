package moment

import (
	"strings"
	"time"

	"assister/internal/calendar"
)

// Dates that are written in numbers, or in numbers and the name of a month.

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
	case t.digits == 4 && t.num >= firstYear && t.num <= lastYear:
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
	{"ttt", "-.", orderedYear},
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
	if fraction(a, b) && (r.unknown(k) || r.has(k, of)) && !r.any(i-1, 1<<on|1<<by|1<<before|1<<after|1<<until|1<<from) {
		return d, false // "3/4 cup"
	}
	r.order(&d, a, b, mark)
	return d, true
}

// fraction reports whether two numbers make a fraction that people have a word for.
func fraction(a, b int) bool { return a < b && b <= 4 }

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
