package workspace_test

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"assister/internal/record"
	"assister/internal/sqlite"
	"assister/internal/workspace"
)

// comparable opens what the rooms below keep to themselves.
var comparable = cmp.AllowUnexported(record.Value{})

// store is an empty workspace in a file of its own.
func store(t testing.TB) workspace.Store {
	t.Helper()
	s, err := sqlite.Open(filepath.Join(t.TempDir(), "assister.db"), sqlite.Write)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}
