package main

import (
	"path/filepath"
	"time"
)

// million measures whether the costs stay in proportion as a workspace grows: loading a
// million tasks is linear, and what one command reads or writes is as much as among
// 100,000 of them.
func million(b *bench) ([]row, error) {
	hundred, err := b.workspace(100_000)
	if err != nil {
		return nil, err
	}
	path := filepath.Join(b.dir, "workspace-1000000.db")
	loaded, err := b.fill(path, 1_000_000)
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
		{"50 of today, 1,000,000 tasks", "", []string{"list", "--today", "--open", "--limit", "50"}},
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
