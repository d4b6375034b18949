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
	if testing.Short() {
		usual /= 20
	}
	return number(t, variable, usual)
}

// number is the number in an environment variable, or the usual one.
func number(t *testing.T, variable string, usual int) int {
	t.Helper()
	text, set := os.LookupEnv(variable)
	if !set {
		return usual
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("%s: %v", variable, err)
	}
	return n
}

// UNDO_SEED draws other histories.
func TestUndoIsWhatTheModelSays(t *testing.T) {
	seed := number(t, "UNDO_SEED", 1)
	undotest.Histories(t, undotest.Options{Histories: histories(t, "UNDO_HISTORIES", 5_000), Seed: uint64(seed)},
		func() (workspace.Store, func()) { return undotest.NewMemory(), func() {} })
}

// Histories that once could not be taken back.
func TestEveryHistoryCanBeTakenBack(t *testing.T) {
	for name, history := range map[string]string{
		"a record came back after its creation was undone by force": `
 1  {"op":"task.create","title":"c"} {"op":"project.create","name":"d"} | apply
 2  {"op":"task.update","id":1,"title":"a"} {"op":"project.delete","id":1} | apply
 3  undo
 4  {"op":"task.create","title":"e","projectId":1} | apply
 5  undo --partial --idempotency-key k3
 6  redo
 7  {"op":"task.delete","id":2} {"op":"task.update","id":1,"title":"a"} | apply
 8  undo 6 --force
 9  rewind`,
		"a record was deleted twice": `
 1  {"op":"project.create","as":"p","name":"a"} {"op":"task.create","title":"c","projectId":{"ref":"p"}} | apply
 2  {"op":"task.delete","id":1} | apply
 3  undo --partial
 4  {"op":"task.delete","id":1} | apply
 5  redo --force
 6  rewind`,
	} {
		t.Run(name, func(t *testing.T) { undotest.Replay(t, undotest.NewMemory(), history) })
	}
}

// The same in the file: fewer histories, several in each workspace.
func TestUndoInAFileIsWhatTheModelSays(t *testing.T) {
	dir := place(t)
	var n atomic.Int64
	undotest.Histories(t, undotest.Options{Histories: histories(t, "UNDO_FILE_HISTORIES", 200), Seed: 2, Share: 20},
		func() (workspace.Store, func()) {
			path := filepath.Join(dir, fmt.Sprint("w", n.Add(1)))
			s, err := sqlite.Open(path, workspace.ToWrite)
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

func (r countingReader) Last(action ledger.Action, actor string) (ledger.Batch, bool, error) {
	*r.read++
	return r.Reader.Last(action, actor)
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
