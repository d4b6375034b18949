package language

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// The line of a form is read to a tree of parts, which is compiled to a program of instructions, and
// to the template of its meaning.

// part is a part of a pattern.
type part struct {
	kind    partKind
	name    string // of a class, a rule or free text; the words of a literal
	capture string // its name in the meaning
	values  []span // that a class or rule has to have; none: any
	parts   []part // of a sequence, alternatives
	glued   bool
	look    bool // the text is only looked at
	behind  bool // before the form
	not     bool
	least   int // of a repetition
}

type partKind uint8

const (
	partName partKind = iota
	partLiteral
	partSlot
	partSequence
	partChoice // optional: a choice with an empty sequence
	partRepeat // parts[0]
	partStart
	partEnd
)

// span is a symbol, or the numbers from lo to hi.
type span struct {
	sym    string
	lo, hi int
}

func (s span) holds(num int, sym string) bool {
	if s.sym != "" {
		return s.sym == sym
	}
	return sym == "" && num >= s.lo && num <= s.hi
}

// failure is the first error of steps that go on behind it, and so have no result to check.
type failure struct{ err error }

func (f *failure) fail(err error) { f.err = cmp.Or(f.err, err) }

// formReader reads a pattern or a meaning.
type formReader struct {
	failure
	words    []string
	at       int
	captures []string // of the pattern, which a meaning names
}

// parseForm reads all of a pattern or of a meaning. captures are the names of the pattern's parts, for its meaning.
func parseForm[T any](text string, captures []string, read func(*formReader) T) (tree T, err error) {
	r := formReader{captures: captures}
	r.divide(text)
	if tree = read(&r); r.at < len(r.words) {
		r.fail(fmt.Errorf("unexpected %q", r.words[r.at]))
	}
	return tree, r.err
}

// divide divides a pattern or a meaning: brackets and operators are words of their own, and
// a literal is one with its quotes.
func (r *formReader) divide(text string) {
	for text = strings.TrimLeft(text, " \t"); text != ""; text = strings.TrimLeft(text, " \t") {
		end := 1
		switch {
		case text[0] == '"':
			if end = strings.IndexByte(text[1:], '"') + 2; end == 1 {
				r.fail(fmt.Errorf("a literal without an end: %s", text))
			}
		case nameByte(text[0]):
			for end < len(text) && (nameByte(text[end]) || joinsValues(text[end:])) {
				end++
			}
		}
		r.words, text = append(r.words, text[:end]), text[end:]
	}
}

// nameByte reports whether a byte can be part of a name with its values.
func nameByte(c byte) bool {
	switch c {
	case '_', '-', ':', '.':
		return true
	}
	return 'a' <= c && c <= 'z' || '0' <= c && c <= '9'
}

// joinsValues reports whether a text begins with a "|" between two values of one name.
func joinsValues(text string) bool { return len(text) > 1 && text[0] == '|' && nameByte(text[1]) }

func (r *formReader) peek() string {
	if r.at < len(r.words) {
		return r.words[r.at]
	}
	return ""
}

func (r *formReader) take(word string) bool {
	if r.peek() != word {
		return false
	}
	r.at++
	return true
}

func (r *formReader) choice() part {
	options := []part{r.sequence()}
	for r.take("|") {
		options = append(options, r.sequence())
	}
	if len(options) == 1 {
		return options[0]
	}
	return part{kind: partChoice, parts: options}
}

func (r *formReader) sequence() part {
	seq := part{kind: partSequence}
	for {
		switch r.peek() {
		case "", "|", ")", "]":
			return seq
		}
		seq.parts = append(seq.parts, r.item())
	}
}

// item reads one part with what stands before and after it.
func (r *formReader) item() part {
	glued, look, behind, not := false, false, false, false
	for signs := map[string]*bool{"~": &glued, "&": &look, "<": &behind, "!": &not}; signs[r.peek()] != nil; r.at++ {
		*signs[r.peek()] = true
	}
	p := r.named()
	if glued {
		p.glue()
	}
	p.behind, p.not, p.look = behind, not, look || behind || not
	if p.look && (p.kind == partChoice || p.kind == partSequence) {
		r.fail(fmt.Errorf("only a class or a rule can be looked at, and not words in brackets"))
	}
	for r.peek() == "*" || r.peek() == "+" {
		least := 0
		if r.peek() == "+" {
			least = 1
		}
		p = part{kind: partRepeat, capture: p.capture, parts: []part{p}, least: least}
		r.at++
	}
	return p
}

// glue says that no space stands before a part.
func (p *part) glue() {
	switch p.kind {
	case partChoice:
		for i := range p.parts {
			p.parts[i].glue()
		}
	case partSequence:
		if len(p.parts) > 0 {
			p.parts[0].glue()
		}
	default:
		p.glued = true
	}
}

// named reads a part and the name that is given to it.
func (r *formReader) named() part {
	name := ""
	if r.at+1 < len(r.words) && r.words[r.at+1] == "=" {
		name = r.words[r.at]
		r.at += 2
	}
	p := r.atom()
	if name != "" {
		p.capture = name
	}
	return p
}

func (r *formReader) atom() (p part) {
	word := r.peek()
	r.at++
	switch {
	case word == "{":
		p = part{kind: partSlot, name: r.peek(), capture: r.peek()}
		r.at++
	case word == "(", word == "[":
		if p = r.choice(); word == "[" {
			p = part{kind: partChoice, parts: []part{p, {kind: partSequence}}}
		}
	case word == "^":
		return part{kind: partStart}
	case word == "$":
		return part{kind: partEnd}
	case strings.HasPrefix(word, `"`):
		return part{kind: partLiteral, name: strings.Trim(word, `"`)}
	case word != "" && nameByte(word[0]):
		return r.class(word)
	default:
		r.fail(fmt.Errorf("unexpected %q", word))
		return p
	}
	if !r.take(closing[word]) {
		r.fail(fmt.Errorf("a %s without its %s", word, closing[word]))
	}
	return p
}

// node reads a node of a meaning with its arguments.
func (r *formReader) node() (t template) {
	word := r.peek()
	r.at++
	t.capture = -1
	n, notNumber := strconv.Atoi(word)
	switch {
	case notNumber == nil:
		t.name, t.num = Int, n
	case word == "_":
		t.capture = -2
	case word == "" || !nameByte(word[0]):
		r.fail(fmt.Errorf("a name is missing in the meaning at %q", word))
	case word[0] == '.':
		t.name, t.sym = Sym, word[1:]
	case r.take("("):
		t.name = word
		for r.err == nil && !r.take(")") {
			t.args = append(t.args, r.node())
			if !r.take(",") && r.peek() != ")" {
				r.fail(fmt.Errorf("a comma or ) is missing in the meaning at %q", r.peek()))
			}
		}
	default:
		if t.capture = slices.Index(r.captures, word); t.capture < 0 {
			r.fail(fmt.Errorf("the pattern has no part %q", word))
		}
	}
	return t
}

// class reads a class or a rule and the values it has to have.
func (r *formReader) class(word string) part {
	name, values, restricted := strings.Cut(word, ":")
	p := part{kind: partName, name: name, capture: name}
	if restricted {
		for v := range strings.SplitSeq(values, "|") {
			p.values = append(p.values, r.span(v))
		}
	}
	return p
}

// span reads a symbol, a number or a range of numbers. A number may have a sign.
func (r *formReader) span(text string) span {
	sign := len(text) - len(strings.TrimLeft(text, "-"))
	if sign == len(text) || text[sign] < '0' || text[sign] > '9' {
		return span{sym: text}
	}
	lo, hi, isRange := strings.Cut(text[sign:], "-")
	if !isRange {
		hi = text
	}
	from, err := strconv.Atoi(text[:sign] + lo)
	to, bad := strconv.Atoi(hi)
	if err != nil || bad != nil {
		r.fail(fmt.Errorf("%q is no range of numbers", text))
	}
	return span{lo: from, hi: to}
}
