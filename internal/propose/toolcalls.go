package propose

import (
	"context"
	"slices"
	"strings"

	"assister/internal/ijson"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/schema"
)

// A model with tools is asked in rounds: it makes calls, gets the result of each, and
// makes further calls. A toolset defines its tools, handles their calls and decides
// whether another round is needed.

// toolset is a group of tools for one request.
type toolset interface {
	// definitions returns the tools for the model.
	definitions() []schema.Tool

	// handles reports whether a call is for this toolset.
	handles(c Call) bool

	// handle adds the operations of a call to the reply, and returns the result for the
	// model.
	handle(ctx context.Context, c Call, parsed *parsedReply) (Message, error)

	// endRound ends a round. It reports whether the model is asked again, and returns
	// the prompt for that, which may be empty.
	endRound(parsed *parsedReply) (prompt string, more bool, err error)
}

// askWithTools asks for operations by calls of tools.
func (m *Model) askWithTools(ctx context.Context, r Request, s promptData, caps Capabilities, t *operationTools) (
	parsed parsedReply, err error) {
	kits := []toolset{t}
	l := m.checklistTools(r, caps, t)
	if l != nil {
		t.tools = l.replace(t.tools)
		kits = []toolset{l, t}
	}
	offered := allDefinitions(kits)
	for _, t := range offered {
		s.Tools = append(s.Tools, t.Name)
		if strings.HasPrefix(t.Name, "bulk_") {
			s.Bulk = append(s.Bulk, t.Name)
		}
	}
	p, digest, err := m.openingPrompt(ctx, s, offered, l)
	if err != nil {
		return parsed, err
	}
	parsed, err = m.askInRounds(ctx, p, digest, kits)
	l.finish(&parsed)
	return parsed, err
}

func allDefinitions(kits []toolset) (tools []schema.Tool) {
	for _, k := range kits {
		tools = append(tools, k.definitions()...)
	}
	return tools
}

// askInRounds asks for rounds until no toolset needs another one.
func (m *Model) askInRounds(ctx context.Context, p Prompt, digest string, kits []toolset) (
	parsed parsedReply, err error) {
	for first := true; ; first = false {
		reply, err := m.ask(ctx, p, digest, nil)
		if err != nil {
			return parsed, err
		}
		if len(reply.Calls) == 0 {
			parsed.addText(reply, first, m.notation())
		}
		answers, err := dispatch(ctx, kits, reply.Calls, &parsed)
		if err != nil {
			return parsed, err
		}
		prompts, more, err := endRounds(kits, &parsed)
		if err != nil || !more || requestedCount(parsed.list) > MaxOperations {
			return parsed, err
		}
		calls := Message{Role: "assistant", Text: reply.Text, Calls: reply.Calls}
		p.Messages = slices.Concat(p.Messages, []Message{calls}, answers, prompts)
		if w, err := windowOf(ctx, m); err != nil || w.full(p) {
			return parsed, err
		}
	}
}

// addText adds a reply without calls: its text and, for the first reply, operations that it
// writes as text instead of calls.
func (a *parsedReply) addText(reply Reply, first bool, n op.Notation) {
	written, _ := parseReply(reply, n)
	if a.text = written.text; first {
		a.list, a.warnings = written.list, written.warnings
	}
}

// dispatch gives each call to the first toolset that handles it.
func dispatch(ctx context.Context, kits []toolset, calls []Call, parsed *parsedReply) (
	answers []Message, err error) {
	for _, c := range calls {
		k := kits[slices.IndexFunc(kits, func(k toolset) bool { return k.handles(c) })]
		m, err := k.handle(ctx, c, parsed)
		if err != nil {
			return nil, err
		}
		answers = append(answers, m)
	}
	return answers, nil
}

// endRounds ends the round of every toolset.
func endRounds(kits []toolset, parsed *parsedReply) (prompts []Message, more bool, err error) {
	for _, k := range kits {
		text, goesOn, err := k.endRound(parsed)
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

// proposalFromCall decodes a call, which is another spelling of an operation.
func proposalFromCall(c Call, n op.Notation) proposal {
	v := ijson.Value{Kind: ijson.Object, Members: []ijson.Member{
		{Name: "name", Value: ijson.Value{Kind: ijson.String, Text: c.Name}},
		{Name: "arguments", Value: arguments(c.Arguments)},
	}}
	return decodeProposal(v, n)
}

// toolResult describes the result of a call for the model.
func (a *aliases) toolResult(c Call, outcome string, problems []problem.Problem) Message {
	b := ijson.AppendString([]byte(`{"result":`), outcome)
	if len(problems) > 0 {
		b = append(b, `,"problems":[`...)
		for i, p := range problems {
			if i > 0 {
				b = append(b, ',')
			}
			b = ijson.AppendString(append(b, `{"code":`...), p.Code)
			b = ijson.AppendString(append(b, `,"message":`...), sanitize(a.inMessage(p.Message), notesMax))
			b = ijson.AppendString(append(b, `,"hint":`...), sanitize(a.inMessage(p.Hint), notesMax))
			b = append(b, '}')
		}
		b = append(b, ']')
	}
	return Message{Role: "tool", CallID: c.ID, Text: string(append(b, '}'))}
}
