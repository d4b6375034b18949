package assist

import (
	"context"

	"assister/internal/event"
	"assister/internal/filter"
	"assister/internal/workspace"
)

// QueryRequest is a query, and whether ids are shown.
type QueryRequest struct {
	Query filter.Query
	IDs   bool // with the ids and revisions of records, and the ids of those they belong to
}

// Query emits the records of one kind that a condition matches.
func Query(ctx context.Context, env Environment, q QueryRequest) (Outcome, error) {
	r := newRequest(ctx, env, Conversation{})
	return r.finish(ctx, query(ctx, r, q))
}

func query(ctx context.Context, r *request, q QueryRequest) error {
	var found filter.Result
	var labels event.Labels
	if err := r.view(ctx, func(snapshot workspace.Reader) (err error) {
		if found, err = snapshot.Query(q.Query, r.Clock.Today()); err != nil {
			return err
		}
		labels, err = labelsOf(snapshot, found.Records)
		return err
	}); err != nil {
		return err
	}
	for _, x := range found.Records {
		row := event.Row{Record: x, Select: q.Query.Select, NoIDs: !q.IDs, Labels: labels}
		if err := r.Emit(row); err != nil {
			return err
		}
	}
	text := Matched(found.Total, len(found.Records), q.Query.Count)
	return r.Emit(event.Summary{Text: text, Total: &found.Total})
}
