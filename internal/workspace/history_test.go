package workspace_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"testing"

	"assister/internal/ledger"
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

// counting counts the batches that are read.
type counting struct {
	workspace.Store
	read *int
}

type countingReader struct {
	workspace.Reader
	read *int
}

func (s counting) Update(
	ctx context.Context, fn func(workspace.Reader) (workspace.Commit, error),
) (workspace.Receipt, error) {
	return s.Store.Update(ctx, func(r workspace.Reader) (workspace.Commit, error) { return fn(countingReader{r, s.read}) })
}

func (r countingReader) Batch(id int64) (ledger.Batch, bool, error) {
	*r.read++
	return r.Reader.Batch(id)
}

func (r countingReader) Last(action ledger.Action) (ledger.Batch, bool, error) {
	*r.read++
	return r.Reader.Last(action)
}

func (r countingReader) Reversal(root, before int64) (ledger.Batch, bool, error) {
	*r.read++
	return r.Reader.Reversal(root, before)
}

// However many batches there are, and however many are undone, an undo reads a few.
func TestUndoReadsAFewBatchesOfALongLedger(t *testing.T) {
	read := 0
	s := &session{TB: t, Store: counting{undotest.NewMemory(), &read}}
	first := s.apply(milk)
	for i := range 200 {
		s.apply(fmt.Sprintf(`{"op":"task.create","title":"t%d"}`, i))
	}
	for range 150 {
		s.mustUndo(workspace.UndoRequest{})
	}
	for range 100 {
		s.mustUndo(workspace.UndoRequest{Batch: first.Batch.ID})
		s.mustUndo(workspace.UndoRequest{Batch: first.Batch.ID, Redo: true})
	}
	for name, request := range map[string]workspace.UndoRequest{
		"the newest": {}, "the first": {Batch: 1}, "a redo": {Redo: true}, "again": {Batch: 2},
	} {
		read = 0
		s.mustUndo(request)
		if read > 5 {
			t.Errorf("%s reads %d batches", name, read)
		}
	}
}
