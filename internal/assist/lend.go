package assist

import (
	"context"
	"time"

	"assister/internal/calendar"
	"assister/internal/check"
	"assister/internal/filter"
	"assister/internal/fulltext"
	"assister/internal/propose"
	"assister/internal/record"
	"assister/internal/workspace"
)

// A snapshot holds a connection to the workspace and the pages that were read over it. A
// model may work for minutes, so a request that waits for one has none: it takes a new
// snapshot for each look at the records.

// sourceOf is the context of a model.
func sourceOf(r *request) propose.Source {
	return propose.Source{Clock: r.Clock, Turns: r.turns(), Recent: r.topics.Recent, View: lent(r)}
}

// lent lends the snapshots of a request's workspace.
func lent(r *request) propose.View {
	return func(ctx context.Context, fn func(check.Reader) error) error {
		return look(ctx, r, func(snapshot workspace.Reader) error { return fn(snapshot) })
	}
}

// newest reads the records, each query in the newest snapshot.
type newest struct {
	ctx     context.Context
	request *request
}

// Query implements tool.Reader.
func (n *newest) Query(q filter.Query, today calendar.Date) (found filter.Result, err error) {
	err = look(n.ctx, n.request, func(snapshot workspace.Reader) error {
		found, err = snapshot.Query(q, today)
		return err
	})
	return found, err
}

// CompletedAt implements propose.Library.
func (n *newest) CompletedAt(kind string, ids []int64, from, to time.Time) (at map[int64]time.Time, err error) {
	err = look(n.ctx, n.request, func(snapshot workspace.Reader) error {
		at, err = snapshot.CompletedAt(kind, ids, from, to)
		return err
	})
	return at, err
}

// Search and Records implement search.Source.
func (n *newest) Search(q fulltext.Query) (found fulltext.Found, err error) {
	err = look(n.ctx, n.request, func(snapshot workspace.Reader) error {
		found, err = snapshot.Search(q)
		return err
	})
	return found, err
}

func (n *newest) Records(kind string, ids []int64) (found []record.Record, err error) {
	err = look(n.ctx, n.request, func(snapshot workspace.Reader) error {
		found, err = snapshot.Records(kind, ids)
		return err
	})
	return found, err
}

// Until implements tool.Limited.
func (n *newest) Until(ctx context.Context) (done func()) {
	was := n.ctx
	n.ctx = ctx
	return func() { n.ctx = was }
}
