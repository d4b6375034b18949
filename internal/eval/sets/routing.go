package sets

import (
	"slices"

	"assister/internal/eval"
)

// The rules for routing: a decision is right when it is among those accepted.
// eval.Wrong is the costly mistake alone: a question that is planned as a change.
// eval.None is a request that was asked back about, or a change that was taken for a
// question: nothing happens to the data.

// routes scores decisions, each tier and the two kinds of text apart.
func routes(results []Result) []Row {
	for i := range results {
		r := &results[i]
		decision := str(r.Got, "decision")
		switch {
		case slices.Contains(strs(r.row, "accept"), decision):
			r.Outcome = eval.Right
		case str(r.row, "expected_decision") == "chat" && decision == "plan":
			r.Outcome = eval.Wrong
		default:
			r.Outcome = eval.None
		}
		r.Part = str(r.row, "tier")
		r.Expected, _ = r.row.Get("accept")
	}
	rows := []Row{rowOf("route", "all", results, Target{96, 0})}
	for _, tier := range []string{"core", "adjacent", "general"} {
		rows = appendPart(rows, results, tier, Target{}, func(r Result) bool { return r.Part == tier })
	}
	expects := func(decision string) func(Result) bool {
		return func(r Result) bool { return str(r.row, "expected_decision") == decision }
	}
	rows = appendPart(rows, results, "questions", Target{0, 1.5}, expects("chat"))
	return appendPart(rows, results, "changes", Target{}, expects("plan"))
}

func appendPart(rows []Row, results []Result, name string, target Target, holds func(Result) bool) []Row {
	part := only(results, holds)
	if len(part) == 0 {
		return rows
	}
	return append(rows, rowOf("route", name, settled(part, func(r Result) eval.Outcome { return r.Outcome }), target))
}
