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

// links stand between a scope and what becomes of it. A longer one comes before
// one that it begins with.
var links = [...]string{"should be done", "should be", "should have", "should get", "must be", "can wait until", "can go to", "can go", "can be", "to be",
	"goes to", "goes into", "goes on", "goes", "go to", "go into", "go on", "go", "gets done", "gets", "get", "belongs to", "belong to", "belongs", "belong",
	"will be", "is all", "are all", "is now", "are now", "is", "are", "has", "have", "move to", "moved to", "all", "now", "already", ":", "=", "-", "→"}

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
	for i := from + 1; i < to; i++ {
		req, linked, ok := r.becomes(i, to)
		if !ok {
			continue
		}
		t, ok := r.target(from, r.trimEnd(from, i))
		if ok && linked && !t.Every && t.Described() && t.Title == "" {
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
	return Request{}, false
}

// becomes reads what becomes of a scope, up to the end: a status, a priority, a
// tag, a day, a project. linked is whether a word says that it begins here.
func (r *reader) becomes(i, to int) (req Request, linked, ok bool) {
	n := i
	for k := n; ; n = k {
		for _, words := range links {
			k = max(k, r.match(n, words))
		}
		if k == n || k >= to {
			break
		}
	}
	linked = n > i
	for to-1 > n && r.oneOf(to-1, "now", "already", "again", "please", "too") {
		to--
	}
	if a, k, ok := r.status(n); ok && k <= to {
		day := r.piece(k)
		if k == to || day.to == to && day.Day.Valid() && day.role <= on { // "all done today"
			req := Request{Action: a}
			if k < to {
				req.Target.When = day.When
			}
			return req, linked, true
		}
	}
	if p, ok := r.as(n, priority); ok && n+1 == to && (linked || r.oneOf(n, "urgent", "important")) {
		return Request{Action: Change, Set: Settings{Priority: priorities[p.n]}}, linked, true
	}
	if tags, k := r.tagSaid(n, to); linked && k == to {
		return Request{Action: Change, Set: Settings{Tags: tags}}, linked, true
	}
	if words := r.word(n - 1); linked && n < to && (words == "to" || words == "into") && r.oneOf(n-2, "belongs", "belong", "goes", "go", "moved", "move") && r.piece(n).to == n && r.word(n) != "project" {
		return Request{Action: Change, Set: Settings{Project: r.title(n, to)}}, true, to-n < 6
	}
	s, ok := r.settingsOnly(n, to)
	switch {
	case !ok, s.By.Says() && s.When.Says(), !linked && !r.oneOf(n, "to", "into", "onto", "on") && s.Priority == "" && !s.By.Says():
		return req, linked, false
	case s.When.Says() || s.Backlog || s.By.Says():
		return Request{Action: Move, Set: s}, linked, true
	}
	return Request{Action: Change, Set: s}, linked, true
}

// settingsOnly reads words that are nothing but settings.
func (r *reader) settingsOnly(from, to int) (s Settings, ok bool) {
	if from >= to {
		return s, false
	}
	for _, it := range r.items(from, to) {
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
	if !r.sweeps(c.body) {
		return Request{}, false
	}
	roles := r.roles
	defer func() { r.roles = roles }()
	r.roles = true
	if req, bad := r.changeWhen(c.body, to, &verb{words: "make", form: formChange}, whole); bad == nil && req.Target.Every {
		return req, true
	}
	if req, bad := r.move(c.body, to, whole); bad == nil && req.Target.Every {
		return req, true
	}
	return Request{}, false
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

// upTo reads the text up to a token as if nothing followed it.
func (r *reader) upTo(i int) *reader {
	return &reader{text: r.text[:r.toks[i-1].End], toks: r.toks[:i], clock: r.clock, lang: r.lang, roles: r.roles}
}

// idle reports whether a sentence only says how things are, before the request:
// "I'm behind. Move everything to friday". It must leave nothing to be done.
func (r *reader) idle(c clause) bool {
	if c.verb != nil || c.end-c.start > 12 || r.asks(c.start) && !r.oneOf(c.start, "i", "i'm", "we", "we're", "it", "it's", "he", "she", "they", "there") {
		return false
	}
	says := false
	for i := c.start; i < c.end; i++ {
		if r.nearVerb(i) || r.oneOf(i, "not", "don't", "if", "unless", "except", "never", "or", "nothing", "no", "#") || r.toks[i].Shape == Quoted || r.toks[i].Shape == Hash || r.is(i, done) && r.word(i) != "late" {
			return false
		}
		says = says || r.oneOf(i, "is", "are", "am", "i'm", "was", "we're", "it's", "he's", "she's", "has", "have", "feel", "feels", "went", "got", "says")
	}
	return says
}
