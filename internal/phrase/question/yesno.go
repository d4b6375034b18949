package question

// Questions that are answered with yes or no: whether something was done, or is so.

import (
	"slices"
	"strings"
)

// yesNo looks whether the text begins as one that is answered with yes or no:
// whether something is in a state, was done, or is at a time.
func (r *reader) yesNo() {
	e, n := r.opening()
	if r.wanted == Exists && !r.listed && len(r.loose) > 1 && r.language == French && participle(r.raw(r.loose[0])) && r.loose[0] == n {
		r.q.Asks, r.q.State, r.q.Deed, r.said = Whether, Finished, true, true // "est-ce que j'ai rendu les livres"
		return
	}
	if e.means == state && e.n == int(Finished) && !r.asked && !r.listed && len(r.loose) > 0 && slices.Contains(doers, r.words[0].text) {
		r.q.Asks = Whether // "did I finish the banner"
		return
	}
	if n == 0 || e.means != opener || r.asked || r.listed || len(r.loose)+len(r.q.About) == 0 {
		return
	}
	switch {
	case r.q.State != Usual:
		r.q.Asks = Whether
	case e.n == ofDeeds:
		r.q.Asks, r.q.State, r.said = Whether, Finished, true
		r.q.Deed = n > 1 // who did it is said before the verb, and is "I"
	case e.n == ofDuties:
		r.q.Asks, r.q.State, r.said = Exists, Open, true
	case r.hour, r.clockOnly:
		r.q.Asks, r.q.When, r.undo = When, Time{}, nil // "is the review at ten" is told by when it is
	case r.q.Of.Kind == "checklist":
		r.q.Asks, r.q.State = Exists, AnyState // it is on the list, checked or not
	case r.q.When.Set(), r.q.Of.Kind != "":
		r.q.Asks = Exists
	case len(r.loose) > 0 && participle(r.raw(r.loose[len(r.loose)-1])):
		r.q.Asks, r.q.State, r.said = Whether, Finished, true // "is the rent paid"
		r.checked = true
	}
}

// ticked is what a list has, where it is asked whether something was done with it: "is
// the tent packed" may be about the tent on a list.
func (r *reader) ticked() {
	if !r.checked || r.q.Or != nil || len(r.q.About) != 1 || len(r.q.Guessed) != 1 {
		return
	}
	thing, _, several := cutLast(r.q.About[0])
	if !several {
		return
	}
	other := r.q
	other.Kinds, other.About = []string{"checklist_item"}, []string{thing}
	other.Guessed = []Guess{{Words: thing, Span: r.q.Guessed[0].Span}}
	r.q.Or = &other
}

// cutLast is a text without its last word.
func cutLast(text string) (before, last string, several bool) {
	n := strings.LastIndexByte(text, ' ')
	if n < 0 {
		return "", text, false
	}
	return text[:n], text[n+1:], true
}

// recalls reports whether a verb says that something was done, or it is asked for the
// last time of it.
func (r *reader) recalls() bool {
	return slices.ContainsFunc(r.words, func(w word) bool { return w.text == "fois" || w.text == "vu" || w.text == "eu" }) ||
		slices.ContainsFunc(r.loose, func(at int) bool { return participle(r.raw(at)) })
}

// doers begin a question of what was done.
var doers = []string{"did", "have", "has", "ai", "est"}

// raw is a word as it was written, in lower case.
func (r *reader) raw(at int) string {
	if w := r.words[at]; plain(r.written(at, at+1)) == w.text {
		return strings.ToLower(r.written(at, at+1))
	}
	return r.words[at].text // a slip that was mended
}

// participle reports whether a word says that something was done.
func participle(word string) bool {
	for _, ending := range [...]string{"é", "ée", "és", "ées"} {
		if strings.HasSuffix(word, ending) {
			return true
		}
	}
	return len(word) > 4 && (strings.HasSuffix(word, "ed") || strings.HasSuffix(word, "ee")) ||
		slices.Contains([]string{"paid", "sent", "bought", "written", "made", "booked", "sold", "built", "fed", "paye", "envoye", "achete", "reserve", "ecrit", "range",
			"rendu", "vendu", "lu", "relu", "pris", "mis", "recu", "ouvert", "rempli", "choisi", "appele", "commande", "repondu", "prepare", "nettoye", "arrose", "imprime"}, word)
}

// opening is the phrase that the text begins with.
func (r *reader) opening() (entry, int) {
	for at, w := range r.words {
		if !w.mark {
			return r.lookup(at)
		}
	}
	return entry{}, 0
}
