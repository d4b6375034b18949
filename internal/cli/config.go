package cli

import (
	"context"
	"path/filepath"

	"github.com/spf13/cobra"

	"assister/internal/event"
)

func configCommand(p *program) *cobra.Command {
	cmd := &cobra.Command{
		Use: "config", Short: "Show every setting, its value and where it comes from",
		Long: `Show every setting, its value and where it comes from.

A flag wins over the environment, the environment over the configuration file.
The file is config.yaml, config.toml or config.json in assister/ in the XDG
config directory, or what --config names. Its keys are the names below; one
that is not known is an error.

What somebody prefers stands in the workspace and is shown below the settings.

` + preferenceHelp,
		Example: "  assister config\n  assister config path\n  assister config set language fr",
		Args:    arguments(0, 0, "`assister config path`, `set` and `unset` are the other forms"),
		RunE:    p.perform(showConfig),
	}
	cmd.AddCommand(preferCommand(p), unpreferCommand(p), &cobra.Command{
		Use: "path", Short: "Show which configuration file is read",
		Args: arguments(0, 0, ""),
		RunE: p.perform(showConfigPath),
	})
	return cmd
}

func showConfig(ctx context.Context, c *call, _ []string) error {
	if err := c.begin(""); err != nil {
		return err
	}
	for i := range table {
		value := c.set.shown(i)
		if table[i].key == "db" {
			value = c.file.path
		}
		if err := c.Emit(event.Facts{
			{Name: "setting", Value: table[i].key},
			{Name: "value", Value: value},
			{Name: "from", Value: c.set.origins[i]},
		}); err != nil {
			return err
		}
	}
	return showPreferences(ctx, c)
}

func showConfigPath(ctx context.Context, c *call, _ []string) error {
	if err := c.begin(""); err != nil {
		return err
	}
	path := c.set.file
	if path == "" {
		dir, err := configDir(c.env)
		if err != nil {
			return err
		}
		path = filepath.Join(dir, configNames[0])
	}
	return c.Emit(event.Facts{{Name: "path", Value: path}, {Name: "exists", Value: c.set.file != ""}})
}
