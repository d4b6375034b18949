package question

import (
	"slices"

	"assister/internal/phrase"
)

// "Due today or overdue" is two conditions of which one is enough, and so is "in
// project Data and project Web", for nothing is in both. A text that says so is read
// twice, with either of them, and all else that it says holds both times.

// stretch is the words that one step of reading has taken: the places of the first and
// of what comes behind the last.
type stretch struct {
	from, to int
	says     slots // what it said of which records are meant
}

// step takes what stands next and notes which words that took. What would have to
// hold beside what stands on the other side of an "or" is not understood so.
func (r *reader) step() {
	from, before := r.at, r.q
	r.piece()
	s, filled := stretch{from, r.at, r.q.besides(before)}, r.filled
	r.filled |= s.says
	e, n := r.lookupAt(from)
	switch {
	case r.words[from].when != nil:
		s.says |= slotWhen
	case s.says == 0 && n > 0 && e.means == asking && Asking(e.n) == Urgent:
		s.says = slotPriority // "overdue or urgent"
	}
	r.steps = append(r.steps, s)
	joined := from > 0 && (r.either(from-1) || r.after)
	r.after = joined && r.idle(s) // "or that have a high priority"
	beside := joined || from > 0 && r.both(from-1)
	switch {
	case joined && n > 0 && e.means == asking && s.says == 0, beside && s.says&filled&slotState != 0:
		r.q.NotUnderstood = append(r.q.NotUnderstood, phrase.Span{Start: r.words[from].Start, End: r.words[r.at-1].End})
	case joined && s.says == slotAbout && filled&slotAbout != 0:
		r.q.Joined, r.q.Any = true, true // "with Ann or with Tom"
	case joined && s.says&^slotKinds != 0 && (r.words[from].when == nil || filled&slotWhen == 0),
		s.says&filled&single != 0:
		r.q.NotUnderstood = append(r.q.NotUnderstood, phrase.Span{Start: r.words[from].Start, End: r.words[r.at-1].End})
	}
}

// single are the slots that hold one thing, and of which another takes the place.
const single = slotPriority | slotContext | slotTag | slotProject | slotWhole | slotStamp | slotBeside

// either reports whether the word between one thing and another stands at a place.
func (r *reader) either(at int) bool {
	return r.words[at].plainly() && r.words[at].text == eithers[r.language]
}

func (r *reader) both(at int) bool {
	return r.words[at].plainly() && r.words[at].text == boths[r.language]
}

// eithers and boths are the words between one thing and another.
var (
	eithers = [...]string{English: "or", French: "ou"}
	boths   = [...]string{English: "and", French: "et"}
)

// alternatives reads the words once more where "or" stands between two conditions:
// with the first of them, and with the second. False where it is not so, or where
// either way is not understood.
func (r *reader) alternatives(words []word) (reading, bool) {
	for at := range r.words {
		both := r.both(at)
		if !both && !r.either(at) {
			continue
		}
		first, second := r.conditionBefore(at), r.conditionBehind(at+1)
		if second.says == 0 {
			first.from, second.says = r.behindLead(first), first.says // "tagged home or garden"
		}
		alike := first.says == second.says && first.says&(single|slotWhen|slotState)&^slotTag != 0
		switch {
		case first.to > first.from && second.to > 0 && (first.says|second.says)&slotKinds == 0 && (alike || !both):
		case both:
			continue
		default:
			return reading{}, false
		}
		words = r.commaed(words, first)
		one, other := r.readWithout(words, first.to, second.to), r.readWithout(words, first.from, second.from)
		if !one.alike(other) {
			return reading{}, false
		}
		more := other.Else
		other.Else = nil
		for _, q := range append([]Question{other.Question}, more...) {
			if !slices.ContainsFunc(append(one.Else, one.Question), func(e Question) bool { return e.besides(q) == 0 }) {
				one.Else = append(one.Else, q)
			}
		}
		return one, true
	}
	return reading{}, false
}

// commaed are the words with an "or" for the comma between conditions, where the last of
// them stands before one: "overdue, urgent or due today".
func (r *reader) commaed(words []word, last stretch) []word {
	words = slices.Clone(words)
	for at := last.from - 1; at > 0 && words[at].mark && words[at].text == ","; {
		c := r.conditionBefore(at)
		if c.to != at {
			break
		}
		words[at] = word{Span: words[at].Span, text: eithers[r.language]}
		at = c.from - 1
	}
	return words
}

// conditionBefore is the last condition that was read before a place. A deadline and
// its time are one.
func (r *reader) conditionBefore(at int) (c stretch) {
	n := len(r.steps) - 1
	for ; n >= 0 && (r.steps[n].from >= at || r.idle(r.steps[n])); n-- {
	}
	if n < 0 || r.steps[n].says == 0 {
		return stretch{}
	}
	if c = r.steps[n]; c.says == slotWhen && n > 0 && r.steps[n-1].says == slotDue {
		c.from, c.says = r.steps[n-1].from, c.says|slotDue
	}
	return c
}

// behindLead is the place behind the words that say what a name is the name of: "in
// project", "tagged".
func (r *reader) behindLead(s stretch) int {
	at := s.from
	for at < s.to {
		e, n := r.lookupAt(at)
		if n == 0 || e.means != within && e.means != belonging && e.means != tagged {
			break
		}
		at += n
	}
	if at == s.from {
		return s.to
	}
	return at
}

// conditionBehind is the first condition that was read from a place on, or a name of
// which nothing says what it is the name of.
func (r *reader) conditionBehind(at int) (c stretch) {
	n := 0
	for ; n < len(r.steps) && (r.steps[n].from < at || r.idle(r.steps[n])); n++ {
	}
	if n == len(r.steps) {
		return stretch{}
	}
	if c = r.steps[n]; c.says == 0 {
		if c.to = r.name(c.from); c.to == c.from {
			return stretch{}
		}
		return c
	}
	if c.says == slotDue && n+1 < len(r.steps) && r.words[r.steps[n+1].from].when != nil {
		c.to, c.says = r.steps[n+1].to, c.says|slotWhen
	}
	return c
}

// idle reports whether words say nothing of what is meant.
func (r *reader) idle(s stretch) bool {
	e, n := r.lookupAt(s.from)
	return s.says == 0 && n > 0 && (e.means <= opener || e.means == within || e.means == matter)
}

// readWithout reads the words without those from one place to another.
func (r *reader) readWithout(words []word, from, to int) reading {
	again := reader{language: r.language, table: r.table, text: r.text, clock: r.clock, today: r.today, one: true,
		words: slices.Concat(words[:from], words[to:])}
	kept := slices.Clone(again.words)
	got := again.read()
	if unread(got) == 0 {
		return got
	}
	if both, ok := again.alternatives(kept); ok {
		return both
	}
	return got
}

// alike reports whether two readings are understood and ask for the same of the same
// kinds.
func (r reading) alike(as reading) bool {
	return r.understood() && as.understood() && len(r.Guessed)+len(as.Guessed) == 0 && r.Asks == as.Asks && r.By == as.By && r.Wants == as.Wants &&
		slices.Equal(r.Kinds, as.Kinds)
}

// Unlike is the question with only those of its conditions that another does not have.
func (q Question) Unlike(other Question) Question {
	differ := q.besides(other)
	has := func(s slots) bool { return differ&s != 0 }
	u := Question{Language: q.Language, Asks: q.Asks, Kinds: q.Kinds, Noun: q.Noun}
	if has(slotWhen | slotDue) {
		u.When, u.Due = q.When, q.Due
	}
	if has(slotState) {
		u.State = q.State
	}
	if has(slotAbout) {
		u.About = q.About
	}
	if has(slotFacts) {
		u.Facts = q.Facts
	}
	if has(slotNot) {
		u.Not = q.Not
	}
	if has(slotStamp) {
		u.Stamp = q.Stamp
	}
	if has(slotLasting) {
		u.Over, u.Under = q.Over, q.Under
	}
	if has(slotWhole) {
		u.Of = q.Of
	}
	for _, f := range []struct {
		slot     slots
		to, from *string
	}{{slotPriority, &u.Priority, &q.Priority}, {slotContext, &u.Context, &q.Context}, {slotTag, &u.Tag, &q.Tag}, {slotProject, &u.Project, &q.Project}} {
		if has(f.slot) {
			*f.to = *f.from
		}
	}
	u.Undated, u.NoDeadline, u.Repeats = q.Undated && has(slotUndated), q.NoDeadline && has(slotNoDeadline), q.Repeats && has(slotRepeats)
	return u
}
