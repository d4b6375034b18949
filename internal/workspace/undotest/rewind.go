package undotest

import (
	"errors"
	"fmt"

	"assister/internal/workspace"
)

// rewind stands for taking everything back: see run.rewind.
var rewind = Step{Key: "rewind"}

// rewind takes back everything that is in effect (I5).
func (r *run) rewind() error {
	r.tally[rewound]++
	if err := r.rewindBatches(); err != nil {
		return err
	}
	if n := r.model.inEffect(); n > 0 || len(r.model.records) > 0 {
		return fmt.Errorf("everything was taken back, and %d changes and %d records are left", n, len(r.model.records))
	}
	return r.do(Step{}) // nothing is left, and the store says so
}

func (r *run) rewindBatches() error {
	if r.bare {
		return r.undoOneByOne()
	}
	for i := len(r.states) - 1; i >= 0; i-- {
		b := r.model.batches[i]
		if len(b.effects) == 0 {
			continue
		}
		before := len(r.states)
		if err := r.do(Step{Undo: workspace.UndoRequest{Batch: b.id}}); err != nil {
			return err
		}
		if len(r.states) == before || !sameRecords(r.model.records, r.states[i]) {
			return fmt.Errorf("all down to batch %d was taken back, and the state is not the one before it", b.id)
		}
	}
	return nil
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
	return nil
}
