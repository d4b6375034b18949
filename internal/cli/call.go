package cli

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"assister/internal/assist"
	"assister/internal/calendar"
	"assister/internal/config"
	"assister/internal/engine"
	"assister/internal/event"
	"assister/internal/language/meaning"
	"assister/internal/problem"
	"assister/internal/propose"
	"assister/internal/route"
)

// call is one command between its `start` and its `done`.
type call struct {
	*program
	cmd *cobra.Command
	set config.Settings
	clock

	place         *place
	engines       *engine.Configured
	announced     announcement
	out           *output
	correlationID string
	effect
}

// announcement is what `start` says of the engine and of who asks.
type announcement struct {
	engine string        // "" for commands that need none
	actor  func() string // looked up once
	signed bool          // the command leaves rows that name the actor, and `start` does, too
}

// effect is what a command has done so far.
type effect struct {
	committed string // in words
	stale     bool   // the embeddings may be out of date
	done      event.Done
}

// clock is the time and place of a command.
type clock struct {
	calendar.Clock
	fixed    bool // it was set, and does not advance
	machine  func() time.Time
	deadline *deadline
}

// now is the time of what happens from here on: the one that was set, or the
// machine's.
func (c clock) now() time.Time {
	if c.fixed {
		return c.Instant
	}
	return c.machine()
}

func newCall(p *program, cmd *cobra.Command, s config.Settings) *call {
	p.watched(s)
	c := &call{program: p, cmd: cmd, set: s, clock: clock{machine: p.Now, deadline: &deadline{now: p.Now}}}
	c.announced.actor = sync.OnceValue(func() string { return actor(s.Text("actor")) })
	c.out = newOutput(p, s)
	if f := cmd.Flags().Lookup("json"); f != nil && f.Changed {
		c.out.form = "json" // stdout has the array alone, and errors are in words
	}
	if cmd.Annotations[stdoutAnnotation] == protocolForm {
		c.out.form = protocolForm
	}
	c.place = &place{named: s.Text("db") != "", keeps: p.Ends, wait: s.Length("wait"), note: c.out.note}
	c.place.witness = c.witness
	c.place.keep = config.ReplacedDir(p.env)
	c.engines = &engine.Configured{
		Settings: s, Env: p.env, Now: p.Now, OnText: c.out.grow,
		Heartbeat: propose.Heartbeat{Sink: c.out, Ticker: p.Ticker, Left: c.deadline.remaining},
	}
	if p.live != nil {
		c.engines.Heartbeat.Watch = p.live.Wait
	}
	return c
}

// handler is what a command does.
type handler func(ctx context.Context, c *call, args []string) error

// perform makes a command of a handler: signals, settings and clock before it, `done`
// after it.
func (p *program) perform(fn handler) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		if p.Listen != nil {
			p.Listen()
		}
		ctx := cmd.Context()
		s := config.Read(cmd.Flags(), p.env)
		c := newCall(p, cmd, s)
		ctx, release := c.deadline.bind(ctx)
		defer release()
		c.deadline.start(s.Length("deadline"))
		if s.On("verbose") {
			for _, u := range p.unknownVariables() {
				c.out.note("%s", u)
			}
		}
		err := c.settle()
		if err == nil {
			err = fn(ctx, c, args)
		}
		p.code = c.finish(ctx, err)
		c.refreshEmbeddings(ctx)
		c.close()
		return nil
	}
}

// settle returns the first problem of the settings. doctor goes
// on with defaults instead, and reports all of it.
func (c *call) settle() error {
	if c.name() != "doctor" {
		if err := c.set.Err(); err != nil {
			return err
		}
		return c.prepare()
	}
	for range config.Table {
		err := c.prepare()
		var refusal *problem.Refusal
		if !errors.As(err, &refusal) || refusal.Problem.Field == "" {
			return err
		}
		c.set.Invalid = append(c.set.Invalid, err)
		c.set.Reset(refusal.Problem.Field)
	}
	return nil
}

// prepare finds out where the workspace is, and what time it is.
func (c *call) prepare() (err error) {
	text, err := c.set.Database(c.env)
	if err == nil {
		err = c.place.locate(text)
	}
	if err != nil {
		return err
	}
	environ, _ := c.env("TZ")
	zone, err := calendar.LoadZone(c.set.Text("tz"), environ)
	if err != nil {
		r := problem.Misuse(err.Error(), "give a name such as Europe/Paris or UTC with --tz")
		r.Problem.Code, r.Problem.Field, r.Cause = "invalid_tz", "tz", err
		return r
	}
	c.Clock = calendar.Clock{Instant: c.machine(), Zone: zone, Country: c.set.Text("country")}
	if now := c.set.Text("now"); now != "" {
		at, err := calendar.ParseNow(now, zone)
		if err != nil {
			r := problem.Misuse(err.Error(), "give a time such as 2026-11-21T09:00:00 with --now")
			r.Problem.Code, r.Problem.Field, r.Cause = "invalid_now", "now", err
			return r
		}
		c.Instant, c.fixed = at, true
	}
	return c.set.ReadLimits(c.Clock, c.name())
}

// begin emits `start`. id is the correlation id of the input, if it has one;
// --correlation-id wins over it, and without either there is a new one.
func (c *call) begin(id string) error {
	if set := c.set.Text("correlation-id"); set != "" {
		id = set
	}
	if id == "" {
		id = assist.NewCorrelationID(c.Now())
	}
	c.correlationID = id
	start := event.Start{
		Command: c.name(), Version: buildInfo().version, Engine: c.announced.engine,
		Database: c.place.String(),
	}
	if start.Engine != "" && start.Engine != assist.ByRules {
		start.Model = c.set.Text("model")
	}
	if c.announced.signed {
		start.Actor = c.announced.actor()
	}
	if c.Zone != nil {
		start.Zone = c.Zone.String()
		start.Now = c.Instant.In(c.Zone).Format(time.RFC3339)
	}
	return c.out.begin(start, id, c.Zone, c.now)
}

// Emit implements event.Sink.
func (c *call) Emit(b event.Body) error { return c.out.Emit(b) }

// environment is what the use cases are given.
func (c *call) environment(ctx context.Context) assist.Environment {
	return assist.Environment{
		Reading:   assist.Reading{Languages: meaning.BuiltIn, Phrases: c.phrases()},
		Workspace: c.place, Engines: c.engines, Sink: c.out, Log: c.out.log(),
		Approver: c.approver(), Times: assist.Times{Clock: c.Clock, Now: c.now},
		Origin: assist.Origin{CorrelationID: c.correlationID, Actor: c.announced.actor},
		Policy: assist.Policy{
			KeyTTL: c.set.KeyTTL(), Limits: c.set.Limits, NoWords: c.set.On("no-words"),
			Router: route.Thresholds{AskBelow: c.set.Number(config.AskBelow), PlanFrom: c.set.Number(config.PlanFrom)},
		},
	}
}

// phrasesDir is the directory with the person's own phrases; "" if nothing says where the
// configuration is.
func (c *call) phrasesDir() string {
	defaultFile, _ := config.DefaultFile(c.env)
	file := cmp.Or(c.set.File, defaultFile)
	if file == "" {
		return ""
	}
	return filepath.Join(filepath.Dir(file), "phrases")
}

// phrases are the files with the person's own phrases; nil for none.
func (c *call) phrases() fs.FS {
	if dir := c.phrasesDir(); dir != "" {
		return trustedDir{os.DirFS(dir), dir}
	}
	return nil
}

// trustedDir is a directory whose files only the user can change: they decide what a request
// means.
type trustedDir struct {
	fs.FS
	path string
}

func (d trustedDir) Open(name string) (fs.File, error) {
	if err := config.Trusted(filepath.Join(d.path, filepath.FromSlash(name))); err != nil {
		return nil, err
	}
	return d.FS.Open(name)
}

func (c *call) approver() approver {
	return approver{c.program, c.out, c.clock, c.set.On("non-interactive"), false}
}

// outcome notes how a use case ended.
func (c *call) outcome(o assist.Outcome, err error) error {
	c.committed = o.Committed
	c.done.BatchID, c.done.Batches = o.Batch, o.Batches
	c.done.IdempotencyKey, c.done.Replayed, c.done.AuditHead = o.Key, o.Replayed, o.AuditHead
	if o.Partial {
		c.done.Status = "partial"
	}
	c.out.asked = c.out.asked || o.Question != nil
	c.stale = c.stale || o.Refresh
	return err
}

// name of the command without the program's.
func (c *call) name() string {
	_, name, _ := strings.Cut(c.cmd.CommandPath(), " ")
	return name
}

// finish emits `done` and returns the exit code.
func (c *call) finish(ctx context.Context, err error) int {
	err = cause(ctx, err)
	if !c.out.begun() && c.out.failure() == nil {
		if first := c.begin(""); err == nil {
			err = first
		}
	}
	if err == nil && c.out.form == "json" {
		err = cause(ctx, c.out.rows.Print(ctx, &c.out.stdout))
	}
	if c.out.failure() == nil {
		c.conclude(err)
	}
	if c.out.failure() != nil {
		return c.outputFailed(err)
	}
	return c.done.ExitCode
}

// conclude emits the error, if there is one, and `done`. A failure to write them shows
// in the output.
func (c *call) conclude(err error) {
	e := endOf(err)
	if c.done.Status == "" {
		c.done.Status = e.status
	}
	if c.done.ExitCode == 0 {
		c.done.ExitCode = e.code
	}
	if err != nil && !c.out.answers(err) {
		_ = c.Emit(errorEvent(err))
	}
	_ = c.out.pass(c.done)
}

// outputFailed ends a command whose output could not be written. Its exit code is
// that of the work: a full disk or a closed pipe must not look as if nothing had been
// applied, when something was.
func (c *call) outputFailed(err error) int {
	lost := c.out.failure()
	pipe := errors.Is(lost, syscall.EPIPE)
	reason := errors.Unwrap(lost).Error()
	switch {
	case c.committed != "":
		c.out.complain(event.Error{
			Code: "output", Message: c.committed + ", but the output could not be written: " + reason,
			Hint: "`assister audit tail` shows what was applied",
		})
	case !pipe:
		message := "the output could not be written: " + reason + "; nothing was changed"
		c.out.complain(event.Error{Code: "output", Message: message})
	}
	if err != nil && !isOutput(err) {
		c.out.complain(errorEvent(err))
	}
	switch {
	case pipe:
		return exitPipe
	case c.committed != "" && (err == nil || isOutput(err)):
		return 0
	}
	return max(endOf(err).code, 1)
}

// refreshEmbeddings brings the embeddings up to date when the output is complete, if
// the command has changed or searched something.
func (c *call) refreshEmbeddings(ctx context.Context) {
	wait := c.set.Length("embedding.wait")
	due := c.stale && c.place.writes()
	if !due || wait == 0 || ctx.Err() != nil || c.out.failure() != nil {
		return
	}
	assist.RefreshEmbeddings(ctx, c.environment(ctx), wait)
}

// close gives back what the command has opened.
func (c *call) close() {
	if c.live != nil {
		c.live.End()
	}
	c.engines.Close()
	c.place.close()
	if sent := c.place.trips(); sent > 0 && c.set.On("verbose") {
		c.out.note("%s to the server of the workspace", problem.CountOf(int(sent), "request", "requests"))
	}
}

// announceEngine settles what `start` says about the engine. A request that a model may
// read has a deadline, also if none is set: each of its questions may take as long as
// server.timeout.
func (c *call) announceEngine() {
	c.announced.engine, c.announced.signed = c.engines.Choice(), true
	if c.set.Text("deadline") == "" && c.engines.Used() != "" {
		c.deadline.start(modelDeadline)
	}
}

// unknownVariables are those of the environment that no setting has.
func (p *program) unknownVariables() []config.UnknownVariable {
	if p.Variables == nil {
		return nil
	}
	return config.UnknownVariables(p.Variables())
}

// interrupted returns the signal that has come, if one has.
func interrupted(ctx context.Context) error { return context.Cause(ctx) }

// isUnanswered reports whether a refusal leaves a question open.
func isUnanswered(err error) bool {
	var refusal *problem.Refusal
	return errors.As(err, &refusal) && refusal.Class == problem.Unanswered
}
