package route

import (
	"slices"

	"assister/internal/language/meaning"
	"assister/internal/language/timeexpr"
	"assister/internal/record"
	"assister/internal/reference"
)

// EntitiesOf are what a text names: the records, days, times and values in its changes and
// questions.
func EntitiesOf(t meaning.Text) (e record.Entities) {
	n := names{&e}
	for _, d := range t.Do {
		n.kind(d.Kind)
		if d.Act == meaning.Create {
			n.text(d.Title)
		}
		n.record(d.On)
		n.record(d.With)
		n.attributes(d.Set)
	}
	for _, a := range t.Ask {
		n.record(a.Of)
		n.record(a.Since)
	}
	for _, r := range t.Reply {
		n.record(r.On)
		n.attributes(r.Set)
	}
	return e
}

// names collects entities.
type names struct{ *record.Entities }

func (n names) record(m *meaning.Record) {
	if m == nil {
		return
	}
	n.kind(m.Kind)
	n.text(m.Name)
	for _, id := range m.IDs {
		n.IDs = appendNew(n.IDs, int64(id))
	}
	n.attributes(m.Where)
}

// kind notes the kind of the schema that a word for a kind means, if there is one.
func (n names) kind(word string) {
	if k := reference.KindOf(word); k != "" {
		n.Kinds = appendNew(n.Kinds, k)
	}
}

func (n names) text(name string) {
	if name != "" {
		n.Text = appendNew(n.Text, name)
	}
}

func (n names) attributes(all []meaning.Attribute) {
	for _, a := range all {
		switch a.Field {
		case meaning.When, meaning.Due, meaning.From:
			n.time(a.Time)
		case meaning.Priority:
			n.Priority = a.Text
		case meaning.Tag:
			n.Tags = appendNew(n.Tags, a.Text)
		case meaning.Project:
			n.Project = a.Text
		case meaning.Kind:
			n.kind(a.Text)
		case meaning.Any:
			n.attributes(a.Any)
		case meaning.Title, meaning.List, meaning.About, meaning.Part, meaning.Person, meaning.Team:
			n.text(a.Text)
		}
	}
}

// time notes the first day, range or time that is named.
func (n names) time(v timeexpr.Value) {
	if v.Kind == timeexpr.Recurrence {
		v = timeexpr.Value{Kind: timeexpr.Day, From: timeexpr.Point{Day: v.Rule.Start, Clock: v.Rule.Clock}}
	}
	if !n.Time.Valid() {
		n.Time = v.From.Time()
	}
	known := n.Date.Valid() || n.From.Valid() || n.To.Valid()
	switch {
	case known || v.OfAnyDay():
	case v.Kind == timeexpr.Range && v.From.Day != v.To.Day:
		n.From, n.To = v.From.Day, v.To.Day
	default:
		n.Date = v.From.Day
	}
}

// categoryOf is what a text is about, by the kinds that it names, as a hint; "" if nothing tells.
func categoryOf(t meaning.Text, named record.Entities) string {
	for _, kind := range named.Kinds {
		if kind == "task" || kind == "event" {
			return kind
		}
	}
	happens := func(d meaning.Do) bool { return d.Happens || d.On != nil && d.On.Happens }
	if slices.ContainsFunc(t.Do, happens) {
		return "event"
	}
	return ""
}
