package extract

import (
	"assister/internal/ijson"
)

// looseParser parses one value that may be less than JSON. It only moves forward.
// Once it has found that no string ends before the end of the text, it does not look
// again, so that it takes time in proportion to the text.
type looseParser struct {
	lookahead
	repairLog
	pos int

	// strictEnd treats a string without an end as cut off there, instead of ending
	// it where its object might continue: an operation must not rest on a guess.
	strictEnd bool

	cut  bool // the text ends inside the value
	open int  // how many containers were open where the text ended
	deep bool // nested too deep

	noQuote map[openString]int // from here on no string like this ends
}

// openString are strings that end alike.
type openString struct {
	class int
	p     position
	end   int // of the part of the text that is parsed
}

// repairLog counts what was repaired, and notes whether another repair would have
// been possible.
type repairLog struct {
	repairs repairCounts
	unsure  bool // another repair would have given another value
}

func (l *repairLog) repaired(kind repair) { l.repairs[kind]++ }

// guessed is a repair that could have been another one.
func (l *repairLog) guessed(kind repair) {
	l.repairs[kind]++
	l.unsure = true
}

// position is where in its container a string stands. It decides which quote ends
// the string.
type position uint8

const (
	name position = iota
	member
	item
)

func (r *looseParser) done() bool { return r.pos >= r.end || r.atFenceOrTag(r.pos) }

// finish notes that the text ended inside the containers that are open.
func (r *looseParser) finish() {
	if !r.cut {
		r.cut, r.open = true, len(r.stack)
		r.repairs[cutAtEnd]++
	}
	r.pop()
}

func (r *looseParser) pop() { r.stack = r.stack[:len(r.stack)-1] }

// space skips white space of every script, and comments.
func (r *looseParser) space() {
	for r.pos < r.end {
		from := r.pos
		r.pos = skipBlank(r.text, r.pos, r.end)
		r.steps += r.pos - from
		if r.escapedQuoteAt(r.pos) {
			r.pos++
			r.repaired(escape)
			return
		}
		after, ok := r.comment(r.pos)
		if !ok {
			return
		}
		r.repaired(comment)
		r.pos = after
	}
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
