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

// The moment that every measurement happens at: a Saturday.
const (
	now  = "2026-11-21T09:00:00"
	zone = "Europe/Paris"
)

var today = time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)

// spread is over how many days the tasks lie: one in 361, which is 0.28 %, is
// planned for today.
const spread = 361

// titles are made of one word of each column: six words.
var titles = [6][]string{
	{"call", "write", "repair", "order", "check", "prepare", "return", "clean"},
	{"the", "another", "my", "our", "that", "this", "every"},
	{"green", "broken", "second", "winter", "kitchen", "borrowed", "annual", "small", "urgent"},
	{"report", "bicycle", "invoice", "parcel", "garden", "lamp", "contract", "window", "budget", "shelf", "ticket"},
	{"for", "with", "before", "after", "about"},
	{"Anna", "work", "school", "lunch", "winter", "Paul", "Monday", "grandmother", "holidays", "taxes", "family", "neighbours", "travel"},
}

func title(i int) string {
	words := make([]string, len(titles))
	for column, choice := range titles {
		words[column] = choice[i%len(choice)]
	}
	return strings.Join(words, " ")
}

// projects are made by the first lines of a workspace; what refers to them
// comes in a later batch.
const (
	projects  = 20
	batchSize = 1000
)

// writeTasks writes the operations that make a workspace of n tasks: one in
// four with a tag, one in five in a project, one in five hundred repeating, the
// days in no order.
func writeTasks(w io.Writer, n int) error {
	out := bufio.NewWriterSize(w, 32<<10)
	for i := range projects {
		fmt.Fprintf(out, `{"op":"project.create","name":"project %d"}`+"\n", i+1)
	}
	for i := range n {
		day := today.AddDate(0, 0, i*7919%spread-spread/2).Format(time.DateOnly)
		fmt.Fprintf(out, `{"op":"task.create","title":%q,"scheduledFor":%q`, title(i), day)
		if i%4 == 0 {
			fmt.Fprintf(out, `,"tags":[%q]`, titles[3][i/4%len(titles[3])])
		}
		if i%5 == 1 && i > batchSize {
			fmt.Fprintf(out, `,"projectId":%d`, i%projects+1)
		}
		if i%10 == 3 {
			out.WriteString(`,"priority":"high"`)
		}
		if i%500 == 7 {
			out.WriteString(`,"recurrence":{"type":"weekly"}`) // on the weekday that it begins on
		}
		out.WriteString("}\n")
	}
	return out.Flush()
}

// operations is a file of n operations that each make a task.
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

// workspace is a workspace of n tasks, made when it is first asked for.
func (b *bench) workspace(n int) (string, error) {
	if path := b.made[n]; path != "" {
		return path, nil
	}
	path := filepath.Join(b.dir, fmt.Sprintf("workspace-%d.db", n))
	if _, err := b.fill(path, n); err != nil {
		return "", fmt.Errorf("make a workspace of %d tasks: %w", n, err)
	}
	b.made[n] = path
	return path, nil
}

// copied is a workspace a second time, its log moved into it.
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

// fill makes a workspace of n tasks by one `apply` that reads a pipe.
func (b *bench) fill(path string, n int) (sample, error) {
	lines := filepath.Join(b.dir, fmt.Sprintf("workspace-%d.ndjson", n))
	if _, err := os.Stat(lines); err != nil {
		f, err := os.Create(lines)
		if err == nil {
			err = writeTasks(f, n)
		}
		if closed := f.Close(); err == nil {
			err = closed
		}
		if err != nil {
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

// on is the program at work on a workspace, at the moment and in the zone of
// every measurement.
func (b *bench) on(path string, args ...string) command {
	return command{program: b.assister, args: append(args, "--db", path, "--now", now, "--tz", zone, "--output", "ndjson")}
}
