package workspace

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"assister/internal/calendar"
	"assister/internal/check"
	"assister/internal/ledger"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
)

// UndoRequest asks to undo or redo a batch.
//
// A batch that was applied can be undone and redone any number of times. To undo an undo
// is to redo the applied batch, and to undo a redo is to undo it, in both cases for the
// records of the batch that was named. So all undos and redos of an applied batch are one
// history, in which the newest one of a record decides: see ledger.History. To take back
// every batch by its number, the newest first, leads through each earlier state.
type UndoRequest struct {
	Batch         int64 // 0 is the newest that has an effect: a batch to undo, or an undo to redo
	Redo          bool  // Batch may name the undo or the applied batch
	Partial       bool  // leave out the records with a conflict
	Force         bool  // overwrite what has changed since
	DryRun        bool
	Confirmed     bool
	Clock         calendar.Clock
	CorrelationID string
	Limits        []check.Limits // all of them hold, on the records that the undo changes
	Key           string         // idempotency key; "" derives one: see undoKey
	Asked         ledger.Asked   // kept with the batch and its audit rows
	Mine          bool           // without Batch, only batches of the actor of Asked count
	KeyTTL        time.Duration  // after which a key may be used again; 0 is never
}

// Undo takes a batch back as a new batch; no batch is ever removed. It refuses and changes
// nothing if a cell that the batch wrote has changed since. If the batch is undone already,
// or the key was used for the same request, the outcome is replayed.
func Undo(ctx context.Context, s Store, r UndoRequest) (Outcome, error) {
	var out Outcome
	receipt, err := update(ctx, s, func(snapshot Reader) (Commit, error) {
		var c Commit
		var err error
		c, out, err = planUndo(snapshot, r)
		c.DryRun = r.DryRun
		return c, err
	})
	var refusal *problem.Refusal
	switch {
	case errors.Is(err, ErrUnknownOutcome):
		return out, unknownUndo(r, out.Batch, err)
	case errors.As(err, &refusal) && !r.DryRun:
		row := ledger.Entry{At: r.Clock.Instant, CorrelationID: r.CorrelationID, Asked: r.Asked}
		auditRefusal(ctx, s, row, r.action(), refusal)
	}
	if err != nil {
		return out, err
	}
	if r.DryRun && !out.Replayed {
		b := out.Batch
		out.Batch = ledger.Batch{Action: b.Action, Root: b.Root, Undoes: b.Undoes}
	}
	if !r.DryRun {
		out.Head, out.Unwitnessed, out.Unindexed = receipt.Head, receipt.Unwitnessed, receipt.Unindexed
	}
	return out, nil
}

func (r UndoRequest) action() string {
	if r.Redo {
		return string(ledger.Redo)
	}
	return string(ledger.Undo)
}

// command is the request as it is written in a shell, for a batch that it names or that
// was chosen for it. It is the fingerprint of the request, too.
func (r UndoRequest) command(batch int64) string {
	text := r.action() + " " + strconv.FormatInt(batch, 10)
	if r.Partial {
		text += " --partial"
	}
	if r.Force {
		text += " --force"
	}
	return text
}

// unknownUndo says how to find out. The same command is carried out at most once if it
// names the batch or has the key.
func unknownUndo(r UndoRequest, b ledger.Batch, cause error) *problem.Refusal {
	command := b.Fingerprint
	if r.Key != "" {
		command += " --idempotency-key " + r.Key
	}
	refusal := problem.Refuse(problem.Unknown, "outcome_unknown",
		"it is not known whether the "+string(b.Action)+" was written",
		"run `assister "+command+"`; it is carried out at most once")
	refusal.Cause = cause
	return refusal
}

// planUndo computes the changes of the undo.
func planUndo(snapshot Reader, r UndoRequest) (Commit, Outcome, error) {
	if r.Key != "" {
		done, used, err := snapshot.ByKey(r.Key)
		if err != nil {
			return Commit{}, Outcome{}, fmt.Errorf("look the idempotency key up: %w", err)
		}
		if used && !expired(done, r.KeyTTL, r.Clock) {
			out, err := replayUndo(snapshot, r, done)
			return Commit{}, out, err
		}
	}
	b, err := selectBatch(snapshot, r)
	if err != nil {
		return Commit{}, Outcome{}, err
	}
	if err := snapshot.Ahead(b.Changes); err != nil {
		return Commit{}, Outcome{}, err
	}
	p := reversal{snapshot: snapshot, request: r, batch: b, redo: r.Redo || b.Action == ledger.Undo}
	if p.history, err = p.readHistory(); err != nil {
		return Commit{}, Outcome{}, err
	}
	for _, k := range b.Covered() {
		if p.history.Undone(k) == p.redo {
			p.pending = append(p.pending, k)
		}
	}
	if len(p.pending) == 0 {
		out, err := p.settled()
		return Commit{}, out, err
	}
	return p.run()
}

// replayUndo returns the first answer to a request with a key again.
func replayUndo(snapshot Reader, r UndoRequest, done ledger.Batch) (Outcome, error) {
	batch := r.Batch
	if words := strings.Fields(done.Fingerprint); batch == 0 && len(words) > 1 {
		batch, _ = strconv.ParseInt(words[1], 10, 64) // the one that was chosen then
	}
	if command := r.command(batch); done.Fingerprint != command {
		return Outcome{}, &problem.Refusal{Class: problem.Conflict, Problem: problem.Problem{
			Code: problem.IdempotencyConflict, Field: "idempotencyKey",
			Message: fmt.Sprintf("batch %d used the idempotency key %s for another request (%s, not %s); nothing was changed",
				done.ID, r.Key, done.Fingerprint, command),
			Hint: "use a new key for a new request",
		}}
	}
	out := Outcome{Batch: done, Replayed: true}
	for _, c := range done.Changes {
		label, err := labelOf(snapshot, c)
		if err != nil {
			return Outcome{}, fmt.Errorf("replay batch %d: %w", done.ID, err)
		}
		out.Findings = append(out.Findings, restoredBy(check.Target{Label: label, Change: c}))
	}
	out.Counts = check.CountsOf(out.Findings)
	return out, nil
}

// selectBatch returns the batch that the request names, or the newest.
func selectBatch(snapshot Reader, r UndoRequest) (ledger.Batch, error) {
	if r.Batch == 0 {
		what := ledger.Apply
		if r.Redo {
			what = ledger.Undo
		}
		actor := ""
		if r.Mine {
			actor = r.Asked.Actor
		}
		b, ok, err := snapshot.Last(what, actor)
		if err != nil {
			return b, fmt.Errorf("find the newest batch: %w", err)
		}
		switch {
		case !ok && r.Mine:
			return b, noBatch("there is nothing of "+actor+" to "+r.action(), "`assister audit tail --actor "+
				problem.ShellWord(actor)+"` shows what it did")
		case !ok:
			return b, noBatch("there is nothing to "+r.action(), "`assister audit tail` shows what was done")
		}
		return b, nil
	}
	b, ok, err := snapshot.Batch(r.Batch)
	if err != nil {
		return b, fmt.Errorf("read batch %d: %w", r.Batch, err)
	}
	if !ok {
		return b, noBatch(fmt.Sprintf("there is no batch %d", r.Batch), "`assister audit tail` shows the batches")
	}
	return b, nil
}

func noBatch(message, hint string) error {
	return problem.Refuse(problem.Rejected, problem.NoBatch, message, hint)
}

// reversal is an undo or a redo while it is computed.
type reversal struct {
	snapshot Reader
	request  UndoRequest
	batch    ledger.Batch // that the request names
	history  *ledger.History
	redo     bool         // the effect of the applied batch is brought back
	pending  []record.Key // the records of the batch that are not yet as is wanted
}

// readHistory reads the undos and redos of the applied batch that the batch of the request is, or
// is about. It reads no more of them than decide what is undone and what is taken back.
func (p *reversal) readHistory() (*ledger.History, error) {
	root, named := p.batch, int64(0)
	newest, reversed, err := p.snapshot.Reversal(cmp.Or(p.batch.Root, p.batch.ID), 0)
	if err != nil {
		return nil, fmt.Errorf("read what has undone batch %d: %w", root.ID, err)
	}
	if root.Root != 0 {
		var ok bool
		if root, ok, err = p.snapshot.Batch(p.batch.Root); err != nil || !ok {
			return nil, fmt.Errorf("read batch %d, which batch %d is about: %w", p.batch.Root, p.batch.ID,
				errors.Join(err, errNoSuchBatch))
		}
		if (p.batch.Action == ledger.Undo) == p.redo {
			named = p.batch.ID
		}
	}
	h := ledger.NewHistory(root, named)
	for reversed && h.AddOlder(newest) {
		if newest, reversed, err = p.snapshot.Reversal(root.ID, newest.ID); err != nil {
			return nil, fmt.Errorf("read what has undone batch %d: %w", root.ID, err)
		}
	}
	return h, nil
}

// settled is the outcome if every record of the batch is as is wanted.
func (p *reversal) settled() (Outcome, error) {
	id := p.batch.ID
	if p.request.Batch == 0 {
		return Outcome{}, problem.Refuse(problem.Failed, "audit_broken",
			fmt.Sprintf("batch %d is marked as one to %s, and by its history it is not", id, p.request.action()),
			"`assister audit verify` checks all marks; give the number of a batch")
	}
	if done := p.done(); done != nil {
		return Outcome{Batch: *done, Replayed: true}, nil
	}
	if len(p.batch.Covered()) == 0 {
		return Outcome{}, noBatch(fmt.Sprintf("batch %d has changed nothing", id), "there is nothing to "+p.request.action())
	}
	return Outcome{}, noBatch(fmt.Sprintf("batch %d is not undone", id), "there is nothing to redo")
}

// done returns the newest undo or redo that has done for records of the batch what is
// wanted; nil if none has.
func (p *reversal) done() (done *ledger.Batch) {
	for _, k := range p.batch.Covered() {
		b := p.history.Newest(k)
		if b != nil && (b.Action == ledger.Redo) == p.redo && (done == nil || b.ID > done.ID) {
			done = b
		}
	}
	return done
}

// run computes the batch.
func (p *reversal) run() (Commit, Outcome, error) {
	id, err := p.snapshot.NextBatch()
	if err != nil {
		return Commit{}, Outcome{}, fmt.Errorf("number the batch: %w", err)
	}
	u := &restoration{snapshot: p.snapshot, clock: p.request.Clock, id: id, force: p.request.Force,
		byKey: map[record.Key]*restored{}, exists: map[record.Key]bool{}}
	undoes := p.restore(u)
	if err := u.run(); err != nil {
		return Commit{}, Outcome{}, err
	}
	targets, unchanged := u.taken()
	left := len(p.pending) - len(targets) - len(unchanged)
	if left == len(p.pending) || left > 0 && !p.request.Partial {
		out, err := p.refuse(u.problems)
		return Commit{}, out, err
	}
	out := Outcome{Warnings: slices.Concat(u.problems, u.notes)}
	changes := make([]ledger.Change, 0, len(targets))
	for _, t := range targets {
		out.Findings = append(out.Findings, restoredBy(t))
		changes = append(changes, t.Change)
	}
	out.Counts = check.CountsOf(out.Findings)
	if err := p.limit(&out, changes); err != nil {
		return Commit{}, out, err
	}
	out.Batch = p.batchOf(id, undoes, changes, unchanged)
	marks := p.history.MarksAfter(id, out.Batch.Action, out.Batch.Covered())
	row := batchEntry(out.Batch, out.Counts, "undoes", undoes, "left", left, "forced", p.request.Force,
		"key", out.Batch.Key)
	return Commit{Batch: &out.Batch, Mark: marks, Audit: []ledger.Entry{row}}, out, nil
}

// restore adds what is taken back, in the order of the applied batch for a redo and in
// reverse for an undo. It returns the newest of the batches that are taken back.
//
// To undo the applied batch takes its own cells back. Otherwise it is what an undo or redo
// of the record has done that is taken back, which may have overwritten other values.
func (p *reversal) restore(u *restoration) (undoes int64) {
	wanted := make(map[record.Key]bool, len(p.pending))
	for _, k := range p.pending {
		wanted[k] = true
	}
	made := map[int64]map[record.Key]ledger.Change{} // by batch
	keys := p.history.Root.Covered()
	if !p.redo {
		slices.Reverse(keys)
	}
	for _, k := range keys {
		if !wanted[k] {
			continue
		}
		from := &p.history.Root
		if p.redo || p.batch.Root != 0 {
			from = p.history.TakenBack(k)
		}
		if made[from.ID] == nil {
			made[from.ID] = from.ByRecord()
		}
		c, changed := made[from.ID][k]
		if !changed {
			c = ledger.Change{Kind: schema.Lookup(k.Kind), ID: k.ID}
		}
		u.add(c, from.ID)
		undoes = max(undoes, from.ID)
	}
	return undoes
}

// refuse is the outcome if too many records have a conflict. An undo in part of a batch
// that it names has done before what can be done.
func (p *reversal) refuse(problems []problem.Problem) (Outcome, error) {
	if done := p.done(); done != nil && p.request.Partial && p.request.Batch != 0 {
		return Outcome{Batch: *done, Replayed: true, Warnings: problems}, nil
	}
	done := "undone"
	if p.request.Redo {
		done = "redone"
	}
	r := problem.Refuse(problem.Conflict, problem.UndoConflict,
		fmt.Sprintf("batch %d cannot be %s: %s; nothing was changed", p.batch.ID, done, problems[0].Message),
		problems[0].Hint)
	r.Problem.Field = problems[0].Field
	r.More = problems
	return Outcome{}, r
}

// limit refuses changes beyond the limits, and those that need a confirmation.
func (p *reversal) limit(out *Outcome, changes []ledger.Change) error {
	plan := planned{findings: out.Findings, changes: changes, touched: ledger.TouchedBy(changes)}
	plan.touched.Ops = 1 // it is asked for as one
	if err := within(p.snapshot, p.request.Limits, plan, p.request.Clock); err != nil {
		return err
	}
	if out.Counts.Destructive() && !p.request.Confirmed && !p.request.DryRun {
		out.Batch.Undoes = p.batch.ID // what is confirmed
		return Unconfirmed(out.Counts)
	}
	return nil
}

// batchOf returns the batch of changes, and of records that it covers without a change.
func (p *reversal) batchOf(id, undoes int64, changes []ledger.Change, unchanged []record.Key) ledger.Batch {
	r, root := p.request, p.history.Root.ID
	b := ledger.Batch{
		ID: id, At: r.Clock.Instant.UTC().Truncate(time.Millisecond), Action: ledger.Undo, Undoes: undoes, Root: root,
		CorrelationID: r.CorrelationID, Key: r.Key, Fingerprint: r.command(p.batch.ID),
		Results: ledger.Unchanged(unchanged), Asked: r.Asked, Changes: changes,
	}
	if p.redo {
		b.Action = ledger.Redo
	}
	if b.Key == "" {
		b.Key = undoKey(b.Action, p.history)
	}
	return b
}

// undoKey is the idempotency key of an undo or redo without one: "undo:5" for the first
// undo of batch 5, and "undo:5:8" for one after batch 8, the newest undo or redo of it.
func undoKey(action ledger.Action, h *ledger.History) string {
	key := string(action) + ":" + strconv.FormatInt(h.Root.ID, 10)
	if last := h.Last(); last != 0 {
		key += ":" + strconv.FormatInt(last, 10)
	}
	return key
}

// restoredBy is a change as an operation on one record.
func restoredBy(t check.Target) check.Finding {
	return check.Finding{Op: asOperation(t.Change), Targets: []check.Target{t}}
}

func asOperation(c ledger.Change) op.Op {
	o := op.Op{Kind: c.Kind.Name, Verb: schema.Update, ID: op.Target{ID: c.ID}}
	switch {
	case !c.Is:
		o.Verb = schema.Delete
		return o
	case !c.Was:
		o.Verb, o.ID = schema.Create, op.Target{}
	}
	for i := range c.Kind.Fields {
		if cell, ok := c.Cell(c.Kind.Fields[i].Name); ok && !c.Kind.Fields[i].Kept {
			o.Args = append(o.Args, op.Arg{Name: cell.Field, Value: cell.After})
		}
	}
	return o
}
