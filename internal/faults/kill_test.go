//go:build linux

package faults

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// After a kill at any moment of apply the batch is whole or absent, acknowledged batches
// are there, and a retry with the same key applies the batch once.
func TestAKillLeavesAWholeBatchOrNone(t *testing.T) {
	const perHome = 40
	draw := rand.New(rand.NewPCG(*seed, 1))
	var k killings
	for tries := 0; k.real < *kills; tries += perHome {
		if tries > 20**kills+100 {
			t.Fatalf("only %d of %d tries killed the program", k.real, tries)
		}
		try(t, func(t testing.TB) { k.inHome(newHome(t), draw, min(perHome, *kills-k.real)) })
	}
	reached(t, k.real)
	t.Logf("%d kills, %d came too late; of all %d were acknowledged, %d replayed, %d applied by the second try",
		k.real, k.late, k.acknowledged, k.replayed, k.fresh)
	if *kills >= 100 && k.fresh == 0 {
		t.Error("no kill came before the commit, so this has shown nothing")
	}
}

// killings counts what became of runs that were to be killed.
type killings struct {
	real, late                    int
	acknowledged, replayed, fresh int
}

// inHome kills some applies in one workspace.
func (k *killings) inHome(h *home, draw *rand.Rand, tries int) {
	h.t.Helper()
	const size = 20
	// A kill between a commit and its head leaves the file one behind.
	h = h.with("ASSISTER_AUDIT_HEAD=" + filepath.Join(filepath.Dir(h.dir), "heads"))
	h.run(creations(1, "first"), "apply", "--yes").must(0)
	begun := time.Now()
	h.run(creations(size, "measure"), "apply", "--yes").must(0)
	life := time.Since(begun)
	for n := range tries {
		key := fmt.Sprintf("k%d", n)
		k.one(h, key, size, time.Duration(draw.Int64N(int64(life*12/10))))
		if n%8 == 0 {
			h.whole()
		}
		h.tidy()
	}
	h.whole()
}

// one kills an apply after a delay, and applies the same again.
func (k *killings) one(h *home, key string, size int, delay time.Duration) {
	h.t.Helper()
	plan := creations(size, key)
	e := h.killed(plan, delay, "apply", "--yes", "--idempotency-key", key)
	if !e.killed {
		k.late++
		e.must(0)
	} else {
		k.real++
	}
	there := h.look().batchOf(key, size)
	if strings.Contains(e.stdout, `"type":"done"`) {
		k.acknowledged++
		if !there {
			h.t.Fatalf("%s was acknowledged and is not there", key)
		}
	}
	done, _ := h.here(plan, "apply", "--yes", "--idempotency-key", key).must(0).done()
	if flagged(done, "replayed") != there {
		h.t.Fatalf("%s was there: %v; applied once more, replayed: %v", key, there, flagged(done, "replayed"))
	}
	if there {
		k.replayed++
	} else {
		k.fresh++
	}
	if !h.look().batchOf(key, size) {
		h.t.Fatalf("%s is not there after a second try", key)
	}
}

// killed runs the program and kills it after a delay.
func (h *home) killed(stdin string, after time.Duration, args ...string) ended {
	h.t.Helper()
	c := h.command(append([]string{"--non-interactive"}, args...)...)
	var stdout, stderr bytes.Buffer
	c.Stdin, c.Stdout, c.Stderr = strings.NewReader(stdin), &stdout, &stderr
	if err := c.Start(); err != nil {
		h.t.Fatal(err)
	}
	timer := time.AfterFunc(after, func() { _ = c.Process.Signal(syscall.SIGKILL) })
	defer timer.Stop()
	return h.wait(c, &stdout, &stderr)
}
