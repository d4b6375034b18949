package stats

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"assister/internal/calendar"
	"assister/internal/event"
	"assister/internal/route"
)

// Reports returns the statistics as rows, week by week: requests, proposals, the
// tools of plans, decisions by confidence, and failed plans. All rows of a report
// have the same fields; a share of nothing is nil.
func (t *Collector) Reports() []event.Facts {
	var requests, proposals []event.Facts
	for _, week := range weeks(t.requests, func(r *request) calendar.Date { return r.week }) {
		var s sums
		for _, r := range t.requests {
			if r.week == week {
				s.add(r)
			}
		}
		requests = append(requests, s.requestRow(week))
		if s.proposals > 0 {
			proposals = append(proposals, s.proposalRow(week))
		}
	}
	return slices.Concat(requests, proposals, t.toolRows(), t.confidenceRows(), t.failureRows())
}

// sums counts requests.
type sums struct {
	requests, answered, asked, refused          int
	plans, succeeded, steps, replanned          int
	proposals, applied, edited, dropped, undone int
	hadInvalid, repaired                        int
}

func (s *sums) add(r *request) {
	count := func(n *int, holds bool) {
		if holds {
			*n++
		}
	}
	s.requests++
	count(&s.answered, r.answered)
	count(&s.asked, r.asked)
	count(&s.refused, r.refused)
	if r.planned {
		s.plans++
		s.steps += r.steps
		count(&s.succeeded, r.cause() == "")
		count(&s.replanned, r.replanned)
	}
	if r.proposed.there {
		s.proposals++
		count(&s.applied, r.outcome() == asProposed)
		count(&s.edited, r.outcome() == edited)
		count(&s.dropped, r.outcome() == dropped)
		count(&s.hadInvalid, r.proposed.hadInvalid)
		count(&s.repaired, r.proposed.repaired)
	}
	count(&s.undone, r.undone)
}

// row is a row of a report about one week; pairs are names and values in turn.
func row(report string, week calendar.Date, pairs ...any) event.Facts {
	facts := event.Facts{{Name: "report", Value: report}, {Name: "week", Value: week.String()}}
	for i := 0; i < len(pairs); i += 2 {
		facts = append(facts, event.Fact{Name: pairs[i].(string), Value: pairs[i+1]})
	}
	return facts
}

func (s sums) requestRow(week calendar.Date) event.Facts {
	return row("week", week,
		"requests", s.requests, "answered", s.answered, "asked", s.asked, "refused", s.refused,
		"plans", s.plans, "success", share(s.succeeded, s.plans),
		"steps", average(s.steps, s.plans), "replanned", s.replanned)
}

func (s sums) proposalRow(week calendar.Date) event.Facts {
	return row("proposal", week,
		"proposals", s.proposals, "applied", s.applied, "edited", s.edited, "dropped", s.dropped,
		"undone", s.undone, "invalid", s.hadInvalid, "repaired", share(s.repaired, s.hadInvalid))
}

// share is a part in percent, with one decimal; nil if the whole is 0.
func share(part, whole int) any {
	if whole == 0 {
		return nil
	}
	return math.Round(1000*float64(part)/float64(whole)) / 10
}

func average(sum, n int) any {
	if n == 0 {
		return nil
	}
	return math.Round(10*float64(sum)/float64(n)) / 10
}

// toolRows are the tools of each week, with the median and the 95th percentile of
// their durations in milliseconds.
func (t *Collector) toolRows() (rows []event.Facts) {
	type place struct {
		week calendar.Date
		tool string
	}
	by := map[place][]step{}
	for _, s := range t.steps {
		at := place{s.week, s.tool}
		by[at] = append(by[at], s)
	}
	order := func(a, b place) int {
		return cmp.Or(cmp.Compare(a.week, b.week), cmp.Compare(a.tool, b.tool))
	}
	for _, at := range sorted(by, order) {
		var took []float64
		failed, empty := 0, 0
		for _, s := range by[at] {
			took = append(took, s.elapsed)
			switch {
			case s.cause != "":
				failed++
			case !s.found:
				empty++
			}
		}
		slices.Sort(took)
		rows = append(rows, row("tool", at.week, "tool", at.tool,
			"steps", len(took), "failed", failed, "empty", empty,
			"p50ms", percentile(took, 50), "p95ms", percentile(took, 95)))
	}
	return rows
}

// edges are the lower bounds of the confidence buckets: the thresholds of the router,
// and narrower buckets where most decisions are, to help with choosing thresholds.
var edges = [...]float64{0, route.AskBelow, route.PlanFrom, 0.8, 0.9, 0.95}

func bucket(confidence float64) int {
	for i := len(edges) - 1; i > 0; i-- {
		if confidence >= edges[i] {
			return i
		}
	}
	return 0
}

// confidenceRows are the decisions of each week by confidence, with what became of
// them.
func (t *Collector) confidenceRows() (rows []event.Facts) {
	type place struct {
		week     calendar.Date
		decision route.Decision
		bucket   int
	}
	by := map[place]sums{}
	for _, r := range t.requests {
		if r.decision == "" {
			continue
		}
		at := place{r.week, r.decision, bucket(r.confidence)}
		s := by[at]
		s.add(r)
		by[at] = s
	}
	order := func(a, b place) int {
		return cmp.Or(cmp.Compare(a.week, b.week), cmp.Compare(a.decision, b.decision), cmp.Compare(a.bucket, b.bucket))
	}
	for _, at := range sorted(by, order) {
		s, to := by[at], 1.0
		if at.bucket+1 < len(edges) {
			to = edges[at.bucket+1]
		}
		rows = append(rows, row("confidence", at.week, "decision", string(at.decision),
			"from", edges[at.bucket], "to", to, "requests", s.requests,
			"applied", s.applied, "edited", s.edited, "dropped", s.dropped, "undone", s.undone,
			"answered", s.answered, "asked", s.asked, "refused", s.refused))
	}
	return rows
}

// failureRows are the failed plans by cause and tool, the most frequent first, each
// with the id of its newest request.
func (t *Collector) failureRows() (rows []event.Facts) {
	type place struct {
		week        calendar.Date
		cause, tool string
	}
	type found struct {
		plans  int
		latest string
	}
	by := map[place]found{}
	for _, r := range t.requests {
		if cause := r.cause(); r.planned && cause != "" {
			at := place{r.week, cause, ""}
			if r.failed.cause != "" {
				at.tool = r.failed.tool
			}
			by[at] = found{by[at].plans + 1, r.id}
		}
	}
	order := func(a, b place) int {
		return cmp.Or(
			cmp.Compare(a.week, b.week),
			cmp.Compare(by[b].plans, by[a].plans),
			cmp.Compare(a.cause, b.cause),
			cmp.Compare(a.tool, b.tool),
		)
	}
	for _, at := range sorted(by, order) {
		rows = append(rows, row("failure", at.week, "cause", at.cause, "tool", at.tool,
			"plans", by[at].plans, "request", by[at].latest))
	}
	return rows
}

// Summary returns the statistics of all weeks in a sentence.
func (t *Collector) Summary() string {
	var s sums
	for _, r := range t.requests {
		s.add(r)
	}
	if s.requests == 0 {
		return "No requests yet."
	}
	parts := []string{counted(s.requests, "request")}
	if s.plans > 0 {
		steps := counted(average(s.steps, s.plans), "step")
		parts = append(parts, fmt.Sprintf("%s, %v %% of them successful, with %s on average",
			counted(s.plans, "plan"), share(s.succeeded, s.plans), steps))
	}
	if s.proposals > 0 {
		parts = append(parts, fmt.Sprintf("%s: %d applied, %d edited, %d dropped",
			counted(s.proposals, "proposal"), s.applied, s.edited, s.dropped))
	}
	return strings.Join(parts, "; ") + "."
}

// counted is a number, whole or not, with its noun.
func counted(n any, what string) string {
	said := fmt.Sprint(n)
	if said != "1" {
		what += "s"
	}
	return said + " " + what
}

func sorted[K comparable, V any](m map[K]V, order func(a, b K) int) (keys []K) {
	for k := range m {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, order)
	return keys
}
