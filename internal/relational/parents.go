package relational

import (
	"maps"
	"slices"

	"assister/internal/ledger"
	"assister/internal/schema"
)

// touch sets the time of the last change of the records to which others belong: those
// whose records a batch created, changed, deleted, or moved in or out. It is not a
// revision, since no plan becomes stale by it, and it follows from the ledger.
func (w writer) touch(b *ledger.Batch) error {
	for _, k := range schema.Kinds {
		if !k.Touched {
			continue
		}
		touched, silent := belonging(b, k)
		set := "UPDATE " + k.Name + " SET touched = ? WHERE "
		if len(touched) > 0 {
			condition, list := w.dialect.Among("id", touched)
			if err := w.run(set+condition, b.ID, list); err != nil {
				return err
			}
		}
		for _, of := range schema.Kinds {
			if ids := silent[of]; len(ids) > 0 {
				parent := of.Belongs(k.Name).Column + " FROM " + of.Name
				condition, list := w.dialect.Among("id", ids)
				if err := w.run(set+"id IN (SELECT "+parent+" WHERE "+condition+")", b.ID, list); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// belonging returns the records of a kind that the changes of a batch refer to, before or
// after, and by kind the changed records whose reference is not among the changes.
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
