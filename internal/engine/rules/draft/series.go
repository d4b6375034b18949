package draft

import (
	"cmp"
	"slices"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/language/meaning"
	"assister/internal/language/timeexpr"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/reference"
	"assister/internal/schema"
)

// A repeating event has no list of the days that it is left out on. So that some of them can
// be, the series ends before them, and another goes on after them, with a remark.

// gap are days that a series is left out on, in a row. One without a last day has no end.
type gap struct{ from, to calendar.Date }

// ofOne is a change of one occurrence of a series: of the day that was selected or shown, or the one
// that is called the next or the last. It asks for the day of several in a row, and of a place in
// a list, which does not keep the days that it showed.
func (c edit) ofOne(rec record.Record) edit {
	act, rank, day, shown := c.do.Act, c.on.Rank, c.selection.Day, c.on.Shown
	listed := !c.on.It && reference.IsPlace(c.on)
	placed := !listed && (rank.Order == meaning.Next || rank.Order == meaning.Previous)
	single := act == meaning.Delete || act == meaning.Move || act == meaning.Shift || settles(act)
	said, _ := days(c.on, c.today)
	if day.Valid() && single && rec.Repeats() && said.Valid() { // and not the day that was asked about
		c = c.onDay(onDate(day), without(*c.on, meaning.When))
	}
	beside := besideIt(c, rec)
	switch {
	case !single, !rec.Repeats(), said.Valid(), c.set.when.repeat.Repeats(), c.set.when.since:
		return c
	case day.Valid():
	case len(beside) == 1:
		return c.onDay(beside[0], *c.on)
	case len(beside) > 1:
	case shown.Day.Valid() && rec.Recurrence().OccursOn(rec.Day(), shown.Day):
		day = shown.Day
	case shown.Next:
		day, _ = c.dayIn(rec, meaning.Next, false)
	case act == meaning.Move && c.set.when.begins.Valid() && rec.Recurrence().OccursOn(rec.Day(), c.set.when.day):
		day = c.set.when.day // "to 7 on thursday"
	case placed && rank.Count > 1, listed && !settles(act):
		day = 0
	case placed:
		day, _ = c.dayIn(rec, rank.Order, false)
	default:
		return c
	}
	if !day.Valid() {
		c.askOccurrence(rec)
	}
	return c.onDay(onDate(day), *c.on)
}

// besideIt are the days that the words beside "it" say, and those of what somebody did: "I won't water the ferns on
// friday, skip it"; "I watered the ferns, did it on friday". What is done may be done on another day than planned.
func besideIt(c edit, rec record.Record) (all []meaning.Attribute) {
	find, text, done := timeexpr.Find, c.on.Near, c.do.Act == meaning.Complete
	if aside := c.do.Unread != "" && !c.on.It; aside { // "I'm away on friday, skip yoga"
		text = ""
	}
	if done && c.do.Manner == meaning.Told {
		text += "\n" + c.do.Said
	}
	if done {
		find = timeexpr.FindPast
	}
	for _, f := range find(c.grammar, text, c.brief.Clock) {
		timeless := f.Kind == timeexpr.Duration || f.Kind == timeexpr.Recurrence || !f.From.Day.Valid()
		if elsewhen := done && !rec.Recurrence().OccursOn(rec.Day(), f.From.Day); !timeless && !elsewhen {
			all = append(all, meaning.Attribute{Field: meaning.When, Time: f.Value})
		}
	}
	return all
}

// nextOf are the days of the next occurrences of a series that has the name of a description, if it counts
// them: "skip the next two yoga classes".
func (c edit) nextOf(rec record.Record) (all []gap) {
	rank := c.on.Rank
	named := c.on.Name != "" && len(c.on.Where) == 0
	if rank.Order != meaning.Next || !leaves(c.do) || !named || !rec.Repeats() {
		return nil
	}
	for day := range filter.OpenDays(rec, c.today, calendar.MaxDate) {
		if len(all) >= rank.Count {
			break
		}
		all = append(all, gap{day, day})
	}
	return all
}

// weekdays are those that a series is to be left out on every week: "cancel the choir on thursdays".
func (c edit) weekdays() calendar.Days {
	a, _ := c.on.Where.Of(meaning.When)
	rule := a.Time.Rule
	if !leaves(c.do) || a.Time.Kind != timeexpr.Recurrence || rule.Freq != timeexpr.Weekly || rule.Interval != 1 {
		return 0
	}
	return rule.Days
}

// withoutWeekdays drafts that a series no longer takes place on some weekdays. It asks for the occurrence if the
// series takes place on none of them, or on no other weekday.
func (c edit) withoutWeekdays(rec record.Record, dropped calendar.Days) {
	rule := rec.Recurrence()
	on, until := rule.EveryWeek(rec.Day(), c.today), rule.Until
	if on == 0 || rule.Count > 0 || !rule.Next(rec.Day(), c.today).Valid() {
		c.notUnderstood()
	}
	if left := on &^ dropped; left == on || left == 0 {
		c.askOccurrence(rec)
	}
	moved, rest := *c.change, without(*c.on, meaning.When)
	moved.do.Act, moved.on, moved.set = meaning.Move, &rest, settings{}
	moved.set.when.rule = timeexpr.Rule{Freq: timeexpr.Weekly, Interval: 1, Days: on &^ dropped}
	moved.set.when.repeat, _ = moved.set.when.rule.Plain()
	moved.set.when.repeat.Until = until
	moved.edit().moveRest(rec, c.today)
}

// onDay is a change of a description on a day.
func (c edit) onDay(day meaning.Attribute, on meaning.Record) edit {
	one := *c.change
	on.Where = append(slices.Clone(on.Where), day)
	one.on = &on
	return edit{&one}
}

// onDate is the condition to be on a day.
func onDate(day calendar.Date) meaning.Attribute {
	return meaning.Attribute{Field: meaning.When, Time: timeexpr.On(day)}
}

// settleIn drafts a status of the occurrences of a series in gaps. What takes place has no status, but can be
// left out, as a task can be that ends.
func (c edit) settleIn(rec record.Record, act meaning.Act, gaps ...gap) {
	if !rec.Kind.Settles() {
		c.divide(rec, gaps...)
		return
	}
	for _, g := range gaps {
		switch {
		case !g.to.Valid():
			c.divide(rec, g)
		case g.from == g.to:
			day := op.Arg{Name: "occurrenceDate", Value: record.Date(g.from)}
			c.add(on(rec, schema.SetStatus, statusOf(act), day))
		default:
			f := byID([]record.Record{rec})
			f.Scheduled = filter.Range{Set: true, From: g.from, To: g.to}
			c.add(bulkStatus(act, f))
		}
	}
}

// occurrence is the one occurrence that a change means: the only one in the days that it
// says, or today's.
func (c edit) occurrence(rec record.Record) calendar.Date {
	rule, anchor := rec.Recurrence(), rec.Day()
	from, to := occurring(c.change)
	if !from.Valid() {
		from = c.nearestOpen(rec)
		to = from
	}
	said, _ := days(c.on, c.today)
	if ends := from == to && said == to.AddDays(-6); ends && !rule.OccursOn(anchor, to) { // "this week", on its last day
		to = to.AddDays(6)
	}
	switch {
	case to.Valid() && rule.CountBetween(anchor, from, to) == 1:
		return rule.Next(anchor, from)
	case from == to:
		c.ask([]record.Record{rec}, "ask.occurs-not", "name", rec.Label(), "day", from)
	default:
		c.askOccurrence(rec)
	}
	return 0
}

// nearestOpen is today or, if a series does not occur then, its only open occurrence before or, if it has not begun or
// takes place, the next one. The next rent is paid as well as the last one.
func (c edit) nearestOpen(rec record.Record) calendar.Date {
	act, rule := c.do.Act, rec.Recurrence()
	open := slices.Collect(filter.OpenDays(rec, rec.Day(), c.today))
	switch next := rule.Next(rec.Day(), c.today); {
	case !settles(act), act == meaning.Reopen, next == c.today:
	case rec.Day() > c.today, !rec.Kind.Settles():
		return next
	case len(open) == 1:
		return open[0]
	}
	return c.today
}

// ends drafts the last day of a series, if nothing else is set: "until june", "for two weeks".
func (c edit) ends(rec record.Record) bool {
	s := c.set
	last := s.when.until
	if s.when.lasts() {
		last = s.when.runs.After(max(rec.Day(), c.today)).AddDays(-1)
	}
	s.due, s.when.until, s.when.runs = 0, 0, timeexpr.Amount{}
	if !last.Valid() || !rec.Repeats() || !s.empty() {
		return false
	}
	rule := rec.Recurrence()
	rule.Until, rule.Count = last, 0
	c.add(on(rec, schema.Update, op.Arg{Name: "recurrence", Value: record.Recurrence(rule)}))
	return true
}

// begins drafts the first day of a series, if nothing else is set: "from monday on". What took place
// before today stays.
func (c edit) begins(rec record.Record) bool {
	s := c.set
	since, is := s.when.day, s.when.since
	s.when.day, s.when.since = 0, false
	if !is || !rec.Repeats() || !s.empty() {
		return false
	}
	first := rec.Recurrence().Next(rec.Day(), since)
	if since < rec.Day() || !first.Valid() {
		return false
	}
	if rec.Day() < c.today && !rec.Kind.Settles() {
		c.divide(rec, gap{c.today, first.AddDays(-1)})
		return true
	}
	c.add(on(rec, schema.Update, op.Arg{Name: rec.Kind.Day, Value: record.Date(first)}))
	return true
}

// divide drafts a series without the occurrences in gaps. A series that is
// counted from the end of a month goes on from another day of it than it should, so that it
// is refused.
func (c edit) divide(rec record.Record, gaps ...gap) {
	again := func(o op.Op) bool { return o.Verb == schema.Update && isOf(o, rec) }
	if slices.ContainsFunc(c.ops, again) { // what it is after the first change is not known
		c.notUnderstood()
	}
	rule, anchor := rec.Recurrence(), rec.Day()
	ofMonth := rule.Freq == calendar.Monthly || rule.Freq == calendar.Yearly
	if _, _, n := anchor.YMD(); n > 28 && ofMonth {
		c.refuse(problem.UseOccurrence, "refuse.repeats-month-end", "name", rec.Label())
	}
	first, ended := rule.Next(anchor, anchor), calendar.Date(0) // of the rest, and of the gap behind what stays
	part := func(rule calendar.Recurrence) {
		set := []op.Arg{{Name: "recurrence", Value: record.Recurrence(rule)}}
		switch {
		case ended.Valid():
			c.add(create(rec.Kind, alone(rec, first, set)))
			c.remark(problem.SeriesDivided, "", "remark.divided", "name", rec.Label(), "day", ended, "next", first)
			return
		case first != anchor:
			set = append(set, op.Arg{Name: rec.Kind.Day, Value: record.Date(first)})
		}
		c.add(on(rec, schema.Update, set...))
	}
	slices.SortFunc(gaps, func(a, b gap) int { return cmp.Compare(a.from, b.from) })
	for _, g := range gaps {
		if first.Valid() && first < g.from {
			before := rule
			before.Until, before.Count = g.from.AddDays(-1), 0
			part(before)
			ended = g.from
		}
		if first = 0; g.to.Valid() {
			first = rule.Next(anchor, g.to.AddDays(1))
		}
	}
	switch {
	case first.Valid():
		part(left(rec, first))
	case !ended.Valid():
		c.add(on(rec, schema.Delete))
	}
}

// left is the recurrence with which a series goes on from a day.
func left(rec record.Record, from calendar.Date) calendar.Recurrence {
	rule := rec.Recurrence()
	if rule.Count > 0 {
		rule.Count -= int32(rule.CountBetween(rec.Day(), rec.Day(), from.AddDays(-1)))
	}
	return rule
}

// sparing drafts a series without its occurrences in the days of the request, or from today on, but with those of
// some days. If the request says no last day, the series ends with these.
func (c edit) sparing(rec record.Record, spared []meaning.Attribute) {
	first, last := days(c.on, c.today)
	end, stays := last, false
	for _, s := range spared {
		if !last.Valid() {
			end = max(end, s.Time.Last())
		}
	}
	var out []gap
	for day := range rec.Recurrence().Between(rec.Day(), max(first, c.today), end) {
		within := func(s meaning.Attribute) bool { return s.Time.From.Day <= day && day <= s.Time.Last() }
		if slices.ContainsFunc(spared, within) {
			stays = true
		} else {
			out = append(out, gap{day, day})
		}
	}
	if !stays || end > c.today.AddDays(366) {
		c.askOccurrence(rec)
	}
	if !last.Valid() {
		out = append(out, gap{from: end.AddDays(1)})
	}
	c.settleIn(rec, meaning.Skip, out...)
}

// moveOccurrence moves one occurrence out of a series. The series continues without it. It reports false
// if the whole series is to change: an event whose day the request does not name, or a task that is given
// a time of day.
func (c edit) moveOccurrence(rec record.Record) (moves bool) {
	s := c.set
	moved := c.do.Act == meaning.Move || c.do.Act == meaning.Shift
	said, last := days(c.on, c.today)
	switch {
	case !moved || !rec.Repeats() || s.backlog:
		return false
	case said.Valid() && !last.Valid():
		c.moveRest(rec, said)
		return true
	case s.when.repeat.Repeats():
		return false
	}
	moves = said.Valid()
	if rec.Kind.Settles() {
		toDay := s.when.day.Valid() || s.by.OfDays()
		moves = toDay && s.by.Seconds == 0 && !s.when.begins.Valid()
	}
	if !moves {
		return false
	}
	day := c.occurrence(rec)
	one := rec.With(rec.Kind.Day, record.Date(day)).With("recurrence", record.Null)
	to := c.destination(one)
	if set, _ := c.do.Set.Of(meaning.When); set.Time.Cycle == timeexpr.Week { // "next week's yoga to thursday"
		week := timeexpr.Value{Kind: timeexpr.Range, Grain: timeexpr.DayGrain}
		week.From.Day, week.To.Day = day.StartOfWeek(), day.StartOfWeek().AddDays(6)
		to.day = set.Time.InPeriod(week).From.Day
	}
	if !to.day.Valid() {
		to.day = day
	}
	if s.when.day.Valid() && to.day == day && !s.when.begins.Valid() { // it is on that day
		c.ask(nil, "ask.exists-what", "name", shortened(rec.Label()))
	}
	set := c.fields(one, to)
	c.settleIn(rec, meaning.Skip, gap{day, day})
	c.add(create(rec.Kind, alone(rec, to.day, set)))
	return true
}

// moveRest moves the occurrences of a series from some day on: it ends before them, and another goes on
// with what is set.
func (c edit) moveRest(rec record.Record, since calendar.Date) {
	rule, anchor := rec.Recurrence(), rec.Day()
	first := rule.Next(anchor, since)
	toDay := c.set.when.day.Valid() && !c.set.when.repeat.Repeats()
	byDays := c.set.by.OfDays()
	if toDay || byDays || !first.Valid() {
		c.askOccurrence(rec)
	}
	to := c.destination(rec)
	if to.day = first; c.set.when.repeat.Repeats() {
		to.day = c.set.when.rule.First(since)
	}
	set := c.fields(rec, to)
	if first == rule.Next(anchor, anchor) {
		c.add(on(rec, schema.Update, set...))
		return
	}
	c.divide(rec, gap{from: since})
	if !c.set.when.repeat.Repeats() {
		set = append(set, op.Arg{Name: "recurrence", Value: record.Recurrence(left(rec, since))})
	}
	c.add(create(rec.Kind, alone(rec, to.day, set)))
}

// alone are the fields of a record that is one occurrence of another, with those that are
// set beside.
func alone(rec record.Record, day calendar.Date, set []op.Arg) []op.Arg {
	args := []op.Arg{{Name: rec.Kind.Day, Value: record.Date(day)}}
	others := reference.Those(set, func(a op.Arg) bool { return a.Name != rec.Kind.Day })
	return filled(rec, append(args, others...), "recurrence", "status", "deadline")
}

// filled are fields that are set, and those of a record besides, but for its own.
func filled(rec record.Record, set []op.Arg, own ...string) []op.Arg {
	args := set
	for _, f := range rec.Kind.Fields {
		isSet := slices.ContainsFunc(set, func(a op.Arg) bool { return a.Name == f.Name })
		if v := rec.Get(f.Name); !v.IsNull() && !f.Kept && !isSet && !slices.Contains(own, f.Name) {
			args = append(args, op.Arg{Name: f.Name, Value: v})
		}
	}
	return args
}
