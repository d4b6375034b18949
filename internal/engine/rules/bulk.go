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

// Requests about everything that a description holds of.

// bulk drafts an operation on everything that a description holds of. That it
// may match nothing is for check to warn of.
func (d *drafter) bulk(r phrase.Request) error {
	if r.Target.List != "" {
		return d.wholeList(r)
	}
	if d.sweeping(r) {
		return d.ask(nil, "ask.everything")
	}
	f, err := d.scope(r)
	if err != nil {
		return err
	}
	if len(r.Target.Except) > 0 || r.Target.Again {
		return d.singled(r, f)
	}
	if d.sole {
		return d.onSelected(r, f)
	}
	return d.bulkOn(r, f)
}

// onSelected drafts a request for what was selected of all that it describes. A day
// is where a move goes that says none, and otherwise the day that is meant, unless
// the words have one.
func (d *drafter) onSelected(r phrase.Request, f filter.Condition) error {
	if day := d.selection.Day; day.Valid() && !f.Scheduled.Set && !d.goesTo(r) {
		f.Scheduled = filter.Range{Set: true, From: day, To: day}
	}
	if len(d.selection.Records) == 0 {
		return d.bulkOn(r, f)
	}
	found, err := d.lookUp(d.selection.Records)
	if err != nil {
		return err
	}
	before := len(d.ops)
	for _, kind := range schema.Kinds {
		of := slices.DeleteFunc(slices.Clone(found), func(rec record.Record) bool { return rec.Kind != kind || !can(kind, r) })
		if len(of) == 0 {
			continue
		}
		these := byID(of)
		these.Scheduled = f.Scheduled
		if err := d.bulkOn(r, these); err != nil {
			return err
		}
	}
	if len(d.ops) == before {
		return d.unmatched(nil, "ask.nothing-matches", "name", shortened(r.Target.Text))
	}
	return nil
}

// sweeping reports whether a request is about all there is, of every kind. Nobody
// means that who says "delete everything": it is today's, or a project's, and the
// rest would be lost with it.
func (d *drafter) sweeping(r phrase.Request) bool {
	chosen := d.sole && (len(d.selection.Records) > 0 || d.selection.Day.Valid() || d.selection.Priority != "")
	whither := r.Action == phrase.Move && r.Set.Empty()
	return r.Target.Everything() && len(r.Set.Untag) == 0 && !chosen && !whither
}

// bulkOn drafts the operation on what a filter matches.
func (d *drafter) bulkOn(r phrase.Request, f filter.Condition) error {
	switch {
	case r.Action == phrase.Move && r.Set.Empty() && !d.selection.Day.Valid():
		return d.ask(nil, "ask.to-which-day")
	case r.Action == phrase.Delete:
		d.add(op.Op{Verb: schema.BulkDelete, Where: f})
		return d.skipOccurrences(f)
	case settles(r.Action):
		d.add(op.Op{Verb: schema.BulkSetStatus, Where: f, Args: bulkStatus(statusOf(r.Action), f)})
		return nil
	case perRecord(r.Set):
		return d.oneByOne(r, f)
	}
	if err := d.deadlines(&r); err != nil {
		return err
	}
	set, err := d.bulkSet(r)
	if err != nil {
		return err
	}
	// A kind that was named has to have it all; where none is, the operation
	// speaks of those that do.
	for _, kind := range f.Kinds {
		if err := d.has(schema.Lookup(kind), set, r.Span); err != nil {
			return err
		}
	}
	if f.Repeats() != filter.No {
		series := f.Without("recurrence").With(filter.Repeating(true))
		found, err := d.find(series)
		if err != nil {
			return err
		}
		d.saySeries(r, found)
	}
	d.add(op.Op{Verb: schema.BulkUpdate, Where: f, Set: set})
	return nil
}

// saySeries says which of the records a change is for as a whole: an occurrence has a
// day and a status of its own, and neither priority nor tags nor project. A series is
// on no other day for it, and check says so.
func (d *drafter) saySeries(r phrase.Request, found []record.Record) {
	if w := r.Set.When; w.Day.Valid() || r.Set.Backlog || r.Set.By.Says() {
		return
	}
	var series []string
	for _, rec := range found {
		if rec.Repeats() && can(rec.Kind, r) {
			series = append(series, fmt.Sprintf("%q", rec.Label()))
		}
	}
	if len(series) > 0 {
		d.remark(problem.WholeSeries, "", "remark.every-occurrence", "names", d.listed(series))
	}
}

// scope is the filter of everything that a request is about. What is settled is
// left out, unless the request speaks of it or reopens it; a deletion of what is
// described takes it too.
func (d *drafter) scope(r phrase.Request) (filter.Condition, error) {
	t := r.Target
	f, err := d.filter(t)
	if err != nil {
		return f, err
	}
	if !t.Loose {
		f = f.WithWord(filter.LabelField, t.Title)
	} else {
		if f, err = d.nameIn(f, t); err != nil {
			return f, err
		}
	}
	hasTime := t.When.Time.Valid() || t.When.Part != phrase.NoPart
	unresolvedProject := t.Project != "" && !f.Compares("projectId")
	if hasTime || unresolvedProject || t.Kind == "project" {
		return f, &stopped{words: t.Span.Of(d.text)}
	}
	open := f.Completed == filter.Any && f.Status == "" && f.Overdue == filter.Any
	switch {
	case !open:
	case r.Action == phrase.Reopen:
		f.Completed = filter.Yes
	case r.Action != phrase.Delete || !t.Described() && t.Title == "":
		f.Completed = filter.No
	}
	if !f.Compares("priority") && r.Set.Priority == "" {
		f = f.WithWord("priority", d.selection.Priority)
	}
	if t.Backlog {
		return d.backlog(f)
	}
	return f, nil
}

// bulkStatus is a status, and of what repeats the occurrences it is for: those
// of the day or the days that the filter speaks of.
func bulkStatus(status string, f filter.Condition) []op.Arg {
	args := []op.Arg{{Name: "status", Value: record.Text(status)}}
	switch from, to := f.Scheduled.From, f.Scheduled.To; {
	case !from.Valid() || !to.Valid():
	case from == to:
		args = append(args, op.Arg{Name: "occurrenceDate", Value: record.Date(from)})
	default:
		args = append(args, op.Arg{Name: "occurrenceRange", Value: record.Range(from, to)})
	}
	return args
}

// skipOccurrences goes with a deletion of everything on a day. That takes no
// series away (check leaves them alone, and says so), and whoever cancels the
// day means today's occurrence of it to go. Of several days it is not done,
// since an occurrence completed on one of them would be skipped with the others.
func (d *drafter) skipOccurrences(f filter.Condition) error {
	oneDay := f.Scheduled.From.Valid() && f.Scheduled.From == f.Scheduled.To
	leavesSeries := f.Compares(filter.IDField) || f.Repeats() == filter.No
	byState := f.Completed == filter.Yes || f.Status != ""
	otherKinds := len(f.Kinds) > 0 && !slices.Contains(f.Kinds, "task")
	if !oneDay || leavesSeries || byState || otherKinds {
		return nil
	}
	f.Kinds, f.Completed = []string{"task"}, filter.No
	f = f.Without("recurrence").With(filter.Repeating(true))
	found, err := d.find(f)
	if err != nil {
		return err
	}
	if len(found) > 0 {
		d.add(op.Op{Verb: schema.BulkSetStatus, Where: f, Args: bulkStatus("skipped", f)})
	}
	return nil
}

// perRecord reports whether the settings come to another value for each record:
// what is added to its tags or notes, or counted from its own day.
func perRecord(s phrase.Settings) bool {
	return s.By.Says() || len(s.Tags) > 0 || len(s.Untag) > 0 || s.Longer != 0 || s.Notes != "" || s.When.Repeat.Repeats() || s.When.Minutes > 0
}

// oneByOneMost is how many records a request may change one by one. Beyond that
// nobody reads what is proposed.
const oneByOneMost = 50

// oneByOne drafts an update of each record, since no bulk operation can work a
// value out. What has no such field or no day to count from is not meant by
// "everything"; a series is left alone rather than moved as a whole, as check
// does for bulk operations.
func (d *drafter) oneByOne(r phrase.Request, f filter.Condition) error {
	found, err := d.find(f)
	if err != nil {
		return err
	}
	if len(found) == 0 {
		return d.unmatched(nil, "ask.nothing-matches", "name", shortened(r.Target.Text))
	}
	by := r.Set.By
	var meant []record.Record
	var series []string
	for _, rec := range found {
		switch {
		case !can(rec.Kind, r):
		case by.Says() && rec.Repeats():
			series = append(series, fmt.Sprintf("%q", rec.Label()))
		case (by.Days != 0 || by.Months != 0) && !rec.Day().Valid():
		case (by.Minutes != 0 || r.Set.When.Minutes > 0 || r.Set.Longer != 0) && !rec.Get("startTime").Time().Valid():
		case r.Set.Longer != 0 && !rec.Get("endTime").Time().Valid():
		case len(r.Set.Untag) > 0 && !tagged(rec, r.Set.Untag):
		default:
			meant = append(meant, rec)
		}
	}
	switch {
	case len(meant) == 0 && len(series) > 0:
		return d.refuse(r.Span, problem.UseOccurrence, "refuse.repeats-all")
	case len(meant) == 0:
		return d.refuse(r.Span, problem.MissingSet, "refuse.nothing-to-change")
	case len(meant) > oneByOneMost:
		return d.refuse(r.Span, problem.MissingSet, "refuse.too-many", "number", len(meant), "limit", oneByOneMost)
	}
	d.saySeries(r, meant)
	for _, rec := range meant {
		args, err := d.changes(r, rec)
		if err != nil {
			return err
		}
		d.add(on(rec, schema.Update, args))
	}
	if len(series) > 0 {
		d.remark(problem.RepeatingLeftAlone, "", "remark.left-alone", "names", d.listed(series))
	}
	d.last = meant
	return nil
}

// tagged reports whether a record has any of the tags.
func tagged(rec record.Record, tags []string) bool {
	return slices.ContainsFunc(rec.Get("tags").Tags(), func(t string) bool {
		return slices.ContainsFunc(tags, func(u string) bool { return fulltext.Fold(u) == fulltext.Fold(t) })
	})
}

// listed are the first few of many.
func (d *drafter) listed(names []string) string {
	if n := len(names) - 3; n > 0 {
		return d.language.Text("remark.more", "names", strings.Join(names[:3], ", "), "number", n)
	}
	return strings.Join(names, ", ")
}

// bulkSet are the fields that one bulk update sets to the same on all records.
func (d *drafter) bulkSet(r phrase.Request) ([]op.Arg, error) {
	s, w := r.Set, r.Set.When
	day, err := d.planned(r)
	if err != nil {
		return nil, err
	}
	var set []op.Arg
	put := func(field string, v record.Value) { set = append(set, op.Arg{Name: field, Value: v}) }
	if day.Valid() {
		put("scheduledFor", record.Date(day))
	}
	if s.Backlog {
		put("scheduledFor", record.Null)
	}
	if w.Time.Valid() {
		put("startTime", record.Time(w.Time))
	}
	if w.End.Valid() {
		put("endTime", record.Time(w.End))
	}
	if s.Location != "" {
		put("location", record.Text(s.Location))
	}
	plain, err := d.plain(s)
	if err != nil {
		return nil, err
	}
	if set = append(set, plain...); len(set) == 0 {
		return nil, &stopped{words: r.Span.Of(d.text)}
	}
	return set, nil
}

// backlog names the tasks without a day by their ids, since no key of a filter
// can say that.
func (d *drafter) backlog(f filter.Condition) (filter.Condition, error) {
	f.Kinds = []string{"task"}
	found, err := d.find(f)
	if err != nil {
		return f, err
	}
	ids := []int64{}
	for _, r := range found {
		if !r.Day().Valid() {
			ids = append(ids, r.ID)
		}
	}
	return f.With(filter.IDs(ids...)), nil
}

// deadlines makes a move of what is due by some day to a later one a new deadline of it,
// since nobody plans a thing for after it is due.
func (d *drafter) deadlines(r *phrase.Request) error {
	w := r.Set.When
	if r.Action != phrase.Move || !r.Target.Due.Day.Valid() || !w.Day.Valid() || w.Time.Valid() || w.Day <= lastDay(r.Target.Due) {
		return nil
	}
	switch chosen := d.selection.Day; {
	case chosen.Valid():
		w.Day, w.To = chosen, 0
	case w.To.Valid():
		return d.ask(nil, "ask.due-which-day", "first", w.Day, "last", w.To)
	}
	r.Action, r.Set.Due, r.Set.When = phrase.Change, w, phrase.When{}
	return nil
}
