// Package engine makes the configured engines: a model on an Ollama server or on one with
// an OpenAI-compatible API, a recording of one, and the embedding model. It decides which
// server gets which key, and what is recorded. The packages below it talk to the servers.
package engine

import (
	"cmp"
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
	"assister/internal/config"
	"assister/internal/engine/capability"
	"assister/internal/engine/ollama"
	"assister/internal/engine/openai"
	"assister/internal/engine/replay"
	"assister/internal/engine/wire"
	"assister/internal/problem"
	"assister/internal/propose"
	"assister/prompts"
)

// Configured makes the configured engines with a model when they are first needed. It
// implements assist.Engines.
type Configured struct {
	Settings config.Settings
	Env      config.Env // for the keys of servers, and the cache
	Now      func() time.Time

	Heartbeat propose.Heartbeat         // of the wait for a model, without its name
	OnText    func() func(string) error // streams the text of a model; may be nil

	completer propose.Completer // nil before the first use
	recording *os.File          // nil if nothing is recorded
}

// Choice implements assist.Engines. Without a model, auto is the rules.
func (e *Configured) Choice() string {
	named := e.Settings.Text("engine")
	if named == assist.ByAuto && e.Used() == "" {
		return assist.ByRules
	}
	return named
}

// Used returns the configured engine with a model; "" for none.
func (e *Configured) Used() string {
	s := &e.Settings
	switch named := s.Text("engine"); {
	case named == assist.ByRules:
		return ""
	case named != assist.ByAuto:
		return named
	case s.Text("replay") != "":
		return "replay"
	case s.Text("model") == "":
		return ""
	}
	return engineOf(s.Text("host"))
}

// engineOf returns the engine for the protocol of a server: openai if the address ends in
// /v1.
func engineOf(host string) string {
	if strings.HasSuffix(strings.TrimRight(host, "/"), "/v1") {
		return "openai"
	}
	return "ollama"
}

// Model implements assist.Engines.
func (e *Configured) Model(text string) (*propose.Model, error) {
	if e.completer == nil {
		made, err := e.connect(e.Used())
		if err != nil {
			return nil, err
		}
		e.completer = made
	}
	return e.ModelOf(e.completer, text)
}

// ModelOf returns the engine with a model for a completer.
func (e *Configured) ModelOf(completer propose.Completer, text string) (*propose.Model, error) {
	name := e.Used()
	heartbeat := e.Heartbeat
	heartbeat.Name = cmp.Or(e.Settings.Text("model"), name)
	m := &propose.Model{
		Completer: propose.HeartbeatCompleter{Completer: completer, Heartbeat: heartbeat},
		Prompts:   propose.Prompts{Files: prompts.Files},
		Name:      name, Thinking: e.Settings.On("thinking"), Nonce: e.nonce(name, text), OnText: e.OnText(),
		Advised: e.Settings.Whole("proposal.operations"), Rounds: e.Settings.Whole("proposal.rounds"),
	}
	if dir := e.Settings.Text("prompts"); dir != "" {
		if at, err := os.Stat(dir); err != nil || !at.IsDir() {
			r := problem.Misuse(problem.Quote(dir)+" is not a valid --prompts",
				"give a directory of prompts, such as one with a propose.tmpl")
			r.Problem.Field = "prompts"
			return nil, r
		}
		if err := trustedPrompts(dir); err != nil {
			return nil, err
		}
		m.Prompts.Overrides = os.DirFS(dir)
	}
	return m, nil
}

// trustedPrompts refuses prompts that others can change.
func trustedPrompts(dir string) error {
	files, err := os.ReadDir(dir)
	if err == nil {
		err = config.Trusted(dir)
	}
	for i := 0; i < len(files) && err == nil; i++ {
		if strings.HasSuffix(files[i].Name(), ".tmpl") {
			err = config.Trusted(filepath.Join(dir, files[i].Name()))
		}
	}
	return err
}

// connect makes the completer of an engine, with a recorder if one is configured.
func (e *Configured) connect(name string) (propose.Completer, error) {
	var c propose.Completer
	var err error
	switch name {
	case "ollama":
		c, err = e.Ollama()
	case "openai":
		c, err = e.OpenAI()
	case "replay":
		c, err = e.replay()
	default:
		panic("engine: there is no engine " + name + " with a model")
	}
	if err != nil || e.Settings.Text("record") == "" {
		return c, err
	}
	file, err := replay.Create(e.Settings.Text("record"))
	if err != nil {
		return nil, err
	}
	e.recording = file
	return &replay.Recorder{Of: c, To: file}, nil
}

// Adopt shares what other engines have opened, for the lines of a chat.
func (e *Configured) Adopt(others *Configured) {
	e.completer, e.recording = others.completer, others.recording
}

// Close closes the recording. Each exchange was written when it ended.
func (e *Configured) Close() {
	if e.recording != nil {
		_ = e.recording.Close()
	}
}

// Ollama returns the engine for the model on an Ollama server.
func (e *Configured) Ollama() (*ollama.Engine, error) {
	return e.ollamaAt(e.Settings.Text("host"), e.Settings.Text("model"))
}

func (e *Configured) ollamaAt(host, model string) (*ollama.Engine, error) {
	base, err := ollama.ParseHost(host)
	if err != nil {
		return nil, err
	}
	server, err := e.server("ollama", base)
	seed := 1
	if set := e.seed(); set != nil {
		seed = *set
	}
	return &ollama.Engine{
		Server: server, Model: model, Think: e.Settings.On("thinking"),
		Context:     e.Settings.Whole("model.context"),
		Temperature: e.Settings.Number("model.temperature"), Seed: seed,
		Tools: e.capability("server.tools"), Schema: e.capability("server.schema"), Cache: e.learned(),
	}, err
}

// OpenAI returns the engine for the model on a server with an OpenAI-compatible API.
func (e *Configured) OpenAI() (*openai.Engine, error) {
	return e.openaiAt(e.openaiHost(), e.Settings.Text("model"))
}

func (e *Configured) openaiHost() string {
	s := &e.Settings
	if s.Origin("host") == "environment OLLAMA_HOST" {
		return "" // it is the host of the other engine
	}
	return s.Text("host")
}

func (e *Configured) openaiAt(host, model string) (*openai.Engine, error) {
	base, err := openai.ParseHost(host)
	if err != nil {
		return nil, err
	}
	server, err := e.server("openai", base)
	return &openai.Engine{
		Server: server, Model: model, Context: e.Settings.Whole("model.context"),
		Temperature: e.Settings.Number("model.temperature"), Seed: e.seed(),
		Tools: e.capability("server.tools"), Schema: e.capability("server.schema"), Cache: e.learned(),
	}, err
}

// seed is the setting of the seed; nil if it is not set.
func (e *Configured) seed() *int {
	if e.Settings.Text("model.seed") == "" {
		return nil
	}
	n := e.Settings.Whole("model.seed")
	return &n
}

// capability is the setting of a capability of the server.
func (e *Configured) capability(key string) capability.Switch {
	return capability.Switch(slices.Index(config.Switches, e.Settings.Text(key)))
}

// learned returns the cache of the capabilities of servers; nil, which is empty, if there
// is no directory for it.
func (e *Configured) learned() *capability.Cache {
	dir, err := config.CacheDir(e.Env)
	if err != nil {
		return nil
	}
	return &capability.Cache{Dir: filepath.Join(dir, "servers"), Now: e.Now}
}

// CheckReplay reads the recording that is configured.
func (e *Configured) CheckReplay() error {
	_, err := e.replay()
	return err
}

func (e *Configured) replay() (propose.Completer, error) {
	name := e.Settings.Text("replay")
	if name == "" {
		return nil, problem.Misuse("the engine replay has no recording",
			"give one with --replay FILE; --record FILE makes one")
	}
	file, err := os.Open(name)
	if err != nil {
		r := problem.Misuse("cannot read the recording: "+problem.OneLine(err.Error()), "give another one with --replay")
		r.Cause = err
		return nil, r
	}
	defer file.Close()
	return replay.Read(name, file)
}

// server is where the model runs. A key goes only where it belongs: that of OpenAI to
// OpenAI, ASSISTER_API_KEY to the server that is named.
func (e *Configured) server(name string, base *url.URL) (wire.Server, error) {
	s := wire.Server{Name: name, Base: base, Limits: wire.Limits{
		Total:  e.Settings.Length("server.timeout"),
		Header: e.Settings.Length("server.header"),
		Idle:   e.Settings.Length("server.idle"),
	}}
	key, _ := e.Env(config.ServerKey)
	if key == "" && base.Scheme == "https" && base.Hostname() == "api.openai.com" {
		key, _ = e.Env("OPENAI_API_KEY")
	}
	s.Key = wire.Secret(key)
	if proxy := e.Settings.Text("server.proxy"); proxy != "" {
		u, err := url.Parse(proxy)
		if err != nil || u.Host == "" {
			return s, problem.Misuse("server.proxy is not a URL", "give one such as http://proxy.example:3128")
		}
		s.Proxy = u
	}
	return s, nil
}

// nonce marks data in a prompt. It is random for each request, so that data cannot
// contain it. A recording is found by the text of the prompt, so that its nonce is made
// from the request.
func (e *Configured) nonce(engine, text string) string {
	var b [9]byte
	if engine == "replay" || e.Settings.Text("record") != "" {
		sum := sha256.Sum256([]byte(text))
		copy(b[:], sum[:])
	} else {
		rand.Read(b[:])
	}
	return "data-" + hex.EncodeToString(b[:])
}
