package sets

import (
	"slices"
	"time"

	"assister/internal/calendar"
	"assister/internal/eval"
	"assister/internal/ijson"
)

// The rules for dates:
//
//	value, grain day          the date is equal
//	value, hour               the date and the hour are equal
//	value, minute or second   date and HH:MM are equal
//	value, week and longer    the start lies in the same unit
//	range                     from is right; whole when to is its end, in either
//	                          way of counting the end
//	time                      HH:MM is equal
//
// Where nothing is expected, no answer is right. Recurrences and durations are
// scored apart.

// dates scores a set of dates: its core with the target, the other scopes, and the
// sentences without a date.
func dates(name string, target Target) func([]Result) []Row {
	return func(results []Result) []Row {
		var rows []Row
		for _, scope := range []string{"core", "extended", "exotic", "multi", negative} {
			part := only(results, func(r Result) bool { return partOf(r) == scope })
			var f facets
			row := rowOf(name, scope, settled(part, func(r Result) eval.Outcome { return f.score(r.Case, r.Got) }), Target{})
			if scope == "core" {
				row.Target = target
			}
			row.Whole, row.Any, row.Day = f.whole, f.any, f.day
			if row.N() > 0 {
				rows = append(rows, row)
			}
		}
		// Recurrences and durations of a set are rows of their own.
		for _, kind := range []struct {
			typ   string
			score func(Case, ijson.Value) eval.Outcome
		}{{"set", scoreRepeat}, {"duration", scoreDuration}} {
			part := only(results, func(r Result) bool { return r.Part == "core" && str(r.Expected, "type") == kind.typ })
			if len(part) > 0 {
				scored := settled(part, func(r Result) eval.Outcome { return kind.score(r.Case, r.Got) })
				rows = append(rows, rowOf(name, "core, "+kind.typ, scored, Target{}))
			}
		}
		return rows
	}
}

// negative is the part of the sentences without a date, whatever their scope.
const negative = "negative"

func partOf(r Result) string {
	if r.Expected.Kind == ijson.Null {
		return negative
	}
	return r.Part
}

// only returns the results for which holds is true, as pointers into the list.
func only(results []Result, holds func(Result) bool) []*Result {
	var part []*Result
	for i := range results {
		if holds(results[i]) {
			part = append(part, &results[i])
		}
	}
	return part
}

// settled sets the outcome of each result and returns the results.
func settled(part []*Result, score func(Result) eval.Outcome) []Result {
	var out []Result
	for _, r := range part {
		r.Outcome = score(*r)
		out = append(out, *r)
	}
	return out
}

// facets are the shares that are counted for dates, apart from the outcome.
type facets struct{ whole, any, day eval.Share }

// score is the outcome of a case; it counts whether both ends are right, any of
// the expected readings, and the day alone.
func (f *facets) score(c Case, got ijson.Value) eval.Outcome {
	answered := dated(got)
	x := c.Expected
	switch {
	case x.Kind == ijson.Null && answered:
		return eval.Wrong
	case x.Kind == ijson.Null:
		return eval.Right
	case str(x, "type") == "set" || str(x, "type") == "duration":
		return eval.Skipped
	}
	expected := first(str(x, "value"), str(x, "from"), str(x, "date"))
	if len(expected) >= 10 && !slices.Contains([]string{"week", "month", "quarter", "year"}, str(x, "grain")) {
		f.day.Add(cut(first(str(got, "value"), str(got, "from")), 10) == cut(expected, 10))
	}
	if !answered {
		f.whole.Add(false)
		f.any.Add(false)
		return eval.None
	}
	start, whole := oneReading(x, got)
	some := start
	if str(c.row, "source") == "chrono" {
		start, whole = chronoReading(x, got)
		some = whole
	}
	values, _ := x.Get("values")
	for _, v := range values.Items {
		other := object{Value: v}
		for _, name := range []string{"type", "grain"} {
			if !has(v, name) {
				other.text(name, str(x, name))
			}
		}
		also, _ := oneReading(other.Value, got)
		some = some || also
	}
	f.whole.Add(whole)
	f.any.Add(some)
	if start {
		return eval.Right
	}
	return eval.Wrong
}

// dated reports whether a prediction has a date or an end of a range.
func dated(got ijson.Value) bool { return has(got, "value") || has(got, "from") || has(got, "to") }

// oneReading compares a prediction with one expected reading: the start, and the
// whole.
func oneReading(x, got ijson.Value) (start, whole bool) {
	typ, grain := str(x, "type"), str(x, "grain")
	value, from, to := str(got, "value"), first(str(got, "from"), str(got, "value")), str(got, "to")
	if has(x, "value") {
		v := str(x, "value")
		if value = first(value, str(got, "from")); value == "" {
			return false, false
		}
		same := sameValue(v, value, typ, grain)
		return same, same
	}
	if !has(x, "from") {
		t := str(x, "to")
		end := first(to, value)
		if end == "" || t == "" {
			return false, false
		}
		same := cut(end, 16) == cut(t, 16)
		switch {
		case len(t) == 10:
			same = cut(end, 10) == t
		case len(t) <= 8:
			same = clockOf(end) == clockOf(t)
		}
		return same, same
	}
	if from == "" {
		return false, false
	}
	f, t := str(x, "from"), str(x, "to")
	last := first(str(x, "to_last"), t)
	timed := typ == "datetimerange" || typ == "" && grain == "" && len(f) > 10
	switch {
	case typ == "timerange" || len(f) <= 8:
		start = clockOf(from) == clockOf(f)
		return start, start && to != "" && t != "" && clockOf(to) == clockOf(t)
	case timed, grain == "hour", grain == "minute", grain == "second":
		start = cut(from, 16) == cut(f, 16)
		sameEnd := cut(to, 16) == cut(t, 16) || cut(to, 16) == cut(last, 16)
		return start, start && (t == "" || to != "" && sameEnd)
	}
	start = cut(from, 10) == cut(f, 10)
	end := cut(to, 10)
	sameEnd := end == cut(t, 10) || end == cut(last, 10) || typ == "daterange" && end == dayBefore(t)
	return start, start && (t == "" || end != "" && sameEnd)
}

func sameValue(expected, got, typ, grain string) bool {
	switch {
	case grain == "week" || grain == "month" || grain == "quarter" || grain == "year":
		return unitOf(got, grain) == unitOf(expected, grain)
	case typ == "time" || len(expected) <= 8 && clockOf(expected) != "":
		return clockOf(got) == clockOf(expected)
	case typ == "date" || grain == "day" || len(expected) == 10:
		return cut(got, 10) == cut(expected, 10)
	case grain == "hour":
		// The grain says that the minutes are not meant: "in 7 days" is an hour.
		return cut(got, 13) == cut(expected, 13)
	}
	return cut(got, 16) == cut(expected, 16)
}

// chronoReading compares with a day, a time and an end that are given apart.
func chronoReading(x, got ijson.Value) (start, whole bool) {
	value := first(str(got, "value"), str(got, "from"))
	start = value != ""
	if has(x, "date") {
		start = start && cut(value, 10) == str(x, "date")
	}
	if has(x, "time") {
		start = start && clockOf(value) == str(x, "time")
	}
	whole = start
	if end := str(x, "end_date"); end != "" {
		to := str(got, "to")
		whole = start && cut(to, 10) == end && (!has(x, "end_time") || clockOf(to) == str(x, "end_time"))
	}
	return start, whole
}

// unitOf is the first day of the week, month, quarter or year that a day lies in.
func unitOf(s, grain string) calendar.Date {
	d, ok := calendar.ParseDate(cut(s, 10))
	if !ok {
		return 0
	}
	y, m, _ := d.YMD()
	switch grain {
	case "year":
		return calendar.DateOf(y, time.January, 1)
	case "quarter":
		return calendar.DateOf(y, (m-1)/3*3+1, 1)
	case "month":
		return calendar.DateOf(y, m, 1)
	}
	return d.StartOfWeek()
}

func dayBefore(s string) string {
	d, ok := calendar.ParseDate(cut(s, 10))
	if !ok {
		return ""
	}
	return d.AddDays(-1).String()
}

// clockOf is the HH:MM of a time or of a day with a time; "" of a day alone.
func clockOf(s string) string {
	for i := range len(s) {
		switch s[i] {
		case 'T':
			return cut(s[i+1:], 5)
		case ':':
			return cut(s, 5)
		}
	}
	return ""
}

func cut(s string, n int) string { return s[:min(n, len(s))] }

func first(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}
