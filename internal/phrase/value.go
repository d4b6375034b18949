package phrase

import "strings"

// "set the FIELD of X to Y": what a field can be set to.

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
	contextField
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
	case "hour":
		if r.word(i+1) == "of" {
			return timeField, i + 1
		}
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
	case "context":
		return contextField, i + 1
	}
	return noField, i
}

func (r *reader) pastArticle(i int) int {
	if r.word(i) == "the" {
		return i + 1
	}
	return i
}

// changeField reads what follows "the FIELD of".
func (r *reader) changeField(f field, from, to int, whole []Span) (Request, []Span) {
	tries := 0
	for i := from + 1; i+1 < to && tries < 8; i++ {
		if !r.oneOf(i, "to", "as", "=", ":") && !r.foreign(i, "in") && !(r.word(i) == "for" && (f == timeField || f == dayField)) {
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
	t.owner()
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
		return r.timeValue(f, req, at, to)
	case endField:
		p := r.piece(at)
		if p.to != to || !p.Time.Valid() || p.Day.Valid() || p.End.Valid() {
			return req, false
		}
		req.Set.When.End = p.Time
		return req, true
	case statusField:
		a, n, ok := r.status(at)
		req.Action = a
		return req, ok && n == to
	case contextField:
		req.Set.Context = contextOf(r.word(at))
		return req, req.Set.Context != "" && at+1 == to
	case tagsField:
		tags, n := r.tagNames(at, to)
		req.Set.Tags = tags
		return req, n == to
	}
	return r.textValue(f, req, r.title(at, to))
}

// owner leaves of "the report's" the report.
func (t *Target) owner() {
	if title, ok := strings.CutSuffix(t.Title, "'s"); ok && title != "" {
		t.Title, t.Text = title, title
	}
}

// timeValue sets a field that is a date phrase, which must be of its kind.
func (r *reader) timeValue(f field, req Request, at, to int) (Request, bool) {
	p := r.piece(at)
	if p.to == at && r.word(at-1) == "to" { // "to 10" is a time, and "10" is none
		p = r.piece(at - 1)
	}
	if p.to != to {
		return req, false
	}
	switch f {
	case dueField:
		req.Set.Due = p.When
		return req, r.settled(&req.Set)
	case dayField:
		req.Action = Move
		if !p.Day.Valid() {
			return req, false
		}
	case timeField:
		req.Action = Move
		if !p.Time.Valid() {
			return req, false
		}
	case repeatField:
		if !p.Repeat.Repeats() {
			return req, false
		}
	}
	req.Set.When = p.When
	return req, r.settled(&req.Set)
}

// textValue sets a field to words as they were written.
func (r *reader) textValue(f field, req Request, text string) (Request, bool) {
	switch f {
	case titleField:
		return Request{Action: Rename, Target: req.Target, Renames: []Renaming{{req.Target, text}}}, text != ""
	case placeField:
		req.Set.Location = text
	case projectField:
		req.Set.Project = text
	case notesField:
		req.Set.Notes = text
	default:
		return req, false
	}
	return req, text != ""
}

// noted reads "add a note to the report: ask Al first": what is written down beside
// what there is.
func (r *reader) noted(c clause, to int) (Request, bool) {
	i := c.body
	if r.is(i, article) {
		i++
	}
	if c.verb.form != formCreate || !r.oneOf(i, "note", "notes", "comment") || !r.oneOf(i+1, "to", "on", "for") {
		return Request{}, false
	}
	for k := i + 3; k+1 < to; k++ {
		if !r.oneOf(k, ":", "saying") && !r.quoted(k) {
			continue
		}
		t, ok := r.target(i+2, k)
		if !r.quoted(k) {
			k++
		}
		note := r.title(k, to)
		return Request{Action: Change, Target: t, Set: Settings{Notes: note}}, ok && note != "" && !t.Every && !t.It
	}
	return Request{}, false
}
