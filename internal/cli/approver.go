package cli

import (
	"context"
	"syscall"

	"assister/internal/assist"
	"assister/internal/event"
	"assister/internal/terminal"
	"assister/internal/view"
)

// approver asks in the controlling terminal. Stdin and stdout may be pipes.
type approver struct {
	program        *program
	output         *output
	clock          clock // prompts stop its deadline
	nonInteractive bool
	words          bool // may answer a proposal: see assist.InsteadError
}

// Attended implements assist.Approver.
func (a approver) Attended() bool {
	return a.output.form == "text" && !a.nonInteractive && terminal.Is(a.program.Out)
}

// Place implements assist.Approver.
func (a approver) Place() string { return "terminal" }

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
		p.Check = check
		picked, err := p.Pick(ops)
		choice = assist.Choice(picked)
		return err
	})
	return choice, err
}

// Confirm implements assist.Approver.
func (a approver) Confirm(ctx context.Context, warning string) (yes bool, err error) {
	err = a.ask(ctx, func(p view.Prompt) error {
		yes, err = p.Confirm(warning)
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
	if a.program.live != nil {
		defer a.program.live.Hold()()
	}
	editor := terminal.Editor{Env: a.program.env, Max: assist.TextMax, Interrupts: a.program.Interrupts}
	return fn(view.Prompt{
		In:  terminal.UntilClosed(interruptible{ctx, tty}, tty, Interrupted{syscall.SIGHUP}),
		Out: tty, Colour: terminal.Colour(a.program.env, true), Width: terminal.Width(tty),
		Words: a.words,
		Clock: a.clock.Clock, Edit: func(text string) (string, error) { return editor.Edit(ctx, tty, text) },
	})
}
