package cli

import (
	"context"
	"io"
	"os"
	"strings"
	"time"
)

// Streams is everything of the outside world that is not arguments or
// environment, so that the whole program runs inside a test.
type Streams struct {
	In  io.Reader
	Out io.Writer
	Err io.Writer

	// Terminal opens the controlling terminal, which stays reachable when
	// stdin and stdout are pipes.
	Terminal func() (io.ReadWriteCloser, error)

	// Listen has signals end the context from here on; nil where there are none.
	Listen func()

	// Interrupts has fn called for SIGINT, in place of the end of the program,
	// until back is called; nil where nobody can interrupt.
	Interrupts func(fn func()) (back func())

	// Ends says that the process ends with the command, so that what the system
	// releases by itself need not be released here.
	Ends bool

	// Variables are the names of the environment's variables; nil if they are not known.
	Variables func() []string

	// Now is the clock of the machine.
	Now func() time.Time

	// Ticker gives the times of heartbeats; nil is the machine's.
	Ticker func(every time.Duration) (ticks <-chan time.Time, stop func())
}

// Process is the streams of this process.
func Process(signals *Signals) Streams {
	return Streams{
		Listen: signals.Listen, Interrupts: signals.Lend,
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr,
		Terminal: func() (io.ReadWriteCloser, error) { return os.OpenFile("/dev/tty", os.O_RDWR, 0) },
		Ends:     true,
		Now:      time.Now,
		Variables: func() (names []string) {
			for _, v := range os.Environ() {
				name, _, _ := strings.Cut(v, "=")
				names = append(names, name)
			}
			return names
		},
	}
}

// isPipe reports whether a stream comes from another command.
func isPipe(stream any) bool {
	f, ok := stream.(interface{ Stat() (os.FileInfo, error) })
	if !ok {
		return false
	}
	about, err := f.Stat()
	return err == nil && about.Mode()&(os.ModeNamedPipe|os.ModeSocket) != 0
}

// openFile opens a file to read it, unless ctx ends first: opening a named pipe waits
// until somebody writes to it. Such an open is left behind, as a read is.
func openFile(ctx context.Context, name string) (*os.File, error) {
	type answer struct {
		file *os.File
		err  error
	}
	opened := make(chan answer, 1)
	go func() {
		f, err := os.Open(name)
		opened <- answer{f, err}
	}()
	select {
	case a := <-opened:
		return a.file, a.err
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// interruptible reads from r until ctx ends. A read that is under way when it
// does is left behind: it cannot be called off, and the process is about to
// end.
type interruptible struct {
	ctx context.Context
	r   io.Reader
}

func (i interruptible) Read(p []byte) (int, error) {
	type answer struct {
		n   int
		err error
	}
	read := make(chan answer, 1)
	buf := make([]byte, min(len(p), 64<<10))
	go func() {
		n, err := i.r.Read(buf)
		read <- answer{n, err}
	}()
	select {
	case a := <-read:
		return copy(p, buf[:a.n]), a.err
	case <-i.ctx.Done():
		return 0, context.Cause(i.ctx)
	}
}
