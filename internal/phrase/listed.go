package phrase

import "strings"

// Several new things may stand behind one word for them: "add three tasks: buy
// milk, call Ann and water the plants".

// inList is such a text while it is read.
type inList struct {
	lead   [2]int // the day that is said of all of them
	kind   string // "event", or nothing
	number int    // how many it says that there are; 0 where it says no number
	headed bool   // all that stands before the things is understood
	items  [][2]int
}

// listed reads a text that is such a list and nothing else. Where it is one, and
// not every part of it can be made, nothing is: the words before the colon are no
// title, and who counts has counted what belongs together.
func (t *talk) listed() (is bool) {
	list, at, ok := t.listHead()
	if !ok {
		return false
	}
	whole := []Span{t.span(0, len(t.toks))}
	if t.cutList(&list, at, t.trimPolite(at, t.trimEnd(at, len(t.toks)))); !list.headed || len(list.items) < 2 || list.number > 0 && list.number != len(list.items) {
		t.out.NotUnderstood = whole
		return true
	}
	var made []Request
	for _, it := range list.items {
		req, bad := t.create(clause{lead: list.lead, body: it[0], end: it[1], verb: &verb{form: formCreate}}, it[1], nil)
		if len(bad) > 0 || req.Title == "" || req.Kind != "" || strings.ContainsAny(req.Title, "()[]") {
			t.out.NotUnderstood = whole
			return true
		}
		req.Kind, req.Span = list.kind, t.span(it[0], it[1])
		made = append(made, req)
	}
	if n := len(made); list.lead == [2]int{} && made[n-1].Set.When.Day.Valid() && !made[0].Set.When.Day.Valid() {
		t.out.NotUnderstood = whole // of the last of them, or of all?
		return true
	}
	t.out.Requests = made
	return true
}

// listHead reads "add three tasks for today:"; the colon may be missing before what
// is quoted.
func (t *talk) listHead() (list inList, at int, ok bool) {
	i := t.politeness(0)
	v, n := t.verbAt(i)
	if v == nil || v.form != formCreate || n == i {
		return list, 0, false
	}
	for i = n; t.is(i, article) || t.oneOf(i, "new", "the", "these", "following", "les", "ces", "nouvelles", "suivantes", "some"); i++ {
	}
	if count := t.countAt(i); count > 0 {
		list.number, i = count, i+1
	}
	for t.oneOf(i, "new", "more", "other", "nouvelles", "autres") {
		i++
	}
	switch s, several := t.as(i, plural); {
	case several && (s.n == eventNoun || s.n == meetingNoun || s.n == appointmentNoun):
		list.kind = "event"
	case several && (s.n == taskNoun || s.n == thing && list.number > 0), t.oneOf(i, "chores", "errands", "tâches", "taches"):
	default:
		return list, 0, false
	}
	i++
	if p := t.piece(i); p.to > i && p.role <= on {
		list.lead, i = [2]int{i, p.to}, p.to
	}
	for k := i; k < min(i+6, len(t.toks)); k++ { // "tasks to the project House: …" is a list of which not all is understood
		if t.word(k) == ":" || k == i && list.number > 0 && t.oneOf(k, ",", "-", "–", "—") {
			list.headed = k == i
			return list, k + 1, true
		}
	}
	list.headed = t.quoted(i)
	return list, i, list.headed || i >= t.trimEnd(0, len(t.toks))
}

// counted are the numbers from two to ten in words, in their places.
var counted = [...][]string{2: {"two", "deux"}, 3: {"three", "trois"}, 4: {"four", "quatre"}, 5: {"five", "cinq"}, 6: {"six"},
	7: {"seven", "sept"}, 8: {"eight", "huit"}, 9: {"nine", "neuf"}, 10: {"ten", "dix"}}

// countAt is a number from two to twenty, in digits or in words.
func (t *talk) countAt(i int) int {
	if i < len(t.toks) && t.toks[i].Shape == Number && t.toks[i].Value >= 2 && t.toks[i].Value <= 20 {
		return t.toks[i].Value
	}
	for n, words := range counted {
		if t.oneOf(i, words...) {
			return n
		}
	}
	return 0
}

// cutList cuts at commas, semicolons and line breaks. An "and" cuts before
// something quoted or something to do, and before the last of as many as were
// announced: "milk and eggs" are one thing to buy.
func (t *talk) cutList(list *inList, from, to int) {
	at := from
	cut := func(end, next int) {
		if end > at {
			list.items = append(list.items, [2]int{at, end})
		}
		at = next
	}
	for i := from + 1; i < to; i++ {
		next, firm := t.separator(i)
		if next == i || next >= to {
			continue
		}
		last := list.number > 0 && len(list.items)+2 == list.number && !t.cutsLater(next, to)
		if firm || t.quoted(next) || t.doing(next) || last {
			cut(i, next)
			i = next
		}
	}
	cut(to, to)
	if n := len(list.items); list.lead == [2]int{} && n > 0 && t.quoted(list.items[n-1][0]) {
		t.shareDay(list)
	}
}

// cutsLater reports whether there is another place to cut at.
func (t *talk) cutsLater(from, to int) bool {
	for i := from + 1; i < to; i++ {
		if next, _ := t.separator(i); next > i && next < to {
			return true
		}
	}
	return false
}

// shareDay takes a day behind the last of several quotations for the day of all of
// them: a quotation has its end where it ends.
func (t *talk) shareDay(list *inList) {
	for _, it := range list.items[:len(list.items)-1] {
		if !t.quoted(it[0]) || it[1] != it[0]+1 {
			return
		}
	}
	last := &list.items[len(list.items)-1]
	if p := t.piece(last[0] + 1); p.to == last[1] && p.to > last[0]+1 && p.role <= on {
		list.lead, last[1] = [2]int{last[0] + 1, p.to}, last[0]+1
	}
}
