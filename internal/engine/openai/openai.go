// Package openai completes prompts on any server that speaks OpenAI's chat
// completions. The few types it needs are written out in body.go: the official
// SDK would add 19 MB to the program and a millisecond to each start of it.
package openai

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"sync"

	"assister/internal/engine/capability"
	"assister/internal/engine/wire"
	"assister/internal/ijson"
	"assister/internal/problem"
	"assister/internal/propose"
)

// Codes of what only this engine refuses. All else has a code of wire.
const (
	NoHost        = "host_not_named"  // class problem.Usage
	NoModel       = "model_not_named" // class problem.Usage
	ModelNotFound = "model_not_found" // class problem.Unavailable
	KeyRefused    = "key_refused"     // class problem.Unavailable
)

const (
	official      = "api.openai.com"
	defaultTokens = 2048
	temperature   = 0.1 // facts 1.9
)

// ParseHost reads the base URL of the server. Without a path it is /v1, where
// nearly all of them are. There is no default: nobody's tasks leave the machine
// because an address was not given.
func ParseHost(text string) (*url.URL, error) {
	if text == "" {
		return nil, problem.Refuse(problem.Usage, NoHost, "the engine openai has no server", "say where it is with --host, such as https://"+official+"/v1")
	}
	base, err := wire.ParseHost(text, "")
	if err == nil && base.Path == "" {
		base.Path = "/v1"
	}
	return base, err
}

// Engine is one model on one server, whose key is Server.Key. It is a
// propose.Completer.
type Engine struct {
	Server wire.Server
	Model  string
	Tokens int // of an answer, where a prompt sets no limit; 0 is 2,048

	Tools  capability.Switch // whether tools are called
	Schema capability.Switch // whether answers are held to a JSON Schema
	Cache  *capability.Cache // of what earlier processes learnt; nil for none

	learning sync.Mutex
	learnt   *capability.Entry // nil until something is asked of it
}

// Complete implements propose.Completer. What server or model deny is not asked of
// them again.
func (e *Engine) Complete(ctx context.Context, p propose.Prompt, each func(propose.Chunk) error) (propose.Reply, error) {
	for {
		able := e.able()
		reply, err := e.ask(ctx, p, able, each)
		denied := e.denied(err, p, able)
		if denied == capability.None {
			return reply, err
		}
		e.learn(denied)
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
	a := answer{server: &e.Server, each: each}
	err = e.Server.Lines(ctx, wire.Request{Path: "/chat/completions", Body: body, Accept: []string{"text/event-stream"}}, a.read)
	if err != nil {
		return propose.Reply{}, e.explain(err, e.Model)
	}
	return a.reply(), nil
}

func (e *Engine) request(p propose.Prompt, able propose.Capabilities) ([]byte, error) {
	if e.Model == "" {
		return nil, problem.Refuse(problem.Usage, NoModel, "no model is named", "name one with --model")
	}
	limit := cmp.Or(p.MaxTokens, e.Tokens, defaultTokens)
	r := request{Model: e.Model, Stream: true, StreamOptions: streamOptions{IncludeUsage: true}}
	// OpenAI's own models refuse the old name of the limit, and those that think
	// every temperature; other servers know the old name alone.
	if e.Server.Base.Hostname() == official {
		r.MaxCompletionTokens = limit
	} else {
		warm := temperature
		r.MaxTokens, r.Temperature = limit, &warm
	}
	if (p.JSON || p.Schema != nil) && !able.Plain {
		r.ResponseFormat = &responseFormat{Type: "json_object"}
	}
	if p.Schema != nil && able.Schema {
		schema, fault := wire.SimplifySchema(p.Schema)
		if fault != nil {
			return nil, fmt.Errorf("read the schema of a %s prompt: %w", p.Purpose, *fault)
		}
		r.ResponseFormat = &responseFormat{Type: "json_schema", JSONSchema: &jsonSchema{Name: string(p.Purpose), Schema: schema}}
	}
	for _, t := range p.Tools {
		schema, fault := wire.SimplifySchema(t.Schema)
		if fault != nil {
			return nil, fmt.Errorf("read the schema of the tool %s: %w", t.Name, *fault)
		}
		r.Tools = append(r.Tools, tool{Type: "function", Function: function{Name: toolName(t.Name), Description: t.Help, Parameters: schema}})
	}
	for _, m := range p.Messages {
		turn := message{Role: m.Role, Content: m.Text, ToolCallID: m.CallID}
		for _, c := range m.Calls {
			turn.ToolCalls = append(turn.ToolCalls, toolCall{ID: c.ID, Type: "function",
				Function: calledFunction{Name: toolName(c.Name), Arguments: c.Arguments}})
		}
		r.Messages = append(r.Messages, turn)
	}
	body, err := json.Marshal(r)
	if err != nil {
		return nil, fmt.Errorf("write a %s prompt: %w", p.Purpose, err)
	}
	return body, nil
}

// toolName and ourName go between "task.create" and the letters that the servers
// allow in a name, which have no full stop.
func toolName(name string) string { return strings.ReplaceAll(name, ".", "__") }
func ourName(name string) string  { return strings.ReplaceAll(name, "__", ".") }

// answer is a reply while it comes.
type answer struct {
	server         *wire.Server
	each           func(propose.Chunk) error
	text, thinking strings.Builder
	calls          []partialCall
	finish         string // why it ended; empty before
	model          string
	tokens         int
}

// partialCall is a call whose arguments are still coming.
type partialCall struct {
	index     int
	id, name  string
	arguments []byte
}

// read takes a line of the event stream. Only data is of use; events have no
// names here, and comments keep the connection alive.
func (a *answer) read(line []byte) (bool, error) {
	data, found := bytes.CutPrefix(line, []byte("data:"))
	if !found {
		if name, _, _ := bytes.Cut(line, []byte(":")); len(name) == 0 || string(name) == "event" || string(name) == "id" || string(name) == "retry" {
			return false, nil
		}
		return false, a.bad("answers with a line that is no event", nil)
	}
	data = bytes.TrimSpace(data)
	if string(data) == "[DONE]" {
		if a.finish == "" {
			return false, a.bad("ends its answer before it is complete", nil)
		}
		return true, nil
	}
	if len(data) == 0 || data[0] != '{' {
		return false, a.bad("answers with a line that is no object", nil)
	}
	var c chunk
	if err := json.Unmarshal(data, &c); err != nil {
		return false, a.bad("answers with a line that cannot be read", err)
	}
	if len(c.Error) > 0 && string(c.Error) != "null" {
		v, _ := ijson.Parse(data)
		return false, a.bad("breaks off its answer: "+a.server.Clean(wire.ErrorOf(v)), nil)
	}
	a.model = cmp.Or(a.model, c.Model)
	if c.Usage != nil {
		a.tokens = c.Usage.CompletionTokens
	}
	for _, choice := range c.Choices {
		if choice.Index != 0 {
			continue
		}
		if err := a.add(choice.Delta); err != nil {
			return false, err
		}
		a.finish = cmp.Or(choice.FinishReason, a.finish)
	}
	if a.finish == "content_filter" {
		return false, a.bad("withholds its answer by a filter", nil)
	}
	return false, nil
}

func (a *answer) add(d delta) error {
	if d.Refusal != "" {
		return a.bad("declines: "+a.server.Clean(d.Refusal), nil)
	}
	if a.finish != "" && d.empty() {
		return nil
	}
	if a.finish != "" {
		return a.bad("goes on behind the end of its answer", nil)
	}
	for _, t := range d.ToolCalls {
		call, err := a.call(t)
		if err != nil {
			return err
		}
		call.id, call.name = cmp.Or(call.id, t.ID), cmp.Or(call.name, t.Function.Name)
		call.arguments = append(call.arguments, t.Function.Arguments...)
	}
	piece := propose.Chunk{Text: d.Content, Thinking: cmp.Or(d.ReasoningContent, d.Reasoning)}
	a.text.WriteString(piece.Text)
	a.thinking.WriteString(piece.Thinking)
	if a.each == nil || piece == (propose.Chunk{}) {
		return nil
	}
	return a.each(piece)
}

// call is the one that a part belongs to. Some servers send no index with whole
// calls; then each part with an id of its own begins one.
func (a *answer) call(t deltaCall) (*partialCall, error) {
	index := len(a.calls)
	switch {
	case t.Index != nil:
		index = *t.Index
	case t.ID == "" && len(a.calls) > 0:
		index = a.calls[len(a.calls)-1].index
	}
	for i := range a.calls {
		if a.calls[i].index == index {
			return &a.calls[i], nil
		}
	}
	if len(a.calls) == wire.CallsMax {
		return nil, a.bad("calls tools without end", nil)
	}
	a.calls = append(a.calls, partialCall{index: index})
	return &a.calls[len(a.calls)-1], nil
}

func (a *answer) bad(does string, cause error) error {
	return a.server.Refuse(wire.BadAnswer, does, cause)
}

func (a *answer) reply() propose.Reply {
	r := propose.Reply{Text: a.text.String(), Thinking: a.thinking.String(), Cut: a.finish == "length", Model: wire.Clean(a.model, 200), Tokens: a.tokens}
	for i := range a.calls {
		c := &a.calls[i]
		r.Calls = append(r.Calls, propose.Call{
			ID:        cmp.Or(c.id, "call_"+strconv.Itoa(i)),
			Name:      ourName(c.name),
			Arguments: cmp.Or(string(c.arguments), "{}"),
		})
	}
	return r
}
