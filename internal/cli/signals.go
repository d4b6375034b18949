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
	end context.CancelCauseFunc
	mu  sync.Mutex
	hit func() // takes SIGINT while it is lent
}

// Signalled gives a context that the first SIGINT, SIGTERM or SIGHUP ends, once
// they are listened for. SIGPIPE becomes an error of the write from here on, so
// that a commit is never followed by silence.
func Signalled(parent context.Context) (ctx context.Context, signals *Signals) {
	signal.Ignore(syscall.SIGPIPE)
	ctx, end := context.WithCancelCause(parent)
	return ctx, &Signals{end: end}
}

// Listen listens for them. The second signal finds its own behaviour again and ends
// the process at once. One that the parent had ignored, as a shell does for jobs in
// the background and nohup for the end of the session, stays ignored.
//
// It takes a thread of its own, a twentieth of the whole start, so that a command
// that has nothing to leave in order goes without.
func (s *Signals) Listen() {
	heard := make(chan os.Signal, 1)
	for _, one := range []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(one) {
			signal.Notify(heard, one)
		}
	}
	go func() {
		for one := range heard {
			if one == syscall.SIGINT && s.taken() {
				continue
			}
			signal.Stop(heard)
			s.end(Interrupted{one.(syscall.Signal)})
			return
		}
	}()
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
