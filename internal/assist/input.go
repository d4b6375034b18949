package assist

import (
	"fmt"

	"assister/internal/event"
)

// accept refuses operations if the command that wrote them has failed; its question is
// emitted again. Lines that cannot be read are reported; the others still count.
func accept(r *request, in *event.Input) error {
	if in.Upstream == nil {
		return reportUnreadable(r, in)
	}
	if q := in.Upstream.Clarify; q != nil {
		if err := r.output.pass(*q); err != nil {
			return err
		}
	}
	return in.Upstream.Refusal()
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
