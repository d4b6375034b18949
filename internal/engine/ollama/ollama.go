// Package ollama completes prompts on an Ollama server, with the client of Ollama's own
// package. The client has no limits and no deadlines, and it reports no error when a stream
// ends early, is cancelled or has too long a line: package wire does, as its transport. Like
// every program with this client, it signs requests with the user's key if OLLAMA_AUTH is
// set or the server is ollama.com.
package ollama

import (
	"cmp"
	"context"
	"net/url"
	"sync"

	"assister/internal/engine/capability"
	"assister/internal/engine/wire"
	"assister/internal/propose"
)

// Codes of the refusals that only this engine makes. The others are wire's.
const (
	NoModel       = "model_not_named" // class problem.Usage
	ModelNotFound = "model_not_found" // class problem.Unavailable
)

// ParseHost parses the server's address as --host or OLLAMA_HOST has it. The default
// is the local machine.
func ParseHost(text string) (*url.URL, error) {
	return wire.ParseHost(cmp.Or(text, "127.0.0.1:11434"), "11434")
}

// Engine is one model on one server. It is a propose.Completer.
type Engine struct {
	Server  wire.Server
	Model   string // as `ollama list` names it
	Think   bool   // let a model think if it can
	Context int    // tokens of prompt and answer together; 0 is 8,192, or less if the model has less
	Tokens  int    // of an answer, if a prompt sets no limit; 0 is 2,048

	Temperature float64
	Seed        int

	Tools  capability.Switch // whether the model may call tools
	Schema capability.Switch // whether the server enforces JSON Schemas
	Cache  *capability.Cache // of what earlier processes detected; nil for none

	detected detected
}

// detected is what the server reported about the model, now or to an earlier process.
type detected struct {
	mu     sync.Mutex
	entry  *capability.Entry // nil until the first use
	cached bool              // reported to an earlier process
}

func (e *Engine) switches() capability.Switches {
	return capability.Switches{Tools: e.Tools, Schema: e.Schema}
}

// Complete implements propose.Completer. A feature that the server denies is not
// used again.
func (e *Engine) Complete(
	ctx context.Context, p propose.Prompt, each func(propose.Chunk) error) (propose.Reply, error) {
	for {
		used, err := e.Capabilities(ctx)
		if err != nil {
			return propose.Reply{}, err
		}
		reply, err := e.complete(ctx, p, used, each)
		denied := e.switches().Denied(err, e.Model, p, used)
		if denied == capability.None {
			e.learn(p, reply)
			return reply, err
		}
		if err := e.withdraw(ctx, denied); err != nil {
			return propose.Reply{}, err
		}
		// The caller has another way to ask without tools; for the rest, ask again.
		if denied == capability.Tools {
			return propose.Reply{}, e.noTools(err)
		}
	}
}

// complete sends a prompt that uses no more than the given capabilities.
func (e *Engine) complete(ctx context.Context, p propose.Prompt, used propose.Capabilities,
	each func(propose.Chunk) error) (propose.Reply, error) {
	request, err := e.request(p, used)
	if err != nil {
		return propose.Reply{}, err
	}
	stream := replyStream{server: &e.Server, each: each}
	if err := stream.receive(ctx, request); err != nil {
		return propose.Reply{}, explain(&e.Server, e.Model, err)
	}
	return stream.reply(), nil
}

// Models returns the names of the models on the server.
func (e *Engine) Models(ctx context.Context) ([]string, error) {
	list, err := models(ctx, &e.Server)
	if err != nil {
		return nil, err
	}
	names := make([]string, 0, len(list.Models))
	for _, m := range list.Models {
		names = append(names, wire.Clean(m.Name, 200))
	}
	return names, nil
}

// Version returns the version of the server. It is the cheapest request that shows
// that the server runs.
func (e *Engine) Version(ctx context.Context) (string, error) { return version(ctx, &e.Server) }
