package phrase

import "slices"

// What is said beside a request: what it is about, why it is asked for, how things
// are. None of it asks for anything.

// topicOf is what a sentence is about that asks for nothing by itself. False where
// it is about nothing, or asks.
func (r *reader) topicOf(c clause) (t Target, ok bool) {
	from, to := r.politeness(c.start), r.trimEnd(c.start, c.end)
	if c.verb != nil || to-from > 14 || r.word(c.end) == "?" {
		return t, false
	}
	n := r.pastLead(from)
	if n == from && (r.asks(from) && !r.sweeps(from) || r.nearVerb(from)) {
		return t, false
	}
	end := n + 1
	for end < to && !r.oneOf(end, predicates...) {
		end++
	}
	if r.oneOf(n, "whatever", "everything", "anything") && r.oneOf(n+1, "is", "are", "i", "that") {
		end = to // "whatever is on tomorrow"
	}
	if end == to && n == from && !r.sweeps(from) || end-n > 8 || n >= to {
		return t, false
	}
	for i := end; i < to; i++ {
		if r.oneOf(i, "if", "unless", "except", "but") || r.toks[i].Shape == Quoted || r.toks[i].Shape == Hash {
			return t, false
		}
	}
	if t, ok = r.target(n, end); !ok || t.It {
		return t, false
	}
	t.Every = t.Every || t.Title == "" && t.Described() // "today is a mess"
	if when := r.lastDay(end, to); t.Every && when.Says() && !t.When.Says() {
		t.When = when
	}
	return t, t.Every || t.Title != ""
}

// topicsFrom are what a sentence may begin with that only says what it is about.
var topicsFrom = [...]string{"no more", "no", "forget about", "forget", "never mind", "nevermind", "about", "as for", "regarding", "concerning", "scrap that"}

// pastLead is where the words end that only lead on to what a sentence is about.
func (r *reader) pastLead(i int) int {
	n := i
	for _, words := range topicsFrom {
		n = max(n, r.match(i, words))
	}
	return n
}

// predicates end what a sentence is about: "the ski holiday is off".
var predicates = []string{"is", "are", "was", "were", "isn't", "aren't", "can", "can't", "could", "should", "will", "won't", "has", "have", "must", "needs", "need", "doesn't", "don't", "got", "gets", ":", "est", "sont", ",", "not"}

// lastDay is the day that a sentence ends with.
func (r *reader) lastDay(from, to int) When {
	for i := max(from, to-4); i < to; i++ {
		if p := r.piece(i); p.to == to && p.Day.Valid() && !p.Time.Valid() && p.role <= on {
			return p.When
		}
	}
	return When{}
}

// invitations begin a request in the middle of a sentence: "today is a mess can you
// move everything".
var invitations = []string{"can you", "could you", "would you", "can u", "could u", "please", "pls", "plz", "so please", "will you", "you can", "let's", "peux-tu", "tu peux", "pouvez-vous", "merci de"}

// pastChatter is the clause without what somebody says of how things are before the
// request, with no mark between. It must leave nothing to be done, and is what the
// request is about where that says no more than "everything".
func (t *talk) pastChatter(c clause) clause {
	for i := c.start + 2; i < min(c.end-2, c.start+24); i++ {
		if !t.invited(i) {
			continue
		}
		rest := t.opening(i)
		if rest.end = c.end; rest.verb == nil {
			continue
		}
		before := clause{start: c.start, end: i, body: c.start}
		if !t.reader.idle(before) {
			return c
		}
		if topic, ok := t.topicOf(before); ok {
			t.topic = &topic
		}
		return rest
	}
	return c
}

// pastReason is the clause without a reason before it: "Grandma has a cold, so swimming
// is cancelled".
func (t *talk) pastReason(c clause) clause {
	for i := c.start + 2; i+2 < min(c.end, c.start+20); i++ {
		if t.word(i) != "so" || !t.reader.idle(clause{start: c.start, end: i, body: c.start}) {
			continue
		}
		if _, _, ok := t.told(t.politeness(c.start), t.trimEnd(c.start, i)); ok {
			return c // which is a request itself
		}
		rest := t.opening(i + 1)
		rest.end = c.end
		return rest
	}
	return c
}

// pastHeading is the clause without a heading before it: "Emma's birthday: everything
// to friday" is about the birthday, and "catch up: everything overdue to today" about
// nothing more.
func (t *talk) pastHeading(c clause) clause {
	k := c.start + 1
	for k < min(c.end-1, c.start+6) && t.word(k) != ":" {
		k++
	}
	if t.word(k) != ":" || t.nearVerb(c.start) || t.piece(c.start).to > c.start {
		return c
	}
	rest := t.opening(k + 1)
	if rest.end = c.end; !t.sweeps(k+1) && (rest.verb == nil || rest.verb.creates() || rest.verb.weak || !t.sweeps(rest.body)) {
		return c
	}
	topic, ok := t.target(c.start, k)
	if t.word(k-1) == "project" && k-1 > c.start {
		topic, ok = Target{Every: true, Project: t.title(c.start, k-1)}, true
	}
	if ok && t.topic == nil {
		t.topic = &topic
	}
	return rest
}

// invited reports whether a request begins at i, in the middle of a sentence: after
// "can you", or with a verb and all that it is about.
func (r *reader) invited(i int) bool {
	if slices.ContainsFunc(invitations, func(p string) bool { return r.match(i, p) > i }) {
		return true
	}
	v, body := r.verbAt(i)
	return v != nil && !v.weak && !v.creates() && r.sweeps(body)
}

// idle reports whether a sentence only says how things are, before the request:
// "I'm behind. Move everything to friday". It must leave nothing to be done.
func (r *reader) idle(c clause) bool {
	first := r.politeness(c.start)
	if c.verb != nil && c.verb.form != formState || c.end-c.start > 18 || r.asks(c.start) && !r.oneOf(c.start, speakers...) || c.verb == nil && r.nearVerb(first) {
		return false
	}
	says := false
	for i := c.start; i < c.end; i++ {
		if r.mayAsk(i) {
			return false
		}
		_, past := r.saysDone(i)
		says = says || past || r.oneOf(i, saying...) || i > c.start && r.oneOf(i, predicates...) && !r.oneOf(i, ":", ",", "not")
	}
	return says || r.mood(c)
}

// saying are the words of a sentence that says how things are.
var saying = []string{"is", "are", "am", "i'm", "was", "we're", "it's", "he's", "she's", "has", "have", "had", "feel", "feels", "went", "says", "said", "won't", "can't", "been", "think", "ran", "going"}

// mayAsk reports whether a word may be one of a condition, an exception, a name or
// something to be done, or takes back what is asked for.
func (r *reader) mayAsk(i int) bool {
	switch {
	case r.oneOf(i, "if", "unless", "except", "or", "nothing", "#"), r.toks[i].Shape == Quoted, r.toks[i].Shape == Hash, r.is(i, done) && r.word(i) != "late":
		return true
	}
	return r.oneOf(i, "not", "don't", "never", "no") && !r.oneOf(i+1, "feel", "feeling", "think", "have", "get", "know", "well", "going", "coming", "home", "more", "time", "sure")
}

// speakers begin a sentence about how somebody is.
var speakers = []string{"i", "i'm", "i've", "we", "we're", "it", "it's", "he", "she", "they", "there", "they're", "he's", "she's"}

// mood reports whether a few words of their own only say how things are: "long day
// today", "busy week".
func (r *reader) mood(c clause) bool {
	from, to := r.politeness(c.start), r.trimEnd(c.start, c.end)
	if to-from > 5 || !r.oneOf(c.end, ".", "!", "…") && !r.oneOf(c.end-1, ".", "!", "…") {
		return false
	}
	for i := from; i < to; i++ {
		if r.oneOf(i, "day", "week", "morning", "night", "evening", "busy", "tired", "sorry", "ugh", "sick", "help", "one") {
			return true
		}
	}
	return from >= to
}
