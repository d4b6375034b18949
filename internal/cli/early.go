package cli

import (
	"context"

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
}

func openingOf(ctx context.Context, at store.Location, as workspace.Opening) *early {
	ctx, stop := context.WithCancel(ctx)
	e := &early{as: as, stop: stop, done: make(chan struct{})}
	go func() {
		defer close(e.done)
		e.opened, e.err = at.Open(ctx, as)
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
	<-e.done
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
