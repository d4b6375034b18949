package extract

import (
	"assister/internal/ijson"
	"assister/internal/op"
	"assister/internal/problem"
)

// operationList is one possible reading of a reply, or of a part of one.
type operationList struct {
	items    []ijson.Value
	message  string
	thinking string
	single   bool // an operation by itself, not in a list
	doubtful bool // objects that name no operation
	dropped  bool // its last operation was incomplete
	cut      bool
	unsure   bool
	refused  *problem.Problem // why a nested reply cannot be used
	repairs  repairCounts
}

// interpreter finds the operations in a value whose end may be missing: then the
// outermost openAtEnd containers on its right edge are incomplete.
type interpreter struct {
	openAtEnd int
	cut       bool
	nested    int
	notation  op.Notation
}

// listNames are the names that operations are listed under.
var listNames = [...]string{"operations", "actions", "ops", "tool_calls", "toolCalls"}

// list interprets a value at some depth, the outermost being 1. edge says that it is
// on the right edge of a value that was cut off.
func (t interpreter) list(v ijson.Value, depth int, edge bool) (operationList, bool) {
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
			if t.isOperation(item) {
				l.doubtful = false
				break
			}
		}
		return l, objects
	case ijson.Object:
		return t.object(v, depth, edge)
	}
	return operationList{}, false
}

// argumentNames are the names that the arguments of an operation come under.
var argumentNames = [...]string{"arguments", "args", "data", "params", "parameters", "input"}

func (t interpreter) object(v ijson.Value, depth int, edge bool) (operationList, bool) {
	edgeOf := func(i int) bool { return edge && i == len(v.Members)-1 }
	message, _ := v.Get("message")
	if !t.isOperation(v) {
		if l, ok := t.wrapped(v, depth, edgeOf); ok {
			return l, true
		}
		if message.Kind == ijson.String && saysOnly(v) {
			l := operationList{message: message.Text}
			// The part that is missing after the message may have been operations.
			l.dropped = edge && t.openAtEnd >= depth
			return l, true
		}
	}
	l := operationList{single: true, items: []ijson.Value{t.withParsedArguments(v)}}
	if !t.isOperation(v) {
		l.doubtful = true
	}
	if edge && t.openAtEnd >= depth {
		l.items, l.dropped = nil, true
	}
	return l, true
}

// saysOnly reports whether an object has a message to the person and nothing else.
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

// wrapped interprets an object that holds a list of operations, or an envelope of one.
func (t interpreter) wrapped(v ijson.Value, depth int, edgeOf func(int) bool) (l operationList, ok bool) {
	for i, m := range v.Members {
		under := false
		for _, name := range listNames {
			under = under || m.Name == name
		}
		var part operationList
		switch {
		case under && m.Value.Kind == ijson.Array:
			part = t.items(m.Value, depth+1, edgeOf(i))
		case under && m.Value.Kind == ijson.Object:
			part, _ = t.object(m.Value, depth+1, edgeOf(i))
		case under && m.Value.Kind == ijson.String && t.nested < nestedReplies && !edgeOf(i):
			r, p := operations(m.Value.Text, t.notation, t.nested+1)
			if p != nil {
				return operationList{refused: p}, true
			}
			part = listOf(r)
		case under && m.Value.Kind == ijson.Null:
		case isEnvelope(m):
			var is bool
			if part, is = t.envelope(m, depth+1, edgeOf(i)); !is {
				continue
			}
		default:
			continue
		}
		l = l.or(part, t.notation)
		ok = true
	}
	if !ok {
		return t.nestedList(v, depth, edgeOf)
	}
	for _, name := range []string{"message", "content", "reply", "text"} {
		if m, _ := v.Get(name); m.Kind == ijson.String && l.message == "" {
			l.message = m.Text
		}
	}
	return l, true
}

// isEnvelope reports whether a server's response holds the reply in this member.
func isEnvelope(m ijson.Member) bool {
	switch m.Name {
	case "message":
		return m.Value.Kind == ijson.Object
	case "choices", "output":
		return m.Value.Kind == ijson.Array
	}
	return false
}

// or merges the lists of two members of an object. One of them must be empty, or
// both the same; otherwise the result is unsure.
func (l operationList) or(part operationList, notation op.Notation) operationList {
	if l.message == "" {
		l.message = part.message
	}
	if l.thinking == "" {
		l.thinking = part.thinking
	}
	l.dropped = l.dropped || part.dropped
	differ := len(l.items) > 0 && len(part.items) > 0 && !same(l, part, notation)
	l.unsure = l.unsure || part.unsure || differ
	l.cut = l.cut || part.cut
	if l.refused == nil {
		l.refused = part.refused
	}
	if len(l.items) == 0 {
		l.items = part.items
	}
	return l
}

// nestedList reads {"plan":{"operations":[…]}}: one object around another.
func (t interpreter) nestedList(v ijson.Value, depth int, edgeOf func(int) bool) (operationList, bool) {
	if depth > 2 || len(v.Members) == 0 || len(v.Members) > 4 {
		return operationList{}, false
	}
	for i, m := range v.Members {
		if m.Value.Kind != ijson.Object || t.isOperation(m.Value) {
			continue
		}
		for _, name := range listNames {
			if _, ok := m.Value.Get(name); ok {
				return t.object(m.Value, depth+1, edgeOf(i))
			}
		}
	}
	return operationList{}, false
}

// envelope reads what a server puts around a reply: Ollama's message, OpenAI's
// choices, and the output of its responses.
func (t interpreter) envelope(m ijson.Member, depth int, edge bool) (l operationList, ok bool) {
	if m.Name == "message" {
		return t.message(m.Value, depth, edge)
	}
	for i, item := range m.Value.Items {
		last := edge && i == len(m.Value.Items)-1
		switch kind, _ := item.Get("type"); {
		case m.Name == "choices":
			inner, _ := item.Get("message")
			if inner.Kind == ijson.Object && i == 0 {
				return t.message(inner, depth+2, last)
			}
		case kind.Text == "function_call" || kind.Text == "tool_call":
			ok = true
			if last && t.openAtEnd > depth {
				l.dropped = true
				continue
			}
			l.items = append(l.items, t.withParsedArguments(item))
		case kind.Text == "message" || kind.Text == "reasoning":
			ok = true
		}
	}
	return l, ok
}

// message interprets the message of an envelope: its tool calls, else its text.
func (t interpreter) message(v ijson.Value, depth int, edge bool) (l operationList, ok bool) {
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
		r, p := operations(content.Text, t.notation, t.nested+1)
		if p != nil && p.Code != NoJSON && p.Code != NoOperations {
			return operationList{refused: p, message: r.Message, thinking: r.Thinking}, true
		}
		l, ok = listOf(r), true
	}
	if thinking, _ := v.Get("thinking"); thinking.Kind == ijson.String {
		l.thinking = thinking.Text
	}
	return l, ok
}

// listOf is the list of a reply inside another one, as it was written: it is decoded
// with the reply around it.
func listOf(r Result) operationList {
	l := operationList{message: r.Message, thinking: r.Thinking, cut: r.Cut}
	for _, item := range r.Items {
		l.items = append(l.items, item.Raw)
	}
	return l
}

// items interprets an array as a list. Everything in it counts: the decoder refuses
// an item that is no operation, nothing is skipped.
func (t interpreter) items(v ijson.Value, depth int, edge bool) operationList {
	l := operationList{}
	for i, item := range v.Items {
		last := edge && i == len(v.Items)-1
		if last && (t.openAtEnd > depth || t.openAtEnd == depth && item.Kind < ijson.Array) {
			l.dropped = true
			continue
		}
		l.items = append(l.items, t.withParsedArguments(item))
	}
	return l
}

// isOperation reports whether an object names its operation, or can be decoded as one
// without.
func (t interpreter) isOperation(v ijson.Value) bool {
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
	o, problems := t.notation.Decode(v)
	return o.Verb != "" && len(problems) == 0
}

// withParsedArguments returns an operation with its arguments parsed if they are a
// JSON string, which may need the same repairs as the reply.
func (t interpreter) withParsedArguments(v ijson.Value) ijson.Value {
	switch v.Kind {
	case ijson.String:
		if inner, ok := object(v.Text); ok {
			return t.withParsedArguments(inner)
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
			out.Members[i].Value = t.withParsedArguments(m.Value)
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

// object parses the object in a JSON string, unless it is incomplete or uncertain.
func object(text string) (ijson.Value, bool) {
	r := scan(text, true)
	if len(r.candidates) != 1 || r.deep {
		return ijson.Value{}, false
	}
	f := r.candidates[0]
	certain := !f.cut && !f.unsure && !f.maybeProse
	return f.value, f.value.Kind == ijson.Object && certain && r.prose == ""
}
