package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"assister/internal/calendar"
	"assister/internal/event"
	"assister/internal/ledger"
	"assister/internal/problem"
	"assister/internal/propose"
	"assister/internal/sqlite"
	"assister/internal/view"
)

// call is one command between its start and its done.
type call struct {
	*program
	cmd  *cobra.Command
	set  settings
	form string // ndjson or text

	clock  calendar.Clock
	fixed  bool          // the clock was set and stands still
	engine string        // as `start` says it; auto while both rules and a model may decide
	path   string        // of the workspace; "" for commands that have none
	store  *sqlite.Store // nil until something is asked of it

	decider   string         // the engine that has decided last
	mind      *propose.Model // nil until a model is asked
	recording *os.File       // of what it says, where that is recorded
	lent      bool           // store and recording are another call's, which gives them back

	answers propose.Completer // in place of the engine's own; nil makes that one
	trial   bool              // a case of one: nothing of it is kept, and nobody reads a summary

	decided       []ledger.Entry // that is not in the audit trail yet
	unwritable    error          // why decisions cannot be written down, if they cannot
	stage         string         // that was told last
	correlationID string
	out           outlet
	sink          event.Sink     // nil before start
	complaints    event.Sink     // errors in words, on stderr
	question      *event.Clarify // that has been put
	talk          talk           // what the request goes on from
	held          bool           // what a prompt will show is not shown before it
	mute          bool           // errors are not repeated on stderr
	due           atomic.Bool    // the vectors may catch up once all is out, whatever was committed
	written       string         // what has been committed, in words; "" while nothing has
	done          event.Done
}

func (p *program) call(cmd *cobra.Command, s settings) *call {
	c := &call{program: p, cmd: cmd, set: s, form: s.text("output"), out: outlet{w: p.Out}}
	if c.form != "ndjson" && c.form != "text" {
		c.form = "ndjson"
		if isTerminal(p.Out) {
			c.form = "text"
		}
	}
	return c
}

// perform makes a command of fn: signals, settings and clock before it, `done` after
// it.
func (p *program) perform(fn func(c *call, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		if p.Listen != nil {
			p.Listen()
		}
		s, err := fromEverywhere(cmd.Flags(), p.env)
		c := p.call(cmd, s)
		if err == nil {
			err = c.prepare()
		}
		if err == nil {
			err = fn(c, args)
		}
		p.code = c.finish(err)
		return nil
	}
}

func (c *call) prepare() (err error) {
	if c.path, err = c.set.database(c.env); err != nil {
		return err
	}
	environ, _ := c.env("TZ")
	zone, err := calendar.LoadZone(c.set.text("tz"), environ)
	if err != nil {
		r := usage(err.Error(), "give a name such as Europe/Paris or UTC with --tz")
		r.Problem.Code, r.Problem.Field, r.Cause = "invalid_tz", "tz", err
		return r
	}
	c.clock = calendar.Clock{Instant: c.Now(), Zone: zone}
	if now := c.set.text("now"); now != "" {
		at, err := calendar.ParseNow(now, zone)
		if err != nil {
			r := usage(err.Error(), "give a time such as 2026-11-21T09:00:00 with --now")
			r.Problem.Code, r.Problem.Field, r.Cause = "invalid_now", "now", err
			return r
		}
		c.clock.Instant, c.fixed = at, true
	}
	return nil
}

// begin says `start`. id is the correlation id that the input carries, if it
// carries one; --correlation-id wins over it, and without either there is a new
// one.
func (c *call) begin(id string) error {
	if set := c.set.text("correlation-id"); set != "" {
		id = set
	}
	if id == "" {
		id = newCorrelationID(c.Now())
	}
	c.correlationID = id
	if c.form == "text" {
		c.sink = view.NewText(&c.out, view.Options{
			Colour: colour(c.env, isTerminal(c.Out)), Width: width(c.Out),
			Verbose: c.set.on("verbose"), Quiet: c.set.on("quiet"), Messages: c.Err, Session: c.talk.name,
		})
	} else {
		c.sink = event.NewWriter(&c.out, id, c.now)
	}
	start := event.Start{
		Command: c.name(), Version: buildInfo().version, Engine: c.engine,
		Database: c.path,
	}
	if c.engine != "" && c.engine != "rules" {
		start.Model = c.set.text("model")
	}
	if c.clock.Zone != nil {
		start.Zone = c.clock.Zone.String()
		start.Now = c.clock.Instant.In(c.clock.Zone).Format(time.RFC3339)
	}
	return c.sink.Emit(start)
}

// Emit is the way of every event after `start`. Errors, and with --verbose each
// step, go to stderr in words, whatever goes to stdout.
func (c *call) Emit(b event.Body) error {
	c.talk.hear(b)
	switch b.(type) {
	case event.Clarify, event.Ops, event.Summary, event.Error:
		c.keep()
	}
	switch said := b.(type) {
	case event.Clarify:
		said = c.talk.asks(said)
		c.question, b = &said, said
		if c.held {
			return nil
		}
	case event.Ops:
		if c.held {
			return nil
		}
	case event.Summary:
		// The summary of a question is the question, which a person has read.
		if c.held || c.question != nil && c.form == "text" {
			return nil
		}
	case event.Error:
		if c.form == "ndjson" && !c.mute {
			c.complain(said)
		}
	case event.Stage, event.Route:
		if s, ok := b.(event.Stage); ok {
			c.stage = s.Stage
		}
		if c.form == "ndjson" && c.set.on("verbose") {
			c.complain(said)
		}
	}
	return c.sink.Emit(b)
}

// complain says an event on stderr, in words.
func (c *call) complain(b event.Body) {
	if c.complaints == nil {
		c.complaints = view.NewText(c.Err, view.Options{Colour: colour(c.env, isTerminal(c.Err)), Width: width(c.Err), Verbose: true})
	}
	// There is nobody left to tell when stderr cannot be written either.
	_ = c.complaints.Emit(b)
}

// note is a word to the person that is neither result nor error.
func (c *call) note(format string, args ...any) {
	if !c.set.on("quiet") {
		fmt.Fprintf(c.Err, "assister: %s\n", view.Safe(fmt.Sprintf(format, args...)))
	}
}

// now is the time for what happens from here on: the clock that was set, or the
// machine's.
func (c *call) now() time.Time {
	if c.fixed {
		return c.clock.Instant
	}
	return c.Now()
}

// name of the command without the program's.
func (c *call) name() string {
	_, name, _ := strings.Cut(c.cmd.CommandPath(), " ")
	return name
}

// finish says how it ended and gives the exit code. It is the only place that
// says `done`.
func (c *call) finish(err error) int {
	defer c.leave()
	c.keep()
	err = cause(c.ctx, err)
	e := endOf(err)
	if c.sink == nil && c.out.err == nil {
		if first := c.begin(""); err == nil {
			err = first
		}
	}
	if c.out.err == nil {
		var refusal *problem.Refusal
		answered := errors.As(err, &refusal) && refusal.Class == problem.Unanswered && c.question != nil
		if err != nil && !answered {
			// A failure to write this shows in c.out.
			_ = c.Emit(bodyOf(err))
		}
		c.remember(err)
		if c.done.Status == "" {
			c.done.Status = e.status
		}
		if c.done.ExitCode == 0 {
			c.done.ExitCode = e.code
		}
		_ = c.sink.Emit(c.done)
	}
	if c.out.err != nil {
		return c.unheard(err)
	}
	c.catchUp()
	return c.done.ExitCode
}

// unheard ends a command whose output could not be written. What has been
// committed stays so: a full disk or a closed pipe must not look as if nothing
// had been applied (contract section 8; the exit code is then that of the work).
func (c *call) unheard(err error) int {
	lost := c.out.err
	pipe := errors.Is(lost, syscall.EPIPE)
	var why *outputError
	errors.As(lost, &why)
	switch {
	case c.written != "":
		c.complain(event.Error{Code: "output", Message: c.written + ", but the output could not be written: " + why.cause.Error(), Hint: "`assister audit tail` shows what was applied"})
	case !pipe:
		c.complain(event.Error{Code: "output", Message: "the output could not be written: " + why.cause.Error() + "; nothing was changed"})
	}
	if err != nil && !isOutput(err) {
		c.complain(bodyOf(err))
	}
	switch {
	case pipe:
		return exitPipe
	case c.written != "" && (err == nil || isOutput(err)):
		return 0
	}
	return max(endOf(err).code, 1)
}

// interrupted reports the signal that has come, if one has.
func interrupted(ctx context.Context) error {
	if ctx.Err() == nil {
		return nil
	}
	return context.Cause(ctx)
}
