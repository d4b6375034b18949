package rules

import (
	"maps"
	"sync"

	"assister/internal/calendar"
	"assister/internal/language"
	"assister/internal/language/meaning"
	"assister/internal/language/timeexpr"
	"assister/internal/phrase"
)

// Forms makes the rules read requests by the forms of package language. It is for
// comparing, until the forms replace package phrase.
var Forms bool

// english is the English of package language.
var english = sync.OnceValue(func() *language.Grammar {
	names := maps.Clone(timeexpr.Names)
	maps.Copy(names, meaning.Names)
	g, err := language.Compile("en", language.Options{Names: names}, language.Files("en"))
	if err != nil {
		panic("rules: " + err.Error())
	}
	return g
})

// byForms reads requests by forms.
func byForms(text string, c calendar.Clock) phrase.Result {
	said, ok := meaning.Read(english(), text, c)
	if !ok || len(said.Do) == 0 {
		return phrase.Result{NotUnderstood: []phrase.Span{{Start: 0, End: len(text)}}}
	}
	var out phrase.Result
	for _, d := range said.Do {
		out.Requests = append(out.Requests, bridge{c}.request(d, text))
	}
	return out
}

// bridge writes meanings as the requests that the drafter reads today.
type bridge struct{ clock calendar.Clock }

var actions = map[meaning.Act]phrase.Action{
	meaning.Create: phrase.Create, meaning.Move: phrase.Move, meaning.Shift: phrase.Move, meaning.Rename: phrase.Rename,
	meaning.Change: phrase.Change, meaning.Complete: phrase.Complete, meaning.Start: phrase.Start,
	meaning.Skip: phrase.Skip, meaning.Reopen: phrase.Reopen, meaning.Delete: phrase.Delete,
}

func (b bridge) request(d meaning.Do, text string) phrase.Request {
	r := phrase.Request{Span: phrase.Span{Start: 0, End: len(text)}, Action: actions[d.Act], Kind: d.Kind, Title: d.Title}
	switch r.Kind {
	case "remind", "reminder", "item":
		r.Kind = ""
	case "list":
		r.Kind = "checklist"
	}
	if d.On != nil {
		r.Target = b.target(*d.On)
	}
	for _, a := range d.Set {
		switch {
		case d.Act == meaning.Rename:
			r.Renames = []phrase.Renaming{{Target: r.Target, Title: a.Text}}
		case d.Act == meaning.Shift:
			m := a.Time.Amount
			r.Set.By = phrase.Shift{Days: m.Days, Months: m.Months, Minutes: m.Seconds / 60}
		case a.Field == meaning.From:
			r.Target.When = b.when(a.Time)
		case a.Field == meaning.List && d.Act == meaning.Create && a.Text != "":
			r.Onto = []phrase.Listing{{List: a.Text, Items: []string{d.Title}, Title: d.Title, Sure: true}}
		default:
			b.set(&r.Set, a)
		}
	}
	return r
}

func (b bridge) set(s *phrase.Settings, a meaning.Attribute) {
	switch a.Field {
	case meaning.When:
		v := a.Time
		if v.Kind == timeexpr.Range && !v.From.Valid() || v.Kind == timeexpr.Day && v.Deadline {
			s.Due = b.when(v)
			return
		}
		s.When = merged(s.When, b.when(v))
	case meaning.Length:
		s.When.Minutes = a.Time.Amount.Seconds / 60
	case meaning.Due:
		s.Due = b.when(a.Time)
	case meaning.Priority:
		s.Priority = a.Text
	case meaning.Tag:
		s.Tags = append(s.Tags, a.Text)
	case meaning.Project:
		s.Project = a.Text
	case meaning.Place:
		s.Location = a.Text
	}
}

// merged is what two expressions of time say together.
func merged(a, b phrase.When) phrase.When {
	if b.Day.Valid() {
		a.Day, a.To = b.Day, b.To
	}
	if b.Time.Valid() {
		a.Time, a.End = b.Time, b.End
	}
	if b.Minutes > 0 {
		a.Minutes = b.Minutes
	}
	if b.Part != phrase.NoPart {
		a.Part = b.Part
	}
	if b.Repeat.Repeats() {
		a.Repeat, a.Implied = b.Repeat, b.Implied
	}
	return a
}

func (b bridge) target(m meaning.Record) phrase.Target {
	t := phrase.Target{Text: m.Name, Title: m.Name, IDs: m.IDs, Kind: m.Kind, Every: m.Every, It: m.It}
	if t.Kind == "list" {
		t.Kind = "checklist"
	}
	if t.Kind == "reminder" || t.Kind == "item" {
		t.Kind = ""
	}
	t.Loose = m.Every && m.Name != ""
	if t.Text == "" {
		t.Text = t.Kind
	}
	for _, a := range m.Where {
		switch a.Field {
		case meaning.When:
			t.When = merged(t.When, b.when(a.Time))
		case meaning.Due:
			t.Due = b.when(a.Time)
		case meaning.Priority:
			t.Priority = a.Text
		case meaning.Tag:
			t.Tag = a.Text
		case meaning.Project:
			t.Project = a.Text
		case meaning.List:
			t.List = a.Text
		case meaning.State:
			switch a.Text {
			case "overdue":
				t.Overdue = true
			case "completed":
				t.Completed = true
			case "pending":
				t.Pending = true
			case "repeating":
				t.Repeating = true
			case "backlog":
				t.Backlog = true
			default:
				t.Status = a.Text
			}
		}
	}
	for _, e := range m.Except {
		t.Except = append(t.Except, b.target(*e))
	}
	return t
}

func (b bridge) when(v timeexpr.Value) (w phrase.When) {
	point := func(p timeexpr.Point) calendar.Time {
		if p.Clock == 0 {
			return calendar.Time(0)
		}
		s := int(p.Clock - 1)
		return calendar.TimeOf(s/3600, s/60%60)
	}
	switch v.Kind {
	case timeexpr.Duration:
		w.Minutes = v.Amount.Seconds / 60
		return w
	case timeexpr.Recurrence:
		rec, ok := v.Rule.Plain()
		if !ok {
			return w
		}
		w.Repeat, w.Part = rec, phrase.Part(v.Rule.Part)
		w.Implied = !v.Rule.Start.Valid()
		today := b.clock.Today()
		w.Day = v.Rule.Start
		if !w.Day.Valid() {
			w.Day = today
			if rec.Freq == calendar.Weekly || rec.Freq == calendar.Weekdays {
				w.Day = rec.Next(today, today)
			}
		}
		if v.Rule.Clock > 0 {
			w.Time = point(timeexpr.Point{Clock: v.Rule.Clock})
		}
		if v.Rule.EndClock > 0 {
			w.End = point(timeexpr.Point{Clock: v.Rule.EndClock})
		}
		return w
	}
	first := v.From
	if !first.Valid() {
		first = v.To
	}
	if v.Kind != timeexpr.TimeOfDay && !v.Daily {
		w.Day = first.Day
		if v.Kind == timeexpr.Range && v.Grain >= timeexpr.DayGrain && v.To.Valid() && v.From.Valid() {
			w.To = v.To.Day
		}
	}
	w.Part = phrase.Part(v.Part)
	if v.Part == timeexpr.NoPart && v.Grain < timeexpr.DayGrain {
		w.Time, w.End = point(v.From), point(v.To)
	}
	return w
}
