//go:build linux

package faults

import (
	"fmt"
	"path/filepath"
	"strings"
	"sync"
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
