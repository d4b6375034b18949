package route

import (
	"assister/internal/language/meaning"
	"assister/internal/language/timeexpr"
	"assister/internal/record"
	"assister/internal/reference"
)

// EntitiesOf are what a text names: the records, days, times and values in its changes and
// questions.
func EntitiesOf(t meaning.Text) (e record.Entities) {
	n := names{&e}
	for i := range t.Do {
		n.change(&t.Do[i])
	}
	for i := range t.Ask {
		n.record(t.Ask[i].Of)
		n.record(t.Ask[i].Since)
	}
	for i := range t.Reply {
		n.record(t.Reply[i].On)
		n.attributes(t.Reply[i].Set)
	}
	return e
}

// maxNames is how many names a text lends to its entities.
const maxNames = 100

// names collects entities.
type names struct{ *record.Entities }

func (n names) change(d *meaning.Do) {
	n.kind(d.Kind)
	if d.Act == meaning.Create {
		n.text(d.Title)
	}
	n.record(d.On)
	n.record(d.With)
	n.attributes(d.Set)
}

func (n names) record(m *meaning.Record) {
	if m == nil {
		return
	}
	n.kind(m.Kind)
	n.text(m.Name)
	for _, id := range m.IDs {
		if len(n.IDs) < maxNames {
			n.IDs = appendNew(n.IDs, int64(id))
		}
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
	if name != "" && len(n.Text) < maxNames {
		n.Text = appendNew(n.Text, name)
	}
}

func (n names) attributes(all []meaning.Attribute) {
	for _, a := range all {
		n.attribute(a)
	}
}

func (n names) attribute(a meaning.Attribute) {
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

// categories are the categories of requests, by the kind of record that they name.
var categories = map[string]string{"task": "task", "reminder": "task", "event": "event"}

// categoryOf is what a text is about, as a hint; "" if nothing tells.
func categoryOf(t meaning.Text) string {
	for i := range t.Do {
		d := &t.Do[i]
		on := d.On
		if on == nil {
			on = &meaning.Record{}
		}
		switch {
		case categories[d.Kind] != "":
			return categories[d.Kind]
		case categories[on.Kind] != "":
			return categories[on.Kind]
		case d.Happens, on.Happens:
			return "event"
		}
	}
	for i := range t.Ask {
		if of := t.Ask[i].Of; categories[of.Kind] != "" {
			return categories[of.Kind]
		}
	}
	return ""
}
