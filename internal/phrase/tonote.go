package phrase

import "strings"

// ontoNote reads "add milk to the wifi note", "ajoute le code à la note wifi": what goes
// on to the end of a note that there is.
func (r *reader) ontoNote(c clause, to int) (Request, bool) {
	if c.verb.form != formCreate || !isOneOf(c.verb.words, []string{"add", "append", "put", "insert", "include", "write", "write down", "note down", "jot down"}) {
		return Request{}, false
	}
	for i := to - 2; i > c.body && i >= to-7; i-- {
		if !r.oneOf(i, "to", "onto", "in", "into", "on") {
			continue
		}
		t, ok := r.target(i+1, to)
		if !ok || t.Every || !t.The {
			continue
		}
		said := r.title(i+1, to)
		kind, name := Kept(said)
		if kind != "note" || name == "" || strings.EqualFold(name, "to self") {
			continue
		}
		text := r.title(c.body, i)
		return Request{Action: Change, Target: t, Set: Settings{Notes: text}}, text != ""
	}
	return Request{}, false
}
