//go:build linux

package faults

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
	"unsafe"
)

var signals = []syscall.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGKILL, syscall.SIGQUIT}

// heard is output that can be read while it is written.
type heard struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (h *heard) Write(p []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.b.Write(p)
}

func (h *heard) String() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.b.String()
}

// until polls for a condition in another process.
func until(t testing.TB, what string, fn func() bool) {
	t.Helper()
	look := time.NewTicker(time.Millisecond)
	defer look.Stop()
	for end := time.Now().Add(patience / 2); !fn(); <-look.C {
		if time.Now().After(end) {
			t.Fatalf("%s never came", what)
		}
	}
}

// waiting is the program while it waits for something.
type waiting struct {
	*exec.Cmd
	stdout, stderr *heard
}

func (h *home) start(c *exec.Cmd) waiting {
	h.t.Helper()
	w := waiting{c, &heard{}, &heard{}}
	c.Stdout, c.Stderr = w.stdout, w.stderr
	if err := c.Start(); err != nil {
		h.t.Fatal(err)
	}
	return w
}

// ends sends a signal and waits for the end.
func (h *home) ends(w waiting, s syscall.Signal) ended {
	h.t.Helper()
	if err := w.Process.Signal(s); err != nil {
		h.t.Fatal(err)
	}
	stuck := time.AfterFunc(patience/4, func() { _ = w.Process.Kill() })
	_ = w.Wait()
	if !stuck.Stop() {
		h.t.Errorf("%q did not end at signal %d", w.Args, s)
	}
	status := w.ProcessState.Sys().(syscall.WaitStatus)
	e := ended{t: h.t, args: w.Args[1:], stdout: w.stdout.String(), stderr: w.stderr.String(), killed: status.Signaled(), code: status.ExitStatus()}
	if e.killed {
		e.code = 128 + int(status.Signal())
	}
	return e
}

// undisturbed fails the test unless a signal ended the program as it should and
// changed nothing.
func (h *home) undisturbed(e ended, s syscall.Signal, tasks int64) {
	h.t.Helper()
	switch {
	case s == syscall.SIGQUIT: // asks for a trace, and gets one
		if e.code == 0 {
			h.t.Errorf("code %d", e.code)
		}
	case e.code != 128+int(s):
		h.t.Errorf("signal %d ended it with %d:\n%s%s", s, e.code, brief(e.stdout), brief(e.stderr))
	case s == syscall.SIGTERM || s == syscall.SIGINT || s == syscall.SIGHUP:
		if done, ok := e.done(); !ok || word(done, "status") != "interrupted" {
			h.t.Errorf("signal %d: no done that says so:\n%s", s, brief(e.stdout))
		}
	}
	if n := h.look().number("SELECT count(*) FROM task"); n != tasks {
		h.t.Errorf("%d tasks and not %d", n, tasks)
	}
	h.here(creations(1, "still works"), "apply", "--yes").must(0)
	h.whole()
	h.tidy()
}

func TestASignalDuringInputChangesNothing(t *testing.T) {
	for _, s := range signals {
		t.Run(s.String(), func(t *testing.T) {
			t.Parallel()
			h := newHome(t)
			h.here(creations(1, "first"), "apply", "--yes").must(0)
			c := h.command("--non-interactive", "apply", "--yes")
			stdin, err := c.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			w := h.start(c)
			// More than the pipe and the memory hold. Once this is written, the program
			// reads, and has spooled its input to a file.
			for range 100 {
				if _, err := io.WriteString(stdin, strings.Repeat(`{"op":"task.create","title":"`+strings.Repeat("x", 200)+`"}`+"\n", 500)); err != nil {
					t.Fatal(err)
				}
			}
			h.undisturbed(h.ends(w, s), s, 1)
		})
	}
}

func TestASignalDuringTheWaitForTheLockChangesNothing(t *testing.T) {
	for _, s := range signals {
		t.Run(s.String(), func(t *testing.T) {
			t.Parallel()
			h := newHome(t)
			h.here(creations(1, "first"), "apply", "--yes").must(0)
			lock, err := os.OpenFile(h.db+".lock", os.O_RDWR, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer lock.Close()
			if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX); err != nil {
				t.Fatal(err)
			}
			c := h.command("--non-interactive", "apply", "--yes")
			c.Stdin = strings.NewReader(creations(1, "x"))
			w := h.start(c)
			until(t, "applying", func() bool { return strings.Contains(w.stdout.String(), `"stage":"applying"`) })
			until(t, "waiting for the lock", func() bool { return queued(w.Process.Pid) })
			e := h.ends(w, s)
			if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_UN); err != nil {
				t.Fatal(err)
			}
			h.undisturbed(e, s, 1)
		})
	}
}

// queued reports whether a process waits for a lock. It is true if that cannot be found
// out here.
func queued(pid int) bool {
	text, err := os.ReadFile("/proc/locks")
	if err != nil || len(text) == 0 {
		return true
	}
	for line := range strings.Lines(string(text)) {
		if strings.Contains(line, "->") && strings.Contains(line, fmt.Sprintf(" %d ", pid)) {
			return true
		}
	}
	return false
}

func TestASignalAtThePromptChangesNothing(t *testing.T) {
	for _, s := range signals {
		t.Run(s.String(), func(t *testing.T) {
			t.Parallel()
			h := newHome(t)
			h.here(creations(1, "first"), "apply", "--yes").must(0)
			p := openTerminal(t)
			w := h.asked(p, creations(2, "x"), "apply")
			h.undisturbed(h.ends(w, s), s, 1)
		})
	}
}

// Ctrl-C in the terminal sends a signal, and so does a hang-up.
func TestCtrlCChangesNothing(t *testing.T) {
	for name, do := range map[string]struct {
		fn   func(p terminal) error
		code int
	}{
		"Ctrl-C":          {func(p terminal) error { _, err := p.person.Write([]byte{3}); return err }, 130},
		"end of input":    {func(p terminal) error { _, err := p.person.Write([]byte{4}); return err }, 6},
		"no":              {func(p terminal) error { _, err := p.person.Write([]byte("n\n")); return err }, 6},
		"the window shut": {func(p terminal) error { return p.person.Close() }, 129},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHome(t)
			h.here(creations(1, "first"), "apply", "--yes").must(0)
			p := openTerminal(t)
			w := h.asked(p, creations(2, "x"), "apply")
			if err := do.fn(p); err != nil {
				t.Fatal(err)
			}
			stuck := time.AfterFunc(patience/4, func() { _ = w.Process.Kill() })
			_ = w.Wait()
			if !stuck.Stop() {
				t.Fatal("it did not end")
			}
			status := w.ProcessState.Sys().(syscall.WaitStatus)
			code := status.ExitStatus()
			if status.Signaled() {
				code = 128 + int(status.Signal())
			}
			if code != do.code {
				t.Errorf("code %d and not %d:\n%s%s", code, do.code, w.stdout, w.stderr)
			}
			if n := h.look().number("SELECT count(*) FROM task"); n != 1 {
				t.Errorf("%d tasks", n)
			}
			h.here(creations(1, "still works"), "apply", "--yes").must(0)
			h.whole()
			h.tidy()
		})
	}
}

// terminal is a pseudo-terminal: the person's side and the program's side.
type terminal struct {
	person, program *os.File
	seen            *heard
}

func openTerminal(t *testing.T) terminal {
	t.Helper()
	person, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip("there are no terminals here:", err)
	}
	var number, unlocked uint32
	raw, err := person.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	var failed syscall.Errno
	if err := raw.Control(func(fd uintptr) {
		if _, _, failed = syscall.Syscall(syscall.SYS_IOCTL, fd, syscall.TIOCGPTN, uintptr(unsafe.Pointer(&number))); failed == 0 {
			_, _, failed = syscall.Syscall(syscall.SYS_IOCTL, fd, syscall.TIOCSPTLCK, uintptr(unsafe.Pointer(&unlocked)))
		}
	}); err != nil || failed != 0 {
		t.Skip("there are no terminals here:", err, failed)
	}
	program, err := os.OpenFile(filepath.Join("/dev/pts", fmt.Sprint(number)), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip("there are no terminals here:", err)
	}
	p := terminal{person, program, &heard{}}
	go func() { _, _ = io.Copy(p.seen, person) }()
	t.Cleanup(func() { person.Close(); program.Close() })
	return p
}

// asked starts the program in a new session with the terminal as its controlling
// terminal, and waits for a prompt.
func (h *home) asked(p terminal, stdin string, args ...string) waiting {
	h.t.Helper()
	c := h.command(args...)
	c.Stdin = strings.NewReader(stdin)
	c.ExtraFiles = []*os.File{p.program} // descriptor 3
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 3}
	w := h.start(c)
	p.program.Close()
	until(h.t, "the question", func() bool { return strings.Contains(p.seen.String(), "?") })
	return w
}
