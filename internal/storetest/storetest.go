// Package storetest is the suite that every store passes, and the records that the tests
// of stores write. Only tests import it.
//
// A function that gets a snapshot may be called several times, so each of them here begins
// from nothing and reports only what the last call has returned.
package storetest

import (
	"context"
	"testing"

	"assister/internal/session"
	"assister/internal/vector"
	"assister/internal/workspace"
)

// Store is what every store of a workspace offers.
type Store interface {
	workspace.Store
	session.Store
	Witnessed(by workspace.Witness)
	Examine(ctx context.Context) (workspace.Examination, error)
	Reindex(ctx context.Context) error
	KeepVectors(ctx context.Context, was vector.State, change vector.Change) error
	// Missing reports whether the last snapshot was that of no workspace.
	Missing() bool
	Close() error
}

// Subject is a store under test.
type Subject struct {
	// New returns a place without a workspace for one test.
	New func(t testing.TB) Place

	// Checks is how many cases of a property are drawn; 0 for the usual number.
	Checks int
}

// Place is where a workspace can be.
type Place struct {
	// Open opens the workspace as this program does, and OpenLater as a program does whose
	// schema has one migration more.
	Open, OpenLater func(mode workspace.Mode) (Store, error)

	// OpenBefore opens the workspace as a program did that kept all of a turn in about.
	OpenBefore func(mode workspace.Mode) (Store, error)

	// Exec runs statements on the tables as any client of the database can. Tamper does so
	// without the triggers.
	Exec, Tamper func(statements string) error

	// LastIDs is the table with the last id of each kind and of the batches: it has the
	// columns name and seq.
	LastIDs string

	// Lossy opens the workspace. The answer to the next commit is lost, and until heal is
	// called nobody can find out what has become of it. It is nil for a store that no
	// network is in front of.
	Lossy func() (s Store, heal func(), err error)

	another func(t testing.TB) Place
}

// test is one of the suite.
type test struct {
	name string
	run  func(t *testing.T, p Place)
}

// Run runs the suite on a store.
func Run(t *testing.T, s Subject) {
	t.Helper()
	usual := drawing(t, s.Checks)
	defer usual()
	var empty func(t testing.TB) Place
	empty = func(t testing.TB) Place {
		p := s.New(t)
		p.another = empty
		return p
	}
	for _, tests := range [][]test{commits, ledgers, queries, searches, conversations, vectors, writers, helds, schemas} {
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) { tt.run(t, empty(t)) })
		}
	}
}
