package conformance

import (
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

// selectedBy maps the predecessor's selectors to the tools that used them.
var selectedBy = map[string]string{
	"dueBefore": "chat_tasks", "overdue": "chat_overdue", "no": "chat_tasksFilter", "empty": "chat_projectByName",
	"buildTasksSelector": "chat_tasks", "buildOverdueSelector": "chat_overdue", "buildByProjectSelector": "chat_tasksByProject",
	"buildFilterSelector": "chat_tasksFilter", "buildProjectByNameSelector": "chat_projectByName",
}

// byTool returns what a tool added to its selector.
func byTool(name string, args ijson.Value) string {
	switch {
	case name != "chat_tasks":
		return `{}`
	case has(args, "dueBefore"):
		return `{"status":{"$ne":"done"}}`
	}
	return `{"status":{"$ne":"done"},"deadline":{"$lte":"` + asked.Today().AddDays(1).String() + `"}}`
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
// those that the recorded selector matches.
func selecting(t *testing.T, _ fixtures) runner {
	records := probes()
	return func(t *testing.T, c testCase) (any, any) {
		first, _, _ := strings.Cut(c.Name, " ")
		name := selectedBy[first]
		found := tool.Lookup(name)
		selector := asserted(t, c.Input, c.Expected)
		selector.Members = append(slices.Clip(selector.Members), parsed(t, byTool(name, c.Input)).Members...)
		return askedFor(found, records, c.Input), selected(t, records, found.Kind, selector)
	}
}

// selected returns the ids of the records of a kind that a selector matches; of a
// project the first, since a name finds one.
func selected(t *testing.T, records inMemory, k *schema.Kind, selector ijson.Value) []int64 {
	ids := []int64{}
	for _, r := range records {
		if r.Kind == k && selects(t, selector, r) && (k.Name != "project" || len(ids) == 0) {
			ids = append(ids, r.ID)
		}
	}
	return ids
}

// asserted tests a selector of which only a test's assertions were recorded.
func asserted(t *testing.T, args, selector ijson.Value) ijson.Value {
	switch {
	case has(selector, "$or.length"):
		return parsed(t, `{"deadline":{"$lte":"`+str(args, "dueBefore")+`"}}`)
	case has(selector, "status.$ne"):
		return parsed(t, `{"status":{"$ne":"done"},"deadline":{"$lte":"`+str(args, "now")+`"}}`)
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

// agrees reports whether what a record holds meets a condition. Days and statuses are
// compared by their meaning, however they are written.
func agrees(t *testing.T, wanted ijson.Value, held string) bool {
	if wanted.Kind != ijson.Object {
		return meant(wanted) == held
	}
	for _, operator := range wanted.Members {
		met := false
		switch v := meant(operator.Value); operator.Name {
		case "$eq":
			met = held == v
		case "$ne":
			met = held != v
		case "$lte":
			met = held != "" && held <= v
		case "$regex":
			met = regexp.MustCompile("(?i)" + v).MatchString(held)
		case "$options":
			met = true
		default:
			t.Fatalf("operator %s is not read", operator.Name)
		}
		if !met {
			return false
		}
	}
	return true
}

// meant returns a recorded value as our records hold it: our word for a status, and the
// day of an instant.
func meant(v ijson.Value) string {
	if at, err := time.Parse(time.RFC3339, v.Text); err == nil {
		return calendar.DateIn(at).String()
	}
	return schema.StatusWord(v.Text)
}
