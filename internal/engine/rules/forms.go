package rules

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"

	"assister/internal/brief"
	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/language/meaning"
	"assister/internal/language/timeexpr"
	"assister/internal/op"
	"assister/internal/phrase"
	"assister/internal/problem"
	"assister/internal/propose"
	"assister/internal/record"
	"assister/internal/reference"
	"assister/internal/schema"
)

// draftByForms drafts what a text asks for that was read by forms.
func draftByForms(ctx context.Context, q propose.Request, b brief.Brief) (propose.Draft, error) {
	said := q.Said
	unknown := func(m meaning.Do) bool { _, ok := actions[m.Act]; return !ok }
	if len(said.Do) == 0 || slices.ContainsFunc(said.Do, unknown) {
		return notUnderstood(q.Text, nil), nil
	}
	d := &drafter{
		ctx: ctx, language: q.Language, text: q.Text, selection: q.Selection, recent: q.Recent,
		brief: b, today: b.Clock.Today(), sole: len(said.Do) == 1,
	}
	for _, do := range said.Do {
		if err := ctx.Err(); err != nil {
			return propose.Draft{}, err
		}
		err := d.do(do)
		if stop := (*stopped)(nil); errors.As(err, &stop) {
			d.stops = append(d.stops, stop)
			continue
		}
		if err != nil {
			return propose.Draft{}, err
		}
	}
	return d.draft()
}

// do drafts one change.
func (d *drafter) do(m meaning.Do) error {
	r := bridge{d.brief.Clock}.request(m, d.text)
	if m.Act == meaning.Create {
		return d.create(r)
	}
	if m.On.Every {
		return d.doEvery(m, r)
	}
	found, err := d.referred(m, r)
	if err != nil {
		return err
	}
	d.last = nil
	for _, rec := range found {
		at := len(d.ops)
		if m.Act == meaning.Rename {
			title := m.Set[0].Text
			d.add(on(rec, schema.Update, []op.Arg{{Name: rec.Kind.Label, Value: record.Text(title)}}))
		} else if err := d.single(r, rec); err != nil {
			return err
		}
		d.last = append(d.last, changed(rec, d.ops[at:]))
	}
	return nil
}

// resolver finds the records that a change is about.
func (d *drafter) resolver(r phrase.Request) (reference.Resolver, error) {
	spoken, err := d.spokenOf()
	open := func(rec record.Record) bool {
		return r.Action == phrase.Delete || settled(rec) == (r.Action == phrase.Reopen)
	}
	able := func(rec record.Record) bool { return can(rec.Kind, r) && open(rec) }
	return reference.Resolver{Records: d.brief, Today: d.today, It: spoken, Able: able}, err
}

// referred is the record that a change is about, or the records that a person has selected.
func (d *drafter) referred(m meaning.Do, r phrase.Request) ([]record.Record, error) {
	resolver, err := d.resolver(r)
	if err != nil {
		return nil, err
	}
	name := shortened(cmp.Or(m.On.Name, m.On.Kind))
	if m.On.It {
		return d.it(phrase.Target{It: true, Text: name})
	}
	f, err := resolver.Resolve(m.On)
	if err != nil {
		return nil, err
	}
	found := d.inView(f.Records, r)
	if chosen, err := d.selected(found); err != nil || len(chosen) > 0 {
		return chosen, err
	}
	switch {
	case f.Unknown.Field != "":
		return nil, d.unmatched(nil, "ask.nothing-matches", "name", shortened(f.Unknown.Text))
	case len(m.On.IDs) > 0 && len(found) == 0:
		return nil, d.refuse(r.Span, problem.IDNotFound, "refuse.no-id",
			"kind", d.kinds(planned(m.On.Kind)), "id", strconv.Itoa(m.On.IDs[0]))
	case len(m.On.IDs) > 0 && len(found) > len(m.On.IDs):
		return nil, d.ask(found, "ask.which-of-id", "id", strconv.Itoa(m.On.IDs[0]))
	case len(found) == 1 || len(m.On.IDs) > 1:
		return found, nil
	case len(found) == 0:
		return nil, d.unmatched(f.Near, "ask.nothing-matches", "name", name)
	}
	return nil, d.ask(found, "ask.which", "name", name)
}

// planned are the kinds that an id may be of.
func planned(kind string) (kinds []string) {
	for _, k := range schema.Kinds {
		if k.Name == kind || kind == "" && k.Planned {
			kinds = append(kinds, k.Name)
		}
	}
	return kinds
}

// doEvery drafts a change of all records that a description holds of.
func (d *drafter) doEvery(m meaning.Do, r phrase.Request) error {
	resolver, err := d.resolver(r)
	if err != nil {
		return err
	}
	described := *m.On
	described.Except = nil // they are singled out below
	if described.Name != "" {
		described.Where = append(slices.Clone(described.Where), meaning.Attribute{Field: meaning.About, Text: described.Name})
	}
	f, unknown, err := resolver.Scope(&described)
	switch {
	case err != nil:
		return err
	case unknown.Field != "":
		return d.unmatched(nil, "ask.nothing-matches", "name", shortened(unknown.Text))
	case len(described.Where) == 0 && described.Kind == "" && len(d.selection.Records) == 0:
		return d.ask(nil, "ask.everything")
	}
	if open := f.Completed == filter.Any && f.Status == "" && f.Overdue == filter.Any; open {
		switch {
		case r.Action == phrase.Reopen:
			f.Completed = filter.Yes
		case r.Action != phrase.Delete || len(described.Where) == 0:
			f.Completed = filter.No
		}
	}
	if len(m.On.Except) > 0 {
		r.Target.Except = bridge{d.brief.Clock}.target(*m.On).Except
		return d.singled(r, f)
	}
	if d.sole {
		return d.onSelected(r, f)
	}
	return d.bulkOn(r, f)
}

// bridge writes meanings as the requests that the drafter reads today.
type bridge struct{ clock calendar.Clock }

var actions = map[meaning.Act]phrase.Action{
	meaning.Create: phrase.Create, meaning.Move: phrase.Move, meaning.Shift: phrase.Move, meaning.Rename: phrase.Rename,
	meaning.Change: phrase.Change, meaning.Complete: phrase.Complete, meaning.Start: phrase.Start,
	meaning.Skip: phrase.Skip, meaning.Reopen: phrase.Reopen, meaning.Delete: phrase.Delete,
}

func (b bridge) request(d meaning.Do, text string) phrase.Request {
	r := phrase.Request{Span: phrase.Span{Start: 0, End: len(text)}, Action: actions[d.Act], Kind: d.Kind, Title: d.Title}
	switch r.Kind {
	case "remind", "reminder", "item":
		r.Kind = ""
	case "list":
		r.Kind = "checklist"
	}
	if d.On != nil {
		r.Target = b.target(*d.On)
	}
	for _, a := range d.Set {
		switch {
		case d.Act == meaning.Rename:
			r.Renames = []phrase.Renaming{{Target: r.Target, Title: a.Text}}
		case d.Act == meaning.Shift:
			m := a.Time.Amount
			r.Set.By = phrase.Shift{Days: m.Days, Months: m.Months, Minutes: m.Seconds / 60}
			if by := &r.Set.By; a.Field == meaning.Advance {
				*by = phrase.Shift{Days: -by.Days, Months: -by.Months, Minutes: -by.Minutes}
			}
		case a.Field == meaning.From:
			r.Target.When = b.when(a.Time)
		case a.Field == meaning.List && d.Act == meaning.Create && a.Text != "":
			r.Onto = []phrase.Listing{{List: a.Text, Items: []string{d.Title}, Title: d.Title, Sure: true}}
		default:
			b.set(&r.Set, a)
		}
	}
	return r
}

func (b bridge) set(s *phrase.Settings, a meaning.Attribute) {
	switch a.Field {
	case meaning.When:
		v := a.Time
		if v.Kind == timeexpr.Range && !v.From.Valid() || v.Kind == timeexpr.Day && v.Deadline {
			s.Due = b.when(v)
			return
		}
		s.When = merged(s.When, b.when(v))
	case meaning.Length:
		s.When.Minutes = a.Time.Amount.Seconds / 60
	case meaning.Due:
		s.Due = b.when(a.Time)
	case meaning.Priority:
		s.Priority = a.Text
	case meaning.Tag:
		s.Tags = append(s.Tags, a.Text)
	case meaning.Project:
		s.Project = a.Text
	case meaning.Place:
		s.Location = a.Text
	}
}

// merged is what two expressions of time say together.
func merged(a, b phrase.When) phrase.When {
	if b.Day.Valid() {
		a.Day, a.To = b.Day, b.To
	}
	if b.Time.Valid() {
		a.Time, a.End = b.Time, b.End
	}
	if b.Minutes > 0 {
		a.Minutes = b.Minutes
	}
	if b.Part != phrase.NoPart {
		a.Part = b.Part
	}
	if b.Repeat.Repeats() {
		a.Repeat, a.Implied = b.Repeat, b.Implied
	}
	return a
}

func (b bridge) target(m meaning.Record) phrase.Target {
	t := phrase.Target{Text: m.Name, Title: m.Name, IDs: m.IDs, Kind: m.Kind, Every: m.Every, It: m.It}
	if t.Kind == "list" {
		t.Kind = "checklist"
	}
	if t.Kind == "reminder" || t.Kind == "item" {
		t.Kind = ""
	}
	t.Loose = m.Every && m.Name != ""
	if t.Text == "" {
		t.Text = t.Kind
	}
	for _, a := range m.Where {
		switch a.Field {
		case meaning.When:
			t.When = merged(t.When, b.when(a.Time))
		case meaning.Due:
			t.Due = b.when(a.Time)
		case meaning.Priority:
			t.Priority = a.Text
		case meaning.Tag:
			t.Tag = a.Text
		case meaning.Project:
			t.Project = a.Text
		case meaning.List:
			t.List = a.Text
		case meaning.State:
			switch a.Text {
			case "overdue":
				t.Overdue = true
			case "completed":
				t.Completed = true
			case "pending":
				t.Pending = true
			case "repeating":
				t.Repeating = true
			case "backlog":
				t.Backlog = true
			default:
				t.Status = a.Text
			}
		}
	}
	for _, e := range m.Except {
		t.Except = append(t.Except, b.target(*e))
	}
	return t
}

func (b bridge) when(v timeexpr.Value) (w phrase.When) {
	switch v.Kind {
	case timeexpr.Duration:
		w.Minutes = v.Amount.Seconds / 60
		return w
	case timeexpr.Recurrence:
		rec, ok := v.Rule.Plain()
		if !ok {
			return w
		}
		w.Repeat, w.Part = rec, phrase.Part(v.Rule.Part)
		w.Implied = !v.Rule.Start.Valid()
		today := b.clock.Today()
		w.Day = v.Rule.Start
		if !w.Day.Valid() {
			w.Day = today
			if rec.Freq == calendar.Weekly || rec.Freq == calendar.Weekdays {
				w.Day = rec.Next(today, today)
			}
		}
		if v.Rule.Clock > 0 {
			w.Time = timeOf(timeexpr.Point{Clock: v.Rule.Clock})
		}
		if v.Rule.EndClock > 0 {
			w.End = timeOf(timeexpr.Point{Clock: v.Rule.EndClock})
		}
		return w
	}
	first := v.From
	if !first.Valid() {
		first = v.To
	}
	if v.Kind != timeexpr.TimeOfDay && !v.Daily {
		w.Day = first.Day
		if v.Kind == timeexpr.Range && v.Grain >= timeexpr.DayGrain && v.To.Valid() && v.From.Valid() {
			w.To = v.To.Day
		}
	}
	w.Part = phrase.Part(v.Part)
	if v.Part == timeexpr.NoPart && v.Grain < timeexpr.DayGrain {
		w.Time, w.End = timeOf(v.From), timeOf(v.To)
	}
	return w
}
