package workspace

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"assister/internal/calendar"
	"assister/internal/check"
	"assister/internal/ledger"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
)

// UndoRequest asks to undo a batch.
type UndoRequest struct {
	Batch         int64 // 0 is the newest that is not undone
	Redo          bool  // undo an undo; Batch may name the undo or the batch that it undid
	Partial       bool  // undo only the records without a conflict
	Force         bool  // overwrite what has changed since
	DryRun        bool
	Confirmed     bool
	Clock         calendar.Clock
	CorrelationID string
	Limits        []check.Limits // all of them hold, on the records that the undo changes
}

// Undo writes the inverse of a batch as a new batch; no batch is ever removed. It
// refuses and changes nothing if a cell that the batch wrote has changed since. Undoing a
// batch twice succeeds without an effect, and Outcome.Batch is then the first undo.
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
		return out, problem.Refuse(problem.Unknown, "outcome_unknown", "it is not known whether the undo was written",
			"`assister audit tail -n 1` shows the newest batch")
	case errors.As(err, &refusal) && !r.DryRun:
		auditRefusal(ctx, s, r.Clock, r.CorrelationID, action(r), refusal)
	}
	if err != nil {
		return out, err
	}
	if r.DryRun {
		out.Batch = ledger.Batch{}
	} else {
		out.Head, out.Unwitnessed = receipt.Head, receipt.Unwitnessed
	}
	return out, nil
}

func action(r UndoRequest) string {
	if r.Redo {
		return string(ledger.Redo)
	}
	return string(ledger.Undo)
}

// planUndo computes the changes of the undo.
func planUndo(snapshot Reader, r UndoRequest) (Commit, Outcome, error) {
	b, err := selectBatch(snapshot, r)
	if err != nil {
		return Commit{}, Outcome{}, err
	}
	if b.UndoneBy != 0 {
		return Commit{}, Outcome{Batch: ledger.Batch{ID: b.UndoneBy, Undoes: b.ID}, Replayed: true}, nil
	}
	id, err := snapshot.NextBatch()
	if err != nil {
		return Commit{}, Outcome{}, fmt.Errorf("number the batch: %w", err)
	}
	covered, err := snapshot.Undoing(b.ID)
	if err != nil {
		return Commit{}, Outcome{}, fmt.Errorf("find what of batch %d is undone: %w", b.ID, err)
	}
	u := &undoPlan{snapshot: snapshot, batch: b, id: id, force: r.Force, gone: map[record.Key]bool{},
		back: map[record.Key]bool{}}
	if err := u.run(notUndone(b, covered)); err != nil {
		return Commit{}, Outcome{}, err
	}
	if len(u.conflicts) > 0 && (!r.Partial || len(u.targets) == 0) {
		return Commit{}, Outcome{}, conflict(b, u.conflicts)
	}
	out := Outcome{Findings: u.findings(), Warnings: u.conflicts}
	for _, f := range out.Findings {
		out.Counts.Add(f)
	}
	changes := make([]ledger.Change, 0, len(u.targets))
	for _, t := range u.targets {
		changes = append(changes, t.Change)
	}
	out.Touched = check.TouchedBy(changes)
	out.Touched.Ops = 1 // it is asked for as one
	p := planned{findings: out.Findings, changes: changes, touched: out.Touched}
	if err := within(snapshot, r.Limits, p, r.Clock); err != nil {
		return Commit{}, out, err
	}
	if out.Counts.Destructive() && !r.Confirmed && !r.DryRun {
		return Commit{}, out, Unconfirmed(out.Counts)
	}
	out.Batch = ledger.Batch{ID: id, At: r.Clock.Instant.UTC().Truncate(time.Millisecond), Action: ledger.Undo,
		Undoes: b.ID, CorrelationID: r.CorrelationID}
	if b.Action == ledger.Undo {
		out.Batch.Action = ledger.Redo
	}
	out.Batch.Changes = changes
	marks, err := marks(snapshot, b, id, len(u.conflicts) == 0)
	if err != nil {
		return Commit{}, Outcome{}, err
	}
	row := batchEntry(out.Batch, out.Counts, "undoes", b.ID, "left", len(u.conflicts), "forced", r.Force)
	return Commit{Batch: &out.Batch, Mark: marks, Audit: []ledger.Entry{row}}, out, nil
}

// selectBatch returns the batch that the request names.
func selectBatch(snapshot Reader, r UndoRequest) (ledger.Batch, error) {
	none := func(message, hint string) error {
		return problem.Refuse(problem.Rejected, problem.NoBatch, message, hint)
	}
	if r.Batch == 0 {
		what, done := ledger.Apply, "undo"
		if r.Redo {
			what, done = ledger.Undo, "redo"
		}
		b, ok, err := snapshot.Last(what)
		if err != nil {
			return b, fmt.Errorf("find the newest batch: %w", err)
		}
		if !ok {
			return b, none("there is nothing to "+done, "`assister audit tail` shows what was done")
		}
		return b, nil
	}
	b, ok, err := snapshot.Batch(r.Batch)
	if err != nil {
		return b, fmt.Errorf("read batch %d: %w", r.Batch, err)
	}
	if !ok {
		return b, none(fmt.Sprintf("there is no batch %d", r.Batch), "`assister audit tail` shows the batches")
	}
	if !r.Redo || b.Action == ledger.Undo {
		return b, nil
	}
	undos, err := snapshot.Undoing(b.ID)
	if err != nil {
		return b, fmt.Errorf("find what undid batch %d: %w", b.ID, err)
	}
	if len(undos) == 0 {
		return b, none(fmt.Sprintf("batch %d is not undone", b.ID), "there is nothing to redo")
	}
	return undos[len(undos)-1], nil
}

// notUndone are the changes of a batch that no partial undo has undone.
func notUndone(b ledger.Batch, undos []ledger.Batch) []ledger.Change {
	done := map[record.Key]bool{}
	for _, u := range undos {
		for _, c := range u.Changes {
			done[c.Key()] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(b.Changes), func(c ledger.Change) bool { return done[c.Key()] })
}

// marks returns which batches are undone once batch id undoes b: b is, the batch that b
// had undone no longer is, and so on down the chain of undos of undos.
func marks(snapshot Reader, b ledger.Batch, id int64, whole bool) (map[int64]int64, error) {
	m := map[int64]int64{}
	if whole {
		m[b.ID] = id
	}
	counts := true
	for below := b; below.Undoes != 0; counts = !counts {
		upper := below
		var ok bool
		var err error
		if below, ok, err = snapshot.Batch(upper.Undoes); err != nil || !ok {
			return nil, fmt.Errorf("read batch %d, which batch %d takes back: %w", upper.Undoes, upper.ID,
				errors.Join(err, errNoSuchBatch))
		}
		switch {
		case counts:
			m[below.ID] = 0
		case len(notUndone(below, []ledger.Batch{upper})) == 0:
			m[below.ID] = upper.ID
		}
	}
	return m, nil
}

// undoPlan is an undo while it is computed.
type undoPlan struct {
	snapshot  Reader
	batch     ledger.Batch
	id        int64
	force     bool
	gone      map[record.Key]bool // what it deletes
	back      map[record.Key]bool // what it brings back
	targets   []check.Target
	conflicts []problem.Problem
}

// run reverts the changes in reverse order. The store orders the writes so that every
// reference is valid.
func (u *undoPlan) run(changes []ledger.Change) error {
	ids := map[string][]int64{}
	for _, c := range changes {
		ids[c.Kind.Name] = append(ids[c.Kind.Name], c.ID)
		if c.Is && !c.Was {
			u.gone[c.Key()] = true
		}
		if c.Was && !c.Is {
			u.back[c.Key()] = true
		}
	}
	now := make(map[record.Key]record.Record, len(changes))
	u.targets = make([]check.Target, 0, len(changes))
	for kind, list := range ids {
		records, err := u.snapshot.Records(kind, list)
		if err != nil {
			return fmt.Errorf("read what batch %d changed: %w", u.batch.ID, err)
		}
		for _, r := range records {
			now[record.Key{Kind: kind, ID: r.ID}] = r
		}
	}
	for _, c := range slices.Backward(changes) {
		r, exists := now[c.Key()]
		var t check.Target
		var problems []problem.Problem
		var err error
		switch {
		case !c.Was:
			t, problems, err = u.removeCreated(c, r, exists)
		case !c.Is:
			t, problems, err = u.restoreDeleted(c, exists)
		default:
			t, problems, err = u.restoreFields(c, r, exists)
		}
		if err != nil {
			return err
		}
		u.conflicts = append(u.conflicts, problems...)
		if len(problems) == 0 && t.Change.Kind != nil {
			u.targets = append(u.targets, t)
		}
	}
	return nil
}

// removeCreated deletes a record that the batch created, unless it has values that
// the batch did not write or other records refer to it.
func (u *undoPlan) removeCreated(
	c ledger.Change, r record.Record, exists bool,
) (t check.Target, problems []problem.Problem, err error) {
	if !exists {
		if u.force {
			return t, nil, nil // it is gone already
		}
		p, err := u.moved(c, "", "there", "deleted")
		return t, []problem.Problem{p}, err
	}
	if !u.force {
		made := recordOf(c, func(cell ledger.Cell) record.Value { return cell.After })
		for i, f := range c.Kind.Fields {
			if r.Values[i] != made.Values[i] {
				p, err := u.moved(c, f.Name, valueText(&f, made.Values[i]), valueText(&f, r.Values[i]))
				if err != nil {
					return t, nil, err
				}
				problems = append(problems, p)
			}
		}
	}
	referring, err := u.snapshot.Referring(c.Key(), 1000)
	if err != nil {
		return t, nil, fmt.Errorf("find what refers to %s: %w", c.Key().Words(), err)
	}
	for _, k := range referring {
		if !u.gone[k] && !u.releases(k, c.Key()) {
			problems = append(problems, problem.Problem{Code: problem.UndoConflict, Field: "id",
				Message: fmt.Sprintf("%s belongs to %s, which batch %d created", k.Words(), c.Key().Words(), u.batch.ID)})
		}
	}
	return check.Target{Label: r.Label(), Change: ledger.Deleted(r)}, problems, nil
}

// recordOf is the record with one side of the cells of a change, and nothing else.
func recordOf(c ledger.Change, side func(ledger.Cell) record.Value) record.Record {
	r := record.New(c.Kind, c.ID)
	for _, cell := range c.Cells {
		_, i := c.Kind.Field(cell.Field)
		r.Values[i] = side(cell)
	}
	return r
}

// releases reports whether the undo itself removes the reference from one record to
// another.
func (u *undoPlan) releases(k, to record.Key) bool {
	for _, c := range u.batch.Changes {
		if c.Key() != k {
			continue
		}
		for _, cell := range c.Cells {
			if f, _ := c.Kind.Field(cell.Field); f.Type == schema.Ref && f.Of == to.Kind && cell.After.ID() == to.ID {
				return true
			}
		}
	}
	return false
}

// restoreDeleted restores a record that the batch deleted: the same id, the same
// values, the same revision.
func (u *undoPlan) restoreDeleted(
	c ledger.Change, exists bool,
) (t check.Target, problems []problem.Problem, err error) {
	if exists {
		return t, []problem.Problem{{Code: problem.UndoConflict, Field: "id",
			Message: c.Key().Words() + " exists already"}}, nil
	}
	r := recordOf(c, func(cell ledger.Cell) record.Value { return cell.Before })
	change := ledger.Created(r)
	change.RevAfter = c.RevBefore
	problems, err = u.validate(c, r)
	return check.Target{Label: r.Label(), Change: change}, problems, err
}

// restoreFields restores the cells of a change and keeps every other field.
func (u *undoPlan) restoreFields(
	c ledger.Change, r record.Record, exists bool,
) (t check.Target, problems []problem.Problem, err error) {
	if !exists {
		p, err := u.moved(c, "", "there", "deleted")
		return t, []problem.Problem{p}, err
	}
	after := r
	for _, cell := range c.Cells {
		if v := r.Get(cell.Field); v != cell.After && !u.force {
			f, _ := c.Kind.Field(cell.Field)
			p, err := u.moved(c, cell.Field, valueText(f, cell.After), valueText(f, v))
			if err != nil {
				return t, nil, err
			}
			problems = append(problems, p)
		}
		after = after.With(cell.Field, cell.Before)
	}
	change := ledger.Diff(r, after)
	change.RevAfter = u.id
	if r.Rev == c.RevAfter {
		change.RevAfter = c.RevBefore // nothing came between: the state is the earlier one
	}
	more, err := u.validate(c, after)
	return check.Target{Label: after.Label(), Change: change}, append(problems, more...), err
}

// validate checks a restored record: the records that it refers to must exist, and it
// must have all required fields.
func (u *undoPlan) validate(c ledger.Change, r record.Record) (problems []problem.Problem, err error) {
	for i := range r.Kind.Fields {
		f := &r.Kind.Fields[i]
		if f.Type != schema.Ref || r.Values[i].IsNull() {
			continue
		}
		to := record.Key{Kind: f.Of, ID: r.Values[i].ID()}
		_, ok, err := u.snapshot.Record(to.Kind, to.ID)
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", to.Words(), err)
		}
		if ok && !u.gone[to] || u.back[to] {
			continue
		}
		problems = append(problems, problem.Problem{Code: problem.UndoConflict, Field: f.Name,
			Message: fmt.Sprintf("%s would belong to %s, which does not exist", c.Key().Words(), to.Words())})
	}
	for _, p := range check.Whole(r) {
		problems = append(problems, problem.Problem{Code: problem.UndoConflict, Field: p.Field,
			Message: fmt.Sprintf("%s would be incomplete: %s", c.Key().Words(), p.Message)})
	}
	return problems, nil
}

// moved is the conflict of one cell: the expected value, the found one, and the batch
// that changed it.
func (u *undoPlan) moved(c ledger.Change, field, expected, found string) (problem.Problem, error) {
	since, err := u.snapshot.Since(c.Key(), u.batch.ID)
	if err != nil {
		return problem.Problem{}, fmt.Errorf("read what changed %s: %w", c.Key().Words(), err)
	}
	by := ""
	for _, m := range since {
		if _, touched := m.Change.Cell(field); touched || field == "" || !m.Change.Is {
			by = fmt.Sprintf(", by batch %d", m.Batch)
		}
	}
	p := problem.Problem{Code: problem.UndoConflict, Field: field,
		Message: fmt.Sprintf("%s has changed since: %s is %s, expected %s%s", c.Key().Words(), field, found, expected, by),
		Hint:    "undo the later batch first, take the rest with --partial, or overwrite with --force"}
	if field == "" {
		p.Message = fmt.Sprintf("%s has been %s since%s", c.Key().Words(), found, by)
	}
	return p, nil
}

func valueText(f *schema.Field, v record.Value) string {
	return string(record.AppendJSON(nil, f.Type, v))
}

func conflict(b ledger.Batch, problems []problem.Problem) *problem.Refusal {
	r := problem.Refuse(problem.Conflict, problem.UndoConflict,
		fmt.Sprintf("batch %d cannot be undone: %s; nothing was changed", b.ID, problems[0].Message), problems[0].Hint)
	r.Problem.Field = problems[0].Field
	r.More = problems
	return r
}

// findings are the undo as operations, one for each record.
func (u *undoPlan) findings() []check.Finding {
	findings := make([]check.Finding, 0, len(u.targets))
	for _, t := range u.targets {
		findings = append(findings, check.Finding{Op: asOperation(t.Change), Targets: []check.Target{t}})
	}
	return findings
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
