package phrase

import (
	"slices"

	"assister/internal/calendar"
)

// The day of what is made, where more than a date phrase says it: a deadline by the hour,
// "at the latest", the short name of a weekday.

// habitual finds "le mercredi", which is every wednesday more often than the next.
func (r *reader) habitual(items []item) Span {
	for _, it := range items {
		if w := it.when; w != nil && r.lang == french && r.toks[it.at].raw == "le" && w.said != nil && w.said.Soonest() && !w.Repeat.Repeats() {
			return r.span(it.at, it.to)
		}
	}
	return Span{}
}

// atLatest makes a deadline of "thursday at the latest".
func (r *reader) atLatest(items []item) []item {
	for k, it := range items {
		if it.when == nil || !it.when.Day.Valid() || it.when.role > on || it.when.Repeat.Repeats() {
			continue
		}
		for _, words := range [...]string{"at the latest", "latest", "au-plus-tard"} {
			n := r.match(it.to, words)
			if n == it.to {
				continue
			}
			for j := k + 1; j < len(items) && items[j].to <= n; j++ {
				items[j].skip = true
			}
			it.when.role = due
			break
		}
	}
	return items
}

// dueBefore makes deadlines of "before friday": the day before it.
func (r *reader) dueBefore(items []item) []item {
	for _, it := range items {
		w := it.when
		if w != nil && w.role == before && w.Day == r.clock.Today() && w.said != nil && w.said.Soonest() {
			w.Day = w.Day.AddDays(7) // "before saturday", said on one
		}
		if w != nil && w.role == before && w.Day > r.clock.Today() && !w.Time.Valid() && !w.Repeat.Repeats() {
			if r.ends(w.at, w.to) { // "before the end of april" has its last day in it
				w.role, w.To = due, 0
				continue
			}
			w.role, w.Day, w.To = due, w.Day.AddDays(-1), 0
		}
	}
	return items
}

// ends reports whether words speak of the end of a time.
func (r *reader) ends(from, to int) bool {
	for i := from; i < to; i++ {
		if r.oneOf(i, "end", "fin") {
			return true
		}
	}
	return false
}

// byTime keeps the time of a deadline in the notes, since a deadline is a day:
// "by five" is by today, unless it has struck.
func (r *reader) byTime(s *Settings) {
	d := &s.Due
	if !d.Time.Valid() || d.End.Valid() || d.Repeat.Repeats() {
		return
	}
	if w := s.When; !d.Day.Valid() && w.Day.Valid() && !w.To.Valid() && !w.Repeat.Repeats() {
		d.Day = w.Day // "on monday by noon"
	}
	if !d.Day.Valid() {
		d.Day = r.clock.Today()
		if now := r.clock.Instant.In(r.clock.Zone); d.Time <= calendar.TimeOf(now.Hour(), now.Minute()) {
			d.Day = d.Day.AddDays(1)
		}
	}
	if s.Notes != "" {
		s.Notes += "\n"
	}
	s.Notes += r.lang.by + " " + d.Time.String()
	d.Time = 0
}

// shortDay reads the short name of a weekday at the very end, as it is written in haste:
// "call the roofer mon". Where an article stands before it, it is another word.
func (r *reader) shortDay(items []item) []item {
	k := len(items) - 1
	if k < 1 || r.lang == french || !items[k].word() || !r.oneOf(items[k].at, "mon", "tue", "tues", "wed", "weds", "thu", "thur", "thurs", "fri", "sat", "sun") {
		return items
	}
	at := items[k].at
	if r.is(at-1, article) || r.is(at-1, possessive) || r.toks[at-1].Shape != Word || r.oneOf(at-1, "to", "in", "and", "or", "get", "got", "be", "mon", "tue", "wed", "thu", "fri", "sat", "sun") || slices.ContainsFunc(items, func(it item) bool { return it.when != nil && it.when.Day.Valid() }) {
		return items
	}
	if p := newReader("on "+r.word(at), r.clock).piece(0); p.Day.Valid() {
		p.at, p.to, p.Span = at, items[k].to, r.span(at, items[k].to)
		items[k].when = &p
	}
	return items
}
