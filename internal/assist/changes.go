package assist

import (
	"context"
	"slices"

	"assister/internal/ledger"
	"assister/internal/record"
	"assister/internal/workspace"
)

// ChangesSince returns the records that batches of any process have changed after an audit
// row, and the number of the newest row. It emits nothing.
func ChangesSince(ctx context.Context, env Environment, seq int64) (changed []record.Key, head int64, err error) {
	err = newRequest(ctx, env, Conversation{}).view(ctx, func(r workspace.Reader) error {
		newest, err := r.Head()
		if head = newest.Seq; err != nil || head <= seq {
			return err
		}
		var batches []int64
		err = r.Audit(seq, func(e ledger.Entry) error {
			if e.Batch != 0 && !slices.Contains(batches, e.Batch) {
				batches = append(batches, e.Batch)
			}
			return nil
		})
		changed = nil
		seen := map[record.Key]bool{}
		for _, id := range batches {
			b, _, failed := r.Batch(id)
			if failed != nil {
				return failed
			}
			for _, c := range b.Changes {
				if !seen[c.Key()] {
					seen[c.Key()] = true
					changed = append(changed, c.Key())
				}
			}
		}
		return err
	})
	return changed, head, err
}
