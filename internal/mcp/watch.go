package mcp

import (
	"context"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"assister/internal/assist"
	"assister/internal/door"
	"assister/internal/record"
)

// watchEvery is how often the workspace is looked at for changes of other processes while
// a client has subscribed to a record.
const watchEvery = time.Second

// watcher finds the changes of records that clients have subscribed to.
type watcher struct {
	requests
	notify func(ctx context.Context, uri string)
	look   chan struct{} // there may be something to see

	mu  sync.Mutex
	on  bool  // a client has subscribed to something
	seq int64 // the newest audit row that was seen
}

func (w *watcher) subscribe(ctx context.Context, req *sdk.SubscribeRequest) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.on {
		return nil
	}
	_, seq, ok := w.changesSince(ctx, 0, true)
	w.on, w.seq = ok, seq
	if !ok {
		return sdk.ResourceNotFoundError(req.Params.URI)
	}
	return nil
}

// unsubscribe has nothing to do: the SDK knows who has subscribed to what.
func (w *watcher) unsubscribe(context.Context, *sdk.UnsubscribeRequest) error { return nil }

// changesSince asks the workspace for changes, or only for its newest audit row.
func (w *watcher) changesSince(ctx context.Context, seq int64, headOnly bool) (keys []record.Key, head int64, ok bool) {
	if headOnly {
		seq = 1<<63 - 1
	}
	r := w.carryOut(ctx, nil, door.Request{Command: "audit",
		Do: func(ctx context.Context, env assist.Environment) (o assist.Outcome, err error) {
			keys, head, err = assist.ChangesSince(ctx, env, seq)
			return o, err
		}})
	return keys, head, !r.failed()
}

// watchChanges notifies subscribed clients of changes until ctx ends.
func (w *watcher) watchChanges(ctx context.Context, ticker Ticker) {
	ticks, stop := ticker(watchEvery)
	defer stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks:
		case <-w.look:
		}
		w.notifyChanges(ctx)
	}
}

// notifyChanges notifies subscribed clients of the changes since the last look.
func (w *watcher) notifyChanges(ctx context.Context) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.on {
		return
	}
	keys, head, ok := w.changesSince(ctx, w.seq, false)
	if !ok {
		return // it is looked at again
	}
	w.seq = max(w.seq, head)
	for _, key := range keys {
		w.notify(ctx, uriOf(key))
	}
}

// lookSoon looks for changes without waiting for the next tick.
func (w *watcher) lookSoon() {
	select {
	case w.look <- struct{}{}:
	default: // it is going to be looked at anyway
	}
}
