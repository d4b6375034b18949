package meaning

import (
	"slices"
	"strings"
	"unicode"

	"assister/internal/language"
	"assister/internal/language/timeexpr"
)

// Classes of words that a title does not begin with, consists of or, if no verb of ours
// stands before it, has: a text with them says something else, which no form has read.
var (
	opening   = []string{"because", "proviso", "be", "has-to", "joiner", "or"}
	last      = []string{"to", "article", "joiner", "or", "because", "named"}
	alone     = []string{"pronoun", "proform", "quantifier", "sooner-word", "estimate", "owned"}
	dangling  = []string{"prep", "to", "joiner", "or", "article", "stop"}
	dated     = []string{"weekday", "month", "meridiem", "noon", "every"}
	strict    = []string{"relday", "tonight", "except", "instead", "relation"}
	objective = []string{"colon", "particle", "proform", "to", "prep"}
	predicate = []string{"be", "have", "modal", "lack", "did"}
	clausal   = []string{"be", "modal", "negation", "subject", "because", "colon"}
	askers    = []string{"what", "when", "where", "who"}
	linking   = []string{"prep", "to", "joiner", "courtesy", "onward", "pronoun"}
	light     = []string{"prep", "to", "stop", "joiner"}
	unplanned = []string{"because", "degree", "did", "feels", "bygone", "praise", "moved", "verb"}
	periods   = []string{"unit", "which", "daypart"}
	telling   = []string{"quantifier", "negation", "proviso", "instead", "tells", "amend", "weekday", "weekdays", "relday"}
)

// shafts are what stands before ">" in an arrow.
var shafts = []string{"-", "="}

// enclosing are the marks that a title may begin with.
var enclosing = []string{"(", "'"}

// named reports whether free text can be a title.
func (f *free) named(n *language.Node, bare bool) bool {
	if n == nil {
		return !bare
	}
	first, size := n.From, n.To-n.From
	switch {
	case f.ends(n):
		return false
	case n.Is("clause"), size > 1 && f.known.Match(int(first), "happening") == int(size): // "day off"
		return true
	case opens(f, n, bare), isTooLittle(f, n, bare), breaksOff(f, n, bare),
		f.goesOn(n), f.isSeveral(n, bare):
		return false
	}
	quoted := first
	for quoted < n.To && language.Quotation(f.toks, int(quoted)) == 0 {
		quoted++
	}
	tells := func(i int32) bool {
		rates := i > first+1 && f.isAny(i, "priority") && f.isAny(first, "verb") // "make the permit high prio"
		therefore := i > first && f.isAny(i, "because") && f.isAny(i+1, "doing") // "a leak again so call the plumber"
		return rates || therefore || f.isAny(i, telling...)
	}
	switch {
	case bare && anyToken(first, quoted, tells):
		return false
	case bare && quoted < n.To:
		return true
	}
	filed := bare && isFiled(f, n, n) // something that there is
	return !filed && !counts(f, n) && !f.says(n) && !f.isEmpty(n, bare)
}

// opens reports whether free text begins as a title does not.
func opens(f *free, n *language.Node, bare bool) bool {
	first := n.From
	means := func(class string, values ...string) bool {
		return bare && f.g.Means(f.toks[first:first+1], class, values...)
	}
	switch {
	case f.isAny(first, opening...) && f.known.Match(int(first), "doing") < 2, // "be at the station by 8"
		f.isAny(first, "stop") && !slices.Contains(enclosing, f.toks[first].Word),
		f.isAny(first, "pronoun") && f.isAny(first+1, objective...), // "it to my calendar"
		means("demands", "other"), means("wh", askers...), // "wants it done by friday", "what repeats every week"
		bare && first > 0 && f.toks[first-1].Word == "," && f.isAny(first, "prep"): // of "at 8, on the rec"
		return true
	}
	return n.To-first > 1 && f.toks[first].Num >= 0 && f.toks[first+1].Word == "," // "7, the train leaves"
}

// isTooLittle reports whether free text is a word or two that say too little for a title.
func isTooLittle(f *free, n *language.Node, bare bool) bool {
	first, size := n.From, n.To-n.From
	single := size == 1
	known := first > 0 && f.isAny(first-1, "definite") // "the trash"
	added := single && first > 0 && !known             // "add something"
	verb := f.isAny(first, "verb", "verb-it") && !f.isAny(first, "kind", "happening")
	switch {
	case single && f.isAny(first, alone...), added && f.isAny(first, "things"),
		size == 2 && f.isAny(first, "do", "verb") && f.isAny(first+1, "pronoun"), // "put it"
		size == 2 && f.isAny(first, "prep") && f.isAny(first+1, alone...),        // "for each"
		bare && single && !known && verb,                                         // "drop friday"
		bare && single && f.isAny(first, "praise", "arriving"),
		bare && !isQuoted(f, n) && !hasLetters(f.words(n)),                      // "22:00"
		bare && f.known.Match(int(first), "courtesy", "same-time") == int(size): // "on friday please, and urgent"
		return true
	}
	return bare && f.g.Means(f.toks[first:n.To], "kind", "alarm")
}

// breaksOff reports whether free text ends as a title does not.
func breaksOff(f *free, n *language.Node, bare bool) bool {
	end, several := n.To-1, n.To-n.From > 1
	moved := several && int(n.To) < len(f.toks) && f.isAny(end, "shifted") // "yoga moved to the 3rd"
	pronoun := f.isAny(end, "pronoun", "whom")
	object := several && pronoun && !f.isAny(n.From, "doing") && !f.isAny(end-1, linking...)
	dangles := bare && (object || f.isLast(end, dangling))
	arrow := several && f.toks[end].Word == ">" && slices.Contains(shafts, f.toks[end-1].Word) // and not "<b>"
	return moved || dangles || arrow || f.isLast(end, last)
}

// isLast reports whether a token is of some classes that something must follow, and can be nothing else.
func (f *free) isLast(i int32, classes []string) bool {
	return f.isAny(i, classes...) && !f.isAny(i, "whom") // "lunch with her"
}

// hasLetters reports whether words have more than digits and marks.
func hasLetters(words string) bool {
	return strings.ContainsFunc(words, func(r rune) bool {
		return !unicode.IsNumber(r) && !unicode.IsPunct(r) && r != ' '
	})
}

// counts reports whether free text counts a time from something: "two days before the party", "half an hour".
func counts(f *free, n *language.Node) bool {
	counted := false
	return anyToken(n.From+1, n.To, func(i int32) bool {
		unit := f.isAny(i-1, "unit")
		counted = counted || unit
		follows := unit && f.isAny(i, opening...) || counted && f.isAny(i, "ahead")
		return follows || f.isHalf(i)
	})
}

// isFiled reports whether a title, or more of it, tells where records are, and its first word is no verb that is known
// to be of something to do: "zorble from the calendar".
func isFiled(f *free, title, n *language.Node) bool {
	where := func(i int32) bool {
		before := i - 1
		if before > n.From && f.isAny(before, "article") {
			before--
		}
		keeps := f.isAny(i, "calendar", "todolist") || f.known.Match(int(i), "kind") > 1
		return keeps && f.isAny(before, "prep", "to")
	}
	return !f.isAny(title.From, "doing") && anyToken(n.From+1, n.To, where)
}

// isHalf reports whether "half an hour" begins at a token.
func (f *free) isHalf(i int32) bool {
	return int(i)+2 < len(f.toks) && f.isAny(i, "halves") && f.isAny(i+1, "article") && f.isAny(i+2, "unit")
}

// goesOn reports whether free text has words that correct those before them, "paper no wait toner",
// ask for more, "the rent and I need to pack", or tell more, "the rent and I am late". One word
// alone, such as "no", may be of a title.
func (f *free) goesOn(n *language.Node) bool {
	more := func(i int32) bool {
		joined := f.toks[i-1].Word == "," || f.isAny(i-1, "joiner")
		asks := f.known.Match(int(i), "ask") > 1
		tells := i+1 < n.To && f.isAny(i, "subject") && f.isAny(i+1, predicate...)
		return joined && (asks || tells) || f.amends(n, i)
	}
	return anyToken(n.From+1, n.To, more) && !isQuoted(f, n)
}

// reason is the value of words that a reason, or what follows from it, begins with.
const reason = 1

// amends reports whether a token of free text begins words that correct those before them, or take them back: several,
// or those between marks, as in "lunch, no, dinner" and "lunch (cancelled)".
func (f *free) amends(n *language.Node, i int32) bool {
	if f.known.Match(int(i), "amend") > 1 {
		return true
	}
	end := i + int32(f.known.Match(int(i), "amend", "refusal", "negation", "participle"))
	between := end == n.To || end < n.To && slices.Contains([]string{",", ")"}, f.toks[end].Word)
	return end > i && between && slices.Contains([]string{",", "("}, f.toks[i-1].Word)
}

// isClause reports whether free text has a word that makes a statement of it, as "after" does, but not in "drinks after
// the match".
func (f *free) isClause(n *language.Node) bool {
	return anyToken(n.From, n.To, func(i int32) bool {
		return f.toks[i].Letters && f.isAny(i, clausal...) && !(i > n.From && f.isAny(i, "dating"))
	})
}

// isSeveral reports whether free text is of several things to do: "feed the cat, water the ferns".
// Who asks for nothing by a verb of ours may join them by "and".
func (f *free) isSeveral(n *language.Node, bare bool) bool {
	if isQuoted(f, n) {
		return false
	}
	again := func(i int32) bool { // "call mum call dad"
		return f.toks[i].Word == f.toks[n.From].Word && !f.isAny(i-1, dangling...)
	}
	errand := f.isAny(n.From, "doing")
	another := func(i int32) bool {
		ends := bare && slices.Contains(sentenceEnds, f.toks[i].Word)
		joined := ends || f.toks[i].Word == "," || bare && errand && f.isAny(i, "joiner")
		return joined && f.isAny(i+1, "doing") && f.toks[i+2].Letters && !f.isAny(i+2, "joiner")
	}
	repeats := bare && errand && anyToken(n.From+2, n.To-1, again)
	return repeats || anyToken(n.From+1, n.To-2, another)
}

// isQuoted reports whether free text begins with a quotation.
func isQuoted(f *free, n *language.Node) bool { return language.Quotation(f.toks, int(n.From)) > 0 }

// isEmpty reports whether free text has no word that may be a title. One that no verb of ours stands
// before needs another word than "next week", too.
func (f *free) isEmpty(n *language.Node, bare bool) bool {
	titles := func(i int32) bool {
		period := bare && f.isAny(i, periods...)
		return !f.toks[i].IsMark() && !period && !f.isAny(i, light...)
	}
	return n.To-n.From < 3 && !anyToken(n.From, n.To, titles) // what stands in quotes may be anything
}

// says reports whether a part of free text says something that was not read: what is left out, or a time, such as in
// "sales team friday ten am room four". One word may be of a name: "pancake sunday", "the may queen".
func (f *free) says(n *language.Node) bool {
	times := 0
	for i := n.From; i < n.To && !isQuoted(f, n); i++ {
		if i > n.From && f.isAny(i, strict...) || f.isDated(n, i) {
			return true
		}
		if i > n.From && f.isAny(i, dated...) {
			times++
		}
	}
	return times > 1
}

// isDated reports whether words such as "at" and a number or "by the" and one of a day stand at a token,
// with nothing behind that they may be of: "at ten then the museum", and not "at 10 Downing Street".
func (f *free) isDated(n *language.Node, i int32) bool {
	at := i + int32(f.known.Match(int(i), "dating"))
	if at == i || at >= n.To || f.toks[at].Num < 1 || f.toks[at].Num > daysMost {
		return false
	}
	for at++; at < n.To && f.toks[at].Glued && f.toks[at].Letters; at++ { // "th"
	}
	return at >= n.To || !f.toks[at].Letters || f.isAny(at, linking...)
}

// hasDate reports whether free text has a day of a month: "flight on 28 nov dep", "flight 28/11".
func (f *free) hasDate(n *language.Node) bool {
	day := func(i int32) bool { return f.toks[i].Num >= 1 && f.toks[i].Num <= daysMost }
	dated := func(i int32) bool { // with its month, or a stroke, behind it or before
		month := f.isAny(i+1, "month") || i+2 < n.To && f.toks[i+1].Word == "/" && day(i+2)
		return day(i) && (month || i > n.From && f.isAny(i-1, "month"))
	}
	none := n == nil || n.Is("clause") || isQuoted(f, n)
	return !none && anyToken(n.From, n.To, dated)
}

// daysMost is how many days a month has at most.
const daysMost = 31

// shortForm is the most letters of a word that a point may follow without ending a sentence.
const shortForm = 3

// isShort reports whether a point may be behind a token that ends no sentence: "Prof. Hahn", "J. Hahn".
func (f *free) isShort(i int32) bool {
	if !f.toks[i].Letters || len(f.toks[i].Word) > 1 {
		return f.isAny(i, "shortened")
	}
	return i == 0 || f.toks[i-1].Num < 0 // "at 14 h."
}

// ends reports whether a sentence ends within free text.
func (f *free) ends(n *language.Node) bool {
	stops := func(i int32) bool {
		mark, before := f.toks[i].Word, f.toks[i-1].Word
		word := len(before) > shortForm || f.g.Knows(f.toks[i-1]) && f.toks[i+1].Letters // and not "no. 5", "Sgt. Hahn"
		full := mark == "." && word && !f.isAny(i-1, "shortened")
		return !f.toks[i+1].Glued && (mark == "?" || mark == "!" || full)
	}
	return anyToken(n.From+1, n.To-1, stops) && !isQuoted(f, n)
}

// sentences is free text with the mark that ends it, if it is of several sentences.
func (f *free) sentences(n *language.Node) *language.Node {
	if n == nil || int(n.To) == len(f.toks) || !f.ends(n) || !slices.Contains(sentenceEnds, f.toks[n.To].Word) {
		return n
	}
	return &language.Node{Name: language.Text, From: n.From, To: n.To + 1}
}

// happens reports whether a title is about something that takes place: the last word
// before an adjunct, unless it begins with what somebody does.
func (f *free) happens(n *language.Node) bool {
	_, ok := f.usual(n)
	return ok
}

// usual is the part of the day that what takes place is usually in; NoPart if that differs.
func (f *free) usual(n *language.Node) (part timeexpr.Part, ok bool) {
	if n == nil {
		return 0, false
	}
	from, to := int(n.From), int(n.To)
	event := func(i int) int { return f.known.Match(i, "happening") } // may have a preposition: "friends over"
	for i := from + event(from); i < to; i += max(1, event(i)) {
		if i > from && i+event(i) != to && f.known.Has(i, "prep", "to", "because") {
			to = i
			break
		}
	}
	whole := from+event(from) == to
	done := !whole && to > from+1 && f.known.Has(from, "doing", "shall") // "cook dinner" is something to do
	for i := from; i < to; i++ {
		if k, num := f.known.Value(i, "happening"); k > 0 && i+k == to {
			return timeexpr.Part(num), !done
		}
	}
	head := f.known.Match(from, "gathering") // where heads are first: "cena pizza"
	if head == 0 || from+head == to || f.isAny(int32(from+head), "definite") || f.hasOne(n, "doing", "verb") {
		return 0, false
	}
	_, num := f.known.Value(from, "happening")
	return timeexpr.Part(num), true
}

// Usual is the part of the day that what a title is about is usually in; NoPart if that differs.
func Usual(g *language.Grammar, title string) timeexpr.Part {
	f := freeOf(g, title)
	part, _ := f.usual(&language.Node{To: int32(len(f.toks))})
	return part
}

// booked is the part of the day that what somebody reserves is usually for, or that people come or go for: "a table
// at eight", "meet Ann at eight for dinner". What is done for something that is named may be long before it.
func (f *free) booked(title *language.Node, more []*language.Node) timeexpr.Part {
	if title == nil {
		return timeexpr.NoPart
	}
	verb := title.From - 1
	for verb > 0 && f.isAny(verb, "article") {
		verb--
	}
	reserved, errand := verb >= 0 && f.isAny(verb, "reserving"), f.isAny(title.From, "doing")
	for _, n := range append(slices.Clone(more), title) {
		for i := n.From; i < n.To; i++ {
			if k, num := f.known.Value(int(i), "booked"); reserved && k > 0 {
				return timeexpr.Part(num)
			}
			before := i - 1
			if before > n.From && f.isAny(before, "article") && (!errand || f.isAny(before-1, "to")) {
				before--
			}
			comes := before >= n.From && f.isAny(before, "prep", "to") && !f.isAny(before, "company")
			if k, num := f.known.Value(int(i), "happening"); comes && k > 0 && int(i)+k == int(n.To) {
				return timeexpr.Part(num)
			}
		}
	}
	return timeexpr.NoPart
}

// speaksOfRecords reports whether a title has a word for records. Other texts without a verb
// and a time may be anything.
func (f *free) speaksOfRecords(n *language.Node) bool {
	return n != nil && f.hasOne(n, "kind", "calendar", "todolist")
}
