package language

import (
	"strconv"
	"strings"
)

// Node is a node of a meaning. A leaf is a word of the lexicon (Name is its class, and Num
// or Sym its value), a number or a symbol of a form, or free text (Name is "text").
type Node struct {
	Name string
	Num  int
	Sym  string
	Args []*Node // an argument that is not there is nil

	From, To int32 // the tokens that it was read from; 0, 0 for constants
	hash     uint64
}

// Names of nodes that this package makes.
const (
	Int  = "int"  // Num
	Sym  = "sym"  // Sym
	Text = "text" // of the tokens
	List = "list" // what x* and x+ read
)

// Arg is an argument; nil if there are fewer.
func (n *Node) Arg(i int) *Node {
	if n == nil || i >= len(n.Args) {
		return nil
	}
	return n.Args[i]
}

// size is how many nodes a tree has, and how many arguments they have together.
func (n *Node) size() (nodes, args int) {
	if n == nil {
		return 0, 0
	}
	nodes, args = 1, len(n.Args)
	for _, x := range n.Args {
		more, theirs := x.size()
		nodes, args = nodes+more, args+theirs
	}
	return nodes, args
}

// Is reports whether there is a node of that name.
func (n *Node) Is(name string) bool { return n != nil && n.Name == name }

// Replaced is a tree with another node in the place of those that something holds of.
func (n *Node) Replaced(is func(*Node) bool, by *Node) *Node {
	switch {
	case n != nil && is(n):
		return by
	case n == nil || len(n.Args) == 0:
		return n
	}
	other := *n
	other.Args = make([]*Node, len(n.Args))
	for i, a := range n.Args {
		other.Args[i] = a.Replaced(is, by)
	}
	return &other
}

// Symbol is the symbol of a node; "" for none.
func (n *Node) Symbol() string {
	if n == nil {
		return ""
	}
	return n.Sym
}

// Format writes the tree as in a form, with the words of free text.
func (n *Node) Format(text string, toks []Token) string {
	var b strings.Builder
	n.write(&b, func(n *Node) string { return strconv.Quote(n.Words(text, toks)) })
	return b.String()
}

// Words is the part of the text that a node was read from.
func (n *Node) Words(text string, toks []Token) string {
	if n == nil || n.To <= n.From {
		return ""
	}
	return text[toks[n.From].Start:toks[n.To-1].End]
}

// Content is the words of a node that are not light, such as articles and prepositions are.
func (g *Grammar) Content(n *Node, toks []Token) []string {
	if n == nil {
		return nil
	}
	return g.ContentOf(toks[n.From:n.To])
}

// ContentOf is the words that are not light. The letter behind an apostrophe is an ending: "Ann's".
func (g *Grammar) ContentOf(toks []Token) (words []string) {
	for i, t := range toks {
		letter := t.Glued && len(t.Word) == 1
		ending := letter && i > 0 && toks[i-1].Word == "'" && toks[i-1].Glued
		if !t.IsMark() && !g.Light(t) && !ending {
			words = append(words, t.Word)
		}
	}
	return words
}

// Light reports whether a token is a word that says little alone, such as an article: it is in a class that costs
// less in free text than other words.
func (g *Grammar) Light(t Token) (light bool) {
	g.lex.ofWord(t.Word, func(e entry) {
		weight := g.lex.weight(e.class)
		light = light || weight >= 0 && weight < WordCost
	})
	return light
}

func (n *Node) write(b *strings.Builder, free func(*Node) string) {
	switch {
	case n == nil:
		b.WriteString("_")
		return
	case n.Name == Sym:
		b.WriteString("." + n.Sym)
		return
	case n.Name == Int:
		b.WriteString(strconv.Itoa(n.Num))
		return
	case n.Name == Text:
		b.WriteString(free(n))
		return
	}
	b.WriteString(n.Name)
	switch {
	case n.Sym != "":
		b.WriteString(":" + n.Sym)
	case n.Num != 0 && len(n.Args) == 0:
		b.WriteString(":" + strconv.Itoa(n.Num))
	}
	if len(n.Args) == 0 {
		return
	}
	b.WriteByte('(')
	for i, a := range n.Args {
		if i > 0 {
			b.WriteString(", ")
		}
		a.write(b, free)
	}
	b.WriteByte(')')
}

// clone copies the tree, into two pieces of memory: one for its nodes and one for their arguments.
func (n *Node) clone() *Node {
	nodes, args := n.size()
	c := copying{make([]Node, 0, nodes), make([]*Node, 0, args)}
	return c.copy(n)
}

// copying is where a tree is copied to.
type copying struct {
	nodes []Node
	args  []*Node
}

func (c *copying) copy(n *Node) *Node {
	if n == nil {
		return nil
	}
	c.nodes = append(c.nodes, *n)
	to := &c.nodes[len(c.nodes)-1]
	if n.Args != nil {
		from := len(c.args)
		c.args = c.args[:from+len(n.Args)]
		to.Args = c.args[from:len(c.args):len(c.args)]
		for i, a := range n.Args {
			to.Args[i] = c.copy(a)
		}
	}
	return to
}

const (
	fnvOffset = 14695981039346656037
	fnvPrime  = 1099511628211
)

func mix(h, v uint64) uint64 { return (h ^ v) * fnvPrime }

func mixText(h uint64, s string) uint64 {
	for i := range len(s) {
		h = mix(h, uint64(s[i]))
	}
	return mix(h, uint64(len(s)))
}

var (
	hashOfText = hashLeaf(Text, 0, "")
	hashOfList = hashLeaf(List, 0, "")
)

// seal computes the hash of a node whose arguments have theirs. Nodes of the same meaning
// have the same hash, wherever their words stand; two free texts have the same hash if their place is the same.
func (n *Node) seal() *Node { return n.sealFrom(hashLeaf(n.Name, n.Num, n.Sym)) }

// hashLeaf is the hash of a node's own value.
func hashLeaf(name string, num int, sym string) uint64 {
	return mixText(mix(mixText(fnvOffset, name), uint64(num)), sym)
}

// sealFrom is seal with the hash of the node's own value.
func (n *Node) sealFrom(h uint64) *Node {
	if n.Name == Text {
		h = mix(mix(h, uint64(n.From)), uint64(n.To))
	}
	var sum uint64
	for _, a := range n.Args {
		x := uint64(1)
		if a != nil {
			x = a.hash
		}
		// The order of the items of a list does not matter.
		if n.Name == List {
			sum += x * fnvPrime
			continue
		}
		h = mix(h, x)
	}
	n.hash = mix(h, sum)
	return n
}
