package phrase

import (
	"slices"
	"strings"

	"assister/internal/calendar"
)

// title is the tokens as they were written, in one line and without marks
// around them.
func (r *reader) title(from, to int) string {
	for from < to && r.oneOf(from, ":", ",", ";", "-", "–", ".") {
		from++
	}
	to = r.trimEnd(from, to)
	if from >= to {
		return ""
	}
	if to-from == 1 && r.toks[from].Shape == Quoted {
		return oneLine(r.toks[from].Text)
	}
	return oneLine(r.text[r.toks[from].Start:r.toks[to-1].End])
}

func oneLine(s string) string {
	if strings.ContainsAny(s, "\n\r\t") || strings.Contains(s, "  ") {
		return strings.Join(strings.Fields(s), " ")
	}
	return s
}

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
	if p, ok := r.as(j, priority); ok {
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

// target reads a description of records. False when it describes nothing.
func (r *reader) target(from, to int) (Target, bool) {
	to = r.trimEnd(from, to)
	t := Target{}
	if ids, kind, ok := r.ids(from, to); ok {
		return Target{Span: r.span(from, to), IDs: ids, Kind: kind, Text: r.title(from, to)}, true
	}
	to = r.because(from, to)
	if t, ok := r.allBut(from, to); ok {
		return t, true
	}
	if n := r.list(from, to); n > from && n <= to {
		t.Kind = r.keptThere(n)
		if !r.oneOf(from, "from", "off", "on", "in", "of") { // "clear my calendar"
			t.Every = true
			t.Span, t.Text = r.span(from, to), r.title(from, to)
			return r.describe(n, to, t)
		}
		from = n
	}
	for from < to && (r.is(from, article) || r.is(from, possessive)) && to-from > 1 {
		from++
	}
	if from >= to {
		return t, false
	}
	t.Span = r.span(from, to)
	t.Text = r.title(from, to)
	if to-from == 1 {
		if r.toks[from].Shape == Quoted {
			t.Title = t.Text
			return t, t.Title != ""
		}
		if r.oneOf(from, "it", "that", "this", "them", "those", "these") {
			t.It = true
			return t, true
		}
	}
	if s, ok := r.as(from, done); to-from == 1 && ok && s.n == overdueState {
		t.Every, t.Overdue = true, true
		return t, true
	}
	if to-from == 1 && r.word(from) == "backlog" {
		t.Every, t.Backlog, t.Kind = true, true, "task"
		return t, true
	}
	described, ok := r.describe(from, to, t)
	if !ok {
		return t, false
	}
	if !described.Every && len(described.IDs) == 0 {
		described.Each = r.each(from, to)
	}
	return described, true
}

// keptThere is the kind of what a list or calendar that ends at n holds.
func (r *reader) keptThere(n int) string {
	switch {
	case r.calendar(n - 1):
		return "event"
	case r.word(n-1) == "list" || r.is(n-1, plural):
		return "task"
	}
	return ""
}

// because cuts why something is asked for: "the picnic because it rains".
func (r *reader) because(from, to int) int {
	for i := from + 1; i < to; i++ {
		if r.oneOf(i, "because", "cause", "cuz", "since") && r.oneOf(i+1, "i", "i'm", "i've", "it", "it's", "we", "we're", "he", "she", "they", "there", "there's", "my", "the", "that's") {
			return r.trimEnd(from, i)
		}
	}
	return to
}

// ids reads "#12", "task 12", "#3 and #4", "tasks 3, 4 and 5".
func (r *reader) ids(from, to int) (ids []int, kind string, ok bool) {
	j := from
	if r.oneOf(j, "the", "my") {
		j++
	}
	named := false
	if s, is := r.as(j, noun); is {
		kind, named, j = kindOf(s.n), true, j+1
	} else if s, is := r.as(j, plural); is {
		kind, named, j = kindOf(s.n), true, j+1
	}
	if r.oneOf(j, "number", "no", "id") {
		j++
	}
	for j < to {
		t := &r.toks[j]
		if t.Shape != Hash && !(t.Shape == Number && named) || t.Value < 1 {
			return nil, "", false
		}
		ids = append(ids, t.Value)
		k := j + 1
		for k < to && r.oneOf(k, ",", "and", "&") {
			k++
		}
		if k == j+1 && k < to {
			return nil, "", false
		}
		j = k
	}
	return ids, kind, len(ids) > 0
}

// each takes "milk and eggs" apart, for when no record is called that.
func (r *reader) each(from, to int) (each []Target) {
	at := from
	for i := from; i <= to; i++ {
		if i < to && !r.oneOf(i, "and", ",", "&") {
			continue
		}
		if i > at {
			if t, ok := r.onlyOne(at, i); ok {
				each = append(each, t)
			} else {
				return nil
			}
		}
		at = i + 1
	}
	if len(each) < 2 || len(each) > 20 {
		return nil
	}
	return each
}

func (r *reader) onlyOne(from, to int) (Target, bool) {
	if ids, kind, ok := r.ids(from, to); ok {
		return Target{Span: r.span(from, to), IDs: ids, Kind: kind, Text: r.title(from, to)}, true
	}
	for from < to && (r.is(from, article) || r.is(from, possessive)) {
		from++
	}
	if from == to {
		return Target{}, false
	}
	t, ok := r.describe(from, to, Target{Span: r.span(from, to), Text: r.title(from, to)})
	return t, ok && !t.Every
}

// description is a target while its words are being read.
type description struct {
	Target
	to         int
	words      [][2]int // runs of tokens that are the title
	many       bool     // a plural was said
	bounded    bool     // "all" or "every" was said, and no plural after it
	introduced bool     // something said that words are a title
	lastNoun   int      // the last word of the title that may only say what kind it is
}

func (d *description) add(i int) {
	if n := len(d.words); n > 0 && d.words[n-1][1] == i {
		d.words[n-1][1]++
		return
	}
	d.words = append(d.words, [2]int{i, i + 1})
}

// describe reads a description word by word: what narrows it down, and what is
// left as the title.
func (r *reader) describe(from, to int, t Target) (Target, bool) {
	d := &description{Target: t, to: to, introduced: t.Title != "", lastNoun: -1}
	for i := from; i < to; {
		n := i
		for _, step := range [...]func(*reader, int, *description) int{
			(*reader).beforeTitle, (*reader).introduction, (*reader).filler, (*reader).narrowing,
		} {
			if n = step(r, i, d); n != i {
				break
			}
		}
		switch {
		case n == refused:
			return d.Target, false
		case n == i:
			r.titleWord(i, d)
			n = i + 1
		}
		i = n
	}
	return r.described(d)
}

// refused is what a step gives back that read something no target can say.
const refused = -1

// beforeTitle reads what may stand before the title: articles, "all",
// adjectives, and a noun.
func (r *reader) beforeTitle(i int, d *description) int {
	if len(d.words) > 0 {
		return i
	}
	switch {
	case r.is(i, article) || r.is(i, possessive):
		return i + 1
	case r.oneOf(i, "everything", "all", "every", "anything", "whatever", "whatever's", "everything's", "both", "whole", "entire") || r.everything(i):
		d.Every = true
		d.bounded = r.oneOf(i, "all", "every", "both")
		if r.word(i+1) == "of" {
			return i + 2
		}
		return i + 1
	case r.words(i, "in", "progress") || r.words(i, "that's", "in", "progress"):
		d.Status = "doing"
		return i + 2
	case r.oneOf(i, "called", "named", "titled") && i+1 < d.to:
		d.introduced = true
		return i + 1
	}
	if n, ok := r.adjective(i, d.to, &d.Target, d.many); ok {
		return n
	}
	if r.calendar(i) && (r.is(i+1, plural) || d.Every && r.word(i+1) == "events") { // "calendar entries"
		d.Kind = "event"
		i++
	}
	if s, ok := r.pluralAt(i, d); ok {
		kind := kindOf(s.n)
		if kind == "" {
			kind = d.Kind
		}
		d.many, d.bounded, d.Kind = true, false, kind
		return i + 1
	}
	if s, ok := r.as(i, noun); ok && (d.Every || i+1 < d.to) && s.n != meetingNoun && s.n != appointmentNoun && !(i+1 < d.to && r.oneOf(i+1, "of", "for", "with")) {
		d.Kind = kindOf(s.n)
		return i + 1
	}
	return i
}

// pluralAt is a noun in the plural, which may be misspelt where "all" stands
// before it.
func (r *reader) pluralAt(i int, d *description) (sense, bool) {
	if s, ok := r.as(i, plural); ok || !d.Every || i >= d.to || r.toks[i].Shape != Word {
		return s, ok
	}
	for _, w := range [...]string{"events", "tasks", "meetings", "appointments", "reminders"} {
		if v := r.word(i); len(v) > 4 && misspelt(v, w) {
			return lookup(english, w)[0], true
		}
	}
	return sense{}, false
}

// introduction reads what says that a title follows: of many, words are one only
// then, since "tasks not tagged home" must never be taken for tasks called "not".
func (r *reader) introduction(i int, d *description) int {
	if r.toks[i].Shape == Quoted {
		d.introduced = d.introduced || len(d.words) == 0
		d.add(i)
		return i + 1
	}
	if n := r.inTitle(i, d); n > i {
		return n
	}
	if r.oneOf(i, "containing", "matching", "with", "mentioning", "about") && (d.Every || d.many) && i+1 < d.to && len(d.words) == 0 && r.taggedAt(i, d.to) == i {
		d.introduced = true
		return i + 1
	}
	return i
}

// inTitle reads "with pack in the title", "that has pack in its title".
func (r *reader) inTitle(i int, d *description) int {
	if !d.Every && !d.many || len(d.words) > 0 {
		return i
	}
	n := i
	for _, words := range [...]string{"that have", "that has", "which have", "with", "containing", "having", "where"} {
		n = max(n, r.match(i, words))
	}
	for k := n + 1; n > i && k < min(n+6, d.to); k++ {
		for _, words := range [...]string{"in the title", "in their title", "in their titles", "in its title", "in the name", "in it"} {
			if e := r.match(k, words); e > k && e <= d.to {
				for j := n; j < k; j++ {
					d.add(j)
				}
				d.introduced = true
				return e
			}
		}
	}
	return i
}

// taggedAt is where a tag ends that "with the tag X" or "tagged X" names; i where
// there is none.
func (r *reader) taggedAt(i, to int) int {
	var s Settings
	if n := r.setting(i, to, &s); len(s.Tags) > 0 {
		return n
	}
	return i
}

// filler reads words that add nothing: "that are", "scheduled", "from my list".
func (r *reader) filler(i int, d *description) int {
	if n := r.scopeFiller(i, d); n > i {
		return n
	}
	if r.oneOf(i, "that", "which") && r.oneOf(i+1, "is", "are") {
		if n, ok := r.adjective(i+2, d.to, &d.Target, true); ok {
			return n
		}
		return i + 2
	}
	if r.oneOf(i, "scheduled", "planned") && r.piece(i+1).to > i+1 {
		return i + 1
	}
	if n := r.list(i, d.to); n > i && n <= d.to && r.oneOf(i, "from", "off", "on", "in", "of") {
		if kind := r.keptThere(n); d.Every && d.Kind == "" {
			d.Kind = kind
		}
		return n
	}
	if p, n := r.listOf(i, d.to); n > i && n <= d.to && r.narrow(&d.Target, p) {
		if d.Every && d.Kind == "" && r.calendar(n-1) {
			d.Kind = "event"
		}
		return n
	}
	if r.word(i) == "one" && i+1 == d.to && d.Described() { // "the friday one"
		return i + 1
	}
	if len(d.words) > 0 && (r.words(i, "i", "have") || r.words(i, "i've", "got") || r.words(i, "we", "have") || r.words(i, "i", "had")) {
		return i + 2 // "the meeting I have with Al"
	}
	if len(d.words) > 0 && r.word(i) == "that" && r.oneOf(i+1, "i", "we", "i've") {
		return i + 1
	}
	return i
}

// scopeFillers add nothing to a scope.
var scopeFillers = [...]string{"that i have", "which i have", "i have", "i've got", "we have", "that we have", "that's planned", "that's scheduled", "that's still", "that's on", "that's", "is planned",
	"is scheduled", "are planned", "are scheduled", "what is", "that is", "that are", "which is", "which are", "that have it", "is on", "is", "are", "still", "on for", "i", "of them", "of it", "all", "ones", "there",
	"that was", "that were", "was", "that i", "what i have"}

// scopeFiller reads words that add nothing where everything was said.
func (r *reader) scopeFiller(i int, d *description) int {
	if !d.Every && !d.many {
		return i
	}
	n := i
	for _, words := range scopeFillers {
		n = max(n, r.match(i, words))
	}
	if n == i && r.word(i) == "on" && i+1 < d.to && r.piece(i+1).to > i+1 && r.piece(i).to == i {
		return i + 1
	}
	if n > d.to || n > i && r.word(n-1) == "on" && r.piece(n-1).to > n {
		return i
	}
	if n > i {
		if k, ok := r.adjective(n, d.to, &d.Target, true); ok {
			return k
		}
	}
	return n
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
	if p := r.pieceWithin(i, d.to); p.to > i && p.to <= d.to && r.narrow(&d.Target, p) {
		return p.to
	}
	if p := r.pieceWithin(i+1, d.to); r.foreign(i, "of") && p.to > i+1 && p.to <= d.to && r.narrow(&d.Target, p) {
		return p.to
	}
	return i
}

// titleWord takes a word into the title; a noun says the kind as well.
func (r *reader) titleWord(i int, d *description) {
	s, ok := r.as(i, noun)
	if !ok || s.n == thing || s.n == projectNoun {
		if s, ok = r.as(i, plural); ok && len(d.words) > 0 && s.n != projectNoun {
			d.many = true // "the data tasks"
		}
		ok = ok && (d.Every || d.many)
	}
	if ok && s.n != thing && s.n != projectNoun {
		d.Kind, d.lastNoun = kindOf(s.n), i
	}
	if ok && s.n == thing && (d.Every || d.many) {
		d.lastNoun = i // "all the packing things"
	}
	d.add(i)
}

// described makes the target of what was read; false when it describes nothing,
// or words are left over that might take something away.
func (r *reader) described(d *description) (Target, bool) {
	t, words := d.Target, d.words
	t.Every = t.Every || d.many
	if t.Every && len(words) > 0 && !d.introduced {
		for _, run := range words {
			if r.limits(run) || r.oneOf(run[1]-1, "to", "from", "by", "at", "on", "of", "in", "for", "with") {
				return t, false
			}
		}
		t.Loose = true
	}
	t.Title, t.Short = r.joined(words), ""
	if n := len(words); n > 0 && d.lastNoun >= 0 && words[n-1][1] == d.lastNoun+1 {
		// "dentist appointment" may be a record called "dentist".
		words[n-1][1]--
		t.Short = r.joined(words)
		if t.Every {
			t.Title, t.Short = t.Short, ""
		}
	}
	if t.Title == "" && t.Tag != "" && !t.Every {
		t.Every = true // "#calls" alone is all of them
	}
	return t, t.Title != "" || t.Every || t.Described()
}

// limits reports whether words take something away from "all", or count it.
func (r *reader) limits(words [2]int) bool {
	for i := words[0]; i < words[1]; i++ {
		if r.oneOf(i, "but", "except", "not", "without", "besides", "unless", "other", "or", "and", "apart", "if", "when",
			"before", "after", "due", "until", "till", "since") ||
			r.toks[i].Shape != Word || r.moments().Number(r.toks[i].Start) {
			return true
		}
	}
	return false
}

func (r *reader) joined(runs [][2]int) string {
	out := ""
	for _, w := range runs {
		s := r.title(w[0], w[1])
		switch {
		case s == "":
		case out == "":
			out = s
		case r.word(w[0]) == "," && !r.oneOf(w[0]+1, adjuncts...):
			out += ", " + s
		default:
			out += " " + s
		}
	}
	return out
}

// adjective reads "overdue", "high priority", "completed" where a noun follows or
// everything was said before.
func (r *reader) adjective(i, to int, t *Target, many bool) (int, bool) {
	follows := func(k int) bool {
		return k >= to && (t.Every || many) || r.is(k, plural) || r.is(k, noun) || r.is(k, done) || r.is(k, priority) ||
			(t.Every || many) && (r.piece(k).to > k || r.oneOf(k, "in", "from", "on", "tagged"))
	}
	var s Settings
	if n := r.priorityAt(i, &s); n > i && follows(n) {
		t.Priority = s.Priority
		return n, true
	}
	if p, ok := r.as(i, priority); ok && r.oneOf(i, "urgent", "important") && t.Priority == "" && follows(i+1) {
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
		{[]string{"past due", "i missed", "i didn't do", "i did not do", "from the past", "from before today", "before today", "that's late", "i've missed", "left over", "leftover"}, false, true},
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
