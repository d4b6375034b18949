package phrase

import (
	"slices"
	"strings"
)

// What goes on a list: "add milk, eggs and bread to my shopping list". A list has
// a name, which only the data knows; without the word "list" the same words may
// be a title ("add a drive to work"), so that both readings are given.

// Listing is one way to read a new record: as items of a list.
type Listing struct {
	List  string // its name, without the word "list"
	It    bool   // it is only called "it": what was spoken of last
	Items []string
	Title string // what would go on it, as one title
	Sure  bool   // "list" was said
}

// itemsMax is how many items one request puts on a list.
const itemsMax = 50

// namedList reads "to my shopping list", "from the packing checklist": the list's
// name. A list that everything is on anyway has none.
func (r *reader) namedList(i, end int) (name string, to int) {
	j := i
	if !r.oneOf(j, "to", "on", "onto", "in", "into", "from", "off", "of") {
		return "", i
	}
	j++
	if r.word(j) == "of" {
		j++
	}
	for r.is(j, article) || r.is(j, possessive) {
		j++
	}
	if name, n := r.listNamed(j, end); n > j { // "la liste de courses"
		return name, n
	}
	if r.foreign(j, "list") && j+1 < end && r.toks[j+1].Shape == Word && r.piece(j+1).to == j+1 && !r.oneOf(j+1, "of", "to", "for") { // "ma liste Noël"
		n := r.nameEnd(j+1, end)
		return r.title(j+1, n), n
	}
	for k := j + 1; k < min(j+5, end); k++ {
		if r.oneOf(k, "list", "checklist") {
			if name := r.title(j, k); name != "" && !r.oneOf(j, "todo", "to-do", "task", "tasks", "to") {
				return name, k + 1
			}
			return "", i
		}
		if r.toks[k].Shape == Mark || r.oneOf(k, "to", "on", "in", "from", "with", "at", "for") {
			break
		}
	}
	if r.oneOf(j, "list", "checklist") && r.oneOf(j+1, "called", "named", ":") || r.oneOf(j, "list", "checklist") && j+1 < end && r.toks[j+1].Shape == Quoted {
		k := j + 1
		if r.toks[k].Shape != Quoted {
			k++
		}
		if n := r.nameEnd(k, end); n > k {
			return r.title(k, n), n
		}
	}
	return "", i
}

// listNamed reads "list of errands", which is how French names one.
func (r *reader) listNamed(i, end int) (name string, to int) {
	if !r.oneOf(i, "list", "checklist") || r.word(i+1) != "of" {
		return "", i
	}
	j := i + 2
	for r.is(j, article) || r.foreign(j, "of") {
		j++
	}
	if j >= end || r.is(j, plural) || r.is(j, done) || r.words(j, "things", "to") {
		return "", i
	}
	n := j + 1
	for n < min(end, j+3) && r.toks[n].Shape == Word && r.toks[n].raw == r.toks[n].Text && r.piece(n).to == n && r.toks[n].raw != "" {
		n++
	}
	return r.title(j, n), n
}

// wholeList reads "the shopping list": all that is on it.
func (r *reader) wholeList(i, to int) (name string, ok bool) {
	for i < to && (r.is(i, article) || r.is(i, possessive)) {
		i++
	}
	if name, n := r.listNamed(i, to); n == to && n > i {
		return name, true
	}
	if to-i < 2 || to-i > 5 || !r.oneOf(to-1, "list", "checklist") || r.list(i, to) > i || r.oneOf(i, "todo", "to-do", "task", "tasks", "to") {
		return "", false
	}
	return r.title(i, to-1), true
}

// listed takes the words of a title apart into items: at commas, and at "and"
// where it is between two of them.
func (r *reader) listed(runs [][2]int) (items []string) {
	for _, run := range runs {
		at := run[0]
		for i := run[0]; i <= run[1]; i++ {
			if i < run[1] && !r.oneOf(i, ",", ";", "and", "&", "plus") {
				continue
			}
			for at < i && (r.is(at, article) || r.word(at) == "some" || r.foreign(at, "of")) {
				at++
			}
			if item := r.title(at, i); item != "" && len(items) < itemsMax {
				items = append(items, item)
			}
			at = i + 1
		}
	}
	return items
}

// onto is the title of a new record read as items of a list that is said to be
// one, or that may be one: "milk and eggs to shopping".
func (r *reader) onto(v *verb, runs [][2]int, s Settings) []Listing {
	if len(runs) == 0 {
		return nil
	}
	if s.List != "" {
		return []Listing{{List: s.List, Items: r.listed(runs), Sure: true}}
	}
	if !isOneOf(v.words, []string{"add", "append", "put", "place", "stick", "include", "insert", "write", "put down", "write down", "jot down"}) {
		return nil
	}
	last := &runs[len(runs)-1]
	if i := last[1] - 1; i > last[0] && r.oneOf(i, "dessus", "dedans") {
		short := append([][2]int{}, runs...)
		short[len(short)-1][1] = i
		return []Listing{{List: r.title(i, i+1), It: true, Items: r.listed(short), Title: r.joined(short)}}
	}
	for i := last[1] - 2; i > last[0] && i >= last[1]-5; i-- {
		if !r.oneOf(i, "to", "onto") && !(r.word(i) == "on" && v.words == "put") {
			continue
		}
		j := i + 1
		for j < last[1]-1 && (r.is(j, article) || r.is(j, possessive)) {
			j++
		}
		pronoun, _ := r.pronounAt(i + 1)
		short := append([][2]int{}, runs...)
		short[len(short)-1][1] = i
		return []Listing{{List: r.title(j, last[1]), It: pronoun == last[1], Items: r.listed(short), Title: r.joined(short)}}
	}
	return nil
}

// ontoFirst reads "add to groceries tomatoes, basil and oil": the list comes first, and its
// name is as long as the data says.
func (r *reader) ontoFirst(c clause, to int) (Request, bool) {
	if c.verb.form != formCreate || !isOneOf(c.verb.words, []string{"add", "append", "put"}) || !r.oneOf(c.body, "to", "on", "onto") || r.piece(c.body).to > c.body {
		return Request{}, false
	}
	if _, n := r.namedList(c.body, to); n > c.body {
		return Request{}, false
	}
	at := c.body + 1
	for r.is(at, article) || r.is(at, possessive) {
		at++
	}
	req := Request{Action: Create, Title: r.title(c.body, to), Listed: true}
	for n := at + 1; n < to && n <= at+3 && r.toks[n-1].Shape == Word; n++ {
		from := n
		for r.oneOf(from, ":", ",", "list", "checklist") {
			from++
		}
		items := r.listed([][2]int{{from, to}})
		if name := r.title(at, n); name != "" && len(items) > 0 && !slices.ContainsFunc(items, func(item string) bool { return strings.Count(item, " ") > 1 }) {
			req.Onto = append(req.Onto, Listing{List: name, Items: items})
		}
	}
	return req, len(req.Onto) > 0
}

// newList reads "a packing list with tent and stove", "a checklist called Party:
// cake, candles".
func (r *reader) newList(i, to int, whole []Span) (Request, []Span) {
	req := Request{Action: Create, Kind: "checklist"}
	k := i
	for k < to && !r.oneOf(k, "list", "checklist") {
		k++
	}
	end := k + 1 // of what says that it is a list
	name, named := r.title(i, k), i
	if of, n := r.listNamed(k, to); n > k {
		name, end = of, n
	}
	if n := r.colonAt(end, to); n > end && name == "" && !r.oneOf(end, "called", "named", "titled", "for") { // "list party: chips, cola"
		name, end = r.title(end, n), n
	}
	if r.oneOf(end, "called", "named", "titled", "for") || end < to && r.toks[end].Shape == Quoted {
		if r.toks[end].Shape != Quoted {
			end++
		}
		if r.word(end-1) == "for" && r.is(end, article) && end+1 < to {
			end++ // "a list for the school fair"
		}
		n := end
		for n < to && !r.oneOf(n, ":", "with") {
			n++
		}
		name, named, end = r.title(end, n), end, n
	}
	if end < to {
		if !r.oneOf(end, ":", "with") {
			return req, whole
		}
		for end < to && r.oneOf(end, "with", ":", "items", "the") {
			end++
		}
		req.Onto = []Listing{{List: name, Items: r.listed([][2]int{{end, to}}), Sure: true}}
	}
	req.Title, req.Quoted = name, r.quoted(named)
	if name == "" {
		return req, whole
	}
	return req, nil
}

// colonAt is where a colon, or "with", stands behind a short name; i where it does not.
func (r *reader) colonAt(i, to int) int {
	for k := i; k < min(i+5, to-1); k++ {
		if r.oneOf(k, ":", "with") {
			return k
		}
		if r.toks[k].Shape == Mark {
			break
		}
	}
	return i
}

// makesList reports whether what is made is a list, and where its name begins.
func (r *reader) makesList(i, to int) (at int, ok bool) {
	for i < to && (r.is(i, article) || r.is(i, possessive) || r.oneOf(i, "new", "me")) {
		i++
	}
	for k := i; k < min(i+4, to); k++ {
		if r.oneOf(k, "list", "checklist") {
			if _, n := r.listNamed(k, to); n > k && (n == to || r.oneOf(n, "with", ":")) && r.toks[k].raw != "" {
				return i, true
			}
			if r.colonAt(k+1, to) > k+1 && k == i {
				return i, true
			}
			return i, k+1 == to || r.oneOf(k+1, "called", "named", "titled", "with", ":", "for") || r.toks[k+1].Shape == Quoted
		}
		if r.toks[k].Shape != Word || r.oneOf(k, "to", "on", "in", "from", "with", "at", "for", "the") {
			break
		}
	}
	return i, false
}

// listing reads "groceries: eggs, rice" and "eggs and rice on groceries": what goes on a
// list that there is. Without a verb it is nothing else.
func (r *reader) listing(c clause) (Request, bool) {
	from, to := r.politeness(c.start), r.trimPolite(c.start, c.end)
	if c.start > 0 || c.end < len(r.toks) || r.asks(from) || r.conversing(from, to) || r.speaksOfWhatIs(from, to) || r.timed(from, to) {
		return Request{}, false
	}
	at, end, name := from, to, ""
	if k := r.colonAt(from, to); k > from && r.word(k) == ":" && k+1 < to {
		name, at = r.title(from, k), k+1
	}
	for i := to - 2; name == "" && i > from && i >= to-3; i-- {
		if r.oneOf(i, "on", "to", "onto") && !r.is(i+1, article) {
			name, end = r.title(i+1, to), i
		}
	}
	if name == "" {
		return Request{}, false
	}
	l := Listing{List: name, Items: r.listed([][2]int{{at, end}}), Title: r.title(at, end)}
	return Request{Action: Create, Title: r.title(from, to), Onto: []Listing{l}, Listed: true}, len(l.Items) > 0
}

// timed reports whether words say anything about time.
func (r *reader) timed(from, to int) bool {
	for i := from; i < to; i++ {
		if r.piece(i).to > i {
			return true
		}
	}
	return false
}
