package ollama

import (
	"cmp"
	"context"
	"errors"
	"net/http"
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

// errComplete ends an exchange after the last part of the answer.
var errComplete = errors.New("the answer is complete")

// receive sends a request and reads the answer to its last part.
func (s *replyStream) receive(ctx context.Context, request *api.ChatRequest) error {
	var own error // of a part
	err := s.server.Do(ctx, []string{"application/x-ndjson"}, func(ctx context.Context, c *http.Client) error {
		err := api.NewClient(s.server.Base, c).Chat(ctx, request, func(part api.ChatResponse) error {
			own = s.read(part)
			return own
		})
		switch {
		case own != nil:
			return own
		case err != nil: // the server's error, or a line that is none of an answer
			return s.invalid("broke off its answer: "+s.server.Clean(err.Error()), err)
		}
		return s.server.Incomplete()
	})
	if errors.Is(err, errComplete) {
		return nil
	}
	return err
}

// read reads a part of the answer. Its error is errComplete after the last.
func (s *replyStream) read(part api.ChatResponse) error {
	if err := s.add(part.Message); err != nil {
		return err
	}
	if !part.Done {
		return nil
	}
	if reason := part.DoneReason; reason == "load" || reason == "unload" {
		return s.invalid("only "+reason+"ed the model and did not answer", nil)
	}
	s.last = part
	return errComplete
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

		PromptTokens: s.last.PromptEvalCount,
	}
}
