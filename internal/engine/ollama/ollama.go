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
	"github.com/ollama/ollama/types/model"

	"assister/internal/diag"
	"assister/internal/engine/wire"
	"assister/internal/ijson"
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

	asking sync.Mutex
	able   *propose.Abilities // once the server has told them
}

// Know sets the abilities that an earlier process was told, so that this one
// does not ask again.
func (e *Engine) Know(a propose.Abilities) {
	e.asking.Lock()
	defer e.asking.Unlock()
	e.able = &a
}

// Complete implements propose.Completer.
func (e *Engine) Complete(ctx context.Context, p propose.Prompt, each func(propose.Piece) error) (propose.Reply, error) {
	able, err := e.Able(ctx)
	if err != nil {
		return propose.Reply{}, err
	}
	body, err := e.request(p, able)
	if err != nil {
		return propose.Reply{}, err
	}
	var a answer
	err = e.Server.Lines(ctx, wire.Request{Path: "/api/chat", Body: body, Accept: []string{"application/x-ndjson"}}, func(line []byte) (bool, error) {
		return a.read(&e.Server, line, each)
	})
	if err != nil {
		return propose.Reply{}, e.explain(err)
	}
	return a.reply(), nil
}

func (e *Engine) request(p propose.Prompt, able propose.Abilities) ([]byte, error) {
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
	if p.JSON {
		r.Format = []byte(`"json"`)
	}
	if p.Schema != nil {
		format, problem := wire.Grammar(p.Schema)
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
	turn := api.Message{Role: m.Role, Content: m.Text, ToolCallID: m.For}
	for i, c := range m.Calls {
		call := api.ToolCall{ID: c.ID, Function: api.ToolCallFunction{Index: i, Name: c.Name}}
		// Arguments that are no object were the model's mistake, of which the turn
		// that answers the call tells it; the server cannot take them.
		if json.Unmarshal([]byte(c.Arguments), &call.Function.Arguments) != nil {
			call.Function.Arguments = api.NewToolCallFunctionArguments()
		}
		turn.ToolCalls = append(turn.ToolCalls, call)
	}
	if m.For == "" {
		return turn
	}
	for i := len(before) - 1; i >= 0 && turn.ToolName == ""; i-- {
		for _, c := range before[i].Calls {
			if c.ID == m.For {
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

func (a *answer) read(s *wire.Server, line []byte, each func(propose.Piece) error) (bool, error) {
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
	if piece := (propose.Piece{Text: chunk.Message.Content, Thinking: chunk.Message.Thinking}); each != nil && piece != (propose.Piece{}) {
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
func (e *Engine) explain(err error) error {
	var status *wire.Status
	if !errors.As(err, &status) || status.Code != http.StatusNotFound {
		return err
	}
	r := e.Server.Refuse(ModelNotFound, "has no model "+wire.Clean(e.Model, 80), status)
	r.Problem.Hint = "ollama pull " + wire.Clean(e.Model, 80) + ", or name one that ollama list shows with --model"
	return r
}

// Able implements propose.Completer. The first call asks the server; what it told
// is known from then on, a refusal is not kept.
func (e *Engine) Able(ctx context.Context) (propose.Abilities, error) {
	if e.Model == "" {
		return propose.Abilities{}, diag.Refuse(diag.Usage, NoModel, "no model is named", "name one that ollama list shows with --model")
	}
	e.asking.Lock()
	defer e.asking.Unlock()
	if e.able != nil {
		return *e.able, nil
	}
	body, err := json.Marshal(map[string]string{"model": e.Model})
	if err != nil {
		return propose.Abilities{}, fmt.Errorf("ask for the abilities of %s: %w", e.Model, err)
	}
	text, err := e.Server.Fetch(ctx, wire.Request{Path: "/api/show", Body: body, Accept: []string{"application/json"}})
	if err != nil {
		return propose.Abilities{}, e.explain(err)
	}
	var show api.ShowResponse
	if err := json.Unmarshal(text, &show); err != nil {
		return propose.Abilities{}, e.Server.Refuse(wire.BadAnswer, "describes the model in a way that cannot be read", err)
	}
	version, err := e.Version(ctx)
	if err != nil {
		return propose.Abilities{}, err
	}
	a := propose.Abilities{
		Server: "ollama " + version,
		Model:  e.Model,
		Schema: since(version, 0, 5),
		Remote: wire.Clean(show.RemoteHost, 80),
	}
	for _, c := range show.Capabilities {
		switch c {
		case model.CapabilityTools:
			a.Tools = true
		case model.CapabilityThinking:
			a.Thinking = true
		case model.CapabilityEmbedding:
			a.Embeds = true
		}
	}
	// Servers before 0.6.4 list no capabilities; a template that shows tools is one.
	if len(show.Capabilities) == 0 {
		a.Tools = strings.Contains(show.Template, ".Tools")
	}
	e.able = &a
	return a, nil
}

// Version asks which version the server is. Nothing is cheaper to see that it is
// there.
func (e *Engine) Version(ctx context.Context) (string, error) {
	text, err := e.Server.Fetch(ctx, wire.Request{Path: "/api/version", Accept: []string{"application/json"}})
	if err != nil {
		return "", err
	}
	v, problem := ijson.Parse(text)
	version, _ := v.Get("version")
	if problem != nil || version.Text == "" {
		return "", e.Server.Refuse(wire.BadAnswer, "does not say its version, as ollama does", nil)
	}
	return wire.Clean(version.Text, 40), nil
}

// since tells whether a version is at least major.minor. Builds without a version
// call themselves 0.0.0 and are as new as those with.
func since(version string, major, minor int) bool {
	if version == "0.0.0" {
		return true
	}
	parts := strings.SplitN(version, ".", 3)
	if len(parts) < 2 {
		return false
	}
	a, err1 := strconv.Atoi(parts[0])
	b, err2 := strconv.Atoi(parts[1])
	return err1 == nil && err2 == nil && (a > major || a == major && b >= minor)
}

// Models asks for the names of the models that the server has.
func (e *Engine) Models(ctx context.Context) ([]string, error) {
	text, err := e.Server.Fetch(ctx, wire.Request{Path: "/api/tags", Accept: []string{"application/json"}})
	if err != nil {
		return nil, err
	}
	var list api.ListResponse
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, e.Server.Refuse(wire.BadAnswer, "lists its models in a way that cannot be read", err)
	}
	names := make([]string, 0, len(list.Models))
	for _, m := range list.Models {
		names = append(names, wire.Clean(m.Name, 200))
	}
	return names, nil
}
