package ollama

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/ollama/ollama/api"
	"github.com/ollama/ollama/types/model"

	"assister/internal/engine/capability"
	"assister/internal/engine/wire"
	"assister/internal/ijson"
	"assister/internal/problem"
	"assister/internal/propose"
)

// young is how long what an earlier process was told is taken as it is. Then the
// server is asked, in the two requests that cost it least, whether it still has
// that version and that model. What it denies before that is noticed by Complete.
const young = 10 * time.Minute

// Capabilities implements propose.Completer. The first call asks the server, unless an
// earlier process has; what it told is known from then on, a refusal is not kept.
func (e *Engine) Capabilities(ctx context.Context) (propose.Capabilities, error) {
	if e.Model == "" {
		return propose.Capabilities{}, problem.Refuse(problem.Usage, NoModel, "no model is named", "name one that ollama list shows with --model")
	}
	e.asking.Lock()
	defer e.asking.Unlock()
	if e.told == nil {
		if err := e.recall(ctx); err != nil {
			return propose.Capabilities{}, err
		}
	}
	if e.told == nil {
		if err := e.probe(ctx); err != nil {
			return propose.Capabilities{}, err
		}
	}
	able := e.told.Able
	able.Tools, able.Schema = e.Tools.Resolve(able.Tools), e.Schema.Resolve(able.Schema)
	return able, nil
}

// recall takes what an earlier process was told, if it still holds. A server that
// cannot be asked ends it; one that tells something else has to be probed.
func (e *Engine) recall(ctx context.Context) error {
	entry, found := e.Cache.Load(e.CacheKey(), e.Model)
	if !found {
		return nil
	}
	if e.Cache.Age(entry.Seen) > young {
		version, digest, err := e.identity(ctx)
		if err != nil {
			return err
		}
		if digest == "" || digest != entry.Digest || version != entry.Version {
			return nil
		}
		e.keep(&entry)
	}
	e.told, e.old = &entry, true
	return nil
}

// identity is what tells one state of server and model from another: the server's
// version and the digest of the model, "" where the server does not list it.
func (e *Engine) identity(ctx context.Context) (version, digest string, err error) {
	if version, err = e.Version(ctx); err != nil {
		return "", "", err
	}
	list, err := e.list(ctx)
	var status *wire.Status
	if errors.As(err, &status) {
		return version, "", nil
	}
	if err != nil {
		return "", "", err
	}
	for _, m := range list.Models {
		if strings.EqualFold(m.Name, e.Model) || strings.EqualFold(m.Name, e.Model+":latest") {
			return version, wire.Clean(m.Digest, 100), nil
		}
	}
	return version, "", nil
}

// probe asks the server what it and the model can do.
func (e *Engine) probe(ctx context.Context) error {
	body, err := json.Marshal(map[string]string{"model": e.Model})
	if err != nil {
		return fmt.Errorf("ask for the abilities of %s: %w", e.Model, err)
	}
	text, err := e.Server.Fetch(ctx, wire.Request{Path: "/api/show", Body: body, Accept: []string{"application/json"}})
	if err != nil {
		return e.explain(err, e.Model)
	}
	var show api.ShowResponse
	if err := json.Unmarshal(text, &show); err != nil {
		return e.Server.Refuse(wire.BadAnswer, "describes the model in a way that cannot be read", err)
	}
	var entry capability.Entry
	if e.Cache == nil {
		entry.Version, err = e.Version(ctx)
	} else {
		entry.Version, entry.Digest, err = e.identity(ctx)
	}
	if err != nil {
		return err
	}
	entry.Able = described(show, entry.Version)
	entry.Able.Model = e.Model
	e.told, e.old = &entry, false
	e.keep(&entry)
	return nil
}

// described is what a description of a model says of it.
func described(show api.ShowResponse, version string) propose.Capabilities {
	a := propose.Capabilities{
		Server: "ollama " + version,
		Schema: since(version, 0, 5),
		Remote: wire.Clean(show.RemoteHost, 80),
	}
	for _, c := range show.Capabilities {
		switch c {
		case model.CapabilityTools:
			a.Tools = true
		case model.CapabilityThinking:
			a.Thinking = true
		case model.CapabilityEmbedding:
			a.Embeds = true
		}
	}
	// Servers before 0.6.4 list no capabilities; a template that shows tools is one.
	if len(show.Capabilities) == 0 {
		a.Tools = strings.Contains(show.Template, ".Tools")
	}
	architecture, _ := show.ModelInfo["general.architecture"].(string)
	if n, ok := show.ModelInfo[architecture+".context_length"].(float64); ok && n > 0 && n < 1<<31 {
		a.Context = int(n)
	}
	return a
}

// denied is the ability that the server denies, unless somebody who knows better
// has switched it on.
func (e *Engine) denied(err error, p propose.Prompt, able propose.Capabilities) capability.Feature {
	d := capability.Denied(err, e.Model, p, able)
	if d == capability.Tools && e.Tools == capability.On || d == capability.Schema && e.Schema == capability.On {
		return capability.None
	}
	return d
}

// learn takes note of what the server denies. What an earlier process was told is
// no longer so: it is asked for anew.
func (e *Engine) learn(ctx context.Context, denied capability.Feature) error {
	e.asking.Lock()
	defer e.asking.Unlock()
	if e.old {
		if err := e.probe(ctx); err != nil {
			return err
		}
	}
	e.told.Able = capability.Without(e.told.Able, denied)
	e.keep(e.told)
	return nil
}

// unable says of a model that calls no tools which do.
func (e *Engine) unable(err error) error {
	r := e.Server.Refuse(wire.Refused, "has a model that calls no tools, "+wire.Clean(e.Model, 80), &propose.ToolsUnsupportedError{Cause: err})
	r.Problem.Hint = "name a model that can call tools with --model"
	return r
}

// keep writes down what was told. That it cannot be written costs the next process
// a question.
func (e *Engine) keep(entry *capability.Entry) { _ = e.Cache.Store(e.CacheKey(), e.Model, entry) }

// CacheKey is the server as what is known of it is kept.
func (e *Engine) CacheKey() string { return "ollama " + e.Server.Base.String() }

// Cached is what an earlier process was told, if that is still capability.
func (e *Engine) Cached() (capability.Entry, bool) { return e.Cache.Load(e.CacheKey(), e.Model) }

// Version asks which version the server is. Nothing is cheaper to see that it is
// there.
func (e *Engine) Version(ctx context.Context) (string, error) {
	text, err := e.Server.Fetch(ctx, wire.Request{Path: "/api/version", Accept: []string{"application/json"}})
	if err != nil {
		return "", err
	}
	v, fault := ijson.Parse(text)
	version, _ := v.Get("version")
	if fault != nil || version.Text == "" {
		return "", e.Server.Refuse(wire.BadAnswer, "does not say its version, as ollama does", nil)
	}
	return wire.Clean(version.Text, 40), nil
}

// since tells whether a version is at least major.minor. Builds without a version
// call themselves 0.0.0 and are as new as those with.
func since(version string, major, minor int) bool {
	if version == "0.0.0" {
		return true
	}
	parts := strings.SplitN(version, ".", 3)
	if len(parts) < 2 {
		return false
	}
	a, err1 := strconv.Atoi(parts[0])
	b, err2 := strconv.Atoi(parts[1])
	return err1 == nil && err2 == nil && (a > major || a == major && b >= minor)
}

// Models asks for the names of the models that the server has.
func (e *Engine) Models(ctx context.Context) ([]string, error) {
	list, err := e.list(ctx)
	if err != nil {
		return nil, err
	}
	names := make([]string, 0, len(list.Models))
	for _, m := range list.Models {
		names = append(names, wire.Clean(m.Name, 200))
	}
	return names, nil
}

func (e *Engine) list(ctx context.Context) (list api.ListResponse, err error) {
	text, err := e.Server.Fetch(ctx, wire.Request{Path: "/api/tags", Accept: []string{"application/json"}})
	if err != nil {
		return list, err
	}
	if err := json.Unmarshal(text, &list); err != nil {
		return list, e.Server.Refuse(wire.BadAnswer, "lists its models in a way that cannot be read", err)
	}
	return list, nil
}
