package rules

import (
	"slices"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/phrase/question"

	"assister/internal/record"
	"assister/internal/schema"
)

// beside looks at the day of something that a question names, before it begins or
// after it ends: "what do I have after the dentist". What is to be done before it is
// what has a day until then. Said is the answer where nothing is called so.
func (a *answerer) beside(of question.Relation) (said string, err error) {
	if of.Name == "" {
		return "", nil
	}
	q := question.Question{Language: a.q.Language, Asks: question.When, When: a.q.When, About: []string{of.Name}}
	anchor := &answerer{lookup: a.lookup, q: q}
	if err := anchor.subjectsOf(); err != nil {
		return "", err
	}
	anchor.span()
	found, err := anchor.items()
	if err == nil {
		found, err = anchor.titled(found)
	}
	if err != nil {
		return "", err
	}
	for n, i := range found {
		if !i.day.Valid() {
			found[n].day = i.due // of a project, the day that it aims at
		}
	}
	n := slices.IndexFunc(found, func(i item) bool { return i.day.Valid() && (of.Before || of.On || i.begins.Valid() || a.q.Due) })
	if n < 0 {
		return a.in().Sentence(anchor.many(0)), nil
	}
	a.anchor = keyOf(found[n].record)
	if of.On {
		a.q.When = question.Time{Said: a.q.When.Said, Days: found[n].day, Last: found[n].day}
		return "", nil
	}
	a.q.When = a.side(found[n], of.Before)
	in := found[n].record.Get("projectId")
	if found[n].record.Kind.Name == "project" {
		in = record.ID(found[n].record.ID)
	}
	if of.Before && a.q.State == question.Open && !in.IsNull() && a.projects == nil {
		return "", a.preparing(in.ID())
	}
	if len(a.q.Kinds) == 0 && a.q.State == question.Usual && !a.q.Due {
		a.q.Kinds = []string{"event"} // what has no time is on no side of it
	}
	return "", nil
}

// preparing looks only into a project: what is to be done before the party is for the
// party. The answer names it.
func (a *answerer) preparing(project int64) error {
	a.projects = []int64{project}
	found, err := a.find(filter.Query{Kind: schema.Lookup("project"), Where: filter.Comparing(filter.IDs(a.projects...))})
	for _, p := range found.Records {
		a.q.Project = p.Label()
	}
	return err
}

// side is the time before or after an item, on its day; what is to be done before it
// has all the days until then.
func (a *answerer) side(i item, before bool) question.Time {
	if before {
		t := question.Time{Said: a.q.When.Said, Days: i.day, Last: i.day, To: i.begins}
		if a.q.State == question.Open || a.q.Due || len(a.q.Kinds) > 0 && !slices.Contains(a.q.Kinds, "event") {
			t.Days, t.To = 0, 0
			if !i.begins.Valid() {
				t.Last = i.day.AddDays(-1) // it takes all of its day
			}
		}
		return t
	}
	if a.q.Due {
		return question.Time{Said: a.q.When.Said, Days: i.day.AddDays(1)}
	}
	_, end := minutes(i)
	end = min(end, 24*60-1)
	after := question.Time{Said: a.q.When.Said, Days: i.day, Last: i.day, From: calendar.TimeOf(end/60, end%60)}
	if a.q.Asks == question.Next {
		after.Last = 0 // be it on another day
	}
	return after
}
