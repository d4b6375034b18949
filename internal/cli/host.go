package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"assister/internal/assist"
	"assister/internal/door"
	"assister/internal/engine"
	"assister/internal/event"
	"assister/internal/workspace"
)

// host carries out the requests of the clients of a server, each as a call of its own, in
// the workspace and with the engines of the command that serves. It implements door.Host.
type host struct {
	serving *call
	file    *sharedFile

	mu      sync.Mutex
	engines *engine.Configured // what one request has opened serves the next
}

// newHost returns the host for the clients of a command that goes on until it is ended.
func newHost(c *call) *host {
	c.deadline.stop() // it is that of each request
	return &host{serving: c, file: &sharedFile{file: c.file}, engines: c.engines}
}

// Run implements door.Host.
func (h *host) Run(ctx context.Context, r door.Request) event.Done {
	one, err := h.forClient(r)
	ctx, release := one.deadline.bind(ctx)
	defer release()
	one.deadline.start(one.set.Length("deadline"))
	if r.Engine {
		one.announceEngine()
	}
	if err == nil {
		err = one.set.ReadLimits(one.Clock, r.Command, h.serving.name(), r.Client.Name)
	}
	if err == nil {
		err = one.begin(r.CorrelationID)
	}
	if err == nil {
		env := one.environment(ctx)
		env.Workspace, env.Approver = h.file, nil
		env.Actor = func() string { return r.Client.Actor }
		env.Policy.Limits = append(env.Policy.Limits, r.Client.Limits...)
		o, failed := r.Do(ctx, env)
		err = one.outcome(o, failed)
	}
	if err = cause(ctx, err); errors.Is(err, context.Canceled) {
		err = door.Cancelled()
	}
	one.finish(ctx, err)
	one.refreshEmbeddings(ctx)
	h.adopt(one.engines)
	return one.done
}

// forClient is a call for one request, at the time that it is now.
func (h *host) forClient(r door.Request) (*call, error) {
	s := h.serving
	p := *s.program
	p.In, p.Out, p.Err, p.Interrupts = strings.NewReader(""), r.Out, io.Discard, nil
	p.live = nil
	p.Terminal = func() (io.ReadWriteCloser, error) { return nil, os.ErrNotExist }
	as := &cobra.Command{Use: r.Command}
	(&cobra.Command{Use: s.cmd.Root().Name()}).AddCommand(as)
	one := newCall(&p, as, s.set)
	one.out.form, one.out.hints = "ndjson", r.Hints
	h.mu.Lock()
	one.engines.Adopt(h.engines)
	h.mu.Unlock()
	err := one.prepare()
	one.file = s.file
	return one, err
}

func (h *host) adopt(e *engine.Configured) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.engines.Adopt(e)
}

// sharedFile is a workspace that several goroutines open. Who opens it first opens it for
// all, so it is opened to be written wherever that is possible.
type sharedFile struct {
	mu   sync.Mutex
	file *workspaceFile
}

// Open implements assist.Workspace.
func (f *sharedFile) Open(ctx context.Context, access assist.Access) (assist.Store, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.file.store == nil && f.file.exists() {
		// A file that cannot be written is opened below, for what only reads.
		_, _ = f.file.open(ctx, workspace.ToWrite)
	}
	return f.file.Open(ctx, access)
}

var _ door.Host = (*host)(nil)
