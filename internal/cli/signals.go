package cli

import (
	"context"
	"os"
	"os/signal"
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

// Signals gives a context that the first SIGINT, SIGTERM or SIGHUP ends. The
// second one finds the signal's own behaviour again and ends the process at
// once. A signal that the parent had ignored, as a shell does for jobs in the
// background and nohup for the end of the session, stays ignored. SIGPIPE
// becomes an error of the write, so that a commit is never followed by silence.
func Signals(parent context.Context) (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(parent)
	signal.Ignore(syscall.SIGPIPE)
	heard := make(chan os.Signal, 1)
	for _, s := range []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(s) {
			signal.Notify(heard, s)
		}
	}
	go func() {
		select {
		case s := <-heard:
			signal.Stop(heard)
			cancel(Interrupted{s.(syscall.Signal)})
		case <-ctx.Done():
		}
	}()
	return ctx, func() { signal.Stop(heard); cancel(nil) }
}
