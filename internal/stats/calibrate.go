package stats

import (
	"assister/internal/event"
	"assister/internal/route"
)

// Trial is what the trail says of the router's decisions: the requests whose right decision
// is known by what people did, and how many there are otherwise.
type Trial struct {
	Observed []Observed

	Decisions int // of the router, on requests that count
	Approved  int // changes that were proposed, applied, and not undone
	Refused   int // changes that were proposed, and declined
	Undone    int // changes that were applied, and undone
	Answered  int // questions that were answered
}

// Trial returns the decisions on the requests that count. A change that was applied was
// rightly planned. One that was refused or undone should have been asked about. A question
// that was answered was rightly answered. Of other decisions nobody knows: nothing was done
// with a proposal, or a request for a change was answered in words.
func (t *Collector) Trial() (tried Trial) {
	for _, r := range t.requests {
		if r.said == "" {
			continue
		}
		tried.Decisions++
		var right route.Decision
		switch {
		case r.undone:
			tried.Undone++
			right = route.Clarify
		case r.done.batches > 0:
			tried.Approved++
			right = route.Plan
		case r.declined:
			tried.Refused++
			right = route.Clarify
		case r.answered && r.said == route.Chat:
			tried.Answered++
			right = route.Chat
		default:
			continue
		}
		routing := route.Routing{Decision: r.said, Confidence: r.saidConfidence}
		tried.Observed = append(tried.Observed, Observed{Routing: routing, Right: []route.Decision{right}})
	}
	return tried
}

// Row is the numbers of decisions as a row.
func (t Trial) Row() event.Facts {
	return event.Facts{
		{Name: "decisions", Value: t.Decisions}, {Name: "known", Value: len(t.Observed)},
		{Name: "approved", Value: t.Approved}, {Name: "refused", Value: t.Refused}, {Name: "undone", Value: t.Undone}, {Name: "answered", Value: t.Answered},
	}
}

// ThresholdRows are the thresholds that were tried, with those in use and the best ones
// marked, and the reasons to doubt the result.
func ThresholdRows(cal Calibration) (rows []event.Facts) {
	for _, part := range []struct {
		name    string
		choices []Choice
	}{
		{"today", []Choice{cal.InUse}}, {"recommended", []Choice{cal.Best}},
		{"asking", cal.Asking}, {"planning", cal.Planning},
	} {
		for _, c := range part.choices {
			rows = append(rows, event.Facts{
				{Name: "thresholds", Value: part.name}, {Name: "askBelow", Value: c.AskBelow},
				{Name: "planFrom", Value: c.PlanFrom},
				{Name: "right", Value: c.Right}, {Name: "questionPlanned", Value: c.QuestionPlanned},
				{Name: "unclearPlanned", Value: c.UnclearPlanned},
				{Name: "notPlanned", Value: c.NotPlanned}, {Name: "askedBack", Value: c.AskedBack},
				{Name: "cost", Value: c.Cost},
			})
		}
	}
	costs := event.Facts{
		{Name: "questionPlanned", Value: QuestionPlanned}, {Name: "unclearPlanned", Value: UnclearPlanned},
		{Name: "notPlanned", Value: NotPlanned}, {Name: "askedBack", Value: AskedBack},
	}
	rows = append(rows, event.Facts{{Name: "costs", Value: costs}},
		event.Facts{{Name: "costCrossValidated", Value: cal.Tried}, {Name: "costToday", Value: cal.InUse.Cost}})
	for _, doubt := range cal.Doubts {
		rows = append(rows, event.Facts{{Name: "doubt", Value: doubt}})
	}
	return rows
}
