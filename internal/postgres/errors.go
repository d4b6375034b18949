package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/pgconn"

	"assister/internal/problem"
)

// The codes of PostgreSQL that mean something to us. Each is in the appendix “PostgreSQL
// Error Codes” of its manual.
const (
	codeSerialization   = "40001"
	codeDeadlock        = "40P01"
	codeLockTimeout     = "55P03"
	codeReadOnly        = "25006"
	codeForbidden       = "42501"
	codeNoDatabase      = "3D000"
	codeNoSchema        = "3F000"
	codeNoTable         = "42P01"
	codeDiskFull        = "53100"
	codeTooMany         = "53300"
	codeLogin           = "28000"
	codePassword        = "28P01"
	codeDuplicateSchema = "42P06"
	codeDuplicateTable  = "42P07"
	codeUnique          = "23505"
)

// code returns the code of an error of the server, "" for any other error.
func code(err error) string {
	var e *pgconn.PgError
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

// raced reports whether a transaction was refused because of another one, so that the
// same transaction can succeed now.
func raced(err error) bool {
	c := code(err)
	return c == codeSerialization || c == codeDeadlock
}

// lost reports whether the connection failed, or the server ended it: whatever was asked
// last may have happened.
func lost(err error) bool {
	var e *pgconn.PgError
	if !errors.As(err, &e) {
		return err != nil
	}
	class := e.Code[:min(2, len(e.Code))]
	return e.Severity == "FATAL" || e.Severity == "PANIC" || class == "08" || class == "57" && e.Code != "57014"
}

func refuse(class problem.Class, code, message, hint string, a Address, cause error) *problem.Refusal {
	r := problem.Refuse(class, code, message, hint)
	r.Path, r.Cause = a.String(), cause
	return r
}

// failed turns an error of the server or of the connection into a refusal by its code,
// never by its text. A code without a meaning for the user stays an error.
func (a Address) failed(doing string, err error) error {
	var refusal *problem.Refusal
	if errors.As(err, &refusal) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("%s: %w", doing, err)
	}
	cause := fmt.Errorf("%s: %w", doing, err)
	r := a.refusalOf(err, cause)
	if r == nil {
		return cause
	}
	return r
}

func (a Address) refusalOf(err, cause error) *problem.Refusal {
	passing := func(code, message, hint string) *problem.Refusal {
		r := refuse(problem.Failed, code, message, hint, a, cause)
		r.Passing = true
		return r
	}
	switch c := code(err); c {
	case codeSerialization, codeDeadlock, codeLockTimeout:
		return passing("database_busy", "another program is writing to the database",
			"nothing was changed; try again when it has finished")
	case codeTooMany:
		return passing("database_busy", "the database has no connection free", "nothing was changed; try again")
	case codeReadOnly:
		return refuse(problem.Failed, "database_read_only", "the database is read-only",
			"name the server that takes writes, or several hosts, of which one does", a, cause)
	case codeForbidden:
		return refuse(problem.Failed, "database_forbidden", "the role may not do this in the database",
			"ask who owns the workspace for its privileges; see “assister help stores”", a, cause)
	case codeDiskFull:
		return refuse(problem.Failed, "disk_full", "the disk of the database is full",
			"nothing was changed; free some space and try again", a, cause)
	case codeLogin, codePassword:
		return refuse(problem.Failed, "database_login", "the database does not accept the login",
			"check the user of the address, and the password in it, in PGPASSWORD or in ~/.pgpass", a, cause)
	case codeNoDatabase:
		return refuse(problem.Usage, "no_workspace", "there is no database “"+a.Database+"”",
			"check --db, or create the database: createdb "+a.Database, a, cause)
	case "":
		return passing("database_unreachable", "the database cannot be reached",
			"nothing was changed; check the hosts of the address and the network, and try again")
	default:
		if lost(err) {
			return passing("database_unreachable", "the database server is stopping or starting",
				"nothing was changed; try again")
		}
	}
	return nil
}

// damaged is what a store says of tables that another program has changed.
func (a Address) foreign() *problem.Refusal {
	return refuse(problem.Failed, "database_foreign", "the schema “"+a.Schema+"” belongs to another program",
		"choose another one: add ?schema=NAME to the address", a, nil)
}
