package extract

import (
	"assister/internal/ijson"
)

// container parses the object or array that begins here. ok is false if it turns out
// to be neither.
func (r *looseParser) container() (v ijson.Value, ok bool) {
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
		r.repaired(tuple)
	}
	return r.array()
}

func (r *looseParser) object() (v ijson.Value, ok bool) {
	v.Kind = ijson.Object
	names, commas := &memberIndex{}, 1
	for {
		// The first member of the outermost object must look like one, because prose
		// has braces too.
		first := len(v.Members) == 0 && len(r.stack) == 1
		switch r.next(len(v.Members), &commas) {
		case again:
			continue
		case over:
			return v, true
		case none:
			return v, false
		}
		m, state := r.member(first)
		switch state {
		case notAContainer:
			return v, false
		case complete:
			r.put(&v, names, m)
		}
	}
}

// put adds a member. If two have the same name, the last one counts.
func (r *looseParser) put(v *ijson.Value, names *memberIndex, m ijson.Member) {
	i, known := names.add(v, m.Name)
	if !known {
		v.Members = append(v.Members, m)
		return
	}
	r.repaired(sameName)
	if !equal(v.Members[i].Value, m.Value) {
		r.unsure = true
	}
	v.Members[i].Value = m.Value
}

func (r *looseParser) array() (v ijson.Value, ok bool) {
	v.Kind = ijson.Array
	commas := 1
	for {
		switch r.next(len(v.Items), &commas) {
		case again:
			continue
		case over:
			return v, true
		case none:
			return v, false
		}
		element, s := r.value(item)
		switch s {
		case notAContainer:
			return v, false
		case complete:
			v.Items = append(v.Items, element)
		}
	}
}

// step is how the parser continues in a container.
type step uint8

const (
	begins step = iota // the next member or item begins here
	again              // something before it was consumed; call again
	over               // the container has ended
	none               // it is no container
)

// next moves to the next member or item of a container that has n of them.
func (r *looseParser) next(n int, commas *int) step {
	opening := r.stack[len(r.stack)-1]
	first := n == 0 && len(r.stack) == 1
	r.space()
	if r.done() {
		return r.atEnd(first)
	}
	switch c := r.text[r.pos]; {
	case c == ',':
		return r.comma(commas)
	case c == '}' && !hasNames(opening) && r.goesOn(r.pos):
		r.guessed(extraBracket) // the wrong bracket ends the list
		return r.closed(n, *commas)
	case c == closingBracket(opening), c == ']' && opening == '(':
		return r.closed(n, *commas)
	case c == '}', hasNames(opening) && (c == ']' || c == ')'):
		return r.otherBracket(c, n > 0 && !hasNames(opening))
	case !hasNames(opening) && (c == ':' || c == ')'):
		r.pos++
		r.guessed(strayCharacter)
		return again
	case r.skipEllipsis():
		return again
	case hasNames(opening) && opensContainer(c):
		return r.containerWithoutName(c, first)
	}
	return r.separated(commas)
}

// otherBracket ends a container at the closing bracket of an outer one, or skips a
// bracket that closes nothing. begun says that the container is a list with items.
func (r *looseParser) otherBracket(c byte, begun bool) step {
	open := r.isOpen(c)
	if open && (c != '}' || !r.extraBrace(r.pos)) {
		return r.unclosed()
	}
	r.pos++
	r.repaired(extraBracket)
	r.unsure = r.unsure || !open && !begun
	return again
}

// atEnd ends a container at the end of the text. An empty one was a bracket in front
// of a fence.
func (r *looseParser) atEnd(empty bool) step {
	if empty && r.pos < r.end {
		return none
	}
	r.finish()
	return over
}

func (r *looseParser) comma(commas *int) step {
	if r.pos++; *commas > 0 {
		r.repaired(comma)
	}
	*commas++
	return again
}

// separated notes that a member or an item begins, after a comma or without one.
func (r *looseParser) separated(commas *int) step {
	if *commas == 0 {
		r.repaired(missingComma)
	}
	*commas = 0
	return begins
}

// closed ends a container of n members or items at its closing bracket.
func (r *looseParser) closed(n, commas int) step {
	if r.pos++; commas > 0 && n > 0 {
		r.repaired(comma)
	}
	r.pop()
	return over
}

// unclosed ends a container whose closing bracket is missing.
func (r *looseParser) unclosed() step {
	r.repaired(missingBracket)
	r.pop()
	return over
}

// containerWithoutName handles a container, beginning with c, in the place of a name: it
// is the next item of the array around this object, or it is left out.
func (r *looseParser) containerWithoutName(c byte, first bool) step {
	if first {
		return none
	}
	if len(r.stack) > 1 && r.stack[len(r.stack)-2] != '{' && c == '{' {
		return r.unclosed()
	}
	r.guessed(strayCharacter)
	if _, ok := r.container(); !ok {
		return none
	}
	return again
}

// state is the result of parsing a member.
type state uint8

const (
	complete      state = iota
	incomplete          // a name without a value, which is left out
	notAContainer       // this is no object at all
)

// member parses a name and its value. first marks the first member of the outermost
// object.
func (r *looseParser) member(first bool) (m ijson.Member, s state) {
	quoted := quoteClass(r.text, r.pos) != 0
	if quoted {
		m.Name = r.quotedString(name)
	} else {
		m.Name = r.unquotedName()
	}
	r.space()
	if r.done() {
		// The end comes before the value; object says so.
		if first && !quoted {
			return m, notAContainer
		}
		return m, incomplete
	}
	switch c := r.text[r.pos]; {
	case c == ':':
		for r.pos < r.end && r.text[r.pos] == ':' {
			r.pos++
		}
	case c == '=' && inCall(r.stack):
		r.pos = equalsEnd(r.text, r.pos, r.end)
	case c == '=' && quoted:
		r.pos = equalsEnd(r.text, r.pos, r.end)
		r.repaired(otherColon)
	case quoted && r.startsValueAt(r.pos):
		r.repaired(missingColon)
	case first:
		return m, notAContainer
	default:
		if m.Name == "" && !quoted {
			r.pos++
			r.guessed(strayCharacter)
			return m, incomplete
		}
		r.guessed(nameAlone)
		return m, incomplete
	}
	r.space()
	if r.done() {
		return m, incomplete
	}
	switch r.text[r.pos] {
	case ',', '}', ']':
		r.guessed(nameAlone)
		return m, incomplete
	}
	m.Value, s = r.value(member)
	return m, s
}

func (r *looseParser) skipEllipsis() bool {
	end := r.ellipsisEnd(r.pos)
	if end == r.pos {
		return false
	}
	r.pos = end
	r.repaired(ellipsis)
	return true
}

// equalsEnd returns where the = or => at i ends that stands for a colon: after a quoted name,
// as in Ruby, and in a call, where it is the usual sign.
func equalsEnd(s string, i, end int) int {
	if i++; i < end && s[i] == '>' {
		i++
	}
	return i
}

// call parses the arguments of a call with names, such as create_task(title="A"), which
// begin here. The call is an object with its name and its arguments.
func (r *looseParser) call(name string) (v ijson.Value, ok bool) {
	if len(r.stack) == ijson.MaxDepth {
		r.deep = true
		return v, false
	}
	r.repaired(namedCall)
	r.stack = append(r.stack, callBracket)
	r.pos++
	arguments, ok := r.object()
	return ijson.Value{Kind: ijson.Object, Members: []ijson.Member{
		{Name: "name", Value: ijson.Value{Kind: ijson.String, Text: name}},
		{Name: "arguments", Value: arguments},
	}}, ok
}
