package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"assister/internal/calendar"
	"assister/internal/diag"
	"assister/internal/op"
	"assister/internal/phrase"
	"assister/internal/record"
	"assister/internal/schema"
	"assister/internal/where"
)

// create drafts a new record. Tasks are all-day, so that a time makes an event.
func (d *drafter) create(r phrase.Request) error {
	switch {
	case r.Kind == "project":
		return d.createProject(r)
	case r.Kind == "checklist":
		return d.createList(r)
	}
	if done, err := d.onto(r); done || err != nil {
		return err
	}
	name := "task"
	if takesPlace(r) {
		name = "event"
	}
	kind := schema.Lookup(name)
	day, err := d.firstDay(r)
	if err != nil {
		return err
	}
	args := append(created(r, day), given(r.Set)...)
	if r.Set.When.Time.Valid() {
		d.warnLocal(day, r.Set.When.Time)
	}
	if r.Set.Project != "" {
		arg, err := d.projectArg(r.Set.Project)
		if err != nil {
			return err
		}
		args = append(args, arg)
	}
	if err := d.has(kind, args, r.Span); err != nil {
		return err
	}
	d.last = nil
	d.add(op.Op{Kind: name, Verb: schema.Create, Args: inOrder(kind, schema.Create, args)})
	return nil
}

// firstDay is the day of a new record: the one that was said, for a time alone
// the next that has it ahead, for a part of the day today.
func (d *drafter) firstDay(r phrase.Request) (calendar.Date, error) {
	w := r.Set.When
	day, err := d.day(w, r.Span)
	switch {
	case err != nil || day.Valid():
	case w.Time.Valid() && w.Time <= d.now():
		return d.today.AddDays(1), nil
	case w.Time.Valid(), w.Part != phrase.NoPart, r.Set.AllDay:
		return d.today, nil
	}
	return day, err
}

// created are the title, the day and the times of a new record. A part of the
// day and a duration without a time have no field and are kept in the notes.
func created(r phrase.Request, day calendar.Date) []op.Arg {
	w, notes := r.Set.When, r.Set.Notes
	args := []op.Arg{{Name: "title", Value: record.Text(r.Title)}}
	put := func(field string, v record.Value) { args = append(args, op.Arg{Name: field, Value: v}) }
	if day.Valid() {
		put("scheduledFor", record.Date(day))
	}
	if w.Part != phrase.NoPart {
		notes = joined(notes, w.Part.String())
	}
	if w.Minutes > 0 && !w.Time.Valid() {
		notes = joined(notes, "takes "+strconv.Itoa(w.Minutes)+" minutes")
	}
	if notes != "" {
		put("notes", record.Text(notes))
	}
	if w.Time.Valid() {
		put("startTime", record.Time(w.Time))
		if w.End.Valid() {
			put("endTime", record.Time(w.End))
		}
	}
	return args
}

// given are the fields of a new record that are as they were said.
func given(s phrase.Settings) (args []op.Arg) {
	put := func(field string, v record.Value) { args = append(args, op.Arg{Name: field, Value: v}) }
	if s.Due.Day.Valid() {
		put("deadline", record.Date(lastDay(s.Due)))
	}
	if s.Priority != "" {
		put("priority", record.Text(s.Priority))
	}
	if len(s.Tags) > 0 {
		put("tags", record.Tags(s.Tags...))
	}
	if s.Context != "" {
		put("context", record.Text(s.Context))
	}
	if s.Location != "" {
		put("location", record.Text(s.Location))
	}
	if s.When.Repeat.Repeats() {
		put("recurrence", record.Recurrence(s.When.Repeat))
	}
	return args
}

func joined(a, b string) string {
	if a == "" {
		return b
	}
	return a + "\n" + b
}

// takesPlace reports whether a new record is an event: it was said, it has a
// time, or it is called as what takes place is called and there is a day for it.
func takesPlace(r phrase.Request) bool {
	w := r.Set.When
	switch {
	case r.Kind == "event", w.Time.Valid(), r.Set.AllDay, meets(r.Title):
		return true
	}
	return r.Kind == "" && !w.Repeat.Repeats() && (w.Day.Valid() || w.Part != phrase.NoPart) && noTaskOnly(r.Set) && phrase.Happens(r.Title)
}

// noTaskOnly reports whether nothing is set that only a task has.
func noTaskOnly(s phrase.Settings) bool {
	return s.Priority == "" && !s.Due.Says() && len(s.Tags) == 0
}

// meets reports whether a title is that of a meeting: "dentist appointment",
// "meeting with Al", but not "prepare meeting".
func meets(title string) bool {
	words := fields(title)
	if len(words) == 0 || !phrase.Happens(title) {
		return false
	}
	if words[0] == "meeting" || words[0] == "appointment" {
		return true
	}
	last := words[len(words)-1]
	return len(words) <= 4 && (last == "meeting" || last == "appointment")
}

// has refuses settings that a kind has no field for, in the request's words.
func (d *drafter) has(kind *schema.Kind, args []op.Arg, words phrase.Span) error {
	for _, a := range args {
		f, _ := kind.Field(a.Name)
		if f != nil {
			continue
		}
		if a.Name == "startTime" || a.Name == "endTime" {
			return d.refuse(words, diag.TimeNotSupportedForTask, "a "+kind.Name+" has no time of day", "make it an event instead")
		}
		return d.refuse(words, diag.UnknownField, fmt.Sprintf("the %s has no %s", kind.Name, a.Name), "leave it out, or make it a task")
	}
	return nil
}

func (d *drafter) createProject(r phrase.Request) error {
	args := []op.Arg{{Name: "name", Value: record.Text(r.Title)}}
	if r.Set.Due.Day.Valid() {
		args = append(args, op.Arg{Name: "targetDate", Value: record.Date(lastDay(r.Set.Due))})
	}
	d.created = append(d.created, made{name: r.Title, at: len(d.ops)})
	d.add(op.Op{Kind: "project", Verb: schema.Create, Args: args})
	return nil
}

// projectArg is the project of that name, which an earlier operation may create.
func (d *drafter) projectArg(name string) (op.Arg, error) {
	id, at, err := d.project(name)
	if err != nil {
		return op.Arg{}, err
	}
	if id > 0 {
		return op.Arg{Name: "projectId", Value: record.ID(id)}, nil
	}
	if d.ops[at].As == "" {
		d.ops[at].As = "project" + strconv.Itoa(at+1)
	}
	return op.Arg{Name: "projectId", Ref: d.ops[at].As}, nil
}

// day is the day that a time phrase plans for. Of next week it is the Monday and
// of a weekend the first day left; a longer or a begun period wants a day.
func (d *drafter) day(w phrase.When, words phrase.Span) (calendar.Date, error) {
	if !w.Day.Valid() || !w.To.Valid() || w.Repeat.Repeats() {
		if !w.Day.Valid() && d.selection.Day.Valid() {
			return d.selection.Day, nil
		}
		return w.Day, nil
	}
	switch days := int(w.To - w.Day); {
	case d.selection.Day.Valid():
		return d.selection.Day, nil
	case days <= 1, days == 6 && w.Day > d.today:
		return w.FirstDay(d.today), nil
	}
	return 0, ask(fmt.Sprintf("Which day, from %s to %s?", w.FirstDay(d.today), w.To), nil)
}

func lastDay(w phrase.When) calendar.Date {
	if w.To.Valid() {
		return w.To
	}
	return w.Day
}

func (d *drafter) now() calendar.Time {
	t := d.brief.Clock.Instant.In(d.brief.Clock.Zone)
	return calendar.TimeOf(t.Hour(), t.Minute())
}

// warnLocal says when the clocks change over a time (contract section 9).
func (d *drafter) warnLocal(day calendar.Date, t calendar.Time) {
	if !day.Valid() || !t.Valid() {
		return
	}
	at, shift := calendar.Local(day, t, d.brief.Clock.Zone)
	switch shift {
	case calendar.Skipped:
		d.warnings = append(d.warnings, diag.Problem{Code: diag.LocalTimeDoesNotExist, Field: "startTime",
			Message: fmt.Sprintf("%s on %s does not exist in %s: the clocks go forward over it", t, day, d.brief.Clock.Zone),
			Hint:    "it is taken as " + at.Format("15:04")})
	case calendar.Twice:
		d.warnings = append(d.warnings, diag.Problem{Code: diag.LocalTimeExistsTwice, Field: "startTime",
			Message: fmt.Sprintf("%s on %s exists twice in %s: the clocks go back over it", t, day, d.brief.Clock.Zone),
			Hint:    "the first of the two is meant"})
	}
}

// changes are the fields that a request sets on one record.
func (d *drafter) changes(r phrase.Request, rec record.Record) ([]op.Arg, error) {
	s, w := r.Set, r.Set.When
	if rec.Repeats() && !w.Repeat.Repeats() && (w.Day.Valid() || s.Backlog || s.By.Says() || r.Target.When.Day.Valid() && w.Says()) {
		return nil, d.refuse(r.Span, diag.UseOccurrence, fmt.Sprintf("%q repeats, and one occurrence of it cannot be moved yet", rec.Label()),
			"skip that day and add a new one, or say how the series is to repeat")
	}
	to, err := d.destination(r, rec)
	if err != nil {
		return nil, err
	}
	if to.begins.Valid() {
		on := to.day
		if !on.Valid() && !rec.Repeats() {
			on = rec.Day()
		}
		d.warnLocal(on, to.begins)
	}
	plain, err := d.plain(s)
	if err != nil {
		return nil, err
	}
	args := append(append(to.args(s), added(s, rec)...), plain...)
	if len(args) == 0 {
		return nil, &stopped{words: r.Span.Of(d.text)}
	}
	return args, d.has(rec.Kind, args, r.Span)
}

// place in time that a record is moved to. What stays as it is is zero.
type place struct {
	day          calendar.Date
	begins, ends calendar.Time
}

func (p place) args(s phrase.Settings) (args []op.Arg) {
	put := func(field string, v record.Value) { args = append(args, op.Arg{Name: field, Value: v}) }
	if p.day.Valid() {
		put("scheduledFor", record.Date(p.day))
	}
	if s.Backlog {
		put("scheduledFor", record.Null)
	}
	if p.begins.Valid() {
		put("startTime", record.Time(p.begins))
	}
	if p.ends.Valid() {
		put("endTime", record.Time(p.ends))
	}
	return args
}

// destination is where a request moves one record to: to a day and time, or on
// by some days or minutes from where it is.
func (d *drafter) destination(r phrase.Request, rec record.Record) (p place, err error) {
	s, w := r.Set, r.Set.When
	if p.day, err = d.planned(r); err != nil {
		return p, err
	}
	if w.Implied && rec.Day().Valid() { // the series goes on from where it is
		p.day = 0
	}
	if s.By.Days != 0 || s.By.Months != 0 {
		if !rec.Day().Valid() {
			return p, d.refuse(r.Span, diag.Invalid("scheduledFor"), fmt.Sprintf("%q is on no day that it could be moved from", rec.Label()), "name the day")
		}
		p.day = s.By.Of(rec.Day())
	}
	p.begins = w.Time
	if s.By.Minutes != 0 {
		start := rec.Get("startTime").Time()
		if !start.Valid() {
			return p, d.refuse(r.Span, diag.Invalid("startTime"), fmt.Sprintf("%q has no time that it could be moved from", rec.Label()), "name the time")
		}
		var over int
		if p.begins, over = start.Add(s.By.Minutes); over != 0 {
			p.day = rec.Day().AddDays(over)
		}
	}
	p.ends = ending(w, p.begins, rec)
	if s.Longer != 0 {
		return d.longer(r, rec, p)
	}
	return p, nil
}

// longer makes a record end later, or earlier, than it does.
func (d *drafter) longer(r phrase.Request, rec record.Record, p place) (place, error) {
	start, stop := rec.Get("startTime").Time(), rec.Get("endTime").Time()
	if !start.Valid() || !stop.Valid() {
		return p, d.refuse(r.Span, diag.Invalid("endTime"), fmt.Sprintf("%q has no end that it could be moved from", rec.Label()), "say when it ends, such as until 5pm")
	}
	length := (int(stop)-int(start)+24*60)%(24*60) + r.Set.Longer
	if length <= 0 || length >= 24*60 {
		return p, d.refuse(r.Span, diag.Invalid("endTime"), fmt.Sprintf("%q would take %d minutes", rec.Label(), length), "say when it ends, such as until 5pm")
	}
	p.ends, _ = start.Add(length)
	return p, nil
}

// ending is when a record ends that is moved to another time: as was said, or as
// long after as before.
func ending(w phrase.When, begins calendar.Time, rec record.Record) (end calendar.Time) {
	start, stop := rec.Get("startTime").Time(), rec.Get("endTime").Time()
	switch {
	case w.End.Valid():
		end = w.End
	case begins.Valid() && start.Valid() && stop.Valid():
		end, _ = begins.Add((int(stop) - int(start) + 24*60) % (24 * 60))
	case w.Minutes > 0 && start.Valid():
		end, _ = start.Add(w.Minutes)
	}
	return end
}

// added are the settings that depend on what a record has already, and those
// that only single records are given.
func added(s phrase.Settings, rec record.Record) (args []op.Arg) {
	put := func(field string, v record.Value) { args = append(args, op.Arg{Name: field, Value: v}) }
	if s.When.Repeat.Repeats() {
		put("recurrence", record.Recurrence(s.When.Repeat))
	}
	if len(s.Tags) > 0 || len(s.Untag) > 0 {
		kept := slices.DeleteFunc(slices.Clone(rec.Get("tags").Tags()), func(t string) bool {
			return slices.ContainsFunc(s.Untag, func(u string) bool { return where.Fold(u) == where.Fold(t) })
		})
		put("tags", record.Tags(append(kept, s.Tags...)...))
	}
	if s.Location != "" {
		put("location", record.Text(s.Location))
	}
	if s.Notes != "" {
		put("notes", record.Text(joined(rec.Get("notes").Text(), s.Notes)))
	}
	return args
}

// planned is the day that a request moves to. A part of the day moves nothing.
func (d *drafter) planned(r phrase.Request) (calendar.Date, error) {
	w := r.Set.When
	if w.Part != phrase.NoPart {
		return 0, d.refuse(r.Span, diag.Invalid("startTime"), "the "+w.Part.String()+" is no time of day", "name the time, such as at 6pm")
	}
	if !w.Says() && !(r.Action == phrase.Move && r.Set.Empty()) {
		return 0, nil
	}
	if !w.Day.Valid() {
		return 0, nil
	}
	return d.day(w, r.Span)
}

// plain are the settings that mean the same for one record and for many.
func (d *drafter) plain(s phrase.Settings) (args []op.Arg, err error) {
	if s.Due.Day.Valid() {
		args = append(args, op.Arg{Name: "deadline", Value: record.Date(lastDay(s.Due))})
	}
	if s.Priority != "" {
		args = append(args, op.Arg{Name: "priority", Value: record.Text(s.Priority)})
	}
	if s.Context != "" {
		args = append(args, op.Arg{Name: "context", Value: record.Text(s.Context)})
	}
	for _, field := range s.Clear {
		args = append(args, op.Arg{Name: field, Value: record.Null})
	}
	if s.Project != "" {
		arg, err := d.projectArg(s.Project)
		if err != nil {
			return nil, err
		}
		args = append(args, arg)
	}
	return args, nil
}

// bulk drafts an operation on everything that a description holds of. That it
// may match nothing is for check to warn of.
func (d *drafter) bulk(r phrase.Request) error {
	if r.Target.List != "" {
		return d.wholeList(r)
	}
	f, err := d.scope(r)
	if err != nil {
		return err
	}
	if len(r.Target.Except) > 0 || r.Target.Again {
		return d.singled(r, f)
	}
	return d.bulkOn(r, f)
}

// bulkOn drafts the operation on what a filter matches.
func (d *drafter) bulkOn(r phrase.Request, f where.Filter) error {
	switch {
	case r.Action == phrase.Move && r.Set.Empty() && !d.selection.Day.Valid():
		return ask("To which day?", nil)
	case r.Action == phrase.Delete:
		d.add(op.Op{Verb: schema.BulkDelete, Where: f})
		return d.skipOccurrences(f)
	case settles(r.Action):
		d.add(op.Op{Verb: schema.BulkSetStatus, Where: f, Args: bulkStatus(statusOf(r.Action), f)})
		return nil
	case perRecord(r.Set):
		return d.oneByOne(r, f)
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
	d.add(op.Op{Verb: schema.BulkUpdate, Where: f, Set: set})
	return nil
}

// scope is the filter of everything that a request is about. What is settled is
// left out, unless the request speaks of it or reopens it; a deletion of what is
// described takes it too.
func (d *drafter) scope(r phrase.Request) (where.Filter, error) {
	t := r.Target
	f, err := d.filter(t)
	if err != nil {
		return f, err
	}
	if f.TitleContains = t.Title; t.Loose {
		f.TitleContains = ""
		if f, err = d.nameIn(f, t); err != nil {
			return f, err
		}
	}
	if t.When.Time.Valid() || t.When.Part != phrase.NoPart || t.Kind == "project" || t.Project != "" && f.ProjectID == 0 {
		return f, &stopped{words: t.Span.Of(d.text)}
	}
	open := f.Completed == where.Any && f.Status == "" && f.Overdue == where.Any
	switch {
	case !open:
	case r.Action == phrase.Reopen:
		f.Completed = where.Yes
	case r.Action != phrase.Delete || !t.Described() && t.Title == "":
		f.Completed = where.No
	}
	if f.Priority == "" && r.Set.Priority == "" {
		f.Priority = d.selection.Priority
	}
	if t.Backlog {
		return d.backlog(f)
	}
	return f, nil
}

// bulkStatus is a status, and of what repeats the occurrences it is for: those
// of the day or the days that the filter speaks of.
func bulkStatus(status string, f where.Filter) []op.Arg {
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
func (d *drafter) skipOccurrences(f where.Filter) error {
	oneDay := f.Scheduled.From.Valid() && f.Scheduled.From == f.Scheduled.To
	if !oneDay || f.ByIDs || f.Repeating == where.No || f.Completed == where.Yes || f.Status != "" ||
		len(f.Kinds) > 0 && !slices.Contains(f.Kinds, "task") {
		return nil
	}
	f.Kinds, f.Repeating, f.Completed = []string{"task"}, where.Yes, where.No
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
func (d *drafter) oneByOne(r phrase.Request, f where.Filter) error {
	found, err := d.find(f)
	if err != nil {
		return err
	}
	if len(found) == 0 {
		return unmatched(fmt.Sprintf("Nothing matches “%s”.", shortened(r.Target.Text)), nil)
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
		return d.refuse(r.Span, diag.UseOccurrence, "all of that repeats, and one occurrence of it cannot be moved yet", "skip that day and add a new one")
	case len(meant) == 0:
		return d.refuse(r.Span, diag.MissingSet, "none of that has what would be changed", "name what is to be changed")
	case len(meant) > oneByOneMost:
		return d.refuse(r.Span, diag.MissingSet, fmt.Sprintf("that has to be worked out for each of %d records, and %d is the most at once", len(meant), oneByOneMost),
			"narrow it down, by a project or a day")
	}
	for _, rec := range meant {
		args, err := d.changes(r, rec)
		if err != nil {
			return err
		}
		d.add(on(rec, schema.Update, args))
	}
	if len(series) > 0 {
		d.warnings = append(d.warnings, diag.Problem{Code: diag.RepeatingLeftAlone, Message: "left alone because it repeats: " + listed(series),
			Hint: "skip that day, or say how the series is to repeat"})
	}
	d.last = meant
	return nil
}

// tagged reports whether a record has any of the tags.
func tagged(rec record.Record, tags []string) bool {
	return slices.ContainsFunc(rec.Get("tags").Tags(), func(t string) bool {
		return slices.ContainsFunc(tags, func(u string) bool { return where.Fold(u) == where.Fold(t) })
	})
}

// listed are the first few of many.
func listed(names []string) string {
	if n := len(names) - 3; n > 0 {
		names = append(slices.Clone(names[:3]), fmt.Sprintf("and %d more", n))
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
func (d *drafter) backlog(f where.Filter) (where.Filter, error) {
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
	f.ByIDs, f.IDs = true, ids
	return f, nil
}
