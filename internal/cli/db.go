package cli

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"assister/internal/assist"
	"assister/internal/event"
	"assister/internal/problem"
	"assister/internal/relational"
	"assister/internal/store"
	"assister/internal/terminal"
	"assister/internal/view"
	"assister/internal/workspace"
)

func dbCommand(p *program) *cobra.Command {
	return group("db", "Copy a workspace between stores", copyCommand(p))
}

func copyCommand(p *program) *cobra.Command {
	return &cobra.Command{
		Use: "copy FROM TO", Short: "Copy a workspace to another file or server",
		Long: `Copy the workspace FROM to the place TO, each a file or the address of a server
(see assister help stores). Records, ledger, idempotency keys, audit trail,
sessions and embeddings are copied as they are: ids, revisions, times and hashes
stay the same, so an old batch can be undone at the new place. FROM is not
changed.

TO must have no workspace. It becomes one when every row was compared by a
digest, and the records, the ledger and the audit trail were verified. An
interrupted copy is none; the same command continues it.

The copy is of one state. Others can go on writing, and what they write is not
in the copy. On rqlite that takes the permission backup: without it, the copy
ends with the exit code 5 if somebody writes meanwhile.`,
		Example: `  assister backup work.db
  assister db copy work.db moved.db`,
		Args: arguments(2, 2, "give the workspace and the place to copy it to"),
		RunE: p.perform(runCopy),
	}
}

func runCopy(ctx context.Context, c *call, args []string) error {
	from, err := store.Parse(args[0])
	if err != nil {
		return err
	}
	to, err := store.Parse(args[1])
	if err != nil {
		return err
	}
	identity, err := to.Identity()
	if err != nil {
		return err
	}
	c.place.at, c.place.to = from, to
	if source, err := from.Identity(); err == nil && source == identity {
		return problem.Misuse("the workspace cannot be copied onto itself", "give another place")
	}
	if err := c.begin(""); err != nil {
		return err
	}
	q := assist.CopyRequest{
		From: from.String(), To: to.String(),
		Copy: func(ctx context.Context, show assist.ShowCopy) (assist.Staged, assist.Copied, error) {
			return copyBetween(ctx, from, to, c.place.wait, show)
		},
		Watch: func() (assist.ShowCopy, func()) { return watchCopy(c) },
	}
	if witness := c.witness(identity); witness != nil {
		q.Kept.Keep = witness.Keep
	}
	return c.outcome(assist.Copy(ctx, c.environment(ctx), q))
}

// copyBetween stages a copy of a workspace at another place.
func copyBetween(
	ctx context.Context, from, to store.Location, wait time.Duration, show assist.ShowCopy,
) (assist.Staged, assist.Copied, error) {
	fail := func(at store.Location, err error) (assist.Staged, assist.Copied, error) {
		return nil, assist.Copied{}, inaccessible(at, err)
	}
	source, err := from.Open(ctx, workspace.Opening{Mode: workspace.ToRead, Existing: true, Wait: wait})
	if refusal := new(problem.Refusal); errors.As(err, &refusal) && refusal.Problem.Code == workspace.NoWorkspace {
		refusal.Problem.Hint = "check the place to copy from, which is named first"
	}
	if err != nil {
		return fail(from, err)
	}
	defer source.Close()
	target, err := to.Receive(ctx, wait)
	if err != nil {
		return fail(to, err)
	}
	copied, err := relational.Copy(ctx, source, target, show)
	if err != nil {
		target.Discard()
		return fail(from, err)
	}
	return target, assist.Copied(copied), nil
}

// progressSteps is how many events of its progress a copy emits, for each of the things that it does.
const progressSteps = 20

// copyStages names in a bar what a copy does.
var copyStages = map[string]string{
	relational.Copying: "copying", relational.Comparing: "comparing",
	assist.Verifying: "verifying the records, the ledger and the audit trail",
}

// watchCopy shows the progress as a bar in a terminal, and as events in a stream.
func watchCopy(c *call) (show assist.ShowCopy, end func()) {
	if terminal.Is(c.Err) && !c.set.On("quiet") {
		bar := &view.Progress{Out: c.Err, Width: terminal.Width(c.Err)}
		return func(what string, done, all int64) {
			if bar.What = copyStages[what]; what == assist.Verifying {
				bar.Name()
			}
			bar.Show(int(done), int(all))
		}, bar.End
	}
	now, next := "", int64(0)
	return func(what string, done, all int64) {
		if what != now {
			now, next = what, min(all, 1)
		}
		step := done * progressSteps / max(all, 1)
		if step < next {
			return
		}
		next = step + 1
		_ = c.out.Emit(event.Progress{What: what, Done: done, Total: all})
	}, func() {}
}
