package sets

import (
	"context"
	"math/bits"
	"strconv"
	"time"

	"assister/internal/brief"
	"assister/internal/calendar"
	"assister/internal/engine/rules"
	"assister/internal/filter"
	"assister/internal/ijson"
	"assister/internal/op"
	"assister/internal/phrase"
	"assister/internal/phrase/moment"
	"assister/internal/propose"
	"assister/internal/record"
	"assister/internal/route"
	"assister/internal/schema"
)

// predictMoment reads what a sentence says about time.
func predictMoment(c Case) (ijson.Value, error) {
	clock, err := c.clock()
	if err != nil {
		return ijson.Value{}, err
	}
	var out object
	out.text("id", c.ID)
	m, ok := moment.Find(c.Text, clock, moment.English())
	if !ok {
		return out.Value, nil
	}
	switch m.Kind {
	case moment.Range:
		if m.From.Valid() {
			out.text("from", m.From.String())
		}
		if m.To.Valid() {
			out.text("to", m.To.String())
		}
	case moment.Duration:
		a := m.Amount
		out.number("seconds", int(months(int64(a.Months)))+a.Days*day+a.Seconds)
	case moment.Recurrence:
		out.put("recurrence", repeating(m.Rule))
	default:
		out.text("value", m.From.String())
	}
	out.text("grain", m.Grain.String())
	out.text("span", c.Text[m.Start:m.End])
	return out.Value, nil
}

// repeating is a recurrence in the words of RFC 5545.
func repeating(r moment.Rule) ijson.Value {
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
func ordinalDays(r moment.Rule) []string {
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

// predictRoute is what becomes of a text.
func predictRoute(c Case) (ijson.Value, error) {
	r := route.Judge(route.Rules(c.Text))
	var out object
	out.text("id", c.ID)
	out.text("decision", string(r.Decision))
	out.text("reason", r.Reason)
	return out.Value, nil
}

// predictOperation is the first operation of a request. What is created comes
// from the engine. What is changed need not exist, so its description is taken
// from the request itself.
func predictOperation(c Case) (ijson.Value, error) {
	clock, err := c.clock()
	if err != nil {
		return ijson.Value{}, err
	}
	var out, pred object
	out.text("id", c.ID)
	read := phrase.Parse(c.Text, clock)
	switch {
	case len(read.Requests) == 0:
		pred.Kind = ijson.Object
	case read.Requests[0].Action == phrase.Create:
		seen := brief.Brief{Clock: clock, Records: nothing{}}
		draft, err := rules.Engine{}.Draft(context.Background(), propose.Request{Text: c.Text}, seen)
		if err != nil {
			return ijson.Value{}, err
		}
		pred.Kind = ijson.Object
		for _, o := range draft.Ops {
			if o.Verb == schema.Create && o.Kind != "project" && o.Kind != "checklist" {
				pred.create(o)
				break
			}
		}
	default:
		pred.change(read.Requests[0])
	}
	out.put("pred", pred.Value)
	return out.Value, nil
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

// change describes a request on records by its description of them. A kind that is
// not stated comes from the data: an event where only events fit, else a task.
func (o *object) change(r phrase.Request) {
	t := r.Target
	verb, bulk := "update", ""
	switch r.Action {
	case phrase.Delete:
		verb = "delete"
	case phrase.Complete, phrase.Start, phrase.Skip, phrase.Reopen:
		verb = "set_status"
	}
	if t.Every {
		bulk = "bulk_"
	}
	o.text("op", bulk+verb)
	kind := t.Kind
	if kind == "" && bulk == "" {
		timed := t.When.Time.Valid() || r.Set.When.Time.Valid()
		namesAnEvent := t.Short != "" && t.Short != t.Title || phrase.Happens(t.Title)
		if kind = "task"; timed || namesAnEvent {
			kind = "event"
		}
	}
	o.text("kind", kind)
	o.text("title", first(t.Title, t.Text))
	o.when(t.When)
	if bulk != "" {
		var where object
		where.when(t.When)
		o.put("where", where.Value)
	}
	var set object
	set.when(r.Set.When)
	if len(r.Renames) > 0 {
		set.text("title", r.Renames[0].Title)
	}
	o.put("set", set.Value)
}

func (o *object) when(w phrase.When) {
	o.text("date", w.Day.String())
	o.text("time", w.Time.String())
	o.text("end_time", w.End.String())
	if w.Repeat.Repeats() {
		o.repeat(w.Repeat)
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
	out.texts("byday", ordinalDays(moment.Rule{Days: days}))
	o.put("recurrence", out.Value)
}
