//go:build linux

package faults

import (
	"bytes"
	"context"
	"database/sql"
	"debug/elf"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	_ "github.com/mattn/go-sqlite3"

	"assister/internal/ijson"
	"assister/internal/storetest/servers"
)

var (
	kills  = flag.Int("faults.kills", 30, "real kills of apply")
	crowd  = flag.Int("faults.crowd", 3, "batches of each of 16 processes at once")
	damage = flag.Int("faults.damage", 20, "damaged copies of a database")
	plans  = flag.Int("faults.plans", 300, "random streams of operations")
	models = flag.Int("faults.models", 80, "answers of a hostile model")
	every  = flag.Int("faults.every", 0, "every N-th point where a write can fail")
	thin   = flag.Int("faults.thin", 3, "without faults.every, one of N of the usual points")
	seed   = flag.Uint64("faults.seed", 1, "of everything that is drawn")
)

// assister is the program, which is built once. The directory has the other builds too.
var assister, built string

func TestMain(m *testing.M) {
	flag.Parse()
	if flag.Lookup("test.list").Value.String() != "" {
		os.Exit(m.Run()) // names need no program
	}
	// Under nohup, a hangup is ignored, and so it would be in the programs that are started here. A signal
	// that is caught is not.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	os.Exit(func() int {
		var err error
		if built, err = os.MkdirTemp("", "faults-"); err != nil {
			panic(err)
		}
		defer os.RemoveAll(built)
		// Other users run it too.
		if err := os.Chmod(built, 0o755); err != nil {
			panic(err)
		}
		assister = filepath.Join(built, "assister")
		// Go keeps what `go run` links, so that several tests share it.
		build := exec.Command("go", "run", "-ldflags=-w", "-exec", "cp", "assister/cmd/assister", assister)
		if out, err := build.CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "build the program: %v\n%s", err, out)
			return 1
		}
		return m.Run()
	}())
}

// A program that can call methods by name keeps every exported method of every type,
// which makes each start longer and each process larger. Nothing here calls this one.
func TestUnusedMethodsAreNotLinked(t *testing.T) {
	program, err := elf.Open(assister)
	if err != nil {
		t.Fatal(err)
	}
	defer program.Close()
	names, err := program.Section(".gopclntab").Data() // of all functions, for stack traces
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(names, []byte("\x00reflect.(*Value).MethodByName\x00")) {
		t.Error("the linker keeps all methods: something calls reflect.Value.MethodByName, such as text/template")
	}
	if !bytes.Contains(names, []byte("\x00main.main\x00")) {
		t.Error("the program has no function main.main")
	}
}

// trial is a part of a test. What it makes and opens is gone at its end: a test may have
// tens of thousands of them.
type trial struct {
	testing.TB
	last []func()
}

// Cleanup calls fn at the end of the trial.
func (p *trial) Cleanup(fn func()) { p.last = append(p.last, fn) }

// try runs a trial.
func try(t testing.TB, fn func(t testing.TB)) {
	p := &trial{TB: t}
	defer func() {
		for _, fn := range slices.Backward(p.last) {
			fn()
		}
	}()
	fn(p)
}

func TestATrialLeavesNothingOpenOrBehind(t *testing.T) {
	opened := func() int {
		entries, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Fatal(err)
		}
		return len(entries)
	}
	var h *home
	before := opened()
	try(t, func(t testing.TB) {
		h = newHome(t)
		h.run(creations(1, "x"), "apply", "--yes").must(0)
		h.here(creations(1, "y"), "apply", "--yes").must(0)
		h.look().whole()
		if opened() == before {
			t.Error("no file was open, so this has shown nothing")
		}
	})
	if now := opened(); now != before || h.exists() {
		t.Errorf("%d files were open before and %d after; the home is there: %v", before, now, h.exists())
	}
}

// home is the directory of a workspace and the environment of the program there.
type home struct {
	t   testing.TB
	dir string // of the workspace only
	tmp string // $TMPDIR
	db  string
	env []string
}

// newHome returns an empty home, without a terminal.
func newHome(t testing.TB) *home {
	t.Helper()
	at := place(t)
	h := &home{t: t, dir: filepath.Join(at, "data"), tmp: filepath.Join(at, "tmp")}
	for _, dir := range []string{h.dir, h.tmp} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	h.db = filepath.Join(h.dir, "w.db")
	if server := os.Getenv(serverVariable); server != "" {
		h.db = server
		servers.Wipe(t, server)
	}
	h.env = []string{"HOME=" + at, "TMPDIR=" + h.tmp, "PATH=" + os.Getenv("PATH"), "TERM=xterm", "LC_ALL=C.UTF-8",
		"ASSISTER_DB=" + h.db, "ASSISTER_TZ=UTC", "ASSISTER_NOW=2026-11-21T09:00:00"}
	return h
}

// place returns a directory in memory if there is one: the tests start thousands of
// processes, and do not test whether a disk keeps synced data.
func place(t testing.TB) string {
	t.Helper()
	at, err := os.MkdirTemp("/dev/shm", "faults-")
	if err != nil {
		at, err = os.MkdirTemp("", "faults-")
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(at) })
	if err := os.Chmod(at, 0o755); err != nil {
		t.Fatal(err)
	}
	return at
}

// with returns the home with more variables.
func (h *home) with(env ...string) *home {
	other := *h
	other.env = append(append([]string(nil), h.env...), env...)
	return &other
}

// command returns the program with these arguments, not started yet.
func (h *home) command(args ...string) *exec.Cmd {
	c := exec.Command(assister, args...)
	c.Env, c.Dir = h.env, h.tmp
	return c
}

// run runs the program to its end.
func (h *home) run(stdin string, args ...string) ended {
	h.t.Helper()
	c := h.command(append([]string{"--non-interactive"}, args...)...)
	c.Stdin = strings.NewReader(stdin)
	return h.finish(c)
}

// here runs the program to its end in this process, which takes a fraction of the time: where
// no fault of a process can come. Unlike a process, it closes the workspace at its end, which
// moves the log into the file.
func (h *home) here(stdin string, args ...string) ended {
	h.t.Helper()
	var stdout bytes.Buffer
	code, stderr := h.inProcess(context.Background(), stdin, &stdout, args...)
	e := ended{t: h.t, args: args, stdout: stdout.String(), stderr: stderr, code: code}
	e.mustNotHaveCrashed()
	return e
}

func (h *home) finish(c *exec.Cmd) ended {
	h.t.Helper()
	var stdout, stderr bytes.Buffer
	c.Stdout, c.Stderr = &stdout, &stderr
	if err := c.Start(); err != nil {
		h.t.Fatal(err)
	}
	return h.wait(c, &stdout, &stderr)
}

// patience is how long a program may take before it counts as stuck. On a server, a crowd
// of them wait for each other's commits.
var patience = func() time.Duration {
	if os.Getenv(serverVariable) != "" {
		return 4 * time.Minute
	}
	return time.Minute
}()

func (h *home) wait(c *exec.Cmd, stdout, stderr *bytes.Buffer) ended {
	h.t.Helper()
	stuck := time.AfterFunc(patience, func() { _ = c.Process.Signal(syscall.SIGQUIT) })
	err := c.Wait()
	if !stuck.Stop() {
		h.t.Errorf("%q was stuck:\n%s", c.Args, stderr)
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		h.t.Fatal(err)
	}
	e := ended{t: h.t, args: c.Args[1:], stdout: stdout.String(), stderr: stderr.String()}
	status := c.ProcessState.Sys().(syscall.WaitStatus)
	e.killed = status.Signaled()
	if e.code = status.ExitStatus(); e.killed {
		e.code = 128 + int(status.Signal())
	}
	e.mustNotHaveCrashed()
	return e
}

// ended is the result of a run.
type ended struct {
	t              testing.TB
	args           []string
	stdout, stderr string
	code           int  // as a shell gives it: 128 and the signal for one that was killed
	killed         bool // by a signal
}

func (e ended) mustNotHaveCrashed() {
	e.t.Helper()
	if strings.Contains(e.stderr, "goroutine ") || strings.Contains(e.stderr, "panic:") {
		e.t.Errorf("%q crashed:\n%s", e.args, e.stderr)
	}
}

// done returns the last event. It is false if the stream has none, which is allowed only
// for a killed program.
func (e ended) done() (ijson.Value, bool) {
	e.t.Helper()
	lines := strings.Split(strings.TrimSuffix(e.stdout, "\n"), "\n")
	v, problem := ijson.Parse([]byte(lines[len(lines)-1]))
	if problem != nil || word(v, "type") != "done" {
		if !e.killed {
			e.t.Errorf("%q ended without done, code %d:\n%s%s", e.args, e.code, brief(e.stdout), brief(e.stderr))
		}
		return ijson.Value{}, false
	}
	// A kill may come between done and exit.
	if code, _ := number(v, "exitCode"); int(code) != e.code && !e.killed {
		e.t.Errorf("%q says exit code %d and ends with %d", e.args, code, e.code)
	}
	return v, true
}

// events returns the events of the stream.
func (e ended) events() (events []ijson.Value) {
	e.t.Helper()
	for line := range strings.Lines(e.stdout) {
		v, problem := ijson.Parse([]byte(strings.TrimSuffix(line, "\n")))
		if problem != nil {
			e.t.Fatalf("%q: %q is no event: %s", e.args, brief(line), problem.Message)
		}
		events = append(events, v)
	}
	return events
}

// must ends the test unless the program ended with this code.
func (e ended) must(code int) ended {
	e.t.Helper()
	if e.code != code {
		e.t.Fatalf("%q ended with %d and not %d:\n%s%s", e.args, e.code, code, brief(e.stdout), brief(e.stderr))
	}
	return e
}

func word(v ijson.Value, name string) string {
	m, _ := v.Get(name)
	return m.Text
}

func number(v ijson.Value, name string) (int64, bool) {
	m, _ := v.Get(name)
	return m.Int()
}

func flagged(v ijson.Value, name string) bool {
	m, _ := v.Get(name)
	return m.Bool
}

// reached reports how often a promise was put to the test, for make soak.
func reached(t *testing.T, n int) {
	t.Helper()
	t.Attr("reached", strconv.Itoa(n))
}

// brief shortens the output of a failing test.
func brief(s string) string {
	const most = 2000
	if len(s) > most {
		return s[:most] + "…"
	}
	return s
}

// creations returns n operations that create tasks with a title.
func creations(n int, name string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `{"op":"task.create","title":"%s %d"}`+"\n", name, i)
	}
	return b.String()
}

// seen is the database as it is after all processes have ended.
type seen struct {
	t testing.TB
	*sql.DB
}

// look opens a copy of the database and its log, or a backup of a workspace on a server. Opening the database itself would
// recover it, which the program must do, and closing it would move the log into it. The
// index of the log is not copied, as after a power loss.
func (h *home) look() seen {
	h.t.Helper()
	return seenAt(h.t, h.copied())
}

func seenAt(t testing.TB, path string) seen {
	t.Helper()
	db, err := sql.Open("sqlite3", "file:"+path+"?mode=rw")
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { db.Close() })
	return seen{t, db}
}

// copied returns the path of the copy.
func (h *home) copied() string {
	h.t.Helper()
	at := filepath.Join(place(h.t), "w.db")
	if h.db == os.Getenv(serverVariable) {
		h.run("", "backup", at).must(0)
	}
	for _, suffix := range []string{"", "-wal", "-journal"} {
		if _, err := os.Stat(h.db + suffix); err == nil {
			copyFile(h.t, h.db+suffix, at+suffix)
		}
	}
	return at
}

// directly opens the database itself, without the program.
func (h *home) directly() *sql.DB {
	h.t.Helper()
	db, err := sql.Open("sqlite3", "file:"+h.db+"?mode=rw")
	if err != nil {
		h.t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	return db
}

// number returns the result of a query for one number.
func (s seen) number(text string, args ...any) (n int64) {
	s.t.Helper()
	if err := s.QueryRow(text, args...).Scan(&n); err != nil {
		s.t.Fatalf("%s: %v", text, err)
	}
	return n
}

// batchOf reports whether there is a batch with the key, whose records have the key as
// title. It must be whole, and there only once.
func (s seen) batchOf(key string, size int) bool {
	s.t.Helper()
	batches := s.number("SELECT count(*) FROM batch WHERE key = ?", key)
	changes := s.number("SELECT count(*) FROM change WHERE batch IN (SELECT id FROM batch WHERE key = ?)", key)
	tasks := s.number("SELECT count(*) FROM task WHERE title LIKE ? || ' %'", key)
	switch {
	case batches == 0 && changes == 0 && tasks == 0:
		return false
	case batches == 1 && changes == int64(size) && tasks == int64(size):
		return true
	}
	s.t.Fatalf("half a batch of %s: %d batches, %d changes, %d tasks", key, batches, changes, tasks)
	return false
}

// unfolded counts the records of a kind that differ from their newest change.
const unfolded = `SELECT
	(SELECT count(*) FROM %[1]s r WHERE NOT EXISTS (SELECT 1 FROM change c WHERE c.kind = '%[1]s' AND c.id = r.id AND c."exists" = 1
		AND coalesce(nullif(c.rev_after, 0), c.batch) = r.rev
		AND c.batch = (SELECT max(n.batch) FROM change n WHERE n.kind = c.kind AND n.id = c.id)))
	+ (SELECT count(*) FROM change c WHERE c.kind = '%[1]s' AND c."exists" = 1
		AND c.batch = (SELECT max(n.batch) FROM change n WHERE n.kind = c.kind AND n.id = c.id)
		AND NOT EXISTS (SELECT 1 FROM %[1]s r WHERE r.id = c.id))`

// whole fails the test unless the database passes all checks from outside.
func (s seen) whole() {
	s.t.Helper()
	var verdict string
	if err := s.QueryRow("PRAGMA integrity_check").Scan(&verdict); err != nil || verdict != "ok" {
		s.t.Fatalf("integrity_check: %s %v", verdict, err)
	}
	rows, err := s.Query("PRAGMA foreign_key_check")
	if err != nil {
		s.t.Fatal(err)
	}
	dangling := rows.Next()
	rows.Close()
	if dangling {
		s.t.Fatal("foreign_key_check found a reference to nothing")
	}
	for _, check := range []struct{ what, text string }{
		// A batch without changes is kept for its key, and an undo of an undone
		// batch for its mark.
		{"batches without changes", "SELECT count(*) FROM batch WHERE id NOT IN (SELECT batch FROM change) AND action = 'apply' AND (key IS NULL OR undone_by IS NOT id)"},
		{"changes without a batch", "SELECT count(*) FROM change WHERE batch NOT IN (SELECT id FROM batch)"},
		{"batches without an audit row", "SELECT count(*) FROM batch WHERE id NOT IN (SELECT batch FROM audit WHERE batch IS NOT NULL)"},
		{"tasks that are not as the ledger says", fmt.Sprintf(unfolded, "task")},
		{"events that are not as the ledger says", fmt.Sprintf(unfolded, "event")},
		{"projects that are not as the ledger says", fmt.Sprintf(unfolded, "project")},
	} {
		if n := s.number(check.text); n != 0 {
			s.t.Fatalf("there are %d %s", n, check.what)
		}
	}
}

// whole fails the test unless the database is sound and doctor agrees.
func (h *home) whole() {
	h.t.Helper()
	h.look().whole()
	h.here("", "audit", "verify").must(0)
}

// exists reports whether there is a database.
func (h *home) exists() bool {
	_, err := os.Stat(h.db)
	return err == nil
}

// tidy fails the test if files were left next to the workspace or in $TMPDIR, apart from
// those whose names match.
func (h *home) tidy(may ...string) {
	h.t.Helper()
	for _, dir := range []string{h.dir, h.tmp} {
		entries, err := os.ReadDir(dir)
		if err != nil {
			h.t.Fatal(err)
		}
		for _, e := range entries {
			switch e.Name() {
			case "w.db", "w.db-wal", "w.db-shm", "w.db.lock":
				continue
			}
			if !slices.ContainsFunc(may, func(p string) bool { ok, _ := filepath.Match(p, e.Name()); return ok }) {
				h.t.Errorf("%s was left behind", filepath.Join(dir, e.Name()))
			}
		}
	}
}

// copyFile copies a file.
func copyFile(t testing.TB, from, to string) {
	t.Helper()
	in, err := os.Open(from)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(out, in); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
}
