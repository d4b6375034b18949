package terminal

import (
	"context"
	"errors"
	"io"
	"os"

	"golang.org/x/term"

	"assister/internal/view"
)

// Lines reads lines: with the arrow keys and a history where there is a terminal
// to edit in, plainly elsewhere.
type Lines struct {
	ctx    context.Context
	keys   *Keyboard
	prompt string
	fd     int
	screen *term.Terminal // nil where lines are plain
}

// NewLines reads the keys of a keyboard, whose terminal it also writes to, until ctx
// ends.
func NewLines(ctx context.Context, keys *Keyboard, prompt string) *Lines {
	l := &Lines{ctx: ctx, keys: keys, prompt: prompt}
	if f, ok := keys.TTY.(*os.File); ok && Is(f) {
		l.fd = int(f.Fd())
		l.screen = term.NewTerminal(struct {
			io.Reader
			io.Writer
		}{&typing{from: lent{keys, ctx}}, f}, prompt)
	}
	return l
}

// Next returns the next line, and io.EOF at the end of the input.
func (l *Lines) Next() (string, error) {
	if l.screen == nil {
		return view.Prompt{In: lent{l.keys, l.ctx}, Out: l.keys.TTY}.Line(l.prompt)
	}
	if w, h, err := term.GetSize(l.fd); err == nil && w > 0 {
		_ = l.screen.SetSize(w, h) // it only repaints, and nothing is shown yet
	}
	was, err := term.MakeRaw(l.fd)
	if err != nil {
		return "", err
	}
	// Prompts between the lines need the terminal as it was.
	defer term.Restore(l.fd, was)
	line, err := l.screen.ReadLine()
	if errors.Is(err, term.ErrPasteIndicator) {
		err = nil
	}
	if errors.Is(err, io.EOF) {
		_, _ = io.WriteString(l.keys.TTY, "\r\n") // Ctrl-D has left the cursor in the line
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
