package relational

import (
	"fmt"

	"assister/internal/ledger"
	"assister/internal/record"
	"assister/internal/schema"
)

// Refold writes the records that the ledger of a snapshot leads to into tables without
// records, and marks the batches that are undone, which follow from the ledger as well.
func Refold(r Reader, w Writer) error {
	return refolding{r, writer{r.source, w}}.run()
}

type refolding struct {
	r Reader
	w writer
}

func (r refolding) run() error {
	if err := r.marks(); err != nil {
		return err
	}
	touched := map[record.Key]int64{}
	for _, k := range schema.Kinds {
		if err := r.kind(k, touched); err != nil {
			return fmt.Errorf("%s: %w", k.Plural, err)
		}
	}
	for key, batch := range touched {
		if err := r.w.run("UPDATE "+key.Kind+" SET touched = ? WHERE id = ?", batch, key.ID); err != nil {
			return err
		}
	}
	return nil
}

// marks marks the batches that are undone. They follow from the ledger, as the records do.
func (r refolding) marks() error {
	if err := r.w.run("UPDATE batch SET undone_by = NULL WHERE undone_by IS NOT NULL"); err != nil {
		return err
	}
	roots, err := r.r.withChanges(`root IS NULL AND (id IN (SELECT root FROM batch WHERE root IS NOT NULL)
		OR id NOT IN (SELECT batch FROM change))`)
	if err != nil {
		return err
	}
	for _, root := range roots {
		reversals, err := r.r.withChanges("root = ? ORDER BY id", root.ID)
		if err != nil {
			return err
		}
		if err := r.w.marks(ledger.Marks(root, reversals)); err != nil {
			return err
		}
	}
	return nil
}

// kind writes the records of a kind and the last id that was given to one. It notes in
// touched the newest batches that changed what belongs to a record.
func (r refolding) kind(k *schema.Kind, touched map[record.Key]int64) error {
	const most = 500
	var made []*ledger.Change
	last := int64(0)
	flush := func() error {
		err := r.w.make(made, 0)
		made = made[:0]
		return err
	}
	err := r.r.foldLedger(k, toucher(k, touched), func(folded record.Record, exists bool, _ int64) error {
		last = folded.ID
		if !exists {
			return nil
		}
		c := ledger.Created(folded)
		c.RevAfter = folded.Rev
		if made = append(made, &c); len(made) < most {
			return nil
		}
		return flush()
	})
	if err == nil {
		err = flush()
	}
	if err != nil || last == 0 {
		return err
	}
	return r.r.dialect.SetLastID(r.w.w, k.Name, last)
}
