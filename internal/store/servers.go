package store

import (
	"context"
	"slices"
	"sync/atomic"
	"time"

	"assister/internal/ledger"
	"assister/internal/postgres"
	"assister/internal/relational"
	"assister/internal/rqlite"
	"assister/internal/workspace"
)

var (
	_ Remote = (*rqlite.Store)(nil)
	_ Remote = (*postgres.Store)(nil)
)

// cluster is a workspace on a cluster of rqlite nodes.
type cluster struct {
	rqlite.Address
	sent *atomic.Int64
}

func (c cluster) Open(ctx context.Context, o workspace.Opening) (Store, error) {
	o.Sent = c.sent
	return present(rqlite.Open(ctx, c.Address, o))
}

func (c cluster) Exists(ctx context.Context, wait time.Duration) (bool, error) {
	return answers(ctx, c, wait)
}

func (c cluster) File() string { return "" }
func (c cluster) Trips() int64 { return c.sent.Load() }

// Identity leaves the user out, who may be another one tomorrow, and the order of the hosts.
func (c cluster) Identity() (string, error) {
	c.User, c.Hosts = "", slices.Sorted(slices.Values(c.Hosts))
	return c.String(), nil
}

func (c cluster) Receive(ctx context.Context, wait time.Duration) (Incoming, error) {
	return arriving(rqlite.Receive(ctx, c.Address, workspace.Opening{Wait: wait, Sent: c.sent}))
}

func (c cluster) replace(
	ctx context.Context, wait time.Duration, head ledger.Entry, from relational.Source,
) (begun bool, err error) {
	return rqlite.Replace(ctx, c.Address, workspace.Opening{Wait: wait, Sent: c.sent}, head, from)
}

// database is a workspace in a PostgreSQL database.
type database struct {
	postgres.Address
	sent *atomic.Int64
}

func (d database) Open(ctx context.Context, o workspace.Opening) (Store, error) {
	o.Sent = d.sent
	return present(postgres.Open(ctx, d.Address, o))
}

func (d database) Exists(ctx context.Context, wait time.Duration) (bool, error) {
	return answers(ctx, d, wait)
}

func (d database) File() string { return "" }
func (d database) Trips() int64 { return d.sent.Load() }

// Identity leaves out what that of a cluster does.
func (d database) Identity() (string, error) {
	d.User, d.Hosts = "", slices.Sorted(slices.Values(d.Hosts))
	return d.String(), nil
}

func (d database) Receive(ctx context.Context, wait time.Duration) (Incoming, error) {
	return arriving(postgres.Receive(ctx, d.Address, workspace.Opening{Wait: wait, Sent: d.sent}))
}

func (d database) replace(
	ctx context.Context, wait time.Duration, head ledger.Entry, from relational.Source,
) (begun bool, err error) {
	return postgres.Replace(ctx, d.Address, workspace.Opening{Wait: wait, Sent: d.sent}, head, from)
}

// answers reports whether a server has a workspace at a location.
func answers(ctx context.Context, l server, wait time.Duration) (bool, error) {
	s, err := l.Open(ctx, workspace.Opening{Mode: workspace.ToInspect, Existing: true, Wait: wait})
	if err == nil {
		defer s.Close()
		err = s.View(ctx, func(r workspace.Reader) error {
			_, err := r.NextBatch()
			return err
		})
	}
	switch {
	case hasCode(err, workspace.NoWorkspace):
		return false, nil
	case hasCode(err, workspace.DatabaseOld), hasCode(err, workspace.CopyUnfinished):
		return true, nil
	}
	return err == nil, err
}
