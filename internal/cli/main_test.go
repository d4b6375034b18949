package cli

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"assister/internal/ijson"
	"assister/internal/problem"
)

// world is an outside world of a test's own.
type world struct {
	t        *testing.T
	ctx      context.Context
	env      map[string]string
	in       io.Reader
	out      io.Writer
	err      io.Writer
	terminal func() (io.ReadWriteCloser, error)
	ticker   func(time.Duration) (<-chan time.Time, func())

	interrupts func(func()) func()

	stdout, stderr bytes.Buffer
}

func newWorld(t *testing.T) *world {
	dir := t.TempDir()
	return &world{t: t, ctx: context.Background(), env: map[string]string{
		"HOME": dir, "ASSISTER_TZ": "UTC", "ASSISTER_NOW": "2026-11-21T09:00:00",
	}}
}

// workspace is the default path of the workspace.
func (w *world) workspace() string {
	return filepath.Join(w.env["HOME"], ".local", "share", "assister", "assister.db")
}

var errNoTerminal = errors.New("no terminal")

func (w *world) run(args ...string) int {
	w.stdout.Reset()
	w.stderr.Reset()
	s := Streams{In: w.in, Out: w.out, Err: &w.stderr, Terminal: w.terminal, Ticker: w.ticker, Interrupts: w.interrupts,
		Now: func() time.Time { return time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC) }}
	if s.In == nil {
		s.In = strings.NewReader("")
	}
	if s.Out == nil {
		s.Out = &w.stdout
	}
	if w.err != nil {
		s.Err = w.err
	}
	if s.Terminal == nil {
		s.Terminal = func() (io.ReadWriteCloser, error) { return nil, errNoTerminal }
	}
	return Main(w.ctx, args, func(name string) (string, bool) { v, ok := w.env[name]; return v, ok }, s)
}

// events of stdout, each a line of JSON.
func (w *world) events() (events []ijson.Value) {
	w.t.Helper()
	for line := range strings.Lines(w.stdout.String()) {
		v, fault := ijson.Parse([]byte(strings.TrimSuffix(line, "\n")))
		if fault != nil {
			w.t.Fatalf("%q is no event: %s", line, fault.Message)
		}
		events = append(events, v)
	}
	return events
}

func word(v ijson.Value, name string) string {
	m, _ := v.Get(name)
	return m.Text
}

func TestEveryPathHasOneStartAndOneDone(t *testing.T) {
	const operation = `{"op":"task.create","title":"Buy milk"}`
	for _, tt := range []struct {
		args string
		in   string
		code string
	}{
		{"version", "", "0"},
		{"list", "", "0"},
		{"list --all", "", "0"},
		{"config", "", "0"},
		{"config path", "", "0"},
		{"audit tail", "", "0"},
		{"audit verify", "", "0"},
		{"apply --yes", operation, "0"},
		{"dryrun", operation, "0"},
		{"dryrun --exit-code", operation, "10"},
		{"apply", operation, "6"},
		{"apply --yes", "", "4"},
		{"apply --yes", "not JSON", "4"},
		{"apply --yes nowhere", "", "2"},
		{"undo", "", "4"},
		{"redo", "", "4"},
		{"undo x", "", "2"},
		{"list --tz Nowhere/City", "", "2"},
		{"list --now soon", "", "2"},
		{"list --output xml", "", "2"},
		{"list --engine abacus", "", "2"},
		{"list --nothing", "", "2"},
		{"list --db /dev/null/x", "", "1"},
		{"session list", "", "0"},
		{"session show nowhere", "", "2"},
		{"session clear nowhere", "", "2"},
		{"session", "", "2"},
		{"ask --session a/b x", "", "2"},
		{"ask --transcript nowhere x", "", "2"},
		{"ask --transcript - x", "", "2"},
		{"propose", "", "2"},
		{"propose -", "\x00", "2"},
		{"ask --mode loud x", "", "2"},
		{"propose add milk --engine openai", "", "2"},
		{"nonsense", "", "2"},
		{"audit", "", "2"},
		{"", "", "2"},
	} {
		t.Run(tt.args, func(t *testing.T) {
			w := newWorld(t)
			w.in = strings.NewReader(tt.in)
			code := w.run(strings.Fields(tt.args)...)
			events := w.events()
			starts, dones := 0, 0
			for i, e := range events {
				switch word(e, "type") {
				case "start":
					starts++
				case "done":
					dones++
				}
				if seq, _ := e.Get("seq"); seq.Text != strconv.Itoa(i) {
					t.Errorf("event %d has seq %s", i, seq.Text)
				}
				if word(e, "correlationId") != word(events[0], "correlationId") {
					t.Errorf("event %d has another correlation id", i)
				}
			}
			if starts != 1 || dones != 1 || word(events[0], "type") != "start" || word(events[len(events)-1], "type") != "done" {
				t.Errorf("%d start, %d done:\n%s", starts, dones, &w.stdout)
			}
			said, _ := events[len(events)-1].Get("exitCode")
			if strconv.Itoa(code) != tt.code || said.Text != tt.code {
				t.Errorf("exit code %d, done says %s, want %s\n%s", code, said.Text, tt.code, &w.stderr)
			}
		})
	}
}

func TestEveryClassOfRefusalHasTheContractsExitCode(t *testing.T) {
	for class, code := range map[problem.Class]int{
		problem.Failed: 1, problem.Usage: 2, problem.Unanswered: 3, problem.Rejected: 4, problem.Conflict: 5, problem.Unapproved: 6, problem.Unavailable: 7, problem.Unknown: 8,
	} {
		if got := endOf(problem.Refuse(class, "x", "y", "")).code; got != code {
			t.Errorf("class %d ends with %d, want %d", class, got, code)
		}
	}
	for err, code := range map[error]int{
		nil: 0, errors.New("x"): 1, Interrupted{syscall.SIGINT}: 130, Interrupted{syscall.SIGTERM}: 143,
		&outputError{syscall.EPIPE}: 141, &outputError{syscall.ENOSPC}: 1,
	} {
		if got := endOf(err).code; got != code {
			t.Errorf("%v ends with %d, want %d", err, got, code)
		}
	}
}

// closing is an output that takes some lines and then fails.
type closing struct {
	lines int
	err   error
}

func (c *closing) Write(p []byte) (int, error) {
	if c.lines == 0 {
		return 0, c.err
	}
	c.lines--
	return len(p), nil
}

func TestACommitIsNotDeniedWhenTheOutputIsLostAfterIt(t *testing.T) {
	for _, tt := range []struct {
		err  error
		code int
	}{{syscall.ENOSPC, 0}, {syscall.EPIPE, 141}} {
		w := newWorld(t)
		w.in = strings.NewReader(`{"op":"task.create","title":"Buy milk"}`)
		w.out = &closing{lines: 2, err: tt.err} // start and stage; ops comes after the commit
		if code := w.run("apply", "--yes"); code != tt.code {
			t.Errorf("%v: exit code %d, want %d", tt.err, code, tt.code)
		}
		if !strings.Contains(w.stderr.String(), "batch 1 was applied") {
			t.Errorf("%v: stderr does not say that it was applied: %s", tt.err, &w.stderr)
		}
		w.out = nil
		if w.run("list", "--all"); !strings.Contains(w.stdout.String(), "Buy milk") {
			t.Errorf("%v: it was not applied", tt.err)
		}
	}
}

func TestNothingIsDoneWhenTheOutputIsLostBeforeIt(t *testing.T) {
	for _, tt := range []struct {
		err  error
		code int
	}{{syscall.ENOSPC, 1}, {syscall.EPIPE, 141}} {
		w := newWorld(t)
		w.in = strings.NewReader(`{"op":"task.create","title":"Buy milk"}`)
		w.out = &closing{err: tt.err}
		if code := w.run("apply", "--yes"); code != tt.code {
			t.Errorf("%v: exit code %d, want %d", tt.err, code, tt.code)
		}
		w.out = nil
		if w.run("list", "--all"); strings.Contains(w.stdout.String(), "Buy milk") {
			t.Errorf("%v: it was applied", tt.err)
		}
	}
}

// silent is an input that never says anything.
type silent struct{ asked chan struct{} }

func (s silent) Read([]byte) (int, error) {
	close(s.asked)
	select {}
}

func TestASignalEndsAWaitForInput(t *testing.T) {
	for _, args := range []string{"apply --yes", "propose -"} {
		w := newWorld(t)
		ctx, stop := context.WithCancelCause(context.Background())
		w.ctx = ctx
		defer stop(nil)
		in := silent{make(chan struct{})}
		w.in = in
		go func() {
			<-in.asked
			stop(Interrupted{syscall.SIGINT})
		}()
		if code := w.run(strings.Fields(args)...); code != 130 {
			t.Errorf("%s: exit code %d", args, code)
		}
		if !strings.Contains(w.stdout.String(), `"status":"interrupted"`) {
			t.Errorf("%s: %s", args, &w.stdout)
		}
	}
}

func TestFollowingTheTrailShowsRowsAsTheyCome(t *testing.T) {
	w := newWorld(t)
	ctx, stop := context.WithCancelCause(context.Background())
	w.ctx = ctx
	defer stop(nil)
	r, out := io.Pipe()
	w.out = out
	ended := make(chan int, 1)
	go func() {
		ended <- w.run("audit", "tail", "-f", "--action", "apply")
		out.Close()
	}()
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		line := lines.Text()
		switch {
		case strings.Contains(line, `"type":"start"`):
			other := &world{t: t, ctx: context.Background(), env: w.env, in: strings.NewReader(`{"op":"task.create","title":"Buy milk"}`)}
			if code := other.run("apply", "--yes"); code != 0 {
				t.Errorf("apply: %d %s", code, &other.stdout)
			}
		case strings.Contains(line, `"action":"apply"`):
			stop(Interrupted{syscall.SIGTERM})
		}
	}
	if code := <-ended; code != 143 {
		t.Errorf("exit code %d", code)
	}
}

// hanging is an output whose reader interrupts the command at the first word
// of some kind.
type hanging struct {
	at   string
	stop func()
	bytes.Buffer
}

func (h *hanging) Write(p []byte) (int, error) {
	if bytes.Contains(p, []byte(h.at)) {
		h.stop()
	}
	return h.Buffer.Write(p)
}

func TestALongStreamStopsBetweenBatchesAndResumes(t *testing.T) {
	var stream strings.Builder
	for i := range 2500 {
		stream.WriteString(`{"op":"task.create","title":"Task ` + strconv.Itoa(i) + `"}` + "\n")
	}
	w := newWorld(t)
	ctx, stop := context.WithCancelCause(context.Background())
	defer stop(nil)
	out := &hanging{at: `"type":"ops"`, stop: func() { stop(Interrupted{syscall.SIGINT}) }}
	w.ctx, w.out, w.in = ctx, out, strings.NewReader(stream.String())
	if code := w.run("apply", "--yes", "--idempotency-key", "k"); code != 130 {
		t.Errorf("exit code %d", code)
	}
	if !strings.Contains(w.stderr.String(), "stopped after 1 batch") || !strings.Contains(out.String(), `"status":"interrupted"`) {
		t.Errorf("said %s%s", &w.stderr, out)
	}

	w.ctx, w.out, w.in = context.Background(), nil, strings.NewReader(stream.String())
	if code := w.run("apply", "--yes", "--idempotency-key", "k"); code != 0 {
		t.Errorf("resumed: exit code %d: %s", code, &w.stderr)
	}
	if w.run("list", "--all", "--limit", "1"); !strings.Contains(w.stdout.String(), `"total":2500`) {
		t.Errorf("resumed: %s", &w.stdout)
	}
}

func TestACommitThatASignalCameTooLateForIsSaidAsDone(t *testing.T) {
	w := newWorld(t)
	ctx, stop := context.WithCancelCause(context.Background())
	defer stop(nil)
	out := &hanging{at: `"type":"ops"`, stop: func() { stop(Interrupted{syscall.SIGINT}) }}
	w.ctx, w.out, w.in = ctx, out, strings.NewReader(`{"op":"task.create","title":"Buy milk"}`)
	if code := w.run("apply", "--yes"); code != 0 || !strings.Contains(out.String(), `"status":"done","exitCode":0,"batchId":1`) {
		t.Errorf("exit code %d: %s", code, out)
	}
}

// answers is a terminal with somebody who has made up their mind.
type answers struct {
	io.Reader
	shown bytes.Buffer
}

func (a *answers) Write(p []byte) (int, error) { return a.shown.Write(p) }
func (a *answers) Close() error                { return nil }

func TestOnlyWhatWasPickedIsApplied(t *testing.T) {
	const three = `{"op":"task.create","title":"One"}
{"op":"task.create","title":"Two"}
{"op":"task.create","title":"Three"}`
	for _, tt := range []struct {
		typed string
		code  int
		want  string
	}{
		{"y\n", 0, "One Two Three"},
		{"1,3\n", 0, "One Three"},
		{"-1\n", 0, "Two Three"},
		{"n\n", 6, ""},
		{"", 6, ""},
		{"\n\n", 6, ""},
	} {
		w := newWorld(t)
		w.in = strings.NewReader(three)
		tty := &answers{Reader: strings.NewReader(tt.typed)}
		w.terminal = func() (io.ReadWriteCloser, error) { return tty, nil }
		if code := w.run("apply"); code != tt.code {
			t.Errorf("%q: exit code %d, want %d: %s", tt.typed, code, tt.code, &w.stderr)
		}
		if !strings.Contains(tty.shown.String(), "Two") {
			t.Errorf("%q: the terminal shows %q", tt.typed, tty.shown.String())
		}
		w.run("list", "--all")
		var titles []string
		for _, e := range w.events() {
			if word(e, "type") == "row" {
				titles = append(titles, word(e, "title"))
			}
		}
		if got := strings.Join(titles, " "); got != tt.want {
			t.Errorf("%q: applied %q, want %q", tt.typed, got, tt.want)
		}
	}
}

func TestNobodyIsAskedWhenNobodyIsThere(t *testing.T) {
	w := newWorld(t)
	w.in = strings.NewReader(`{"op":"task.create","title":"Buy milk"}`)
	w.terminal = func() (io.ReadWriteCloser, error) {
		t.Error("the terminal was opened")
		return nil, errNoTerminal
	}
	if code := w.run("apply", "--non-interactive"); code != 6 {
		t.Errorf("exit code %d", code)
	}
}

func TestAPlanIsAppliedAsItWasShownOrNotAtAll(t *testing.T) {
	w := newWorld(t)
	w.in = strings.NewReader(`{"op":"task.create","title":"Buy milk"}`)
	w.run("apply", "--yes")

	// Between the question and the answer somebody else changes the record.
	w.in = strings.NewReader(`{"op":"task.update","id":1,"priority":"high"}`)
	meanwhile := func() {
		other := &world{t: t, ctx: context.Background(), env: w.env, in: strings.NewReader(`{"op":"task.update","id":1,"priority":"low"}`)}
		if code := other.run("apply", "--yes"); code != 0 {
			t.Errorf("meanwhile: %d %s", code, &other.stderr)
		}
	}
	w.terminal = func() (io.ReadWriteCloser, error) {
		return &answers{Reader: io.MultiReader(&before{do: meanwhile}, strings.NewReader("y\n"))}, nil
	}
	if code := w.run("apply"); code != 5 {
		t.Errorf("exit code %d: %s", code, &w.stdout)
	}
	if w.run("list", "--all"); !strings.Contains(w.stdout.String(), `"priority":"low"`) {
		t.Errorf("the other change is lost: %s", &w.stdout)
	}
}

// before does something when it is first read, and is empty.
type before struct{ do func() }

func (b *before) Read([]byte) (int, error) {
	b.do()
	return 0, io.EOF
}

func TestHelpCallsAValueByItsNameOnce(t *testing.T) {
	w := newWorld(t)
	if code := w.run("help", "global-flags"); code != 0 {
		t.Fatalf("exit code %d", code)
	}
	help := w.stdout.String()
	if !strings.Contains(help, "--db PLACE  ") || strings.Contains(help, "PLACE the workspace") {
		t.Errorf("got %s", help)
	}
}
