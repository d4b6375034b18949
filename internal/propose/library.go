package propose

import (
	"context"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/ijson"
	"assister/internal/planner"
)

// CachedLibrary is a library that runs each query once, so that the answer does not
// repeat the queries of its plan.
type CachedLibrary struct {
	Library
	memo *filter.Memo
}

// CacheLibrary returns a library with a cache, which a plan and its answer share. It is
// valid for one request on one snapshot.
func CacheLibrary(l Library) CachedLibrary { return CachedLibrary{l, filter.Remember(l)} }

// Query returns a cached result, or runs the query.
func (k CachedLibrary) Query(q filter.Query, today calendar.Date) (filter.Result, error) {
	return k.memo.Query(q, today)
}

// AnswerByPlan answers a question from the data alone: by a plan of the answerer, which
// runs like that of a model, and from its results.
func AnswerByPlan(ctx context.Context, e Answerer, q Inquiry, l CachedLibrary, d PlanRunner) (
	Answer, planner.Outcome, error) {
	run := d.run(answererPlanner{e, q})
	out, err := run.Answer(ctx, planner.NewMemory(ijson.Value{}))
	if err != nil {
		return Answer{}, out, err
	}
	a, err := e.Answer(ctx, q, l)
	return a, out, err
}

// answererPlanner is the planner of an answerer.
type answererPlanner struct {
	Answerer
	question Inquiry
}

func (o answererPlanner) Plan(_ context.Context, after *planner.Setback) (planner.Plan, error) {
	return o.Answerer.Plan(o.question, after), nil
}
