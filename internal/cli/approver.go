package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"syscall"

	"golang.org/x/term"

	"assister/internal/assist"
	"assister/internal/check"
	"assister/internal/event"
	"assister/internal/view"
)

// approver asks in the controlling terminal. Stdin and stdout may be pipes.
type approver struct {
	program        *program
	output         *output
	clock          clock // relative days in an edited operation count from it; prompts stop its deadline
	nonInteractive bool
}

// Attended implements assist.Approver.
func (a approver) Attended() bool {
	return a.output.form == "text" && !a.nonInteractive && isTerminal(a.program.Out)
}

// Shows implements assist.Approver. In text the prompt is what shows operations.
func (a approver) Shows() bool { return a.output.form == "text" }

// Answer implements assist.Approver.
func (a approver) Answer(ctx context.Context, question event.Clarify) (text string, err error) {
	err = a.ask(ctx, func(p view.Prompt) error {
		text, err = p.Answer(question)
		return err
	})
	return text, err
}

// Approve implements assist.Approver.
func (a approver) Approve(ctx context.Context, ops event.Ops, check assist.Recheck) (choice assist.Choice, err error) {
	err = a.ask(ctx, func(p view.Prompt) error {
		p.Check, p.Clock = check, a.clock.Clock
		picked, err := p.Pick(ops)
		choice = assist.Choice(picked)
		return err
	})
	return choice, err
}

// Confirm implements assist.Approver.
func (a approver) Confirm(ctx context.Context, counts check.Counts) (yes bool, err error) {
	err = a.ask(ctx, func(p view.Prompt) error {
		yes, err = p.Confirm(counts)
		return err
	})
	return yes, err
}

// ask lends the terminal to a prompt.
func (a approver) ask(ctx context.Context, fn func(p view.Prompt) error) error {
	if a.nonInteractive {
		return assist.NobodyError{Reason: "--non-interactive forbids prompts"}
	}
	tty, err := a.program.Terminal()
	if err != nil {
		return assist.NobodyError{Reason: "there is no terminal to ask in"}
	}
	defer tty.Close()
	defer a.clock.deadline.pause()()
	return fn(view.Prompt{
		In: untilInterrupt(ctx, tty), Out: tty, Colour: colour(a.program.env, true), Width: width(tty),
		Edit: func(text string) (string, error) { return a.program.edit(ctx, tty, text) },
	})
}

func untilInterrupt(ctx context.Context, r io.Reader) io.Reader {
	file, _ := r.(*os.File)
	return untilHangup{interruptible{ctx, r}, file}
}

// untilHangup reads a terminal. When its window is closed a read may fail before
// SIGHUP comes, or find the end of a file that is no terminal any more. Both are the
// same end.
type untilHangup struct {
	r        io.Reader
	terminal *os.File // nil if it is none
}

func (u untilHangup) Read(p []byte) (int, error) {
	n, err := u.r.Read(p)
	if errors.Is(err, syscall.EIO) || errors.Is(err, io.EOF) && u.closed() {
		err = Interrupted{syscall.SIGHUP}
	}
	return n, err
}

func (u untilHangup) closed() bool {
	return u.terminal != nil && !term.IsTerminal(int(u.terminal.Fd()))
}
