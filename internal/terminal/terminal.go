// Package terminal is what a person's terminal can do: its size and colors, keys and
// lines from its keyboard, and the person's pager and editor in it. What is shown in it
// is the business of view.
package terminal

import (
	"errors"
	"io"
	"os"
	"syscall"

	"golang.org/x/term"
)

// Is reports whether a stream is a terminal.
func Is(stream any) bool {
	f, ok := stream.(interface{ Fd() uintptr })
	return ok && term.IsTerminal(int(f.Fd()))
}

// Width of a terminal in columns; 0, which is no limit, of everything else.
func Width(stream any) int {
	if !Is(stream) {
		return 0
	}
	if w, _, err := term.GetSize(int(stream.(interface{ Fd() uintptr }).Fd())); err == nil && w > 0 {
		return w
	}
	return 80
}

// Colour reports whether a stream gets colors, by the conventions of no-color.org and
// bixense.com/clicolors: NO_COLOR wins, CLICOLOR_FORCE overrides the absence of a
// terminal.
func Colour(env func(name string) (value string, set bool), terminal bool) bool {
	if v, _ := env("NO_COLOR"); v != "" {
		return false
	}
	if v, _ := env("CLICOLOR_FORCE"); v != "" && v != "0" {
		return true
	}
	t, _ := env("TERM")
	return terminal && t != "dumb"
}

// UntilClosed reads from r, which reads the terminal tty. When its window is closed a
// read may fail before SIGHUP comes, or find the end of a file that is no terminal any
// more. Both are the same end, and give the error closed.
func UntilClosed(r, tty io.Reader, closed error) io.Reader {
	file, _ := tty.(*os.File)
	return untilClosed{r, file, closed}
}

type untilClosed struct {
	r    io.Reader
	file *os.File // nil if tty is none
	err  error
}

func (u untilClosed) Read(p []byte) (int, error) {
	n, err := u.r.Read(p)
	if errors.Is(err, syscall.EIO) || errors.Is(err, io.EOF) && u.closed() {
		err = u.err
	}
	return n, err
}

func (u untilClosed) closed() bool {
	return u.file != nil && !Is(u.file)
}
