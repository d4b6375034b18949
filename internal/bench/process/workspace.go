package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// The time of every measurement, a Saturday.
const (
	now  = "2026-11-21T09:00:00"
	zone = "Europe/Paris"
)

var today = time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)

// spread is the number of days that the tasks are planned on, so that one in 361 (0.28 %)
// is planned for today.
const spread = 361

// titles have six words, one of each column.
var titles = [6][]string{
	{"call", "write", "repair", "order", "check", "prepare", "return", "clean"},
	{"the", "another", "my", "our", "that", "this", "every"},
	{"green", "broken", "second", "winter", "kitchen", "borrowed", "annual", "small", "urgent"},
	{"report", "bicycle", "invoice", "parcel", "garden", "lamp", "contract", "window", "budget", "shelf", "ticket"},
	{"for", "with", "before", "after", "about"},
	{
		"Anna", "work", "school", "lunch", "winter", "Paul", "Monday", "grandmother", "holidays", "taxes", "family",
		"neighbours", "travel",
	},
}

func title(i int) string {
	words := make([]string, len(titles))
	for column, choice := range titles {
		words[column] = choice[i%len(choice)]
	}
	return strings.Join(words, " ")
}

// projects are created by the first lines of a workspace; records that refer to them
// follow in a later batch.
const (
	projects  = 20
	batchSize = 1000
)

// writeTasks writes operations that create n tasks on shuffled days: one in four has a
// tag, one in five belongs to a project, and one in five hundred repeats. Before them
// come done tasks of ten years, of which none repeats.
func writeTasks(w io.Writer, done, n int) error {
	out := bufio.NewWriterSize(w, 32<<10)
	for i := range projects {
		fmt.Fprintf(out, `{"op":"project.create","name":"project %d"}`+"\n", i+1)
	}
	task := func(i, day int, more string) {
		on := today.AddDate(0, 0, day).Format(time.DateOnly)
		fmt.Fprintf(out, `{"op":"task.create","title":%q,"scheduledFor":%q`, title(i), on)
		if i%4 == 0 {
			fmt.Fprintf(out, `,"tags":[%q]`, titles[3][i/4%len(titles[3])])
		}
		if i > batchSize {
			out.WriteString(inProject(i))
		}
		if i%10 == 3 {
			out.WriteString(`,"priority":"high"`)
		}
		out.WriteString(more + "}\n")
	}
	for i := range done {
		task(i, -1-i*7919%(10*spread), `,"status":"completed"`)
	}
	for i := range n {
		more := ""
		if i%500 == 7 {
			more = `,"recurrence":{"type":"weekly"}` // on the weekday that it begins on
		}
		task(i, i*7919%spread-spread/2, more)
	}
	return out.Flush()
}

// operations returns a file of n operations that create a task each.
func (b *bench) operations(n int) (string, error) {
	path := filepath.Join(b.dir, fmt.Sprintf("%d.ndjson", n))
	f, err := os.Create(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	for i := range n {
		day := today.AddDate(0, 0, i%30).Format(time.DateOnly)
		if _, err := fmt.Fprintf(f, `{"op":"task.create","title":%q,"scheduledFor":%q}`+"\n", title(i+1), day); err != nil {
			return "", err
		}
	}
	return path, f.Close()
}

// workspace returns a workspace of n tasks, and makes it on first use.
func (b *bench) workspace(n int) (string, error) {
	if path := b.made[n]; path != "" {
		return path, nil
	}
	path := filepath.Join(b.dir, fmt.Sprintf("workspace-%d.db", n))
	if _, err := b.fill(path, 0, n); err != nil {
		return "", fmt.Errorf("make a workspace of %d tasks: %w", n, err)
	}
	b.made[n] = path
	return path, nil
}

// copied returns a copy of a workspace, with the log moved into the file.
func (b *bench) copied(path string) (string, error) {
	if _, err := b.once(command{program: b.insert, args: []string{"-checkpoint", path}}); err != nil {
		return "", err
	}
	from, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer from.Close()
	to, err := os.Create(path + ".copy")
	if err != nil {
		return "", err
	}
	_, err = io.Copy(to, from)
	if closed := to.Close(); err == nil {
		err = closed
	}
	return to.Name(), err
}

// fill makes a workspace of n tasks, and of others that are done, with one `apply` that
// reads a pipe.
func (b *bench) fill(path string, done, n int) (sample, error) {
	lines := filepath.Join(b.dir, fmt.Sprintf("workspace-%d.ndjson", done+n))
	if _, err := os.Stat(lines); err != nil {
		if err := written(lines, func(w io.Writer) error { return writeTasks(w, done, n) }); err != nil {
			return sample{}, err
		}
	}
	f, err := os.Open(lines)
	if err != nil {
		return sample{}, err
	}
	defer f.Close()
	r, w, err := os.Pipe()
	if err != nil {
		return sample{}, err
	}
	fed := make(chan error, 1)
	go func() {
		_, err := io.Copy(w, f)
		w.Close()
		fed <- err
	}()
	s, err := b.from(r, b.on(path, "apply", "--yes"))
	if fault := <-fed; err == nil {
		err = fault
	}
	return s, err
}

// on returns a command of the program on a workspace, at the time and in the zone of all
// measurements.
func (b *bench) on(path string, args ...string) command {
	return command{program: b.assister, args: append(args, "--db", path, "--now", now, "--tz", zone, "--output", "ndjson")}
}
