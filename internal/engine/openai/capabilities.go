package openai

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"assister/internal/engine/capability"
	"assister/internal/engine/wire"
	"assister/internal/problem"
	"assister/internal/propose"
)

// No server of this kind tells what it can do. So all is assumed at first, an
// answer that denies something takes it away, and what was learnt is kept: for
// young without asking whether the server is there at all, and for lasting before
// everything is tried again, since servers gain abilities and do not say so.
const (
	young   = 10 * time.Minute
	lasting = 24 * time.Hour
)

// able is what server and model can do as far as it is known, asking nobody.
func (e *Engine) able() propose.Capabilities {
	e.learning.Lock()
	defer e.learning.Unlock()
	return e.switched(e.entry().Able)
}

func (e *Engine) switched(able propose.Capabilities) propose.Capabilities {
	able.Tools, able.Schema = e.Tools.Resolve(able.Tools), e.Schema.Resolve(able.Schema)
	return able
}

// entry is what was learnt, now or by an earlier process. The caller holds the
// lock.
func (e *Engine) entry() *capability.Entry {
	if e.learnt != nil {
		return e.learnt
	}
	entry, found := e.Cached()
	if !found {
		entry = capability.Entry{Able: propose.Capabilities{Server: "openai " + e.Server.Base.Host, Model: e.Model, Tools: true, Schema: true}}
	}
	e.learnt = &entry
	return e.learnt
}

// Cached is what earlier processes learnt, if that still counts.
func (e *Engine) Cached() (capability.Entry, bool) {
	entry, found := e.Cache.Load(e.place(), e.Model)
	return entry, found && e.Cache.Age(entry.Since) < lasting
}

// Capabilities implements propose.Completer. The list of models shows that the server is
// there and takes the key; servers without such a list pass.
func (e *Engine) Capabilities(ctx context.Context) (propose.Capabilities, error) {
	if e.Model == "" {
		return propose.Capabilities{}, problem.Refuse(problem.Usage, NoModel, "no model is named", "name one with --model")
	}
	e.learning.Lock()
	defer e.learning.Unlock()
	entry := e.entry()
	if !entry.Seen.IsZero() && e.Cache.Age(entry.Seen) < young {
		return e.switched(entry.Able), nil
	}
	if _, err := e.Models(ctx); err != nil && !HasNoModelList(err) {
		return propose.Capabilities{}, err
	}
	e.keep()
	return e.switched(entry.Able), nil
}

// HasNoModelList reports whether a server that was asked for its models has no such list.
func HasNoModelList(err error) bool {
	var status *wire.Status
	return errors.As(err, &status) && (status.Code == http.StatusNotFound || status.Code == http.StatusMethodNotAllowed)
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

// learn takes note of what the server denies.
func (e *Engine) learn(denied capability.Feature) {
	e.learning.Lock()
	defer e.learning.Unlock()
	entry := e.entry()
	entry.Able, entry.Since = capability.Without(entry.Able, denied), time.Time{}
	e.keep()
}

// keep writes down what was learnt. That it cannot be written costs the next
// process a question.
func (e *Engine) keep() { _ = e.Cache.Store(e.place(), e.Model, e.learnt) }

// place is the server as what is known of it is kept.
func (e *Engine) place() string { return "openai " + e.Server.Base.String() }

// unable says that server or model take no tools, and what to do where they have
// to.
func (e *Engine) unable(err error) error {
	r := e.Server.Refuse(wire.Refused, "does not take tools for the model "+wire.Clean(e.Model, 80), &propose.ToolsUnsupportedError{Cause: err})
	r.Problem.Hint = "name a model that can call tools with --model, or use --engine ollama where the server is one"
	return r
}

// explain says what to do about a key or a model that the server does not take.
func (e *Engine) explain(err error, model string) error {
	var status *wire.Status
	if !errors.As(err, &status) {
		return err
	}
	switch status.Code {
	case http.StatusUnauthorized, http.StatusForbidden:
		r := e.Server.Refuse(KeyRefused, "does not accept the key: "+status.Error(), status)
		r.Problem.Hint = "set the key that belongs to this server"
		return r
	case http.StatusNotFound:
		r := e.Server.Refuse(ModelNotFound, "has no model "+wire.Clean(model, 80)+", or nothing at "+e.Server.Base.Path, status)
		r.Problem.Hint = "name one of its models with --model, and the whole base URL with --host"
		return r
	}
	return err
}

// Models asks for the names of the models that the server has.
func (e *Engine) Models(ctx context.Context) ([]string, error) {
	text, err := e.Server.Fetch(ctx, wire.Request{Path: "/models", Accept: []string{"application/json"}})
	if err != nil {
		return nil, e.explain(err, e.Model)
	}
	var list modelList
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, e.Server.Refuse(wire.BadAnswer, "lists its models in a way that cannot be read", err)
	}
	names := make([]string, 0, len(list.Data))
	for _, m := range list.Data {
		names = append(names, wire.Clean(m.ID, 200))
	}
	return names, nil
}
