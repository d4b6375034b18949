package stats_test

import (
	"fmt"
	"testing"
	"time"

	"assister/internal/route"
	"assister/internal/stats"
)

func TestWhatPeopleDidSaysWhichDecisionsWereRight(t *testing.T) {
	const proposed = ` proposal {"operations":1,"invalid":0,"engine":"rules","fingerprint":"x"}`
	trail := trail(t, saturday,
		`a route {"decision":"plan","confidence":0.9,"said":"plan"}`, `a`+proposed, `a apply 1 {"operations":1,"fingerprint":"x"}`,
		`b route {"decision":"plan","confidence":0.75,"said":"plan"}`, `b`+proposed, `b refusal {"of":"apply","code":"declined"}`,
		`c route {"decision":"plan","confidence":0.8,"said":"plan"}`, `c`+proposed, `c apply 2 {"operations":1,"fingerprint":"x"}`, `z undo 3 {"undoes":2}`,
		`d route {"decision":"chat","confidence":0.95,"said":"chat"}`, `d answer {"engine":"rules"}`,
		`e route {"decision":"chat","confidence":0.6,"said":"plan"}`, `e answer {"engine":"rules"}`,
		`f route {"decision":"plan","confidence":0.9,"said":"plan"}`, `f`+proposed,
		`g route {"decision":"plan","confidence":0.9}`, `g`+proposed, `g apply 4 {"operations":1,"fingerprint":"x"}`,
		`h route {"decision":"clarify","confidence":0.3,"said":"plan"}`, `h route {"decision":"plan","confidence":1}`, `h`+proposed, `h apply 5 {"operations":1,"fingerprint":"x"}`,
	)
	c := stats.New(time.UTC, all)
	for _, e := range trail {
		c.Add(e)
	}
	got := c.Trial()
	same(t, text(got.Row()), "decisions=7 known=5 approved=2 refused=1 undone=1 answered=1")
	var known string
	for _, o := range got.Observed {
		known += fmt.Sprint(o.Confidence, o.Right[0], " ")
	}
	same(t, known, "0.9plan 0.75clarify 0.8clarify 0.95chat 0.3plan ")
}

func TestThresholdsAreCalibratedAgainstThoseInUse(t *testing.T) {
	var seen []stats.Observed
	see := func(n int, said route.Decision, confidence float64, right route.Decision) {
		for range n {
			seen = append(seen, stats.Observed{Routing: route.Routing{Decision: said, Confidence: confidence}, Right: []route.Decision{right}})
		}
	}
	see(30, route.Plan, 0.9, route.Plan)
	see(20, route.Chat, 0.95, route.Chat)
	see(15, route.Plan, 0.75, route.Clarify)
	c := stats.Calibrate(seen, route.Contract)
	if c.Best.PlanFrom <= 0.75 || c.Best.PlanFrom > 0.9 || len(c.Doubts) > 0 || c.Best.Cost >= c.InUse.Cost {
		t.Errorf("got %+v, %q", c.Best, c.Doubts)
	}
	if again := stats.Calibrate(seen, c.Best.Thresholds); again.Best.Thresholds != c.Best.Thresholds {
		t.Errorf("then %+v", again.Best)
	}
}
