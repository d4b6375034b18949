package cli

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"assister/internal/brief"
	"assister/internal/engine/capability"
	"assister/internal/engine/ollama"
	"assister/internal/engine/openai"
	"assister/internal/engine/replay"
	"assister/internal/engine/wire"
	"assister/internal/problem"
	"assister/internal/propose"
	"assister/internal/record"
	"assister/internal/route"
	"assister/internal/workspace"
	"assister/prompts"
)

// Which engine decides: the one that is named; with auto the rules, and where
// they do not understand a request whole, the model, if there is one.
const (
	byRules = "rules"
	byAuto  = "auto"
)

// chooseEngine settles what `start` says about the engine.
func (c *call) chooseEngine() {
	c.engine = c.set.text("engine")
	if c.engine == byAuto && c.modelEngine() == "" {
		c.engine = byRules
	}
	c.decider = c.engine
	if c.engine == byAuto {
		c.decider = byRules
	}
}

// modelEngine is the engine of the model that is configured, "" for none.
func (c *call) modelEngine() string {
	switch named := c.set.text("engine"); {
	case named == byRules:
		return ""
	case named != byAuto:
		return named
	case c.set.text("replay") != "":
		return "replay"
	case c.set.text("model") == "":
		return ""
	}
	return spokenAt(c.set.text("host"))
}

// spokenAt is the engine that speaks as a server does: one whose address ends in
// /v1 as OpenAI's.
func spokenAt(host string) string {
	if strings.HasSuffix(strings.TrimRight(host, "/"), "/v1") {
		return "openai"
	}
	return "ollama"
}

// model is the engine with a model, made when it is first needed. text is the
// request, which a recording is found by.
func (c *call) model(text string) (*propose.Model, error) {
	c.keep()
	if c.mind != nil {
		return c.mind, nil
	}
	name := c.modelEngine()
	if c.answers == nil {
		made, err := c.completer(name)
		if err != nil {
			return nil, err
		}
		c.answers = made
	}
	waited := c.set.text("model")
	if waited == "" {
		waited = name
	}
	m := &propose.Model{
		Completer: propose.HeartbeatCompleter{Completer: c.answers, Name: waited, Sink: c, Ticker: c.ticker()},
		Prompts:   propose.Prompts{Files: prompts.Files},
		Name:      name, Thinking: c.set.on("thinking"), Nonce: c.nonce(name, text), OnText: c.grow(),
	}
	if dir := c.set.text("prompts"); dir != "" {
		if at, err := os.Stat(dir); err != nil || !at.IsDir() {
			return nil, wrongValue("prompts", dir, "a directory of prompts, such as one with a propose.tmpl")
		}
		m.Prompts.Overrides = os.DirFS(dir)
	}
	c.mind = m
	return m, nil
}

func (c *call) completer(name string) (propose.Completer, error) {
	var of propose.Completer
	var err error
	switch name {
	case "ollama":
		of, err = c.ollama()
	case "openai":
		of, err = c.openai()
	case "replay":
		of, err = c.replay()
	default:
		panic("cli: there is no engine " + name + " with a model")
	}
	if err != nil || c.set.text("record") == "" {
		return of, err
	}
	file, err := replay.Create(c.set.text("record"))
	if err != nil {
		return nil, err
	}
	c.recording = file
	return &replay.Recorder{Of: of, To: file}, nil
}

func (c *call) ollama() (*ollama.Engine, error) {
	return c.ollamaAt(c.set.text("host"), c.set.text("model"))
}

func (c *call) ollamaAt(host, model string) (*ollama.Engine, error) {
	base, err := ollama.ParseHost(host)
	if err != nil {
		return nil, err
	}
	server, err := c.server("ollama", base)
	return &ollama.Engine{Server: server, Model: model, Think: c.set.on("thinking"),
		Tools: c.use("server.tools"), Schema: c.use("server.schema"), Cache: c.shelf()}, err
}

func (c *call) openai() (*openai.Engine, error) {
	return c.openaiAt(c.openaiHost(), c.set.text("model"))
}

func (c *call) openaiHost() string {
	if c.set.origin("host") == "environment OLLAMA_HOST" {
		return "" // it is another engine's
	}
	return c.set.text("host")
}

func (c *call) openaiAt(host, model string) (*openai.Engine, error) {
	base, err := openai.ParseHost(host)
	if err != nil {
		return nil, err
	}
	server, err := c.server("openai", base)
	return &openai.Engine{Server: server, Model: model,
		Tools: c.use("server.tools"), Schema: c.use("server.schema"), Cache: c.shelf()}, err
}

// use is whether an ability of the server is used.
func (c *call) use(key string) capability.Switch {
	return capability.Switch(slices.Index(switches, c.set.text(key)))
}

// shelf is what earlier commands have learnt of servers; nil, which knows nothing,
// where there is no place for it.
func (c *call) shelf() *capability.Cache {
	dir, err := cacheDir(c.env)
	if err != nil {
		return nil
	}
	return &capability.Cache{Dir: filepath.Join(dir, "servers"), Now: c.Now}
}

func (c *call) replay() (propose.Completer, error) {
	name := c.set.text("replay")
	if name == "" {
		return nil, usage("the engine replay has no recording", "name one with --replay FILE; --record FILE makes one")
	}
	file, err := os.Open(name)
	if err != nil {
		r := usage("the recording cannot be read: "+oneLine(err.Error()), "name another with --replay")
		r.Cause = err
		return nil, r
	}
	defer file.Close()
	return replay.Read(name, file)
}

// server is where the model runs. A key goes only where it belongs: the one of
// OpenAI to OpenAI, ASSISTER_API_KEY to the server that is named.
func (c *call) server(name string, base *url.URL) (wire.Server, error) {
	s := wire.Server{Name: name, Base: base, Limits: wire.Limits{
		Total: c.set.length("server.timeout"), Header: c.set.length("server.header"), Idle: c.set.length("server.idle"),
	}}
	key, _ := c.env("ASSISTER_API_KEY")
	if key == "" && base.Scheme == "https" && base.Hostname() == "api.openai.com" {
		key, _ = c.env("OPENAI_API_KEY")
	}
	s.Key = wire.Secret(key)
	if proxy := c.set.text("server.proxy"); proxy != "" {
		u, err := url.Parse(proxy)
		if err != nil || u.Host == "" {
			return s, usage("server.proxy is no address", "give one such as http://proxy.example:3128")
		}
		s.Proxy = u
	}
	return s, nil
}

// nonce marks data in a prompt. It is drawn anew for each request, so that what
// stands in a title cannot know it; a recording, which is found by the words of
// the prompt, has one made of the request.
func (c *call) nonce(engine, text string) string {
	var b [9]byte
	if engine == "replay" || c.set.text("record") != "" {
		sum := sha256.Sum256([]byte(text))
		copy(b[:], sum[:])
	} else {
		rand.Read(b[:])
	}
	return "data-" + hex.EncodeToString(b[:])
}

func (c *call) ticker() propose.Ticker {
	if c.Ticker != nil {
		return c.Ticker
	}
	return func(every time.Duration) (<-chan time.Time, func()) {
		t := time.NewTicker(every)
		return t.C, t.Stop
	}
}

// grow shows the words of a model while they come, to whoever watches a
// terminal; nil where nobody does.
func (c *call) grow() func(string) error {
	screen, ok := c.sink.(interface{ Stream(string) error })
	if !ok || !isTerminal(c.Out) {
		return nil
	}
	return func(text string) error {
		if c.held {
			return nil
		}
		return screen.Stream(text)
	}
}

// unavailable reports whether an engine was not there or gave nothing of use.
func unavailable(err error) bool {
	var refusal *problem.Refusal
	return errors.As(err, &refusal) && refusal.Class == problem.Unavailable
}

// routing decides by the rules, by the model, or by both: the rules alone where
// they are the engine or, with auto, where they are sure.
func (c *call) routing(text string, s record.Selection) (r route.Routing, other *route.Routing, err error) {
	rules := route.Rules(text)
	if c.talk.goesOn(text, c.clock, c.now()) {
		rules = route.Continued(rules)
	} else if c.asksPlainly(text) {
		rules = route.Inquired(rules)
	}
	rules = route.Recalled(rules, text, c.talk.recent)
	if (c.engine == byRules || c.engine == byAuto) && s.Empty() && !c.talk.answered {
		if rules, err = c.secondLook(text, rules); err != nil {
			return rules, nil, err
		}
	}
	if c.engine == byRules || !s.Empty() || c.talk.answered || c.engine == byAuto && route.Judge(rules).Decision != route.Clarify {
		return rules, nil, nil
	}
	m, err := c.model(text)
	if err != nil {
		return rules, nil, err
	}
	err = c.view(func(snapshot workspace.Reader) error {
		r, err = m.Route(c.ctx, c.requestOf(text, s), c.briefOf(snapshot))
		return err
	})
	if err != nil && c.engine == byAuto && unavailable(err) {
		c.note("the model was not asked whether this is a question or a change: %v", err)
		return rules, nil, nil
	}
	c.decider = m.Name
	return r, &rules, err
}

func (c *call) requestOf(text string, s record.Selection) propose.Request {
	return propose.Request{Text: text, Selection: s, Turns: c.talk.turns(), Recent: c.talk.recent}
}

// briefOf is what an engine is told where it answers and proposes nothing.
func (c *call) briefOf(snapshot workspace.Reader) brief.Brief {
	return brief.Brief{Clock: c.clock, Records: snapshot, Turns: c.talk.turns(), Recent: c.talk.recent}
}

// used is what the audit trail keeps of the prompts since the n-th: which they
// were, by the digest of their template, and what they cost; never what they
// said. With --verbose the replies go to stderr, for whoever works on prompts.
func (c *call) used(since int) (pairs []any) {
	if c.mind == nil || since >= len(c.mind.Exchanges) {
		return nil
	}
	var words []string
	tokens, model := 0, ""
	for _, u := range c.mind.Exchanges[since:] {
		words = append(words, string(u.Purpose)+":"+u.Template)
		tokens += u.Tokens
		model = u.Model
		if c.set.on("verbose") {
			c.note("reply to %s: %s", u.Purpose, u.Reply)
		}
	}
	return []any{"prompts", strings.Join(words, " "), "model", oneLine(model), "tokens", tokens}
}

func (c *call) asked() int {
	if c.mind == nil {
		return 0
	}
	return len(c.mind.Exchanges)
}
