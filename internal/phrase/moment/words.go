package moment

import (
	"strconv"
	"time"
)

// Words says a meaning in the one way that is read back as the same, whatever
// day it is.
func (m Meaning) Words() string { return string(m.append(nil)) }

// Same reports whether two meanings say the same, however they were said.
func (m Meaning) Same(o Meaning) bool {
	return m.Kind == o.Kind && m.From == o.From && m.To == o.To && m.Amount == o.Amount && m.Rule == o.Rule ||
		m.From == o.From && m.To == o.To && m.Rule == o.Rule && m.Amount == o.Amount && moments(m.Kind) && moments(o.Kind)
}

// moments reports whether a meaning of the kind is one or two points, so that
// only they matter.
func moments(k Kind) bool { return k >= Day && k <= Range }

func (p Point) words(dst []byte) []byte {
	dst = p.Day.Append(dst)
	if p.Timed() {
		dst = append(dst, " at "...)
		dst = clockWords(dst, p.Clock)
	}
	return dst
}

func clockWords(dst []byte, c int32) []byte {
	full := Point{1, c}.Append(nil)[len("0001-01-01T"):]
	if string(full[5:]) == ":00" {
		full = full[:5]
	}
	return append(dst, full...)
}

func (m Meaning) append(dst []byte) []byte {
	switch m.Kind {
	case None:
		return dst
	case Duration:
		return m.Amount.words(dst)
	case Recurrence:
		return m.Rule.words(dst)
	}
	if m.Kind != Range {
		return m.From.words(dst)
	}
	switch {
	case !m.To.Valid():
		return m.From.words(append(dst, "after "...))
	case !m.From.Valid() && !m.To.Timed():
		return m.To.words(append(dst, "until "...))
	case !m.From.Valid():
		return m.To.words(append(dst, "before "...))
	}
	dst = m.From.words(append(dst, "from "...))
	return m.To.words(append(dst, " to "...))
}

func (a Amount) words(dst []byte) []byte {
	begin := len(dst)
	for _, u := range [...]struct {
		n    int
		name string
	}{{a.Months / 12, "year"}, {a.Months % 12, "month"}, {a.Days, "day"}, {a.Seconds / 3600, "hour"}, {a.Seconds / 60 % 60, "minute"}, {a.Seconds % 60, "second"}} {
		if u.n == 0 {
			continue
		}
		if len(dst) > begin {
			dst = append(dst, " and "...)
		}
		dst = strconv.AppendInt(dst, int64(u.n), 10)
		dst = append(append(dst, ' '), u.name...)
		if u.n != 1 {
			dst = append(dst, 's')
		}
	}
	return dst
}

// ordinalWord is "first", "2nd" and so on; -1 is the last.
func ordinalWord(n int) string {
	switch {
	case n == -1:
		return "last"
	case n < 0:
		return ordinalWord(-n) + " last"
	case n == 1:
		return "first"
	case n%100 >= 11 && n%100 <= 13:
		return strconv.Itoa(n) + "th"
	case n%10 >= 1 && n%10 <= 3:
		return strconv.Itoa(n) + [...]string{"st", "nd", "rd"}[n%10-1]
	}
	return strconv.Itoa(n) + "th"
}

func (r Rule) words(dst []byte) []byte {
	unit := [...]string{"", "minute", "hour", "day", "week", "month", "year"}[r.Freq]
	dst = append(dst, "every "...)
	if r.Interval > 1 {
		dst = append(strconv.AppendInt(dst, int64(r.Interval), 10), ' ')
		unit += "s"
	}
	dst = append(dst, unit...)
	var list []string
	for m := time.January; m <= time.December; m++ {
		if r.Months&(1<<m) != 0 {
			list = append(list, lowered(m.String()))
		}
	}
	dst = listed(dst, " in ", &list)
	for n := 1; n <= 31; n++ {
		if r.MonthDay&(1<<n) != 0 {
			list = append(list, ordinalWord(n))
		}
	}
	if r.MonthDay&1 != 0 {
		list = append(list, "last day")
	}
	dst = listed(dst, " on the ", &list)
	for n := range 16 {
		if r.Nth&(1<<n) != 0 {
			k := n + 1
			if n > 8 {
				k = 8 - n
			}
			list = append(list, ordinalWord(k))
		}
	}
	on := " on "
	if len(list) > 0 {
		dst = listed(dst, " on the ", &list)
		on = " "
	}
	for _, d := range [...]time.Weekday{1, 2, 3, 4, 5, 6, 0} {
		if r.Days.Has(d) {
			list = append(list, lowered(d.String()))
		}
	}
	dst = listed(dst, on, &list)
	if r.Part != NoPart {
		dst = append(append(dst, " in the "...), r.Part.String()...)
	}
	if r.Clock > 0 {
		if r.EndClock > 0 {
			dst = clockWords(append(dst, " from "...), r.Clock)
			dst = clockWords(append(dst, " to "...), r.EndClock)
		} else {
			dst = clockWords(append(dst, " at "...), r.Clock)
		}
	}
	if r.Start.Valid() {
		dst = r.Start.Append(append(dst, " starting "...))
	}
	if r.Until.Valid() {
		dst = r.Until.Append(append(dst, " until "...))
	}
	if r.Count > 0 {
		dst = append(strconv.AppendInt(append(dst, ' '), int64(r.Count), 10), " times"...)
	}
	return dst
}

func lowered(s string) string { return string(s[0]+'a'-'A') + s[1:] }

// listed writes "a, b and c" and empties the list.
func listed(dst []byte, before string, list *[]string) []byte {
	for i, s := range *list {
		switch {
		case i == 0:
			dst = append(dst, before...)
		case i == len(*list)-1:
			dst = append(dst, " and "...)
		default:
			dst = append(dst, ", "...)
		}
		dst = append(dst, s...)
	}
	*list = (*list)[:0]
	return dst
}
