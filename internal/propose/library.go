package propose

import (
	"context"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/ijson"
	"assister/internal/planner"
)

// CachedLibrary is a library that runs each query once, so that the steps of an answer do not
// repeat its queries.
type CachedLibrary struct {
	Library
	memo *filter.Memo
}

// CacheLibrary returns a library with a cache, which an answer and its steps share. It is
// valid for one request on one snapshot.
func CacheLibrary(l Library) CachedLibrary { return CachedLibrary{l, filter.Remember(l)} }

// Query returns a cached result, or runs the query.
func (k CachedLibrary) Query(q filter.Query, today calendar.Date) (filter.Result, error) {
	return k.memo.Query(q, today)
}

// AnswerBySteps answers a question from the data alone, and takes the steps that look up what
// the answer is made of, as those of the plan of a model are taken.
func AnswerBySteps(ctx context.Context, e Answerer, q Inquiry, l CachedLibrary, d PlanRunner) (
	Answer, planner.Outcome, error) {
	a, err := e.Answer(ctx, q, l)
	if err != nil {
		return a, planner.Outcome{}, err
	}
	out, err := d.run(knownPlan{Steps: a.Steps}).Answer(ctx, planner.NewMemory(ijson.Value{}))
	return a, out, err
}

// knownPlan is the planner of a plan that there is already, and of no other one.
type knownPlan planner.Plan

func (p knownPlan) Plan(_ context.Context, after *planner.Setback) (planner.Plan, error) {
	if after != nil {
		return planner.Plan{}, nil
	}
	return planner.Plan(p), nil
}
