package phrase

// Passage is a passage of a text, and what is to stand in its place.
type Passage struct{ Was, Becomes string }

// rewords reads a text that asks for another passage in a note, and nothing else:
// "replace 'in progress' by 'done' in the note Release plan", "in the note Release
// plan, change …". Both passages are quoted, so that it is known where they end.
func (t *talk) rewords() bool {
	from := t.politeness(0)
	to := t.trimPolite(from, t.trimEnd(from, len(t.toks)))
	if p, n := t.passage(from, to); p != nil {
		at := t.noteAt(n, to)
		return at > 0 && t.reword(p, at, to)
	}
	at := t.noteAt(from, to)
	for i := at + 1; at > 0 && i < to; i++ {
		if p, n := t.passage(i, to); p != nil && n == to {
			if t.word(i-1) == "," {
				i--
			}
			return t.reword(p, at, i)
		}
	}
	return false
}

// passage reads "replace 'this' by 'that'" and gives back where it ends.
func (t *talk) passage(i, to int) (p *Passage, end int) {
	if i+4 > to || !t.oneOf(i, "replace", "change", "substitute", "remplace", "remplacer", "remplacez") || !t.quoted(i+1) || !t.quoted(i+3) ||
		!t.oneOf(i+2, "with", "by", "to", "into", "par", "en") {
		return nil, i
	}
	return &Passage{Was: t.toks[i+1].Text, Becomes: t.toks[i+3].Text}, i + 4
}

// noteAt reads "in the note" and gives back where its name begins; 0 where it is
// not there.
func (t *talk) noteAt(i, to int) int {
	if !t.oneOf(i, "in", "of", "from", "dans", "de") {
		return 0
	}
	for i++; t.is(i, article) || t.oneOf(i, "my", "our", "the", "la", "ma", "notre"); i++ {
	}
	if t.word(i) != "note" || i+1 >= to {
		return 0
	}
	return i + 1
}

// reword takes the request about the note whose name stands between two places.
func (t *talk) reword(p *Passage, from, to int) bool {
	if from >= to {
		return false
	}
	name := t.title(from, to)
	t.out.Requests = append(t.out.Requests, Request{Span: t.span(0, len(t.toks)), Action: Reword, Passage: p,
		Target: Target{Span: t.span(from, to), Text: name, Title: name, Kind: "note"}})
	return true
}
