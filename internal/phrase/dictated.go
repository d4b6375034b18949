package phrase

import (
	"slices"
	"strings"
)

// dictated reads a note whose text begins after a colon: "add a note Wifi: ...". It
// goes on to the end, whatever is in it, over lines and sentences.
func (r *reader) dictated() (Request, bool) {
	if req, ok := r.appended(); ok {
		return req, true
	}
	if req, ok := r.toSelf(); ok {
		return req, true
	}
	from := r.politeness(0)
	v, i := r.verbAt(from)
	if v == nil || r.words(from, "note", ":") {
		v = nil
		i = from
		if r.oneOf(i, "take", "write", "make") {
			i++
		}
	} else if !v.keeps() {
		return Request{}, false
	}
	kind, i := r.keptAt(i)
	if kind != "note" || r.oneOf(i, "to", "on", "for") || v == nil && i == from+1 && r.word(i) != ":" {
		return Request{}, false
	}
	colon := i
	for colon < min(i+10, len(r.toks)) && r.word(colon) != ":" && !r.oneOf(colon, ".", "!", "?", ";") {
		colon++
	}
	if colon+1 >= len(r.toks) || r.word(colon) != ":" {
		return Request{}, false
	}
	if there, ok := r.ofThatNote(from, colon); ok && v == nil {
		return there, true
	}
	req := Request{Span: r.span(from, len(r.toks)), Action: Create, Kind: kind}
	colon = r.projectBefore(i, colon, &req.Set)
	if i < colon {
		if !r.called(&i, colon) && r.oneOf(i, "about", "regarding") {
			i++
		}
		req.Title, req.Quoted = r.title(i, colon), r.quoted(i)
	}
	for r.word(colon) != ":" {
		colon++
	}
	req.Set.Notes = r.rest(colon + 1)
	return req, req.Set.Notes != ""
}

// fillers are what people say while they think, and nobody writes.
var fillers = []string{"uh", "uhm", "uhh", "um", "umm", "er", "erm", "euh", "heu", "hum"}

// withoutFillers blanks them out, so that every place in the text stays where it was. What
// is in quotes is as it was meant.
func withoutFillers(text string) string {
	var out []byte
	for i := 0; i < len(text); i++ {
		if c := text[i] | 0x20; c != 'u' && c != 'e' && c != 'h' || i > 0 && text[i-1] != ' ' && text[i-1] != ',' {
			continue
		}
		n := i
		for n < len(text) && text[n] != ' ' && text[n] != ',' && text[n] != '.' {
			n++
		}
		if n-i > 3 || !isOneOf(strings.ToLower(text[i:n]), fillers) || strings.ContainsAny(text[:i], "\"“«") {
			continue
		}
		if out == nil {
			out = []byte(text)
		}
		for k := i; k < n; k++ {
			out[k] = ' '
		}
		if n < len(text) && text[n] == ',' {
			out[n] = ' ' // "um, ..."
		}
	}
	if out == nil {
		return text
	}
	return string(out)
}

// toSelf reads "note to self: the boiler is at 1.5", which is a note unless it is
// something to do.
func (r *reader) toSelf() (Request, bool) {
	n := r.match(r.politeness(0), "note to self")
	if n == 0 || n == r.politeness(0) {
		return Request{}, false
	}
	for r.oneOf(n, ":", ",", "that", "-") {
		n++
	}
	if n >= len(r.toks) || r.errand(n) || r.doing(n) {
		return Request{}, false
	}
	if v, _ := r.verbAt(n); v != nil {
		return Request{}, false
	}
	for i := n; i < len(r.toks); i++ {
		if r.states(i) || r.oneOf(i, finite...) {
			return Request{Span: r.span(0, len(r.toks)), Action: Create, Kind: "note", Set: Settings{Notes: r.rest(n)}}, true
		}
	}
	return Request{}, false
}

// plansAfterNote reports whether "note:" stands before something with a day or a time,
// which may be something to do: "note : appeler la banque lundi".
func (r *reader) plansAfterNote() bool {
	from := r.politeness(0)
	return r.words(from, "note", ":") && slices.ContainsFunc(r.items(from+2, len(r.toks)), func(it item) bool { return it.when != nil })
}

// remarked reads "note that the gate sticks", which is a note where it asks for nothing
// else; "note que" always is one.
func (r *reader) remarked(understood bool) (Request, bool) {
	said := strings.Fields(strings.ToLower(r.text))
	if len(said) < 3 || len(r.toks) < 3 || !isOneOf(said[0], []string{"note", "notez"}) || !isOneOf(said[1], []string{"that", "que"}) {
		return Request{}, false
	}
	req := Request{Span: r.span(0, len(r.toks)), Action: Create, Kind: "note", Set: Settings{Notes: r.title(2, len(r.toks))}}
	return req, req.Set.Notes != "" && (!understood || said[1] == "que")
}

// appended reads "append to the wifi note: the guest network is open": what is added to
// a note, to the end of the text as well.
func (r *reader) appended() (Request, bool) {
	from := r.politeness(0)
	v, i := r.verbAt(from)
	if v == nil || !isOneOf(v.words, []string{"add", "append", "put", "write"}) || r.word(i) != "to" {
		return Request{}, false
	}
	colon := r.find(":", i+1, min(i+10, len(r.toks)))
	if colon+1 >= len(r.toks) || r.word(colon) != ":" {
		return Request{}, false
	}
	t, ok := r.target(i+1, colon)
	kind, name := Kept(t.Text)
	return Request{Span: r.span(from, len(r.toks)), Action: Change, Target: t, Set: Settings{Notes: r.rest(colon + 1)}}, ok && kind == "note" && name != ""
}

// ofThatNote reads "the wifi note: the guest network is open", "la note wifi : ajoute le
// code": what is said of a note that there is goes on to its end. Where there is none, it
// is made.
func (r *reader) ofThatNote(from, colon int) (Request, bool) {
	t, ok := r.target(from, colon)
	kind, name := Kept(t.Text)
	at := colon + 1
	if !ok || !t.The || t.Every || kind != "note" || name == "" || at >= len(r.toks) {
		return Request{}, false
	}
	if v, n := r.verbAt(at); v != nil && isOneOf(v.words, []string{"add", "append", "write"}) && n < len(r.toks) {
		at = n
	}
	text := r.rest(at)
	made := Request{Span: r.span(from, len(r.toks)), Action: Create, Kind: kind, Title: name, Set: Settings{Notes: text}}
	return Request{Span: made.Span, Action: Change, Target: t, Set: Settings{Notes: text}, Failing: &made}, text != ""
}

// rest is the text from a token on, as it was written.
func (r *reader) rest(i int) string { return strings.TrimSpace(r.text[r.toks[i].Start:]) }

// noteSays reads what a note says, or what it is about.
func (r *reader) noteSays(req *Request, i, to int) bool {
	switch {
	case r.oneOf(i, "to", "for", "on", "taking", "card", "cards", "book", "books", "pad", "pads", "paper"):
		return false // "a note to call Bob", "a note on the report", "note cards"
	case r.oneOf(i, "that", "saying", ","):
		req.Title, req.Set.Notes = "", r.title(i+1, to)
	case r.oneOf(i, "about", "regarding", "of"):
		req.Title = r.title(i+1, to)
	}
	return true
}
