package sqlite

import (
	"database/sql/driver"
	"slices"
	"strconv"
	"strings"

	"assister/internal/record"
	"assister/internal/schema"
)

// What a model is shown is little of a workspace that may be large. These find
// it without reading the rest.

// Like is up to limit records of each kind that have some of the words in their
// label or their notes, as where.Fold writes them: those with most of them, a
// label counting three times, then the newest; in no particular order. Notes are not kept folded, so
// that beyond ASCII their capitals count.
func (r reader) Like(kinds, words []string, limit int) (records []record.Record, err error) {
	if len(words) == 0 {
		return nil, nil
	}
	for _, name := range kinds {
		k := kindOf(name)
		var score strings.Builder
		args := make([]driver.Value, 0, len(words)+1)
		notes := notesOf(k)
		for i, w := range words {
			if i > 0 {
				score.WriteString(" + ")
			}
			n := strconv.Itoa(i + 1)
			score.WriteString("3 * (instr(folded, ?" + n + ") > 0)")
			if notes != "" {
				score.WriteString(" + (" + notes + " IS NOT NULL AND instr(lower(" + notes + "), ?" + n + ") > 0)")
			}
			args = append(args, w)
		}
		// Only ids are sorted, of which there may be many; few records are read. The
		// score is worked out once for each.
		text := selection(k) + "id IN (WITH scored AS MATERIALIZED (SELECT id, " + score.String() + " AS likeness FROM " + k.Name +
			") SELECT id FROM scored WHERE likeness > 0 ORDER BY likeness DESC, id DESC LIMIT ?" + strconv.Itoa(len(words)+1) + ")"
		rows := slab{kind: k}
		err := r.each("find "+k.Plural+" by words", text, func(row []driver.Value) error {
			one, err := rows.record(row)
			if err == nil {
				rows.keep()
				records = append(records, one)
			}
			return err
		}, append(args, int64(limit))...)
		if err != nil {
			return nil, err
		}
	}
	return records, nil
}

// notesOf is the column of the text that a kind keeps beside its label, if it
// has one.
func notesOf(k *schema.Kind) string {
	for i := range k.Fields {
		if f := &k.Fields[i]; f.Name == "notes" || slices.Contains(f.Aliases, "notes") {
			return f.Column
		}
	}
	return ""
}

// Backlog is up to limit open records without a day, of the kinds that are
// planned on days.
func (r reader) Backlog(limit int) (records []record.Record, err error) {
	for _, k := range schema.Kinds {
		if !k.Planned || len(records) >= limit {
			continue
		}
		day, _ := k.Field(k.Day)
		condition := day.Column + " IS NULL"
		if status, _ := k.Field("status"); status != nil && status.Type == schema.Enum {
			condition += " AND " + status.Column + " NOT IN ('completed', 'skipped')"
		}
		rows := slab{kind: k}
		err := r.each("sample the backlog", selection(k)+condition+" ORDER BY id LIMIT ?", func(row []driver.Value) error {
			one, err := rows.record(row)
			if err == nil {
				rows.keep()
				records = append(records, one)
			}
			return err
		}, int64(limit-len(records)))
		if err != nil {
			return nil, err
		}
	}
	return records, nil
}

// Under is up to limit records of a kind that belong to a record, oldest first.
func (r reader) Under(kind string, of record.Key, limit int) (records []record.Record, err error) {
	k := kindOf(kind)
	f := k.Belongs(of.Kind)
	if f == nil {
		return nil, nil
	}
	rows := slab{kind: k}
	err = r.each("find the "+k.Plural+" of "+of.Kind+" #"+strconv.FormatInt(of.ID, 10), selection(k)+f.Column+" = ? ORDER BY id LIMIT ?", func(row []driver.Value) error {
		one, err := rows.record(row)
		if err == nil {
			rows.keep()
			records = append(records, one)
		}
		return err
	}, of.ID, int64(limit))
	return records, err
}
