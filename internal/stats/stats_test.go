package stats_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"assister/internal/event"
	"assister/internal/ledger"
	"assister/internal/stats"
)

// saturday is in the week of Monday 2026-11-16.
var saturday = time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)

func all(ledger.Entry) bool { return true }

// trail parses rows written as "request action detail", with a batch before the detail if
// the action has one.
func trail(t *testing.T, at time.Time, rows ...string) (list []ledger.Entry) {
	t.Helper()
	for _, row := range rows {
		parts := strings.SplitN(row, " ", 3)
		e := ledger.Entry{At: at, CorrelationID: parts[0], Action: parts[1], Detail: parts[2]}
		if batch, detail, ok := strings.Cut(parts[2], " {"); ok {
			if _, err := fmt.Sscan(batch, &e.Batch); err == nil {
				e.Detail = "{" + detail
			}
		}
		list = append(list, e)
	}
	return list
}

// told writes the rows of a report as "name=value".
func told(name string, entries ...ledger.Entry) string {
	t := stats.New(time.UTC, all)
	for _, e := range entries {
		t.Add(e)
	}
	var lines []string
	for _, row := range t.Reports() {
		if row[0].Value == name {
			lines = append(lines, text(row[1:]))
		}
	}
	return strings.Join(lines, "\n")
}

func text(row event.Facts) string {
	var words []string
	for _, f := range row {
		words = append(words, fmt.Sprintf("%s=%v", f.Name, f.Value))
	}
	return strings.Join(words, " ")
}

func same(t *testing.T, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestPlansAreCountedByHowTheyWent(t *testing.T) {
	rows := trail(t, saturday,
		`a route {"decision":"chat","confidence":0.95,"engine":"rules"}`,
		`a step {"tool":"tasks","args":"{}","total":2,"ms":1,"outcome":"ok"}`,
		`a step {"tool":"notes","args":"{}","total":0,"ms":9,"outcome":"ok"}`,
		`a answer {"engine":"rules","steps":2,"stopped":"done","replanned":""}`,
		`b step {"tool":"tasks","args":"{}","total":0,"ms":3,"outcome":"database_busy"}`,
		`b answer {"engine":"ollama","steps":1,"stopped":"done","replanned":"failed_step"}`,
		`c step {"tool":"tasks","args":"{}","total":1,"ms":2,"outcome":"ok"}`,
		`c answer {"engine":"ollama","steps":5,"stopped":"steps","replanned":""}`,
		`d answer {"engine":"ollama"}`,
		`e refusal {"of":"chat","code":"not_understood","engine":"rules"}`,
		`f refusal {"of":"propose","code":"answer_needed","engine":"rules"}`,
	)
	same(t, told("week", rows...), "week=2026-11-16 requests=6 answered=4 asked=1 refused=1 plans=3 success=33.3 steps=2.7 replanned=1")
	same(t, told("tool", rows...), "week=2026-11-16 tool=notes steps=1 failed=0 empty=1 p50ms=9 p95ms=9\n"+
		"week=2026-11-16 tool=tasks steps=3 failed=1 empty=0 p50ms=2 p95ms=3")
	same(t, told("failure", rows...), "week=2026-11-16 cause=database_busy tool=tasks plans=1 request=b\nweek=2026-11-16 cause=steps tool= plans=1 request=c")
}

func TestAProposalIsAppliedEditedOrDropped(t *testing.T) {
	const proposed = ` proposal {"operations":3,"invalid":1,"engine":"ollama","fingerprint":"x","repaired":true}`
	for name, tt := range map[string]struct {
		rows []string
		want string
	}{
		"as it was proposed":     {[]string{`a apply 7 {"operations":2,"fingerprint":"x"}`}, "applied=1 edited=0 dropped=0 undone=0"},
		"a part of it":           {[]string{`a apply 7 {"operations":1,"fingerprint":"y"}`}, "applied=0 edited=1 dropped=0 undone=0"},
		"other operations":       {[]string{`a apply 7 {"operations":2,"fingerprint":"y"}`}, "applied=0 edited=1 dropped=0 undone=0"},
		"in two goes":            {[]string{`a apply 7 {"operations":1,"fingerprint":"y"}`, `a apply 8 {"operations":1,"fingerprint":"z"}`}, "applied=1 edited=0 dropped=0 undone=0"},
		"nothing of it":          {[]string{`b apply 7 {"operations":2,"fingerprint":"x"}`}, "applied=0 edited=0 dropped=1 undone=0"},
		"and taken back":         {[]string{`a apply 7 {"operations":2,"fingerprint":"x"}`, `z undo 8 {"undoes":7}`}, "applied=1 edited=0 dropped=0 undone=1"},
		"taken back and redone":  {[]string{`a apply 7 {"operations":2,"fingerprint":"x"}`, `z undo 8 {"undoes":7}`, `y redo 9 {"undoes":8}`}, "applied=1 edited=0 dropped=0 undone=0"},
		"by a program before us": {[]string{`a apply 7 {"operations":2,"key":"k"}`}, "applied=1 edited=0 dropped=0 undone=0"},
	} {
		t.Run(name, func(t *testing.T) {
			same(t, told("proposal", trail(t, saturday, append([]string{"a" + proposed}, tt.rows...)...)...),
				"week=2026-11-16 proposals=1 "+tt.want+" invalid=1 repaired=100")
		})
	}
}

func TestConfidenceIsComparedWithTheOutcome(t *testing.T) {
	rows := trail(t, saturday,
		`a route {"decision":"plan","confidence":0.7}`, `a proposal {"operations":1,"invalid":0,"engine":"rules","fingerprint":"x"}`, `a apply 1 {"operations":1,"fingerprint":"x"}`,
		`b route {"decision":"plan","confidence":0.79}`, `b proposal {"operations":1,"invalid":0,"engine":"rules","fingerprint":"x"}`,
		`c route {"decision":"plan","confidence":0.99}`, `c refusal {"of":"propose","code":"not_understood"}`,
		`d route {"decision":"clarify","confidence":0.44}`,
		`e proposal {"operations":1,"invalid":0,"engine":"rules","fingerprint":"x"}`,
	)
	same(t, told("confidence", rows...), `week=2026-11-16 decision=clarify from=0 to=0.45 requests=1 applied=0 edited=0 dropped=0 undone=0 answered=0 asked=1 refused=0
week=2026-11-16 decision=plan from=0.7 to=0.8 requests=2 applied=1 edited=0 dropped=1 undone=0 answered=0 asked=0 refused=0
week=2026-11-16 decision=plan from=0.95 to=1 requests=1 applied=0 edited=0 dropped=0 undone=0 answered=0 asked=0 refused=1`)
}

// A request belongs to the week in which it began, in the zone.
func TestWeeksBeginOnMondayInTheZone(t *testing.T) {
	sunday := time.Date(2026, 11, 22, 23, 30, 0, 0, time.UTC)
	rows := append(trail(t, sunday, `a route {"decision":"chat","confidence":1}`), trail(t, sunday.Add(time.Hour), `b route {"decision":"chat","confidence":1}`, `a answer {"engine":"rules"}`)...)
	same(t, told("week", rows...), "week=2026-11-16 requests=1 answered=1 asked=0 refused=0 plans=0 success=<nil> steps=<nil> replanned=0\n"+
		"week=2026-11-23 requests=1 answered=0 asked=0 refused=0 plans=0 success=<nil> steps=<nil> replanned=0")
	paris := stats.New(time.FixedZone("", 3600), all)
	for _, e := range rows {
		paris.Add(e)
	}
	if got := paris.Reports(); len(got) != 2 || got[0][1].Value != "2026-11-23" {
		t.Errorf("in a zone that is ahead all of it is monday's: %v", got)
	}
}

// A request that began within the range counts with its later outcome. One that began
// before does not count, whatever happened since.
func TestARequestCountsInTheWeekItBegan(t *testing.T) {
	const proposed = ` proposal {"operations":1,"invalid":0,"engine":"rules","fingerprint":"x"}`
	rows := append(trail(t, saturday, `a`+proposed, `b route {"decision":"chat","confidence":1}`), trail(t, saturday.Add(48*time.Hour),
		`a apply 1 {"operations":1,"fingerprint":"x"}`, `b step {"tool":"tasks","args":"{}","total":2,"ms":1,"outcome":"ok"}`, `b answer {"engine":"rules","steps":1,"stopped":"done","replanned":""}`,
		`c`+proposed, `z undo 2 {"undoes":1}`)...)
	for name, tt := range map[string]struct {
		counts func(ledger.Entry) bool
		want   string
	}{
		"until then": {func(e ledger.Entry) bool { return e.At.Equal(saturday) }, "2 requests; 1 plan, 100 % of them successful, with 1 step on average; 1 proposal: 1 applied, 0 edited, 0 dropped."},
		"since then": {func(e ledger.Entry) bool { return !e.At.Equal(saturday) }, "1 request; 1 proposal: 0 applied, 0 edited, 1 dropped."},
	} {
		counted := stats.New(time.UTC, tt.counts)
		for _, e := range rows {
			counted.Add(e)
		}
		same(t, counted.Summary(), tt.want)
		if tools := strings.Contains(fmt.Sprint(counted.Reports()), "tasks"); tools != (name == "until then") {
			t.Errorf("%s: the steps of its requests are counted: %v", name, tools)
		}
	}
}

func TestRowsWithoutARequestAreNotCounted(t *testing.T) {
	rows := trail(t, saturday, `a apply 1 {"operations":1}`, `b undo 2 {"undoes":1}`, `c session {"cleared":"x"}`, `d route no json`,
		`e refusal {"of":"apply","code":"stale"}`, `f refusal {"of":"undo","code":"undo_conflict"}`, `g proposal {"operations":1,"invalid":0,"engine":"tool"}`, `g apply 3 {"operations":1}`)
	if got := told("week", rows...); got != "" {
		t.Error(got)
	}
	if got := stats.New(time.UTC, all).Summary(); got != "No requests yet." {
		t.Error(got)
	}
}
