package extract

import (
	"strings"

	"assister/internal/ijson"
)

// joinedStrings parses a string and those that are joined to it with a plus.
func (r *looseParser) joinedStrings(p position) string {
	first := r.quotedString(p)
	var rest []string
	for {
		i := skipBlank(r.text, r.pos, r.end)
		if i >= r.end || r.text[i] != '+' {
			break
		}
		if i = skipBlank(r.text, i+1, r.end); i >= r.end || quoteClass(r.text, i) == 0 {
			break
		}
		r.repaired(joined)
		r.pos = i
		rest = append(rest, r.quotedString(p))
	}
	return first + strings.Join(rest, "")
}

// unquotedName parses a name without quotes, or with only the second one.
func (r *looseParser) unquotedName() string {
	from := r.pos
scan:
	for r.pos < r.end {
		switch c := r.text[r.pos]; {
		case c == ':', c == ',', c == '\n', opensContainer(c), closesContainer(c):
			break scan
		case inCall(r.stack) && (c == '=' || c == ')'):
			break scan
		case c == '`' || c == '<':
			if r.atFenceOrTag(r.pos) {
				break scan
			}
		case quoteClass(r.text, r.pos) != 0:
			size := quoteSize(r.text, r.pos)
			i := skipBlank(r.text, r.pos+size, r.end)
			if i < r.end && r.text[i] == ':' {
				word := r.text[from:r.pos]
				r.pos = i
				r.repaired(startQuote)
				return strings.TrimSpace(word)
			}
			break scan
		}
		r.pos++
	}
	r.steps += r.pos - from
	word := trim(r.text[from:r.pos])
	if word != "" && !inCall(r.stack) {
		r.repaired(unquotedName)
	}
	return word
}

// word parses a literal, a number, or a string without quotes.
func (r *looseParser) word(p position) (v ijson.Value, s state) {
	from := r.pos
	to := r.wordEnd(r.pos, p)
	r.steps += to - from
	text := trim(r.text[from:to])
	r.pos = to
	if to < r.end && quoteClass(r.text, to) != 0 && text != "" && !r.startsNext(to, p) {
		r.pos += quoteSize(r.text, to)
		r.repaired(startQuote)
		return ijson.Value{Kind: ijson.String, Text: text}, complete
	}
	if text == "" {
		r.pos += max(1, quoteSize(r.text, r.pos)) // in whole characters
		r.guessed(strayCharacter)
		return ijson.Value{}, incomplete
	}
	if callAt(r.text, from, r.end) == to {
		if v, ok := r.call(text); ok {
			return v, complete
		}
		return v, notAContainer
	}
	if inner, ok := r.unwrapCall(text); ok {
		return inner, complete
	}
	if v, ok := literalOf(text); ok {
		if text != "true" && text != "false" && text != "null" {
			r.repaired(literal)
		}
		return v, complete
	}
	if n, exact, ok := numberOf(text); ok {
		if !exact {
			r.repaired(number)
		}
		return ijson.Value{Kind: ijson.Number, Text: n}, complete
	}
	r.repaired(unquotedString)
	return ijson.Value{Kind: ijson.String, Text: text}, complete
}

// unwrapCall parses a value that is written as a call, such as Decimal("1.5").
func (r *looseParser) unwrapCall(text string) (ijson.Value, bool) {
	if r.pos >= r.end || r.text[r.pos] != '(' || len(r.stack) == ijson.MaxDepth || !plainWord(text) {
		return ijson.Value{}, false
	}
	i := skipBlank(r.text, r.pos+1, r.end)
	if i >= r.end || quoteClass(r.text, i) == 0 && !isDigit(r.text[i]) {
		return ijson.Value{}, false
	}
	r.stack = append(r.stack, '(')
	r.pos = i
	v, _ := r.value(item)
	r.pop()
	r.space()
	if r.pos < r.end && r.text[r.pos] == ')' {
		r.pos++
	}
	r.repaired(wrappedCall)
	return v, true
}

func plainWord(s string) bool {
	for i := range len(s) {
		if c := s[i]; c == '$' || c == '-' || !isNameByte(c) {
			return false
		}
	}
	return s != ""
}

func literalOf(word string) (ijson.Value, bool) {
	switch word {
	case "true", "True", "TRUE":
		return ijson.Value{Kind: ijson.Bool, Bool: true}, true
	case "false", "False", "FALSE":
		return ijson.Value{Kind: ijson.Bool}, true
	case "null", "Null", "NULL", "None", "nil", "undefined":
		return ijson.Value{}, true
	}
	return ijson.Value{}, false
}

// isScalar reports whether a word is a complete value, so that another may follow.
func isScalar(s string) bool { return isLiteral(s) || isNumber(s) }

func isLiteral(s string) bool {
	_, known := literalOf(s)
	return known
}

func isNumber(s string) bool {
	_, _, ok := numberOf(s)
	return ok
}

// numberOf parses a number, also one that is cut off after its point or exponent.
func numberOf(s string) (n string, exact, ok bool) {
	if s == "" || len(s) > 400 {
		return "", false, false
	}
	if end, ok := strictNumber(s, 0, len(s)); ok && end == len(s) {
		return s, true, true
	}
	if len(s) > 1 && s[0] == '+' {
		s = s[1:]
	}
	if digits, minus := strings.CutPrefix(s, "-."); minus && digits != "" {
		s = "-0." + digits
	} else if len(s) > 1 && s[0] == '.' {
		s = "0" + s
	}
	// What is cut off in its exponent has none.
	if at := strings.IndexAny(s, "eE"); at > 0 && strings.TrimLeft(s[at+1:], "+-") == "" {
		s = s[:at]
	}
	s = strings.TrimSuffix(s, ".")
	for _, exponent := range []string{".e", ".E"} {
		s = strings.Replace(s, exponent, exponent[1:], 1)
	}
	end, ok := strictNumber(s, 0, len(s))
	return s, false, ok && end == len(s)
}
