// Package undotest has a model of undo and redo, and compares with it what a
// workspace.Store does.
//
// The model is a state machine. Its state is the records and the batches; its inputs are
// to apply operations, to undo or redo the newest batch or a batch by its number, each
// whole, in part (partial), by force, or as a dry run, with and without an idempotency key.
// It scans everything for every answer, and keeps for each record of an applied batch
// whether it is undone, where the program derives that from the ledger. Histories of random
// inputs, of one caller or of many at once, have to give the same answers and the same
// ledger in both.
//
// These invariants hold in every history. The model itself is held to them, too.
//
//	I1  To undo a batch right after it was written restores the exact state before it.
//	I2  To redo an undo right after it restores the exact state before the undo.
//	I3  Without force, only cells change whose value the history of the batch has
//	    written. A refusal changes nothing.
//	I4  Without a number, undo takes the newest applied batch with a record that is not
//	    undone. It says that there is nothing to undo only if there is none. Whatever
//	    succeeds either writes a batch that covers at least one record more, or names the
//	    batch that has done before what is asked for.
//	I5  To take back every batch by its number, the newest first, with undos and redos
//	    among them, meets no conflict, and leads through each earlier state to the empty
//	    workspace. If nobody ever named a batch, left records out, overwrote any, or
//	    redid a batch below a newer one, repeated undo does so too.
//	I6  The same request with the same key is carried out once, and then replayed; another
//	    request with the key is a conflict. A command that names its batch has the same
//	    effect when it is repeated as when it is run once.
//	I7  What is undone follows from the ledger alone, and the marks of the store say the
//	    same.
//	I8  A revision never stands for two states of a record.
//	I9  No history makes the store report a broken constraint: a record that another one
//	    needs is a conflict that names both.
package undotest

import (
	"fmt"
	"maps"
	"slices"

	"assister/internal/check"
	"assister/internal/ledger"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
	"assister/internal/workspace"
)

// Model is a workspace as it should be.
type Model struct {
	records map[record.Key]record.Record
	batches []*batch
	keys    map[string]*batch // by idempotency key
}

// batch is a batch of the model. Its effects are changes, and the records that it covers
// without changing them have an effect without cells.
type batch struct {
	id      int64
	action  ledger.Action
	root    *batch // the applied batch; itself for one
	undoes  int64
	request string // what the key of the batch stands for
	effects []ledger.Change

	// Of an applied batch, by record: whether it is undone, and which undo or redo was
	// the newest.
	undone map[record.Key]bool
	newest map[record.Key]*batch
}

// NewModel returns an empty workspace.
func NewModel() *Model {
	return &Model{records: map[record.Key]record.Record{}, keys: map[string]*batch{}}
}

func (b *batch) effect(k record.Key) ledger.Change {
	i := slices.IndexFunc(b.effects, func(c ledger.Change) bool { return c.Key() == k })
	return b.effects[i]
}

func (b *batch) covers(k record.Key) bool {
	return slices.ContainsFunc(b.effects, func(c ledger.Change) bool { return c.Key() == k })
}

// Answer is what a request comes to.
type Answer struct {
	Code    string       // of the refusal; "" if it succeeds
	Replays int64        // the batch that has done it before
	Kept    []record.Key // the records with a conflict
	Batch   *batch       // that is written, or would be
}

// Applied takes over a batch of operations that the store has applied: what they come to is
// not this model's business. It reports what does not fit the records.
func (m *Model) Applied(b ledger.Batch, request string) error {
	if b.ID != int64(len(m.batches))+1 || b.Root != 0 || b.Undoes != 0 || b.Action != ledger.Apply {
		return fmt.Errorf("applied as batch %d (%s), and it is number %d", b.ID, b.Action, len(m.batches)+1)
	}
	for _, c := range b.Changes {
		r, exists := m.records[c.Key()]
		if exists != c.Was {
			return fmt.Errorf("batch %d: %v exists: %v", b.ID, c.Key(), exists)
		}
		for _, cell := range c.Cells {
			if exists && r.Get(cell.Field) != cell.Before {
				return fmt.Errorf("batch %d: %v %s is not as the batch says", b.ID, c.Key(), cell.Field)
			}
		}
	}
	made := &batch{id: b.ID, action: ledger.Apply, effects: b.Changes, request: request,
		undone: map[record.Key]bool{}, newest: map[record.Key]*batch{}}
	made.root = made
	m.commit(made, b.Key)
	return nil
}

// commit writes a batch.
func (m *Model) commit(b *batch, key string) {
	m.records = maps.Clone(m.records) // a caller keeps the records of before
	for _, c := range b.effects {
		change(m.records, c)
		if b.root != b {
			b.root.undone[c.Key()] = b.action == ledger.Undo
			b.root.newest[c.Key()] = b
		}
	}
	m.batches = append(m.batches, b)
	if key != "" {
		m.keys[key] = b
	}
}

// change changes one of the records.
func change(records map[record.Key]record.Record, c ledger.Change) {
	r, exists := records[c.Key()]
	switch {
	case !c.Is && c.Was:
		delete(records, c.Key())
		return
	case !c.Is, len(c.Cells) == 0 && exists:
		return
	case !exists:
		r = record.New(c.Kind, c.ID)
	}
	r.Values = slices.Clone(r.Values)
	for _, cell := range c.Cells {
		_, i := c.Kind.Field(cell.Field)
		r.Values[i] = cell.After
	}
	records[c.Key()] = r
}

// Undo returns what an undo or redo comes to. It changes nothing: see commit.
func (m *Model) Undo(r workspace.UndoRequest) Answer {
	if done := m.keys[r.Key]; r.Key != "" && done != nil {
		return m.again(r, done)
	}
	b := m.choose(r)
	if b == nil {
		return Answer{Code: problem.NoBatch}
	}
	back := r.Redo || b.action == ledger.Undo // the applied batch is to have its effect again
	var pending []record.Key
	var before *batch // has done what is wanted
	for _, c := range b.effects {
		k := c.Key()
		if b.root.undone[k] == back {
			pending = append(pending, k)
		} else if newest := b.root.newest[k]; newest != nil && (before == nil || newest.id > before.id) {
			before = newest
		}
	}
	switch {
	case len(pending) == 0 && before == nil:
		return Answer{Code: problem.NoBatch}
	case len(pending) == 0:
		return Answer{Replays: before.id}
	}
	taken, kept, undoes := m.revert(b, pending, back, r.Force)
	switch {
	case len(taken) == 0 && r.Partial && r.Batch != 0 && before != nil:
		return Answer{Replays: before.id, Kept: kept}
	case len(kept) > 0 && (!r.Partial || len(taken) == 0):
		return Answer{Code: problem.UndoConflict, Kept: kept}
	}
	u := &batch{id: int64(len(m.batches)) + 1, action: ledger.Undo, root: b.root, undoes: undoes, effects: taken,
		request: request(r, b.id)}
	if back {
		u.action = ledger.Redo
	}
	return Answer{Batch: u, Kept: kept}
}

// request is what a key stands for.
func request(r workspace.UndoRequest, batch int64) string {
	return fmt.Sprint(r.Redo, batch, r.Partial, r.Force)
}

// again answers a request whose key was used.
func (m *Model) again(r workspace.UndoRequest, done *batch) Answer {
	for _, b := range m.batches {
		if (r.Batch == 0 || r.Batch == b.id) && done.request == request(r, b.id) {
			return Answer{Replays: done.id}
		}
	}
	return Answer{Code: problem.IdempotencyConflict}
}

// choose returns the batch that a request is about, nil if there is none.
func (m *Model) choose(r workspace.UndoRequest) *batch {
	if r.Batch != 0 {
		if r.Batch > int64(len(m.batches)) {
			return nil
		}
		return m.batches[r.Batch-1]
	}
	for _, b := range slices.Backward(m.batches) {
		for _, c := range b.effects {
			undoable := !r.Redo && b.action == ledger.Apply && !b.undone[c.Key()]
			redoable := r.Redo && b.action == ledger.Undo && b.root.newest[c.Key()] == b
			if undoable || redoable {
				return b
			}
		}
	}
	return nil
}

// revert takes back what was done to the pending records, as far as it can: all but the
// records that have changed since, and those without which the data would be broken.
func (m *Model) revert(b *batch, pending []record.Key, back, force bool) (
	taken []ledger.Change, kept []record.Key, undoes int64,
) {
	live := map[record.Key]ledger.Change{}
	for _, k := range pending {
		source := b.root
		if back || b.root != b {
			source = m.source(b, k, back)
		}
		undoes = max(undoes, source.id)
		if c, clean := m.inverse(source.effect(k), force); clean {
			live[k] = c
		}
	}
	for bad := []record.Key{{}}; len(bad) > 0; {
		after := maps.Clone(m.records)
		for _, c := range live {
			change(after, c)
		}
		bad = nil
		for k, c := range live {
			if m.breaks(c, after) {
				bad = append(bad, k)
			}
		}
		for _, k := range bad {
			delete(live, k)
		}
	}
	order := slices.Clone(b.root.effects)
	if !back {
		slices.Reverse(order)
	}
	for _, c := range order {
		if !slices.Contains(pending, c.Key()) {
			continue
		}
		if inverse, ok := live[c.Key()]; ok {
			taken = append(taken, inverse)
		} else {
			kept = append(kept, c.Key())
		}
	}
	return taken, kept, undoes
}

// source returns the undo or redo that is taken back of a record: the one that is named, if
// the history of the batch has later written nothing but what was there; else the newest.
func (m *Model) source(b *batch, k record.Key, back bool) *batch {
	first, last := map[string]any{}, map[string]any{} // values before and after, by field
	note := func(field string, before, after any) {
		if _, noted := first[field]; !noted {
			first[field] = before
		}
		last[field] = after
	}
	for _, later := range m.batches[b.id:] {
		if later.root != b.root || !later.covers(k) {
			continue
		}
		c := later.effect(k)
		if !c.Empty() {
			note("exists", c.Was, c.Is)
		}
		for _, cell := range c.Cells {
			note("field "+cell.Field, cell.Before, cell.After)
		}
	}
	named := b.root != b && (b.action == ledger.Undo) == back
	if named && maps.Equal(first, last) {
		return b
	}
	return b.root.newest[k]
}

// inverse returns the change that takes a change back, and whether the record is as the
// change has left it.
func (m *Model) inverse(c ledger.Change, force bool) (inverse ledger.Change, clean bool) {
	now, exists := m.records[c.Key()]
	none := ledger.Change{Kind: c.Kind, ID: c.ID, Was: exists, Is: exists}
	target := record.New(c.Kind, c.ID)
	switch {
	case !c.Was && !c.Is, c.Was && c.Is && len(c.Cells) == 0:
		return none, true
	case !c.Was && !exists, c.Was && c.Is && !exists:
		return none, force
	case !c.Was:
		made := map[record.Key]record.Record{}
		change(made, c)
		return ledger.Deleted(now), force || slices.Equal(made[c.Key()].Values, now.Values)
	case !c.Is && exists && !force:
		return none, false
	case exists && c.Is:
		target = now
	}
	clean = true
	for _, cell := range c.Cells {
		clean = clean && (!c.Is || now.Get(cell.Field) == cell.After)
		target = target.With(cell.Field, cell.Before)
	}
	if !exists {
		return ledger.Created(target), true
	}
	return ledger.Diff(now, target), force || clean
}

// breaks reports whether a change would leave something broken: the record itself, what it
// newly refers to, what still refers to it, or the uniqueness of its values.
func (m *Model) breaks(c ledger.Change, after map[record.Key]record.Record) bool {
	if c.Empty() {
		return false
	}
	r, exists := after[c.Key()]
	if !exists {
		for _, other := range after {
			if refers(other, c.Key()) {
				return true
			}
		}
		return false
	}
	if len(check.Whole(r)) > 0 {
		return true
	}
	distinct := len(r.Kind.Unique) == 0
	for _, cell := range c.Cells {
		f, _ := r.Kind.Field(cell.Field)
		if f.Type == schema.Ref && !cell.After.IsNull() {
			if _, there := after[record.Key{Kind: f.Of, ID: cell.After.ID()}]; !there {
				return true
			}
		}
	}
	if distinct || c.Was && !slices.ContainsFunc(r.Kind.Unique, func(f string) bool { _, ok := c.Cell(f); return ok }) {
		return false
	}
	for _, other := range after {
		if other.Kind == r.Kind && other.ID != r.ID && same(r, other) {
			return true
		}
	}
	return false
}

func refers(r record.Record, to record.Key) bool {
	for i, f := range r.Kind.Fields {
		if f.Type == schema.Ref && f.Of == to.Kind && r.Values[i].ID() == to.ID {
			return true
		}
	}
	return false
}

func same(a, b record.Record) bool {
	for _, f := range a.Kind.Unique {
		if a.Get(f) != b.Get(f) {
			return false
		}
	}
	return true
}

// inEffect counts the records of applied batches that are not undone.
func (m *Model) inEffect() (n int) {
	for _, b := range m.batches {
		if b.action == ledger.Apply {
			for _, c := range b.effects {
				if !b.undone[c.Key()] {
					n++
				}
			}
		}
	}
	return n
}
