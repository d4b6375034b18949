package relational

import (
	"database/sql/driver"
	"slices"

	"assister/internal/ledger"
	"assister/internal/record"
	"assister/internal/schema"
)

// foldLedger calls done for every record that the ledger knows, in the order of kinds and
// ids, with the state that its changes lead to; gap is the batch before which a change is
// missing, 0 for none. step, which may be nil, is called for every change of the record
// on the way, with the values before and after it. kind limits both to one kind.
func (s source) foldLedger(
	kind *schema.Kind,
	step func(c *ledger.Change, batch int64, before, after []record.Value),
	done func(r record.Record, exists bool, gap int64) error,
) error {
	var r record.Record // the current record after its changes so far
	exists, gap := false, int64(0)
	finish := func() error {
		if r.Kind == nil {
			return nil
		}
		return done(r, exists, gap)
	}
	query, args := "SELECT "+changeColumns+", batch FROM change ORDER BY kind, id, batch", []driver.Value(nil)
	if kind != nil {
		query = "SELECT " + changeColumns + ", batch FROM change WHERE kind = ? ORDER BY id, batch"
		args = append(args, kind.Name)
	}
	err := s.each("read the ledger", query, func(row []driver.Value) error {
		c, err := changeOf(row)
		if err == nil {
			err = Shaped(row[7:], "i")
		}
		if err != nil {
			return err
		}
		if r.Kind != c.Kind || r.ID != c.ID {
			if err := finish(); err != nil {
				return err
			}
			r, exists, gap = record.New(c.Kind, c.ID), false, 0
		}
		batch := row[7].(int64)
		if exists != c.Was && gap == 0 {
			gap = batch
		}
		before := r.Values
		if step != nil {
			before = slices.Clone(r.Values)
		}
		exists, r.Rev = c.Is, revision(&c, batch)
		fold(&r, c)
		if step != nil {
			step(&c, batch, before, r.Values)
		}
		return nil
	}, args...)
	if err != nil {
		return err
	}
	return finish()
}

func fold(r *record.Record, c ledger.Change) {
	if !c.Was || !c.Is {
		clear(r.Values)
	}
	for _, cell := range c.Cells {
		_, i := field(&c, cell)
		r.Values[i] = cell.After
	}
}

// toucher notes the batches of changes to records of a kind with the records to which they
// belong before or after, as writer.touch does.
func toucher(k *schema.Kind, touched map[record.Key]int64) func(*ledger.Change, int64, []record.Value, []record.Value) {
	type parent struct {
		kind  string
		field int
	}
	var parents []parent
	for _, of := range schema.Kinds {
		if f := k.Belongs(of.Name); f != nil && of.Touched {
			_, i := k.Field(f.Name)
			parents = append(parents, parent{of.Name, i})
		}
	}
	if len(parents) == 0 {
		return nil
	}
	return func(_ *ledger.Change, batch int64, before, after []record.Value) {
		for _, p := range parents {
			for _, v := range [...]record.Value{before[p.field], after[p.field]} {
				if !v.IsNull() {
					key := record.Key{Kind: p.kind, ID: v.ID()}
					touched[key] = max(touched[key], batch)
				}
			}
		}
	}
}
