package route

import (
	"math"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/ijson"
	"assister/internal/record"
)

func TestConfidenceIsComparedWithTheThresholds(t *testing.T) {
	for _, tt := range []struct {
		decision   Decision
		confidence float64
		want       Decision
		held       float64
	}{
		{Plan, 0.4499, Clarify, 0.4499},
		{Plan, 0.45, Chat, 0.45},
		{Plan, 0.6999, Chat, 0.6999},
		{Plan, 0.70, Plan, 0.70},
		{Chat, 0.44, Clarify, 0.44},
		{Chat, 0.45, Chat, 0.45},
		{Clarify, 0.99, Clarify, 0.99},
		{Clarify, 0.60, Clarify, 0.60},
		{"Plan ", 0.9, Plan, 0.9},
		{Plan, 8, Plan, 1},
		{Plan, -2, Clarify, 0},
		{Plan, math.NaN(), Clarify, 0},
		{Plan, math.Inf(1), Plan, 1},
		{"do", 0.9, Clarify, 0},
		{"", 0.9, Clarify, 0},
	} {
		got := Judge(Routing{Decision: tt.decision, Confidence: tt.confidence})
		if got.Decision != tt.want || got.Confidence != tt.held {
			t.Errorf("%q at %v is %q at %v, want %q at %v", tt.decision, tt.confidence, got.Decision, got.Confidence, tt.want, tt.held)
		}
	}
}

func TestAClarifyAlwaysHasSomethingToAsk(t *testing.T) {
	if got := Judge(Routing{Decision: Clarify, Confidence: 0.8}); got.Asks != "ask.details" {
		t.Error("nothing is asked")
	}
	if got := Judge(Routing{Decision: Clarify, Confidence: 0.8, Question: "On which day?"}); got.Question != "On which day?" {
		t.Errorf("the question became %q", got.Question)
	}
}

func TestJudgeIsIdempotent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := Routing{
			Decision:   Decision(rapid.SampledFrom([]string{"chat", "plan", "clarify", "PLAN", "act", ""}).Draw(t, "decision")),
			Confidence: rapid.Float64().Draw(t, "confidence"),
		}
		once := Judge(r)
		if twice := Judge(once); !reflect.DeepEqual(once, twice) {
			t.Fatalf("%+v, then %+v", once, twice)
		}
		if once.Decision == Plan && once.Confidence < PlanFrom {
			t.Fatalf("%+v plans", once)
		}
	})
}

func TestASelectionForcesAPlanAndSetsWhere(t *testing.T) {
	d, _ := calendar.ParseDate("2026-11-27")
	unsure := Judge(Routing{Decision: Chat, Confidence: 0.1})
	for _, tt := range []struct {
		name string
		s    record.Selection
		want filter.Condition
	}{
		{"records", record.Selection{Records: []record.Key{{Kind: "task", ID: 3}, {Kind: "task", ID: 5}, {Kind: "task", ID: 3}}},
			filter.Condition{Kinds: []string{"task"}}.With(filter.IDs(3, 5))},
		{"a day", record.Selection{Day: d}, filter.Condition{Scheduled: filter.Day(d)}},
		{"a priority", record.Selection{Priority: "HIGH"}, filter.Comparing(filter.Is("priority", record.Text("high")))},
		{"everything", record.Selection{Records: []record.Key{{Kind: "event", ID: 9}}, Day: d, Priority: "low"},
			filter.Condition{Kinds: []string{"event"}, Scheduled: filter.Day(d)}.With(filter.IDs(9), filter.Is("priority", record.Text("low")))},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := Forced(unsure, tt.s)
			if got.Decision != Plan || got.Confidence != 0.1 || got.Where == nil || !reflect.DeepEqual(*got.Where, tt.want) || got.Question != "" {
				t.Errorf("got %+v where %+v, want %+v", got, got.Where, tt.want)
			}
		})
	}
}

func TestAnEmptySelectionForcesNothing(t *testing.T) {
	unsure := Judge(Routing{Decision: Plan, Confidence: 0.2})
	if got := Forced(unsure, record.Selection{Records: []record.Key{}}); !reflect.DeepEqual(got, unsure) {
		t.Errorf("an empty selection made %+v of %+v", got, unsure)
	}
}

func TestAnUnreadableAnswerOfAModelHasNoConfidence(t *testing.T) {
	for _, tt := range []struct {
		answer string
		want   Decision // after Judge
		held   float64
	}{
		{`{"decision":"plan","confidence":0.91}`, Plan, 0.91},
		{`{"decision":" PLAN ","confidence":" 0.75 "}`, Plan, 0.75},
		{`{"decision":"plan","confidence":"very"}`, Clarify, 0},
		{`{"decision":"plan","confidence":"NaN"}`, Clarify, 0},
		{`{"decision":"plan","confidence":true}`, Clarify, 0},
		{`{"decision":"plan"}`, Clarify, 0},
		{`{"decision":"execute","confidence":1}`, Clarify, 0},
		{`{"confidence":1}`, Clarify, 0},
		{`{"decision":["plan"],"confidence":1}`, Clarify, 0},
		{`[{"decision":"plan","confidence":1}]`, Clarify, 0},
		{`"plan"`, Clarify, 0},
		{`null`, Clarify, 0},
		{`{"decision":"chat","confidence":42}`, Chat, 1},
	} {
		v, p := ijson.Parse([]byte(tt.answer))
		if p != nil {
			t.Fatal(p)
		}
		if got := Judge(Read(v)); got.Decision != tt.want || got.Confidence != tt.held {
			t.Errorf("%s is %s at %v, want %s at %v", tt.answer, got.Decision, got.Confidence, tt.want, tt.held)
		}
	}
}

func TestAModelsHintsAreKeptAndItsTargetsAreNot(t *testing.T) {
	v, _ := ijson.Parse([]byte(`{"decision":"clarify","confidence":0.8,"category":"Event","entities":["gym",7,""],"missing":["date"],
		"question":" Which gym? ","where":{"overdue":true},"options":[{"id":1}]}`))
	got := Read(v)
	if got.Category != "event" || !reflect.DeepEqual(got.Entities.Text, []string{"gym"}) || !reflect.DeepEqual(got.Missing, []string{"date"}) || got.Question != "Which gym?" {
		t.Errorf("got %+v", got)
	}
	if got.Where != nil || got.Options != nil {
		t.Errorf("the model chose its own targets: %+v", got)
	}
}
