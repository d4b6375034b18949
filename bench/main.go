// Command bench measures whole processes: what somebody waits for at a shell.
// Every figure stands beside its bound and beside a reference taken in the same
// run, in turn with it, so that a slow machine does not look like a slow
// program.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

func main() {
	runs := flag.Int("runs", 21, "how often each figure is taken; the median counts")
	dir := flag.String("dir", "bin", "where the workspaces are made: on the disk that is meant")
	strict := flag.Bool("strict", false, "exit 1 when a bound is not held")
	flag.Parse()
	b := &bench{runs: *runs}
	if err := b.run(*dir); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
	if *strict && b.beyond > 0 {
		os.Exit(1)
	}
}

// bench is one run of all measurements.
type bench struct {
	runs   int
	beyond int
	dir    string
	bin    string // assister
	empty  string
	insert string
	shell  string // sqlite3, or "" where there is none
	env    []string
}

func (b *bench) run(under string) error {
	if err := os.MkdirAll(under, 0o755); err != nil {
		return err
	}
	under, err := filepath.Abs(under)
	if err != nil {
		return err
	}
	if b.dir, err = os.MkdirTemp(under, "bench-"); err != nil {
		return err
	}
	defer os.RemoveAll(b.dir)
	if err := b.build(); err != nil {
		return err
	}
	b.env = []string{"HOME=" + b.dir, "PATH=" + os.Getenv("PATH"), "ASSISTER_NON_INTERACTIVE=true", "ASSISTER_NOW=2026-11-21T09:00:00", "ASSISTER_TZ=UTC"}
	fmt.Printf("%-52s %10s %10s  %s\n", "work", "measured", "bound", "reference")
	for _, part := range []func() error{b.start, b.large, b.middle} {
		if err := part(); err != nil {
			return err
		}
	}
	return nil
}

func (b *bench) build() error {
	for name, path := range map[string]*string{"cmd/assister": &b.bin, "bench/empty": &b.empty, "bench/insert": &b.insert} {
		*path = filepath.Join(b.dir, filepath.Base(name))
		if out, err := exec.Command("go", "build", "-o", *path, "assister/"+name).CombinedOutput(); err != nil {
			return fmt.Errorf("build %s: %w\n%s", name, err, out)
		}
	}
	b.shell, _ = exec.LookPath("sqlite3")
	return nil
}

func (b *bench) start() error {
	version, empty, err := b.inTurn(b.assister("", "version"), b.plain(b.empty))
	if err != nil {
		return err
	}
	b.say("start (assister version)", version, 0, empty, 3.5, "an empty Go program")
	return nil
}

// large is what is done among 100,000 tasks.
func (b *bench) large() error {
	const tasks = 100_000
	db := filepath.Join(b.dir, "large.db")
	took, rss, err := b.fill(db, tasks)
	if err != nil {
		return err
	}
	b.row("100,000 operations from a pipe", took, 4*time.Second, "")
	b.memory("  its memory", rss, 48)
	size := 0
	for _, suffix := range []string{"", "-wal"} {
		if info, err := os.Stat(db + suffix); err == nil {
			size += int(info.Size())
		}
	}
	b.line("  bytes per task, with its history", fmt.Sprint(size/tasks), "700", size/tasks <= 700, "")

	bare := b.plain(b.shell, "-readonly", db, "SELECT id, title, scheduled_for FROM task WHERE scheduled_for = '2026-11-21' AND status NOT IN ('completed', 'skipped')")
	list, query, err := b.inTurn(b.assister(db, "list"), bare)
	if err != nil {
		return err
	}
	b.say("list of today among 100,000 tasks", list, 6*time.Millisecond, query, 3, "the sqlite3 shell doing the bare query")

	one := func(i int) *exec.Cmd {
		cmd := b.assister(db, "apply", "--yes")(i)
		cmd.Stdin = strings.NewReader(fmt.Sprintf(`{"op":"task.create","title":"One more, the %dth","scheduledFor":"2026-12-01"}`, i))
		return cmd
	}
	apply, insert, err := b.inTurn(one, b.plain(b.insert, filepath.Join(b.dir, "insert.db")))
	if err != nil {
		return err
	}
	b.say("apply of one operation, durable, 100,000 tasks", apply, 8*time.Millisecond, insert, 3, "one INSERT by go-sqlite3, synchronous=FULL")
	undo, insert, err := b.inTurn(b.assister(db, "undo"), b.plain(b.insert, filepath.Join(b.dir, "insert.db")))
	if err != nil {
		return err
	}
	b.say("  its undo", undo, 8*time.Millisecond, insert, 3, "the same")
	return nil
}

// middle is what is done among 10,000 tasks.
func (b *bench) middle() error {
	db := filepath.Join(b.dir, "middle.db")
	if _, _, err := b.fill(db, 10_000); err != nil {
		return err
	}
	const request = "move everything from today to friday, and add dentist tomorrow 3pm"
	propose, _, err := b.inTurn(b.assister(db, "propose", request), nil)
	if err != nil {
		return err
	}
	b.say("propose with rules, 10,000 tasks", propose, 8*time.Millisecond, sample{}, 0, "")

	var pipes sample
	for range b.runs {
		if err := b.pipe(&pipes, db, request); err != nil {
			return err
		}
		if err := b.quiet(b.assister(db, "undo")(0)); err != nil {
			return err
		}
	}
	b.say("propose | dryrun | apply --yes, 10,000 tasks", pipes, 16*time.Millisecond, sample{}, 0, "")

	thousand := func(i int) *exec.Cmd {
		cmd := b.assister(db, "apply", "--yes")(i)
		cmd.Stdin = bytes.NewReader(operations(1000))
		return cmd
	}
	apply, _, err := b.inTurn(thousand, nil)
	if err != nil {
		return err
	}
	b.say("apply of 1,000 operations, ledger and audit included", apply, 30*time.Millisecond, sample{}, 0, "")
	undo, _, err := b.inTurn(b.assister(db, "undo", "--confirm-destructive"), nil)
	if err != nil {
		return err
	}
	b.say("  its undo", undo, 40*time.Millisecond, sample{}, 0, "")
	return nil
}

// fill makes a workspace through a pipe, as anybody would.
func (b *bench) fill(db string, tasks int) (time.Duration, int64, error) {
	cmd := b.assister(db, "apply", "--yes")(0)
	in, err := cmd.StdinPipe()
	if err != nil {
		return 0, 0, err
	}
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	began := time.Now()
	if err := cmd.Start(); err != nil {
		return 0, 0, err
	}
	for left := tasks; left > 0; left -= 1000 {
		if _, err := in.Write(operations(min(left, 1000))); err != nil {
			break // the command says why
		}
	}
	in.Close()
	if err := cmd.Wait(); err != nil {
		return 0, 0, fmt.Errorf("fill the workspace: %w\n%s", err, complaints.String())
	}
	return time.Since(began), rss(cmd), nil
}

// operations are tasks as people have them: spread over the days of three
// years, most with a priority, some with notes.
func operations(n int) []byte {
	var b bytes.Buffer
	day := time.Date(2025, 8, 1, 0, 0, 0, 0, time.UTC)
	for i := range n {
		fmt.Fprintf(&b, `{"op":"task.create","title":"Call the office about invoice %d","scheduledFor":"%s","priority":"%s"`,
			i, day.AddDate(0, 0, i).Format(time.DateOnly), []string{"low", "medium", "high"}[i%3])
		if i%4 == 0 {
			b.WriteString(`,"notes":"ask for Ann, mornings only"`)
		}
		b.WriteString("}\n")
	}
	return b.Bytes()
}

// sample is the times of one thing and the most memory it took.
type sample struct {
	times []time.Duration
	rss   int64
}

func (s sample) median() time.Duration {
	if len(s.times) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(s.times))
	return sorted[len(sorted)/2]
}

// inTurn takes the times of two things in turn, so that both see the same
// machine. The second may be missing.
func (b *bench) inTurn(one, other func(int) *exec.Cmd) (s, reference sample, err error) {
	for i := range b.runs {
		if err := b.take(&s, one(i)); err != nil {
			return s, reference, err
		}
		if other == nil {
			continue
		}
		cmd := other(i)
		if cmd.Path == "" {
			continue
		}
		if err := b.take(&reference, cmd); err != nil {
			return s, reference, err
		}
	}
	return s, reference, nil
}

func (b *bench) take(s *sample, cmd *exec.Cmd) error {
	began := time.Now()
	if err := b.quiet(cmd); err != nil {
		return err
	}
	s.times = append(s.times, time.Since(began))
	s.rss = max(s.rss, rss(cmd))
	return nil
}

func (b *bench) quiet(cmd *exec.Cmd) error {
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args, " "), err, complaints.String())
	}
	return nil
}

// pipe takes the time of the three commands wired to each other, without a
// shell around them.
func (b *bench) pipe(s *sample, db, request string) error {
	commands := []*exec.Cmd{b.assister(db, "propose", request)(0), b.assister(db, "dryrun")(0), b.assister(db, "apply", "--yes")(0)}
	var ends []io.Closer
	for i := range commands[1:] {
		r, w, err := os.Pipe()
		if err != nil {
			return err
		}
		commands[i].Stdout, commands[i+1].Stdin = w, r
		ends = append(ends, r, w)
	}
	began := time.Now()
	for _, cmd := range commands {
		if err := cmd.Start(); err != nil {
			return err
		}
	}
	for _, end := range ends {
		end.Close()
	}
	for _, cmd := range commands {
		if err := cmd.Wait(); err != nil {
			return fmt.Errorf("%s: %w", strings.Join(cmd.Args, " "), err)
		}
		s.rss = max(s.rss, rss(cmd))
	}
	s.times = append(s.times, time.Since(began))
	return nil
}

// rss is the peak of a process that has ended, in bytes. Linux counts in kB.
func rss(cmd *exec.Cmd) int64 {
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		return int64(usage.Maxrss) << 10
	}
	return 0
}

func (b *bench) assister(db string, args ...string) func(int) *exec.Cmd {
	return func(int) *exec.Cmd {
		cmd := exec.Command(b.bin, args...)
		cmd.Env = append(slices.Clone(b.env), "ASSISTER_DB="+db)
		return cmd
	}
}

func (b *bench) plain(name string, args ...string) func(int) *exec.Cmd {
	return func(int) *exec.Cmd {
		if name == "" {
			return &exec.Cmd{}
		}
		return exec.Command(name, args...)
	}
}

// say is one figure against its bound, its ratio to the reference against that
// one's, and its memory against 32 MB.
func (b *bench) say(what string, s sample, bound time.Duration, reference sample, ratio float64, of string) {
	words := ""
	ok := bound == 0 || s.median() <= bound
	if r := reference.median(); r > 0 {
		times := float64(s.median()) / float64(r)
		words = fmt.Sprintf("%.1f times %s (%s), bound %.1f", times, of, milliseconds(r), ratio)
		ok = ok && times <= ratio
	}
	if s.rss > 32<<20 {
		ok = false
	}
	limit := ""
	if bound > 0 {
		limit = milliseconds(bound)
	}
	b.line(what, milliseconds(s.median()), limit, ok, fmt.Sprintf("%s [%d MB]", words, s.rss>>20))
}

func (b *bench) row(what string, took, bound time.Duration, words string) {
	b.line(what, milliseconds(took), milliseconds(bound), took <= bound, words)
}

func (b *bench) memory(what string, bytes int64, bound int64) {
	b.line(what, fmt.Sprintf("%d MB", bytes>>20), fmt.Sprintf("%d MB", bound), bytes <= bound<<20, "")
}

func (b *bench) line(what, measured, bound string, ok bool, words string) {
	mark := ""
	if !ok {
		mark = "  <- beyond"
		b.beyond++
	}
	fmt.Printf("%-52s %10s %10s  %s%s\n", what, measured, bound, words, mark)
}

func milliseconds(d time.Duration) string {
	return fmt.Sprintf("%.1f ms", float64(d.Microseconds())/1000)
}
