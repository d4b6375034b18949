package draft

import (
	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/language/meaning"
	"assister/internal/record"
	"assister/internal/reference"
)

// ranked are those of some records that the rank of their description picks: "the next
// meeting", "the two longest".
func (d *drafter) ranked(found []record.Record, m *meaning.Record) []record.Record {
	if m.Rank == (meaning.Rank{}) {
		return found
	}
	state, _ := m.Where.Of(meaning.State)
	late := state.Text == "overdue"
	var items []reference.Item
	for _, rec := range found {
		if day, ok := d.dayIn(rec, m.Rank.Order, late); ok {
			items = append(items, reference.ItemOn(rec, day))
		}
	}
	ranked := reference.Ranked(items, m.Rank, d.today, late)
	return reference.Each(ranked, func(i reference.Item) record.Record { return i.Record })
}

// dayIn is the day of a record that an order is about: of a series, that of one occurrence. It
// reports false if the record is not in the order.
func (d *drafter) dayIn(rec record.Record, o meaning.Order, late bool) (day calendar.Date, ok bool) {
	if rec.Kind.Belongs("checklist") != nil { // it has no day, and is in the order of its list
		return rec.Day(), true
	}
	day, begins := rec.Day(), rec.Begins()
	if begun := !d.isAhead(begins); rec.Repeats() {
		from := d.today
		if begun && !late && o != meaning.Urgent {
			from = from.AddDays(1)
		}
		if day = nextOpen(rec, from); late || o == meaning.Previous {
			day = rec.Recurrence().Last(rec.Day(), from.AddDays(-1))
		}
	}
	ahead := day > d.today || day == d.today && d.isAhead(begins)
	switch o {
	case meaning.Next, meaning.Previous:
		return day, day.Valid() && ahead == (o == meaning.Next)
	case meaning.First, meaning.Final:
		return rec.Day(), rec.Day().Valid()
	}
	return day, true
}

// nextOpen is the first day from one on that an occurrence of a series is left to be done on.
func nextOpen(rec record.Record, from calendar.Date) (first calendar.Date) {
	for first = range filter.OpenDays(rec, from, calendar.MaxDate) {
		break
	}
	return first
}
