package relational

import (
	"database/sql/driver"
	"slices"

	"assister/internal/fulltext"
	"assister/internal/schema"
	"assister/internal/vector"
)

// vectorReader reads stored vectors.
type vectorReader struct{ source }

// Vectors returns the state of the stored vectors.
func (r vectorReader) Vectors() (s vector.State, err error) {
	const query = "SELECT model, dimension, made_from, batch FROM vector_index"
	err = r.each("read the vectors", query, func(row []driver.Value) error {
		if err := Shaped(row, "titi"); err != nil {
			return err
		}
		s = vector.State{Model: row[0].(string), Dimension: int(row[1].(int64)), From: row[2].(string), Batch: row[3].(int64)}
		return nil
	})
	return s, err
}

// VectorBlocks calls fn for the upper halves of the vectors of the kinds, block by block,
// with the place of the first vector; nil is all kinds. The bytes are valid only during
// the call.
func (r vectorReader) VectorBlocks(kinds []bool, fn func(kind int, place int64, keys, uppers []byte) error) error {
	list := "''"
	for i, k := range schema.Kinds {
		if kinds == nil || kinds[i] {
			list += ", " + quoted(k.Name)
		}
	}
	query := "SELECT id, kind, keys, uppers FROM vector_block WHERE kind IN (" + list + ") ORDER BY id"
	return r.each("read the vectors", query, func(row []driver.Value) error {
		if err := Shaped(row, "itbb"); err != nil {
			return err
		}
		kind, _ := numbered(row[1].(string))
		return fn(kind, firstPlace(row[0].(int64)), row[2].([]byte), row[3].([]byte))
	})
}

// firstPlace is the place of the first vector of a block.
func firstPlace(block int64) int64 { return block * vector.BlockSize }

// VectorLowers calls fn for the existing lower halves at the places.
func (r vectorReader) VectorLowers(places []int64, fn func(place int64, lower []byte) error) error {
	condition, list := r.dialect.Among("place", places)
	query := "SELECT place, lower FROM vector_lower WHERE " + condition + " ORDER BY place"
	return r.each("read the vectors", query, func(row []driver.Value) error {
		if err := Shaped(row, "ib"); err != nil {
			return err
		}
		return fn(row[0].(int64), row[1].([]byte))
	}, list)
}

// VectorKeys calls fn for the keys of the vectors, block by block. It skips blocks of
// inconsistent length. With whole, it checks each vector, and leaves out those without a
// lower half.
func (r vectorReader) VectorKeys(whole bool, fn func(kind int, keys []vector.Key) error) error {
	is, err := r.Vectors()
	if err != nil {
		return err
	}
	var lowers map[int64]bool
	if whole {
		if lowers, err = r.lowers(is.Dimension); err != nil {
			return err
		}
	}
	const query = "SELECT id, kind, keys, length(uppers) FROM vector_block ORDER BY id"
	return r.each("read the vectors", query, func(row []driver.Value) error {
		if err := Shaped(row, "itbi"); err != nil {
			return err
		}
		kind, k := numbered(row[1].(string))
		keys := vector.Keys(row[2].([]byte))
		if k == nil || row[3].(int64) != int64(len(keys)*vector.UpperSize(is.Dimension)) {
			return nil
		}
		if whole {
			keys = those(keys, firstPlace(row[0].(int64)), lowers)
		}
		return fn(kind, keys)
	})
}

// lowers returns the places that have a lower half.
func (r vectorReader) lowers(dimension int) (map[int64]bool, error) {
	there := map[int64]bool{}
	const query = "SELECT place FROM vector_lower WHERE length(lower) = ?"
	err := r.each("read the vectors", query, func(row []driver.Value) error {
		if err := Shaped(row, "i"); err != nil {
			return err
		}
		there[row[0].(int64)] = true
		return nil
	}, int64(vector.LowerSize(dimension)))
	return there, err
}

// those returns the keys of a block whose places are in a set.
func those(keys []vector.Key, first int64, places map[int64]bool) (some []vector.Key) {
	for i, k := range keys {
		if places[first+int64(i)] {
			some = append(some, k)
		}
	}
	return some
}

// Moved returns the records whose texts may have changed in batches after one, and the
// newest batch; false if there were more than most changes.
func (r textReader) Moved(after int64, most int) (docs []fulltext.Doc, newest int64, ok bool, err error) {
	if newest, err = r.next("batch"); err != nil {
		return nil, 0, false, err
	}
	newest--
	const statement = "SELECT count(*) FROM (SELECT 1 FROM change WHERE batch > ? LIMIT ?) AS counted"
	n, err := r.number("read the ledger", statement, after, int64(most)+1)
	if err != nil || n > int64(most) {
		return nil, newest, false, err
	}
	t := trail{at: map[fulltext.Doc]int{}}
	if err := r.moved(&t, after, newest+1); err != nil {
		return nil, newest, false, err
	}
	for _, m := range t.moves {
		docs = append(docs, m.doc)
	}
	return docs, newest, true, nil
}

// Texts calls fn for the records of a kind with the ids, or all if ids is nil, with a
// function that reads their texts.
func (r textReader) Texts(kind int, ids []int64, fn func(id int64, text func(f *schema.Field) string) error) error {
	if ids == nil {
		return r.texts(schema.Kinds[kind], "TRUE", fn)
	}
	condition, list := r.dialect.Among("id", ids)
	return r.texts(schema.Kinds[kind], condition, fn, list)
}

// KeepVectors writes a change of the stored vectors. The error is vector.ErrConflict if
// their state is no longer was.
func KeepVectors(r Reader, w Writer, was vector.State, change vector.Change) error {
	is, err := r.Vectors()
	if err != nil {
		return err
	}
	if is != was {
		return vector.ErrConflict
	}
	write := writer{r.source, w}
	if change.Reset {
		for _, table := range [...]string{"vector_block", "vector_lower"} {
			if err := write.run("DELETE FROM " + table); err != nil {
				return err
			}
		}
	}
	next, err := r.next("vector_block")
	if err != nil {
		return err
	}
	p := blockPacker{writer: write, dimension: change.State.Dimension, empty: change.Reset, next: next}
	for kind := range schema.Kinds {
		p.kind, p.drop = kind, map[vector.Key]bool{}
		for _, k := range change.Drop[kind] {
			p.drop[k] = true
		}
		for _, e := range change.Add {
			if e.Kind == kind {
				p.drop[e.Key] = true // it replaces an existing vector
			}
		}
		if err := p.pack(change.Add); err != nil {
			return err
		}
	}
	is = change.State
	const statement = `INSERT INTO vector_index (one, model, dimension, made_from, batch) VALUES (1, ?, ?, ?, ?)
		ON CONFLICT (one) DO UPDATE SET model = excluded.model, dimension = excluded.dimension,
			made_from = excluded.made_from, batch = excluded.batch`
	return write.change(statement, is.Model, int64(is.Dimension), is.From, is.Batch)
}

// blockPacker updates the vectors of one kind after another. It keeps all blocks of a kind
// but one full.
type blockPacker struct {
	writer
	dimension int
	empty     bool  // the stored blocks are deleted
	next      int64 // id of the next block

	kind                 int
	drop                 map[vector.Key]bool
	keys, uppers, lowers []byte // of the blocks that are rewritten
}

func (p *blockPacker) pack(entries []vector.Entry) error {
	entries = slices.DeleteFunc(slices.Clone(entries), func(e vector.Entry) bool { return e.Kind != p.kind })
	if len(entries) == 0 && len(p.drop) == 0 {
		return nil
	}
	open, there, err := p.touched()
	if err != nil {
		return err
	}
	for _, id := range open {
		if err := p.unpack(id); err != nil {
			return err
		}
	}
	for _, e := range entries {
		if !there[e.Key] {
			there[e.Key] = true
			p.keys = vector.AppendKey(p.keys, e.Key)
			p.uppers, p.lowers = vector.AppendUpper(p.uppers, e.Vector), vector.AppendLower(p.lowers, e.Vector)
		}
	}
	return p.write()
}

// touched returns the blocks to rewrite: those with a vector to drop, with room, or
// damaged. there has the keys that remain in other blocks.
func (p *blockPacker) touched() (open []int64, there map[vector.Key]bool, err error) {
	there = map[vector.Key]bool{}
	if p.empty {
		return nil, there, nil
	}
	const query = "SELECT id, keys, length(uppers) FROM vector_block WHERE kind = ? ORDER BY id"
	err = p.each("read the vectors", query, func(row []driver.Value) error {
		if err := Shaped(row, "ibi"); err != nil {
			return err
		}
		keys := vector.Keys(row[1].([]byte))
		if row[2].(int64) != int64(len(keys)*vector.UpperSize(p.dimension)) {
			open = append(open, row[0].(int64))
			return nil
		}
		touched := len(keys) < vector.BlockSize
		for _, k := range keys {
			touched = touched || p.drop[k]
			there[k] = !p.drop[k]
		}
		if touched {
			open = append(open, row[0].(int64))
		}
		return nil
	}, schema.Kinds[p.kind].Name)
	return open, there, err
}

// unpack deletes a block and collects the vectors that remain. It drops a damaged block,
// and vectors without a lower half.
func (p *blockPacker) unpack(id int64) error {
	lowers := map[int64][]byte{}
	const query = "SELECT place, lower FROM vector_lower WHERE place BETWEEN ? AND ?"
	err := p.each("read the vectors", query, func(row []driver.Value) error {
		if err := Shaped(row, "ib"); err != nil {
			return err
		}
		lowers[row[0].(int64)] = row[1].([]byte)
		return nil
	}, firstPlace(id), firstPlace(id+1)-1)
	if err != nil {
		return err
	}
	err = p.each("read the vectors", "SELECT keys, uppers FROM vector_block WHERE id = ?", func(row []driver.Value) error {
		if err := Shaped(row, "bb"); err != nil {
			return err
		}
		p.take(firstPlace(id), vector.Keys(row[0].([]byte)), row[1].([]byte), lowers)
		return nil
	}, id)
	if err != nil {
		return err
	}
	const lower = "DELETE FROM vector_lower WHERE place BETWEEN ? AND ?"
	if err := p.run(lower, firstPlace(id), firstPlace(id+1)-1); err != nil {
		return err
	}
	return p.change("DELETE FROM vector_block WHERE id = ?", id)
}

// take collects the remaining vectors of a block.
func (p *blockPacker) take(first int64, keys []vector.Key, uppers []byte, lowers map[int64][]byte) {
	size := vector.UpperSize(p.dimension)
	if len(uppers) != len(keys)*size {
		return
	}
	for i, k := range keys {
		lower := lowers[first+int64(i)]
		if !p.drop[k] && len(lower) == vector.LowerSize(p.dimension) {
			p.keys = vector.AppendKey(p.keys, k)
			p.uppers = append(p.uppers, uppers[i*size:(i+1)*size]...)
			p.lowers = append(p.lowers, lower...)
		}
	}
}

// write makes blocks of the collected vectors.
func (p *blockPacker) write() error {
	size, half := vector.UpperSize(p.dimension), vector.LowerSize(p.dimension)
	first := firstPlace(p.next) // the places of blocks follow each other
	for len(p.uppers) > 0 {
		n := min(len(p.uppers)/size, vector.BlockSize)
		keys, uppers := p.keys[:n*vector.KeySize], p.uppers[:n*size]
		const statement = "INSERT INTO vector_block (id, kind, keys, uppers) VALUES (?, ?, ?, ?)"
		if err := p.change(statement, p.next, schema.Kinds[p.kind].Name, keys, uppers); err != nil {
			return err
		}
		p.next++
		p.keys, p.uppers = p.keys[len(keys):], p.uppers[len(uppers):]
	}
	lowers := p.lowers
	p.lowers = nil
	return p.w.Insert("vector_lower", []string{"place", "lower"}, func(yield func([]driver.Value) bool) {
		for ; len(lowers) > 0; first++ {
			if !yield([]driver.Value{first, lowers[:half]}) {
				return
			}
			lowers = lowers[half:]
		}
	})
}
