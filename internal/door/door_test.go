package door

import (
	"errors"
	"testing"

	"assister/internal/problem"
)

func TestRequire(t *testing.T) {
	var refusal *problem.Refusal
	err := Client{Name: "token ci"}.Require(Apply, "undo")
	if !errors.As(err, &refusal) || refusal.Problem.Code != NotPermitted {
		t.Errorf("a client with the default permit may undo: %v", err)
	}
	if err := (Client{Permit: Apply}).Require(Propose, "propose"); err != nil {
		t.Errorf("a client that may apply may not propose: %v", err)
	}
	for p := range Permits {
		if got, err := ParsePermit(Permits[p]); err != nil || got != Permit(p) {
			t.Errorf("permit %d: %v %v", p, got, err)
		}
	}
	if _, err := ParsePermit("all"); err == nil {
		t.Error("there is no permit “all”")
	}
}
