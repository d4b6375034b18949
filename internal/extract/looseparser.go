package extract

import (
	"strings"
	"unicode/utf8"

	"assister/internal/ijson"
)

// looseParser reads one value that may be less than JSON. It goes forward only: what
// it looks at ahead is bounded, and where it has once found that no string ends
// before the end, it does not look again. So it takes time in proportion to the
// text, whatever the text is.
type looseParser struct {
	text string
	pos  int
	end  int // of the part of the text that is read

	// strictEnd reads a string without an end as cut there, instead of ending it
	// where its object might go on: what is carried out is not guessed.
	strictEnd bool

	stack   []byte // the containers that are open, by their opening bracket
	repairs repairCounts
	cut     bool
	open    int  // how many containers were open where the text ended
	deep    bool // nested too deep
	unsure  bool // another reading would have been another value

	noQuote [3][3]int // per quote and place: from here on no string ends, when not 0
	marks   markFinder
	steps   int // bytes looked at, for the promise about time
}

// position is what a string is in its container. The quote that ends it is known by
// what follows.
type position uint8

const (
	name position = iota
	member
	item
)

func (r *looseParser) done() bool { return r.pos >= r.end || r.atFenceOrTag(r.pos) }

// atFenceOrTag reports whether a fence or a tag stands at i, which end a value in
// whatever state it is.
func (r *looseParser) atFenceOrTag(i int) bool {
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
func (r *looseParser) finish() {
	if !r.cut {
		r.cut, r.open = true, len(r.stack)
		r.repairs[cutAtEnd]++
	}
	r.pop()
}

func (r *looseParser) pop() { r.stack = r.stack[:len(r.stack)-1] }

func (r *looseParser) repaired(m repair) { r.repairs[m]++ }

// guessed is a mend that could have been another one.
func (r *looseParser) guessed(m repair) {
	r.repairs[m]++
	r.unsure = true
}

// space skips white space of every script, and comments.
func (r *looseParser) space() {
	for r.pos < r.end {
		from := r.pos
		r.pos = skipBlank(r.text, r.pos, r.end)
		r.steps += r.pos - from
		after, ok := r.comment(r.pos)
		if !ok {
			return
		}
		r.repaired(comment)
		r.pos = after
	}
}

// comment gives where the comment that begins at i ends.
func (r *looseParser) comment(i int) (int, bool) {
	if i >= r.end {
		return i, false
	}
	rest := r.text[i:r.end]
	switch {
	case strings.HasPrefix(rest, "/*"):
		if at := r.marks.find(r.text, "*/", i+2, r.end); at < r.end {
			return at + 2, true
		}
		return r.end, true
	case strings.HasPrefix(rest, "//"), rest[0] == '#':
		return r.marks.find(r.text, "\n", i, r.end), true
	}
	return i, false
}

func (r *looseParser) value(p position) (v ijson.Value, s state) {
	switch c := r.text[r.pos]; {
	case c == '{' || c == '[' || c == '(':
		v, ok := r.container()
		if !ok {
			return v, notAContainer
		}
		return v, complete
	case quoteClass(r.text, r.pos) != 0:
		return ijson.Value{Kind: ijson.String, Text: r.joinedStrings(p)}, complete
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
