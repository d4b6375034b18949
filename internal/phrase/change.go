package phrase

import (
	"slices"
	"strings"
)

// move reads "TARGET to WHEN". What stands before "to" tells which one is meant,
// so that "everything from today to friday" is today's.
func (r *reader) move(from, to int, whole []Span) (Request, []Span) {
	items := r.items(from, to)
	if req, ok := r.moveFirst(items, to); ok {
		return req, nil
	}
	trail := len(items)
	for trail > 0 && !items[trail-1].word() {
		trail--
	}
	if trail == len(items) {
		if t, ok := r.target(from, to); ok && t.Every && !t.Loose && r.noSuchDay(from, to).End == 0 {
			return Request{Action: Move, Target: t}, nil // whither is asked
		}
		if bad := r.unsureDate(from, to); bad.End > 0 {
			return Request{}, []Span{bad}
		}
		if req, ok := r.intoProject(from, to); ok {
			return req, nil
		}
		return Request{}, whole
	}
	dest := r.whither(items, trail)
	if dest < 0 {
		return Request{}, whole
	}
	req := Request{Action: Move}
	for _, it := range items[dest:] {
		if it.when != nil && it.when.role != on && it.when.role != bare && it.when.role != until || !req.Set.take(it) {
			return req, r.spansOf(items[dest:])
		}
	}
	if it := items[dest]; dest == len(items)-1 && it.set != nil && len(it.set.Tags) > 0 && r.oneOf(it.at, "tagged", "with", "that") {
		if t, ok := r.target(from, to); ok && t.Every {
			return Request{Action: Move, Target: t}, nil // "move everything tagged home": whither is asked
		}
	}
	t, ok := r.target(from, items[dest].at)
	if !ok || !r.settled(&req.Set) || req.Set.Empty() {
		return req, whole
	}
	req.Target = t
	return req, nil
}

// moveFirst reads "to friday everything from today": whither comes first.
func (r *reader) moveFirst(items []item, to int) (Request, bool) {
	if len(items) < 2 || items[0].when == nil || items[0].when.role != until && !r.foreign(items[0].at, "to") || !items[0].when.Day.Valid() {
		return Request{}, false
	}
	req := Request{Action: Move}
	t, ok := r.target(items[0].to, to)
	if !ok || !req.Set.take(items[0]) || !r.settled(&req.Set) || t.It {
		return req, false
	}
	req.Target = t
	return req, true
}

// whither is where what is to become of the target begins: at the last "to", or
// without one at the first time that does not say whence; -1 where nowhere.
func (r *reader) whither(items []item, trail int) int {
	for k := len(items) - 1; k >= trail; k-- {
		if it := items[k]; it.when != nil && (it.when.role == until || r.foreign(it.at, "to")) || it.set != nil && (r.word(it.at) == "to" || r.word(it.at) == "into" || it.set.By.Says()) {
			return k
		}
	}
	for k := r.pastWhence(items, trail); k < len(items); k++ {
		if it := items[k]; it.when != nil && it.when.Day.Valid() && anotherDay(items[k+1:]) {
			continue // "everything today on monday"
		}
		if it := items[k]; it.when != nil && (it.when.role == on || it.when.role == bare) || it.set != nil {
			return k
		}
	}
	return -1
}

// anotherDay reports whether a time among the items names a day.
func anotherDay(items []item) bool {
	return slices.ContainsFunc(items, func(it item) bool { return it.when != nil && it.when.Day.Valid() && it.when.role <= until })
}

// intoProject reads "all errands to the garden": where it is said neither as a
// time nor as a project, it may be the name of one.
func (r *reader) intoProject(from, to int) (Request, bool) {
	tries := 0
	for i := to - 2; i > from && i > to-8 && tries < 2; i-- {
		if !r.oneOf(i, "to", "into", "in") {
			continue
		}
		tries++
		if t, ok := r.target(from, i); ok && t.Every {
			j := i + 1
			if r.oneOf(j, "the", "my") && j+1 < to {
				j++
			}
			return Request{Action: Change, Target: t, Set: Settings{Project: r.title(j, to)}}, true
		}
	}
	return Request{}, false
}

// pastWhence is where the settings from k on begin to say what is to become of
// the target: "all tasks in project Data weekly" are in the project already.
func (r *reader) pastWhence(items []item, k int) int {
	for k+1 < len(items) && items[k].set != nil && (r.oneOf(items[k].at, "in", "from", "of", "under", "tagged", "with") || r.hashtag(items[k].at)) &&
		(items[k].set.Project != "" || len(items[k].set.Tags) > 0 || items[k].set.Backlog || items[k].set.Priority != "" && r.foreign(items[k].at, "of")) {
		k++
	}
	for j := k; j+1 < len(items) && items[j].when != nil && (items[j].when.role == on || items[j].when.role == bare); j++ {
		if s := items[j+1].set; s != nil && (s.Priority != "" || len(s.Tags) > 0) && !s.By.Says() { // "everything today high priority"
			k = j + 1
		}
	}
	return k
}

// change reads "FIELD of TARGET to VALUE", "TARGET's FIELD to VALUE", "TARGET to
// VALUE", "TARGET as VALUE" and "TARGET VALUE".
func (r *reader) change(from, to int, v *verb, whole []Span) (Request, []Span) {
	if v.words == "prioritize" || v.words == "prioritise" {
		t, ok := r.target(from, to)
		if !ok {
			return Request{}, whole
		}
		return Request{Action: Change, Target: t, Set: Settings{Priority: "high"}}, nil
	}
	if a, n, ok := r.status(from); v.words == "mark" && r.word(from) == "as" && ok && n < to { // "mark as done all calls"
		if t, ok := r.target(n, to); ok {
			return Request{Action: a, Target: t}, nil
		}
	}
	if f, n := r.fieldAt(r.pastArticle(from)); f != noField && r.oneOf(n, "of", "for", "on") {
		return r.changeField(f, n+1, to, whole)
	}
	if req, ok := r.changeTo(from, to, v); ok {
		return req, nil
	}
	if req, ok := r.changeLast(from, to, v); ok {
		return req, nil
	}
	return r.changeWhen(from, to, v, whole)
}

// triesMax is how many places a value is looked for at; each reads the target
// before it again, and hostile text is all "to".
const triesMax = 16

// changeTo reads "X's priority to low", "X as done", "X to high priority".
func (r *reader) changeTo(from, to int, v *verb) (Request, bool) {
	tries := 0
	for i := from + 1; i+1 < to && tries < triesMax; i++ {
		if !r.oneOf(i, "to", "as", "into", "=") && !r.foreign(i, "in") && !(v.words == "mark" && r.is(i, done)) {
			continue
		}
		tries++
		at := i + 1
		if v.words == "mark" && !r.oneOf(i, "to", "as") {
			at = i
		}
		for k := max(from+1, i-2); k < i; k++ {
			f, n := r.fieldAt(k)
			if n != i || f == timeField && r.piece(at).Day.Valid() { // "change me time to sunday at 10"
				continue
			}
			if req, ok := r.fieldValue(f, from, k, at, to); ok {
				return req, true
			}
		}
		if req, ok := r.changeStatus(from, r.trimBack(from, i), at, to); ok {
			return req, true
		}
		if r.oneOf(at+1, "priority", "prio") && at+2 == to || at+1 == to && (v.words != "change" || r.sweeps(from)) {
			if req, ok := r.changePriority(from, i, at); ok {
				return req, true
			}
		}
	}
	return Request{}, false
}

// trimBack is where a target ends without the "back" of "back to pending".
func (r *reader) trimBack(from, to int) int {
	if to-1 > from && r.oneOf(to-1, "back", "up", "down") {
		return to - 1
	}
	return to
}

// changeLast reads "mark X done" and "make X urgent".
func (r *reader) changeLast(from, to int, v *verb) (Request, bool) {
	for k := to - 1; k > from && k >= to-3; k-- {
		if v.words == "mark" || v.words == "set" {
			if req, ok := r.changeStatus(from, k, k, to); ok {
				return req, true
			}
		}
		if k+1 == to && v.words != "change" {
			if req, ok := r.changePriority(from, k, k); ok {
				return req, true
			}
		}
	}
	return Request{}, false
}

// changeStatus sets the target up to targetEnd to the status that begins at at, of
// the day that follows it.
func (r *reader) changeStatus(from, targetEnd, at, to int) (Request, bool) {
	a, day, ok := r.statusOn(at, to)
	if !ok {
		return Request{}, false
	}
	t, ok := r.target(from, targetEnd)
	t.on(day)
	return Request{Action: a, Target: t}, ok
}

// changePriority sets the target up to targetEnd to the priority at at.
func (r *reader) changePriority(from, targetEnd, at int) (Request, bool) {
	p, ok := r.as(at, priority)
	if !ok {
		return Request{}, false
	}
	t, ok := r.target(from, targetEnd)
	return Request{Action: Change, Target: t, Set: Settings{Priority: priorities[p.n]}}, ok
}

// changeWhen reads trailing settings, as in a move: "make X weekly", "change X
// from 3 to 4pm". "set lunch with Ana tomorrow at 11" makes a record, and "make
// dinner tomorrow" is nothing to change.
func (r *reader) changeWhen(from, to int, v *verb, whole []Span) (Request, []Span) {
	items := r.items(from, to)
	trail := len(items)
	for trail > 0 && !items[trail-1].word() {
		trail--
	}
	if v.words == "set" && r.sets(items, trail, from) {
		r.roles = false
		return r.create(clause{body: from, verb: &verb{words: "set", form: formCreate}}, to, whole)
	}
	if trail == 0 || trail == len(items) {
		return Request{}, whole
	}
	switch v.words {
	case "set", "change", "update":
	case "make", "give", "mark", "repeat":
		if !slices.ContainsFunc(items[trail:], changes) {
			return Request{}, whole
		}
	default:
		return Request{}, whole
	}
	if req, bad := r.move(from, to, whole); bad == nil {
		if by := req.Set.By; v.words == "make" && by.Minutes > 0 && by.Days == 0 && by.Months == 0 && !r.shifts(from, to) { // "make it an hour and a half"
			req.Set.By, req.Set.When.Minutes = Shift{}, by.Minutes
			req.Action = Change
			return req, nil
		}
		if !req.Set.When.Says() && !req.Set.Backlog && !req.Set.By.Says() {
			req.Action = Change
		}
		return req, nil
	}
	return r.changeDue(from, to, items, trail, whole)
}

// shifts reports whether words say that something is to be earlier or later by a length
// of time, and not as long as it.
func (r *reader) shifts(from, to int) bool {
	for i := from; i < to; i++ {
		if r.oneOf(i, "by", "later", "earlier", "sooner", "back", "forward", "ahead", "out") {
			return true
		}
	}
	return false
}

// sets reports whether "set" begins something new: "set a reminder", "set lunch
// tomorrow", but not "set lunch to tomorrow".
func (r *reader) sets(items []item, trail, from int) bool {
	if _, often := r.often(from); (r.is(from, noun) || often) && (trail == len(items) || trail > 0) {
		return true
	}
	return trail > 0 && trail < len(items) && !slices.ContainsFunc(items[trail:], func(it item) bool {
		return changes(it) && !(r.word(it.at) == "for" && it.when != nil && it.when.role == on)
	})
}

// makes reads "make" where there is nothing to change: "make an eye appointment
// for friday" wants a record, "make soup tomorrow" is one.
func (r *reader) makes(c clause, to int, whole []Span) (Request, []Span) {
	r.roles = false
	if r.word(c.body) == "that" {
		return Request{}, whole
	}
	made := clause{start: c.start, end: c.end, body: c.body, verb: &verb{words: "make", form: formCreate}}
	req, bad := r.create(made, to, whole)
	if bad == nil && (req.Kind != "" || Happens(req.Title) && strings.Contains(req.Title, " ") || r.is(c.body, noun)) {
		return req, nil
	}
	if made.body--; r.word(made.body) != "make" || r.speaksOfWhatIs(c.body, to) || r.conversing(c.body, to) {
		return req, whole // "make it friday"
	}
	req, bad = r.create(made, to, whole)
	if w := req.Set.When; bad == nil && (w.Day.Valid() || w.Time.Valid()) {
		req.Bare = true
		return req, nil
	}
	return req, whole
}

// changes reports whether an item can only be said of something that is there.
func changes(it item) bool {
	return it.when != nil && (it.when.role == until || it.when.role == due || it.when.Repeat.Repeats()) || it.set != nil
}

// changeDue reads "make the report due friday".
func (r *reader) changeDue(from, to int, items []item, trail int, whole []Span) (Request, []Span) {
	req := Request{Action: Change}
	trail = r.pastWhence(items, trail)
	for _, it := range items[trail:] {
		if !req.Set.take(it) {
			return req, whole
		}
	}
	t, ok := r.target(from, items[trail].at)
	if !ok || req.Set.Empty() || !r.settled(&req.Set) {
		return req, whole
	}
	req.Target = t
	return req, nil
}
