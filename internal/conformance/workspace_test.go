package conformance

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"assister/internal/calendar"
	"assister/internal/check"
	"assister/internal/filter"
	"assister/internal/ijson"
	"assister/internal/ledger"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
	"assister/internal/sqlite"

	"assister/internal/workspace"
)

// clock is the time of the recordings.
func clock(t *testing.T) calendar.Clock {
	t.Helper()
	zone, err := calendar.LoadZone("America/New_York", "")
	if err != nil {
		t.Fatal(err)
	}
	return calendar.Clock{Instant: time.Date(2026, time.November, 21, 9, 0, 0, 0, zone), Zone: zone}
}

// records returns the tasks of a fixture or a case: fields by their names, and the status
// from completed.
func records(t *testing.T, items ijson.Value) []record.Record {
	t.Helper()
	var out []record.Record
	for i, item := range items.Items {
		r := newTask(int64(i + 1))
		for _, m := range item.Members {
			switch m.Name {
			case "id":
				r.ID, _ = m.Value.Int()
			case "completed":
				if m.Value.Bool {
					r = r.With("status", record.Text("completed"))
				}
			default:
				r = r.With(m.Name, value(t, r.Kind, m.Name, m.Value))
			}
		}
		out = append(out, r)
	}
	return out
}

func newTask(id int64) record.Record {
	r := record.New(schema.Lookup("task"), id)
	for i := range r.Kind.Fields {
		r.Values[i] = record.Text(r.Kind.Fields[i].Default)
	}
	return r
}

func value(t *testing.T, k *schema.Kind, field string, v ijson.Value) record.Value {
	t.Helper()
	f, _ := k.Field(field)
	if f == nil {
		t.Fatalf("a %s has no %s", k.Name, field)
	}
	parsed, p := record.Parse(f, v)
	if p != nil {
		t.Fatal(p)
	}
	return parsed
}

// world is a workspace in its own file.
type world struct {
	*testing.T
	workspace.Store
	clock calendar.Clock
}

// seeded returns a workspace with the records and their ids.
func seeded(t *testing.T, holds ...record.Record) world {
	t.Helper()
	store, err := sqlite.Open(filepath.Join(t.TempDir(), "workspace.db"), workspace.ToWrite)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	w := world{t, store, clock(t)}
	if len(holds) == 0 {
		return w
	}
	_, err = store.Update(context.Background(), func(snapshot workspace.Reader) (workspace.Commit, error) {
		id, err := snapshot.NextBatch()
		b := ledger.Batch{ID: id, At: w.clock.Instant.UTC(), Action: ledger.Apply, CorrelationID: "seed", Key: "seed", UndoneBy: id}
		for _, r := range holds {
			if _, i := r.Kind.Field("createdAt"); i >= 0 {
				r = r.With("createdAt", record.Instant(w.clock.Instant))
			}
			c := ledger.Created(r)
			c.RevAfter = id
			b.Changes = append(b.Changes, c)
		}
		return workspace.Commit{Batch: &b}, err
	})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// on returns the world for a subtest.
func (w world) on(t *testing.T) world {
	w.T = t
	return w
}

func (w world) view(fn func(workspace.Reader) error) {
	w.Helper()
	if err := w.View(context.Background(), fn); err != nil {
		w.Fatal(err)
	}
}

// found returns the operations from the decoder and, if they are valid so far, from the
// checks.
func (w world) found(rules check.Rules, operations ...ijson.Value) []check.Finding {
	w.Helper()
	var out []check.Finding
	for _, v := range operations {
		o, problems := op.Decode(v, calendar.Clock{})
		if len(problems) > 0 {
			out = append(out, check.Finding{Op: o, Errors: problems})
			continue
		}
		w.view(func(snapshot workspace.Reader) error {
			p, err := check.Make(snapshot, []op.Op{o}, rules, w.clock)
			out = append(out, p.Findings...)
			return err
		})
	}
	return out
}

// do applies operations or makes a dry run. One that cannot be decoded refuses them all, as
// in apply.
func (w world) do(act func(context.Context, workspace.Store, workspace.Request) (workspace.Outcome, error), key string, operations ...ijson.Value) (workspace.Outcome, string) {
	w.Helper()
	r := workspace.Request{Clock: w.clock, CorrelationID: w.Name(), Key: key, Confirmed: true, Approval: "yes"}
	for _, v := range operations {
		o, problems := op.Decode(v, calendar.Clock{})
		if len(problems) > 0 {
			return workspace.Outcome{}, problems[0].Code
		}
		r.Ops = append(r.Ops, o)
	}
	out, err := act(context.Background(), w, r)
	return out, w.refusal(err)
}

func (w world) apply(operations ...string) {
	w.Helper()
	var values []ijson.Value
	for _, line := range operations {
		values = append(values, parsed(w.T, line))
	}
	if _, refused := w.do(workspace.Apply, "", values...); refused != "" {
		w.Fatalf("%v: %s", operations, refused)
	}
}

func (w world) undo() string {
	w.Helper()
	_, err := workspace.Undo(context.Background(), w, workspace.UndoRequest{Clock: w.clock, CorrelationID: "undo"})
	return w.refusal(err)
}

// refusal returns the code of a refusal; "" for none. Any other error ends the test.
func (w world) refusal(err error) string {
	w.Helper()
	var r *problem.Refusal
	if errors.As(err, &r) {
		return r.Problem.Code
	}
	if err != nil {
		w.Fatal(err)
	}
	return ""
}

// record returns a record as JSON; null if it does not exist.
func (w world) record(kind string, id int64) (v ijson.Value) {
	w.Helper()
	w.view(func(snapshot workspace.Reader) error {
		r, ok, err := snapshot.Record(kind, id)
		if ok {
			v = parsed(w.T, string(r.AppendMembers([]byte("{")))+"}")
		}
		return err
	})
	return v
}

// find queries the store, in its order.
func (w world) find(f filter.Condition) (found []record.Record) {
	w.Helper()
	w.view(func(snapshot workspace.Reader) (err error) {
		found, err = snapshot.Find(f, w.clock.Today())
		return err
	})
	return found
}

func parsed(t *testing.T, text string) ijson.Value {
	t.Helper()
	v, p := ijson.Parse([]byte(text))
	if p != nil {
		t.Fatalf("%s: %v", text, p)
	}
	return v
}

func codes(problems []problem.Problem) []string {
	out := make([]string, 0, len(problems))
	for _, p := range problems {
		out = append(out, p.Code)
	}
	return out
}

func idsOf(records []record.Record) []int64 {
	out := make([]int64, 0, len(records))
	for _, r := range records {
		out = append(out, r.ID)
	}
	return out
}
