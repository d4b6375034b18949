package check

import (
	"fmt"
	"slices"
	"strings"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/ledger"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
)

// Above these, a person is asked twice (facts 1.21: strictly more).
const (
	ManyDeletes = 20
	ManyUpdates = 50
)

// occurrencesMax bounds what one bulk operation does to one series.
const occurrencesMax = 1000

// bulk expands an operation over a filter into what it does to each record. It
// does all of it or, with a problem, nothing.
func (d *Draft) bulk(f *Finding) error {
	o := f.Op
	selected, p := d.meant(o)
	if p != nil {
		f.Errors = append(f.Errors, *p)
		return nil
	}
	records, problems, err := d.matches(o, selected)
	if f.Errors = append(f.Errors, problems...); err != nil || !f.Valid() {
		return err
	}
	left, more, err := d.beside(o, selected)
	if err != nil {
		return err
	}
	series, err := d.expand(f, selected, records)
	if err != nil {
		return err
	}
	if !f.Valid() {
		d.takeBack(f.Targets)
		return nil
	}
	f.Warnings = append(f.Warnings, bulkWarnings(o, f.Targets, append(left, series...))...)
	if more > 0 {
		f.Warnings = append(f.Warnings, problem.Problem{Code: problem.MatchesMore, Field: "base",
			Message: fmt.Sprintf("%d more match by now and are left alone", more), Hint: "propose again to have them too"})
	}
	return nil
}

// meant is the operation's filter, unless it says everything without having been
// asked to.
func (d *Draft) meant(o op.Op) (filter.Condition, *problem.Problem) {
	if o.Where.Empty() && !d.rules.All {
		return o.Where, &problem.Problem{Code: problem.EmptyWhere, Field: "where",
			Message: "an empty where means everything", Hint: "name what is meant, or say --all"}
	}
	return narrowed(o)
}

// expand lays over the draft what the operation does to each of the records, and
// gives those back that it leaves alone, since one occurrence of them is meant.
// Where too much is wrong it ends early.
func (d *Draft) expand(f *Finding, selected filter.Condition, records []record.Record) (series []record.Record, err error) {
	f.Targets = []Target{}
	for _, r := range records {
		s := d.keep(r)
		if s.is == nil {
			continue // deleted earlier in the batch
		}
		before := *s.is
		if meansOccurrence(f.Op, selected, before) {
			series = append(series, before)
			continue
		}
		targets, problems, err := d.one(before, f.Op, selected)
		if err != nil {
			return nil, err
		}
		f.Errors = append(f.Errors, about(before, problems)...)
		if f.Targets = append(f.Targets, targets...); len(f.Errors) >= problemsEnough {
			break
		}
	}
	return series, nil
}

// one lays over the draft what the operation does to one record, and to what goes
// with it.
func (d *Draft) one(before record.Record, o op.Op, selected filter.Condition) ([]Target, []problem.Problem, error) {
	after, problems, err := d.each(before, o, selected)
	if err != nil || len(problems) > 0 {
		return nil, problems, err
	}
	targets := []Target{target(&before, after)}
	if after == nil {
		beside, problems, err := d.release(before, o)
		if err != nil || len(problems) > 0 {
			return nil, problems, err
		}
		targets = append(targets, beside...)
	}
	d.put(record.Key{Kind: before.Kind.Name, ID: before.ID}, after, targets[0].Change)
	return targets, nil, nil
}

// beside is what the filter matches and an operation that carries revisions was
// not shown with: series that were left alone then, and what has come since.
func (d *Draft) beside(o op.Op, selected filter.Condition) (left []record.Record, more int, err error) {
	if len(o.Base) == 0 || d.rules.IgnoreBase {
		return nil, 0, nil
	}
	records, err := d.reader.Find(selected, d.today)
	if err != nil {
		return nil, 0, fmt.Errorf("find what %s is about: %w", o.Name(), err)
	}
	shown := make(map[record.Key]bool, len(o.Base))
	for _, b := range o.Base {
		shown[b.Key] = true
	}
	for _, r := range records {
		switch {
		case shown[record.Key{Kind: r.Kind.Name, ID: r.ID}]:
		case meansOccurrence(o, selected, r):
			left = append(left, r)
		default:
			more++
		}
	}
	return left, more, nil
}

// problemsEnough is where listing what is wrong with one bulk operation ends.
const problemsEnough = 5

// takeBack undoes what a bulk operation laid over the draft before it failed.
func (d *Draft) takeBack(targets []Target) {
	for _, t := range targets {
		s := d.states[t.Change.Key()]
		before := s.is
		if !t.Change.Is {
			r := record.New(t.Change.Kind, t.Change.ID)
			before = &r
		}
		r := *before
		r.Rev = t.Change.RevBefore
		for _, c := range t.Change.Cells {
			r = r.With(c.Field, c.Before)
		}
		s.is, s.step = &r, ledger.Change{}
	}
}

// narrowed is the operation's filter over the kinds that it can be done to. A
// filter that names its kinds means all of them; one that names none speaks of
// those that have what the operation needs.
func narrowed(o op.Op) (filter.Condition, *problem.Problem) {
	selected := o.Where
	named := len(selected.Kinds) > 0
	var kinds []string
	for _, k := range selected.Applies() {
		missing := lacks(k, o)
		switch {
		case missing == "":
			kinds = append(kinds, k.Name)
		case named:
			return selected, &problem.Problem{Code: problem.InvalidOp, Field: "where.kind",
				Message: fmt.Sprintf("%s cannot be done to %s: %s", o.Name(), k.Plural, missing), Hint: "name only kinds that have it"}
		}
	}
	if len(kinds) == 0 {
		return selected, &problem.Problem{Code: problem.InvalidOp, Field: "set", Message: "no kind of record has all of that", Hint: "name the kind in where"}
	}
	selected.Kinds = kinds
	return selected, nil
}

func lacks(k *schema.Kind, o op.Op) string {
	if k.Operation(o.Verb.Single()) == nil {
		return k.One() + " has no " + string(o.Verb.Single())
	}
	for _, a := range o.Set {
		if f, _ := k.Field(a.Name); f == nil {
			return k.One() + " has no " + a.Name
		}
	}
	return ""
}

// matches are the records that a bulk operation is about: those it was shown
// with, when it carries their revisions, otherwise those its filter matches now.
func (d *Draft) matches(o op.Op, selected filter.Condition) ([]record.Record, []problem.Problem, error) {
	if len(o.Base) == 0 || d.rules.IgnoreBase {
		records, err := d.reader.Find(selected, d.today)
		if err != nil {
			return nil, nil, fmt.Errorf("find what %s is about: %w", o.Name(), err)
		}
		return records, nil, nil
	}
	problems, err := d.moved(o.Base)
	if err != nil || len(problems) > 0 {
		return nil, problems, err
	}
	records := make([]record.Record, 0, len(o.Base))
	for _, b := range o.Base {
		if o.Verb == schema.BulkDelete && partly(schema.Lookup(b.Key.Kind), selected.Kinds) {
			continue // it goes with what it is a part of
		}
		if !slices.Contains(selected.Kinds, b.Key.Kind) {
			return nil, []problem.Problem{{Code: problem.InvalidBase, Field: "base",
				Message: fmt.Sprintf("base names %s #%d, which where cannot match", b.Key.Kind, b.Key.ID), Hint: "propose again"}}, nil
		}
		records = append(records, *d.states[b.Key].was)
	}
	return records, nil, nil
}

// partly reports whether records of a kind that is not among these are parts of
// records of one that is, or of parts of them.
func partly(k *schema.Kind, kinds []string) bool {
	return !slices.Contains(kinds, k.Name) && slices.ContainsFunc(k.Fields, func(f schema.Field) bool {
		return f.Part && (slices.Contains(kinds, f.Of) || partly(schema.Lookup(f.Of), kinds))
	})
}

// meansOccurrence reports whether the operation would move or delete a whole
// series because one of its occurrences matched. Nobody who says "move
// everything from today" or "cancel everything today" means what repeats since
// last year. A series that the filter names by its id is meant.
func meansOccurrence(o op.Op, selected filter.Condition, r record.Record) bool {
	if !r.Repeats() || selected.Compares(filter.IDField) {
		return false
	}
	switch o.Verb {
	case schema.BulkUpdate:
		return find(o.Set, r.Kind.Day) != nil && find(o.Set, "recurrence") == nil
	case schema.BulkDelete:
		return selected.MatchesOccurrences()
	}
	return false
}

// each is what a bulk operation makes of one record.
func (d *Draft) each(r record.Record, o op.Op, selected filter.Condition) (*record.Record, []problem.Problem, error) {
	if o.Verb != schema.BulkSetStatus {
		return d.step(r, o)
	}
	status, _ := o.Arg("status")
	if !r.Repeats() {
		after, problems := setStatus(r, status.Value.Text(), 0)
		return &after, problems, nil
	}
	days, p := d.occurrences(r, o, selected)
	if p != nil {
		return nil, []problem.Problem{*p}, nil
	}
	for _, day := range days {
		var problems []problem.Problem
		if r, problems = mark(r, status.Value.Text(), day); len(problems) > 0 {
			return nil, problems, nil
		}
	}
	return &r, nil, nil
}

// occurrences of a series that a bulk status is meant for (facts 1.3): the date
// that was said; else the day or days that were asked about; else, of what is
// overdue, every open one before today; else today's.
func (d *Draft) occurrences(r record.Record, o op.Op, selected filter.Condition) ([]calendar.Date, *problem.Problem) {
	rec, anchor := r.Recurrence(), r.Day()
	from, to := d.today, d.today
	open := false
	date, _ := o.Arg("occurrenceDate")
	span, _ := o.Arg("occurrenceRange")
	switch {
	case !date.Value.IsNull():
		from, to = date.Value.Date(), date.Value.Date()
	case !span.Value.IsNull():
		from, to = ends(filter.Range{Set: true, From: span.Value.From(), To: span.Value.To()}, anchor)
	case selected.Scheduled.Set:
		from, to = ends(selected.Scheduled, anchor)
	case selected.Overdue == filter.Yes:
		from, to, open = anchor, d.today.AddDays(-1), true
	case selected.MatchesOccurrences(): // inside "or" or "not", it names no days
		p := useOccurrence(r)
		return nil, &p
	}
	completed, skipped := r.Get("completedDates"), r.Get("skippedDates")
	var days []calendar.Date
	for day := range rec.Between(anchor, from, to) {
		if open && (completed.HasDate(day) || skipped.HasDate(day)) {
			continue
		}
		if len(days) == occurrencesMax {
			return nil, &problem.Problem{Code: problem.TooManyOccurrences, Field: "where",
				Message: fmt.Sprintf("%s has more than %d occurrences there", named(r), occurrencesMax), Hint: "name a shorter range"}
		}
		days = append(days, day)
	}
	return days, nil
}

// ends of a range that may be open: without an end it is one day, without a
// beginning it starts at the anchor (facts 1.3).
func ends(r filter.Range, anchor calendar.Date) (from, to calendar.Date) {
	from, to = r.From, r.To
	if !from.Valid() {
		from = anchor
	}
	if !to.Valid() {
		to = from
	}
	return from, to
}

func about(r record.Record, problems []problem.Problem) []problem.Problem {
	for i := range problems {
		if !strings.Contains(problems[i].Message, "#") {
			problems[i].Message = named(r) + ": " + problems[i].Message
		}
	}
	return problems
}

func bulkWarnings(o op.Op, targets []Target, left []record.Record) (warnings []problem.Problem) {
	switch n := len(targets); {
	case n == 0 && len(left) == 0:
		warnings = append(warnings, problem.Problem{Code: problem.NothingMatches, Field: "where", Message: "nothing matches"})
	case o.Verb == schema.BulkDelete && n > ManyDeletes:
		warnings = append(warnings, problem.Problem{Code: problem.BulkDeleteMany, Message: fmt.Sprintf("bulk_delete will remove %d items", n)})
	case o.Verb != schema.BulkDelete && n > ManyUpdates:
		warnings = append(warnings, problem.Problem{Code: problem.BulkUpdateMany, Message: fmt.Sprintf("%s will affect %d items", o.Verb, n)})
	}
	if len(left) > 0 {
		names := make([]string, 0, 3)
		for _, r := range left[:min(len(left), 3)] {
			names = append(names, named(r))
		}
		if len(left) > 3 {
			names = append(names, fmt.Sprintf("and %d more", len(left)-3))
		}
		w := problem.Problem{Code: problem.RepeatingLeftAlone, Message: "left alone because it repeats: " + strings.Join(names, ", "),
			Hint: "moving it would move every occurrence; name it by its id to do that"}
		if o.Verb == schema.BulkDelete {
			w.Hint = "deleting it would delete every occurrence; skip the one, or name it by its id"
		}
		warnings = append(warnings, w)
	}
	return warnings
}
