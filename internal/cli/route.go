package cli

import (
	"context"

	"github.com/spf13/cobra"

	"assister/internal/assist"
)

func routeCommand(p *program) *cobra.Command {
	var o requestOptions
	cmd := &cobra.Command{
		Use: "route TEXT", Short: "Classify a text as a question, a change, or unclear",
		Long: `Classify a text as a question (chat), a change (plan), or as unclear (clarify),
with a confidence. The exit code is 0 for each decision. With --session or
--transcript the text can also be an answer to the open question, or continue
the question before. The session is not changed.`,
		Example: `  assister route "what is overdue?"
  assister route --session home "and tomorrow?"`,
		RunE: p.perform(func(ctx context.Context, c *call, args []string) error {
			q, err := c.readRequest(ctx, args, o)
			if err != nil {
				return err
			}
			return c.outcome(assist.Route(ctx, c.environment(ctx), q))
		}),
	}
	o.flags(cmd)
	return cmd
}
