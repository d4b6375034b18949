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

// orElse adds each of the other conditions: "…, or overdue".
func (a *answerer) orElse(text string) string {
	for _, other := range a.others {
		q := other.q.Unlike(a.q)
		o := &answerer{lookup: a.lookup, q: q, when: q.When, not: other.not}
		words := append(o.qualities(q.State, noun(o.kindNames()), 2), o.tail()...)
		text = a.in().Text("count.or", "text", text, "other", strings.Join(words, " "))
	}
	return text
}
