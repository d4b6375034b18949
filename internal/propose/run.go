package propose

import (
	"context"
	"fmt"
	"strings"

	"assister/internal/brief"
	"assister/internal/calendar"
	"assister/internal/check"
	"assister/internal/diag"
	"assister/internal/event"
	"assister/internal/op"
	"assister/internal/record"
	"assister/internal/route"
)

// OptionsMax is how many answers a question offers.
const OptionsMax = 7

// Run goes from a request to validated operations and says each step to the
// sink. What it returns are the operations as they were said, each with the
// revisions of the records it touches. A question or words that were not
// understood end it in a *diag.Refusal; nothing can have been changed.
func Run(ctx context.Context, e Drafter, r Request, snapshot check.Reader, clock calendar.Clock, rules check.Rules, sink event.Sink) (event.Ops, error) {
	if err := sink.Emit(event.Stage{Stage: event.Proposing}); err != nil {
		return event.Ops{}, err
	}
	draft, err := e.Draft(ctx, r, brief.Brief{Clock: clock, Records: snapshot})
	if err != nil {
		return event.Ops{}, fmt.Errorf("draft operations: %w", err)
	}
	if draft.Question != "" {
		return event.Ops{}, Ask(sink, draft.Question, draft.Options)
	}
	if len(draft.NotUnderstood) > 0 || len(draft.Ops) == 0 {
		return event.Ops{}, notUnderstood(draft)
	}
	if err := sink.Emit(event.Stage{Stage: event.Validating}); err != nil {
		return event.Ops{}, err
	}
	ops, counts, err := validate(draft, snapshot, rules, clock)
	if err != nil {
		return ops, fmt.Errorf("validate operations: %w", err)
	}
	if err := sink.Emit(ops); err != nil {
		return ops, err
	}
	if err := sink.Emit(event.Stage{Stage: event.Summarizing}); err != nil {
		return ops, err
	}
	return ops, sink.Emit(event.Summary{Text: summary(ops), Counts: &counts})
}

func validate(draft Draft, snapshot check.Reader, rules check.Rules, clock calendar.Clock) (event.Ops, check.Counts, error) {
	ops := event.Ops{Version: 1}
	plan, err := check.Make(snapshot, op.Dedupe(draft.Ops), rules, clock)
	if err != nil {
		return ops, plan.Counts, err
	}
	ops.Warnings = append(draft.Warnings, plan.Warnings...)
	for _, f := range plan.Findings {
		f.Op = f.Pinned()
		ops.Operations = append(ops.Operations, event.Entry{Finding: f})
	}
	return ops, plan.Counts, nil
}

func summary(ops event.Ops) string {
	findings := make([]check.Finding, 0, len(ops.Operations))
	invalid := 0
	for _, e := range ops.Operations {
		findings = append(findings, e.Finding)
		if !e.Valid() {
			invalid++
		}
	}
	if invalid == len(findings) {
		return Clarification(findings)
	}
	text := check.Summary(findings, check.Proposed)
	switch {
	case invalid == 1:
		text += " (Note: filtered 1 invalid operation.)"
	case invalid > 1:
		text += fmt.Sprintf(" (Note: filtered %d invalid operations.)", invalid)
	}
	return text
}

// Clarification is what there is to ask when no operation is valid: which record
// is meant, when it is that which could not be told, else what to do with it.
func Clarification(findings []check.Finding) string {
	for _, f := range findings {
		for _, p := range f.Errors {
			switch p.Code {
			case diag.MissingOrInvalidID, diag.IDNotFound, diag.IDNotInContext, diag.UnknownRef:
				return "Which task or event do you mean? Provide the exact title or ID."
			}
		}
	}
	return "Could you clarify which item and fields to change?"
}

// Ask puts a question with its options to the sink, and the same in words for
// whoever reads summaries alone. It ends the request: diag.Unanswered.
func Ask(sink event.Sink, question string, options []record.Record) error {
	options = options[:min(len(options), OptionsMax)]
	c := event.Clarify{Question: question}
	for _, r := range options {
		c.Options = append(c.Options, event.Option{Key: record.Key{Kind: r.Kind.Name, ID: r.ID}, Title: r.Label(), Day: r.Day()})
	}
	if err := sink.Emit(c); err != nil {
		return err
	}
	if err := sink.Emit(event.Summary{Text: route.Question(question, options)}); err != nil {
		return err
	}
	hint := "ask again and say which"
	if len(options) > 0 {
		hint = fmt.Sprintf("ask again with --select %s:%d, or say which by its number", options[0].Kind.Name, options[0].ID)
	}
	return diag.Refuse(diag.Unanswered, "answer_needed", question, hint)
}

// notUnderstood refuses a request of which some words meant nothing: it is not
// half done.
func notUnderstood(d Draft) *diag.Refusal {
	if len(d.NotUnderstood) == 0 {
		return diag.Refuse(diag.Unavailable, diag.NotUnderstood, "nothing in it asks for a change; nothing was changed",
			`say what to do, such as "add buy milk tomorrow" or "move #3 to friday"`)
	}
	quoted := make([]string, len(d.NotUnderstood))
	for i, words := range d.NotUnderstood {
		quoted[i] = "“" + words + "”"
	}
	r := diag.Refuse(diag.Unavailable, diag.NotUnderstood, "not understood: "+strings.Join(quoted, ", ")+"; nothing was changed",
		`say it in plainer words, such as "add buy milk tomorrow" or "move #3 to friday"`)
	r.More = d.Warnings
	return r
}
