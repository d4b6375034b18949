package ollama

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/ollama/ollama/api"
	"github.com/ollama/ollama/types/model"

	"assister/internal/engine/capability"
	"assister/internal/engine/wire"
	"assister/internal/problem"
	"assister/internal/propose"
)

// revalidateAfter is the age from which a cached entry is revalidated: two cheap
// requests ask whether the server still has that version and that model. Before that,
// Complete notices when the server denies something.
const revalidateAfter = 10 * time.Minute

// Capabilities implements propose.Completer. The first call asks the server, unless
// an earlier process has done so.
func (e *Engine) Capabilities(ctx context.Context) (propose.Capabilities, error) {
	if e.Model == "" {
		return propose.Capabilities{}, problem.Refuse(problem.Usage, NoModel, "no model is named",
			"choose one of `ollama list` with --model")
	}
	e.detected.mu.Lock()
	defer e.detected.mu.Unlock()
	if e.detected.entry == nil {
		if err := e.recall(ctx); err != nil {
			return propose.Capabilities{}, err
		}
	}
	if e.detected.entry == nil {
		if err := e.probe(ctx); err != nil {
			return propose.Capabilities{}, err
		}
	}
	c := e.switches().Apply(e.detected.entry.Capabilities)
	c.Limit = e.Context
	return c, nil
}

// recall uses the cached entry, if there is one and it is still valid.
func (e *Engine) recall(ctx context.Context) error {
	entry, found := e.Cached()
	if !found {
		return nil
	}
	if e.Cache.Age(entry.Seen) > revalidateAfter {
		version, digest, err := identity(ctx, &e.Server, e.Model)
		if err != nil {
			return err
		}
		if digest == "" || digest != entry.Digest || version != entry.Version {
			return nil
		}
		e.store(&entry)
	}
	e.detected.entry, e.detected.cached = &entry, true
	return nil
}

// identity returns the server's version and the model's digest, which change when
// their capabilities may have changed. The digest is "" if the server does not list
// the model.
func identity(ctx context.Context, s *wire.Server, model string) (serverVersion, digest string, err error) {
	if serverVersion, err = version(ctx, s); err != nil {
		return "", "", err
	}
	list, err := models(ctx, s)
	var status *wire.Status
	if errors.As(err, &status) {
		return serverVersion, "", nil
	}
	if err != nil {
		return "", "", err
	}
	for _, m := range list.Models {
		if strings.EqualFold(m.Name, model) || strings.EqualFold(m.Name, model+":latest") {
			return serverVersion, wire.Clean(m.Digest, 100), nil
		}
	}
	return serverVersion, "", nil
}

// probe asks the server for its and the model's capabilities.
func (e *Engine) probe(ctx context.Context) error {
	show, err := describe(ctx, &e.Server, e.Model)
	if err != nil {
		return err
	}
	var entry capability.Entry
	if e.Cache == nil {
		entry.Version, err = version(ctx, &e.Server)
	} else {
		entry.Version, entry.Digest, err = identity(ctx, &e.Server, e.Model)
	}
	if err != nil {
		return err
	}
	entry.Capabilities = reported(show, entry.Version)
	entry.Capabilities.Model = e.Model
	e.detected.entry, e.detected.cached = &entry, false
	e.store(&entry)
	return nil
}

// reported returns the capabilities in a server's description of a model.
func reported(show *api.ShowResponse, version string) propose.Capabilities {
	c := propose.Capabilities{
		Server: "ollama " + version,
		Schema: versionAtLeast(version, 0, 5),
		Remote: wire.Clean(show.RemoteHost, 80),
	}
	for _, name := range show.Capabilities {
		switch name {
		case model.CapabilityTools:
			c.Tools = true
		case model.CapabilityThinking:
			c.Thinking = true
		case model.CapabilityEmbedding:
			c.Embeds = true
		}
	}
	// Servers before 0.6.4 list no capabilities. Their models call tools if the
	// template contains tools.
	if len(show.Capabilities) == 0 {
		c.Tools = strings.Contains(show.Template, ".Tools")
	}
	architecture, _ := show.ModelInfo["general.architecture"].(string)
	if n, ok := show.ModelInfo[architecture+".context_length"].(float64); ok && n > 0 && n < 1<<31 {
		c.Context = int(n)
	}
	return c
}

// withdraw records that the server denies a feature. A cached entry may be wrong in
// other ways too, so the server is asked for a new one first.
func (e *Engine) withdraw(ctx context.Context, denied capability.Feature) error {
	e.detected.mu.Lock()
	defer e.detected.mu.Unlock()
	if e.detected.cached {
		if err := e.probe(ctx); err != nil {
			return err
		}
	}
	entry := e.detected.entry
	entry.Capabilities = capability.Without(entry.Capabilities, denied)
	e.store(entry)
	return nil
}

// learn stores how many tokens the server counts, if that is news.
func (e *Engine) learn(p propose.Prompt, r propose.Reply) {
	e.detected.mu.Lock()
	defer e.detected.mu.Unlock()
	if entry := e.detected.entry; entry != nil && entry.Learn(p, r) {
		e.store(entry)
	}
}

// store writes an entry to the cache. If that fails, the next process asks the server.
func (e *Engine) store(entry *capability.Entry) { _ = e.Cache.Store(e.CacheKey(), e.Model, entry) }

// CacheKey identifies the server in the cache.
func (e *Engine) CacheKey() string { return "ollama " + e.Server.Base.String() }

// Cached returns what the server reported to an earlier process.
func (e *Engine) Cached() (capability.Entry, bool) { return e.Cache.Load(e.CacheKey(), e.Model) }

// versionAtLeast reports whether a version is at least major.minor. Development
// builds call themselves 0.0.0 and count as the newest.
func versionAtLeast(version string, major, minor int) bool {
	if version == "0.0.0" {
		return true
	}
	parts := strings.SplitN(version, ".", 3)
	if len(parts) < 2 {
		return false
	}
	a, err := strconv.Atoi(parts[0])
	if err != nil {
		return false
	}
	b, err := strconv.Atoi(parts[1])
	return err == nil && (a > major || a == major && b >= minor)
}
