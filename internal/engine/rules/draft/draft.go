// Package draft goes from what a request means to operations, or to a question back, words
// that are not understood, or a refusal. It reads no text, so that it is the same for every
// language. Nothing is guessed: where several records could be meant there is a question,
// and a request that cannot be carried out as a whole changes nothing.
package draft

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"assister/internal/brief"
	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/language"
	"assister/internal/language/meaning"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/propose"
	"assister/internal/record"
	"assister/internal/reference"
	"assister/internal/schema"
	"assister/internal/session"
)

// OptionsMax is how many possible answers a question offers.
const OptionsMax = 7

// Make drafts what the text of a request means. If nothing comes of that, because nothing is as
// it says, another meaning that costs little more may be the one: it does the same to a
// record whose name takes more of the text.
func Make(ctx context.Context, q propose.Request, b brief.Brief) (propose.Draft, error) {
	best, err := meant(ctx, q, q.Said, b)
	if err == nil && len(best.Ops) > 0 {
		return unlessDoubtful(ctx, q, b, best)
	}
	if err != nil {
		return best, err
	}
	for i := range q.Also {
		same := best.Question == "" && alike(*q.Said, q.Also[i])
		unknown := len(best.Options) == 0 && makesIt(*q.Said, q.Also[i])
		if !same && !unknown && !splits(*q.Said, q.Also[i]) {
			continue
		}
		if d, err := meant(ctx, q, &q.Also[i], b); err != nil || len(d.Ops) > 0 {
			return d, err
		}
	}
	return best, nil
}

// meant drafts one meaning of a text. A text with a question or a reply beside a change is not
// a request as a whole.
func meant(ctx context.Context, q propose.Request, said *meaning.Text, b brief.Brief) (propose.Draft, error) {
	if said == nil || len(said.Do) == 0 || len(said.Ask)+len(said.Reply) > 0 {
		return notUnderstood(q, b.Clock), nil
	}
	d := &drafter{
		words: words{q.Language}, grammar: meaning.BuiltIn().Called(said.Language),
		selection: q.Selection, topics: q.Topics,
		brief: b, records: reference.In(b, b.Clock), today: b.Clock.Today(), sole: len(said.Do) == 1, talk: said.Talk,
		inLines: strings.Contains(q.Text, "\n"),
	}
	if word, found := d.misleading(q.Text, said.Do); found {
		return propose.Draft{NotUnderstood: []string{word}}, d.records.Err()
	}
	for _, do := range said.Do {
		if err := ctx.Err(); err != nil {
			return propose.Draft{}, err
		}
		switch stop := attempt(func() { d.change(do) }); {
		case stop == nil && do.Unread != "":
			d.remark(problem.LeftOut, "", "remark.left-out", "words", shortened(do.Unread))
		case stop == nil:
		case d.isRemark(do, stop) && d.keeps(do):
			d.remark(problem.NothingMatches, "", "remark.noted", "words", shortened(do.Said))
		case d.isRemark(do, stop):
			d.remark(problem.NothingMatches, "", "remark.ignored", "words", shortened(do.Said))
		default:
			d.stopped = append(d.stopped, stop)
		}
	}
	return d.draft()
}

// isRemark reports whether what somebody states beside other changes is about no record: "the kettle is mended". What
// may be meant by it is asked about, unless it is about somebody. A time in it may be of something new.
func (d *drafter) isRemark(do meaning.Do, stop *stopped) bool {
	if d.sole || !stop.nothing || do.Manner != meaning.Told || do.On == nil {
		return false
	}
	timed := do.Set.Has(meaning.When, meaning.From, meaning.Due) || do.On.Where.Has(meaning.When)
	return !timed && (do.Recount || len(stop.options) == 0)
}

// keeps adds what is only a remark to the notes of the new task or event before it.
func (d *drafter) keeps(do meaning.Do) bool {
	if len(d.ops) == 0 {
		return false
	}
	last := &d.ops[len(d.ops)-1]
	if last.Verb != schema.Create || !schema.Lookup(last.Kind).Planned {
		return false
	}
	had, _ := last.Arg("notes")
	last.Args = reference.Those(last.Args, func(a op.Arg) bool { return a.Name != "notes" })
	*last = last.With(op.Arg{Name: "notes", Value: record.Text(joined(had.Value.Text(), do.Said))})
	return true
}

// notUnderstood is the draft of a text that is not understood, with the parts that are not.
func notUnderstood(q propose.Request, clock calendar.Clock) (d propose.Draft) {
	parts := q.Unread
	if len(parts) == 0 {
		parts = []string{q.Text}
	}
	d.NotUnderstood = reference.Each(parts, excerpt)
	if found, ok := meaning.BuiltIn().Misdated(q.Text, clock); ok {
		key, said := "remark.misdated", q.Text[found.Start:found.End]
		if found.NoDay {
			key = "remark.no-day"
		}
		date := q.Language.Date(found.Misdated)
		why := words{q.Language}.problem(problem.Invalid("date"), "", key, "words", said, "date", date)
		d.Warnings = append(d.Warnings, why)
	}
	return d
}

// drafter drafts the changes of one text.
type drafter struct {
	words
	grammar   *language.Grammar // of the language of the request, for what titles are about
	selection record.Selection
	topics    session.Topics
	brief     brief.Brief
	records   *reference.Records // in the brief
	today     calendar.Date
	talk      []meaning.Talk
	sole      bool // there is one change only, so that a selection can mean no other
	inLines   bool // the text has several lines, so that none follows another

	ops     []op.Op
	stopped []*stopped      // of the changes before
	last    []record.Record // what "it" is
	made    record.Record   // the latest new one, which has no id yet, or what that is beside

	warnings []problem.Problem // remarks about the operations
	onLists  []string          // for each item that is on its list already, a sentence without its full stop
}

// change drafts one change.
func (d *drafter) change(do meaning.Do) {
	c := prepared(d, do)
	switch b := (&bulk{change: c}); {
	case c.do.Act == meaning.Create:
		(&creation{change: c}).draft()
	case c.do.Act == meaning.Swap:
		c.swap()
	case c.do.Act == meaning.Replace:
		c.replace()
	case c.do.Act == meaning.Append:
		c.append()
	case b.ofProject():
	case c.isEvery():
		b.draft()
	default:
		eachOrNew(c)
	}
}

// prepared is a change with what it is about and what it sets: with the times of records that it names, with
// who takes part, and by the words of its language.
func prepared(d *drafter, do meaning.Do) *change {
	c := &change{drafter: d, do: do, selection: d.selection}
	if target := do.Target(); target != nil {
		c.on = normal(*target)
		if list, is := target.Where.Of(meaning.List); is && list.Text == "" && do.Act == meaning.Delete {
			rather(c.search(), c.on, "checklist_item", "task") // "scrap coffee off the list" is no coffee with somebody
		}
		if named := c.search().namedIn(c.on); c.on.Kind != "" && c.on.IsBare() && len(named) == 1 {
			c.on.It, c.on.Name = false, named[0].Label()
		}
	}
	if do.IsUnruly() {
		c.refuse(problem.Invalid("recurrence"), "refuse.recurrence")
	}
	timesBeside(c, c.on)
	c.do = waits(retitled(c.withinWhole(c.besideRecord(do))))
	c.do = withCompany(c)
	ofFeast(c)
	c.do = stowed(c)
	var ok bool
	noTag := func(tag string) bool { // a word for records is one only if there is something with it
		return d.describes(tag) && len(d.find(filter.Condition{}.With(filter.Tagged(tag)))) == 0
	}
	if c.set, ok = settingsOf(c.do, d.brief.Clock); !ok || slices.ContainsFunc(c.set.tags, noTag) {
		c.notUnderstood()
	}
	if c.repeats.Repeats() {
		c.set.when.repeat = c.repeats
	}
	c.dayAnswered()
	if at := c.set.dueAt; at.Valid() && c.do.Act != meaning.Create { // a deadline has no time
		c.set.note(c.language.Text("note.by", "time", at.String()))
	}
	return c
}

// isForIt reports whether a record is what is done for something that takes place: "Study for the exam".
func (d *drafter) isForIt(rec record.Record) bool {
	return rec.Kind.Name == "task" && d.isErrand(rec.Label())
}

// toEach drafts a change of the records that its description names.
func (c *change) toEach() {
	if plain := c.on.Kind == "" && !c.on.It && len(c.on.IDs) == 0; plain && !reference.IsPlace(c.on) {
		c.on.Kind = c.set.soleKind()
		for _, e := range c.on.Each {
			e.Kind = cmp.Or(e.Kind, c.on.Kind)
		}
	}
	found := c.search().resolve(c.on)
	if c.on.Happens && c.do.Manner == meaning.Told && saysWhen(c) {
		found = slices.DeleteFunc(found, c.isForIt) // "the exam is on friday"
		if len(found) == 0 {
			c.noMatch(nil, c.on.Name)
		}
	}
	if c.on.It && (c.do.Act == meaning.Move || c.do.Act == meaning.Shift) {
		c.ops = slices.DeleteFunc(c.ops, func(o op.Op) bool { // "cancel the gym, move it to friday"
			return o.Verb == schema.Delete && slices.ContainsFunc(found, func(r record.Record) bool { return isOf(o, r) })
		})
	}
	deletes, shown := c.do.Act == meaning.Delete, c.on.Shown
	whole := deletes && (!shown.Part || shown.Day.Valid()) // a series, or its occurrence of that day
	if c.on.It && len(found) > 1 && !whole {
		found = (&bulk{change: c}).withoutSeries(filter.Condition{Overdue: filter.Yes}, found)
		if len(found) == 0 {
			c.refuse(problem.UseOccurrence, "refuse.repeats-all")
		}
	}
	c.edit().each(found)
}

// isOf reports whether an operation is one of a record.
func isOf(o op.Op, rec record.Record) bool { return o.Kind == rec.Kind.Name && o.ID.ID == rec.ID }

// changed is a record as operations on it leave it, so that the next change of "it" starts
// from there: "move the call to 11 and make it an hour".
func changed(rec record.Record, ops []op.Op) record.Record {
	for _, o := range ops {
		if o.Verb != schema.Update && o.Verb != schema.Create || !isOf(o, rec) {
			continue
		}
		for _, a := range o.Args {
			if f, _ := rec.Kind.Field(a.Name); f != nil && a.Ref == "" {
				rec = rec.With(a.Name, a.Value)
			}
		}
	}
	return rec
}

// add adds an operation.
func (d *drafter) add(o op.Op) { d.ops = append(d.ops, o) }

// draft is the answer: whole, or not at all. Words that are not understood come before a
// question, since an answer would not help them.
func (d *drafter) draft() (out propose.Draft, err error) {
	if err := d.records.Err(); err != nil {
		return out, err
	}
	if len(d.stopped) == 0 {
		out = propose.Draft{Ops: d.ops, Warnings: d.warnings}
		if len(d.ops) == 0 && len(d.onLists) > 0 {
			out.AlreadyDone = strings.Join(d.onLists, ". ") + "."
		}
		return out, nil
	}
	for _, s := range d.stopped {
		if s.words != "" && !slices.Contains(out.NotUnderstood, s.words) {
			out.NotUnderstood = append(out.NotUnderstood, s.words)
		}
		if s.problem != nil && !slices.Contains(out.Warnings, *s.problem) {
			out.Warnings = append(out.Warnings, *s.problem)
		}
	}
	if len(out.NotUnderstood) > 0 {
		return out, nil
	}
	out.Question = d.stopped[0].question
	out.Options, err = d.favored(d.stopped[0].options)
	return out, err
}

// favored is as many of the options as a question offers, those of favorite projects
// first.
func (d *drafter) favored(options []record.Record) ([]record.Record, error) {
	if len(options) > 1 {
		favorites, err := brief.FavoriteProjects(d.brief.Records, d.today)
		if err != nil {
			return nil, err
		}
		options = slices.Clone(options)
		favorites.SortFirst(options)
	}
	return options[:min(len(options), OptionsMax)], nil
}

// on is an operation on a record. The revisions it was seen at are added once it has been
// checked.
func on(rec record.Record, v schema.Verb, args ...op.Arg) op.Op {
	o := op.Op{Kind: rec.Kind.Name, Verb: v, ID: op.Target{ID: rec.ID}, Args: args}
	if v == schema.Update {
		return inOrder(o)
	}
	return o
}

// create is an operation that makes a record.
func create(k *schema.Kind, args []op.Arg) op.Op {
	return inOrder(op.Op{Kind: k.Name, Verb: schema.Create, Args: args})
}

// inOrder is an operation with its fields in the order of the schema.
func inOrder(o op.Op) op.Op {
	args := o.Args
	o.Args = nil
	for _, a := range args {
		o = o.With(a)
	}
	return o
}
