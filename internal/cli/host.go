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
	place   *sharedPlace

	mu      sync.Mutex
	engines *engine.Configured // what one request has opened serves the next
}

// newHost returns the host for the clients of a command that goes on until it is ended.
func newHost(c *call) *host {
	c.deadline.stop() // it is that of each request
	return &host{serving: c, place: &sharedPlace{place: c.place}, engines: c.engines}
}

// Run implements door.Host.
func (h *host) Run(ctx context.Context, r door.Request) event.Done {
	one, err := h.forClient(r)
	ctx, release := one.deadline.bind(ctx)
	defer release()
	one.deadline.start(one.set.Length("deadline"))
	one.announced.actor, one.announced.signed = func() string { return r.Client.Actor }, true
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
		env.Workspace, env.Approver = h.place, nil
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
	one.place = s.place
	return one, err
}

func (h *host) adopt(e *engine.Configured) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.engines.Adopt(e)
}

// sharedPlace is a workspace that several goroutines open. Who opens it first opens it for
// all, so it is opened to be written wherever that is possible.
type sharedPlace struct {
	mu    sync.Mutex
	place *place
}

// Open implements assist.Workspace.
func (s *sharedPlace) Open(ctx context.Context, access assist.Access) (assist.Store, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.place.store == nil {
		if there, _ := s.place.at.Exists(ctx, s.place.wait); there {
			// A workspace that cannot be written is opened below, for what only reads.
			_, _ = s.place.open(ctx, workspace.Opening{Mode: workspace.ToWrite})
		}
	}
	return s.place.Open(ctx, access)
}

var _ door.Host = (*host)(nil)
