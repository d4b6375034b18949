package relational

import (
	"database/sql/driver"
	"slices"
	"strconv"
	"strings"

	"assister/internal/schema"
)

// table is one whose rows are copied from a workspace to another as they are: ids,
// revisions, times and hashes stay the same. The text index is copied with them, since its
// bytes are the same in every store, and the vectors, which take a model to compute.
type table struct {
	name    string
	columns []string
	keys    int    // that many first columns are the key, by which rows are read
	filter  string // a condition of the rows

	kept    bool // its rows cannot be deleted
	derived bool // of the text index, which is made with an empty workspace

	// insert writes rows; nil inserts them.
	insert func(w writer, rows [][]driver.Value) error
	// clear removes what insert has written.
	clear func(w writer) error
}

// tables are those of a workspace, in an order in which every reference is always valid.
func tables() []table {
	list := func(text string) []string { return strings.Fields(strings.ReplaceAll(text, ",", " ")) }
	all := []table{
		{name: "batch", keys: 1, kept: true, columns: list(`id, at, action, undoes, root, correlation_id, key,
			fingerprint, results, source, actor, words, unattended_ops, unattended_created, unattended_changed,
			unattended_deleted`)},
		undone,
		{name: "change", keys: 2, kept: true,
			columns: list(`batch, seq, kind, id, existed, "exists", rev_before, rev_after, cells`)},
		{name: "audit", keys: 1, kept: true,
			columns: list("seq, at, correlation_id, action, batch, detail, actor, words, hash")},
	}
	kinds := slices.Clone(schema.Kinds)
	slices.SortStableFunc(kinds, func(a, b *schema.Kind) int { return depth(a) - depth(b) })
	for _, k := range kinds {
		t := table{name: k.Name, keys: 1, columns: columns(k)}
		if k.Touched {
			t.columns = append(t.columns, "touched")
		}
		all = append(all, t)
	}
	return append(all,
		table{name: "turn", keys: 1,
			columns: list("id, session, at, role, text, question, about, correlation_id, lost, word_ranges")},
		table{name: "vector_index", keys: 1, columns: list("one, model, dimension, made_from, batch")},
		table{name: "vector_block", keys: 1, columns: list("id, kind, keys, uppers")},
		table{name: "vector_lower", keys: 1, columns: list("place, lower")},
		table{name: "text_index", keys: 1, derived: true, columns: list("one, made_by, batch")},
		table{name: "text_segment", keys: 1, derived: true, columns: list("id, age, header")},
		table{name: "text_block", keys: 1, derived: true, columns: list("id, data")},
	)
}

// TableNames returns the names of the tables of a workspace, each before those that it refers
// to, so that it can be emptied.
func TableNames() (names []string) {
	for _, t := range tables() {
		if t.clear == nil {
			names = append(names, t.name)
		}
	}
	slices.Reverse(names)
	return names
}

// undone is the only column of a batch that changes, and may refer to a later one.
var undone = table{
	name: "batch", keys: 1, columns: []string{"id", "undone_by"}, filter: "undone_by IS NOT NULL",
	insert: func(w writer, rows [][]driver.Value) error {
		for _, row := range rows {
			if err := w.change("UPDATE batch SET undone_by = ? WHERE id = ?", row[1], row[0]); err != nil {
				return err
			}
		}
		return nil
	},
	clear: func(w writer) error {
		return w.run("UPDATE batch SET undone_by = NULL WHERE undone_by IS NOT NULL")
	},
}

// counted are the tables whose greatest id is kept: that of a deleted row does not return.
func counted() (names []string) {
	for _, k := range schema.Kinds {
		names = append(names, k.Name)
	}
	return append(names, "batch", "text_segment", "vector_block")
}

// write writes rows.
func (t table) write(w writer, rows [][]driver.Value) error {
	if t.insert != nil {
		return t.insert(w, rows)
	}
	return w.w.Insert(t.name, t.columns, slices.Values(rows))
}

// where is the condition of the rows after a key, which are all for nil.
func (t table) where(key []driver.Value) string {
	var all []string
	if t.filter != "" {
		all = append(all, t.filter)
	}
	if key != nil {
		marks := "?" + strings.Repeat(", ?", t.keys-1)
		all = append(all, "("+strings.Join(t.columns[:t.keys], ", ")+") > ("+marks+")")
	}
	if len(all) == 0 {
		return ""
	}
	return " WHERE " + strings.Join(all, " AND ")
}

// count returns the number of rows.
func (t table) count(r source) (int64, error) {
	return r.number("count the rows of "+t.name, "SELECT count(*) FROM "+t.name+t.where(nil))
}

// pages reads the rows of a table in the order of their keys.
type pages struct {
	table
	from  source
	after []driver.Value // the key of the last row; nil before the first
	rows  int            // to read next; 0 for the first page
}

// next returns the next rows; none after the last.
func (p *pages) next() (rows [][]driver.Value, err error) {
	if p.rows == 0 {
		p.rows = firstPage
	}
	bytes := 0
	text := "SELECT " + strings.Join(p.columns, ", ") + " FROM " + p.name + p.where(p.after) +
		" ORDER BY " + strings.Join(p.columns[:p.keys], ", ") + " LIMIT " + strconv.Itoa(p.rows)
	err = p.from.each("read the rows of "+p.name, text, func(row []driver.Value) error {
		size, err := sizeOf(row)
		rows, bytes = append(rows, slices.Clone(row)), bytes+size
		return err
	}, p.after...)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	p.after = rows[len(rows)-1][:p.keys]
	p.rows = nextPage(len(rows), bytes)
	return rows, nil
}
