package sqlite

import (
	"errors"
	"fmt"

	"github.com/mattn/go-sqlite3"

	"assister/internal/problem"
)

func refuse(code, message, hint, path string) *problem.Refusal {
	r := problem.Refuse(problem.Failed, code, message, hint)
	r.Path = path
	return r
}

// failed says what an error of the database means for whoever asked, by its
// code and never by its words. What has no meaning of its own stays an error.
func failed(doing, path string, err error) error {
	var e sqlite3.Error
	var d *damage
	if errors.As(err, &d) {
		e.Code = sqlite3.ErrCorrupt
	} else if !errors.As(err, &e) {
		return fmt.Errorf("%s: %w", doing, err)
	}
	var r *problem.Refusal
	switch e.Code {
	case sqlite3.ErrFull:
		r = refuse("disk_full", "the disk is full", "nothing was changed; make room and try again", path)
	case sqlite3.ErrIoErr:
		r = refuse("io_error", "the disk reported an error", "nothing was changed; look at the disk, then try again", path)
	case sqlite3.ErrReadonly, sqlite3.ErrPerm:
		r = refuse("database_read_only", "the database cannot be written to", "look at the permissions of the file and of its directory", path)
	case sqlite3.ErrCantOpen:
		r = refuse("database_unreadable", "the database cannot be opened", "look at the permissions of the file and of its directory", path)
	case sqlite3.ErrCorrupt, sqlite3.ErrNotADB:
		r = refuse("database_damaged", "the database is damaged", "keep a copy of it as it is, and put a backup in its place", path)
	case sqlite3.ErrBusy, sqlite3.ErrLocked:
		r = refuse("database_busy", "another program is writing to the database", "nothing was changed; try again when it is done", path)
		r.Passing = true
	default:
		return fmt.Errorf("%s: %w", doing, err)
	}
	r.Cause = fmt.Errorf("%s: %w", doing, err)
	return r
}

// unsettled reports whether a COMMIT that ended with this error may have been
// written all the same. A transaction that broke a rule, or that had to wait,
// was not; neither was one that the disk had no room for, since the frame that
// makes a transaction whole is the last thing written to the log, and a sync
// that fails for want of room is an ErrIoErr.
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
