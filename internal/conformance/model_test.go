package conformance

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"assister/internal/check"
	"assister/internal/event"
	"assister/internal/ijson"
	"assister/internal/problem"
	"assister/internal/propose"
	"assister/internal/route"
	"assister/internal/workspace"
	"assister/prompts"
)

// Areas about replies of a model, which come from the record.

// recordedModel is a model with recorded replies for each purpose. It uses each reply
// once; "throws" is a failure.
type recordedModel map[propose.Purpose][]string

func (recordedModel) Capabilities(context.Context) (propose.Capabilities, error) {
	return propose.Capabilities{Schema: true}, nil
}

func (m recordedModel) Complete(_ context.Context, p propose.Prompt, _ func(propose.Chunk) error) (propose.Reply, error) {
	answers := m[p.Purpose]
	if len(answers) == 0 || answers[0] == "throws" {
		return propose.Reply{}, errors.New("the model fails")
	}
	m[p.Purpose] = answers[1:]
	return propose.Reply{Text: answers[0]}, nil
}

// onRecords is a recorded model that calls records as its prompt does. The predecessors
// showed their models the ids themselves.
type onRecords struct {
	recordedModel
	snapshot workspace.Reader
}

var recordedID = regexp.MustCompile(`(\\?"id\\?":\s*)\\?"?([0-9]+)\\?"?`)

func (m onRecords) Complete(ctx context.Context, p propose.Prompt, each func(propose.Chunk) error) (propose.Reply, error) {
	reply, err := m.recordedModel.Complete(ctx, p, each)
	kind := "task"
	if strings.Contains(reply.Text, `"event.`) {
		kind = "event"
	}
	reply.Text = recordedID.ReplaceAllStringFunc(reply.Text, func(member string) string {
		parts := recordedID.FindStringSubmatch(member)
		quote := `"`
		if strings.HasPrefix(parts[1], `\`) {
			quote = `\"`
		}
		id, _ := strconv.ParseInt(parts[2], 10, 64)
		r, found, err := m.snapshot.Record(kind, id)
		if err != nil || !found {
			return member
		}
		for _, message := range p.Messages {
			for line := range strings.Lines(message.Text) {
				v, _ := ijson.Parse([]byte(line))
				if str(v, "kind") == kind && str(v, "title") == r.Label() {
					return parts[1] + quote + str(v, "id") + quote
				}
			}
		}
		return member
	})
	return reply, err
}

func (m recordedModel) engine() *propose.Model {
	return &propose.Model{Completer: m, Prompts: propose.Prompts{Files: prompts.Files}, Nonce: "nonce", Name: "recorded"}
}

// asked runs the pipeline with a model and returns the last event.
func (w world) asked(m recordedModel, text string, rules check.Rules) (ops event.Ops, summary string, err error) {
	w.Helper()
	var said event.Recorder
	viewed := w.View(context.Background(), func(snapshot workspace.Reader) error {
		engine := m.engine()
		engine.Completer = onRecords{m, snapshot}
		ops, err = propose.RunModel(context.Background(), engine, w.requestOf(snapshot, text), propose.Lend(snapshot), w.clock, rules, &said)
		return nil
	})
	if viewed != nil {
		w.Fatal(viewed)
	}
	for _, b := range said.Bodies {
		if s, ok := b.(event.Summary); ok {
			summary = s.Text
		}
	}
	return ops, summary, err
}

// The recorded repairs are strict: every operation states its recurrence.
func repairs(t *testing.T, named fixtures) runner {
	w := seeded(t, records(t, named[fixtureD])...)
	return func(t *testing.T, c testCase) (any, any) {
		w := w.on(t)
		if has(c.Input, "message") {
			return w.requested(c)
		}
		original := string(ijson.AppendValue(nil, at(c.Input, "original")))
		m := recordedModel{propose.ForPropose: {original}, propose.ForRepair: {str(c.Input, "llm")}}
		if !has(c.Input, "llm") {
			m[propose.ForRepair] = []string{strings.ReplaceAll(original, "}", `,"recurrence":{"type":"none"}}`)}
		}
		wrong := len(at(c.Input, "errors").Items) > 0 || has(c.Input, "llm")
		ops, _, err := w.asked(m, "test task", check.Rules{RequireRecurrence: true})
		if err != nil {
			t.Fatal(err)
		}
		if !wrong && len(m[propose.ForRepair]) == 0 {
			t.Error("a repair was asked for, and nothing is wrong")
		}
		var got []any
		var recurrences []any
		for _, e := range ops.Operations {
			got = append(got, json.RawMessage(e.Op.Canonical()))
			if a, given := e.Op.Arg("recurrence"); given && a.Value.IsNull() {
				recurrences = append(recurrences, map[string]string{"type": "none"})
			}
		}
		if c.Expected.Kind == ijson.Object {
			return map[string]any{"length": len(got), "recurrence": recurrences}, c.Expected
		}
		var want []any
		for _, o := range c.Expected.Items {
			want = append(want, canonical(o))
		}
		return got, want
	}
}

// requested runs a whole request: the first reply routes, and the others propose and
// repair.
func (w world) requested(c testCase) (got, want any) {
	m := recordedModel{}
	for i, answer := range at(c.Input, "llm").Items {
		purpose := [...]propose.Purpose{propose.ForRoute, propose.ForPropose, propose.ForRepair}[i]
		m[purpose] = append(m[purpose], answer.Text)
	}
	// An unreadable reply is requested again, with the same reply.
	m[propose.ForPropose] = append(m[propose.ForPropose], m[propose.ForPropose]...)
	ops, summary, err := w.asked(m, str(c.Input, "message"), check.Rules{RequireRecurrence: true})
	var refusal *problem.Refusal
	if errors.As(err, &refusal) {
		return map[string]any{"refused": refusal.Problem.Code, "operations": len(ops.Operations)}, c.Expected
	}
	if err != nil {
		w.Fatal(err)
	}
	var found, recorded []any
	for _, e := range ops.Operations {
		found = append(found, map[string]any{"op": json.RawMessage(e.Op.Canonical()), "errors": codes(e.Errors)})
	}
	for _, o := range at(c.Expected, "operations").Items {
		recorded = append(recorded, map[string]any{"op": canonical(at(o, "op")), "errors": inOurCodes(at(o, "errors"))})
	}
	end := str(c.Expected, "textEndsWith")
	if strings.Contains(end, "filtered 1 invalid operation") {
		end = " 1 invalid operation was left out." // the same statement as a sentence
	}
	return map[string]any{"operations": found, "ends": strings.HasSuffix(summary, end)}, map[string]any{"operations": recorded, "ends": true}
}

// routed returns the routing of a model's reply.
func (w world) routed(reply, text string) (r route.Routing) {
	w.Helper()
	err := w.View(context.Background(), func(snapshot workspace.Reader) (err error) {
		m := recordedModel{propose.ForRoute: {reply}}.engine()
		r, err = m.Route(context.Background(), propose.Request{Text: text}, propose.Source{Clock: w.clock, View: propose.Lend(snapshot)})
		return err
	})
	if err != nil {
		w.Fatal(err)
	}
	return r
}

// summed returns a model's summary of some operations, of which some are invalid.
func (w world) summed(valid, invalid int, words string) string {
	w.Helper()
	var list []string
	for i := range valid {
		list = append(list, fmt.Sprintf(`{"op":"task.create","title":"number %d"}`, i))
	}
	for i := range invalid {
		list = append(list, fmt.Sprintf(`{"op":"task.create","title":"bad %d","priority":"none"}`, i))
	}
	m := recordedModel{propose.ForPropose: {`{"operations":[` + strings.Join(list, ",") + `]}`}, propose.ForSummary: {words}}
	if len(list) == 0 {
		m = recordedModel{propose.ForPropose: {words, words}}
	}
	_, summary, _ := w.asked(m, "add things", check.Rules{})
	return summary
}
