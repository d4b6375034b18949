package assist_test

import (
	"context"
	"errors"
	"testing"

	"assister/internal/assist"
	"assister/internal/event"
	"assister/internal/problem"
)

// slow is a person who approves so slowly that other processes change records meanwhile.
type slow struct {
	assist.Approver
	meanwhile func()
}

func (s slow) Approve(ctx context.Context, ops event.Ops, again assist.Recheck) (assist.Choice, error) {
	s.meanwhile()
	return s.Approver.Approve(ctx, ops, again)
}

func TestOnlyTheApprovedOperationsAreApplied(t *testing.T) {
	d := newFixture(t)
	d.apply(`{"op":"task.create","title":"Buy milk"}`)
	d.there, d.picks = true, []int{0}
	env := d.environment("r")
	env.Approver = slow{env.Approver, func() { d.apply(`{"op":"task.update","id":1,"title":"Buy oat milk"}`) }}
	plan := d.input(`{"op":"task.update","id":1,"title":"Buy soy milk"}`, assist.ApplyOptions{})
	_, err := assist.Apply(t.Context(), env, plan)
	var refusal *problem.Refusal
	if !errors.As(err, &refusal) || refusal.Problem.Code != problem.Stale || d.titles() != "Buy oat milk" {
		t.Errorf("%s: %v", d.titles(), err)
	}
}
