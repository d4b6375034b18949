package phrase

// People talk around what they ask for. They say first what it is about ("no
// cinema tonight, delete it"), how things are ("long day today"), and once more
// what they have asked for already.

// talk is a text while it is read, clause by clause.
type talk struct {
	*reader
	out   Result
	idle  []Span  // sentences that ask for nothing
	topic *Target // what the last of them was about
	off   []Span  // those that say that there is none of it: "no lunch tomorrow"
}

func (r *reader) requests() Result {
	if len(r.toks) == 0 {
		return Result{}
	}
	r = r.corrected()
	note, noted := r.dictated()
	if noted && !r.plansAfterNote() {
		return Result{Requests: []Request{note}}
	}
	t := talk{reader: r}
	if t.listed() || t.rewords() || t.dayOfDuties() {
		return t.out
	}
	clauses := r.inherited(r.clauses())
	t.out.Requests = make([]Request, 0, min(len(clauses), 32)) // a request is large, and most clauses are one
	for _, c := range clauses {
		t.clause(c)
	}
	out := t.result()
	understood := len(out.NotUnderstood) == 0
	if req, ok := r.remarked(understood); ok {
		note, noted = req, true
	} else if understood {
		return out
	}
	if noted {
		return Result{Requests: []Request{note}}
	}
	return out
}

// clause reads one more clause.
func (t *talk) clause(c clause) {
	if last := t.last(); last != nil && (t.continues(c, last) || t.saysAgain(c, last)) {
		return
	}
	bad := t.read(c)
	if len(bad) > 0 && len(t.out.Requests) == 0 && t.idles(c) {
		t.idle = append(t.idle, bad...)
		return
	}
	t.out.NotUnderstood = append(t.out.NotUnderstood, bad...)
}

// take adds a request that was read.
func (t *talk) take(c clause, req Request) {
	n := len(t.out.Requests)
	t.out.Requests = append(t.out.Requests, req)
	made := &t.out.Requests[n]
	var before *Request
	if n > 0 {
		before = &t.out.Requests[n-1]
	}
	if bound := t.bind(made, before); !bound && made.Action != Delete && made.Action != Skip {
		t.out.NotUnderstood = append(t.out.NotUnderstood, t.off...) // "no lunch tomorrow, add a run" asks for more than the run
	}
	t.topic, t.off = nil, nil
	if c.verb == nil && made.Action != Create {
		t.topic = &made.Target // "the garden is done, tick everything off"
	}
}

func (t *talk) last() *Request {
	if n := len(t.out.Requests); n > 0 {
		return &t.out.Requests[n-1]
	}
	return nil
}

// result is all requests, or what was not understood: what is not understood whole
// is not half done.
func (t *talk) result() Result {
	if len(t.out.Requests) == 0 {
		t.out.NotUnderstood = append(t.idle, t.out.NotUnderstood...)
	}
	if len(t.out.NotUnderstood) > 0 {
		t.out.Requests = nil
	}
	return t.out
}

// read takes the clause as one request, or as several where it has no verb that could
// tell where one ends, and gives back what it does not understand.
func (t *talk) read(c clause) (bad []Span) {
	last := t.last()
	t.jots = c.start == 0 && (c.end == len(t.toks) || t.errands(c)) || last != nil && last.Action == Create
	if c.verb == nil {
		c = t.pastHeading(t.pastReason(t.pastChatter(c)))
	}
	if several := t.apart(c); len(several) > 1 {
		for _, req := range several {
			t.take(c, req)
		}
		return nil
	}
	req, bad := t.reader.clause(c)
	if len(bad) > 0 && c.verb.opensTitles() && last != nil && last.Action == Create {
		if again, ok := t.anotherTitle(c); ok {
			req, bad = again, nil
		}
	}
	if len(bad) > 0 && c.verb == nil {
		if listed, ok := t.listing(c); ok {
			req, bad = listed, nil
		}
	}
	if len(bad) > 0 {
		return bad
	}
	req.Span = t.span(c.start, max(c.start+1, t.trimEnd(c.start, c.end)))
	t.take(c, req)
	return nil
}

// apart is a clause as several requests; of less than two it is one.
func (t *talk) apart(c clause) []Request {
	if c.verb == nil {
		several, ok := t.leading(c)
		if ok {
			return several
		}
		if t.heading(c) {
			return nil // "tomorrow: vet at 9, bank at 11" are all of that day
		}
	}
	if c.verb == nil || c.verb.opensTitles() {
		return t.severally(c, 0)
	}
	both, _ := t.projectOf(c)
	return both
}

// idles takes a sentence that asks for nothing, with what it is about.
func (t *talk) idles(c clause) bool {
	topic, spoken := t.topicOf(c)
	if spoken {
		t.topic = &topic
	}
	if from := t.politeness(c.start); spoken && t.pastLead(from) > from {
		t.off = append(t.off, t.span(c.start, t.trimEnd(c.start, c.end)))
	}
	return spoken || t.reader.idle(c)
}

// bind gives a request that says "it", "them all" or "its tasks" what was spoken of
// before: by a sentence that asked for nothing, or by the request before. False where
// it says nothing of the kind.
func (t *talk) bind(req, last *Request) (bound bool) {
	if req.Set.There && last != nil && last.Kind == "project" {
		req.Set.There, req.Set.Project = false, last.Title
	}
	at := &req.Target
	before := t.topic
	if last != nil {
		before = &last.Target
	}
	if before == nil || !at.It && !at.Its && !(at.Everything() && t.topic != nil) {
		return false
	}
	many := at.Every || meansMany(at.Text)
	switch meant := *before; {
	case at.Its:
		at.Title, at.Loose = meant.Title, true
	case meant.Every:
		meant.Again = last != nil
		*at = meant
	case last != nil && (!at.Every || meant.It):
		return false // "it" of one record is the engine's to tell
	case many && meant.Title != "":
		meant.Every, meant.Loose = true, true
		*at = meant
	case last == nil:
		*at = meant
	}
	return true
}

// meansMany reports whether a word means several things at once.
func meansMany(word string) bool {
	return isOneOf(word, []string{"them", "those", "these", "Them", "Those", "These"})
}

// saysAgain reports whether a clause only repeats what the request before has asked
// for: "all of that can wait until friday, move it", "it is urgent, set high priority".
func (t *talk) saysAgain(c clause, last *Request) bool {
	to := t.trimPolite(c.body, c.end)
	if c.verb == nil || c.body >= to || last.Action == Create {
		return false
	}
	if t.pronoun(c.body, to) || t.topic != nil && c.verb.action == last.Action && t.allOfIt(c.body, to) {
		return c.verb.action == last.Action || c.verb.words == "mark" && settling(last.Action)
	}
	if c.verb.form != formChange || last.Set.Priority == "" {
		return false
	}
	roles := t.roles
	defer func() { t.roles = roles }()
	t.roles = true
	s, ok := t.settingsOnly(c.body, to)
	return ok && s.Priority != "" && s.Priority == last.Set.Priority && !s.When.Says() && !s.Due.Says() && !s.By.Says()
}

// allOfIt reports whether words mean all of what was spoken of before: "everything",
// "all its tasks".
func (r *reader) allOfIt(from, to int) bool {
	t, ok := r.target(from, r.trimOff(from, to))
	return ok && (t.Everything() || t.Its && t.Title == "")
}

// trimOff is where words end without the "off" of "tick everything off".
func (r *reader) trimOff(from, to int) int {
	if to > from+1 && r.word(to-1) == "off" {
		return to - 1
	}
	return to
}

// pronoun reports whether words are nothing but "it" or "them all".
func (r *reader) pronoun(from, to int) bool {
	n, _ := r.pronounAt(from)
	return n > from && n == r.trimOff(from, to)
}
