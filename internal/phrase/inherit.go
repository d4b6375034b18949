package phrase

// A verb may be said once for several requests: "move the report to friday and
// milk to saturday", "add milk today, eggs tomorrow". A clause is cut only where
// every part is a whole request by itself; otherwise it stays one, as "move milk
// and eggs to friday" does.

// cutsMax is how often a clause is tried to be cut in vain; each try reads on
// from the last cut, and hostile text is all "and".
const cutsMax = 16

// inherited cuts every clause into those that share its verb.
func (r *reader) inherited(clauses []clause) (out []clause) {
	for _, c := range clauses {
		out = append(out, r.sharing(c)...)
	}
	return out
}

func (r *reader) sharing(c clause) []clause {
	if c.verb == nil || !c.verb.creates() && c.verb.form != formMove && c.verb.form != formChange {
		return []clause{c}
	}
	var parts []clause
	rest := c
	for i, vain := c.body+1, 0; i < c.end && vain < cutsMax; i++ {
		j, firm := r.separator(i)
		if j >= c.end {
			break // nothing but separators is left
		}
		if j == i {
			continue
		}
		part := clause{start: rest.start, end: i, lead: rest.lead, body: rest.body, verb: c.verb}
		if (firm || !c.verb.creates() || r.dayBehind(j, c.end) || c.verb.form == formRemind && r.remindsAgain(j, c.end)) && r.standsAlone(part, part.body > part.start) {
			parts = append(parts, part)
			rest = clause{start: j, end: c.end, body: j, verb: c.verb}
		} else {
			vain++
		}
		i = j - 1
	}
	if len(parts) == 0 || !r.standsAlone(rest, false) {
		return []clause{c}
	}
	return append(parts, rest)
}

// standsAlone reports whether a part is a request that says what it is about and
// ends in what it sets. Free text goes on to its end and shares no verb.
func (r *reader) standsAlone(c clause, first bool) bool {
	req, bad := r.clause(c)
	if len(bad) > 0 || r.homebound(req) || req.Action == Rename || req.Set.Notes != "" || req.Set.Location != "" {
		return false
	}
	end := r.trimPolite(c.body, c.end)
	if c.verb.creates() {
		if c.verb.form == formRemind && (req.Set.When.Time.Valid() || req.Set.When.Day.Valid()) && r.remindsAgain(c.body, end) {
			return true
		}
		return r.endsInADay(c.body, end) && (first || r.beginsATitle(c))
	}
	t := req.Target
	if req.Action == Create || t.Title == "" && len(t.IDs) == 0 && !t.It && !t.Every {
		return false
	}
	return c.verb.form == formChange || r.saysWhither(c.body, end)
}

// dayBehind reports whether what follows an "and" ends in a day or a time of its
// own and is no more of the title: "add bread tomorrow and the dentist monday 10am".
func (r *reader) dayBehind(from, to int) bool {
	to = r.trimPolite(from, to)
	return from < to && r.piece(from).to == from && r.endsInADay(from, to)
}

// remindsAgain reports whether a time and what is to be done then stand at i: "remind me at
// four to ring the school and at six to start dinner".
func (r *reader) remindsAgain(i, to int) bool {
	n := r.piece(i).to
	return n > i && n+1 < to && (r.word(n) == "to" && r.toks[n].raw == "" || r.foreign(n, "of"))
}

func (r *reader) endsInADay(from, to int) bool {
	items := r.items(from, to)
	last := items[len(items)-1]
	return last.when != nil && last.when.Day.Valid()
}

// beginsATitle reports whether words open something new rather than going on
// with what stands before them: "dinner friday, with Al" is one dinner.
func (r *reader) beginsATitle(c clause) bool {
	i := c.body
	if r.word(i) == "to" && c.verb.form == formRemind {
		return true
	}
	return r.toks[i].Shape != Mark && r.items(i, c.end)[0].word() && !r.oneOf(i, adjuncts...) &&
		!r.oneOf(i, "he", "she", "it", "they", "i", "we", "you", "but", "or", "because", "since", "so", "if", "when", "who", "which", "that")
}

// saysWhither reports whether a move ends in "to friday" or "by a day". "friday"
// alone may be whence.
func (r *reader) saysWhither(from, to int) bool {
	items := r.items(from, to)
	for k := len(items) - 1; k >= 0 && !items[k].word(); k-- {
		if r.oneOf(items[k].at, "to", "into", "until", "till", "by") {
			return true
		}
	}
	return false
}

// opensTitles reports whether a verb opens the title of something to do more
// often than it asks for anything: "call Bob".
func (v *verb) opensTitles() bool { return v != nil && v.action == Rename && v.weak }

// anotherTitle reads a clause that follows something added as one more of it:
// "add milk today, call Bob friday".
func (r *reader) anotherTitle(c clause) (Request, bool) {
	c.body, c.verb = c.start, &verb{form: formCreate}
	if !r.standsAlone(c, true) {
		return Request{}, false
	}
	req, bad := r.clause(c)
	return req, len(bad) == 0
}
