package phrase

// Verbs that need nothing but what they are about, and new titles.

// putTo reads "put the report on high priority", which makes nothing.
func (r *reader) putTo(c clause, to int, whole []Span) (Request, bool) {
	if c.verb.words != "put" || !r.oneOf(c.body, "the", "my", "our", "everything", "all") {
		return Request{}, false
	}
	req, bad := r.changeWhen(c.body, to, &verb{words: "make", form: formChange}, whole)
	return req, bad == nil && req.Set.Priority != "" && req.Action == Change
}

// act reads a verb that needs nothing but its target.
func (r *reader) act(a Action, from, to int, whole []Span) (Request, []Span) {
	if a == Complete && to > from+1 && r.word(to-1) == "off" { // "tick milk off"
		to--
	}
	if a == Complete || a == Start {
		for r.oneOf(from, "with", "on", "doing", "working", "already", "just", "also") && to > from+1 {
			from++
		}
	}
	end, day := to, When{}
	if settles(a) {
		end, day = r.eachDay(from, to)
	}
	t, ok := r.target(from, end)
	if !ok {
		return Request{}, whole
	}
	t.on(day)
	return Request{Action: a, Target: t}, nil
}

// eachDay is where words end before the days that every occurrence is meant of:
// "the dishes all next week", "the dishes every day next week".
func (r *reader) eachDay(from, to int) (end int, days When) {
	for i := from + 1; i+1 < to; i++ {
		n := i
		for _, words := range [...]string{"all", "every day", "each day", "for all of", "for the whole of"} {
			n = max(n, r.match(i, words))
		}
		if n == i {
			continue
		}
		if p := r.piece(n); p.to == to && p.Day.Valid() && p.To.Valid() && !p.Time.Valid() && !p.Repeat.Repeats() {
			return i, p.When
		}
	}
	return to, days
}

// emptying reads a deletion of less than a record: of a field, or of what is on a
// list.
func (r *reader) emptying(v *verb, from, to int) (Request, bool) {
	if name, ok := r.wholeList(from, to); ok && v.form == formClear {
		t := Target{Span: r.span(from, to), Text: r.title(from, to), Every: true, List: name}
		return Request{Action: Delete, Target: t}, true
	}
	if v.action != Delete {
		return Request{}, false
	}
	return r.empties(from, to)
}

// status reads "done", "as done", "not done".
func (r *reader) status(i int) (Action, int, bool) {
	if r.word(i) == "as" {
		i++
	}
	if r.word(i) == "not" {
		if s, ok := r.as(i+1, done); ok && (s.n == completedState || s.n == skippedState || s.n == doingState) {
			return Reopen, i + 2, true
		}
		return 0, i, false
	}
	if r.oneOf(i, "cancelled", "canceled", "deleted", "removed") {
		return Delete, i + 1, true
	}
	if r.words(i, "in", "progress") {
		return Start, i + 2, true
	}
	if r.words(i, "to", "do") {
		return Reopen, i + 2, true
	}
	if r.words(i, "back", "to") {
		i += 2
	}
	s, ok := r.as(i, done)
	if _, did := r.saysDone(i); !ok && did && r.wellKnown(i) && !r.oneOf(i, "over", "through", "did") {
		return Complete, i + 1, true // "paid", "signed and done"
	}
	if !ok {
		return 0, i, false
	}
	switch s.n {
	case completedState:
		return Complete, i + 1, true
	case openState:
		return Reopen, i + 1, true
	case skippedState:
		return Skip, i + 1, true
	case doingState:
		return Start, i + 1, true
	}
	return 0, i, false
}

// rename reads "TARGET to TITLE".
func (r *reader) rename(from, to int, whole []Span) (Request, []Span) {
	for i := from; i < to; i++ { // "rename the title of X to Y"
		if r.oneOf(i, "title", "name") && r.oneOf(i+1, "of", "for") && i-from <= 1 {
			from = i + 2
			break
		}
	}
	var out []Renaming
	tries := 0
	for i := from + 1; i+1 < to; i++ {
		if !r.oneOf(i, "to", "as", "into") && !r.foreign(i, "in") && r.word(i) != "en" && !(r.word(i) == ":" && i == from+1) {
			continue
		}
		if t, ok := r.target(from, i); ok && !t.Every {
			out = append(out, Renaming{t, r.title(i+1, to)})
		}
		if tries++; tries == 8 { // each reads the whole, and hostile text is all "to"
			break
		}
	}
	if len(out) == 0 && to-from >= 2 && (r.toks[from].Shape == Quoted || r.toks[from].Shape == Hash) {
		if t, ok := r.target(from, from+1); ok {
			out = append(out, Renaming{t, r.title(from+1, to)})
		}
	}
	for _, o := range out {
		if o.Title == "" {
			return Request{}, whole
		}
	}
	if len(out) == 0 {
		return Request{}, whole
	}
	return Request{Action: Rename, Target: out[0].Target, Renames: out}, nil
}
