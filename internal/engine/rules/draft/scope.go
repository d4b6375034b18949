package draft

import (
	"slices"

	"assister/internal/filter"
	"assister/internal/language/meaning"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/reference"
)

// scope is the filter of everything that a change is about, and the names that are in the
// titles. What is settled is left out, unless the description speaks of it or the change
// reopens it; a deletion takes it too if it is described.
func (c *bulk) scope() (f filter.Condition, titles []meaning.Attribute) {
	described := *c.on
	described.Except = nil
	described, titles = c.resolveNames(described)
	scope, unknown := scopeOf(c, &described)
	switch {
	case unknown.Field == meaning.Clause || unknown.Not || unknown.Text == "" && unknown.Field != "":
		c.notUnderstood()
	case unknown.Field != "":
		c.noMatch(nil, unknown.Text)
	}
	c.beyond = scope.Beyond
	f = c.leaveSettled(scope.Condition)
	if !f.Compares("priority") && c.set.get(meaning.Priority) == "" {
		f = f.WithWord("priority", c.selection.Priority)
	}
	return f, titles
}

// scopeOf is the scope of a description. What is due in a time in which nothing has a deadline
// is what is planned then.
func scopeOf(c *bulk, m *meaning.Record) (reference.Scope, meaning.Attribute) {
	f, unknown := c.resolver().Scope(m)
	_, due := m.Where.Of(meaning.Due)
	if unknown.Field != "" || !due || len(c.find(f.Condition)) > 0 {
		return f, unknown
	}
	on := *c.on
	m.Where, on.Where = asPlanned(m.Where), asPlanned(on.Where)
	planned, unknown := c.resolver().Scope(m)
	if unknown.Field != "" {
		return f, meaning.Attribute{}
	}
	c.on = &on
	return planned, unknown
}

// asPlanned are conditions with days in the place of deadlines.
func asPlanned(where []meaning.Attribute) []meaning.Attribute {
	where = slices.Clone(where)
	for i := range where {
		if where[i].Field == meaning.Due {
			where[i].Field = meaning.When
		}
	}
	return where
}

// leaveSettled leaves out what the change cannot mean. What was skipped is only left out by name, if there is any.
func (c *bulk) leaveSettled(f filter.Condition) filter.Condition {
	switch {
	case f.Completed != filter.Any || f.Status != "" || f.Overdue != filter.Any:
	case c.do.Act == meaning.Reopen:
		f.Completed = filter.Yes
	case c.do.Act != meaning.Delete || !c.on.IsDescribed() || c.on.Open:
		f.Completed = filter.No
		if skipped := f.With(filter.Is("status", record.Text("skipped"))); len(c.find(skipped)) > 0 {
			f = f.With(filter.IsNot("status", record.Text("skipped")))
		}
	}
	return f
}

// byTitle is the scope with a text in the titles, if that selects the same as the names do.
func (c *bulk) byTitle(f filter.Condition, titles []meaning.Attribute) (filter.Condition, bool) {
	if len(titles) != 1 || titles[0].Field == meaning.Did {
		return f, false
	}
	named := f.With(filter.TitleContains(titles[0].Text))
	fits, some := inTitles(c.grammar, c.find(f), titles), c.find(named)
	return named, len(some) > 0 && len(fits) == len(some)
}

// singled makes a change of the records of a scope by their ids, if some are not meant, or others are
// that no filter of occurrences selects.
func (c *bulk) singled(f filter.Condition, others []record.Record, titles []meaning.Attribute) {
	all := append(c.find(f), others...)
	found := inTitles(c.grammar, all, titles)
	did := len(titles) == 1 && titles[0].Field == meaning.Did
	if grouped := did && c.on.Where.Has(meaning.Tag, meaning.Project); grouped && len(found) < len(all) {
		c.ask(all, "ask.which-one") // "I've paid everything tagged money", and some of it is not to be paid
	}
	if c.beyond != nil {
		found = reference.Those(found, c.beyond)
	}
	for _, e := range c.on.Except {
		if len(found) == 0 {
			break
		}
		found = c.leaving(found, e)
	}
	if found = c.ranked(found, c.on); len(found) == 0 {
		c.noMatch(nil, named(c.on))
	}
	c.last = found
	// A series, of which the next occurrences are left out, stays: "cancel the next two meetings".
	if leaves(c.do) && c.on.Rank.Order == meaning.Next && slices.ContainsFunc(found, record.Record.Repeats) {
		one, on := *c.change, *c.on
		on.Rank.Count, one.on = 1, &on
		one.edit().each(found)
		return
	}
	before := len(c.ops)
	if found = c.withoutSeries(f, found); len(found) == 0 && len(c.ops) == before {
		c.refuse(problem.UseOccurrence, "refuse.repeats-all")
	}
	days := filter.Condition{}
	if settles(c.do.Act) { // of a series, only the occurrences on the days of the request
		days.Scheduled, days.Overdue = f.Scheduled, f.Overdue
	}
	c.byKind(reference.Among(found, reference.Each(others, record.Record.Key)), filter.Condition{})
	c.byKind(apart(found, others), days)
	if len(c.ops) == before {
		c.refuse(problem.MissingSet, "refuse.nothing-to-change")
	}
}

// withoutSeries leaves what repeats alone if check would, had the filter not named it by its
// id: the request means one occurrence of it and not the whole.
func (c *bulk) withoutSeries(f filter.Condition, found []record.Record) []record.Record {
	s, deletes := c.set, c.do.Act == meaning.Delete
	moves := (s.when.day.Valid() || s.backlog || s.shifts()) && !s.when.repeat.Repeats()
	dated := f.Scheduled.Set || f.Overdue == filter.Yes
	if !moves && !(deletes && dated) {
		return found
	}
	var series, tasks []record.Record
	oneDay := deletes && f.Scheduled.From.Valid() && f.Scheduled.From == f.Scheduled.To
	kept := slices.DeleteFunc(slices.Clone(found), func(rec record.Record) bool {
		switch {
		case !rec.Repeats():
		case oneDay && rec.Kind.Settles():
			tasks = append(tasks, rec) // that day's occurrence is skipped
		default:
			series = append(series, rec)
		}
		return rec.Repeats()
	})
	if len(tasks) > 0 {
		skipped := byID(tasks)
		skipped.Scheduled = f.Scheduled
		c.add(bulkStatus(meaning.Skip, skipped))
	}
	if len(series) > 0 {
		c.remark(problem.RepeatingLeftAlone, "", "remark.left-alone", "names", c.listed(series))
	}
	return kept
}

// leaving are the records of a scope but those that a description names. One that names none
// of them is a mistake that would change too much.
func (c *bulk) leaving(found []record.Record, m *meaning.Record) []record.Record {
	called := func(r record.Record) bool { return reference.FitOf(r.Label(), m.Name, m.Words) <= reference.Words }
	if len(m.Each) > 0 && !slices.ContainsFunc(found, called) { // nothing has the names as one
		for _, e := range m.Each {
			found = c.leaving(found, e)
		}
		return found
	}
	m = c.resolver().Whole(m)
	other := func(r record.Record) bool { return r.Kind != found[0].Kind }
	if len(found) > 0 && len(reference.Kinds(m)) == 0 && !slices.ContainsFunc(found, other) { // "the milk" of a list
		of := *m
		of.Kind, m = found[0].Kind.Name, &of
	}
	scope, unknown := c.resolver().Scope(m)
	var gone []record.Record
	switch {
	case c.on.It && reference.IsPlace(m):
		gone = reference.AtPlaces(found, m.Rank)
	case m.Rank != meaning.Rank{}:
		gone = c.ranked(found, m)
	case unknown.Field == "":
		gone = reference.Those(found, func(r record.Record) bool { return scope.Means(r, c.today) })
		if m.Name != "" {
			gone, _ = reference.Best(gone, record.Record.Label, m.Name, m.Words)
		}
	}
	kept := apart(found, gone)
	switch name := named(m); {
	case len(kept) < len(found):
	case m.Name != "" && c.isElsewhere(found, m):
	case name != "":
		c.unmatched(found, "ask.nothing-of-that", "name", shortened(name))
	default:
		c.noMatch(found, "")
	}
	return kept
}

// isElsewhere reports whether a name is of a record of another kind, which stays as it is anyway: "all tasks, but not
// the parents' evening".
func (c *bulk) isElsewhere(found []record.Record, m *meaning.Record) bool {
	return slices.ContainsFunc(c.records.FindByTitle(m.Name, filter.Condition{}), func(r record.Record) bool {
		same := func(f record.Record) bool { return f.Kind == r.Kind }
		return !slices.ContainsFunc(found, same) && reference.FitOf(r.Label(), m.Name, m.Words) <= reference.Words
	})
}

// apart are those of some records that are none of others.
func apart(found, others []record.Record) []record.Record {
	keys := reference.Each(others, record.Record.Key)
	return reference.Those(found, func(rec record.Record) bool { return !slices.Contains(keys, rec.Key()) })
}

// toDeadlines makes a new deadline of a move to a day after the deadline in the description,
// since nobody plans a thing for after it is due.
func (c *bulk) toDeadlines() {
	due, ok := c.on.Where.Of(meaning.Due)
	w := c.set.when
	last := due.Time.Last()
	later := w.day.Valid() && !w.begins.Valid() && last.Valid() && w.day > last
	if !ok || c.do.Act != meaning.Move || !later {
		return
	}
	if w.last.Valid() {
		c.ask(nil, "ask.due-which-day", "first", w.day, "last", w.last)
	}
	c.set.due, c.set.when = w.day, schedule{}
}
