package phrase

import (
	"slices"
	"strings"
	"unicode"
)

// adjuncts go on with a title after a date in its middle: "meeting friday with
// Al" is a meeting with Al.
var adjuncts = []string{"with", "without", "at", "in", "for", "to", "about", "on", "regarding", "re", "@", "chez"}

// create reads a title among its settings. Settings are taken from the front
// and the back, and from the middle where an adjunct goes on; what looks like a
// date between other words stays in the title, which never loses a word.
func (r *reader) create(c clause, to int, whole []Span) (Request, []Span) {
	v, req := c.verb, Request{Action: Create}
	if len(whole) == 0 {
		// Without a span to return, a failure would look like a success.
		whole = []Span{r.span(c.body, to)}
	}
	if r.instead(c.body, c.end) || v.form == formState && r.oneOf(c.body, "no", "not", "nothing", "been") {
		return req, whole // "we have no time"
	}
	for _, it := range r.items(c.lead[0], c.lead[1]) {
		if it.word() || !req.Set.take(it) {
			return req, whole
		}
	}
	if at, ok := r.makesList(c.body, to); ok && v.form == formCreate {
		return r.newList(at, to, whole)
	}
	if r.givesField(c.body) {
		return req, whole // "add a deadline of friday to the fonts"
	}
	from, ok := r.intoTitle(c.body, to, v, &req)
	if !ok {
		return req, whole
	}
	if req.Kind == "project" {
		return r.createProject(req, from, to, whole)
	}
	if to, ok = r.takeNotes(from, to, &req.Set); !ok {
		return req, whole
	}
	to = r.takeWeight(from, to, &req.Set)
	if bad := r.noSuchDay(from, to); bad.End > 0 {
		return req, []Span{bad}
	}
	minutes, items := r.lengthFor(v, from, to)
	if bad := r.habitual(items); bad.End > 0 {
		return req, []Span{bad}
	}
	runs, bad := r.sorted(v, items, from, to, &req)
	if len(bad) > 0 {
		return req, bad
	}
	if r.stray(v, runs, req.Set) {
		return req, whole
	}
	if r.tells(v, runs, req.Set) {
		req.Kind, req.Set.Notes = "note", r.title(r.match(c.body, "that"), to)
		return req, nil
	}
	r.entitle(v, runs, &req)
	r.byTime(&req.Set)
	switch {
	case minutes > 0 && !req.Set.lasting(minutes), strings.Trim(req.Title, ".,;:!?-–—'\"()[]/@#& ") == "",
		!r.settled(&req.Set), req.Set.By.Says(), !v.enough(req.Set, items):
		return req, whole
	}
	return req, nil
}

// givesField reports whether a field is made rather than a record: "a deadline of".
func (r *reader) givesField(i int) bool {
	if r.is(i, article) {
		i++
	}
	f, n := r.fieldAt(i)
	return (f == dueField || f == priorityField || f == repeatField || f == tagsField) && r.oneOf(n, "of", "on")
}

// entitle gives a new record its title, and what that tells of it: the list that it
// goes on, the part of the day that it is at.
func (r *reader) entitle(v *verb, runs [][2]int, req *Request) {
	if len(runs) > 0 { // "remind me that on thursday I have to bring the bottles back"
		if n := r.duty(runs[0][0]); n < runs[0][1] {
			runs[0][0] = n
		}
	}
	if len(runs) > 0 && r.lang == french && req.Set.When.Time.Valid() && isOneOf(r.toks[runs[0][0]].raw, []string{"prends", "prendre", "prenez"}) && runs[0][1]-runs[0][0] > 1 && r.word(runs[0][0]+1) == "appointment" {
		runs[0][0]++ // "prends rendez-vous chez le vétérinaire mercredi à 16h" is that
	}
	req.Onto = r.onto(v, runs, req.Set)
	runs = r.bareTitle(runs, v.form == formState)
	if n := len(runs); n > 0 && v.words == "put" && r.word(runs[n-1][1]-1) == "in" && runs[n-1][1]-runs[n-1][0] > 1 {
		runs[n-1][1]-- // "put swimming in for sunday"
	}
	req.Title, req.Quoted = r.joined(runs), len(runs) > 0 && r.quoted(runs[0][0])
	req.Set.When.at(req.Title)
}

// sorted takes the settings out of the items, from the front, the back and the
// middle, and gives back the runs of tokens that are the title.
func (r *reader) sorted(v *verb, items []item, from, to int, req *Request) (runs [][2]int, bad []Span) {
	lead, bad := r.fromFront(items, v, &req.Set)
	if len(bad) > 0 {
		return nil, bad
	}
	trail, bad := r.fromBack(items, lead, &req.Set)
	if len(bad) > 0 {
		return nil, bad
	}
	middle := items[lead:trail]
	if v.form == formState {
		middle = r.withoutWhy(middle)
		n, bad := r.fromBack(middle, 0, &req.Set)
		if len(bad) > 0 {
			return nil, bad
		}
		middle = middle[:n]
	}
	runs = r.fromMiddle(middle, &req.Set)
	if bad := r.noTitle(middle, from, to); bad.End > 0 {
		return nil, []Span{bad}
	}
	if bad := r.plainTime(middle, runs); bad.End > 0 {
		return nil, []Span{bad}
	}
	if len(runs) > 0 && (req.Set.When.Time.Valid() || req.Kind == "event") {
		if bad := r.timeAtPlace(runs[len(runs)-1]); bad.End > 0 {
			return nil, []Span{bad}
		}
		runs = r.place(runs, &req.Set)
		if !plainPlace(req.Set.Location) {
			return nil, []Span{r.span(from, to)}
		}
	}
	return runs, nil
}

// lengthFor are the items of a new record, and how long it takes where that comes
// first and then what it is for, or what takes place: "an hour tomorrow at 3 for a
// walk", "a 30 min sync".
func (r *reader) lengthFor(v *verb, from, to int) (minutes int, items []item) {
	items = r.shortDay(r.dueBefore(r.atLatest(r.items(from, to))))
	minutes, n := r.length(from)
	if n == from && r.oneOf(from-1, "a", "an") {
		minutes, n = r.length(from - 1)
	}
	if n <= from || v.form != formCreate || !(r.happensAt(n, to) && !r.oneOf(from-1, "called", "named", "titled")) && (v.words == "add" || !r.forWhat(items, n)) {
		return 0, items
	}
	if r.word(n) == "for" {
		n++
	}
	return minutes, r.items(n, to)
}

// forWhat reports whether the items from the token at on are settings and then
// say what they are for: "block two hours on monday for taxes".
func (r *reader) forWhat(items []item, at int) bool {
	for _, it := range items {
		switch {
		case it.at < at, !it.word():
		default:
			return r.word(it.at) == "for"
		}
	}
	return false
}

// enough reports whether what was said makes a request. "I need a holiday" does
// not, "I need a haircut on friday" and "I need milk on my list" do.
func (v *verb) enough(s Settings, items []item) bool {
	return v.form != formState || s.When.Day.Valid() || s.When.Time.Valid() || slices.ContainsFunc(items, func(it item) bool { return it.skip })
}

// bareTitle leaves out what nobody writes in front of a title: "the", "my". In
// capitals it belongs to a name.
func (r *reader) bareTitle(runs [][2]int, states bool) [][2]int {
	if len(runs) == 0 || r.word(runs[0][0]-1) == "that" {
		return runs
	}
	first := &runs[0]
	for (r.oneOf(first[0], "a", "an", "the", "my", "our", "some", "upcoming") || r.foreign(first[0], "of") || states && r.foreign(first[0], "to")) && (first[1] > first[0]+1 || len(runs) > 1) &&
		!unicode.IsUpper(rune(r.text[r.toks[first[0]].Start])) {
		if first[0]++; first[0] == first[1] {
			return runs[1:]
		}
	}
	return runs
}

// withoutWhy cuts a clause that says more of a thing than it is called: "a call I
// need to make", "a meeting that I must be reminded of".
func (r *reader) withoutWhy(middle []item) []item {
	for k := 1; k+1 < len(middle); k++ {
		at := middle[k].at
		if r.word(at) == "that" || r.word(at) == "which" {
			at++
		}
		if r.oneOf(at, "i", "we") && r.oneOf(at+1, "need", "have", "must", "want", "should", "got") || r.oneOf(at, "i've", "we've", "i'd", "i'm") {
			return middle[:k]
		}
	}
	return middle
}

// takeNotes reads "with a note: ..." at the end, and gives back where the rest
// ends. False where the note is empty.
func (r *reader) takeNotes(from, to int, s *Settings) (end int, ok bool) {
	i := r.notesAt(from, to)
	if i == 0 {
		return to, true
	}
	n := i
	for n < to && r.oneOf(n, "with", "a", "the", "note", "notes", ":", "saying", "that") {
		n++
	}
	s.Notes = r.title(n, to)
	return r.trimEnd(from, i), s.Notes != ""
}

// fromFront takes settings from the front, with the connectors that may stand
// between. It gives back how many items that are.
func (r *reader) fromFront(items []item, v *verb, s *Settings) (lead int, bad []Span) {
	for lead < len(items) {
		it := items[lead]
		if it.word() {
			n := r.connector(it.at, lead > 0, v)
			if n == it.at || n >= items[len(items)-1].to {
				return lead, nil
			}
			for items[lead].at < n {
				lead++
			}
			continue
		}
		if it.when != nil && (it.when.doubtful || it.when.role > due) && !r.opensTitle(items, lead+1) {
			return lead, nil
		}
		if it.when != nil && (it.when.role > due || it.when.between) {
			return lead, r.spansOf(items[lead : lead+1])
		}
		if it.when != nil && r.attributive(items, lead) || !s.take(it) {
			return lead, nil
		}
		lead++
	}
	return lead, nil
}

// connectors lead on from the settings in front to the title: "tomorrow at 3 to
// call Bob". The first of them do so at the very front as well.
var connectors = [...][]string{
	{"called", "named", "titled", "labelled", ":", "-", "call it", "name it", "title it", "saying", "that says"},
	{"to remind me to", "to remind me about", "to remind me of", "for me to", "and call it", "and name it", "and title it", "and make it",
		"to", "about", "of", "that", ",", "for", "regarding"},
}

// connector is where a connector ends that begins at i; i when there is none.
func (r *reader) connector(i int, inside bool, v *verb) int {
	n := i
	for k, group := range connectors {
		if k > 0 && !inside && v.form != formRemind {
			break
		}
		for _, words := range group {
			n = max(n, r.match(i, words))
		}
	}
	return n
}

// fromBack takes settings from the back, and gives back where they begin. What
// cannot be taken beside what the front has said is not understood.
func (r *reader) fromBack(items []item, lead int, s *Settings) (trail int, bad []Span) {
	trail = len(items)
	for trail > lead && (!items[trail-1].word() || r.oneOf(items[trail-1].at, ",") && trail < len(items)) {
		trail--
	}
	var refused []item
	for _, it := range items[trail:] {
		if it.word() {
			continue
		}
		if it.when != nil && s.When.endsWith(it.when) {
			continue
		}
		if it.when != nil && it.when.role > due || !s.take(it) {
			refused = append(refused, it)
		}
	}
	return trail, r.spansOf(refused)
}

const noon = 12 * 60

// endsWith ends a series that was said before with the day that it goes on until: "every
// weekday, walk the dog until march".
func (w *When) endsWith(last *timed) bool {
	if last.role == until && w.Repeat.Repeats() && w.Time.Valid() && !w.End.Valid() && last.Time.Valid() && !last.Day.Valid() && !last.End.Valid() {
		w.End = last.Time // "every thursday 16:45 to 17:30 until march"
		if last.said != nil && last.said.Bare() && w.Time >= noon && last.Time >= noon && last.Time <= w.Time {
			w.End -= noon // "sundays 22:00 to 6:00 until christmas"
		}
		return true
	}
	if last.role != until || !w.Repeat.Repeats() || w.Repeat.Until.Valid() || w.Repeat.Count > 0 || !last.Day.Valid() || last.Time.Valid() || last.Repeat.Repeats() {
		return false
	}
	w.Repeat.Until = last.Day
	if last.To.Valid() {
		w.Repeat.Until = last.To
	}
	return true
}

// fromMiddle takes settings that an adjunct follows, and gives back the runs of
// tokens that are the title.
func (r *reader) fromMiddle(middle []item, s *Settings) (runs [][2]int) {
	for k := 0; k < len(middle); k++ {
		it := middle[k]
		n := k
		for n < len(middle) && !middle[n].word() {
			n++
		}
		if n > k && k > 0 && n < len(middle) && (r.oneOf(middle[n].at, adjuncts...) || r.word(middle[n].at) == "," && n+1 < len(middle)) && r.takeAll(s, middle[k:n]) {
			k = n - 1
			continue
		}
		if l := len(runs); l > 0 && runs[l-1][1] == it.at {
			runs[l-1][1] = it.to
		} else {
			runs = append(runs, [2]int{it.at, it.to})
		}
	}
	return runs
}

func (r *reader) takeAll(s *Settings, items []item) bool {
	try := *s
	for _, it := range items {
		if it.when != nil && it.when.role > due || !try.take(it) {
			return false
		}
	}
	*s = try
	return true
}

// opensTitle reports whether a title clearly begins at an item: after a
// connector, or a comma.
func (r *reader) opensTitle(items []item, k int) bool {
	return k < len(items) && (!items[k].word() || r.oneOf(items[k].at, "to", "about", ":", ",", "that", "called", "of"))
}

// attributive reports whether a time in front is part of what it stands before:
// "tomorrow's dinner" is not, "daily standup" and "5 minute walk" are.
func (r *reader) attributive(items []item, k int) bool {
	p := items[k].when
	return p.Repeat.Repeats() && p.to == p.at+1 && k+1 < len(items) && items[k+1].word() && !r.opensTitle(items, k+1)
}

// createProject reads the name of a project, the day it should be done by, and the
// tasks that it is made with.
func (r *reader) createProject(req Request, from, to int, whole []Span) (Request, []Span) {
	if at, end := r.partsAt(from+1, to); at > 0 && at < to && (r.word(end) == ":" || r.is(at-1, plural) || r.oneOf(at-1, "steps", "task", ":")) {
		req.Parts = r.listed([][2]int{{at, to}})
		to = r.trimEnd(from, end)
	}
	items := r.items(from, to)
	end := len(items)
	for end > 1 && items[end-1].when != nil {
		end--
	}
	for _, it := range items[end:] {
		if it.when.role != due {
			it.when.role = due
		}
		if !req.Set.take(it) {
			return req, whole
		}
	}
	req.Title, req.Quoted = r.title(from, items[end-1].to), r.quoted(from)
	for i := from; i < items[end-1].to; i++ {
		if r.oneOf(i, "but", "except", "mais", "sauf") {
			return req, whole // "a project Fair but no tasks yet"
		}
	}
	if req.Title == "" || !r.settled(&req.Set) {
		return req, whole
	}
	return req, nil
}

// notesAt finds "with a note:", "note:"; 0 when there is none.
func (r *reader) notesAt(from, to int) int {
	for i := from + 1; i < to; i++ {
		if !r.oneOf(i, "note", "notes") {
			continue
		}
		switch {
		case r.oneOf(i-1, "a", "the") && r.word(i-2) == "with" && i-2 > from:
			return i - 2
		case r.word(i-1) == "with" && i-1 > from:
			return i - 1
		case r.word(i+1) == ":":
			return i
		}
	}
	return 0
}
