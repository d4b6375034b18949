package draft

import (
	"cmp"
	"slices"
	"strconv"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/language/meaning"
	"assister/internal/language/message"
	"assister/internal/language/timeexpr"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/reference"
	"assister/internal/schema"
)

// creation is a change that makes a new record.
type creation struct{ *change }

// draft drafts the new record. What is put on a day may be one that there is.
func (c *creation) draft() {
	s := c.set
	amends := s.shifts() || s.longer != 0 || len(s.untag)+len(s.clear) > 0
	switch kind := kindOf(c.do.Kind); {
	case amends || c.do.Title == "" && c.do.Kind+s.list == "":
		c.notUnderstood()
	case followsItem(c):
		besideItems(c)
	case s.text.Has(meaning.There):
		c.within()
	case kind == "project" || kind == "checklist":
		c.make(schema.Lookup(kind))
	case c.do.Kind == "item" || s.list != "":
		c.onList()
	case kind != "" && !schema.Lookup(kind).Planned:
		c.make(schema.Lookup(kind))
	default:
		plan(c)
	}
}

// plan drafts something that is neither a part of another record nor without a day, if its title is one.
func plan(c *creation) {
	placed := c.do.Manner == meaning.Placed
	fresh := !c.do.Known && (c.do.Happens || c.isErrand(c.do.Title))
	says := c.do.Kind != "" || c.do.Quoted || fresh
	nowhere := placed && c.set.empty() && !c.set.calendar && !says
	unasked := c.do.Manner != meaning.Asked
	whole := !c.endsIn("article") || c.endsIn("whom") // "lunch with her"
	titled := c.isTitle() || placed && whole && !c.describes(c.do.Title)
	chooses := !c.do.Quoted && c.endsIn("or") // "monday or tuesday": a person has to say which
	unclear := nowhere || chooses
	switch {
	case c.do.Title == "" && c.do.Manner == meaning.Asked:
		c.ask(nil, message.WhatOf(c.do.Kind))
	case c.do.Title == "", unclear, unasked && !titled:
		c.notUnderstood()
	case c.instead():
	case c.joins() || c.do.Manner != meaning.Told && unasked && c.isOrder():
		c.notUnderstood()
	default:
		c.newPlanned()
	}
}

// followsItem reports whether something is added behind a change of items, so that it goes on their list:
// "remove the eggs and add tofu".
func followsItem(c *creation) bool {
	adds := c.do.Manner == meaning.Placed || c.do.Manner == meaning.Asked
	plain := c.do.Kind == "" && c.set.empty() && !c.isErrand(c.do.Title)
	other := func(r record.Record) bool { return r.Kind.Name != "checklist_item" }
	changed := len(c.ops) > 0 && len(c.last) > 0
	return adds && plain && changed && !slices.ContainsFunc(c.last, other)
}

// besideItems drafts what is added to the list of the items before, one item or several.
func besideItems(c *creation) {
	last := c.last
	added := meaning.Readings(c.grammar, meaning.Addition, c.do.Said, c.brief.Clock, nil)
	if len(added) == 0 {
		c.within()
		return
	}
	for _, do := range added[0].Do {
		one := *c.change
		one.do.Title, c.last = do.Title, last
		(&creation{&one}).within()
	}
}

// within drafts what is added to "it" or "the list": an item of the list that the conversation
// was about, something to do in the project, or text of the note.
func (c *creation) within() {
	kind := c.set.get(meaning.There)
	c.set.text = c.set.text.Without(meaning.There)
	wholes := c.wholes()
	if kind == "checklist" {
		wholes = slices.DeleteFunc(wholes, func(r record.Record) bool { return r.Kind.Name != kind })
		thing := c.do.Kind == "item" || !c.isErrand(c.do.Title)
		if len(wholes) == 0 && c.set.empty() && thing {
			wholes = c.find(filter.Condition{Kinds: []string{kind}})
		}
		if len(wholes) == 0 {
			c.newPlanned() // the list of all tasks
			return
		}
	} else if len(wholes) == 0 {
		wholes = c.search().it(&meaning.Record{It: true, Noun: kind})
	}
	switch {
	case c.do.Title == "":
		c.notUnderstood()
	case len(wholes) > 1:
		c.ask(wholes, "ask.which-one")
	}
	defer func() { c.last = wholes }()
	whole := wholes[0]
	switch kind := whole.Kind.Name; {
	case kind == "checklist":
		c.item(op.Arg{Name: "checklistId", Value: record.ID(whole.ID)})
	case kind == "project":
		c.set.put(meaning.Project, whole.Label())
		if !c.instead() {
			c.newPlanned()
		}
	case kind == "note" && c.set.empty() && c.do.Kind == "":
		c.add(on(whole, schema.Append, op.Arg{Name: "content", Value: record.Text(c.do.Title)}))
	default:
		c.notUnderstood()
	}
}

// wholes are the lists and projects that the conversation was about, or that what it showed is
// in. One thing to do that was mentioned is "it" itself, and not its project.
func (c *creation) wholes() []record.Record {
	spoken := c.spoken()
	if chosen := c.lookUp(c.selection.Records); len(chosen) > 0 {
		spoken = chosen
	}
	var parts []record.Record
	for _, r := range spoken {
		itself := r.Kind.Name != "checklist" && r.Kind.Belongs("project") != nil
		if !itself || len(spoken) > 1 && r.Kind.Planned {
			parts = append(parts, r)
		}
	}
	return c.lookUp(reference.WholesOf(parts, "project", "checklist"))
}

// ofFeast puts a day of the month on what takes place for a feast that the title names into the weeks before that, and
// not what prepares for it: "christmas lunch on the 24th".
func ofFeast(c *change) {
	const before, behind = 27, 3 // days: a month in all
	feast, ok := timeexpr.Best(c.grammar, c.do.Title, c.brief.Clock)
	if yearly := ok && feast.Cycle == timeexpr.Year && feast.Kind == timeexpr.Day; !yearly || !c.do.Happens {
		return
	}
	near := timeexpr.Value{Kind: timeexpr.Range, Grain: timeexpr.DayGrain}
	near.From.Day, near.To.Day = feast.From.Day.AddDays(-before), feast.From.Day.AddDays(behind)
	c.do.Set = slices.Clone(c.do.Set)
	for i, a := range c.do.Set {
		if a.Time.Cycle == timeexpr.Month {
			c.do.Set[i].Time = a.Time.InPeriod(near)
		}
	}
}

// withinWhole says of something that is or becomes a part of something which that is: a project or a list.
// Other records have no parts.
func (c *change) withinWhole(do meaning.Do) meaning.Do {
	at := do.Set.Index(meaning.Part)
	if at < 0 || do.Act != meaning.Create && do.Act != meaning.Change {
		return quotedOn(c, do)
	}
	name := do.Set[at].Text
	do.Set = slices.Clone(do.Set)
	parts := []*schema.Kind{schema.Lookup("task"), schema.Lookup("checklist_item")}
	f := c.resolver().Resolve(&meaning.Record{Name: name, Words: reference.Fields(name)})
	on, noted := soleNamed(c, f, name)
	noted = noted && do.Kind == "note" && do.Manner == meaning.Placed // "note on the dentist: bring the card"
	if as, ok := c.resolver().OwnerNamed(name, parts); ok && (!noted || contains(c.content(as.Text), c.content(name))) {
		do.Set[at] = as
		return do
	}
	if do.Kind == "note" {
		if out, ok := c.withinNote(do, name); ok {
			return out
		}
	}
	switch {
	case noted:
		c.on = on
		do.Act, do.Kind, do.Set = meaning.Change, "", slices.Delete(do.Set, at, at+1)
	case len(f.Records) == 1 && do.Kind == "note":
		c.unmatched(f.Records, "ask.none-called", "kind", c.language.Noun("note", 1), "name", shortened(name))
	case len(f.Records) == 1:
		whole := f.Records[0]
		c.refuse(problem.InvalidOp, "refuse.no-parts", "name", shortened(whole.Label()), "a", c.a(whole.Kind))
	case do.Kind == "note" && do.Title == "":
		do.Title, do.Set = name, slices.Delete(do.Set, at, at+1)
	default:
		c.noneCalled(nil, "project", name)
	}
	return do
}

// quotedOn makes a text in quotation marks a note on what it is added to, if no project is called so: add "bring the
// card" to the dentist.
func quotedOn(c *change, do meaning.Do) meaning.Do {
	to, added := do.Set.Of(meaning.Project)
	if !do.Quoted || !added || len(do.Set) > 1 || len(c.called("project", to.Text)) > 0 {
		return do
	}
	f := c.resolver().Resolve(&meaning.Record{Name: to.Text, Words: reference.Fields(to.Text)})
	if on, ok := soleNamed(c, f, to.Text); ok && do.Kind == "" {
		c.on = on
		do.Act, do.Title, do.Set = meaning.Change, "", meaning.Attributes{{Field: meaning.Notes, Text: do.Title}}
	}
	return do
}

// soleNamed is the one task or event of those found that has all words of a name. Of "movers", that is not the project
// "Move".
func soleNamed(c *change, f reference.Found, name string) (m *meaning.Record, ok bool) {
	if len(f.Records) != 1 || !f.Records[0].Kind.Planned || !contains(c.content(f.Records[0].Label()), c.content(name)) {
		return nil, false
	}
	return &meaning.Record{Kind: f.Records[0].Kind.Name, IDs: []int{int(f.Records[0].ID)}}, true
}

// withinNote adds a text to the note that a name means, if there is one.
func (c *change) withinNote(do meaning.Do, name string) (out meaning.Do, ok bool) {
	found := c.called("note", name)
	text, says := do.Set.Of(meaning.Notes)
	switch {
	case len(found) > 1:
		c.askWhich(found, name)
		return do, true
	case len(found) == 0 || !says || do.Title != "":
		return do, false
	}
	c.on = &meaning.Record{Kind: "note", IDs: []int{int(found[0].ID)}}
	do.Act, do.Title, do.Set = meaning.Append, text.Text, nil
	return do, true
}

// newPlanned drafts a task or an event. Tasks are all-day, so that a time makes an event.
func (c *creation) newPlanned() {
	if context := c.set.get(meaning.Context); context != "" { // or a project of that name
		named := c.exactly(context, filter.Condition{Kinds: []string{"project"}})
		if len(named) == 1 {
			c.set.text = c.set.text.Without(meaning.Context)
			c.set.put(meaning.Project, named[0].Label())
		}
	}
	if c.do.Aside != "" {
		c.set.note(c.do.Aside)
	}
	kind := "task"
	kept := c.do.Kind == "event" && c.do.Manner == meaning.Placed && !c.do.Happens
	switch {
	case kept && c.set.when.minutes > 0 && !c.set.when.begins.Valid(): // "block two hours for the report"
		c.ask(nil, "ask.what-time")
	case takesDays(c):
		c.set.when.repeat = calendar.Recurrence{Freq: calendar.Daily, Until: c.set.when.last}
		kind = "event"
	case c.takesPlace():
		kind = "event"
	}
	c.make(schema.Lookup(kind))
}

// takesDays reports whether a new record takes place on each day of a range whose first and last are
// named: "hotel in York from 3 to 5 may". What somebody does is on one of them.
func takesDays(c *creation) bool {
	w, s := c.set.when, c.set
	several := w.ranges && w.last > w.day && !w.repeat.Repeats()
	openKind := c.do.Kind == "" && (c.do.Happens || !c.isErrand(c.do.Title)) && !s.forTask()
	return several && (c.do.Kind == "event" || openKind)
}

// make drafts a new record of a kind, with all that is set. What stands for its text alone
// is its text and no title.
func (c *creation) make(k *schema.Kind) {
	title, s := c.do.Title, &c.set
	label, _ := k.Field(k.Label)
	isText := label.From == k.Body && k.Body != ""
	if isText && c.do.Clause && s.get(meaning.Notes) == "" {
		s.put(meaning.Notes, title)
		title = ""
	}
	needed := label.Required && label.From+label.Default == "" || isText && s.get(meaning.Notes) == ""
	if title == "" && needed {
		c.ask(nil, message.WhatOf(k.Name))
	}
	if text := s.get(meaning.Notes); text != "" && !k.Planned {
		s.put(meaning.Notes, written(text, false))
	}
	to := c.beginning(k)
	var named []op.Arg
	if title != "" {
		named = []op.Arg{{Name: k.Label, Value: record.Text(written(title, c.do.Quoted || k.Name == "person"))}}
	}
	args := c.fields(record.New(k, 0), to, named...)
	if k.Start != nil && !to.begins.Valid() { // an alarm
		c.ask(nil, "ask.what-time")
	}
	again := s.when.repeat.Repeats() || c.do.Kind == "reminder"
	if gone := to.day.Valid() && to.day < c.today; gone && again { // "monthly on the last friday"
		c.refuse(problem.DayIsOver, "refuse.day-is-over", "day", to.day.String())
	}
	o := create(k, args)
	if c.last, c.made = nil, c.anchor; c.made.Kind == nil { // what is beside something leaves that to be "it"
		c.made = changed(record.New(k, 0), []op.Op{o})
	}
	c.add(o)
}

// beginning is when something new is. A project is to be done by its day. A part of the day, a
// length or an end without a time and the time of a deadline have no field and are kept in the notes.
func (c *creation) beginning(k *schema.Kind) (to place) {
	s := &c.set
	defer func() { s.allDay = false }()
	if !k.Planned {
		s.when = s.when.early(c.brief.Clock)
		s.when.begin(c.brief.Clock)
	}
	w := s.when
	if aim := reference.Column(meaning.Due, k); aim != nil && reference.Column(meaning.When, k) == nil {
		s.due = max(s.due, w.day)
		return to
	}
	if k.Planned || w.says() {
		to.day = c.firstDay()
		to.day = w.coming(to.day, c.isAhead(w.begins))
	}
	if s.dueAt.Valid() && !s.due.Valid() && !w.repeat.Repeats() {
		if s.due = max(to.day, c.today); !to.day.Valid() {
			s.due = c.soonest(s.dueAt)
		}
	}
	note := func(is bool, key string, about ...any) {
		if is && k.Planned {
			s.note(c.language.Text(key, about...))
		}
	}
	note(w.part != timeexpr.NoPart && !w.begins.Valid(), "note."+w.part.String())
	note(s.duePart != timeexpr.NoPart, "note."+s.duePart.String())
	note(w.minutes > 0 && !w.begins.Valid(), "note.minutes", "n", w.minutes)
	note(s.dueAt.Valid(), "note.by", "time", s.dueAt.String())
	note(w.ends.Valid() && !w.begins.Valid(), "note.until", "time", w.ends.String())
	c.warnLocal(to.day, w.begins)
	if to.begins = w.begins; to.begins.Valid() {
		to.ends = ending(w, to.begins, record.New(k, 0))
	}
	return to
}

// firstDay is the day of a new record: the one of the request, for a time alone the next
// that has it ahead, for a part of the day today.
func (c *creation) firstDay() calendar.Date {
	w, day := c.set.when, cmp.Or(c.day(), c.selection.Day)
	timed := w.begins.Valid() || w.part != timeexpr.NoPart || c.set.allDay
	if !timed || day.Valid() {
		return day
	}
	day = c.soonest(w.begins)
	if before := c.made; !c.inLines && before.Kind != nil && before.Begins().Valid() && before.Begins() <= w.begins {
		day = max(day, before.Day()) // "drop the kids off at 8 and pick them up at 3"
	}
	return day
}

// takesPlace reports whether a new record is an event: the request says so, it has a
// time, or it has a day and the title of something that takes place: once, yearly or somewhere.
func (c *creation) takesPlace() bool {
	w, s := c.set.when, c.set
	entered := s.calendar && w.day.Valid() && !c.isErrand(c.do.Title) // "put the harvest in my calendar for friday"
	event := c.do.Kind == "event" || w.begins.Valid() || s.allDay || entered
	if event || c.do.Happens && c.meets() {
		return true
	}
	onDay := w.day.Valid() && w.last-w.day <= 1 || w.part != timeexpr.NoPart
	openKind := c.do.Kind == "" || c.do.Kind == "reminder"
	once := !w.repeat.Repeats() || w.repeat.Freq == calendar.Yearly || s.get(meaning.Place) != ""
	happens := onDay && once && c.do.Happens
	return happens && openKind && !s.forTask()
}

// refTo is the name by which later operations refer to what an operation creates.
func (d *drafter) refTo(at int) string {
	if d.ops[at].As == "" {
		d.ops[at].As = d.ops[at].Kind + strconv.Itoa(at+1)
	}
	return d.ops[at].As
}
