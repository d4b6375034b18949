package propose

import (
	"context"
	"slices"
	"strings"

	"assister/internal/ijson"
	"assister/internal/problem"
	"assister/internal/schema"
)

// A model with tools is asked in rounds: it calls, hears what became of each
// call, and calls again. Which tools there are, what a call comes to and whether
// there is a reason to go on are a kit's to say.

// kit is tools that belong together, for one request.
type kit interface {
	// offer are the tools, as the model is told of them.
	offer() []schema.Tool

	// takes reports whether a call is for this kit.
	takes(c Call) bool

	// hear adds what a call asks for to what was said, and answers it.
	hear(c Call, said *answer) (Message, error)

	// next ends a round, and reports whether the model is asked again; with a
	// prompt of its own unless it is empty.
	next(said *answer) (prompt string, more bool, err error)
}

// byCalls asks for operations by calls of tools.
func (m *Model) byCalls(ctx context.Context, r Request, s sheet, able Capabilities, against room) (said answer, err error) {
	t := &table{tools: tools(m.kinds(r.Text)), against: against}
	kits := []kit{t}
	l := m.lists(r.Text, able, t)
	if l != nil {
		t.tools = l.instead(t.tools)
		kits = []kit{l, t}
	}
	offered := offer(kits)
	for _, t := range offered {
		s.Tools = append(s.Tools, t.Name)
		if strings.HasPrefix(t.Name, "bulk_") {
			s.Bulk = append(s.Bulk, t.Name)
		}
	}
	p, digest, err := m.opening(s, l)
	if err != nil {
		return said, err
	}
	p.Tools = offered
	said, err = m.rounds(ctx, p, digest, kits)
	l.end(&said)
	return said, err
}

func offer(kits []kit) (tools []schema.Tool) {
	for _, k := range kits {
		tools = append(tools, k.offer()...)
	}
	return tools
}

// rounds goes on until no kit has a reason to.
func (m *Model) rounds(ctx context.Context, p Prompt, digest string, kits []kit) (said answer, err error) {
	for first := true; ; first = false {
		reply, err := m.ask(ctx, p, digest, nil)
		if err != nil {
			return said, err
		}
		if len(reply.Calls) == 0 {
			said.spoken(reply, first)
		}
		answers, err := hear(kits, reply.Calls, &said)
		if err != nil {
			return said, err
		}
		prompts, more, err := next(kits, &said)
		if err != nil || !more || asked(said.list) > MaxOperations {
			return said, err
		}
		p.Messages = slices.Concat(p.Messages, []Message{{Role: "assistant", Text: reply.Text, Calls: reply.Calls}}, answers, prompts)
	}
}

// spoken takes a reply without calls: its words, and, of the first one, the
// operations that it writes down instead of calling for them.
func (a *answer) spoken(reply Reply, first bool) {
	written, _ := read(reply)
	if a.words = written.words; first {
		a.list, a.warnings = written.list, written.warnings
	}
}

// hear gives each call to the first kit that takes it.
func hear(kits []kit, calls []Call, said *answer) (answers []Message, err error) {
	for _, c := range calls {
		k := kits[slices.IndexFunc(kits, func(k kit) bool { return k.takes(c) })]
		m, err := k.hear(c, said)
		if err != nil {
			return nil, err
		}
		answers = append(answers, m)
	}
	return answers, nil
}

// next ends the round of every kit.
func next(kits []kit, said *answer) (prompts []Message, more bool, err error) {
	for _, k := range kits {
		text, goesOn, err := k.next(said)
		if err != nil {
			return nil, false, err
		}
		if text != "" {
			prompts = append(prompts, Message{Role: "user", Text: text})
		}
		more = more || goesOn
	}
	return prompts, more, nil
}

// called reads a call, which is an operation in another spelling.
func called(c Call) proposal {
	v := ijson.Value{Kind: ijson.Object, Members: []ijson.Member{
		{Name: "name", Value: ijson.Value{Kind: ijson.String, Text: c.Name}},
		{Name: "arguments", Value: arguments(c.Arguments)},
	}}
	return decode(v)
}

// result says to a model what became of its call.
func result(c Call, outcome string, problems []problem.Problem) Message {
	b := ijson.AppendString([]byte(`{"result":`), outcome)
	if len(problems) > 0 {
		b = append(b, `,"problems":[`...)
		for i, p := range problems {
			if i > 0 {
				b = append(b, ',')
			}
			b = ijson.AppendString(append(b, `{"code":`...), p.Code)
			b = ijson.AppendString(append(b, `,"message":`...), clean(p.Message, notesMax))
			b = ijson.AppendString(append(b, `,"hint":`...), clean(p.Hint, notesMax))
			b = append(b, '}')
		}
		b = append(b, ']')
	}
	return Message{Role: "tool", CallID: c.ID, Text: string(append(b, '}'))}
}
