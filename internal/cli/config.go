package cli

import (
	"context"

	"github.com/spf13/cobra"

	"assister/internal/assist"
	"assister/internal/config"
	"assister/internal/event"
)

func configCommand(p *program) *cobra.Command {
	cmd := &cobra.Command{
		Use: "config", Short: "Show settings, and set preferences",
		Long: `Show every setting, its value and where it comes from.

A flag wins over an environment variable, and a variable over the configuration
file; limits add up. See ` + "`assister help configuration`" + `. Preferences are shown
after the settings.

` + preferenceHelp,
		Example: "  assister config\n  assister config path\n  assister config set language fr",
		Args:    arguments(0, 0, "the commands are path, set and unset"),
		RunE:    p.perform(showConfig),
	}
	cmd.AddCommand(preferCommand(p), unpreferCommand(p), &cobra.Command{
		Use: "path", Short: "Show the path of the configuration file",
		Example: "  assister config path",
		Args:    arguments(0, 0, ""),
		RunE:    p.perform(showConfigPath),
	})
	return cmd
}

func showConfig(ctx context.Context, c *call, _ []string) error {
	if err := c.begin(""); err != nil {
		return err
	}
	for i := range config.Table {
		key := config.Table[i].Key
		value := c.set.Shown(key)
		if key == "db" {
			value = c.place.String()
		}
		if err := c.Emit(event.Facts{
			{Name: "setting", Value: key}, {Name: "value", Value: value}, {Name: "from", Value: c.set.Origin(key)},
		}); err != nil {
			return err
		}
	}
	return assist.ShowPreferences(ctx, c.environment(ctx))
}

func showConfigPath(ctx context.Context, c *call, _ []string) error {
	if err := c.begin(""); err != nil {
		return err
	}
	path, err := configFile(c)
	if err != nil {
		return err
	}
	return c.Emit(event.Facts{{Name: "path", Value: path}, {Name: "exists", Value: c.set.File != ""}})
}

// configFile is the configuration file that was read, or the one to create.
func configFile(c *call) (string, error) {
	if c.set.File != "" {
		return c.set.File, nil
	}
	return config.DefaultFile(c.env)
}
