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
	lastIDs    bool // those of all tables
}

// lastIDs has the results of dialect.LastID for every table. A statement costs a node more
// than its rows.
const lastIDs = "SELECT name, seq FROM sqlite_sequence"

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
	ask(relational.NewReader(&all, dialect, nil))
	return all.statements
}

// ofUpdates is what every update asks: the end of the trail with the newest batch, which is
// verified before anything is added, and the next ids.
var ofUpdates = sync.OnceValue(func() expectation {
	const rows = 6 // of the trail, that are verified
	e := expectation{statements: queries(func(r relational.Reader) {
		_, _ = r.Head()
		_, _ = r.NextBatch()
	}), lastIDs: true}
	tail := queries(func(r relational.Reader) { _ = r.Audit(0, nil) })
	batch := queries(func(r relational.Reader) { _, _, _ = r.Batch(0) })
	e.guesses = []guess{
		{tail[0].Text, fmt.Sprintf("(SELECT max(seq) - %d FROM audit)", rows)},
		{batch[0].Text, relational.NewestFew},
		{relational.ChangesOfBatch, relational.NewestFew},
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
	if e.lastIDs {
		all = append(all, Statement{Text: lastIDs})
	}
	return all
}

// learn passes on the guesses with the arguments that they had.
func (e expectation) learn(results []Rows, know func(s Statement, result Rows) error) error {
	for i, g := range e.guesses {
		arg := results[0].Values[0][i]
		if arg == nil {
			continue
		}
		if err := know(Statement{g.text, []driver.Value{arg}}, results[1+i]); err != nil {
			return err
		}
	}
	if !e.lastIDs {
		return nil
	}
	of := map[string][][]driver.Value{}
	for _, row := range results[1+len(e.guesses)].Values {
		if err := relational.Shaped(row, "ti"); err != nil {
			return err
		}
		of[row[0].(string)] = [][]driver.Value{row[1:]}
	}
	for _, k := range schema.Kinds {
		if err := know(Statement{dialect.LastID, []driver.Value{k.Name}}, Rows{Values: of[k.Name]}); err != nil {
			return err
		}
	}
	return nil
}
