package workspace_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"assister/internal/check"
	"assister/internal/filter"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/record/recordtest"
	"assister/internal/schema"

	"assister/internal/workspace"
)

// table has every record of a workspace by its key.
type table map[record.Key]record.Record

func tableOf(t testing.TB, s workspace.Store) table {
	t.Helper()
	all := table{}
	err := s.View(context.Background(), func(r workspace.Reader) error {
		for _, k := range schema.Kinds {
			found, err := r.Find(filter.Condition{Kinds: []string{k.Name}}, recordtest.Today)
			if err != nil {
				return err
			}
			for _, x := range found {
				all[record.Key{Kind: k.Name, ID: x.ID}] = x
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// observed is the difference of two tables.
type observed struct {
	before, after             table
	created, changed, deleted []record.Key
}

func compare(before, after table) observed {
	o := observed{before: before, after: after}
	for k, was := range before {
		is, ok := after[k]
		switch {
		case !ok:
			o.deleted = append(o.deleted, k)
		case !slices.Equal(was.Values, is.Values):
			o.changed = append(o.changed, k)
		}
	}
	for k := range after {
		if _, ok := before[k]; !ok {
			o.created = append(o.created, k)
		}
	}
	return o
}

func (o observed) all() []record.Key { return slices.Concat(o.created, o.changed, o.deleted) }

// inScope has scopes and their equivalents in Go.
var inScope = map[string]func(record.Record) bool{
	`{"kind":"task"}`:     func(r record.Record) bool { return r.Kind.Name == "task" },
	`{"priority":"high"}`: func(r record.Record) bool { return r.Kind.Name == "task" && r.Get("priority").Text() == "high" },
	`{"projectId":1}`: func(r record.Record) bool {
		_, at := r.Kind.Field("projectId")
		return at >= 0 && r.Values[at].ID() == 1
	},
}

// drawn has limits and the choices behind them.
type drawn struct {
	check.Limits
	scope string
}

func anyLimits(t *rapid.T) (d drawn) {
	d.From = "the test"
	bound := func(name string, most int) check.Max {
		if rapid.IntRange(0, 2).Draw(t, "no "+name) > 0 {
			return check.Max{}
		}
		return check.Max{Set: true, N: rapid.IntRange(0, most).Draw(t, name)}
	}
	d.ReadOnly = rapid.IntRange(0, 9).Draw(t, "read-only") == 0
	d.MaxOps, d.MaxDeletes, d.MaxTouched = bound("max-ops", 5), bound("max-deletes", 2), bound("max-touched", 4)
	if !d.MaxTouched.Set {
		d.MaxTouched = bound("percent", 100)
		d.MaxTouched.Percent = d.MaxTouched.Set
	}
	if rapid.IntRange(0, 3).Draw(t, "some allowed") == 0 {
		patterns := []check.Pattern{"*.create", "*.update", "*.delete", "task.*", "project.*", "note.create", "*.set_status", "*"}
		d.Allow = rapid.SliceOfN(rapid.SampledFrom(patterns), 1, 3).Draw(t, "allow")
	}
	if rapid.IntRange(0, 3).Draw(t, "scoped") == 0 {
		d.scope = rapid.SampledFrom(slices.Sorted(maps.Keys(inScope))).Draw(t, "scope")
		c, p := filter.Read(d.scope, saturday)
		if p != nil {
			t.Fatal(p)
		}
		d.Scope = &c
	}
	return d
}

// beyond returns the limits that a difference exceeds.
func (d drawn) beyond(o observed, ops int) (codes []string) {
	add := func(code string, is bool) {
		if is {
			codes = append(codes, code)
		}
	}
	add(problem.TooManyOperations, d.MaxOps.Set && ops > d.MaxOps.N)
	add(problem.TooManyDeletions, d.MaxDeletes.Set && len(o.deleted) > d.MaxDeletes.N)
	touched := len(o.all())
	share := 100 * (len(o.changed) + len(o.deleted))
	add(problem.TooManyTouched, d.MaxTouched.Set && !d.MaxTouched.Percent && touched > d.MaxTouched.N)
	add(problem.TooManyTouched, d.MaxTouched.Percent && share >= d.MaxTouched.N*len(o.before)+100)
	for _, k := range o.all() {
		add(problem.OperationNotAllowed, d.ReadOnly || !d.mayTouch(o, k))
		for _, side := range []table{o.before, o.after} {
			if r, ok := side[k]; ok && d.scope != "" {
				add(problem.OutsideScope, !inScope[d.scope](r))
			}
		}
	}
	return codes
}

// mayTouch reports whether an allowed operation on the record could have caused the
// observed change.
func (d drawn) mayTouch(o observed, k record.Key) bool {
	var names []string
	switch _, was := o.before[k]; {
	case !was:
		names = []string{k.Kind + ".create"}
	case slices.Contains(o.deleted, k):
		names = []string{k.Kind + ".delete"}
	default:
		for _, each := range schema.Lookup(k.Kind).Operations {
			if each.Verb != schema.Create && each.Verb != schema.Delete {
				names = append(names, k.Kind+"."+string(each.Verb))
			}
		}
	}
	return d.Allow == nil || slices.ContainsFunc(names, func(name string) bool {
		return slices.ContainsFunc(d.Allow, func(p check.Pattern) bool { return p.Matches(name) })
	})
}

// With any limits and operations, a batch is refused as a whole, or its effect on the
// tables is within each limit. A batch that was refused for its size or its scope exceeds
// that limit if it is applied without limits.
func TestNoBatchAndNoUndoGoesBeyondItsLimits(t *testing.T) {
	refused, applied := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		s := store(t)
		for i := range rapid.IntRange(1, 5).Draw(rt, "history") {
			run(t, s, i, anyOps(rt))
		}
		limits := anyLimits(rt)
		var ops []op.Op
		do := func(l []check.Limits) error { // an undo of the newest batch
			_, err := workspace.Undo(context.Background(), s, workspace.UndoRequest{Clock: saturday, CorrelationID: "u", Confirmed: true, Limits: l})
			return err
		}
		count := 1
		if rapid.IntRange(0, 3).Draw(rt, "undo") > 0 {
			ops = anyOps(rt)
			count = len(ops)
			do = func(l []check.Limits) error {
				r := workspace.Request{Ops: ops, Clock: saturday, CorrelationID: fmt.Sprint("c", len(l)), Confirmed: true, Limits: l}
				_, rehearsed := workspace.DryRun(context.Background(), s, r)
				_, err := workspace.Apply(context.Background(), s, r)
				if codeOf(rehearsed) != codeOf(err) && codeOf(rehearsed) != "" {
					rt.Fatalf("the dry run said %v, apply %v", rehearsed, err)
				}
				return err
			}
		}
		before := tableOf(t, s)
		err := do([]check.Limits{{}, limits.Limits})
		got := compare(before, tableOf(t, s))
		var refusal *problem.Refusal
		switch {
		case err == nil:
			applied++
			if codes := limits.beyond(got, count); len(codes) > 0 && len(got.all()) > 0 {
				rt.Fatalf("applied, and beyond %v: %+v\n%+v", codes, limits, got)
			}
			return
		case !errors.As(err, &refusal):
			rt.Fatal(err)
		case len(got.all()) > 0:
			rt.Fatalf("%v, and yet: %+v", err, got)
		}
		exact := []string{problem.TooManyOperations, problem.TooManyDeletions, problem.TooManyTouched, problem.OutsideScope}
		if !slices.Contains(exact, refusal.Problem.Code) {
			return
		}
		refused++
		if err := do(nil); err != nil && codeOf(err) != "nothing_valid" {
			rt.Fatalf("without limits: %v", err)
		}
		if codes := limits.beyond(compare(before, tableOf(t, s)), count); !slices.Contains(codes, refusal.Problem.Code) {
			rt.Fatalf("refused as %v, and beyond %v", err, codes)
		}
	})
	t.Logf("%d applied, %d refused by a limit", applied, refused)
	if applied == 0 || refused == 0 {
		t.Error("the limits that were drawn are not between all and nothing")
	}
}

func codeOf(err error) string {
	var refusal *problem.Refusal
	if !errors.As(err, &refusal) {
		return ""
	}
	return refusal.Problem.Code
}

func TestABatchCountsWhatTheBatchesBeforeOfItsStreamTouched(t *testing.T) {
	s := begin(t, `{"op":"task.create","title":"a"}`, `{"op":"task.create","title":"b"}`)
	atMost := func(n int) []check.Limits { return []check.Limits{{MaxTouched: check.Max{Set: true, N: n}}} }
	first := s.request(`{"op":"task.delete","id":1}`, `{"op":"task.update","id":2,"title":"c"}`, `{"op":"task.create","title":"d"}`)
	first.Key, first.Limits = "k/1", atMost(3)
	second := s.request(`{"op":"task.create","title":"e"}`)
	second.Key = "k/2"
	want := check.Touched{Ops: 3, Created: 1, Changed: 1, Deleted: 1}
	for range 2 { // the second time the batch is replayed, as in a stream that is resumed
		out, err := workspace.Apply(t.Context(), s, first)
		if err != nil || out.Touched != want {
			t.Fatalf("got %+v, %v", out.Touched, err)
		}
		second.Earlier = out.Touched
		second.Limits = atMost(3)
		s.refused(func() error { _, err := workspace.Apply(t.Context(), s, second); return err }, problem.Rejected, problem.TooManyTouched)
		s.refused(func() error { _, err := workspace.DryRun(t.Context(), s, second); return err }, problem.Rejected, problem.TooManyTouched)
	}
	second.Limits = atMost(4)
	if _, err := workspace.Apply(t.Context(), s, second); err != nil {
		t.Fatal(err)
	}
}
