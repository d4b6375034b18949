package ollama

import (
	"cmp"
	"encoding/json"
	"fmt"

	"github.com/ollama/ollama/api"

	"assister/internal/engine/wire"
	"assister/internal/ijson"
	"assister/internal/propose"
	"assister/internal/schema"
)

// defaultTokens is the limit of an answer, in tokens.
const defaultTokens = 2048

// request builds a request for a turn of a chat.
func (e *Engine) request(p propose.Prompt, used propose.Capabilities) (*api.ChatRequest, error) {
	stream, truncate, shift := true, false, false
	r := &api.ChatRequest{
		Model:  e.Model,
		Stream: &stream,
		// A refusal is better than an answer to a prompt that was cut.
		Truncate: &truncate,
		Shift:    &shift,
		// A grammar lets a model write white space without end: always limit the answer.
		Options: map[string]any{
			"num_ctx":     used.Window(),
			"num_predict": cmp.Or(p.MaxTokens, e.Tokens, defaultTokens),
			"temperature": e.Temperature,
			"seed":        e.Seed,
		},
	}
	// A model that cannot think refuses the option; one that can thinks by default.
	if used.Thinking {
		r.Think = &api.ThinkValue{Value: e.Think}
	}
	var err error
	if r.Format, err = format(p, used); err != nil {
		return nil, err
	}
	if r.Tools, err = tools(p.Tools); err != nil {
		return nil, err
	}
	for i, m := range p.Messages {
		r.Messages = append(r.Messages, message(m, p.Messages[:i]))
	}
	return r, nil
}

// format returns the format of the answer: a JSON Schema, "json", or nil for text.
func format(p propose.Prompt, used propose.Capabilities) (json.RawMessage, error) {
	switch {
	case p.Schema != nil && used.Schema:
		format, fault := wire.SimplifySchema(p.Schema)
		if fault != nil {
			return nil, fmt.Errorf("read the schema of a %s prompt: %w", p.Purpose, *fault)
		}
		return format, nil
	case (p.JSON || p.Schema != nil) && !used.Plain:
		return []byte(`"json"`), nil
	}
	return nil, nil
}

// tools are the offered tools with schemas of the keywords that Ollama's types have.
func tools(offered []schema.Tool) (tools api.Tools, err error) {
	for _, t := range offered {
		parameters, fault := wire.ToolSchema(t.Schema, keeps)
		if fault != nil {
			return nil, fmt.Errorf("read the schema of the tool %s: %w", t.Name, *fault)
		}
		tool := api.Tool{Type: "function", Function: api.ToolFunction{Name: t.Name, Description: t.Help}}
		if err := json.Unmarshal(parameters, &tool.Function.Parameters); err != nil {
			return nil, fmt.Errorf("read the schema of the tool %s: %w", t.Name, err)
		}
		// A model's template ranges over the properties and does not expect null.
		if tool.Function.Parameters.Properties == nil {
			tool.Function.Parameters.Properties = api.NewToolPropertiesMap()
		}
		tools = append(tools, tool)
	}
	return tools, nil
}

// keeps reports whether Ollama passes a keyword on: its client and its server read the
// schemas of tools into types that have no others. The items of a list are any JSON.
func keeps(keyword ijson.Member, at wire.Place) bool {
	switch keyword.Name {
	case "type", "properties":
		return true
	case "required", "$defs":
		return at != wire.AtProperty
	case "anyOf", "items", "enum":
		return at != wire.AtTop
	}
	return at == wire.AtItems && wire.Servable(keyword, at)
}

// message builds a turn. Some templates identify a tool's result by the tool's name
// and others by the id of the call, so it has both.
func message(m propose.Message, before []propose.Message) api.Message {
	turn := api.Message{Role: m.Role, Content: m.Text, ToolCallID: m.CallID}
	for i, c := range m.Calls {
		call := api.ToolCall{ID: c.ID, Function: api.ToolCallFunction{Index: i, Name: c.Name}}
		// The server accepts only objects as arguments. If the model wrote anything
		// else, the result of the call says so.
		if json.Unmarshal([]byte(c.Arguments), &call.Function.Arguments) != nil {
			call.Function.Arguments = api.NewToolCallFunctionArguments()
		}
		turn.ToolCalls = append(turn.ToolCalls, call)
	}
	if m.CallID != "" {
		turn.ToolName = calledTool(m.CallID, before)
	}
	return turn
}

// calledTool returns the name of the tool that a call in earlier turns called.
func calledTool(callID string, before []propose.Message) string {
	for i := len(before) - 1; i >= 0; i-- {
		for _, c := range before[i].Calls {
			if c.ID == callID {
				return c.Name
			}
		}
	}
	return ""
}
