package workspace_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"assister/internal/record"
	"assister/internal/sqlite"
	"assister/internal/workspace"
)

// comparable lets cmp read unexported fields of lower packages.
var comparable = cmp.AllowUnexported(record.Value{})

// store returns an empty workspace: in a new file, or on the server of TestOnServers.
func store(t testing.TB) workspace.Store {
	t.Helper()
	if address := os.Getenv(serverVariable); address != "" {
		return onServer(t, address)
	}
	s, err := sqlite.Open(filepath.Join(t.TempDir(), "assister.db"), workspace.ToWrite)
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
