package undotest

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"assister/internal/ledger"
	"assister/internal/workspace"
)

// Follow checks a ledger that many callers have written at once, some of whom may have been
// stopped at any time: its batches have to be what the model would have written, had the
// requests come one after the other. requests are the undos and redos by their keys; those
// of others named their batches, and their fingerprints say how.
func Follow(ctx context.Context, s workspace.Store, requests map[string]workspace.UndoRequest) error {
	r := newRun(s)
	err := s.View(ctx, func(reader workspace.Reader) error {
		next, err := reader.NextBatch()
		if err != nil {
			return err
		}
		for id := int64(1); id < next; id++ {
			b, ok, err := reader.Batch(id)
			if err != nil || !ok {
				return errors.Join(err, fmt.Errorf("there is no batch %d", id))
			}
			if err := r.follow(b, requests); err != nil {
				return fmt.Errorf("batch %d (%s): %w", id, b.Key, err)
			}
		}
		return nil
	})
	return errors.Join(err, r.same(), r.whole())
}

func (r *run) follow(b ledger.Batch, requests map[string]workspace.UndoRequest) error {
	if r.model.keys[b.Key] != nil && b.Key != "" {
		return fmt.Errorf("batch %d has the same key", r.model.keys[b.Key].id)
	}
	if b.Root == 0 {
		return r.model.Applied(b, b.Fingerprint)
	}
	request, known := requests[b.Key]
	if !known {
		words := strings.Fields(b.Fingerprint + " - -")
		batch, err := strconv.ParseInt(words[1], 10, 64)
		if err != nil {
			return fmt.Errorf("nobody has asked for it: %q", b.Fingerprint)
		}
		request = workspace.UndoRequest{Batch: batch, Redo: words[0] == string(ledger.Redo),
			Partial: words[2] == "--partial", Force: words[2] == "--force"}
	}
	request.Key = ""
	answer := r.model.Undo(request)
	if answer.Batch == nil {
		return fmt.Errorf("the answer to %v should have been %+v", Step{Undo: request}, answer)
	}
	if err := differentBatch(request, answer.Batch, workspace.Outcome{Batch: b}); err != nil {
		return err
	}
	r.model.commit(answer.Batch, b.Key)
	return nil
}
