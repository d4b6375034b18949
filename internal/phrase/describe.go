package phrase

// A description of records is read word by word: what may stand before a title,
// what says that one follows, what adds nothing, and what narrows it down. What is
// left is the title.

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
		n := r.aside(i, d)
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

// aside reads what is no word of the title at i: i where one stands there.
func (r *reader) aside(i int, d *description) int {
	if n := r.beforeTitle(i, d); n != i {
		return n
	}
	if n := r.introduction(i, d); n != i {
		return n
	}
	if n := r.filler(i, d); n != i {
		return n
	}
	return r.narrowing(i, d)
}

// refused is what is given back by what read something no target can say.
const refused = -1

// beforeTitle reads what may stand before the title: articles, "all",
// adjectives, and a noun.
func (r *reader) beforeTitle(i int, d *description) int {
	if len(d.words) > 0 {
		return i
	}
	if n := r.repeats(i, &d.Target); n > i {
		return n
	}
	if n := r.leftOver(i); n > i {
		d.Every, d.Pending = true, true
		return n
	}
	switch {
	case r.oneOf(i, "and", ",") && d.Described():
		if n, ok := r.adjective(i+1, d.to, &d.Target, true); ok { // "overdue and high priority"
			return n
		}
		return i
	case r.oneOf(i, "its", "their") && d.Every:
		d.Its = true
		return i + 1
	case (r.is(i, article) || r.is(i, possessive)) && r.backlog(i) == i:
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
	if n, ok := r.lateOnes(i, d); ok {
		return n
	}
	if r.calendar(i) && (r.is(i+1, plural) || d.Every && r.word(i+1) == "events") { // "calendar entries"
		d.Kind = "event"
		i++
	}
	return r.nounBefore(i, d)
}

// leftOver is where "what's left" ends: all that is still to be done.
func (r *reader) leftOver(i int) (to int) {
	to = i
	for _, words := range [...]string{"what's left", "what is left", "whatever is left", "whatever's left", "what remains", "ce qui reste", "tout ce qui reste", "le reste"} {
		to = max(to, r.match(i, words))
	}
	return to
}

// nounBefore reads the noun that says what kind is meant: "tasks", "all events", "the
// whole project Hiring".
func (r *reader) nounBefore(i int, d *description) int {
	if s, ok := r.pluralAt(i, d); ok {
		kind := kindOf(s.n)
		if kind == "" {
			kind = d.Kind
		}
		d.many, d.bounded, d.Kind = true, false, kind
		return i + 1
	}
	if s, ok := r.as(i, noun); ok && s.n != projectNoun && kindOf(s.n) != "" && d.The && r.oneOf(i+1, "about", "regarding", "concerning") && i+2 < d.to {
		d.Kind = kindOf(s.n)
		return i + 2 // "the task about the shed"
	}
	if s, ok := r.as(i, noun); ok && (d.Every || i+1 < d.to) && s.n != meetingNoun && s.n != appointmentNoun && (!(i+1 < d.to && r.oneOf(i+1, "of", "for", "with")) || d.Every && (s.n == taskNoun || s.n == eventNoun)) {
		if d.Every && s.n == projectNoun && d.Project == "" { // "the whole project Hiring"
			if n := r.nameEnd(i+1, d.to); n > i+1 {
				d.Project = r.title(i+1, n)
				return n
			}
		}
		d.Kind = kindOf(s.n)
		return i + 1
	}
	return i
}

// lateOnes reads "overdue", "unfinished" before a plural that is no word of ours:
// "the overdue bills" are all of them.
func (r *reader) lateOnes(i int, d *description) (int, bool) {
	s, ok := r.as(i, done)
	if !ok || d.Every || s.n != overdueState && !r.oneOf(i, "unfinished", "remaining", "undone", "uncompleted") || !r.pluralAhead(i+1, d.to) {
		return i, false
	}
	d.Every = true
	return r.adjective(i, d.to, &d.Target, true)
}

// pluralAt is a noun in the plural, which may be misspelt where "all" stands
// before it.
func (r *reader) pluralAt(i int, d *description) (sense, bool) {
	if s, ok := r.as(i, plural); ok || !d.Every || i >= d.to || r.toks[i].Shape != Word {
		return s, ok
	}
	if r.word(i) == "chores" {
		return lookup("tasks")[0], true
	}
	for _, w := range [...]string{"events", "tasks", "meetings", "appointments", "reminders"} {
		if v := r.word(i); len(v) > 4 && misspelt(v, w) {
			return lookup(w)[0], true
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
	if n <= d.to && n > i && r.word(n-1) == "on" && r.piece(n-1).to > n {
		return n - 1 // "is on tomorrow"
	}
	if n > d.to {
		return i
	}
	if n > i {
		if k, ok := r.adjective(n, d.to, &d.Target, true); ok {
			return k
		}
	}
	return n
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
