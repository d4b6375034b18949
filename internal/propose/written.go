package propose

import (
	"context"
	"slices"

	"assister/internal/event"
	"assister/internal/extract"
	"assister/internal/problem"
	"assister/internal/schema"
)

// askForJSON asks for operations as a JSON object.
func (m *Model) askForJSON(ctx context.Context, r Request, s promptData, caps Capabilities, sink event.Sink) (
	parsed parsedReply, err error) {
	kinds := m.relevantKinds(r)
	verbs := r.verbs()
	s.Operations = operationSyntax(kinds, verbs...)
	for _, o := range schema.Bulk {
		if len(verbs) == 0 || slices.Contains(verbs, o.Verb) {
			s.Bulk = append(s.Bulk, string(o.Verb))
		}
	}
	l := m.checklistTools(r, caps, nil)
	p, digest, err := m.openingPrompt(ctx, s, nil, l)
	if err != nil {
		return parsed, err
	}
	p = withAnswerFormat(caps, p, kinds, verbs...)
	parsed, reply, err := m.askUntilParsed(ctx, p, digest, sink)
	if err == nil && l != nil {
		err = m.askAgainForItems(ctx, l, p, digest, &parsed, reply)
	}
	l.finish(&parsed)
	return parsed, err
}

// askUntilParsed asks until a reply can be parsed, at most twice. The second attempt counts
// as the one repair of the request.
func (m *Model) askUntilParsed(ctx context.Context, p Prompt, digest string, sink event.Sink) (
	parsedReply, Reply, error) {
	reply, err := m.ask(ctx, p, digest, nil)
	if err != nil {
		return parsedReply{}, reply, err
	}
	parsed, fault := parseReply(reply, m.notation())
	switch {
	case fault == nil, backQuestion(parsed.text) != "":
		return parsed, reply, nil
	case fault.Code == problem.TooManyOperations:
		return parsed, reply, &problem.Refusal{Class: problem.Rejected, Problem: *fault}
	}
	m.repaired = true
	if sink != nil {
		if err := sink.Emit(event.Stage{Stage: event.Repairing}); err != nil {
			return parsed, reply, err
		}
	}
	correction := "Your answer could not be read: " + fault.Message +
		`. Answer again with one JSON object: {"operations":[…]}`
	again, err := m.ask(ctx, p.with(reply, correction), digest, nil)
	if err != nil {
		return parsed, reply, err
	}
	words := parsed.text
	if parsed, fault = parseReply(again, m.notation()); parsed.text == "" {
		parsed.text = words
	}
	if fault == nil || backQuestion(parsed.text) != "" {
		return parsed, again, nil
	}
	if fault.Code == extract.NoJSON || fault.Code == extract.NoOperations {
		return parsed, again, nil
	}
	return parsed, again, problem.Refuse(problem.Unavailable, fault.Code,
		"the model's answer cannot be used: "+fault.Message+"; nothing was changed",
		"ask again, in other words or for less at once")
}

// with continues the prompt with its reply and a message for the model.
func (p Prompt) with(reply Reply, text string) Prompt {
	p.Messages = append(slices.Clip(p.Messages),
		Message{Role: "assistant", Text: reply.Text}, Message{Role: "user", Text: text})
	return p
}

// withAnswerFormat adds the format of the answer: operations on these kinds, with these verbs
// if there are some.
func withAnswerFormat(caps Capabilities, p Prompt, kinds []*schema.Kind, verbs ...schema.Verb) Prompt {
	if caps.Schema {
		p.Schema = schema.ProposalJSONSchema(kinds, MaxOperations, verbs...)
	} else {
		p.JSON = true
	}
	return p
}
