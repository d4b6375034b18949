package assist

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"assister/internal/event"
	"assister/internal/ledger"
	"assister/internal/problem"
	"assister/internal/route"
	"assister/internal/stats"
	"assister/internal/workspace"
)

// AuditFilter selects rows of the audit trail. The zero value selects all of them.
type AuditFilter struct {
	Action  string // one of AuditActions
	Batch   int64
	Actor   string
	Request string    // the correlation id
	From    time.Time // the first moment
	To      time.Time // the moment after the last
}

// AuditActions are the actions of rows, in the order in which a request comes to them.
var AuditActions = []string{
	"route", "step", "answer", "proposal", "approval", "apply", "undo", "redo", "refusal", "session", "restore", "rebuild",
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
	case f.Actor != "" && e.Actor != f.Actor:
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
		next.After, r.outcome.AuditHead, rows = q.After, "", nil
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
	trail, err := statsOf(ctx, r, f)
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

// statsOf are the statistics of the selected rows of the trail.
func statsOf(ctx context.Context, r *request, f AuditFilter) (trail *stats.Collector, err error) {
	err = r.view(ctx, func(snapshot workspace.Reader) error {
		trail = stats.New(r.Clock.Zone, f.has)
		return snapshot.Audit(0, func(e ledger.Entry) error {
			trail.Add(e)
			return nil
		})
	})
	return trail, err
}

// AuditCalibrateRequest says which requests to find the thresholds of the router with.
type AuditCalibrateRequest struct {
	Filter AuditFilter
	// Apply sets the thresholds, and returns where; nil to leave them as they are.
	Apply func(route.Thresholds) (file string, err error)
}

// AuditCalibrate emits which thresholds of the router would have decided best, by what
// people did with its decisions. It refuses if the trail has too few of them. Thresholds
// whose gain may be chance are not applied.
func AuditCalibrate(ctx context.Context, env Environment, q AuditCalibrateRequest) (Outcome, error) {
	r := newRequest(ctx, env, Conversation{})
	trail, err := statsOf(ctx, r, q.Filter)
	if err == nil {
		err = calibrate(r, trail.Trial(), q)
	}
	return r.finish(ctx, err)
}

func calibrate(r *request, trial stats.Trial, q AuditCalibrateRequest) error {
	if err := r.Emit(trial.Row()); err != nil {
		return err
	}
	found := stats.Calibrate(trial.Observed, r.Policy.thresholds())
	if len(found.Scarce) > 0 {
		refusal := problem.Refuse(problem.Rejected, "too_few_decisions",
			"the trail has too few decisions with a known outcome: "+strings.Join(found.Scarce, "; "),
			"calibrate again later; until then the thresholds stay as they are")
		return refusal
	}
	for _, row := range stats.ThresholdRows(found) {
		if err := r.Emit(row); err != nil {
			return err
		}
	}
	best, known := found.Best.Thresholds, problem.CountOf(found.N, "decision", "decisions")
	switch {
	case best == found.InUse.Thresholds || len(found.Doubts) > 0:
		text := fmt.Sprintf("By %s, the thresholds in use (ask below %g, plan from %g) stay: no others are surely better.",
			known, found.InUse.AskBelow, found.InUse.PlanFrom)
		return r.Emit(event.Summary{Text: text})
	case q.Apply == nil:
		text := fmt.Sprintf("By %s, ask below %g and plan from %g would cost %d instead of %d. --apply sets them.",
			known, best.AskBelow, best.PlanFrom, found.Best.Cost, found.InUse.Cost)
		return r.Emit(event.Summary{Text: text})
	}
	file, err := q.Apply(best)
	if err != nil {
		return err
	}
	return r.Emit(event.Summary{Text: fmt.Sprintf("By %s, %s has ask below %g and plan from %g now.",
		known, file, best.AskBelow, best.PlanFrom)})
}

// AuditVerifyRequest says what the audit trail has to contain.
type AuditVerifyRequest struct {
	Expect string // a head in hexadecimal; "" is none
	Kept   KeptHeads
}

// KeptHeads are the heads of the trail that are kept outside of the workspace. The zero
// value is none.
type KeptHeads struct {
	File string // that they are in
	// Read returns them in the order in which they were kept, and the number of lines that
	// cannot be read.
	Read func() (kept []ledger.Entry, damaged int, err error)
	// Keep adds one; nil if none are kept. They may be kept elsewhere than in a file.
	Keep func(ctx context.Context, head ledger.Entry) error
}

// AuditVerify checks the chain of hashes of the audit trail, the batches that it vouches
// for, and that it contains what it has to.
func AuditVerify(ctx context.Context, env Environment, q AuditVerifyRequest) (Outcome, error) {
	r := newRequest(ctx, env, Conversation{})
	return r.finish(ctx, verify(ctx, r, q))
}

func verify(ctx context.Context, r *request, q AuditVerifyRequest) error {
	store, err := openWhole(ctx, r, ReadAccess|OnlyExisting)
	if err != nil {
		return err
	}
	expected := workspace.Expected{Head: q.Expect}
	damaged := 0
	if q.Kept.Read != nil {
		if expected.Kept, damaged, err = q.Kept.Read(); err != nil {
			return fmt.Errorf("read the heads that were kept: %w", err)
		}
	}
	v, err := workspace.Verify(ctx, store, expected)
	if err != nil {
		return err
	}
	head := v.Head.Hash.String()
	r.outcome.AuditHead = head
	facts := event.Facts{
		{Name: "rows", Value: v.Rows}, {Name: "batches", Value: v.Batches}, {Name: "auditHead", Value: head},
	}
	text := fmt.Sprintf("The audit trail is whole: %s, %s. Its head is %s.",
		problem.CountOf(int(v.Rows), "row", "rows"), problem.CountOf(int(v.Batches), "batch", "batches"), head)
	if q.Kept.Read != nil {
		facts = append(facts, event.Facts{
			{Name: "headFile", Value: q.Kept.File}, {Name: "keptHeads", Value: v.Kept}, {Name: "newerRows", Value: v.Newer},
			{Name: "replacedHeads", Value: v.Replaced}, {Name: "unreadableLines", Value: damaged},
		}...)
		text += " " + keptText(q.Kept.File, v, damaged)
	}
	if err := r.Emit(facts); err != nil {
		return err
	}
	return r.Emit(event.Summary{Text: text})
}

// keptText says what a file of heads proves.
func keptText(file string, v workspace.Verification, damaged int) (text string) {
	switch {
	case v.Kept == 0:
		text = file + " has no head of this workspace."
	case v.Newer == 0:
		text = fmt.Sprintf("It contains all %s in %s, up to its end.", problem.CountOf(v.Kept, "head", "heads"), file)
	default:
		text = fmt.Sprintf("It contains all %s in %s; %s.", problem.CountOf(v.Kept, "head", "heads"), file,
			problem.CountOf(int(v.Newer), "row is newer", "rows are newer"))
	}
	if v.Replaced > 0 {
		text += fmt.Sprintf(" %s before a restore, which the trail records.", problem.CountOf(v.Replaced,
			"older head is from", "older heads are from"))
	}
	if damaged > 0 {
		text += fmt.Sprintf(" %s of the file cannot be read.", problem.CountOf(damaged, "line", "lines"))
	}
	return text
}
