package cli

import (
	"context"

	"github.com/spf13/cobra"

	"assister/internal/assist"
	"assister/internal/search"
	"assister/internal/terminal"
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
	return c.outcome(assist.Index(ctx, c.environment(ctx), assist.IndexRequest{
		All: o.all, DryRun: o.dryRun,
		Watch: func(model string) (func(search.Progress), func()) { return watchEmbedding(c, model) },
	}))
}

// watchEmbedding shows the progress as a bar in a terminal, and emits heartbeats in a
// stream.
func watchEmbedding(c *call, model string) (show func(search.Progress), end func()) {
	if terminal.Is(c.Err) && !c.set.On("quiet") {
		bar := &view.Progress{Out: c.Err, Width: terminal.Width(c.Err), What: "embedding"}
		return func(p search.Progress) { bar.Show(p.Done, p.Texts) }, bar.End
	}
	heartbeat := c.engines.Heartbeat
	heartbeat.Name = model
	_, end = heartbeat.Start()
	return nil, end
}
