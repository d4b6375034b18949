package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"sync"

	"golang.org/x/term"

	"assister/internal/view"
)

// keyboard reads keys from a terminal for one prompt after the other. A read that was
// interrupted goes on, and the next prompt gets its key, so that none is lost.
type keyboard struct {
	tty io.ReadWriter

	reading sync.Mutex
	pending chan key // of the read in progress; nil for none
}

// key is one byte, or the error of reading it.
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

// lentTerminal is the terminal for the prompts of one line.
type lentTerminal struct {
	keys *keyboard
	ctx  context.Context
}

func (l lentTerminal) Read(p []byte) (int, error)  { return l.keys.read(l.ctx, p) }
func (l lentTerminal) Write(p []byte) (int, error) { return l.keys.tty.Write(p) }
func (l lentTerminal) Close() error                { return nil }

// Fd is that of the terminal, for its width.
func (l lentTerminal) Fd() uintptr {
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
		}{&typing{from: lentTerminal{keys, ctx}}, tty}, prompt)
	}
	return e
}

// next returns the next line, and io.EOF at the end of the input.
func (e *editor) next() (string, error) {
	if e.screen == nil {
		return view.Prompt{In: lentTerminal{e.keys, e.ctx}, Out: e.out}.Line(e.prompt)
	}
	if w, h, err := term.GetSize(e.fd); err == nil && w > 0 {
		_ = e.screen.SetSize(w, h) // it only repaints, and nothing is shown yet
	}
	was, err := term.MakeRaw(e.fd)
	if err != nil {
		return "", err
	}
	// Prompts between the lines need the terminal as it was.
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

// typing is the keyboard without Ctrl-C, which the line editor takes for the end of
// the input: it becomes the keys that clear the line.
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
