package meaning

import "assister/internal/language"

// gap gives a new record the verb of the errand before it, if it only says what else that is to be done to and when, as
// grammars call gapping: "pay the gardener on friday and the cleaner on monday", and not "… and dinner at 8". Both
// objects have an article, or are names. It reports whether it did.
func gap(d describing, errand Do, next *Do) bool {
	does := errand.Act == Create && errand.errand && errand.name != nil
	bare := next.Act == Create && next.Manner == Bare && next.Kind == "" && next.name != nil
	thing := !next.Happens && !next.Quoted && next.Set.Has(When, Due)
	if !does || !bare || !thing {
		return false
	}
	object := errand.name.From + int32(d.known.Match(int(errand.name.From), "doing"))
	verb, name := &language.Node{From: errand.name.From, To: object}, *next.name
	before := name.From - 1
	if before > 0 && d.toks[before].Word == "'" { // "l'appel"
		before--
	}
	article := before > 0 && d.isAny(before, "article") && d.isAny(object, "article")
	if article {
		name.From = before
	}
	small := func(i int32) bool { return !d.toks[i].Capital }
	whom := object < errand.name.To && !anyToken(object, errand.name.To, small)
	named := whom && !anyToken(name.From, name.To, small)
	joined := name.From > 0 && (d.isAny(name.From-1, "joiner") || d.toks[name.From-1].Word == ",")
	noun := !next.errand || article && next.name.To == next.name.From+1 // "the water"
	if !joined || !noun || !article && !named {
		return false
	}
	next.Title = d.words(verb) + " " + d.words(&name)
	if last := errand.name.To - 1; last > object && d.isAny(last, "particle") { // "take the bins out"
		next.Title += " " + d.words(&language.Node{From: last, To: errand.name.To})
	}
	words := append(d.g.Content(verb, d.toks), d.g.Content(next.name, d.toks)...)
	next.errand, next.Known, next.Like = true, false, &Record{Name: next.Title, Words: words}
	return true
}
