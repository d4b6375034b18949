package cli

import (
	"context"
	"errors"
	"syscall"

	"assister/internal/assist"
	"assister/internal/event"
	"assister/internal/problem"
)

// end is how a command ended: the status and exit code of `done`.
type end struct {
	status string
	code   int
}

// ends is the table of statuses and exit codes, by class of refusal;
// `assister help exit-codes` says what each means.
var ends = [...]end{
	problem.Failed:      {"failed", 1},
	problem.Usage:       {"usage", 2},
	problem.Unanswered:  {"clarify", 3},
	problem.Rejected:    {"rejected", 4},
	problem.Conflict:    {"conflict", 5},
	problem.Unapproved:  {"approval", 6},
	problem.Unavailable: {"unavailable", 7},
	problem.Unknown:     {"unknown", 8},
	problem.Late:        {"deadline", 7},
}

const (
	exitChanges     = 10 // of `dryrun --exit-code`: something would change
	exitInterrupted = 128
	exitPipe        = 141
)

// endOf is the end that an error means.
func endOf(err error) end {
	var stopped Interrupted
	var refusal *problem.Refusal
	switch {
	case err == nil:
		return end{"done", 0}
	case errors.As(err, &refusal):
		return ends[refusal.Class]
	case errors.As(err, &stopped):
		return end{"interrupted", exitInterrupted + int(stopped.Signal)}
	case isOutput(err) && errors.Is(err, syscall.EPIPE):
		return end{"interrupted", exitPipe}
	}
	return ends[problem.Failed]
}

// cause is the error, or what ended the context, a signal or the deadline, if the error
// only says that it has ended.
func cause(ctx context.Context, err error) error {
	ended := context.Cause(ctx)
	if err == nil || ended == nil {
		return err
	}
	if errors.Is(err, ended) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return ended
	}
	return err
}

// errorEvent is the error as an event.
func errorEvent(err error) event.Error {
	var stopped Interrupted
	if errors.As(err, &stopped) {
		return event.Error{Code: "interrupted", Message: stopped.Error()}
	}
	return assist.ErrorEvent(err)
}

func wrongValue(flag, given, want string) error {
	r := problem.Misuse(problem.Quote(given)+" is not a valid --"+flag, "give "+want)
	r.Problem.Field = flag
	return r
}
