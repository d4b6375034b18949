package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"assister/internal/schema"
	"assister/internal/tool"
)

// asked is the time limit of a question about a library.
const asked = 20 * ms

// questions are typical questions about a library.
func questions(b *bench) ([]row, error) {
	db, err := b.library()
	if err != nil {
		return nil, err
	}
	var rows []row
	for _, args := range [][]string{
		{"query", "tasks", "--where", `{"overdue":true}`, "--sort", "scheduledFor", "--limit", "50"},
		{"query", "tasks", "--where", `{"status":"pending","tag":"garden"}`, "--limit", "50"},
		{"query", "notes", "--where", `{"content":{"contains":"number 4711"}}`},
		{"query", "notes", "--where", `{"content":{"contains":"garden"}}`, "--sort", "title", "--limit", "50"},
		{"tool", "call", "tasksSearch", `{"query":"or"}`}, // which stands in half of all tasks
		{"query", "tasks", "--where", `{"title":{"contains":"or"}}`, "--sort", "title", "--limit", "50"},
		{"list", "--overdue", "--limit", "20"},
		{"list", "note", "--limit", "20"},
		{"list", "--title", "urgent lamp"},
		{"search", words},
		{"ask", "--engine", "rules", "what is overdue in project 7?"},
		{"ask", "--engine", "rules", "how many open tasks are there?"},
	} {
		s, err := b.turns(func() (sample, error) { return b.once(b.on(db, args...)) })
		if err != nil {
			return nil, err
		}
		work := fmt.Sprintf("%.70q", args)
		rows = append(rows, row{name: "ask", work: work, samples: s[0], bound: asked, memoryBound: memory})
	}
	return rows, nil
}

// Limits of the benchmark of the tools, which makes hundreds of calls: runs of each call,
// and rows for the slowest calls.
const (
	toolRuns   = 5
	shownTools = 12
)

// readTools calls every read tool, each call as a process. The rows are the slowest
// calls.
func readTools(b *bench) ([]row, error) {
	db, err := b.library()
	if err != nil {
		return nil, err
	}
	few := *b
	few.runs = min(b.runs, toolRuns)
	var rows []row
	over := 0
	for _, t := range tool.All() {
		if t.Mutates {
			continue
		}
		for _, args := range calls(t) {
			text, err := json.Marshal(args)
			if err != nil {
				return nil, err
			}
			s, err := few.turns(func() (sample, error) { return few.once(few.on(db, "tool", "call", t.Name, string(text))) })
			if err != nil {
				return nil, err
			}
			work := fmt.Sprintf("%s %.60s", t.Name, text)
			r := row{name: "tools", work: work, samples: s[0], bound: asked, memoryBound: memory}
			if len(r.over()) > 0 {
				over++
			}
			rows = append(rows, r)
		}
	}
	b.remark("of %d calls of read tools, each kind of argument at least once, %d miss a bound", len(rows), over)
	slices.SortStableFunc(rows, func(x, y row) int {
		return int(figuresOf(y.samples, wall).median - figuresOf(x.samples, wall).median)
	})
	return rows[:min(len(rows), shownTools)], nil
}

type arguments map[string]any

// calls returns several ways to call a tool: with the required arguments only, with each
// optional argument in addition, and with a text that many or few records have.
func calls(t *tool.Tool) (all []arguments) {
	needed := arguments{}
	var choices []tool.Arg
	for _, a := range t.Args {
		switch {
		case a.Required():
			needed[a.Name] = value(a)
		case a.Raw == "" || a.Name == "offset":
			choices = append(choices, a)
		}
	}
	all = append(all, needed)
	with := func(name string, v any) {
		call := arguments{name: v}
		for n, v := range needed {
			if _, given := call[n]; !given {
				call[n] = v
			}
		}
		all = append(all, call)
	}
	for _, a := range choices {
		with(a.Name, value(a))
	}
	if _, words := needed["query"]; words {
		with("query", "number 4711")
	}
	if _, raw := needed["collection"]; raw {
		with("where", map[string]any{"status": "pending", "priority": "medium"})
		with("sort", []string{"scheduledFor", "title"})
		with("sort", []string{"-createdAt"})
	}
	return all
}

// value returns a value for an argument that exists in a library.
func value(a tool.Arg) any {
	switch {
	case a.Name == "offset":
		return 1000
	case a.Name == "query":
		return "garden"
	case a.Name == "tag":
		return titles[3][4]
	case a.Name == "collection":
		return "tasks"
	case a.Name == "name" && a.Type == schema.Text:
		return title(4711)
	}
	switch a.Type {
	case schema.Ref:
		return 7
	case schema.Enum:
		return a.Values[0]
	case schema.Bool:
		return false
	case schema.Date:
		return today.Format(time.DateOnly)
	}
	return "garden"
}
