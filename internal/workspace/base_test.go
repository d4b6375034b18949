package workspace_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"assister/internal/check"
	"assister/internal/problem"
	"assister/internal/workspace"
	"assister/internal/workspace/undotest"
)

// planned returns a request to apply the operations that a dry run found to be valid.
func (s *session) planned(lines ...string) workspace.Request {
	s.Helper()
	r := s.request(lines...)
	out, err := workspace.DryRun(context.Background(), s, r)
	if err != nil {
		s.Fatal(err)
	}
	r.Ops = nil
	for _, f := range out.Findings {
		if f.Valid() {
			r.Ops = append(r.Ops, f.Pinned())
		}
	}
	return r
}

func TestAPlanWithAGuessedIDNeverTouchesTheRecordThatGetsIt(t *testing.T) {
	for _, guess := range []string{
		`{"op":"task.delete","id":2}`,
		`{"op":"task.update","id":2,"title":"mine"}`,
		`{"op":"bulk_delete","where":{"kind":"task","ids":[2]}}`,
		`{"op":"checklist.create","title":"x","taskId":2}`,
	} {
		s := begin(t, milk)
		r := s.planned(`{"op":"task.create","title":"mine","as":"m"}`, guess)
		s.apply(`{"op":"task.create","title":"theirs"}`)
		theirs := s.get("task", 2)
		if _, err := workspace.Apply(context.Background(), s, r); err != nil {
			t.Errorf("%s: %v", guess, err)
		}
		if diff := cmp.Diff(theirs, s.get("task", 2), comparable); diff != "" {
			t.Errorf("%s:\n%s", guess, diff)
		}
		if n := len(everything(t, s)); n != 3 {
			t.Errorf("%s: %d records", guess, n)
		}
	}
}

// intruded is a store in which another process commits just before the first update
// begins, after everything that the caller reads outside the update.
type intruded struct {
	workspace.Store
	intrude func()
}

func (s *intruded) Update(
	ctx context.Context, fn func(workspace.Reader) (workspace.Commit, error),
) (workspace.Receipt, error) {
	if intrude := s.intrude; intrude != nil {
		s.intrude = nil
		intrude()
	}
	return s.Store.Update(ctx, fn)
}

// Comparing a base before the transaction begins is useless. This test fails if Apply
// checks anything outside it.
func TestTheBaseIsComparedInsideTheTransaction(t *testing.T) {
	for _, tt := range []struct{ name, plan, meanwhile string }{
		{"its record changes", `{"op":"task.update","id":1,"title":"mine"}`, `{"op":"task.update","id":1,"title":"theirs"}`},
		{"its record is deleted", `{"op":"task.update","id":1,"title":"mine"}`, `{"op":"task.delete","id":1}`},
		{"one of many changes", `{"op":"bulk_delete","where":{"kind":"task"}}`, `{"op":"task.update","id":1,"title":"theirs"}`},
		{"a record it refers to changes", `{"op":"task.update","id":1,"projectId":1}`, `{"op":"project.update","id":1,"name":"theirs"}`},
		{"a record it refers to is deleted", `{"op":"task.create","title":"mine","projectId":1}`, `{"op":"project.delete","id":1}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := begin(t, milk, `{"op":"project.create","name":"Garden"}`)
			r := s.planned(tt.plan)
			between := &intruded{s.Store, func() { s.apply(tt.meanwhile) }}
			_, err := workspace.Apply(context.Background(), between, r)
			var refusal *problem.Refusal
			if !errors.As(err, &refusal) || refusal.Problem.Code != problem.Stale {
				t.Errorf("got %v, want %s", err, problem.Stale)
			}
		})
	}
}

func TestARecordThatTheBaseDoesNotNameIsLeftUnchanged(t *testing.T) {
	s := begin(t, milk)
	r := s.planned(`{"op":"bulk_delete","where":{"kind":"task"}}`)
	between := &intruded{s.Store, func() { s.apply(`{"op":"task.create","title":"theirs"}`) }}
	out, err := workspace.Apply(context.Background(), between, r)
	if err != nil || out.Counts != (check.Counts{Deleted: 1}) || s.get("task", 2).Label() != "theirs" {
		t.Errorf("%+v, %v", out.Counts, err)
	}
}

// repeating is a store that plans each update on the snapshot of another workspace first, as
// one does whose connection is lost before the commit.
type repeating struct {
	workspace.Store
	before workspace.Store
}

func (s *repeating) Update(
	ctx context.Context, fn func(workspace.Reader) (workspace.Commit, error),
) (workspace.Receipt, error) {
	_ = s.before.View(ctx, func(r workspace.Reader) error {
		_, err := fn(r)
		return err
	})
	return s.Store.Update(ctx, fn)
}

// What the first attempt has read must not be in the second: there, the task of another
// writer would be taken for one of the stream itself.
func TestARequestIsPlannedAgainFromTheBeginning(t *testing.T) {
	for name, stream := range map[string]*workspace.Stream{"alone": nil, "in a stream": {}} {
		t.Run(name, func(t *testing.T) {
			s := begin(t, milk)
			store := &repeating{s.Store, undotest.NewMemory()}
			for i, title := range []string{"first", "second", "third"} {
				r := s.request(`{"op":"task.update","id":1,"title":"` + title + `"}`)
				r.Key, r.Stream = title, stream
				out, err := workspace.Apply(context.Background(), store, r)
				if err != nil || out.Counts.Updated != 1 || s.get("task", 1).Label() != title {
					t.Fatalf("attempt %d: %+v, %v", i, out.Counts, err)
				}
			}
		})
	}
}
