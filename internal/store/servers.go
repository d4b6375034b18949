package store

import (
	"context"
	"time"

	"assister/internal/postgres"
	"assister/internal/problem"
	"assister/internal/rqlite"
	"assister/internal/workspace"
)

var (
	_ Remote = (*rqlite.Store)(nil)
	_ Remote = (*postgres.Store)(nil)
)

// cluster is a workspace on a cluster of rqlite nodes.
type cluster struct{ rqlite.Address }

func (c cluster) Open(ctx context.Context, o workspace.Opening) (Store, error) {
	return present(rqlite.Open(ctx, c.Address, o))
}

func (c cluster) Exists(ctx context.Context, wait time.Duration) (bool, error) {
	return answers(ctx, c, wait)
}

func (c cluster) File() string { return "" }

// Identity leaves the user out, who may be another one tomorrow.
func (c cluster) Identity() (string, error) {
	c.User = ""
	return c.String(), nil
}

func (c cluster) Backup(context.Context, string, bool) (Staged, error) { return nil, notAFile(c) }
func (c cluster) Restore(context.Context, string, time.Duration) (Staged, error) {
	return nil, notAFile(c)
}
func (c cluster) Rebuild(context.Context, time.Duration) (Staged, error) { return nil, notAFile(c) }

// database is a workspace in a PostgreSQL database.
type database struct{ postgres.Address }

func (d database) Open(ctx context.Context, o workspace.Opening) (Store, error) {
	return present(postgres.Open(ctx, d.Address, o))
}

func (d database) Exists(ctx context.Context, wait time.Duration) (bool, error) {
	return answers(ctx, d, wait)
}

func (d database) File() string { return "" }

// Identity leaves the user out, who may be another one tomorrow.
func (d database) Identity() (string, error) {
	d.User = ""
	return d.String(), nil
}

func (d database) Backup(context.Context, string, bool) (Staged, error) { return nil, notAFile(d) }
func (d database) Restore(context.Context, string, time.Duration) (Staged, error) {
	return nil, notAFile(d)
}
func (d database) Rebuild(context.Context, time.Duration) (Staged, error) { return nil, notAFile(d) }

// answers reports whether a server has a workspace at a location.
func answers(ctx context.Context, l Location, wait time.Duration) (bool, error) {
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
	case hasCode(err, workspace.DatabaseOld):
		return true, nil
	}
	return err == nil, err
}

// notAFile is the refusal of what only a file can do yet.
func notAFile(l Location) error {
	r := problem.Refuse(problem.Usage, "not_a_file", "the workspace is on a server, and this command works on files only",
		"use the backup of the server: pg_dump for PostgreSQL, GET /db/backup for rqlite")
	r.Path = l.String()
	return r
}
