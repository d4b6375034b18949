package extract

import (
	"strings"

	"assister/internal/ijson"
)

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
	names, commas := &nameSet{}, 1
	for {
		first := len(v.Members) == 0 && len(r.stack) == 1
		switch r.toMember(len(v.Members), first, &commas) {
		case again:
			continue
		case over:
			return v, true
		case none:
			return v, false
		}
		m, state := r.member(first)
		switch state {
		case nothing:
			return v, false
		case whole:
			r.put(&v, names, m)
		}
	}
}

// put adds a member. Of two of a name the last counts.
func (r *reader) put(v *ijson.Value, names *nameSet, m ijson.Member) {
	i, known := names.add(v, m.Name)
	if !known {
		v.Members = append(v.Members, m)
		return
	}
	r.mend(sameName)
	if !equal(v.Members[i].Value, m.Value) {
		r.unsure = true
	}
	v.Members[i].Value = m.Value
}

func (r *reader) array() (v ijson.Value, ok bool) {
	v.Kind = ijson.Array
	commas := 1
	for {
		switch r.toItem(len(v.Items), &commas) {
		case again:
			continue
		case over:
			return v, true
		case none:
			return v, false
		}
		element, s := r.value(item)
		switch s {
		case nothing:
			return v, false
		case whole:
			v.Items = append(v.Items, element)
		}
	}
}

// turn is what a container goes on with.
type turn uint8

const (
	begins turn = iota // the next member or item begins here
	again              // what stood before it was read, or some of that
	over               // the container has ended
	none               // it is no container after all
)

// toMember reads what stands before the next member of an object that has n, and
// commas before this one. The first of the outermost object has to look like one.
func (r *reader) toMember(n int, first bool, commas *int) turn {
	r.space()
	if r.done() {
		return r.atEnd(first)
	}
	switch c := r.text[r.pos]; {
	case c == ',':
		return r.comma(commas)
	case c == '}':
		return r.closed(n, *commas)
	case c == ']' || c == ')':
		if r.opened(c) {
			return r.unclosed()
		}
		r.pos++
		r.guess(extraBracket)
		return again
	case r.dots():
		return again
	case c == '{' || c == '[':
		return r.nameless(c, first)
	}
	return r.separated(commas)
}

// toItem reads what stands before the next item of an array.
func (r *reader) toItem(n int, commas *int) turn {
	r.space()
	if r.done() {
		return r.atEnd(n == 0 && len(r.stack) == 1)
	}
	switch c := r.text[r.pos]; {
	case c == ',':
		return r.comma(commas)
	case c == ']' || c == ')' && r.stack[len(r.stack)-1] == '(':
		return r.closed(n, *commas)
	case c == '}':
		if r.opened(c) && !r.tooMany() {
			return r.unclosed()
		}
		r.pos++
		r.mend(extraBracket)
		if !r.opened(c) && n == 0 {
			r.unsure = true
		}
		return again
	case c == ':' || c == ')':
		r.pos++
		r.guess(stray)
		return again
	case r.dots():
		return again
	}
	return r.separated(commas)
}

// atEnd ends a container where the text does. One that nothing is in was a bracket
// in front of a fence.
func (r *reader) atEnd(empty bool) turn {
	if empty && r.pos < r.end {
		return none
	}
	r.finish()
	return over
}

func (r *reader) comma(commas *int) turn {
	if r.pos++; *commas > 0 {
		r.mend(comma)
	}
	*commas++
	return again
}

// separated is where a member or an item begins, after a comma or without one.
func (r *reader) separated(commas *int) turn {
	if *commas == 0 {
		r.mend(missingComma)
	}
	*commas = 0
	return begins
}

// closed ends a container of n at its bracket.
func (r *reader) closed(n, commas int) turn {
	if r.pos++; commas > 0 && n > 0 {
		r.mend(comma)
	}
	r.pop()
	return over
}

// unclosed ends a container whose bracket is missing.
func (r *reader) unclosed() turn {
	r.mend(missingBracket)
	r.pop()
	return over
}

// nameless reads the container that begins with c where a name should: the next
// item of the array around this object, or something that is left out.
func (r *reader) nameless(c byte, first bool) turn {
	if first {
		return none
	}
	if len(r.stack) > 1 && r.stack[len(r.stack)-2] != '{' && c == '{' {
		return r.unclosed()
	}
	r.guess(stray)
	if _, ok := r.container(); !ok {
		return none
	}
	return again
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
