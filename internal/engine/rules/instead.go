package rules

import (
	"strings"
)

// A question may name two conditions of which one is enough: "due today or overdue".
// Each has an answerer of its own, and what either finds is the answer.

// instead makes an answerer of each question that is the same with another condition.
// Said is the answer where one names what there is not.
func (a *answerer) instead() (said string, err error) {
	for _, q := range a.q.Else {
		other := &answerer{lookup: a.lookup, q: q}
		if said, err = other.ready(nil); said != "" || err != nil {
			return said, err
		}
		a.others = append(a.others, other)
	}
	return "", nil
}

// orElse says each of the other conditions: ", or overdue".
func (t *locale) orElse(a *answerer) string {
	var b strings.Builder
	for _, other := range a.others {
		q := other.q.Unlike(a.q)
		o := &answerer{lookup: a.lookup, q: q, when: q.When, not: other.not}
		what := t.noun(o.kindNames())
		words := append(t.qualities(o, q.State, what, true), t.tail(o)...)
		b.WriteString(", " + t.words["or"] + " " + strings.Join(words, " "))
	}
	return b.String()
}
