package store

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"assister/internal/ledger"
	"assister/internal/problem"
	"assister/internal/relational"
	"assister/internal/sqlite"
	"assister/internal/workspace"
)

// server is where a workspace on a server is.
type server interface {
	String() string
	File() string
	Trips() int64
	Identity() (string, error)
	Open(ctx context.Context, o workspace.Opening) (Store, error)
	Exists(ctx context.Context, wait time.Duration) (bool, error)
	Absent() *problem.Refusal
	Receive(ctx context.Context, wait time.Duration) (Incoming, error)

	// replace makes the rows of the workspace those of a source, if its trail still has a head.
	// begun reports whether it may have changed the workspace.
	replace(ctx context.Context, wait time.Duration, head ledger.Entry, from relational.Source) (begun bool, err error)
}

// remote does with a server what other packages do with files: what is written, restored or
// rebuilt is a file first, whose rows are then copied.
type remote struct{ server }

func (r remote) Backup(ctx context.Context, to string, force bool, wait time.Duration) (Staged, error) {
	from, err := r.Open(ctx, workspace.Opening{Mode: workspace.ToInspect, Existing: true, Wait: wait})
	if err != nil {
		return nil, err
	}
	defer from.Close()
	return staged(sqlite.Gather(to, force, copier(ctx, from)))
}

func copier(ctx context.Context, from relational.Source) func(to relational.Target) error {
	return func(to relational.Target) error {
		_, err := relational.Copy(ctx, from, to, nil)
		return err
	}
}

func (r remote) Restore(ctx context.Context, backup string, how Replacing) (Staged, error) {
	p, err := r.replacement(ctx, how)
	if err != nil {
		return nil, err
	}
	if p.Staged, err = sqlite.Restore(ctx, backup, p.stem+".new", how.Wait); err != nil {
		return nil, err
	}
	return p, nil
}

func (r remote) Rebuild(ctx context.Context, how Replacing) (Staged, error) {
	p, err := r.replacement(ctx, how)
	if err != nil {
		return nil, err
	}
	if p.old, err = r.gather(ctx, p.stem+".old", how.Wait); err != nil {
		return nil, err
	}
	if p.Staged, err = sqlite.Rebuild(ctx, p.old.Path(), p.stem+".new", how.Wait); err != nil {
		p.old.Discard()
		return nil, err
	}
	return p, nil
}

// gather stages a file with what a server has.
func (r remote) gather(ctx context.Context, path string, wait time.Duration) (*sqlite.Staged, error) {
	from, err := r.Open(ctx, workspace.Opening{Mode: workspace.ToRead, Existing: true, Wait: wait})
	if err != nil {
		return nil, err
	}
	defer from.Close()
	return sqlite.Gather(path, false, copier(ctx, from))
}

// before is what a server has before it is replaced.
type before struct {
	exists bool
	head   ledger.Entry
}

// look finds out what is there.
func (r remote) look(ctx context.Context, wait time.Duration) (b before, err error) {
	s, err := r.Open(ctx, workspace.Opening{Mode: workspace.ToRead, Existing: true, Wait: wait})
	if err == nil {
		defer s.Close()
		err = s.View(ctx, func(v workspace.Reader) (err error) {
			b.head, err = v.Head()
			return err
		})
	}
	switch {
	case hasCode(err, workspace.NoWorkspace):
		return b, nil
	case hasCode(err, workspace.CopyUnfinished): // what it replaces was kept before
		return b, nil
	}
	b.exists = true
	return b, err
}

// replacement is a file with what replaces the workspace on a server.
type replacement struct {
	*sqlite.Staged
	at     remote
	how    Replacing
	before before
	stem   string         // of the names of its files
	old    *sqlite.Staged // what the server had; nil if it is not known yet
}

func (r remote) replacement(ctx context.Context, how Replacing) (*replacement, error) {
	was, err := r.look(ctx, how.Wait)
	if err != nil {
		return nil, err
	}
	if how.Keep == "" {
		return nil, problem.Misuse("there is no place to keep the old workspace", "set HOME or XDG_DATA_HOME")
	}
	if err := os.MkdirAll(how.Keep, 0o700); err != nil {
		return nil, err
	}
	identity, err := r.Identity()
	if err != nil {
		return nil, err
	}
	return &replacement{at: r, how: how, before: was, stem: filepath.Join(how.Keep, fileName(identity))}, nil
}

// fileName is a name for a file that tells of an address.
func fileName(address string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_."
	special := func(c rune) bool { return !strings.ContainsRune(plain, c) }
	return strings.Join(strings.FieldsFunc(address, special), "-")
}

// Discard removes the files.
func (r *replacement) Discard() {
	r.Staged.Discard()
	if r.old != nil {
		r.old.Discard()
	}
}

// Place copies the rows to the server. What it had is in a file before.
func (r *replacement) Place(ctx context.Context, at time.Time) (kept workspace.Aside, err error) {
	defer r.Discard()
	if !r.before.exists {
		return kept, r.receive(ctx)
	}
	path := r.aside(at)
	old, err := r.at.gather(ctx, path, r.how.Wait)
	if err != nil {
		return kept, err
	}
	if _, err := old.Place(ctx, at); err != nil {
		return kept, err
	}
	begun, err := r.at.replace(ctx, r.how.Wait, r.before.head, r.Staged)
	if err != nil && !begun {
		_ = os.Remove(path) // the server still has it
	}
	if err != nil {
		return kept, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return kept, err
	}
	return workspace.Aside{Path: path, Files: []string{path}, Bytes: info.Size()}, nil
}

// aside is the file for the old workspace, with the time in its name.
func (r *replacement) aside(at time.Time) string {
	stem := r.stem + "." + at.UTC().Format("20060102T150405Z")
	path := stem + ".db"
	for n := 2; ; n++ {
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			return path
		}
		path = stem + "-" + strconv.Itoa(n) + ".db"
	}
}

// receive copies the rows to a place that has no workspace.
func (r *replacement) receive(ctx context.Context) error {
	to, err := r.at.Receive(ctx, r.how.Wait)
	if err != nil {
		return err
	}
	defer to.Discard()
	if err := copier(ctx, r.Staged)(to); err != nil {
		return err
	}
	_, err = to.Place(ctx, time.Time{})
	return err
}
