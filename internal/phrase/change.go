package phrase

import "slices"

// move reads "TARGET to WHEN". What stands before "to" tells which one is meant,
// so that "everything from today to friday" is today's.
func (r *reader) move(from, to int, whole []Span) (Request, []Span) {
	items := r.items(from, to)
	trail := len(items)
	for trail > 0 && !items[trail-1].word() {
		trail--
	}
	if trail == len(items) {
		if bad := r.unsureDate(from, to); bad.End > 0 {
			return Request{}, []Span{bad}
		}
		return Request{}, whole
	}
	// Where it goes begins at the last "to"; without one, at the first time
	// that does not say whence.
	dest := -1
	for k := len(items) - 1; k >= trail; k-- {
		if it := items[k]; it.when != nil && it.when.role == until || it.set != nil && (r.word(it.at) == "to" || r.word(it.at) == "into" || it.set.By.Says()) {
			dest = k
			break
		}
	}
	if dest < 0 {
		for k := r.pastWhence(items, trail); k < len(items); k++ {
			if it := items[k]; it.when != nil && (it.when.role == on || it.when.role == bare) || it.set != nil {
				dest = k
				break
			}
		}
	}
	if dest < 0 {
		return Request{}, whole
	}
	req := Request{Action: Move}
	for _, it := range items[dest:] {
		if it.when != nil && it.when.role != on && it.when.role != bare && it.when.role != until || !req.Set.take(it) {
			return req, r.spansOf(items[dest:])
		}
	}
	t, ok := r.target(from, items[dest].at)
	if !ok || !r.settled(&req.Set) || req.Set.Empty() {
		return req, whole
	}
	req.Target = t
	return req, nil
}

// pastWhence is where the settings from k on begin to say what is to become of
// the target: "all tasks in project Data weekly" are in the project already.
func (r *reader) pastWhence(items []item, k int) int {
	for k+1 < len(items) && items[k].set != nil && r.oneOf(items[k].at, "in", "from", "of", "under", "tagged", "with") &&
		(items[k].set.Project != "" || len(items[k].set.Tags) > 0 || items[k].set.Backlog) {
		k++
	}
	return k
}

// field is what "set the FIELD of X to Y" can name.
type field uint8

const (
	noField field = iota
	priorityField
	dueField
	dayField
	timeField
	endField
	titleField
	placeField
	projectField
	statusField
	notesField
	tagsField
	repeatField
)

func (r *reader) fieldAt(i int) (field, int) {
	switch r.word(i) {
	case "priority":
		return priorityField, i + 1
	case "deadline":
		return dueField, i + 1
	case "due":
		if r.oneOf(i+1, "date", "day") {
			return dueField, i + 2
		}
	case "date", "day":
		return dayField, i + 1
	case "time":
		return timeField, i + 1
	case "start":
		if r.word(i+1) == "time" {
			return timeField, i + 2
		}
	case "end":
		if r.word(i+1) == "time" {
			return endField, i + 2
		}
	case "title", "name":
		return titleField, i + 1
	case "location", "place":
		return placeField, i + 1
	case "project":
		return projectField, i + 1
	case "status":
		return statusField, i + 1
	case "note", "notes":
		return notesField, i + 1
	case "tag", "tags":
		return tagsField, i + 1
	case "recurrence", "repetition":
		return repeatField, i + 1
	}
	return noField, i
}

// change reads "FIELD of TARGET to VALUE", "TARGET's FIELD to VALUE", "TARGET to
// VALUE", "TARGET as VALUE" and "TARGET VALUE".
func (r *reader) change(from, to int, v *verb, whole []Span) (Request, []Span) {
	if v.words == "prioritize" || v.words == "prioritise" {
		t, ok := r.target(from, to)
		if !ok {
			return Request{}, whole
		}
		return Request{Action: Change, Target: t, Set: Settings{Priority: "high"}}, nil
	}
	j := from
	if r.word(j) == "the" {
		j++
	}
	if f, n := r.fieldAt(j); f != noField && r.oneOf(n, "of", "for", "on") {
		return r.changeField(f, n+1, to, whole)
	}
	tries := 0
	for i := from + 1; i+1 < to && tries < 16; i++ {
		if !r.oneOf(i, "to", "as", "into", "=") && !(v.words == "mark" && r.is(i, done)) {
			continue
		}
		tries++
		at := i + 1
		if v.words == "mark" && !r.oneOf(i, "to", "as") {
			at = i
		}
		// "X's priority to low", "X priority to low"
		for k := max(from+1, i-2); k < i; k++ {
			f, n := r.fieldAt(k)
			if n != i {
				continue
			}
			if req, ok := r.fieldValue(f, from, k, at, to); ok {
				return req, nil
			}
		}
		if a, n, ok := r.status(at); ok && n == to {
			if t, ok := r.target(from, i); ok {
				return Request{Action: a, Target: t}, nil
			}
		}
		if p, ok := r.as(at, priority); ok && (at+1 == to || r.oneOf(at+1, "priority", "prio") && at+2 == to) && (at+1 < to || v.words != "change") {
			if t, ok := r.target(from, i); ok {
				return Request{Action: Change, Target: t, Set: Settings{Priority: priorities[p.n]}}, nil
			}
		}
	}
	// "mark X done", "make X urgent"
	for k := to - 1; k > from && k >= to-3; k-- {
		if a, n, ok := r.status(k); ok && n == to && (v.words == "mark" || v.words == "set") {
			if t, ok := r.target(from, k); ok {
				return Request{Action: a, Target: t}, nil
			}
		}
		if p, ok := r.as(k, priority); ok && k+1 == to && v.words != "change" {
			if t, ok := r.target(from, k); ok {
				return Request{Action: Change, Target: t, Set: Settings{Priority: priorities[p.n]}}, nil
			}
		}
	}
	// Trailing settings, as in a move: "make X weekly", "change X from 3 to 4pm".
	items := r.items(from, to)
	trail := len(items)
	for trail > 0 && !items[trail-1].word() {
		trail--
	}
	switch {
	case v.words == "set" && (r.is(from, noun) || r.is(from, often)) && (trail == len(items) || trail > 0):
		r.roles = false
		return r.create(from, to, &verb{words: "set"}, whole)
	case trail == 0, trail == len(items):
	case v.words == "set" && !slices.ContainsFunc(items[trail:], func(it item) bool {
		return it.when != nil && (it.when.role == until || it.when.role == due || it.when.Repeat.Repeats()) || it.set != nil
	}):
		// "set lunch with Ana tomorrow at 11" makes one.
		r.roles = false
		return r.create(from, to, &verb{words: "set"}, whole)
	case v.words == "set", v.words == "change", v.words == "update", v.words == "make", v.words == "give", v.words == "mark", v.words == "repeat":
		if v.words == "make" || v.words == "mark" || v.words == "give" || v.words == "repeat" {
			// "make dinner tomorrow" is nothing to change.
			if !slices.ContainsFunc(items[trail:], func(it item) bool {
				return it.when != nil && (it.when.Repeat.Repeats() || it.when.role == due || it.when.role == until) || it.set != nil
			}) {
				return Request{}, whole
			}
		}
		req, bad := r.move(from, to, whole)
		if bad == nil {
			if !req.Set.When.Says() && !req.Set.Backlog && !req.Set.By.Says() {
				req.Action = Change
			}
			return req, nil
		}
		return r.changeDue(from, to, items, trail, whole)
	}
	return Request{}, whole
}

// changeDue reads "make the report due friday".
func (r *reader) changeDue(from, to int, items []item, trail int, whole []Span) (Request, []Span) {
	req := Request{Action: Change}
	trail = r.pastWhence(items, trail)
	for _, it := range items[trail:] {
		if !req.Set.take(it) {
			return req, whole
		}
	}
	t, ok := r.target(from, items[trail].at)
	if !ok || req.Set.Empty() || !r.settled(&req.Set) {
		return req, whole
	}
	req.Target = t
	return req, nil
}

// changeField reads what follows "the FIELD of".
func (r *reader) changeField(f field, from, to int, whole []Span) (Request, []Span) {
	tries := 0
	for i := from + 1; i+1 < to && tries < 8; i++ {
		if !r.oneOf(i, "to", "as", "=", ":") {
			continue
		}
		tries++
		if req, ok := r.fieldValue(f, from, i, i+1, to); ok {
			return req, nil
		}
	}
	return Request{}, whole
}

// fieldValue sets a field of the target at from to targetEnd to the value at at.
func (r *reader) fieldValue(f field, from, targetEnd, at, to int) (Request, bool) {
	if r.word(targetEnd-1) == "s" && r.word(targetEnd-2) == "'" {
		targetEnd -= 2
	}
	t, ok := r.target(from, targetEnd)
	if !ok {
		return Request{}, false
	}
	if k := len(t.Title); k > 2 && t.Title[k-2:] == "'s" {
		t.Title = t.Title[:k-2]
		t.Text = t.Title
	}
	req := Request{Action: Change, Target: t}
	switch f {
	case priorityField:
		p, ok := r.as(at, priority)
		if !ok || at+1 != to {
			return req, false
		}
		req.Set.Priority = priorities[p.n]
		return req, true
	case dueField, dayField, timeField, repeatField:
		p := r.piece(at)
		if p.to == at {
			return req, false
		}
		if p.to < to && f == timeField { // "to 3" is marked by the "to"
			return req, false
		}
		if p.to != to {
			return req, false
		}
		switch f {
		case dueField:
			req.Set.Due = p.When
		case dayField:
			req.Action, req.Set.When = Move, p.When
			if !p.Day.Valid() {
				return req, false
			}
		case timeField:
			req.Action, req.Set.When = Move, p.When
			if !p.Time.Valid() {
				return req, false
			}
		case repeatField:
			req.Set.When = p.When
			if !p.Repeat.Repeats() {
				return req, false
			}
		}
		return req, r.settled(&req.Set)
	case endField:
		c, n := r.clock(at, true)
		if n != to {
			return req, false
		}
		req.Set.When.End = c.time()
		return req, true
	case titleField:
		title := r.title(at, to)
		return Request{Action: Rename, Target: t, Renames: []Renaming{{t, title}}}, title != ""
	case placeField:
		req.Set.Location = r.title(at, to)
		return req, req.Set.Location != ""
	case projectField:
		req.Set.Project = r.title(at, to)
		return req, req.Set.Project != ""
	case notesField:
		req.Set.Notes = r.title(at, to)
		return req, req.Set.Notes != ""
	case statusField:
		a, n, ok := r.status(at)
		req.Action = a
		return req, ok && n == to
	case tagsField:
		tags, n := r.tagNames(at, to)
		req.Set.Tags = tags
		return req, n == to
	}
	return req, false
}
