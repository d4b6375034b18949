package cli

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"assister/internal/assist"
	"assister/internal/problem"
	"assister/internal/store"
	"assister/internal/workspace"
)

// place is the workspace of a command, opened when it is first needed.
type place struct {
	at    store.Location
	named bool                             // by the user; it is not the default one
	keeps bool                             // the process ends with the command, and gives a file back itself
	wait  time.Duration                    // for other writers
	keep  string                           // the directory for replaced workspaces of servers
	note  func(format string, args ...any) // remarks for the user

	// witness returns what keeps the heads of the workspace, nil for nothing.
	witness func(identity string) workspace.Witness

	opened
	to store.Location // where the command copies the workspace to; nil for nowhere
}

// opened is the store of a place.
type opened struct {
	store   store.Store // nil while nobody has opened it
	asFound bool        // it makes no workspace where there is none
	early   *early      // one on a server that is not needed yet; nil for none
}

// locate says where the workspace is: the path of a file, or the address of a server.
func (p *place) locate(text string) (err error) {
	if p.at, err = store.Parse(text); err != nil {
		var refusal *problem.Refusal
		if errors.As(err, &refusal) {
			refusal.Problem.Field = "db"
		}
		return err
	}
	p.named = p.named || p.at.File() == ""
	return nil
}

// String is the path or the address, without its password; "" if there is no workspace.
func (p *place) String() string {
	if p.at == nil {
		return ""
	}
	return p.at.String()
}

// open opens the workspace, once in a command: opening a file a second time would drop the
// locks of the first (see sqlite). So the first call asks for the most that the command
// needs. Only workspace.ToWrite creates a missing workspace. For the other modes a missing
// one is empty, which is right for the default workspace of a new user; a path that the
// user gave and that does not exist is probably mistyped.
func (p *place) open(ctx context.Context, o workspace.Opening) (store.Store, error) {
	if p.store != nil && (p.serves(o) || !p.store.Missing()) {
		return p.store, nil
	}
	if err := p.look(o); err != nil {
		return nil, err
	}
	opened, err := p.reach(ctx, o)
	if err != nil {
		return nil, inaccessible(p.at, err)
	}
	// The store before was empty, opened before the workspace was created.
	p.close()
	p.store, p.asFound = opened, o.AsFound
	if o.Mode == workspace.ToWrite {
		identity, err := p.at.Identity()
		if err != nil {
			return nil, err
		}
		opened.Witnessed(p.witness(identity))
	}
	return opened, nil
}

// reach opens a store, or returns the one that is opened already. If that has failed before it
// was needed, what was wrong may have passed.
func (p *place) reach(ctx context.Context, o workspace.Opening) (store.Store, error) {
	o.Wait = p.wait
	e := p.early
	p.early = nil
	switch {
	case e == nil:
	case e.as == o && !e.failed():
		return e.get()
	default:
		e.drop(p.keeps)
	}
	return p.at.Open(ctx, o)
}

// serves reports whether the open store does for a workspace that may not exist.
func (p *place) serves(o workspace.Opening) bool {
	if p.asFound {
		return o.AsFound || o.Mode.Reads()
	}
	return p.store.Mode() == o.Mode
}

// look says what it means that a file which the user has named does not exist. Where there
// is no workspace on a server, its store says so.
func (p *place) look(o workspace.Opening) error {
	path := p.at.File()
	if o.Existing || !p.named || path == "" || exists(path) {
		return nil
	}
	dir := filepath.Dir(path)
	switch {
	case o.Mode == workspace.ToWrite && !exists(dir):
		return problem.Refuse(problem.Usage, workspace.NoWorkspace, "there is no directory "+dir+" for the workspace",
			"check --db, or create the directory with: mkdir -p "+problem.ShellWord(dir))
	case o.Mode != workspace.ToWrite && p.store == nil:
		p.note("there is no workspace at %s yet", path)
	}
	return nil
}

// Open implements assist.Workspace.
func (p *place) Open(ctx context.Context, access assist.Access) (assist.Store, error) {
	o, remote := workspace.Opening{Mode: workspace.ToRead}, p.at.File() == ""
	o.Existing = access&assist.MustExist != 0 || access&assist.OnlyExisting != 0 && p.named && p.store == nil
	switch access &^ (assist.OnlyExisting | assist.MustExist | assist.AsFound) {
	case assist.DryRunAccess:
		o.Mode = workspace.ToDryRun
	case assist.WriteAccess:
		o.Mode = workspace.ToWrite
		if remote && access&assist.AsFound != 0 {
			o.Existing, o.AsFound = false, true
		}
	case assist.RefreshAccess:
		if remote {
			o.Mode, o.AsFound = workspace.ToWrite, true
			break
		}
		writes := workspace.Opening{Mode: workspace.ToWrite, Existing: true}
		if opened, err := p.open(ctx, writes); err == nil {
			return opened, nil
		}
	}
	opened, err := p.open(ctx, o)
	if err != nil {
		return nil, err // and no store, which would not be nil in the interface
	}
	return opened, nil
}

// Backup implements assist.Backups.
func (p *place) Backup(ctx context.Context, file string, force bool) (assist.Staged, error) {
	return p.stage(func() (store.Staged, error) { return p.at.Backup(ctx, file, force, p.wait) })
}

// Restore implements assist.Backups.
func (p *place) Restore(ctx context.Context, file string) (assist.Staged, error) {
	return p.stage(func() (store.Staged, error) { return p.at.Restore(ctx, file, p.replacing()) })
}

// Rebuild implements assist.Backups.
func (p *place) Rebuild(ctx context.Context) (assist.Staged, error) {
	return p.stage(func() (store.Staged, error) { return p.at.Rebuild(ctx, p.replacing()) })
}

func (p *place) replacing() store.Replacing { return store.Replacing{Wait: p.wait, Keep: p.keep} }

// stage stages a workspace while this process has the present one not open.
func (p *place) stage(stage func() (store.Staged, error)) (assist.Staged, error) {
	p.release()
	staged, err := stage()
	if err != nil {
		return nil, inaccessible(p.at, err)
	}
	return stagedHere{staged, p}, nil
}

// stagedHere is a workspace that takes the place of another.
type stagedHere struct {
	store.Staged
	place *place
}

// Place implements assist.Staged.
func (s stagedHere) Place(ctx context.Context, at time.Time) (kept workspace.Aside, err error) {
	s.place.release()
	return s.Staged.Place(ctx, at)
}

// missing reports whether nobody has opened a workspace, or there is none.
func (p *place) missing() bool { return p.store == nil || p.store.Missing() }

func exists(path string) bool {
	_, err := os.Stat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

func (p *place) writes() bool { return p.store != nil && p.store.Mode() == workspace.ToWrite }

// openEarly opens a workspace while the command before in a pipe is still at work and its
// result is read, so that no time is spent on it then. A file that does not exist is not made for
// input that nobody has seen; other failures show when it is opened again. A server is connected
// with in the meantime, and asked for what a large input needs: see early.watch.
func (p *place) openEarly(ctx context.Context, mode workspace.Mode) {
	o := workspace.Opening{Mode: mode}
	path := p.at.File()
	switch {
	case path == "":
		o.Wait = p.wait
		p.early = openingOf(ctx, p.at, o)
	case exists(path):
		_, _ = p.open(ctx, o)
	}
}

// release closes the store for good, so that a file can be opened again.
func (p *place) release() {
	keeps := p.keeps
	p.keeps = false
	p.close()
	p.keeps = keeps
}

// close gives the workspace back. What was committed is safe whether or not that
// succeeds.
func (p *place) close() {
	if p.early != nil {
		p.early.drop(p.keeps)
		p.early = nil
	}
	if p.store == nil {
		return
	}
	if p.keeps {
		_ = p.store.CloseOnExit()
	} else {
		_ = p.store.Close()
	}
	p.store = nil
}

// trips is how many requests were sent to servers of workspaces.
func (p *place) trips() (sent int64) {
	for _, l := range []store.Location{p.at, p.to} {
		if l != nil {
			sent += l.Trips()
		}
	}
	return sent
}

// inaccessible adds the place and a hint to a failure of the file system.
func inaccessible(l store.Location, err error) error {
	var at *fs.PathError
	var refusal *problem.Refusal
	if errors.As(err, &refusal) || !errors.As(err, &at) {
		return err
	}
	return &problem.Refusal{Class: problem.Failed, Path: l.String(), Cause: err, Problem: problem.Problem{
		Code:    "database_inaccessible",
		Message: "cannot open the workspace: " + at.Op + " " + at.Path + ": " + at.Err.Error(),
		Hint:    "check the permissions of its directory, or choose another file with --db",
	}}
}
