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

// Reports are the rows of what was counted, week by week: requests, proposals, the
// tools of plans, decisions by how sure they were, and the plans that failed. Every
// row of a report has the same fields; a share of nothing is nil.
func (t *Tally) Reports() []event.Facts {
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

// sums are requests in numbers.
type sums struct {
	requests, answered, asked, refused          int
	plans, succeeded, steps, replanned          int
	proposals, applied, edited, dropped, undone int
	needy, repaired                             int
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
		count(&s.applied, r.outcome() == taken)
		count(&s.edited, r.outcome() == edited)
		count(&s.dropped, r.outcome() == dropped)
		count(&s.needy, r.proposed.needy)
		count(&s.repaired, r.proposed.repaired)
	}
	count(&s.undone, r.undone)
}

func (s sums) requestRow(week calendar.Date) event.Facts {
	return event.Facts{{Name: "report", Value: "week"}, {Name: "week", Value: week.String()},
		{Name: "requests", Value: s.requests}, {Name: "answered", Value: s.answered}, {Name: "asked", Value: s.asked}, {Name: "refused", Value: s.refused},
		{Name: "plans", Value: s.plans}, {Name: "success", Value: share(s.succeeded, s.plans)}, {Name: "steps", Value: average(s.steps, s.plans)}, {Name: "replanned", Value: s.replanned}}
}

func (s sums) proposalRow(week calendar.Date) event.Facts {
	return event.Facts{{Name: "report", Value: "proposal"}, {Name: "week", Value: week.String()},
		{Name: "proposals", Value: s.proposals}, {Name: "applied", Value: s.applied}, {Name: "edited", Value: s.edited}, {Name: "dropped", Value: s.dropped},
		{Name: "undone", Value: s.undone}, {Name: "invalid", Value: s.needy}, {Name: "repaired", Value: share(s.repaired, s.needy)}}
}

// share is a part in percent, with one decimal; nil of nothing.
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

// toolRows are the tools of each week, with the milliseconds that half and
// nineteen in twenty of their steps took at most.
func (t *Tally) toolRows() (rows []event.Facts) {
	type place struct {
		week calendar.Date
		tool string
	}
	by := map[place][]step{}
	for _, s := range t.steps {
		at := place{s.week, s.tool}
		by[at] = append(by[at], s)
	}
	for _, at := range sorted(by, func(a, b place) int { return cmp.Or(cmp.Compare(a.week, b.week), cmp.Compare(a.tool, b.tool)) }) {
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
		rows = append(rows, event.Facts{{Name: "report", Value: "tool"}, {Name: "week", Value: at.week.String()}, {Name: "tool", Value: at.tool},
			{Name: "steps", Value: len(took)}, {Name: "failed", Value: failed}, {Name: "empty", Value: empty},
			{Name: "p50ms", Value: percentile(took, 50)}, {Name: "p95ms", Value: percentile(took, 95)}})
	}
	return rows
}

// edges are where a bucket of confidence begins: at the thresholds of the router,
// and finer where most decisions lie, so that one can see where to put them.
var edges = [...]float64{0, route.AskBelow, route.PlanFrom, 0.8, 0.9, 0.95}

func bucket(confidence float64) int {
	for i := len(edges) - 1; i > 0; i-- {
		if confidence >= edges[i] {
			return i
		}
	}
	return 0
}

// confidenceRows are the decisions of each week by how sure they were, with what
// became of them.
func (t *Tally) confidenceRows() (rows []event.Facts) {
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
		rows = append(rows, event.Facts{{Name: "report", Value: "confidence"}, {Name: "week", Value: at.week.String()}, {Name: "decision", Value: string(at.decision)},
			{Name: "from", Value: edges[at.bucket]}, {Name: "to", Value: to}, {Name: "requests", Value: s.requests}, {Name: "applied", Value: s.applied}, {Name: "edited", Value: s.edited},
			{Name: "dropped", Value: s.dropped}, {Name: "undone", Value: s.undone}, {Name: "answered", Value: s.answered}, {Name: "asked", Value: s.asked}, {Name: "refused", Value: s.refused}})
	}
	return rows
}

// failureRows are the plans that did not succeed, by the cause and the tool, the
// most frequent first, each with the newest of its requests to look at.
func (t *Tally) failureRows() (rows []event.Facts) {
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
		return cmp.Or(cmp.Compare(a.week, b.week), cmp.Compare(by[b].plans, by[a].plans), cmp.Compare(a.cause, b.cause), cmp.Compare(a.tool, b.tool))
	}
	for _, at := range sorted(by, order) {
		rows = append(rows, event.Facts{{Name: "report", Value: "failure"}, {Name: "week", Value: at.week.String()}, {Name: "cause", Value: at.cause},
			{Name: "tool", Value: at.tool}, {Name: "plans", Value: by[at].plans}, {Name: "request", Value: by[at].latest}})
	}
	return rows
}

// Summary is all of it in a sentence or two.
func (t *Tally) Summary() string {
	var s sums
	for _, r := range t.requests {
		s.add(r)
	}
	if s.requests == 0 {
		return "Nothing was asked for in words."
	}
	parts := []string{counted(s.requests, "request")}
	if s.plans > 0 {
		parts = append(parts, fmt.Sprintf("%s, %v %% of them successful, with %v on average", counted(s.plans, "plan"), share(s.succeeded, s.plans), counted(average(s.steps, s.plans), "step")))
	}
	if s.proposals > 0 {
		parts = append(parts, fmt.Sprintf("%s: %d applied, %d edited, %d dropped", counted(s.proposals, "proposal"), s.applied, s.edited, s.dropped))
	}
	return strings.Join(parts, "; ") + "."
}

// counted is a number, whole or not, of something.
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
