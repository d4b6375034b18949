package extract

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Quotes by class: those of one class end each other's strings.
const (
	doubleQuote = 1 + iota
	singleQuote
	smartQuote
)

// quoteClass is the class of the quote at i, or 0.
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
// began. A straight quote ends a string that a smart one began, not the other way
// round: titles have smart quotes inside.
func endsString(s string, i, class int) bool {
	c := quoteClass(s, i)
	return c == class || class == smartQuote && c == doubleQuote
}

// quotedString reads the string that begins here and gives what it says.
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
	known := &r.noQuote[class-1][p]
	if *known == 0 || from < *known {
		if s, ok := r.untilClosingQuote(from, class, p); ok {
			return s
		}
		*known = from
	}
	if r.strictEnd {
		r.steps += r.end - from
		r.pos = r.end
		return r.unescapeAll(r.text[from:r.end])
	}
	return r.withoutClosingQuote(from, p)
}

// tripleQuoted reads Python's string between three quotes.
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

// untilClosingQuote reads up to the quote that ends the string. ok is false, and the reader
// where it was, when there is none before the end.
func (r *looseParser) untilClosingQuote(from, class int, p position) (text string, ok bool) {
	said := stringDecoder{start: from}
	lastOpen := 0 // a quote that looks as if it began the next name
	quotes := 0
	for i := from; i < r.end; {
		if next, read := said.decode(r, i); read {
			i = next
			continue
		}
		size := quoteSize(r.text, i)
		if !endsString(r.text, i, class) {
			i += size
			continue
		}
		if r.closesString(i+size, p) {
			r.steps += i - from
			r.pos = i + size
			r.repairs[escape] += said.escapes
			r.repairs[innerQuote] += quotes
			return said.finish(r, i), true
		}
		if p == member && r.colonAfter(i+size) {
			if lastOpen > 0 {
				return r.splitBeforeName(from, lastOpen), true
			}
			r.unsure = true
		}
		if before := r.lastCharacter(from, i); before == ',' || before == '{' {
			lastOpen = i
		}
		quotes++
		i += size
	}
	r.steps += r.end - from
	return "", false
}

// stringDecoder is what a string says so far.
type stringDecoder struct {
	b       []byte // of one with escapes, up to start
	start   int    // of what has not been copied yet
	escapes int    // that had to be mended
}

// decode reads what is no quote at i, and where the next begins.
func (q *stringDecoder) decode(r *looseParser, i int) (next int, read bool) {
	switch c := r.text[i]; {
	case c == '\\':
		var odd bool
		if q.b, next, odd = unescape(append(q.b, r.text[q.start:i]...), r.text, i, r.end); odd {
			q.escapes++
		}
		q.start = next
		return next, true
	case c < 0x20:
		q.escapes++
		return i + 1, true
	}
	c := r.text[i]
	return i + 1, c < 0x7f && c != '"' && c != '\'' && c != '`'
}

// finish is the whole of it, which ends before i.
func (q *stringDecoder) finish(r *looseParser, i int) string {
	if q.b == nil {
		return r.text[q.start:i]
	}
	return string(append(q.b, r.text[q.start:i]...))
}

// lastCharacter is the last character before i that is not a space or a line's end; 0
// when it is not near.
func (r *looseParser) lastCharacter(from, i int) byte {
	for j := i - 1; j >= max(from, i-maxLookahead); j-- {
		if c := r.text[j]; c > ' ' {
			return c
		}
	}
	return 0
}

// splitBeforeName ends a string at the comma before the quote that begins the next name.
func (r *looseParser) splitBeforeName(from, at int) string {
	text := trim(r.text[from:at])
	comma := from + strings.LastIndexAny(r.text[from:at], ",{")
	r.steps += at - from
	r.pos = comma
	r.guessed(endQuote)
	return text[:strings.LastIndexAny(text, ",{")]
}

func (r *looseParser) colonAfter(i int) bool {
	j := skipBlank(r.text, i, r.end)
	r.steps += j - i
	return j < r.end && r.text[j] == ':'
}

// withoutClosingQuote ends a string without an end at the first sign that its container
// goes on.
func (r *looseParser) withoutClosingQuote(from int, p position) string {
	r.guessed(endQuote)
	i := from
scan:
	for i < r.end {
		switch c := r.text[i]; {
		case c == '\n' || c == ',' || c == '}' || c == ']' || c == ':' && p == name:
			break scan
		case c == '`' || c == '<':
			if r.atFenceOrTag(i) {
				break scan
			}
		}
		i++
	}
	r.steps += i - from
	r.pos = i
	if i < r.end {
		return r.unescapeAll(trim(r.text[from:i]))
	}
	return r.unescapeAll(r.text[from:i])
}

// unescapeAll takes the escapes out of a text; one that was cut says nothing.
func (r *looseParser) unescapeAll(s string) string {
	var b []byte
	start := 0
	for i := 0; i < len(s); {
		if s[i] != '\\' {
			i++
			continue
		}
		b = append(b, s[start:i]...)
		if i+1 == len(s) || s[i+1] == 'u' && i+6 > len(s) {
			return string(b)
		}
		b, i, _ = unescape(b, s, i, len(s))
		start = i
	}
	r.steps += len(s)
	if b == nil {
		return s
	}
	return string(append(b, s[start:]...))
}

// unescape adds what the escape at i stands for and gives where it ends. What is
// no escape is kept as it is.
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

func toValidUTF8(s string) string { return strings.ToValidUTF8(s, string(utf8.RuneError)) }

// maxLookahead is how far ahead a name is looked for.
const maxLookahead = 128

// closesString reports whether a quote that ends at i ends its string, by what comes
// after it.
func (r *looseParser) closesString(i int, p position) bool {
	j := r.skipSpaceAndComment(i)
	if j >= r.end || r.atFenceOrTag(j) {
		return true
	}
	c := r.text[j]
	apart := j > i
	if p == name {
		return c == ':' || c == ',' || c == '}' || c == '{' || c == '[' || c >= '0' && c <= '9' || r.literalAt(j) || apart && quoteClass(r.text, j) != 0
	}
	switch {
	case c == '}' || c == ']':
		return r.closesContainers(j)
	case c == ')':
		return r.isOpen(')')
	case c == ',':
		return r.containerContinues(j+1, p)
	case c == '+':
		k := skipBlank(r.text, j+1, r.end)
		return k < r.end && quoteClass(r.text, k) != 0
	case quoteClass(r.text, j) != 0:
		if j == i && r.containerEnds(j+quoteSize(r.text, j)) {
			return false // the one behind it ends the string: "the "last""
		}
		if p == member {
			return r.nameAt(j)
		}
		return apart
	case p == item:
		return apart && (c == '{' || c == '[' || r.scalarAt(j))
	case strings.IndexByte(r.text[i:j], '\n') >= 0:
		return r.unquotedNameAt(j)
	}
	return false
}

// containerEnds reports whether a container ends or goes on at i.
func (r *looseParser) containerEnds(i int) bool {
	j := skipBlank(r.text, i, r.end)
	r.steps += j - i
	return j >= r.end || r.text[j] == '}' || r.text[j] == ']' || r.text[j] == ','
}

// skipSpaceAndComment skips white space and one comment.
func (r *looseParser) skipSpaceAndComment(i int) int {
	j := skipBlank(r.text, i, r.end)
	if k, ok := r.comment(j); ok {
		j = skipBlank(r.text, k, r.end)
		r.steps += j - k
		return j
	}
	r.steps += j - i
	return j
}

// closesContainers reports whether the brackets at i close anything: behind them the
// containers that are still open have to go on.
func (r *looseParser) closesContainers(i int) bool {
	open := len(r.stack)
	for i < r.end && open > 0 && (r.text[i] == '}' || r.text[i] == ']') {
		outer := open - 1
		for outer >= 0 && r.stack[outer] != r.text[i]-2 {
			outer--
		}
		if outer >= 0 {
			open = outer
		}
		from := i
		i = skipBlank(r.text, i+1, r.end)
		r.steps += i - from + len(r.stack)
	}
	if open == 0 || i >= r.end || r.atFenceOrTag(i) {
		return true
	}
	switch c := r.text[i]; c {
	case ',', '{', '[', '/', '#', ')', '.', '}', ']':
		return true
	}
	return quoteClass(r.text, i) != 0 || r.text[i-1] == '\n'
}

// containerContinues reports whether the container goes on behind a comma.
func (r *looseParser) containerContinues(i int, p position) bool {
	j := r.skipSpaceAndComment(i)
	if j >= r.end || r.atFenceOrTag(j) {
		return true
	}
	switch c := r.text[j]; {
	case c == '}' || c == ']' || c == '{' || c == ',' || c == '.':
		return true
	case p == item:
		return c == '[' || c == '-' || c >= '0' && c <= '9' || quoteClass(r.text, j) != 0 || r.wordAt(j)
	case quoteClass(r.text, j) != 0:
		return r.nameAt(j)
	}
	return r.unquotedNameAt(j)
}

// nameAt reports whether a name in quotes and a colon stand at i.
func (r *looseParser) nameAt(i int) bool {
	class := quoteClass(r.text, i)
	from := i
	i += quoteSize(r.text, i)
	for stop := i + maxLookahead; i < r.end; i++ {
		if i >= stop || r.text[i] == '\n' {
			r.steps += i - from
			return false
		}
		if endsString(r.text, i, class) {
			r.steps += i - from
			j := skipBlank(r.text, i+quoteSize(r.text, i), r.end)
			return j >= r.end || r.text[j] == ':'
		}
	}
	r.steps += i - from
	return true // cut in the middle of a name
}

// unquotedNameAt reports whether a name without quotes, or with the second alone,
// and a colon stand at i.
func (r *looseParser) unquotedNameAt(i int) bool {
	from := i
	for i < r.end && i < from+maxLookahead && (isLetter(r.text[i]) || r.text[i] == '_' || r.text[i] == '$' || r.text[i] == '-' || r.text[i] == '.' || i >= from && r.text[i] >= '0' && r.text[i] <= '9') && quoteClass(r.text, i) == 0 {
		i++
	}
	r.steps += i - from
	if i == from {
		return false
	}
	if i < r.end && quoteClass(r.text, i) != 0 {
		i += quoteSize(r.text, i)
	}
	i = skipBlank(r.text, i, r.end)
	return i >= r.end || r.text[i] == ':'
}

// wordAt reports whether a word without quotes is an item by itself.
func (r *looseParser) wordAt(i int) bool {
	from := i
	for ; i < r.end && i < from+maxLookahead; i++ {
		switch c := r.text[i]; {
		case c == ',' || c == ']' || c == '\n':
			r.steps += i - from
			return i > from
		case quoteClass(r.text, i) != 0:
			r.steps += i - from
			return false
		}
	}
	return i >= r.end
}
