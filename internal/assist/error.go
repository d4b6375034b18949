package assist

import (
	"errors"
	"strings"

	"assister/internal/event"
	"assister/internal/problem"
)

// The failure of an engine says that nothing was changed, so that nobody has to wonder.
const (
	nothingChanged  = "nothing was changed"
	nothingInFrench = "rien n’a été modifié"
)

// ErrorEvent returns the event that a front end emits for an error of a use case.
func ErrorEvent(err error) event.Error {
	var refusal *problem.Refusal
	if !errors.As(err, &refusal) {
		return event.Error{Code: "failed", Message: err.Error()}
	}
	p := refusal.Problem
	said := strings.Contains(p.Message, nothingChanged) || strings.Contains(p.Message, nothingInFrench)
	if refusal.Class == problem.Unavailable && !said {
		p.Message += "; " + nothingChanged
	}
	return event.Error{
		Code: p.Code, Field: p.Field, Message: p.Message, Hint: p.Hint,
		Line: refusal.Line, Path: refusal.Path, Details: refusal.More,
	}
}
