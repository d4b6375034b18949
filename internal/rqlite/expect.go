package rqlite

import (
	"database/sql/driver"
	"fmt"
	"strings"
	"sync"

	"assister/internal/relational"
	"assister/internal/schema"
)

// expectation is what a snapshot is expected to ask.
type expectation struct {
	statements []Statement
	guesses    []guess
}

// guess is a statement with one argument that only the database knows yet.
type guess struct{ text, arg string }

// collector is a snapshot that collects queries instead of running them.
type collector struct{ statements []Statement }

// Each implements relational.Snapshot.
func (c *collector) Each(_, text string, _ func([]driver.Value) error, args ...driver.Value) error {
	c.statements = append(c.statements, Statement{Text: text, Args: args})
	return nil
}

// queries returns the queries of calls of a reader, which gets no rows. It cannot fail, as
// neither can its collector.
func queries(ask func(r relational.Reader)) []Statement {
	var all collector
	ask(relational.NewReader(&all, dialect, false))
	return all.statements
}

// ofUpdates is what every update asks: the end of the trail with the newest batch, which is
// verified before anything is added, and the next ids.
var ofUpdates = sync.OnceValue(func() expectation {
	const rows = 6 // of the trail, that are verified
	e := expectation{statements: queries(func(r relational.Reader) {
		_, _ = r.Head()
		_, _ = r.NextBatch()
		for _, k := range schema.Kinds {
			_, _ = r.NextID(k.Name)
		}
	})}
	tail := queries(func(r relational.Reader) { _ = r.Audit(0, nil) })
	batch := queries(func(r relational.Reader) { _, _, _ = r.Batch(0) })
	e.guesses = []guess{
		{tail[0].Text, fmt.Sprintf("(SELECT max(seq) - %d FROM audit)", rows)},
		{batch[0].Text, "(SELECT max(id) FROM batch)"},
		{relational.ChangesOfBatch, "(SELECT max(id) FROM batch)"},
	}
	return e
})

// guessed are the statements of the guesses, after one that reads their arguments.
func (e expectation) guessed() []Statement {
	if len(e.guesses) == 0 {
		return nil
	}
	all := make([]Statement, 1, 1+len(e.guesses))
	args := make([]string, len(e.guesses))
	for i, g := range e.guesses {
		args[i] = g.arg
		all = append(all, Statement{Text: strings.Replace(g.text, "?", g.arg, 1)})
	}
	all[0].Text = "SELECT " + strings.Join(args, ", ")
	return all
}

// learn passes on the guesses with the arguments that they had.
func (e expectation) learn(results []Rows, know func(s Statement, result Rows) error) error {
	for i, g := range e.guesses {
		arg := results[0].Values[0][i]
		if err := know(Statement{g.text, []driver.Value{arg}}, results[1+i]); err != nil {
			return err
		}
	}
	return nil
}
