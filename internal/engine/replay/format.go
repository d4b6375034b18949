package replay

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"

	"assister/internal/ijson"
	"assister/internal/propose"
)

// Fingerprint identifies a prompt: it is a hash of all its parts. To record a prompt
// that contains the time or random values, fix them.
func Fingerprint(p propose.Prompt) string {
	list := func(items []ijson.Value) ijson.Value { return ijson.Value{Kind: ijson.Array, Items: items} }
	var messages, tools []ijson.Value
	for _, m := range p.Messages {
		messages = append(messages, object("role", text(m.Role), "text", text(m.Text),
			"calls", calls(m.Calls), "for", text(m.CallID)))
	}
	for _, t := range p.Tools {
		tools = append(tools, object("name", text(t.Name), "help", text(t.Help), "schema", text(string(t.Schema))))
	}
	whole := object("purpose", text(string(p.Purpose)), "messages", list(messages), "tools", list(tools),
		"schema", text(string(p.Schema)), "json", fact(p.JSON), "maxTokens", number(p.MaxTokens))
	sum := sha256.Sum256(ijson.AppendValue(nil, whole))
	return hex.EncodeToString(sum[:16])
}

// The functions below build the lines of a recording, without empty members.

func beginning(m Match) ijson.Value {
	return object("recording", text(Format), "match", text(string(m)))
}

func ability(a propose.Capabilities) ijson.Value {
	return object("able", sparse("server", text(a.Server), "model", text(a.Model),
		"tools", fact(a.Tools), "schema", fact(a.Schema), "plain", fact(a.Plain),
		"context", number(a.Context), "limit", number(a.Limit),
		"thinking", fact(a.Thinking), "embeds", fact(a.Embeds), "remote", text(a.Remote)))
}

// line returns the line of an exchange. It has only the parts of the request that help a
// person to find it, because whole prompts would repeat the same text.
func line(p propose.Prompt, x exchange) ijson.Value {
	asked := ""
	for _, m := range p.Messages {
		if m.Role == "user" {
			asked = m.Text
		}
	}
	request := sparse("messages", number(len(p.Messages)), "tools", number(len(p.Tools)), "schema", fact(p.Schema != nil),
		"json", fact(p.JSON), "maxTokens", number(p.MaxTokens), "asked", text(end(asked, 300)))
	pieces := ijson.Value{Kind: ijson.Array}
	for _, p := range x.pieces {
		pieces.Items = append(pieces.Items, sparse("text", text(p.Text), "thinking", text(p.Thinking)))
	}
	r := x.reply
	return object("purpose", text(string(x.purpose)), "fingerprint", text(x.fingerprint),
		"request", request, "pieces", pieces,
		"reply", sparse("text", text(r.Text), "thinking", text(r.Thinking), "calls", calls(r.Calls), "cut", fact(r.Cut),
			"model", text(r.Model), "tokens", number(r.Tokens), "promptTokens", number(r.PromptTokens)))
}

func calls(list []propose.Call) ijson.Value {
	v := ijson.Value{Kind: ijson.Array}
	for _, c := range list {
		v.Items = append(v.Items, sparse("id", text(c.ID), "name", text(c.Name), "arguments", text(c.Arguments)))
	}
	return v
}

// end returns the end of a text, which in a prompt is the question.
func end(s string, limit int) string {
	letters := []rune(s)
	if len(letters) <= limit {
		return s
	}
	return "…" + string(letters[len(letters)-limit:])
}

func text(s string) ijson.Value { return ijson.Value{Kind: ijson.String, Text: s} }
func fact(b bool) ijson.Value   { return ijson.Value{Kind: ijson.Bool, Bool: b} }
func number(n int) ijson.Value {
	return ijson.Value{Kind: ijson.Number, Text: strconv.Itoa(n)}
}

// object returns an object of alternating names and values.
func object(members ...any) ijson.Value {
	v := ijson.Value{Kind: ijson.Object}
	for i := 0; i < len(members); i += 2 {
		v.Members = append(v.Members, ijson.Member{Name: members[i].(string), Value: members[i+1].(ijson.Value)})
	}
	return v
}

// sparse returns an object without empty members.
func sparse(members ...any) ijson.Value {
	v := ijson.Value{Kind: ijson.Object}
	for _, m := range object(members...).Members {
		empty := m.Value.Text == "" || m.Value.Kind == ijson.Number && m.Value.Text == "0"
		if m.Value.Bool || len(m.Value.Items) > 0 || !empty {
			v.Members = append(v.Members, m)
		}
	}
	return v
}

// objectReader reads the members of an object one by one, and keeps the first error. A
// member that is not read is an error too, so that nothing is silently ignored.
type objectReader struct {
	v     ijson.Value
	taken int
	wrong error
}

func (r *objectReader) fail(format string, args ...any) {
	if r.wrong == nil {
		r.wrong = fmt.Errorf(format, args...)
	}
}

func (r *objectReader) miss(name string) { r.fail("%s is missing", name) }

func (r *objectReader) take(name string) (ijson.Value, bool) {
	v, found := r.v.Get(name)
	if found {
		r.taken++
	}
	return v, found
}

func (r *objectReader) typed(name string, kind ijson.Kind) ijson.Value {
	v, found := r.take(name)
	if found && v.Kind != kind {
		r.fail("%s is not %s", name, kind)
	}
	return v
}

func (r *objectReader) text(name string) string {
	if _, found := r.v.Get(name); !found {
		r.miss(name)
	}
	return r.optional(name)
}

func (r *objectReader) optional(name string) string { return r.typed(name, ijson.String).Text }

func (r *objectReader) fact(name string) bool { return r.typed(name, ijson.Bool).Bool }

func (r *objectReader) number(name string) int {
	v, found := r.take(name)
	n, whole := v.Int()
	if found && !whole {
		r.fail("%s is not a whole number", name)
	}
	return int(n)
}

func (r *objectReader) items(v ijson.Value) []ijson.Value {
	if v.Kind != ijson.Array {
		r.fail("not %s where one should be", ijson.Array)
	}
	return v.Items
}

func (r *objectReader) end() error {
	switch {
	case r.wrong != nil:
		return r.wrong
	case r.v.Kind != ijson.Object:
		return errors.New("not an object")
	case r.taken < len(r.v.Members):
		return errors.New("has an unknown member")
	}
	return nil
}

// in reads a nested object with fn.
func in[T any](r *objectReader, v ijson.Value, fn func(*objectReader) T) T {
	inner := objectReader{v: v}
	t := fn(&inner)
	if err := inner.end(); err != nil {
		r.fail("%w", err)
	}
	return t
}

func abilities(r *objectReader, v ijson.Value) propose.Capabilities {
	return in(r, v, func(r *objectReader) propose.Capabilities {
		return propose.Capabilities{
			Server: r.optional("server"), Model: r.optional("model"),
			Tools: r.fact("tools"), Schema: r.fact("schema"), Plain: r.fact("plain"),
			Context: r.number("context"), Limit: r.number("limit"),
			Thinking: r.fact("thinking"), Embeds: r.fact("embeds"), Remote: r.optional("remote"),
		}
	})
}

func piece(r *objectReader, v ijson.Value) propose.Chunk {
	return in(r, v, func(r *objectReader) propose.Chunk {
		return propose.Chunk{Text: r.optional("text"), Thinking: r.optional("thinking")}
	})
}

func reply(r *objectReader, v ijson.Value) propose.Reply {
	return in(r, v, func(r *objectReader) propose.Reply {
		reply := propose.Reply{
			Text: r.optional("text"), Thinking: r.optional("thinking"), Cut: r.fact("cut"),
			Model: r.optional("model"), Tokens: r.number("tokens"), PromptTokens: r.number("promptTokens"),
		}
		list, found := r.take("calls")
		if !found {
			return reply
		}
		for _, c := range r.items(list) {
			reply.Calls = append(reply.Calls, in(r, c, func(r *objectReader) propose.Call {
				return propose.Call{ID: r.optional("id"), Name: r.optional("name"), Arguments: r.optional("arguments")}
			}))
		}
		return reply
	})
}
