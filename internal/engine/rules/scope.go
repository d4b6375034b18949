package rules

import (
	"fmt"
	"slices"
	"strings"

	"assister/internal/filter"
	"assister/internal/fulltext"
	"assister/internal/op"
	"assister/internal/phrase"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
)

// What "all hiring tasks" or "everything for school" means hangs on the data:
// the tasks of a project, with a tag, in a context, or with that in their titles.
// They are looked for in this order, a tag before a project where the words stand
// before the noun, and the first that there is is meant.

// belonging are the prepositions that may lead a name in a scope.
var belonging = []string{"in", "for", "of", "from", "about", "under", "on", "de", "du", "des", "dans", "pour"}

// nameIn narrows a filter down to what a name in a scope means.
func (d *drafter) nameIn(f filter.Condition, t phrase.Target) (filter.Condition, error) {
	name, inside := t.Title, false
	for {
		first, rest, ok := strings.Cut(name, " ")
		if !ok || !slices.Contains(append(belonging, "the", "my", "our", "all", "le", "la", "les", "mes"), strings.ToLower(first)) {
			break
		}
		name, inside = rest, true
	}
	name = strings.TrimSuffix(strings.TrimSuffix(name, " project"), "'s")
	ways := []func(filter.Condition, string) (filter.Condition, bool, error){d.byTag, d.byProject, d.byContext, d.byTitle}
	if inside {
		ways[0], ways[1] = ways[1], ways[0]
	}
	for _, way := range ways {
		if got, ok, err := way(f, name); ok || err != nil {
			return got, err
		}
	}
	options, err := d.similar(t)
	if err != nil {
		return f, err
	}
	return f, d.unmatched(options, "ask.nothing-matches", "name", shortened(t.Text))
}

// forms are a word as it is, in the singular and in the plural.
func forms(name string) []string {
	out := []string{name}
	if one, many := strings.CutSuffix(name, "s"); many {
		out = append(out, one)
	} else {
		out = append(out, name+"s")
	}
	if one, ok := strings.CutSuffix(name, "ies"); ok {
		out = append(out, one+"y")
	}
	if verb, ok := strings.CutSuffix(name, "ing"); ok && len(verb) > 2 {
		out = append(out, verb) // "all packing tasks" are to pack something
	}
	return out
}

func (d *drafter) byTag(f filter.Condition, name string) (filter.Condition, bool, error) {
	if f.Compares("tags") {
		return f, false, nil
	}
	for _, tag := range forms(name) {
		found, err := d.find(filter.Comparing(filter.Tagged(tag)))
		if err != nil {
			return f, false, err
		}
		if len(found) > 0 {
			return f.With(filter.Tagged(tag)), true, nil
		}
	}
	return f, false, nil
}

// byProject takes a project of that name, or the only one that has all of its
// words in its name.
func (d *drafter) byProject(f filter.Condition, name string) (filter.Condition, bool, error) {
	if f.Compares("projectId") {
		return f, false, nil
	}
	projects := filter.Condition{Kinds: []string{"project"}}.WithWord(filter.LabelField, name)
	found, err := d.find(projects)
	if err != nil {
		return f, false, err
	}
	var meant []record.Record
	for _, p := range found {
		switch fit(p.Label(), name) {
		case whole:
			return f.With(filter.Is("projectId", record.ID(p.ID))), true, nil
		case bounds:
			meant = append(meant, p)
		}
	}
	if len(meant) != 1 {
		return f, false, nil
	}
	return f.With(filter.Is("projectId", record.ID(meant[0].ID))), true, nil
}

func (d *drafter) byContext(f filter.Condition, name string) (filter.Condition, bool, error) {
	if f.Compares("context") || !slices.Contains(contexts, fulltext.Fold(name)) {
		return f, false, nil
	}
	return f.WithWord("context", fulltext.Fold(name)), true, nil
}

// contexts are those that a record can belong to.
var contexts = []string{"work", "school", "personal"}

func (d *drafter) byTitle(f filter.Condition, name string) (filter.Condition, bool, error) {
	for _, title := range forms(name) {
		try := f.Without(filter.LabelField).WithWord(filter.LabelField, title)
		found, err := d.find(try)
		if err != nil {
			return f, false, err
		}
		if slices.ContainsFunc(found, func(r record.Record) bool { return fit(r.Label(), title) <= start }) {
			return try, true, nil
		}
	}
	return f, false, nil
}

// singled does a request to the records of a scope one kind after the other, by
// their ids: where some are not meant, or the records are those that were spoken
// of before, which a first request may have taken out of the filter.
func (d *drafter) singled(r phrase.Request, f filter.Condition) error {
	found, err := d.find(f)
	if err != nil {
		return err
	}
	for _, t := range r.Target.Except {
		if found, err = d.leaving(found, t); err != nil {
			return err
		}
	}
	if len(found) == 0 {
		return d.unmatched(nil, "ask.nothing-matches", "name", shortened(r.Target.Text))
	}
	if found = d.withoutSeries(r, f, found); len(found) == 0 && len(d.ops) > 0 {
		return nil
	}
	plain := r
	plain.Target.Except, plain.Target.Again = nil, false
	for _, kind := range schema.Kinds {
		of := slices.DeleteFunc(slices.Clone(found), func(rec record.Record) bool { return rec.Kind != kind || !can(kind, r) })
		if len(of) == 0 {
			continue
		}
		these := byID(of)
		if settles(r.Action) { // whose occurrences are those of the days that were said
			these.Scheduled, these.Overdue = f.Scheduled, f.Overdue
		}
		if err := d.bulkOn(plain, these); err != nil {
			return err
		}
	}
	return nil
}

// withoutSeries leaves what repeats alone where check would, had the filter not
// named it by its id: one occurrence of it is meant and not the whole.
func (d *drafter) withoutSeries(r phrase.Request, f filter.Condition, found []record.Record) []record.Record {
	s := r.Set
	moves := (s.When.Day.Valid() || s.Backlog || s.By.Says()) && !s.When.Repeat.Repeats()
	if !moves && !(r.Action == phrase.Delete && (f.Scheduled.Set || f.Overdue == filter.Yes)) {
		return found
	}
	var series []string
	var tasks []record.Record
	kept := slices.DeleteFunc(slices.Clone(found), func(rec record.Record) bool {
		switch {
		case !rec.Repeats():
		case r.Action == phrase.Delete && f.Scheduled.From == f.Scheduled.To && rec.Kind.Operation(schema.SetStatus) != nil:
			tasks = append(tasks, rec) // that day's occurrence is skipped
		default:
			series = append(series, fmt.Sprintf("%q", rec.Label()))
		}
		return rec.Repeats()
	})
	if len(tasks) > 0 {
		skipped := byID(tasks)
		skipped.Scheduled = f.Scheduled
		d.add(op.Op{Verb: schema.BulkSetStatus, Where: skipped, Args: bulkStatus("skipped", skipped)})
	}
	if len(series) > 0 {
		d.remark(problem.RepeatingLeftAlone, "", "remark.left-alone", "names", d.listed(series))
	}
	return kept
}

// leaving are the records of a scope but those that a description names. One that
// names none of them is a mistake that would change too much.
func (d *drafter) leaving(found []record.Record, t phrase.Target) ([]record.Record, error) {
	best := inside
	for _, r := range found {
		best = min(best, fitOf(r, t.Title))
	}
	kept := slices.DeleteFunc(slices.Clone(found), func(r record.Record) bool { return fitOf(r, t.Title) == best && best < inside })
	if len(kept) == len(found) {
		return nil, d.unmatched(found, "ask.nothing-of-that", "name", shortened(t.Text))
	}
	return kept, nil
}

// fitOf is how well a record's title fits, inside where it does not have it.
func fitOf(r record.Record, title string) int {
	for _, f := range forms(title) {
		if strings.Contains(fulltext.Fold(r.Label()), fulltext.Fold(f)) {
			return fit(r.Label(), f)
		}
	}
	return inside
}

// byID is the filter of these records, which are of one kind.
func byID(found []record.Record) filter.Condition {
	ids := make([]int64, 0, len(found))
	for _, r := range found {
		ids = append(ids, r.ID)
	}
	return filter.Condition{Kinds: []string{found[0].Kind.Name}}.With(filter.IDs(ids...))
}

// titled reports whether one record is called exactly as a scope was written:
// "review tasks" may be a task.
func (d *drafter) titled(t phrase.Target) (bool, error) {
	if !t.Loose {
		return false, nil
	}
	found, err := d.named(t.Text, filter.Condition{}, true)
	return len(found) == 1, err
}

// belongsTo does a request to what a tag or a project holds where no record is
// called so, or several are, and then only where the tag is called exactly so: "mark today's
// homework done". False where there is no such name.
func (d *drafter) belongsTo(r phrase.Request, exactly bool) (bool, error) {
	t := r.Target
	oneRecord := t.One || r.Action == phrase.Rename || r.Action == phrase.Swap
	if t.Title == "" || oneRecord || len(t.Each) > 0 || t.Kind == "event" {
		return false, nil
	}
	for _, way := range []func(filter.Condition, string) (filter.Condition, bool, error){d.byTag, d.byProject} {
		name := strings.TrimSuffix(t.Title, " project")
		f, ok, err := way(filter.Condition{}, name)
		if ok && exactly && fulltext.Fold(f.Text("tags")) != fulltext.Fold(name) {
			ok = false
		}
		if err != nil || !ok {
			if err != nil {
				return false, err
			}
			continue
		}
		if t.Kind == "project" {
			t.Kind = ""
		}
		t.Every, t.Loose, t.Title = true, true, name
		r.Target = t
		return true, d.bulk(r)
	}
	return false, nil
}
