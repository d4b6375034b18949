package assist

import (
	"context"
	"time"

	"assister/internal/problem"
	"assister/internal/search"
	"assister/internal/workspace"
)

// Embeddings is the index of the embeddings in a store.
func Embeddings(store Store, m search.Model) search.Index {
	return search.Index{
		Model: m,
		View: func(ctx context.Context, fn func(search.IndexSource) error) error {
			return store.View(ctx, func(snapshot workspace.Reader) error { return fn(snapshot) })
		},
		Save: store.KeepVectors,
	}
}

// RefreshEmbeddings embeds the few texts that have changed. It is called after a
// request whose Outcome asks for it, if the store can be written, when the output is complete: a commit stands
// whether this succeeds or not, and what is left is done by the next search or by
// `assister index`. It waits for the server no longer than wait.
func RefreshEmbeddings(ctx context.Context, env Environment, wait time.Duration) {
	m, found, err := env.Engines.Embedder(wait)
	if !found {
		return
	}
	var report search.Report
	if err == nil {
		report, err = refreshWithin(ctx, env.Workspace, m, wait)
	}
	switch {
	case err != nil:
		env.Log.trace("the changed texts are not embedded yet: %v", err)
	case report.TooMany:
		env.Log.trace("the changed texts are not embedded: `assister index` embeds all that have no vector")
	case report.Made > 0:
		env.Log.trace("%s embedded by %s", problem.Count(report.Made, "changed text"), m.Name)
	}
}

func refreshWithin(ctx context.Context, w Workspace, m search.Model, wait time.Duration) (search.Report, error) {
	store, err := w.Open(ctx, WriteAccess)
	if err != nil {
		return search.Report{}, err
	}
	ctx, done := context.WithTimeout(ctx, wait)
	defer done()
	return Embeddings(store, m).Refresh(ctx, search.Changed)
}
