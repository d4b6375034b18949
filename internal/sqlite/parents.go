package sqlite

import (
	"maps"
	"slices"

	"assister/internal/ledger"
	"assister/internal/schema"
)

// touch notes with the records to which others belong that these have changed: those
// that a batch has made, changed or deleted, and those that have come or gone. It is
// no revision, for nobody's plan becomes stale by it, and follows from the ledger.
func (w writer) touch(b *ledger.Batch) error {
	for _, k := range schema.Kinds {
		if !k.Touched {
			continue
		}
		touched, silent := belonging(b, k)
		const set = " SET touched = ? WHERE id IN (SELECT "
		if len(touched) > 0 {
			if err := w.c.run("UPDATE "+k.Name+set+"value FROM json_each(?))", b.ID, idList(touched)); err != nil {
				return err
			}
		}
		for _, of := range schema.Kinds {
			if ids := silent[of]; len(ids) > 0 {
				parent := of.Belongs(k.Name).Column + " FROM " + of.Name
				statement := "UPDATE " + k.Name + set + parent + " WHERE id IN (SELECT value FROM json_each(?)))"
				if err := w.c.run(statement, b.ID, idList(ids)); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// belonging are the records of a kind that the changes of a batch name, on either
// side, and by kind the records that have changed without saying to which they belong.
func belonging(b *ledger.Batch, k *schema.Kind) (named []int64, silent map[*schema.Kind][]int64) {
	ids := map[int64]bool{}
	silent = map[*schema.Kind][]int64{}
	for i := range b.Changes {
		c := &b.Changes[i]
		f := c.Kind.Belongs(k.Name)
		if f == nil {
			continue
		}
		cell, said := c.Cell(f.Name)
		if !said && c.Was && c.Is {
			silent[c.Kind] = append(silent[c.Kind], c.ID)
		}
		if said && !cell.Before.IsNull() {
			ids[cell.Before.ID()] = true
		}
		if said && !cell.After.IsNull() {
			ids[cell.After.ID()] = true
		}
	}
	return slices.Sorted(maps.Keys(ids)), silent
}
