package check

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/ledger"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
)

// The rules in this file are about more than one field of a record.

// whole applies the rules that hold for a record as a whole. args are those of a
// single create or update, which may have to give a recurrence.
func (d *Draft) whole(r record.Record, args []op.Arg) []problem.Problem {
	problems := Whole(r)
	_, i := r.Kind.Field("recurrence")
	required := d.rules.RequireRecurrence && i >= 0 && args != nil
	if required && find(args, "recurrence") == nil {
		problems = append(problems, problem.Problem{Code: problem.MissingRecurrence, Field: "recurrence",
			Message: "recurrence is required",
			Hint:    `add "recurrence":{"type":"none"} if it does not repeat, or run without --require-recurrence`})
	}
	return problems
}

// Whole checks the rules that hold for every record of a workspace: a series has
// an anchor, an end has a start and differs from it.
func Whole(r record.Record) (problems []problem.Problem) {
	if r.Repeats() && !r.Day().Valid() {
		problems = append(problems, problem.Problem{Code: problem.MissingAnchor, Field: r.Kind.Day,
			Message: "a repeating " + r.Kind.Noun(1) + " needs " + r.Kind.Day + ", its first day",
			Hint:    "set " + r.Kind.Day})
	}
	start, end := r.Get("startTime"), r.Get("endTime")
	switch {
	case end.IsNull():
	case start.IsNull():
		problems = append(problems, problem.Problem{Code: problem.EndWithoutStart, Field: "endTime",
			Message: "endTime needs a startTime", Hint: "set startTime, or clear endTime with null"})
	case start == end:
		problems = append(problems, problem.Problem{Code: problem.EndNotAfterStart, Field: "endTime",
			Message: "endTime must be after startTime",
			Hint:    "an endTime before startTime is on the next day, but the two must differ"})
	}
	problems = append(problems, address(r)...)
	if r.Kind.Name == "preference" {
		problems = append(problems, problemsOf(Preferable(r.Get("name").Text(), r.Get("value").Text()))...)
	}
	return problems
}

// Preferable checks the value of a preference: a language that there are answers
// in, or a filter that can be parsed.
func Preferable(name, value string) *problem.Problem {
	switch name {
	case "language":
		if schema.Languages[value] == "" {
			return &problem.Problem{Code: problem.Invalid("value"), Field: "value",
				Message: problem.Quote(value) + " is not a supported language",
				Hint:    "use " + problem.Either(slices.Sorted(maps.Keys(schema.Languages)))}
		}
	case "filter":
		if p := filter.Readable(value); p != nil {
			p.Field = "value"
			return p
		}
	}
	return nil
}

// address checks an email address: something, an @, and something.
func address(r record.Record) []problem.Problem {
	email := r.Get("email").Text()
	at := strings.IndexByte(email, '@')
	if email == "" || at > 0 && at < len(email)-1 && !strings.ContainsAny(email, " \t\n,;<>") {
		return nil
	}
	return []problem.Problem{{Code: problem.Invalid("email"), Field: "email",
		Message: "email must be an email address", Hint: "such as ann@example.org"}}
}

// localDays warns of days that do not exist, because the clocks skipped them whole.
func (d *Draft) localDays(o op.Op) (warnings []problem.Problem) {
	for f, a := range o.Given() {
		var day calendar.Date
		switch f.Type {
		case schema.Date:
			day = a.Value.Date()
		case schema.Moment:
			day, _ = a.Value.Moment()
		}
		if !calendar.Missing(day, d.clock.Zone) {
			continue
		}
		warnings = append(warnings, problem.Problem{Code: problem.LocalDayDoesNotExist, Field: a.Name,
			Message: fmt.Sprintf("%s does not exist in %s, because the clocks go forward over the whole day",
				day.Long(), d.clock.Zone),
			Hint: "choose another day if you did not mean this"})
	}
	return warnings
}

// localTimes warns of a changed time that does not exist on its day, or exists
// twice, because the clocks change. It says which instant RFC 5545 makes of it.
func (d *Draft) localTimes(c ledger.Change, after *record.Record) (warnings []problem.Problem) {
	if after == nil || !after.Day().Valid() {
		return nil
	}
	_, moved := c.Cell(after.Kind.Day)
	for i := range after.Kind.Fields {
		f := &after.Kind.Fields[i]
		_, changed := c.Cell(f.Name)
		if f.Type != schema.Time || after.Values[i].IsNull() || !moved && !changed {
			continue
		}
		day := after.Day()
		if f.Name == "endTime" && after.Values[i].Time() < after.Get("startTime").Time() {
			day = day.AddDays(1)
		}
		written := after.Values[i].Time()
		at, shift := d.clock.At(day, written)
		w := problem.Problem{Field: f.Name, Hint: "choose another time if you did not mean this"}
		switch shift {
		case calendar.Skipped:
			w.Code = problem.LocalTimeDoesNotExist
			used := at.Format("15:04")
			if on := calendar.DateIn(at); on != day {
				used += " on " + on.Long()
			}
			w.Message = fmt.Sprintf("%s does not exist on %s in %s, because the clocks go forward; %s is used",
				written, day.Long(), d.clock.Zone, used)
		case calendar.Twice:
			w.Code = problem.LocalTimeExistsTwice
			w.Message = fmt.Sprintf("%s exists twice on %s in %s, because the clocks go back; the first is used",
				written, day.Long(), d.clock.Zone)
		default:
			continue
		}
		warnings = append(warnings, w)
	}
	return warnings
}
