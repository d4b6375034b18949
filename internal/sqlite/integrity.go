package sqlite

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"

	"assister/internal/fulltext"
	"assister/internal/ledger"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
	"assister/internal/workspace"
)

// Codes of the problems that Examine finds.
const (
	Damaged        = "database_damaged"
	BrokenRef      = "broken_reference"
	NotAsTheLedger = "not_as_the_ledger_says"
	IndexDisagrees = "text_index_disagrees"
)

// Examine checks the structure of the file, and then whether every record equals the sum
// of its changes in the ledger. SQLite's pages have no checksums, so its own check misses
// most damage to their content.
func (s *Store) Examine(ctx context.Context) (found []problem.Problem, err error) {
	err = s.View(ctx, func(v workspace.Reader) error {
		e := examination{reader: v.(reader)}
		err := e.run()
		found = e.found
		return err
	})
	return found, err
}

type examination struct {
	reader
	found []problem.Problem
}

func (e *examination) report(code, message string) {
	e.found = append(e.found, problem.Problem{Code: code, Message: message,
		Hint: "keep a copy of the database as it is, and compare it with a backup"})
}

func (e *examination) run() error {
	if err := e.each("examine the database", "PRAGMA integrity_check(20)", func(row []driver.Value) error {
		if row[0] != "ok" {
			e.report(Damaged, fmt.Sprintf("the file is damaged: %v", row[0]))
		}
		return nil
	}); err != nil {
		return err
	}
	if err := e.each("examine the references", "PRAGMA foreign_key_check", func(row []driver.Value) error {
		e.report(BrokenRef, fmt.Sprintf("%v %v points to a %v that does not exist", row[0], row[1], row[2]))
		return nil
	}); err != nil {
		return err
	}
	if err := e.records(); err != nil {
		return err
	}
	if err := e.turns(); err != nil {
		return err
	}
	return e.words()
}

// turns looks for parts of conversations that were lost: no text has a zero byte. A lost
// part of any other text differs from the ledger.
func (e *examination) turns() error {
	const query = "SELECT session FROM turn WHERE instr(text, char(0)) OR instr(question, char(0))"
	return e.each("examine the conversations", query, func(row []driver.Value) error {
		e.report(Damaged, fmt.Sprintf("a part of conversation %q is lost", row[0]))
		return nil
	})
}

// words compares the text index with the records.
func (e *examination) words() error {
	ok, err := e.agrees()
	if ok || err != nil && !errors.Is(err, fulltext.ErrDamaged) {
		return err
	}
	e.found = append(e.found, problem.Problem{Code: IndexDisagrees,
		Message: "the search index does not match the records",
		Hint:    "no data is lost; rebuild the index with: assister index"})
	return nil
}

// records replays the ledger and compares the result with the tables.
func (e *examination) records() error {
	there := map[string]int64{}
	var r record.Record // the current record after its changes so far
	exists := false
	compare := func() error {
		if r.Kind == nil {
			return nil
		}
		if exists {
			there[r.Kind.Name]++
		}
		return e.compare(r, exists)
	}
	query := "SELECT " + changeColumns + ", batch FROM change ORDER BY kind, id, batch"
	err := e.each("read the ledger", query, func(row []driver.Value) error {
		c, err := changeOf(row)
		if err == nil {
			err = shaped(row[7:], "i")
		}
		if err != nil {
			return err
		}
		if r.Kind != c.Kind || r.ID != c.ID {
			if err := compare(); err != nil {
				return err
			}
			r, exists = record.New(c.Kind, c.ID), false
		}
		if exists != c.Was {
			e.report(NotAsTheLedger, fmt.Sprintf("the history of %s %d has a gap before batch %d", c.Kind.Name, c.ID, row[7]))
		}
		exists = c.Is
		r.Rev = revision(&c, row[7].(int64))
		fold(&r, c)
		return nil
	})
	if err == nil {
		err = compare()
	}
	if err != nil {
		return err
	}
	for _, k := range schema.Kinds {
		n, err := e.c.number(never, "SELECT count(*) FROM "+k.Name)
		if err != nil {
			return failed("count the "+k.Plural, e.path, err)
		}
		if n != there[k.Name] {
			e.report(NotAsTheLedger, fmt.Sprintf("there are %d %s, and by the ledger %d", n, k.Plural, there[k.Name]))
		}
	}
	return nil
}

func fold(r *record.Record, c ledger.Change) {
	if !c.Was || !c.Is {
		clear(r.Values)
	}
	for _, cell := range c.Cells {
		_, i := field(&c, cell)
		r.Values[i] = cell.After
	}
}

// compare compares a record with its row, and checks the folded label.
func (e *examination) compare(want record.Record, exists bool) error {
	k := want.Kind
	got, ok, err := e.Record(k.Name, want.ID)
	if err != nil {
		return err
	}
	name := fmt.Sprintf("%s %d", k.Name, want.ID)
	switch {
	case exists && !ok:
		e.report(NotAsTheLedger, name+" is missing")
		return nil
	case ok && !exists:
		e.report(NotAsTheLedger, name+" was deleted, and is there")
		return nil
	case !ok:
		return nil
	}
	for i, v := range want.Values {
		if got.Values[i] != v {
			e.report(NotAsTheLedger, name+" has another "+k.Fields[i].Name+" than its history")
		}
	}
	if got.Rev != want.Rev {
		e.report(NotAsTheLedger, fmt.Sprintf("%s is revision %d, and by its history %d", name, got.Rev, want.Rev))
	}
	label, _ := k.Field(k.Label)
	statement := "SELECT count(*) FROM " + k.Name + " WHERE id = ? AND folded = ?"
	n, err := e.c.number(never, statement, want.ID, folded(k, want.Get(label.Name)))
	if err != nil {
		return failed("read a "+k.Name, e.path, err)
	}
	if n != 1 {
		e.report(NotAsTheLedger, name+" cannot be found by its "+k.Label)
	}
	return nil
}
