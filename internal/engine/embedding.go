package engine

import (
	"cmp"
	"context"
	"errors"
	"time"

	"assister/internal/config"
	"assister/internal/engine/capability"
	"assister/internal/engine/ollama"
	"assister/internal/engine/openai"
	"assister/internal/engine/wire"
	"assister/internal/problem"
	"assister/internal/search"
)

// Embedder implements assist.Engines: the configured model, on its own server or on that
// of the engine.
func (e *Configured) Embedder(wait time.Duration) (m search.Model, found bool, err error) {
	name := e.Settings.Text("embedding.model")
	if name == "" {
		return m, false, nil
	}
	l := limitedEmbedder{learned: e.learned(), wait: wait}
	switch e.EmbeddingEngine() {
	case "openai":
		engine, err := e.EmbeddingOpenAI(name)
		if err != nil {
			return m, false, err
		}
		l.Embedder, l.server = engine, "openai "+engine.Server.Base.String()
	default:
		engine, err := e.EmbeddingOllama(name)
		if err != nil {
			return m, false, err
		}
		l.Embedder, l.server = engine, "ollama "+engine.Server.Base.String()
	}
	return search.Model{Name: name, Embedder: l}, true, nil
}

// embeddingHost returns the server that embeds texts: its own, or the engine's.
func (e *Configured) embeddingHost() string {
	s := &e.Settings
	if e.Used() == "openai" {
		return cmp.Or(s.Text("embedding.host"), e.openaiHost())
	}
	return cmp.Or(s.Text("embedding.host"), s.Text("host"))
}

// EmbeddingEngine returns the engine for the protocol of that server.
func (e *Configured) EmbeddingEngine() string {
	if e.Settings.Text("embedding.host") == "" && e.Used() == "openai" {
		return "openai"
	}
	return engineOf(e.embeddingHost())
}

// EmbeddingOllama returns the engine that embeds on an Ollama server.
func (e *Configured) EmbeddingOllama(model string) (*ollama.Engine, error) {
	engine, err := e.ollamaAt(e.embeddingHost(), model)
	if err != nil {
		return nil, err
	}
	e.setEmbeddingKey(&engine.Server)
	return engine, nil
}

// EmbeddingOpenAI returns the engine that embeds on a server with an OpenAI-compatible API.
func (e *Configured) EmbeddingOpenAI(model string) (*openai.Engine, error) {
	engine, err := e.openaiAt(e.embeddingHost(), model)
	if err != nil {
		return nil, err
	}
	e.setEmbeddingKey(&engine.Server)
	return engine, nil
}

// setEmbeddingKey gives a separate server its own key, so that it does not get the key of
// the engine's server.
func (e *Configured) setEmbeddingKey(s *wire.Server) {
	if e.Settings.Text("embedding.host") != "" {
		key, _ := e.Env(config.EmbeddingKey)
		s.Key = wire.Secret(key)
	}
}

// limitedEmbedder waits for an embedder for a limited time. After a timeout it does
// not wait again at once.
type limitedEmbedder struct {
	search.Embedder
	server  string
	learned *capability.Cache
	wait    time.Duration // 0 is as long as the limits of the server
}

// Embed implements search.Embedder.
func (l limitedEmbedder) Embed(ctx context.Context, model string, texts []string) ([][]float32, error) {
	if l.wait == 0 {
		vectors, err := l.Embedder.Embed(ctx, model, texts)
		return vectors, withEmbeddingHint(err)
	}
	if l.learned.TimedOut(l.server, model, l.wait) {
		return nil, problem.Refuse(problem.Unavailable, wire.TimedOut,
			l.server+" timed out a short while ago", "try again in a minute")
	}
	limited, done := context.WithTimeout(ctx, l.wait)
	defer done()
	vectors, err := l.Embedder.Embed(limited, model, texts)
	switch {
	case err == nil:
		l.learned.ClearTimeout(l.server, model)
	case errors.Is(limited.Err(), context.DeadlineExceeded):
		l.learned.RecordTimeout(l.server, model, l.wait)
	}
	return vectors, withEmbeddingHint(err)
}

// embeddingHints are hints for a server that does not embed, by the code of the problem.
// The hints of the engines are about engines.
var embeddingHints = map[string]string{
	wire.Unreachable: "start the server, or set its address with embedding.host",
	wire.TimedOut:    "try again, or set a smaller embedding.model",
	wire.Refused:     "check the server's log, and that embedding.model is an embedding model",
}

func withEmbeddingHint(err error) error {
	var refused *problem.Refusal
	if errors.As(err, &refused) {
		refused.Problem.Hint = cmp.Or(embeddingHints[refused.Problem.Code], refused.Problem.Hint)
	}
	return err
}
