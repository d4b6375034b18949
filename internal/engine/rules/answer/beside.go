package answer

import (
	"slices"

	"assister/internal/calendar"
	"assister/internal/language/meaning"
	"assister/internal/reference"
	"assister/internal/schema"
)

// What lies beside something else: on its day, before it or after it.

// beside looks at the day of something that the question names, before it begins or after it
// ends. What is to be done before it is what has a day until then.
func (q resolving) beside(a meaning.Attribute) {
	of := &meaning.Record{Name: a.Text, It: a.Text == ""}
	if n := len(q.shown); of.It && n > 0 && a.Field == meaning.Later && q.rank.Order == meaning.Next {
		q.afterwards(a)
		return
	}
	if of.It && len(q.spoken) != 1 {
		q.stop(unresolved{}) // nothing says which of them it is
	}
	anchor := &looking{&question{source: q.source, what: meaning.Get, field: meaning.When, said: q.said}}
	resolving{anchor.question}.describe(of)
	anchor.span()
	found := anchor.items()
	if len(found) > 0 {
		found = anchor.titled(found)
	}
	timed := a.Field == meaning.Later && !q.due
	n := slices.IndexFunc(found, func(i reference.Item) bool { return i.On().Valid() && (!timed || i.Begins.Valid()) })
	if n < 0 {
		q.stop(unresolved{words: a.Text}) // it has no day, or is nothing that is planned: "after work"
		return
	}
	q.anchor = found[n].Record.Key()
	before := q.said
	q.said = q.side(found[n], a)
	if a.Field == meaning.Earlier && before.First == before.Last && before.Last == q.said.Last {
		q.said.From = before.From // between two things
	}
	projects := q.records.LookUp(reference.WholesOf(records(found[n:n+1]), "project"))
	switch {
	case a.Field == meaning.SameDay:
	case a.Field == meaning.Earlier && q.state == open && len(projects) > 0 && len(q.Terms) == 0:
		in := meaning.Attribute{Field: meaning.Project, Text: projects[0].Label()}
		q.Terms = append(q.Terms, reference.Term{Attribute: in, Of: projects}) // what is to be done for the party
	case a.Field == meaning.Earlier && len(q.Named) == 0 && q.state == open:
		q.Named = reference.NamedOrPlanned("task") // what is to be done, and not what takes place
	case len(q.Named) == 0 && q.state == usual && !q.due:
		q.Named = reference.NamedOrPlanned("event") // what has no time is on no side of it
	}
}

// afterwards looks at what comes after what was shown last, on whatever day.
func (q resolving) afterwards(a meaning.Attribute) {
	last := slices.MaxFunc(q.shown, inOrder)
	switch {
	case !last.On().Valid():
		q.stop(unresolved{})
	case last.Begins.Valid():
		q.said, q.anchor = q.side(last, a), last.Record.Key()
	default:
		q.said = reference.Window{First: last.On()}
		q.except(&meaning.Record{It: true})
	}
}

// side is the time before or after an item, on its day; what is to be done before it has all
// the days until then.
func (q resolving) side(i reference.Item, a meaning.Attribute) reference.Window {
	day := a.Time.Amount.After(i.On())
	w := reference.Window{First: day, Last: day}
	todo := q.state == open || q.due || len(q.Named) > 0 && !slices.Contains(q.Named, schema.Lookup("event"))
	switch {
	case a.Field == meaning.SameDay && a.Also:
		w.From, w.To = i.Begins, i.Ends()
	case a.Field == meaning.SameDay:
	case a.Field == meaning.Earlier && !todo:
		w.To = i.Begins
	case a.Field == meaning.Earlier:
		if w.First = 0; !i.Begins.Valid() {
			w.Last = day.AddDays(-1) // it takes all of its day
		}
	case q.due:
		w = reference.Window{First: day.AddDays(1)}
	default:
		_, end := i.Minutes()
		end = min(end, lastMinute)
		w.From = calendar.TimeOf(end/60, end%60)
		if q.rank.Order == meaning.Next {
			w.Last = 0 // even if it is on another day
		}
	}
	return w
}

// lastMinute is the last minute of a day.
const lastMinute = 24*60 - 1
