//go:build linux

package faults

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// fault is a way in which a write, sync, truncation or removal fails.
type fault struct {
	name  string
	errno syscall.Errno // 0 kills the process
	half  bool          // half of a write is done
	on    bool          // all later calls fail too
}

var ways = []fault{
	{name: "killed"},
	{name: "killed in the middle", half: true},
	{name: "no space", errno: syscall.ENOSPC},
	{name: "no space from there on", errno: syscall.ENOSPC, half: true, on: true},
	{name: "error", errno: syscall.EIO},
	{name: "error from there on", errno: syscall.EIO, on: true},
}

// work is a command that writes, and the preparation of its workspace.
type work struct {
	name  string
	ready func(h *home)
	stdin string
	args  []string
	// there reports whether the work was done. Work that was done in part ends the
	// test.
	there func(s seen) bool
	step  int // in the quick form, only every step-th call fails
}

// works are the commands to test. A retry of each does its work once, or reports that it
// is done.
var works = []work{
	{
		name:  "apply",
		ready: func(h *home) { h.run(creations(6, "first"), "apply", "--yes").must(0) },
		stdin: creations(6, "x"),
		args:  []string{"apply", "--yes", "--idempotency-key", "x"},
		there: func(s seen) bool { return s.batchOf("x", 6) },
		step:  1,
	},
	{
		// It writes enough to move the log into the file at the end.
		name:  "apply and checkpoint",
		ready: func(h *home) { h.run(creations(900, "first"), "apply", "--yes").must(0) },
		stdin: creations(900, "x"),
		args:  []string{"apply", "--yes", "--idempotency-key", "x"},
		there: func(s seen) bool { return s.batchOf("x", 900) },
		step:  31,
	},
	{
		name: "undo",
		ready: func(h *home) {
			h.run(creations(6, "x"), "apply", "--yes").must(0)
			h.run(creations(1, "y"), "apply", "--yes").must(0)
		},
		args: []string{"undo", "1"},
		there: func(s seen) bool {
			undone := s.number("SELECT count(*) FROM batch WHERE undoes = 1")
			marked := s.number("SELECT count(*) FROM batch WHERE id = 1 AND undone_by IS NOT NULL")
			left := s.number("SELECT count(*) FROM task WHERE title LIKE 'x %'")
			if undone != marked || left != 6*(1-undone) {
				s.t.Fatalf("half an undo: %d batches, %d marks, %d of 6 tasks left", undone, marked, left)
			}
			return undone == 1
		},
		step: 1,
	},
	{
		// Without a number, another try would undo another batch; the key keeps it to one.
		name: "undo of the newest",
		ready: func(h *home) {
			h.run(creations(6, "y"), "apply", "--yes").must(0)
			h.run(creations(6, "x"), "apply", "--yes").must(0)
		},
		args: []string{"undo", "--idempotency-key", "u"},
		there: func(s seen) bool {
			undone := s.number("SELECT count(*) FROM batch WHERE key = 'u'")
			if left := s.number("SELECT count(*) FROM task"); left != 12-6*undone || undone > 1 {
				s.t.Fatalf("%d batches, %d of 12 tasks left", undone, left)
			}
			return undone == 1
		},
		step: 3,
	},
	{
		name: "redo",
		ready: func(h *home) {
			h.run(creations(6, "x"), "apply", "--yes").must(0)
			h.run("", "undo").must(0)
		},
		args: []string{"redo", "1"},
		there: func(s seen) bool {
			redone := s.number("SELECT count(*) FROM batch WHERE action = 'redo'")
			marked := s.number("SELECT count(*) FROM batch WHERE id = 2 AND undone_by IS NOT NULL")
			back := s.number("SELECT count(*) FROM task")
			if redone != marked || back != 6*redone {
				s.t.Fatalf("half a redo: %d batches, %d marks, %d of 6 tasks", redone, marked, back)
			}
			return redone == 1
		},
		step: 3,
	},
	{
		name:  "create",
		ready: func(*home) {},
		stdin: creations(6, "x"),
		args:  []string{"apply", "--yes", "--idempotency-key", "x"},
		there: func(s seen) bool { return s.batchOf("x", 6) },
		step:  2,
	},
}

// Whichever write or sync fails, and however, the database stays undamaged, and the
// program reports the outcome truthfully: done, not done, or unknown if it cannot know.
func TestEveryFailingWriteIsReportedTruthfully(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	shim := buildShim(t)
	for _, w := range works {
		t.Run(w.name, func(t *testing.T) {
			t.Parallel()
			model := newHome(t)
			w.ready(model)
			for _, way := range ways {
				t.Run(way.name, func(t *testing.T) { tryEvery(t, shim, w, way, model) })
			}
		})
	}
}

// tryEvery tests one fault at one call after the other, until the work ends before the
// fault.
func tryEvery(t *testing.T, shim string, w work, way fault, model *home) {
	step := w.step
	if *every > 0 {
		step = *every
	}
	tally := map[string]int{}
	points := 0
	for at, more := 1, true; more && !t.Failed(); at += step {
		try(t, func(t testing.TB) {
			h := newHome(t)
			h.takeFrom(model)
			mark := filepath.Join(filepath.Dir(h.dir), "mark")
			e := h.with(way.env(shim, at, mark)...).run(w.stdin, w.args...)
			failed, err := os.ReadFile(mark)
			if more = err == nil; more {
				points++
				tally[h.judge(w, way, at, string(failed) == "w", e)]++
				return
			}
			e.must(0)
			if !w.there(h.look()) {
				t.Fatal("it was not done, although nothing failed")
			}
		})
	}
	reached(t, points)
	t.Logf("%d points: %v", points, tally)
	if points == 0 {
		t.Error("no fault came, so this has shown nothing")
	}
}

// judge compares the reported outcome with the workspace and repeats the work. If the
// disk was full, nothing can have been committed, and the program knows it. A sync may
// have failed after everything was written.
func (h *home) judge(w work, way fault, at int, write bool, e ended) (verdict string) {
	h.t.Helper()
	there := h.exists() && w.there(h.look())
	done, said := e.done()
	status := word(done, "status")
	wrong := func(what string) { h.t.Errorf("at %d %s:\n%s%s", at, what, brief(e.stdout), brief(e.stderr)) }
	switch {
	case way.errno == 0 && !e.killed:
		wrong("it was to be killed")
	case e.killed && said && status == "done" && !there:
		wrong("it said that it was done, and it is not")
	case e.killed:
		status = "killed"
	case !said:
		wrong("it did not say how it ended")
	case e.code == 0 && (!there || status != "done"):
		wrong("it said that it was done, and it is not")
	case e.code == 1 && there:
		wrong("it said that nothing was done, and it was")
	case e.code == 8 && (!way.on || way.errno == syscall.ENOSPC && write && !there):
		wrong("it said that it cannot tell, and it could")
	case e.code == 8 && !strings.Contains(e.stdout, `"hint":"`):
		wrong("it does not know, and does not say how to find out")
	case e.code != 0 && e.code != 1 && e.code != 8:
		wrong("it ended with another code")
	}
	again, _ := h.run(w.stdin, w.args...).must(0).done()
	if flagged(again, "replayed") != there {
		wrong(fmt.Sprintf("it was there: %v; tried once more, replayed: %v", there, flagged(again, "replayed")))
	}
	now := h.look()
	now.whole()
	if !w.there(now) {
		wrong("it is not there after a second try")
	}
	h.run("", "audit", "verify").must(0)
	h.tidy()
	return fmt.Sprintf("%s, there %v", status, there)
}

func (f fault) env(shim string, at int, mark string) []string {
	env := []string{"LD_PRELOAD=" + shim, "FAULT_FILES=w.db", "FAULT_AT=" + strconv.Itoa(at), "FAULT_MARK=" + mark}
	if f.errno != 0 {
		env = append(env, "FAULT_ERRNO="+strconv.Itoa(int(f.errno)))
	}
	if f.half {
		env = append(env, "FAULT_HALF=1")
	}
	if f.on {
		env = append(env, "FAULT_ON=1")
	}
	return env
}

// takeFrom makes the workspace a copy of another one.
func (h *home) takeFrom(model *home) {
	for _, suffix := range []string{"", "-wal"} {
		if _, err := os.Stat(model.db + suffix); err == nil {
			copyFile(h.t, model.db+suffix, h.db+suffix)
		}
	}
}

// buildShim compiles testdata/shim.c, which has to be loaded before libc.
func buildShim(t *testing.T) string {
	t.Helper()
	shim := filepath.Join(built, "shim.so")
	if _, err := os.Stat(shim); err == nil {
		return shim
	}
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("gcc is needed to make writes fail")
	}
	var out bytes.Buffer
	c := exec.Command(gcc, "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", shim, "testdata/shim.c", "-ldl", "-lpthread")
	c.Stdout, c.Stderr = &out, &out
	if err := c.Run(); err != nil {
		t.Fatalf("compile the shim: %v\n%s", err, &out)
	}
	return shim
}
