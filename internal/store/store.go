// Package store opens the workspace at a location: in a file, on a cluster of rqlite nodes,
// or in a PostgreSQL database. It is the only package that knows which stores there are.
package store

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"time"

	"assister/internal/postgres"
	"assister/internal/problem"
	"assister/internal/relational"
	"assister/internal/rqlite"
	"assister/internal/session"
	"assister/internal/vector"
	"assister/internal/workspace"
)

// Location says where a workspace is.
type Location interface {
	// String is the path or the address, without its password.
	String() string
	// File is the path of a file; "" for a server.
	File() string
	// Trips is how many requests the stores that were opened here have sent to a server.
	Trips() int64
	// Identity is the name under which heads of the audit trail are kept.
	Identity() (string, error)

	Open(ctx context.Context, o workspace.Opening) (Store, error)
	// Exists reports whether there is a workspace. A server is asked, for as long as wait.
	Exists(ctx context.Context, wait time.Duration) (bool, error)
	// Absent is the refusal of a command that needs a workspace where there is none.
	Absent() *problem.Refusal

	// Backup stages a copy for a file, which it replaces only with force. It waits for a server.
	Backup(ctx context.Context, file string, force bool, wait time.Duration) (Staged, error)
	// Restore stages a copy of a backup for this location.
	Restore(ctx context.Context, backup string, r Replacing) (Staged, error)
	// Rebuild stages a workspace for this location that the ledger leads to.
	Rebuild(ctx context.Context, r Replacing) (Staged, error)
	// Receive stages a workspace for this location, which has none, for the rows of another.
	// It continues an interrupted copy.
	Receive(ctx context.Context, wait time.Duration) (Incoming, error)
}

// Replacing says how a workspace is replaced.
type Replacing struct {
	Wait time.Duration // for other programs
	Keep string        // the directory for the old workspace of a server
}

// Store is an open workspace.
type Store interface {
	workspace.Store
	session.Store
	relational.Source

	// Reindex rebuilds the full-text index from the records.
	Reindex(ctx context.Context) error
	// KeepVectors replaces embeddings if they are still as they were.
	KeepVectors(ctx context.Context, was vector.State, change vector.Change) error
	// Examine compares what the store keeps with itself.
	Examine(ctx context.Context) (workspace.Examination, error)

	// Path is the file with links resolved, or the address without its password.
	Path() string
	Mode() workspace.Mode
	// Missing reports whether there is no workspace, so that the store is empty. A store on
	// a server knows after its first request.
	Missing() bool
	// Witnessed makes a witness keep the head of each commit from then on.
	Witnessed(by workspace.Witness)
	Close() error
	// CloseOnExit is Close for a process that is about to exit.
	CloseOnExit() error
}

// Remote is a store on a server.
type Remote interface {
	Store
	// Ahead asks what a large batch will ask, while its operations are read.
	Ahead(ctx context.Context)
	// Findings are what checks of the server have found.
	Findings(ctx context.Context) ([]workspace.Finding, error)
}

// Staged is a whole workspace that does not have its place yet. Place gives it the place, and
// Discard removes it; one of them has to be called.
type Staged interface {
	Store
	// Place keeps what is there under another name, with the time in it.
	Place(ctx context.Context, at time.Time) (kept workspace.Aside, err error)
	Discard()
}

// Incoming is a staged workspace that gets the rows of another. Discard keeps them for the next
// copy.
type Incoming interface {
	Staged
	relational.Target
}

// Parse returns the location that a text names: a path, or an address with a scheme. A
// refused text is never shown, since it may have a password.
func Parse(text string) (Location, error) {
	scheme, _, address := strings.Cut(text, "://")
	switch {
	case !address:
		return file{text}, nil
	case scheme == rqlite.Scheme || scheme == rqlite.SchemeTLS:
		a, err := rqlite.ParseAddress(text)
		if err != nil {
			return nil, err
		}
		return remote{cluster{a, new(atomic.Int64)}}, nil
	case postgres.IsAddress(text):
		a, err := postgres.ParseAddress(text)
		if err != nil {
			return nil, err
		}
		return remote{database{a, new(atomic.Int64)}}, nil
	}
	return nil, problem.Refuse(problem.Usage, "invalid_address", "there is no store for addresses with this scheme",
		"name a file, or an address that begins with rqlite://, rqlites:// or postgres://")
}

// hasCode reports whether an error is a refusal with a code.
func hasCode(err error, code string) bool {
	var refusal *problem.Refusal
	return errors.As(err, &refusal) && refusal.Problem.Code == code
}
