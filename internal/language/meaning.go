package language

import (
	"fmt"
	"strconv"
	"strings"
)

// template is the meaning of a form: a tree with holes for the parts of the pattern.
type template struct {
	capture int // of a hole; -1 for other nodes
	name    string
	num     int
	sym     string
	args    []template

	// What follows from the name: see prepare.
	calculate calculation
	hash      uint64 // of name, num and sym
	check     Check
}

// prepare computes what follows from the names of a template's nodes.
func (t *template) prepare(checks map[string]Check) {
	t.hash = hashLeaf(t.name, t.num, t.sym)
	if len(t.args) > 0 {
		t.calculate = arithmetic[t.name]
	}
	if t.capture == -1 {
		t.check = checks[t.name]
	}
	for i := range t.args {
		t.args[i].prepare(checks)
	}
}

// calculation adds a number to the result of those before it.
type calculation func(result, n int, first bool) int

// holes adds the captures that the template has to a set.
func (t *template) holes(used map[int]bool) {
	if t.capture >= 0 {
		used[t.capture] = true
	}
	for i := range t.args {
		t.args[i].holes(used)
	}
}

// parseTemplate reads a meaning. captures are the names of the pattern's parts.
func parseTemplate(text string, captures []string) (template, error) {
	r := templateReader{text: text, captures: captures}
	t, err := r.node()
	if err == nil {
		if rest := strings.TrimSpace(r.text); rest != "" {
			err = fmt.Errorf("unexpected %q in the meaning", rest)
		}
	}
	return t, err
}

type templateReader struct {
	text     string
	captures []string
}

// word takes the name, number or symbol at the beginning of the text.
func (r *templateReader) word() string {
	r.text = strings.TrimLeft(r.text, " \t")
	n := 0
	for n < len(r.text) && nameByte(r.text[n]) {
		n++
	}
	word := r.text[:n]
	r.text = strings.TrimLeft(r.text[n:], " \t")
	return word
}

func (r *templateReader) node() (template, error) {
	word := r.word()
	t := template{capture: -1}
	if n, err := strconv.Atoi(word); err == nil {
		t.name, t.num = Int, n
		return t, nil
	}
	switch {
	case word == "":
		return t, fmt.Errorf("a name is missing in the meaning at %q", r.text)
	case word == "_":
		t.capture = -2
		return t, nil
	case word[0] == '.':
		t.name, t.sym = Sym, word[1:]
		return t, nil
	case !strings.HasPrefix(r.text, "("):
		for i, c := range r.captures {
			if c == word {
				t.capture = i
				return t, nil
			}
		}
		return t, fmt.Errorf("the pattern has no part %q", word)
	}
	t.name = word
	r.text = strings.TrimLeft(r.text[1:], " \t")
	for !strings.HasPrefix(r.text, ")") {
		arg, err := r.node()
		if err != nil {
			return t, err
		}
		t.args = append(t.args, arg)
		r.text = strings.TrimLeft(r.text, " \t")
		if rest, ok := strings.CutPrefix(r.text, ","); ok {
			r.text = strings.TrimLeft(rest, " \t")
		} else if !strings.HasPrefix(r.text, ")") {
			return t, fmt.Errorf("a comma or ) is missing in the meaning at %q", r.text)
		}
	}
	r.text = r.text[1:]
	return t, nil
}

// heads calls f with each node that the template makes, and the number of its arguments.
func (t *template) heads(f func(name string, args int)) {
	if t.capture == -1 && t.name != Int && t.name != Sym {
		f(t.name, len(t.args))
	}
	for i := range t.args {
		t.args[i].heads(f)
	}
}

// arithmetic are the names that calculate with numbers.
var arithmetic = map[string]calculation{
	"sum": func(sum, n int, _ bool) int { return sum + n },
	"product": func(product, n int, first bool) int {
		if first {
			return n
		}
		return product * n
	},
	"quotient": func(q, n int, first bool) int {
		if first || n == 0 {
			return n
		}
		return q / n
	},
	"remainder": func(r, n int, first bool) int {
		if first || n == 0 {
			return n
		}
		return r % n
	},
	"negative": func(_, n int, _ bool) int { return -n },
}

// make builds the tree for what the parts have read.
func (t *template) make(p *parse, frame []*Node, from, to int) *Node {
	switch {
	case t.capture >= 0:
		return frame[t.capture]
	case t.capture == -2:
		return nil
	}
	if t.calculate != nil {
		n := p.node(Int, from, to)
		for i := range t.args {
			if arg := t.args[i].make(p, frame, from, to); arg != nil {
				n.Num = t.calculate(n.Num, arg.Num, i == 0)
			}
		}
		return n.seal()
	}
	if t.name == List && len(t.args) > 0 {
		parts := make([]*Node, len(t.args))
		for i := range t.args {
			parts[i] = t.args[i].make(p, frame, from, to)
		}
		return p.join(from, to, parts...)
	}
	n := p.node(t.name, from, to)
	n.Num, n.Sym = t.num, t.sym
	if len(t.args) > 0 {
		n.Args = p.nodes(len(t.args))
		for i := range t.args {
			n.Args[i] = t.args[i].make(p, frame, from, to)
		}
	}
	return n.sealFrom(t.hash)
}
