package cli

import (
	"context"
	"io"
	"sync"
	"sync/atomic"

	"assister/internal/store"
	"assister/internal/workspace"
)

// early is a store that is opened while something else is done.
type early struct {
	as     workspace.Opening
	stop   context.CancelFunc
	done   chan struct{} // closed when there is a store or an error
	opened store.Store
	err    error

	large atomic.Bool   // the input is large, as far as is known
	wake  func()        // ends the wait for an input that is known to be large
	asked chan struct{} // closed when nothing more is asked of the store
}

// largeFrom is how many bytes a large input has at once: about a hundred operations. What a small one
// needs takes its one request anyway.
const largeFrom = 8 << 10

// watch returns an input that is to be applied. If it is large, the store is asked ahead while
// it is read.
func (e *early) watch(in io.Reader) io.Reader {
	if e == nil || e.as.Mode != workspace.ToWrite {
		return in
	}
	return watched{in, e}
}

type watched struct {
	io.Reader
	*early
}

func (w watched) Read(p []byte) (int, error) {
	n, err := w.Reader.Read(p)
	if n >= largeFrom {
		w.large.Store(true)
		w.wake()
	}
	return n, err
}

func openingOf(ctx context.Context, at store.Location, as workspace.Opening) *early {
	ctx, stop := context.WithCancel(ctx)
	known := make(chan struct{})
	e := &early{as: as, stop: stop, done: make(chan struct{}), wake: sync.OnceFunc(func() { close(known) }),
		asked: make(chan struct{})}
	go func() {
		defer close(e.asked)
		e.opened, e.err = at.Open(ctx, as)
		close(e.done)
		<-known
		if server, is := e.opened.(store.Remote); is && e.large.Load() {
			server.Ahead(ctx)
		}
	}()
	return e
}

// failed reports whether it has failed already.
func (e *early) failed() bool {
	select {
	case <-e.done:
		return e.err != nil
	default:
		return false
	}
}

// get waits for the store.
func (e *early) get() (store.Store, error) {
	e.wake()
	<-e.asked
	e.stop()
	return e.opened, e.err
}

// drop gives up on the store. It waits for it unless the process is about to exit.
func (e *early) drop(exits bool) {
	e.stop()
	if exits {
		return
	}
	if opened, err := e.get(); err == nil {
		_ = opened.Close()
	}
}
