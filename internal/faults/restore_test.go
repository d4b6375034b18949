//go:build linux

package faults

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// backedUp is a home with a backup of a workspace with 5 tasks, to which 5 more were
// added.
func backedUp(t *testing.T) (h *home, backup string) {
	h = newHome(t)
	h.run(creations(5, "first"), "apply", "--yes").must(0)
	backup = filepath.Join(h.tmp, "backup")
	h.run("", "backup", backup).must(0)
	h.run(creations(5, "later"), "apply", "--yes").must(0)
	return h, backup
}

// Whoever reads or writes while the workspace is replaced meets the old one or the new
// one, whole, and no batch that was acknowledged is lost from both.
func TestReadersAndWritersMeetNoMixtureOfTwoWorkspaces(t *testing.T) {
	h, backup := backedUp(t)
	stop := make(chan struct{})
	var others sync.WaitGroup
	var mu sync.Mutex
	acknowledged := map[string]bool{}
	for n := range 3 {
		others.Go(func() {
			for i := 0; ; i++ {
				select {
				case <-stop:
					return
				default:
				}
				if n > 0 {
					if rows := strings.Count(h.run("", "list", "--all").must(0).stdout, `"type":"row"`); rows%5 != 0 {
						t.Errorf("%d records", rows)
					}
					continue
				}
				key := fmt.Sprintf("k%d", i)
				h.run(creations(5, key), "apply", "--yes", "--idempotency-key", key).must(0)
				mu.Lock()
				acknowledged[key] = true
				mu.Unlock()
			}
		})
	}
	others.Go(func() {
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
			}
			to := filepath.Join(h.tmp, fmt.Sprintf("copy%d", i%2))
			h.run("", "backup", "--force", to).must(0)
			h.run("", "doctor", "--verify", "--db", to).must(0)
		}
	})
	restored := 0
	// A restore gives way to whoever has the workspace open, so that it may need many tries.
	for try := 0; try < 60 && restored < 4 || try < 1000 && restored == 0; try++ {
		e := h.run("", "restore", "--yes", "--wait", "200ms", backup)
		done, _ := e.done()
		switch {
		case e.code == 0:
			restored++
		case word(done, "status") != "conflict" && !strings.Contains(e.stdout, `"code":"database_busy"`):
			t.Errorf("code %d\n%s%s", e.code, brief(e.stdout), e.stderr)
		}
	}
	close(stop)
	others.Wait()
	if restored == 0 {
		t.Fatal("nothing was restored, so this has shown nothing")
	}
	t.Logf("restored %d times, %d batches acknowledged", restored, len(acknowledged))
	h.whole()
	names, err := filepath.Glob(h.db + ".2*Z*")
	if err != nil || len(names) != restored {
		t.Errorf("%d times restored, and kept are %q, %v", restored, names, err)
	}
	for _, name := range append(names, h.db) {
		at := *h
		at.db = name
		seen := at.look()
		seen.whole()
		for key := range acknowledged {
			if seen.batchOf(key, 5) {
				delete(acknowledged, key)
			}
		}
	}
	if len(acknowledged) > 0 {
		t.Errorf("batches are nowhere: %v", acknowledged)
	}
}

// failingRestore restores a backup while a write or sync fails, and once more. It reports
// whether the first replaced the workspace, and whether it came as far as the fault.
func (h *home) failingRestore(shim string, way fault, at int, backup string) (is, failed bool) {
	h.t.Helper()
	mark := filepath.Join(filepath.Dir(h.dir), "mark")
	e := h.with(way.env(shim, at, mark)...).run("", "restore", "--yes", backup)
	_, err := os.Stat(mark)
	now := h.look()
	now.whole()
	is = now.number("SELECT count(*) FROM batch") == 1
	done, said := e.done()
	if said && !e.killed && is != (e.code == 0) {
		h.t.Errorf("at %d it ended with %d, replaced is %v\n%s", at, e.code, is, brief(e.stdout))
	}
	if e.killed && said && word(done, "status") == "done" && !is {
		h.t.Errorf("at %d it said that it was done, and it is not", at)
	}
	h.run("", "audit", "verify").must(0)
	h.run("", "restore", "--yes", backup).must(0)
	if left, err := filepath.Glob(filepath.Join(h.dir, ".*.staged*")); len(left) > 0 || err != nil {
		h.t.Errorf("at %d there is left %q, %v", at, left, err)
	}
	return is, err == nil
}

// A restore that fails or is killed anywhere leaves the old workspace or the new one, and
// says which.
func TestARestoreThatFailsLeavesAWholeWorkspace(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	shim := buildShim(t)
	for _, way := range []fault{
		{name: "killed"}, {name: "error", errno: syscall.EIO}, {name: "no space from there on", errno: syscall.ENOSPC, on: true},
	} {
		t.Run(way.name, func(t *testing.T) {
			model, backup := backedUp(t)
			step := 6
			if *every > 0 {
				step = *every
			}
			points, replaced := 0, 0
			for at, more := 1, true; more && !t.Failed(); at += step {
				try(t, func(t testing.TB) {
					h := newHome(t)
					h.takeFrom(model)
					var is bool
					if is, more = h.failingRestore(shim, way, at, backup); is {
						replaced++
					}
				})
				if more {
					points++
				}
			}
			reached(t, points)
			t.Logf("%d points, %d replaced", points, replaced)
			if points == 0 {
				t.Error("no fault came, so this has shown nothing")
			}
		})
	}
}
