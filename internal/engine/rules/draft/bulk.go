package draft

import (
	"slices"

	"assister/internal/filter"
	"assister/internal/language/meaning"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/reference"
	"assister/internal/schema"
)

// bulk is a change of everything that a description holds of.
type bulk struct {
	*change
	beyond func(record.Record) bool // what no filter can tell; nil if it tells all
}

// isEvery reports whether the change is of all that its description holds of. One record
// may be called exactly so: "review tasks".
func (c *change) isEvery() bool {
	m := c.on
	first, _ := days(m, c.today)
	named := m.Name != "" && m.Rank == (meaning.Rank{}) && len(m.Each) == 0
	m.Every = m.Every || named && first.Valid() && len(sparedDays(c.do, c.on)) > 0
	if !m.Every || m.It || len(m.IDs) > 0 {
		return false
	}
	if len(m.Where)+len(sparedDays(c.do, c.on)) > 0 {
		return true
	}
	c.on = c.resolver().Whole(m)
	return c.on.Every
}

// draft drafts the operation. That it may match nothing is for check to warn of.
func (c *bulk) draft() {
	if c.sweeping() {
		c.ask(nil, "ask.everything")
	}
	if c.edit().weekdays() != 0 { // what is on other days, too, does not go with those
		c.notUnderstood()
	}
	if c.do.Act == meaning.Snooze && kindOf(c.on.Kind) != "alarm" {
		c.change = putOff(c.change)
	}
	if list, ok := c.on.Where.Of(meaning.List); ok {
		if lists := c.called("checklist", list.Text); len(lists) > 1 {
			c.ask(lists, "ask.which-list", "name", shortened(list.Text))
		}
	}
	f, titles := c.scope()
	if kinds := reference.Kinds(c.on); len(kinds) > 1 && len(f.Kinds) < len(kinds) {
		forEachKind(c, kinds)
		return
	}
	if named, ok := c.byTitle(f, titles); ok {
		f, titles = named, nil
	}
	if c.leaveOutEach(f, titles) {
		return
	}
	missed := c.missed(f)
	exact := len(c.on.Except)+len(titles)+len(missed) == 0 && c.beyond == nil && c.on.Rank == (meaning.Rank{})
	switch {
	case !exact:
		c.singled(f, missed, titles)
	case c.sole:
		c.onSelected(f)
	default:
		c.last = c.find(f)
		c.onScope(f)
	}
}

// missed are the records that are overdue as a question lists them, by a deadline, and not by the day that
// the filter asks for.
func (c *bulk) missed(f filter.Condition) (all []record.Record) {
	if f.Overdue != filter.Yes || c.set.shifts() || c.on.Rank != (meaning.Rank{}) {
		return nil
	}
	for _, k := range schema.Kinds {
		due := reference.Column(meaning.Due, k)
		if due == nil || !k.Settles() || len(f.Kinds) > 0 && !slices.Contains(f.Kinds, k.Name) {
			continue
		}
		late := f.With(filter.IsNot("status", record.Text("skipped")))
		late = late.With(filter.Within(due.Name, filter.Range{Set: true, To: c.today.AddDays(-1)})...)
		late.Kinds, late.Overdue, late.Completed = []string{k.Name}, filter.No, filter.No
		all = append(all, c.find(late)...)
	}
	return all
}

// leaveOutEach drafts the series of a name without their occurrences on the days that the request
// says, some of which may stay: "cancel every standup next week", "skip yoga in june except on the 7th". Series
// that no name means are left alone.
func (c *bulk) leaveOutEach(f filter.Condition, titles []meaning.Attribute) (done bool) {
	spared := sparedDays(c.do, c.on)
	first, _ := days(c.on, c.today)
	other := c.beyond != nil || c.on.Rank != (meaning.Rank{}) || len(c.on.Except) > len(spared)
	dated := first.Valid() || len(spared) > 0
	if !leaves(c.do) || other || c.on.Name == "" || !dated {
		return false
	}
	found := inTitles(c.grammar, c.find(f), titles)
	single := func(rec record.Record) bool { return !rec.Repeats() }
	if len(found) == 0 || slices.ContainsFunc(found, single) {
		return false
	}
	c.last = found
	for _, rec := range found {
		if len(spared) > 0 {
			c.edit().sparing(rec, spared)
		} else {
			c.edit().single(rec)
		}
	}
	return true
}

// leaves reports whether a change takes records away, or leaves occurrences of them out.
func leaves(do meaning.Do) bool { return do.Act == meaning.Delete || do.Act == meaning.Skip }

// sparedDays are the days that a change leaves as they are, if it takes something away and its exceptions say
// nothing but days.
func sparedDays(do meaning.Do, on *meaning.Record) (all []meaning.Attribute) {
	for _, e := range on.Except {
		dated := len(e.Where) == 1 && e.Where[0].Field == meaning.When && !e.Where[0].Not
		if bare := e.Kind+e.Name == "" && e.Rank == (meaning.Rank{}); !bare || !dated || !leaves(do) {
			return nil
		}
		all = append(all, e.Where[0])
	}
	return all
}

// forEachKind drafts the change once for each of several kinds that no one condition selects: events
// are completed and notes are not.
func forEachKind(c *bulk, kinds []*schema.Kind) {
	several := c.on
	defer func() { c.on = several }()
	for _, kind := range kinds {
		one := *several
		one.Kind = kind.Name
		one.Where = slices.DeleteFunc(slices.Clone(several.Where), reference.NamesKinds)
		c.on = &one
		c.draft()
	}
}

// sweeping reports whether a change is about all there is, of every kind. Nobody means that
// who says "delete everything": it is today's, or a project's, and the rest would be lost
// with it.
func (c *bulk) sweeping() bool {
	m := c.on
	open := func(a meaning.Attribute) bool { return a.Field == meaning.State && a.Text == "pending" }
	narrowed := slices.ContainsFunc(m.Where, func(a meaning.Attribute) bool { return !open(a) })
	told := c.do.Manner == meaning.Told && c.do.Act == meaning.Change // "the agenda is in the wiki"
	selects := m.Kind != "" && !told || m.Name != "" || narrowed
	chosen := c.sole && !c.drafter.selection.Empty()
	whither := c.do.Act == meaning.Move && c.set.empty()
	return !selects && len(c.set.untag) == 0 && !chosen && !whither
}

// onSelected drafts the change for the selected ones of the described records. A selected
// day restricts the records, unless the description has a day.
func (c *bulk) onSelected(f filter.Condition) {
	if day := c.selection.Day; day.Valid() && !f.Scheduled.Set {
		f.Scheduled = filter.Day(day)
	}
	if len(c.selection.Records) == 0 {
		c.onScope(f)
		return
	}
	before := len(c.ops)
	c.byKind(c.lookUp(c.selection.Records), filter.Condition{Scheduled: f.Scheduled})
	if len(c.ops) == before {
		c.noMatch(nil, named(c.on))
	}
}

// byKind drafts the change for some records by their ids, one kind after the other. Their
// occurrences are those of the days that the condition has.
func (c *bulk) byKind(found []record.Record, days filter.Condition) {
	for _, kind := range schema.Kinds {
		of := reference.Those(found, func(rec record.Record) bool { return rec.Kind == kind && c.can(kind) })
		if len(of) == 0 {
			continue
		}
		these := byID(of)
		these.Scheduled, these.Overdue = days.Scheduled, days.Overdue
		c.onScope(these)
	}
}

// byID is the filter of these records, which are of one kind.
func byID(found []record.Record) filter.Condition {
	ids := reference.Each(found, func(r record.Record) int64 { return r.ID })
	return filter.Condition{Kinds: []string{found[0].Kind.Name}}.With(filter.IDs(ids...))
}

// onScope drafts the operation on what a filter matches.
func (c *bulk) onScope(f filter.Condition) {
	switch {
	case c.do.Act == meaning.Move && c.set.empty():
		c.ask(nil, "ask.to-which-day")
	case c.do.Act == meaning.Change && c.set.empty():
		c.ask(nil, "ask.what-to-change")
	case c.do.Act == meaning.Delete:
		c.withParts(f)
		c.add(op.Op{Verb: schema.BulkDelete, Where: f})
		c.skipOccurrences(f)
	case slices.Equal(f.Kinds, []string{"checklist_item"}) && settles(c.do.Act):
		checked := c.edit().checked(schema.Lookup("checklist_item"))
		c.add(op.Op{Verb: schema.BulkUpdate, Where: f, Set: []op.Arg{checked}})
	case settles(c.do.Act):
		c.add(bulkStatus(c.do.Act, f))
	case verbs[c.do.Act] != "" || slices.Contains(singly, c.do.Act) || c.perRecord():
		c.oneByOne(f)
	default:
		c.update(f)
	}
}

// withParts deletes the parts of what a filter matches, which cannot be without it: the items of lists.
func (c *bulk) withParts(f filter.Condition) {
	if len(f.Kinds) != 1 {
		return
	}
	k, by := partKind(schema.Lookup(f.Kinds[0]))
	if k == nil {
		return
	}
	wholes := reference.Each(c.find(f), func(r record.Record) int64 { return r.ID })
	parts := filter.Condition{Kinds: []string{k.Name}}.With(filter.Among(by.Name, wholes))
	if len(c.find(parts)) > 0 {
		c.add(op.Op{Verb: schema.BulkDelete, Where: parts})
	}
}

// update drafts a bulk update.
func (c *bulk) update(f filter.Condition) {
	w := &c.set.when
	if ahead := f.Scheduled.Set && f.Scheduled.From > w.day; ahead && w.again.Valid() { // today's weekday is not today
		w.day = w.again
	}
	c.toDeadlines()
	kind := "task"
	if len(f.Kinds) == 1 {
		kind = f.Kinds[0]
	}
	set := c.same(schema.Lookup(kind), place{c.planned(), w.begins, w.ends})
	if len(set) == 0 {
		c.notUnderstood()
	}
	// A kind that was named has to have it all; if none is, the operation speaks of those
	// that do.
	for _, kind := range f.Kinds {
		c.has(schema.Lookup(kind), set)
	}
	if f.Repeats() != filter.No {
		c.saySeries(c.find(f.Without("recurrence").With(filter.Repeating(true))))
	}
	c.add(op.Op{Verb: schema.BulkUpdate, Where: f, Set: set})
}

// saySeries says which of the records a change is for as a whole: an occurrence has a day
// and a status of its own, and neither priority nor tags nor project. A series is on no
// other day for it, and check says so.
func (c *bulk) saySeries(found []record.Record) {
	if c.set.when.day.Valid() || c.set.backlog || c.set.shifts() {
		return
	}
	series := reference.Those(found, func(rec record.Record) bool { return rec.Repeats() && c.can(rec.Kind) })
	if len(series) > 0 {
		c.remark(problem.WholeSeries, "", "remark.every-occurrence", "names", c.listed(series))
	}
}

// bulkStatus settles what a filter matches; of what repeats, the occurrences of the day or
// the days that the filter speaks of.
func bulkStatus(act meaning.Act, f filter.Condition) op.Op {
	args := []op.Arg{statusOf(act)}
	switch from, to := f.Scheduled.From, f.Scheduled.To; {
	case !from.Valid() || !to.Valid():
	case from == to:
		args = append(args, op.Arg{Name: "occurrenceDate", Value: record.Date(from)})
	default:
		args = append(args, op.Arg{Name: "occurrenceRange", Value: record.Range(from, to)})
	}
	return op.Op{Verb: schema.BulkSetStatus, Where: f, Args: args}
}

// skipOccurrences goes with a deletion of everything on a day. That takes no series away
// (check leaves them alone, and says so), and who cancels the day wants today's
// occurrence of it to go. Of several days it is not done, since an occurrence completed on
// one of them would be skipped with the others.
func (c *bulk) skipOccurrences(f filter.Condition) {
	oneDay := f.Scheduled.From.Valid() && f.Scheduled.From == f.Scheduled.To
	leavesSeries := f.Compares(filter.IDField) || f.Repeats() == filter.No
	byState := f.Completed == filter.Yes || f.Status != ""
	otherKinds := len(f.Kinds) > 0 && !slices.Contains(f.Kinds, "task")
	if !oneDay || leavesSeries || byState || otherKinds {
		return
	}
	f.Kinds, f.Completed = []string{"task"}, filter.No
	f = f.Without("recurrence").With(filter.Repeating(true))
	if len(c.find(f)) > 0 {
		c.add(bulkStatus(meaning.Skip, f))
	}
}

// singly are the acts that have no bulk operation.
var singly = []meaning.Act{meaning.Rename, meaning.Copy}

// perRecord reports whether the settings come to another value for each record: what is
// added to its tags or notes, or counted from its own day, or the end of what begins at another time.
func (c *bulk) perRecord() bool {
	s := c.set
	counted := s.shifts() || s.longer != 0 || s.when.minutes > 0 || s.when.repeat.Repeats()
	added := s.get(meaning.Notes)+s.get(meaning.Urgency) != ""
	begins := s.when.begins.Valid() && !s.when.ends.Valid() && !s.shifts()
	added = added || len(s.tags)+len(s.untag) > 0
	return counted || added || begins || c.set.converts() != nil
}

// oneByOneMost is how many records a request may change one by one. Beyond that nobody reads
// what is proposed.
const oneByOneMost = 50

// oneByOne drafts an operation for each record, since no bulk operation can work a value
// out. What has no such field or no day to count from is not meant by "everything"; a series
// is left alone rather than moved as a whole, as check does for bulk operations.
func (c *bulk) oneByOne(f filter.Condition) {
	found := c.find(f)
	if len(found) == 0 {
		c.noMatch(nil, named(c.on))
	}
	var meant, series []record.Record
	onDays := f.Scheduled.Set && c.set.when.begins.Valid()
	for _, rec := range found {
		switch {
		case !c.can(rec.Kind):
		case rec.Repeats() && (onDays || c.set.shifts() || c.do.Act == meaning.Copy):
			series = append(series, rec)
		case c.counts(rec):
			meant = append(meant, rec)
		}
	}
	switch {
	case len(meant) == 0 && len(series) > 0:
		c.refuse(problem.UseOccurrence, "refuse.repeats-all")
	case len(meant) == 0:
		c.refuse(problem.MissingSet, "refuse.nothing-to-change")
	case c.do.Act == meaning.Rename && len(meant) > 1: // two records of one name are not what is wanted
		c.ask(meant, "ask.which-one")
	case len(meant) > oneByOneMost:
		c.refuse(problem.MissingSet, "refuse.too-many", "number", len(meant), "limit", oneByOneMost)
	}
	c.saySeries(meant)
	for _, rec := range meant {
		c.edit().single(rec)
	}
	if len(series) > 0 {
		c.remark(problem.RepeatingLeftAlone, "", "remark.left-alone", "names", c.listed(series))
	}
	c.last = meant
}

// counts reports whether a record has what the settings count from or take away.
func (c *bulk) counts(rec record.Record) bool {
	s := c.set
	byDay, byTime := s.by.OfDays(), s.by.Seconds != 0 || s.when.minutes > 0
	switch {
	case c.set.converts() == rec.Kind:
		return false
	case byDay && !rec.Day().Valid() && !c.edit().countsFromDue(rec).Valid():
		return false
	case (byTime || s.longer != 0) && !rec.Begins().Valid():
		return false
	case s.longer != 0 && !rec.Get("endTime").Time().Valid():
		return false
	}
	return len(s.untag) == 0 || slices.ContainsFunc(rec.Get("tags").Tags(), s.untags)
}
