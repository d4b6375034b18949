package workspace_test

import (
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"assister/internal/record"
	"assister/internal/sqlite"
	"assister/internal/workspace"
)

// comparable lets cmp read unexported fields of lower packages.
var comparable = cmp.AllowUnexported(record.Value{})

// empty is the file of an empty workspace, which is made once: a test may have hundreds.
var empty = sync.OnceValue(func() []byte {
	dir, err := os.MkdirTemp("", "workspace-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "assister.db")
	s, err := sqlite.Open(path, workspace.ToWrite)
	if err == nil {
		err = s.Close()
	}
	if err != nil {
		panic(err)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		panic(err)
	}
	return content
})

// store returns an empty workspace: in a new file, or on the server of TestOnServers.
func store(t testing.TB) workspace.Store {
	t.Helper()
	if address := os.Getenv(serverVariable); address != "" {
		return onServer(t, address)
	}
	path := filepath.Join(t.TempDir(), "assister.db")
	if err := os.WriteFile(path, empty(), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := sqlite.Open(path, workspace.ToWrite)
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
