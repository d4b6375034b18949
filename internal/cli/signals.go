package cli

import (
	"context"
	"os"
	"os/signal"
	"sync"
	"syscall"
)

// Interrupted is the cause of a context that a signal ended.
type Interrupted struct{ Signal syscall.Signal }

func (i Interrupted) Error() string {
	switch i.Signal {
	case syscall.SIGTERM:
		return "terminated"
	case syscall.SIGHUP:
		return "the terminal is gone"
	}
	return "interrupted"
}

// Signals are those that end the program.
type Signals struct {
	mu  sync.Mutex
	hit func() // takes SIGINT while it is lent
}

// Hear gives a context that the first SIGINT, SIGTERM or SIGHUP ends. The
// second one finds the signal's own behaviour again and ends the process at
// once. A signal that the parent had ignored, as a shell does for jobs in the
// background and nohup for the end of the session, stays ignored. SIGPIPE
// becomes an error of the write, so that a commit is never followed by silence.
func Hear(parent context.Context) (ctx context.Context, signals *Signals) {
	ctx, cancel := context.WithCancelCause(parent)
	signals = &Signals{}
	signal.Ignore(syscall.SIGPIPE)
	heard := make(chan os.Signal, 1)
	for _, s := range []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(s) {
			signal.Notify(heard, s)
		}
	}
	go func() {
		for s := range heard {
			if s == syscall.SIGINT && signals.taken() {
				continue
			}
			signal.Stop(heard)
			cancel(Interrupted{s.(syscall.Signal)})
			return
		}
	}()
	return ctx, signals
}

// Lend has fn called for SIGINT until back is called.
func (s *Signals) Lend(fn func()) (back func()) {
	s.take(fn)
	return func() { s.take(nil) }
}

func (s *Signals) take(fn func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hit = fn
}

func (s *Signals) taken() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.hit == nil {
		return false
	}
	s.hit()
	return true
}
