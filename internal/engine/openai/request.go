package openai

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"assister/internal/engine/wire"
	"assister/internal/propose"
	"assister/internal/schema"
)

const defaultTokens = 2048

// request builds the body of POST /chat/completions.
func (e *Engine) request(p propose.Prompt, used propose.Capabilities) ([]byte, error) {
	if e.Model == "" {
		return nil, noModel()
	}
	r := request{Model: e.Model, Seed: e.Seed, Stream: true, StreamOptions: streamOptions{IncludeUsage: true}}
	limit := cmp.Or(p.MaxTokens, e.Tokens, defaultTokens)
	// OpenAI's own models refuse the old name of the limit, and its thinking models
	// every temperature. Other servers know only the old name.
	if e.Server.Base.Hostname() == officialHost {
		r.MaxCompletionTokens = limit
	} else {
		r.MaxTokens, r.Temperature = limit, &e.Temperature
	}
	var err error
	if r.ResponseFormat, err = format(p, used); err != nil {
		return nil, err
	}
	if r.Tools, err = tools(p.Tools); err != nil {
		return nil, err
	}
	for _, m := range p.Messages {
		r.Messages = append(r.Messages, turn(m))
	}
	body, err := json.Marshal(r)
	if err != nil {
		return nil, fmt.Errorf("write a %s prompt: %w", p.Purpose, err)
	}
	return body, nil
}

// format returns the format of the answer: a JSON Schema, JSON, or nil for text.
func format(p propose.Prompt, used propose.Capabilities) (*responseFormat, error) {
	switch {
	case p.Schema != nil && used.Schema:
		schema, fault := wire.SimplifySchema(p.Schema)
		if fault != nil {
			return nil, fmt.Errorf("read the schema of a %s prompt: %w", p.Purpose, *fault)
		}
		named := &jsonSchema{Name: string(p.Purpose), Schema: schema}
		return &responseFormat{Type: "json_schema", JSONSchema: named}, nil
	case (p.JSON || p.Schema != nil) && !used.Plain:
		return &responseFormat{Type: "json_object"}, nil
	}
	return nil, nil
}

func tools(offered []schema.Tool) (tools []tool, err error) {
	for _, t := range offered {
		schema, fault := wire.ToolSchema(t.Schema, wire.Servable)
		if fault != nil {
			return nil, fmt.Errorf("read the schema of the tool %s: %w", t.Name, *fault)
		}
		f := function{Name: encodeName(t.Name), Description: t.Help, Parameters: schema}
		tools = append(tools, tool{Type: "function", Function: f})
	}
	return tools, nil
}

func turn(m propose.Message) message {
	turn := message{Role: m.Role, Content: m.Text, ToolCallID: m.CallID}
	for _, c := range m.Calls {
		f := calledFunction{Name: encodeName(c.Name), Arguments: c.Arguments}
		turn.ToolCalls = append(turn.ToolCalls, toolCall{ID: c.ID, Type: "function", Function: f})
	}
	return turn
}

// encodeName and decodeName translate names of tools, such as "task.create": the
// servers allow no full stop in a name.
func encodeName(name string) string { return strings.ReplaceAll(name, ".", "__") }
func decodeName(name string) string { return strings.ReplaceAll(name, "__", ".") }
