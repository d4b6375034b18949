package workspace

import (
	"fmt"

	"assister/internal/calendar"
	"assister/internal/check"
	"assister/internal/ledger"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
)

// restored is one record of an undo or redo, as it is and as it will be.
type restored struct {
	key       record.Key
	source    ledger.Change // that is taken back
	from      int64         // the batch of the source
	now, then record.Record
	is, will  bool // whether the record exists
	kept      bool // it has problems, and stays as it is

	needs needs
}

// restoration takes changes back, or finds out why it cannot. It takes as many records as
// it can: those that are as the changes have left them, without any that the data needs
// as they are. The others are kept, each with its problems.
type restoration struct {
	snapshot Reader
	clock    calendar.Clock
	id       int64 // of the batch that it will be
	force    bool  // overwrite what has changed since
	records  []*restored
	byKey    map[record.Key]*restored
	exists   map[record.Key]bool         // records that are referred to, as far as they were read
	refer    map[record.Key][]record.Key // to records that would be deleted, as far as it was asked ahead
	problems []problem.Problem
	notes    []problem.Problem // of records that are taken, and need no change
}

// add adds a change that a batch has made, to be taken back.
func (u *restoration) add(c ledger.Change, batch int64) {
	r := &restored{key: c.Key(), source: c, from: batch}
	u.records = append(u.records, r)
	u.byKey[r.key] = r
}

// run computes what each record will be, and which records are kept.
func (u *restoration) run() error {
	if err := u.read(); err != nil {
		return err
	}
	for _, r := range u.records {
		problems, err := u.revert(r)
		if err != nil {
			return err
		}
		u.keep(r, problems)
	}
	var deleted []record.Key
	for _, r := range u.records {
		if r.is && !r.will && !r.kept {
			deleted = append(deleted, r.key)
		}
	}
	var err error
	if u.refer, err = check.ReferringTo(u.snapshot, deleted); err != nil {
		return fmt.Errorf("find what refers to the records to delete: %w", err)
	}
	for _, r := range u.records {
		if err := u.gather(r); err != nil {
			return err
		}
	}
	// A record that is kept may be one that another needs gone, or there.
	for again := true; again; {
		again = false
		found := map[*restored][]problem.Problem{}
		for _, r := range u.records {
			if !r.kept {
				found[r] = u.violations(r)
			}
		}
		for _, r := range u.records {
			if len(found[r]) > 0 {
				u.keep(r, found[r])
				again = true
			}
		}
	}
	return nil
}

func (u *restoration) keep(r *restored, problems []problem.Problem) {
	u.problems = append(u.problems, problems...)
	r.kept = r.kept || len(problems) > 0
}

// read reads the records as they are.
func (u *restoration) read() error {
	ids := map[string][]int64{}
	for _, r := range u.records {
		ids[r.key.Kind] = append(ids[r.key.Kind], r.key.ID)
	}
	for kind, list := range ids {
		found, err := u.snapshot.Records(kind, list)
		if err != nil {
			return fmt.Errorf("read what batch %d changed: %w", u.records[0].from, err)
		}
		for _, now := range found {
			r := u.byKey[record.Key{Kind: kind, ID: now.ID}]
			r.now, r.is = now, true
		}
	}
	return nil
}

// revert sets what a record will be, and returns the differences between what it is
// and what the change has made it.
func (u *restoration) revert(r *restored) ([]problem.Problem, error) {
	c := r.source
	switch {
	case !c.Was && !c.Is: // the batch was about the record, and changed nothing
		r.then, r.will = r.now, r.is
		return nil, nil
	case !c.Was:
		return u.removeCreated(r)
	case !c.Is:
		return u.restoreDeleted(r)
	}
	return u.restoreFields(r)
}

// removeCreated deletes a record that was created, unless it has values that it was
// not created with.
func (u *restoration) removeCreated(r *restored) (problems []problem.Problem, err error) {
	if !r.is {
		return u.gone(r)
	}
	made := recordOf(r.source, func(cell ledger.Cell) record.Value { return cell.After })
	for i, f := range r.source.Kind.Fields {
		if r.now.Values[i] != made.Values[i] && !u.force {
			p, err := u.moved(r, f.Name, valueText(&f, made.Values[i]), valueText(&f, r.now.Values[i]))
			if err != nil {
				return nil, err
			}
			problems = append(problems, p)
		}
	}
	return problems, nil
}

// restoreDeleted restores a record that was deleted: the same id, the same values.
func (u *restoration) restoreDeleted(r *restored) ([]problem.Problem, error) {
	r.then = recordOf(r.source, func(cell ledger.Cell) record.Value { return cell.Before })
	r.will = true
	if r.is && !u.force {
		return []problem.Problem{{Code: problem.UndoConflict, Field: "id", Message: r.key.Words() + " exists already",
			Hint: overwriteHint}}, nil
	}
	return nil, nil
}

// restoreFields restores the cells of a change and keeps every other field.
func (u *restoration) restoreFields(r *restored) (problems []problem.Problem, err error) {
	if !r.is {
		return u.gone(r)
	}
	r.then, r.will = r.now, true
	for _, cell := range r.source.Cells {
		if v := r.now.Get(cell.Field); v != cell.After && !u.force {
			f, _ := r.source.Kind.Field(cell.Field)
			p, err := u.moved(r, cell.Field, valueText(f, cell.After), valueText(f, v))
			if err != nil {
				return nil, err
			}
			problems = append(problems, p)
		}
		r.then = r.then.With(cell.Field, cell.Before)
	}
	return problems, nil
}

// gone is the problem of a record that was deleted since. With force there is nothing
// left to overwrite.
func (u *restoration) gone(r *restored) ([]problem.Problem, error) {
	p, err := u.moved(r, "", "there", "deleted")
	if u.force {
		u.notes = append(u.notes, problem.Problem{Code: problem.AlreadyDeleted, Field: "id",
			Message: p.Message + "; there is nothing of it to restore"})
		return nil, err
	}
	return []problem.Problem{p}, err
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

const overwriteHint = "undo the later batch first, take the rest with --partial, or overwrite with --force"

// moved is the conflict of one cell: the expected value, the found one, and the batch
// that changed it.
func (u *restoration) moved(r *restored, field, expected, found string) (problem.Problem, error) {
	since, err := u.snapshot.Since(r.key, r.from)
	if err != nil {
		return problem.Problem{}, fmt.Errorf("read what changed %s: %w", r.key.Words(), err)
	}
	by := ""
	for _, m := range since {
		if _, touched := m.Change.Cell(field); touched || field == "" || !m.Change.Is {
			by = ", by " + m.By(u.clock)
		}
	}
	p := problem.Problem{Code: problem.UndoConflict, Field: field, Hint: overwriteHint,
		Message: fmt.Sprintf("%s has changed since: %s is %s, expected %s%s", r.key.Words(), field, found, expected, by)}
	if field == "" {
		p.Message = fmt.Sprintf("%s has been %s since%s", r.key.Words(), found, by)
	}
	return p, nil
}

func valueText(f *schema.Field, v record.Value) string {
	return string(record.AppendJSON(nil, f.Type, v))
}

// taken returns the changes of the records that are not kept, and those that need none.
func (u *restoration) taken() (targets []check.Target, unchanged []record.Key) {
	targets = make([]check.Target, 0, len(u.records))
	for _, r := range u.records {
		if r.kept {
			continue
		}
		c, label := r.change(u.id)
		if c.Kind == nil || c.Empty() {
			unchanged = append(unchanged, r.key)
			continue
		}
		targets = append(targets, check.Target{Label: label, Change: c})
	}
	return targets, unchanged
}

// change is the change of one record; without a kind if the record does not exist and
// will not.
func (r *restored) change(batch int64) (c ledger.Change, label string) {
	switch {
	case !r.is && !r.will:
		return c, ""
	case !r.will:
		return ledger.Deleted(r.now), r.now.Label()
	case !r.is:
		c = ledger.Created(r.then)
		c.RevAfter = r.source.RevBefore // the state of then, and so its revision
	default:
		c = ledger.Diff(r.now, r.then)
		c.RevAfter = batch
		if r.now.Rev == r.source.RevAfter {
			c.RevAfter = r.source.RevBefore // nothing came between: the state is the earlier one
		}
	}
	return c, r.then.Label()
}
