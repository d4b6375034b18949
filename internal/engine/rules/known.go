package rules

import (
	"errors"
	"fmt"
	"slices"

	"assister/internal/phrase"
	"assister/internal/record"
)

// Some words ask for a new record, or for a change of one that there is already:
// "schedule the dentist for friday". The data tells which.

// known carries out what a request asks for where there is such a record. False
// where there is none, so that a new one is meant.
func (d *drafter) known(r phrase.Request) (done bool, err error) {
	there, err := d.there(r)
	if err != nil {
		return false, err
	}
	if len(there) == 0 {
		return d.eachKnown(r)
	}
	if chosen, err := d.selected(there); err != nil {
		return false, err
	} else if len(chosen) > 0 {
		there = chosen
	}
	name := shortened(there[0].Label())
	switch {
	case len(there) > 1:
		return false, ask(fmt.Sprintf("Which “%s” do you mean?", shortened(r.Known.Target.Text)), there)
	case r.Asked && len(d.selection.Records) == 0:
		return false, ask(fmt.Sprintf("There is “%s” already. Is it to be changed? Say “move %s …”, or “add …” for another one.", name, name), there)
	}
	d.last = there
	return true, d.single(*r.Known, there[0])
}

// eachKnown carries it out for "the review and the workshop" where there is each of
// them, and nothing is called both.
func (d *drafter) eachKnown(r phrase.Request) (done bool, err error) {
	var all []record.Record
	for _, t := range r.Known.Target.Each {
		one := *r.Known
		one.Target = t
		there, err := d.there(phrase.Request{Known: &one})
		if err != nil || len(there) != 1 {
			return false, err
		}
		all = append(all, there[0])
	}
	for _, rec := range all {
		if err := d.single(*r.Known, rec); err != nil {
			return false, err
		}
	}
	d.last = all
	return len(all) > 0, nil
}

// there are the records that a request may be about instead of making one: of that
// very name, or, where one that there is was spoken of ("the dentist"), those that
// the words fit. What is settled, and a series, is not moved by making something.
func (d *drafter) there(r phrase.Request) ([]record.Record, error) {
	t := r.Known.Target
	found, err := d.candidates(t, *r.Known)
	if stop := (*stopped)(nil); errors.As(err, &stop) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(slices.Clone(found), func(rec record.Record) bool {
		if r.Asked && rec.Day().Valid() && rec.Day() < d.today {
			return true // what is past is no more in the way of another
		}
		named := fit(rec.Label(), t.Title) == whole || fit(rec.Label(), t.Text) == whole
		return !t.The && !named || settled(rec) || rec.Repeats() && !settles(r.Known.Action) || !can(rec.Kind, *r.Known)
	}), nil
}

// settled reports whether nothing is left to be done of a record.
func settled(rec record.Record) bool {
	status := rec.Get("status").Text()
	return !rec.Repeats() && (status == "completed" || status == "skipped")
}
