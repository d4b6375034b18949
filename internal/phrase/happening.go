package phrase

import (
	"strings"

	"assister/internal/calendar"
	"assister/internal/phrase/moment"
)

// doings begin the title of something to do, whatever stands behind them: to
// book a flight takes place at no airport.
var doings = []string{"prepare", "plan", "book", "schedule", "cancel", "organize", "organise", "confirm", "make", "arrange", "move", "get", "buy", "pack",
	"cook", "pay", "send", "write", "read", "finish", "clean", "check", "print", "order", "find", "fix", "bring", "pick", "research", "review", "rsvp",
	"register", "submit", "study", "watch", "update", "call", "email", "text", "ask", "tell", "take", "wash", "do", "start", "set", "put", "go", "prep"}

// Happens reports whether a title names something that takes place, such as
// "dinner with Ann" or "the kids' swimming class", rather than something to do.
func Happens(title string) bool {
	_, ok := eventOf(strings.ToLower(title))
	return ok
}

// eventOf is the sense of the noun that a title is about: the last word before
// an adjunct, or the whole.
func eventOf(title string) (sense, bool) {
	words := strings.FieldsFunc(title, func(c rune) bool { return c == ' ' || c == ',' || c == ':' || c == '"' })
	for i, w := range words {
		if i > 0 && (w == "of" || isOneOf(w, adjuncts)) {
			words = words[:i]
			break
		}
	}
	if len(words) == 0 || len(words) > 1 && isOneOf(words[0], doings) {
		return sense{}, false
	}
	last := words[len(words)-1]
	if len(words) > 1 && last == "night" { // "movie night"
		return sense{word: last, as: happening, n: int(moment.Evening)}, true
	}
	t := Token{senses: lookup(last)}
	if what, ok := t.as(happening); ok {
		return what, true
	}
	return frenchEvent(words[0])
}

// frenchEvent is the sense of the word that a French title begins with, where its noun
// stands: "anniversaire de Paul".
func frenchEvent(word string) (sense, bool) {
	word = unaccented(word)
	for _, article := range [...]string{"l'", "l’"} {
		word = strings.TrimPrefix(word, article)
	}
	of, _ := find(frenchWords, word)
	t := Token{senses: lookup(of)}
	return t.as(happening)
}

// at moves an hour that was said without am or pm to the part of the day that a
// title is at: dinner at 7 is in the evening, and breakfast at 6 is not.
func (w *When) at(title string) {
	what, ok := eventOf(strings.ToLower(title))
	part := moment.Part(what.n)
	if !ok || part == moment.NoPart || w.said == nil || !w.said.Bare() || w.Part != NoPart || !w.Time.Valid() {
		return
	}
	w.within(part)
}

// within moves a bare hour to a part of the day where it may be in it.
func (w *When) within(part moment.Part) {
	h, _ := w.Time.Clock()
	if part == moment.Evening && h >= 5 && h < 11 || part == moment.Morning && h >= 16 && h < 19 {
		w.become(w.said.In(part), true)
	}
}

// Near is the phrase as said of what begins at a time now: an hour without am or pm is
// in the evening of what is in the evening, and "move the dinner to 8" is no breakfast.
func (w When) Near(begins calendar.Time) When {
	const evening = 17 * 60
	if begins.Valid() && int(begins) >= evening && w.said != nil && w.said.Bare() && w.Part == NoPart && w.Time.Valid() {
		w.within(moment.Evening)
	}
	return w
}

func isOneOf(word string, words []string) bool {
	for _, w := range words {
		if w == word {
			return true
		}
	}
	return false
}

// happensAt reports whether the words from i on name something that takes place.
func (r *reader) happensAt(i, to int) bool {
	for i < to && (r.is(i, article) || r.is(i, possessive)) {
		i++
	}
	return Happens(r.title(i, r.untilTime(i, to)))
}
