package assist

import (
	"context"
	"errors"
	"strings"

	"assister/internal/check"
	"assister/internal/event"
	"assister/internal/problem"
	"assister/internal/workspace"
)

// nobody is the approver of a front end without one.
type nobody struct{}

var errNobody = NobodyError{"there is nobody to ask"}

func (nobody) Attended() bool                                        { return false }
func (nobody) Shows() bool                                           { return false }
func (nobody) Place() string                                         { return "nowhere" }
func (nobody) Answer(context.Context, event.Clarify) (string, error) { return "", errNobody }
func (nobody) Approve(context.Context, event.Ops, Recheck) (Choice, error) {
	return Choice{}, errNobody
}
func (nobody) Confirm(context.Context, string) (bool, error) { return false, errNobody }

// InsteadError are the words that somebody answers operations with instead of an approval. Nothing was applied, and
// the operations stay proposed.
type InsteadError struct{ Words string }

func (e InsteadError) Error() string { return "not approved, but answered in words: " + e.Words }

// approve asks which of the operations to apply.
func approve(ctx context.Context, r *request, ops event.Ops, check Recheck) (Choice, error) {
	if err := r.stage(event.Approving); err != nil {
		return Choice{}, err
	}
	if err := pauseFor(ctx, r); err != nil {
		return Choice{}, err
	}
	choice, err := r.approver().Approve(ctx, ops, check)
	var nobody NobodyError
	switch {
	case errors.As(err, &nobody):
		return choice, needsApproval(nobody.Reason)
	case err == nil && choice.Words != "":
		return choice, InsteadError{choice.Words}
	case err == nil && len(choice.Picked) == 0:
		return choice, decline(ctx, r)
	}
	return choice, err
}

// confirm asks to confirm again what deletes or changes many records.
func confirm(ctx context.Context, r *request, counts check.Counts) error {
	if err := pauseFor(ctx, r); err != nil {
		return err
	}
	yes, err := r.approver().Confirm(ctx, "this "+destruction(counts))
	var nobody NobodyError
	switch {
	case errors.As(err, &nobody):
		return workspace.Unconfirmed(counts)
	case err == nil && !yes:
		return decline(ctx, r)
	}
	return err
}

// destruction says how many records are deleted and changed.
func destruction(c check.Counts) string {
	var effects []string
	if c.Deleted > 0 {
		effects = append(effects, "deletes "+problem.Count(c.Deleted, "record"))
	}
	if changed := c.Updated + c.Completed; changed > 0 {
		effects = append(effects, "changes "+problem.Count(changed, "record"))
	}
	return strings.Join(effects, " and ")
}

// decline records that a person declined, which is a decision like an approval.
func decline(ctx context.Context, r *request) error {
	r.decisions.record("refusal", "of", "apply", "by", r.approver().Place(), "code", "declined")
	return declined(ctx, r)
}

// declined ends a request that a person said no to: the summary says it, also while
// others are held.
func declined(ctx context.Context, r *request) error {
	l := r.language(ctx)
	refusal := problem.Refuse(problem.Unapproved, problem.Declined, l.Text("refuse.unchanged"), "")
	held := r.output.held
	r.output.held = false
	defer func() { r.output.held = held }()
	if err := r.Emit(event.Summary{Text: l.Text("summary.done.nothing"), Counts: &check.Counts{}}); err != nil {
		return errors.Join(err, refusal)
	}
	return refusal
}

// needsApproval refuses operations that nobody could be asked about.
func needsApproval(reason string) error {
	return problem.Refuse(problem.Unapproved, "approval_needed", reason+"; nothing was changed",
		"apply with --yes what you have looked at with `assister dryrun`")
}

// needsConfirmation reports whether a refusal asks to confirm destructive operations,
// and for nothing else.
func needsConfirmation(err error) bool {
	var refusal *problem.Refusal
	return errors.As(err, &refusal) && refusal.Problem.Code == problem.DestructiveConfirmation
}
