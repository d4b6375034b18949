package phrase

import (
	"slices"
	"strings"

	"assister/internal/calendar"
	"assister/internal/phrase/moment"
)

// What narrows a description down: priorities, states, times, tags, projects.

var priorities = [...]string{"low", "medium", "high"}

// priorityAt reads "high priority", "with high priority", "priority high",
// "!high".
func (r *reader) priorityAt(i int, s *Settings) int {
	j := i
	if r.oneOf(j, "with", "as", "at", "to", "in", "on") || r.foreign(j, "of") {
		j++
		if r.word(j) == "a" {
			j++
		}
	}
	if p, ok := strings.CutSuffix(r.word(j), "-priority"); ok {
		if k := slices.Index(priorities[:], p); k >= 0 {
			s.Priority = priorities[k]
			return j + 1
		}
	}
	if r.foreign(i, "in") && r.word(j) == "priority" && !r.is(j+1, priority) { // "en priorité"
		s.Priority = "high"
		return j + 1
	}
	if p, ok := r.as(j, priority); ok {
		if r.foreign(i, "in") && j > i && !r.oneOf(j+1, "priority", "prio") { // "en urgent"
			s.Priority = priorities[p.n]
			return j + 1
		}
		if r.oneOf(j+1, "priority", "prio") {
			s.Priority = priorities[p.n]
			return j + 2
		}
		if j == i && r.word(i-1) == "!" && r.glued(i) {
			s.Priority = priorities[p.n]
			return i + 1
		}
	}
	if j == i && r.word(i) == "!" && r.is(i+1, priority) && r.glued(i+1) {
		p, _ := r.as(i+1, priority)
		s.Priority = priorities[p.n]
		return i + 2
	}
	if r.oneOf(j, "priority", "prio") {
		k := j + 1
		if r.oneOf(k, ":", "is", "to", "=") {
			k++
		}
		if p, ok := r.as(k, priority); ok {
			s.Priority = priorities[p.n]
			return k + 1
		}
	}
	return i
}

// kindOf is the kind that a noun says.
func kindOf(n int) string {
	switch n {
	case taskNoun, noticeNoun:
		return "task"
	case eventNoun, meetingNoun, appointmentNoun:
		return "event"
	case projectNoun:
		return "project"
	}
	return ""
}

// narrowing reads a setting or a time that the records have.
func (r *reader) narrowing(i int, d *description) int {
	if r.oneOf(i, "from", "in", "of") {
		if n := r.backlog(i); n > i {
			d.Backlog = true
			return n
		}
	}
	if tags, n := r.tagSaid(i, d.to); (d.Every || d.many) && r.oneOf(i, "the", "tag") && n > i && n <= d.to && len(tags) == 1 && d.Tag == "" {
		d.Tag = tags[0]
		return n
	}
	if r.hashtag(i) && d.Tag == "" && i+2 <= d.to {
		d.Tag, d.many = r.title(i+1, i+2), true
		return i + 2
	}
	var s Settings
	if n := r.setting(i, d.to, &s); n > i && n <= d.to {
		switch {
		case s.Project != "":
			d.Project = s.Project
		case s.Priority != "":
			d.Priority = s.Priority
		case len(s.Tags) == 1:
			d.Tag = s.Tags[0]
		case s.Backlog:
			d.Backlog = true
		case s.List != "":
			d.List = s.List
		case s.Context != "":
			d.Context = s.Context
		default:
			return refused
		}
		return n
	}
	if r.word(i) == "du-jour" && r.narrow(&d.Target, r.today()) {
		return i + 1
	}
	if p := r.pieceWithin(i, d.to); p.to > i && p.to <= d.to && r.narrow(&d.Target, r.past(p)) {
		return p.to
	}
	if p := r.pieceWithin(i+1, d.to); r.foreign(i, "of") && p.to > i+1 && p.to <= d.to && r.narrow(&d.Target, p) {
		return p.to
	}
	return i
}

// past is a weekday as said of what was planned for it: "all that was planned for
// monday" is of the last monday.
func (r *reader) past(p timed) timed {
	if p.said == nil || !p.said.Soonest() || p.To.Valid() || p.Repeat.Repeats() {
		return p
	}
	for i := max(p.at-3, 0); i < p.at; i++ {
		if r.oneOf(i, "was", "were", "etaient") && p.Day > r.clock.Today() {
			p.Day = p.Day.AddDays(-7)
			return p
		}
	}
	return p
}

// today is the day that "du jour" says, which is no date phrase by itself.
func (r *reader) today() timed {
	said, _, _ := moment.Read("today", r.clock, moment.English()).At(0, bare, false)
	w, _ := whenOf(said)
	return timed{When: w, role: bare}
}

// adjective reads "overdue", "high priority", "completed" where a noun follows or
// everything was said before.
func (r *reader) adjective(i, to int, t *Target, many bool) (int, bool) {
	follows := func(k int) bool {
		if r.oneOf(k, "and", ",") && k+1 < to && (r.is(k+1, priority) || r.is(k+1, done)) {
			return true // "overdue and high priority"
		}
		return t.Every && r.oneOf(i-1, "every", "each", "any") && k < to || t.Every && k < to && r.toks[k].Shape == Word && r.pluralAhead(k, to) || k >= to && (t.Every || many) || r.is(k, plural) || r.is(k, noun) || r.is(k, done) || r.is(k, priority) ||
			(t.Every || many) && (r.piece(k).to > k || r.oneOf(k, "in", "from", "on", "tagged"))
	}
	var s Settings
	if n := r.priorityAt(i, &s); n > i && follows(n) {
		t.Priority = s.Priority
		return n, true
	}
	if p, ok := r.as(i, priority); ok && (r.oneOf(i, "urgent", "important", "unimportant") || r.oneOf(i-1, "is", "are")) && t.Priority == "" && follows(i+1) {
		t.Priority = priorities[p.n]
		return i + 1, true
	}
	if c := contextOf(r.word(i)); c != "" && t.Context == "" && (r.is(i+1, plural) || many && follows(i+1)) {
		t.Context = c
		return i + 1, true
	}
	if n := r.repeats(i, t); n > i {
		return n, true
	}
	st, ok := r.as(i, done)
	if !ok || !follows(i+1) {
		return i, false
	}
	switch st.n {
	case completedState:
		t.Completed = true
	case openState:
		t.Pending = true
	case skippedState:
		t.Status = "skipped"
	case doingState:
		t.Status = "doing"
	case overdueState:
		t.Overdue = true
	case repeatingState:
		t.Repeating = true
	}
	return i + 1, true
}

// pluralAhead reports whether words go on to a plural: "all open hiring tasks", "the
// overdue bills".
func (r *reader) pluralAhead(i, to int) bool {
	for ; i < to && r.toks[i].Shape == Word && r.piece(i).to == i; i++ {
		if w := r.word(i); r.is(i, plural) || len(w) > 3 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "'s") {
			return true
		}
	}
	return false
}

// repeats reads what says that something repeats, or does not, or is late: words
// that a scope has behind it or in front.
func (r *reader) repeats(i int, t *Target) int {
	for _, way := range [...]struct {
		words   []string
		oneOff  bool
		overdue bool
	}{
		{[]string{"that repeats", "that repeat", "which repeats"}, false, false},
		{[]string{"non-repeating", "one-off", "one-time", "that does not repeat", "that doesn't repeat", "that don't repeat", "that do not repeat", "nonrecurring"}, true, false},
		{[]string{"past due", "that is late", "i missed", "i didn't do", "i did not do", "from the past", "from before today", "before today", "that's late", "i've missed", "left over", "leftover"}, false, true},
	} {
		for _, words := range way.words {
			n := r.match(i, words)
			if n == i {
				continue
			}
			t.Overdue = t.Overdue || way.overdue
			t.OneOff = t.OneOff || way.oneOff
			t.Repeating = t.Repeating || !way.oneOff && !way.overdue
			return n
		}
	}
	return i
}

// narrow takes a time into the description; false when it contradicts it.
func (r *reader) narrow(t *Target, p timed) bool {
	if p.Repeat.Repeats() && p.role == bare && p.Time.Valid() && !t.When.Says() { // "my five pm daily call"
		t.Repeating, t.When = true, When{Time: p.Time, said: p.said}
		return true
	}
	if p.Repeat.Repeats() || p.Minutes > 0 || p.lasts || !p.Day.Valid() && !p.Time.Valid() {
		return false
	}
	if p.role != on && p.role != bare && p.role != from && (p.Time.Valid() || !p.Day.Valid()) {
		return false // no filter has a time of day
	}
	switch p.role {
	case due:
		if t.Due.Says() {
			return false
		}
		t.Due = p.When
	case until: // "from monday to friday"
		return t.When.Day.Valid() && t.When.extendTo(p.When)
	case before:
		if t.When.Says() {
			return false
		}
		t.When = When{Day: calendar.DateOf(1, 1, 1), To: p.Day.AddDays(-1)}
	case after:
		if t.When.Says() || !p.Day.Valid() {
			return false
		}
		last := p.Day
		if p.To.Valid() {
			last = p.To
		}
		t.When, t.OpenEnd = When{Day: last.AddDays(1), To: calendar.MaxDate}, true
	default:
		return t.When.merge(p.When)
	}
	return true
}

// weightOf reads "high priority for the report".
func (r *reader) weightOf(from, to int) (Request, bool) {
	var s Settings
	n := r.priorityAt(from, &s)
	if n == from || !r.oneOf(n, "for", "to") || n+1 >= to {
		return Request{}, false
	}
	t, ok := r.target(n+1, to)
	return Request{Action: Change, Target: t, Set: s}, ok && !t.It && (t.Title != "" || t.Every)
}
