package reference

import (
	"slices"
	"strconv"
	"testing"
	"time"

	"assister/internal/calendar"
	"assister/internal/language/meaning"
	"assister/internal/language/timeexpr"
	"assister/internal/record"
)

var noon = calendar.Clock{Instant: time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC), Zone: time.UTC}

var today = noon.Today()

func day(n int) timeexpr.Value {
	return timeexpr.Value{Kind: timeexpr.Day, Grain: timeexpr.DayGrain, From: timeexpr.Point{Day: today.AddDays(n)}}
}

// house has a project, a list, and tasks and events in several states.
func house() []record.Record {
	pending, done := record.Text("pending"), record.Text("completed")
	on := func(n int) record.Value { return record.Date(today.AddDays(n)) }
	return []record.Record{
		makeRecord("project", 1, "Garden"), makeRecord("checklist", 1, "Camping"),
		makeRecord("task", 1, "Mow", "projectId", record.ID(1), "scheduledFor", on(1), "status", pending, "priority", record.Text("high")),
		makeRecord("task", 2, "Rake", "projectId", record.ID(1), "status", done, "tags", record.Tags("autumn")),
		makeRecord("task", 3, "Read", "scheduledFor", on(2), "deadline", on(5), "status", pending, "context", record.Text("school")),
		makeRecord("event", 4, "Fair", "scheduledFor", on(1)),
		makeRecord("checklist_item", 5, "tent", "checklistId", record.ID(1)),
	}
}

func TestAScopeHasEveryConditionOfADescription(t *testing.T) {
	is := func(f meaning.Field, text string) meaning.Attribute { return meaning.Attribute{Field: f, Text: text} }
	not := func(a meaning.Attribute) meaning.Attribute { a.Not = true; return a }
	tomorrow := meaning.Attribute{Field: meaning.When, Time: day(1)}
	for _, tt := range []struct {
		name string
		of   meaning.Record
		want string
	}{
		{"time", meaning.Record{Where: []meaning.Attribute{tomorrow}}, "14"},
		{"kind and time", meaning.Record{Kind: "task", Where: []meaning.Attribute{tomorrow}}, "1"},
		{"deadline", meaning.Record{Where: []meaning.Attribute{{Field: meaning.Due, Time: day(5)}}}, "3"},
		{"state", meaning.Record{Kind: "task", Where: []meaning.Attribute{is(meaning.State, "pending")}}, "13"},
		{"priority", meaning.Record{Where: []meaning.Attribute{is(meaning.Priority, "high")}}, "1"},
		{"another priority", meaning.Record{Kind: "task", Where: []meaning.Attribute{not(is(meaning.Priority, "high"))}}, "23"},
		{"tag", meaning.Record{Where: []meaning.Attribute{is(meaning.Tag, "autumn")}}, "2"},
		{"project", meaning.Record{Kind: "task", Where: []meaning.Attribute{is(meaning.Project, "garden")}}, "12"},
		{"part of a list", meaning.Record{Kind: "item", Where: []meaning.Attribute{is(meaning.Part, "camping")}}, "5"},
		{"list", meaning.Record{Kind: "item", Where: []meaning.Attribute{is(meaning.List, "camping")}}, "5"},
		{"without", meaning.Record{Kind: "task", Where: []meaning.Attribute{is(meaning.Without, "project")}}, "3"},
		{"has", meaning.Record{Kind: "task", Where: []meaning.Attribute{is(meaning.Has, "due")}}, "3"},
		{"a name is a tag first", meaning.Record{Where: []meaning.Attribute{is(meaning.About, "autumn")}}, "2"},
		{"a name is a context", meaning.Record{Where: []meaning.Attribute{is(meaning.About, "school")}}, "3"},
		{"alternatives", meaning.Record{Kind: "task", Where: []meaning.Attribute{
			{Field: meaning.Any, Any: []meaning.Attribute{is(meaning.Tag, "autumn"), is(meaning.Context, "school")}}}}, "23"},
		{"exception", meaning.Record{Kind: "task", Except: []*meaning.Record{{Name: "rake"}}}, "13"},
		{"kinds", meaning.Record{Where: []meaning.Attribute{
			{Field: meaning.Any, Any: []meaning.Attribute{is(meaning.Kind, "task"), is(meaning.Kind, "event")}}, tomorrow}}, "14"},
	} {
		asked := 0
		all := records{house(), &asked}
		f, unknown := Resolver{Records: In(all, noon)}.Scope(&tt.of)
		found, _ := all.Find(f.Condition, today)
		got := ""
		for _, x := range found {
			if x.Kind.Planned || slices.Contains(f.Kinds, x.Kind.Name) {
				got += strconv.Itoa(int(x.ID))
			}
		}
		if unknown.Field != "" || got != tt.want {
			t.Errorf("%s: unknown %q, %q, want %q", tt.name, unknown.Field, got, tt.want)
		}
	}
}

// No condition is ever dropped, since a change would be of more records.
func TestAConditionThatNothingMeetsIsUnknown(t *testing.T) {
	for _, a := range []meaning.Attribute{
		{Field: meaning.Project, Text: "cellar"}, {Field: meaning.List, Text: "shopping"}, {Field: meaning.About, Text: "zebra"},
		{Field: meaning.Clause, Text: "that I like"}, {Field: meaning.Without, Text: "state"}, {Field: meaning.There},
	} {
		asked := 0
		_, unknown := Resolver{Records: In(records{house(), &asked}, noon)}.Scope(
			&meaning.Record{Kind: "task", Where: []meaning.Attribute{a}})
		if unknown.Field != a.Field {
			t.Errorf("%v: unknown %q", a, unknown.Field)
		}
	}
}
