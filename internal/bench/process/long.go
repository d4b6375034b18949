package main

import (
	"path/filepath"
	"time"
)

// million measures whether the costs stay in proportion as a workspace grows: loading a
// million tasks takes ten times as long as loading 100,000, and what one command reads or
// writes as long as among these. It is the workspace of 100,000 tasks after ten years,
// with 900,000 done ones, so that the answers are the same.
func million(b *bench) ([]row, error) {
	hundred, err := b.workspace(100_000)
	if err != nil {
		return nil, err
	}
	path := filepath.Join(b.dir, "workspace-1000000.db")
	loaded, err := b.fill(path, 900_000, 100_000)
	if err != nil {
		return nil, err
	}
	rows := []row{{
		name: "million", work: "1,000,000 operations from a pipe", samples: []sample{loaded},
		bound: 45 * time.Second, memoryBound: memoryMillion,
	}}
	one, err := b.operations(1)
	if err != nil {
		return nil, err
	}
	for _, c := range []struct {
		work  string
		input string
		args  []string
	}{
		{"list of today, 1,000,000 tasks", "", []string{"list", "--today", "--open"}},
		{"list by day, 1,000,000 tasks", "", []string{"list"}},
		{"apply of one operation, 1,000,000 tasks", one, []string{"apply", "--yes"}},
	} {
		on := func(db string) func() (sample, error) {
			command := b.on(db, c.args...)
			command.input = c.input
			return func() (sample, error) { return b.once(command) }
		}
		s, err := b.turns(on(path), on(hundred))
		if err != nil {
			return nil, err
		}
		rows = append(rows, row{
			name: "million", work: c.work, samples: s[0], reference: s[1], than: "among 100,000",
			ratioBound: 1.5, memoryBound: memory,
		})
	}
	return rows, nil
}
