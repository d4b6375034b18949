package meaning

import (
	"strings"

	"assister/internal/calendar"
	"assister/internal/language"
	"assister/internal/language/timeexpr"
)

// Names are the names of the nodes in requests, with their largest number of arguments.
//
//	said(clause, rest)            a text: a clause, and the text after it
//	create(kind, body)            body(title, settings)
//	with(clause, settings)        settings that stand apart from the clause
//	move(record, from, to) shift(record, amount) rename(record, title)
//	complete(record) start(record) skip(record) reopen(record) delete(record)
//	change(record, settings)
//	record(kind, name, conditions)
//	rank(.order, count, nth)      which of the records, a condition
//	not(condition) any(list)      except(record)
var Names = map[string]int{
	"said": 2, "none": 0, "create": 2, "body": 2, "with": 2, "move": 3, "shift": 2, "rename": 2, "change": 2,
	"complete": 1, "start": 1, "skip": 1, "reopen": 1, "delete": 1,
	"record": 3, "id": 1, "on": 1, "except": 1, "rank": 3, "not": 1, "any": 1,
	"when": 1, "due": 1, "length": 1, "priority": 1, "state": 1, "tag": 1, "project": 1, "checklist": 1, "calendar": 0,
	"place": 1, "without": 1, "has": 1, "about": 1, "part": 1, "context": 1, "team": 1, "longer": 1, "shorter": 1,
	"created": 1, "changed": 1, "earlier": 1, "later": 1, "sameday": 1, "kind": 1, "risk": 1, "end": 1, "person": 1,
}

// decoder turns trees into meanings. It stops at a time that does not exist.
type decoder struct {
	g     *language.Grammar
	text  string
	toks  []language.Token
	clock calendar.Clock
	bad   *language.Node // the first expression of time without a value
}

func (d *decoder) ok() bool { return d.bad == nil }

// said decodes a text.
func (d *decoder) said(n *language.Node) (out Text) {
	for ; n.Is("said"); n = n.Arg(1) {
		switch clause := n.Arg(0); {
		case clause.Is("ask") || clause.Is("follows"):
			out.Ask = append(out.Ask, d.ask(clause))
		case clause.Is("talk"):
			out.Talk = append(out.Talk, Talk(clause.Arg(0).Symbol()))
		default:
			if do, ok := d.clause(clause); ok {
				out.Do = append(out.Do, do)
			}
		}
	}
	return out
}

// clause decodes one request.
func (d *decoder) clause(n *language.Node) (do Do, ok bool) {
	if n == nil || n.Is("none") {
		return do, false
	}
	do.Act = Act(n.Name)
	switch n.Name {
	case "with":
		do, ok = d.clause(n.Arg(0))
		do.Set = append(do.Set, d.attributes(n.Arg(1))...)
		return do, ok
	case "create":
		do.Kind = n.Arg(0).Symbol()
		do.Title = d.words(n.Arg(1).Arg(0))
		do.Set = d.attributes(n.Arg(1).Arg(1))
		return do, true
	}
	do.On = d.record(n.Arg(0))
	switch n.Name {
	case "move":
		if n.Arg(1) != nil {
			do.Set = append(do.Set, d.attribute(From, n.Arg(1)))
		}
		do.Set = append(do.Set, d.attribute(When, n.Arg(2)))
	case "shift":
		do.Set = append(do.Set, d.attribute(Length, n.Arg(1)))
	case "rename":
		do.Set = append(do.Set, Attribute{Field: Title, Text: d.words(n.Arg(1))})
	case "change":
		do.Set = d.attributes(n.Arg(1))
	}
	return do, true
}

// record decodes a description.
func (d *decoder) record(n *language.Node) *Record {
	if n == nil {
		return nil
	}
	r := &Record{Kind: n.Arg(0).Symbol(), Name: d.words(n.Arg(1)), Words: d.g.Content(n.Arg(1), d.toks)}
	for _, c := range items(n.Arg(2)) {
		switch c.Name {
		case "id":
			r.IDs = append(r.IDs, c.Arg(0).Num)
		case "quantifier":
			r.Every = c.Sym == "all"
		case "pronoun":
			r.It = true
		case "rank":
			r.rank(c)
		case "except":
			r.Except = append(r.Except, d.record(c.Arg(0)))
		default:
			r.Where = append(r.Where, d.condition(c))
		}
	}
	return r
}

// rank decodes an order, a number of records, or a place among them.
func (r *Record) rank(n *language.Node) {
	if order := n.Arg(0).Symbol(); order != "" {
		r.Rank.Order = Order(order)
	}
	if count := n.Arg(1); count != nil {
		r.Rank.Count = count.Num
	}
	if nth := n.Arg(2); nth != nil {
		r.Rank.Nth = nth.Num
	}
}

// items are the nodes of a list; a single node is a list of itself.
func items(n *language.Node) []*language.Node {
	switch {
	case n == nil:
		return nil
	case n.Is(language.List):
		return n.Args
	}
	return []*language.Node{n}
}

func (d *decoder) attributes(n *language.Node) (out []Attribute) {
	for _, x := range items(n) {
		out = append(out, d.condition(x))
	}
	return out
}

// condition decodes a node that is named after its field.
func (d *decoder) condition(n *language.Node) Attribute {
	switch n.Name {
	case "on":
		return d.attribute(When, n.Arg(0))
	case "not":
		a := d.condition(n.Arg(0))
		a.Not = !a.Not
		return a
	case "any":
		return Attribute{Field: Any, Any: d.attributes(n.Arg(0))}
	}
	if n.Sym != "" { // a word of the lexicon, such as a state
		return Attribute{Field: Field(n.Name), Text: n.Sym}
	}
	return d.attribute(Field(n.Name), n.Arg(0))
}

// timed are the fields whose values are expressions of time.
var timed = map[Field]bool{
	When: true, From: true, Due: true, Length: true, Longer: true, Shorter: true, Created: true, Changed: true, End: true,
}

// attribute is a field with the value of a node.
func (d *decoder) attribute(f Field, n *language.Node) Attribute {
	a := Attribute{Field: f}
	switch {
	case n == nil:
	case timed[f] && n.Name != language.Text:
		v, ok := timeexpr.Eval(n, d.clock)
		if !ok && d.bad == nil {
			d.bad = n
		}
		a.Time = v
	case n.Sym != "":
		a.Text = n.Sym
	default:
		a.Text = d.words(n)
	}
	return a
}

// words are the words of free text, as they were written.
func (d *decoder) words(n *language.Node) string {
	return strings.TrimSpace(n.Words(d.text, d.toks))
}
