package sets

import (
	"slices"
	"strconv"
	"strings"

	"assister/internal/calendar"
	"assister/internal/eval"
	"assister/internal/ijson"
)

// The rules for recurrences: freq, interval, byday, bymonthday, bymonth, count,
// and where they are expected the time, the first and the last day are equal.
// Two ways to write one rule are one: daily on named days is weekly on them,
// monthly in named months is yearly. A last day is right to a day, since some
// count it in and some do not. For durations the length is equal, with a month
// of 30 and a year of 365 days.

// repeats scores a set of recurrences, with the plain dates in it apart.
func repeats(name string, target Target) func([]Result) []Row {
	return func(results []Result) []Row {
		var rows []Row
		recurs := func(r Result) bool { return str(r.Expected, "type") == "recurrence" }
		scoreRule := func(r Result) eval.Outcome { return scoreRepeat(r.Case, r.Got) }
		scoreDate := func(r Result) eval.Outcome { return scorePlain(r.Expected, r.Got) }
		for _, part := range []struct {
			name   string
			target Target
			holds  func(Result) bool
			score  func(Result) eval.Outcome
		}{
			{"core", target, func(r Result) bool { return r.Part == "core" && recurs(r) }, scoreRule},
			{"extended", Target{}, func(r Result) bool { return r.Part == "extended" && recurs(r) }, scoreRule},
			{"plain dates", Target{}, func(r Result) bool { return !recurs(r) }, scoreDate},
		} {
			if found := only(results, part.holds); len(found) > 0 {
				rows = append(rows, rowOf(name, part.name, settled(found, part.score), part.target))
			}
		}
		return rows
	}
}

// durations scores lengths of time.
func durations(name string) func([]Result) []Row {
	return func(results []Result) []Row {
		all := only(results, func(Result) bool { return true })
		scored := settled(all, func(r Result) eval.Outcome { return scoreDuration(r.Case, r.Got) })
		return []Row{rowOf(name, "all", scored, Target{})}
	}
}

// scorePlain compares a day, with its time unless that is midnight.
func scorePlain(x, got ijson.Value) eval.Outcome {
	value, want := str(got, "value"), str(x, "value")
	if has(got, "recurrence") {
		return eval.Wrong
	}
	if value == "" {
		return eval.None
	}
	timed := strings.Trim(clockOf(want), "0:") != ""
	if cut(value, 10) != cut(want, 10) || timed && clockOf(value) != clockOf(want) {
		return eval.Wrong
	}
	return eval.Right
}

func scoreRepeat(c Case, got ijson.Value) eval.Outcome {
	x := c.Expected
	if r, ok := x.Get("recurrence"); ok {
		x = r
	}
	p, ok := got.Get("recurrence")
	if !ok {
		if has(got, "value") || has(got, "from") || has(got, "to") {
			return eval.Wrong
		}
		return eval.None
	}
	// A rule with one of these cannot be predicted, so no prediction is right.
	for _, member := range []string{"exdate", "exrule", "byyearday", "byweekno", "bysetpos"} {
		if has(x, member) {
			return eval.Wrong
		}
	}
	if ruleOf(x) != ruleOf(p) {
		return eval.Wrong
	}
	if at := timeOf(x); at != "" && at != str(p, "time") {
		return eval.Wrong
	}
	if part := str(x, "part_of_day"); part != "" && part != str(p, "part_of_day") {
		return eval.Wrong
	}
	start, until := dayOf(str(x, "dtstart")), dayOf(str(x, "until"))
	startsToday := !has(p, "start") && cut(c.Ref, 10) == start.String()
	if start.Valid() && !startsToday && dayOf(str(p, "start")) != start {
		return eval.Wrong
	}
	last := dayOf(str(p, "until"))
	if last.Valid() != until.Valid() {
		return eval.Wrong
	}
	if until.Valid() && (last < until-1 || last > until+1) {
		return eval.Wrong
	}
	return eval.Right
}

// rule is a recurrence in one way of writing, so that equal ones are ==.
type rule struct {
	freq, days, monthDays, months string
	interval, count               int64
}

func ruleOf(v ijson.Value) rule {
	r := rule{
		freq: str(v, "freq"), days: sorted(strs(v, "byday")),
		monthDays: sorted(strs(v, "bymonthday")), months: sorted(strs(v, "bymonth")),
	}
	n, _ := v.Get("interval")
	r.interval, _ = n.Int()
	r.interval = max(r.interval, 1)
	n, _ = v.Get("count")
	r.count, _ = n.Int()
	if r.freq == "daily" && r.interval == 1 && r.days != "" {
		r.freq = "weekly"
	}
	if r.freq == "monthly" && r.interval == 1 && r.months != "" {
		r.freq = "yearly"
	}
	return r
}

// sorted joins values in one order; each may hold several, separated by commas.
func sorted(values []string) string {
	values = strings.FieldsFunc(strings.Join(values, ","), func(c rune) bool { return c == ',' })
	slices.Sort(values)
	return strings.Join(values, ",")
}

func timeOf(v ijson.Value) string {
	h, err := strconv.Atoi(str(v, "byhour"))
	if err != nil {
		return str(v, "time")
	}
	m, _ := strconv.Atoi(str(v, "byminute"))
	return calendar.TimeOf(h, m).String()
}

// dayOf reads 2010-03-03 and 20100303.
func dayOf(s string) calendar.Date {
	if len(s) == 8 {
		s = s[:4] + "-" + s[4:6] + "-" + s[6:]
	}
	d, _ := calendar.ParseDate(cut(s, 10))
	return d
}

func scoreDuration(c Case, got ijson.Value) eval.Outcome {
	seconds, said := got.Get("seconds")
	answered := said || dated(got) || has(got, "recurrence")
	switch want, ok := lengthOf(c.Expected); {
	case !ok && !said:
		return eval.Right // nothing is a duration here
	case !answered:
		return eval.None
	case ok && seconds.Text == strconv.FormatInt(want, 10):
		return eval.Right
	}
	return eval.Wrong
}

// lengthOf is an expected duration in seconds; false where there is none.
func lengthOf(x ijson.Value) (int64, bool) {
	if n, ok := x.Get("seconds"); ok {
		s, whole := n.Int()
		return s, whole
	}
	n, _ := x.Get("value")
	v, ok := n.Int()
	switch str(x, "unit") {
	case "minute":
		v *= minute
	case "hour":
		v *= hour
	case "day":
		v *= day
	case "week":
		v *= 7 * day
	case "month":
		v = months(v)
	case "year":
		v = months(12 * v)
	}
	return v, ok
}

// Lengths in seconds.
const (
	minute = 60
	hour   = 60 * minute
	day    = 24 * hour
)

// months is their length, by the convention of the rules above.
func months(n int64) int64 { return n/12*365*day + n%12*30*day }
