package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"assister/internal/assist"
	"assister/internal/event"
	"assister/internal/propose"
	"assister/internal/search"
	"assister/internal/sqlite"
	"assister/internal/view"
)

// indexOptions are the flags of index.
type indexOptions struct{ all, dryRun bool }

func indexCommand(p *program) *cobra.Command {
	var o indexOptions
	cmd := &cobra.Command{
		Use: "index", Short: "Rebuild the search index",
		Long: `Rebuild the search index from the records. The index is kept up to date
automatically; rebuild it if doctor reports that it is wrong. No record is
changed.

If an embedding model is set (embedding.model), embed each text that has no
embedding. These are all texts after the model was first set, or was changed.
Texts are sent to the model's server and to no other. From then on, changed
texts are embedded after apply, undo and search, if they are few and the server
answers within embedding.wait; index embeds the rest. An interrupted run keeps
its embeddings, and the next one continues.`,
		Example: `  assister index
  ASSISTER_EMBEDDING_MODEL=nomic-embed-text assister index --dry-run`,
		Args: arguments(0, 0, "index takes no arguments"),
		RunE: p.perform(func(ctx context.Context, c *call, _ []string) error { return runIndex(ctx, c, o) }),
	}
	f := cmd.Flags()
	f.BoolVar(&o.all, "all", false, "embed every text, even if it is already embedded")
	f.BoolVar(&o.dryRun, "dry-run", false, "show how many texts would be embedded, and change nothing")
	return cmd
}

func runIndex(ctx context.Context, c *call, o indexOptions) error {
	if err := c.begin(""); err != nil {
		return err
	}
	if !c.file.exists() {
		return sqlite.Absent(c.file.path)
	}
	mode := sqlite.Write
	if o.dryRun {
		mode = sqlite.Read
	}
	store, err := c.file.open(ctx, mode)
	if err != nil {
		return err
	}
	text := ""
	if !o.dryRun {
		if err := store.Reindex(ctx); err != nil {
			return err
		}
		text = "Rebuilt the search index. "
	}
	m, set, err := c.engines.Embedder(0)
	if err != nil {
		return err
	}
	if !set {
		return c.Emit(event.Summary{Text: text + "No embedding model is set, so search matches words only."})
	}
	report, err := embedTexts(ctx, c, assist.Embeddings(store, m), o)
	if err != nil && report.Saved > 0 {
		c.out.note("embedded %s; run `assister index` again to continue", counted(report.Saved, "text", "texts"))
	}
	if err != nil {
		return err
	}
	if err := c.Emit(embedded(m.Name, report)); err != nil {
		return err
	}
	return c.Emit(event.Summary{Text: text + indexed(m.Name, report, o.dryRun)})
}

// embedTexts brings the embeddings up to date, or says what would be done. Progress
// is a bar in a terminal, and heartbeats in a stream.
func embedTexts(ctx context.Context, c *call, x search.Index, o indexOptions) (search.Report, error) {
	extent := search.Everything
	if o.all {
		extent = search.Rebuild
	}
	if o.dryRun {
		due, err := x.Pending(ctx, extent)
		return search.Report{Pending: due}, err
	}
	if isTerminal(c.Err) && !c.set.on("quiet") {
		bar := &view.Progress{Out: c.Err, Width: width(c.Err), What: "embedding"}
		defer bar.End()
		x.Progress = func(p search.Progress) { bar.Show(p.Done, p.Texts) }
	} else {
		_, end := propose.StartHeartbeat(c.out, x.Model.Name, c.engines.heartbeats())
		defer end()
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
		return fmt.Sprintf("Would embed %s of %s with %s.", counted(r.Texts, "text", "texts"),
			counted(r.Records, "record", "records"), model)
	case r.Skipped > 0:
		return fmt.Sprintf("Embedded %s with %s, and skipped %s: %v.",
			counted(r.Made, "text", "texts"), model, counted(r.Skipped, "text", "texts"), r.SkipReason)
	case r.Made == 0:
		return "Every text was embedded already."
	}
	return fmt.Sprintf("Embedded %s with %s; %s embedded already.", counted(r.Made, "text", "texts"), model,
		counted(r.Kept, "was", "were"))
}
