package httpapi

import (
	"context"
	"sync"

	"assister/internal/problem"
)

// sessions are the requests in flight of conversations, at most one of each.
type sessions struct {
	mu  sync.Mutex
	all map[string]*flight
}

// flight is a request in flight.
type flight struct {
	cancel context.CancelCauseFunc
	landed chan struct{} // closed at its end
	before *flight       // that it replaces; nil for none
}

// replaced is the refusal of a request that a newer one of its session replaces.
func replaced() error {
	return problem.Refuse(problem.Failed, "replaced",
		"a newer message of the session has replaced this one; nothing was changed", "")
}

// begin cancels the request in flight of a session, and puts another in its place.
func (s *sessions) begin(session string, cancel context.CancelCauseFunc) *flight {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all == nil {
		s.all = map[string]*flight{}
	}
	f := &flight{cancel: cancel, landed: make(chan struct{}), before: s.all[session]}
	if f.before != nil {
		f.before.cancel(replaced())
	}
	s.all[session] = f
	return f
}

// turn waits until the request that this one replaces has ended, so that the turns of the
// conversation are in order.
func (f *flight) turn(ctx context.Context) error {
	if f.before == nil {
		return nil
	}
	select {
	case <-f.before.landed:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// end notes that a request has ended, and the one that it replaced.
func (s *sessions) end(session string, f *flight) {
	s.mu.Lock()
	if s.all[session] == f {
		delete(s.all, session)
	}
	s.mu.Unlock()
	if f.before != nil {
		<-f.before.landed
		f.before = nil
	}
	close(f.landed)
}
