package checklist

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Split splits a text into items at its commas. It never fails: an unclosed quote or
// bracket extends to the end.
//
// A comma inside quotes, brackets, parentheses or braces does not split, and neither
// does one after a backslash, which escapes any character. Quotation marks are removed
// and brackets are kept. The three kinds of brackets are counted separately.
//
// A " opens a quote anywhere. A ' opens one only at the beginning of a word, and only if
// another ' ends a later word. Otherwise it is an apostrophe, also inside a quote.
func Split(text string) (items []string) {
	s := splitter{text: text, closing: closings(text)}
	return s.run()
}

type splitter struct {
	text    string
	closing []int // offsets where a ' can end a quote, ascending
	item    strings.Builder
	items   []string
}

func (s *splitter) run() []string {
	var quote byte // the open quotation mark, or 0
	var depth [3]int
	for i := 0; i < len(s.text); i++ {
		c := s.text[i]
		switch {
		case c == '\\':
			// The other bytes of a multi-byte character follow as ordinary bytes.
			if i++; i < len(s.text) {
				s.item.WriteByte(s.text[i])
			}
		case quote == '"' && c == '"', quote == '\'' && c == '\'' && s.closes(i):
			quote = 0
		case quote != 0:
			s.item.WriteByte(c)
		case c == '"', c == '\'' && opens(s.text, i) && s.closesAfter(i):
			quote = c
		case c == ',' && depth == [3]int{}:
			s.end()
		default:
			if kind := strings.IndexByte("([{", c); kind >= 0 {
				depth[kind]++
			} else if kind := strings.IndexByte(")]}", c); kind >= 0 {
				depth[kind] = max(0, depth[kind]-1)
			}
			s.item.WriteByte(c)
		}
	}
	s.end()
	return s.items
}

func (s *splitter) end() {
	if item := strings.TrimSpace(s.item.String()); item != "" {
		s.items = append(s.items, item)
	}
	s.item.Reset()
}

// closes reports whether a quote can end at an offset, and closesAfter whether it can
// end after it. Both are called with ascending offsets and drop earlier ones, so that
// Split is linear.

func (s *splitter) closes(i int) bool {
	s.forget(i)
	return len(s.closing) > 0 && s.closing[0] == i
}

func (s *splitter) closesAfter(i int) bool {
	s.forget(i + 1)
	return len(s.closing) > 0
}

func (s *splitter) forget(before int) {
	for len(s.closing) > 0 && s.closing[0] < before {
		s.closing = s.closing[1:]
	}
}

// closings returns the offsets of each ' at the end of a word. Escapes do not depend on
// quotes, so closings can run before the quotes are known.
func closings(text string) (places []int) {
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '\\':
			i++
		case text[i] == '\'' && boundary(text[i+1:]):
			places = append(places, i)
		}
	}
	return places
}

// boundary reports whether a word ends where the rest of a text begins.
func boundary(rest string) bool {
	r, size := utf8.DecodeRuneInString(rest)
	return size == 0 || unicode.IsSpace(r) || strings.ContainsRune(",)]}", r)
}

// opens reports whether a word begins at an offset.
func opens(text string, at int) bool {
	r, size := utf8.DecodeLastRuneInString(text[:at])
	return size == 0 || unicode.IsSpace(r) || strings.ContainsRune(",([{", r)
}
