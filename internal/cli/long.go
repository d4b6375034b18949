package cli

import (
	"errors"
	"fmt"

	"assister/internal/check"
	"assister/internal/event"
	"assister/internal/problem"
	"assister/internal/sqlite"
	"assister/internal/workspace"
)

// applyLong cuts a long stream into batches with a key each, so that a rerun
// with the same key resumes where the first run ended (contract section 3).
func (c *call) applyLong(in *event.Input, o applyOptions) error {
	if !o.yes {
		return problem.Refuse(problem.Unapproved, "approval_needed",
			fmt.Sprintf("%d operations are more than can be approved one by one; nothing was changed", in.Count), "look at them with `assister dryrun` and apply them with --yes")
	}
	if o.allOrNothing && in.Invalid+in.ProblemCount > 0 {
		return rejected(in.Invalid+in.ProblemCount, in.Count)
	}
	if n := (check.Counts{Deleted: in.Deletes, Updated: in.Updates}); n.Destructive() && !o.confirm {
		if err := c.confirm(n); err != nil {
			return err
		}
		o.confirm = true
	}
	if o.key == "" {
		o.key = c.correlationID
	}
	store, err := c.open(sqlite.Write)
	if err != nil {
		return err
	}
	if err := c.Emit(event.Stage{Stage: event.Applying}); err != nil {
		return err
	}
	c.done.IdempotencyKey = o.key
	l := long{call: c, store: store, in: in, options: o, replayed: true}
	for items, err := range in.Batches(batchMax) {
		if err == nil {
			err = l.batch(items)
		}
		if err != nil {
			return l.stopped(err)
		}
	}
	return l.finish()
}

// long is a stream of several batches on its way.
type long struct {
	*call
	store    workspace.Store
	in       *event.Input
	options  applyOptions
	counts   check.Counts
	batches  int
	valid    int
	invalid  int
	replayed bool
}

func (l *long) batch(items []event.Item) error {
	if err := interrupted(l.ctx); err != nil {
		return err
	}
	p := planOf(items, &event.Input{})
	l.invalid += p.invalid
	if len(p.ops) == 0 {
		l.batches++
		return l.emitResults(p.with(workspace.Outcome{}, false))
	}
	r := l.request(p, l.options)
	r.Key, r.Approval = fmt.Sprintf("%s/%06d", l.options.key, l.batches+1), "yes"
	if l.options.allOrNothing && p.invalid > 0 {
		return rejected(p.invalid, len(p.ops))
	}
	out, err := workspace.Apply(l.ctx, l.store, r)
	var refusal *problem.Refusal
	if errors.As(err, &refusal) && refusal.Problem.Code == "nothing_valid" {
		err = nil // the other batches may well be
	}
	if err != nil {
		return err
	}
	l.batches++
	l.counts = plus(l.counts, out.Counts)
	l.replayed = l.replayed && out.Replayed
	if out.Batch.ID != 0 {
		l.done.BatchID = out.Batch.ID
		l.written = fmt.Sprintf("batches up to %d were applied", out.Batch.ID)
	}
	if out.Head.Seq != 0 {
		l.done.AuditHead = out.Head.Hash.String()
	}
	l.done.Batches = l.batches
	ops := p.with(out, false)
	for i := range ops.Operations {
		e := &ops.Operations[i]
		if e.Raw == nil {
			e.Result = resultOf(e.Finding)
		}
		if e.Valid() {
			l.valid++
		} else if e.Raw == nil {
			l.invalid++
		}
	}
	return l.emitResults(ops)
}

// stopped ends a stream in the middle, between two batches.
func (l *long) stopped(err error) error {
	if l.written == "" || isOutput(err) {
		return err
	}
	if e := endOf(cause(l.ctx, err)); e.status != "interrupted" {
		l.done.Status, l.done.ExitCode = "partial", e.code
	}
	at := event.Error{Code: "stopped_between_batches", Message: "stopped after " + counted(l.batches, "batch", "batches") + "; what was applied stays applied",
		Hint: "apply the same input with --idempotency-key " + l.options.key + " to go on where it stopped"}
	return errors.Join(l.Emit(at), err)
}

func (l *long) finish() error {
	if l.valid == 0 {
		return rejected(l.invalid, 0)
	}
	if l.invalid+l.in.Invalid+l.in.ProblemCount > 0 {
		l.done.Status = "partial"
	}
	l.done.Replayed = l.replayed
	text := fmt.Sprintf("%d operations in %d batches: created %d, updated %d, deleted %d, completed %d.",
		l.valid, l.batches, l.counts.Created, l.counts.Updated, l.counts.Deleted, l.counts.Completed)
	return l.Emit(event.Summary{Text: text, Counts: &l.counts})
}
