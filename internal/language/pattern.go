package language

import (
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

// formReader reads a pattern or a meaning.
type formReader struct {
	words    []string
	at       int
	captures []string // of the pattern, which a meaning names
}

// parsePattern reads a pattern.
func parsePattern(text string) (part, error) { return parseForm(text, nil, (*formReader).choice) }

// parseTemplate reads a meaning. captures are the names of the pattern's parts.
func parseTemplate(text string, captures []string) (template, error) {
	return parseForm(text, captures, (*formReader).node)
}

// parseForm reads all of a text.
func parseForm[T any](text string, captures []string, read func(*formReader) (T, error)) (tree T, err error) {
	r := formReader{captures: captures}
	if r.words, err = formWords(text); err != nil {
		return tree, err
	}
	tree, err = read(&r)
	if err == nil && r.at < len(r.words) {
		err = fmt.Errorf("unexpected %q", r.words[r.at])
	}
	return tree, err
}

// formWords divides a pattern or a meaning: brackets and operators are words of their own, and
// a literal is one with its quotes.
func formWords(text string) (words []string, err error) {
	for text = strings.TrimLeft(text, " \t"); text != ""; text = strings.TrimLeft(text, " \t") {
		end := 1
		switch {
		case text[0] == '"':
			if end = strings.IndexByte(text[1:], '"') + 2; end == 1 {
				return nil, fmt.Errorf("a literal without an end: %s", text)
			}
		case nameByte(text[0]):
			for end < len(text) && (nameByte(text[end]) || joinsValues(text[end:])) {
				end++
			}
		}
		words, text = append(words, text[:end]), text[end:]
	}
	return words, nil
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

func (r *formReader) choice() (part, error) {
	var options []part
	for {
		p, err := r.sequence()
		if err != nil {
			return part{}, err
		}
		options = append(options, p)
		if !r.take("|") {
			break
		}
	}
	if len(options) == 1 {
		return options[0], nil
	}
	return part{kind: partChoice, parts: options}, nil
}

func (r *formReader) sequence() (part, error) {
	seq := part{kind: partSequence}
	for {
		switch r.peek() {
		case "", "|", ")", "]":
			return seq, nil
		}
		p, err := r.item()
		if err != nil {
			return part{}, err
		}
		seq.parts = append(seq.parts, p)
	}
}

// item reads one part with what stands before and after it.
func (r *formReader) item() (p part, err error) {
	glued, look, behind, not := false, false, false, false
	for signs := map[string]*bool{"~": &glued, "&": &look, "<": &behind, "!": &not}; signs[r.peek()] != nil; r.at++ {
		*signs[r.peek()] = true
	}
	if p, err = r.named(); err != nil {
		return p, err
	}
	if glued {
		p.glue()
	}
	p.behind, p.not, p.look = behind, not, look || behind || not
	if p.look && (p.kind == partChoice || p.kind == partSequence) {
		return p, fmt.Errorf("only a class or a rule can be looked at, and not words in brackets")
	}
	for r.peek() == "*" || r.peek() == "+" {
		least := 0
		if r.peek() == "+" {
			least = 1
		}
		p = part{kind: partRepeat, capture: p.capture, parts: []part{p}, least: least}
		r.at++
	}
	return p, nil
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
func (r *formReader) named() (part, error) {
	name := ""
	if r.at+1 < len(r.words) && r.words[r.at+1] == "=" {
		name = r.words[r.at]
		r.at += 2
	}
	p, err := r.atom()
	if name != "" {
		p.capture = name
	}
	return p, err
}

func (r *formReader) atom() (p part, err error) {
	word := r.peek()
	r.at++
	switch {
	case word == "{":
		p = part{kind: partSlot, name: r.peek(), capture: r.peek()}
		r.at++
	case word == "(", word == "[":
		if p, err = r.choice(); err != nil {
			return p, err
		}
		if word == "[" {
			p = part{kind: partChoice, parts: []part{p, {kind: partSequence}}}
		}
	case word == "^":
		return part{kind: partStart}, nil
	case word == "$":
		return part{kind: partEnd}, nil
	case strings.HasPrefix(word, `"`):
		return part{kind: partLiteral, name: strings.Trim(word, `"`)}, nil
	case word != "" && nameByte(word[0]):
		return parseName(word)
	default:
		return part{}, fmt.Errorf("unexpected %q", word)
	}
	if !r.take(closing[word]) {
		return p, fmt.Errorf("a %s without its %s", word, closing[word])
	}
	return p, nil
}

// node reads a node of a meaning with its arguments.
func (r *formReader) node() (t template, err error) {
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
		return t, fmt.Errorf("a name is missing in the meaning at %q", word)
	case word[0] == '.':
		t.name, t.sym = Sym, word[1:]
	case r.take("("):
		t.name = word
		for !r.take(")") {
			arg, err := r.node()
			if err != nil {
				return t, err
			}
			t.args = append(t.args, arg)
			if !r.take(",") && r.peek() != ")" {
				return t, fmt.Errorf("a comma or ) is missing in the meaning at %q", r.peek())
			}
		}
	default:
		if t.capture = slices.Index(r.captures, word); t.capture < 0 {
			return t, fmt.Errorf("the pattern has no part %q", word)
		}
	}
	return t, nil
}

// parseName reads a class or a rule and the values it has to have.
func parseName(word string) (part, error) {
	name, values, restricted := strings.Cut(word, ":")
	p := part{kind: partName, name: name, capture: name}
	if !restricted {
		return p, nil
	}
	for v := range strings.SplitSeq(values, "|") {
		s, err := parseSpan(v)
		if err != nil {
			return p, err
		}
		p.values = append(p.values, s)
	}
	return p, nil
}

// parseSpan reads a symbol, a number or a range of numbers. A number may have a sign.
func parseSpan(text string) (span, error) {
	sign := len(text) - len(strings.TrimLeft(text, "-"))
	if sign == len(text) || text[sign] < '0' || text[sign] > '9' {
		return span{sym: text}, nil
	}
	lo, hi, isRange := strings.Cut(text[sign:], "-")
	if !isRange {
		hi = text
	}
	from, err := strconv.Atoi(text[:sign] + lo)
	if err != nil {
		return span{}, fmt.Errorf("%q is no range of numbers", text)
	}
	to, err := strconv.Atoi(hi)
	if err != nil {
		return span{}, fmt.Errorf("%q is no range of numbers", text)
	}
	return span{lo: from, hi: to}, nil
}
