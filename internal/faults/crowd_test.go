//go:build linux

package faults

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

const processes = 16

// atOnce runs fn for each of the processes concurrently.
func atOnce(fn func(process int)) {
	var all sync.WaitGroup
	for i := range processes {
		all.Go(func() { fn(i) })
	}
	all.Wait()
}

// Concurrent writers all succeed, on a database that does not exist when they begin.
func TestManyProcessesWithKeysOfTheirOwnEachApplyOnce(t *testing.T) {
	h := newHome(t)
	heads := filepath.Join(filepath.Dir(h.dir), "heads")
	h = h.with("ASSISTER_AUDIT_HEAD=" + heads)
	atOnce(func(process int) {
		for n := range *crowd {
			key := fmt.Sprintf("p%dn%d", process, n)
			e := h.run(creations(5, key), "apply", "--yes", "--idempotency-key", key)
			if done, _ := e.done(); e.code != 0 || flagged(done, "replayed") {
				t.Errorf("%s: code %d\n%s%s", key, e.code, brief(e.stdout), e.stderr)
			}
		}
	})
	if t.Failed() {
		return
	}
	h.whole()
	h.tidy()
	now := h.look()
	for process := range processes {
		for n := range *crowd {
			if key := fmt.Sprintf("p%dn%d", process, n); !now.batchOf(key, 5) {
				t.Errorf("%s is not there", key)
			}
		}
	}
	reached(t, processes**crowd)
	if n := now.number("SELECT count(*) FROM batch"); n != int64(processes**crowd) {
		t.Errorf("%d batches", n)
	}
	// The heads are in the order of the batches, whoever wrote them. On a server, whose
	// writers have no lock on this machine, each is there once.
	onServer := os.Getenv(serverVariable) != ""
	text, err := os.ReadFile(heads)
	if err != nil {
		t.Fatal(err)
	}
	batch := 0
	for line := range strings.Lines(string(text)) {
		batch++
		head := fmt.Sprintf(`"batchId":%d}`, batch)
		if onServer && strings.Count(string(text), head) != 1 {
			t.Fatalf("batch %d has not one head:\n%s", batch, text)
		}
		if !onServer && !strings.Contains(line, head) {
			t.Fatalf("line %d is %s", batch, line)
		}
	}
	if batch != processes**crowd {
		t.Errorf("%d heads", batch)
	}
}

// Of concurrent processes with the same key, one applies and the others get its result.
func TestManyProcessesWithTheSameKeyApplyOnce(t *testing.T) {
	h := newHome(t)
	for n := range *crowd {
		key := fmt.Sprintf("k%d", n)
		var mu sync.Mutex
		fresh, batches := 0, map[int64]bool{}
		atOnce(func(int) {
			e := h.run(creations(5, key), "apply", "--yes", "--idempotency-key", key)
			done, _ := e.done()
			if e.code != 0 {
				t.Errorf("%s: code %d\n%s%s", key, e.code, brief(e.stdout), e.stderr)
			}
			mu.Lock()
			defer mu.Unlock()
			if !flagged(done, "replayed") {
				fresh++
			}
			id, _ := number(done, "batchId")
			batches[id] = true
		})
		if fresh != 1 || len(batches) != 1 {
			t.Fatalf("%s: %d applied it, as the batches %v", key, fresh, batches)
		}
	}
	h.whole()
	if n := h.look().number("SELECT count(*) FROM batch"); n != int64(*crowd) {
		t.Errorf("%d batches", n)
	}
}

// Readers see whole batches, and neither wait nor fail while others write.
func TestReadersSeeWholeBatchesWhileOthersWrite(t *testing.T) {
	h := newHome(t)
	h.run(creations(5, "first"), "apply", "--yes").must(0)
	atOnce(func(process int) {
		if process%4 == 0 {
			if e := h.run(creations(5, fmt.Sprintf("p%d", process)), "apply", "--yes"); e.code != 0 {
				t.Errorf("code %d\n%s", e.code, e.stderr)
			}
			return
		}
		e := h.run("", "list", "--all")
		if e.code != 0 {
			t.Errorf("code %d\n%s", e.code, e.stderr)
		}
		tasks := 0
		for _, v := range e.events() {
			if word(v, "type") == "row" {
				tasks++
			}
		}
		if tasks%5 != 0 {
			t.Errorf("%d tasks were seen: half a batch", tasks)
		}
	})
	h.whole()
}

// A batch that several processes undo is undone once.
func TestManyProcessesUndoABatchOnce(t *testing.T) {
	h := newHome(t)
	h.run(creations(5, "x"), "apply", "--yes").must(0)
	var mu sync.Mutex
	fresh := 0
	atOnce(func(int) {
		e := h.run("", "undo", "1")
		done, _ := e.done()
		if e.code != 0 {
			t.Errorf("code %d\n%s%s", e.code, brief(e.stdout), e.stderr)
		}
		mu.Lock()
		defer mu.Unlock()
		if !flagged(done, "replayed") {
			fresh++
		}
	})
	if fresh != 1 {
		t.Errorf("%d undid it", fresh)
	}
	h.whole()
	if n := h.look().number("SELECT count(*) FROM task"); n != 0 {
		t.Errorf("%d tasks are left", n)
	}
}
