package reference

import (
	"slices"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/language/meaning"
	"assister/internal/record"
	"assister/internal/schema"
)

// Fields of the schema that no attribute of a meaning has by itself.
const (
	Time       meaning.Field = "time" // that something begins at
	Recurrence meaning.Field = "recurrence"
)

// columns are the fields of the schema by their names in meanings, the first that a kind has.
var columns = map[meaning.Field][]string{
	meaning.When: {"scheduledFor"}, Time: {"startTime"}, meaning.Due: {"deadline", "targetDate"},
	meaning.Project: {"projectId"}, meaning.Tag: {"tags"}, meaning.Place: {"location"}, meaning.Team: {"teamId"},
	meaning.End: {"endTime", "targetDate"}, meaning.Length: {"endTime"}, meaning.Risk: {"riskLevel"},
	meaning.Done: {"progressPercent"}, meaning.Surname: {"lastName"}, meaning.State: {"status"},
	meaning.Urgency: {"priority"},
	meaning.List:    {"checklistId"}, meaning.Joined: {"arrivalDate"}, meaning.Created: {"createdAt"},
	meaning.Address: {"url", "email", "location"}, "favorite": {"isFavorite"},
}

// Column is the field of a kind that an attribute is about; nil if it has none. A project
// ends, and is due, on the day that it aims at.
func Column(f meaning.Field, k *schema.Kind) *schema.Field {
	names := append([]string{ColumnName(f)}, columns[f]...)
	switch {
	case f == meaning.Title:
		names = []string{k.Label}
	case f == meaning.When:
		names = []string{k.Day}
	case f == Time && k.Start != nil:
		names = append(names, k.Start.Time)
	case f == meaning.Notes && k.Body != "":
		names = append(names, k.Body)
	}
	for _, name := range names {
		if field, _ := k.Field(name); field != nil {
			return field
		}
	}
	for i := range k.Fields {
		if field := &k.Fields[i]; slices.Contains(field.Aliases, names[0]) && !field.Kept {
			return field
		}
	}
	return nil
}

// ColumnName is the usual name of the field of an attribute.
func ColumnName(f meaning.Field) string {
	if names := columns[f]; len(names) > 0 {
		return names[0]
	}
	return string(f)
}

// plain is the condition of an attribute without a name.
func (t Term) plain(k *schema.Kind) (c filter.Condition, can bool) {
	switch t.Field {
	case meaning.Kind:
		return c, KindNamed(t.Text, k)
	case meaning.Calendar:
		return c, k.Day != ""
	case meaning.Did: // which the title may begin with, or not
		return c, true
	case meaning.When, meaning.State:
		return t.planned(k)
	case meaning.Titled:
		return c.With(filter.TitleContains(t.Text)), k.Label != ""
	case meaning.Has, meaning.Without:
		return t.given(k)
	case meaning.Changed:
		return c.With(t.since(filter.UpdatedField)...), true
	case meaning.Longer, meaning.Shorter:
		return c, Column(meaning.Length, k) != nil
	}
	field := Column(t.Field, k)
	if field == nil {
		return c, false
	}
	switch t.Field {
	case meaning.Priority, meaning.Context, meaning.Risk:
		return c.With(filter.Is(field.Name, record.Text(t.Text))), true
	case meaning.Tag:
		return c.With(filter.Tagged(t.Text)), true
	case meaning.Due, meaning.End:
		return t.onDay(field), true
	case meaning.Created:
		return c.With(t.since(field.Name)...), true
	}
	return c, false
}

// known reports whether a condition on the records of any kind says what the term does.
func (t Term) known() bool {
	return slices.ContainsFunc(schema.Kinds, func(k *schema.Kind) bool { _, can := t.plain(k); return can })
}

// KindNamed reports whether a word for a kind means a kind of the schema. What people are
// reminded of are tasks and alarms; the notes of a session are notes.
func KindNamed(word string, k *schema.Kind) bool {
	return KindOf(word) == k.Name || word == "reminder" && k.Name == "alarm"
}

// KindOf is the name of the kind that a word for a kind means; "" if there is none.
func KindOf(word string) string {
	if name, ok := kindNames[word]; ok {
		return name
	}
	if schema.Lookup(word) == nil {
		return ""
	}
	return word
}

// kindNames are the kinds that are named otherwise in meanings.
var kindNames = map[string]string{"list": "checklist", "item": "checklist_item", "reminder": "task"}

// planned is the condition of a time or a state.
func (t Term) planned(k *schema.Kind) (c filter.Condition, can bool) {
	if t.Field == meaning.When {
		w := t.window()
		if t.anyDay {
			return c, k.Day != ""
		}
		if !w.Set() {
			return c.With(filter.Repeating(true)), filter.Has(k, "repeating")
		}
		c.Scheduled = w.Days()
		return c, k.Day != ""
	}
	switch t.Text {
	case "backlog":
		return c.With(filter.Is("scheduledFor", record.Null)), k.Day != ""
	case "repeating", "once":
		return c.With(filter.Repeating(t.Text == "repeating")), filter.Has(k, "repeating")
	case "on", "off":
		return c.With(filter.Is("enabled", record.Bool(t.Text == "on"))), k.Operation(schema.SetEnabled) != nil
	case "future":
		c.Scheduled = filter.Range{Set: true, From: t.today}
		return c, k.Day != ""
	case "overdue":
		c.Overdue = filter.Yes
		return c, filter.Has(k, "overdue")
	case "completed":
		c.Completed = filter.Yes
		return c, filter.Has(k, "completed")
	case "pending":
		c.Completed = filter.No
		return c, filter.Has(k, "completed") || k.Day != ""
	}
	c.Status = t.Text
	return c, k.Settles()
}

// onDay compares a field with days with the time that was named; without one it has to have a value.
func (t Term) onDay(f *schema.Field) (c filter.Condition) {
	w := WindowOf(t.Time, t.today)
	switch {
	case !w.Set():
		return c.With(filter.IsNot(f.Name, record.Null))
	case f.Type == schema.Time: // of its day
		c.Scheduled = w.Days()
		return c
	}
	return c.With(filter.Within(f.Name, w.Days())...)
}

// given is the condition that a field has a value, or none.
func (t Term) given(k *schema.Kind) (c filter.Condition, can bool) {
	if part := schema.Lookup(KindOf(t.Text)); part != nil && part.Belongs(k.Name) != nil {
		return c, false // what it has are other records
	}
	field := Column(meaning.Field(t.Text), k)
	if field == nil {
		return c, false
	}
	none, can := record.Null, true
	switch {
	case field.Type == schema.Bool:
		none = record.Bool(false)
	case field.Type == schema.Enum && field.Default != "": // it always has a value, a priority that of none
		none, can = record.Text(field.Default), t.Text == string(meaning.Priority)
	}
	if t.Field == meaning.Has {
		return c.With(filter.IsNot(field.Name, none)), can
	}
	return c.With(filter.Is(field.Name, none)), can
}

// since compares a field that has an instant with the time that was named.
func (t Term) since(field string) (list []filter.Comparison) {
	w := WindowOf(t.Time, t.today)
	compare := func(op filter.Operator, d calendar.Date, at calendar.Time) {
		of, _ := calendar.StartOfDay(d, t.zone)
		if at.Valid() {
			of, _ = calendar.Local(d, at, t.zone)
		}
		list = append(list, filter.Comparison{Field: field, Op: op, Values: []record.Value{record.Instant(of)}})
	}
	if w.First.Valid() {
		compare(filter.Gte, w.First, w.From)
	}
	if w.To.Valid() && w.From != w.To {
		compare(filter.Lt, w.Last, w.To)
	} else if w.Last.Valid() {
		compare(filter.Lt, w.Last.AddDays(1), 0)
	}
	return list
}
