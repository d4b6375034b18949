package language

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

// walk calls f with each node of a template.
func (t *template) walk(f func(*template)) {
	f(t)
	for i := range t.args {
		t.args[i].walk(f)
	}
}

// prepare computes what follows from the names of a template's nodes.
func (t *template) prepare(checks map[string]Check) {
	t.walk(func(t *template) {
		t.hash = hashLeaf(t.name, t.num, t.sym)
		if len(t.args) > 0 {
			t.calculate = calculations[t.name]
		}
		if t.capture == -1 {
			t.check = checks[t.name]
		}
	})
}

// calculation adds a number to the result of those before it.
type calculation func(result, n int, first bool) int

// calculations are what names calculate with numbers.
var calculations = map[string]calculation{
	"sum":       func(sum, n int, _ bool) int { return sum + n },
	"product":   fromFirst(func(p, n int) int { return p * n }),
	"quotient":  fromFirst(func(q, n int) int { return q / n }),
	"remainder": fromFirst(func(r, n int) int { return r % n }),
	"negative":  func(_, n int, _ bool) int { return -n },
}

// fromFirst is a calculation that begins with the first number. With zero it comes to zero.
func fromFirst(calculate func(result, n int) int) calculation {
	return func(result, n int, first bool) int {
		if first || n == 0 {
			return n
		}
		return calculate(result, n)
	}
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
		return p.join(from, to, t.makeArgs(p, frame, from, to)...)
	}
	n := p.node(t.name, from, to)
	n.Num, n.Sym = t.num, t.sym
	if len(t.args) > 0 {
		n.Args = t.makeArgs(p, frame, from, to)
	}
	return n.sealFrom(t.hash)
}

func (t *template) makeArgs(p *parse, frame []*Node, from, to int) []*Node {
	args := p.args.take(len(t.args))
	for i := range args {
		if k := t.args[i].capture; k >= 0 {
			args[i] = frame[k]
		} else {
			args[i] = t.args[i].make(p, frame, from, to)
		}
	}
	return args
}
