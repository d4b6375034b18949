package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"assister/internal/filter"
	"assister/internal/phrase"
	"assister/internal/record"
)

// candidates are the records that a description may mean, those it fits best.
func (d *drafter) candidates(t phrase.Target, r phrase.Request) ([]record.Record, error) {
	if found, err := d.ofKind(t, r); err != nil || len(able(found, r)) > 0 {
		return able(found, r), err
	}
	if items, err := d.itemsOf(t, r); err != nil || len(items) > 0 {
		return items, err
	}
	narrow, err := d.filter(t)
	if err != nil {
		return nil, err
	}
	if len(t.Did) > 0 {
		return d.toBeDone(t, r, narrow)
	}
	for _, look := range []func(phrase.Target, filter.Condition) ([]record.Record, error){d.byName, d.byWords} {
		found, err := look(t, narrow)
		if err != nil {
			return nil, err
		}
		if len(found) > 0 {
			return preferred(found, r), nil
		}
	}
	if generic(t) {
		return d.described(t, r, narrow)
	}
	return d.besides(t, r)
}

// byName are the records that are called as a description says: as it was written, by
// its title, by its title without the word for the kind, and of any kind.
func (d *drafter) byName(t phrase.Target, narrow filter.Condition) ([]record.Record, error) {
	type attempt struct {
		title string
		f     filter.Condition
		exact bool
	}
	anyDay := filter.Condition{Kinds: narrow.Kinds}
	attempts := []attempt{{t.Text, anyDay, t.Described()}, {t.Title, narrow, false}, {t.Short, narrow, false}}
	if len(narrow.Kinds) > 0 && t.Kind != "project" {
		wide := narrow
		wide.Kinds = nil
		attempts = append(attempts, attempt{t.Title, wide, false})
	}
	for _, at := range attempts {
		if at.title == "" {
			continue
		}
		found, err := d.named(at.title, at.f, at.exact)
		if found = d.atTime(found, t); err != nil || len(found) > 0 {
			return found, err
		}
	}
	return nil, nil
}

// byWords are the records that have the words of a title, in any order.
func (d *drafter) byWords(t phrase.Target, narrow filter.Condition) ([]record.Record, error) {
	for _, title := range []string{t.Title, t.Short} {
		found, err := d.allWords(title, narrow)
		if found = d.atTime(found, t); err != nil || len(found) > 0 {
			return found, err
		}
	}
	return nil, nil
}

// generic reports whether a title may be no more than the word for a kind, beside a
// description: "my meeting tomorrow".
func generic(t phrase.Target) bool {
	return t.Described() && t.Kind != "" && (t.Title == "" || t.Short == "" && !strings.Contains(t.Title, " "))
}

// described are the records that a description holds of, where nothing is called as its
// title says. Only where that says nothing, or a time was given, one of them is meant
// without being asked about.
func (d *drafter) described(t phrase.Target, r phrase.Request, narrow filter.Condition) ([]record.Record, error) {
	found, err := d.find(narrow)
	if err != nil {
		return nil, err
	}
	found = preferred(d.atTime(found, t), r)
	word := strings.ToLower(t.Title)
	if len(found) == 1 && (word == "" || word == "event" || word == "task" || t.When.Time.Valid()) {
		return found, nil
	}
	if len(found) > 0 && len(d.selection.Records) == 0 {
		return nil, d.ask(found, "ask.nothing-called", "name", shortened(t.Title))
	}
	return found, nil
}

// renamed are the kinds whose records are renamed by their names alone.
var renamed = []string{"project", "checklist", "note", "note_session", "link", "file", "alarm", "team", "person", "situation"}

// besides are the records that a name may mean beside those that are planned: an item of
// a list that is to go, a task that is called like a project, and what is renamed.
func (d *drafter) besides(t phrase.Target, r phrase.Request) ([]record.Record, error) {
	if r.Action == phrase.Delete && t.Kind == "" && !t.Described() {
		_, exact, err := d.itemsNamed(t.Title)
		return exact, err
	}
	if t.Kind == "project" && !t.Described() { // "my project review" may be a task that is called so
		if found, err := d.allWords(t.Text, filter.Condition{}); err != nil || len(found) > 0 {
			return preferred(found, r), err
		}
	}
	if r.Action == phrase.Rename && t.Kind == "" {
		return d.named(t.Text, filter.Condition{Kinds: renamed}, true)
	}
	return nil, nil
}

// toBeDone are the records whose titles say to do what was done: "Buy milk" of
// "bought the milk", or what is called just as that is.
func (d *drafter) toBeDone(t phrase.Target, r phrase.Request, narrow filter.Condition) ([]record.Record, error) {
	name := cmp.Or(t.Title, t.Text)
	for _, verb := range t.Did {
		found, err := d.allWords(verb+" "+name, narrow)
		if err != nil {
			return nil, err
		}
		found = slices.DeleteFunc(found, func(rec record.Record) bool { return !slices.Contains(fields(rec.Label())[:1], verb) })
		if found = preferred(found, r); len(found) == 1 && len(d.selection.Records) == 0 && saysMore(found[0].Label(), name) {
			return nil, d.ask(found, "ask.is-all-done", "name", shortened(found[0].Label()))
		}
		if len(found) > 0 {
			return found, nil
		}
	}
	found, err := d.named(name, narrow, true)
	return preferred(found, r), err
}

// saysMore reports whether a title joins several things of which not all were named:
// who bought the bread of "Buy bread and milk" may not have done it.
func saysMore(title, name string) bool {
	named := fields(name)
	things, done, this := 1, 0, 0
	for _, w := range fields(strings.NewReplacer(",", " and ", "&", " and ", "+", " and ").Replace(title)) {
		switch {
		case w == "and" || w == "et":
			things, done, this = things+1, done+this, 0
		case slices.Contains(named, w):
			this = 1
		}
	}
	done += this
	return done > 0 && done < things
}

func (d *drafter) find(f filter.Condition) ([]record.Record, error) {
	found, err := d.brief.Records.Find(f, d.today)
	if err != nil {
		return nil, fmt.Errorf("find what the request names: %w", err)
	}
	return found, nil
}

// openingWith is find for a text that a title has from the beginning of a word on.
func (d *drafter) openingWith(text string, f filter.Condition) ([]record.Record, error) {
	found, err := d.brief.FindByTitle(text, f)
	if err != nil {
		return nil, fmt.Errorf("find what the request names: %w", err)
	}
	return found, nil
}

// atTime keeps those that begin at the time, or in the part of the day, that was
// said. What has no time may be in any part.
func (d *drafter) atTime(found []record.Record, t phrase.Target) []record.Record {
	if !t.When.Time.Valid() && t.When.Part == phrase.NoPart {
		return found
	}
	return slices.DeleteFunc(slices.Clone(found), func(r record.Record) bool {
		begins := r.Get("startTime").Time()
		if t.When.Time.Valid() {
			return begins != t.When.Time
		}
		return begins.Valid() && !t.When.Part.Has(begins)
	})
}
