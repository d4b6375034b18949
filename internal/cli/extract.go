package cli

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"assister/internal/assist"
	"assister/internal/event"
	"assister/internal/extract"
	"assister/internal/ijson"
	"assister/internal/problem"
	"assister/internal/terminal"
)

func extractCommand(p *program) *cobra.Command {
	var raw bool
	cmd := &cobra.Command{
		Use: "extract [FILE]", Short: "Read operations from a model's reply",
		Long: `Read operations from a model's reply, in a file or on stdin, and show what was
repaired to read them. The workspace is not used. The output is input for dryrun
and apply.

A reply that was cut off loses its last operation. A reply that is ambiguous is
refused.`,
		Example: `  assister extract reply.txt
  assister extract < reply.txt | assister dryrun
  assister extract --raw reply.txt`,
		Args: arguments(0, 1, "give one file, or the reply on stdin"),
		RunE: p.perform(func(ctx context.Context, c *call, args []string) error {
			if raw {
				return extractRaw(ctx, c, args)
			}
			return runExtract(ctx, c, args)
		}),
	}
	cmd.Flags().BoolVar(&raw, "raw", false, "print only the JSON of the reply, on one line, without events")
	return cmd
}

func runExtract(ctx context.Context, c *call, args []string) error {
	if err := c.begin(""); err != nil {
		return err
	}
	text, err := readReply(ctx, c, args)
	if err != nil {
		return err
	}
	return c.outcome(assist.Extract(ctx, c.environment(ctx), text))
}

// extractRaw prints a value and nothing else, for programs that have no use for
// a stream.
func extractRaw(ctx context.Context, c *call, args []string) error {
	c.out.sink, c.out.form = discard{}, "ndjson"
	text, err := readReply(ctx, c, args)
	if err != nil {
		return err
	}
	v, _, fault := extract.Value(text)
	if fault != nil {
		return &problem.Refusal{Class: problem.Rejected, Problem: *fault}
	}
	_, err = c.out.stdout.Write(append(ijson.AppendValue(nil, v), '\n'))
	return err
}

// discard is the sink of a command whose output is not a stream.
type discard struct{}

func (discard) Emit(event.Body) error { return nil }

// readReply reads a model's reply, up to one byte more than the longest allowed.
func readReply(ctx context.Context, c *call, args []string) (string, error) {
	from, path := c.In, ""
	if len(args) == 1 && args[0] != "-" {
		path = args[0]
		f, err := openFile(ctx, path)
		if err != nil {
			return "", unreadableReply(path, err)
		}
		defer f.Close()
		from = f
	}
	if terminal.Is(from) {
		c.out.note("reading a reply from the terminal; end it with Ctrl-D")
	}
	b, err := io.ReadAll(io.LimitReader(interruptible{ctx, from}, extract.MaxLength+1))
	switch {
	case err != nil && path != "":
		return "", unreadableReply(path, err)
	case err != nil:
		return "", fmt.Errorf("read stdin: %w", err)
	}
	return string(b), nil
}

func unreadableReply(path string, err error) error {
	r := unreadableInput(path, err).(*problem.Refusal)
	r.Problem.Message = strings.Replace(r.Problem.Message, "the operations", "the reply", 1)
	r.Problem.Hint = "give a file with a reply, or no file to read stdin"
	return r
}
