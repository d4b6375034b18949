//go:build linux

package faults

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"assister/internal/cli"
)

// fillUp applies batches until the disk is full. It returns the keys of the applied
// batches and of the one that failed.
func (h *home) fillUp() (applied []string, refused string) {
	h.t.Helper()
	for n := range 200 {
		key := fmt.Sprintf("k%d", n)
		e := h.run(creations(30, key), "apply", "--yes", "--idempotency-key", key)
		if e.code == 0 {
			applied = append(applied, key)
			continue
		}
		e.must(1)
		if !strings.Contains(e.stdout, "nothing was changed") {
			h.t.Errorf("it does not say that nothing was changed:\n%s", e.stdout)
		}
		return applied, key
	}
	h.t.Fatal("the disk never became full")
	return nil, ""
}

func TestAFullDiskKeepsTheDataReadable(t *testing.T) {
	h := newHome(t)
	if err := syscall.Mount("tmpfs", h.dir, "tmpfs", 0, "size=512k"); err != nil {
		t.Skip("a small file system cannot be mounted:", err)
	}
	mounted := h.dir
	t.Cleanup(func() {
		if err := syscall.Unmount(mounted, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	applied, refused := h.fillUp()
	if len(applied) == 0 {
		t.Fatal("nothing had room")
	}
	// A second one fails too, and damages nothing.
	h.run(creations(30, refused), "apply", "--yes", "--idempotency-key", refused).must(1)
	if e := h.run("", "list", "--all").must(0); strings.Count(e.stdout, `"type":"row"`) != 30*len(applied) {
		t.Error("not everything is there any more")
	}
	h.run("", "audit", "verify").must(0)
	if e := h.run(creations(30, applied[0]), "apply", "--yes", "--idempotency-key", applied[0]).must(0); !strings.Contains(e.stdout, `"replayed":true`) {
		t.Error("what was applied is not replayed on a full disk")
	}
	if err := syscall.Mount("tmpfs", h.dir, "tmpfs", syscall.MS_REMOUNT, "size=8m"); err != nil {
		t.Fatal(err)
	}
	h.run(creations(30, refused), "apply", "--yes", "--idempotency-key", refused).must(0)
	h.whole()
	now := h.look()
	for _, key := range append(applied, refused) {
		if !now.batchOf(key, 30) {
			t.Errorf("%s is not there", key)
		}
	}
}

// A limit on the size of files ends a write in the middle, with a signal that by default
// ends the process.
func TestAFileSizeLimitCausesARefusal(t *testing.T) {
	model := newHome(t)
	model.run(creations(30, "first"), "apply", "--yes").must(0)
	refused := 0
	for blocks := 8; blocks <= 400; blocks += 56 {
		h := newHome(t)
		h.takeFrom(model)
		c := exec.Command("sh", "-c", fmt.Sprintf(`ulimit -f %d; exec "$0" --non-interactive apply --yes --idempotency-key x`, blocks), assister)
		c.Env, c.Dir, c.Stdin = h.env, h.tmp, strings.NewReader(creations(300, "x"))
		e := h.finish(c)
		e.done()
		if there := h.look().batchOf("x", 300); there && e.code == 1 || !there && e.code == 0 || e.code != 0 && e.code != 1 && e.code != 8 {
			t.Errorf("%d blocks: code %d, there %v\n%s", blocks, e.code, there, e.stderr)
		}
		if e.code != 0 {
			refused++
		}
		h.here(creations(300, "x"), "apply", "--yes", "--idempotency-key", "x").must(0)
		h.whole()
	}
	if refused == 0 {
		t.Error("no limit was reached, so this has shown nothing")
	}
}

func TestNothingIsAppliedIfTheOutputIsFullFromTheStart(t *testing.T) {
	h := newHome(t)
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer full.Close()
	c := h.command("--non-interactive", "apply", "--yes")
	var stderr bytes.Buffer
	c.Stdin, c.Stdout, c.Stderr = strings.NewReader(creations(1, "x")), full, &stderr
	if err := c.Run(); c.ProcessState.ExitCode() != 1 || !strings.Contains(stderr.String(), "nothing was changed") {
		t.Errorf("%v: %s", err, &stderr)
	}
	if h.exists() && h.look().number("SELECT count(*) FROM task") != 0 {
		t.Error("something was applied")
	}
}

// breaking is an output that fails after some lines.
type breaking struct {
	lines  int
	err    error
	failed bool
	bytes.Buffer
}

func (b *breaking) Write(p []byte) (int, error) {
	if b.lines == 0 {
		b.failed = true
		return 0, b.err
	}
	b.lines--
	return b.Buffer.Write(p)
}

// Whichever line of the output cannot be written, the exit code reports the outcome: a
// committed batch must not look as if it had failed.
func TestTheExitCodeIsRightWhicheverLineCannotBeWritten(t *testing.T) {
	for _, lost := range []struct {
		err           error
		before, after int // the exit code when nothing was applied, and when it was
	}{{syscall.ENOSPC, 1, 0}, {syscall.EIO, 1, 0}, {syscall.EPIPE, 141, 141}} {
		for _, form := range []string{"ndjson", "text"} {
			seen := map[bool]int{}
			for lines := 0; ; lines++ {
				h := newHome(t)
				h.here(creations(1, "first"), "apply", "--yes").must(0)
				out := &breaking{lines: lines, err: lost.err}
				code, stderr := h.inProcess(context.Background(), creations(3, "x"), out, "apply", "--yes", "--idempotency-key", "x", "--output", form)
				if !out.failed {
					break
				}
				there := h.look().batchOf("x", 3)
				seen[there]++
				if want := map[bool]int{false: lost.before, true: lost.after}[there]; code != want {
					t.Errorf("%v at line %d of %s: code %d, there %v\n%s", lost.err, lines, form, code, there, stderr)
				}
				if there && !strings.Contains(stderr, "applied") {
					t.Errorf("%v at line %d of %s: it does not say that it was applied: %s", lost.err, lines, form, stderr)
				}
			}
			if form == "ndjson" && (seen[true] == 0 || seen[false] == 0) {
				t.Errorf("%v: not both before and after the commit: %v", lost.err, seen)
			}
		}
	}
}

// inProcess runs the program in this process, for tests that need their own streams or
// context.
func (h *home) inProcess(ctx context.Context, stdin string, out io.Writer, args ...string) (code int, stderr string) {
	h.t.Helper()
	var words bytes.Buffer
	env := map[string]string{}
	for _, v := range h.env {
		name, value, _ := strings.Cut(v, "=")
		env[name] = value
	}
	code = cli.Main(ctx, append([]string{"--non-interactive"}, args...), func(name string) (string, bool) { v, ok := env[name]; return v, ok }, cli.Streams{
		In: strings.NewReader(stdin), Out: out, Err: &words, Now: time.Now,
		Terminal: func() (io.ReadWriteCloser, error) { return nil, errors.New("no terminal") },
	})
	return code, words.String()
}

// Without permission to write, reading works and writing is refused.
func TestAReadOnlyDirectoryCanBeRead(t *testing.T) {
	for _, tt := range []struct {
		name string
		log  bool // the newest data is only in the log
	}{{"a whole file", false}, {"a file and its log", true}} {
		t.Run(tt.name, func(t *testing.T) {
			h := newHome(t)
			h.run(creations(3, "first"), "apply", "--yes").must(0)
			if !tt.log {
				db := h.directly()
				if _, err := db.Exec("PRAGMA wal_checkpoint(TRUNCATE)"); err != nil {
					t.Fatal(err)
				}
				db.Close()
			}
			before := h.listing()
			entries, err := filepath.Glob(h.dir + "/*")
			if err != nil {
				t.Fatal(err)
			}
			for _, path := range entries {
				if err := os.Chmod(path, 0o444); err != nil {
					t.Fatal(err)
				}
			}
			if err := os.Chmod(h.dir, 0o555); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = os.Chmod(h.dir, 0o755) })
			as := func(stdin string, args ...string) ended {
				c := h.command(append([]string{"--non-interactive"}, args...)...)
				c.Dir = "/"
				c.Stdin = strings.NewReader(stdin)
				if os.Geteuid() == 0 { // root may write everywhere
					c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
				}
				return h.finish(c)
			}
			e := as("", "list", "--all")
			switch {
			case e.code == 0 && strings.Count(e.stdout, `"type":"row"`) != 3:
				t.Errorf("not everything is seen:\n%s", e.stdout)
			case e.code != 0 && !tt.log:
				t.Errorf("it cannot be read:\n%s", e.stderr)
			case e.code != 0 && !strings.Contains(e.stdout, `"hint":"`):
				t.Errorf("it is refused without a hint:\n%s", e.stdout)
			}
			as("", "audit", "verify").done()
			e = as(creations(1, "x"), "apply", "--yes")
			if done, _ := e.done(); e.code != 1 || word(done, "status") != "failed" {
				t.Errorf("code %d:\n%s", e.code, e.stdout)
			}
			if !strings.Contains(e.stdout, `"hint":"`) {
				t.Errorf("the refusal has no hint:\n%s", e.stdout)
			}
			if after := h.listing(); after != before {
				t.Errorf("before %s, after %s", before, after)
			}
		})
	}
}

// listing returns the files of the workspace with their sizes.
func (h *home) listing() string {
	h.t.Helper()
	entries, err := os.ReadDir(h.dir)
	if err != nil {
		h.t.Fatal(err)
	}
	var b strings.Builder
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			h.t.Fatal(err)
		}
		fmt.Fprintf(&b, "%s %d; ", e.Name(), info.Size())
	}
	return b.String()
}

// With any damage to the file, the program answers or refuses: it neither crashes nor
// hangs nor prints anything wrong.
func TestADamagedFileIsRefusedOrAnswered(t *testing.T) {
	draw := rand.New(rand.NewPCG(*seed, 2))
	model := newHome(t)
	model.run(creations(40, "first")+`{"op":"project.create","name":"p","as":"p"}`+"\n"+
		`{"op":"event.create","title":"e","scheduledFor":"2026-11-23","startTime":"09:00","projectId":{"ref":"p"}}`+"\n", "apply", "--yes").must(0)
	model.run(`{"op":"task.update","id":3,"title":"changed"}`, "apply", "--yes").must(0)
	inFile := newHome(t)
	inFile.takeFrom(model)
	db := inFile.directly()
	if _, err := db.Exec("PRAGMA wal_checkpoint(TRUNCATE)"); err != nil {
		t.Fatal(err)
	}
	db.Close()
	answers := map[string]int{}
	for n := range *damage {
		from, suffix := inFile, ""
		if n%3 == 0 { // it has the newest data
			from, suffix = model, "-wal"
		}
		try(t, func(t testing.TB) {
			h := newHome(t)
			h.takeFrom(from)
			h.answersDamaged(harm(t, draw, h.db+suffix)+suffix, answers)
		})
	}
	reached(t, *damage)
	t.Log(answers)
}

// answersDamaged runs commands on a damaged file and counts their exit codes.
func (h *home) answersDamaged(what string, answers map[string]int) {
	h.t.Helper()
	for _, step := range []struct {
		stdin string
		args  []string
	}{
		{args: []string{"list", "--all"}},
		{args: []string{"audit", "verify"}},
		{args: []string{"undo"}},
		{stdin: `{"op":"task.create","title":"x"}` + "\n" + `{"op":"task.update","id":5,"title":"y"}`, args: []string{"apply", "--yes"}},
		{stdin: `{"op":"bulk_delete","where":{"kind":"task"}}`, args: []string{"dryrun"}},
	} {
		e := h.run(step.stdin, step.args...)
		done, ok := e.done()
		if !ok || e.killed {
			h.t.Fatalf("%s, %q: killed by %d\n%s", what, step.args, e.code-128, e.stderr)
		}
		answers[fmt.Sprintf("%s %d", step.args[0], e.code)]++
		if e.code == 8 || strings.Contains(e.stderr, "sqlite:") {
			h.t.Errorf("%s, %q: %d, %s\n%s", what, step.args, e.code, word(done, "status"), e.stderr)
		}
		if e.code != 0 && !strings.Contains(e.stdout, `"type":"error"`) {
			h.t.Errorf("%s, %q: %d without an error", what, step.args, e.code)
		}
	}
}

// harm damages a file and returns how.
func harm(t testing.TB, draw *rand.Rand, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var what string
	switch draw.IntN(6) {
	case 0:
		at := draw.IntN(len(text))
		text[at] ^= 1 << draw.IntN(8)
		what = fmt.Sprintf("a bit of byte %d turned", at)
	case 1:
		at := draw.IntN(len(text))
		for i := at; i < min(at+64, len(text)); i++ {
			text[i] = byte(draw.Uint32())
		}
		what = fmt.Sprintf("64 bytes from %d on drawn", at)
	case 2:
		at := draw.IntN(len(text)/4096) * 4096
		clear(text[at:min(at+4096, len(text))])
		what = fmt.Sprintf("a page at %d zeroed", at)
	case 3:
		at := draw.IntN(len(text))
		text = text[:at]
		what = fmt.Sprintf("cut at %d", at)
	case 4:
		at := draw.IntN(100)
		text[at] = byte(draw.Uint32())
		what = fmt.Sprintf("byte %d of the header drawn", at)
	case 5:
		from, to := draw.IntN(len(text)/4096)*4096, draw.IntN(len(text)/4096)*4096
		copy(text[to:min(to+4096, len(text))], text[from:])
		what = fmt.Sprintf("the page at %d put at %d as well", from, to)
	}
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return what
}
