// Package moment finds what a text says about time: a day, a time of day, a
// range, a duration or a recurrence. A language is a table of words and a few
// rules of order; the grammar over the tables is one for all languages. It
// guesses nothing: what it does not understand is none. Requests and titles are
// left to package phrase.
//
// Everyday words for days and times are ambiguous. Where several readings are common,
// one is fixed, so that the same words always give the same day:
//
//   - Weeks start on Monday. "next friday" is Friday of the next ISO week, "last
//     friday" of the last one; "friday" and "this friday" are the soonest, and
//     today counts.
//   - A day and month without a year, and a day of the month alone, are the
//     soonest that are not past; behind "since" they are the last that were.
//   - A feast that countries keep on different days has no name here, nor has a
//     season. The end of a week, half of a month and early march are none.
//   - A bare hour is a time only where something marks it ("at 3", "from 3 to
//     5"). Without am or pm, 1 to 6 are in the afternoon, 7 to 11 in the morning
//     and 12 is noon, unless a part of the day or a leading zero says otherwise.
//   - 3/4 is the fourth of March in English and the third of April in French, and
//     the other reading is kept; a request that says it is refused.
package moment

import (
	"slices"

	"assister/internal/calendar"
)

// MaxText is how much of a text is read, in bytes.
const MaxText = 64 << 10

// Kind is what sort of thing was said.
type Kind uint8

const (
	None Kind = iota
	Day
	TimeOfDay
	DayAndTime
	Range
	Duration
	Recurrence
)

// String is the name a reader of events sees.
func (k Kind) String() string {
	return [...]string{"none", "date", "time", "datetime", "range", "duration", "recurrence"}[k]
}

// Grain is how exact it was said: "in march" is exact to the month.
type Grain uint8

const (
	NoGrain Grain = iota
	Second
	Minute
	Hour
	DayGrain
	Week
	Month
	Quarter
	Year
)

// String is the name of the unit.
func (g Grain) String() string {
	return [...]string{"", "second", "minute", "hour", "day", "week", "month", "quarter", "year"}[g]
}

// Point is a local day, with a time where one was said. The zero Point is none.
type Point struct {
	Day calendar.Date
	// Clock counts the seconds of the day from 1, so that zero is no time.
	Clock int32
}

// Valid reports whether there is a point at all.
func (p Point) Valid() bool { return p.Day.Valid() }

// Timed reports whether a time of day belongs to the point.
func (p Point) Timed() bool { return p.Clock > 0 }

// Before compares two points; a day begins at midnight.
func (p Point) Before(q Point) bool {
	return p.Day < q.Day || p.Day == q.Day && max(p.Clock, 1) < max(q.Clock, 1)
}

// String is YYYY-MM-DD, or YYYY-MM-DDTHH:MM:SS when there is a time.
func (p Point) String() string { return string(p.Append(nil)) }

// Append is String without the garbage.
func (p Point) Append(dst []byte) []byte {
	dst = p.Day.Append(dst)
	if p.Clock == 0 || !p.Valid() {
		return dst
	}
	dst = append(dst, 'T')
	s := int(p.Clock - 1)
	for i, n := range [...]int{s / 3600, s / 60 % 60, s % 60} {
		if i > 0 {
			dst = append(dst, ':')
		}
		dst = append(dst, byte('0'+n/10), byte('0'+n%10))
	}
	return dst
}

// Part is a part of the day that was said instead of a time.
type Part uint8

const (
	NoPart Part = iota
	Morning
	Afternoon
	Evening
	Night
	Lunch
)

// String is the English word.
func (p Part) String() string {
	return [...]string{"", "morning", "afternoon", "evening", "night", "lunchtime"}[p]
}

// hours are when a part of the day begins and ends, in hours.
func (p Part) hours() (from, to int) {
	switch p {
	case Morning:
		return 8, 12
	case Afternoon:
		return 12, 18
	case Evening:
		return 18, 22
	case Lunch:
		return 11, 13
	}
	return 18, 24
}

// Amount is a length of time. Months have no fixed length in days, nor days in
// seconds, so they are counted apart.
type Amount struct {
	Months, Days, Seconds int
}

// Meaning is what was understood. Of a range, To is inclusive when it is a day,
// and either end may be missing where it is open. For the other kinds the value
// is From.
type Meaning struct {
	Start, End int // bytes of the text
	Kind       Kind
	Grain      Grain
	From, To   Point
	Part       Part // was said and says no more than From and To do
	Amount     Amount
	Rule       Rule
	// Other is the second of two usual readings: 3/4 by the other order of day
	// and month, or "at 5" in the other half of the day.
	Other Point
}

// Find is what the text says first and most fully about time, and whether it
// says anything. Of several phrases the one that says most is taken, and of
// equals the first.
func Find(text string, c calendar.Clock, l *Language) (Meaning, bool) {
	r := newReader(text, c, l)
	defer r.done()
	return r.find()
}

func (r *reader) find() (Meaning, bool) {
	best, score := Meaning{}, 0
	for i := 0; i < len(r.toks); {
		m, n, ok := r.phrase(i)
		if !ok {
			i++
			continue
		}
		if s := m.weight()*16 + min(n-i, 15); s > score {
			best, score = m, s
		}
		i = n
	}
	if r.refused {
		return Meaning{}, false
	}
	return best, score > 0
}

// FindIn is Find in several languages, the likeliest first. A later one is taken
// where it understands more, by a word that those before it do not know: numbers
// and "a" are in all of them. What alone understands a text, and the whole of it,
// needs none: "en 2031".
func FindIn(text string, c calendar.Clock, languages ...*Language) (best Meaning, in *Language) {
	for i, l := range languages {
		r := newReader(text, c, l)
		m, ok := r.find()
		if ok && m.End-m.Start > best.End-best.Start && (i == 0 || in == nil && m.End-m.Start == len(text) || r.foreign(m, languages[:i])) {
			best, in = m, l
		}
		r.done()
		if in != nil && best.End-best.Start == len(text) {
			break // no other can understand more
		}
	}
	return best, in
}

// foreign reports whether a phrase has a word of its language that is in none of
// the others.
func (r *reader) foreign(m Meaning, others []*Language) bool {
	for i := range r.toks {
		t := &r.toks[i]
		if int(t.start) < m.Start || int(t.end) > m.End || t.tags == 0 || t.num >= 0 || t.end-t.start < 2 {
			continue
		}
		word := packed(lower(r.text[t.start:t.end]))
		if !slices.ContainsFunc(others, func(o *Language) bool { return o.has(word) }) {
			return true
		}
	}
	return false
}

// All is every phrase about time in the text, in order.
func All(text string, c calendar.Clock, l *Language) []Meaning {
	r := newReader(text, c, l)
	defer r.done()
	var found []Meaning
	for i := 0; i < len(r.toks); {
		m, n, ok := r.phrase(i)
		if !ok {
			i++
			continue
		}
		found, i = append(found, m), n
	}
	return found
}

// Whole is the meaning of a text that is one phrase from end to end, but for
// marks around it.
func Whole(text string, c calendar.Clock, l *Language) (Meaning, bool) {
	r := newReader(text, c, l)
	defer r.done()
	if len(r.toks) == 0 {
		return Meaning{}, false
	}
	m, n, ok := r.phrase(0)
	for ok && n < len(r.toks) {
		if r.toks[n].mark == 0 || !closing(r.toks[n].mark) {
			return Meaning{}, false
		}
		n++
	}
	return m, ok && !r.refused
}

// closing reports whether a mark may end a sentence or a part of it.
func closing(mark byte) bool {
	switch mark {
	case '.', '!', '?', ',', ';', ':':
		return true
	}
	return false
}

// weight orders phrases by how much they say.
func (m Meaning) weight() int {
	switch m.Kind {
	case Recurrence:
		return 4
	case DayAndTime:
		if m.Grain >= DayGrain { // "in 3 days"
			return 3
		}
		return 4
	case Range:
		if m.Part != NoPart && !m.From.Valid() {
			return 1
		}
		return 3
	case Day:
		return 3
	case TimeOfDay:
		return 2
	case Duration:
		return 1
	}
	return 0
}
