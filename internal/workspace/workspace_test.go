package workspace_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"assister/internal/calendar"
	"assister/internal/check"
	"assister/internal/ijson"
	"assister/internal/ledger"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/workspace"
)

// saturday is 2026-11-21.
var saturday = calendar.Clock{Instant: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC), Zone: time.UTC}

// session is a workspace and the requests made of it, in order.
type session struct {
	testing.TB
	workspace.Store
	requests int
}

func begin(t testing.TB, lines ...string) *session {
	s := &session{TB: t, Store: store(t)}
	if len(lines) > 0 {
		s.apply(lines...)
	}
	return s
}

func (s *session) request(lines ...string) workspace.Request {
	s.Helper()
	s.requests++
	r := workspace.Request{Clock: saturday, CorrelationID: fmt.Sprint("c", s.requests), Approval: "yes"}
	for _, line := range lines {
		v, p := ijson.Parse([]byte(line))
		if p != nil {
			s.Fatalf("%s: %v", line, p)
		}
		o, problems := op.Decode(v, calendar.Clock{})
		if len(problems) > 0 {
			s.Fatalf("%s: %v", line, problems)
		}
		r.Ops = append(r.Ops, o)
	}
	return r
}

func (s *session) apply(lines ...string) workspace.Outcome {
	s.Helper()
	out, err := workspace.Apply(context.Background(), s, s.request(lines...))
	if err != nil {
		s.Fatalf("%v: %v", lines, err)
	}
	return out
}

// refused calls fn, which must be refused and leave the data unchanged.
func (s *session) refused(do func() error, class problem.Class, code string) *problem.Refusal {
	s.Helper()
	before := everything(s, s)
	err := do()
	var refusal *problem.Refusal
	if !errors.As(err, &refusal) || refusal.Class != class || refusal.Problem.Code != code {
		s.Fatalf("got %v, want %s", err, code)
	}
	if diff := cmp.Diff(before, everything(s, s)); diff != "" {
		s.Fatalf("refused, and yet:\n%s", diff)
	}
	return refusal
}

func (s *session) undo(r workspace.UndoRequest) (workspace.Outcome, error) {
	s.requests++
	r.Clock, r.CorrelationID = saturday, fmt.Sprint("u", s.requests)
	return workspace.Undo(context.Background(), s, r)
}

func (s *session) mustUndo(r workspace.UndoRequest) workspace.Outcome {
	s.Helper()
	out, err := s.undo(r)
	if err != nil {
		s.Fatal(err)
	}
	return out
}

// audit writes the trail as "action batch" words.
func (s *session) audit() string {
	var words []string
	err := s.View(context.Background(), func(r workspace.Reader) error {
		return r.Audit(0, func(e ledger.Entry) error {
			words = append(words, fmt.Sprint(e.Action, " ", e.Batch))
			return nil
		})
	})
	if err != nil {
		s.Fatal(err)
	}
	return strings.Join(words, ", ")
}

const milk = `{"op":"task.create","title":"Buy milk","scheduledFor":"2026-11-21"}`

func TestAnInvalidOperationDoesNotBlockTheOthers(t *testing.T) {
	s := begin(t)
	out := s.apply(milk, `{"op":"task.delete","id":9}`)
	if out.Counts != (check.Counts{Created: 1}) || len(out.Findings[1].Errors) != 1 || out.Batch.ID != 1 {
		t.Errorf("got %+v", out)
	}
}

// A batch has one change for each record. Its answer is of its operations, the second time as well.
func TestAReplayCountsWhatEachOperationDid(t *testing.T) {
	s := begin(t)
	if _, err := workspace.Apply(context.Background(), s, s.request(milk)); err != nil {
		t.Fatal(err)
	}
	r := s.request(`{"op":"task.create","as":"a","title":"Bread"}`, `{"op":"task.update","id":{"ref":"a"},"priority":"high"}`,
		`{"op":"task.update","id":1,"priority":"low"}`, `{"op":"task.delete","id":1}`)
	r.Key = "k1"
	first, err := workspace.Apply(context.Background(), s, r)
	if err != nil {
		t.Fatal(err)
	}
	again, err := workspace.Apply(context.Background(), s, r)
	want := check.Counts{Created: 1, Updated: 2, Deleted: 1}
	if err != nil || !again.Replayed || first.Counts != want || again.Counts != want {
		t.Errorf("%v: first %+v, again %+v, want %+v", err, first.Counts, again.Counts, want)
	}
}

func TestAllOrNothingRefusesForOneInvalidOperation(t *testing.T) {
	s := begin(t)
	r := s.request(milk, `{"op":"task.delete","id":9}`)
	r.AllOrNothing = true
	s.refused(func() error { _, err := workspace.Apply(context.Background(), s, r); return err }, problem.Rejected, "something_invalid")
}

func TestWithoutAValidOperationTheRequestIsRejected(t *testing.T) {
	s := begin(t)
	r := s.request(`{"op":"task.delete","id":9}`)
	s.refused(func() error { _, err := workspace.Apply(context.Background(), s, r); return err }, problem.Rejected, "nothing_valid")
	if got := s.audit(); got != "refusal 0" {
		t.Errorf("the trail says %q", got)
	}
}

func TestTheSameRequestTwiceIsAppliedOnce(t *testing.T) {
	for _, key := range []string{"", "k1"} {
		s := begin(t)
		r := s.request(milk, `{"op":"task.create","title":"Bread"}`, `{"op":"task.delete","id":9}`)
		r.Key = key
		first, err := workspace.Apply(context.Background(), s, r)
		if err != nil {
			t.Fatal(err)
		}
		again, err := workspace.Apply(context.Background(), s, r)
		if err != nil {
			t.Fatal(err)
		}
		if !again.Replayed || again.Batch.ID != first.Batch.ID || again.Counts != first.Counts || again.Head.Hash != first.Head.Hash {
			t.Errorf("key %q: first %+v, again %+v", key, first, again)
		}
		if diff := cmp.Diff(first.Findings[:2], again.Findings[:2], comparable); diff != "" {
			t.Errorf("another answer:\n%s", diff)
		}
		if again.Findings[2].Errors[0].Code != problem.IDNotFound {
			t.Errorf("an error was forgotten: %+v", again.Findings[2])
		}
		if n := len(everything(t, s)); n != 2 {
			t.Errorf("%d records", n)
		}
	}
}

func TestTheFirstResultIsRepeatedAfterTheDataChanged(t *testing.T) {
	s := begin(t)
	r := s.request(milk)
	r.Key = "k"
	first, _ := workspace.Apply(context.Background(), s, r)
	s.apply(`{"op":"task.delete","id":1}`)
	again, err := workspace.Apply(context.Background(), s, r)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(first.Findings, again.Findings, comparable); diff != "" || len(everything(t, s)) != 0 {
		t.Errorf("another answer:\n%s", diff)
	}
}

func TestAKeyThatWasUsedForOtherOperationsIsAConflict(t *testing.T) {
	s := begin(t)
	r := s.request(milk)
	r.Key = "k1"
	if _, err := workspace.Apply(context.Background(), s, r); err != nil {
		t.Fatal(err)
	}
	other := s.request(`{"op":"task.create","title":"Bread"}`)
	other.Key = "k1"
	refusal := s.refused(func() error { _, err := workspace.Apply(context.Background(), s, other); return err }, problem.Conflict, problem.IdempotencyConflict)
	for _, o := range [][]op.Op{r.Ops, other.Ops} {
		if !strings.Contains(refusal.Problem.Message, workspace.Fingerprint(o)) {
			t.Errorf("it does not name both: %s", refusal.Problem.Message)
		}
	}
}

func TestAKeyNeverExpiresWithoutATimeToLive(t *testing.T) {
	s := begin(t)
	r := s.request(milk)
	r.Key = "k"
	apply := func(later, ttl time.Duration) workspace.Outcome {
		t.Helper()
		r.Clock.Instant, r.KeyTTL = saturday.Instant.Add(later), ttl
		out, err := workspace.Apply(context.Background(), s, r)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	apply(0, 0)
	if !apply(10*365*24*time.Hour, 0).Replayed || !apply(10*time.Minute, 10*time.Minute).Replayed {
		t.Error("the key was used anew")
	}
	if apply(11*time.Minute, 10*time.Minute).Replayed || !apply(12*time.Minute, 10*time.Minute).Replayed {
		t.Error("the key was not used anew once, after its time")
	}
}

func TestAFailureIsNotKept(t *testing.T) {
	s := begin(t)
	r := s.request(`{"op":"task.update","id":1,"title":"Oat milk"}`)
	r.Key = "k"
	s.refused(func() error { _, err := workspace.Apply(context.Background(), s, r); return err }, problem.Rejected, "nothing_valid")
	s.apply(milk)
	out, err := workspace.Apply(context.Background(), s, r)
	if err != nil || out.Replayed || out.Counts.Updated != 1 {
		t.Errorf("got %+v, %v", out, err)
	}
}

func TestAnEmptyResultIsKeptUnderItsKey(t *testing.T) {
	s := begin(t, `{"op":"task.create","title":"x"}`)
	r := s.request(`{"op":"bulk_set_status","where":{"overdue":true},"status":"completed"}`)
	r.Key = "cron"
	for range 2 {
		out, err := workspace.Apply(context.Background(), s, r)
		if err != nil || out.Counts != (check.Counts{}) {
			t.Fatalf("got %+v, %v", out, err)
		}
		s.apply(`{"op":"task.create","title":"late","scheduledFor":"2026-11-01"}`)
	}
	// and undo skips it
	if out := s.mustUndo(workspace.UndoRequest{}); out.Batch.Undoes != 4 {
		t.Errorf("undid batch %d", out.Batch.Undoes)
	}
}

func TestAnEmptyResultWithoutAKeyIsNotWritten(t *testing.T) {
	s := begin(t, milk)
	out := s.apply(`{"op":"task.update","id":1,"title":"Buy milk"}`)
	if out.Batch.ID != 0 || strings.Count(s.audit(), "apply") != 1 {
		t.Errorf("got %+v", out)
	}
}

func TestAStalePlanIsAConflictThatNamesRecordFieldAndBatch(t *testing.T) {
	s := begin(t, milk)
	s.apply(`{"op":"task.update","id":1,"title":"Oat milk"}`)
	r := s.request(`{"op":"task.update","id":1,"priority":"high","base":{"task:1":1}}`, `{"op":"task.create","title":"x"}`)
	refusal := s.refused(func() error { _, err := workspace.Apply(context.Background(), s, r); return err }, problem.Conflict, problem.Stale)
	for _, word := range []string{"task #1", "title", "batch 2"} {
		if !strings.Contains(refusal.Problem.Message, word) {
			t.Errorf("%q does not say %q", refusal.Problem.Message, word)
		}
	}
}

func TestChangesElsewhereDoNotMakeAPlanStale(t *testing.T) {
	s := begin(t, milk, `{"op":"task.create","title":"Bread"}`)
	s.apply(`{"op":"task.update","id":2,"title":"Rye bread"}`)
	s.apply(`{"op":"task.update","id":1,"priority":"high","base":{"task:1":1}}`)
}

func TestUndoRestoresTheRevisionSoThatOlderPlansApply(t *testing.T) {
	s := begin(t, milk)
	s.apply(`{"op":"task.update","id":1,"title":"Oat milk"}`)
	s.mustUndo(workspace.UndoRequest{})
	s.apply(`{"op":"task.update","id":1,"priority":"high","base":{"task:1":1}}`)
}

func TestDestructionNeedsASecondYes(t *testing.T) {
	var lines []string
	for i := range check.ManyDeletes + 1 {
		lines = append(lines, fmt.Sprintf(`{"op":"task.create","title":"t%d","scheduledFor":"2026-11-21"}`, i))
	}
	s := begin(t, lines...)
	r := s.request(`{"op":"bulk_delete","where":{"kind":"task","overdue":false}}`)
	s.refused(func() error { _, err := workspace.Apply(context.Background(), s, r); return err }, problem.Unapproved, problem.DestructiveConfirmation)
	r.Confirmed = true
	if out, err := workspace.Apply(context.Background(), s, r); err != nil || out.Counts.Deleted != check.ManyDeletes+1 {
		t.Errorf("got %+v, %v", out.Counts, err)
	}
}

func TestADestructiveUndoNeedsConfirmation(t *testing.T) {
	var lines []string
	for i := range check.ManyDeletes + 1 {
		lines = append(lines, fmt.Sprintf(`{"op":"task.create","title":"t%d"}`, i))
	}
	s := begin(t, lines...)
	s.refused(func() error { _, err := s.undo(workspace.UndoRequest{}); return err }, problem.Unapproved, problem.DestructiveConfirmation)
	s.mustUndo(workspace.UndoRequest{Confirmed: true})
}

func TestUndoGoesBackBatchByBatch(t *testing.T) {
	s := begin(t, milk)
	s.apply(`{"op":"task.update","id":1,"title":"Oat milk"}`)
	s.apply(`{"op":"task.set_status","id":1,"status":"completed"}`)
	for _, want := range []int64{3, 2, 1} {
		if out := s.mustUndo(workspace.UndoRequest{}); out.Batch.Undoes != want {
			t.Fatalf("undid %d, want %d", out.Batch.Undoes, want)
		}
	}
	s.refused(func() error { _, err := s.undo(workspace.UndoRequest{}); return err }, problem.Rejected, problem.NoBatch)
	for _, want := range []int64{6, 5, 4} { // redo goes forward again
		if out := s.mustUndo(workspace.UndoRequest{Redo: true}); out.Batch.Undoes != want || out.Batch.Action != ledger.Redo {
			t.Fatalf("redid %d, want %d", out.Batch.Undoes, want)
		}
	}
	s.refused(func() error { _, err := s.undo(workspace.UndoRequest{Redo: true}); return err }, problem.Rejected, problem.NoBatch)
}

func TestUndoOfADeleteRestoresTheWholeRecord(t *testing.T) {
	s := begin(t,
		`{"op":"event.create","title":"E","startTime":"09:00","endTime":"10:00","location":"HQ","context":"work","scheduledFor":"2026-11-23"}`,
		`{"op":"task.create","title":"T","scheduledFor":"2026-11-16","recurrence":{"type":"daily"}}`)
	s.apply(`{"op":"task.set_status","id":1,"status":"skipped","occurrenceDate":"2026-11-18"}`)
	before := everything(t, s)
	s.apply(`{"op":"event.delete","id":1}`, `{"op":"task.delete","id":1}`)
	s.mustUndo(workspace.UndoRequest{})
	if diff := cmp.Diff(before, everything(t, s)); diff != "" {
		t.Error(diff)
	}
}

func TestUndoOfTheSameBatchTwiceIsAppliedOnce(t *testing.T) {
	s := begin(t, milk)
	s.mustUndo(workspace.UndoRequest{Batch: 1})
	out := s.mustUndo(workspace.UndoRequest{Batch: 1})
	if !out.Replayed || out.Batch.ID != 2 || s.audit() != "approval 0, apply 1, undo 2" {
		t.Errorf("got %+v; %s", out.Batch, s.audit())
	}
}

func TestUndoRefusesIfAFieldHasChanged(t *testing.T) {
	s := begin(t, milk)
	s.apply(`{"op":"task.update","id":1,"title":"Oat milk","priority":"high"}`)
	s.apply(`{"op":"task.update","id":1,"title":"Soy milk"}`)
	refusal := s.refused(func() error { _, err := s.undo(workspace.UndoRequest{Batch: 2}); return err }, problem.Conflict, problem.UndoConflict)
	for _, word := range []string{"task #1", "title", `"Soy milk"`, `"Oat milk"`, "batch 3"} {
		if !strings.Contains(refusal.More[0].Message, word) {
			t.Errorf("%q does not say %s", refusal.More[0].Message, word)
		}
	}
}

func TestUndoKeepsLaterChangesOfOtherFields(t *testing.T) {
	s := begin(t, milk)
	s.apply(`{"op":"task.update","id":1,"title":"Oat milk"}`)
	s.apply(`{"op":"task.update","id":1,"priority":"high"}`)
	s.mustUndo(workspace.UndoRequest{Batch: 2})
	if got := everything(t, s)[0]; !strings.Contains(got, `"title":"Buy milk"`) || !strings.Contains(got, `"priority":"high"`) {
		t.Error(got)
	}
}

func TestUndoOfACreateRefusesIfAFieldWasSetSince(t *testing.T) {
	s := begin(t, milk)
	s.apply(`{"op":"task.update","id":1,"notes":"2 litres"}`)
	s.refused(func() error { _, err := s.undo(workspace.UndoRequest{Batch: 1}); return err }, problem.Conflict, problem.UndoConflict)
}

func TestUndoOfACreateRefusesWhileSomethingBelongsToIt(t *testing.T) {
	s := begin(t, `{"op":"project.create","name":"Data"}`)
	s.apply(`{"op":"task.create","title":"x","projectId":1}`)
	s.refused(func() error { _, err := s.undo(workspace.UndoRequest{Batch: 1}); return err }, problem.Conflict, problem.UndoConflict)
}

func TestUndoRemovesBothOwnerAndOwnedOfABatch(t *testing.T) {
	s := begin(t, `{"op":"project.create","name":"Data","as":"p"}`, `{"op":"task.create","title":"x","projectId":{"ref":"p"}}`)
	s.mustUndo(workspace.UndoRequest{})
	s.mustUndo(workspace.UndoRequest{Redo: true})
	s.apply(`{"op":"task.delete","id":1}`, `{"op":"project.delete","id":1}`)
	s.mustUndo(workspace.UndoRequest{})
	if rows := everything(t, s); len(rows) != 2 {
		t.Error(rows)
	}
}

func TestUndoRefusesToRestoreARecordWithoutItsOwner(t *testing.T) {
	s := begin(t, `{"op":"project.create","name":"Data","as":"p"}`,
		`{"op":"task.create","title":"x","projectId":{"ref":"p"}}`)
	s.apply(`{"op":"task.delete","id":1}`)
	s.apply(`{"op":"project.delete","id":1}`)
	s.refused(func() error { _, err := s.undo(workspace.UndoRequest{Batch: 2}); return err }, problem.Conflict, problem.UndoConflict)
}

func TestUndoRefusesToLeaveASeriesWithoutItsAnchor(t *testing.T) {
	s := begin(t, `{"op":"task.create","title":"x"}`)
	s.apply(`{"op":"task.update","id":1,"scheduledFor":"2026-11-21"}`)
	s.apply(`{"op":"task.update","id":1,"recurrence":{"type":"daily"}}`)
	s.refused(func() error { _, err := s.undo(workspace.UndoRequest{Batch: 2}); return err }, problem.Conflict, problem.UndoConflict)
}

func TestAPartialUndoRestoresTheRecordsWithoutConflict(t *testing.T) {
	s := begin(t, milk, `{"op":"task.create","title":"Bread"}`)
	s.apply(`{"op":"task.update","id":1,"title":"A"}`, `{"op":"task.update","id":2,"title":"B"}`)
	s.apply(`{"op":"task.update","id":1,"title":"C"}`)
	out := s.mustUndo(workspace.UndoRequest{Batch: 2, Partial: true})
	if out.Counts.Updated != 1 || len(out.Warnings) != 1 {
		t.Errorf("got %+v", out)
	}
	titles := strings.Join(everything(t, s), " ")
	if !strings.Contains(titles, `"Bread"`) || !strings.Contains(titles, `"C"`) {
		t.Error(titles)
	}
	// the rest can be undone when nothing conflicts with it
	s.mustUndo(workspace.UndoRequest{Batch: 3})
	if out := s.mustUndo(workspace.UndoRequest{Batch: 2}); out.Counts.Updated != 1 {
		t.Errorf("got %+v", out)
	}
	if out := s.mustUndo(workspace.UndoRequest{Batch: 2}); !out.Replayed {
		t.Error("it was not known to be undone")
	}
}

func TestAForcedUndoCanBeUndone(t *testing.T) {
	s := begin(t, milk)
	s.apply(`{"op":"task.update","id":1,"title":"Oat milk"}`)
	s.apply(`{"op":"task.update","id":1,"title":"Soy milk"}`)
	before := everything(t, s)
	s.mustUndo(workspace.UndoRequest{Batch: 2, Force: true})
	if got := everything(t, s)[0]; !strings.Contains(got, `"Buy milk"`) {
		t.Error(got)
	}
	s.mustUndo(workspace.UndoRequest{Redo: true})
	if diff := cmp.Diff(before, everything(t, s)); diff != "" {
		t.Error(diff)
	}
}

func TestADryRunOfAnUndoChangesNothing(t *testing.T) {
	s := begin(t, milk)
	before := everything(t, s)
	if out := s.mustUndo(workspace.UndoRequest{DryRun: true}); out.Counts.Deleted != 1 || out.Batch.ID != 0 {
		t.Errorf("got %+v", out)
	}
	if diff := cmp.Diff(before, everything(t, s)); diff != "" || s.audit() != "approval 0, apply 1" {
		t.Error(diff, s.audit())
	}
}

func TestIDsAreNeverReused(t *testing.T) {
	s := begin(t, milk)
	s.apply(`{"op":"task.delete","id":1}`)
	s.apply(`{"op":"task.create","title":"Bread"}`)
	if got := everything(t, s)[0]; !strings.Contains(got, `"id":2`) {
		t.Error(got)
	}
}

func TestVerifyCountsTheRowsAndChecksTheHead(t *testing.T) {
	s := begin(t, milk)
	head := s.apply(`{"op":"task.delete","id":1}`).Head
	s.mustUndo(workspace.UndoRequest{})
	v, err := workspace.Verify(context.Background(), s, workspace.Expected{Head: head.Hash.String()})
	if err != nil || v.Rows != 5 || v.Batches != 3 {
		t.Errorf("got %+v, %v", v, err)
	}
	for expect, code := range map[string]string{strings.Repeat("ab", 32): "audit_broken", "xyz": "invalid_expect"} {
		_, err := workspace.Verify(context.Background(), s, workspace.Expected{Head: expect})
		var refusal *problem.Refusal
		if !errors.As(err, &refusal) || refusal.Problem.Code != code {
			t.Errorf("%s: %v", expect, err)
		}
	}
}

// busy is a store that another process is writing to.
type busy struct {
	workspace.Store
	waits int
}

func (b *busy) Update(context.Context, func(workspace.Reader) (workspace.Commit, error)) (workspace.Receipt, error) {
	b.waits++
	r := problem.Refuse(problem.Failed, "database_busy", "another process is writing", "try again")
	r.Passing = true
	return workspace.Receipt{}, r
}

func TestApplyWaitsOnceForAnotherWriter(t *testing.T) {
	s := begin(t, `{"op":"task.create","title":"x"}`)
	b := &busy{Store: s.Store}
	if _, err := workspace.Apply(context.Background(), b, s.request(`{"op":"task.create","title":"y"}`)); err == nil || b.waits != 1 {
		t.Errorf("apply: %v, %d waits", err, b.waits)
	}
	b.waits = 0
	if _, err := workspace.Undo(context.Background(), b, workspace.UndoRequest{Clock: saturday}); err == nil || b.waits != 1 {
		t.Errorf("undo: %v, %d waits", err, b.waits)
	}
}

func TestVerifyFindsEachHeadThatWasKeptAtItsPlace(t *testing.T) {
	s := begin(t, milk)
	var kept []ledger.Entry
	for range 3 {
		kept = append(kept, s.apply(`{"op":"task.create","title":"x"}`).Head)
	}
	verify := func(kept ...ledger.Entry) (workspace.Verification, error) {
		return workspace.Verify(context.Background(), s, workspace.Expected{Kept: kept})
	}
	if v, err := verify(kept[:2]...); err != nil || v.Kept != 2 || v.Newer != kept[2].Seq-kept[1].Seq {
		t.Errorf("got %+v, %v", v, err)
	}
	other := kept[1]
	other.Hash[0]++
	later := ledger.Entry{Seq: kept[2].Seq + 2, Hash: ledger.Hash{1}}
	elsewhere := kept[1]
	elsewhere.Seq++
	for name, wrong := range map[string]ledger.Entry{"another": other, "one of a row that is gone": later, "one at another row": elsewhere} {
		var refusal *problem.Refusal
		if _, err := verify(kept[0], wrong, kept[2]); !errors.As(err, &refusal) || refusal.Problem.Code != "audit_broken" {
			t.Errorf("%s: %v", name, err)
		}
	}
}
