package sets

import (
	"cmp"
	"context"
	"sync"

	"assister/internal/brief"
	"assister/internal/calendar"
	"assister/internal/engine/rules/draft"
	"assister/internal/ijson"
	"assister/internal/language"
	"assister/internal/language/meaning"
	"assister/internal/language/timeexpr"
	"assister/internal/phrase/moment"
	"assister/internal/propose"
	"assister/internal/route"
	"assister/internal/schema"
)

// english is the English of package language.
var english = sync.OnceValues(func() (*language.Grammar, error) {
	return language.Compile("en", meaning.Options(), language.Files("en"))
})

// predictTime reads what a sentence says about time, by forms.
func predictTime(c Case) (ijson.Value, error) {
	clock, err := c.clock()
	if err != nil {
		return ijson.Value{}, err
	}
	g, err := english()
	if err != nil {
		return ijson.Value{}, err
	}
	var out object
	out.text("id", c.ID)
	m, ok := timeexpr.Best(g, c.Text, clock)
	if !ok {
		return out.Value, nil
	}
	switch m.Kind {
	case timeexpr.Range:
		if m.From.Valid() {
			out.text("from", m.From.String())
		}
		if m.To.Valid() {
			out.text("to", m.To.String())
		}
	case timeexpr.Duration:
		a := m.Amount
		out.number("seconds", int(months(int64(a.Months)))+a.Days*day+a.Seconds)
	case timeexpr.Recurrence:
		r := m.Rule
		out.put("recurrence", repeating(moment.Rule{
			Freq: moment.Frequency(r.Freq), Interval: r.Interval, Days: r.Days, Nth: r.Nth, MonthDay: r.MonthDay,
			Months: r.Months, Start: r.Start, Until: r.Until, Count: r.Count, Clock: r.Clock, EndClock: r.EndClock,
			Part: moment.Part(r.Part),
		}))
	default:
		out.text("value", m.From.String())
	}
	out.text("grain", m.Grain.String())
	out.text("span", c.Text[m.Start:m.End])
	return out.Value, nil
}

// predictRequest is the first operation of a request, by forms. What is created comes from
// the engine, which asks or declines rather than guess. What is changed need not exist, so
// its description is taken from the request itself.
func predictRequest(c Case) (ijson.Value, error) {
	clock, err := c.clock()
	if err != nil {
		return ijson.Value{}, err
	}
	g, err := english()
	if err != nil {
		return ijson.Value{}, err
	}
	var out, pred object
	out.text("id", c.ID)
	pred.Kind = ijson.Object
	said, ok := meaning.Read(g, c.Text, clock, nil)
	said.Language = "en"
	switch {
	case !ok || len(said.Do) == 0:
	case said.Do[0].Act == meaning.Create:
		seen := brief.Brief{Clock: clock, Records: nothing{}}
		made, err := draft.Make(context.Background(), propose.Request{Text: c.Text, Said: &said}, seen)
		if err != nil {
			return ijson.Value{}, err
		}
		for _, o := range made.Ops {
			if o.Verb == schema.Create && o.Kind != "project" && o.Kind != "checklist" {
				pred.create(o)
				break
			}
		}
	default:
		pred.do(said.Do[0])
	}
	out.put("pred", pred.Value)
	return out.Value, nil
}

// predictMeaning is what becomes of a text, by forms.
func predictMeaning(c Case) (ijson.Value, error) {
	clock, err := Case{}.clock() // the cases have none: no decision depends on the day
	if err != nil {
		return ijson.Value{}, err
	}
	g, err := english()
	if err != nil {
		return ijson.Value{}, err
	}
	var out object
	out.text("id", c.ID)
	all := meaning.Readings(g, c.Text, clock, nil)
	r := route.Judge(route.Of(all))
	out.text("decision", string(r.Decision))
	out.text("reason", r.Reason)
	return out.Value, nil
}

// do describes a change.
func (o *object) do(d meaning.Do) {
	verb, bulk := "update", ""
	switch d.Act {
	case meaning.Create:
		verb = "create"
	case meaning.Delete:
		verb = "delete"
	case meaning.Complete, meaning.Start, meaning.Skip, meaning.Reopen:
		verb = "set_status"
	}
	if d.On != nil && d.On.Every {
		bulk = "bulk_"
	}
	o.text("op", bulk+verb)
	var set, where object
	kind, title := d.Kind, d.Title
	switch {
	case d.Act == meaning.Create:
		if d.Happens && (kind == "" || kind == "reminder") {
			kind = "event"
		}
		for _, a := range d.Set {
			o.attribute(a)
		}
	default:
		kind, title = d.On.Kind, cmp.Or(d.On.Full, d.On.Name, d.On.Noun)
		if kind == "" && d.On.Happens {
			kind = "event"
		}
		for _, a := range d.Set {
			if a.Field == meaning.From {
				o.attribute(a)
				continue
			}
			set.attribute(a)
		}
		for _, a := range d.On.Where {
			if a.Field == meaning.Calendar && kind == "" {
				kind = "event"
			}
			o.attribute(a)
			where.attribute(a)
		}
	}
	if kind == "" || kind == "remind" || kind == "reminder" || kind == "item" {
		kind = "task"
		if has(o.Value, "time") || has(set.Value, "time") {
			kind = "event"
		}
	}
	o.text("kind", kind)
	o.text("title", title)
	if bulk != "" {
		o.put("where", where.Value)
	}
	o.put("set", set.Value)
}

func (o *object) attribute(a meaning.Attribute) {
	switch a.Field {
	case meaning.When, meaning.From, meaning.Due:
	case meaning.Title:
		o.text("title", a.Text)
		return
	default:
		return
	}
	v := a.Time
	if v.Kind == timeexpr.Recurrence {
		r := v.Rule
		o.put("recurrence", repeating(moment.Rule{Freq: moment.Frequency(r.Freq), Interval: r.Interval, Days: r.Days}))
		if r.Clock > 0 {
			o.time("time", timeexpr.Point{Clock: r.Clock})
		}
		return
	}
	first := v.From
	if !first.Valid() {
		first = v.To
	}
	if v.Kind != timeexpr.TimeOfDay && (v.Kind != timeexpr.Range || v.Grain >= timeexpr.DayGrain || !v.Daily) {
		o.text("date", first.Day.String())
	}
	if v.Part == timeexpr.NoPart && v.Grain < timeexpr.DayGrain {
		o.time("time", v.From)
		o.time("end_time", v.To)
	}
}

func (o *object) time(name string, p timeexpr.Point) {
	if p.Clock > 0 {
		s := int(p.Clock - 1)
		o.text(name, calendar.TimeOf(s/hour, s/minute%60).String())
	}
}
