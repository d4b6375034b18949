package extract

import (
	"assister/internal/ijson"
	"assister/internal/op"
	"assister/internal/problem"
)

// list is one way to read a reply, or a part of one.
type list struct {
	items    []ijson.Value
	message  string
	thinking string
	one      bool // an operation by itself, which others may follow
	doubtful bool // objects that name no operation
	dropped  bool // its last operation was incomplete
	cut      bool
	unsure   bool
	refused  *problem.Problem // of a reply inside, which cannot be used
	tally    tally
}

// tree is a value of which the end may be missing: then the first `open`
// containers on its right edge are incomplete.
type tree struct {
	open   int
	cut    bool
	nested int
}

// listNames are the names that operations are listed under.
var listNames = [...]string{"operations", "actions", "ops", "tool_calls", "toolCalls"}

// list reads a value at some depth, the outermost being 1. edge says that it is
// on the right edge of what was cut.
func (t tree) list(v ijson.Value, depth int, edge bool) (list, bool) {
	switch v.Kind {
	case ijson.Array:
		l := t.items(v, depth, edge)
		l.doubtful = true
		objects := false
		for i, item := range v.Items {
			if i > MaxOperations {
				break // enough to be too many
			}
			objects = objects || item.Kind == ijson.Object
			if t.names(item) {
				l.doubtful = false
				break
			}
		}
		return l, objects
	case ijson.Object:
		return t.object(v, depth, edge)
	}
	return list{}, false
}

// argumentNames are the names that the arguments of an operation come under.
var argumentNames = [...]string{"arguments", "args", "data", "params", "parameters", "input"}

func (t tree) object(v ijson.Value, depth int, edge bool) (list, bool) {
	edgeOf := func(i int) bool { return edge && i == len(v.Members)-1 }
	message, _ := v.Get("message")
	if !t.names(v) {
		if l, ok := t.wrapped(v, depth, edgeOf); ok {
			return l, true
		}
		if message.Kind == ijson.String && saysOnly(v) {
			l := list{message: message.Text}
			// What was cut behind the message may have been operations.
			l.dropped = edge && t.open >= depth
			return l, true
		}
	}
	l := list{one: true, items: []ijson.Value{t.mended(v)}}
	if !t.names(v) {
		l.doubtful = true
	}
	if edge && t.open >= depth {
		l.items, l.dropped = nil, true
	}
	return l, true
}

// saysOnly reports whether an object has words for the person and nothing else.
func saysOnly(v ijson.Value) bool {
	for _, m := range v.Members {
		switch m.Name {
		case "message", "thinking", "reasoning", "role":
		default:
			return false
		}
	}
	return true
}

// wrapped reads an object that holds a list, or the message that does.
func (t tree) wrapped(v ijson.Value, depth int, edgeOf func(int) bool) (l list, ok bool) {
	for i, m := range v.Members {
		under := false
		for _, name := range listNames {
			under = under || m.Name == name
		}
		var part list
		switch {
		case under && m.Value.Kind == ijson.Array:
			part = t.items(m.Value, depth+1, edgeOf(i))
		case under && m.Value.Kind == ijson.Object:
			part, _ = t.object(m.Value, depth+1, edgeOf(i))
		case under && m.Value.Kind == ijson.String && t.nested < nestedReplies && !edgeOf(i):
			r, p := operations(m.Value.Text, t.nested+1)
			if p != nil {
				return list{refused: p}, true
			}
			part = listOf(r)
		case under && m.Value.Kind == ijson.Null:
		case m.Name == "message" && m.Value.Kind == ijson.Object, m.Name == "choices" && m.Value.Kind == ijson.Array, m.Name == "output" && m.Value.Kind == ijson.Array:
			var is bool
			if part, is = t.envelope(m, depth+1, edgeOf(i)); !is {
				continue
			}
		default:
			continue
		}
		l = l.or(part)
		ok = true
	}
	if !ok {
		return t.inside(v, depth, edgeOf)
	}
	for _, name := range []string{"message", "content", "reply", "text"} {
		if m, _ := v.Get(name); m.Kind == ijson.String && l.message == "" {
			l.message = m.Text
		}
	}
	return l, true
}

// or is the list that two members of an object make: one of them, since the
// other is empty or says the same.
func (l list) or(part list) list {
	if l.message == "" {
		l.message = part.message
	}
	if l.thinking == "" {
		l.thinking = part.thinking
	}
	l.dropped = l.dropped || part.dropped
	l.unsure = l.unsure || part.unsure || len(l.items) > 0 && len(part.items) > 0 && !same(l, part)
	l.cut = l.cut || part.cut
	if l.refused == nil {
		l.refused = part.refused
	}
	if len(l.items) == 0 {
		l.items = part.items
	}
	return l
}

// inside reads {"plan":{"operations":[…]}}: one object around another.
func (t tree) inside(v ijson.Value, depth int, edgeOf func(int) bool) (list, bool) {
	if depth > 2 || len(v.Members) == 0 || len(v.Members) > 4 {
		return list{}, false
	}
	for i, m := range v.Members {
		if m.Value.Kind != ijson.Object || t.names(m.Value) {
			continue
		}
		for _, name := range listNames {
			if _, ok := m.Value.Get(name); ok {
				return t.object(m.Value, depth+1, edgeOf(i))
			}
		}
	}
	return list{}, false
}

// envelope reads what a server puts around a reply: Ollama's message, OpenAI's
// choices, and the output of its responses.
func (t tree) envelope(m ijson.Member, depth int, edge bool) (l list, ok bool) {
	if m.Name == "message" {
		return t.said(m.Value, depth, edge)
	}
	for i, item := range m.Value.Items {
		last := edge && i == len(m.Value.Items)-1
		switch kind, _ := item.Get("type"); {
		case m.Name == "choices":
			inner, _ := item.Get("message")
			if inner.Kind == ijson.Object && i == 0 {
				return t.said(inner, depth+2, last)
			}
		case kind.Text == "function_call" || kind.Text == "tool_call":
			ok = true
			if last && t.open > depth {
				l.dropped = true
				continue
			}
			l.items = append(l.items, t.mended(item))
		case kind.Text == "message" || kind.Text == "reasoning":
			ok = true
		}
	}
	return l, ok
}

// said reads the message of an envelope: its tool calls, else what its text holds.
func (t tree) said(v ijson.Value, depth int, edge bool) (l list, ok bool) {
	edgeOf := func(i int) bool { return edge && i == len(v.Members)-1 }
	for i, m := range v.Members {
		if m.Name == "tool_calls" && len(m.Value.Items) > 0 {
			l, ok = t.items(m.Value, depth+1, edgeOf(i)), true
		}
	}
	content, spoken := v.Get("content")
	switch {
	case ok:
		l.message = content.Text
	case spoken && content.Kind == ijson.String && t.nested < nestedReplies:
		r, p := operations(content.Text, t.nested+1)
		if p != nil && p.Code != NoJSON && p.Code != NoOperations {
			return list{refused: p, message: r.Message, thinking: r.Thinking}, true
		}
		l, ok = listOf(r), true
	}
	if thinking, _ := v.Get("thinking"); thinking.Kind == ijson.String {
		l.thinking = thinking.Text
	}
	return l, ok
}

func listOf(r Result) list {
	l := list{message: r.Message, thinking: r.Thinking, cut: r.Cut}
	for _, item := range r.Items {
		l.items = append(l.items, item.Raw)
	}
	return l
}

// items reads an array as a list. Everything in it counts: what is no operation
// is for the decoder to refuse, not to pass over.
func (t tree) items(v ijson.Value, depth int, edge bool) list {
	l := list{}
	for i, item := range v.Items {
		last := edge && i == len(v.Items)-1
		if last && (t.open > depth || t.open == depth && item.Kind < ijson.Array) {
			l.dropped = true
			continue
		}
		l.items = append(l.items, t.mended(item))
	}
	return l
}

// names reports whether an object says which operation it is, or is one without
// saying so.
func (t tree) names(v ijson.Value) bool {
	if v.Kind != ijson.Object {
		return false
	}
	for _, name := range [...]string{"op", "action", "tool", "function"} {
		if m, ok := v.Get(name); ok && (m.Kind == ijson.String || m.Kind == ijson.Object && name == "function") {
			return true
		}
	}
	if _, listed := v.Get("operations"); listed {
		return false
	}
	if called, _ := v.Get("name"); called.Kind == ijson.String {
		for _, name := range argumentNames {
			if _, ok := v.Get(name); ok {
				return true
			}
		}
	}
	o, problems := op.Decode(v)
	return o.Verb != "" && len(problems) == 0
}

// mended is an operation with its arguments read, where they are a JSON string:
// the string may be no better than the reply.
func (t tree) mended(v ijson.Value) ijson.Value {
	switch v.Kind {
	case ijson.String:
		if inner, ok := object(v.Text); ok {
			return t.mended(inner)
		}
		return v
	case ijson.Object:
	default:
		return v
	}
	out := ijson.Value{Kind: ijson.Object, Members: append([]ijson.Member(nil), v.Members...)}
	_, named := v.Get("name")
	for i, m := range out.Members {
		if m.Name == "function" && m.Value.Kind == ijson.Object {
			out.Members[i].Value = t.mended(m.Value)
			continue
		}
		for _, name := range argumentNames {
			if m.Name != name {
				continue
			}
			if name == "input" && named {
				out.Members[i].Name = "arguments"
			}
			if inner, ok := object(m.Value.Text); ok && m.Value.Kind == ijson.String {
				out.Members[i].Value = inner
			}
		}
	}
	return out
}

// object reads a JSON string's object; only one that is whole and certain.
func object(text string) (ijson.Value, bool) {
	r := take(text, true)
	if len(r.found) != 1 || r.deep {
		return ijson.Value{}, false
	}
	f := r.found[0]
	return f.value, f.value.Kind == ijson.Object && !f.cut && !f.unsure && !f.weak && r.prose == ""
}
