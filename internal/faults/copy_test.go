//go:build linux

package faults

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// After a kill at any moment of a copy there is no workspace at the new place or a whole one,
// and the same command ends with a whole one that has the head of the old.
func TestAKilledCopyIsContinued(t *testing.T) {
	draw := rand.New(rand.NewPCG(*seed, 2))
	h := newHome(t)
	for range 10 {
		h.here(creations(100, "task"), "apply", "--yes").must(0)
	}
	head := trailHead(h)
	dir := t.TempDir()
	begun := time.Now()
	h.run("", "db", "copy", h.db, filepath.Join(dir, "measure")).must(0)
	life := time.Since(begun)
	kills, continued := min(*kills, 15), 0
	for real, tries := 0, 0; real < kills; tries++ {
		if tries > 20*kills {
			t.Fatalf("only %d of %d tries killed the program", real, tries)
		}
		to := filepath.Join(dir, "to")
		e := h.killed("", time.Duration(draw.Int64N(int64(life))), "db", "copy", h.db, to)
		if e.killed {
			real++
		}
		_, err := os.Stat(to)
		switch there := err == nil; {
		case there:
			h.here("", "audit", "verify", "--db", to, "--expect", head).must(0)
		case strings.Contains(e.stdout, `"type":"done"`) && e.code == 0:
			t.Fatal("a copy was announced and is not there")
		default:
			again := h.here("", "db", "copy", h.db, to).must(0)
			if !strings.Contains(again.stdout, `"found":0,`) {
				continued++
			}
			h.here("", "audit", "verify", "--db", to, "--expect", head).must(0)
			h.here("", "doctor", "--verify", "--db", to).must(0)
		}
		for _, path := range []string{to, to + ".lock", to + "-wal", to + "-shm"} {
			_ = os.Remove(path)
		}
	}
	if left, err := filepath.Glob(filepath.Join(dir, ".*")); err != nil || len(left) > 0 {
		t.Errorf("files are left: %v, %v", left, err)
	}
	if kills >= 10 && continued == 0 {
		t.Error("no kill came in the middle of a copy, so this has shown nothing")
	}
}

// trailHead returns the head of the trail.
func trailHead(h *home) string {
	h.t.Helper()
	done, _ := h.run("", "audit", "verify").must(0).done()
	head, _ := done.Get("auditHead")
	return head.Text
}
