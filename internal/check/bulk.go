package check

import (
	"fmt"
	"slices"
	"strings"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
)

// A person is asked a second time before more records than these are changed.
const (
	ManyDeletes = 20
	ManyUpdates = 50
)

const (
	occurrencesMax = 1000 // of one series that one bulk operation changes
	problemsEnough = 5    // listed of one bulk operation; more would not help
)

// bulk expands one operation over a filter into its changes to each record.
type bulk struct {
	draft    *Draft
	op       op.Op
	selected filter.Condition // its filter, limited to the kinds that it can change
}

// bulk checks a bulk operation. It changes all of its records or, if there is a
// problem, none.
func (d *Draft) bulk(f *Finding) error {
	o := f.Op
	if o.Where.Empty() && !d.rules.All {
		f.Errors = append(f.Errors, problem.Problem{Code: problem.EmptyWhere, Field: "where",
			Message: "an empty where would match every record", Hint: "add a condition to where, or pass --all"})
		return nil
	}
	selected, p := narrowed(o)
	if p != nil {
		f.Errors = append(f.Errors, *p)
		return nil
	}
	b := bulk{draft: d, op: o, selected: selected}
	records, problems, err := b.records()
	if f.Errors = append(f.Errors, problems...); err != nil || !f.Valid() {
		return err
	}
	left, more, err := b.notInBase()
	if err != nil {
		return err
	}
	series, err := b.expand(f, records)
	if err != nil {
		return err
	}
	if !f.Valid() {
		d.data.revert(f.Targets)
		return nil
	}
	if len(f.Targets) == 0 && len(left)+len(series)+more == 0 {
		f.Warnings = append(f.Warnings, problem.Problem{Code: problem.NothingMatches, Field: "where",
			Message: "no record matches the filter"})
	}
	f.Warnings = append(f.Warnings, bulkWarnings(o, len(f.Targets), append(left, series...))...)
	if more > 0 {
		f.Warnings = append(f.Warnings, problem.Problem{Code: problem.MatchesMore, Field: "base",
			Message: problem.Count(more, "more record") + " now match the filter and are left alone",
			Hint:    "propose again to include them"})
	}
	return nil
}

// expand applies the operation to each of the records. It returns the repeating
// records that it leaves alone because only one occurrence of them matches. It
// stops early when there are many problems.
func (b bulk) expand(f *Finding, records []record.Record) (series []record.Record, err error) {
	f.Targets = []Target{}
	for _, r := range records {
		s := b.draft.data.add(r)
		if s.is == nil {
			continue // deleted earlier in the batch
		}
		before := *s.is
		if meansOccurrence(f.Op, b.selected, before) {
			series = append(series, before)
			continue
		}
		targets, problems, err := b.apply(before)
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

// apply changes one record, and the records that depend on it if it is deleted.
func (b bulk) apply(before record.Record) ([]Target, []problem.Problem, error) {
	after, problems, err := b.step(before)
	if err != nil || len(problems) > 0 {
		return nil, problems, err
	}
	targets := []Target{target(&before, after)}
	if after == nil {
		dependents, problems, err := b.draft.release(before, b.op)
		if err != nil || len(problems) > 0 {
			return nil, problems, err
		}
		targets = append(targets, dependents...)
	}
	b.draft.data.put(keyOf(before), after, targets[0].Change)
	return targets, nil, nil
}

// pinned reports whether the operation changes exactly the records of its base.
func (b bulk) pinned() bool { return b.op.Base != nil && !b.draft.rules.IgnoreBase }

// find returns the records that the filter matches now, of those from before the stream.
func (b bulk) find() ([]record.Record, error) {
	records, err := b.draft.data.reader.Find(b.selected, b.draft.today)
	if err != nil {
		return nil, fmt.Errorf("find what %s is about: %w", b.op.Name(), err)
	}
	return slices.DeleteFunc(records, func(r record.Record) bool { return b.draft.isNew(keyOf(r)) }), nil
}

// notInBase returns what the filter matches now and the base does not name:
// repeating records that were left alone when the operation was proposed, and how
// many other records match since.
func (b bulk) notInBase() (left []record.Record, more int, err error) {
	if !b.pinned() {
		return nil, 0, nil
	}
	records, err := b.find()
	if err != nil {
		return nil, 0, err
	}
	based := make(map[record.Key]bool, len(b.op.Base))
	for _, base := range b.op.Base {
		based[base.Key] = true
	}
	for _, r := range records {
		switch {
		case based[keyOf(r)]:
		case meansOccurrence(b.op, b.selected, r):
			left = append(left, r)
		default:
			more++
		}
	}
	return left, more, nil
}

// Matches returns the records that a bulk operation is about by its filter alone: those
// that match it now and are of a kind that it can change. ok is false if the operation is
// refused for its filter.
func Matches(r Reader, o op.Op, today calendar.Date) (found []record.Record, ok bool, err error) {
	selected, p := narrowed(o)
	if p != nil || o.Where.Empty() {
		return nil, false, nil
	}
	if found, err = r.Find(selected, today); err != nil {
		return nil, false, fmt.Errorf("find what %s is about: %w", o.Name(), err)
	}
	return found, true, nil
}

// narrowed returns the operation's filter, limited to the kinds that it can
// change. Each kind that the filter names must be one of them. A filter that
// names no kind gets those that have the verb and the fields.
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
				Message: fmt.Sprintf("%s does not apply to %s: %s", o.Name(), k.Noun(2), missing),
				Hint:    "limit where.kind to kinds that have it"}
		}
	}
	if len(kinds) == 0 {
		return selected, &problem.Problem{Code: problem.InvalidOp, Field: "set",
			Message: "no kind of record has all of these fields", Hint: "set where.kind, or leave out fields"}
	}
	selected.Kinds = kinds
	return selected, nil
}

// lacks says what a kind does not have that the operation needs; "" if it has all.
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

// records returns the records to change: those of the base if the operation has
// one, else those that its filter matches now.
func (b bulk) records() ([]record.Record, []problem.Problem, error) {
	if !b.pinned() {
		records, err := b.find()
		return records, nil, err
	}
	problems, err := b.draft.moved(b.op.Base)
	if err != nil || len(problems) > 0 {
		return nil, problems, err
	}
	kinds := b.selected.Kinds
	records := make([]record.Record, 0, len(b.op.Base))
	for _, base := range b.op.Base {
		if b.leaves(base) {
			continue
		}
		if !slices.Contains(kinds, base.Key.Kind) {
			return nil, []problem.Problem{{Code: problem.InvalidBase, Field: "base",
				Message: "base names " + base.Key.Words() + ", which where cannot match",
				Hint:    "propose the change again"}}, nil
		}
		records = append(records, *b.draft.data.states[base.Key].was)
	}
	return records, nil, nil
}

// leaves reports whether the operation itself does not change a record of its base:
// it refers to the record, there is none, or it is deleted with the record that it is a
// part of.
func (b bulk) leaves(base op.Base) bool {
	for _, key := range b.op.Named() {
		if key == base.Key {
			return true
		}
	}
	return base.Absent() || b.op.Verb == schema.BulkDelete && partOf(schema.Lookup(base.Key.Kind), b.selected.Kinds)
}

// partOf reports whether a kind is not one of kinds, but its records are parts of
// records of one of them, directly or through other parts.
func partOf(k *schema.Kind, kinds []string) bool {
	return !slices.Contains(kinds, k.Name) && slices.ContainsFunc(k.Fields, func(f schema.Field) bool {
		return f.Part && (slices.Contains(kinds, f.Of) || partOf(schema.Lookup(f.Of), kinds))
	})
}

// meansOccurrence reports whether the operation would move or delete a whole
// series because one of its occurrences matched. "Move everything from today" and
// "cancel everything today" are not about a series that began last year. A filter
// that names a series by its id is.
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

// step returns the record as the operation leaves it; nil deletes it.
func (b bulk) step(r record.Record) (*record.Record, []problem.Problem, error) {
	if b.op.Verb != schema.BulkSetStatus {
		return b.draft.step(r, b.op)
	}
	status, _ := b.op.Arg("status")
	if !r.Repeats() {
		after, problems := setStatus(r, status.Value.Text(), 0)
		return &after, problems, nil
	}
	days, p := b.occurrences(r)
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

// occurrences returns the days of a series whose status a bulk_set_status sets:
// the date or range that the operation gives; else the days of the filter; else,
// if the filter selects what is overdue, every open day before today; else today.
func (b bulk) occurrences(r record.Record) ([]calendar.Date, *problem.Problem) {
	rec, anchor := r.Recurrence(), r.Day()
	today := b.draft.today
	from, to := today, today
	open := false
	date, _ := b.op.Arg("occurrenceDate")
	span, _ := b.op.Arg("occurrenceRange")
	switch {
	case !date.Value.IsNull():
		from, to = date.Value.Date(), date.Value.Date()
	case !span.Value.IsNull():
		from, to = ends(filter.Range{Set: true, From: span.Value.From(), To: span.Value.To()}, anchor)
	case b.selected.Scheduled.Set:
		from, to = ends(b.selected.Scheduled, anchor)
	case b.selected.Overdue == filter.Yes:
		from, to, open = anchor, today.AddDays(-1), true
	case b.selected.MatchesOccurrences(): // inside "or" or "not", it names no days
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
				Message: fmt.Sprintf("%s has more than %d occurrences in this range", named(r), occurrencesMax),
				Hint:    "choose a shorter range"}
		}
		days = append(days, day)
	}
	return days, nil
}

// ends returns the first and last day of a range that may be open. A range
// without an end is one day; one without a beginning begins at the anchor, before
// which there are no occurrences.
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

// about names the record in problems that do not name one.
func about(r record.Record, problems []problem.Problem) []problem.Problem {
	for i := range problems {
		if !strings.Contains(problems[i].Message, "#") {
			problems[i].Message = named(r) + ": " + problems[i].Message
		}
	}
	return problems
}

// bulkWarnings warns of many records that change, and of series that are left alone.
func bulkWarnings(o op.Op, n int, left []record.Record) (warnings []problem.Problem) {
	warn := func(code, field, message, hint string) {
		warnings = append(warnings, problem.Problem{Code: code, Field: field, Message: message, Hint: hint})
	}
	switch {
	case o.Verb == schema.BulkDelete && n > ManyDeletes:
		warn(problem.BulkDeleteMany, "", "bulk_delete will delete "+problem.Count(n, "record"), "")
	case o.Verb != schema.BulkDelete && n > ManyUpdates:
		warn(problem.BulkUpdateMany, "", string(o.Verb)+" will change "+problem.Count(n, "record"), "")
	}
	if len(left) > 0 {
		hint := "moving it would move every occurrence; to do that, refer to it by its id"
		if o.Verb == schema.BulkDelete {
			hint = "deleting it would delete every occurrence; skip one occurrence, or refer to it by its id"
		}
		warn(problem.RepeatingLeftAlone, "", "left alone because it repeats: "+firstNames(left), hint)
	}
	return warnings
}

// firstNames names up to three records, and says how many more there are.
func firstNames(records []record.Record) string {
	shown := records[:min(len(records), 3)]
	names := make([]string, 0, len(shown)+1)
	for _, r := range shown {
		names = append(names, named(r))
	}
	if more := len(records) - len(shown); more > 0 {
		names = append(names, "and "+problem.Number(more)+" more")
	}
	return strings.Join(names, ", ")
}
