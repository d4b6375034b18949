package relational

import (
	"cmp"
	"database/sql/driver"
	"slices"
	"strconv"
	"strings"

	"assister/internal/fulltext"
	"assister/internal/ledger"
	"assister/internal/schema"
)

// This file collects records for the text index in their current state: the records that
// batches changed, or all records.

// tail collects the records that batches changed, and calls grown after each record. newest is
// the last batch if the caller has it in memory; the snapshot need not have it yet.
func (r textReader) tail(
	moved func(*trail) error, newest *ledger.Batch, b *fulltext.Builder, grown func() error,
) error {
	t := trail{at: map[fulltext.Doc]int{}}
	if err := moved(&t); err != nil {
		return err
	}
	if newest != nil {
		t.batch(newest)
	}
	return r.gather(t.moves, b, grown)
}

// trail is a list of changed records, each once.
type trail struct {
	moves []move
	at    map[fulltext.Doc]int
}

// move is a record whose text may have changed. by is the change of the newest batch, if the
// caller has that in memory: the record is read without it or, if by created it, not at all.
type move struct {
	doc     fulltext.Doc
	was, is bool
	by      *ledger.Change
}

// add adds a change, after those of earlier batches.
func (t *trail) add(doc fulltext.Doc, was, is bool, by *ledger.Change) {
	i, known := t.at[doc]
	if !known {
		i = len(t.moves)
		t.at[doc] = i
		t.moves = append(t.moves, move{doc: doc, was: was})
	}
	t.moves[i].is, t.moves[i].by = is, by
}

// batch adds the changes of a batch.
func (t *trail) batch(b *ledger.Batch) {
	for i := range b.Changes {
		c := &b.Changes[i]
		kind, k := numbered(c.Kind.Name)
		changed := func(f *schema.Field) bool { _, ok := c.Cell(f.Name); return ok }
		if c.Was && c.Is && !slices.ContainsFunc(fulltext.Texts(k), changed) {
			continue
		}
		t.add(fulltext.DocOf(kind, c.ID), c.Was, c.Is, c)
	}
}

// moved adds the changes of the batches between two, from the ledger. Without an order, some
// databases return the rows as they lie in the file, which is not always the order in which
// they were written.
func (r textReader) moved(t *trail, after, before int64) error {
	const query = `SELECT kind, id, existed, "exists", cells FROM change WHERE batch > ? AND batch < ? ORDER BY batch`
	return r.movesOf(t, query, after, before)
}

// uncovered are the changes of the batches that the text index does not cover.
const uncovered = `SELECT kind, id, existed, "exists", cells FROM change
	WHERE batch > (SELECT batch FROM text_index) ORDER BY batch`

// movesOf adds the changes that a query returns.
func (r textReader) movesOf(t *trail, query string, args ...driver.Value) error {
	var k *schema.Kind
	var kind int
	return r.each("read the ledger", query, func(row []driver.Value) error {
		if err := Shaped(row, "tiiit"); err != nil {
			return err
		}
		if name := row[0].(string); k == nil || k.Name != name {
			if kind, k = numbered(name); k == nil {
				return Damaged("the ledger speaks of a %q, which is no kind", name)
			}
		}
		was, is := row[2].(int64) == 1, row[3].(int64) == 1
		if !was || !is || speaks(k, row[4].(string)) {
			t.add(fulltext.DocOf(kind, row[1].(int64)), was, is, nil)
		}
		return nil
	}, args...)
}

// uncoveredTexts returns the texts of the records that the index does not cover, together with
// the changes that name them: over a network, what follows from these is another request. It
// returns nil for a file.
func (r textReader) uncoveredTexts() (texts map[fulltext.Doc][]driver.Value, err error) {
	if !r.remote() {
		return nil, nil
	}
	most := 0
	for _, k := range schema.Kinds {
		most = max(most, len(fulltext.Texts(k)))
	}
	queries := make([]string, len(schema.Kinds))
	for n, k := range schema.Kinds {
		columns := make([]string, most)
		for i, f := range fulltext.Texts(k) {
			columns[i] = f.Column
		}
		for i := range columns {
			columns[i] = "CAST(" + cmp.Or(columns[i], "NULL") + " AS TEXT)"
		}
		queries[n] = "SELECT " + strconv.Itoa(n) + " AS kind, id, " + strings.Join(columns, ", ") + " FROM " + k.Name +
			" WHERE id IN (SELECT id FROM change WHERE kind = '" + k.Name + "' AND batch > (SELECT batch FROM text_index))"
	}
	texts = map[fulltext.Doc][]driver.Value{}
	err = r.each("read the texts of records", strings.Join(queries, " UNION ALL "), func(row []driver.Value) error {
		if err := Shaped(row, "ii"+strings.Repeat("T", most)); err != nil {
			return err
		}
		texts[fulltext.DocOf(int(row[0].(int64)), row[1].(int64))] = slices.Clone(row[2:])
		return nil
	})
	return texts, err
}

// addTo adds the records that the stored index does not cover, in their current state.
func (p partial) addTo(b *fulltext.Builder) {
	for _, m := range p.moves {
		if m.was {
			b.Replace(m.doc)
			b.Count(m.doc, -1)
		}
		texts, there := p.texts[m.doc]
		if !m.is || !there {
			continue
		}
		k := schema.Kinds[m.doc.Kind()]
		b.Add(m.doc, fulltext.Fields(k, func(f *schema.Field) string {
			text, _ := texts[slices.Index(fulltext.Texts(k), f)].(string)
			return text
		}))
		b.Count(m.doc, 1)
	}
}

// gather adds the changed records in their current state.
func (r textReader) gather(moves []move, b *fulltext.Builder, grown func() error) error {
	unread := make([][]int64, len(schema.Kinds))
	by := map[fulltext.Doc]*ledger.Change{}
	for _, m := range moves {
		if m.was {
			b.Replace(m.doc)
			b.Count(m.doc, -1)
		}
		switch kind := m.doc.Kind(); {
		case !m.is:
		case m.by == nil || m.by.Was:
			unread[kind] = append(unread[kind], m.doc.ID())
			by[m.doc] = m.by
		default:
			b.Add(m.doc, fulltext.Fields(m.by.Kind, func(f *schema.Field) string {
				cell, _ := m.by.Cell(f.Name)
				return cell.After.Text()
			}))
			b.Count(m.doc, 1)
			if err := grown(); err != nil {
				return err
			}
		}
	}
	for kind, ids := range unread {
		if len(ids) == 0 {
			continue
		}
		condition, list := r.dialect.Among("id", ids)
		if err := r.words(kind, condition, b, by, grown, list); err != nil {
			return err
		}
	}
	return nil
}

func numbered(name string) (int, *schema.Kind) {
	for n, k := range schema.Kinds {
		if k.Name == name {
			return n, k
		}
	}
	return 0, nil
}

// speaks reports whether the cells of a change may be about a text.
func speaks(k *schema.Kind, cells string) bool {
	for _, f := range fulltext.Texts(k) {
		if strings.Contains(cells, `"`+f.Name+`":`) {
			return true
		}
	}
	return false
}

// everything collects all records.
func (r textReader) everything(b *fulltext.Builder, grown func() error) error {
	for n := range schema.Kinds {
		if err := r.words(n, "TRUE", b, nil, grown); err != nil {
			return err
		}
	}
	return nil
}

// words collects the records of a kind that match a condition, as they are after the changes in
// by, which the snapshot need not have yet.
func (r textReader) words(
	number int, condition string, b *fulltext.Builder, by map[fulltext.Doc]*ledger.Change, grown func() error,
	args ...driver.Value,
) error {
	k := schema.Kinds[number]
	return r.texts(k, condition, func(id int64, text func(f *schema.Field) string) error {
		doc := fulltext.DocOf(number, id)
		b.Add(doc, fulltext.Fields(k, func(f *schema.Field) string {
			if change := by[doc]; change != nil {
				if cell, changed := change.Cell(f.Name); changed {
					return cell.After.Text()
				}
			}
			return text(f)
		}))
		b.Count(doc, 1)
		return grown()
	}, args...)
}

// texts calls fn for the records of a kind that match a condition, with a function that
// reads their texts.
func (r textReader) texts(
	k *schema.Kind, condition string, fn func(id int64, text func(f *schema.Field) string) error, args ...driver.Value,
) error {
	columns, at := "id", map[string]int{}
	for i, f := range fulltext.Texts(k) {
		columns += ", " + f.Column
		at[f.Name] = i + 1
	}
	query := "SELECT " + columns + " FROM " + k.Name + " WHERE " + condition
	return r.each("read the texts of "+k.Plural, query, func(row []driver.Value) error {
		if err := Shaped(row, "i"+strings.Repeat("T", len(at))); err != nil {
			return err
		}
		return fn(row[0].(int64), func(f *schema.Field) string {
			text, _ := row[at[f.Name]].(string)
			return text
		})
	}, args...)
}
