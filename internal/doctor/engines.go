package doctor

import (
	"cmp"
	"context"
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"assister/internal/assist"
	"assister/internal/engine"
	"assister/internal/engine/capability"
	"assister/internal/engine/ollama"
	"assister/internal/engine/openai"
	"assister/internal/engine/wire"
	"assister/internal/event"
	"assister/internal/problem"
	"assister/internal/propose"
)

// Engines are the engines that the settings name. Each is made when it is checked.
type Engines struct {
	Named string // by the setting: assist.ByRules, assist.ByAuto or one with a model
	Used  string // the engine with a model that requests go to; "" for none

	Ollama func() (*ollama.Engine, error)
	OpenAI func() (*openai.Engine, error)

	Recording string // that the engine replay plays
	Replay    func() error

	// Forced are the capabilities that settings switch on or off, whatever the server
	// reports.
	Forced []Switch
}

// EnginesOf are the engines that are configured.
func EnginesOf(e *engine.Configured) Engines {
	checked := Engines{
		Named: e.Settings.Text("engine"), Used: e.Used(),
		Ollama: e.Ollama, OpenAI: e.OpenAI,
		Recording: e.Settings.Text("replay"), Replay: e.CheckReplay,
	}
	for _, key := range []string{"server.tools", "server.schema"} {
		if v := e.Settings.Text(key); v != "auto" {
			checked.Forced = append(checked.Forced, Switch{Key: key, Value: v})
		}
	}
	return checked
}

// Switch is a setting with its value.
type Switch struct{ Key, Value string }

// modelsShown is how many names of models a row has in words.
const modelsShown = 8

func checkRules(f *findings, e Engines) {
	found := "built in; no server is needed"
	if e.Used == "" {
		found += ", and no other engine is used"
	}
	f.ok("rules", found, event.Fact{Name: "engine", Value: e.Named})
}

// isAsked reports whether requests go to an engine, and emits a row for one that gets
// none.
func isAsked(f *findings, e Engines, name string) bool {
	switch {
	case e.Used == name:
		return true
	case e.Used != "" || e.Named == assist.ByRules:
		f.ok(name, "not used: the engine is "+cmp.Or(e.Used, assist.ByRules))
	default:
		f.ok(name, "not used: no model is set")
	}
	return false
}

// checkOllama checks the server and the model on it. If none is configured, it still
// looks for one on this machine, since most people who have one want to use it.
func checkOllama(ctx context.Context, f *findings, e Engines, clock Clock) {
	looked := e.Used == "" && e.Named == assist.ByAuto
	if !looked && !isAsked(f, e, "ollama") {
		return
	}
	engine, err := e.Ollama()
	if err != nil {
		f.refused("ollama", err)
		return
	}
	cached := cachedOf(engine)
	// Nothing is cached, and only the server's own answers count.
	engine.Cache, engine.Tools, engine.Schema = nil, capability.Auto, capability.Auto
	ctx, done := probe(ctx, &engine.Server)
	defer done()
	began := clock.Machine()
	version, err := engine.Version(ctx)
	took := clock.Machine().Sub(began)
	where := place(engine.Server.Base)
	if looked && err != nil {
		f.ok("ollama", "no server at "+where+"; requests are read by the rules only")
		return
	}
	if err != nil {
		f.unreachable("ollama", err)
		return
	}
	f.ok("ollama", fmt.Sprintf("ollama %s at %s (answered in %s)", version, where, took.Round(time.Millisecond)),
		event.Fact{Name: "host", Value: engine.Server.Base.String()},
		event.Fact{Name: "version", Value: version}, event.Fact{Name: "ms", Value: took.Milliseconds()})
	if engine.Model == "" {
		listChoice(ctx, f, "ollama.model", engine.Models,
			"set --model to use one for requests that the rules do not understand")
		return
	}
	checkOllamaModel(ctx, f, e, clock, engine, cached)
}

// cacheEntry is the cache entry of a model.
type cacheEntry struct {
	entry capability.Entry
	found bool
	path  string // of the file
}

func cachedOf(engine *ollama.Engine) (c cacheEntry) {
	c.entry, c.found = engine.Cached()
	if engine.Cache != nil {
		c.path = engine.Cache.Path(engine.CacheKey(), engine.Model)
	}
	return c
}

// checkOllamaModel compares the model on the server with what is cached of it.
func checkOllamaModel(
	ctx context.Context, f *findings, e Engines, clock Clock, engine *ollama.Engine, cached cacheEntry,
) {
	began := clock.Machine()
	able, err := engine.Capabilities(ctx)
	if err != nil {
		f.unreachable("ollama.model", err)
		return
	}
	describeModel(f, e.Forced, engine, able, clock.Machine().Sub(began))
	if !cached.found {
		f.ok("ollama.known", "nothing is cached for this model yet")
		return
	}
	compareLearned(f, clock, cached, able)
}

// probeLimits are short, and allow no second try.
var probeLimits = wire.Limits{Total: Probing, Connect: Probing, Header: Probing, Idle: Probing, Tries: 1}

// probe sets short limits on a server: all requests together take no longer than a probe
// may.
func probe(ctx context.Context, s *wire.Server) (context.Context, context.CancelFunc) {
	s.Limits = probeLimits
	return context.WithTimeout(ctx, Probing)
}

// unreachable reports an error, with the time limit of the probe.
func (f *findings) unreachable(name string, err error) {
	f.refused(name, err, event.Fact{Name: "waitedAtMostMs", Value: Probing.Milliseconds()})
}

// describeModel reports what a model on an Ollama server can do. It warns of one that
// runs elsewhere.
func describeModel(
	f *findings, forced []Switch, engine *ollama.Engine, able propose.Capabilities, took time.Duration,
) {
	found := engine.Model + " " + abilities(able) + " (answered in " + took.Round(time.Millisecond).String() + ")"
	detail := append(facts(able), event.Fact{Name: "ms", Value: took.Milliseconds()},
		event.Fact{Name: "remote", Value: able.Remote})
	for _, s := range forced {
		found += "; " + s.Key + " is " + s.Value
	}
	if able.Remote != "" {
		f.warn("ollama.model",
			found+". It runs on "+able.Remote+", not on that server: requests, titles and notes are sent there",
			"choose a model that the server runs itself if you do not want that", detail...)
		return
	}
	if able.Embeds && !able.Tools && !able.Thinking {
		f.warn("ollama.model", found+". It may only be able to embed",
			"set --model to a model that can chat", detail...)
		return
	}
	f.ok("ollama.model", found, detail...)
}

// compareLearned compares what is cached of a model with what its server says. They
// rightly differ if the model has refused something that the server says it can do.
func compareLearned(f *findings, clock Clock, cached cacheEntry, able propose.Capabilities) {
	const name = "ollama.known"
	when := cached.entry.Seen.In(clock.Zone).Format("2006-01-02 15:04")
	known := cached.entry.Capabilities
	known.Limit, known.Correction = able.Limit, able.Correction // the server says neither
	if known == able {
		f.ok(name, "the cache agrees, since "+when, event.Fact{Name: "file", Value: cached.path})
		return
	}
	found := "the cache differs, since " + when + "; it is from a refusal, or from another model of that name: "
	f.warn(name, found+abilities(known), "to read the capabilities again now, remove "+cached.path,
		append(facts(known), event.Fact{Name: "file", Value: cached.path})...)
}

// abilities lists in words what a model can do.
func abilities(a propose.Capabilities) string {
	var can, cannot []string
	for _, ability := range []struct {
		has  bool
		what string
	}{
		{a.Tools, "calls tools"}, {a.Schema, "follows a JSON Schema"}, {!a.Plain, "writes JSON"},
		{a.Thinking, "thinks"}, {a.Embeds, "embeds"},
	} {
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
		words += "; context of " + problem.Number(a.Context) + " tokens"
	}
	if used := a.Window(); used != a.Context {
		words += "; " + problem.Number(used) + " tokens are used"
	}
	return words
}

func facts(a propose.Capabilities) event.Facts {
	return event.Facts{
		{Name: "tools", Value: a.Tools}, {Name: "schema", Value: a.Schema}, {Name: "json", Value: !a.Plain},
		{Name: "thinking", Value: a.Thinking}, {Name: "embeds", Value: a.Embeds},
		{Name: "context", Value: a.Context}, {Name: "window", Value: a.Window()},
	}
}

// listChoice shows the models to choose from.
func listChoice(
	ctx context.Context, f *findings, name string, list func(context.Context) ([]string, error), next string,
) {
	models, err := list(ctx)
	if err != nil {
		f.unreachable(name, err)
		return
	}
	if len(models) == 0 {
		f.ok(name, "no model is set, and the server has none")
		return
	}
	f.say(event.CheckRow{
		Name: name, Status: event.CheckOK, Found: "no model is set; the server has " + some(models), Next: next,
		Detail: event.Facts{{Name: "models", Value: models}},
	})
}

func some(names []string) string {
	if len(names) <= modelsShown {
		return strings.Join(names, ", ")
	}
	return strings.Join(names[:modelsShown], ", ") + fmt.Sprintf(" and %d more", len(names)-modelsShown)
}

// checkOpenAI checks whether an OpenAI-compatible server is reachable, accepts the key and
// has the model. No such server tells what a model can do.
func checkOpenAI(ctx context.Context, f *findings, e Engines, clock Clock) {
	if !isAsked(f, e, "openai") {
		return
	}
	engine, err := e.OpenAI()
	if err != nil {
		f.refused("openai", err)
		return
	}
	remembered, found := engine.Cached()
	engine.Cache = nil
	ctx, done := probe(ctx, &engine.Server)
	defer done()
	began := clock.Machine()
	models, err := engine.Models(ctx)
	took := clock.Machine().Sub(began)
	key := "with a key"
	if engine.Server.Key == "" {
		key = "without a key"
	}
	if err != nil && !openai.HasNoModelList(err) {
		f.unreachable("openai", err)
		return
	}
	detail := []event.Fact{
		{Name: "host", Value: engine.Server.Base.String()},
		{Name: "key", Value: engine.Server.Key != ""},
		{Name: "ms", Value: took.Milliseconds()},
	}
	f.ok("openai",
		fmt.Sprintf("a server answers at %s, %s, in %s", place(engine.Server.Base), key, took.Round(time.Millisecond)),
		detail...)
	if engine.Model == "" {
		next := "set --model"
		if len(models) > 0 {
			next += " to one of " + some(models)
		}
		f.fail("openai.model", "no model is set", next)
	} else {
		checkListed(f, "openai.model", "the server", engine.Model, models, err, "--model")
	}
	if found {
		f.ok("openai.known",
			"learned since "+remembered.Since.In(clock.Zone).Format("2006-01-02 15:04")+": "+abilities(remembered.Capabilities),
			facts(remembered.Capabilities)...)
		return
	}
	f.ok("openai.known", "nothing is cached; capabilities are learned from what the server refuses")
}

// checkListed checks whether a server lists a model, if it lists any.
func checkListed(f *findings, row, server, model string, models []string, unlisted error, how string) {
	switch {
	case unlisted != nil:
		f.ok(row, server+" does not list its models; "+model+" may exist")
	case !slices.Contains(models, model):
		f.warn(row, server+" does not list "+model+" among its "+problem.Count(len(models), "model"),
			"set "+how+" to one of "+some(models))
	default:
		f.ok(row, server+" has "+model)
	}
}

// checkReplay checks the recording, if one is played.
func checkReplay(f *findings, e Engines) {
	if e.Used != "replay" {
		return
	}
	if err := e.Replay(); err != nil {
		f.refused("replay", err)
		return
	}
	f.ok("replay", "the recording "+e.Recording+" is readable")
}

// place is the address of a server, with a remark if it is not this machine.
func place(base *url.URL) string {
	host := base.Hostname()
	ip, err := netip.ParseAddr(host)
	if host == "localhost" || err == nil && ip.IsLoopback() {
		return base.String()
	}
	return base.String() + ", which is not this machine: requests are sent there"
}
