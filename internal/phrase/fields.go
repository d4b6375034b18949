package phrase

// Requests that take a field away, put a tag on or off, exchange times or make
// something longer.

// tag reads "TARGET with TAG".
func (r *reader) tag(from, to int, whole []Span) (Request, []Span) {
	for i := to - 2; i > from; i-- {
		if !r.oneOf(i, "with", "as") {
			continue
		}
		tags, n := r.tagNames(i+1, to)
		t, ok := r.target(from, i)
		if n == to && ok {
			return Request{Action: Change, Target: t, Set: Settings{Tags: tags}}, nil
		}
	}
	if last := to - 1; last-1 > from && r.toks[last].Shape == Word && r.is(last-1, plural) { // "tag all calls tasks phone"
		if t, ok := r.target(from, last); ok && t.Every {
			return Request{Action: Change, Target: t, Set: Settings{Tags: []string{r.title(last, to)}}}, nil
		}
	}
	return Request{}, whole
}

// takeOff reads "TARGET off", "TARGET off my list".
func (r *reader) takeOff(a Action, from, to int, whole []Span) (Request, []Span) {
	if req, ok := r.takeOut(from, to); ok && a == Delete {
		return req, nil
	}
	if req, ok := r.empties(from, to); ok && a == Delete {
		return req, nil
	}
	if tags, n := r.tagSaid(from, to); n > from && r.word(n) == "off" && n+1 < to {
		if t, ok := r.target(n+1, to); ok {
			return Request{Action: Change, Target: t, Set: Settings{Untag: tags}}, nil
		}
	}
	for i := to - 1; i > from; i-- {
		if r.word(i) != "off" {
			continue
		}
		j := i + 1
		if r.word(j) == "of" {
			j++
		}
		name, n := r.namedList(i, to)
		if j < to && r.list(j, to) != to && n != to {
			for j < to-1 && (r.is(j, article) || r.is(j, possessive)) {
				j++
			}
			if to-j > 2 || r.timed(j, to) {
				continue
			}
			name = r.title(j, to) // "scratch butter off groceries"
		}
		if t, ok := r.target(from, i); ok {
			t.List = name
			return Request{Action: a, Target: t}, nil
		}
	}
	return Request{}, whole
}

// takeOut reads "TARGET out of project Data", "everything out of the project".
func (r *reader) takeOut(from, to int) (Request, bool) {
	for i := from + 1; i+1 < to; i++ {
		n := i
		switch {
		case r.words(i, "out", "of"):
			n = i + 2
		case r.foreign(i, "of") && r.word(i+1) == "project": // "sors tout du projet data"
			n = i + 1
		default:
			continue
		}
		t, ok := r.target(from, i)
		if !ok {
			continue
		}
		for r.is(n, article) || r.is(n, possessive) || r.word(n) == "project" {
			n++
		}
		if last := to - 1; r.word(last) == "project" && last > n {
			t.Project = r.title(n, last)
		} else {
			t.Project = r.title(n, to)
		}
		t.Every = t.Every || t.It && meansMany(t.Text)
		return Request{Action: Change, Target: t, Set: Settings{Clear: []string{cleared[projectField]}}}, true
	}
	return Request{}, false
}

// swap reads "TARGET and TARGET", "TARGET with TARGET".
func (r *reader) swap(from, to int, whole []Span) (Request, []Span) {
	for _, f := range [...]string{"the times of", "times of", "the dates of", "the days of", "around"} {
		from = r.match(from, f)
	}
	for _, between := range [...][]string{{"and", "&"}, {"with", "for"}} { // "swap lunch with Al and dinner with Bo"
		if req, ok := r.exchange(from, to, between); ok {
			return req, nil
		}
	}
	return Request{}, whole
}

// exchange reads two targets with one of these words between them.
func (r *reader) exchange(from, to int, between []string) (Request, bool) {
	tries := 0
	for i := from + 1; i+1 < to && tries < triesMax; i++ {
		if !r.oneOf(i, between...) {
			continue
		}
		tries++
		a, ok := r.target(from, i)
		b, also := r.target(i+1, to)
		if ok && also && !a.Every && !b.Every {
			return Request{Action: Swap, Target: a, With: b}, true
		}
	}
	return Request{}, false
}

// extend reads "TARGET by 30 minutes", "TARGET to 5pm", "TARGET until 5pm".
func (r *reader) extend(v *verb, from, to int, whole []Span) (Request, []Span) {
	for i := to - 1; i > from; i-- {
		if !r.oneOf(i, "by", "to", "until", "till", "for") && !r.foreign(i, "of") {
			continue
		}
		t, ok := r.target(from, i)
		if !ok {
			continue
		}
		req := Request{Action: Change, Target: t}
		if minutes, n := r.amount(i + 1); n == to && minutes > 0 && !r.oneOf(i, "to", "until", "till") {
			if req.Set.Longer = minutes; v.words == "shorten" {
				req.Set.Longer = -minutes
			}
			return req, nil
		}
		if p := r.piece(i + 1); p.to == to && p.Time.Valid() && !p.Day.Valid() && !p.End.Valid() {
			req.Set.When.End = p.Time
			return req, nil
		}
	}
	return Request{}, whole
}

// untag reads "TARGET", "TAG from TARGET".
func (r *reader) untag(from, to int, whole []Span) (Request, []Span) {
	tags, n := r.tagNames(from, to)
	if n > from && (r.word(n) == "everywhere" && n+1 == to || n < to && r.word(n) == "from") {
		t, ok := Target{Span: r.span(from, to), Text: r.title(from, to), Every: true, Tag: tags[0]}, true
		if r.word(n) == "from" {
			t, ok = r.target(n+1, to)
		}
		if ok {
			return Request{Action: Change, Target: t, Set: Settings{Untag: tags}}, nil
		}
	}
	for i := to - 2; i > from; i-- { // "untag everything with home"
		if names, n := r.tagNames(i+1, to); r.oneOf(i, "with", "as") && n == to {
			if t, ok := r.target(from, i); ok {
				return Request{Action: Change, Target: t, Set: Settings{Untag: names}}, nil
			}
		}
	}
	if t, ok := r.target(from, to); ok {
		return Request{Action: Change, Target: t, Set: Settings{Clear: []string{"tags"}}}, nil
	}
	return Request{}, whole
}

// empties reads what takes a field away and no record: "the deadline of the
// report", "the tag home from all tasks".
func (r *reader) empties(from, to int) (req Request, ok bool) {
	i := from
	if r.word(i) == "the" || r.word(i) == "all" {
		i++
	}
	s, n := r.tagsTaken(i, to)
	if n == i {
		f, k := r.fieldAt(i)
		if name := cleared[f]; name != "" {
			s.Clear, n = []string{name}, k
		}
	}
	if r.word(n) == "away" && n+1 < to {
		n++
	}
	if n > i && r.word(n) == "everywhere" && n+1 == to && len(s.Untag) > 0 {
		return Request{Action: Change, Target: Target{Span: r.span(from, to), Text: r.title(from, to), Every: true, Tag: s.Untag[0]}, Set: s}, true
	}
	if n == i || n >= to || !r.oneOf(n, "of", "from", "on", "for", "off") || r.word(n) == "for" && len(s.Untag) > 0 {
		return req, false
	}
	t, ok := r.target(n+1, to)
	return Request{Action: Change, Target: t, Set: s}, ok
}

// cleared are the fields that can be emptied, by their names in the schema.
var cleared = [...]string{dueField: "deadline", dayField: "scheduledFor", timeField: "startTime", endField: "endTime", placeField: "location",
	projectField: "projectId", notesField: "notes", tagsField: "tags", repeatField: "recurrence", contextField: "context", titleField: "", priorityField: "", statusField: ""}

// tagsTaken reads "tag home", "the home tag", "the tags home and garden".
func (r *reader) tagsTaken(i, to int) (s Settings, n int) {
	if r.oneOf(i, "tag", "tags") {
		tags, n := r.tagNames(i+1, to)
		if n > i+1 && !r.oneOf(i+1, "of", "from", "on", "for") {
			return Settings{Untag: tags}, n
		}
		return s, i
	}
	if r.word(i+1) == "tag" && i+1 < to {
		return Settings{Untag: []string{r.title(i, i+1)}}, i + 2
	}
	return s, i
}
