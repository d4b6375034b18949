package rqlite

import (
	"cmp"
	"context"

	"assister/internal/relational"
	"assister/internal/workspace"
)

// held is the store for one request of a user. It keeps all that its snapshots have read, with
// the version of the state: the next one asks only for more, and a commit of it fails if
// another program has written since.
type held struct {
	s     *Store
	last  *snapshot // nil: the next snapshot is of the newest state
	ahead *snapshot // for a write that is the first use; nil for none
}

var _ workspace.Holder = (*Store)(nil)

// Hold implements workspace.Holder.
func (s *Store) Hold() workspace.Held { return &held{s: s, ahead: s.ahead.Swap(nil)} }

// Ahead asks what a large batch will ask, before it is known. The next held store begins its first
// write with that: the write fails if the state is another one by then, and only what it commits
// counts. So the node that takes itself for the leader is asked.
func (s *Store) Ahead(ctx context.Context) {
	n := s.snapshot(ctx, Weak, ofUpdates())
	n.ahead = true
	if err := n.play(func() error { return relational.AskAhead(n.reader(n.cache).Reader) }); err == nil {
		s.ahead.Store(n)
	}
}

// LetGo implements workspace.Held.
func (h *held) LetGo() { h.last, h.ahead = nil, nil }

// View implements workspace.Store. If a commit may follow, the first request also asks for
// everything that a commit needs.
func (h *held) View(ctx context.Context, fn func(workspace.Reader) error) error {
	from := beginning{level: h.s.address.Read, last: h.last}
	if h.s.opening.Mode == workspace.ToWrite {
		from.expected = ofUpdates()
	}
	h.LetGo()
	return h.s.attempt(ctx, from, func(n *snapshot) error {
		err := n.play(func() error { return fn(n.reader(n.cache)) })
		h.keep(n)
		return err
	}, nil)
}

// keep keeps what a snapshot has read, if it is of one state.
func (h *held) keep(n *snapshot) {
	h.last = nil
	if !n.moved && (n.version != unread || n.absent) {
		h.last = n
	}
}

// Update implements workspace.Store.
func (h *held) Update(
	ctx context.Context, fn func(workspace.Reader) (workspace.Commit, error),
) (workspace.Receipt, error) {
	last := cmp.Or(h.last, h.ahead)
	h.LetGo()
	return updateFrom(ctx, h.s, last, fn)
}

// continues makes a snapshot one of the state that another has read.
func (n *snapshot) continues(last *snapshot) {
	n.version, n.first, n.absent, n.known, n.cache = last.version, last.first, last.absent, last.known, last.cache
	n.ahead = last.ahead
}
