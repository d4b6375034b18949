package phrase

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// What is kept and not planned: notes, people, teams, links, files and situations.
// And alarms, which are set.

// Given is a field of a new record by its name in the schema, as it was written.
type Given struct{ Field, Text string }

// keptKinds are the words for them, and the kind that each means.
var keptKinds = map[string]string{
	"note": "note", "person": "person", "contact": "person", "team": "team", "link": "link", "bookmark": "link",
	"file": "file", "alarm": "alarm", "situation": "situation",
}

// keptAt reads "a new note", "contact", and where it ends.
func (r *reader) keptAt(i int) (kind string, to int) {
	for r.is(i, article) || r.is(i, possessive) || r.oneOf(i, "new", "another", "quick", "short", "me") {
		i++
	}
	return keptKinds[r.word(i)], i + 1
}

// keeps reports whether a verb is said of what is kept: "add", "create", "make a".
func (v *verb) keeps() bool {
	return v.form == formCreate && !isOneOf(v.words, []string{"schedule", "book", "plan", "block", "reserve", "arrange", "pencil in"}) ||
		isOneOf(v.words, []string{"take", "set", "make", "write", "wake me"})
}

// keeping reads a request to make a record that is kept. Where what is said after the
// word for the kind may as well go on with a title ("team lunch"), it is none.
func (r *reader) keeping(c clause, to int, whole []Span) (req Request, bad []Span, ok bool) {
	if !c.verb.keeps() || c.lead[0] < c.lead[1] {
		return req, nil, false
	}
	if c.verb.words == "wake me" {
		i := c.body
		if r.word(i) == "up" {
			i++
		}
		return r.alarm(Request{Action: Create, Kind: "alarm"}, i, to, whole)
	}
	if req, ok := r.amongPeople(c.body, to); ok {
		return req, nil, true
	}
	kind, i := r.keptAt(c.body)
	req = Request{Action: Create, Kind: kind}
	if n, ok := r.alarmWhen(c.body, to, &req.Set); ok {
		req.Kind = "alarm"
		return r.alarm(req, n, to, whole)
	}
	if kind == "" || i >= to {
		return req, whole, kind != "" // "add a note"
	}
	if kind == "note" || kind == "link" || kind == "file" {
		to = r.projectBefore(i, to, &req.Set)
	}
	sure := r.called(&i, to)
	if i >= to {
		return req, whole, true
	}
	req.Title, req.Quoted = r.title(i, to), r.quoted(i)
	switch kind {
	case "note":
		ok = sure || r.noteSays(&req, i, to)
	case "link", "file":
		ok = r.addressed(&req, i, to, sure)
	case "person":
		ok = r.introduced(&req, i, to, sure)
	default:
		ok = sure || r.proper(i, to) || c.verb.words == "create" && to-i <= 2 && !Happens(req.Title)
	}
	return req, nil, ok && (req.Title != "" || req.Set.Notes != "" || len(req.Given) > 0)
}

// keptBare is keeping without a verb of the grammar: "alarm for 10", "take a note that
// the gate sticks".
func (r *reader) keptBare(from, to int, whole []Span) (Request, bool) {
	wants := "alarm"
	if r.oneOf(from, "take", "write") {
		from, wants = from+1, "note"
	}
	req, bad, ok := r.keeping(clause{body: from, verb: &alarmSet}, to, whole)
	return req, ok && bad == nil && req.Kind == wants
}

// called passes over what leads to a name: "called", "named", a colon.
func (r *reader) called(i *int, to int) bool {
	if *i < to && r.oneOf(*i, "called", "named", "titled", ":") || *i < to && r.quoted(*i) {
		if !r.quoted(*i) {
			*i++
		}
		return true
	}
	return false
}

// proper reports whether words are a name: the first of them is written with a
// capital, and none is a time.
func (r *reader) proper(i, to int) bool {
	first, _ := utf8.DecodeRuneInString(r.text[r.toks[i].Start:])
	if !unicode.IsUpper(first) || Happens(r.title(i, to)) {
		return false
	}
	for _, it := range r.items(i, to) {
		if it.when != nil {
			return false
		}
	}
	return true
}

// projectBefore takes "in project Garden" off the end.
func (r *reader) projectBefore(from, to int, s *Settings) int {
	for k := from; k < to; k++ {
		if r.oneOf(k, "in", "to", "into", "under", "for", "of") && r.projectAt(k, to, s) == to {
			return k
		}
	}
	s.Project = ""
	return to
}

// Kept are the kind and the name in a text that says both: "the note about wifi", "the
// wifi note", "le projet Maison". Either is empty where the text does not.
func Kept(text string) (kind, name string) {
	words := strings.Fields(text)
	for len(words) > 0 && isOneOf(strings.ToLower(words[0]), []string{"the", "my", "our", "a", "an", "le", "la", "mon", "ma", "notre", "ce", "cette"}) {
		words = words[1:]
	}
	if len(words) == 0 {
		return "", ""
	}
	last := len(words) - 1
	if kind = kindSaid(words[0]); kind != "" {
		words = words[1:]
		for len(words) > 1 && isOneOf(strings.ToLower(words[0]), []string{"about", "called", "named", "titled", "on", "of", "for", "to", "at", "the", "appelée", "appelé", "nommée", "nommé", "sur", "de", "du", "pour", "à", "la", "le"}) {
			words = words[1:]
		}
	} else if kind = kindSaid(words[last]); kind != "" {
		words = words[:last]
	}
	return kind, strings.Trim(strings.Join(words, " "), `"“”«» `)
}

// kindSaid is the kind of a word for what is kept, a project or a list, in English or in French.
func kindSaid(word string) string {
	word = unaccented(strings.TrimPrefix(strings.ToLower(word), "l'"))
	if i, french := slices.BinarySearchFunc(frenchWords, word, func(s synonym, w string) int { return strings.Compare(s.words, w) }); french {
		word = frenchWords[i].of
	}
	switch word {
	case "project", "checklist":
		return word
	case "list":
		return "checklist"
	}
	return keptKinds[word]
}
