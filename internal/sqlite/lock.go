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

// writeLock is the lock that writers take before SQLite's own. SQLite's writers poll, and
// unlucky ones starve: of 640 batches by 16 processes up to 240 failed. The kernel
// queues the waiters of this lock in order. The file is never removed, since that would
// let two writers in at once.
type writeLock struct {
	path string
	wait time.Duration
}

// enter waits for the lock and returns the function that releases it. A timeout is a
// refusal that names the holder.
func (g writeLock) enter(ctx context.Context) (leave func(), err error) {
	lock := flock.New(g.path, flock.SetFlag(os.O_CREATE|os.O_RDWR), flock.SetPermissions(0o600))
	ok, err := lock.TryLock()
	switch {
	case errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS):
		r := refuse("database_read_only", "the database is read-only",
			"check the permissions of its directory and of "+filepath.Base(g.path), strings.TrimSuffix(g.path, lockSuffix))
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

// sign writes the process id of the holder into the file, for messages; errors are
// ignored. It overwrites the old id in a fixed width: a file that is truncated first is
// synced when it is closed, which takes as long as a commit.
func (g writeLock) sign(pid int) {
	f, err := os.OpenFile(g.path, os.O_WRONLY, 0)
	if err != nil {
		return
	}
	defer f.Close()
	_, _ = fmt.Fprintf(f, "%-10d\n", pid)
}

// queue blocks in the kernel. The wait cannot be cancelled, so after a timeout the lock
// is released as soon as it is acquired.
func (g writeLock) queue(ctx context.Context, lock *flock.Flock) error {
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

func (g writeLock) busy() *problem.Refusal {
	holder := "another process"
	if pid := g.holder(); pid != 0 {
		holder = "process " + strconv.Itoa(pid)
	}
	r := problem.Refuse(problem.Failed, "database_busy",
		fmt.Sprintf("waited %s for %s, which is writing to the database", g.wait, holder),
		"nothing was changed; try again, or end that process if it hangs")
	r.Path, r.Passing = strings.TrimSuffix(g.path, lockSuffix), true
	return r
}

// holder is the process that took the lock last, 0 if it is unknown.
func (g writeLock) holder() int {
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

// Holder returns the process that is writing to the database at path, 0 if it is
// unknown. A writer may wait for this check, which takes no time. A missing lock file is
// not created.
func Holder(path string) (pid int, held bool, err error) {
	if path, err = Resolve(path); err != nil {
		return 0, false, err
	}
	g := writeLock{path: path + lockSuffix}
	if _, err := os.Stat(g.path); errors.Is(err, fs.ErrNotExist) {
		return 0, false, nil
	}
	lock := flock.New(g.path, flock.SetFlag(os.O_RDONLY))
	free, err := lock.TryRLock()
	if err != nil {
		return 0, false, fmt.Errorf("check the lock of the database: %w", err)
	}
	if free {
		return 0, false, lock.Unlock()
	}
	return g.holder(), true, nil
}
