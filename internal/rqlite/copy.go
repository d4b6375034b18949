package rqlite

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"assister/internal/ledger"
	"assister/internal/problem"
	"assister/internal/relational"
	"assister/internal/sqlite"
	"assister/internal/workspace"
)

var (
	_ relational.Source = (*Store)(nil)
	_ relational.Target = (*Incoming)(nil)
)

// copyTo is the name of a workspace while another one is copied to it. No address can have
// it, so every request of other programs is refused.
func copyTo(name string) string { return "copy to " + name }

// source is what copies ask of a store.
type source struct{ of *Store }

// Rows implements relational.Source.
func (s source) Rows(ctx context.Context, fn func(r relational.Reader) error) error {
	return s.still(ctx, func(n relational.Snapshot) error { return fn(relational.NewReader(n, dialect, nil)) })
}

// still lends one state of the workspace, also while others write: a copy of the database that
// a node has made. A user who may not have one gets the workspace itself, whose queries fail
// if another program has written since the first. A workspace with an older schema is migrated.
func (s source) still(ctx context.Context, fn func(n relational.Snapshot) error) error {
	live := &unmoved{s: s.of, ctx: ctx}
	err := s.of.view(ctx, Linearizable, func(r reader) error {
		if r.absent {
			return s.of.address.Absent()
		}
		err := r.request(ctx)
		live.version = r.version
		return err
	})
	if err != nil {
		return s.of.failed("read the workspace", err)
	}
	file, err := os.CreateTemp("", "assister-*.db")
	if err != nil {
		return fmt.Errorf("make a file for a copy of the workspace: %w", err)
	}
	defer os.Remove(file.Name())
	err = s.of.client.Backup(ctx, file)
	if closed := file.Close(); err == nil {
		err = closed
	}
	var refusal *problem.Refusal
	switch {
	case errors.As(err, &refusal) && refusal.Problem.Code == notAuthorized:
		return fn(live)
	case err != nil:
		return s.of.failed("copy the workspace", err)
	}
	return sqlite.Lend(ctx, file.Name(), func(n relational.Snapshot) error {
		if err := s.covers(n, live.version); err != nil {
			return err
		}
		return fn(n)
	})
}

var _ workspace.Reviewer = (*Store)(nil)

// Review implements workspace.Reviewer.
func (s source) Review(ctx context.Context, fn func(workspace.Reader) error) error {
	return s.still(ctx, func(n relational.Snapshot) error {
		return fn(reviewed{relational.NewReader(n, dialect, nil), n, s.of})
	})
}

// reviewed is the workspace.Reader of a review.
type reviewed struct {
	relational.Reader
	n relational.Snapshot
	s *Store
}

// CheckSchema implements workspace.Reader.
func (r reviewed) CheckSchema() error { return r.s.schema.check(r.s, r.n) }

// Until implements workspace.Reader. The queries end with the review.
func (r reviewed) Until(context.Context) (done func()) { return func() {} }

// covers refuses a copy of the database that lacks a write: a node that is no leader any more
// does not know it at once.
func (s source) covers(n relational.Snapshot, version int64) error {
	var state Rows
	err := n.Each("read the copy", stateQuery.Text, func(row []driver.Value) error {
		state.Values = append(state.Values, slices.Clone(row))
		return nil
	})
	if err != nil {
		return err
	}
	is, err := readState(state)
	if err == nil {
		err = s.of.fits(is)
	}
	if err == nil && is.version < version {
		err = workspace.Changed("the leader of the cluster has changed; run the command again")
	}
	return err
}

// unmoved is the workspace itself, as long as nobody writes to it. It keeps no results.
type unmoved struct {
	s       *Store
	ctx     context.Context
	version int64
}

// Each implements relational.Snapshot.
func (u *unmoved) Each(doing, text string, fn func(row []driver.Value) error, args ...driver.Value) error {
	level := Linearizable
	if u.version != unread {
		level = Weak // the version says whether the state is the same
	}
	results, err := u.s.client.Query(u.ctx, level, stateQuery, Statement{text, args})
	if err != nil {
		if err = u.s.explain(u.ctx, err); errors.Is(err, errAbsent) {
			return u.s.address.Absent()
		}
		return u.s.failed(doing, err)
	}
	is, err := readState(results[0])
	if err == nil {
		err = u.s.fits(is)
	}
	if err != nil {
		return u.s.failed(doing, err)
	}
	if u.version != unread && is.version != u.version {
		return workspace.Changed("run the command again when nobody writes, or give the user the permission backup")
	}
	u.version = is.version
	for _, row := range results[1].Values {
		if err := fn(row); err != nil {
			return err
		}
	}
	return nil
}

// Incoming is a workspace that gets the rows of another, and is none for other programs.
type Incoming struct {
	*Store
	real string // the name that it gets
}

// Receive returns the place for the rows of another workspace at an address that has none. It
// continues an interrupted copy.
func Receive(ctx context.Context, a Address, o workspace.Opening) (*Incoming, error) {
	o.Mode, o.Existing = workspace.ToWrite, false
	s, err := Open(ctx, a, o)
	if err != nil {
		return nil, err
	}
	s.name = copyTo(a.Name)
	if err := s.view(ctx, Linearizable, func(r reader) error { return r.request(ctx) }); err != nil {
		s.client.Close()
		return nil, err
	}
	return &Incoming{s, a.Name}, nil
}

// Rows implements relational.Source. Nobody else writes to an incoming workspace.
func (i *Incoming) Rows(ctx context.Context, fn func(r relational.Reader) error) error {
	return fn(relational.NewReader(&unmoved{s: i.Store, ctx: ctx, version: unread}, dialect, nil))
}

// Load implements relational.Target.
func (i *Incoming) Load(ctx context.Context, fn func(r relational.Reader, w relational.Writer) error) error {
	return i.writeAside(ctx, "copy the rows", func(r reader, w relational.Writer) error { return fn(r.Reader, w) })
}

// Empty implements relational.Target. No trigger lets rows of the ledger be deleted, so the
// tables are made again.
func (i *Incoming) Empty(ctx context.Context) error {
	scripts, err := i.schema.after(0)
	if err != nil {
		return err
	}
	return i.Load(ctx, func(_ relational.Reader, w relational.Writer) error {
		for _, name := range relational.TableNames() {
			if err := w.Change(relational.AnyRows, "DROP TABLE "+name); err != nil {
				return err
			}
		}
		for _, text := range scripts {
			if err := w.Change(relational.AnyRows, text); err != nil {
				return err
			}
		}
		return nil
	})
}

// Place makes it a workspace.
func (i *Incoming) Place(ctx context.Context, _ time.Time) (workspace.Aside, error) {
	return relational.Place(ctx, i, "UPDATE assister SET name = ?", i.real)
}

// Discard closes the connections. The rows are kept for the next copy.
func (i *Incoming) Discard() { i.client.Close() }

// Replace makes the rows of the workspace those of a source. Its trail must still have a head.
// Meanwhile it is no workspace for other programs. begun reports whether it may have been changed.
func Replace(
	ctx context.Context, a Address, o workspace.Opening, head ledger.Entry, from relational.Source,
) (begun bool, err error) {
	o.Mode, o.Existing = workspace.ToWrite, true
	s, err := Open(ctx, a, o)
	if err != nil {
		return false, err
	}
	defer s.client.Close()
	err = s.writeAside(ctx, "replace the workspace", func(r reader, w relational.Writer) error {
		if err := relational.StillHas(r.Reader, head); err != nil {
			return err
		}
		return w.Change(1, "UPDATE assister SET name = ?", copyTo(a.Name))
	})
	if err != nil {
		return errors.Is(err, workspace.ErrUnknownOutcome), err
	}
	in, err := Receive(ctx, a, o)
	if err != nil {
		return true, err
	}
	defer in.Discard()
	if _, err := relational.Copy(ctx, from, in, nil); err != nil {
		return true, err
	}
	_, err = in.Place(ctx, time.Time{})
	return true, err
}
