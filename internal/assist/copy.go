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
	Copy func(ctx context.Context, show ShowCopy) (Staged, Copied, error)

	// Watch begins to show the progress, until end is called.
	Watch func() (show ShowCopy, end func())

	Kept KeptHeads // of the new place
}

// ShowCopy shows what a copy does, with how many rows it is done, and with how many it will be;
// 0 if these are not counted.
type ShowCopy func(what string, done, all int64)

// Verifying is what a copy does when its rows are those of the source.
const Verifying = "verify"

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
	staged, copied, c, err := verifiedCopy(ctx, q)
	if err != nil {
		return err
	}
	defer staged.Discard()
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

// verifiedCopy stages a copy and verifies it, and shows how far it is.
func verifiedCopy(ctx context.Context, q CopyRequest) (staged Staged, copied Copied, c content, err error) {
	show, end := q.Watch()
	defer end()
	if staged, copied, err = q.Copy(ctx, show); err != nil {
		return nil, copied, c, err
	}
	show(Verifying, 0, 0)
	if c, err = checkContent(ctx, staged, workspace.Expected{}); err != nil {
		staged.Discard()
		return nil, copied, c, damagedCopy(err, "the workspace is damaged, so the copy is not used")
	}
	return staged, copied, c, nil
}
