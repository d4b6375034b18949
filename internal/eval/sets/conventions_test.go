package sets

import (
	"bytes"
	"strings"
	"testing"

	"assister/internal/eval"
	"assister/internal/ijson"
)

// TestConventions counts a wrong answer by the first convention that it differs by, and one
// that differs otherwise by none.
func TestConventions(t *testing.T) {
	for _, test := range []struct{ expected, got, want string }{
		{`{"value":"2026-11-24T05:00:00"}`, `{"value":"2026-11-24T17:00:00","grain":"hour"}`, "a time without am or pm"},
		{`{"from":"2026-11-27T18:00:00"}`, `{"from":"2026-11-28","to":"2026-11-29","grain":"day"}`, "a weekend"},
		{`{"from":"2026-11-24T16:00:00"}`,
			`{"from":"2026-11-24T18:00:00","to":"2026-11-24T22:00:00","grain":"hour"}`, "parts of the day"},
		{`{"value":"2026-11-28"}`, `{"value":"2026-11-21","grain":"day"}`, "a weekday may be today"},
		{`{"date":"2026-11-28","time":"12:00"}`, `{"from":"2026-11-23","to":"2026-11-29","grain":"week"}`, "a unit of the calendar"},
		{`{"value":"2026-11-24"}`, `{"value":"2026-11-26","grain":"day"}`, ""},
	} {
		x, _ := ijson.Parse([]byte(test.expected))
		got, _ := ijson.Parse([]byte(test.got))
		r := Result{Set: "s", Case: Case{Text: "text", Ref: "2026-11-21T09:30:00", Part: "core", Expected: x}, Got: got}
		r.Outcome = eval.Wrong
		var out bytes.Buffer
		Report{Results: []Result{r}}.writeConventions(&out)
		if found := out.String(); !strings.Contains(found, test.want) || test.want == "" && found != "" {
			t.Errorf("%s for %s: %q, want %q", test.got, test.expected, found, test.want)
		}
	}
}
