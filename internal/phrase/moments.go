package phrase

import (
	"math/bits"

	"assister/internal/phrase/moment"
)

// moments is the text as package moment reads it.
func (r *reader) moments() *moment.Text {
	if r.read == nil {
		r.read = moment.Read(r.text, r.clockOf, moment.English())
	}
	return r.read
}

// endAt is the place after the token that ends at a byte of the text; i when no
// token does.
func (r *reader) endAt(i, end int) int {
	for k := i; k < len(r.toks) && r.toks[k].End <= end; k++ {
		if r.toks[k].End == end {
			return k + 1
		}
	}
	return i
}

// counted reads days that are counted within a period or from another day, and
// feasts where a preposition says that the day is meant and not what is bought
// for it.
func (r *reader) counted(i int, marked bool) (When, int) {
	if i >= len(r.toks) {
		return When{}, i
	}
	t := &r.toks[i]
	if r.word(i) == "the" || r.is(i, ordinal) || r.is(i, weekday) || r.is(i, next) || r.is(i, last) || t.Shape == Number || r.word(i) == "week" {
		if first, last, end := r.moments().Counted(t.Start); first.Valid() {
			return When{Day: first, To: last}, r.endAt(i, end)
		}
	}
	if marked && t.Shape == Word {
		if day, end := r.moments().Feast(t.Start); day.Valid() {
			return When{Day: day}, r.endAt(i, end)
		}
	}
	return When{}, i
}

// rule reads a recurrence that a record of ours can keep.
func (r *reader) rule(i int) (When, int) {
	if !r.is(i, every) && !r.is(i, often) && !r.is(i, weekdays) && r.word(i) != "once" {
		return When{}, i
	}
	rule, end := r.moments().Rule(r.toks[i].Start)
	rec, ok := rule.Plain()
	if !ok || rule.Part != moment.NoPart {
		return When{}, i
	}
	w := When{Repeat: rec, days: rule.Days}
	if rule.MonthDay > 1 {
		w.monthDay = bits.TrailingZeros64(rule.MonthDay)
	}
	if rule.Months != 0 {
		if w.monthDay == 0 {
			return When{}, i
		}
		w.Day, w.monthDay = r.soonestDay(bits.TrailingZeros16(rule.Months), w.monthDay), 0
	}
	return w, r.endAt(i, end)
}
