package assist

import (
	"context"
	"fmt"

	"assister/internal/event"
	"assister/internal/problem"
	"assister/internal/search"
)

// IndexRequest says what to index.
type IndexRequest struct {
	All    bool // embed every text, even if it is already embedded
	DryRun bool // only count the texts to embed

	// Watch shows the progress of a model. It returns a function that is called with the
	// progress, or nil, and one that is called at the end. A nil Watch shows nothing.
	Watch func(model string) (show func(search.Progress), end func())
}

// Index rebuilds the full-text index, and embeds the texts that have no embedding if an
// embedding model is set.
func Index(ctx context.Context, env Environment, q IndexRequest) (Outcome, error) {
	r := newRequest(ctx, env, Conversation{})
	return r.finish(ctx, index(ctx, r, q))
}

func index(ctx context.Context, r *request, q IndexRequest) error {
	access := WriteAccess | MustExist
	if q.DryRun {
		access = ReadAccess | MustExist
	}
	store, err := r.open(ctx, access)
	if err != nil {
		return err
	}
	text := ""
	if !q.DryRun {
		if err := store.Reindex(ctx); err != nil {
			return err
		}
		text = "Rebuilt the search index. "
	}
	m, set, err := r.Engines.Embedder(0)
	if err != nil {
		return err
	}
	if !set {
		return r.Emit(event.Summary{Text: text + "No embedding model is set, so search matches words only."})
	}
	report, err := embedTexts(ctx, Embeddings(store, m), q)
	if err != nil && report.Saved > 0 {
		r.Log.note("embedded %s; run `assister index` again to continue", problem.Count(report.Saved, "text"))
	}
	if err != nil {
		return err
	}
	if err := r.Emit(embedded(m.Name, report)); err != nil {
		return err
	}
	return r.Emit(event.Summary{Text: text + indexed(m.Name, report, q.DryRun)})
}

// embedTexts brings the embeddings up to date, or counts what would be embedded.
func embedTexts(ctx context.Context, x search.Index, q IndexRequest) (search.Report, error) {
	extent := search.Everything
	if q.All {
		extent = search.Rebuild
	}
	if q.DryRun {
		due, err := x.Pending(ctx, extent)
		return search.Report{Pending: due}, err
	}
	if q.Watch != nil {
		show, end := q.Watch(x.Model.Name)
		defer end()
		x.Progress = show
	}
	return x.Refresh(ctx, extent)
}

// embedded is what was done, for programs.
func embedded(model string, r search.Report) event.Facts {
	return event.Facts{
		{Name: "model", Value: model}, {Name: "dimension", Value: r.State.Dimension},
		{Name: "missing", Value: r.Texts - r.Made}, {Name: "made", Value: r.Made},
		{Name: "kept", Value: r.Kept}, {Name: "gone", Value: r.Stale}, {Name: "skipped", Value: r.Skipped},
	}
}

// indexed is what was done, or would be, in a sentence.
func indexed(model string, r search.Report, dry bool) string {
	switch {
	case dry && r.Texts == 0:
		return "Every text is embedded."
	case dry:
		return fmt.Sprintf("Would embed %s of %s with %s.", problem.Count(r.Texts, "text"),
			problem.Count(r.Records, "record"), model)
	case r.Skipped > 0:
		return fmt.Sprintf("Embedded %s with %s, and skipped %s: %v.",
			problem.Count(r.Made, "text"), model, problem.Count(r.Skipped, "text"), r.SkipReason)
	case r.Made == 0:
		return "Every text was embedded already."
	}
	return fmt.Sprintf("Embedded %s with %s; %s embedded already.", problem.Count(r.Made, "text"), model,
		problem.CountOf(r.Kept, "was", "were"))
}
