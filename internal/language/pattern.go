package language

import (
	"fmt"
	"strconv"
	"strings"
)

// A pattern is read to a tree of parts, and then compiled to a program of instructions.

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

// patternReader reads a pattern.
type patternReader struct {
	words []string
	at    int
}

// parsePattern reads a pattern.
func parsePattern(text string) (part, error) {
	words, err := patternWords(text)
	if err != nil {
		return part{}, err
	}
	r := patternReader{words: words}
	p, err := r.choice()
	if err == nil && r.at < len(r.words) {
		err = fmt.Errorf("unexpected %q", r.words[r.at])
	}
	return p, err
}

// patternWords divides a pattern: brackets and operators are words of their own, and
// a literal is one with its quotes.
func patternWords(text string) (words []string, err error) {
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case c == ' ' || c == '\t':
			i++
		case c == '"':
			end := strings.IndexByte(text[i+1:], '"')
			if end < 0 {
				return nil, fmt.Errorf("a literal without an end: %s", text[i:])
			}
			words = append(words, text[i:i+end+2])
			i += end + 2
		case nameByte(c):
			end := i
			for end < len(text) && (nameByte(text[end]) || joinsValues(text[end:])) {
				end++
			}
			words = append(words, text[i:end])
			i = end
		default:
			words = append(words, text[i:i+1])
			i++
		}
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

func (r *patternReader) peek() string {
	if r.at < len(r.words) {
		return r.words[r.at]
	}
	return ""
}

func (r *patternReader) take(word string) bool {
	if r.peek() != word {
		return false
	}
	r.at++
	return true
}

func (r *patternReader) choice() (part, error) {
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

func (r *patternReader) sequence() (part, error) {
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
func (r *patternReader) item() (p part, err error) {
	var glued, look, behind, not bool
	for {
		switch {
		case r.take("~"):
			glued = true
		case r.take("&"):
			look = true
		case r.take("<"):
			behind = true
		case r.take("!"):
			not = true
		default:
			if p, err = r.named(); err != nil {
				return p, err
			}
			if glued {
				p.glue()
			}
			looks, several := look || behind || not, p.kind == partChoice || p.kind == partSequence
			if looks && several {
				return p, fmt.Errorf("only a class or a rule can be looked at, and not words in brackets")
			}
			p.behind, p.not = behind, not
			p.look = look || behind || not
			for {
				switch {
				case r.take("*"):
					p = part{kind: partRepeat, capture: p.capture, parts: []part{p}}
				case r.take("+"):
					p = part{kind: partRepeat, capture: p.capture, parts: []part{p}, least: 1}
				default:
					return p, nil
				}
			}
		}
	}
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
func (r *patternReader) named() (part, error) {
	if r.at+1 < len(r.words) && r.words[r.at+1] == "=" {
		name := r.words[r.at]
		r.at += 2
		p, err := r.atom()
		p.capture = name
		return p, err
	}
	return r.atom()
}

func (r *patternReader) atom() (part, error) {
	word := r.peek()
	r.at++
	switch {
	case word == "(" || word == "[":
		p, err := r.choice()
		if err != nil {
			return p, err
		}
		if word == "[" {
			if !r.take("]") {
				return p, fmt.Errorf("a [ without its ]")
			}
			return part{kind: partChoice, parts: []part{p, {kind: partSequence}}}, nil
		}
		if !r.take(")") {
			return p, fmt.Errorf("a ( without its )")
		}
		return p, nil
	case word == "{":
		p := part{kind: partSlot, name: r.peek(), capture: r.peek()}
		r.at++
		if !r.take("}") {
			return p, fmt.Errorf("a { without its }")
		}
		return p, nil
	case word == "^":
		return part{kind: partStart}, nil
	case word == "$":
		return part{kind: partEnd}, nil
	case strings.HasPrefix(word, `"`):
		return part{kind: partLiteral, name: strings.Trim(word, `"`)}, nil
	case word != "" && nameByte(word[0]):
		return parseName(word)
	}
	return part{}, fmt.Errorf("unexpected %q", word)
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
