package eval

import (
	"fmt"
	"math"
	"slices"

	"assister/internal/route"
)

// What a decision costs where another was right. A question that is planned as
// a change costs most: somebody who did not look is one yes away from it. A
// request that is unclear and guessed at is half as bad, since what it does was
// at least asked for. A change that is talked about, or an unclear request that
// is answered past, has to be said again. Asking back needlessly costs an answer.
const (
	QuestionPlanned = 10
	UnclearPlanned  = 5
	NotPlanned      = 3 // a change, or something unclear, that was answered
	AskedBack       = 2
)

// cost of a decision where others were right; the least of them counts.
func cost(right []route.Decision, got route.Decision) int {
	least := math.MaxInt
	for _, d := range right {
		c := NotPlanned
		switch {
		case d == got:
			c = 0
		case got == route.Plan && d == route.Chat:
			c = QuestionPlanned
		case got == route.Plan:
			c = UnclearPlanned
		case got == route.Clarify:
			c = AskedBack
		}
		least = min(least, c)
	}
	return least
}

// Choice is a pair of thresholds and what it would have done.
type Choice struct {
	route.Thresholds
	Right           int
	QuestionPlanned int
	UnclearPlanned  int
	NotPlanned      int
	AskedBack       int
	Cost            int
}

// Calibration is what routed cases say about the thresholds.
type Calibration struct {
	N        int
	Contract Choice   // as the program decides today
	Best     Choice   // the cheapest
	Asking   []Choice // every threshold of asking, beside the best one of planning
	Planning []Choice // every threshold of planning, beside the best one of asking
	Doubts   []string // why not to trust it

	// Tried is what the best ones cost where they were not drawn: for each fifth
	// of the cases, those that are best for the other four.
	Tried int
}

// The fewest cases that thresholds can be drawn from: in all, of each decision,
// and different confidences.
const (
	fewestCases       = 50
	fewestOfDecision  = 10
	fewestConfidences = 3
)

// Calibrate looks for the thresholds that would have cost least on the routed
// cases. Confidences are told apart to two decimals. A threshold matters only by
// the confidences on either side of it, so those between two neighbours are one
// choice, drawn in the middle; the contract's stand for the choice they fall in.
// Of choices that cost the same the one wins that keeps more of the contract's,
// since what makes no difference needs no change, and then the one that lies
// furthest from any confidence.
func Calibrate(results []Result) Calibration {
	routed := only(results, func(r Result) bool { return r.Skill == Route })
	confidences := distinct(routed)
	asks, plans := cuts(confidences, route.AskBelow), cuts(confidences, route.PlanFrom)
	c := Calibration{N: len(routed), Contract: weigh(routed, route.Contract), Best: cheapest(routed), Tried: tried(routed)}
	for _, ask := range asks {
		if ask <= c.Best.PlanFrom {
			c.Asking = append(c.Asking, weigh(routed, route.Thresholds{AskBelow: ask, PlanFrom: c.Best.PlanFrom}))
		}
	}
	for _, plan := range plans {
		if plan >= c.Best.AskBelow {
			c.Planning = append(c.Planning, weigh(routed, route.Thresholds{AskBelow: c.Best.AskBelow, PlanFrom: plan}))
		}
	}
	c.Doubts = c.doubts(routed, confidences)
	return c
}

// cheapest weighs every pair of thresholds that differs in what it does.
func cheapest(routed []Result) Choice {
	confidences := distinct(routed)
	best := weigh(routed, route.Contract)
	for _, ask := range cuts(confidences, route.AskBelow) {
		for _, plan := range cuts(confidences, route.PlanFrom) {
			if plan < ask {
				continue
			}
			if x := weigh(routed, route.Thresholds{AskBelow: ask, PlanFrom: plan}); x.better(best, confidences) {
				best = x
			}
		}
	}
	return best
}

const folds = 5

// tried draws thresholds from four fifths of the cases and weighs them on the
// other, in turn. What a few odd cases suggest does not hold there.
func tried(routed []Result) (cost int) {
	for fold := range folds {
		var drawn, kept []Result
		for i, r := range routed {
			if i%folds == fold {
				kept = append(kept, r)
			} else {
				drawn = append(drawn, r)
			}
		}
		cost += weigh(kept, cheapest(drawn).Thresholds).Cost
	}
	return cost
}

func distinct(routed []Result) (confidences []float64) {
	for _, r := range routed {
		confidences = append(confidences, rounded(r.Routing))
	}
	slices.Sort(confidences)
	return slices.Compact(confidences)
}

func rounded(r route.Routing) float64 { return math.Round(route.Judge(r).Confidence*100) / 100 }

// cuts are the thresholds that differ in what they do, ascending: below all of
// the confidences, between two of them, and above all. own stands for the one
// that it does the same as.
func cuts(confidences []float64, own float64) []float64 {
	if len(confidences) == 0 {
		return []float64{own}
	}
	edges := append(append([]float64{0}, confidences...), 1.01)
	var out []float64
	for i := 1; i < len(edges); i++ {
		below, above := edges[i-1], edges[i]
		if below == above {
			continue // a confidence of 0: nothing lies below it
		}
		cut := math.Round((below+above)/2*1000) / 1000
		switch {
		case own > below && own <= above:
			cut = own
		case i == 1:
			cut = 0
		}
		out = append(out, cut)
	}
	return out
}

func (c Choice) better(than Choice, confidences []float64) bool {
	switch {
	case c.Cost != than.Cost:
		return c.Cost < than.Cost
	case c.kept() != than.kept():
		return c.kept() > than.kept()
	}
	return margin(c, confidences) > margin(than, confidences)
}

// kept is how many of the thresholds are the contract's.
func (c Choice) kept() (n int) {
	if c.AskBelow == route.AskBelow {
		n++
	}
	if c.PlanFrom == route.PlanFrom {
		n++
	}
	return n
}

// margin is how far the thresholds are from the nearest confidence.
func margin(c Choice, confidences []float64) float64 {
	least := 1.0
	for _, x := range confidences {
		least = min(least, math.Abs(x-c.AskBelow), math.Abs(x-c.PlanFrom))
	}
	return least
}

// weigh decides every case anew by other thresholds.
func weigh(routed []Result, t route.Thresholds) Choice {
	c := Choice{Thresholds: t}
	for _, r := range routed {
		routing := r.Routing
		routing.Confidence = rounded(routing)
		got := t.Judge(routing).Decision
		n := cost(r.Expect.Decisions, got)
		c.Cost += n
		switch n {
		case 0:
			c.Right++
		case QuestionPlanned:
			c.QuestionPlanned++
		case UnclearPlanned:
			c.UnclearPlanned++
		case NotPlanned:
			c.NotPlanned++
		case AskedBack:
			c.AskedBack++
		}
	}
	return c
}

func (c Calibration) doubts(routed []Result, confidences []float64) (out []string) {
	if c.Best.Thresholds != route.Contract && c.Tried >= c.Contract.Cost {
		out = append(out, fmt.Sprintf("drawn from four fifths of the cases and tried on the rest they cost %d, and today's cost %d: the gain may be chance", c.Tried, c.Contract.Cost))
	}
	if len(routed) < fewestCases {
		out = append(out, fmt.Sprintf("there are %d routed cases, and %d are few", len(routed), fewestCases))
	}
	for _, d := range []route.Decision{route.Chat, route.Plan, route.Clarify} {
		n := len(only(routed, func(r Result) bool { return slices.Contains(r.Expect.Decisions, d) }))
		if n < fewestOfDecision {
			out = append(out, fmt.Sprintf("%d of them should be %s, and %d are few", n, d, fewestOfDecision))
		}
	}
	if len(confidences) < fewestConfidences {
		out = append(out, fmt.Sprintf("the engine has %d different confidences, so that a threshold cannot fall between much", len(confidences)))
	}
	return out
}
