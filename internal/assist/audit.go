package assist

import (
	"context"
	"fmt"
	"slices"
	"time"

	"assister/internal/event"
	"assister/internal/ledger"
	"assister/internal/problem"
	"assister/internal/stats"
	"assister/internal/workspace"
)

// AuditFilter selects rows of the audit trail. The zero value selects all of them.
type AuditFilter struct {
	Action  string // one of AuditActions
	Batch   int64
	Request string    // the correlation id
	From    time.Time // the first moment
	To      time.Time // the moment after the last
}

// AuditActions are the actions of rows, in the order in which a request comes to them.
var AuditActions = []string{
	"route", "step", "answer", "proposal", "approval", "apply", "undo", "redo", "refusal", "session",
}

// Check refuses an action that no row has.
func (f AuditFilter) Check() error {
	if f.Action == "" || slices.Contains(AuditActions, f.Action) {
		return nil
	}
	hint := problem.DidYouMean(f.Action, AuditActions, "give "+problem.Either(AuditActions))
	return problem.Misuse("no row of the trail is of "+problem.Quote(f.Action), hint)
}

// has reports whether a row is selected.
func (f AuditFilter) has(e ledger.Entry) bool {
	switch {
	case f.Action != "" && e.Action != f.Action:
		return false
	case f.Batch != 0 && e.Batch != f.Batch:
		return false
	case f.Request != "" && e.CorrelationID != f.Request:
		return false
	}
	return !e.At.Before(f.From) && (f.To.IsZero() || e.At.Before(f.To))
}

// AuditTailRequest says which rows of the audit trail to show.
type AuditTailRequest struct {
	Filter AuditFilter
	After  int64 // the number of a row: only newer ones
	Last   int   // the number of newest rows; negative is all
}

// AuditTail emits rows of the audit trail, oldest first. next is the request for the
// rows that are written from then on.
func AuditTail(ctx context.Context, env Environment, q AuditTailRequest) (next AuditTailRequest, o Outcome, err error) {
	next = AuditTailRequest{Filter: q.Filter, After: q.After, Last: -1}
	if err := q.Filter.Check(); err != nil {
		return next, o, err
	}
	r := newRequest(ctx, env, Conversation{})
	var rows []ledger.Entry
	err = r.view(ctx, func(snapshot workspace.Reader) error {
		head, err := snapshot.Head()
		if err != nil || head.Seq == 0 {
			return err
		}
		next.After, r.outcome.AuditHead = head.Seq, head.Hash.String()
		rows, err = q.rows(snapshot, head.Seq)
		return err
	})
	for i := 0; i < len(rows) && err == nil; i++ {
		err = r.Emit(event.AuditRow{Entry: rows[i]})
	}
	o, err = r.finish(ctx, err)
	return next, o, err
}

// rows returns the rows of a request, of a trail with this many. Without a filter only
// those rows are read.
func (q AuditTailRequest) rows(snapshot workspace.Reader, head int64) (rows []ledger.Entry, err error) {
	if q.Last == 0 {
		return nil, nil
	}
	after := q.After
	if q.Last > 0 && q.Filter == (AuditFilter{}) {
		after = max(after, head-int64(q.Last))
	}
	err = snapshot.Audit(after, func(e ledger.Entry) error {
		if !q.Filter.has(e) {
			return nil
		}
		if len(rows) == q.Last {
			copy(rows, rows[1:])
			rows = rows[:q.Last-1]
		}
		rows = append(rows, e)
		return nil
	})
	return rows, err
}

// AuditStats emits how requests went, week by week, from the audit trail alone. Of the
// filter, an action or a batch selects parts of requests.
func AuditStats(ctx context.Context, env Environment, f AuditFilter) (Outcome, error) {
	r := newRequest(ctx, env, Conversation{})
	trail := stats.New(r.Clock.Zone, f.has)
	err := r.view(ctx, func(snapshot workspace.Reader) error {
		return snapshot.Audit(0, func(e ledger.Entry) error {
			trail.Add(e)
			return nil
		})
	})
	if err != nil {
		return r.finish(ctx, err)
	}
	for _, row := range trail.Reports() {
		if err := r.Emit(row); err != nil {
			return r.finish(ctx, err)
		}
	}
	return r.finish(ctx, r.Emit(event.Summary{Text: trail.Summary()}))
}

// AuditVerify checks the chain of hashes of the audit trail, and the batches that it
// vouches for. expect is a head that the trail must contain; "" is none.
func AuditVerify(ctx context.Context, env Environment, expect string) (Outcome, error) {
	r := newRequest(ctx, env, Conversation{})
	return r.finish(ctx, verify(ctx, r, expect))
}

func verify(ctx context.Context, r *request, expect string) error {
	store, err := r.open(ctx, ReadAccess|OnlyExisting)
	if err != nil {
		return err
	}
	v, err := workspace.Verify(ctx, store, expect)
	if err != nil {
		return err
	}
	head := v.Head.Hash.String()
	r.outcome.AuditHead = head
	if err := r.Emit(event.Facts{
		{Name: "rows", Value: v.Rows}, {Name: "batches", Value: v.Batches}, {Name: "auditHead", Value: head},
	}); err != nil {
		return err
	}
	text := fmt.Sprintf("The audit trail is whole: %d rows, %d batches. Its head is %s.", v.Rows, v.Batches, head)
	return r.Emit(event.Summary{Text: text})
}
