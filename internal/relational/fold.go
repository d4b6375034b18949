package relational

import (
	"database/sql/driver"
	"slices"
	"strconv"

	"assister/internal/ledger"
	"assister/internal/record"
	"assister/internal/schema"
)

// dated is a change with its batch.
type dated struct {
	ledger.Change
	batch int64
}

// changesOf calls fn for the changes of the records of a kind, in the order of ids and batches.
// It reads them in pages, since what fn asks would else make a store keep all rows that are
// still to come.
func (s source) changesOf(kind *schema.Kind, fn func(c dated) error) error {
	query := "SELECT " + changeColumns + ", batch FROM change WHERE kind = ? AND (id, batch) > (?, ?)" +
		" ORDER BY id, batch LIMIT "
	var page []dated
	limit := firstPage
	for id, batch := int64(-1), int64(-1); ; {
		page = page[:0]
		bytes := 0
		err := s.each("read the ledger", query+strconv.Itoa(limit), func(row []driver.Value) error {
			c, err := changeOf(row)
			if err == nil {
				err = Shaped(row[7:], "i")
			}
			if err != nil {
				return err
			}
			size, err := sizeOf(row)
			if err != nil {
				return err
			}
			bytes += size
			page = append(page, dated{c, row[7].(int64)})
			return nil
		}, kind.Name, id, batch)
		if err != nil {
			return err
		}
		for _, c := range page {
			if err := fn(c); err != nil {
				return err
			}
		}
		if len(page) < limit {
			return nil
		}
		limit = nextPage(len(page), bytes)
		id, batch = page[len(page)-1].ID, page[len(page)-1].batch
	}
}

// foldLedger calls done for every record of a kind that the ledger knows, in the order of ids,
// with the state that its changes lead to; gap is the batch before which a change is missing,
// 0 for none. step, which may be nil, is called for every change of the record on the way,
// with the values before and after it.
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
	err := s.changesOf(kind, func(c dated) error {
		if r.Kind == nil || r.ID != c.ID {
			if err := finish(); err != nil {
				return err
			}
			r, exists, gap = record.New(c.Kind, c.ID), false, 0
		}
		if exists != c.Was && gap == 0 {
			gap = c.batch
		}
		before := r.Values
		if step != nil {
			before = slices.Clone(r.Values)
		}
		exists, r.Rev = c.Is, revision(&c.Change, c.batch)
		fold(&r, c.Change)
		if step != nil {
			step(&c.Change, c.batch, before, r.Values)
		}
		return nil
	})
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
