package door

import (
	"testing"

	"assister/internal/check"
	"assister/internal/event"
	"assister/internal/problem"
)

func TestHintsAreThoseOfTheInterface(t *testing.T) {
	h := NewHints(map[string]string{"stale": "make the plan again"}, "--force", `"force":true`)
	for _, tt := range []struct{ code, hint, want string }{
		{"stale", "propose again, or apply with --ignore-base", "make the plan again"},
		{"stale", "it has been deleted", "it has been deleted"}, // nothing to type
		{"undo_conflict", "overwrite with --force", `overwrite with "force":true`},
		{"other", "start it with --host", "start it with --host"}, // for the person who runs the server
	} {
		p := problem.Problem{Code: tt.code, Message: "use --force", Hint: tt.hint}
		want := problem.Problem{Code: tt.code, Message: `use "force":true`, Hint: tt.want}
		if got := h.Problem(p); got != want {
			t.Errorf("%+v", got)
		}
		if got := (Hints{}).Problem(p); got != p {
			t.Errorf("without hints of an interface: %+v", got)
		}
	}
}

// TestHintsReachEveryProblemOfAnEvent leaves the event that it was given as it is.
func TestHintsReachEveryProblemOfAnEvent(t *testing.T) {
	h := NewHints(nil, "--force", "force")
	list := func() []problem.Problem { return []problem.Problem{{Hint: "--force"}} }
	failed := event.Error{Hint: "--force", Details: list()}
	if got := h.Event(failed).(event.Error); got.Hint != "force" || got.Details[0].Hint != "force" {
		t.Errorf("%+v", got)
	}
	ops := event.Ops{Warnings: list(), Operations: []event.Entry{{Finding: check.Finding{Errors: list(), Warnings: list()}}}}
	got := h.Event(ops).(event.Ops)
	one := got.Operations[0].Finding
	if got.Warnings[0].Hint != "force" || one.Errors[0].Hint != "force" || one.Warnings[0].Hint != "force" {
		t.Errorf("%+v", got)
	}
	if ops.Warnings[0].Hint != "--force" || ops.Operations[0].Errors[0].Hint != "--force" || failed.Details[0].Hint != "--force" {
		t.Error("the event itself was changed")
	}
}
