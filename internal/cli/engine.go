package cli

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"assister/internal/assist"
	"assister/internal/engine/capability"
	"assister/internal/engine/ollama"
	"assister/internal/engine/openai"
	"assister/internal/engine/replay"
	"assister/internal/engine/wire"
	"assister/internal/problem"
	"assister/internal/propose"
	"assister/prompts"
)

// engines makes the engines with a model that the settings name, when they are first
// needed.
type engines struct {
	set    settings
	env    Env
	now    func() time.Time
	ticker propose.Ticker       // nil is the machine's
	left   func() time.Duration // until the deadline of the command
	output *output

	announced string            // what `start` says of the engine; "" for commands that need none
	completer propose.Completer // nil while no model was asked
	recording *os.File          // of what the model says, if that is recorded
	stale     bool              // the embeddings may be out of date
}

// announce settles what `start` says about the engine.
func (e *engines) announce() { e.announced = e.Choice() }

// Choice implements assist.Engines. Without a model, auto is the rules.
func (e *engines) Choice() string {
	named := e.set.text("engine")
	if named == assist.ByAuto && e.set.modelEngine() == "" {
		return assist.ByRules
	}
	return named
}

// modelEngine is the engine with a model that is configured; "" for none.
func (s *settings) modelEngine() string {
	switch named := s.text("engine"); {
	case named == assist.ByRules:
		return ""
	case named != assist.ByAuto:
		return named
	case s.text("replay") != "":
		return "replay"
	case s.text("model") == "":
		return ""
	}
	return engineOf(s.text("host"))
}

// engineOf is the engine that speaks the protocol of a server: openai if the address
// ends in /v1.
func engineOf(host string) string {
	if strings.HasSuffix(strings.TrimRight(host, "/"), "/v1") {
		return "openai"
	}
	return "ollama"
}

// Model implements assist.Engines.
func (e *engines) Model(text string) (*propose.Model, error) {
	if e.completer == nil {
		made, err := e.connect(e.set.modelEngine())
		if err != nil {
			return nil, err
		}
		e.completer = made
	}
	return e.ModelOf(e.completer, text)
}

// ModelOf is the engine with a model that a completer speaks for.
func (e *engines) ModelOf(completer propose.Completer, text string) (*propose.Model, error) {
	name := e.set.modelEngine()
	waitingFor := e.set.text("model")
	if waitingFor == "" {
		waitingFor = name
	}
	m := &propose.Model{
		Completer: propose.HeartbeatCompleter{Completer: completer, Heartbeat: e.heartbeat(waitingFor)},
		Prompts:   propose.Prompts{Files: prompts.Files},
		Name:      name, Thinking: e.set.on("thinking"), Nonce: e.nonce(name, text), OnText: e.output.grow(),
	}
	if dir := e.set.text("prompts"); dir != "" {
		if at, err := os.Stat(dir); err != nil || !at.IsDir() {
			return nil, wrongValue("prompts", dir, "a directory of prompts, such as one with a propose.tmpl")
		}
		m.Prompts.Overrides = os.DirFS(dir)
	}
	return m, nil
}

// connect makes the completer of an engine, which records what it says if that is
// asked for.
func (e *engines) connect(name string) (propose.Completer, error) {
	var c propose.Completer
	var err error
	switch name {
	case "ollama":
		c, err = e.ollama()
	case "openai":
		c, err = e.openai()
	case "replay":
		c, err = e.replay()
	default:
		panic("cli: there is no engine " + name + " with a model")
	}
	if err != nil || e.set.text("record") == "" {
		return c, err
	}
	file, err := replay.Create(e.set.text("record"))
	if err != nil {
		return nil, err
	}
	e.recording = file
	return &replay.Recorder{Of: c, To: file}, nil
}

// adopt shares what other engines have opened: in a chat, for one line after the other.
func (e *engines) adopt(others *engines) {
	e.completer, e.recording, e.stale = others.completer, others.recording, others.stale
}

// close closes the recording. Each exchange was written when it ended.
func (e *engines) close() {
	if e.recording != nil {
		_ = e.recording.Close()
	}
}

func (e *engines) ollama() (*ollama.Engine, error) {
	return e.ollamaAt(e.set.text("host"), e.set.text("model"))
}

func (e *engines) ollamaAt(host, model string) (*ollama.Engine, error) {
	base, err := ollama.ParseHost(host)
	if err != nil {
		return nil, err
	}
	server, err := e.server("ollama", base)
	return &ollama.Engine{
		Server: server, Model: model, Think: e.set.on("thinking"),
		Tools: e.capability("server.tools"), Schema: e.capability("server.schema"), Cache: e.learned(),
	}, err
}

func (e *engines) openai() (*openai.Engine, error) {
	return e.openaiAt(e.set.openaiHost(), e.set.text("model"))
}

func (s *settings) openaiHost() string {
	if s.origin("host") == "environment OLLAMA_HOST" {
		return "" // it is of the other engine
	}
	return s.text("host")
}

func (e *engines) openaiAt(host, model string) (*openai.Engine, error) {
	base, err := openai.ParseHost(host)
	if err != nil {
		return nil, err
	}
	server, err := e.server("openai", base)
	return &openai.Engine{
		Server: server, Model: model,
		Tools: e.capability("server.tools"), Schema: e.capability("server.schema"), Cache: e.learned(),
	}, err
}

// capability is the setting of a capability of the server.
func (e *engines) capability(key string) capability.Switch {
	return capability.Switch(slices.Index(switches, e.set.text(key)))
}

// learned is the cache of what earlier commands have learned about servers; nil, which
// knows nothing, if there is no place for it.
func (e *engines) learned() *capability.Cache {
	dir, err := cacheDir(e.env)
	if err != nil {
		return nil
	}
	return &capability.Cache{Dir: filepath.Join(dir, "servers"), Now: e.now}
}

func (e *engines) replay() (propose.Completer, error) {
	name := e.set.text("replay")
	if name == "" {
		return nil, usage("the engine replay has no recording", "give one with --replay FILE; --record FILE makes one")
	}
	file, err := os.Open(name)
	if err != nil {
		r := usage("cannot read the recording: "+problem.OneLine(err.Error()), "give another one with --replay")
		r.Cause = err
		return nil, r
	}
	defer file.Close()
	return replay.Read(name, file)
}

// server is where the model runs. A key goes only where it belongs: that of OpenAI to
// OpenAI, ASSISTER_API_KEY to the server that is named.
func (e *engines) server(name string, base *url.URL) (wire.Server, error) {
	s := wire.Server{Name: name, Base: base, Limits: wire.Limits{
		Total: e.set.length("server.timeout"), Header: e.set.length("server.header"), Idle: e.set.length("server.idle"),
	}}
	key, _ := e.env(apiKeyEnv)
	if key == "" && base.Scheme == "https" && base.Hostname() == "api.openai.com" {
		key, _ = e.env("OPENAI_API_KEY")
	}
	s.Key = wire.Secret(key)
	if proxy := e.set.text("server.proxy"); proxy != "" {
		u, err := url.Parse(proxy)
		if err != nil || u.Host == "" {
			return s, usage("server.proxy is not a URL", "give one such as http://proxy.example:3128")
		}
		s.Proxy = u
	}
	return s, nil
}

// nonce marks data in a prompt. It is random for each request, so that data cannot
// contain it. A recording is found by the text of the prompt, so that its nonce is made
// from the request.
func (e *engines) nonce(engine, text string) string {
	var b [9]byte
	if engine == "replay" || e.set.text("record") != "" {
		sum := sha256.Sum256([]byte(text))
		copy(b[:], sum[:])
	} else {
		rand.Read(b[:])
	}
	return "data-" + hex.EncodeToString(b[:])
}

// heartbeat is that of a wait for the model with the name.
func (e *engines) heartbeat(name string) propose.Heartbeat {
	h := propose.Heartbeat{Name: name, Sink: e.output, Ticker: e.ticker, Left: e.left}
	if h.Ticker == nil {
		h.Ticker = machineTicker
	}
	return h
}

func machineTicker(every time.Duration) (<-chan time.Time, func()) {
	t := time.NewTicker(every)
	return t.C, t.Stop
}
