package doctor

import (
	"context"
	"fmt"
	"time"

	"assister/internal/assist"
	"assister/internal/engine"
	"assister/internal/engine/ollama"
	"assister/internal/engine/openai"
	"assister/internal/event"
	"assister/internal/problem"
	"assister/internal/search"
)

// Embedding is the embedding model that the settings name.
type Embedding struct {
	Model  string // "" for none
	Engine string // of the server that runs it: ollama or openai

	Ollama func() (*ollama.Engine, error)
	OpenAI func() (*openai.Engine, error)
	// Embedder is the model as a search uses it.
	Embedder func() (search.Model, error)
}

// EmbeddingOf is the embedding model that is configured.
func EmbeddingOf(e *engine.Configured) Embedding {
	model := e.Settings.Text("embedding.model")
	return Embedding{
		Model: model, Engine: e.EmbeddingEngine(),
		Ollama: func() (*ollama.Engine, error) { return e.EmbeddingOllama(model) },
		OpenAI: func() (*openai.Engine, error) { return e.EmbeddingOpenAI(model) },
		Embedder: func() (search.Model, error) {
			m, _, err := e.Embedder(0)
			return m, err
		},
	}
}

// checkEmbedding checks the embedding model.
func checkEmbedding(ctx context.Context, f *findings, e Embedding, clock Clock) {
	switch {
	case e.Model == "":
		f.ok("embedding", "no embedding model is set; search matches words only")
	case e.Engine == "openai":
		checkEmbeddingOpenAI(ctx, f, e)
	default:
		checkEmbeddingOllama(ctx, f, e, clock)
	}
}

// checkEmbeddingOllama asks an Ollama server about the model. Nothing is embedded.
func checkEmbeddingOllama(ctx context.Context, f *findings, e Embedding, clock Clock) {
	engine, err := e.Ollama()
	if err != nil {
		f.refused("embedding", err)
		return
	}
	engine.Cache = nil
	ctx, done := probe(ctx, &engine.Server)
	defer done()
	began := clock.Machine()
	able, err := engine.Capabilities(ctx)
	if err != nil {
		f.unreachable("embedding", err)
		return
	}
	found := fmt.Sprintf("%s at %s can embed (answered in %s)", e.Model, place(engine.Server.Base),
		clock.Machine().Sub(began).Round(time.Millisecond))
	switch {
	case !able.Embeds:
		f.warn("embedding", e.Model+" at "+place(engine.Server.Base)+" is not known to embed",
			"set embedding.model to an embedding model, such as nomic-embed-text")
	case able.Remote != "":
		f.warn("embedding", found+". It runs on "+able.Remote+", not on that server: all texts are sent there",
			"choose a model that the server runs itself if you do not want that")
	default:
		f.ok("embedding", found)
	}
}

// checkEmbeddingOpenAI checks whether an OpenAI-compatible server has the model. Such
// servers do not report the capabilities of a model.
func checkEmbeddingOpenAI(ctx context.Context, f *findings, e Embedding) {
	engine, err := e.OpenAI()
	if err != nil {
		f.refused("embedding", err)
		return
	}
	engine.Cache = nil
	ctx, done := probe(ctx, &engine.Server)
	defer done()
	models, err := engine.Models(ctx)
	if err != nil && !openai.HasNoModelList(err) {
		f.unreachable("embedding", err)
		return
	}
	checkListed(f, "embedding", "the server at "+place(engine.Server.Base), e.Model, models, err, "embedding.model")
}

// checkVectors compares the texts of the workspace with their embeddings.
func checkVectors(ctx context.Context, f *findings, e Embedding, d *database) {
	if e.Model == "" || d.store == nil {
		return
	}
	m, err := e.Embedder()
	if err != nil {
		return // checkEmbedding has reported the address
	}
	due, err := assist.Embeddings(d.store, m).Pending(ctx, search.Everything)
	if err != nil {
		f.refused("vectors", err)
		return
	}
	detail := []event.Fact{{Name: "model", Value: due.State.Model},
		{Name: "dimension", Value: due.State.Dimension},
		{Name: "fresh", Value: due.Kept}, {Name: "missing", Value: due.Texts}, {Name: "stale", Value: due.Stale}}
	const next = "run `assister index` to embed them"
	embedded := fmt.Sprintf("%s embedded, dimension %d",
		problem.CountOf(due.Kept, "text is", "texts are"), due.State.Dimension)
	switch {
	case due.OtherModel():
		f.warn("vectors", fmt.Sprintf("%s not embedded by %s, but by another model, %s",
			problem.CountOf(due.Texts, "text is", "texts are"), m.Name, due.State.Model), next, detail...)
	case due.State.Model == "" && due.Texts > 0:
		f.warn("vectors", "none of "+problem.Count(due.Texts, "text")+" is embedded", next, detail...)
	case due.Texts+due.Stale > 0:
		f.warn("vectors", fmt.Sprintf("%s; %s missing and %s out of date", embedded,
			problem.CountOf(due.Texts, "is", "are"), problem.CountOf(due.Stale, "is", "are")), next, detail...)
	case due.Kept == 0:
		f.ok("vectors", "there is no text to embed", detail...)
	default:
		f.ok("vectors", embedded, detail...)
	}
}
