package mcp

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"assister/internal/assist"
	"assister/internal/door"
	"assister/internal/ijson"
	"assister/internal/problem"
	"assister/internal/schema"
	"assister/internal/tool"
)

// addTools adds the tools of this package and those of the registry.
func (s *Server) addTools() {
	s.own = map[string]bool{}
	for _, o := range append(s.changes.tools(), finder{s.requests}.tools()...) {
		s.own[o.name] = true
		s.add(o)
	}
	for _, t := range tool.All() {
		if s.offers(t) {
			s.addRegistered(t)
		}
	}
}

// offers reports whether clients are offered a tool of the registry.
func (s *Server) offers(t *tool.Tool) bool {
	return s.Kinds == nil || t.Kind == nil || slices.Contains(s.Kinds, t.Kind)
}

// ownTool is a tool that is not in the registry.
type ownTool struct {
	name, title, help string
	args              []arg
	output            string // JSON Schema
	hints             sdk.ToolAnnotations
	call              func(context.Context, *sdk.CallToolRequest, arguments) *sdk.CallToolResult
}

func (s *Server) add(o ownTool) {
	o.hints.OpenWorldHint = new(false)
	t := &sdk.Tool{
		Name: o.name, Title: o.title, Description: o.help, Annotations: &o.hints,
		InputSchema:  json.RawMessage(ijson.AppendValue(nil, inputSchema(o.args))),
		OutputSchema: json.RawMessage(o.output),
	}
	s.sdk.AddTool(t, func(ctx context.Context, req *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		a, p := readArguments(req.Params.Arguments, o.args)
		if p != nil {
			return refusal(o.output, refused(*p)), nil
		}
		return o.call(ctx, req, a), nil
	})
}

// refusal is the result of a call that is refused before it becomes a request, in the
// shape that the tool's output schema has.
func refusal(output string, r *reply) *sdk.CallToolResult {
	if output == changeSchema {
		return r.changeResult(refusedStatus, "")
	}
	return r.rowsResult()
}

// addRegistered adds a tool of the registry.
func (s *Server) addRegistered(t *tool.Tool) {
	one := &sdk.Tool{Name: listedName(t), Title: sentence(t.Help), InputSchema: json.RawMessage(t.Schema())}
	if !t.Mutates {
		one.Description = sentence(t.Help) + "."
		one.OutputSchema = json.RawMessage(ijson.AppendValue(nil, answerSchema(t)))
		one.Annotations = &sdk.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: new(false)}
		s.sdk.AddTool(one, func(ctx context.Context, req *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
			return s.callReading(ctx, req, t), nil
		})
		return
	}
	applies := s.client.Permit >= door.Apply
	one.Description = sentence(t.Help) + ". This makes a plan and changes nothing: give its id to apply."
	if applies {
		one.Description = sentence(t.Help) + ". This applies at once; undo reverses it."
	}
	one.OutputSchema = json.RawMessage(changeSchema)
	one.Annotations = annotations(t, applies)
	s.sdk.AddTool(one, func(ctx context.Context, req *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		return s.changes.callChanging(ctx, req, t), nil
	})
}

// answerSchema describes the results of a tool that reads: its envelope, and the records of
// its rows.
func answerSchema(t *tool.Tool) ijson.Value {
	v, p := ijson.Parse(t.Output())
	if p != nil {
		panic("mcp: a tool's schema is no JSON: " + p.Message)
	}
	records := object(member("type", text("array")), member("items", object(member("type", text("string")))),
		member("description", text("the kind and id of each row, such as task:3")))
	for i := range v.Members {
		if m := &v.Members[i]; m.Name == "properties" {
			m.Value.Members = append(m.Value.Members, member("records", records))
		}
	}
	return v
}

// listedName is the name that a tool is listed under. Operations have the names that
// clients of the predecessor know, such as create_task.
func listedName(t *tool.Tool) string {
	if t.Mutates {
		return t.Aliases[0]
	}
	return t.Name
}

// annotations are the hints of the tool of an operation. A plan is no change.
func annotations(t *tool.Tool, applies bool) *sdk.ToolAnnotations {
	if !applies {
		return &sdk.ToolAnnotations{ReadOnlyHint: true, OpenWorldHint: new(false)}
	}
	a := &sdk.ToolAnnotations{DestructiveHint: new(true), IdempotentHint: true, OpenWorldHint: new(false)}
	verb, _, _ := strings.Cut(listedName(t), "_")
	switch _, o := schema.Resolve(listedName(t)); {
	case o == nil && strings.HasSuffix(listedName(t), "_tag"):
		a.DestructiveHint = new(verb == "remove")
	case o == nil: // it completes, as a status of an operation does
	case o.Verb == schema.Create, o.Verb == schema.Append:
		a.DestructiveHint, a.IdempotentHint = new(false), false
	case o.Verb == schema.Snooze:
		a.IdempotentHint = false
	}
	return a
}

// sentence is a help text as the beginning of a sentence.
func sentence(help string) string {
	if help == "" {
		return help
	}
	return strings.ToUpper(help[:1]) + help[1:]
}

// callReading calls a tool that reads. Its result is the envelope, whether or not it is an
// error.
func (s *Server) callReading(ctx context.Context, req *sdk.CallToolRequest, t *tool.Tool) *sdk.CallToolResult {
	args, p := parseArguments(req.Params.Arguments)
	if p != nil {
		e := tool.Envelope{Tool: t.Name, Failure: tool.Failure{Problem: p}}
		return result(e.Value(), true)
	}
	r := s.run(ctx, req, door.Request{Command: "tool call", Do: calling(t, args)})
	answer, answered := r.latest["answer"]
	if !answered {
		v := object(member("error", r.failure()), member("meta", object(
			member("tool", text(t.Name)), member("mutates", fact(false)))))
		return result(v, true)
	}
	return result(content(answer), r.failed())
}

func calling(t *tool.Tool, args ijson.Value) do {
	return func(ctx context.Context, env assist.Environment) (assist.Outcome, error) {
		return assist.CallTool(ctx, env, assist.ToolRequest{Tool: t, Arguments: args})
	}
}

// invalidParams is an error of the protocol.
func invalidParams(message string) error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: message}
}

// acceptAliases lets a tool be called by any of its names, and says which name is closest
// to one that no tool has.
func (s *Server) acceptAliases(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, req sdk.Request) (sdk.Result, error) {
		call, ok := req.(*sdk.CallToolRequest)
		if !ok || s.own[call.Params.Name] {
			return next(ctx, method, req)
		}
		t := tool.Lookup(call.Params.Name)
		if t == nil || !s.offers(t) {
			return nil, s.unknown(call.Params.Name)
		}
		call.Params.Name = listedName(t)
		return next(ctx, method, req)
	}
}

// unknown is the error of a call of a tool that is not offered. It suggests the closest name
// of one that is, as it is listed.
func (s *Server) unknown(name string) error {
	names := slices.Collect(maps.Keys(s.own))
	for _, t := range tool.All() {
		if s.offers(t) {
			names = append(append(names, listedName(t), t.Name), t.Aliases...)
		}
	}
	hint := "list the tools with tools/list"
	if near := problem.Nearest(name, names); near != "" {
		if t := tool.Lookup(near); t != nil && !s.own[near] {
			near = listedName(t)
		}
		hint = problem.Suggest(near)
	}
	return invalidParams("unknown tool " + problem.Quote(name) + "; " + hint)
}
