package cli

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"assister/internal/assist"
	"assister/internal/problem"
)

const preferenceHelp = `Preferences are records of the workspace. A change of them can be undone.

  language  en, es or fr: the language of answers
  filter    the filter of list and of questions that have none, such as
            {"context":"work","completed":false}
  favorite  a project, by name or id: it and its records come first among
            candidates and in search results`

func preferCommand(p *program) *cobra.Command {
	return &cobra.Command{
		Use: "set NAME VALUE", Short: "Set a preference: " + problem.Either(assist.Preferences()),
		Long: "Set a preference.\n\n" + preferenceHelp,
		Example: "  assister config set language fr\n" +
			"  assister config set favorite Data\n" +
			"  assister config set filter '{\"context\":\"work\",\"completed\":false}'",
		Args: arguments(2, 2, "give a name and a value: "+problem.Either(assist.Preferences())),
		RunE: p.perform(func(ctx context.Context, c *call, args []string) error {
			return prefer(ctx, c, assist.PreferRequest{Name: args[0], Value: args[1]})
		}),
	}
}

func unpreferCommand(p *program) *cobra.Command {
	return &cobra.Command{
		Use: "unset NAME [PROJECT]", Short: "Remove a preference",
		Long:    "Remove a preference. PROJECT is the favorite to remove.\n\n" + preferenceHelp,
		Example: "  assister config unset language\n  assister config unset favorite Data",
		Args:    arguments(1, 2, "give a name: "+problem.Either(assist.Preferences())),
		RunE: p.perform(func(ctx context.Context, c *call, args []string) error {
			q := assist.PreferRequest{Name: args[0], Unset: true}
			project := args[0] == assist.Favorite
			switch {
			case project && len(args) == 1:
				return problem.Misuse("no favorite project was given", "give its name or id: assister config unset favorite Data")
			case project:
				q.Value = args[1]
			case len(args) > 1 && slices.Contains(assist.Preferences(), args[0]):
				return problem.Misuse("`config unset "+args[0]+"` does not take "+problem.Quote(args[1]), "leave it out")
			}
			return prefer(ctx, c, q)
		}),
	}
}

func prefer(ctx context.Context, c *call, q assist.PreferRequest) error {
	if err := q.Check(); err != nil {
		return err
	}
	if err := c.begin(""); err != nil {
		return err
	}
	return c.outcome(assist.Prefer(ctx, c.environment(ctx), q))
}
