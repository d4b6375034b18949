package meaning

import "assister/internal/language"

// gap gives a new record the words of the one before it that it leaves out, as it only says who or what else, and when;
// grammars call that gapping: "pay the gardener on friday and the cleaner on monday", "lunch with Ann on friday and Bo
// on monday", and not "… and dinner at 8". It reports whether it did.
func gap(d describing, first Do, next *Do) bool {
	named := first.Act == Create && first.name != nil && next.name != nil
	bare := next.Act == Create && next.Manner == Bare && next.Kind == ""
	thing := !next.Happens && !next.Quoted && next.Set.Has(When, Due)
	if !named || !bare || !thing {
		return false
	}
	frame, other := alikeThing(d, first, *next)
	if frame == nil {
		frame, other = alikeName(d, first, *next)
	}
	joined := frame != nil && other.From > 0 && (d.isAny(other.From-1, "joiner") || d.toks[other.From-1].Word == ",")
	if !joined {
		return false
	}
	next.Title = d.words(frame) + " " + d.words(other)
	if last := first.name.To - 1; last > frame.To && d.isAny(last, "particle") { // "take the bins out"
		next.Title += " " + d.words(&language.Node{From: last, To: first.name.To})
	}
	words := append(d.g.Content(frame, d.toks), d.g.Content(next.name, d.toks)...)
	next.errand, next.Happens, next.Known = first.errand, first.Happens, false
	next.Like = &Record{Name: next.Title, Words: words, Happens: first.Happens}
	return true
}

// alikeThing returns the words of a first record that a next one leaves out, and the words of the next one: a verb, if
// each thing has an article, or they begin with the same word, "pay the gardener", "the cleaner"; "read chapter 3",
// "chapter 4"; or all but what becomes of it, "get the car washed", "serviced". It returns nil if they are not alike.
func alikeThing(d describing, first, next Do) (frame, other *language.Node) {
	name := *next.name
	object := first.name.From + int32(d.known.Match(int(first.name.From), "doing"))
	before := name.From - 1
	if before > 0 && d.toks[before].Word == "'" { // "l'appel"
		before--
	}
	noun := !next.errand || name.To == name.From+1 // "the water"
	articles := before > 0 && d.isAny(before, "article") && d.isAny(object, "article")
	same := object < first.name.To && d.toks[object].Word == d.toks[name.From].Word
	state := first.name.To - 1 // "get the car washed", "serviced"
	states := state > object && name.To == name.From+1 && d.isAny(state, "did") && d.isAny(name.From, "did")
	switch {
	case first.errand && states:
		return &language.Node{From: first.name.From, To: state}, &name
	case !first.errand || !noun || !articles && !same:
		return nil, nil
	case articles:
		name.From = before
	}
	return &language.Node{From: first.name.From, To: object}, &name
}

// alikeName returns the words before a name in a first record, which a next one leaves out, and the words of the next
// one, if it begins with a name, and what is behind both names is nothing, or begins alike: "lunch with Ann", "Bo";
// "email Tom the invoice", "Sue the receipt". It returns nil if they are not alike.
func alikeName(d describing, first, next Do) (frame, other *language.Node) {
	begin, end, name := first.name.From, first.name.To, next.name
	for _, x := range first.more { // "lunch" "with Ann"
		if x.From == end {
			end = x.To
		}
	}
	whom := begin + 1
	for whom < end && !d.toks[whom].Capital {
		whom++
	}
	behind, here := pastCapitals(d, whom, end), pastCapitals(d, name.From, name.To)
	proper := here > name.From && (!next.errand || here == name.From+1) // "Sue", and not "Email Sue"
	switch ends, there := behind == end, here == name.To; {
	case behind == whom || !proper || ends != there:
		return nil, nil
	case !ends:
		owns := d.toks[behind-1].Glued && d.toks[behind-1].Word == d.toks[here-1].Word // "Rob's quote", "Ann's invoice"
		articles := d.isAny(behind, "article") && d.isAny(here, "article")
		if !owns && !articles && d.toks[behind].Word != d.toks[here].Word {
			return nil, nil
		}
	}
	return &language.Node{From: begin, To: whom}, name
}

// pastCapitals returns the place behind the words that begin with an upper-case letter, from a place until another.
func pastCapitals(d describing, from, to int32) int32 {
	ends := func(i int32) bool { // "Luigi's"
		return d.toks[i].Glued && (d.toks[i].Word == "'" || d.toks[i-1].Word == "'")
	}
	at := from
	for at < to && (d.toks[at].Capital || at > from && ends(at)) {
		at++
	}
	return at
}
