// Package ollama completes prompts on an Ollama server. It speaks with the types
// of github.com/ollama/ollama/api and not with its client, which ends without an
// error when a stream breaks off, is cancelled or has a line that is too long,
// and on an error status without a body; which knows no deadlines, tells errors in
// mid-stream as words, and reads the environment and the user's key file.
package ollama

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"

	"github.com/ollama/ollama/api"

	"assister/internal/engine/capability"
	"assister/internal/engine/wire"
	"assister/internal/propose"
)

// Codes of what only this engine refuses. All else has a code of wire.
const (
	NoModel       = "model_not_named" // class diag.Usage
	ModelNotFound = "model_not_found" // class diag.Unavailable
)

// What a prompt and its answer may take where nobody says otherwise. Servers
// start with 4,096 tokens on small machines, less than tools and a brief need.
const (
	defaultContext = 8192
	defaultTokens  = 2048
)

const temperature = 0.1 // facts 1.9

// ParseHost reads what --host or OLLAMA_HOST says; empty is this machine.
func ParseHost(text string) (*url.URL, error) {
	return wire.ParseHost(cmp.Or(text, "127.0.0.1:11434"), "11434")
}

// Engine is one model on one server. It is a propose.Completer.
type Engine struct {
	Server  wire.Server
	Model   string // as `ollama list` names it
	Think   bool   // let a model that can think do so
	Context int    // tokens of prompt and answer together; 0 is 8,192
	Tokens  int    // of an answer, where a prompt sets no limit; 0 is 2,048

	Tools  capability.Switch // whether tools are called
	Schema capability.Switch // whether answers are held to a JSON Schema
	Cache  *capability.Cache // of what servers told earlier processes; nil for none

	asking sync.Mutex
	told   *capability.Entry // nil until the server has told, now or earlier
	old    bool              // it was told to an earlier process
}

// Complete implements propose.Completer. What server or model deny is not asked of
// them again.
func (e *Engine) Complete(ctx context.Context, p propose.Prompt, each func(propose.Chunk) error) (propose.Reply, error) {
	for {
		able, err := e.Capabilities(ctx)
		if err != nil {
			return propose.Reply{}, err
		}
		reply, err := e.ask(ctx, p, able, each)
		denied := e.denied(err, p, able)
		if denied == capability.None {
			return reply, err
		}
		if err := e.learn(ctx, denied); err != nil {
			return propose.Reply{}, err
		}
		if denied == capability.Tools {
			return propose.Reply{}, e.unable(err)
		}
	}
}

func (e *Engine) ask(ctx context.Context, p propose.Prompt, able propose.Capabilities, each func(propose.Chunk) error) (propose.Reply, error) {
	body, err := e.request(p, able)
	if err != nil {
		return propose.Reply{}, err
	}
	var a answer
	err = e.Server.Lines(ctx, wire.Request{Path: "/api/chat", Body: body, Accept: []string{"application/x-ndjson"}}, func(line []byte) (bool, error) {
		return a.read(&e.Server, line, each)
	})
	if err != nil {
		return propose.Reply{}, e.explain(err, e.Model)
	}
	return a.reply(), nil
}

func (e *Engine) request(p propose.Prompt, able propose.Capabilities) ([]byte, error) {
	stream, whole, shift := true, false, false
	r := api.ChatRequest{
		Model:  e.Model,
		Stream: &stream,
		// Better no answer than one to half a prompt, or without its beginning.
		Truncate: &whole,
		Shift:    &shift,
		// A grammar lets a model write blanks without end: an answer is always limited.
		Options: map[string]any{
			"num_ctx":     cmp.Or(e.Context, defaultContext),
			"num_predict": cmp.Or(p.MaxTokens, e.Tokens, defaultTokens),
			"temperature": temperature,
			"seed":        1,
		},
	}
	// Models without the ability refuse to be asked, and those with it think unless
	// they are told not to.
	if able.Thinking {
		r.Think = &api.ThinkValue{Value: e.Think}
	}
	if (p.JSON || p.Schema != nil) && !able.Plain {
		r.Format = []byte(`"json"`)
	}
	if p.Schema != nil && able.Schema {
		format, problem := wire.SimplifySchema(p.Schema)
		if problem != nil {
			return nil, fmt.Errorf("read the schema of a %s prompt: %w", p.Purpose, *problem)
		}
		r.Format = format
	}
	for _, t := range p.Tools {
		tool := api.Tool{Type: "function", Function: api.ToolFunction{Name: t.Name, Description: t.Help}}
		if err := json.Unmarshal(t.Schema, &tool.Function.Parameters); err != nil {
			return nil, fmt.Errorf("read the schema of the tool %s: %w", t.Name, err)
		}
		// A template that goes through the properties does not expect null.
		if tool.Function.Parameters.Properties == nil {
			tool.Function.Parameters.Properties = api.NewToolPropertiesMap()
		}
		r.Tools = append(r.Tools, tool)
	}
	for i, m := range p.Messages {
		r.Messages = append(r.Messages, message(m, p.Messages[:i]))
	}
	body, err := json.Marshal(r)
	if err != nil {
		return nil, fmt.Errorf("write a %s prompt: %w", p.Purpose, err)
	}
	return body, nil
}

// message is a turn as the server takes it. Templates show which tool a result is
// of by its name, some by the id of the call.
func message(m propose.Message, before []propose.Message) api.Message {
	turn := api.Message{Role: m.Role, Content: m.Text, ToolCallID: m.CallID}
	for i, c := range m.Calls {
		call := api.ToolCall{ID: c.ID, Function: api.ToolCallFunction{Index: i, Name: c.Name}}
		// Arguments that are no object were the model's mistake, of which the turn
		// that answers the call tells it; the server cannot take them.
		if json.Unmarshal([]byte(c.Arguments), &call.Function.Arguments) != nil {
			call.Function.Arguments = api.NewToolCallFunctionArguments()
		}
		turn.ToolCalls = append(turn.ToolCalls, call)
	}
	if m.CallID == "" {
		return turn
	}
	for i := len(before) - 1; i >= 0 && turn.ToolName == ""; i-- {
		for _, c := range before[i].Calls {
			if c.ID == m.CallID {
				turn.ToolName = c.Name
			}
		}
	}
	return turn
}

// answer is a reply while it comes.
type answer struct {
	text, thinking strings.Builder
	calls          []propose.Call
	last           api.ChatResponse
}

func (a *answer) read(s *wire.Server, line []byte, each func(propose.Chunk) error) (bool, error) {
	if line[0] != '{' {
		return false, s.Refuse(wire.BadAnswer, "answers with a line that is no object", nil)
	}
	var chunk struct {
		api.ChatResponse
		Error string `json:"error"`
	}
	if err := json.Unmarshal(line, &chunk); err != nil {
		return false, s.Refuse(wire.BadAnswer, "answers with a line that cannot be read", err)
	}
	if chunk.Error != "" {
		return false, s.Refuse(wire.BadAnswer, "breaks off its answer: "+s.Clean(chunk.Error), nil)
	}
	a.text.WriteString(chunk.Message.Content)
	a.thinking.WriteString(chunk.Message.Thinking)
	for _, c := range chunk.Message.ToolCalls {
		if len(a.calls) == wire.CallsMax {
			return false, s.Refuse(wire.BadAnswer, "calls tools without end", nil)
		}
		id := cmp.Or(c.ID, "call_"+strconv.Itoa(len(a.calls)))
		a.calls = append(a.calls, propose.Call{ID: id, Name: c.Function.Name, Arguments: c.Function.Arguments.String()})
	}
	if piece := (propose.Chunk{Text: chunk.Message.Content, Thinking: chunk.Message.Thinking}); each != nil && piece != (propose.Chunk{}) {
		if err := each(piece); err != nil {
			return false, err
		}
	}
	if !chunk.Done {
		return false, nil
	}
	if reason := chunk.DoneReason; reason == "load" || reason == "unload" {
		return false, s.Refuse(wire.BadAnswer, "has done nothing but to "+reason+" the model", nil)
	}
	a.last = chunk.ChatResponse
	return true, nil
}

func (a *answer) reply() propose.Reply {
	return propose.Reply{
		Text:     a.text.String(),
		Thinking: a.thinking.String(),
		Calls:    a.calls,
		Cut:      a.last.DoneReason == "length",
		Model:    wire.Clean(a.last.Model, 200),
		Tokens:   a.last.EvalCount,
	}
}

// explain says of a model that is not there how to have it.
func (e *Engine) explain(err error, model string) error {
	var status *wire.Status
	if !errors.As(err, &status) || status.Code != http.StatusNotFound {
		return err
	}
	r := e.Server.Refuse(ModelNotFound, "has no model "+wire.Clean(model, 80), status)
	r.Problem.Hint = "ollama pull " + wire.Clean(model, 80) + ", or name one that ollama list shows with --model"
	return r
}
