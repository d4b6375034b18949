package phrase

import "assister/internal/phrase/moment"

// alarmSet is the verb of an alarm that none is said of.
var alarmSet = verb{words: "set", action: Create, form: formCreate}

// alarmWhen reads "an alarm", "a 7am alarm", "a daily alarm", and where it ends.
func (r *reader) alarmWhen(i, to int, s *Settings) (n int, ok bool) {
	if kind, n := r.keptAt(i); kind == "alarm" {
		return n, true
	}
	for r.is(i, article) || r.is(i, possessive) || r.word(i) == "new" {
		i++
	}
	if i+1 >= to {
		return i, false
	}
	it := r.itemAt(i, to)
	if w, often := r.often(i); often && r.word(i+1) == "alarm" {
		s.When = w
		return i + 2, true
	}
	if it.when == nil || r.word(it.to) != "alarm" || !s.take(it) {
		return i, false
	}
	return it.to + 1, true
}

// alarm reads when an alarm goes off, and what it reminds of: "an alarm for 7 to take
// the pills".
func (r *reader) alarm(req Request, i, to int, whole []Span) (Request, []Span, bool) {
	said, items, lead := req, r.items(i, to), 0
	leads := func(k int) bool {
		return items[k].when != nil || r.oneOf(items[k].at, "for", "at", "on", "to", ",") && k+1 < len(items) && items[k+1].when != nil
	}
	for lead < len(items) && leads(lead) {
		if items[lead].when != nil && !req.Set.take(items[lead]) {
			return req, whole, true
		}
		lead++
	}
	trail := len(items)
	for trail > lead && items[trail-1].when != nil {
		trail--
		if !req.Set.take(items[trail]) {
			return req, whole, true
		}
	}
	if lead < trail {
		at := items[lead].at
		if !r.oneOf(at, "to", "for", "about", "called", "named", "titled", ":", "saying", "that") {
			return req, whole, lead > 0 || req.Set.When.Says() // "an alarm clock" is none
		}
		for at++; at+1 < items[trail-1].to && (r.is(at, article) || r.is(at, possessive)); {
			at++
		}
		req.Title, req.Quoted = r.title(at, items[trail-1].to), r.quoted(at)
		if req.Title == "" {
			return req, whole, true
		}
	}
	w := &req.Set.When
	if w.said != nil && w.said.Bare() {
		w.within(moment.Morning) // where an alarm at 5 or 6 mostly is
	}
	if k := r.forHour(i, to); !w.Time.Valid() && k < to {
		return r.atInstead(k).alarm(said, i, to, whole)
	}
	if !w.Time.Valid() || w.End.Valid() || req.Set.Due.Says() || !r.settled(&req.Set) {
		return req, whole, true
	}
	return req, nil, true
}

// forHour is where "for" stands before a number, or the first one there is; the end
// where there is none.
func (r *reader) forHour(from, to int) int {
	for k := from; k+1 < to; k++ {
		if r.word(k) == "for" && (r.toks[k+1].Shape == Number || r.moments().Number(r.toks[k+1].Start)) {
			return k
		}
	}
	return r.find("for", from, to)
}

// find is where a word stands, or the end.
func (r *reader) find(word string, from, to int) int {
	for from < to && r.word(from) != word {
		from++
	}
	return from
}

// atInstead is the same text with "at" for a word: "an alarm for 7" goes off at 7, and
// "pour 7h" is not for seven hours.
func (r *reader) atInstead(i int) *reader {
	at := "at"
	if r.lang != inEnglish.indexed() {
		at = "à"
	}
	return newReader(r.text[:r.toks[i].Start]+at+r.text[r.toks[i].End:], r.clock)
}
