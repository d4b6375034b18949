package draft

import (
	"cmp"
	"slices"

	"assister/internal/calendar"
	"assister/internal/language"
	"assister/internal/language/meaning"
	"assister/internal/language/timeexpr"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/reference"
	"assister/internal/schema"
)

// edit is a change of single records.
type edit struct{ *change }

// each drafts the change of each of some records, which are "it" from then on.
func (c edit) each(found []record.Record) {
	c.last = nil
	for _, rec := range found {
		at := len(c.ops)
		c.single(rec)
		c.last = append(c.last, changed(rec, c.ops[at:]))
	}
}

// single drafts what the change does to one record.
func (c edit) single(rec record.Record) {
	if c.do.Act == meaning.Copy {
		c.copied(rec)
		return
	}
	unknown := func(e *meaning.Record) bool { return len(c.search().candidates(e).Records) == 0 }
	if some := c.on.Except; len(some) > 0 && rec.Repeats() || slices.ContainsFunc(some, unknown) {
		c.notUnderstood() // which occurrences, or which part of it, are not meant
	}
	if c.do.Act == meaning.Snooze && rec.Kind.Planned {
		c = edit{putOff(c.change)}
	}
	if all := c.nextOf(rec); len(all) > 1 {
		c.settleIn(rec, meaning.Skip, all...)
		return
	}
	c = c.ofOne(rec)
	either, oneOf := c.on.Where.Of(meaning.Any)
	switch dropped := c.weekdays(); {
	case rec.Repeats() && oneOf && either.Any.Only(meaning.When):
		c.onEach(either.Any, rec)
	case rec.Repeats() && dropped != 0:
		c.withoutWeekdays(rec, dropped)
	default:
		c.act(rec)
	}
}

// act drafts what the change does to one record as a whole, or to the occurrence that it names.
func (c edit) act(rec record.Record) {
	day, _ := days(c.on, c.today)
	leaves := c.do.Act == meaning.Delete || c.do.Act == meaning.Move && c.set.backlog
	switch to, act := becomes(c, rec), c.do.Act; {
	case to != nil:
		convert(c, rec, to)
	case leaves && rec.Repeats() && day.Valid():
		c.settle(rec, meaning.Skip)
	case act == meaning.Delete:
		c.delete(rec)
	case settles(act):
		c.settle(rec, act)
	case act == meaning.Rename && !meaning.Retitles(c.do, c.grammar, rec.Label()):
		c.ask(nil, "ask.change-what", "name", shortened(rec.Label()))
	case act == meaning.Rename:
		c.add(on(rec, schema.Update, op.Arg{Name: rec.Kind.Label, Value: record.Text(c.set.get(meaning.Title))}))
	case verbs[act] != "":
		c.alarm(rec)
	case act == meaning.Move && c.set.empty() && rec.Begins().Valid():
		c.ask(nil, "ask.to-when")
	case act == meaning.Move && c.set.empty():
		c.ask(nil, "ask.to-which-day")
	case act == meaning.Change && c.set.empty():
		c.ask(nil, "ask.change-what", "name", shortened(rec.Label()))
	case c.lengthens(rec) || c.ends(rec):
	case c.set.when.lasts(): // nothing else takes days
		c.notUnderstood()
	case c.begins(rec) || c.moveOccurrence(rec):
	default:
		c.add(on(rec, schema.Update, c.changes(rec)...))
	}
}

// waits is a change that snoozes something by days as one that moves it on: no alarm is snoozed for so long.
func waits(do meaning.Do) meaning.Do {
	days := func(a meaning.Attribute) bool {
		return a.Field == meaning.Length && a.Time.Amount.OfDays()
	}
	if do.Act == meaning.Snooze && slices.ContainsFunc(do.Set, days) {
		do.Act = meaning.Shift
	}
	return do
}

// putOff is a change that snoozes what is no alarm: it waits for another day. Only an alarm is snoozed for minutes.
func putOff(c *change) *change {
	later := *c
	if c.set.when.minutes == 0 {
		later.do.Act = meaning.Move
	}
	return &later
}

// delete deletes a record with what is a part of it alone: a list with its items.
func (c edit) delete(rec record.Record) {
	if k, by := partKind(rec.Kind); k != nil {
		for _, part := range partsOf(c.drafter, rec, k, by) {
			c.add(on(part, schema.Delete))
		}
	}
	c.add(on(rec, schema.Delete))
}

// partKind is the kind of the records that cannot be without one of a kind, and the field that says of which they
// are a part; nil if there is none.
func partKind(whole *schema.Kind) (*schema.Kind, *schema.Field) {
	for _, k := range schema.Kinds {
		by := k.Belongs(whole.Name)
		ofOthers := slices.ContainsFunc(k.Fields, func(f schema.Field) bool { return f.Part })
		if by != nil && by.Required && !ofOthers {
			return k, by
		}
	}
	return nil, nil
}

// onEach drafts the status of the occurrences on several days: "skip yoga on monday and friday". They
// cannot be changed one by one.
func (c edit) onEach(days []meaning.Attribute, rec record.Record) {
	act := c.do.Act
	if leaves(c.do) {
		act = meaning.Skip
	}
	if !settles(act) || act != meaning.Skip && !rec.Kind.Settles() {
		c.notUnderstood()
	}
	var gaps []gap
	for _, a := range days {
		day := c.onDay(a, without(*c.on, meaning.Any, meaning.When)).occurrence(rec)
		gaps = append(gaps, gap{day, day})
	}
	c.settleIn(rec, act, gaps...)
}

// settle drafts a status; of what repeats that of one occurrence, or of those in the days that the
// request says.
func (c edit) settle(rec record.Record, act meaning.Act) {
	hasStatus, skips := rec.Kind.Settles(), act == meaning.Skip
	first, last := occurring(c.change)
	next := rec.Recurrence().Next(rec.Day(), first)
	when, _ := c.on.Where.Of(meaning.When)
	goesOn := when.Time.Grain >= timeexpr.Month && !when.Time.Ends && when.Time.From.Valid() // "from april"
	switch {
	case rec.Kind.Done != "":
		c.add(on(rec, schema.Update, c.checked(rec.Kind)))
	case !hasStatus && !(rec.Repeats() && skips):
		c.refuse(problem.InvalidOp, "refuse.no-status", "name", rec.Label(), "a", c.a(rec.Kind))
	case !rec.Repeats() && skips && first != last: // "pause it until monday" settles nothing
		c.notUnderstood()
	case !rec.Repeats():
		c.add(on(rec, schema.SetStatus, statusOf(act)))
	case skips && first.Valid() && !last.Valid():
		c.settleIn(rec, act, gap{from: first})
	case hasStatus && last > first:
		c.settleIn(rec, act, gap{first, last})
	case first != last && !goesOn && next.Valid() && next <= last:
		c.settleIn(rec, act, gap{next, last})
	default:
		day := c.occurrence(rec)
		c.settleIn(rec, act, gap{day, day})
	}
}

// checked is what an act makes of an item, which is checked or is not.
func (c edit) checked(k *schema.Kind) op.Arg {
	if c.do.Act != meaning.Complete && c.do.Act != meaning.Reopen {
		c.refuse(problem.InvalidOp, "refuse.only-checked")
	}
	return op.Arg{Name: k.Done, Value: record.Bool(c.do.Act == meaning.Complete)}
}

// changes are the fields that a change sets on one record.
func (c edit) changes(rec record.Record) []op.Arg {
	due, other := c.countsFromDue(rec), *c.change
	switch {
	case due.Valid() && c.set.shifts() && c.set.by.Seconds == 0:
		other.set.due, other.set.by = c.set.by.After(due), timeexpr.Amount{}
	case due.Valid() && makesItSo(c):
		other.set.due, other.set.when = c.set.when.day, schedule{}
	}
	c = edit{&other}
	s := c.set
	day, _ := days(c.on, c.today)
	toDay := s.when.day.Valid() || s.backlog || s.shifts()
	moves := toDay || day.Valid() && s.when.says()
	if rec.Repeats() && !s.when.repeat.Repeats() && moves {
		c.askOccurrence(rec)
	}
	to := c.destination(rec)
	at := to.day
	if !at.Valid() && !rec.Repeats() {
		at = rec.Day()
	}
	c.warnLocal(at, to.begins)
	return c.fields(rec, to)
}

// makesItSo reports whether a change gives "it" another day than it has: "make it monday", and not "move it to monday".
func makesItSo(c edit) bool {
	w, said := c.set.when, language.Tokens(c.do.Said)
	alone := w.day.Valid() && !w.begins.Valid() && !w.repeat.Repeats()
	return alone && c.on.It && c.grammar.Means(said[:1], "verb", "make")
}

// countsFromDue is the deadline that days are counted from, if that is the only day of a record or what the
// change is about: "push all deadlines a week". Otherwise it is 0.
func (c edit) countsFromDue(rec record.Record) calendar.Date {
	due := reference.Column(meaning.Due, rec.Kind)
	about, _ := c.on.Where.Of(meaning.Has)
	if due == nil || rec.Day().Valid() && about.Text != string(meaning.Due) {
		return 0
	}
	return rec.Get(due.Name).Date()
}

// destination is where a change moves one record to: to a day and time, or on by some days
// or minutes from where it is.
func (c edit) destination(rec record.Record) (p place) {
	s, start := c.set, rec.Begins()
	w := s.when.near(start)
	switch {
	case !rec.Kind.Planned: // an alarm
		w = w.early(c.brief.Clock)
	case !start.Valid():
		w = w.usual(meaning.Usual(c.grammar, rec.Label()))
	}
	if start, _ := rec.Kind.Field("startTime"); start == nil && c.set.when.day.Valid() {
		c.set.notePart(c.words)
	}
	p.day = c.planned()
	period := s.when.last.Valid() && !s.when.repeat.Repeats()
	if period && rec.Day() >= s.when.day && rec.Day() <= s.when.last { // what is in next week is not moved there
		c.ask(nil, "ask.which-day", "first", s.when.first(c.today), "last", s.when.last)
	}
	if w.implied && rec.Day().Valid() { // the series goes on from where it is
		p.day = c.onward(rec)
	}
	p.begins = w.begins
	c.shift(rec, &p)
	placed := p.day.Valid() || w.begins.Valid()
	if c.do.Act == meaning.Move && w.minutes > 0 && !placed { // nothing is moved to a length
		c.notUnderstood()
	}
	nearer := w.again.Valid() && rec.Day() > w.day && w.again-rec.Day() < rec.Day()-w.day // next week's
	today := rec.Day() != c.today && !nearer && c.isAhead(cmp.Or(p.begins, start))
	p.day = w.coming(p.day, today)
	if p.ends = ending(w, p.begins, rec); s.longer != 0 {
		p.ends = c.longer(rec)
	}
	return p
}

// shift moves a place on by some days or minutes from where a record is, if the change says by how much.
func (c edit) shift(rec record.Record, to *place) {
	by, start := c.set.by, rec.Begins()
	if by.OfDays() {
		if !rec.Day().Valid() {
			c.refuse(problem.Invalid("scheduledFor"), "refuse.no-day", "name", rec.Label())
		}
		to.day = by.After(rec.Day())
	}
	if by.Seconds != 0 {
		if !start.Valid() {
			c.refuse(problem.Invalid("startTime"), "refuse.no-start", "name", rec.Label())
		}
		var over int
		if to.begins, over = start.Add(by.Seconds / 60); over != 0 {
			to.day = rec.Day().AddDays(over)
		}
	}
}

// onward is the day that a series begins on again with another recurrence: none if it goes
// on from the day where it is.
func (c edit) onward(rec record.Record) calendar.Date {
	rule := c.set.instead(rec)
	elsewhere := rule.ByDay == 0 && !c.set.when.rule.IsOn(rec.Day()) // no day of "every other Thursday", "each 3rd"
	switch {
	case !elsewhere && rule.OccursOn(rec.Day(), rec.Day()):
		return 0
	case c.set.gone != 0: // the Monday before the Tuesday that it is in the place of
		week := rec.Day().StartOfWeek()
		return rule.Next(week, max(week, c.today))
	}
	return c.set.when.day
}

// longer is when a record ends later, or earlier, than it does.
func (c edit) longer(rec record.Record) calendar.Time {
	length, known := reference.Lasts(rec)
	if !known {
		c.refuse(problem.Invalid("endTime"), "refuse.no-end", "name", rec.Label())
	}
	if length += c.set.longer; length <= 0 || length >= 24*60 {
		c.refuse(problem.Invalid("endTime"), "refuse.too-long", "name", rec.Label(), "minutes", length)
	}
	end, _ := rec.Begins().Add(length)
	return end
}

// ending is when a record ends that is moved to another time: as the request says, or as long after
// as before.
func ending(w schedule, begins calendar.Time, rec record.Record) (end calendar.Time) {
	from := begins
	if !from.Valid() {
		from = rec.Begins()
	}
	switch length, known := reference.Lasts(rec); {
	case w.later.Valid() && from.Valid() && w.ends <= from && w.later > from:
		end = w.later
	case w.ends.Valid():
		end = w.ends
	case w.minutes > 0 && from.Valid():
		end, _ = from.Add(w.minutes)
	case begins.Valid() && known:
		end, _ = begins.Add(length)
	}
	return end
}

// planned is the day that a change moves to. It asks for the time in a part of the day.
func (c *change) planned() calendar.Date {
	if c.set.when.part != timeexpr.NoPart {
		c.ask(nil, "ask.what-time")
	}
	return c.day()
}

// part is a part of the day as a person writes it down.
func (w words) part(p timeexpr.Part) string { return w.language.Text("note." + p.String()) }

// day is the day that the settings plan for. Of next week it is the Monday and of a weekend
// the first day left; a longer or a begun period wants a day.
func (c *change) day() calendar.Date {
	w := c.set.when
	switch {
	case w.over:
		c.refuse(problem.DayIsOver, "refuse.day-is-over", "day", w.day.String())
	case !w.last.Valid() || w.repeat.Repeats():
		return w.day
	case w.hasFirst(c.today):
		return w.first(c.today)
	}
	key := "ask.which-day"
	if w.either {
		key = "ask.which-of-days"
	}
	c.ask(nil, key, "first", w.first(c.today), "last", w.last)
	return 0
}

// dayAnswered sets the day that was selected, if it is where the change goes: a move that says no day, or only a
// period that has the day or that was asked about. Otherwise it is the day of the records.
func (c *change) dayAnswered() {
	w, day := &c.set.when, c.selection.Day
	nowhere := c.set.empty() && (c.do.Act == meaning.Move || c.do.Act == meaning.Copy)
	ofPeriod := w.last.Valid() && !w.repeat.Repeats()
	within := day >= w.day && day <= w.last || !w.hasFirst(c.today)
	if day.Valid() && (nowhere || ofPeriod && within) {
		w.day, w.last, c.selection.Day = day, 0, 0
	}
}

// soonest is the first day on which a time is still to come.
func (d *drafter) soonest(t calendar.Time) calendar.Date {
	if d.isAhead(t) {
		return d.today
	}
	return d.today.AddDays(1)
}

// isAhead reports whether a time of today is still to come; if there is none, it is.
func (d *drafter) isAhead(t calendar.Time) bool {
	return !t.Valid() || t > d.brief.Clock.TimeOfDay()
}

// warnLocal says if the clocks change over a time.
func (d *drafter) warnLocal(day calendar.Date, t calendar.Time) {
	if !day.Valid() || !t.Valid() {
		return
	}
	at, shift := d.brief.Clock.At(day, t)
	zone := d.brief.Clock.Zone.String()
	switch shift {
	case calendar.Skipped:
		d.remark(problem.LocalTimeDoesNotExist, "startTime", "remark.hour-skipped",
			"time", t, "day", day, "zone", zone, "instead", at.Format("15:04"))
	case calendar.Twice:
		d.remark(problem.LocalTimeExistsTwice, "startTime", "remark.hour-twice", "time", t, "day", day, "zone", zone)
	}
}

// lengthens adds to the text of a note, if nothing else is set.
func (c edit) lengthens(rec record.Record) bool {
	s := c.set
	more := s.get(meaning.Notes)
	if more == "" || len(s.text) > 1 || rec.Kind.Operation(schema.Append) == nil {
		return false
	}
	if s.text = nil; !s.empty() {
		return false
	}
	c.add(on(rec, schema.Append, op.Arg{Name: "content", Value: record.Text(more)}))
	return true
}
