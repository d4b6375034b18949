package sets

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assister/internal/eval"
	"assister/internal/ijson"
)

func value(t *testing.T, text string) ijson.Value {
	t.Helper()
	v, problem := ijson.Parse([]byte(text))
	if problem != nil {
		t.Fatalf("%s: %s", text, problem.Message)
	}
	return v
}

func TestADateIsComparedAtItsGrain(t *testing.T) {
	for _, tt := range []struct {
		name, expected, got string
		want                eval.Outcome
		whole               bool
	}{
		{"the day is what counts", `{"grain":"day","value":"2026-11-24T00:00:00"}`, `{"value":"2026-11-24T09:00:00"}`, eval.Right, true},
		{"another day", `{"grain":"day","value":"2026-11-24T00:00:00"}`, `{"value":"2026-11-25"}`, eval.Wrong, false},
		{"the minutes of an hour are not meant", `{"grain":"hour","value":"2026-11-24T09:00:00"}`, `{"value":"2026-11-24T09:30:00"}`, eval.Right, true},
		{"a minute is", `{"grain":"minute","value":"2026-11-24T09:00:00"}`, `{"value":"2026-11-24T09:30:00"}`, eval.Wrong, false},
		{"a week by any day of it", `{"grain":"week","value":"2026-11-23T00:00:00"}`, `{"from":"2026-11-29","to":"2026-12-05"}`, eval.Right, true},
		{"a week begins on Monday", `{"grain":"week","value":"2026-11-23T00:00:00"}`, `{"value":"2026-11-22"}`, eval.Wrong, false},
		{"a quarter", `{"grain":"quarter","value":"2026-10-01"}`, `{"from":"2026-12-01"}`, eval.Right, true},
		{"a month", `{"grain":"month","value":"2026-10-01"}`, `{"from":"2026-11-01"}`, eval.Wrong, false},
		{"a year", `{"grain":"year","value":"2026-01-01"}`, `{"from":"2026-11-01"}`, eval.Right, true},
		{"a time of any day", `{"type":"time","value":"19:30:00"}`, `{"value":"2026-11-24T19:30:00"}`, eval.Right, true},
		{"the last day of a range", `{"grain":"day","from":"2026-11-24T00:00:00","to":"2026-11-27T00:00:00","to_last":"2026-11-26T00:00:00"}`, `{"from":"2026-11-24","to":"2026-11-26"}`, eval.Right, true},
		{"the day after a range", `{"type":"daterange","from":"2026-11-24","to":"2026-11-27"}`, `{"from":"2026-11-24","to":"2026-11-26"}`, eval.Right, true},
		{"only the start of a range", `{"type":"daterange","from":"2026-11-24","to":"2026-11-30"}`, `{"from":"2026-11-24","to":"2026-11-26"}`, eval.Right, false},
		{"a range of times", `{"type":"timerange","from":"15:00:00","to":"16:00:00"}`, `{"from":"2026-11-24T15:00:00","to":"2026-11-24T16:00:00"}`, eval.Right, true},
		{"an open beginning", `{"type":"daterange","to":"2026-11-24"}`, `{"to":"2026-11-24"}`, eval.Right, true},
		{"an end that is asked for and not there", `{"type":"daterange"}`, `{"to":"2026-11-24"}`, eval.Wrong, false},
		{"an end where a beginning is", `{"type":"daterange","from":"2026-11-24"}`, `{"to":"2026-11-24"}`, eval.Wrong, false},
		{"no answer", `{"grain":"day","value":"2026-11-24"}`, `{}`, eval.None, false},
		{"no answer where there is none", `null`, `{}`, eval.Right, false},
		{"an answer where there is none", `null`, `{"value":"2026-11-24"}`, eval.Wrong, false},
		{"recurrences are scored apart", `{"type":"set","recurrence":{"freq":"daily"}}`, `{"value":"2026-11-24"}`, eval.Skipped, false},
	} {
		var f facets
		c := Case{Expected: value(t, tt.expected)}
		if got := f.score(c, value(t, tt.got)); got != tt.want || f.whole.Of == 1 != tt.whole {
			t.Errorf("%s: %v, whole %d of %d", tt.name, got, f.whole.Of, f.whole.N)
		}
	}
}

func TestAnyReadingIsCountedSeparatelyFromTheFirst(t *testing.T) {
	var f facets
	c := Case{Expected: value(t, `{"type":"time","value":"07:30:00","values":[{"value":"07:30:00"},{"value":"19:30:00"}]}`)}
	if got := f.score(c, value(t, `{"value":"2026-11-24T19:30:00"}`)); got != eval.Wrong || f.any.Of != 1 {
		t.Errorf("%v, any %d", got, f.any.Of)
	}
}

func TestDayTimeAndEndAreComparedTogether(t *testing.T) {
	row := value(t, `{"source":"chrono"}`)
	for _, tt := range []struct {
		expected, got string
		want          eval.Outcome
	}{
		{`{"date":"2026-11-24","time":"17:00"}`, `{"value":"2026-11-24T17:00:00"}`, eval.Right},
		{`{"date":"2026-11-24","time":"17:00"}`, `{"value":"2026-11-24"}`, eval.Wrong},
		{`{"date":"2026-11-24"}`, `{"to":"2026-11-24"}`, eval.Wrong},
	} {
		var f facets
		if got := f.score(Case{Expected: value(t, tt.expected), row: row}, value(t, tt.got)); got != tt.want {
			t.Errorf("%s against %s: %v", tt.got, tt.expected, got)
		}
	}
}

func TestEquivalentRecurrencesAreEqual(t *testing.T) {
	for _, tt := range []struct {
		expected, got string
		want          eval.Outcome
	}{
		{`{"freq":"weekly","interval":1,"byday":["FR","MO"]}`, `{"recurrence":{"freq":"weekly","byday":["MO","FR"]}}`, eval.Right},
		{`{"freq":"weekly","byday":["SA","SU"]}`, `{"recurrence":{"freq":"daily","byday":["SA","SU"]}}`, eval.Right},
		{`{"freq":"yearly","bymonth":"8","bymonthday":"20,30"}`, `{"recurrence":{"freq":"monthly","bymonth":["8"],"bymonthday":["20","30"]}}`, eval.Right},
		{`{"freq":"weekly","interval":2}`, `{"recurrence":{"freq":"weekly"}}`, eval.Wrong},
		{`{"freq":"daily","count":5}`, `{"recurrence":{"freq":"daily","count":4}}`, eval.Wrong},
		{`{"freq":"daily","until":"20261201"}`, `{"recurrence":{"freq":"daily","until":"2026-11-30"}}`, eval.Right},
		{`{"freq":"daily","until":"20261201"}`, `{"recurrence":{"freq":"daily"}}`, eval.Wrong},
		{`{"freq":"daily"}`, `{"recurrence":{"freq":"daily","until":"2026-11-30"}}`, eval.Wrong},
		{`{"freq":"daily","byhour":"9","byminute":"5"}`, `{"recurrence":{"freq":"daily","time":"09:05"}}`, eval.Right},
		{`{"freq":"daily","byhour":"9"}`, `{"recurrence":{"freq":"daily"}}`, eval.Wrong},
		{`{"freq":"daily","dtstart":"20261201"}`, `{"recurrence":{"freq":"daily","start":"2026-12-01"}}`, eval.Right},
		{`{"freq":"daily","dtstart":"20261201"}`, `{"recurrence":{"freq":"daily"}}`, eval.Wrong},
		{`{"freq":"daily","exdate":["2026-12-01"]}`, `{"recurrence":{"freq":"daily"}}`, eval.Wrong},
		{`{"freq":"daily"}`, `{"value":"2026-12-01"}`, eval.Wrong},
		{`{"freq":"daily"}`, `{}`, eval.None},
	} {
		if got := scoreRepeat(Case{Ref: "2026-11-21T09:00:00", Expected: value(t, tt.expected)}, value(t, tt.got)); got != tt.want {
			t.Errorf("%s against %s: %v, want %v", tt.got, tt.expected, got, tt.want)
		}
	}
}

func TestDurationsAreComparedByLength(t *testing.T) {
	for _, tt := range []struct {
		expected, got string
		want          eval.Outcome
	}{
		{`{"value":90,"unit":"minute"}`, `{"seconds":5400}`, eval.Right},
		{`{"value":27,"unit":"month"}`, `{"seconds":70848000}`, eval.Right}, // 2 years of 365 days and 3 months of 30
		{`{"seconds":60}`, `{"seconds":61}`, eval.Wrong},
		{`{"seconds":60}`, `{"value":"2026-11-21"}`, eval.Wrong},
		{`{"seconds":60}`, `{}`, eval.None},
		{`null`, `{}`, eval.Right},
		{`null`, `{"seconds":60}`, eval.Wrong},
	} {
		if got := scoreDuration(Case{Expected: value(t, tt.expected)}, value(t, tt.got)); got != tt.want {
			t.Errorf("%s against %s: %v, want %v", tt.got, tt.expected, got, tt.want)
		}
	}
}

func TestTitlesAreComparedByContentWords(t *testing.T) {
	for _, tt := range []struct {
		gold, pred string
		want       bool
	}{
		{`{"title":"water the plants"}`, `{"title":"Water my plant"}`, true},
		{`{"title":"sam’s birthday"}`, `{"title":"Sams birthday"}`, true},
		{`{"title":"water the plants"}`, `{"title":"water"}`, false},
		{`{"title":"lunch"}`, `{"title":"lunch with Kim"}`, false},
		{`{"title":"lunch","title_extra":["kim"]}`, `{"title":"lunch with Kim"}`, true},
		{`{"title":"the event"}`, `{"title":"anything"}`, true},
	} {
		if got := titleRight(value(t, tt.gold), value(t, tt.pred)); got != tt.want {
			t.Errorf("%s against %s: %v", tt.pred, tt.gold, got)
		}
	}
}

func TestAnOperationIsScoredFieldByField(t *testing.T) {
	gold := value(t, `{"op":"update","kind":"event","title":"lunch","date_any":["2026-11-21","2026-11-28"],"time":"12:00",
		"recurrence":{"freq":"weekly","byday":["SA"]},"none":["end_time"],"set":{"time":"13:00"},"where":{"date":"2026-11-21"}}`)
	all := `{"op":"update","kind":"event","title":"Lunch","date":"2026-11-28","time":"12:00","recurrence":{"freq":"weekly","interval":1,"byday":["SA"]},"set":{"time":"13:00"},"where":{"date":"2026-11-21"}}`
	if fields := scoreFields(gold, value(t, all)); len(fields) != 9 {
		t.Errorf("%d fields: %v", len(fields), fields)
	}
	for name, right := range scoreFields(gold, value(t, all)) {
		if !right {
			t.Errorf("%s is not right", name)
		}
	}
	for name, right := range scoreFields(gold, value(t, `{"end_time":"14:00"}`)) {
		if right {
			t.Errorf("%s is right of nothing", name)
		}
	}
}

func TestOnlyAQuestionRoutedAsAPlanIsWrong(t *testing.T) {
	for _, tt := range []struct {
		row, decision string
		want          eval.Outcome
	}{
		{`{"expected_decision":"chat","accept":["chat"]}`, "chat", eval.Right},
		{`{"expected_decision":"plan","accept":["plan","clarify"]}`, "clarify", eval.Right},
		{`{"expected_decision":"chat","accept":["chat"]}`, "plan", eval.Wrong},
		{`{"expected_decision":"plan","accept":["plan"]}`, "chat", eval.None},
	} {
		results := []Result{{Case: Case{row: value(t, tt.row)}, Got: value(t, `{"decision":"`+tt.decision+`"}`)}}
		if routes(results); results[0].Outcome != tt.want {
			t.Errorf("%s for %s: %v", tt.decision, tt.row, results[0].Outcome)
		}
	}
}

func TestADirectoryIsScoredAndMissingSetsAreReported(t *testing.T) {
	dir := t.TempDir()
	file(t, dir, "duckling_time_en", `{"id":"a","text":"tomorrow","ref":"2026-11-21T09:00:00","scope":"core","expected":{"grain":"day","value":"2026-11-22T00:00:00"}}
{"id":"b","text":"today","ref":"2026-11-21T23:30:00-02:00","scope":"core","expected":{"grain":"day","value":"2026-11-23T00:00:00"}}
{"id":"held out","text":"tomorrow","ref":"2026-11-21T23:30:00-02:00","scope":"core","expected":{"grain":"day","value":"2026-11-23T00:00:00"}}
`)
	file(t, dir, "ops", `{"id":"c","text":"add buy milk tomorrow at 5pm","ref":"2026-11-21T09:00:00","source":"ours","expected":{"op":"create","kind":"event","title":"buy milk","date":"2026-11-22","time":"17:00"}}
{"id":"d","text":"cancel all meetings tomorrow","ref":"2026-11-21T09:00:00","source":"ours","expected":{"op":"bulk_delete","kind":"event","where":{"date":"2026-11-22"}}}
`)
	file(t, dir, "route", `{"text":"what is overdue?","expected_decision":"chat","accept":["chat"],"tier":"core"}`)
	report, err := Run(dir, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	core := report.Rows[0]
	if core.N() != 3 || core.Right != 1 || core.Wrong != 2 || core.Met() || core.Read.Wrong != 1 || core.Held.Wrong != 1 {
		t.Errorf("%+v", core)
	}
	for _, r := range report.Results {
		if want := r.ID != "b" && r.ID != "held out"; r.Outcome == eval.Right != want {
			t.Errorf("%s: %v %v", r.Text, r.Outcome, r.Missed())
		}
	}
	// Both are wrong; the one that is held out is counted and never shown.
	var table, failures, predictions bytes.Buffer
	if err := report.WriteTable(&table); err != nil || !strings.Contains(table.String(), "≥92 wrong ≤3 !") || !strings.Contains(table.String(), "chrono_en: no such file") {
		t.Errorf("%v\n%s", err, table.String())
	}
	if err := report.WriteFailures(&failures); err != nil || strings.Count(failures.String(), "\n") != 1 || !strings.Contains(failures.String(), `"id":"b"`) {
		t.Errorf("%v\n%s", err, failures.String())
	}
	if err := report.WritePredictions(&predictions, "duckling_time_en"); err != nil || !strings.HasPrefix(predictions.String(), `{"id":"a","value":"2026-11-22"`) {
		t.Errorf("%v\n%s", err, predictions.String())
	}
}

func TestAnInvalidLineIsNamed(t *testing.T) {
	dir := t.TempDir()
	file(t, dir, "route", "{\"text\":\"x\"}\n{\n")
	if _, err := Run(dir, time.Now); err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Error(err)
	}
	file(t, dir, "route", `{"text":"x"}`)
	file(t, dir, "ops", `{"text":"add milk","ref":"yesterday, or the day before"}`)
	if _, err := Run(dir, time.Now); err == nil || !strings.Contains(err.Error(), "line-1") {
		t.Error(err)
	}
}

func file(t *testing.T, dir, set, lines string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, set+".jsonl"), []byte(lines), 0o644); err != nil {
		t.Fatal(err)
	}
}
