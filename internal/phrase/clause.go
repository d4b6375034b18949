package phrase

import "strings"

// A text is cut into clauses, each with the verb that it begins with.

// clause is a request's tokens and its verb.
type clause struct {
	start, end int
	lead       [2]int // times before the verb: "tomorrow at 5 remind me to ..."
	body       int    // after the verb
	verb       *verb
	before     bool // what it is done to stands before the verb: "la cocher"
}

// clauses cuts the text where a separator is followed by a verb.
func (r *reader) clauses() []clause {
	var out []clause
	c := r.opening(0)
	for i := max(1, c.body); i < len(r.toks); i++ {
		j, firm := r.separator(i)
		if j == i && r.againAt(c, i) {
			c.end = i
			out, c = append(out, c), r.opening(i) // "call mum call dad"
			continue
		}
		if j == i && !firm || r.enumerating(c, i, j) {
			continue
		}
		next := r.opening(j)
		asked := r.queries(j)
		scope := firm && next.verb == nil && (c.verb == nil || c.verb.form == formState) && r.oneOf(j, "everything", "all", "every")
		if next.verb == nil && !scope && !asked && !r.sentence(i, j) || next.verb != nil && next.verb.weak && !firm && (c.verb == nil || c.verb.action == Create) && !(next.verb.placing() && r.sweeps(next.body)) && !r.tellsMore(next) && !r.oneOf(i-1, "list", "checklist") {
			i = max(i, j-1) // the separator is read once, however long it is
			continue
		}
		if at := r.politeness(c.start); c.verb == nil && r.word(i) == "," && r.onlyTimes(at, i) && next.verb != nil && (next.verb.creates() || next.verb.opensTitles() || next.verb.form == formTakeOff) {
			if !next.verb.creates() {
				i = max(i, j-1) // "tomorrow, call Bob"
				continue
			}
			next.start, next.lead = c.start, [2]int{at, i} // "every friday, put the bins out"
		} else if c.verb != nil || at < i {
			c.end = i
			out = append(out, c)
		}
		c = next
		i = max(i, c.body-1)
	}
	c.end = len(r.toks)
	return append(out, c)
}

// againAt reports whether the verb that a clause begins with stands once more at i, as
// in what is dictated: "call mum call dad". Nothing leads on to it.
func (r *reader) againAt(c clause, i int) bool {
	at := r.politeness(c.start)
	return i > at+1 && i+1 < len(r.toks) && r.toks[i].Shape == Word && r.word(i) == r.word(at) && (r.errand(at) || c.verb != nil && !c.verb.creates()) && r.toks[i-1].Shape == Word &&
		!r.is(i-1, article) && !r.is(i-1, possessive) && !r.is(i+1, noun) && !r.oneOf(i-1, "to", "for", "of", "and", "or", "then", "not", "don't", "i", "we", "you", "they", "can", "will", "the", "a", "in", "on", "at", "with") && !r.oneOf(i+1, "to", "of", "for", "and", "or", "in", "on", "at")
}

// onlyTimes reports whether nothing but when something is to be stands between two tokens.
func (r *reader) onlyTimes(from, to int) bool {
	n := from
	for p := r.piece(n); n < to && p.to > n && p.to <= to && p.role <= on; p = r.piece(n) {
		n = p.to
	}
	return n > from && r.trimEnd(n, to) == n
}

// tellsMore reports whether a clause sets something of what the one before has
// made: "and make it high priority". "And make it into bread" is no setting.
func (r *reader) tellsMore(c clause) bool {
	if c.verb.form != formChange || !r.oneOf(c.body, "it", "them", "that") {
		return false
	}
	i := c.body + 1
	if r.is(i, article) {
		i++
	}
	return r.is(i, priority) || r.oneOf(i, "due", "repeat", "recurring") || r.piece(i).to > i
}

// enumerating reports whether a separator stands among what a new project or list
// is made with: "a project Move with the tasks pack boxes, call movers".
func (r *reader) enumerating(c clause, i, j int) bool {
	if c.verb == nil || !c.verb.creates() || r.oneOf(j-1, ".", "!", "?", ";") {
		return false
	}
	for k := c.body; k < min(i, c.body+5); k++ {
		if r.oneOf(k, "project", "list", "checklist") {
			from, _ := r.partsAt(k+1, i)
			return from > 0
		}
	}
	return false
}

// partsAt finds "with the tasks", "with", ":" before what something is made with:
// where that begins, and where the words before it end; 0 where there is none.
func (r *reader) partsAt(from, to int) (at, end int) {
	for i := from; i < to; i++ {
		if !r.oneOf(i, "with", ":", "containing") || r.word(i) == ":" && r.oneOf(i-1, "project", "list", "checklist") {
			continue
		}
		n := i + 1
		for r.is(n, article) || r.is(n, possessive) || r.oneOf(n, "following", "these", "of") {
			n++
		}
		for r.is(n, plural) || r.oneOf(n, "steps", "task", ":", "items") {
			n++
		}
		return n, i
	}
	return 0, to
}

// opening is the clause that begins at i, up to its verb. What is said of its
// time may come before a verb that makes something.
func (r *reader) opening(i int) clause {
	c := clause{start: i}
	at := r.politeness(i)
	if owed := r.owes(i, at); owed && r.stresses(at) { // "je dois absolument finir"
		at++
	}
	if c.verb, c.body = r.verbAt(at); (r.owes(i, at) || at > i && r.stresses(at-1)) && (c.verb == nil || settling(c.verb.action) || c.verb.opensTitles() && !r.oneOf(c.body, "it", "that")) {
		c.verb, c.body = &dutyVerb, at
		return c
	}
	if c.verb == nil && at > i {
		c.verb, c.body = r.inflected(at)
	}
	if c.verb == nil && r.lang == french && at+1 < len(r.toks) && isOneOf(r.toks[at].raw, []string{"le", "la", "les", "l'"}) && (strings.HasSuffix(r.toks[at+1].raw, "r") || strings.HasSuffix(r.toks[at+1].raw, "re")) {
		c.verb, c.body = r.verbAt(at + 1)
		c.before = c.verb != nil
	}
	if c.verb != nil && !c.verb.creates() {
		for r.is(c.body, polite) && r.oneOf(c.body, "please", "pls", "plz", "kindly", "just") {
			c.body++ // "change please the hour of the cinema"
		}
	}
	if c.verb != nil {
		return c
	}
	n := at
	for p := r.piece(n); p.to > n && p.role <= on; p = r.piece(n) {
		n = p.to
	}
	if n == at {
		return c
	}
	k := n
	for r.oneOf(k, ",", ":", "-") {
		k++
	}
	if do := r.politeness(k); do > k && r.owes(k, do) {
		if v, _ := r.verbAt(do); v == nil || settling(v.action) || v.opensTitles() {
			c.verb, c.body, c.lead = &dutyVerb, do, [2]int{at, n} // "tomorrow I need to go to the bank"
			return c
		}
	}
	if v, body := r.verbAt(r.politeness(k)); v != nil && (v.form == formRemind || v.form == formState || v.creates() && !v.weak) {
		c.verb, c.body, c.lead = v, body, [2]int{at, n}
	}
	return c
}

// abbreviations end with a full stop that ends no sentence.
var abbreviations = []string{"dr", "mr", "mrs", "ms", "st", "no", "prof", "jr", "sr", "vs", "etc", "approx", "dept", "ave", "rd", "p", "m", "a", "e", "i", "g",
	"jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec", "mon", "tue", "tues", "wed", "thu", "thur", "thurs", "fri", "sat", "sun"}

// sentence reports whether a sentence ends at i and another begins at j.
func (r *reader) sentence(i, j int) bool {
	return j < len(r.toks) && !r.inNumber(i) && r.oneOf(i, ".", "!", "?") && !r.glued(j) && r.toks[i-1].Shape != Mark &&
		(r.word(i) != "." || r.toks[i-1].Shape != Word || !isOneOf(r.word(i-1), abbreviations)) && r.politeness(j) < len(r.toks)
}

// separator reads what may stand between two requests. A firm one is more than
// an "and".
func (r *reader) separator(i int) (to int, firm bool) {
	j := i
	if strings.IndexByte(r.text[r.toks[i-1].End:r.toks[i].Start], '\n') >= 0 {
		firm = true
	}
	for j < len(r.toks) {
		if r.inNumber(j) {
			return to1(i, j, firm), firm
		}
		switch r.word(j) {
		case ",", ";", ".", "!", "?", "-", "–", "—", "then", "next", "afterwards", "also":
			if r.word(j) == "next" && r.word(j+1) != "," {
				return to1(i, j, firm), firm
			}
			firm = true
		case "and", "&", "plus", "so":
		default:
			return to1(i, j, firm), firm
		}
		j++
	}
	return j, firm
}

// inNumber reports whether a mark stands within a number: "at 4.15".
func (r *reader) inNumber(i int) bool {
	return r.oneOf(i, ".", ",") && i > 0 && i+1 < len(r.toks) && r.glued(i) && r.glued(i+1) && r.toks[i-1].Shape == Number && r.toks[i+1].Shape == Number
}

// to1 is where the separator at i ends; a line break is one of no tokens.
func to1(i, j int, firm bool) int {
	if j == i && firm {
		return i
	}
	return j
}

// politeness skips what only makes a request polite.
func (r *reader) politeness(i int) int {
	for i < len(r.toks) {
		n := r.courtesy(i)
		if n == i && r.is(i, polite) {
			n = i + 1
			for r.oneOf(n, ",", "!", ".") {
				n++
			}
		}
		if n == i {
			return i
		}
		i = n
	}
	return i
}

// courtesy is where the longest courtesy at i ends; i where there is none.
func (r *reader) courtesy(i int) (to int) {
	_, to = r.longest(i, &r.lang.opening, func(k uint16) string { return r.lang.courtesies[k] })
	return to
}

// longest is the entry of a table that has the most of the words at i, and where
// they end; i where it has none of them. A word stands there as it was written
// and as what it means.
func (r *reader) longest(i int, table *initials, words func(k uint16) string) (entry uint16, to int) {
	to = i
	t := &r.toks[i]
	for _, first := range [...]string{t.raw, t.Text} {
		for _, k := range table.of(first) {
			if n := r.match(i, words(k)); n > to {
				entry, to = k, n
			}
		}
		if t.raw == t.Text {
			break
		}
	}
	return entry, to
}

// match reports where the words of a pattern end; i when they are not there.
func (r *reader) match(i int, pattern string) int {
	// Most patterns are tried at most words, and few begin with the same letter.
	if i >= len(r.toks) || pattern != "" && !begins(r.toks[i].Text, pattern[0]) && !begins(r.toks[i].raw, pattern[0]) {
		return i
	}
	j := i
	for rest := pattern; rest != ""; j++ {
		w, after, _ := strings.Cut(rest, " ")
		if at := r.word(j); at != w && (at == "" || r.toks[j].raw != w) {
			return i
		}
		rest = after
	}
	return j
}

// dutyVerb stands for "I need to": what follows is to be done.
var dutyVerb = verb{"i need to", Create, formCreate, true}

// duties are courtesies after which something is to be done.
var duties = []string{"i really need to", "i really have to", "i really must", "i still need to", "i still have to", "i also need to", "i also have to", "we still need to", "we really need to", "i need to", "need to", "i have to", "i must", "i gotta", "i've got to", "we need to", "we have to",
	"je dois", "il faut", "faut", "il va falloir", "on doit", "nous devons", "il faudrait", "faudrait",
	"il faut que je", "il faut que j'", "faut que je", "faut que j'", "il faudrait que je", "il faudrait que j'", "faudrait que je", "faudrait que j'", "il faut qu' on", "faut qu' on"}

// duty is where the words of a duty end that stand at i; i where there are none.
func (r *reader) duty(i int) (to int) {
	to = i
	for _, d := range duties {
		to = max(to, r.match(i, d))
	}
	return to
}

// owes reports whether the courtesies from i up to at end in a duty, and what
// follows is done rather than known or asked for.
func (r *reader) owes(i, at int) bool {
	if at >= len(r.toks) || r.oneOf(at, "know", "see", "hear", "understand", "be", "say", "admit", "savoir", "voir", "dire") {
		return false
	}
	for _, d := range duties {
		for k := i; k < at; k++ {
			if r.match(k, d) == at {
				return true
			}
		}
	}
	return false
}

// stresses reports whether a word between a duty and what is to be done says only how
// much.
func (r *reader) stresses(i int) bool {
	return r.oneOf(i, "really", "urgently", "definitely", "absolutely", "also") || r.lang == french && i < len(r.toks) && isOneOf(r.toks[i].raw, []string{"absolument", "vraiment", "encore", "aussi", "bien", "vite", "imperativement"})
}

// inflected is the verb at i in the form that a polite question gives it: "would you
// mind moving", "I'd be grateful if you moved".
func (r *reader) inflected(i int) (*verb, int) {
	if (r.word(i) == "have" || r.word(i) == "do" && r.oneOf(r.trimEnd(i, len(r.toks))-1, "later", "earlier")) && (r.is(i+1, article) || r.is(i+1, possessive)) {
		return &placeVerb, i + 1 // "could I have the interview at 10"
	}
	stem, ing := strings.CutSuffix(r.word(i), "ing")
	as, _ := r.saysDone(i)
	switch {
	case r.lang == french, !ing && r.word(i-1) != "you", ing && r.word(i-1) != "mind" && r.word(i-1) != "about" && r.word(i-1) != "to":
		return nil, i
	case ing:
		as = []string{stem, stem + "e"}
	}
	if stem, ed := strings.CutSuffix(r.word(i), "ed"); ed {
		as = append(as, stem, stem+"e", stem[:max(len(stem)-1, 0)])
	}
	for k := range verbs {
		if isOneOf(verbs[k].words, as) {
			return &verbs[k], i + 1
		}
	}
	return nil, i
}

// placeVerb stands for "have" after a courtesy.
var placeVerb = verb{"put", Create, formCreate, true}

func settling(a Action) bool { return a == Complete || a == Start }

func settles(a Action) bool { return settling(a) || a == Skip || a == Reopen }

func begins(word string, letter byte) bool { return word != "" && word[0] == letter }

// endsLike reports whether the token at i has the last letter of a pattern.
func (r *reader) endsLike(i int, pattern string) bool {
	last := pattern[len(pattern)-1]
	ends := func(word string) bool { return word != "" && word[len(word)-1] == last }
	return ends(r.toks[i].Text) || ends(r.toks[i].raw)
}

// verbAt is the verb that begins at i, the longest there is.
func (r *reader) verbAt(i int) (*verb, int) {
	if i >= len(r.toks) || r.toks[i].Shape != Word {
		return nil, i
	}
	if r.lang.synonyms != nil {
		return r.synonymAt(i)
	}
	var found *verb
	to := i
	for _, k := range r.lang.calls.of(r.toks[i].Text) {
		v := &verbs[k]
		if n := r.match(i, v.words); n > to && (v.form != formTakeOff || r.takes(n)) && (v.words != "bring" || r.ahead(n, "forward") || r.sweeps(n)) {
			found, to = v, n
		}
	}
	if found == nil {
		return r.verbMeant(i)
	}
	return found, to
}

// synonymAt is the verb that begins at i in a language whose verbs are synonyms.
// A word with a slip in it is tried where none begins.
func (r *reader) synonymAt(i int) (*verb, int) {
	of := ""
	k, to := r.longest(i, &r.lang.calls, func(k uint16) string { return r.lang.synonyms[k].words })
	if to > i {
		of = r.lang.synonyms[k].of
	}
	w := r.toks[i].raw
	for k := 0; of == "" && len(w) > 5 && k < len(r.lang.synonyms); k++ {
		if s := r.lang.synonyms[k]; len(s.words) > 6 && !strings.Contains(s.words, " ") && misspelt(w, s.words) {
			to, of = i+1, s.of
		}
	}
	for _, k := range inEnglish.calls.of(of) {
		if verbs[k].words == of {
			return &verbs[k], to
		}
	}
	return nil, i
}

// takes reports whether something is taken off, away or out of something.
func (r *reader) takes(i int) bool {
	return r.ahead(i, "off") || r.ahead(i, "out") || r.ahead(i, "away")
}

// ahead reports whether a word follows soon: "off" in "check milk off", but not in
// "check the oven".
func (r *reader) ahead(i int, word string) bool {
	for k := i; k < min(i+16, len(r.toks)); k++ {
		if r.word(k) == word {
			return true
		}
	}
	return false
}

func (r *reader) span(from, to int) Span {
	if from >= to {
		return Span{}
	}
	return Span{r.toks[from].Start, r.toks[to-1].End}
}

func (r *reader) trimPolite(from, to int) int {
	for to > from {
		n := to
		for _, p := range r.lang.thanks {
			if !r.endsLike(to-1, p) {
				continue
			}
			k := strings.Count(p, " ") + 1
			if to-k >= from && r.match(to-k, p) == to {
				n = to - k
			}
		}
		n = r.trimEndButMeridiem(from, r.trimFace(from, n))
		if n == to {
			return to
		}
		to = n
	}
	return to
}

// trimFace is where words end without an emoticon behind them.
func (r *reader) trimFace(from, to int) int {
	for to > from && r.toks[to-1].Shape == Mark {
		switch face := r.oneOf(to-1, "(", ")") && to-2 >= from && r.oneOf(to-2, ":", ";", "-"); {
		case face:
			to -= 2
		case r.toks[to-1].Text[0] >= 0xe2 && r.word(to-1) != "→":
			to--
		default:
			return to
		}
	}
	return to
}

func (r *reader) trimEndButMeridiem(from, to int) int {
	if r.word(to-1) == "." && r.word(to-2) == "m" && r.glued(to-1) && r.word(to-3) == "." {
		return to
	}
	return r.trimEnd(from, to)
}
