package rules

import (
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"

	"assister/internal/filter"
	"assister/internal/fulltext"
	"assister/internal/phrase"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
)

// resolve finds the records that a description in a request names: one, or for
// ids and "milk and eggs" each of them. Several for one name are a question.
func (d *drafter) resolve(t phrase.Target, r phrase.Request) ([]record.Record, error) {
	switch {
	case t.It || t.Its:
		return d.it(t)
	case len(t.IDs) > 0:
		return d.byID(t, r)
	}
	found, err := d.candidates(t, r)
	if err != nil {
		return nil, err
	}
	if k := schema.Named(t.Text); k != nil && len(d.selection.Records) == 0 && !slices.ContainsFunc(found, func(rec record.Record) bool { return fit(rec.Label(), t.Text) == whole }) {
		return nil, d.whichOf(k, r)
	}
	if len(found) == 0 && len(t.Each) > 0 {
		sole := d.sole
		d.sole = false // a selection may answer for one of them, and never for all
		defer func() { d.sole = sole }()
		var all []record.Record
		for _, e := range t.Each {
			one, err := d.resolve(e, r)
			if err != nil {
				return nil, err
			}
			all = append(all, one...)
		}
		return all, nil
	}
	found = d.inView(found, r)
	if chosen, err := d.selected(found); err != nil || len(chosen) > 0 {
		return chosen, err
	}
	switch len(found) {
	case 1:
		return found, nil
	case 0:
		options, err := d.similar(t)
		if err != nil {
			return nil, err
		}
		return nil, d.unmatched(options, "ask.nothing-matches", "name", shortened(t.Text))
	}
	err = d.ask(found, "ask.which", "name", shortened(t.Text))
	err.(*stopped).several = true
	return nil, err
}

// whichOf asks which record of a kind is meant by "my task". That the word is in
// the title of another record says nothing.
func (d *drafter) whichOf(k *schema.Kind, r phrase.Request) error {
	f := filter.Condition{Kinds: []string{k.Name}}
	if k.Settles() {
		f.Completed = filter.No
	}
	open, err := d.find(f)
	if err != nil {
		return err
	}
	if len(open) == 0 {
		return d.unmatched(nil, "ask.none-of-kind", "kind", d.language.Noun(k.Name, 1))
	}
	return d.ask(able(open, r), "ask.which-of-kind", "kind", d.language.Noun(k.Name, 1))
}

func shortened(s string) string {
	if utf8.RuneCountInString(s) <= 80 {
		return s
	}
	return string([]rune(s)[:79]) + "…"
}

// quotable is a text that people wrote on one line, cut where it is long.
func quotable(s string) string { return shortened(oneLine(s)) }

// selected is what an answer to an earlier question says of the records found:
// those of them that were selected, or, where there is one request, the
// selection itself.
func (d *drafter) selected(found []record.Record) ([]record.Record, error) {
	if len(d.selection.Records) == 0 || len(found) == 1 {
		return nil, nil
	}
	var chosen []record.Record
	for _, r := range found {
		if slices.Contains(d.selection.Records, record.Key{Kind: r.Kind.Name, ID: r.ID}) {
			chosen = append(chosen, r)
		}
	}
	if len(chosen) > 0 || !d.sole {
		return chosen, nil
	}
	return d.theSelection()
}

// inView keeps those of several records that are of the day and the priority that
// were selected. Where none is, the name still means them.
func (d *drafter) inView(found []record.Record, r phrase.Request) []record.Record {
	var f filter.Condition
	if day := d.selection.Day; day.Valid() && !d.goesTo(r) {
		f.Scheduled = filter.Day(day)
	}
	if r.Set.Priority == "" {
		f = f.WithWord("priority", d.selection.Priority)
	}
	if len(found) < 2 || f.Empty() {
		return found
	}
	kept := slices.DeleteFunc(slices.Clone(found), func(rec record.Record) bool { return !f.Selects(rec, d.today) })
	if len(kept) == 0 {
		return found
	}
	return kept
}

// severally reports whether a word means several things at once.
func severally(word string) bool {
	switch fulltext.Fold(word) {
	case "them", "those", "these":
		return true
	}
	return false
}

func (d *drafter) theSelection() (chosen []record.Record, err error) {
	return d.lookUp(d.selection.Records)
}

// lookUp are those of the records that are there.
func (d *drafter) lookUp(keys []record.Key) (chosen []record.Record, err error) {
	for _, k := range keys {
		r, ok, err := d.brief.Records.Record(k.Kind, k.ID)
		if err != nil {
			return nil, fmt.Errorf("look up %s %d: %w", k.Kind, k.ID, err)
		}
		if ok {
			chosen = append(chosen, r)
		}
	}
	return chosen, nil
}

// it is what was selected, or what the request spoke of before, or what was
// spoken of a short while ago: of several, "them" is all and "it" a question.
func (d *drafter) it(t phrase.Target) ([]record.Record, error) {
	if chosen, err := d.theSelection(); err != nil || len(chosen) > 0 {
		return chosen, err
	}
	spoken, err := d.spokenOf()
	if err != nil || len(d.last) > 0 || len(spoken) == 1 || len(spoken) > 0 && severally(t.Text) {
		return spoken, err
	}
	if len(spoken) > 0 {
		return nil, d.ask(spoken, "ask.which-is-it", "name", t.Text)
	}
	return nil, d.ask(nil, "ask.which-is-it", "name", t.Text)
}

// spokenOf is what the request spoke of before, or what was a short while ago.
func (d *drafter) spokenOf() ([]record.Record, error) {
	if len(d.last) > 0 {
		return d.last, nil
	}
	return d.lookUp(d.recent)
}

// byID finds "#12". Ids are per kind, so that the same number may be two; then
// the request may fit only one of them.
func (d *drafter) byID(t phrase.Target, r phrase.Request) (all []record.Record, err error) {
	kinds := []string{t.Kind}
	if t.Kind == "" {
		kinds = nil
		for _, k := range schema.Kinds {
			if k.Planned {
				kinds = append(kinds, k.Name)
			}
		}
	}
	for _, id := range t.IDs {
		var found []record.Record
		for _, kind := range kinds {
			rec, ok, err := d.brief.Records.Record(kind, int64(id))
			if err != nil {
				return nil, fmt.Errorf("look up %s %d: %w", kind, id, err)
			}
			if ok {
				found = append(found, rec)
			}
		}
		found = able(found, r)
		if chosen, err := d.selected(found); err != nil {
			return nil, err
		} else if len(found) > 1 && len(chosen) > 0 {
			found = chosen
		}
		switch len(found) {
		case 0:
			return nil, d.refuse(t.Span, problem.IDNotFound, "refuse.no-id", "kind", d.kinds(kinds), "id", strconv.Itoa(id))
		case 1:
			all = append(all, found[0])
		default:
			return nil, d.ask(found, "ask.which-of-id", "id", strconv.Itoa(id))
		}
	}
	return all, nil
}

// filter is everything of a description but its title.
func (d *drafter) filter(t phrase.Target) (filter.Condition, error) {
	f := filter.Condition{Status: t.Status}.WithWord("priority", t.Priority).WithWord("tags", t.Tag).WithWord("context", t.Context)
	if t.Kind != "" {
		f.Kinds = []string{t.Kind}
	}
	if w := t.When; w.Day.Valid() {
		f.Scheduled = filter.Day(w.Day)
		if w.To.Valid() {
			f.Scheduled.To = w.To
		}
		if t.OpenEnd {
			f.Scheduled.To = 0
		}
		if w.Day == 1 {
			f.Scheduled.From = 0
		}
	}
	if w := t.Due; w.Day.Valid() {
		due := filter.Day(w.Day)
		if w.To.Valid() {
			due.To = w.To
		}
		f = f.With(filter.Within("deadline", due)...)
	}
	if t.Overdue {
		f.Overdue = filter.Yes
	}
	if t.Completed {
		f.Completed = filter.Yes
	}
	if t.Pending {
		f.Completed = filter.No
	}
	if t.Repeating {
		f = f.With(filter.Repeating(true))
	}
	if t.OneOff {
		f = f.With(filter.Repeating(false))
	}
	if t.Project != "" {
		id, _, err := d.project(t.Project)
		if err != nil {
			return f, err
		}
		if id != 0 {
			f = f.With(filter.Is("projectId", record.ID(id)))
		}
	}
	return f, nil
}

// project finds a project by its name: its id, or the place in ops of the
// operation that creates it.
func (d *drafter) project(name string) (id int64, madeBy int, err error) {
	for _, m := range d.created {
		if fulltext.Fold(m.name) == fulltext.Fold(name) {
			return 0, m.at, nil
		}
	}
	found, err := d.find(filter.Condition{Kinds: []string{"project"}}.With(filter.TitleContains(name)))
	if err != nil {
		return 0, -1, err
	}
	exact := slices.DeleteFunc(slices.Clone(found), func(r record.Record) bool { return fulltext.Fold(r.Label()) != fulltext.Fold(name) })
	if chosen, err := d.selectedProject(append(exact, found...)); err != nil || chosen > 0 {
		return chosen, -1, err
	}
	switch len(exact) {
	case 1:
		return exact[0].ID, -1, nil
	case 0:
		if within := slices.DeleteFunc(slices.Clone(found), func(r record.Record) bool { return fit(r.Label(), name) > bounds }); len(within) == 1 {
			return within[0].ID, -1, nil // "the new flat project" is the move to the new flat
		}
		if len(found) == 0 {
			if found, err = d.find(filter.Condition{Kinds: []string{"project"}}); err != nil {
				return 0, -1, err
			}
		}
		return 0, -1, d.unmatched(found, "ask.no-project", "name", shortened(name))
	}
	return 0, -1, d.ask(exact, "ask.which-project", "name", shortened(name))
}

func (d *drafter) selectedProject(found []record.Record) (int64, error) {
	for _, k := range d.selection.Records {
		if k.Kind == "project" && (len(found) == 0 || slices.ContainsFunc(found, func(r record.Record) bool { return r.ID == k.ID })) {
			return k.ID, nil
		}
	}
	return 0, nil
}
