package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"assister/internal/record"
	"assister/internal/route"
	"assister/internal/session"
	"assister/internal/view"
)

const dialogueHelp = `Write what you want, as with ask: a question is answered, a plan is shown and
applied when you say yes, and what is asked back is answered by number or in words.

  undo     take the last batch back
  help     this
  quit     leave, as Ctrl-D does

Ctrl-C clears the line, and stops an answer or an approval while one is under way.
`

func (p *program) chatCommand() *cobra.Command {
	var o talkOptions
	cmd := &cobra.Command{
		Use: "chat", Short: "Ask one thing after the other, in a terminal",
		Long: `Ask one thing after the other in a terminal. Each line is an ask in one session:
plans are approved and applied, "it" and "them" are what was spoken of last.

` + dialogueHelp,
		Example: "  assister chat\n  assister chat --session work",
		Args:    arguments(0, 0, "what you want is asked for line by line; `assister ask` takes it at once"),
		RunE:    p.perform(func(c *call, _ []string) error { return c.chatOn(o) }),
	}
	cmd.Flags().StringVar(&o.session, "session", "chat", "go on with the conversation of this `NAME`")
	return cmd
}

// chatOn asks for line after line and goes the way of each as ask does. What a
// line comes to is said; only the end of the terminal, or of the program, ends it.
func (c *call) chatOn(o talkOptions) error {
	if err := session.CheckName(o.session); err != nil {
		return err
	}
	if !c.attended() {
		return usage("chat needs a terminal, and prints text", "`assister ask --session "+o.session+"` asks one thing at a time, from anywhere")
	}
	tty, err := c.Terminal()
	if err != nil {
		return usage("there is no terminal to chat in", "`assister ask --session "+o.session+"` asks one thing at a time")
	}
	defer tty.Close()
	if err := c.begin(""); err != nil {
		return err
	}
	if err := c.openToDecide(); err != nil {
		return err
	}
	keys := &keyboard{tty: tty}
	lines := newEditor(c.ctx, keys, tty, c.prompt())
	for n := 1; ; n++ {
		line, err := lines.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		switch strings.ToLower(strings.TrimSpace(line)) {
		case "":
			continue
		case "quit", "exit", "bye":
			return nil
		case "help", "?":
			if _, err := io.WriteString(tty, dialogueHelp); err != nil {
				return err
			}
			continue
		}
		if err := c.turn(line, n, o, keys); err != nil {
			return err
		}
	}
}

func (c *call) prompt() string {
	if c.set.on("quiet") {
		return "> "
	}
	return "assister> "
}

// turn is one line of a chat: a call of its own, with a start, a done and a
// correlation id, in the workspace that is open. An interrupt ends it alone.
func (c *call) turn(line string, n int, o talkOptions, keys *keyboard) error {
	ctx, stop := context.WithCancelCause(c.ctx)
	defer stop(nil)
	if c.Interrupts != nil {
		defer c.Interrupts(func() { stop(Interrupted{syscall.SIGINT}) })()
	}
	one, err := c.another(ctx, n, keys)
	if err != nil {
		return err
	}
	if route.TakesBack(line) {
		err = one.undo(nil, undoOptions{})
	} else {
		err = one.say(line, o)
	}
	one.finish(err)
	c.store, c.unwritable = one.store, one.unwritable // a turn may create the workspace
	c.answers, c.recording = one.answers, one.recording
	if one.written != "" || one.due.Load() {
		c.due.Store(true) // when the chat ends
	}
	if one.out.err != nil {
		c.out.err = one.out.err
		return one.out.err
	}
	return interrupted(c.ctx)
}

// another is a call like this one, at the time that it is by now.
func (c *call) another(ctx context.Context, n int, keys *keyboard) (*call, error) {
	p := *c.program
	p.ctx = ctx
	p.Terminal = func() (io.ReadWriteCloser, error) { return lent{keys, ctx}, nil }
	one := p.call(c.cmd, c.set)
	one.store, one.unwritable, one.lent = c.store, c.unwritable, true
	one.answers, one.recording = c.answers, c.recording
	if id := c.set.text("correlation-id"); id != "" {
		one.set.put("correlation-id", id+"."+strconv.Itoa(n))
	}
	return one, one.prepare()
}

// say is an ask of one line.
func (c *call) say(line string, o talkOptions) error {
	c.chooseEngine()
	c.talk.name = o.session
	if err := c.begin(""); err != nil {
		return err
	}
	text, err := readable(line)
	if err != nil {
		return err
	}
	if err := c.resume(); err != nil {
		return err
	}
	text, s, err := c.replied(text, record.Selection{})
	if err != nil {
		return c.choose(err, applyOptions{})
	}
	return c.ask(text, "auto", s, applyOptions{})
}

// keyboard is what is typed in a terminal, for whoever asks next. A read that
// nobody waits for any more stays under way, and what it brings is the next
// one's: a key that is pressed after an interrupt is not lost.
type keyboard struct {
	tty io.ReadWriter

	reading sync.Mutex
	pending chan key // of the read that is under way; nil for none
}

// key is one byte, or why there is none.
type key struct {
	byte byte
	err  error
}

func (k *keyboard) read(ctx context.Context, p []byte) (int, error) {
	k.reading.Lock()
	defer k.reading.Unlock()
	if k.pending == nil {
		pressed := make(chan key, 1)
		k.pending = pressed
		go func() {
			var one [1]byte
			n, err := k.tty.Read(one[:])
			if n > 0 {
				err = nil
			}
			pressed <- key{one[0], err}
		}()
	}
	select {
	case pressed := <-k.pending:
		k.pending = nil
		if pressed.err != nil {
			return 0, pressed.err
		}
		p[0] = pressed.byte
		return 1, nil
	case <-ctx.Done():
		return 0, context.Cause(ctx)
	}
}

// lent is the terminal for one prompt of one turn.
type lent struct {
	keys *keyboard
	ctx  context.Context
}

func (l lent) Read(p []byte) (int, error)  { return l.keys.read(l.ctx, p) }
func (l lent) Write(p []byte) (int, error) { return l.keys.tty.Write(p) }
func (l lent) Close() error                { return nil }

// Fd is that of the terminal, for its width.
func (l lent) Fd() uintptr {
	if f, ok := l.keys.tty.(interface{ Fd() uintptr }); ok {
		return f.Fd()
	}
	return ^uintptr(0)
}

// editor reads lines: with the arrow keys and a history where there is a terminal
// to edit in, plainly elsewhere.
type editor struct {
	ctx    context.Context
	keys   *keyboard
	prompt string
	out    io.Writer
	fd     int
	screen *term.Terminal // nil where lines are plain
}

func newEditor(ctx context.Context, keys *keyboard, tty io.ReadWriter, prompt string) *editor {
	e := &editor{ctx: ctx, keys: keys, prompt: prompt, out: tty}
	if f, ok := tty.(*os.File); ok && isTerminal(f) {
		e.fd = int(f.Fd())
		e.screen = term.NewTerminal(struct {
			io.Reader
			io.Writer
		}{&typing{from: lent{keys, ctx}}, tty}, prompt)
	}
	return e
}

// next is the next line; io.EOF where somebody has had enough.
func (e *editor) next() (string, error) {
	if e.screen == nil {
		return view.Prompt{In: lent{e.keys, e.ctx}, Out: e.out}.Line(e.prompt)
	}
	if w, h, err := term.GetSize(e.fd); err == nil && w > 0 {
		_ = e.screen.SetSize(w, h) // it only repaints, and there is nothing yet
	}
	was, err := term.MakeRaw(e.fd)
	if err != nil {
		return "", err
	}
	// Whatever the line was, what comes next is asked in a terminal as it was.
	defer term.Restore(e.fd, was)
	line, err := e.screen.ReadLine()
	if errors.Is(err, term.ErrPasteIndicator) {
		err = nil
	}
	if errors.Is(err, io.EOF) {
		_, _ = io.WriteString(e.out, "\r\n") // Ctrl-D has left the cursor in the line
	}
	return line, err
}

// typing is the keyboard without Ctrl-C, which would look like the end: it
// becomes the keys that clear the line.
type typing struct {
	from io.Reader
	more []byte
}

func (t *typing) Read(p []byte) (int, error) {
	const (
		interrupt = 3
		toEnd     = 5
		clearLine = 21
	)
	if len(t.more) == 0 {
		var one [1]byte
		if _, err := t.from.Read(one[:]); err != nil {
			return 0, err
		}
		t.more = one[:]
		if one[0] == interrupt {
			t.more = []byte{toEnd, clearLine}
		}
	}
	n := copy(p, t.more)
	t.more = t.more[n:]
	return n, nil
}
