package propose

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"assister/internal/calendar"
	"assister/internal/check"
	"assister/internal/event"
	"assister/internal/language/meaning"
	"assister/internal/language/message"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
)

// MaxOptions is how many answers a question offers.
const MaxOptions = 7

// Run goes from a request to validated operations and emits an event for each step.
// It returns the operations as they were emitted last, each with the revisions of the
// records it touches. If the engine asks a question or does not understand some words,
// Run returns a *problem.Refusal. It never changes anything.
//
// The operations are drafted for the snapshot that they are checked against.
func Run(ctx context.Context, e Drafter, r Request, snapshot check.Reader, clock calendar.Clock, rules check.Rules,
	sink event.Sink) (event.Ops, error) {
	return run(ctx, draftOnly{e}, r, Lend(snapshot), clock, rules, sink)
}

// RunModel is Run with a model. It gets the problems of its operations while it proposes
// them, has one attempt to repair those that are invalid, and writes the summary. No
// snapshot is held while it works.
func RunModel(ctx context.Context, m *Model, r Request, view View, clock calendar.Clock, rules check.Rules,
	sink event.Sink) (event.Ops, error) {
	return run(ctx, m, r, view, clock, rules, sink)
}

func run(ctx context.Context, e pipelineEngine, r Request, view View, clock calendar.Clock, rules check.Rules,
	sink event.Sink) (event.Ops, error) {
	w := pipeline{
		engine: e, request: r, sink: sink,
		source:    Source{Clock: clock, Turns: r.Turns, Recent: r.Recent, View: view},
		validator: validator{view: view, rules: rules, clock: clock},
	}
	if err := w.draft(ctx); err != nil {
		return event.Ops{}, err
	}
	if err := w.validate(ctx); err != nil {
		return w.ops, err
	}
	if err := w.repair(ctx); err != nil {
		return w.ops, err
	}
	return w.ops, w.summarize(ctx)
}

// pipeline is one request in progress.
type pipeline struct {
	engine    pipelineEngine
	request   Request
	source    Source
	validator validator
	sink      event.Sink

	list        []proposal        // what was drafted, each once
	warnings    []problem.Problem // of the engine
	alreadyDone string            // why there is nothing to do
	counts      check.Counts      // of the valid operations
	entries     []event.Entry     // as checked last, with the problems as the engine reads them
	ops         event.Ops         // as emitted last
}

func (w *pipeline) stage(name string) error { return w.sink.Emit(event.Stage{Stage: name}) }

// draft asks the engine for operations. A question, or an answer without operations, ends
// the request.
func (w *pipeline) draft(ctx context.Context) error {
	if err := w.stage(event.Proposing); err != nil {
		return err
	}
	d, err := w.engine.draftOperations(ctx, w.request, w.source, w.validator, w.sink)
	if err != nil {
		return fmt.Errorf("draft operations: %w", err)
	}
	if d.Question != "" {
		return Ask(w.sink, w.request.Language, d.Question, d.Options)
	}
	w.list, w.warnings, w.alreadyDone, w.validator.scope = d.proposals(), d.Warnings, d.AlreadyDone, d.Scope
	switch {
	case len(d.NotUnderstood) > 0:
		return notUnderstood(w.request, d)
	case len(w.list) == 0 && d.AlreadyDone == "":
		return w.engine.noOperations(w.request, d, w.sink)
	}
	return nil
}

// validate checks the operations and emits them with their findings.
func (w *pipeline) validate(ctx context.Context) error {
	w.ops = event.Ops{Version: 1, Engine: w.engine.name(), Language: w.request.Language.Code()}
	if err := w.stage(event.Validating); err != nil {
		return err
	}
	return w.emit(ctx, w.list)
}

// repair asks the engine to correct invalid operations, and emits a better version.
func (w *pipeline) repair(ctx context.Context) error {
	if invalid(w.ops.Operations) == 0 {
		return nil
	}
	mended, changed, err := w.engine.repair(ctx, w.request, w.source, w.validator, w.list, w.entries, w.sink)
	if err != nil || !changed {
		return err
	}
	w.ops.Version = 2
	return w.emit(ctx, mended)
}

// emit checks operations and emits them.
func (w *pipeline) emit(ctx context.Context, list []proposal) error {
	entries, counts, warnings, err := w.validator.validate(ctx, inProject(list, w.request.Project))
	if err != nil {
		return fmt.Errorf("validate operations: %w", err)
	}
	for i := range entries {
		e := &entries[i]
		e.Op.Source = w.engine.source()
		if e.Valid() {
			e.Warnings = append(e.Warnings, pastDayWarnings(w.request.Language, e.Finding, w.source.Clock.Today())...)
		}
	}
	w.counts, w.entries = counts, entries
	if w.engine.source() == op.ByModel {
		entries = wordedForPeople(entries)
	}
	w.ops.Operations, w.ops.Warnings = entries, slices.Concat(w.warnings, warnings)
	return w.sink.Emit(w.ops)
}

// summarize describes the proposal in words.
func (w *pipeline) summarize(ctx context.Context) error {
	if w.alreadyDone != "" {
		return w.sink.Emit(event.Summary{Text: w.alreadyDone, Counts: &w.counts})
	}
	if err := w.stage(event.Summarizing); err != nil {
		return err
	}
	text, thinking, err := w.engine.summarize(ctx, w.request, w.source, w.ops)
	if err != nil {
		return err
	}
	return w.sink.Emit(event.Summary{Text: text, Thinking: thinking, Counts: &w.counts})
}

func invalid(entries []event.Entry) (n int) {
	for _, e := range entries {
		if !e.Valid() {
			n++
		}
	}
	return n
}

func summary(l *message.Language, ops event.Ops, today calendar.Date) string {
	findings := ops.Findings()
	if invalid(ops.Operations) == len(findings) {
		return clarification(l, findings)
	}
	return filtered(l, check.Summary(findings, l, check.Planned, today), ops.Operations)
}

// filtered is a summary that also says how many operations were left out as invalid.
func filtered(l *message.Language, text string, entries []event.Entry) string {
	if n := invalid(entries); n > 0 {
		return l.Text("summary.left-out", "n", n, "text", text)
	}
	return text
}

// Clarification is the question to ask when no operation is valid: which record, if that
// is ambiguous, or else what to do with it.
func Clarification(findings []check.Finding) string { return clarification(nil, findings) }

func clarification(l *message.Language, findings []check.Finding) string {
	for _, f := range findings {
		for _, p := range f.Errors {
			switch p.Code {
			case problem.MissingOrInvalidID, problem.IDNotFound, problem.IDNotInContext, problem.UnknownRef:
				return l.Text("ask.which-record")
			case problem.StillReferenced: // the request is clear, and only cannot be done
				return l.Text("refuse.not-done", "why", p.Message)
			}
		}
	}
	return l.Text("ask.what-to-change")
}

// Ask emits a question with its options, and the same as a summary for programs that only
// read summaries. It returns problem.Unanswered, which ends the request. The default
// question is which of the options, or what to do.
func Ask(sink event.Sink, l *message.Language, question string, options []record.Record) error {
	options = options[:min(len(options), MaxOptions)]
	question = asked(l, question, options)
	c := event.Clarify{Question: question}
	for _, r := range options {
		c.Options = append(c.Options, r.Option())
	}
	if err := sink.Emit(c); err != nil {
		return err
	}
	if err := sink.Emit(event.Summary{Text: Question(l, question, options)}); err != nil {
		return err
	}
	hint := l.Text("ask.say-which")
	if len(options) > 0 {
		hint = l.Text("ask.select", "kind", options[0].Kind.Name, "id", formatID(options[0].ID))
	}
	return problem.Refuse(problem.Unanswered, "answer_needed", question, hint)
}

// notUnderstood refuses a request with words that were not understood, rather than do a
// part of it. What was read whole, and asks for no change, is called what it is.
func notUnderstood(r Request, d Draft) *problem.Refusal {
	l := r.Language
	said := r.Said
	whole := said != nil && len(said.Do) == 0 && len(said.Ask)+len(said.Talk)+len(said.Reply) > 0
	if whole || len(d.NotUnderstood) == 0 {
		is := "asks-nothing"
		switch {
		case said == nil:
		case len(said.Reply) > 0:
			is = "answers-nothing"
		case slices.ContainsFunc(said.Ask, func(a meaning.Ask) bool { return a.What != meaning.Other }):
			is = "is-question"
		}
		return problem.Refuse(problem.Unavailable, NoOperations, l.Text("refuse."+is+".what"), l.Text("refuse."+is+".next"))
	}
	quoted := make([]string, len(d.NotUnderstood))
	for i, words := range d.NotUnderstood {
		quoted[i] = l.Text("list.quoted", "name", words)
	}
	what := l.Text("refuse.nothing-understood.what", "words", strings.Join(quoted, ", "))
	next := l.Text("refuse.nothing-understood.next")
	if len(quoted) == 1 && len(d.Warnings) == 1 { // it was read, and cannot be done
		why := d.Warnings[0]
		what, next = l.Text("refuse.not-done", "why", why.Message), cmp.Or(why.Hint, next)
		if d.NotUnderstood[0] != r.Text {
			what = quoted[0] + ": " + what
		}
	}
	refusal := problem.Refuse(problem.Unavailable, problem.NotUnderstood, what, next)
	refusal.More = d.Warnings
	return refusal
}

// NoOperations is the code of a request that proposes no change: a model's answer without
// operations, a question, a remark.
const NoOperations = "no_operations"

// noOperations ends a request for which a model proposed no change, with the reply of the
// model and an example of a request that works.
func (m *Model) noOperations(r Request, d Draft, sink event.Sink) error {
	guide := r.Language.Text(guideKey(r.Text))
	words := m.aliases.plainText(d.Text, summaryMax)
	if words == "" || claimsChange(words) {
		words = r.Language.Text("chat.no-change", "guide", guide)
	}
	if err := sink.Emit(event.Summary{Text: words}); err != nil {
		return err
	}
	return problem.Refuse(problem.Unavailable, NoOperations, r.Language.Text("chat.no-change-error"), guide)
}

// guideKey is the key of an example for a request of this form.
func guideKey(text string) string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return r < 'a' || r > 'z' })
	for _, w := range words {
		switch w {
		case "add", "create", "schedule":
			return "chat.guide.create"
		case "update", "change", "modify", "move", "reschedule", "set":
			return "chat.guide.update"
		case "delete", "remove", "cancel":
			return "chat.guide.delete"
		}
	}
	return "chat.guide.other"
}

// canceled reports whether the context was canceled, so that a fallback makes no sense.
func canceled(ctx context.Context, err error) bool {
	return ctx.Err() != nil || errors.Is(err, context.Canceled)
}

func formatID(id int64) string { return strconv.FormatInt(id, 10) }
