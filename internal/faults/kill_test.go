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
	const size, perHome = 20, 40
	draw := rand.New(rand.NewPCG(*seed, 1))
	var real, early, fresh, replayed, acknowledged int
	var h *home
	life := 20 * time.Millisecond // the last measured duration of apply
	for trial := 0; real < *kills; trial++ {
		if trial > 20**kills+100 {
			t.Fatalf("only %d of %d tries killed the program", real, trial)
		}
		if trial%perHome == 0 {
			if h != nil {
				h.whole()
			}
			h = newHome(t)
			// A kill between a commit and its head leaves the file one behind.
			h = h.with("ASSISTER_AUDIT_HEAD=" + filepath.Join(filepath.Dir(h.dir), "heads"))
			h.run(creations(1, "first"), "apply", "--yes").must(0)
			begun := time.Now()
			h.run(creations(size, "measure"), "apply", "--yes").must(0)
			life = time.Since(begun)
		}
		key := fmt.Sprintf("k%d", trial)
		plan := creations(size, key)
		e := h.killed(plan, time.Duration(draw.Int64N(int64(life*12/10))), "apply", "--yes", "--idempotency-key", key)
		if !e.killed {
			early++
			e.must(0)
		} else {
			real++
		}
		acked := strings.Contains(e.stdout, `"type":"done"`)
		there := h.look().batchOf(key, size)
		if acked {
			acknowledged++
		}
		if acked && !there {
			t.Fatalf("%s was acknowledged and is not there", key)
		}
		done, _ := h.run(plan, "apply", "--yes", "--idempotency-key", key).must(0).done()
		if flagged(done, "replayed") != there {
			t.Fatalf("%s was there: %v; applied once more, replayed: %v", key, there, flagged(done, "replayed"))
		}
		if there {
			replayed++
		} else {
			fresh++
		}
		if !h.look().batchOf(key, size) {
			t.Fatalf("%s is not there after a second try", key)
		}
		if trial%8 == 0 {
			h.whole()
		}
		h.tidy()
	}
	h.whole()
	reached(t, real)
	t.Logf("%d kills, %d came too late; of all %d were acknowledged, %d replayed, %d applied by the second try", real, early, acknowledged, replayed, fresh)
	if *kills >= 100 && fresh == 0 {
		t.Error("no kill came before the commit, so this has shown nothing")
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
