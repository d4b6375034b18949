package cli

import (
	"cmp"
	"context"
	"errors"
	"os"
	"time"

	"assister/internal/calendar"
	"assister/internal/engine/capability"
	"assister/internal/engine/wire"
	"assister/internal/event"
	"assister/internal/filter"
	"assister/internal/problem"

	"assister/internal/search"
	"assister/internal/sqlite"
	"assister/internal/tool"
	"assister/internal/vector"
	"assister/internal/workspace"
)

// searchPatience is how long a search waits for what its text means. A server that
// has to load a small model first takes a second or two; after that, words alone
// are the better answer.
const searchPatience = 5 * time.Second

// embedder is what texts are embedded with: the model that is set, on a server of
// its own or on that of the engine. Whoever can do without waits for it only so
// long, 0 for as long as the server's own limits are; ok is false where no model
// is set.
func (c *call) embedder(wait time.Duration) (m search.Model, ok bool, err error) {
	name := c.set.text("embedding.model")
	if name == "" {
		return m, false, nil
	}
	e := patient{shelf: c.shelf(), wait: wait}
	switch host := c.embeddingHost(); c.embeddingEngine() {
	case "openai":
		engine, failed := c.openaiAt(host, name)
		if failed != nil {
			return m, false, failed
		}
		c.embeddingKey(&engine.Server)
		e.Embedder, e.server = engine, "openai "+engine.Server.Base.String()
	default:
		engine, failed := c.ollamaAt(host, name)
		if failed != nil {
			return m, false, failed
		}
		c.embeddingKey(&engine.Server)
		e.Embedder, e.server = engine, "ollama "+engine.Server.Base.String()
	}
	return search.Model{Name: name, Embedder: e}, true, nil
}

// embeddingHost is the server that embeds texts: one of its own, or the engine's.
func (c *call) embeddingHost() string {
	if c.modelEngine() == "openai" {
		return cmp.Or(c.set.text("embedding.host"), c.openaiHost())
	}
	return cmp.Or(c.set.text("embedding.host"), c.set.text("host"))
}

func (c *call) embeddingEngine() string {
	if c.set.text("embedding.host") == "" && c.modelEngine() == "openai" {
		return "openai"
	}
	return spokenAt(c.embeddingHost())
}

// embeddingKey gives a server of its own its own key: that of the engine's server
// is nothing for it.
func (c *call) embeddingKey(s *wire.Server) {
	if c.set.text("embedding.host") != "" {
		key, _ := c.env("ASSISTER_EMBEDDING_API_KEY")
		s.Key = wire.Secret(key)
	}
}

// patient waits so long for an embedder, and not again at once where that was in
// vain.
type patient struct {
	search.Embedder
	server string
	shelf  *capability.Cache
	wait   time.Duration
}

// Embed implements search.Embedder.
func (p patient) Embed(ctx context.Context, model string, texts []string) ([][]float32, error) {
	if p.wait == 0 {
		vectors, err := p.Embedder.Embed(ctx, model, texts)
		return vectors, hinted(err)
	}
	if p.shelf.TimedOut(p.server, model, p.wait) {
		return nil, problem.Refuse(problem.Unavailable, wire.TimedOut, p.server+" gave nothing a short while ago and is not asked again yet", "try again in a minute")
	}
	limited, done := context.WithTimeout(ctx, p.wait)
	defer done()
	vectors, err := p.Embedder.Embed(limited, model, texts)
	switch {
	case err == nil:
		p.shelf.ClearTimeout(p.server, model)
	case errors.Is(limited.Err(), context.DeadlineExceeded):
		p.shelf.RecordTimeout(p.server, model, p.wait)
	}
	return vectors, hinted(err)
}

// embeddingHints are what to do about a server that embeds nothing, by the codes of
// what is wrong with it. An engine's hints are about the engine.
var embeddingHints = map[string]string{
	wire.Unreachable: "start the server, or say where it is with embedding.host",
	wire.TimedOut:    "try again, or set a smaller embedding.model",
	wire.Refused:     "look at the server's log, and whether embedding.model is one that it embeds with",
}

func hinted(err error) error {
	var refused *problem.Refusal
	if errors.As(err, &refused) {
		refused.Problem.Hint = cmp.Or(embeddingHints[refused.Problem.Code], refused.Problem.Hint)
	}
	return err
}

// relevant searches by words and by what the text means, where somebody can tell;
// how says whether it could.
func (c *call) relevant(ctx context.Context, r search.Request) (a search.Result, how event.Semantic, err error) {
	to, how, err := c.sense(ctx, r.Text)
	if err != nil {
		return a, how, err
	}
	a, err = c.matching(r, to)
	if errors.Is(err, vector.ErrDamaged) {
		how = event.Semantic{Disabled: true, Reason: err.Error()}
		c.note("searching by words alone: %v; `assister index --anew` makes them anew", err)
		a, err = c.matching(r, nil)
	}
	how.Near = a.Semantic
	return a, how, err
}

// sense is what a text means beside the vectors of the workspace; nil where nobody
// can tell, which the second result explains.
func (c *call) sense(ctx context.Context, text string) (*search.QueryVector, event.Semantic, error) {
	lacking := event.Semantic{Disabled: true, Reason: "no embedding model is set"}
	m, set, err := c.embedder(searchPatience)
	if !set || err != nil {
		return nil, lacking, err
	}
	var is vector.State
	if err := c.view(func(snapshot workspace.Reader) (err error) {
		is, err = snapshot.Vectors()
		return err
	}); err != nil {
		return nil, lacking, err
	}
	to, err := m.QueryVector(ctx, is, text)
	var refused *problem.Refusal
	switch {
	case err == nil:
		c.due.Store(true)
		return &to, event.Semantic{Model: m.Name}, nil
	case interrupted(ctx) != nil || !errors.As(err, &refused):
		return nil, lacking, err
	}
	lacking.Reason = refused.Problem.Message
	if refused.Class != problem.Usage {
		c.note("searching by words alone: %s; %s", refused.Problem.Message, refused.Problem.Hint)
	}
	return nil, lacking, nil
}

// library is what tools read: a snapshot, in one form or another, its index of
// words, and for what texts mean the model.
type library struct {
	tool.Reader
	snapshot
	call  *call
	liked *preferred // the library by the preferred filter; nil where that is in it already, or is not asked for
}

// List implements tool.Lister.
func (l library) List(q filter.Query, today calendar.Date) (filter.Result, error) {
	if l.liked != nil {
		return l.liked.Query(q, today)
	}
	return l.Query(q, today)
}

// snapshot is what a library is read from.
type snapshot interface {
	search.Source
	tool.Limited
}

// Relevant implements tool.Searcher.
func (l library) Relevant(ctx context.Context, r search.Request) (search.Result, string, error) {
	a, how, err := l.call.relevant(ctx, r)
	return a, how.Reason, err
}

// vectorIndex is the index of meanings of a store.
func vectorIndex(store *sqlite.Store, m search.Model) search.Index {
	return search.Index{
		Model: m,
		View: func(ctx context.Context, fn func(search.IndexSource) error) error {
			return store.View(ctx, func(snapshot workspace.Reader) error { return fn(snapshot) })
		},
		Save: store.KeepVectors,
	}
}

// openToSearch opens the workspace so that its vectors can catch up once the
// answer is out, where there is one that can be written.
func (c *call) openToSearch() error {
	if c.set.text("embedding.model") != "" && c.store == nil {
		if _, err := os.Stat(c.path); err != nil {
			return nil // nothing is made by looking
		}
		if _, err := c.open(sqlite.Write); err == nil {
			return nil
		}
	}
	_, err := c.open(sqlite.Read)
	return err
}

// catchUp embeds the few texts that have changed, once everything is out: what was
// applied is applied whether this goes well or not, and what it does not get done is
// left to the next search or to `assister index`. It waits for no server longer than
// embedding.wait.
func (c *call) catchUp() {
	wait := c.set.length("embedding.wait")
	if wait == 0 || c.lent || c.written == "" && !c.due.Load() || c.store == nil || c.store.Mode() != sqlite.Write || c.ctx.Err() != nil {
		return
	}
	m, set, err := c.embedder(wait)
	if !set {
		return
	}
	ctx, done := context.WithTimeout(c.ctx, wait)
	defer done()
	var report search.Report
	if err == nil {
		report, err = vectorIndex(c.store, m).Refresh(ctx, search.Changed)
	}
	if !c.set.on("verbose") {
		return
	}
	switch {
	case err != nil:
		c.note("the changed texts are not embedded yet: %v", err)
	case report.TooMany:
		c.note("the changed texts are not embedded: `assister index` embeds all that have no vector")
	case report.Made > 0:
		c.note("%s embedded by %s", counted(report.Made, "changed text", "changed texts"), m.Name)
	}
}
