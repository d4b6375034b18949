package propose

import (
	"context"
	"slices"

	"assister/internal/event"
	"assister/internal/extract"
	"assister/internal/problem"
	"assister/internal/schema"
)

// byWriting asks for operations as a JSON object.
func (m *Model) byWriting(ctx context.Context, r Request, s sheet, able Capabilities, sink event.Sink) (said answer, err error) {
	kinds := m.kinds(r.Text)
	s.Operations = grammar(kinds)
	for _, o := range schema.Bulk {
		s.Bulk = append(s.Bulk, string(o.Verb))
	}
	l := m.lists(r.Text, able, nil)
	p, digest, err := m.opening(s, l)
	if err != nil {
		return said, err
	}
	p = answering(able, p, kinds)
	said, reply, err := m.once(ctx, p, digest, sink)
	if err == nil && l != nil {
		err = m.again(ctx, l, p, digest, &said, reply)
	}
	l.end(&said)
	return said, err
}

// once asks until there is an answer that can be read, at most twice: the second
// time is then the one repair of the request.
func (m *Model) once(ctx context.Context, p Prompt, digest string, sink event.Sink) (answer, Reply, error) {
	reply, err := m.ask(ctx, p, digest, nil)
	if err != nil {
		return answer{}, reply, err
	}
	said, fault := read(reply)
	switch {
	case fault == nil, question(said.words) != "":
		return said, reply, nil
	case fault.Code == problem.TooManyOperations:
		return said, reply, &problem.Refusal{Class: problem.Rejected, Problem: *fault}
	}
	m.mended = true
	if sink != nil {
		if err := sink.Emit(event.Stage{Stage: event.Repairing}); err != nil {
			return said, reply, err
		}
	}
	again, err := m.ask(ctx, p.with(reply, "Your answer could not be read: "+fault.Message+`. Answer again with one JSON object: {"operations":[…]}`), digest, nil)
	if err != nil {
		return said, reply, err
	}
	words := said.words
	if said, fault = read(again); said.words == "" {
		said.words = words
	}
	if fault != nil && question(said.words) == "" && fault.Code != extract.NoJSON && fault.Code != extract.NoOperations {
		return said, again, problem.Refuse(problem.Unavailable, fault.Code, "the model's answer cannot be used: "+fault.Message+"; nothing was changed", "ask again, in other words or for less at once")
	}
	return said, again, nil
}

// with is the prompt after an answer to it, and what is said to that.
func (p Prompt) with(reply Reply, text string) Prompt {
	p.Messages = append(slices.Clip(p.Messages), Message{Role: "assistant", Text: reply.Text}, Message{Role: "user", Text: text})
	return p
}

// answering adds the way in which the answer is to come: as operations on these
// kinds.
func answering(able Capabilities, p Prompt, kinds []*schema.Kind) Prompt {
	if able.Schema {
		p.Schema = schema.ProposalJSONSchema(kinds, MaxOperations)
	} else {
		p.JSON = true
	}
	return p
}
