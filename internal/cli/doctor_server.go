package cli

import (
	"cmp"
	"context"
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"assister/internal/engine/capability"
	"assister/internal/engine/ollama"
	"assister/internal/engine/openai"
	"assister/internal/engine/wire"
	"assister/internal/event"
	"assister/internal/propose"
)

// probing is how long doctor waits for a server, whatever it asks.
const probing = 2 * time.Second

// modelsShown is how many names of models a row has in words.
const modelsShown = 8

func (e *examination) rules() {
	found := "built in; it asks no server"
	if e.modelEngine() == "" {
		found += ", and no other engine is asked"
	}
	e.ok("rules", found, event.Fact{Name: "engine", Value: e.set.text("engine")})
}

// asked reports whether requests go to an engine, and says so of one that gets
// none.
func (e *examination) asked(name string) bool {
	switch used := e.modelEngine(); {
	case used == name:
		return true
	case used != "" || e.set.text("engine") == byRules:
		e.ok(name, "not asked: the engine is "+cmp.Or(used, byRules))
	default:
		e.ok(name, "not asked: no model is set up")
	}
	return false
}

// ollama is the server, and the model on it. Where nobody has set one up, it is
// still looked for on this machine, since most who have one want to use it.
func (e *examination) ollama() {
	looked := e.modelEngine() == "" && e.set.text("engine") == byAuto
	if !looked && !e.asked("ollama") {
		return
	}
	engine, err := e.call.ollama()
	if err != nil {
		e.refused("ollama", err)
		return
	}
	kept := keptOf(engine)
	// Nothing is written, and what is told is what the server tells.
	engine.Cache, engine.Tools, engine.Schema = nil, capability.Auto, capability.Auto
	ctx, done := e.probe(&engine.Server)
	defer done()
	began := e.Now()
	version, err := engine.Version(ctx)
	took := e.Now().Sub(began)
	where := place(engine.Server.Base)
	if looked && err != nil {
		e.ok("ollama", "no server at "+where+"; what the rules do not understand is not understood")
		return
	}
	if err != nil {
		e.unreachable("ollama", err)
		return
	}
	e.ok("ollama", fmt.Sprintf("ollama %s at %s, in %s", version, where, took.Round(time.Millisecond)),
		event.Fact{Name: "host", Value: engine.Server.Base.String()}, event.Fact{Name: "version", Value: version}, event.Fact{Name: "ms", Value: took.Milliseconds()})
	if engine.Model == "" {
		e.choice("ollama.model", engine.Models, ctx, "name one with --model to have it asked what the rules do not understand")
		return
	}
	e.ollamaModel(ctx, engine, kept)
}

// kept is what the program keeps of a model.
type kept struct {
	entry capability.Entry
	there bool
	path  string // of the file
}

func keptOf(engine *ollama.Engine) (k kept) {
	k.entry, k.there = engine.Cached()
	if engine.Cache != nil {
		k.path = engine.Cache.Path(engine.CacheKey(), engine.Model)
	}
	return k
}

// ollamaModel is the model on the server, held against what is kept of it.
func (e *examination) ollamaModel(ctx context.Context, engine *ollama.Engine, kept kept) {
	began := e.Now()
	able, err := engine.Capabilities(ctx)
	if err != nil {
		e.unreachable("ollama.model", err)
		return
	}
	e.model(engine, able, e.Now().Sub(began))
	if !kept.there {
		e.ok("ollama.known", "nothing is kept of this model yet; the first request to it asks")
		return
	}
	e.compare("ollama.known", kept.entry, able, kept.path)
}

// brisk are the limits of a probe: no patience, no second try.
var brisk = wire.Limits{Total: probing, Connect: probing, Header: probing, Idle: probing, Tries: 1}

// probe makes a server one that is asked briefly, and all that is asked of it takes
// no longer than a probe may.
func (e *examination) probe(s *wire.Server) (context.Context, context.CancelFunc) {
	s.Limits = brisk
	return context.WithTimeout(e.ctx, probing)
}

// unreachable is refused with how long was waited.
func (e *examination) unreachable(name string, err error) {
	e.refused(name, err, event.Fact{Name: "waitedAtMostMs", Value: probing.Milliseconds()})
}

// model is what a model on an Ollama server can do. One that runs elsewhere is said
// to, whatever else is well.
func (e *examination) model(engine *ollama.Engine, able propose.Capabilities, took time.Duration) {
	found := engine.Model + " " + abilities(able) + "; told in " + took.Round(time.Millisecond).String()
	detail := append(facts(able), event.Fact{Name: "ms", Value: took.Milliseconds()}, event.Fact{Name: "remote", Value: able.Remote})
	for _, key := range []string{"server.tools", "server.schema"} {
		if v := e.set.text(key); v != "auto" {
			found += "; " + key + " is " + v
		}
	}
	if able.Remote != "" {
		e.warn("ollama.model", found+". It runs on "+able.Remote+", not on that server: what is asked of it, with titles and notes, goes there",
			"choose a model that the server runs itself, if that is not wanted", detail...)
		return
	}
	if able.Embeds && !able.Tools && !able.Thinking {
		e.warn("ollama.model", found+". It may be made for embeddings alone", "name a model that answers with --model", detail...)
		return
	}
	e.ok("ollama.model", found, detail...)
}

// compare holds what is kept of a model against what its server tells. They differ
// rightly where the model has refused what the server tells it can.
func (e *examination) compare(name string, kept capability.Entry, able propose.Capabilities, path string) {
	when := kept.Seen.In(e.clock.Zone).Format("2006-01-02 15:04")
	if kept.Capabilities == able {
		e.ok(name, "the same is kept since "+when, event.Fact{Name: "file", Value: path})
		return
	}
	e.warn(name, "kept since "+when+" is something else, learnt from what it refused or from another model of that name: "+abilities(kept.Capabilities),
		"it is held against the server again soon; to do so now, remove "+path, append(facts(kept.Capabilities), event.Fact{Name: "file", Value: path})...)
}

// abilities are what a model can do, in words.
func abilities(a propose.Capabilities) string {
	var can, cannot []string
	for _, ability := range []struct {
		has  bool
		what string
	}{{a.Tools, "calls tools"}, {a.Schema, "follows a JSON Schema"}, {!a.Plain, "writes JSON"}, {a.Thinking, "thinks"}, {a.Embeds, "embeds"}} {
		if ability.has {
			can = append(can, ability.what)
		} else {
			cannot = append(cannot, ability.what)
		}
	}
	words := strings.Join(can, ", ")
	if len(cannot) > 0 {
		words += "; not: " + strings.Join(cannot, ", ")
	}
	if a.Context > 0 {
		words += fmt.Sprintf("; made for %d tokens", a.Context)
	}
	return words
}

func facts(a propose.Capabilities) event.Facts {
	return event.Facts{
		{Name: "tools", Value: a.Tools}, {Name: "schema", Value: a.Schema}, {Name: "json", Value: !a.Plain},
		{Name: "thinking", Value: a.Thinking}, {Name: "embeds", Value: a.Embeds}, {Name: "context", Value: a.Context},
	}
}

// choice shows the models to choose from.
func (e *examination) choice(name string, list func(context.Context) ([]string, error), ctx context.Context, next string) {
	models, err := list(ctx)
	if err != nil {
		e.unreachable(name, err)
		return
	}
	if len(models) == 0 {
		e.ok(name, "no model is set, and the server has none")
		return
	}
	e.say(event.CheckRow{Name: name, Status: event.CheckOK, Found: "no model is set; the server has " + some(models), Next: next,
		Detail: event.Facts{{Name: "models", Value: models}}})
}

func some(names []string) string {
	if len(names) <= modelsShown {
		return strings.Join(names, ", ")
	}
	return strings.Join(names[:modelsShown], ", ") + fmt.Sprintf(" and %d more", len(names)-modelsShown)
}

// openai is a server that speaks as OpenAI's: whether it is there, takes the key
// and has the model. What it can do, no such server tells.
func (e *examination) openai() {
	if !e.asked("openai") {
		return
	}
	engine, err := e.call.openai()
	if err != nil {
		e.refused("openai", err)
		return
	}
	remembered, kept := engine.Cached()
	engine.Cache = nil
	ctx, done := e.probe(&engine.Server)
	defer done()
	began := e.Now()
	models, err := engine.Models(ctx)
	took := e.Now().Sub(began)
	key := "with a key"
	if engine.Server.Key == "" {
		key = "without a key"
	}
	if err != nil && !openai.HasNoModelList(err) {
		e.unreachable("openai", err)
		return
	}
	detail := []event.Fact{{Name: "host", Value: engine.Server.Base.String()}, {Name: "key", Value: engine.Server.Key != ""}, {Name: "ms", Value: took.Milliseconds()}}
	e.ok("openai", fmt.Sprintf("a server answers at %s, %s, in %s", place(engine.Server.Base), key, took.Round(time.Millisecond)), detail...)
	if engine.Model == "" {
		e.fail("openai.model", "no model is named", cmp.Or("name one with --model: "+some(models), "name one with --model"))
	} else {
		e.among("openai.model", "the server", engine.Model, models, err, "with --model")
	}
	if kept {
		e.ok("openai.known", "learnt since "+remembered.Since.In(e.clock.Zone).Format("2006-01-02 15:04")+": "+abilities(remembered.Capabilities), facts(remembered.Capabilities)...)
		return
	}
	e.ok("openai.known", "no such server tells what it can do; it is asked for all, and what it refuses is learnt")
}

// among is whether a server has a model among those that it lists, where it does.
func (e *examination) among(row, server, model string, models []string, unlisted error, how string) {
	switch {
	case unlisted != nil:
		e.ok(row, server+" does not list its models; whether it has "+model+" shows when it is asked")
	case !slices.Contains(models, model):
		e.warn(row, server+" does not list "+model+" among its "+counted(len(models), "model", "models"), "name one of "+some(models)+" "+how)
	default:
		e.ok(row, server+" has "+model)
	}
}

// replay is the recording, where one is played.
func (e *examination) replay() {
	if e.modelEngine() != "replay" {
		return
	}
	if _, err := e.call.replay(); err != nil {
		e.refused("replay", err)
		return
	}
	e.ok("replay", "the recording "+e.set.text("replay")+" can be read")
}

// place is where a server is, and plainly so where that is not this machine.
func place(base *url.URL) string {
	host := base.Hostname()
	ip, err := netip.ParseAddr(host)
	if host == "localhost" || err == nil && ip.IsLoopback() {
		return base.String()
	}
	return base.String() + ", which is not this machine: what is asked goes there"
}
