package ollama

import (
	"cmp"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/ollama/ollama/api"

	"assister/internal/engine/wire"
	"assister/internal/propose"
)

// replyStream reads a reply while it arrives.
type replyStream struct {
	server         *wire.Server
	each           func(propose.Chunk) error // receives each part; may be nil
	text, thinking strings.Builder
	calls          []propose.Call
	last           api.ChatResponse
}

// read reads one line of the answer and reports whether it is the last.
func (s *replyStream) read(line []byte) (bool, error) {
	if line[0] != '{' {
		return false, s.invalid("sent a line that is not a JSON object", nil)
	}
	var response struct {
		api.ChatResponse
		Error string `json:"error"`
	}
	if err := json.Unmarshal(line, &response); err != nil {
		return false, s.invalid("sent a line that cannot be parsed", err)
	}
	if response.Error != "" {
		return false, s.invalid("broke off its answer: "+s.server.Clean(response.Error), nil)
	}
	if err := s.add(response.Message); err != nil {
		return false, err
	}
	if !response.Done {
		return false, nil
	}
	if reason := response.DoneReason; reason == "load" || reason == "unload" {
		return false, s.invalid("only "+reason+"ed the model and did not answer", nil)
	}
	s.last = response.ChatResponse
	return true, nil
}

func (s *replyStream) add(m api.Message) error {
	for _, c := range m.ToolCalls {
		if len(s.calls) == wire.CallsMax {
			return s.invalid("sent too many tool calls", nil)
		}
		id := cmp.Or(c.ID, "call_"+strconv.Itoa(len(s.calls)))
		call := propose.Call{ID: id, Name: c.Function.Name, Arguments: c.Function.Arguments.String()}
		s.calls = append(s.calls, call)
	}
	s.text.WriteString(m.Content)
	s.thinking.WriteString(m.Thinking)
	chunk := propose.Chunk{Text: m.Content, Thinking: m.Thinking}
	if s.each == nil || chunk == (propose.Chunk{}) {
		return nil
	}
	return s.each(chunk)
}

func (s *replyStream) invalid(did string, cause error) error {
	return s.server.Refuse(wire.BadAnswer, did, cause)
}

func (s *replyStream) reply() propose.Reply {
	return propose.Reply{
		Text:     s.text.String(),
		Thinking: s.thinking.String(),
		Calls:    s.calls,
		Cut:      s.last.DoneReason == "length",
		Model:    wire.Clean(s.last.Model, 200),
		Tokens:   s.last.EvalCount,
	}
}
