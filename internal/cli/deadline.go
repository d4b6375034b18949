package cli

import (
	"context"
	"sync"
	"time"

	"assister/internal/problem"
)

// modelDeadline is the deadline of a request that a model may read, if none is set.
const modelDeadline = 5 * time.Minute

// deadline ends the context of a command when its time is up, whatever the command
// waits for then: a model, another process, its input. The time in which a person is
// asked does not count.
type deadline struct {
	now func() time.Time
	end context.CancelCauseFunc

	mu    sync.Mutex
	limit time.Duration // 0 for none
	left  time.Duration // when the timer was started last
	since time.Time     // when that was
	timer *time.Timer   // nil before start
}

// bind returns a context that ends at the deadline, and a function that releases it.
func (d *deadline) bind(ctx context.Context) (bound context.Context, release func()) {
	bound, d.end = context.WithCancelCause(ctx)
	return bound, func() { d.stop(); d.end(nil) }
}

// start begins to count. A limit of 0 is none, and the first limit stays.
func (d *deadline) start(limit time.Duration) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if limit == 0 || d.timer != nil || d.end == nil {
		return
	}
	d.limit, d.left, d.since = limit, limit, d.now()
	d.timer = time.AfterFunc(limit, func() { d.end(exceeded(limit)) })
}

// pause stops counting until resume is called.
func (d *deadline) pause() (resume func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.timer == nil || !d.timer.Stop() {
		return func() {}
	}
	d.left -= d.now().Sub(d.since)
	return func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.since = d.now()
		d.timer.Reset(d.left)
	}
}

// stop ends counting for good.
func (d *deadline) stop() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.timer != nil {
		d.timer.Stop()
	}
}

// remaining is the time until the deadline; 0 if there is none.
func (d *deadline) remaining() time.Duration {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.timer == nil {
		return 0
	}
	return max(d.left-d.now().Sub(d.since), time.Millisecond)
}

func exceeded(limit time.Duration) *problem.Refusal {
	return problem.Refuse(problem.Late, "deadline_exceeded",
		"the command did not end within its deadline of "+limit.String(), "give it more time with --deadline")
}
