package sets

import (
	"cmp"
	"context"
	"math/bits"
	"strconv"
	"time"

	"assister/internal/brief"
	"assister/internal/calendar"
	"assister/internal/engine/rules/draft"
	"assister/internal/filter"
	"assister/internal/ijson"
	"assister/internal/language"
	"assister/internal/language/meaning"
	"assister/internal/language/timeexpr"
	"assister/internal/op"
	"assister/internal/propose"
	"assister/internal/record"
	"assister/internal/route"
	"assister/internal/schema"
)

// grammar is that of the language of the sets.
func grammar() *language.Grammar { return meaning.BuiltIn().Called("en") }

// predictTime reads what a sentence says about time.
func predictTime(c Case) (ijson.Value, error) {
	clock, err := c.clock()
	if err != nil {
		return ijson.Value{}, err
	}
	var out object
	out.text("id", c.ID)
	m, ok := timeexpr.Best(grammar(), c.Text, clock)
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
		out.put("recurrence", repeating(m.Rule))
	default:
		out.text("value", m.From.String())
	}
	out.text("grain", m.Grain.String())
	out.text("span", c.Text[m.Start:m.End])
	return out.Value, nil
}

// repeating is a recurrence in the words of RFC 5545.
func repeating(r timeexpr.Rule) ijson.Value {
	var out object
	out.text("freq", r.Freq.String())
	out.number("interval", max(r.Interval, 1))
	out.texts("byday", ordinalDays(r))
	var days, months []string
	for n := range 32 {
		if n > 0 && r.MonthDay&(1<<n) != 0 {
			days = append(days, strconv.Itoa(n))
		}
		if n > 0 && r.Months&(1<<n) != 0 {
			months = append(months, strconv.Itoa(n))
		}
	}
	if r.MonthDay&1 != 0 {
		days = append(days, "-1")
	}
	out.texts("bymonthday", days)
	out.texts("bymonth", months)
	out.number("count", r.Count)
	out.text("start", r.Start.String())
	out.text("until", r.Until.String())
	if r.Clock > 0 {
		out.text("time", calendar.TimeOf(int(r.Clock-1)/hour, int(r.Clock-1)/minute%60).String())
	}
	out.text("part_of_day", r.Part.String())
	return out.Value
}

// ordinalDays are the weekdays of a rule: MO, or 1MO for the first Monday.
func ordinalDays(r timeexpr.Rule) []string {
	var out []string
	for d := time.Sunday; d <= time.Saturday; d++ {
		if !r.Days.Has(d) {
			continue
		}
		if r.Nth == 0 {
			out = append(out, calendar.DayNames[d])
		}
		for nth := r.Nth; nth != 0; nth &= nth - 1 {
			bit := bits.TrailingZeros16(nth)
			n := bit + 1
			if bit > 8 {
				n = 8 - bit
			}
			out = append(out, strconv.Itoa(n)+calendar.DayNames[d])
		}
	}
	return out
}

// predictRequest is the first operation of a request. What is created comes from
// the engine, which asks or declines rather than guess. What is changed need not exist, so
// its description is taken from the request itself.
func predictRequest(c Case) (ijson.Value, error) {
	clock, err := c.clock()
	if err != nil {
		return ijson.Value{}, err
	}
	var out, pred object
	out.text("id", c.ID)
	pred.Kind = ijson.Object
	said, ok := meaning.Read(grammar(), c.Text, clock, nil)
	said.Language = grammar().Name
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

// predictMeaning is what becomes of a text.
func predictMeaning(c Case) (ijson.Value, error) {
	clock, err := Case{}.clock() // the cases have none: no decision depends on the day
	if err != nil {
		return ijson.Value{}, err
	}
	var out object
	out.text("id", c.ID)
	all := meaning.Readings(grammar(), meaning.Root, c.Text, clock, nil)
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
		o.put("recurrence", repeating(timeexpr.Rule{Freq: r.Freq, Interval: r.Interval, Days: r.Days}))
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

// nothing is a workspace without records.
type nothing struct{}

func (nothing) Record(string, int64) (record.Record, bool, error) { return record.Record{}, false, nil }

func (nothing) Find(filter.Condition, calendar.Date) ([]record.Record, error) { return nil, nil }

func (o *object) create(made op.Op) {
	arg := func(name string) record.Value { a, _ := made.Arg(name); return a.Value }
	kind := made.Kind
	if kind == "checklist_item" {
		kind = "task" // the sets know no lists: what goes on one is something to do
	}
	o.text("op", "create")
	o.text("kind", kind)
	o.text("title", arg("title").Text())
	day := arg("scheduledFor").Date()
	if !day.Valid() {
		day = arg("deadline").Date()
	}
	o.text("date", day.String())
	o.text("time", arg("startTime").Time().String())
	o.text("end_time", arg("endTime").Time().String())
	if r := arg("recurrence"); !r.IsNull() {
		o.repeat(r.Recurrence())
	}
}

// repeat writes a recurrence in the words of RFC 5545.
func (o *object) repeat(r calendar.Recurrence) {
	var out object
	freq, interval, days := r.Freq.String(), 1, r.ByDay
	switch {
	case r.Freq == calendar.None:
		return
	case r.Freq == calendar.Weekdays:
		freq, days = "weekly", calendar.DaySet(time.Monday, time.Tuesday, time.Wednesday, time.Thursday, time.Friday)
	case r.Freq == calendar.EveryNDays && r.Interval%7 == 0:
		freq, interval = "weekly", int(r.Interval/7)
	case r.Freq == calendar.EveryNDays:
		freq, interval = "daily", int(r.Interval)
	}
	out.text("freq", freq)
	out.number("interval", interval)
	out.texts("byday", ordinalDays(timeexpr.Rule{Days: days}))
	o.put("recurrence", out.Value)
}
