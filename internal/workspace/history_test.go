package workspace_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"testing"

	"assister/internal/sqlite"
	"assister/internal/workspace"
	"assister/internal/workspace/undotest"
)

// histories is how many random histories a test draws: the usual number, less with -short,
// or the one of an environment variable.
func histories(t *testing.T, variable string, usual int) int {
	t.Helper()
	text, set := os.LookupEnv(variable)
	switch {
	case !set && testing.Short():
		return usual / 20
	case !set:
		return usual
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("%s: %v", variable, err)
	}
	return n
}

func TestUndoIsWhatTheModelSays(t *testing.T) {
	undotest.Histories(t, undotest.Options{Histories: histories(t, "UNDO_HISTORIES", 20_000), Seed: 1},
		func() (workspace.Store, func()) { return undotest.NewMemory(), func() {} })
}

// The same in the file: fewer histories, several in each workspace.
func TestUndoInAFileIsWhatTheModelSays(t *testing.T) {
	dir := place(t)
	var n atomic.Int64
	undotest.Histories(t, undotest.Options{Histories: histories(t, "UNDO_FILE_HISTORIES", 200), Seed: 2, Share: 20},
		func() (workspace.Store, func()) {
			path := filepath.Join(dir, fmt.Sprint("w", n.Add(1)))
			s, err := sqlite.Open(path, sqlite.Write)
			if err != nil {
				panic(err)
			}
			return s, func() {
				s.Close()
				for _, suffix := range []string{"", "-wal", "-shm", ".lock"} {
					_ = os.Remove(path + suffix)
				}
			}
		})
}

// place is a directory in memory where there is one: whether a disk keeps what it has
// synced is not what the histories are about.
func place(t *testing.T) string {
	dir, err := os.MkdirTemp("/dev/shm", "undo-")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}
