package phrase

import "slices"

// People talk around what they ask for. They say first what it is about ("no
// cinema tonight, delete it"), how things are ("long day today"), and once more
// what they have asked for already.

// talk is a text while it is read, clause by clause.
type talk struct {
	*reader
	out   Result
	idle  []Span  // sentences that ask for nothing
	topic *Target // what the last of them was about
}

func (r *reader) requests() Result {
	if len(r.toks) == 0 {
		return Result{}
	}
	clauses := r.inherited(r.clauses())
	t := talk{reader: r}
	t.out.Requests = make([]Request, 0, min(len(clauses), 32)) // a request is large, and most clauses are one
	for _, c := range clauses {
		t.clause(c)
	}
	return t.result()
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
	t.bind(made, before)
	t.topic = nil
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
	t.jots = c.start == 0 && c.end == len(t.toks) || last != nil && last.Action == Create
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
		if several, ok := t.leading(c); ok {
			return several
		}
	}
	if c.verb == nil || c.verb.opensTitles() {
		return t.severally(c, 0)
	}
	both, _ := t.projectOf(c)
	return both
}

// leading reads things to do of one day that is said before them: "tomorrow: buy bread
// and call grandma". Each begins as something to do begins.
func (t *talk) leading(c clause) (several []Request, ok bool) {
	from := t.politeness(c.start)
	p := t.piece(from)
	if !t.jots || p.to == from || !p.Day.Valid() || p.role > on || t.word(p.to) != ":" && !t.doing(p.to) {
		return nil, false
	}
	end := t.trimPolite(p.to, c.end)
	at := p.to
	if t.word(at) == ":" {
		at++
	}
	for i := at; i <= end; i++ {
		n := i
		if i < end {
			if n, _ = t.separator(i); n == i || !t.doing(n) {
				continue
			}
		}
		if !t.doing(at) || i-at < 2 {
			return nil, false
		}
		req, bad := t.create(clause{lead: [2]int{from, p.to}, body: at, verb: &verb{form: formCreate}}, i, nil)
		if len(bad) > 0 || req.Title == "" {
			return nil, false
		}
		req.Span = t.span(at, i)
		several = append(several, req)
		at = n
	}
	return several, len(several) > 1
}

// doing reports whether something to do begins at i.
func (r *reader) doing(i int) bool {
	v, _ := r.verbAt(i)
	return isOneOf(r.word(i), doings) || v.opensTitles()
}

// projectOf reads a new project that is made with a scope: "a project Finance with
// all money tasks".
func (t *talk) projectOf(c clause) ([]Request, bool) {
	if c.verb == nil || c.verb.form != formCreate {
		return nil, false
	}
	for i := c.body + 2; i+1 < c.end; i++ {
		if t.word(i) != "with" || !t.sweeps(i+1) {
			continue
		}
		to := t.trimPolite(c.body, c.end)
		made, bad := t.reader.clause(clause{start: c.start, end: i, body: c.body, verb: c.verb})
		scope, ok := t.target(i+1, to)
		if len(bad) > 0 || made.Kind != "project" || !ok || !scope.Every {
			return nil, false
		}
		made.Span = t.span(c.start, i)
		return []Request{made, {Span: t.span(i, to), Action: Change, Target: scope, Set: Settings{Project: made.Title}}}, true
	}
	return nil, false
}

// severalMax is how many requests a clause without a verb is cut into.
const severalMax = 8

// severally cuts a clause without a verb where every part is a request by itself:
// "the cake is ordered and the balloons are bought".
func (t *talk) severally(c clause, depth int) []Request {
	if depth == severalMax || c.end-c.start > 64 {
		return nil
	}
	for i, vain := c.start+1, 0; i < c.end && vain < severalMax; i++ {
		j, _ := t.separator(i)
		if j == i || j >= c.end {
			continue
		}
		part := t.opening(c.start)
		if part.end = i; part.verb != nil && !part.verb.opensTitles() {
			return nil
		}
		first, bad := t.reader.clause(part)
		if len(bad) == 0 && t.alone(first) {
			first.Span = t.span(part.start, i)
			rest := t.opening(j)
			rest.end = c.end
			if more := t.severally(rest, depth+1); len(more) > 0 && (more[0].Action == Create) == (first.Action == Create) {
				return append([]Request{first}, more...)
			}
		}
		vain++
		i = j - 1
	}
	req, bad := t.reader.clause(c)
	if len(bad) > 0 || !t.alone(req) {
		return nil
	}
	req.Span = t.span(c.start, t.trimEnd(c.start, c.end))
	return []Request{req}
}

// alone reports whether a part of a clause can only be a request of its own: what
// is made has a day or a time.
func (t *talk) alone(req Request) bool {
	if req.Action == Create {
		return req.Set.When.Day.Valid() || req.Set.When.Time.Valid() || req.Set.Due.Says()
	}
	return len(req.Target.Each) == 0
}

// idles takes a sentence that asks for nothing, with what it is about.
func (t *talk) idles(c clause) bool {
	topic, spoken := t.topicOf(c)
	if spoken {
		t.topic = &topic
	}
	return spoken || t.reader.idle(c)
}

// bind gives a request that says "it", "them all" or "its tasks" what was spoken of
// before: by a sentence that asked for nothing, or by the request before.
func (t *talk) bind(req, last *Request) {
	if req.Set.There && last != nil && last.Kind == "project" {
		req.Set.There, req.Set.Project = false, last.Title
	}
	at := &req.Target
	before := t.topic
	if last != nil {
		before = &last.Target
	}
	if before == nil || !at.It && !at.Its && !(at.Everything() && t.topic != nil) {
		return
	}
	many := at.Every || severally(at.Text)
	switch bound := *before; {
	case at.Its:
		at.Title, at.Loose = bound.Title, true
	case bound.Every:
		bound.Again = last != nil
		*at = bound
	case last != nil && (!at.Every || bound.It):
		// "it" of one record is the engine's to tell
	case (many || at.Every) && bound.Title != "":
		bound.Every, bound.Loose = true, true
		*at = bound
	case last == nil:
		*at = bound
	}
}

// severally reports whether a word means several things at once.
func severally(word string) bool {
	return isOneOf(word, []string{"them", "those", "these", "Them", "Those", "These"})
}

// topicsFrom are what a sentence may begin with that only says what it is about.
var topicsFrom = [...]string{"no more", "no", "forget about", "forget", "never mind", "nevermind", "about", "as for", "regarding", "concerning", "scrap that"}

// predicates end what a sentence is about: "the ski holiday is off".
var predicates = []string{"is", "are", "was", "were", "isn't", "aren't", "can", "can't", "could", "should", "will", "won't", "has", "have", "must", "needs", "need", "doesn't", "don't", "got", "gets", ":", "est", "sont", ",", "not"}

// topicOf is what a sentence is about that asks for nothing by itself. False where
// it is about nothing, or asks.
func (r *reader) topicOf(c clause) (t Target, ok bool) {
	from, to := r.politeness(c.start), r.trimEnd(c.start, c.end)
	if c.verb != nil || to-from > 14 || r.word(c.end) == "?" {
		return t, false
	}
	n := from
	for _, words := range topicsFrom {
		n = max(n, r.match(from, words))
	}
	if n == from && (r.asks(from) && !r.sweeps(from) || r.nearVerb(from)) {
		return t, false
	}
	end := n + 1
	for end < to && !r.oneOf(end, predicates...) {
		end++
	}
	if r.oneOf(n, "whatever", "everything", "anything") && r.oneOf(n+1, "is", "are", "i", "that") {
		end = to // "whatever is on tomorrow"
	}
	if end == to && n == from && !r.sweeps(from) || end-n > 8 || n >= to {
		return t, false
	}
	for i := end; i < to; i++ {
		if r.oneOf(i, "if", "unless", "except", "but") || r.toks[i].Shape == Quoted || r.toks[i].Shape == Hash {
			return t, false
		}
	}
	if t, ok = r.target(n, end); !ok || t.It {
		return t, false
	}
	t.Every = t.Every || t.Title == "" && t.Described() // "today is a mess"
	if when := r.lastDay(end, to); t.Every && when.Says() && !t.When.Says() {
		t.When = when
	}
	return t, t.Every || t.Title != ""
}

// lastDay is the day that a sentence ends with.
func (r *reader) lastDay(from, to int) When {
	for i := max(from, to-4); i < to; i++ {
		if p := r.piece(i); p.to == to && p.Day.Valid() && !p.Time.Valid() && p.role <= on {
			return p.When
		}
	}
	return When{}
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

// invitations begin a request in the middle of a sentence: "today is a mess can you
// move everything".
var invitations = []string{"can you", "could you", "would you", "can u", "could u", "please", "pls", "plz", "so please", "will you", "you can", "let's", "peux-tu", "tu peux", "pouvez-vous", "merci de"}

// pastChatter is the clause without what somebody says of how things are before the
// request, with no mark between. It must leave nothing to be done, and is what the
// request is about where that says no more than "everything".
func (t *talk) pastChatter(c clause) clause {
	for i := c.start + 2; i < min(c.end-2, c.start+24); i++ {
		if !t.invited(i) {
			continue
		}
		rest := t.opening(i)
		if rest.end = c.end; rest.verb == nil {
			continue
		}
		before := clause{start: c.start, end: i, body: c.start}
		if !t.reader.idle(before) {
			return c
		}
		if topic, ok := t.topicOf(before); ok {
			t.topic = &topic
		}
		return rest
	}
	return c
}

// pastReason is the clause without a reason before it: "Grandma has a cold, so swimming
// is cancelled".
func (t *talk) pastReason(c clause) clause {
	for i := c.start + 2; i+2 < min(c.end, c.start+20); i++ {
		if t.word(i) != "so" || !t.reader.idle(clause{start: c.start, end: i, body: c.start}) {
			continue
		}
		if _, _, ok := t.told(t.politeness(c.start), t.trimEnd(c.start, i)); ok {
			return c // which is a request itself
		}
		rest := t.opening(i + 1)
		rest.end = c.end
		return rest
	}
	return c
}

// pastHeading is the clause without a heading before it: "Emma's birthday: everything
// to friday" is about the birthday, and "catch up: everything overdue to today" about
// nothing more.
func (t *talk) pastHeading(c clause) clause {
	k := c.start + 1
	for k < min(c.end-1, c.start+6) && t.word(k) != ":" {
		k++
	}
	if t.word(k) != ":" || t.nearVerb(c.start) || t.piece(c.start).to > c.start {
		return c
	}
	rest := t.opening(k + 1)
	if rest.end = c.end; !t.sweeps(k+1) && (rest.verb == nil || rest.verb.creates() || rest.verb.weak || !t.sweeps(rest.body)) {
		return c
	}
	topic, ok := t.target(c.start, k)
	if t.word(k-1) == "project" && k-1 > c.start {
		topic, ok = Target{Every: true, Project: t.title(c.start, k-1)}, true
	}
	if ok && t.topic == nil {
		t.topic = &topic
	}
	return rest
}

// invited reports whether a request begins at i, in the middle of a sentence: after
// "can you", or with a verb and all that it is about.
func (r *reader) invited(i int) bool {
	if slices.ContainsFunc(invitations, func(p string) bool { return r.match(i, p) > i }) {
		return true
	}
	v, body := r.verbAt(i)
	return v != nil && !v.weak && !v.creates() && r.sweeps(body)
}

// idle reports whether a sentence only says how things are, before the request:
// "I'm behind. Move everything to friday". It must leave nothing to be done.
func (r *reader) idle(c clause) bool {
	if c.verb != nil && c.verb.form != formState || c.end-c.start > 18 || r.asks(c.start) && !r.oneOf(c.start, speakers...) {
		return false
	}
	says := false
	for i := c.start; i < c.end; i++ {
		if c.verb == nil && r.nearVerb(i) && i == r.politeness(c.start) || r.oneOf(i, "if", "unless", "except", "or", "nothing", "#") || r.toks[i].Shape == Quoted || r.toks[i].Shape == Hash ||
			r.oneOf(i, "not", "don't", "never", "no") && !r.oneOf(i+1, "feel", "feeling", "think", "have", "get", "know", "well", "going", "coming", "home", "more", "time", "sure") || r.is(i, done) && r.word(i) != "late" {
			return false
		}
		_, past := r.saysDone(i)
		says = says || past || i > c.start && r.oneOf(i, predicates...) && !r.oneOf(i, ":", ",", "not") || r.oneOf(i, "is", "are", "am", "i'm", "was", "we're", "it's", "he's", "she's", "has", "have", "had", "feel", "feels", "went", "says", "said", "won't", "can't", "been", "think", "ran", "going")
	}
	return says || r.mood(c)
}

// speakers begin a sentence about how somebody is.
var speakers = []string{"i", "i'm", "i've", "we", "we're", "it", "it's", "he", "she", "they", "there", "they're", "he's", "she's"}

// mood reports whether a few words of their own only say how things are: "long day
// today", "busy week".
func (r *reader) mood(c clause) bool {
	from, to := r.politeness(c.start), r.trimEnd(c.start, c.end)
	if to-from > 5 || !r.oneOf(c.end, ".", "!", "…") && !r.oneOf(c.end-1, ".", "!", "…") {
		return false
	}
	for i := from; i < to; i++ {
		if r.oneOf(i, "day", "week", "morning", "night", "evening", "busy", "tired", "sorry", "ugh", "sick", "help", "one") {
			return true
		}
	}
	return from >= to
}
