package cli

import (
	"context"
	"errors"
	"io"
	"strconv"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"assister/internal/assist"
	"assister/internal/config"
	"assister/internal/problem"
	"assister/internal/session"
	"assister/internal/terminal"
)

const chatHelp = `Type a question or a change. A change is shown, and applied if you approve it.
Answer a question with a number or in words. Instead of y or n, say what to
propose rather: "at 7", "without the car".

  undo                undo the last batch
  what can you do?    show examples of what to write
  help                show this help
  quit                leave, as Ctrl-D does

Ctrl-C clears the line, and stops an answer or an approval in progress.
`

func chatCommand(p *program) *cobra.Command {
	var in assist.Conversation
	cmd := &cobra.Command{
		Use: "chat", Short: "Hold a conversation in the terminal",
		Long: `Hold a conversation in the terminal. Each line is a request as for ask, in one
session: "it" and "them" are the records of the last ten minutes.

` + strings.TrimSuffix(chatHelp, "\n"),
		Example: "  assister chat\n  assister chat --session work",
		Args:    arguments(0, 0, "chat takes no text; use `assister ask`"),
		RunE:    p.perform(func(ctx context.Context, c *call, _ []string) error { return chat(ctx, c, in) }),
	}
	cmd.Flags().StringVar(&in.Session, "session", "chat", "continue the conversation `NAME`")
	addProjectFlag(cmd, &in.Project)
	config.AddLimitFlags(cmd.Flags())
	return cmd
}

// chat reads line after line and treats each as ask does. Errors are shown; only the
// end of the input or a signal ends it.
func chat(ctx context.Context, c *call, in assist.Conversation) error {
	if err := session.CheckName(in.Session); err != nil {
		return err
	}
	if err := c.refuseBlank("project"); err != nil {
		return err
	}
	hint := "use `assister ask --session " + in.Session + "`, which needs no terminal"
	if !c.approver().Attended() {
		return problem.Misuse("chat needs a terminal and text output", hint)
	}
	tty, err := c.Terminal()
	if err != nil {
		return problem.Misuse("there is no terminal to chat in", hint)
	}
	defer tty.Close()
	c.deadline.stop() // it is that of each line
	if err := c.begin(""); err != nil {
		return err
	}
	if _, err := c.place.Open(ctx, assist.WriteAccess|assist.OnlyExisting|assist.AsFound); err != nil {
		if _, err := c.place.Open(ctx, assist.ReadAccess); err != nil {
			return err
		}
	}
	keys := &terminal.Keyboard{TTY: tty}
	loop := chatLoop{call: c, in: in, keys: keys}
	lines := terminal.NewLines(ctx, keys, loop.prompt())
	for n := 1; ; {
		line, err := lines.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		switch strings.TrimPrefix(strings.ToLower(strings.TrimSpace(line)), "/") {
		case "":
			continue
		case "quit", "exit", "bye":
			return nil
		case "help", "?":
			if _, err := io.WriteString(tty, chatHelp); err != nil {
				return err
			}
			continue
		}
		for ; line != ""; n++ {
			if line, err = loop.converse(ctx, line, n); err != nil {
				return err
			}
		}
	}
}

// chatLoop makes a call of each line that is typed.
type chatLoop struct {
	*call
	in   assist.Conversation
	keys *terminal.Keyboard
}

func (c chatLoop) prompt() string {
	if c.set.On("quiet") {
		return "> "
	}
	return "assister> "
}

// converse treats the n-th line: a call of its own, with a start, a done and a
// correlation id, in the workspace that is open. An interrupt ends this call alone. Words that
// answer a proposal are the next line.
func (c chatLoop) converse(ctx context.Context, line string, n int) (next string, err error) {
	lineCtx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	if c.Interrupts != nil {
		defer c.Interrupts(func() { stop(Interrupted{syscall.SIGINT}) })()
	}
	one, err := c.forLine(lineCtx, n)
	if err != nil {
		return "", err
	}
	lineCtx, release := one.deadline.bind(lineCtx)
	defer release()
	one.deadline.start(one.set.Length("deadline"))
	err = converseOnce(lineCtx, one, line, c.in)
	if said, instead := errors.AsType[assist.InsteadError](err); instead {
		next, err = said.Words, nil
	}
	one.finish(lineCtx, err)
	c.engines.Adopt(one.engines)
	c.stale = c.stale || one.stale
	if failed := one.out.failure(); failed != nil {
		c.out.stdout.err = failed
		return "", failed
	}
	return next, interrupted(ctx)
}

func converseOnce(ctx context.Context, c *call, line string, in assist.Conversation) error {
	c.announceEngine()
	c.out.session = in.Session
	if err := c.begin(""); err != nil {
		return err
	}
	q := assist.AskRequest{Request: assist.Request{Text: line, Conversation: in}}
	env, person := c.environment(ctx), c.approver()
	person.words = true // they are the next line
	env.Approver = person
	return c.outcome(assist.Converse(ctx, env, q))
}

// forLine is a call for one line, at the time that it is now.
func (c chatLoop) forLine(ctx context.Context, n int) (*call, error) {
	p := *c.program
	p.Terminal = func() (io.ReadWriteCloser, error) { return c.keys.Lend(ctx), nil }
	one := newCall(&p, c.cmd, c.set)
	one.engines.Adopt(c.engines)
	if id := c.set.Text("correlation-id"); id != "" {
		one.set.Put("correlation-id", id+"."+strconv.Itoa(n))
	}
	err := one.prepare()
	one.place = c.place
	return one, err
}
