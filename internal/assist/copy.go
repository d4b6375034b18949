package assist

import (
	"context"
	"fmt"

	"assister/internal/event"
	"assister/internal/problem"
	"assister/internal/workspace"
)

// CopyRequest says which workspace to copy to which place.
type CopyRequest struct {
	From, To string // in words

	// Copy stages the workspace at its new place. It calls show with the rows that are done,
	// and all.
	Copy func(ctx context.Context, show func(done, all int64)) (Staged, Copied, error)

	// Watch begins to show the progress, until end is called.
	Watch func() (show func(done, all int64), end func())

	Kept KeptHeads // of the new place
}

// Copied is what was copied.
type Copied struct {
	Digest string // of all rows, which is the same at both places
	Rows   int64
	Found  int64 // of them, that an interrupted copy had left
}

// Copy copies a workspace to another store, with its ledger, keys, audit trail and sessions.
// The copy becomes a workspace when it is verified.
func Copy(ctx context.Context, env Environment, q CopyRequest) (Outcome, error) {
	r := newRequest(ctx, env, Conversation{})
	return r.finish(ctx, copyWorkspace(ctx, r, q))
}

func copyWorkspace(ctx context.Context, r *request, q CopyRequest) error {
	show, end := q.Watch()
	staged, copied, err := q.Copy(ctx, show)
	end()
	if err != nil {
		return err
	}
	defer staged.Discard()
	c, err := checkContent(ctx, staged, workspace.Expected{})
	if err != nil {
		return damagedCopy(err, "the workspace is damaged, so the copy is not used")
	}
	if _, err := staged.Place(ctx, r.Now()); err != nil {
		return err
	}
	r.outcome.Committed = "the workspace was copied"
	r.outcome.AuditHead = c.Head.Hash.String()
	if q.Kept.Keep != nil && c.Rows > 0 {
		if err := q.Kept.Keep(ctx, c.Head); err != nil {
			r.unwitnessed(r.outcome.Committed, err)
		}
	}
	facts := event.Facts{{Name: "from", Value: q.From}, {Name: "to", Value: q.To}, {Name: "digest", Value: copied.Digest},
		{Name: "copied", Value: copied.Rows - copied.Found}, {Name: "found", Value: copied.Found}}
	if err := r.Emit(append(facts, c.facts(r)...)); err != nil {
		return err
	}
	text := fmt.Sprintf("Copied %s to %s", c, q.To)
	if copied.Found > 0 {
		text += fmt.Sprintf("; %s there from an interrupted copy", problem.CountOf(int(copied.Found), "row was", "rows were"))
	}
	return r.Emit(event.Summary{Text: text + fmt.Sprintf(". Both have the digest %.12s and the audit head %.12s.",
		copied.Digest, r.outcome.AuditHead)})
}
