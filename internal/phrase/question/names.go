package question

import "slices"

// belongs reads what names a project, or something else that records are part of:
// "in project Data", "for the Data project", "du projet Data", "on my shopping
// list", and "in Data", which may also be in a title. False where nothing such
// stands.
func (r *reader) belongs() bool {
	at, inside := r.at, false
	if e, n := r.lookupAt(at); n > 0 && (e.means == within || e.means == matter) {
		at, inside = at+n, e.means == within
	}
	before := at
	at = r.articles(at)
	if kind, n := r.holder(at, at > before || before > r.at); n > 0 {
		from := r.articles(at + n)
		return r.belongsTo(kind, from, max(r.anyName(from), r.number(from)), 0)
	}
	to := r.name(at)
	if before == r.at && r.divided(at, to) {
		return false // "cumin on the groceries list"
	}
	if e, n := r.lookupAt(at); to == at && n > 0 && e.means == context {
		to = at + n // "the school project"
	}
	if kind, n := r.holder(to, true); n > 0 && to > at {
		return r.belongsTo(kind, at, to, n)
	}
	if e, n := r.lookupAt(to); n > 0 && to > at && (inside || at > before) && (e.means == period || e.means == kind || e.means == context) {
		if kind, m := r.holder(to+n, true); m > 0 {
			return r.belongsTo(kind, at, to+n, m) // "on the moving day list"
		}
	}
	if inside && to > at && r.name(at) == to {
		r.q.Perhaps = true
		return r.belongsTo("project", at, to, 0)
	}
	return false
}

// divided reports whether a preposition stands inside of what would be a name, which
// parts what is on a list from the list.
func (r *reader) divided(from, to int) bool {
	for at := from + 1; at < to; at++ {
		if r.words[at].plainly() && slices.Contains(partings, r.words[at].text) {
			return true
		}
	}
	return false
}

var partings = []string{"on", "in", "onto", "sur", "dans"}

// holder is the kind that a word beside a name says it is the name of. "List" is
// more often a verb, and is one only where another word makes it a noun.
func (r *reader) holder(at int, noun bool) (kind string, n int) {
	e, n := r.lookupAt(at)
	switch {
	case n > 0 && e.means == belonging && at > 0 && slices.Contains(interrogatives, r.words[at-1].text):
		return "", 0 // "which project is furthest along" names none
	case n > 0 && e.means == belonging:
		return e.kind, n
	case noun && at < len(r.words) && r.words[at].plainly() && (r.words[at].text == "list" || r.words[at].text == "liste"):
		return "checklist", 1
	}
	return "", 0
}

var interrogatives = []string{"which", "what", "quel", "quels", "quelle", "quelles"}

// belongsTo notes the name of a project or its like, and goes on behind it.
func (r *reader) belongsTo(kind string, from, to, behind int) bool {
	if from >= to {
		return false
	}
	if kind == "project" {
		r.q.Project = r.named(from, to)
	} else {
		r.q.Of = Whole{kind, r.named(from, to), r.written(from, to+behind)}
	}
	r.said, r.at = true, to+behind
	return true
}

// slot reads what it is about, "with Ann", and a tag, "tagged home". After a noun
// for something written small words do: "notes on the budget", "the link to the
// wiki".
func (r *reader) slot() bool {
	e, n := r.lookupAt(r.at)
	beside := r.noun[1] == r.at && r.at > 0 && n == 1 && slices.Contains(besides[r.language], r.words[r.at].text)
	if n == 0 || e.means != matter && e.means != tagged && !beside {
		return false
	}
	from := r.articles(r.at + n)
	to := r.name(from)
	if e.means == tagged && to == from && from < len(r.words) && r.words[from].plainly() {
		to = from + 1 // a tag is called what it is called: "tagged urgent"
	}
	having := n == 1 && slices.Contains(havings, r.words[r.at].text)
	if noun, n := r.lookupAt(from); to == from && e.means == matter && !having && noun.means == kind && len(r.q.Kinds) > 0 {
		to = from + n // "notes about meetings"
	}
	if noun, n := r.lookupAt(from); to == from && e.means == matter && !having && noun.means == context {
		to = from + n // "that mention the school"
	}
	if to == from && e.means == matter {
		to = r.anyName(from) // "about the late delivery"
	}
	if to == from {
		return false
	}
	behind, n := r.lookupAt(to)
	if n == 1 && behind.means == period && to > from && !r.words[from].quoted {
		to++ // "for the launch day"
		behind, n = r.lookupAt(to)
	}
	switch {
	case e.means == matter && n == 1 && behind.means == tagged && r.q.Tag == "" && to == from+1: // "with the money tag"
		r.q.Tag, to = r.named(from, to), to+1
	case e.means == tagged:
		r.q.Tag = r.named(from, to)
	default:
		r.q.About = append(r.q.About, r.named(from, to))
	}
	if e.kind != "" && !slices.Contains(r.q.Kinds, e.kind) {
		r.implied = e.kind == "person" && len(r.q.Kinds) == 0 // "who handles the tickets" may be told by a note
		r.q.Kinds = append(r.q.Kinds, e.kind)
	}
	r.said, r.at = true, to
	return true
}

// havings stand before what something has or is for, which is another record and no word
// of its own: "projects with links".
var havings = []string{"with", "for", "at", "avec", "pour"}

// besides are words that stand before what something written is about.
var besides = [...][]string{English: {"on", "to"}, French: {"vers"}}

func (r *reader) lookupAt(at int) (entry, int) {
	if at >= len(r.words) {
		return entry{}, 0
	}
	return r.lookup(at)
}

// articles is the place behind "the", "my" and their like.
func (r *reader) articles(at int) int {
	for at < len(r.words) && slices.Contains(articles[r.language], r.words[at].text) && r.words[at].plainly() {
		at++
	}
	return at
}

// relatives begin what is said of something that was named: "the trip that costs most",
// "the trip I could skip".
var relatives = [...][]string{English: {"that", "which", "who", "i", "we"}, French: {"qui", "que", "qu"}}

// nameMax is how many words a name has at most.
const nameMax = 10

// name is where a name that begins at a place ends: a quotation, or words that
// mean nothing else here. Small words may stand inside it.
func (r *reader) name(at int) int {
	if at >= len(r.words) {
		return at
	}
	if r.words[at].quoted {
		return at + 1
	}
	end := at
	for i := at; i < min(len(r.words), at+nameMax); {
		w := r.words[i]
		if w.mark && (w.text == "-" || w.text == "&" || w.text == "/" || w.text == ".") && i > at {
			i++
			continue
		}
		if !w.plainly() || r.either(i) || i > at && slices.Contains(relatives[r.language], w.text) {
			break
		}
		e, n := r.lookup(i)
		if n > 0 && e.means == foreign {
			n = 0 // a project may be called "move to the new flat"
		}
		if n > 0 && (e.means != filler || i == at) {
			break
		}
		i += max(n, 1)
		if n == 0 {
			end = i
		}
	}
	if end == at+1 && digits(r.words[at].text) {
		return at // "before 9" names nothing
	}
	return end
}

// anyName is where a name ends that may begin with words that mean something
// elsewhere, where others follow them: "situation late delivery".
func (r *reader) anyName(at int) int {
	if end := r.name(at); end > at {
		return end
	}
	e, n := r.lookupAt(at)
	if n == 0 || e.means <= silent || e.means >= exception {
		return at
	}
	if end := r.name(at + n); end > at+n {
		return end
	}
	return at
}

// number is where a number ends, which names a record behind the word for its kind:
// "project 7".
func (r *reader) number(at int) int {
	if at < len(r.words) && r.words[at].plainly() && digits(r.words[at].text) {
		return at + 1
	}
	return at
}

// named is a name as it was written.
func (r *reader) named(from, to int) string {
	if r.words[from].quoted && to == from+1 {
		return r.words[from].text
	}
	return r.written(from, to)
}
