package main

import (
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

// bench has the measured programs and a directory for their workspaces.
type bench struct {
	dir      string
	runs     int
	progress io.Writer
	remarks  []string

	assister, empty, insert string         // the programs
	made                    map[int]string // workspaces by their number of tasks
	shelved                 string         // the library; "" until it is made
	table                   string         // of the bare insert; "" until it is made
}

// remark adds a line below the table.
func (b *bench) remark(format string, args ...any) {
	b.remarks = append(b.remarks, fmt.Sprintf(format, args...))
}

// build builds the program and its references. Go keeps what `go run` links, for the next time.
func (b *bench) build() error {
	for _, p := range []struct {
		to   *string
		from string
	}{
		{&b.assister, "assister/cmd/assister"},
		{&b.empty, "assister/internal/bench/process/reference/empty"},
		{&b.insert, "assister/internal/bench/process/reference/insert"},
	} {
		*p.to = filepath.Join(b.dir, filepath.Base(p.from))
		if out, err := exec.Command("go", "run", "-ldflags=-w", "-exec", "cp", p.from, *p.to).CombinedOutput(); err != nil {
			return fmt.Errorf("build %s: %w\n%s", p.from, err, out)
		}
	}
	return nil
}

// sample is the cost of one run: the wall time from the first start to the last exit, the
// processor time of all processes, and the peak memory of the largest.
type sample struct {
	wall, cpu time.Duration
	rss       int64 // bytes
}

// command is one process to start.
type command struct {
	program string
	args    []string
	input   string // the file that stdin is; "" for an empty one
}

// once runs commands as a pipeline and discards the output of the last. The processes
// share files and pipes directly, so that this one copies nothing while the clock runs.
func (b *bench) once(commands ...command) (sample, error) {
	input := commands[0].input
	if input == "" {
		input = os.DevNull
	}
	in, err := os.Open(input)
	if err != nil {
		return sample{}, err
	}
	return b.from(in, commands...)
}

// from is once with an open stdin, which it closes.
func (b *bench) from(in *os.File, commands ...command) (s sample, err error) {
	var files []*os.File
	defer func() {
		for _, f := range files {
			f.Close()
		}
	}()
	files = append(files, in)
	complaints, err := os.Create(filepath.Join(b.dir, "stderr"))
	if err != nil {
		return s, err
	}
	files = append(files, complaints)
	running := make([]*exec.Cmd, len(commands))
	for i, c := range commands {
		running[i] = exec.Command(c.program, c.args...)
		running[i].Env = []string{"HOME=" + b.dir, "TMPDIR=" + b.dir, "PATH=" + os.Getenv("PATH")}
		running[i].Stdin, running[i].Stderr = in, complaints
		if i == len(commands)-1 {
			break
		}
		r, w, err := os.Pipe()
		if err != nil {
			return s, err
		}
		files = append(files, r, w)
		running[i].Stdout, in = w, r
	}
	start := time.Now()
	for i, c := range running {
		if err := c.Start(); err != nil {
			return s, err
		}
		// The next process sees the end of its input only when no other process has
		// the pipe open for writing.
		if w, ok := c.Stdout.(*os.File); ok && w != nil {
			w.Close()
		}
		if i == 0 {
			files[0].Close()
		}
	}
	for i, c := range running {
		if waited := c.Wait(); waited != nil && err == nil {
			said, _ := os.ReadFile(complaints.Name())
			err = fmt.Errorf("%s %s: %w\n%s", filepath.Base(c.Path), strings.Join(commands[i].args, " "), waited, said)
		}
	}
	s.wall = time.Since(start)
	for _, c := range running {
		s.cpu += c.ProcessState.UserTime() + c.ProcessState.SystemTime()
		if usage, ok := c.ProcessState.SysUsage().(*syscall.Rusage); ok {
			s.rss = max(s.rss, peak(usage))
		}
	}
	return s, err
}

// turns measures several functions in turn, so that other load on the machine affects
// all of them alike. The first turn is a warm-up.
func (b *bench) turns(each ...func() (sample, error)) ([][]sample, error) {
	samples := make([][]sample, len(each))
	for turn := range b.runs + 1 {
		for i, do := range each {
			s, err := do()
			if err != nil {
				return nil, err
			}
			if turn > 0 {
				samples[i] = append(samples[i], s)
			}
		}
	}
	return samples, nil
}

// figures are the median, minimum and maximum of durations.
type figures struct{ median, least, most time.Duration }

func figuresOf(samples []sample, of func(sample) time.Duration) figures {
	d := make([]time.Duration, len(samples))
	for i, s := range samples {
		d[i] = of(s)
	}
	slices.Sort(d)
	n := len(d)
	return figures{(d[(n-1)/2] + d[n/2]) / 2, d[0], d[n-1]}
}

func wall(s sample) time.Duration { return s.wall }
func cpu(s sample) time.Duration  { return s.cpu }

func rss(samples []sample) (most int64) {
	for _, s := range samples {
		most = max(most, s.rss)
	}
	return most
}
