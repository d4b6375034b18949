package cli

import (
	"context"
	"fmt"
	"time"

	"assister/internal/assist"
	"assister/internal/engine/openai"
	"assister/internal/event"
	"assister/internal/search"
)

// checkEmbedding checks the embedding model, and how many texts are embedded.
func checkEmbedding(ctx context.Context, c *call, f *findings) {
	name := c.set.text("embedding.model")
	if name == "" {
		f.ok("embedding", "no embedding model is set; search matches words only")
		return
	}
	if c.set.embeddingEngine() == "openai" {
		checkEmbeddingOpenAI(ctx, c, f, name)
	} else {
		checkEmbeddingOllama(ctx, c, f, name)
	}
	if c.file.store != nil {
		checkVectors(ctx, c, f)
	}
}

// checkEmbeddingOllama asks an Ollama server about the model. Nothing is embedded.
func checkEmbeddingOllama(ctx context.Context, c *call, f *findings, name string) {
	engine, err := c.engines.ollamaAt(c.set.embeddingHost(), name)
	if err != nil {
		f.refused("embedding", err)
		return
	}
	c.engines.setEmbeddingKey(&engine.Server)
	engine.Cache = nil
	ctx, done := probe(ctx, &engine.Server)
	defer done()
	began := c.Now()
	able, err := engine.Capabilities(ctx)
	if err != nil {
		f.unreachable("embedding", err)
		return
	}
	found := fmt.Sprintf("%s at %s can embed (answered in %s)", name, place(engine.Server.Base),
		c.Now().Sub(began).Round(time.Millisecond))
	switch {
	case !able.Embeds:
		f.warn("embedding", name+" at "+place(engine.Server.Base)+" is not known to embed",
			"set embedding.model to an embedding model, such as nomic-embed-text")
	case able.Remote != "":
		f.warn("embedding", found+". It runs on "+able.Remote+", not on that server: all texts are sent there",
			"choose a model that the server runs itself if you do not want that")
	default:
		f.ok("embedding", found)
	}
}

// checkEmbeddingOpenAI checks whether an OpenAI-compatible server has the model. No such
// server tells what a model can do.
func checkEmbeddingOpenAI(ctx context.Context, c *call, f *findings, name string) {
	engine, err := c.engines.openaiAt(c.set.embeddingHost(), name)
	if err != nil {
		f.refused("embedding", err)
		return
	}
	c.engines.setEmbeddingKey(&engine.Server)
	engine.Cache = nil
	ctx, done := probe(ctx, &engine.Server)
	defer done()
	models, err := engine.Models(ctx)
	if err != nil && !openai.HasNoModelList(err) {
		f.unreachable("embedding", err)
		return
	}
	checkListed(f, "embedding", "the server at "+place(engine.Server.Base), name, models, err, "embedding.model")
}

// checkVectors compares the texts of the workspace with their embeddings.
func checkVectors(ctx context.Context, c *call, f *findings) {
	m, _, err := c.engines.Embedder(0)
	if err != nil {
		return // checkEmbeddingOllama or checkEmbeddingOpenAI has reported the address
	}
	due, err := assist.Embeddings(c.file.store, m).Pending(ctx, search.Everything)
	if err != nil {
		f.refused("vectors", err)
		return
	}
	detail := []event.Fact{{Name: "model", Value: due.State.Model},
		{Name: "dimension", Value: due.State.Dimension},
		{Name: "fresh", Value: due.Kept}, {Name: "missing", Value: due.Texts}, {Name: "stale", Value: due.Stale}}
	const next = "run `assister index` to embed them"
	embedded := fmt.Sprintf("%s embedded, dimension %d",
		counted(due.Kept, "text is", "texts are"), due.State.Dimension)
	switch {
	case due.OtherModel():
		f.warn("vectors", fmt.Sprintf("%s not embedded by %s, but by another model, %s",
			counted(due.Texts, "text is", "texts are"), m.Name, due.State.Model), next, detail...)
	case due.State.Model == "" && due.Texts > 0:
		f.warn("vectors", "none of "+counted(due.Texts, "text", "texts")+" is embedded", next, detail...)
	case due.Texts+due.Stale > 0:
		f.warn("vectors", fmt.Sprintf("%s; %s missing and %s out of date", embedded,
			counted(due.Texts, "is", "are"), counted(due.Stale, "is", "are")), next, detail...)
	case due.Kept == 0:
		f.ok("vectors", "there is no text to embed", detail...)
	default:
		f.ok("vectors", embedded, detail...)
	}
}
