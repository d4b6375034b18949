package openai

import (
	"bytes"
	"cmp"
	"encoding/json"
	"strconv"
	"strings"

	"assister/internal/engine/wire"
	"assister/internal/ijson"
	"assister/internal/propose"
)

// replyStream reads a reply while it arrives.
type replyStream struct {
	server         *wire.Server
	each           func(propose.Chunk) error // receives each part; may be nil
	text, thinking strings.Builder
	calls          []partialCall
	finish         string // why the reply ended; "" until then
	model          string
	tokens, prompt int // that the server has counted, of the answer and the prompt
}

// partialCall is a call whose arguments are still arriving.
type partialCall struct {
	index     int
	id, name  string
	arguments []byte
}

// read reads one line of the event stream and reports whether it is the last. Only
// data lines matter: these events have no names, and comments only keep the
// connection alive.
func (s *replyStream) read(line []byte) (bool, error) {
	data, found := bytes.CutPrefix(line, []byte("data:"))
	if !found {
		switch name, _, _ := bytes.Cut(line, []byte(":")); string(name) {
		case "", "event", "id", "retry":
			return false, nil
		}
		return false, s.invalid("sent a line that is not an event", nil)
	}
	data = bytes.TrimSpace(data)
	if string(data) == "[DONE]" {
		if s.finish == "" {
			return false, s.invalid("ended its answer before it was complete", nil)
		}
		return true, nil
	}
	if len(data) == 0 || data[0] != '{' {
		return false, s.invalid("sent an event that is not a JSON object", nil)
	}
	var c chunk
	if err := json.Unmarshal(data, &c); err != nil {
		return false, s.invalid("sent an event that cannot be parsed", err)
	}
	if len(c.Error) > 0 && string(c.Error) != "null" {
		v, _ := ijson.Parse(data)
		return false, s.invalid("broke off its answer: "+s.server.Clean(wire.ErrorOf(v)), nil)
	}
	return false, s.chunk(c)
}

func (s *replyStream) chunk(c chunk) error {
	s.model = cmp.Or(s.model, c.Model)
	if c.Usage != nil {
		s.tokens, s.prompt = c.Usage.CompletionTokens, c.Usage.PromptTokens
	}
	for _, choice := range c.Choices {
		if choice.Index != 0 {
			continue
		}
		if err := s.add(choice.Delta); err != nil {
			return err
		}
		s.finish = cmp.Or(choice.FinishReason, s.finish)
	}
	if s.finish == "content_filter" {
		return s.invalid("withheld its answer because of a content filter", nil)
	}
	return nil
}

func (s *replyStream) add(d delta) error {
	if d.Refusal != "" {
		return s.invalid("refused to answer: "+s.server.Clean(d.Refusal), nil)
	}
	if s.finish != "" {
		if d.empty() {
			return nil
		}
		return s.invalid("sent more after the end of its answer", nil)
	}
	for _, t := range d.ToolCalls {
		call, err := s.call(t)
		if err != nil {
			return err
		}
		call.id, call.name = cmp.Or(call.id, t.ID), cmp.Or(call.name, t.Function.Name)
		call.arguments = append(call.arguments, t.Function.Arguments...)
	}
	chunk := propose.Chunk{Text: d.Content, Thinking: cmp.Or(d.ReasoningContent, d.Reasoning)}
	s.text.WriteString(chunk.Text)
	s.thinking.WriteString(chunk.Thinking)
	if s.each == nil || chunk == (propose.Chunk{}) {
		return nil
	}
	return s.each(chunk)
}

// call returns the call that a part belongs to. Some servers send whole calls without
// an index; then each part that has an id begins a call.
func (s *replyStream) call(t deltaCall) (*partialCall, error) {
	index := len(s.calls)
	switch {
	case t.Index != nil:
		index = *t.Index
	case t.ID == "" && len(s.calls) > 0:
		index = s.calls[len(s.calls)-1].index
	}
	for i := range s.calls {
		if s.calls[i].index == index {
			return &s.calls[i], nil
		}
	}
	if len(s.calls) == wire.CallsMax {
		return nil, s.invalid("sent too many tool calls", nil)
	}
	s.calls = append(s.calls, partialCall{index: index})
	return &s.calls[len(s.calls)-1], nil
}

func (s *replyStream) invalid(did string, cause error) error {
	return s.server.Refuse(wire.BadAnswer, did, cause)
}

func (s *replyStream) reply() propose.Reply {
	r := propose.Reply{
		Text:     s.text.String(),
		Thinking: s.thinking.String(),
		Cut:      s.finish == "length",
		Model:    wire.Clean(s.model, 200),
		Tokens:   s.tokens,

		PromptTokens: s.prompt,
	}
	for i := range s.calls {
		c := &s.calls[i]
		r.Calls = append(r.Calls, propose.Call{
			ID:        cmp.Or(c.id, "call_"+strconv.Itoa(i)),
			Name:      decodeName(c.name),
			Arguments: cmp.Or(string(c.arguments), "{}"),
		})
	}
	return r
}
