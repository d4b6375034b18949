package phrase

// What begins with no verb of ours: what is said of a record, of a scope, of what was
// done, and what is jotted down.

// verbless reads what begins with no verb: what was done or is said of a record, a
// scope and what becomes of it, a note. What may be about a record and may be new
// is both.
func (r *reader) verbless(c clause, end int, whole []Span) (Request, []Span) {
	from, last := r.politeness(c.start), r.trimPolite(c.start, c.end)
	if r.words(from, "note", ":") {
		from += 2 // "note: call the bank on monday"
	}
	if r.word(last) == "instead" {
		last++ // which says that it is about something that there is
	}
	if r.namesOnlyKind(from, last) {
		return Request{}, whole
	}
	if req, bad, ok := r.evident(c, from, last, whole); ok {
		return req, bad
	}
	known, firm, said := r.stated(from, last)
	if takes, ok := r.takesPlace(from, last); ok {
		if said && (firm || known.Action == Move) && takes.comes {
			takes.Known = &known
		}
		return takes.Request, nil
	}
	if said && firm {
		return known, nil
	}
	if req, ok := r.scoped(from, r.trimPolite(c.start, c.end)); ok {
		return req, nil
	}
	if r.sweeps(from) {
		if req, ok := r.butNot(clause{start: c.start, body: from}, end, whole); ok {
			return req, nil
		}
	}
	if req, firm, ok := r.told(from, r.trimPolite(c.start, c.end)); ok && firm {
		return req, nil
	} else if ok && !said {
		known, said = req, true
	}
	if req, ok := r.keptBare(from, end, whole); ok {
		return req, nil
	}
	made, bad := Request{}, whole
	if r.jots {
		made, bad = r.note(from, end, whole)
		if bad != nil && !said {
			made, bad = r.bare(from, end, bad)
		}
	}
	switch {
	case bad == nil && said:
		made.Known = &known
		return made, nil
	case bad == nil && made.Known == nil && made.Kind == "" && made.Set.When.Says() && !made.Set.When.Repeat.Repeats(): // "cinema 9pm", where there is a cinema
		set := Settings{When: made.Set.When}
		made.Known, made.Asked = &Request{Action: Move, Target: Target{Title: made.Title, Text: made.Title}, Set: set}, true
	case said:
		return known, nil
	}
	return made, bad
}

// namesOnlyKind reports whether the words are a time and the plural that records of a
// kind are called, without the name of a record: "today's tasks", "events on friday".
func (r *reader) namesOnlyKind(from, to int) bool {
	named := false
	for i := from; i < to; i++ {
		switch p := r.piece(i); {
		case p.to > i:
			i = p.to - 1
		case r.is(i, plural):
			named = true
		case !r.is(i, article) && !r.is(i, possessive) && !r.oneOf(i, "of", "for", "'s"):
			return false
		}
	}
	return named
}

// evident reads what its arrangement tells: a weight and what has it, something to do
// and how much it matters, and a time with the one that it replaces.
func (r *reader) evident(c clause, from, last int, whole []Span) (req Request, bad []Span, ok bool) {
	if req, ok = r.weightOf(from, last); ok {
		return req, nil, true
	}
	if r.jots && r.errand(from) && r.takeWeight(from, last, &Settings{}) < last { // "look for a nanny, kind of urgent"
		if req, bad = r.note(from, c.end, whole); bad == nil {
			return req, nil, true
		}
		if req, bad = r.bare(from, last, whole); bad == nil {
			return req, nil, true
		}
	}
	if cut := r.notThen(from, last); cut < last { // "the panel is at 9, not at 8" is about one that there is
		if known, _, said := r.stated(from, cut); said {
			return known, nil, true
		}
		return Request{}, whole, true
	}
	return Request{}, nil, false
}

// named reports whether what looks like a verb is the name of something that is spoken
// of: "book club is at nine now".
func (r *reader) named(c clause, to int) bool {
	if !c.verb.weak || c.body != c.start+1 || c.body >= to || r.toks[c.body].Shape != Word || r.is(c.body, article) || r.is(c.body, possessive) || r.oneOf(c.body, "that", "it", "to") {
		return false
	}
	for i := c.body + 1; i < min(to-1, c.body+5); i++ {
		if r.oneOf(i, "is", "are", "was", "moved", "moves", "starts", "ends") {
			return !r.oneOf(i-1, "that", "which", "what", "who", "it", "there") && r.toks[i-1].Shape == Word
		}
	}
	return false
}
