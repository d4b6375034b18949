package assist

import (
	"context"

	"assister/internal/check"
	"assister/internal/event"
	"assister/internal/ledger"
	"assister/internal/record"
	"assister/internal/schema"
	"assister/internal/workspace"
)

// labelsOf looks up the labels of the records that some records refer to, for people
// to read in place of an id. Each is looked up once.
func labelsOf(snapshot check.Reader, records []record.Record) (event.Labels, error) {
	r := references{}
	for _, x := range records {
		for i := range x.Kind.Fields {
			r.add(&x.Kind.Fields[i], x.Values[i])
		}
	}
	return r.labels(snapshot)
}

// references are the ids that are referred to, by kind.
type references map[string]map[int64]bool

func (r references) add(f *schema.Field, v record.Value) {
	if f.Type != schema.Ref || v.IsNull() {
		return
	}
	if r[f.Of] == nil {
		r[f.Of] = map[int64]bool{}
	}
	r[f.Of][v.ID()] = true
}

// addChange adds what a change refers to, before and after it.
func (r references) addChange(c ledger.Change) {
	for _, cell := range c.Cells {
		f, _ := c.Kind.Field(cell.Field)
		r.add(f, cell.Before)
		r.add(f, cell.After)
	}
}

func (r references) labels(snapshot check.Reader) (event.Labels, error) {
	labels := event.Labels{}
	for kind, wanted := range r {
		ids := make([]int64, 0, len(wanted))
		for id := range wanted {
			ids = append(ids, id)
		}
		found, err := snapshot.Records(kind, ids)
		if err != nil {
			return nil, err
		}
		for _, x := range found {
			labels[record.Key{Kind: kind, ID: x.ID}] = x.Label()
		}
	}
	return labels, nil
}

// referencesOf are the references of the changes of operations.
func referencesOf(ops event.Ops) references {
	r := references{}
	for _, e := range ops.Operations {
		for _, t := range e.Targets {
			if t.Change.Kind != nil {
				r.addChange(t.Change)
			}
		}
	}
	return r
}

// labelled is the operations with the labels of the records that their changes refer
// to. The store has neither the changes of a dry run nor what was deleted, so records
// that the operations themselves change have their labels from there. Labels are no reason to
// fail, least of all after a commit: without one, people see the id.
func labelled(ctx context.Context, store workspace.Store, ops event.Ops) event.Ops {
	refs := referencesOf(ops)
	if len(refs) == 0 {
		return ops
	}
	_ = store.View(ctx, func(snapshot workspace.Reader) error {
		ops = labelledIn(snapshot, ops, refs)
		return nil
	})
	return ops
}

func labelledIn(snapshot check.Reader, ops event.Ops, refs references) event.Ops {
	labels, err := refs.labels(snapshot)
	if err != nil {
		return ops
	}
	for _, e := range ops.Operations {
		for _, t := range e.Targets {
			if t.Change.Kind != nil && refs[t.Change.Kind.Name][t.Change.ID] {
				labels[t.Change.Key()] = t.Label
			}
		}
	}
	ops.Labels = labels
	return ops
}

// labelling is a sink that adds the labels to operations.
type labelling struct {
	event.Sink
	add func(event.Ops) event.Ops
}

func (l labelling) Emit(b event.Body) error {
	if ops, is := b.(event.Ops); is {
		b = l.add(ops)
	}
	return l.Sink.Emit(b)
}
