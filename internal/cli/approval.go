package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"syscall"

	"assister/internal/check"
	"assister/internal/diag"
	"assister/internal/event"
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
	return fn(view.Prompt{In: untilInterrupt(c.ctx, tty), Out: tty, Colour: colour(c.env, true), Width: width(tty)})
}

func untilInterrupt(ctx context.Context, r io.Reader) io.Reader {
	return untilGone{interruptible{ctx, r}}
}

// untilGone reads a terminal. When its window is shut a read may hear of it
// before SIGHUP comes, and both are the same end.
type untilGone struct{ r io.Reader }

func (u untilGone) Read(p []byte) (int, error) {
	n, err := u.r.Read(p)
	if errors.Is(err, syscall.EIO) {
		err = Interrupted{syscall.SIGHUP}
	}
	return n, err
}

func needsApproval(why string) error {
	return diag.Refuse(diag.Unapproved, "approval_needed", why+"; nothing was changed", "apply with --yes what you have looked at with `assister dryrun`")
}

func declined() error {
	return diag.Refuse(diag.Unapproved, "declined", "declined; nothing was changed", "")
}

// approve asks which of the operations to carry out and gives their places.
func (c *call) approve(ops event.Ops) (chosen []int, err error) {
	if err := c.Emit(event.Stage{Stage: event.Approving}); err != nil {
		return nil, err
	}
	err = c.terminal(func(p view.Prompt) error {
		chosen, err = p.Pick(ops)
		return err
	})
	if err == nil && len(chosen) == 0 {
		err = declined()
	}
	return chosen, err
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
	yes, err := p.Confirm(fmt.Sprintf("This deletes %d and changes %d records.", counts.Deleted, counts.Updated+counts.Completed))
	if err == nil && !yes {
		err = declined()
	}
	return err
}
