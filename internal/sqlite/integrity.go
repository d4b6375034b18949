package sqlite

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"

	"assister/internal/problem"
	"assister/internal/relational"
	"assister/internal/workspace"
)

// Codes of the problems that Examine finds, beside that of package relational.
const (
	Damaged   = "database_damaged"
	BrokenRef = "broken_reference"
)

// Examine checks the structure of the file, and then whether every record equals the sum
// of its changes in the ledger. SQLite's pages have no checksums, so its own check misses
// most damage to their content.
func (s *Store) Examine(ctx context.Context) (found workspace.Examination, err error) {
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
	found workspace.Examination
}

func (e *examination) report(code, message, hint string) {
	e.found.Problems = append(e.found.Problems, problem.Problem{Code: code, Message: message, Hint: hint})
}

func (e *examination) run() (err error) {
	if err := e.CheckSchema(); err != nil {
		var refusal *problem.Refusal
		if !errors.As(err, &refusal) || refusal.Problem.Code != workspace.SchemaChanged {
			return err
		}
		e.report(workspace.SchemaChanged, refusal.Problem.Message, relational.HintRebuild)
	}
	const size = "SELECT page_size * page_count FROM pragma_page_size, pragma_page_count"
	if e.found.Bytes, err = e.c.number(never, size); err != nil {
		return failed("measure the database", e.path, err)
	}
	if err := e.Each("examine the database", "PRAGMA integrity_check(20)", func(row []driver.Value) error {
		if row[0] != "ok" {
			e.report(Damaged, fmt.Sprintf("the file is damaged: %v", row[0]), relational.HintCompare)
		}
		return nil
	}); err != nil {
		return err
	}
	if err := e.Each("examine the references", "PRAGMA foreign_key_check", func(row []driver.Value) error {
		message := fmt.Sprintf("%v %v points to a %v that does not exist", row[0], row[1], row[2])
		e.report(BrokenRef, message, relational.HintCompare)
		return nil
	}); err != nil {
		return err
	}
	if err := e.turns(); err != nil {
		return err
	}
	return relational.Examine(e.Reader, &e.found)
}

// turns looks for parts of conversations that were lost: no text has a zero byte. A lost
// part of any other text differs from the ledger.
func (e *examination) turns() error {
	const query = "SELECT session FROM turn WHERE instr(text, char(0)) OR instr(question, char(0))"
	return e.Each("examine the conversations", query, func(row []driver.Value) error {
		e.report(Damaged, fmt.Sprintf("a part of conversation %q is lost", row[0]), relational.HintCompare)
		return nil
	})
}
