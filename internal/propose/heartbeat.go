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

// Ticker sends the times at which a heartbeat is due, until it is stopped.
type Ticker func(every time.Duration) (ticks <-chan time.Time, stop func())

func machineTicker(every time.Duration) (<-chan time.Time, func()) {
	t := time.NewTicker(every)
	return t.C, t.Stop
}

// Heartbeat reports every ten seconds that something is still waited for.
type Heartbeat struct {
	Name   string // of the engine or model, for the event
	Sink   event.Sink
	Ticker Ticker               // nil is a ticker of package time
	Left   func() time.Duration // until the deadline of the command; nil or 0 for none

	// Watch is called when a wait begins, and end when it is over. token is called for
	// each part of the answer. It may be nil.
	Watch func(name string) (token, end func())
}

// HeartbeatCompleter is a completer that emits heartbeats while it is waited for.
type HeartbeatCompleter struct {
	Completer
	Heartbeat Heartbeat
}

// Complete calls the wrapped completer. No heartbeat is emitted while a chunk is passed
// on, or after the end.
func (b HeartbeatCompleter) Complete(ctx context.Context, p Prompt, each func(Chunk) error) (Reply, error) {
	if watch := b.Heartbeat.Watch; watch != nil {
		token, ended := watch(b.Heartbeat.Name)
		defer ended()
		pass := each
		each = func(piece Chunk) error {
			if token(); pass == nil {
				return nil
			}
			return pass(piece)
		}
	}
	between, end := b.Heartbeat.Start()
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

// Start emits a heartbeat every ten seconds until end is called, but not while between is
// locked.
func (h Heartbeat) Start() (between *sync.Mutex, end func()) {
	ticker := h.Ticker
	if ticker == nil {
		ticker = machineTicker
	}
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
				beat := event.Heartbeat{WaitingFor: h.Name, ElapsedMs: elapsed}
				if h.Left != nil {
					beat.RemainingMs = h.Left().Milliseconds()
				}
				between.Lock()
				// If the output is closed, the next event fails.
				_ = h.Sink.Emit(beat)
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
