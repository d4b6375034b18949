// Package rules is the built-in engine: it goes from everyday requests in English
// and French to operations without a model. Package phrase reads the words; here
// the records they name are looked up. Nothing is guessed: where several records
// could be meant there is a question, and where a word is not understood there
// are no operations at all.
package rules

import (
	"context"
	"errors"
	"slices"

	"assister/internal/brief"
	"assister/internal/calendar"
	drafts "assister/internal/engine/rules/draft"
	"assister/internal/filter"
	"assister/internal/language/message"
	"assister/internal/op"
	"assister/internal/phrase"
	"assister/internal/problem"
	"assister/internal/propose"
	"assister/internal/record"
	"assister/internal/schema"
)

// Engine is the rules. It implements propose.Drafter.
type Engine struct {
	// Language is the code of the language of answers, such as "fr"; "" is that of the
	// question.
	Language string

	// Before is what the same person has said before in the conversation, oldest
	// first: a question may go on with one of them.
	Before []string
}

var _ propose.Drafter = Engine{}

// optionsMax is how many possible answers a question offers.
const optionsMax = 7

// Draft reads the request and resolves what it names.
func (Engine) Draft(ctx context.Context, q propose.Request, b brief.Brief) (propose.Draft, error) {
	if q.Said != nil {
		return drafts.Make(ctx, q, b)
	}
	read := phrase.Parse(q.Text, b.Clock)
	if len(read.NotUnderstood) > 0 || len(read.Requests) == 0 {
		return notUnderstood(q.Text, read.NotUnderstood), nil
	}
	if word, found := misleading(ctx, q, b, read.Requests); found {
		return notUnderstood(q.Text, []phrase.Span{word}), nil
	}
	return draftOf(ctx, q, b, read.Requests)
}

// draftOf drafts what requests ask for.
func draftOf(ctx context.Context, q propose.Request, b brief.Brief, requests []phrase.Request) (propose.Draft, error) {
	d := &drafter{
		ctx: ctx, language: q.Language, text: q.Text, selection: q.Selection, recent: q.Recent,
		brief: b, today: b.Clock.Today(), sole: len(requests) == 1,
	}
	for _, r := range requests {
		if err := ctx.Err(); err != nil {
			return propose.Draft{}, err
		}
		err := d.request(r)
		if stop := (*stopped)(nil); errors.As(err, &stop) {
			if r.Aside && stop.nothing && !d.sole {
				d.remark(problem.NothingMatches, "", "remark.ignored", "words", shortened(r.Span.Of(d.text)))
				continue
			}
			d.stops = append(d.stops, stop)
			continue
		}
		if err != nil {
			return propose.Draft{}, err
		}
	}
	return d.draft()
}

func notUnderstood(text string, spans []phrase.Span) propose.Draft {
	var out propose.Draft
	for _, s := range spans {
		if s.End-s.Start > 200 {
			out.NotUnderstood = append(out.NotUnderstood, string([]rune(s.Of(text))[:60])+"…")
			continue
		}
		out.NotUnderstood = append(out.NotUnderstood, s.Of(text))
	}
	if len(out.NotUnderstood) == 0 {
		out.NotUnderstood = []string{text}
	}
	return out
}

// drafter is one request being drafted.
type drafter struct {
	ctx       context.Context
	language  *message.Language // of the answer; nil is English
	text      string
	selection record.Selection
	recent    []record.Key // spoken of a short while ago
	brief     brief.Brief
	today     calendar.Date
	sole      bool // there is one request only, so a selection can mean no other

	ops      []op.Op
	warnings []problem.Problem
	stops    []*stopped
	created  []made          // projects of this request
	last     []record.Record // what "it" is
}

// made is a project that an earlier operation of the draft creates.
type made struct {
	name string
	at   int // of its operation
}

// stopped ends a draft without operations: with a question, or with words that
// cannot be carried out. It is an error only inside this package.
type stopped struct {
	question string
	options  []record.Record
	words    string
	problem  *problem.Problem
	nothing  bool // it is about something that there is not
	several  bool // or that there is several times
}

func (s *stopped) Error() string { return s.question + s.words }

// draft is the answer: whole, or not at all. Words that are not understood come
// before a question, since an answer would not help them.
func (d *drafter) draft() (out propose.Draft, err error) {
	if len(d.stops) == 0 {
		return propose.Draft{Ops: d.ops, Warnings: d.warnings}, nil
	}
	for _, s := range d.stops {
		if s.words != "" {
			out.NotUnderstood = append(out.NotUnderstood, s.words)
		}
		if s.problem != nil {
			out.Warnings = append(out.Warnings, *s.problem)
		}
	}
	if len(out.NotUnderstood) > 0 {
		return out, nil
	}
	out.Question = d.stops[0].question
	out.Options, err = d.favored(d.stops[0].options)
	return out, err
}

// favored is as many of the options as a question offers, those of favorite
// projects first.
func (d *drafter) favored(options []record.Record) ([]record.Record, error) {
	if len(options) > 1 {
		favorites, err := brief.FavoriteProjects(d.brief.Records, d.today)
		if err != nil {
			return nil, err
		}
		options = slices.Clone(options)
		favorites.SortFirst(options)
	}
	return options[:min(len(options), optionsMax)], nil
}

func (d *drafter) request(r phrase.Request) error {
	switch {
	case r.Action == phrase.Create:
		return d.create(r)
	case r.Action == phrase.Rename:
		return d.rename(r)
	case r.Action == phrase.Swap:
		return d.swap(r)
	case r.Action == phrase.Reword:
		return d.reword(r)
	case r.Target.It || r.Target.Its:
	case r.Target.Every:
		called, err := d.titled(r.Target)
		switch {
		case err != nil:
			return err
		case !called:
			return d.bulk(r)
		}
		r.Target.Every, r.Target.Title = false, r.Target.Text
	}
	found, err := d.resolve(r.Target, r)
	if stop := (*stopped)(nil); errors.As(err, &stop) && (stop.nothing || stop.several) {
		if done, err := d.belongsTo(r, stop.several); done || err != nil {
			return err
		}
		if stop.nothing && len(stop.options) == 0 && r.Failing != nil {
			return d.create(*r.Failing)
		}
	}
	if err != nil {
		return err
	}
	if r.Asked && settles(r.Action) { // "nobody has paid the rent"
		return d.ask(found, "ask.not-done", "name", shortened(found[0].Label()))
	}
	d.last = nil
	for _, rec := range found {
		at := len(d.ops)
		if err := d.single(r, rec); err != nil {
			return err
		}
		d.last = append(d.last, changed(rec, d.ops[at:]))
	}
	return nil
}

// changed is a record as operations on it leave it, for what is said of "it" next: "move
// the call to 11 and make it an hour".
func changed(rec record.Record, ops []op.Op) record.Record {
	for _, o := range ops {
		if o.Verb != schema.Update || o.Kind != rec.Kind.Name || o.ID.ID != rec.ID {
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

// single drafts what a request does to one record.
func (d *drafter) single(r phrase.Request, rec record.Record) error {
	switch r.Action {
	case phrase.Delete:
		if rec.Repeats() && r.Target.When.Day.Valid() {
			return d.leaveOut(r, rec)
		}
		d.add(on(rec, schema.Delete, nil))
		return nil
	case phrase.Complete, phrase.Start, phrase.Skip, phrase.Reopen:
		if rec.Kind == schema.Lookup("checklist_item") {
			return d.check(r, rec)
		}
		if r.Action == phrase.Skip && rec.Repeats() {
			return d.leaveOut(r, rec)
		}
		return d.status(r, rec)
	}
	if d.lengthen(r, rec) {
		return nil
	}
	r.Set.When = r.Set.When.From(r.Target.When.Day, d.today)
	if occurs, err := d.moveOccurrence(r, rec); occurs || err != nil {
		return err
	}
	args, err := d.changes(r, rec)
	if err != nil {
		return err
	}
	d.add(on(rec, schema.Update, args))
	return nil
}

func (d *drafter) add(o op.Op) { d.ops = append(d.ops, o) }

// on is an operation on a record. The revisions it was seen at are added once it
// has been checked.
func on(rec record.Record, v schema.Verb, args []op.Arg) op.Op {
	return op.Op{Kind: rec.Kind.Name, Verb: v, ID: op.Target{ID: rec.ID}, Args: inOrder(rec.Kind, v, args)}
}

// inOrder puts arguments into the order of the table.
func inOrder(k *schema.Kind, v schema.Verb, args []op.Arg) []op.Arg {
	if v != schema.Create && v != schema.Update {
		return args
	}
	var out []op.Arg
	for _, f := range k.Fields {
		for _, a := range args {
			if a.Name == f.Name {
				out = append(out, a)
			}
		}
	}
	if len(out) < len(args) {
		for _, a := range args { // a field the kind does not have: check says so
			if f, _ := k.Field(a.Name); f == nil {
				out = append(out, a)
			}
		}
	}
	return out
}

// settles reports whether an action sets a status.
func settles(a phrase.Action) bool {
	return a == phrase.Complete || a == phrase.Start || a == phrase.Skip || a == phrase.Reopen
}

// statuses that the actions come to.
func statusOf(a phrase.Action) string {
	switch a {
	case phrase.Complete:
		return "completed"
	case phrase.Start:
		return "doing"
	case phrase.Skip:
		return "skipped"
	case phrase.Reopen:
		return "pending"
	}
	panic("rules: " + a.String() + " sets no status")
}

// status drafts set_status; of a repeating task for one occurrence, which is the
// day that was said or today.
func (d *drafter) status(r phrase.Request, rec record.Record) error {
	if rec.Kind.Operation(schema.SetStatus) == nil {
		return d.refuse(r.Span, problem.InvalidOp, "refuse.no-status", "name", rec.Label(), "a", d.a(rec.Kind))
	}
	args := []op.Arg{{Name: "status", Value: record.Text(statusOf(r.Action))}}
	if rec.Repeats() && r.Target.When.To.Valid() {
		f := byID([]record.Record{rec})
		f.Scheduled = filter.Range{Set: true, From: r.Target.When.Day, To: r.Target.When.To}
		d.add(op.Op{Verb: schema.BulkSetStatus, Where: f, Args: bulkStatus(statusOf(r.Action), f)})
		return nil
	}
	if rec.Repeats() {
		day := r.Target.When.Day
		if r.Target.On.Valid() {
			day = r.Target.On
		}
		if !day.Valid() || r.Target.When.To.Valid() {
			day = d.selection.Day
		}
		if !day.Valid() {
			day = d.today
		}
		if !rec.Recurrence().OccursOn(rec.Day(), day) {
			return d.ask([]record.Record{rec}, "ask.occurs-not", "name", rec.Label(), "day", day)
		}
		args = append(args, op.Arg{Name: "occurrenceDate", Value: record.Date(day)})
	}
	d.add(on(rec, schema.SetStatus, args))
	return nil
}

// rename tries every place the words can be cut in; only one may name a record.
func (d *drafter) rename(r phrase.Request) error {
	type reading struct {
		rec   record.Record
		title string
	}
	var good []reading
	var first error
	for _, n := range r.Renames {
		found, err := d.resolve(n.Target, r)
		if stop := (*stopped)(nil); errors.As(err, &stop) {
			if first == nil || len(stop.options) > 0 && len(first.(*stopped).options) == 0 {
				first = err
			}
			continue
		}
		if err != nil {
			return err
		}
		if len(found) == 1 {
			good = append(good, reading{found[0], n.Title})
		}
	}
	switch {
	case len(good) == 1:
		rec := good[0].rec
		d.add(on(rec, schema.Update, []op.Arg{{Name: rec.Kind.Label, Value: record.Text(good[0].title)}}))
		d.last = []record.Record{rec}
		return nil
	case len(good) > 1:
		var options []record.Record
		for _, g := range good {
			options = append(options, g.rec)
		}
		return d.ask(options, "ask.which-renamed")
	case first != nil:
		return first
	}
	return &stopped{words: r.Span.Of(d.text)}
}
