package check_test

import (
	"fmt"
	"slices"
	"testing"

	"assister/internal/calendar"
	"assister/internal/check"
	"assister/internal/filter"
	"assister/internal/op"
	"assister/internal/record"
)

// unread is a snapshot whose rows are not known yet. It notes what is asked.
type unread struct {
	memory
	asked *[]string
}

func (u unread) Learning() bool { return true }

func (u unread) note(args ...any) {
	if text := fmt.Sprint(args...); !slices.Contains(*u.asked, text) {
		*u.asked = append(*u.asked, text)
	}
}

func (u unread) Record(kind string, id int64) (record.Record, bool, error) {
	u.note("record ", kind, id)
	return record.Record{}, false, nil
}

func (u unread) Records(kind string, ids []int64) ([]record.Record, error) {
	u.note("records ", kind, ids)
	return nil, nil
}

func (u unread) Find(f filter.Condition, _ calendar.Date) ([]record.Record, error) {
	u.note("find ", f.Kinds)
	return nil, nil
}

func (u unread) Referring(to record.Key, _ int) ([]record.Key, error) {
	u.note("referring ", to)
	return nil, nil
}

func (u unread) NextID(kind string) (int64, error) {
	u.note("id of ", kind)
	return 1, nil
}

// counted hides that the rows are not known, so that every operation is planned in full.
type counted struct{ check.Reader }

func TestWhatALearnedPlanAsksForIsWhatThePlanAsksFor(t *testing.T) {
	lines := []string{
		`{"op":"task.create","title":"Dig","scheduledFor":"2026-11-27"}`,
		`{"op":"task.create","title":"Plant","projectId":4}`,
		`{"op":"event.create","title":"Fair","scheduledFor":"2026-11-27","startTime":"10:00"}`,
		`{"op":"preference.create","name":"language","value":"en"}`,
		`{"op":"project.create","name":"Garden","as":"p"}`,
		`{"op":"project.delete","id":{"ref":"p"}}`,
		`{"op":"task.update","id":3,"priority":"high"}`,
		`{"op":"team.delete","id":5}`,
		`{"op":"bulk_update","where":{"kind":"task"},"set":{"projectId":6}}`,
	}
	var ops []op.Op
	for _, line := range lines {
		ops = append(ops, decode(t, line))
	}
	ask := func(hide bool) (p check.Plan, asked []string) {
		u := unread{asked: &asked}
		r := check.Reader(u)
		if hide {
			r = counted{u}
		}
		p, err := check.Make(r, ops, check.Rules{}, saturday)
		if err != nil {
			t.Fatal(err)
		}
		return p, asked
	}
	learned, asked := ask(false)
	full, want := ask(true)
	if !slices.Equal(asked, want) {
		t.Errorf("learned %q, want %q", asked, want)
	}
	for i, c := range learned.Changes(1) {
		if of := full.Changes(1)[i]; c.Key() != of.Key() || c.Is != of.Is || c.Was != of.Was {
			t.Errorf("change %d is of %v, want %v", i, c.Key(), of.Key())
		}
	}
	if n := len(learned.Changes(1)[0].Cells); n != 0 {
		t.Errorf("a plan that does not count has %d cells of a new record", n)
	}
}
