package extract

import (
	"strings"
	"unicode/utf8"

	"assister/internal/ijson"
)

// reader reads one value that may be less than JSON. It goes forward only: what
// it looks at ahead is bounded, and where it has once found that no string ends
// before the end, it does not look again. So it takes time in proportion to the
// text, whatever the text is.
type reader struct {
	text string
	pos  int
	end  int // of the part of the text that is read

	// cautious reads a string without an end as cut there, instead of ending it
	// where its object might go on: what is carried out is not guessed.
	cautious bool

	stack  []byte // the containers that are open, by their opening bracket
	tally  tally
	cut    bool
	open   int  // how many containers were open where the text ended
	deep   bool // nested too deep
	unsure bool // another reading would have been another value

	endless [3][3]int // per quote and place: from here on no string ends, when not 0
	ahead   lookout
	steps   int // bytes looked at, for the promise about time
}

// place is what a string is in its container. The quote that ends it is known by
// what follows.
type place uint8

const (
	name place = iota
	member
	item
)

func (r *reader) done() bool { return r.pos >= r.end || r.stopped(r.pos) }

// stopped reports whether a fence or a tag stands at i, which end a value in
// whatever state it is.
func (r *reader) stopped(i int) bool {
	switch r.text[i] {
	case '`':
		return strings.HasPrefix(r.text[i:r.end], "```")
	case '<':
		t, _ := tagAt(r.text[:r.end], i)
		return t != noTag
	}
	return false
}

// finish notes that the text ended inside the containers that are open.
func (r *reader) finish() {
	if !r.cut {
		r.cut, r.open = true, len(r.stack)
		r.tally[cutAtEnd]++
	}
	r.pop()
}

func (r *reader) pop() { r.stack = r.stack[:len(r.stack)-1] }

func (r *reader) mend(m mend) { r.tally[m]++ }

// guess is a mend that could have been another one.
func (r *reader) guess(m mend) {
	r.tally[m]++
	r.unsure = true
}

// space skips white space of every script, and comments.
func (r *reader) space() {
	for r.pos < r.end {
		from := r.pos
		r.pos = skipBlank(r.text, r.pos, r.end)
		r.steps += r.pos - from
		after, ok := r.comment(r.pos)
		if !ok {
			return
		}
		r.mend(comment)
		r.pos = after
	}
}

// comment gives where the comment that begins at i ends.
func (r *reader) comment(i int) (int, bool) {
	if i >= r.end {
		return i, false
	}
	rest := r.text[i:r.end]
	switch {
	case strings.HasPrefix(rest, "/*"):
		if at := r.ahead.find(r.text, "*/", i+2, r.end); at < r.end {
			return at + 2, true
		}
		return r.end, true
	case strings.HasPrefix(rest, "//"), rest[0] == '#':
		return r.ahead.find(r.text, "\n", i, r.end), true
	}
	return i, false
}

func (r *reader) value(p place) (v ijson.Value, s state) {
	switch c := r.text[r.pos]; {
	case c == '{' || c == '[' || c == '(':
		v, ok := r.container()
		if !ok {
			return v, nothing
		}
		return v, whole
	case quoteClass(r.text, r.pos) != 0:
		return ijson.Value{Kind: ijson.String, Text: r.joined(p)}, whole
	}
	return r.word(p)
}

// skipBlank skips white space, that of other scripts and byte order marks too.
func skipBlank(s string, i, end int) int {
	for i < end {
		switch c := s[i]; {
		case c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\f' || c == '\v':
			i++
		case c >= utf8.RuneSelf:
			r, size := utf8.DecodeRuneInString(s[i:end])
			if !blankRune(r) {
				return i
			}
			i += size
		default:
			return i
		}
	}
	return i
}

func blankRune(r rune) bool {
	switch {
	case r == 0x85, r == 0xa0, r == 0x1680, r == 0x180e, r >= 0x2000 && r <= 0x200d, r == 0x2028, r == 0x2029,
		r == 0x202f, r == 0x205f, r == 0x2060, r == 0x3000, r == 0xfeff:
		return true
	}
	return false
}

func trim(s string) string {
	return strings.TrimFunc(s, func(r rune) bool { return r <= ' ' || blankRune(r) })
}
