// Package openai completes prompts on any server with an API like OpenAI's chat
// completions. The few types that it needs are in api.go: the official SDK would add
// 19 MB to the program and a millisecond to each start.
package openai

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"

	"assister/internal/engine/capability"
	"assister/internal/engine/wire"
	"assister/internal/problem"
	"assister/internal/propose"
)

// Codes of the refusals that only this engine makes. The others are wire's.
const (
	NoHost        = "host_not_named"  // class problem.Usage
	NoModel       = "model_not_named" // class problem.Usage
	ModelNotFound = "model_not_found" // class problem.Unavailable
	KeyRefused    = "key_refused"     // class problem.Unavailable
)

const officialHost = "api.openai.com"

// ParseHost parses the base URL of the server. The default path is /v1, which nearly
// all servers use. There is no default host: tasks never leave the machine only
// because an address is missing.
func ParseHost(text string) (*url.URL, error) {
	if text == "" {
		return nil, problem.Refuse(problem.Usage, NoHost, "the engine openai has no server",
			"set its address with --host, such as https://"+officialHost+"/v1")
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
	Server  wire.Server
	Model   string
	Context int // tokens of prompt and answer together; 0 is 8,192, or less if the server lists less
	Tokens  int // of an answer, if a prompt sets no limit; 0 is 2,048

	Temperature float64
	Seed        *int // nil sends none: not every server knows the option

	Tools  capability.Switch // whether the model may call tools
	Schema capability.Switch // whether the server enforces JSON Schemas
	Cache  *capability.Cache // of what earlier processes found out; nil for none

	assumed assumed
}

// Complete implements propose.Completer. A feature that the server denies is not
// used again.
func (e *Engine) Complete(
	ctx context.Context, p propose.Prompt, each func(propose.Chunk) error) (propose.Reply, error) {
	for {
		used := e.used()
		reply, err := e.complete(ctx, p, used, each)
		denied := e.switches().Denied(err, e.Model, p, used)
		if denied == capability.None {
			e.learn(p, reply)
			return reply, err
		}
		e.withdraw(denied)
		// The caller has another way to ask without tools; for the rest, ask again.
		if denied == capability.Tools {
			return propose.Reply{}, e.noTools(err)
		}
	}
}

// complete sends a prompt that uses no more than the given capabilities.
func (e *Engine) complete(ctx context.Context, p propose.Prompt, used propose.Capabilities,
	each func(propose.Chunk) error) (propose.Reply, error) {
	body, err := e.request(p, used)
	if err != nil {
		return propose.Reply{}, err
	}
	stream := replyStream{server: &e.Server, each: each}
	r := wire.Request{Path: "/chat/completions", Body: body, Accept: []string{"text/event-stream"}}
	if err := e.Server.Lines(ctx, r, stream.read); err != nil {
		return propose.Reply{}, explain(&e.Server, e.Model, err)
	}
	return stream.reply(), nil
}

// Models returns the names of the models on the server.
func (e *Engine) Models(ctx context.Context) ([]string, error) {
	list, err := e.list(ctx)
	if err != nil {
		return nil, err
	}
	names := make([]string, 0, len(list.Data))
	for _, m := range list.Data {
		names = append(names, wire.Clean(m.ID, 200))
	}
	return names, nil
}

// list asks for the list of the models on the server.
func (e *Engine) list(ctx context.Context) (list modelList, err error) {
	text, err := e.Server.Fetch(ctx, wire.Request{Path: "/models", Accept: []string{"application/json"}})
	if err != nil {
		return list, explain(&e.Server, e.Model, err)
	}
	if err := json.Unmarshal(text, &list); err != nil {
		return list, e.Server.Refuse(wire.BadAnswer, "sent a list of models that cannot be parsed", err)
	}
	return list, nil
}

// noTools is the refusal of a server or a model that does not accept tools.
func (e *Engine) noTools(cause error) error {
	r := e.Server.Refuse(wire.Refused, "does not accept tools for the model "+wire.Clean(e.Model, 80),
		&propose.ToolsUnsupportedError{Cause: cause})
	r.Problem.Hint = "choose a model that can call tools with --model, or --engine ollama if it is an Ollama server"
	return r
}

// explain adds to an error what to do about a key or a model that the server does not
// accept.
func explain(s *wire.Server, model string, err error) error {
	var status *wire.Status
	if !errors.As(err, &status) {
		return err
	}
	switch status.Code {
	case http.StatusUnauthorized, http.StatusForbidden:
		r := s.Refuse(KeyRefused, "does not accept the key: "+status.Error(), status)
		r.Problem.Hint = "set the key that belongs to this server"
		return r
	case http.StatusNotFound:
		what := "has no model " + wire.Clean(model, 80) + ", or nothing at " + s.Base.Path
		r := s.Refuse(ModelNotFound, what, status)
		r.Problem.Hint = "choose one of its models with --model, and set its whole base URL with --host"
		return r
	}
	return err
}
