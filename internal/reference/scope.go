package reference

import (
	"fmt"
	"slices"

	"assister/internal/filter"
	"assister/internal/fulltext"
	"assister/internal/language/meaning"
	"assister/internal/language/timeexpr"
	"assister/internal/record"
	"assister/internal/schema"
)

// Scope is the condition that the attributes of a description set. If one of them names
// something that is not there, such as a project, it is returned.
func (r Resolver) Scope(m *meaning.Record) (f filter.Condition, unknown meaning.Attribute, err error) {
	if m.Kind != "" && schema.Lookup(m.Kind) != nil {
		f.Kinds = []string{m.Kind}
	}
	for _, a := range m.Where {
		ok := true
		if f, ok, err = r.with(f, a); err != nil {
			return f, a, fmt.Errorf("find the %s of the request: %w", a.Field, err)
		}
		if !ok {
			return f, a, nil
		}
	}
	return f, unknown, nil
}

// with adds an attribute to a condition. It reports false if there is no such thing, or the
// attribute is not one of those that select records here: no condition is ever dropped.
func (r Resolver) with(f filter.Condition, a meaning.Attribute) (filter.Condition, bool, error) {
	if a.Not {
		return f, false, nil
	}
	switch a.Field {
	case meaning.When:
		if days := daysOf(a.Time); days.Set {
			f.Scheduled = days
		}
	case meaning.Due:
		f = f.With(filter.Within("deadline", daysOf(a.Time))...)
	case meaning.State:
		f = withState(f, a.Text)
	case meaning.Priority:
		f = f.WithWord("priority", a.Text)
	case meaning.Context:
		f = f.WithWord("context", a.Text)
	case meaning.Tag:
		f = f.With(filter.Tagged(a.Text))
	case meaning.Without:
		f = f.With(filter.Is(columns[meaning.Field(a.Text)], record.Null))
	case meaning.Project:
		return r.in(f, "projectId", "project", a.Text)
	case meaning.List:
		return r.in(f, "checklistId", "checklist", a.Text)
	case meaning.About:
		return r.about(f, a)
	default:
		return f, false, nil
	}
	return f, true, nil
}

// columns are the names of the schema for fields that may be empty.
var columns = map[meaning.Field]string{
	meaning.When: "scheduledFor", meaning.Due: "deadline", meaning.Project: "projectId", meaning.Tag: "tags",
	meaning.Place: "location", meaning.Team: "teamId", meaning.Notes: "notes", meaning.Email: "email",
	meaning.Answer: "answer", meaning.End: "endTime", meaning.Priority: "priority",
}

// daysOf are the days of an expression of time; none for a time of day.
func daysOf(v timeexpr.Value) filter.Range {
	switch {
	case v.Kind == timeexpr.TimeOfDay || v.Daily:
		return filter.Range{}
	case v.Kind != timeexpr.Range || v.Grain < timeexpr.DayGrain && v.From.Valid():
		return filter.Day(v.From.Day)
	}
	days := filter.Range{Set: true, From: v.From.Day, To: v.To.Day}
	if v.To.Valid() && v.To.Clock == 1 { // before the day
		days.To = v.To.Day.AddDays(-1)
	}
	return days
}

// withState adds a state of records.
func withState(f filter.Condition, state string) filter.Condition {
	switch state {
	case "overdue":
		f.Overdue = filter.Yes
	case "completed":
		f.Completed = filter.Yes
	case "pending":
		f.Completed = filter.No
	case "repeating":
		f = f.With(filter.Repeating(true))
	case "once":
		f = f.With(filter.Repeating(false))
	case "backlog":
		f = f.With(filter.Is("scheduledFor", record.Null))
	default:
		f.Status = state
	}
	return f
}

// in adds that records belong to the one of a kind with that name.
func (r Resolver) in(f filter.Condition, field, kind, name string) (filter.Condition, bool, error) {
	owner, ok, err := r.Named(kind, name)
	if err != nil || !ok {
		return f, false, err
	}
	return f.With(filter.Is(field, record.ID(owner.ID))), true, nil
}

// Named is the record of a kind that a name means: the only one whose title fits best.
func (r Resolver) Named(kind, name string) (x record.Record, ok bool, err error) {
	words := fields(name)
	found := Found{Scope: filter.Condition{Kinds: []string{kind}}}
	err = r.byName(&found, &meaning.Record{Kind: kind, Name: name, Words: words})
	if err != nil || len(found.Records) != 1 || found.Fit == NoFit || found.Records[0].Kind.Name != kind {
		return x, false, err
	}
	return found.Records[0], true, nil
}

// about adds a name that may be that of a tag, a project, a context or a part of titles:
// whichever there is first.
func (r Resolver) about(f filter.Condition, a meaning.Attribute) (filter.Condition, bool, error) {
	tagged := f.With(filter.Tagged(a.Text))
	found, err := r.Records.Find(filter.Comparing(filter.Tagged(a.Text)), r.Today)
	if err != nil || len(found) > 0 {
		return tagged, true, err
	}
	in, ok, err := r.in(f, "projectId", "project", a.Text)
	if err != nil || ok {
		return in, ok, err
	}
	if context := fulltext.Plain(a.Text); slices.Contains(contexts(), context) {
		return f.WithWord("context", context), true, nil
	}
	titled := f.With(filter.TitleContains(a.Text))
	found, err = r.Records.Find(titled, r.Today)
	return titled, len(found) > 0, err
}

// contexts are the values that the schema has for the context of a task.
func contexts() []string {
	if field, _ := schema.Lookup("task").Field("context"); field != nil {
		return field.Values
	}
	return nil
}
