package cli

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"assister/internal/assist"
	"assister/internal/config"
	"assister/internal/problem"
)

func askCommand(p *program) *cobra.Command {
	var o requestOptions
	var mode string
	var confirmed bool
	cmd := &cobra.Command{
		Use: "ask TEXT", Short: "Answer a question or propose a change",
		Long: `Answer a question, or propose a change. In a terminal a change can be approved
and applied; elsewhere it is printed, and nothing is changed. TEXT is the
arguments, or stdin if it is -.

If the request is ambiguous, ask prints a question and exits 3. Answer with the
numbers of options ("2", "all but the last"), a part of a title, a day, a
priority, yes or no, in English, French or Spanish: in the terminal, or as the
TEXT of another ask with the same --session, or with the first one's output as
the --transcript. In a session, "it" and "them" are the records of the last ten
minutes.`,
		Example: `  assister ask "what is overdue?"
  assister ask "move the dentist to friday" --select event:3
  assister ask --session home "move milk to friday"
  assister ask --session home "the second"`,
		RunE: p.perform(func(ctx context.Context, c *call, args []string) error {
			if mode == "" {
				mode = c.set.Text(config.AskMode)
			}
			if !slices.Contains(config.Modes, mode) {
				return wrongValue("mode", mode, problem.Either(config.Modes))
			}
			q, err := c.readRequest(ctx, args, o)
			if err != nil {
				return err
			}
			ask := assist.AskRequest{Request: q, Mode: assist.Mode(mode), Confirmed: confirmed}
			return c.outcome(assist.Ask(ctx, c.environment(ctx), ask))
		}),
	}
	o.flags(cmd)
	addProjectFlag(cmd, &o.project)
	cmd.Flags().StringVar(&mode, "mode", "",
		"in this `MODE`: auto classifies TEXT, chat takes it as a question, plan as a change "+
			"(default: the setting ask.mode, which is auto)")
	addConfirmFlag(cmd, &confirmed)
	config.AddLimitFlags(cmd.Flags())
	return cmd
}

// addConfirmFlag adds the flag that confirms destructive operations in advance.
func addConfirmFlag(cmd *cobra.Command, to *bool) {
	cmd.Flags().BoolVar(to, "confirm-destructive", false, "confirm more than 20 deletions or 50 updates")
}
