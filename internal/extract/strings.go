package extract

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Classes of quotes. A quote ends a string that a quote of its class began.
const (
	doubleQuote = 1 + iota
	singleQuote
	smartQuote
)

// quoteClass returns the class of the quote at i, or 0.
func quoteClass(s string, i int) int {
	switch s[i] {
	case '"':
		return doubleQuote
	case '\'':
		return singleQuote
	case '`':
		if strings.HasPrefix(s[i:], "```") {
			return 0
		}
		return singleQuote
	case 0xe2:
		if i+2 < len(s) && s[i+1] == 0x80 {
			switch s[i+2] {
			case 0x98, 0x99, 0x9a, 0x9b:
				return singleQuote
			case 0x9c, 0x9d, 0x9e, 0x9f:
				return smartQuote
			}
		}
	case 0xc2:
		if i+1 < len(s) && (s[i+1] == 0xab || s[i+1] == 0xbb) {
			return smartQuote
		}
		if i+1 < len(s) && s[i+1] == 0xb4 {
			return singleQuote
		}
	}
	return 0
}

func quoteSize(s string, i int) int {
	_, size := utf8.DecodeRuneInString(s[i:])
	return size
}

// endsString reports whether the quote at i can end a string that a quote of the class
// began. A straight quote also ends a string that a smart one began, but not the other
// way round: titles contain smart quotes.
func endsString(s string, i, class int) bool {
	c := quoteClass(s, i)
	return c == class || class == smartQuote && c == doubleQuote
}

// quotedString parses the string that begins here.
func (r *looseParser) quotedString(p position) string {
	class := quoteClass(r.text, r.pos)
	open := r.pos
	if r.text[open] != '"' {
		r.repaired(otherQuotes)
	}
	if s, ok := r.tripleQuoted(); ok {
		return s
	}
	from := open + quoteSize(r.text, open)
	alike := openString{class, p, r.end}
	if known, ok := r.noQuote[alike]; !ok || from < known {
		if s, ok := r.untilClosingQuote(from, class, p); ok {
			return s
		}
		if r.noQuote == nil {
			r.noQuote = map[openString]int{}
		}
		r.noQuote[alike] = from
	}
	if r.strictEnd {
		r.steps += r.end - from
		r.pos = r.end
		return unescapeAll(r.text[from:r.end])
	}
	return r.withoutClosingQuote(from, p)
}

// tripleQuoted parses a string between three quotes, as Python has them.
func (r *looseParser) tripleQuoted() (string, bool) {
	if !strings.HasPrefix(r.text[r.pos:r.end], `"""`) {
		return "", false
	}
	at := r.marks.find(r.text, `"""`, r.pos+3, r.end)
	if at >= r.end {
		return "", false
	}
	s := r.text[r.pos+3 : at]
	r.steps += at - r.pos
	r.pos = at + 3
	r.repaired(otherQuotes)
	return s, true
}

// untilClosingQuote parses up to the quote that ends the string. If there is none before
// the end, ok is false and the parser has not moved.
//
// Quotes inside of a string come in pairs. One without a pair belongs to the next
// name or item, and the string lacks its own.
func (r *looseParser) untilClosingQuote(from, class int, p position) (text string, ok bool) {
	next, single := 0, 0 // where the next name may begin; and the next item or name without quotes
	quotes := 0
	for i := from; i < r.end; {
		if !endsString(r.text, i, class) {
			if r.text[i] == '\\' {
				i++
			}
			i++
			continue
		}
		size := quoteSize(r.text, i)
		if r.closesString(i+size, p) {
			if quotes%2 == 1 && single > 0 {
				return r.splitBefore(from, single), true
			}
			r.steps += i - from
			r.pos = i + size
			r.repairs[innerQuote] += quotes
			text, odd := decodeString(r.text[from:i], false)
			r.repairs[escape] += odd
			return text, true
		}
		if p != name && r.colonAfter(i+size) {
			if next > 0 && (p == member || strings.IndexByte(r.structureBefore(from, next), ']') >= 0) {
				return r.splitBefore(from, next), true
			}
			r.unsure = r.unsure || p == member
		}
		switch before := r.lastCharacter(from, i); {
		case before == ':' && p == name:
			r.pos = from + strings.LastIndexByte(r.text[from:i], ':')
			r.steps += i - from
			r.guessed(endQuote)
			return unescapeAll(trim(r.text[from:r.pos])), true
		case before == ',' || before == '{':
			if next = i; p == item {
				single = i
			}
		case before == ':' && p == member:
			single = r.bareNameBefore(from, i)
		}
		quotes++
		i += size
	}
	r.steps += r.end - from
	return "", false
}

// splitBefore ends a string in front of the place where the next name or item begins,
// and of the brackets and the comma before that.
func (r *looseParser) splitBefore(from, at int) string {
	r.steps += at - from
	r.pos = at - len(r.structureBefore(from, at))
	r.guessed(endQuote)
	return unescapeAll(trim(r.text[from:r.pos]))
}

// structureBefore returns the brackets, commas and white space in front of a place, as
// far as it looks.
func (r *looseParser) structureBefore(from, at int) string {
	near := r.text[max(from, at-maxLookahead):at]
	return near[len(strings.TrimRight(near, " \t\r\n,{}[]")):]
}

// withoutClosingQuote ends a string that has no closing quote where its container seems
// to continue.
func (r *looseParser) withoutClosingQuote(from int, p position) string {
	r.guessed(endQuote)
	i := from
	// Where nothing closes after it, the text was cut off inside the string.
	cut := p != name && strings.IndexByte(",]}", r.lastCharacter(from, r.end)) < 0
	for i < r.end {
		c := r.text[i]
		ends := c == '\n' || c == ',' || closesContainer(c)
		if p == name {
			ends = ends || c == ':'
		}
		if ends && !cut || r.atFenceOrTag(i) {
			break
		}
		i++
	}
	r.steps += i - from
	r.pos = i
	return unescapeAll(trim(r.text[from:i]))
}

// unescape appends the character that the escape at i stands for, and returns where the
// escape ends. A backslash that begins no escape is kept.
func unescape(b []byte, s string, i, end int) (_ []byte, next int, odd bool) {
	if i+1 >= end {
		return append(b, '\\'), i + 1, true
	}
	switch c := s[i+1]; c {
	case '"', '\\', '/':
		return append(b, c), i + 2, false
	case 'b':
		return append(b, '\b'), i + 2, false
	case 'f':
		return append(b, '\f'), i + 2, false
	case 'n':
		return append(b, '\n'), i + 2, false
	case 'r':
		return append(b, '\r'), i + 2, false
	case 't':
		return append(b, '\t'), i + 2, false
	case '\'', '`':
		return append(b, c), i + 2, true
	case '\n':
		return append(b, '\n'), i + 2, true
	case 'u':
		one, ok := hex4(s, i+2, end)
		if !ok {
			break
		}
		if !utf16.IsSurrogate(one) {
			return utf8.AppendRune(b, one), i + 6, false
		}
		if i+7 < end && s[i+6] == '\\' && s[i+7] == 'u' {
			if two, ok := hex4(s, i+8, end); ok {
				if r := utf16.DecodeRune(one, two); r != utf8.RuneError {
					return utf8.AppendRune(b, r), i + 12, false
				}
			}
		}
		return utf8.AppendRune(b, utf8.RuneError), i + 6, true
	}
	return append(b, '\\'), i + 1, true
}

// unescapeAll replaces the escapes of a text whose end is missing.
func unescapeAll(s string) string {
	text, _ := decodeString(s, true)
	return text
}

// decodeString replaces the escapes of a text, and counts those that JSON does not have,
// and control characters. If the text is cut, an escape without its end is left out.
func decodeString(s string, cut bool) (text string, odd int) {
	var b []byte
	start := 0
	for i := 0; i < len(s); {
		if s[i] != '\\' {
			if s[i] < 0x20 {
				odd++
			}
			i++
			continue
		}
		b = append(b, s[start:i]...)
		if cut && (i+1 == len(s) || s[i+1] == 'u' && i+6 > len(s)) {
			return string(b), odd
		}
		var isOdd bool
		if b, i, isOdd = unescape(b, s, i, len(s)); isOdd {
			odd++
		}
		start = i
	}
	if b == nil {
		return s, odd
	}
	return string(append(b, s[start:]...)), odd
}
