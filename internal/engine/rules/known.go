package rules

import (
	"errors"
	"slices"
	"strings"

	"assister/internal/filter"
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
		if done, err := d.eachKnown(r); done || err != nil {
			return done, err
		}
		return false, d.doubtNew(r)
	}
	if chosen, err := d.selected(there); err != nil {
		return false, err
	} else if len(chosen) > 0 {
		there = chosen
	}
	name := shortened(there[0].Label())
	switch {
	case len(there) > 1:
		return false, d.ask(there, "ask.which", "name", shortened(r.Known.Target.Text))
	case r.Asked && len(d.selection.Records) == 0:
		return false, d.ask(there, "ask.exists", "name", name)
	}
	d.last = there
	meant := *r.Known
	meant.Span = r.Span // of what is refused
	return true, d.single(meant, there[0])
}

// doubtNew asks where "the plumber" is put on a day and nothing is called so, but
// something nearly is.
func (d *drafter) doubtNew(r phrase.Request) error {
	if !r.Known.Target.The || r.Asked || len(d.selection.Records) > 0 {
		return nil
	}
	options, err := d.similar(r.Known.Target)
	if err != nil || len(options) == 0 {
		return err
	}
	return d.ask(options, "ask.nothing-called-add", "name", shortened(r.Known.Target.Text))
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

// alike asks where something is there already that a bare order speaks of, or what
// has been jotted down: "pay nanny" is the task "Pay the nanny", and what "bin the
// physio on friday" asks for is not that there be another physio.
func (d *drafter) alike(r phrase.Request) error {
	said := contents(r.Title)
	for _, w := range said[:min(len(said), titleWords)] {
		found, err := d.openingWith(w, filter.Condition{})
		if err != nil {
			return err
		}
		for _, rec := range found {
			if d.speaksOf(r, said, rec) {
				return d.ask(nil, "ask.exists-what", "name", shortened(rec.Label()))
			}
		}
	}
	return nil
}

// titleWords is how many words of a title are looked up.
const titleWords = 12

// speaksOf reports whether a title is, or has in it, the name of a record that is still
// ahead. What is to be done may be about it ("prepare the book club") and is not it; and
// with a day of its own it may be less than that.
func (d *drafter) speaksOf(r phrase.Request, said []string, rec record.Record) bool {
	if settled(rec) || rec.Day().Valid() && rec.Day() < d.today && !rec.Repeats() && !rec.Kind.Settles() {
		return false
	}
	name := contents(rec.Label())
	switch {
	case within(said, name) && (!r.Set.When.Says() || len(said) == len(name) && said[0] == name[0]):
		return true
	case phrase.Errand(r.Title) && said[0] != name[0]:
		return false
	case !phrase.Errand(r.Title) && len(name) > 1 && phrase.Errand(rec.Label()) && !slices.ContainsFunc(said, func(w string) bool { return !slices.Contains(name[1:], w) }):
		return !r.Set.When.Time.Valid() && !phrase.Happens(r.Title) // "gutters sunday" is less than "Clean the gutters"
	case len(name) == 1 && len(said) > 1:
		return slices.Contains(said, name[0]) && (theOne(r.Title, name[0]) || said[len(said)-1] == name[0])
	}
	return len(name) > 1 && strings.Contains(" "+strings.Join(said, " ")+" ", " "+strings.Join(name, " ")+" ")
}

// theOne reports whether a title speaks of a thing as of one that there is: "the physio".
func theOne(title, name string) bool {
	words := fields(title)
	i := slices.Index(words, name)
	return i > 0 && (words[i-1] == "the" || words[i-1] == "my" || words[i-1] == "le" || words[i-1] == "la" || words[i-1] == "mon" || words[i-1] == "ma")
}

// contents are the words of a title that carry something.
func contents(title string) []string { return slices.DeleteFunc(fields(title), empty) }

// within reports whether two words or more are all among others.
func within(few, many []string) bool {
	return len(few) > 1 && !slices.ContainsFunc(few, func(w string) bool { return !slices.Contains(many, w) })
}
