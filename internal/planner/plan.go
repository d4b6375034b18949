package planner

import (
	"fmt"
	"slices"
	"strings"

	"assister/internal/ijson"
	"assister/internal/problem"
)

// Read reads a plan of a model: {"steps":[{"tool","args","saveAs","expect"}],
// "stopWhen":{"have":[…]}}, or only the list of steps. Run ignores steps beyond
// MaxSteps.
func Read(v ijson.Value) (Plan, *problem.Problem) {
	steps, _ := v.Get("steps")
	if v.Kind == ijson.Array {
		steps = v
	}
	if steps.Kind != ijson.Array {
		return Plan{}, invalid("steps", "a plan must have a list of steps", `such as {"steps":[{"tool":"tasks","args":{}}]}`)
	}
	var p Plan
	for i, item := range steps.Items {
		s, fault := readStep(item)
		if fault != nil {
			fault.Field = fmt.Sprintf("steps[%d].%s", i, fault.Field)
			return Plan{}, fault
		}
		p.Steps = append(p.Steps, s)
	}
	stop, _ := v.Get("stopWhen")
	have, _ := stop.Get("have")
	for _, path := range have.Items {
		if path.Kind == ijson.String && strings.TrimSpace(path.Text) != "" {
			p.Have = append(p.Have, strings.TrimSpace(path.Text))
		}
	}
	return p, nil
}

func readStep(v ijson.Value) (Step, *problem.Problem) {
	tool, _ := v.Get("tool")
	if tool.Kind != ijson.String || strings.TrimSpace(tool.Text) == "" {
		return Step{}, invalid("tool", "a step must name its tool", "")
	}
	s := Step{Tool: strings.TrimSpace(tool.Text), Args: ijson.Value{Kind: ijson.Object}}
	if args, ok := v.Get("args"); ok && args.Kind != ijson.Null {
		if s.Args = unquoted(args); s.Args.Kind != ijson.Object {
			return s, invalid("args", "the arguments of a step must be an object", "")
		}
	}
	saveAs, _ := v.Get("saveAs")
	s.SaveAs = strings.TrimSpace(saveAs.Text)
	expect, _ := v.Get("expect")
	for _, m := range expect.Members {
		if m.Value.Kind != ijson.String {
			return s, invalid("expect", "expect must map paths in memory to paths in the answer",
				`such as {"ids.projectId":"project.id"}`)
		}
		s.Expect = append(s.Expect, Output{From: m.Value.Text, To: m.Name})
	}
	return s, nil
}

// unquoted parses arguments that are encoded as a text, as in tool calls.
func unquoted(args ijson.Value) ijson.Value {
	if args.Kind == ijson.String {
		if v, fault := ijson.Parse([]byte(args.Text)); fault == nil {
			return v
		}
	}
	return args
}

func invalid(field, message, hint string) *problem.Problem {
	return &problem.Problem{Code: problem.Invalid("plan"), Field: field, Message: message, Hint: hint}
}

// Schema returns the JSON Schema of a plan with some tools. Each step has the arguments
// of its tool, or variables in their place.
func Schema(tools []Tool) ijson.Value {
	variable := shape(member{"var", object("type", text("string")), true})
	var steps []ijson.Value
	for _, t := range tools {
		var args []member
		for _, p := range t.Params() {
			values := p.Schema
			if values.Kind == ijson.Null {
				values = object()
			}
			args = append(args, member{p.Name, object("anyOf", list(variable, values)), false})
		}
		steps = append(steps, shape(
			member{"tool", object("const", text(t.Name())), true},
			member{"args", shape(args...), true},
			member{"saveAs", object("type", text("string")), false},
			member{"expect", object("type", text("object"), "additionalProperties", object("type", text("string"))), false},
		))
	}
	upToMax := func(items ijson.Value) ijson.Value {
		return object("type", text("array"), "maxItems", number(MaxSteps), "items", items)
	}
	have := upToMax(object("type", text("string")))
	return shape(
		member{"steps", upToMax(object("anyOf", list(steps...))), true},
		member{"stopWhen", shape(member{"have", have, true}), false},
	)
}

type member struct {
	name     string
	schema   ijson.Value
	required bool
}

// shape returns the JSON Schema of an object with these members and no others.
func shape(members ...member) ijson.Value {
	properties, required := object(), list()
	for _, m := range members {
		properties.Members = append(properties.Members, ijson.Member{Name: m.name, Value: m.schema})
		if m.required {
			required.Items = append(required.Items, text(m.name))
		}
	}
	return object("type", text("object"), "properties", properties, "required", required,
		"additionalProperties", ijson.Value{Kind: ijson.Bool})
}

func list(items ...ijson.Value) ijson.Value { return ijson.Value{Kind: ijson.Array, Items: items} }

// produces reports whether a step may set a path in memory.
func (s Step) produces(t Tool, path string) bool {
	leads := func(to string) bool {
		return to == path || strings.HasPrefix(path, to+".") || strings.HasPrefix(to, path+".") ||
			strings.HasSuffix(path, ".*") && strings.HasPrefix(to, strings.TrimSuffix(path, "*"))
	}
	to := func(a Output) bool { return leads(a.To) }
	return s.SaveAs != "" && leads(s.place(t)) || slices.ContainsFunc(s.Expect, to) || slices.ContainsFunc(t.Outputs(), to)
}

// place returns where saveAs puts the answer: a path, or a name in the section of the
// tool's first output.
func (s Step) place(t Tool) string {
	if gives := t.Outputs(); len(gives) > 0 && !strings.Contains(s.SaveAs, ".") {
		section, _, _ := strings.Cut(gives[0].To, ".")
		return section + "." + s.SaveAs
	}
	return s.SaveAs
}

// needs returns the paths that a step reads from memory: its variables, and required
// arguments that it does not give.
func (s Step) needs(t Tool) []string {
	paths := variables(s.Args)
	args := canonical(t, s.Args)
	for _, p := range t.Params() {
		if _, said := args.Get(p.Name); p.Required && !said {
			paths = append(paths, "ids."+p.Name)
		}
	}
	return paths
}

// canonical returns arguments under their own names in place of other ones. An argument
// that is given under two names is left for the tool to refuse.
func canonical(t Tool, args ijson.Value) ijson.Value {
	for _, p := range t.Params() {
		at := slices.IndexFunc(args.Members, func(m ijson.Member) bool { return slices.Contains(p.Aliases, m.Name) })
		if _, twice := args.Get(p.Name); twice || at < 0 {
			continue
		}
		args.Members = slices.Clone(args.Members)
		args.Members[at].Name = p.Name
	}
	return args
}
