package postgres

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"assister/internal/ledger"
	"assister/internal/relational"
	"assister/internal/workspace"
)

var (
	_ relational.Source = (*Store)(nil)
	_ relational.Target = (*Incoming)(nil)
	_ relational.Target = replacing{}
)

// source is what copies ask of a store.
type source struct{ of *Store }

// Rows implements relational.Source.
func (s source) Rows(ctx context.Context, fn func(r relational.Reader) error) error {
	return readOnce(ctx, s.of, func(r reader) error { return fn(r.Reader) })
}

var _ workspace.Reviewer = (*Store)(nil)

// Review implements workspace.Reviewer.
func (s source) Review(ctx context.Context, fn func(workspace.Reader) error) error {
	return readOnce(ctx, s.of, func(r reader) error { return fn(r) })
}

// readOnce calls fn once with a snapshot, whose queries are asked one by one. It is for those
// that read much.
func readOnce(ctx context.Context, s *Store, fn func(r reader) error) error {
	var failed error
	err := s.again(ctx, "read the workspace", func() error {
		return s.within(ctx, reading, func(c *conn) error {
			if err := c.exec(ctx, "SELECT 1"); err != nil { // there is no workspace, or another version
				return err
			}
			failed = fn(s.newReader(ctx, c, nil))
			return nil
		})
	})
	if errors.Is(err, errMissing) {
		return s.address.Absent()
	}
	return cmp.Or(err, failed)
}

// Incoming is a workspace that gets the rows of another, and is none for other programs.
type Incoming struct{ *Store }

// Receive returns the place for the rows of another workspace at an address that has none. It
// continues an interrupted copy.
func Receive(ctx context.Context, a Address, o workspace.Opening) (*Incoming, error) {
	o.Mode = workspace.ToWrite
	schema := released
	schema.copying = true
	s, err := openAs(ctx, a, o, schema)
	if err != nil {
		return nil, err
	}
	// The rows of the tables are read before anything is written.
	if err := s.within(ctx, reading, func(c *conn) error { return c.exec(ctx, "SELECT 1") }); err != nil {
		_ = s.Close()
		return nil, err
	}
	return &Incoming{s}, nil
}

// Load implements relational.Target.
func (i *Incoming) Load(ctx context.Context, fn func(r relational.Reader, w relational.Writer) error) error {
	return i.change(ctx, "copy the rows", fn)
}

// Empty implements relational.Target.
func (i *Incoming) Empty(ctx context.Context) error {
	return i.Load(ctx, func(_ relational.Reader, w relational.Writer) error { return empty(w) })
}

// empty deletes every row. The owner of the tables may put aside the triggers that keep those
// of the ledger.
func empty(w relational.Writer) error {
	statements := []string{"UPDATE last_id SET seq = 0"}
	for _, name := range relational.TableNames() {
		statements = append(statements, "ALTER TABLE "+name+" DISABLE TRIGGER USER", "DELETE FROM "+name,
			"ALTER TABLE "+name+" ENABLE TRIGGER USER")
	}
	for _, text := range statements {
		if err := w.Change(relational.AnyRows, text); err != nil {
			return err
		}
	}
	return nil
}

// Place makes it a workspace.
func (i *Incoming) Place(ctx context.Context, _ time.Time) (workspace.Aside, error) {
	return relational.Place(ctx, i, "UPDATE workspace SET application = ?, version = ?", application, i.schema.version)
}

// Discard closes the connections. The rows are kept for the next copy.
func (i *Incoming) Discard() { _ = i.Close() }

// Replace makes the rows of the workspace those of a source, in one transaction. Its trail
// must still have a head. begun reports whether they may have been replaced.
func Replace(
	ctx context.Context, a Address, o workspace.Opening, head ledger.Entry, from relational.Source,
) (begun bool, err error) {
	o.Mode, o.Existing = workspace.ToWrite, true
	s, err := Open(ctx, a, o)
	if err != nil {
		return false, err
	}
	defer s.Close()
	err = write(ctx, s, func(c *conn) error {
		if err := relational.StillHas(s.newReader(ctx, c, nil).Reader, head); err != nil {
			return err
		}
		to := replacing{s, c}
		if err := to.Empty(ctx); err != nil {
			return err
		}
		if _, err := relational.Copy(ctx, from, to, nil); err != nil {
			return err
		}
		if err := c.exec(never, "COMMIT"); gone(err) {
			return fmt.Errorf("replace the workspace: %w: %w", workspace.ErrUnknownOutcome, err)
		} else if err != nil {
			return err
		}
		return nil
	})
	return err == nil || errors.Is(err, workspace.ErrUnknownOutcome), a.failed("replace the workspace", err)
}

// replacing is a transaction that gets the rows of another workspace.
type replacing struct {
	s *Store
	c *conn
}

// Rows implements relational.Target.
func (t replacing) Rows(ctx context.Context, fn func(r relational.Reader) error) error {
	return fn(t.s.newReader(ctx, t.c, nil).Reader)
}

// Load implements relational.Target.
func (t replacing) Load(ctx context.Context, fn func(r relational.Reader, w relational.Writer) error) error {
	w := &writer{}
	if err := fn(t.s.newReader(ctx, t.c, nil).Reader, w); err != nil {
		return err
	}
	return w.send(ctx, t.c)
}

// Empty implements relational.Target.
func (t replacing) Empty(ctx context.Context) error {
	return t.Load(ctx, func(_ relational.Reader, w relational.Writer) error { return empty(w) })
}
