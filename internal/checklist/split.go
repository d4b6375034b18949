package checklist

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Split takes a list in one text apart at its commas (facts 3.1). It never
// fails: what is not closed goes as far as it can.
//
// A comma inside quotes, brackets, parentheses or braces does not split, nor
// one after a backslash, which makes any character an ordinary one. Quotation
// marks are removed, brackets are kept. The three kinds of brackets are counted
// apart, so that a wrong one closes nothing.
//
// " opens a quote wherever it stands. ' does so only at the beginning of a word
// and when another one ends a word later on (facts section 5, 51): otherwise
// it is an apostrophe, inside a quote as well.
func Split(text string) (items []string) {
	s := splitter{text: text, closing: closings(text)}
	return s.run()
}

type splitter struct {
	text    string
	closing []int // places where a ' can end a quote, ascending
	item    strings.Builder
	items   []string
}

func (s *splitter) run() []string {
	var quote byte // that has to come for the quote to end; 0 outside
	var depth [3]int
	for i := 0; i < len(s.text); i++ {
		c := s.text[i]
		switch {
		case c == '\\':
			// Of a longer character the rest follows as ordinary bytes.
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

// closes reports whether a quote can end here, and closesAfter whether one that
// begins here can end at all. Both are asked from left to right, so that what
// lies behind is forgotten and the whole stays linear.

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

// closings are the places of every ' at the end of a word. Whether a character
// is escaped does not hang on the quotes around it, so that they can be found
// beforehand.
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

// boundary reports whether a word ends before the rest of a text.
func boundary(rest string) bool {
	r, size := utf8.DecodeRuneInString(rest)
	return size == 0 || unicode.IsSpace(r) || strings.ContainsRune(",)]}", r)
}

// opens reports whether a word begins at a place in a text.
func opens(text string, at int) bool {
	r, size := utf8.DecodeLastRuneInString(text[:at])
	return size == 0 || unicode.IsSpace(r) || strings.ContainsRune(",([{", r)
}
