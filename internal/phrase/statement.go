package phrase

import "slices"

// What is said of one record rather than asked for: "the report is due monday",
// "the dentist should be on friday instead", "sofa -> saturday". It changes the
// record, and never makes one where it can only be about one that there is.

// link stands between what is spoken of and what becomes of it.
type link struct {
	words string
	as    linking
}

// linking is what a link may stand between.
type linking uint8

const (
	ofAll    linking = iota // a scope and what becomes of it
	ofOne                   // one record as well
	begins_                 // a record and the time that it begins at
	ends                    // and that it ends at
	firmly                  // what cannot be said of something new
	unlinked                // nothing stands between them
)

// links are in no order: the longest that is there is read.
var links = [...]link{
	{"should be done", ofAll}, {"should have", ofAll}, {"should get", ofAll}, {"can go to", firmly}, {"can go", ofAll}, {"can be", ofAll},
	{"goes to", firmly}, {"goes into", firmly}, {"goes on", firmly}, {"goes", ofAll}, {"go to", firmly}, {"go into", firmly}, {"go on", firmly}, {"go", ofAll},
	{"gets done", ofAll}, {"gets", firmly}, {"get", ofAll}, {"belongs to", firmly}, {"belong to", firmly}, {"belongs", ofAll}, {"belong", ofAll},
	{"is all", ofAll}, {"are all", ofAll}, {"has", ofAll}, {"have", ofAll}, {"all", ofAll}, {"already", ofAll}, {"-", ofAll},
	{"must", ofAll}, {"must go to", firmly}, {"should go to", firmly}, {"should go on", firmly}, {"can move to", firmly}, {"should move to", firmly}, {"must move to", firmly},
	{"should be", firmly}, {"must be", firmly}, {"has to be", firmly}, {"have to be", firmly}, {"needs to be", firmly}, {"need to be", firmly}, {"ought to be", firmly},
	{"can wait until", firmly}, {"can wait till", firmly}, {"waits until", firmly}, {"can be done", firmly}, {"moves to", firmly}, {"move to", ofAll}, {"moved to", firmly}, {"was moved to", firmly}, {"is moved to", firmly},
	{"has moved to", firmly}, {"moves", ofAll}, {"is now", firmly}, {"are now", firmly}, {"becomes", firmly}, {"instead", firmly}, {"→", firmly},
	{"be", firmly}, {"been", firmly}, {"moved", firmly}, {"be moved", firmly}, {"be pushed", firmly}, {"be pushed back", firmly}, {"be put off", firmly}, {"pushed", firmly}, {"shifted", firmly},
	{"got", ofAll}, {"got moved to", firmly}, {"got pushed to", firmly}, {"got moved", firmly}, {"got pushed", firmly}, {"pushed to", firmly}, {"has been moved to", firmly}, {"has been pushed to", firmly}, {"postponed", firmly}, {"rescheduled", firmly}, {"delayed", firmly}, {"be changed", firmly}, {"changed", firmly}, {"be shifted", firmly}, {"be postponed", firmly}, {"be rescheduled", firmly},
	{"is", ofOne}, {"c' is", ofOne}, {"it's", ofOne}, {"are", ofOne}, {"will be", ofOne}, {"is going to be", ofOne}, {"'s", ofOne}, {":", ofOne}, {"put on", firmly}, {"put to", firmly}, {"=", ofAll}, {"now", ofAll}, {"to be", ofAll},
	{"start", begins_}, {"begin", begins_}, {"end", ends}, {"finish", ends}, {"starts", begins_}, {"begins", begins_}, {"will start", begins_}, {"will begin", begins_}, {"starts now", begins_},
	{"ends", ends}, {"finishes", ends}, {"is over", ends}, {"will end", ends}, {"lasts until", ends}, {"lasts till", ends}, {"takes until", ends}, {"takes till", ends}, {"will take until", ends}, {"runs until", ends}, {"goes until", ends}, {"runs till", ends}, {"goes till", ends}, {"goes on till", ends}, {"dure jusqu' a", ends}, {"durera jusqu' a", ends}, {"va jusqu' a", ends}, {"goes on until", ends}, {"will be over", ends},
}

// linkAt is where the links end that stand at i, and what the first of them may
// stand between; i where there is none.
func (r *reader) linkAt(i, to int) (n int, as linking) {
	as = unlinked
	for n = i; ; {
		k, of := n, ofAll
		for _, l := range links {
			if e := r.match(n, l.words); e > k {
				k, of = e, l.as
			}
		}
		if k == n || k >= to {
			return n, as
		}
		if as == unlinked || of > as && of <= firmly {
			as = of
		}
		n = k
	}
}

// stated reads what is said of one record. firm is whether it can be about nothing
// but one that there is.
func (r *reader) stated(from, to int) (req Request, firm, ok bool) {
	if to-from > scopeMax || to-from < 2 {
		return req, false, false
	}
	roles := r.roles
	defer func() { r.roles = roles }()
	r.roles = true
	if r.oneOf(from, "can", "could", "should", "may", "might") {
		from++ // "could the meeting be moved to 11?"
	}
	end, old := r.insteadOf(from, to)
	if end < to && r.oneOf(from, "do", "have") {
		from++
	}
	if r.asks(from) || r.nearVerb(from) {
		return req, false, false
	}
	for i := from + 1; i < end; i++ {
		if r.ranges(i) {
			return req, false, false // "badminton tuesdays 8 to 9pm until march"
		}
		req, as, ok := r.becomes(i, end, end < to)
		if !ok || as == ofAll || as == unlinked && end == to && !(r.oneOf(i, "to", "→") && (req.Set.When.Day.Valid() || req.Set.Backlog)) && req.Set.Longer == 0 && !(req.Set.By.Says() && r.oneOf(end-1, "later", "earlier", "sooner")) && !(req.Action == Change && req.Set.Priority != "" && req.Set.Project == "" && len(req.Set.Tags) == 0) {
			continue
		}
		of := r.trimEnd(from, i)
		if f, n := r.fieldAt(of - 1); f == dueField && n == of && of-1 > from && req.Action == Move && req.Set.When.Day.Valid() && !req.Set.When.Time.Valid() {
			req.Action, req.Set = Change, Settings{Due: req.Set.When} // "the report's deadline is now friday"
			of--
		}
		if req, ok = r.about(req, from, of); !ok {
			continue
		}
		if of < r.trimEnd(from, i) {
			req.Target.owner()
		}
		if old.Day.Valid() && !old.Repeat.Repeats() {
			req.Target.When = old
		}
		return req, as == firmly || as == ends || as == unlinked && req.Action == Move || end < to, true
	}
	return req, false, false
}

// ranges reports whether "to" at i goes on with a time from which something repeats.
func (r *reader) ranges(i int) bool {
	if r.word(i) != "to" || r.toks[i-1].Shape != Number {
		return false
	}
	roles := r.roles
	defer func() { r.roles = roles }()
	r.roles = false
	repeats, ranged := false, r.piece(i-1).to > i+1
	for k := max(i-6, 0); k < i; k++ {
		p := r.piece(k)
		repeats = repeats || p.Repeat.Repeats() && p.to >= i-1
		ranged = ranged || p.End.Valid() && p.to > i+1
	}
	return repeats && ranged
}

// about makes a request one about the record that words name; false where they
// name none.
func (r *reader) about(req Request, from, to int) (Request, bool) {
	for i := from; i < to; i++ {
		if r.oneOf(i, "i", "not", "if", "?", "who", "which", "what", "he", "she", "we", "they", "you", "so", "could", "can", "won't", "can't") {
			return req, false
		}
	}
	if to-from > 10 || r.word(to-1) == "all" {
		return req, false
	}
	if r.oneOf(to-1, "-", "–") {
		to--
	}
	t, ok := r.target(from, to)
	if !ok || t.It || t.Every || t.Title == "" && len(t.IDs) == 0 || slices.Contains(pronouns, t.Title) {
		return req, false
	}
	if t.When.Says() && req.Set.When.Says() && req.Set.When.Time.Valid() && !req.Set.When.Day.Valid() {
		return req, false // "the party on friday from 4 to 7"
	}
	t.on(req.Target.When)
	t.The = true
	req.Target = t
	return req, true
}

// pronouns are no titles.
var pronouns = []string{"he", "she", "they", "we", "you", "there", "here", "one", "nothing", "nobody", "everybody", "life", "time"}

// insteadOf is where words end that "instead" or "instead of three" follows, and
// what it is to replace.
func (r *reader) insteadOf(from, to int) (end int, old When) {
	for k := max(from+2, to-6); k < to; k++ {
		of := r.word(k) == "insteadof" || r.words(k, "instead", "of")
		if !of && r.word(k) != "instead" {
			continue
		}
		if k+1 == to {
			return k, old
		}
		n := k + 1
		if r.words(k, "instead", "of") {
			n++
		}
		if !of || n >= to {
			continue
		}
		if p := r.piece(n); p.to == to {
			return k, p.When
		}
		if r.toks[n].Shape == Number || r.moments().Number(r.toks[n].Start) {
			return k, old
		}
	}
	return to, old
}
