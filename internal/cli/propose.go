package cli

import (
	"context"

	"github.com/spf13/cobra"

	"assister/internal/assist"
)

func proposeCommand(p *program) *cobra.Command {
	var o requestOptions
	cmd := &cobra.Command{
		Use: "propose TEXT", Short: "Turn a text into operations, without applying them",
		Long: `Turn a text into operations, check them and print them. Nothing is changed; the
output is input for dryrun and apply. TEXT is the arguments, or stdin if it is
-.

If the request is ambiguous, propose prints a question and exits 3. Give the
answer as the TEXT of another propose with the same --session, or with the first
one's output as the --transcript.`,
		Example: `  assister propose "move everything from today to friday" | assister dryrun
  assister propose "move milk to friday" |
    assister propose --transcript - "the second" |
    assister apply --yes`,
		RunE: p.perform(func(ctx context.Context, c *call, args []string) error {
			q, err := c.readRequest(ctx, args, o)
			if err != nil {
				return err
			}
			return c.outcome(assist.Propose(ctx, c.environment(ctx), q))
		}),
	}
	o.flags(cmd)
	addProjectFlag(cmd, &o.project)
	return cmd
}
