package conformance

import (
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"assister/internal/calendar"
	"assister/internal/ijson"
	"assister/internal/record"
	"assister/internal/schema"
	"assister/internal/tool"
)

// selectedBy maps the predecessor's selectors to tools.
var selectedBy = map[string]string{
	"dueBefore": "tasksFilter", "overdue": "overdue", "no": "tasksFilter", "empty": "projectByName", "buildTasksSelector": "tasksFilter",
	"buildOverdueSelector": "overdue", "buildByProjectSelector": "tasksByProject", "buildFilterSelector": "tasksFilter", "buildProjectByNameSelector": "projectByName",
}

// probes are records that selectors distinguish. The predecessor's tasks had only a
// deadline; ours are planned on that day.
func probes() (all inMemory) {
	add := func(kind string, id int64, label string, set func(record.Record) record.Record) {
		k := schema.Lookup(kind)
		r := record.New(k, id)
		for i := range k.Fields {
			r.Values[i] = record.Default(&k.Fields[i])
		}
		all = append(all, set(r.With(k.Label, record.Text(label))))
	}
	for id, name := range []string{"My Project 2", "my project", "a.b(c)", "Other"} {
		add("project", int64(id+1), name, func(r record.Record) record.Record { return r })
	}
	for id, of := range []struct {
		day, status string
		project     int64
	}{{"2025-09-09", "pending", 4}, {"2025-09-10", "pending", 4}, {"2025-09-11", "doing", 2}, {"2025-09-09", "completed", 4}, {"", "pending", 0}} {
		add("task", int64(id+1), "T", func(r record.Record) record.Record {
			day, _ := calendar.ParseDate(of.day)
			return r.With("scheduledFor", record.Date(day)).With("deadline", record.Date(day)).With("status", record.Text(of.status)).With("projectId", record.ID(of.project))
		})
	}
	return all
}

// selecting is the area of selectors: the records that a tool finds are compared with
// those that the recorded selector matches. Days are dates here, also where an instant is
// given, and ids are numbers.
func selecting(t *testing.T, _ fixtures) runner {
	records := probes()
	clock := calendar.Clock{Instant: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC), Zone: time.UTC}
	ours := strings.NewReplacer("abc", "4", `"done"`, `"completed"`)
	dates := strings.NewReplacer("T00:00:00.000Z", "", "T10:00:00.000Z", "")
	return func(t *testing.T, c testCase) (any, any) {
		first, _, _ := strings.Cut(c.Name, " ")
		found := tool.Lookup(selectedBy[first])
		args := parsed(t, ours.Replace(string(ijson.AppendValue(nil, c.Input))))
		selector := asserted(t, args, parsed(t, dates.Replace(ours.Replace(string(ijson.AppendValue(nil, c.Expected))))))
		want := []int64{}
		for _, r := range records {
			if r.Kind == found.Kind && selects(t, selector, r) && (r.Kind.Name != "project" || len(want) == 0) {
				want = append(want, r.ID)
			}
		}
		e := found.On(records, clock).Call(context.Background(), args)
		if e.Problem != nil {
			return []string{e.Problem.Code}, want
		}
		got := []int64{}
		for _, key := range e.Keys {
			got = append(got, key.ID)
		}
		slices.Sort(got)
		return got, want
	}
}

// asserted tests a selector of which only a test's assertions were recorded.
func asserted(t *testing.T, args, selector ijson.Value) ijson.Value {
	switch {
	case has(selector, "$or.length"):
		return parsed(t, `{"deadline":{"$lte":"`+str(args, "dueBefore")+`"}}`)
	case has(selector, "status.$ne"):
		return parsed(t, `{"status":{"$ne":"completed"},"deadline":{"$lte":"`+str(args, "now")+`"}}`)
	case has(selector, "keys"):
		return ijson.Value{Kind: ijson.Object}
	}
	return selector
}

// selects reports whether a selector matches a record.
func selects(t *testing.T, selector ijson.Value, r record.Record) bool {
	for _, m := range selector.Members {
		if m.Name == "$or" {
			if !slices.ContainsFunc(m.Value.Items, func(v ijson.Value) bool { return selects(t, v, r) }) {
				return false
			}
			continue
		}
		v := r.Get(m.Name)
		held := v.Text()
		switch f, _ := r.Kind.Field(m.Name); {
		case f == nil && m.Name == "isUrgent": // we have no such field, so no record matches
			if m.Value.Bool {
				return false
			}
			continue
		case f == nil:
			t.Fatalf("a %s has no %s", r.Kind.Name, m.Name)
		case v.IsNull():
		case f.Type == schema.Date:
			held = v.Date().String()
		case f.Type == schema.Ref:
			held = strconv.FormatInt(v.ID(), 10)
		}
		if !agrees(t, m.Value, held) {
			return false
		}
	}
	return true
}

func agrees(t *testing.T, wanted ijson.Value, held string) bool {
	if wanted.Kind != ijson.Object {
		return wanted.Text == held
	}
	switch operator := wanted.Members[0]; operator.Name {
	case "$ne":
		return held != operator.Value.Text
	case "$lte":
		return held != "" && held <= operator.Value.Text
	case "$regex":
		return regexp.MustCompile("(?i)" + operator.Value.Text).MatchString(held)
	default:
		t.Fatalf("operator %s is not read", operator.Name)
		return false
	}
}
