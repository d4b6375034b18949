package cli

import (
	"context"
	"errors"
	"os"

	"assister/internal/event"
	"assister/internal/problem"
	"assister/internal/terminal"
)

const operationsHelp = `Operations are read from FILE or stdin, in any of these forms: the output of
propose, dryrun or ask, {"operations":[…]}, a JSON array, or one operation per
line. ` + "`assister help operations`" + ` describes them.`

// readOperations reads all of the input and emits `start` with its correlation id.
func (c *call) readOperations(ctx context.Context, args []string) (*event.Input, error) {
	from, stdin := c.In, len(args) == 0 || args[0] == "-"
	if !stdin {
		f, err := openFile(ctx, args[0])
		if err != nil {
			return nil, unreadableInput(args[0], err)
		}
		defer f.Close()
		from = f
	}
	if terminal.Is(from) {
		c.out.note("reading operations from the terminal; end them with Ctrl-D")
	}
	in, err := event.Read(ctx, c.place.early.watch(from), "", c.Clock)
	if err != nil {
		var refusal *problem.Refusal
		var at *os.PathError
		switch {
		case errors.As(err, &refusal) && !stdin:
			refusal.Path = args[0]
		case errors.As(err, &at) && !stdin:
			return nil, unreadableInput(args[0], err)
		}
		return nil, err
	}
	// In a pipe, the command upstream has written its error to stderr itself.
	c.out.muted = in.Upstream != nil && isPipe(from)
	c.announced.signed = true
	if err := c.begin(in.CorrelationID); err != nil {
		in.Close()
		return nil, err
	}
	return in, nil
}

func unreadableInput(path string, err error) error {
	reason := err.Error()
	var at *os.PathError
	if errors.As(err, &at) {
		reason = at.Err.Error()
	}
	return &problem.Refusal{Class: problem.Usage, Path: path, Cause: err, Problem: problem.Problem{
		Code: "unreadable_input", Message: "cannot read the operations: " + reason,
		Hint: "give a file with operations, or no file to read stdin",
	}}
}
