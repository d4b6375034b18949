package openai

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"assister/internal/engine/capability"
	"assister/internal/engine/wire"
	"assister/internal/problem"
	"assister/internal/propose"
)

// Servers of this kind do not report their capabilities. All of them are assumed at
// first, and each error that denies one withdraws it.
const (
	// Within this time the engine does not check that the server is there.
	revalidateAfter = 10 * time.Minute
	// After this time all capabilities are assumed again, because servers gain them.
	expireAfter = 24 * time.Hour
)

// assumed is what the engine assumes about its server and model, which is less after
// each error that denies a feature.
type assumed struct {
	mu    sync.Mutex
	entry *capability.Entry // nil until the first use
}

func (e *Engine) switches() capability.Switches {
	return capability.Switches{Tools: e.Tools, Schema: e.Schema}
}

// used returns the capabilities that prompts may use, without asking the server.
func (e *Engine) used() propose.Capabilities {
	e.assumed.mu.Lock()
	defer e.assumed.mu.Unlock()
	return e.switches().Apply(e.entry().Capabilities)
}

// entry returns what is assumed now. The caller holds the lock.
func (e *Engine) entry() *capability.Entry {
	if e.assumed.entry == nil {
		entry, found := e.Cached()
		if !found {
			entry.Capabilities = propose.Capabilities{
				Server: "openai " + e.Server.Base.Host, Model: e.Model, Tools: true, Schema: true}
		}
		e.assumed.entry = &entry
	}
	return e.assumed.entry
}

// Cached returns what earlier processes found out, unless it has expired.
func (e *Engine) Cached() (capability.Entry, bool) {
	entry, found := e.Cache.Load(e.cacheKey(), e.Model)
	if !found || e.Cache.Age(entry.Since) >= expireAfter {
		return capability.Entry{}, false
	}
	return entry, true
}

// Capabilities implements propose.Completer. It asks for the list of models to check
// that the server runs and accepts the key; some lists have the context of each model.
// Servers without a list pass.
func (e *Engine) Capabilities(ctx context.Context) (propose.Capabilities, error) {
	if e.Model == "" {
		return propose.Capabilities{}, noModel()
	}
	e.assumed.mu.Lock()
	defer e.assumed.mu.Unlock()
	entry := e.entry()
	fresh := !entry.Seen.IsZero() && e.Cache.Age(entry.Seen) < revalidateAfter
	if !fresh {
		list, err := e.list(ctx)
		if err != nil && !HasNoModelList(err) {
			return propose.Capabilities{}, err
		}
		entry.Capabilities.Context = list.contextOf(e.Model)
		e.store()
	}
	c := e.switches().Apply(entry.Capabilities)
	c.Limit = e.Context
	return c, nil
}

// HasNoModelList reports whether an error of Models says that the server does not
// list its models.
func HasNoModelList(err error) bool {
	var status *wire.Status
	if !errors.As(err, &status) {
		return false
	}
	return status.Code == http.StatusNotFound || status.Code == http.StatusMethodNotAllowed
}

// withdraw records that the server denies a feature.
func (e *Engine) withdraw(denied capability.Feature) {
	e.assumed.mu.Lock()
	defer e.assumed.mu.Unlock()
	entry := e.entry()
	entry.Capabilities, entry.Since = capability.Without(entry.Capabilities, denied), time.Time{}
	e.store()
}

// learn stores how many tokens the server counts, if that is news.
func (e *Engine) learn(p propose.Prompt, r propose.Reply) {
	e.assumed.mu.Lock()
	defer e.assumed.mu.Unlock()
	if e.entry().Learn(p, r) {
		e.store()
	}
}

// store writes the entry to the cache. If that fails, the next process finds out for
// itself.
func (e *Engine) store() { _ = e.Cache.Store(e.cacheKey(), e.Model, e.assumed.entry) }

// cacheKey identifies the server in the cache.
func (e *Engine) cacheKey() string { return "openai " + e.Server.Base.String() }

func noModel() error {
	return problem.Refuse(problem.Usage, NoModel, "no model is named", "choose one with --model")
}
