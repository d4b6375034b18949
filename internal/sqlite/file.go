package sqlite

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"assister/internal/problem"
)

// Suffixes of the files next to a database.
const (
	lockSuffix = ".lock"
	walSuffix  = "-wal"
	newSuffix  = ".new"
)

// Resolve returns the file of a path, with links followed. SQLite puts the log next to the
// name that it gets, so two names of one file would have two logs.
func Resolve(path string) (string, error) {
	if path == "" || strings.ContainsRune(path, 0) {
		return "", refuse("invalid_database_path", "the path of the workspace is not a file name", hintPath, path)
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", fmt.Errorf("find the database: %w", err)
	}
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		return real, nil
	}
	switch info, err := os.Lstat(abs); {
	case err == nil && info.Mode()&fs.ModeSymlink == 0:
		return filepath.EvalSymlinks(abs) // another process has created it since
	case err == nil:
		return "", refuse("database_link_broken", "the database is a symbolic link to a file that does not exist",
			"remove the link, or restore the file that it points to", path)
	}
	if dir, err := filepath.EvalSymlinks(filepath.Dir(abs)); err == nil {
		return filepath.Join(dir, filepath.Base(abs)), nil
	}
	return abs, nil
}

// inspect checks the file before SQLite opens it, which would accept an empty file as an
// empty database and create files next to a foreign one. It returns the file if it is a
// database of this program, and nil if there is no file. Anything else is refused and not
// modified.
//
// Closing the file drops the locks that SQLite may hold on it in the same process, so it
// is closed before the first connection is made or after the last one is closed, and a
// process opens a workspace once.
func inspect(path string) (*os.File, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return absent(path)
	case err != nil:
		return nil, unreadable(path, err)
	case info.IsDir():
		return nil, refuse("database_is_directory", "the database is a directory", hintPath, path)
	case !info.Mode().IsRegular():
		return nil, refuse("database_not_a_file", "the database is not a regular file", hintPath, path)
	case links(info) > 1:
		return nil, refuse("database_hard_linked",
			"the database has more than one name (hard links), and each would have its own log",
			"remove all names but one, or make a copy", path)
	case info.Size() == 0:
		return nil, refuse("database_empty", "the database is an empty file",
			"remove it to start a new workspace, or restore a backup", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, unreadable(path, err)
	}
	if err := ours(f, path); err != nil {
		_ = f.Close()
		return nil, err
	}
	return f, nil
}

// ours refuses a file that is not a database of this program.
func ours(f *os.File, path string) error {
	var header [100]byte
	// The first bytes show that a file shorter than a header is not a database.
	if _, err := io.ReadFull(f, header[:]); err != nil && err != io.ErrUnexpectedEOF {
		return fmt.Errorf("read the database: %w", err)
	}
	if string(header[:16]) != "SQLite format 3\x00" {
		return refuse("database_foreign", "the file is not a database", hintPath, path)
	}
	switch binary.BigEndian.Uint32(header[68:]) {
	case applicationID:
		return nil
	case unreleasedID:
		return refuse("database_unreleased",
			"the workspace was made by an unreleased build of assister and cannot be opened by this one",
			"keep the file for that build, and start a new workspace with --db FILE", path)
	}
	return refuse("database_foreign", "the database belongs to another program", hintPath, path)
}

// hintPath is the hint for a file that is not a workspace.
const hintPath = "give the path of a workspace with --db"

// absent checks that a database really does not exist. Its log may still exist, with
// the newest data of the workspace, and would be replayed into a new database of that
// name.
func absent(path string) (*os.File, error) {
	if info, err := os.Stat(path + walSuffix); err != nil || info.Size() == 0 {
		return nil, nil
	}
	if _, err := os.Stat(path); err == nil { // another process has created it meanwhile
		return inspect(path)
	}
	return nil, refuse("database_missing",
		"the database is missing, but its log "+filepath.Base(path)+walSuffix+" exists",
		"restore the database beside the log, or remove the log", path)
}

func unreadable(path string, cause error) *problem.Refusal {
	r := refuse("database_unreadable", "the database cannot be opened", hintPermissions, path)
	r.Cause = cause
	return r
}

// create makes a new database. It is built under another name and renamed when it is
// complete, so that no process opens an incomplete one, and a crash leaves nothing that
// looks like a database. If another process was faster, its database is used.
func (s *Store) create(ctx context.Context) (*os.File, error) {
	path := s.path
	if err := makeDir(filepath.Dir(path), syncFile); err != nil {
		return nil, unreadable(path, err)
	}
	leave, err := s.lock.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	if f, err := inspect(path); f != nil || err != nil {
		return f, err
	}
	for _, suffix := range []string{newSuffix, newSuffix + walSuffix, newSuffix + "-shm", newSuffix + "-journal"} {
		if err := os.Remove(path + suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, unreadable(path, err)
		}
	}
	if err := s.schema.build(path + newSuffix); err != nil {
		return nil, failed("create the database", path, err)
	}
	if err := os.Rename(path+newSuffix, path); err != nil {
		return nil, fmt.Errorf("create the database: %w", err)
	}
	if err := syncFile(filepath.Dir(path)); err != nil {
		return nil, fmt.Errorf("create the database: %w", err)
	}
	return inspect(path)
}

// makeDir makes a directory (0700) and its missing parents, and syncs the directories that
// contain their names: if a power loss removes a name, the database is lost.
func makeDir(dir string, sync func(path string) error) error {
	if _, err := os.Stat(dir); err == nil {
		return nil
	}
	above := filepath.Dir(dir)
	if err := makeDir(above, sync); err != nil {
		return err
	}
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return sync(above)
}

// build makes a new file with an empty database.
func (m migrationSet) build(path string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), m.fill(path))
}

// fill makes an empty database of an empty file.
func (m migrationSet) fill(path string) error {
	c, err := connect(path, "rw", false, 0)
	if err != nil {
		return err
	}
	// There is nothing to lose until the file is synced and has its name.
	if err = c.exec("PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY"); err == nil {
		if err = m.migrate(c, 0); err == nil {
			err = c.exec("PRAGMA journal_mode = WAL")
		}
	}
	if err = errors.Join(err, c.close()); err == nil {
		err = syncFile(path)
	}
	return err
}

func syncFile(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Sync()
}
