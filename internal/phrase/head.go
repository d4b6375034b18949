package phrase

// A title may be introduced: by "to" after "remind me", by a noun that only says
// what kind of record is wanted ("a reminder to call Bob", "an event called
// Lunch"), and by adjectives ("a new high priority task"). What introduces is no
// part of the title, unless the noun says what the thing is: a meeting with Al
// is a meeting.

// intoTitle reads what stands between the verb and the title and its settings.
// False where nothing is left, or the verb was meant otherwise.
func (r *reader) intoTitle(i, to int, v *verb, req *Request) (int, bool) {
	if v.words == "don't forget" && (r.oneOf(i, pronouns...) || r.oneOf(i, "it", "that", "me", "this", "i", "who", "what", "them", "him", "her", "us") && i+1 == to) {
		return i, false
	}
	if v.form == formRemind && (r.oneOf(i, "to", "about", "of", "that", ":") || r.word(i) == "for" && r.piece(i).to == i) {
		i++
	}
	if v.form == formRemind && r.word(i) == "2" && isOneOf(r.word(i+1), doings) || v == &dutyVerb && r.word(i) == "to" {
		i++ // "remind me 2 bring", "I must to buy"
	}
	h := head{start: i, to: to}
	r.adjectives(&h)
	i = r.noun(&h, req)
	return i, v.words != "put off" && i < to
}

// head is what introduces a title, while it is being read.
type head struct {
	start, to int
	first     int // after the articles
	at        int // after the adjectives
	set       Settings
	allDay    bool
}

// adjectives reads articles, "new", "high priority", "daily", "all day".
func (r *reader) adjectives(h *head) {
	i := h.start
	for i < h.to && (r.is(i, article) && !r.oneOf(i, "that", "those", "these") || r.oneOf(i, "new", "my", "me", "another", "following", "quick")) {
		i++
	}
	h.first = i
	for i < h.to {
		if n := r.priorityAt(i, &h.set); n > i {
			i = n
			continue
		}
		if n := r.allDay(i); n > i && (r.is(n, noun) || r.is(n, article)) {
			h.allDay, i = true, n
			continue
		}
		if w, ok := r.often(i); ok && (r.is(i+1, noun) || r.is(i+1, priority)) {
			h.set.When, i = w, i+1
			continue
		}
		if s, ok := r.as(i, priority); ok && r.is(i+1, noun) {
			h.set.Priority, i = priorities[s.n], i+1
			continue
		}
		break
	}
	h.at = i
}

// allDay reads "all day", "all-day", "the whole day".
func (r *reader) allDay(i int) int {
	for _, words := range [...]string{"all day", "all-day", "the whole day", "the entire day", "whole day", "full day", "full-day", "all day long"} {
		if n := r.match(i, words); n > i {
			return n
		}
	}
	return i
}

// leftOut are the words after a noun that make it no part of the title.
var leftOut = [...][]string{
	thing:           {"to", "for", "about", "of", "that", "regarding"},
	taskNoun:        {"to", "for", "about", "of", "that", "regarding"},
	noticeNoun:      {"to", "for", "about", "of", "that", "regarding", "on"},
	eventNoun:       {"to", "for", "about", "of", "that", "regarding"},
	meetingNoun:     {"to"},
	appointmentNoun: {"to", "for"},
	projectNoun:     {},
}

// noun reads the noun that says what kind is wanted, and gives back where the
// title begins, or the settings before it.
func (r *reader) noun(h *head, req *Request) int {
	s, ok := r.as(h.at, noun)
	if p, many := r.as(h.at, plural); !ok && many && p.n == noticeNoun {
		s, ok = p, true
	}
	if !ok || r.oneOf(h.at+1, "room") {
		return r.slot(h, req)
	}
	k := h.at + 1
	for r.is(k, noun) && (s.n == eventNoun || s.n == taskNoun || s.n == noticeNoun) { // "event reminder"
		k++
	}
	if p, ok := r.as(k, priority); ok { // "une tâche urgente"
		h.set.Priority, k = priorities[p.n], k+1
	}
	start := k
	k = r.connector(k, false, &verb{})
	named := k > start || k < h.to && r.toks[k].Shape == Quoted
	lead, leads := r.leadsOn(k, h.to, leftOut[s.n])
	switch {
	case k >= h.to && (s.n != taskNoun || h.first > h.start):
		return r.afterVerb(h)
	case s.n == projectNoun && !named && !r.is(h.start, article) && !r.oneOf(h.start, "new", "project"),
		s.n == thing && !named && !leads:
		return r.afterVerb(h)
	case !named && !leads && (s.n == meetingNoun || s.n == appointmentNoun || s.n == eventNoun && r.word(k) == "with"):
		req.Kind = kindOf(s.n)
		return r.kept(h, &req.Set)
	case k >= h.to:
		return r.afterVerb(h)
	}
	if s.n != noticeNoun { // a reminder may be of an event
		req.Kind = kindOf(s.n)
	}
	h.give(&req.Set)
	if h.allDay {
		req.Kind = "event"
	}
	if leads && lead == k {
		return r.pastPerson(k)
	}
	return k
}

// leadsOn finds the word after a noun, or after settings behind it, that leads
// on to the title: "a reminder tomorrow to call Bob".
func (r *reader) leadsOn(k, to int, words []string) (int, bool) {
	for k < to {
		n := r.list(k, to)
		if n == k {
			n = r.piece(k).to
		}
		if n == k || n > to {
			break
		}
		k = n
	}
	return k, k+1 < to && r.oneOf(k, words...)
}

// pastPerson skips the word that leads on, with "me" where it names the speaker:
// "a reminder for me to call Bob".
func (r *reader) pastPerson(k int) int {
	for _, words := range [...]string{"for me to", "to remind me to", "to remind me about", "to remind me of", "that says"} {
		if n := r.match(k, words); n > k {
			return n
		}
	}
	return k + 1
}

// slot reads "time for X", "a conference room for X": what is asked for is X.
func (r *reader) slot(h *head, req *Request) int {
	k := h.at
	for k < h.to && k < h.at+2 && !r.oneOf(k, "time", "slot", "room", "table", "block") {
		k++
	}
	switch {
	case r.oneOf(k, "room", "table"):
		n := k + 1
		for n < h.to && !(r.word(n) == "for" && r.piece(n).to == n) {
			n++
		}
		if n+1 >= h.to || !r.happensAt(n+1, h.to) {
			return r.afterVerb(h)
		}
		req.Kind, req.Set.Location = "event", r.title(h.at, r.untilTime(k+1, n))
		return n + 1
	case k == h.at && r.oneOf(k, "time", "slot", "block"):
		if _, leads := r.leadsOn(k+1, h.to, []string{"for", "to"}); leads {
			req.Kind = "event"
			h.give(&req.Set)
			return k + 1
		}
	}
	return r.afterVerb(h)
}

// untilTime is where the words from i on end, or the first time among them
// begins.
func (r *reader) untilTime(i, to int) int {
	for ; i < to; i++ {
		if r.piece(i).to > i {
			return i
		}
	}
	return to
}

// give hands on what the adjectives said.
func (h *head) give(s *Settings) {
	if h.set.When.Repeat.Repeats() {
		s.When = h.set.When
	}
	if h.set.Priority != "" {
		s.Priority = h.set.Priority
	}
	s.AllDay = s.AllDay || h.allDay
}

// afterVerb is where a title begins that no noun introduces. "new" belongs to it.
func (r *reader) afterVerb(h *head) int {
	if i := h.first; i > h.start && (r.word(i-1) == "new" && i-1 == h.start || r.oneOf(i-1, "following", "quick")) {
		return i - 1
	}
	return h.first
}

// kept takes the words before a noun that stays.
func (r *reader) kept(h *head, s *Settings) int {
	if h.set.Priority == "" && !h.set.When.Repeat.Repeats() && !h.allDay {
		return r.afterVerb(h)
	}
	h.give(s)
	return h.at
}
