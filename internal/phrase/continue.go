package phrase

// A second sentence may go on with what the first has made: "Add a dentist
// appointment on monday at 11. It will take two hours. Call it Tooth."

// continues reads a clause that says more of the record that the request before
// it makes, and adds it there. False where it is a request of its own.
func (r *reader) continues(c clause, made *Request) bool {
	if made.Action != Create || c.verb != nil && c.verb.creates() {
		return false
	}
	to := r.trimPolite(c.body, c.end)
	if c.verb == nil {
		return r.continuesIt(r.politeness(c.start), to, made)
	}
	switch c.verb.form {
	case formChange, formMove, formRename, formTag:
	default:
		return false
	}
	if c.verb.words == "repeat" || c.verb.words == "make" && r.oneOf(c.body, "it", "that", "this") {
		from := c.body
		if r.oneOf(from, "it", "that", "this") {
			from++
		}
		if r.says(from, to, made) {
			return true
		}
	}
	if c.verb.form == formRename && r.oneOf(c.body, "it", "that", "this") && !r.oneOf(c.body+1, "to", "as") && !r.idiom(c.body+1) {
		title := r.title(c.body+1, to)
		if title != "" {
			made.Title = title
		}
		return title != ""
	}
	req, bad := r.clause(c)
	if len(bad) > 0 || !req.Target.It {
		return false
	}
	if req.Action == Rename {
		made.Title = req.Renames[0].Title
		return true
	}
	return req.Action <= Change && made.Set.add(req.Set)
}

// idiom reports whether "call it" is meant otherwise: "call it a day".
func (r *reader) idiom(i int) bool {
	return r.words(i, "a", "day") || r.words(i, "a", "night") || r.word(i) == "quits"
}

// itIs are the words of a sentence that says how long or when something is.
var itIs = [...]string{"it will take", "it'll take", "it takes", "it should take", "it will last", "it'll last", "it lasts", "it starts", "it begins",
	"it will be", "it'll be", "it is", "it's", "it repeats", "that is", "that's", "this is", "repeats", "lasts", "takes"}

// continuesIt reads "it takes two hours", "it's at Mario's", "it is high priority".
func (r *reader) continuesIt(from, to int, made *Request) bool {
	n := from
	for _, words := range itIs {
		n = max(n, r.match(from, words))
	}
	return n > from && r.says(n, to, made)
}

// says reads words that are settings of a record and nothing else: times, how
// long it takes, a place.
func (r *reader) says(from, to int, made *Request) bool {
	s := made.Set
	if minutes, n := r.length(from); n == to && s.lasting(minutes) {
		made.Set = s
		return true
	}
	if n := r.allDay(from); n == to && !s.When.Time.Valid() {
		made.Set.AllDay, made.Kind = true, "event"
		return true
	}
	if p, ok := r.as(from, priority); ok && from+1 == to {
		made.Set.Priority = priorities[p.n]
		return true
	}
	items := r.items(from, to)
	for k, it := range items {
		if r.oneOf(it.at, "and", ",") && k > 0 && k+1 < len(items) {
			continue
		}
		if it.word() {
			if k == 0 && r.oneOf(it.at, "at", "in") && it.to < to && s.Location == "" {
				s.Location = r.title(it.to, to)
				break
			}
			return false
		}
		if !s.take(it) {
			return false
		}
	}
	if len(items) == 0 || !r.settled(&s) {
		return false
	}
	made.Set = s
	return true
}

// length reads how long something takes: "an hour", "for 90 minutes", "two hours
// long".
func (r *reader) length(i int) (minutes, to int) {
	if r.word(i) == "for" {
		i++
	}
	n, to := r.amount(i)
	if to > i && r.oneOf(to, "long", "in") {
		to++
	}
	return n, to
}

// lasting sets how long the record takes; false where that was said already.
func (s *Settings) lasting(minutes int) bool {
	w := &s.When
	if minutes <= 0 || minutes >= 24*60 || w.Minutes > 0 || w.End.Valid() {
		return false
	}
	w.Minutes = minutes
	if w.Time.Valid() {
		w.End, _ = w.Time.Add(minutes)
	}
	return true
}

// add takes what another request sets of the same record; false where they
// contradict each other.
func (s *Settings) add(o Settings) bool {
	try := *s
	plain := o
	plain.When, plain.Due = When{}, When{}
	ok := try.take(item{set: &plain}) &&
		(!o.When.Says() || try.take(item{when: &timed{When: o.When, role: on}})) &&
		(!o.Due.Says() || try.take(item{when: &timed{When: o.Due, role: due}}))
	if !ok || o.Location != "" && s.Location != "" {
		return false
	}
	if o.Location != "" {
		try.Location = o.Location
	}
	if o.Notes != "" {
		try.Notes = o.Notes
	}
	*s = try
	return true
}
