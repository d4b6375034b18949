package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"syscall"

	"golang.org/x/term"

	"assister/internal/check"
	"assister/internal/event"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/view"
	"assister/internal/workspace"
)

// terminal lends the terminal to a prompt. Stdin and stdout may be pipes; a
// person is asked where the person is.
func (c *call) terminal(fn func(p view.Prompt) error) error {
	if c.set.on("non-interactive") {
		return needsApproval("nobody is asked with --non-interactive")
	}
	tty, err := c.Terminal()
	if err != nil {
		return needsApproval("there is no terminal to ask in")
	}
	defer tty.Close()
	return fn(view.Prompt{
		In: untilInterrupt(c.ctx, tty), Out: tty, Colour: colour(c.env, true), Width: width(tty),
		Edit: func(text string) (string, error) { return c.edit(tty, text) },
	})
}

func untilInterrupt(ctx context.Context, r io.Reader) io.Reader {
	file, _ := r.(*os.File)
	return untilGone{interruptible{ctx, r}, file}
}

// untilGone reads a terminal. When its window is shut a read may hear of it
// before SIGHUP comes, and both are the same end: the read fails, or finds the
// end of a file that is no terminal any more.
type untilGone struct {
	r        io.Reader
	terminal *os.File // nil where it is none
}

func (u untilGone) Read(p []byte) (int, error) {
	n, err := u.r.Read(p)
	if errors.Is(err, syscall.EIO) || errors.Is(err, io.EOF) && u.gone() {
		err = Interrupted{syscall.SIGHUP}
	}
	return n, err
}

func (u untilGone) gone() bool {
	return u.terminal != nil && !term.IsTerminal(int(u.terminal.Fd()))
}

func needsApproval(why string) error {
	return problem.Refuse(problem.Unapproved, "approval_needed", why+"; nothing was changed", "apply with --yes what you have looked at with `assister dryrun`")
}

func declined() error {
	return problem.Refuse(problem.Unapproved, problem.Declined, "nothing was changed", "")
}

// decline writes down that a person said no, which is a decision as a yes is.
func (c *call) decline() error {
	c.record("refusal", workspace.Detail("of", "apply", "by", "terminal", "code", "declined"))
	return declined()
}

// approve asks which of the operations to apply. check checks them again when one
// was edited.
func (c *call) approve(ops event.Ops, check func(i int, edited op.Op) (event.Ops, error)) (choice view.Choice, err error) {
	if err := c.Emit(event.Stage{Stage: event.Approving}); err != nil {
		return choice, err
	}
	err = c.terminal(func(p view.Prompt) error {
		p.Check = check
		choice, err = p.Pick(ops)
		return err
	})
	if err == nil && len(choice.Picked) == 0 {
		err = c.decline()
	}
	return choice, err
}

// confirm asks for the second, explicit yes to much destruction (contract
// section 2). Without a terminal the refusal names the flag that gives it.
func (c *call) confirm(counts check.Counts) error {
	unconfirmed := workspace.Unconfirmed(counts)
	if c.set.on("non-interactive") {
		return unconfirmed
	}
	tty, err := c.Terminal()
	if err != nil {
		return unconfirmed
	}
	defer tty.Close()
	p := view.Prompt{In: untilInterrupt(c.ctx, tty), Out: tty, Colour: colour(c.env, true), Width: width(tty)}
	yes, err := p.Confirm(counts)
	if err == nil && !yes {
		err = c.decline()
	}
	return err
}
