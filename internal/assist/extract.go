package assist

import (
	"context"
	"fmt"
	"strings"

	"assister/internal/check"
	"assister/internal/event"
	"assister/internal/extract"
	"assister/internal/op"
	"assister/internal/problem"
)

// Extract emits the operations in a model's reply, with what was repaired to read them.
// It needs no workspace.
func Extract(ctx context.Context, env Environment, reply string) (Outcome, error) {
	r := newRequest(ctx, env, Conversation{})
	return r.finish(ctx, extractOperations(r, reply))
}

func extractOperations(r *request, reply string) error {
	read, fault := extract.Operations(reply, op.Notation{Clock: r.Clock})
	if fault != nil {
		return &problem.Refusal{Class: problem.Rejected, Problem: *fault}
	}
	ops, valid := opsOf(read)
	if err := r.Emit(ops); err != nil {
		return err
	}
	if err := r.Emit(event.Summary{Text: extractSummary(read, valid)}); err != nil {
		return err
	}
	if len(read.Items) > 0 && valid == 0 {
		return NothingValid()
	}
	return nil
}

// opsOf is a reading as an event. What was mended is a warning about the whole.
func opsOf(r extract.Result) (ops event.Ops, valid int) {
	ops.Version = 1
	for _, item := range r.Items {
		e := event.Entry{Finding: check.Finding{Op: item.Op, Errors: item.Problems}}
		e.Op.Source = op.ByModel
		if len(item.Problems) > 0 {
			e.Raw = &item.Raw
		} else {
			valid++
		}
		ops.Operations = append(ops.Operations, e)
	}
	for _, n := range r.Notes {
		w := problem.Problem{Code: n.Code, Message: n.Message}
		if n.Count > 1 {
			w.Message += fmt.Sprintf(", %d times", n.Count)
		}
		ops.Warnings = append(ops.Warnings, w)
	}
	return ops, valid
}

// extractSummary is a reading in a sentence, with the message of the reply.
func extractSummary(r extract.Result, valid int) string {
	text := problem.Count(len(r.Items), "operation")
	switch invalid := len(r.Items) - valid; {
	case len(r.Items) == 0:
		text = "No operations"
	case invalid > 0:
		text += fmt.Sprintf(", %d of them unreadable", invalid)
	}
	text += "."
	if r.Message != "" {
		text += " The reply says: " + strings.Join(strings.Fields(r.Message), " ")
	}
	return text
}
