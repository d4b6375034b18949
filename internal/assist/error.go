package assist

import (
	"errors"
	"slices"
	"strings"

	"assister/internal/event"
	"assister/internal/language"
	"assister/internal/language/message"
	"assister/internal/problem"
)

// ErrorEvent returns the event that a front end emits for an error of a use case.
func ErrorEvent(err error) event.Error {
	var refusal *problem.Refusal
	if !errors.As(err, &refusal) {
		return event.Error{Code: "failed", Message: err.Error()}
	}
	p := refusal.Problem
	if refusal.Class == problem.Unavailable && !saysUnchanged(p.Message) {
		p.Message += "; " + message.For(message.Default).Text("refuse.unchanged")
	}
	return event.Error{
		Code: p.Code, Field: p.Field, Message: p.Message, Hint: p.Hint,
		Line: refusal.Line, Path: refusal.Path, Details: refusal.More,
	}
}

// saysUnchanged reports whether the message of a failure says in any language that nothing
// was changed. The failure of an engine says so, and nobody has to wonder.
func saysUnchanged(text string) bool {
	return slices.ContainsFunc(language.WithMessages(), func(code string) bool {
		return strings.Contains(text, message.For(code).Text("refuse.unchanged"))
	})
}
