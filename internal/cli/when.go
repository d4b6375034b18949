package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"assister/internal/assist"
	"assister/internal/event"
	"assister/internal/problem"
	"assister/internal/terminal"
)

func whenCommand(p *program) *cobra.Command {
	return &cobra.Command{
		Use: "when TEXT", Short: "Show what a date phrase means",
		Long: `Show what a date phrase means: a date, a time, both, a range, a duration or a
recurrence, in English, French or Spanish. If a text has several phrases, the
most specific one counts. The kind is none if no phrase was understood; this is
not an error. If a date is not on the weekday that is named with it, "problem"
says so.

TEXT is the arguments, or stdin with one text per line if it is -. Times are
local.

Weeks start on Monday. "friday" and "this friday" mean the soonest, "next
friday" the one of next week, "last friday" the one of last week. If a phrase
has two common readings, "other" is the second one. "words" is the phrase in a
form that always means the same.`,
		Example: `  assister when "every other monday until march"
  assister when next friday at noon --now 2026-11-21
  assister when - < phrases.txt`,
		RunE: p.perform(showMeaning),
	}
}

// when says one row for each text.
func showMeaning(ctx context.Context, c *call, args []string) error {
	if err := c.begin(""); err != nil {
		return err
	}
	if len(args) == 1 && args[0] == "-" {
		return showMeanings(ctx, c)
	}
	text, err := c.text(ctx, args)
	if err != nil {
		return err
	}
	_, err = assist.When(c.environment(ctx), text)
	return err
}

// showMeanings reads one text per line. A line that cannot be a text is reported with
// its number and ends the list, since the rows after it would be attributed to other
// lines.
func showMeanings(ctx context.Context, c *call) error {
	if terminal.Is(c.In) {
		c.out.note("reading texts from the terminal, one per line; end with Ctrl-D")
	}
	in := bufio.NewScanner(interruptible{ctx, c.In})
	in.Buffer(nil, assist.TextMax+1)
	env := c.environment(ctx)
	line, total, understood := 0, 0, 0
	for in.Scan() {
		line++
		if strings.TrimSpace(in.Text()) == "" {
			continue
		}
		text, err := assist.ReadText(in.Text())
		if err != nil {
			return atLine(err, line)
		}
		known, err := assist.When(env, text)
		if err != nil {
			return err
		}
		total++
		if known {
			understood++
		}
	}
	switch err := in.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		_, err := assist.ReadText(strings.Repeat("x", assist.TextMax+1))
		return atLine(err, line+1)
	case err != nil && !errors.Is(err, io.EOF):
		return fmt.Errorf("read stdin: %w", err)
	}
	text := problem.Count(total, "text") + "."
	if missed := total - understood; missed > 0 {
		text = fmt.Sprintf("%s, %d not understood.", problem.Count(total, "text"), missed)
	}
	return c.Emit(event.Summary{Text: text, Total: &total})
}

// atLine gives a refusal the line of the input that it is about.
func atLine(err error, line int) error {
	var r *problem.Refusal
	if errors.As(err, &r) {
		r.Line = line
	}
	return err
}
