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

// Is reports whether there is a node of that name.
func (n *Node) Is(name string) bool { return n != nil && n.Name == name }

// Symbol is the symbol of a node; "" for none.
func (n *Node) Symbol() string {
	if n == nil {
		return ""
	}
	return n.Sym
}

// String writes the tree as in a form.
func (n *Node) String() string {
	var b strings.Builder
	n.write(&b)
	return b.String()
}

func (n *Node) write(b *strings.Builder) {
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
		b.WriteString("{" + strconv.Itoa(int(n.From)) + "-" + strconv.Itoa(int(n.To)) + "}")
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
		a.write(b)
	}
	b.WriteByte(')')
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

// seal computes the hash of a node whose arguments have theirs. Nodes of the same meaning
// have the same hash, wherever their words stand; two free texts have the same hash if their place is the same.
func (n *Node) seal() *Node {
	h := mixText(fnvOffset, n.Name)
	h = mixText(mix(h, uint64(n.Num)), n.Sym)
	if n.Name == Text {
		h = mix(mix(h, uint64(n.From)), uint64(n.To))
	}
	for _, a := range n.Args {
		if a == nil {
			h = mix(h, 1)
			continue
		}
		h = mix(h, a.hash)
	}
	n.hash = h
	return n
}
