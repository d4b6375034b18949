package assist

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"assister/internal/check"
	"assister/internal/event"
	"assister/internal/filter"
	"assister/internal/ledger"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
	"assister/internal/workspace"
)

// ShowRequest names one record.
type ShowRequest struct {
	Kind *schema.Kind // nil if the id alone says which record it is
	ID   int64
}

// Show emits one record with its history. A record that was deleted is shown as it
// was last.
func Show(ctx context.Context, env Environment, q ShowRequest) (Outcome, error) {
	r := newRequest(ctx, env, Conversation{})
	var s shown
	err := r.view(ctx, func(snapshot workspace.Reader) error {
		kind, err := q.kindIn(snapshot)
		if err == nil {
			s, err = shownOf(r, snapshot, record.Key{Kind: kind.Name, ID: q.ID})
		}
		return err
	})
	if err == nil {
		err = s.emit(r)
	}
	return r.finish(ctx, err)
}

// kindIn is the kind of the record. An id alone is enough if one record has it, or if
// none has it any more and one had it.
func (q ShowRequest) kindIn(snapshot workspace.Reader) (*schema.Kind, error) {
	if q.Kind != nil {
		return q.Kind, nil
	}
	for _, exists := range [...]func(k *schema.Kind) (bool, error){
		func(k *schema.Kind) (bool, error) {
			_, found, err := snapshot.Record(k.Name, q.ID)
			return found, err
		},
		func(k *schema.Kind) (bool, error) {
			past, err := snapshot.Since(record.Key{Kind: k.Name, ID: q.ID}, 0)
			return len(past) > 0, err
		},
	} {
		var with []*schema.Kind
		for _, k := range schema.Kinds {
			found, err := exists(k)
			if err != nil {
				return nil, err
			}
			if found {
				with = append(with, k)
			}
		}
		switch len(with) {
		case 0:
			continue
		case 1:
			return with[0], nil
		}
		return nil, q.ambiguous(with)
	}
	id := strconv.FormatInt(q.ID, 10)
	return nil, problem.Refuse(problem.Usage, problem.IDNotFound, "there is no record #"+id,
		"`assister list --all` shows the ids")
}

func (q ShowRequest) ambiguous(with []*schema.Kind) error {
	id := strconv.FormatInt(q.ID, 10)
	names, commands := make([]string, len(with)), make([]string, len(with))
	for i, k := range with {
		names[i], commands[i] = k.Name, "`assister show "+k.Name+":"+id+"`"
	}
	return problem.Refuse(problem.Usage, "ambiguous_id", "several records have the id #"+id+": "+strings.Join(names, ", "),
		"name the kind: "+strings.Join(commands, ", "))
}

// shown is what is shown of a record.
type shown struct {
	record  record.Record
	exists  bool
	history []check.Moved
	batches map[int64]ledger.Batch // of the history
	labels  event.Labels
}

func shownOf(r *request, snapshot workspace.Reader, key record.Key) (s shown, err error) {
	kind := schema.Lookup(key.Kind)
	if s.history, err = snapshot.Since(key, 0); err != nil {
		return s, err
	}
	found, err := snapshot.Query(filter.Query{
		Kind: kind, Where: filter.Comparing(filter.IDs(key.ID)), Select: []string{filter.UpdatedField},
	}, r.Clock.Today())
	if err != nil {
		return s, err
	}
	refs := references{}
	s.batches = map[int64]ledger.Batch{}
	for _, past := range s.history {
		refs.addChange(past.Change)
		if s.batches[past.Batch], _, err = snapshot.Batch(past.Batch); err != nil {
			return s, err
		}
	}
	switch s.exists = len(found.Records) > 0; {
	case s.exists:
		s.record = found.Records[0]
	case len(s.history) == 0:
		return s, noRecord(key)
	default:
		s.record = lastState(s.history[len(s.history)-1].Change)
	}
	for i := range kind.Fields {
		refs.add(&kind.Fields[i], s.record.Values[i])
	}
	s.labels, err = refs.labels(snapshot)
	return s, err
}

func (s shown) emit(r *request) error {
	if err := r.Emit(event.Row{Record: s.record, Whole: true, Labels: s.labels}); err != nil {
		return err
	}
	undoOf(s.history, s.batches)
	for _, past := range s.history {
		if err := r.Emit(historyRow(r, past, s.batches[past.Batch], s.labels)); err != nil {
			return err
		}
	}
	if s.exists {
		return nil
	}
	batch := strconv.FormatInt(s.history[len(s.history)-1].Batch, 10)
	text := "This " + s.record.Kind.Noun(1) + " was deleted in batch " + batch + ". Undo with: assister undo " + batch
	return r.Emit(event.Summary{Text: text})
}

// undoOf makes the batches of a record's history say what they undo and by what they are
// undone for this record. A batch may be undone in part, or by several undos.
func undoOf(history []check.Moved, batches map[int64]ledger.Batch) {
	about := map[int64][]ledger.Batch{} // by the applied batch, which is the oldest of each list
	for _, past := range history {
		b := batches[past.Batch]
		b.Changes, b.Results = []ledger.Change{past.Change}, ""
		list := about[b.Origin()]
		if !slices.ContainsFunc(list, func(older ledger.Batch) bool { return older.ID == b.Undoes }) && len(list) > 0 {
			b.Undoes = list[len(list)-1].ID
		}
		about[b.Origin()] = append(list, b)
	}
	for _, list := range about {
		marks := ledger.Marks(list[0], list[1:])
		for _, b := range list {
			b.UndoneBy = marks[b.ID]
			batches[b.ID] = b
		}
	}
}

func historyRow(r *request, past check.Moved, b ledger.Batch, labels event.Labels) event.HistoryRow {
	return event.HistoryRow{
		Batch: past.Batch, At: b.At.In(r.Clock.Zone), Change: past.Change, Labels: labels,
		Asked: b.Asked, Undoes: b.Undoes, UndoneBy: b.UndoneBy,
	}
}

// lastState is a record as it was before it was deleted.
func lastState(c ledger.Change) record.Record {
	r := record.New(c.Kind, c.ID)
	for _, cell := range c.Cells {
		r = r.With(cell.Field, cell.Before)
	}
	return r
}

func noRecord(key record.Key) error {
	kind := schema.Lookup(key.Kind)
	return problem.Refuse(problem.Usage, problem.IDNotFound, "there is no "+key.Words(),
		"`assister query "+kind.Plural+"` lists the "+kind.Noun(2))
}
