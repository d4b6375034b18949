package phrase

// A scope is everything that a description holds of. People name it first and
// say afterwards what is to become of it, often without a verb: "everything
// overdue to friday", "all calls: done", "#shopping low prio".

// scopeMax is how long a request is that is read so, in tokens: at each of them
// what follows is tried.
const scopeMax = 40

// sweeps reports whether words begin a scope.
func (r *reader) sweeps(i int) bool {
	switch {
	case r.oneOf(i, "everything", "all", "every", "whatever", "both", "anything"), r.everything(i):
		return true
	case r.is(i, article) || r.is(i, possessive):
		return i+1 < len(r.toks) && (r.is(i+1, done) || r.oneOf(i+1, "whole", "entire", "urgent", "important")) && !r.is(i+2, noun)
	}
	p := r.piece(i)
	return p.to > i && p.Day.Valid() && p.role == bare && r.is(p.to, plural)
}

// everything reports whether the word is "everything", or a slip for it.
func (r *reader) everything(i int) bool {
	w := r.word(i)
	return w == "everything" || len(w) > 7 && misspelt(w, "everything")
}

// scoped reads a scope and what becomes of it. False where the words are no such
// thing.
func (r *reader) scoped(from, to int) (Request, bool) {
	if to-from > scopeMax || to-from < 2 {
		return Request{}, false
	}
	roles := r.roles
	defer func() { r.roles = roles }()
	r.roles = true
	if req, ok := r.tagFirst(from, to); ok {
		return req, true
	}
	if req, ok := r.settingsFor(from, to); ok {
		return req, true
	}
	for i := from + 1; i < to; i++ {
		if r.whatever(from, i) {
			continue
		}
		req, as, ok := r.becomes(i, to, false)
		if !ok {
			continue
		}
		end := r.trimEnd(from, i)
		named := end-1 > from && r.word(end-1) == "all" // "homework all to tomorrow"
		if named {
			end--
		}
		t, ok := r.target(from, end)
		if named && ok && !t.Every && t.Title != "" {
			t.Every, t.Loose = true, true
		}
		if ok && as != unlinked && !t.Every && t.Described() && t.Title == "" {
			t.Every = true // "overdue -> tomorrow"
		}
		if w := req.Target.When; ok && w.Says() {
			ok = t.When.merge(w)
		}
		if ok && t.Every {
			req.Target = t
			return req, true
		}
	}
	return r.scopeOn(from, to)
}

// whatever reports whether words up to i only lead on to what a scope is: "whatever is
// on tomorrow" says nothing of what is to become of it.
func (r *reader) whatever(from, i int) bool {
	if !r.oneOf(from, "whatever", "anything", "what") {
		return false
	}
	for k := from + 1; k < i; k++ {
		if !r.oneOf(k, "is", "are", "on", "i", "have", "that", "still") {
			return false
		}
	}
	return true
}

// scopeOn reads a scope and the day that it is to be on: "all calls friday". The
// day is ahead, and said behind all else.
func (r *reader) scopeOn(from, to int) (Request, bool) {
	if !r.sweeps(from) || r.oneOf(from, "whatever", "anything", "what") {
		return Request{}, false
	}
	for i := max(from+2, to-4); i < to; i++ {
		p := r.piece(i)
		if p.to != to || p.role > on || !p.Day.Valid() || p.To.Valid() || p.Time.Valid() || p.Repeat.Repeats() || p.Day <= r.clock.Today() {
			continue
		}
		t, ok := r.target(from, r.trimEnd(from, i))
		if !ok || !t.Every || t.When.Says() || t.Everything() || t.Kind == "event" || t.Title == "" && !t.Described() {
			return Request{}, false
		}
		return Request{Action: Move, Target: t, Set: Settings{When: p.When}}, true
	}
	return Request{}, false
}

// settingsFor reads "deadline friday for all calls": what is to become of a scope,
// and then the scope.
func (r *reader) settingsFor(from, to int) (Request, bool) {
	for i := from + 1; i+1 < to && i < from+8; i++ {
		if !r.oneOf(i, "for", "on", "to") || !r.sweeps(i+1) {
			continue
		}
		s, ok := r.settingsOnly(from, i)
		t, also := r.target(i+1, to)
		if ok && also && t.Every && (s.Priority != "" || s.Due.Says() || len(s.Tags) > 0) {
			return Request{Action: Change, Target: t, Set: s}, true
		}
	}
	return Request{}, false
}

// becomes reads what becomes of what stands before i, up to the end: a status, a
// priority, a tag, a day, a project. as is the link that it begins with, which it
// wants unless it is free.
func (r *reader) becomes(i, to int, free bool) (req Request, as linking, ok bool) {
	n, as := r.linkAt(i, to)
	linked := as != unlinked
	for to-1 > n && r.oneOf(to-1, "now", "already", "again", "please", "too", "then", "today's") {
		to--
	}
	if as == begins_ || as == ends {
		req, ok := r.runs(n, to, as)
		return req, as, ok
	}
	if a, day, ok := r.statusOn(n, to); ok {
		req := Request{Action: a}
		req.Target.When = day
		return req, as, true
	}
	if p, ok := r.as(n, priority); ok && (n+1 == to || r.saidAgain(n+1, to, p)) && (linked || r.oneOf(n, "urgent", "important")) {
		return Request{Action: Change, Set: Settings{Priority: priorities[p.n]}}, as, true
	}
	if c := contextOf(r.word(n)); linked && c != "" && n+1 == to {
		return Request{Action: Change, Set: Settings{Context: c}}, as, true
	}
	if tags, k := r.tagSaid(n, to); linked && k == to {
		return Request{Action: Change, Set: Settings{Tags: tags}}, as, true
	}
	if words := r.word(n - 1); linked && n < to && (words == "to" || words == "into") && r.oneOf(n-2, "belongs", "belong", "goes", "go", "moved", "move") && r.piece(n).to == n && r.word(n) != "project" {
		return Request{Action: Change, Set: Settings{Project: r.title(n, to)}}, as, to-n < 6
	}
	s, ok := r.settingsOnly(n, to)
	if !ok && linked {
		s, ok = r.hours(n, to)
	}
	switch {
	case !ok && as == ofOne:
		req, ok := r.placed(n, to)
		return req, as, ok
	case !ok, s.By.Says() && s.When.Says(), !linked && !free && (s.Project != "" && r.oneOf(n, "of", "in", "from") || len(s.Tags) > 0 && !r.oneOf(n, "to", "on")), !linked && !free && !r.oneOf(n, "to", "into", "onto", "on", "→") && s.Priority == "" && !s.By.Says() && s.Longer == 0:
		return req, as, false
	case s.When.Says() || s.Backlog || s.By.Says():
		return Request{Action: Move, Set: s}, as, true
	}
	return Request{Action: Change, Set: s}, as, true
}

// saidAgain reports whether a priority is said once more in other words: "urgent,
// high priority".
func (r *reader) saidAgain(i, to int, p sense) bool {
	if !r.oneOf(i, ",", "and", ";") {
		return false
	}
	s, ok := r.settingsOnly(i+1, to)
	return ok && s.Priority == priorities[p.n] && !s.When.Says() && !s.Due.Says()
}

// statusOn reads "done", "done for today", "all done on monday", "paid": a status,
// and the day that it is of.
func (r *reader) statusOn(i, to int) (a Action, day When, ok bool) {
	a, n, ok := r.status(i)
	if !ok {
		return a, day, false
	}
	if n == to {
		return a, day, true
	}
	roles := r.roles
	r.roles = false // "from today to friday" is a range
	defer func() { r.roles = roles }()
	k := n
	if r.oneOf(k, "for", "on", "from") && r.piece(k).to == k {
		k++
	}
	p := r.piece(k)
	if p.to != to || !p.Day.Valid() || p.Time.Valid() || p.Repeat.Repeats() || p.role > until {
		return a, day, false
	}
	if !r.is(n-1, done) && p.Day > r.clock.Today() {
		return a, day, false // "the shop is closed tomorrow"
	}
	return a, p.When, true
}

// runs reads when something begins or ends: "at 18:30".
func (r *reader) runs(n, to int, as linking) (req Request, ok bool) {
	p := r.piece(n)
	if p.to != to || p.role > due || p.Repeat.Repeats() || r.oneOf(to-1, "later", "earlier", "sooner") {
		return req, false // "half an hour later" than it does now
	}
	req = Request{Action: Move, Set: Settings{When: p.When}}
	if as == ends {
		if !p.Time.Valid() || p.Day.Valid() && p.Day != r.clock.Today() || p.End.Valid() {
			return req, false
		}
		req = Request{Action: Change, Set: Settings{When: When{End: p.Time}}}
	}
	return req, r.settled(&req.Set)
}

// hours reads when something begins and ends: "from nine to eleven".
func (r *reader) hours(n, to int) (s Settings, ok bool) {
	roles := r.roles
	defer func() { r.roles = roles }()
	r.roles = false
	p := r.piece(n)
	s.When = p.When
	return s, p.to == to && p.Time.Valid() && p.End.Valid() && !p.Repeat.Repeats() && p.role <= on
}

// placed reads where something is: "at St. Mary", "in room 4".
func (r *reader) placed(n, to int) (req Request, ok bool) {
	if !r.oneOf(n, "at", "in", "@") || to-n > 6 || to-n < 2 || r.piece(n).to > n || r.is(n+1, possessive) && to-n == 2 {
		return req, false
	}
	return Request{Action: Change, Set: Settings{Location: r.title(n+1, to)}}, true
}

// settingsOnly reads words that are nothing but settings.
func (r *reader) settingsOnly(from, to int) (s Settings, ok bool) {
	if from >= to {
		return s, false
	}
	var items []item
	for i := from; i < to; {
		it := r.itemAt(i, to)
		if it.word() && !r.joins(it.at) {
			return s, false // most words that are tried are none, and end here
		}
		items = append(items, it)
		i = it.to
	}
	for _, it := range r.linked(items) {
		if it.word() || it.when != nil && it.when.role > due && it.when.role != until || !s.take(it) {
			return s, false
		}
	}
	return s, !s.Empty() && r.settled(&s)
}

// tagSaid reads "#late", "the tag late", "tag late".
func (r *reader) tagSaid(i, to int) (tags []string, n int) {
	j := i
	if r.oneOf(j, "the", "a") {
		j++
	}
	switch {
	case r.oneOf(j, "tag", "tags") && j+1 < to:
		return r.tagNames(j+1, to)
	case r.hashtag(j) && j+1 < to:
		return r.tagNames(j, to)
	}
	return nil, i
}

// hashtag reports whether "#" and a word stand together at i.
func (r *reader) hashtag(i int) bool {
	return r.word(i) == "#" && r.glued(i+1) && r.toks[i+1].Shape == Word
}

// tagFirst reads "#late on everything overdue", "the tag late to all tasks".
func (r *reader) tagFirst(from, to int) (Request, bool) {
	tags, n := r.tagSaid(from, to)
	if n == from && n+2 < to && r.oneOf(n+1, "to", "on") && r.sweeps(n+2) {
		tags, n = []string{r.title(n, n+1)}, n+1
	}
	if n == from || !r.oneOf(n, "to", "on") {
		return Request{}, false
	}
	t, ok := r.target(n+1, to)
	return Request{Action: Change, Target: t, Set: Settings{Tags: tags}}, ok
}

// retag reads "the tag calls to phone", "#calls with #phone on all tasks".
func (r *reader) retag(from, to int) (Request, bool) {
	old, n := r.tagSaid(from, to)
	if n == from || len(old) != 1 || !r.oneOf(n, "to", "with", "by", "into", "as") {
		return Request{}, false
	}
	now, k := r.tagNames(n+1, min(to, n+3))
	if len(now) != 1 {
		return Request{}, false
	}
	t := Target{Span: r.span(from, to), Text: r.title(from, to), Every: true}
	switch {
	case k == to || r.word(k) == "everywhere" && k+1 == to:
	case r.oneOf(k, "on", "in", "for", "of"):
		var ok bool
		if t, ok = r.target(k+1, to); !ok {
			return Request{}, false
		}
	default:
		return Request{}, false
	}
	if t.Every && t.Tag == "" {
		t.Tag = old[0]
	}
	return Request{Action: Change, Target: t, Set: Settings{Tags: now, Untag: old}}, true
}

// swept reads a request whose verb makes something elsewhere, but is about a
// scope here: "put everything overdue on today", "schedule all calls for friday",
// "add the tag late to all overdue tasks".
func (r *reader) swept(c clause, to int, whole []Span) (Request, bool) {
	if c.verb.form != formCreate {
		return Request{}, false
	}
	if req, ok := r.tagFirst(c.body, to); ok {
		return req, true
	}
	if !r.sweeps(c.body) && !(c.verb.placing() && r.ofKind(c.body)) {
		return Request{}, false
	}
	roles := r.roles
	defer func() { r.roles = roles }()
	r.roles = true
	if req, bad := r.changeWhen(c.body, to, &verb{words: "make", form: formChange}, whole); bad == nil && req.Target.Every {
		return req, true
	}
	if req, ok := r.changeTo(c.body, to, c.verb); ok && req.Target.Every && settles(req.Action) {
		return req, true
	}
	if req, bad := r.move(c.body, to, whole); bad == nil && req.Target.Every {
		return req, true
	}
	return Request{}, false
}

// ofKind reports whether words begin with all records of a kind: "les tâches du projet".
func (r *reader) ofKind(i int) bool {
	s, many := r.as(i+1, plural)
	return many && s.n != thing && (r.word(i) == "the" || r.is(i, possessive))
}

// exceptions are the words that take something away from a scope.
var exceptions = [...]string{"but not", "except for", "except", "apart from", "other than", "excluding", "but"}

// allBut reads a scope without what is taken away from it: "all but the invoice".
// False where there is no such scope: "nothing but thieves" may be a title.
func (r *reader) allBut(from, to int) (t Target, ok bool) {
	for i := from + 1; i+1 < to; i++ {
		for _, words := range exceptions {
			n := r.match(i, words)
			if n == i || n >= to {
				continue
			}
			except := r.each(n, to)
			if one, ok := r.onlyOne(n, to); ok && len(except) == 0 {
				except = []Target{one}
			}
			if t, ok = r.upTo(i).target(from, i); !ok || !t.Every || len(except) == 0 {
				return t, false
			}
			t.Except = except
			return t, true
		}
	}
	return t, false
}

// butNot reads what is taken away from a scope at the very end: "push today's
// tasks to friday, but not the invoice".
func (r *reader) butNot(c clause, to int, whole []Span) (Request, bool) {
	for i := c.body + 1; i+1 < to; i++ {
		for _, words := range exceptions {
			n := r.match(i, words)
			if n == i || n >= to {
				continue
			}
			if r.trimEnd(c.body, i) == c.body {
				continue
			}
			if r.goesBehind(n, to) {
				return Request{}, false // "move everything but the call to friday"
			}
			req, bad := r.upTo(r.trimEnd(c.body, i)).clause(clause{start: c.start, end: r.trimEnd(c.body, i), body: c.body, verb: c.verb})
			one, ok := r.onlyOne(n, to)
			if bad != nil || !req.Target.Every || !ok || req.Action == Move && req.Set.Empty() {
				return req, false
			}
			if req.Target.Except = r.each(n, to); len(req.Target.Except) == 0 {
				req.Target.Except = []Target{one}
			}
			return req, true
		}
	}
	return Request{}, false
}

// goesBehind reports whether words end in a day that something is moved to.
func (r *reader) goesBehind(from, to int) bool {
	for k := from + 1; k < to; k++ {
		if (r.oneOf(k, "to", "until", "till", "→") || r.foreign(k, "to")) && (r.piece(k).to == to || k+1 < to && r.piece(k+1).to == to) {
			return true
		}
	}
	return false
}

// upTo reads the text up to a token as if nothing followed it.
func (r *reader) upTo(i int) *reader {
	return &reader{text: r.text[:r.toks[i-1].End], toks: r.toks[:i], clock: r.clock, lang: r.lang, roles: r.roles, jots: r.jots}
}
