package conformance

import (
	"context"
	"fmt"
	"testing"
	"time"

	"assister/internal/ijson"
	"assister/internal/op"
	"assister/internal/planner"
	"assister/internal/problem"
	"assister/internal/tool"
)

// stand is a tool that only the recorded programs or their tests had. It takes any
// arguments and finds one record.
type stand string

func (s stand) Name() string              { return string(s) }
func (s stand) Help() string              { return "" }
func (s stand) Params() []planner.Param   { return nil }
func (s stand) Outputs() []planner.Output { return nil }
func (s stand) Mutates() bool             { return false }
func (s stand) Call(context.Context, ijson.Value) planner.Envelope {
	return planner.Envelope{Total: 1}
}
func (s stand) Operations(ijson.Value) ([]op.Op, *problem.Problem) { panic("it changes nothing") }

// ourTools are the tools of the program, and a stand for any other.
type ourTools struct{ tool.Toolbox }

func (b ourTools) Find(name string) (planner.Tool, bool) {
	if t, ok := b.Toolbox.Find(name); ok {
		return t, true
	}
	return stand(name), true
}

// once is a planner with one plan, which records the request for a second one.
type once struct {
	plan    planner.Plan
	setback *planner.Setback
}

func (o *once) Plan(_ context.Context, after *planner.Setback) (planner.Plan, error) {
	if after != nil {
		o.setback = after
		return planner.Plan{}, nil
	}
	return o.plan, nil
}

func carriedOut(t *testing.T, memory ijson.Value, steps ...planner.Step) (planner.Outcome, *once) {
	t.Helper()
	o := &once{plan: planner.Plan{Steps: steps}}
	out, err := planner.Run{Tools: ourTools{tool.NewToolbox(probes(), asked)}, Planner: o, Now: time.Now}.Answer(context.Background(), planner.NewMemory(memory))
	if err != nil {
		t.Fatal(err)
	}
	return out, o
}

// planning is the area of the planner: its variables, its stop condition, and the number
// of steps.
func planning(t *testing.T, _ fixtures) runner {
	return func(t *testing.T, c testCase) (any, any) {
		memory := at(c.Input, "memory")
		switch {
		case has(c.Input, "have"):
			var have []string
			for _, path := range at(c.Input, "have").Items {
				have = append(have, path.Text)
			}
			return planner.NewMemory(memory).Has(have), c.Expected
		case has(c.Input, "count"), has(c.Input, "steps"), has(c.Input, "toolCalls") && at(c.Input, "toolCalls").Kind == ijson.Null:
			return stepsTaken(t, c)
		case has(c.Input, "error"):
			return snapshot(t, memory, c)
		case has(c.Input, "toolNames"):
			return planSchema(c)
		}
		tool := str(c.Input, "tool")
		if tool == "" {
			tool = "tool_tasksByProject"
		}
		out, _ := carriedOut(t, memory, planner.Step{Tool: tool, Args: at(c.Input, "args")})
		taken := out.Steps[0]
		if c.Expected.Kind == ijson.Array {
			missing := []string{}
			if e := taken.Envelope.Error; e != nil && e.Problem.Code == string(planner.MissingArgument) {
				missing = append(missing, e.Problem.Field)
			}
			return missing, c.Expected
		}
		return taken.Args, c.Expected
	}
}

func stepsTaken(t *testing.T, c testCase) (any, any) {
	wanted, _ := at(c.Input, "count").Int()
	if n, ok := at(c.Input, "steps").Int(); ok {
		wanted = n
	}
	var steps []planner.Step
	for i := range wanted {
		steps = append(steps, planner.Step{Tool: fmt.Sprint("tool_", i), Args: ijson.Value{Kind: ijson.Object}})
	}
	out, _ := carriedOut(t, ijson.Value{}, steps...)
	switch c.Expected.Kind {
	case ijson.Object:
		return map[string]any{"executed": len(out.Steps), "last": out.Steps[len(out.Steps)-1].Tool}, c.Expected
	case ijson.Array:
		return []any{}, c.Expected
	}
	return len(out.Steps), c.Expected
}

// snapshot returns the memory that a request for a second plan contains.
func snapshot(t *testing.T, memory ijson.Value, c testCase) (any, any) {
	_, o := carriedOut(t, ijson.Value{}, planner.Step{Tool: "chat_tasksByProject", Args: ijson.Value{Kind: ijson.Object}})
	told := planner.NewMemory(memory).Snapshot()
	get := func(path ...string) ijson.Value { return at(told, path...) }
	tasks := get("lists", "tasks")
	return map[string]any{
		"ids.projectId": get("ids", "projectId").Text, "entities.project.name": get("entities", "project", "name").Text,
		"lists.tasks.length": len(tasks.Items), "tasksCount": len(tasks.Items),
		"error": "Missing required arguments: " + o.setback.Step.Envelope.Error.Problem.Field,
	}, c.Expected
}

func planSchema(c testCase) (any, any) {
	limits := func(v ijson.Value) map[string]any {
		steps := at(v, "properties", "steps")
		return map[string]any{"type": at(v, "type"), "additionalProperties": at(v, "additionalProperties"), "required": at(v, "required"), "maxItems": at(steps, "maxItems")}
	}
	return limits(planner.Schema([]planner.Tool{stand("chat_tasks")})), limits(c.Expected)
}

// citing is the area of the citations of an answer.
func citing(t *testing.T, _ fixtures) runner {
	return func(t *testing.T, c testCase) (any, any) {
		memory := c.Input
		if results, ok := c.Input.Get("toolResults"); ok {
			found, p := ijson.Parse([]byte(str(results.Items[0], "output")))
			if p != nil {
				t.Fatal(p)
			}
			lists := ijson.Value{Kind: ijson.Object, Members: []ijson.Member{{Name: "searchResults", Value: at(found, "results")}}}
			memory = ijson.Value{Kind: ijson.Object, Members: []ijson.Member{{Name: "lists", Value: lists}}}
		}
		cited := []any{}
		for _, x := range planner.Citations(planner.NewMemory(memory)) {
			var url any
			if x.URL != "" {
				url = x.URL
			}
			cited = append(cited, map[string]any{"id": x.ID, "title": x.Title, "kind": x.Kind, "url": url})
		}
		return cited, c.Expected
	}
}
