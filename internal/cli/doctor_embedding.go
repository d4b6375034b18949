package cli

import (
	"fmt"
	"time"

	"assister/internal/engine/openai"
	"assister/internal/event"
	"assister/internal/search"
)

// embedding is the model that tells what texts mean, and how many of them have
// their vectors.
func (e *examination) embedding() {
	name := e.set.text("embedding.model")
	if name == "" {
		e.ok("embedding", "no embedding model is set, so that search goes by words")
		return
	}
	if e.embeddingEngine() == "openai" {
		e.listed(name)
	} else {
		e.able(name)
	}
	if e.store != nil {
		e.vectors()
	}
}

// able is what an Ollama server tells of the model. Nothing is embedded for it.
func (e *examination) able(name string) {
	engine, err := e.ollamaAt(e.embeddingHost(), name)
	if err != nil {
		e.refused("embedding", err)
		return
	}
	e.embeddingKey(&engine.Server)
	engine.Cache = nil
	ctx, done := e.probe(&engine.Server)
	defer done()
	began := e.Now()
	able, err := engine.Capabilities(ctx)
	if err != nil {
		e.unreachable("embedding", err)
		return
	}
	found := fmt.Sprintf("%s at %s embeds; told in %s", name, place(engine.Server.Base), e.Now().Sub(began).Round(time.Millisecond))
	switch {
	case !able.Embeds:
		e.warn("embedding", name+" at "+place(engine.Server.Base)+" does not say that it embeds", "name a model that is made for embeddings with embedding.model, such as nomic-embed-text")
	case able.Remote != "":
		e.warn("embedding", found+". It runs on "+able.Remote+", not on that server: all texts go there", "choose a model that the server runs itself, if that is not wanted")
	default:
		e.ok("embedding", found)
	}
}

// listed is whether a server that speaks as OpenAI's has the model. What it can
// do, no such server tells.
func (e *examination) listed(name string) {
	engine, err := e.openaiAt(e.embeddingHost(), name)
	if err != nil {
		e.refused("embedding", err)
		return
	}
	e.embeddingKey(&engine.Server)
	engine.Cache = nil
	ctx, done := e.probe(&engine.Server)
	defer done()
	models, err := engine.Models(ctx)
	if err != nil && !openai.HasNoModelList(err) {
		e.unreachable("embedding", err)
		return
	}
	e.among("embedding", "the server at "+place(engine.Server.Base), name, models, err, "with embedding.model")
}

// vectors holds the texts of the workspace against the vectors that are kept.
func (e *examination) vectors() {
	m, _, err := e.embedder(0)
	if err != nil {
		return // it has been said what is wrong with the server's address
	}
	due, err := vectorIndex(e.store, m).Pending(e.ctx, search.Everything)
	if err != nil {
		e.refused("vectors", err)
		return
	}
	detail := []event.Fact{{Name: "model", Value: due.State.Model}, {Name: "dimension", Value: due.State.Dimension},
		{Name: "fresh", Value: due.Kept}, {Name: "missing", Value: due.Texts}, {Name: "stale", Value: due.Stale}}
	const next = "`assister index` embeds what has none"
	has := fmt.Sprintf("%s, of dimension %d", counted(due.Kept, "text has its vector", "texts have their vectors"), due.State.Dimension)
	switch {
	case due.OtherModel():
		e.warn("vectors", "the vectors are of another model, "+due.State.Model+"; "+counted(due.Texts, "text has", "texts have")+" none of "+m.Name, next, detail...)
	case due.State.Model == "" && due.Texts > 0:
		e.warn("vectors", "none of "+counted(due.Texts, "text", "texts")+" has a vector", next, detail...)
	case due.Texts+due.Stale > 0:
		e.warn("vectors", fmt.Sprintf("%s; %s, and %s of what is no longer said", has, counted(due.Texts, "has none", "have none"), counted(due.Stale, "is", "are")), next, detail...)
	case due.Kept == 0:
		e.ok("vectors", "there is no text to embed", detail...)
	default:
		e.ok("vectors", has, detail...)
	}
}
