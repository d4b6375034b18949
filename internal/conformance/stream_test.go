package conformance

import (
	"context"
	"encoding/json"
	"testing"

	"assister/internal/calendar"
	"assister/internal/check"
	"assister/internal/engine/rules"
	"assister/internal/event"
	"assister/internal/language/meaning"
	"assister/internal/language/timeexpr"
	"assister/internal/op"
	"assister/internal/propose"
	"assister/internal/record"
	"assister/internal/route"
	"assister/internal/schema"
	"assister/internal/workspace"
)

// Areas of which only defects or single cases apply.

// duration is the area of durations. Here they are used to snooze an alarm.
func duration(*testing.T, fixtures) runner {
	return func(t *testing.T, c testCase) (any, any) {
		snooze := parsed(t, `{"op":"alarm.snooze","id":1}`)
		snooze = with(snooze, "minutes", at(c.Input, "value"))
		_, problems := op.Decode(snooze, calendar.Clock{})
		return len(problems) == 0, c.Expected
	}
}

// guesses is the area of keywords. Here a grammar parses them, with a range where one is
// given, and requests go to the rules.
func guesses(t *testing.T, _ fixtures) runner {
	now := clock(t)
	return func(t *testing.T, c testCase) (any, any) {
		if has(c.Input, "taskBrief") {
			lunch := record.New(schema.Lookup("event"), 1).With("title", record.Text(str(c.Input, "seedEvent", "title"))).With("scheduledFor", record.Date(now.Today())).
				With("startTime", timeOf(str(c.Input, "seedEvent", "startTime"))).With("endTime", timeOf(str(c.Input, "seedEvent", "endTime")))
			return seeded(t, lunch).ruled(str(c.Input, "taskBrief")), c.Expected
		}
		m, said := timeexpr.Best(meaning.BuiltIn().Called("en"), str(c.Input, "text"), now)
		if !said {
			return nil, c.Expected
		}
		return map[string]string{"kind": m.Kind.String(), "from": m.From.String(), "to": m.To.String()}, c.Expected
	}
}

func timeOf(text string) record.Value {
	at, _ := calendar.ParseTime(text)
	return record.Time(at)
}

// ruled returns what the rules propose.
func (w world) ruled(text string) (ops []json.RawMessage) {
	w.Helper()
	var said event.Recorder
	w.view(func(snapshot workspace.Reader) error {
		found, err := propose.Run(context.Background(), rules.Engine{}, w.requestOf(snapshot, text), snapshot, w.clock, check.Rules{}, &said)
		for _, e := range found.Operations {
			e.Op.Base = nil
			ops = append(ops, json.RawMessage(e.Op.Canonical()))
		}
		return err
	})
	return ops
}

// streams is the area of streams with useless replies of a model: the routing, and the end
// of the proposal.
func streams(t *testing.T, named fixtures) runner {
	w := seeded(t, records(t, named[fixtureD])...)
	return func(t *testing.T, c testCase) (any, any) {
		w := w.on(t)
		answers, text := at(c.Input, "llmResponses").Items, str(c.Input, "query", "message")
		if len(answers) == 0 {
			answers, text = at(c.Input, "llm").Items, str(c.Input, "message")
		}
		r := route.Judge(w.routed(answers[0].Text, text))
		got := map[string]any{"decision": string(r.Decision)}
		if r.Decision == route.Plan {
			rest := []string{}
			for _, a := range append(answers[1:], answers[1:]...) { // an unreadable reply is requested again
				rest = append(rest, a.Text)
			}
			_, _, err := w.asked(recordedModel{propose.ForPropose: rest}, text, check.Rules{})
			got["refused"] = w.refusal(err)
		}
		return got, c.Expected
	}
}
