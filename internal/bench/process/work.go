package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

const ms = time.Millisecond

// Memory limits of the measured commands.
const (
	memory     = 32 << 20
	memoryMost = 48 << 20 // of the longest one

	memoryMillion = 64 << 20 // of the longest one with -long
)

// work is one measurement. It may give several rows: an undo is measured in turn with
// the apply that it reverses.
type work struct {
	name    string
	measure func(b *bench) ([]row, error)
	long    bool // takes minutes: measured when it is named, or with -long
}

var works = []work{
	{name: "start", measure: start},
	{name: "list", measure: lists},
	{name: "query", measure: queryOpen},
	{name: "search", measure: searchOnce},
	{name: "ask", measure: questions},
	{name: "tools", measure: readTools},
	{name: "meaning", measure: searchByMeaning},
	{name: "apply", measure: applyOne},
	{name: "propose", measure: proposeOne},
	{name: "pipe", measure: wholePipe},
	{name: "apply1000", measure: applyThousand},
	{name: "load", measure: load},
	{name: "size", measure: size},
	{name: "million", measure: million, long: true},
}

// chosen are the works of these names. Without names they are all works, the long ones
// only if asked for.
func chosen(names []string, long bool) (some []work, err error) {
	if len(names) == 0 {
		for _, w := range works {
			if long || !w.long {
				some = append(some, w)
			}
		}
		return some, nil
	}
	for _, name := range names {
		i := slices.IndexFunc(works, func(w work) bool { return w.name == name })
		if i < 0 {
			known := make([]string, len(works))
			for i, w := range works {
				known[i] = w.name
			}
			return nil, fmt.Errorf("there is no row %q; there are %s", name, strings.Join(known, ", "))
		}
		some = append(some, works[i])
	}
	return some, nil
}

func start(b *bench) ([]row, error) {
	s, err := b.turns(
		func() (sample, error) { return b.once(command{program: b.assister, args: []string{"version"}}) },
		func() (sample, error) { return b.once(command{program: b.empty}) },
	)
	if err != nil {
		return nil, err
	}
	const there = 600 * time.Microsecond
	if here := figuresOf(s[1], wall).median; here > there*5/4 {
		b.remark("an empty Go program takes %s here and took %s on the machine that the bounds in milliseconds come from; "+
			"the ratios hold anywhere", inUnits(here), inUnits(there))
	}
	return []row{{
		name: "start", work: "version", samples: s[0], reference: s[1], than: "an empty Go program",
		ratioBound: 3.5, memoryBound: memory,
	}}, nil
}

// lists measures what is planned for today, and the list without arguments, which
// reads and counts all open records by day.
func lists(b *bench) ([]row, error) {
	db, err := b.workspace(100_000)
	if err != nil {
		return nil, err
	}
	rows := []row{
		{name: "list", work: "list of today, 100,000 tasks", bound: 6 * ms, ratioBound: 3, memoryBound: memory},
		{name: "list", work: "list by day, 100,000 tasks", bound: 12 * ms, ratioBound: 4, memoryBound: memory},
	}
	do := []func() (sample, error){
		func() (sample, error) { return b.once(b.on(db, "list", "--today", "--open")) },
		func() (sample, error) { return b.once(b.on(db, "list")) },
	}
	shell, err := exec.LookPath("sqlite3")
	if err != nil {
		b.remark("there is no sqlite3 shell to compare the lists with")
	} else {
		// The shell reads a copy, since it would remove the log that assister leaves
		// for the next process.
		copied, err := b.copied(db)
		if err != nil {
			return nil, err
		}
		const query = `SELECT id, title, scheduled_for, status FROM task
			WHERE scheduled_for = '2026-11-21' AND recurrence IS NULL AND status <> 'completed'`
		do = append(do, func() (sample, error) {
			return b.once(command{program: shell, args: []string{"-batch", "-init", os.DevNull, copied, query}})
		})
	}
	s, err := b.turns(do...)
	if err != nil {
		return nil, err
	}
	for i := range rows {
		rows[i].samples = s[i]
		if len(s) > len(rows) {
			rows[i].than, rows[i].reference = "the sqlite3 shell, today", s[len(rows)]
		} else {
			rows[i].ratioBound = 0
		}
	}
	return rows, nil
}

// queryOpen reads all of a large table and sorts the matches.
func queryOpen(b *bench) ([]row, error) {
	db, err := b.workspace(100_000)
	if err != nil {
		return nil, err
	}
	query := b.on(db, "query", "task", "--where", `{"priority":"medium","completed":false}`,
		"--sort", "scheduledFor,title", "--limit", "50")
	s, err := b.turns(func() (sample, error) { return b.once(query) })
	if err != nil {
		return nil, err
	}
	return []row{{
		name: "query", work: "50 of all the open ones by day, 100,000 tasks", samples: s[0],
		bound: 20 * ms, memoryBound: memory,
	}}, nil
}

// bare is the reference for durable writes: one INSERT by a program that does nothing
// else.
func (b *bench) bare() (func() (sample, error), error) {
	if b.table == "" {
		path := filepath.Join(b.dir, "bare.db")
		if _, err := b.once(command{program: b.insert, args: []string{"-make", "100000", path}}); err != nil {
			return nil, err
		}
		b.table = path
	}
	return func() (sample, error) { return b.once(command{program: b.insert, args: []string{b.table}}) }, nil
}

func applyOne(b *bench) ([]row, error) {
	return applyAndUndo(b, 100_000, 1,
		row{name: "apply", work: "apply of one operation, 100,000 tasks", bound: 8 * ms, ratioBound: 3},
		row{name: "undo", work: "its undo", bound: 8 * ms, ratioBound: 3})
}

func applyThousand(b *bench) ([]row, error) {
	return applyAndUndo(b, 10_000, batchSize,
		row{name: "apply1000", work: "apply of 1,000 operations, 10,000 tasks", bound: 30 * ms},
		row{name: "undo1000", work: "its undo", bound: 40 * ms})
}

// applyAndUndo measures an apply of n operations to a workspace of some tasks, and its
// undo, each in turn with a bare INSERT.
func applyAndUndo(b *bench, tasks, n int, applied, undone row) ([]row, error) {
	db, err := b.workspace(tasks)
	if err != nil {
		return nil, err
	}
	bare, err := b.bare()
	if err != nil {
		return nil, err
	}
	apply, undo := b.on(db, "apply", "--yes"), b.on(db, "undo", "--confirm-destructive")
	if apply.input, err = b.operations(n); err != nil {
		return nil, err
	}
	s, err := b.turns(
		func() (sample, error) { return b.once(apply) },
		bare,
		func() (sample, error) { return b.once(undo) },
		bare,
	)
	if err != nil {
		return nil, err
	}
	applied.samples, applied.reference = s[0], s[1]
	undone.samples, undone.reference = s[2], s[3]
	rows := []row{applied, undone}
	for i := range rows {
		rows[i].than, rows[i].memoryBound = "a bare INSERT", memory
	}
	return rows, nil
}

// request is two everyday requests in one.
const request = "move everything from today to friday, and add dentist tomorrow 3pm"

// byTitle is a request that names a task by its title, so that all titles have to be
// searched.
func byTitle() string { return "complete " + title(4242) }

func proposeOne(b *bench) ([]row, error) {
	db, err := b.workspace(10_000)
	if err != nil {
		return nil, err
	}
	s, err := b.turns(
		func() (sample, error) { return b.once(b.on(db, "propose", "--engine", "rules", request)) },
		func() (sample, error) { return b.once(b.on(db, "propose", "--engine", "rules", byTitle())) },
		func() (sample, error) { return b.once(command{program: b.empty}) },
	)
	if err != nil {
		return nil, err
	}
	r := row{reference: s[2], than: "an empty Go program", bound: 8 * ms, memoryBound: memory}
	moved, completed := r, r
	moved.name, moved.work, moved.samples = "propose", "propose with rules, 10,000 tasks", s[0]
	completed.name, completed.work, completed.samples = "proposeTitle", "the same, a task by its title", s[1]
	return []row{moved, completed}, nil
}

// words are three words that many titles have, but few have together.
const words = "garden Anna gre"

func searchOnce(b *bench) ([]row, error) {
	db, err := b.workspace(100_000)
	if err != nil {
		return nil, err
	}
	s, err := b.turns(
		func() (sample, error) { return b.once(b.on(db, "search", words)) },
		func() (sample, error) { return b.once(command{program: b.empty}) },
	)
	if err != nil {
		return nil, err
	}
	return []row{{
		name: "search", work: "search for three words, 100,000 tasks", samples: s[0], reference: s[1],
		than: "an empty Go program", bound: 20 * ms, memoryBound: memory,
	}}, nil
}

func wholePipe(b *bench) ([]row, error) {
	db, err := b.workspace(10_000)
	if err != nil {
		return nil, err
	}
	version := command{program: b.assister, args: []string{"version"}}
	propose := b.on(db, "propose", "--engine", "rules", request)
	dryRun, apply := b.on(db, "dryrun"), b.on(db, "apply", "--yes")
	s, err := b.turns(
		func() (sample, error) {
			s, err := b.once(propose, dryRun, apply)
			if err == nil {
				_, err = b.once(b.on(db, "undo"))
			}
			return s, err
		},
		func() (sample, error) { return b.once(version, version, version) },
	)
	if err != nil {
		return nil, err
	}
	return []row{{
		name: "pipe", work: "propose | dryrun | apply --yes, 10,000 tasks", samples: s[0], reference: s[1],
		than: "three starts", bound: 16 * ms, memoryBound: memory,
	}}, nil
}

// loads is the most runs of the longest measurement.
const loads = 3

func load(b *bench) ([]row, error) {
	var samples []sample
	for range min(loads, b.runs) {
		path := filepath.Join(b.dir, "load.db")
		old, err := filepath.Glob(path + "*")
		if err != nil {
			return nil, err
		}
		for _, file := range old {
			if err := os.Remove(file); err != nil {
				return nil, err
			}
		}
		s, err := b.fill(path, 0, 100_000)
		if err != nil {
			return nil, err
		}
		samples = append(samples, s)
	}
	return []row{{
		name: "load", work: "100,000 operations from a pipe", samples: samples,
		bound: 4 * time.Second, memoryBound: memoryMost,
	}}, nil
}

// bytesBound is the most disk space of a task with its history.
const bytesBound = 700

// size is measured on a separate workspace, since the others contain the history of
// earlier measurements.
func size(b *bench) ([]row, error) {
	const n = 100_000
	path := filepath.Join(b.dir, "load.db")
	if _, err := os.Stat(path); err != nil {
		if _, err := b.fill(path, 0, n); err != nil {
			return nil, err
		}
	}
	if _, err := b.once(command{program: b.insert, args: []string{"-checkpoint", path}}); err != nil {
		return nil, err
	}
	var bytes int64
	for _, file := range []string{path, path + "-wal"} {
		if info, err := os.Stat(file); err == nil {
			bytes += info.Size()
		}
	}
	return []row{{
		name: "size", work: "bytes on disk per task, with its history", bytes: bytes / n, bytesBound: bytesBound,
	}}, nil
}
