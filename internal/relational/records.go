package relational

import (
	"database/sql/driver"
	"fmt"
	"iter"
	"slices"
	"strings"

	"assister/internal/check"
	"assister/internal/ledger"
	"assister/internal/record"
	"assister/internal/schema"
)

// Record returns a record; false if there is none with that id.
func (r Reader) Record(kind string, id int64) (found record.Record, ok bool, err error) {
	k := kindOf(kind)
	if all, ok := r.whole(k, false); ok {
		n := slices.IndexFunc(all, func(one record.Record) bool { return one.ID == id })
		if n < 0 {
			return found, false, nil
		}
		return all[n], true, nil
	}
	if r.remote() {
		all, err := r.named(k, []int64{id}, false)
		if err != nil || len(all) == 0 {
			return found, false, err
		}
		return all[0], true, nil
	}
	err = r.each("read a "+kind, selection(k)+"id = ?", func(row []driver.Value) error {
		rows := slab{kind: k, next: 1}
		found, err = rows.record(row)
		ok = err == nil
		return err
	}, id)
	return found, ok, err
}

// Records returns the existing records of some ids, in no particular order.
func (r Reader) Records(kind string, ids []int64) (found []record.Record, err error) {
	if all, ok := r.whole(kindOf(kind), false); ok {
		for _, one := range all {
			if slices.Contains(ids, one.ID) {
				found = append(found, one)
			}
		}
		return found, nil
	}
	if r.remote() && len(ids) <= namedMost {
		return r.named(kindOf(kind), ids, false)
	}
	return r.records(slab{kind: kindOf(kind), next: len(ids)}, ids)
}

func (r Reader) records(rows slab, ids []int64) (records []record.Record, err error) {
	if len(ids) == 0 {
		return nil, nil
	}
	// In one order, the same records are the same query, which a store may have asked before.
	condition, list := r.dialect.Among("id", slices.Sorted(slices.Values(ids)))
	query := "SELECT " + rows.members() + " FROM " + rows.kind.Name + " WHERE " + condition
	err = r.each("read "+rows.kind.Plural, query, func(row []driver.Value) error {
		one, err := rows.record(row)
		records = append(records, one)
		rows.keep()
		return err
	}, list)
	return records, err
}

// Referring returns up to limit records that refer to this one.
func (r Reader) Referring(to record.Key, limit int) (keys []record.Key, err error) {
	for k, f := range referring(to.Kind) {
		if len(keys) >= limit {
			break
		}
		query := "SELECT id FROM " + k.Name + " WHERE " + f.Column + " = ? ORDER BY id LIMIT ?"
		err := r.each("read what points to a "+to.Kind, query, func(row []driver.Value) error {
			if err := Shaped(row, "i"); err != nil {
				return err
			}
			keys = append(keys, record.Key{Kind: k.Name, ID: row[0].(int64)})
			return nil
		}, to.ID, int64(limit))
		if err != nil {
			return nil, err
		}
	}
	return keys[:min(len(keys), limit)], nil
}

// referring returns the fields that refer to a kind, with the kinds that have them.
func referring(to string) iter.Seq2[*schema.Kind, *schema.Field] {
	return func(yield func(*schema.Kind, *schema.Field) bool) {
		for _, k := range schema.Kinds {
			for i := range k.Fields {
				if f := &k.Fields[i]; f.Type == schema.Ref && f.Of == to && !yield(k, f) {
					return
				}
			}
		}
	}
}

// referringToMost is how many records ReferringTo returns at most, for each field that refers.
const referringToMost = 20_000

var _ check.Gatherer = Reader{}

// ReferringTo implements check.Gatherer. A file is asked for each record: that takes no request.
func (r Reader) ReferringTo(kind string, ids []int64) (map[int64][]record.Key, bool, error) {
	if !r.remote() {
		return nil, false, nil
	}
	found, all := map[int64][]record.Key{}, true
	for k, f := range referring(kind) {
		condition, list := r.dialect.Among(f.Column, ids)
		query := "SELECT id, " + f.Column + " FROM " + k.Name + " WHERE " + condition + " ORDER BY id LIMIT ?"
		rows := 0
		err := r.each("read what points to the "+kindOf(kind).Plural, query, func(row []driver.Value) error {
			if err := Shaped(row, "ii"); err != nil {
				return err
			}
			rows++
			to := row[1].(int64)
			found[to] = append(found[to], record.Key{Kind: k.Name, ID: row[0].(int64)})
			return nil
		}, list, int64(referringToMost))
		if err != nil {
			return nil, false, err
		}
		all = all && rows < referringToMost
	}
	return found, all, nil
}

// aheadMost is of how many records is asked ahead what refers to them.
const aheadMost = 8

// Ahead asks for the records of changes, for what refers to them, and for what they refer to, if
// the snapshot learns what is asked.
func (r Reader) Ahead(changes []ledger.Change) error {
	if !r.remote() {
		return nil
	}
	ids := map[string][]int64{}
	for _, c := range changes {
		ids[c.Kind.Name] = append(ids[c.Kind.Name], c.ID)
	}
	for kind, list := range ids {
		if _, err := r.Records(kind, list); err != nil {
			return err
		}
	}
	if len(changes) > aheadMost {
		return nil
	}
	for _, c := range changes {
		if c.Was != c.Is {
			if _, err := r.Referring(c.Key(), len(changes)+1); err != nil {
				return err
			}
		}
		for _, cell := range c.Cells {
			f, _ := c.Kind.Field(cell.Field)
			for _, v := range [...]record.Value{cell.Before, cell.After} {
				if f.Type != schema.Ref || v.IsNull() {
					continue
				}
				if _, _, err := r.Record(f.Of, v.ID()); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// NextID returns the id of the next record of a kind.
func (r Reader) NextID(kind string) (int64, error) { return r.next(kindOf(kind).Name) }

// kindOf returns a kind that is known to exist.
func kindOf(name string) *schema.Kind {
	k := schema.Lookup(name)
	if k == nil {
		panic("relational: asked for a kind that does not exist: " + name)
	}
	return k
}

// slab allocates the values of records in larger pieces. The next record reuses the place
// of one that is not kept.
type slab struct {
	kind  *schema.Kind
	dated bool // with changedAt
	free  []record.Value
	next  int // records in the next piece

	// Parsed recurrences: there are few different ones, and parsing one costs
	// more than reading the rest of its record.
	recurrences map[string]record.Value
}

// members returns the columns from which a record of the slab is read.
func (s *slab) members() string {
	if s.dated {
		return members(s.kind) + ", " + changedAt(s.kind)
	}
	return members(s.kind)
}

// record reads the members. Its values are valid until the next record, unless it is
// kept.
func (s *slab) record(row []driver.Value) (record.Record, error) {
	n := len(s.kind.Fields)
	if len(s.free) < n {
		s.free = make([]record.Value, n*max(s.next, 1))
		s.next = min(2*s.next+8, 1024)
	}
	if err := Shaped(row, "ii"); err != nil {
		return record.Record{}, err
	}
	r := record.Record{Kind: s.kind, ID: row[0].(int64), Rev: row[1].(int64), Values: s.free[:n:n]}
	if s.dated {
		if err := Shaped(row[n+2:], "i"); err != nil {
			return r, err
		}
		r.Changed = record.Instant(instant(row[n+2].(int64)))
	}
	for i := range s.kind.Fields {
		v, err := s.value(&s.kind.Fields[i], row[i+2])
		if err != nil {
			return r, fmt.Errorf("%s %d: %w", s.kind.Name, r.ID, err)
		}
		r.Values[i] = v
	}
	return r, nil
}

func (s *slab) value(f *schema.Field, v driver.Value) (record.Value, error) {
	text, ok := v.(string)
	if !ok || f.Type != schema.Recurrence {
		return read(f, v)
	}
	if known, ok := s.recurrences[text]; ok {
		return known, nil
	}
	value, err := read(f, v)
	if err == nil {
		if s.recurrences == nil {
			s.recurrences = map[string]record.Value{}
		}
		s.recurrences[text] = value
	}
	return value, err
}

// keep keeps the record that was read last.
func (s *slab) keep() { s.free = s.free[len(s.kind.Fields):] }

// numbers returns how many records there are of each kind.
func (s source) numbers() (all []int64, err error) {
	queries := make([]string, len(schema.Kinds))
	for i, k := range schema.Kinds {
		queries[i] = "(SELECT count(*) FROM " + k.Name + ")"
	}
	err = s.each("count the records", "SELECT "+strings.Join(queries, ", "), func(row []driver.Value) error {
		for _, n := range row {
			n, _ := n.(int64)
			all = append(all, n)
		}
		return Shaped(row, strings.Repeat("i", len(row)))
	})
	return all, err
}
