package rules

import (
	"assister/internal/calendar"
	"assister/internal/language/meaning"
	"assister/internal/language/timeexpr"
	"assister/internal/phrase"
	"assister/internal/phrase/question"
	"assister/internal/propose"
)

// askByForms is a question that was read by forms, as the questions that are answered today.
func askByForms(said meaning.Text, asked propose.Inquiry) question.Question {
	if len(said.Ask) == 0 || len(said.Do) > 0 || said.Ask[0].What == meaning.Other {
		return question.Question{NotUnderstood: []phrase.Span{{Start: 0, End: len(asked.Text)}}}
	}
	b := bridge{asked.Clock}
	q := b.question(said.Ask[0])
	for _, a := range said.Ask[1:] {
		q.Then = append(q.Then, b.question(a))
	}
	return q
}

var asks = map[meaning.What]question.Asking{
	meaning.Which: question.List, meaning.Count: question.Count, meaning.Exists: question.Exists,
	meaning.Whether: question.Whether, meaning.Total: question.Length, meaning.Average: question.Length,
	meaning.Until: question.Until, meaning.LastTime: question.LastTime, meaning.Free: question.Free,
	meaning.Gaps: question.Gaps, meaning.Clashes: question.Clashes, meaning.Overview: question.Overview,
	meaning.Status: question.Whether,
}

// fieldNames are the fields of records by their fields in meanings.
var fieldNames = map[meaning.Field]string{
	meaning.When: "scheduledFor", meaning.Due: "deadline", meaning.Priority: "priority", meaning.Tag: "tags",
	meaning.Project: "projectId", meaning.Place: "location", meaning.Context: "context", meaning.Email: "email",
	meaning.URL: "url", meaning.Role: "role", meaning.Size: "size", meaning.Risk: "risk", meaning.Answer: "answer",
	meaning.Notes: "notes", meaning.Done: "progress", meaning.Surname: "surname", meaning.State: "status",
	meaning.List: "checklistId", meaning.Team: "teamId", meaning.Length: "endTime", meaning.Joined: "joinedAt",
}

func (b bridge) question(a meaning.Ask) question.Question {
	q := question.Question{Asks: asks[a.What], Follows: a.Follows, Average: a.What == meaning.Average}
	q.By, q.Ranks = fieldNames[a.By], a.Most
	q.Days = a.What == meaning.Gaps && a.By == meaning.When
	if a.What == meaning.Get {
		switch a.Field {
		case meaning.When:
			q.Asks = question.When
		case meaning.Place:
			q.Asks = question.Where
		case meaning.Length:
			q.Asks = question.Length
		case meaning.Due:
			q.Asks, q.Due = question.When, true
		default:
			q.Wants = fieldNames[a.Field]
		}
	}
	b.describe(&q, a.Of)
	return q
}

// describe adds the conditions of a description to a question.
func (b bridge) describe(q *question.Question, m *meaning.Record) {
	if m.Kind != "" {
		q.Kinds = append(q.Kinds, kindName(m.Kind))
	}
	if m.Name != "" {
		q.About = append(q.About, m.Name)
	}
	rank := map[meaning.Order]struct {
		asks  question.Asking
		order string
	}{
		meaning.Next: {question.Next, ""}, meaning.Previous: {question.Last, ""}, meaning.First: {question.First, ""},
		meaning.Final: {question.Last, ""}, meaning.Oldest: {question.First, "createdAt"},
		meaning.Newest: {question.Last, "createdAt"}, meaning.Touched: {question.Last, "updatedAt"},
		meaning.Longest: {question.Last, "endTime"}, meaning.Shortest: {question.First, "endTime"},
		meaning.Biggest: {question.Last, "size"}, meaning.Smallest: {question.First, "size"},
		meaning.Urgent: {question.Urgent, ""},
	}
	if r, ok := rank[m.Rank.Order]; ok {
		if q.Asks == question.List || q.Asks == question.Exists {
			q.Asks = r.asks
		}
		q.Order, q.Most = r.order, m.Rank.Count
	}
	for _, a := range m.Where {
		b.condition(q, a)
	}
	for _, e := range m.Except {
		var not question.Question
		b.describe(&not, e)
		q.Not = append(q.Not, not)
	}
}

func kindName(kind string) string {
	switch kind {
	case "list":
		return "checklist"
	case "item":
		return "checklist_item"
	case "reminder":
		return "task"
	}
	return kind
}

func (b bridge) condition(q *question.Question, a meaning.Attribute) {
	if a.Not {
		var not question.Question
		a.Not = false
		b.condition(&not, a)
		q.Not = append(q.Not, not)
		return
	}
	switch a.Field {
	case meaning.Kind:
		q.Kinds = append(q.Kinds, kindName(a.Text))
	case meaning.Any:
		for i, o := range a.Any {
			if o.Field == meaning.Kind || i == 0 {
				b.condition(q, o)
				continue
			}
			other := *q
			b.condition(&other, o)
			q.Else = append(q.Else, other)
		}
	case meaning.When:
		q.When = b.time(a.Time)
	case meaning.Due:
		q.Due, q.When = true, b.time(a.Time)
	case meaning.Created, meaning.Changed:
		field := map[meaning.Field]string{meaning.Created: "createdAt", meaning.Changed: "updatedAt"}[a.Field]
		q.Stamp = question.Stamp{Field: field, Time: b.time(a.Time)}
	case meaning.Priority:
		q.Priority = a.Text
	case meaning.Context:
		q.Context = a.Text
	case meaning.Tag:
		q.Tag = a.Text
	case meaning.Project:
		q.Project = a.Text
	case meaning.Part:
		q.Project, q.Perhaps = a.Text, true
	case meaning.List:
		q.Of = question.Whole{Kind: "checklist", Name: a.Text, Said: a.Text}
	case meaning.Team:
		q.Of = question.Whole{Kind: "team", Name: a.Text, Said: a.Text}
	case meaning.About, meaning.Person, meaning.Place:
		q.About = append(q.About, a.Text)
	case meaning.State:
		q.State = states[a.Text]
		q.Repeats = q.Repeats || a.Text == "repeating"
		q.Undated = q.Undated || a.Text == "backlog"
	case meaning.Without, meaning.Has:
		b.given(q, a)
	case meaning.Longer:
		q.Over = a.Time.Amount.Seconds / 60
	case meaning.Shorter:
		q.Under = a.Time.Amount.Seconds / 60
	case meaning.Earlier:
		q.Beside = question.Relation{Name: a.Text, Before: true}
	case meaning.Later:
		q.Beside = question.Relation{Name: a.Text}
	case meaning.SameDay:
		q.Beside = question.Relation{Name: a.Text, On: true}
	}
}

func (b bridge) given(q *question.Question, a meaning.Attribute) {
	field := meaning.Field(a.Text)
	switch {
	case a.Field == meaning.Has && field == meaning.Due:
		q.Due = true
	case a.Field == meaning.Has:
		q.Facts = append(q.Facts, question.Fact{Field: fieldNames[field], Is: question.Given})
	case field == meaning.When:
		q.Undated = true
	case field == meaning.Due:
		q.NoDeadline = true
	default:
		q.Facts = append(q.Facts, question.Fact{Field: fieldNames[field], Is: question.Missing})
	}
}

var states = map[string]question.State{
	"overdue": question.Overdue, "completed": question.Finished, "pending": question.Open, "doing": question.Doing,
	"skipped": question.Skipped, "off": question.Off, "on": question.Open,
}

func (b bridge) time(v timeexpr.Value) (t question.Time) {
	w := b.when(v)
	t.Said = "then"
	t.Days, t.Last = w.Day, w.Day
	if w.To.Valid() {
		t.Last = w.To
	}
	if v.Kind == timeexpr.TimeOfDay || v.Daily {
		t.Days, t.Last = b.clock.Today(), b.clock.Today()
	}
	t.From, t.To = w.Time, w.End
	if v.Part != timeexpr.NoPart && v.From.Timed() {
		t.From, t.To = timeOf(v.From), timeOf(v.To)
	}
	if v.Kind == timeexpr.Range && v.Grain >= timeexpr.DayGrain {
		t.Days, t.Last = v.From.Day, v.To.Day
		if v.To.Clock == 1 { // before the day
			t.Last = v.To.Day.AddDays(-1)
		}
	}
	return t
}

func timeOf(p timeexpr.Point) calendar.Time {
	if p.Clock == 0 {
		return 0
	}
	s := int(p.Clock - 1)
	return calendar.TimeOf(s/3600, s/60%60)
}
