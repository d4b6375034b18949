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

// container reads the object or array that begins here. ok is false when there
// is none after all.
func (r *reader) container() (v ijson.Value, ok bool) {
	if len(r.stack) == ijson.MaxDepth {
		r.deep = true
		return v, false
	}
	opening := r.text[r.pos]
	r.stack = append(r.stack, opening)
	r.pos++
	if opening == '{' {
		return r.object()
	}
	if opening == '(' {
		r.mend(tuple)
	}
	return r.array()
}

func (r *reader) object() (v ijson.Value, ok bool) {
	v.Kind = ijson.Object
	names := nameSet{}
	commas := 1
	for {
		r.space()
		if r.done() {
			if r.pos < r.end && len(v.Members) == 0 && len(r.stack) == 1 {
				return v, false // a bracket in front of a fence
			}
			r.finish()
			return v, true
		}
		switch c := r.text[r.pos]; {
		case c == ',':
			if r.pos++; commas > 0 {
				r.mend(comma)
			}
			commas++
			continue
		case c == '}':
			if r.pos++; commas > 0 && len(v.Members) > 0 {
				r.mend(comma)
			}
			r.pop()
			return v, true
		case c == ']' || c == ')':
			if !r.opened(c) {
				r.pos++
				r.guess(extraBracket)
				continue
			}
			r.mend(missingBracket)
			r.pop()
			return v, true
		case r.dots():
			continue
		case c == '{' || c == '[':
			if len(v.Members) == 0 && len(r.stack) == 1 {
				return v, false
			}
			if len(r.stack) > 1 && r.stack[len(r.stack)-2] != '{' && c == '{' {
				r.mend(missingBracket)
				r.pop()
				return v, true
			}
			r.guess(stray)
			if _, ok := r.container(); !ok {
				return v, false
			}
			continue
		}
		if commas == 0 {
			r.mend(missingComma)
		}
		commas = 0
		m, state := r.member(len(v.Members) == 0 && len(r.stack) == 1)
		switch state {
		case nothing:
			return v, false
		case partial:
			continue
		}
		if i, known := names.add(&v, m.Name); known {
			r.mend(sameName)
			if !equal(v.Members[i].Value, m.Value) {
				r.unsure = true
			}
			v.Members[i].Value = m.Value
			continue
		}
		v.Members = append(v.Members, m)
	}
}

// state is what came of reading a member.
type state uint8

const (
	whole   state = iota
	partial       // a name without a value, which is left out
	nothing       // this is no object at all
)

// member reads a name and its value. first is the first of the outermost object,
// which has to look like one: prose has brackets too.
func (r *reader) member(first bool) (m ijson.Member, s state) {
	quoted := quoteClass(r.text, r.pos) != 0
	if quoted {
		m.Name = r.str(name)
	} else {
		m.Name = r.bareName()
	}
	r.space()
	if r.done() {
		// The end comes before the value; object says so.
		if first && !quoted {
			return m, nothing
		}
		return m, partial
	}
	switch c := r.text[r.pos]; {
	case c == ':':
		for r.pos < r.end && r.text[r.pos] == ':' {
			r.pos++
		}
	case quoted && r.valueBegins():
		r.mend(missingColon)
	case first:
		return m, nothing
	default:
		if m.Name == "" && !quoted {
			r.pos++
			r.guess(stray)
			return m, partial
		}
		r.guess(nameAlone)
		return m, partial
	}
	r.space()
	if r.done() {
		return m, partial
	}
	switch r.text[r.pos] {
	case ',', '}', ']':
		r.guess(nameAlone)
		return m, partial
	}
	m.Value, s = r.value(member)
	return m, s
}

// valueBegins reports whether a value can only begin here.
func (r *reader) valueBegins() bool {
	c := r.text[r.pos]
	return c == '{' || c == '[' || c == '-' || c >= '0' && c <= '9' || quoteClass(r.text, r.pos) != 0 || r.literalAt(r.pos)
}

func (r *reader) array() (v ijson.Value, ok bool) {
	v.Kind = ijson.Array
	commas := 1
	for {
		r.space()
		if r.done() {
			if r.pos < r.end && len(v.Items) == 0 && len(r.stack) == 1 {
				return v, false
			}
			r.finish()
			return v, true
		}
		switch c := r.text[r.pos]; {
		case c == ',':
			if r.pos++; commas > 0 {
				r.mend(comma)
			}
			commas++
			continue
		case c == ']' || c == ')' && r.stack[len(r.stack)-1] == '(':
			if r.pos++; commas > 0 && len(v.Items) > 0 {
				r.mend(comma)
			}
			r.pop()
			return v, true
		case c == '}':
			if !r.opened(c) || r.tooMany() {
				r.pos++
				r.mend(extraBracket)
				if !r.opened(c) && len(v.Items) == 0 {
					r.unsure = true
				}
				continue
			}
			r.mend(missingBracket)
			r.pop()
			return v, true
		case c == ':' || c == ')':
			r.pos++
			r.guess(stray)
			continue
		case r.dots():
			continue
		}
		if commas == 0 {
			r.mend(missingComma)
		}
		commas = 0
		element, s := r.value(item)
		switch s {
		case nothing:
			return v, false
		case whole:
			v.Items = append(v.Items, element)
		}
	}
}

// opened reports whether a container that closing would end is open.
func (r *reader) opened(closing byte) bool {
	for _, o := range r.stack {
		if o == '{' && closing == '}' || o == '[' && closing == ']' || o == '(' && closing == ')' {
			return true
		}
	}
	return false
}

// tooMany reports whether the } here, in an array, is one too many: the list
// goes on with a further object, and there is no list outside that could.
func (r *reader) tooMany() bool {
	i := skipBlank(r.text, r.pos+1, r.end)
	r.steps += i - r.pos
	if i >= r.end || r.text[i] == ']' {
		// }] ends this list, unless its object's list could end with it.
		return i < r.end && !r.listOutside()
	}
	if r.text[i] != ',' {
		return false
	}
	i = skipBlank(r.text, i+1, r.end)
	return i < r.end && r.text[i] == '{' && !r.listOutside()
}

// listOutside reports whether the object around this array is itself in an array.
func (r *reader) listOutside() bool {
	object := false
	for i := len(r.stack) - 2; i >= 0; i-- {
		if r.stack[i] == '{' {
			object = true
		} else if object {
			return true
		}
	}
	return false
}

// dots skips an ellipsis.
func (r *reader) dots() bool {
	rest := r.text[r.pos:r.end]
	switch {
	case strings.HasPrefix(rest, "..."):
		for r.pos < r.end && r.text[r.pos] == '.' {
			r.pos++
		}
	case strings.HasPrefix(rest, "…"):
		r.pos += len("…")
	default:
		return false
	}
	r.mend(ellipsis)
	return true
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
