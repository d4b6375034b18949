package relational

import (
	"database/sql/driver"
	"time"

	"assister/internal/ledger"
	"assister/internal/record"
	"assister/internal/schema"
)

// CompletedAt returns when records of a kind were last completed by a change between two
// times, by id.
func (r ledgerReader) CompletedAt(kind string, ids []int64, from, to time.Time) (map[int64]time.Time, error) {
	k := kindOf(kind)
	field, value := completing(k)
	if field == "" {
		return nil, nil
	}
	// In SQLite, CROSS JOIN keeps the order: the few batches of the time first, or the few
	// records.
	condition := "batch CROSS JOIN change WHERE change.batch = batch.id AND batch.at >= ? AND batch.at < ?"
	args := []driver.Value{from.UnixMilli(), to.UnixMilli()}
	if ids != nil {
		among, list := r.dialect.Among("change.id", ids)
		condition = "change CROSS JOIN batch WHERE batch.id = change.batch AND " + among
		args = []driver.Value{list}
	}
	at := map[int64]time.Time{}
	err := r.each("find when a "+kind+" was completed",
		"SELECT change.kind, change.id, existed, \"exists\", rev_before, rev_after, cells, batch.at "+
			"FROM "+condition+
			" AND change.kind = ? AND existed = 1 AND cells LIKE ? ORDER BY batch.id", func(row []driver.Value) error {
			c, err := changeOf(row)
			if err == nil {
				err = Shaped(row[7:], "i")
			}
			if err == nil && completes(c, field, value) {
				at[c.ID] = instant(row[7].(int64))
			}
			return err
		}, append(args, kind, `%"`+field+`"%`)...)
	return at, err
}

// completing returns the field of a kind that marks a record as completed, and its value;
// "" if the kind has none.
func completing(k *schema.Kind) (field string, value record.Value) {
	switch {
	case k.Settles():
		return "status", record.Text("completed")
	case k.Done != "":
		return k.Done, record.Bool(true)
	}
	return "", record.Null
}

func completes(c ledger.Change, field string, value record.Value) bool {
	for _, cell := range c.Cells {
		if cell.Field == field {
			return cell.After == value
		}
	}
	return false
}
