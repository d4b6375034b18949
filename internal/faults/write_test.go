//go:build linux

package faults

import (
	"bytes"
	"fmt"
	"math"
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
	args  []string // "../" is the directory around that of the workspace
	// there reports whether the work was done. Work that was done in part ends the
	// test.
	there  func(h *home) bool
	step   int    // usually, only every step-th call fails
	repeat bool   // it is done again when it is tried again
	leaves string // a pattern of the files that it leaves next to the workspace
}

// works are the commands to test. A retry of each that does not repeat its work does it
// once, or reports that it is done.
var works = []work{
	{
		name:  "apply",
		ready: func(h *home) { h.run(creations(6, "first"), "apply", "--yes").must(0) },
		stdin: creations(6, "x"),
		args:  []string{"apply", "--yes", "--idempotency-key", "x"},
		there: func(h *home) bool { return h.look().batchOf("x", 6) },
		step:  2,
	},
	{
		// It writes enough to move the log into the file at the end.
		name:  "apply and checkpoint",
		ready: func(h *home) { h.run(creations(900, "first"), "apply", "--yes").must(0) },
		stdin: creations(900, "x"),
		args:  []string{"apply", "--yes", "--idempotency-key", "x"},
		there: func(h *home) bool { return h.look().batchOf("x", 900) },
		step:  61,
	},
	{
		name: "undo",
		ready: func(h *home) {
			h.run(creations(6, "x"), "apply", "--yes").must(0)
			h.run(creations(1, "y"), "apply", "--yes").must(0)
		},
		args: []string{"undo", "1"},
		there: func(h *home) bool {
			s := h.look()
			undone := s.number("SELECT count(*) FROM batch WHERE undoes = 1")
			marked := s.number("SELECT count(*) FROM batch WHERE id = 1 AND undone_by IS NOT NULL")
			left := s.number("SELECT count(*) FROM task WHERE title LIKE 'x %'")
			if undone != marked || left != 6*(1-undone) {
				s.t.Fatalf("half an undo: %d batches, %d marks, %d of 6 tasks left", undone, marked, left)
			}
			return undone == 1
		},
		step: 3,
	},
	{
		// Without a number, another try would undo another batch; the key keeps it to one.
		name: "undo of the newest",
		ready: func(h *home) {
			h.run(creations(6, "y"), "apply", "--yes").must(0)
			h.run(creations(6, "x"), "apply", "--yes").must(0)
		},
		args: []string{"undo", "--idempotency-key", "u"},
		there: func(h *home) bool {
			s := h.look()
			undone := s.number("SELECT count(*) FROM batch WHERE key = 'u'")
			if left := s.number("SELECT count(*) FROM task"); left != 12-6*undone || undone > 1 {
				s.t.Fatalf("%d batches, %d of 12 tasks left", undone, left)
			}
			return undone == 1
		},
		step: 5,
	},
	{
		name: "redo",
		ready: func(h *home) {
			h.run(creations(6, "x"), "apply", "--yes").must(0)
			h.run("", "undo").must(0)
		},
		args: []string{"redo", "1"},
		there: func(h *home) bool {
			s := h.look()
			redone := s.number("SELECT count(*) FROM batch WHERE action = 'redo'")
			marked := s.number("SELECT count(*) FROM batch WHERE id = 2 AND undone_by IS NOT NULL")
			back := s.number("SELECT count(*) FROM task")
			if redone != marked || back != 6*redone {
				s.t.Fatalf("half a redo: %d batches, %d marks, %d of 6 tasks", redone, marked, back)
			}
			return redone == 1
		},
		step: 5,
	},
	{
		name:  "create",
		ready: func(*home) {},
		stdin: creations(6, "x"),
		args:  []string{"apply", "--yes", "--idempotency-key", "x"},
		there: func(h *home) bool { return h.look().batchOf("x", 6) },
		step:  5,
	},
	{
		name: "delete",
		ready: func(h *home) {
			h.run(`{"op":"project.create","name":"p"}`, "apply", "--yes").must(0)
			h.run(strings.ReplaceAll(creations(6, "x"), `"op"`, `"projectId":1,"op"`), "apply", "--yes").must(0)
		},
		stdin: `{"op":"bulk_delete","where":{"kind":"task"}}` + "\n" + `{"op":"project.delete","id":1}`,
		args:  []string{"apply", "--yes", "--idempotency-key", "x"},
		there: func(h *home) bool {
			s := h.look()
			deleted := s.number("SELECT count(*) FROM batch WHERE key = 'x'")
			left := s.number("SELECT count(*) FROM project")
			if tasks := s.number("SELECT count(*) FROM task"); left != 1-deleted || tasks != 6*left {
				s.t.Fatalf("half a deletion: %d batches, %d projects, %d tasks", deleted, left, tasks)
			}
			return deleted == 1
		},
		step: 7,
	},
	{
		// One of the tasks has changed since.
		name:  "undo in part",
		ready: changedSince,
		args:  []string{"undo", "1", "--partial"},
		there: func(h *home) bool { return h.undoneBut(1) },
		step:  7,
	},
	{
		name:  "undo by force",
		ready: changedSince,
		args:  []string{"undo", "1", "--force"},
		there: func(h *home) bool { return h.undoneBut(0) },
		step:  7,
	},
	{
		name:   "backup",
		ready:  func(h *home) { h.run(creations(60, "x"), "apply", "--yes", "--idempotency-key", "x").must(0) },
		args:   []string{"backup", "--force", "../copy of w.db"},
		repeat: true,
		there: func(h *home) bool {
			copied := *h
			copied.db = filepath.Join(filepath.Dir(h.dir), "copy of w.db")
			if !copied.exists() {
				return false
			}
			s := copied.look()
			s.whole()
			return s.batchOf("x", 60)
		},
		step: 11,
	},
	{
		name: "restore",
		ready: func(h *home) {
			h.run(creations(5, "x"), "apply", "--yes").must(0)
			h.run("", "backup", h.saved()).must(0)
			h.run(creations(5, "y"), "apply", "--yes").must(0)
		},
		args:   []string{"restore", "--yes", "../saved"},
		repeat: true,
		leaves: "w.db.2*Z*",
		there: func(h *home) bool {
			s := h.look()
			s.whole()
			return s.number("SELECT count(*) FROM batch") == 1
		},
		step: 11,
	},
	{
		name: "rebuild",
		ready: func(h *home) {
			h.run(creations(6, "x"), "apply", "--yes").must(0)
			db := h.directly()
			defer db.Close()
			if _, err := db.Exec("UPDATE task SET title = 'damaged' WHERE id = 1"); err != nil {
				h.t.Fatal(err)
			}
		},
		args:   []string{"doctor", "rebuild", "--yes"},
		repeat: true,
		leaves: "w.db.2*Z*",
		there:  func(h *home) bool { return h.look().number("SELECT count(*) FROM task WHERE title = 'damaged'") == 0 },
		step:   11,
	},
}

// changedSince makes a batch of tasks, one of which changes later.
func changedSince(h *home) {
	h.run(creations(6, "x"), "apply", "--yes").must(0)
	h.run(`{"op":"task.update","id":3,"title":"x changed"}`, "apply", "--yes").must(0)
}

// undoneBut reports whether the six tasks of the first batch are undone but for some.
func (h *home) undoneBut(kept int64) bool {
	h.t.Helper()
	s := h.look()
	undone := s.number("SELECT count(*) FROM batch WHERE undoes = 1")
	if left := s.number("SELECT count(*) FROM task"); left != 6-undone*(6-kept) {
		s.t.Fatalf("half an undo: %d batches, %d of 6 tasks left", undone, left)
	}
	return undone == 1
}

// saved is where a backup is that the copies of a home get, too.
func (h *home) saved() string { return filepath.Join(filepath.Dir(h.dir), "saved") }

// absolute returns arguments that mean the same wherever the program runs.
func (h *home) absolute(args []string) (all []string) {
	for _, a := range args {
		all = append(all, strings.Replace(a, "../", filepath.Dir(h.dir)+"/", 1))
	}
	return all
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
			end := math.MaxInt
			for i, way := range ways {
				t.Run(way.name, func(t *testing.T) { tryEvery(t, shim, w, way, model, i, &end) })
			}
		})
	}
}

// tryEvery tests one fault at one call after the other, until the work ends before the
// fault. The first call depends on the number of the fault, so that calls which one fault
// skips are those of another. The end is a call that an earlier fault has found to be beyond
// the work, however it fails.
func tryEvery(t *testing.T, shim string, w work, way fault, model *home, number int, end *int) {
	step := w.step * *thin
	if *every > 0 {
		step = *every
	}
	tally := map[string]int{}
	points := 0
	for at, more := 1+number*step/len(ways), true; more && at < *end && !t.Failed(); at += step {
		try(t, func(t testing.TB) {
			h := newHome(t)
			h.takeFrom(model)
			w := w
			w.args = h.absolute(w.args)
			mark := filepath.Join(filepath.Dir(h.dir), "mark")
			e := h.with(way.env(shim, at, mark)...).run(w.stdin, w.args...)
			failed, err := os.ReadFile(mark)
			if more = err == nil; more {
				points++
				tally[h.judge(w, way, at, string(failed) == "w", e)]++
				return
			}
			*end = at
			e.must(0)
			if !w.there(h) {
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
	there := h.exists() && w.there(h)
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
	again, _ := h.here(w.stdin, w.args...).must(0).done()
	if flagged(again, "replayed") != there && !w.repeat {
		wrong(fmt.Sprintf("it was there: %v; tried once more, replayed: %v", there, flagged(again, "replayed")))
	}
	h.whole()
	if !w.there(h) {
		wrong("it is not there after a second try")
	}
	h.tidy(w.leaves)
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

// takeFrom makes the workspace and its backup copies of those of another home.
func (h *home) takeFrom(model *home) {
	for from, to := range map[string]string{model.db: h.db, model.db + "-wal": h.db + "-wal", model.saved(): h.saved()} {
		if _, err := os.Stat(from); err == nil {
			copyFile(h.t, from, to)
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
