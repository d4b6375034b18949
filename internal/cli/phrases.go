package cli

import (
	"context"

	"github.com/spf13/cobra"

	"assister/internal/assist"
	"assister/internal/problem"
)

func phrasesCommand(p *program) *cobra.Command {
	return &cobra.Command{
		Use: "phrases", Short: "List and check your own phrases and words",
		Long: `List and check your own phrases and words. They are files in the directory
"phrases" beside the configuration file, which nobody else can change, and apply
to every request in words.

A file NAME.phrases has a phrase on each line, "=", what it means, and after
"--" examples, separated by ";". A part in braces stands for any words; [x] may
be left out, and (x | y) is one of both.

  ticket {title} for {person} = add task "{title}" with the note for {person}
      -- ticket fix the door for Ann         (all on one line)

A phrase is a whole request. It means what its right side means, with the same
checks and the same approval, and comes before what assister would read. A part
in quotation marks on the right is a title, whatever words it has.

A file NAME.words has words on each line, "=", and a word that they mean the
same as, in any language that has it:

  nudge | kick back = move

Each example is read. Each problem is a row with its file, line and column, and
the exit code is 1 if there is one; requests leave such a phrase out and say so
on stderr.`,
		Example: "  assister phrases",
		Args:    arguments(0, 0, "phrases are files; `assister help phrases` says how they are written"),
		RunE: p.perform(func(ctx context.Context, c *call, _ []string) error {
			if err := c.begin(""); err != nil {
				return err
			}
			wrong, err := assist.Phrases(ctx, c.environment(ctx), c.phrasesDir())
			if err == nil && wrong > 0 {
				c.done.Status, c.done.ExitCode = ends[problem.Failed].status, ends[problem.Failed].code
			}
			return err
		}),
	}
}

func explainCommand(p *program) *cobra.Command {
	return &cobra.Command{
		Use: "explain TEXT", Short: "Show how a request is read, and by which forms",
		Long: `Show how a request can be read, the likeliest way first: a tree of what it
means, what it costs, and the forms that it was read by with their files, lines
and costs. Words that no form knows cost most. Nothing is changed.

TEXT is the arguments, or stdin if it is -. It is for those who write forms or
phrases: see ` + "`assister help phrases`" + `.`,
		Example: `  assister explain "move all overdue tasks to monday"`,
		RunE: p.perform(func(ctx context.Context, c *call, args []string) error {
			text, err := c.text(ctx, args)
			if err != nil {
				return err
			}
			if err := c.begin(""); err != nil {
				return err
			}
			return c.outcome(assist.Explain(ctx, c.environment(ctx), text))
		}),
	}
}
