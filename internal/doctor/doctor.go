// Package doctor checks everything that a command needs, from the program itself up to the
// servers of its engines. It emits rows to a sink. Nothing is changed, and servers get no
// data of the workspace.
//
// The front end reads the environment, the settings and the terminal, and passes what it
// found as values in a Subject.
package doctor

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"assister/internal/event"
	"assister/internal/problem"
)

// Probing is the timeout of every request to a server.
const Probing = 2 * time.Second

// Subject is what is checked.
type Subject struct {
	Program   Program
	Settings  Settings
	Terminal  Terminal
	Clock     Clock
	Workspace Workspace
	Engines   Engines
	Embedding Embedding
}

// Report counts what was found.
type Report struct {
	Failed, Warned int
	AuditHead      string // of the trail, if it is whole
}

// Run emits a row for each check, and a summary. The error is that of the sink, or the
// cause that ended ctx.
func Run(ctx context.Context, s Subject, sink event.Sink) (Report, error) {
	f := &findings{sink: sink}
	d := &database{Workspace: s.Workspace}
	checks := [...]func(){
		func() { checkProgram(f, s.Program) },
		func() { checkConfig(f, s.Settings) },
		func() { checkVariables(f, s.Settings) },
		func() { checkTerminal(f, s.Terminal) },
		func() { checkTime(f, s.Clock) },
		func() { checkFile(f, s.Workspace.At.File()) },
		func() { checkDatabase(ctx, f, d) },
		func() { checkRules(f, s.Engines) },
		func() { checkOllama(ctx, f, s.Engines, s.Clock) },
		func() { checkOpenAI(ctx, f, s.Engines, s.Clock) },
		func() { checkReplay(f, s.Engines) },
		func() { checkEmbedding(ctx, f, s.Embedding, s.Clock) },
		func() { checkVectors(ctx, f, s.Embedding, d) },
	}
	for _, check := range checks {
		if err := context.Cause(ctx); err != nil {
			return f.report, err
		}
		if check(); f.lost != nil {
			return f.report, f.lost
		}
	}
	return f.report, sink.Emit(event.Summary{Text: f.outcome()})
}

// findings emits what the checks find, and counts it.
type findings struct {
	sink   event.Sink
	report Report
	lost   error // the output has failed
}

func (f *findings) ok(name, found string, detail ...event.Fact) {
	f.say(event.CheckRow{Name: name, Status: event.CheckOK, Found: found, Detail: detail})
}

// advise is ok, with a recommendation.
func (f *findings) advise(name, found, next string, detail ...event.Fact) {
	f.say(event.CheckRow{Name: name, Status: event.CheckOK, Found: found, Next: next, Detail: detail})
}

func (f *findings) warn(name, found, next string, detail ...event.Fact) {
	f.report.Warned++
	f.say(event.CheckRow{Name: name, Status: event.CheckWarn, Found: found, Next: next, Detail: detail})
}

func (f *findings) fail(name, found, next string, detail ...event.Fact) {
	f.report.Failed++
	f.say(event.CheckRow{Name: name, Status: event.CheckFail, Found: found, Next: next, Detail: detail})
}

// refused reports an error as a failed check.
func (f *findings) refused(name string, err error, detail ...event.Fact) {
	found, next := err.Error(), ""
	var refusal *problem.Refusal
	if errors.As(err, &refusal) {
		found, next = refusal.Problem.Message, refusal.Problem.Hint
	}
	f.fail(name, found, next, detail...)
}

func (f *findings) say(c event.CheckRow) {
	if err := f.sink.Emit(c); err != nil && f.lost == nil {
		f.lost = err
	}
}

// outcome is the result in a sentence.
func (f *findings) outcome() string {
	warnings := problem.Count(f.report.Warned, "warning")
	switch {
	case f.report.Failed > 0:
		return fmt.Sprintf("%s, %s.", problem.CountOf(f.report.Failed, "check failed", "checks failed"), warnings)
	case f.report.Warned > 0:
		return "Everything works, with " + warnings + "."
	}
	return "Everything works."
}

// hasModes reports whether the system has permissions of files.
const hasModes = runtime.GOOS != "windows"
