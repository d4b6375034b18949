package stats

import (
	"fmt"
	"math"
	"slices"

	"assister/internal/route"
)

// Costs of wrong decisions. A question that becomes a plan costs most: one careless
// approval carries it out. A plan that is guessed from an unclear request costs half
// of that, since some change was asked for. A change that is only answered has to be
// requested again. A needless question costs an answer.
const (
	QuestionPlanned = 10
	UnclearPlanned  = 5
	NotPlanned      = 3 // a change, or an unclear request, that was answered
	AskedBack       = 2
)

// cost is the least cost of a decision compared with those accepted.
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

// Observed is a routing before the thresholds, and the decisions that were right for it.
type Observed struct {
	route.Routing
	Right []route.Decision
}

// Choice is a pair of thresholds and what the decisions would have been.
type Choice struct {
	route.Thresholds
	Right           int
	QuestionPlanned int
	UnclearPlanned  int
	NotPlanned      int
	AskedBack       int
	Cost            int
}

// Calibration compares choices of thresholds on routed cases.
type Calibration struct {
	N        int
	InUse    Choice   // the thresholds in use
	Best     Choice   // the cheapest
	Asking   []Choice // every AskBelow, with the best PlanFrom
	Planning []Choice // every PlanFrom, with the best AskBelow
	Doubts   []string // reasons not to trust the result
	Scarce   []string // those of them that there are too few requests

	// Tried is the cross-validated cost: for each fifth of the cases, that of the
	// thresholds that are best for the other four.
	Tried int
}

// The fewest requests for a calibration: in all, of each decision, and different
// confidences.
const (
	fewestCases       = 50
	fewestOfDecision  = 10
	fewestConfidences = 3
)

// Calibrate finds the thresholds with the least cost on routed requests, in place of those in
// use. Confidences are rounded to two decimals. All thresholds between two neighbouring confidences
// decide alike, so they are one choice, represented by the middle, or by the
// threshold in use if that lies between them. Among choices of equal cost the one
// that keeps more of the thresholds in use wins, then the one that is furthest from
// any confidence.
func Calibrate(routed []Observed, inUse route.Thresholds) Calibration {
	confidences := distinct(routed)
	asks, plans := cuts(confidences, inUse.AskBelow), cuts(confidences, route.PlanFrom)
	c := Calibration{
		N: len(routed), InUse: weigh(routed, inUse),
		Best: cheapest(routed, inUse), Tried: crossValidate(routed, inUse),
	}
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
	c.Scarce = scarce(routed, confidences)
	c.Doubts = slices.Concat(c.chance(), c.Scarce)
	return c
}

// cheapest compares all pairs of thresholds that decide differently.
func cheapest(routed []Observed, inUse route.Thresholds) Choice {
	confidences := distinct(routed)
	best := weigh(routed, inUse)
	for _, ask := range cuts(confidences, inUse.AskBelow) {
		for _, plan := range cuts(confidences, route.PlanFrom) {
			if plan < ask {
				continue
			}
			if x := weigh(routed, route.Thresholds{AskBelow: ask, PlanFrom: plan}); x.better(best, inUse, confidences) {
				best = x
			}
		}
	}
	return best
}

const folds = 5

// crossValidate chooses thresholds on four fifths of the cases and adds up their cost
// on the fifth that is left, for each fifth in turn, so that a gain which depends on
// a few odd cases does not count.
func crossValidate(routed []Observed, inUse route.Thresholds) (cost int) {
	for fold := range folds {
		var drawn, kept []Observed
		for i, r := range routed {
			if i%folds == fold {
				kept = append(kept, r)
			} else {
				drawn = append(drawn, r)
			}
		}
		cost += weigh(kept, cheapest(drawn, inUse).Thresholds).Cost
	}
	return cost
}

func distinct(routed []Observed) (confidences []float64) {
	for _, r := range routed {
		confidences = append(confidences, rounded(r.Routing))
	}
	slices.Sort(confidences)
	return slices.Compact(confidences)
}

func rounded(r route.Routing) float64 { return math.Round(route.Judge(r).Confidence*100) / 100 }

// cuts returns the thresholds that decide differently, ascending: below all
// confidences, between two neighbours, and above all. own replaces the one that
// decides as it does.
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

func (c Choice) better(than Choice, inUse route.Thresholds, confidences []float64) bool {
	switch {
	case c.Cost != than.Cost:
		return c.Cost < than.Cost
	case c.unchanged(inUse) != than.unchanged(inUse):
		return c.unchanged(inUse) > than.unchanged(inUse)
	}
	return margin(c, confidences) > margin(than, confidences)
}

// unchanged counts the thresholds that are those in use.
func (c Choice) unchanged(inUse route.Thresholds) (n int) {
	if c.AskBelow == inUse.AskBelow {
		n++
	}
	if c.PlanFrom == route.PlanFrom {
		n++
	}
	return n
}

// margin is the distance of the thresholds from the nearest confidence.
func margin(c Choice, confidences []float64) float64 {
	least := 1.0
	for _, x := range confidences {
		least = min(least, math.Abs(x-c.AskBelow), math.Abs(x-c.PlanFrom))
	}
	return least
}

// weigh computes the decisions and the cost of every case with other thresholds.
func weigh(routed []Observed, t route.Thresholds) Choice {
	c := Choice{Thresholds: t}
	for _, r := range routed {
		routing := r.Routing
		routing.Confidence = rounded(routing)
		got := t.Judge(routing).Decision
		n := cost(r.Right, got)
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

// chance is the doubt about a gain that may be chance; none if there is none.
func (c Calibration) chance() []string {
	if c.Best.Thresholds == c.InUse.Thresholds || c.Tried < c.InUse.Cost {
		return nil
	}
	return []string{fmt.Sprintf("the gain may be chance: cross-validated they cost %d, those in use %d",
		c.Tried, c.InUse.Cost)}
}

// scarce are the doubts about too few requests.
func scarce(routed []Observed, confidences []float64) (out []string) {
	if len(routed) < fewestCases {
		out = append(out, fmt.Sprintf("%d of the %d requests that are needed", len(routed), fewestCases))
	}
	for _, d := range []route.Decision{route.Chat, route.Plan, route.Clarify} {
		n := 0
		for _, r := range routed {
			if slices.Contains(r.Right, d) {
				n++
			}
		}
		if n < fewestOfDecision {
			out = append(out, fmt.Sprintf("%d of the %d that are needed for %s", n, fewestOfDecision, d))
		}
	}
	if len(confidences) < fewestConfidences {
		out = append(out, fmt.Sprintf("%d of the %d different confidences that are needed",
			len(confidences), fewestConfidences))
	}
	return out
}
