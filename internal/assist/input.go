package assist

import (
	"fmt"

	"assister/internal/event"
	"assister/internal/problem"
)

// accept refuses operations if the command that wrote them has failed, whose question is
// emitted again, or if they were edited since. Lines that cannot be read are reported;
// the others still count.
func accept(r *request, q ApplyRequest) error {
	in := q.Input
	switch {
	case in.Upstream != nil:
		r.decisions.refused = true // in a row of the command before
		if question := in.Upstream.Clarify; question != nil {
			if err := r.output.pass(*question); err != nil {
				return err
			}
		}
		return in.Upstream.Refusal()
	case in.Edited && !q.Options.Edited:
		return problem.Refuse(problem.Rejected, "plan_edited",
			"the operations of the stream do not match its digest, so they were edited; nothing was changed",
			"use the stream as it was printed, or --edited if you have edited it on purpose")
	}
	return reportUnreadable(r, in)
}

func reportUnreadable(r *request, in *event.Input) error {
	for _, p := range in.Problems {
		if err := r.Emit(p); err != nil {
			return err
		}
	}
	more := in.ProblemCount - len(in.Problems)
	if more == 0 {
		return nil
	}
	last := in.Problems[len(in.Problems)-1].Line
	message := fmt.Sprintf("%d more lines cannot be read", more)
	return r.Emit(event.Error{Code: "more_unreadable_lines", Message: message, Line: last})
}
