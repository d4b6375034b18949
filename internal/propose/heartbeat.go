package propose

import (
	"context"
	"sync"
	"time"

	"assister/internal/event"
)

// HeartbeatInterval is the time between two heartbeats, short enough for the idle
// timeouts of programs and proxies that read the stream.
const HeartbeatInterval = 10 * time.Second

// Ticker gives the times at which a heartbeat is due, until it is stopped.
type Ticker func(every time.Duration) (ticks <-chan time.Time, stop func())

// HeartbeatCompleter is a completer that emits a heartbeat every ten seconds while it
// is waited for.
type HeartbeatCompleter struct {
	Completer
	Name   string // of the engine, for the event
	Sink   event.Sink
	Ticker Ticker
}

// Complete asks the completer behind it. A heartbeat never comes while a piece
// is given on, nor after the end.
func (b HeartbeatCompleter) Complete(ctx context.Context, p Prompt, each func(Chunk) error) (Reply, error) {
	between, end := StartHeartbeat(b.Sink, b.Name, b.Ticker)
	defer end()
	var guarded func(Chunk) error
	if each != nil {
		guarded = func(piece Chunk) error {
			between.Lock()
			defer between.Unlock()
			return each(piece)
		}
	}
	return b.Completer.Complete(ctx, p, guarded)
}

// StartHeartbeat says to the sink, every ten seconds until end is called, that what has the
// name is still waited for. None comes while between is held.
func StartHeartbeat(sink event.Sink, name string, ticker Ticker) (between *sync.Mutex, end func()) {
	ticks, stop := ticker(HeartbeatInterval)
	between = new(sync.Mutex)
	ended := make(chan struct{})
	var beats sync.WaitGroup
	beats.Go(func() {
		elapsed := int64(0)
		for {
			select {
			case <-ended:
				return
			case <-ticks:
				elapsed += HeartbeatInterval.Milliseconds()
				between.Lock()
				// Where the output is gone, the next event says so.
				_ = sink.Emit(event.Heartbeat{WaitingFor: name, ElapsedMs: elapsed})
				between.Unlock()
			}
		}
	})
	return between, func() {
		close(ended)
		beats.Wait()
		stop()
	}
}
