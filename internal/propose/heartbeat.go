package propose

import (
	"context"
	"sync"
	"time"

	"assister/internal/event"
)

// Beat is how often a heartbeat says that something is still waited for
// (contract section 1).
const Beat = 10 * time.Second

// Ticker gives the times at which a heartbeat is due, until it is stopped.
type Ticker func(every time.Duration) (ticks <-chan time.Time, stop func())

// Beating is a completer that says to the sink, every ten seconds, that it is
// still waited for.
type Beating struct {
	Completer
	Name   string // of what is waited for
	Sink   event.Sink
	Ticker Ticker
}

// Complete asks the completer behind it. A heartbeat never comes while a piece
// is given on, nor after the end.
func (b Beating) Complete(ctx context.Context, p Prompt, each func(Piece) error) (Reply, error) {
	ticks, stop := b.Ticker(Beat)
	defer stop()
	var mu sync.Mutex
	ended := make(chan struct{})
	var beats sync.WaitGroup
	beats.Go(func() {
		elapsed := int64(0)
		for {
			select {
			case <-ended:
				return
			case <-ticks:
				elapsed += Beat.Milliseconds()
				mu.Lock()
				// Where the output is gone, the next event says so.
				_ = b.Sink.Emit(event.Heartbeat{WaitingFor: b.Name, ElapsedMs: elapsed})
				mu.Unlock()
			}
		}
	})
	var guarded func(Piece) error
	if each != nil {
		guarded = func(piece Piece) error {
			mu.Lock()
			defer mu.Unlock()
			return each(piece)
		}
	}
	reply, err := b.Completer.Complete(ctx, p, guarded)
	close(ended)
	beats.Wait()
	return reply, err
}
