package terminal

import (
	"context"
	"io"
	"sync"
)

// Keyboard reads keys from a terminal for one prompt after the other. A read that was
// interrupted goes on, and the next prompt gets its key, so that none is lost.
type Keyboard struct {
	TTY io.ReadWriter

	reading sync.Mutex
	pending chan key // of the read in progress; nil for none
}

// key is one byte, or the error of reading it.
type key struct {
	byte byte
	err  error
}

func (k *Keyboard) read(ctx context.Context, p []byte) (int, error) {
	k.reading.Lock()
	defer k.reading.Unlock()
	if k.pending == nil {
		pressed := make(chan key, 1)
		k.pending = pressed
		go func() {
			var one [1]byte
			n, err := k.TTY.Read(one[:])
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

// Lend returns the terminal for the prompts of one line; reads of it end with ctx.
func (k *Keyboard) Lend(ctx context.Context) io.ReadWriteCloser { return lent{k, ctx} }

type lent struct {
	keys *Keyboard
	ctx  context.Context
}

func (l lent) Read(p []byte) (int, error)  { return l.keys.read(l.ctx, p) }
func (l lent) Write(p []byte) (int, error) { return l.keys.TTY.Write(p) }
func (l lent) Close() error                { return nil }

// Fd is that of the terminal, for its width.
func (l lent) Fd() uintptr {
	if f, ok := l.keys.TTY.(interface{ Fd() uintptr }); ok {
		return f.Fd()
	}
	return ^uintptr(0)
}
