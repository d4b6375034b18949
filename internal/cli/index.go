package cli

import (
	"os"

	"github.com/spf13/cobra"

	"assister/internal/diag"
	"assister/internal/event"
	"assister/internal/sqlite"
)

func (p *program) indexCommand() *cobra.Command {
	return &cobra.Command{
		Use: "index", Short: "Make the index of words anew",
		Long: `Make the index that search uses anew, from the records. It keeps itself up to
date, so that this is needed only where doctor says that it is wrong. No record
is changed.`,
		Args: arguments(0, 0, "it takes no arguments"),
		RunE: p.perform(func(c *call, _ []string) error { return c.index() }),
	}
}

func (c *call) index() error {
	if err := c.begin(""); err != nil {
		return err
	}
	if _, err := os.Stat(c.path); os.IsNotExist(err) {
		r := diag.Refuse(diag.Usage, "no_workspace", "there is no workspace to index", "give its file with --db")
		r.Path = c.path
		return r
	}
	store, err := c.open(sqlite.Write)
	if err != nil {
		return err
	}
	if err := store.Reindex(c.ctx); err != nil {
		return err
	}
	return c.Emit(event.Summary{Text: "The index of words is made anew."})
}
