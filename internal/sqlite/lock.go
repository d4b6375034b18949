package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/gofrs/flock"

	"assister/internal/problem"
)

// gate is the lock that writers take before SQLite's own. SQLite lets writers
// poll, and those who poll rarely starve: of 640 batches by 16 processes up to
// 240 failed. The kernel's queue lets them in as they came. The file stays, for
// removing it would let two in at once.
type gate struct {
	path string
	wait time.Duration
}

// enter waits for the lock and returns how to give it back. Waiting too long is
// a refusal that names the holder.
func (g gate) enter(ctx context.Context) (leave func(), err error) {
	lock := flock.New(g.path, flock.SetFlag(os.O_CREATE|os.O_RDWR), flock.SetPermissions(0o600))
	ok, err := lock.TryLock()
	switch {
	case errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS):
		r := refuse("database_read_only", "the database cannot be written to", "look at the permissions of its directory and of "+filepath.Base(g.path), strings.TrimSuffix(g.path, lockSuffix))
		r.Cause = err
		return nil, r
	case err != nil:
		return nil, fmt.Errorf("lock the database: %w", err)
	}
	if !ok {
		if err := g.queue(ctx, lock); err != nil {
			return nil, err
		}
	}
	g.sign(os.Getpid())
	return func() { _ = lock.Unlock() }, nil
}

// sign says who holds the lock, for people; that it cannot be written changes
// nothing. It is written over what is there, in one width: a file that is emptied
// first is put on the disk when it is closed, which takes as long as a commit.
func (g gate) sign(pid int) {
	f, err := os.OpenFile(g.path, os.O_WRONLY, 0)
	if err != nil {
		return
	}
	defer f.Close()
	_, _ = fmt.Fprintf(f, "%-10d\n", pid)
}

// queue blocks in the kernel. Nothing can call the wait off, so when we no
// longer want the lock, it is given back as soon as it comes.
func (g gate) queue(ctx context.Context, lock *flock.Flock) error {
	entered := make(chan error, 1)
	go func() {
		err := lock.Lock()
		for errors.Is(err, syscall.EINTR) {
			err = lock.Lock()
		}
		entered <- err
	}()
	late := time.NewTimer(g.wait)
	defer late.Stop()
	var gaveUp error
	select {
	case err := <-entered:
		if err != nil {
			return fmt.Errorf("lock the database: %w", err)
		}
		return nil
	case <-ctx.Done():
		gaveUp = ctx.Err()
	case <-late.C:
		gaveUp = g.busy()
	}
	go func() {
		if err := <-entered; err == nil {
			_ = lock.Unlock()
		}
	}()
	return gaveUp
}

func (g gate) busy() *problem.Refusal {
	holder := "another process"
	if pid := g.holder(); pid != 0 {
		holder = "process " + strconv.Itoa(pid)
	}
	r := problem.Refuse(problem.Failed, "database_busy", fmt.Sprintf("waited %s for %s, which is writing to the database", g.wait, holder),
		"nothing was changed; try again, and if that process is stuck, end it")
	r.Path, r.Passing = strings.TrimSuffix(g.path, lockSuffix), true
	return r
}

// holder is the process that took the lock last; 0 where it is not told.
func (g gate) holder() int {
	text, err := os.ReadFile(g.path)
	if err != nil {
		return 0
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		return 0
	}
	return pid
}

// Holder is the process that is writing to the database at path just now; 0 where
// it is not told. Whoever writes may wait for this look, which takes no time; a lock
// that nobody has made yet is not made.
func Holder(path string) (pid int, held bool, err error) {
	if path, err = resolve(path); err != nil {
		return 0, false, err
	}
	g := gate{path: path + lockSuffix}
	if _, err := os.Stat(g.path); errors.Is(err, fs.ErrNotExist) {
		return 0, false, nil
	}
	lock := flock.New(g.path, flock.SetFlag(os.O_RDONLY))
	free, err := lock.TryRLock()
	if err != nil {
		return 0, false, fmt.Errorf("look at the lock of the database: %w", err)
	}
	if free {
		return 0, false, lock.Unlock()
	}
	return g.holder(), true, nil
}
