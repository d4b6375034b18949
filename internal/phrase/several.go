package phrase

import "strings"

// One clause may ask for several things without a verb of ours between them.

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

// dayOfDuties reads several things to do of a day that is said first: "tomorrow I need to
// go to the bank, pick up the parcel and also call mum".
func (t *talk) dayOfDuties() bool {
	from := t.politeness(0)
	p := t.piece(from)
	if p.to == from || !p.Day.Valid() || p.Time.Valid() || p.Repeat.Repeats() || p.role > on {
		return false
	}
	at := t.politeness(p.to)
	if at == p.to || !t.owes(p.to, at) || !t.errand(at) {
		return false
	}
	var made []Request
	end := t.trimPolite(at, t.trimEnd(at, len(t.toks)))
	for i := at + 1; i <= end; i++ {
		n := i
		if i < end {
			if n, _ = t.separator(i); n == i || !t.errand(n) {
				continue
			}
		}
		req, bad := t.create(clause{lead: [2]int{from, p.to}, body: at, verb: &dutyVerb}, i, nil)
		if len(bad) > 0 || req.Title == "" || req.Kind != "" || !req.Set.When.Day.Valid() {
			return false
		}
		req.Span, at = t.span(at, i), n
		made = append(made, req)
		i = max(i, n)
	}
	if len(made) < 2 {
		return false
	}
	t.out.Requests = made
	return true
}

// heading reports whether a clause begins with a day and a colon.
func (t *talk) heading(c clause) bool {
	from := t.politeness(c.start)
	p := t.piece(from)
	return p.to > from && p.Day.Valid() && t.word(p.to) == ":"
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
		if j == i || j >= c.end || t.oneOf(i, "-", "–") && t.glued(i) {
			continue // "10am-11:30am" is one time
		}
		part := t.opening(c.start)
		if part.end = i; part.verb != nil && !part.verb.opensTitles() {
			return nil
		}
		first, bad := t.reader.clause(part)
		if len(bad) == 0 && (t.alone(first) || t.undated(first) && t.twoErrands(c, i, j)) {
			first.Span = t.span(part.start, i)
			rest := t.opening(j)
			rest.end = c.end
			if t.goesOn(first, i, j) {
				return nil
			}
			if more := t.severally(rest, depth+1); len(more) > 0 && (t.undated(first) || !t.undated(more[0]) || t.word(i) == "and") && (more[0].Action == Create) == (first.Action == Create) {
				return append([]Request{first}, more...)
			}
		}
		vain++
		i = j - 1
	}
	req, bad := t.reader.clause(c)
	if len(bad) > 0 || !t.alone(req) && !(depth > 0 && t.undated(req) && t.oneOf(c.start-1, "and", "&", ",")) {
		return nil
	}
	req.Span = t.span(c.start, t.trimEnd(c.start, c.end))
	return []Request{req}
}

// alone reports whether a part of a clause can only be a request of its own: what
// is made has a day or a time.
func (t *talk) alone(req Request) bool {
	if req.Action == Create {
		return !t.homebound(req) && (req.Set.When.Day.Valid() || req.Set.When.Time.Valid() || req.Set.Due.Says())
	}
	return len(req.Target.Each) == 0
}

// homebound reports whether what would be made is no more than the way back: "flight on
// the 3rd, back on the 5th".
func (r *reader) homebound(req Request) bool {
	return req.Action == Create && isOneOf(strings.ToLower(req.Title), homeward)
}

// homeward are words that say that a day is that of the way back.
var homeward = []string{"back", "return", "returning", "home", "back home", "coming back", "retour"}

// goesOn reports whether what stands behind a comma is more of the same: the hours of
// what has a day and none, as in "concert, friday, 8pm, city hall".
func (t *talk) goesOn(first Request, i, j int) bool {
	if first.Action != Create || !first.Set.When.Day.Valid() || first.Set.When.Time.Valid() || t.word(i) != "," {
		return false
	}
	for k := j; k < min(len(t.toks), j+8); k++ {
		if p := t.piece(k); p.to > k {
			return p.Time.Valid() && !p.Day.Valid()
		}
	}
	return false
}

// twoErrands reports whether a bare order at i, where a separator ends at j, is followed
// by another that has nothing to do with it: "call the vet about Mimi and buy cat food",
// but not "wash and dry the towels" or "fetch Mia and bring her home".
func (t *talk) twoErrands(c clause, i, j int) bool {
	if i-c.start < 2 || c.end-j < 2 || !t.errand(j) || t.oneOf(i-1, "up", "out", "off", "down", "away", "in", "over") {
		return false
	}
	for k := j; k < c.end; k++ {
		if t.oneOf(k, "it", "them", "her", "him", "there") {
			return false
		}
	}
	return true
}

// undated reports whether a part is a bare order, of which no time is said.
func (t *talk) undated(req Request) bool {
	return req.Bare && !req.Set.When.Says() && !req.Set.Due.Says()
}

// errands reports whether a clause and the one behind it both begin as something to do:
// "buy flour, call mum".
func (t *talk) errands(c clause) bool {
	j, _ := t.separator(c.end)
	return t.errand(t.politeness(c.start)) && t.errand(j)
}
