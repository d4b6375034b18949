package language

// template is the meaning of a form: a tree with holes for the parts of the pattern.
type template struct {
	capture int // of a hole; -1 for other nodes
	name    string
	num     int
	sym     string
	args    []template

	// What follows from the name: see prepare.
	calculate func(result, n int) int
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

// calculations are what names calculate from the result for the numbers before and the next number. A number
// that is alone comes after zero.
var calculations = map[string]func(result, n int) int{
	"sum":       func(result, n int) int { return result + n },
	"negative":  func(result, n int) int { return result - n },
	"product":   func(result, n int) int { return result * n },
	"quotient":  func(result, n int) int { return result / n },
	"remainder": func(result, n int) int { return result % n },
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
			switch arg := t.args[i].make(p, frame, from, to); {
			case arg == nil:
			case i == 0 && len(t.args) > 1:
				n.Num = arg.Num
			default:
				n.Num = t.calculate(n.Num, arg.Num)
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
