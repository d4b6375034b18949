package sqlite

import (
	"errors"
	"fmt"

	"github.com/mattn/go-sqlite3"

	"assister/internal/problem"
	"assister/internal/relational"
)

func refuse(code, message, hint, path string) *problem.Refusal {
	r := problem.Refuse(problem.Failed, code, message, hint)
	r.Path = path
	return r
}

// hintPermissions is the hint for a file that the system does not let us open.
const hintPermissions = "check the permissions of the file and of its directory"

// failed turns an error of SQLite into a refusal by its code, never by its text. A
// code without a meaning for the user stays an error.
func failed(doing, path string, err error) error {
	var e sqlite3.Error
	var d *relational.Damage
	if errors.As(err, &d) {
		e.Code = sqlite3.ErrCorrupt
	} else if !errors.As(err, &e) {
		return fmt.Errorf("%s: %w", doing, err)
	}
	var r *problem.Refusal
	switch e.Code {
	case sqlite3.ErrFull:
		r = refuse("disk_full", "the disk is full", "nothing was changed; free some space and try again", path)
	case sqlite3.ErrIoErr:
		r = refuse("io_error", "the disk reported an error", "nothing was changed; check the disk and try again", path)
	case sqlite3.ErrReadonly, sqlite3.ErrPerm:
		r = refuse("database_read_only", "the database is read-only", hintPermissions, path)
	case sqlite3.ErrCantOpen:
		r = refuse("database_unreadable", "the database cannot be opened", hintPermissions, path)
	case sqlite3.ErrCorrupt, sqlite3.ErrNotADB:
		r = refuse("database_damaged", "the database is damaged",
			"restore a backup with `assister restore FILE`, or try `assister doctor rebuild`; both keep the old file", path)
	case sqlite3.ErrBusy, sqlite3.ErrLocked:
		r = refuse("database_busy", "another program is writing to the database",
			"nothing was changed; try again when it has finished", path)
		r.Passing = true
	default:
		return fmt.Errorf("%s: %w", doing, err)
	}
	r.Cause = fmt.Errorf("%s: %w", doing, err)
	return r
}

// unsettled reports whether a COMMIT that returned this error may have been written
// all the same. A transaction that violated a constraint or found the database busy
// was not. Neither was one on a full disk: the frame that completes a transaction is
// the last one written to the log, and a sync that fails for lack of space is an
// ErrIoErr.
func unsettled(err error) bool {
	var e sqlite3.Error
	if !errors.As(err, &e) {
		return true
	}
	switch e.Code {
	case sqlite3.ErrConstraint, sqlite3.ErrBusy, sqlite3.ErrLocked, sqlite3.ErrReadonly, sqlite3.ErrFull:
		return false
	}
	return true
}
