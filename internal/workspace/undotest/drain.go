package undotest

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"

	"assister/internal/ledger"
	"assister/internal/workspace"
)

// undoAll undoes everything that is in effect (I5). What stands in the way of one undo is
// taken back by another; in which order, the model tries out.
func (r *run) undoAll() error {
	r.tally[drained]++
	if r.bare {
		return r.undoOneByOne()
	}
	for _, way := range ways {
		steps, ok := r.model.clone().drain(way)
		if !ok {
			continue
		}
		for _, step := range steps {
			if err := r.do(step); err != nil {
				return err
			}
		}
		return r.do(Step{}) // nothing is left, and the store says so
	}
	return fmt.Errorf("%d records cannot be undone", r.model.inEffect())
}

// undoOneByOne undoes the newest batch until there is none.
func (r *run) undoOneByOne() error {
	for r.model.inEffect() > 0 {
		if r.model.Undo(workspace.UndoRequest{}).Batch == nil {
			return errors.New("nothing was left out or overwritten, and yet undo is stuck")
		}
		if err := r.do(Step{}); err != nil {
			return err
		}
	}
	if len(r.model.records) > 0 {
		return fmt.Errorf("everything was undone one by one, and %d records are left", len(r.model.records))
	}
	return r.do(Step{})
}

// way is an order in which undos are tried: the batches by a number, the highest first, and
// for each of them whole, in part or by force; or first all whole.
type way struct {
	by         func(b *batch) int64
	wholeFirst bool
}

// ways are the orders that are tried: what took effect last, what was applied last.
var ways = []way{
	{by: (*batch).since}, {by: func(b *batch) int64 { return b.id }},
	{by: (*batch).since, wholeFirst: true}, {by: func(b *batch) int64 { return b.id }, wholeFirst: true},
}

// since is the newest batch that has applied, undone or redone some of an applied batch.
func (b *batch) since() int64 {
	newest := b.id
	for _, by := range b.newest {
		newest = max(newest, by.id)
	}
	return newest
}

// drain undoes everything one way. When nothing more can be undone, it redoes what can be
// redone and begins again, a few times.
func (m *Model) drain(w way) (steps []Step, ok bool) {
	for turn := range 5 {
		for m.inEffect() > 0 {
			step, ok := m.next(w, turn%2 == 1)
			if !ok {
				break
			}
			m.commit(m.Undo(step.Undo).Batch, "")
			steps = append(steps, step)
		}
		if m.inEffect() == 0 && turn%2 == 0 {
			return steps, true
		}
	}
	return nil, false
}

// next returns the first undo or redo that can be carried out.
func (m *Model) next(w way, redo bool) (Step, bool) {
	if bare := (workspace.UndoRequest{Redo: redo}); m.Undo(bare).Batch != nil {
		return Step{Undo: bare}, true
	}
	var order []workspace.UndoRequest
	applied := slices.DeleteFunc(slices.Clone(m.batches), func(b *batch) bool { return b.action != ledger.Apply })
	slices.SortFunc(applied, func(a, b *batch) int { return cmp.Compare(w.by(b), w.by(a)) })
	for _, b := range applied {
		order = append(order, workspace.UndoRequest{Batch: b.id, Redo: redo},
			workspace.UndoRequest{Batch: b.id, Redo: redo, Partial: true},
			workspace.UndoRequest{Batch: b.id, Redo: redo, Force: true})
	}
	if w.wholeFirst {
		slices.SortStableFunc(order, func(a, b workspace.UndoRequest) int { return cmp.Compare(extent(a), extent(b)) })
	}
	for _, request := range order {
		if m.Undo(request).Batch != nil {
			return Step{Undo: request}, true
		}
	}
	return Step{}, false
}

func extent(r workspace.UndoRequest) int {
	switch {
	case r.Partial:
		return 1
	case r.Force:
		return 2
	}
	return 0
}

// clone returns a model that can be changed without changing this one.
func (m *Model) clone() *Model {
	other := &Model{records: m.records, keys: map[string]*batch{}}
	twin := map[*batch]*batch{}
	for _, b := range m.batches {
		c := *b
		twin[b] = &c
		other.batches = append(other.batches, &c)
	}
	for _, b := range other.batches {
		b.root = twin[b.root]
		b.undone = maps.Clone(b.undone)
		b.newest = maps.Clone(b.newest)
		for k, r := range b.newest {
			b.newest[k] = twin[r]
		}
	}
	return other
}
