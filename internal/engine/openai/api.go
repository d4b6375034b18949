package openai

import "encoding/json"

// The used parts of the bodies of POST /chat/completions.

type request struct {
	Model               string          `json:"model"`
	Messages            []message       `json:"messages"`
	Tools               []tool          `json:"tools,omitempty"`
	ResponseFormat      *responseFormat `json:"response_format,omitempty"`
	MaxTokens           int             `json:"max_tokens,omitempty"`
	MaxCompletionTokens int             `json:"max_completion_tokens,omitempty"`
	Temperature         *float64        `json:"temperature,omitempty"`
	Seed                *int            `json:"seed,omitempty"`
	Stream              bool            `json:"stream"`
	StreamOptions       streamOptions   `json:"stream_options"`
}

type streamOptions struct {
	IncludeUsage bool `json:"include_usage"`
}

type message struct {
	Role       string     `json:"role"`
	Content    string     `json:"content"`
	ToolCalls  []toolCall `json:"tool_calls,omitempty"`
	ToolCallID string     `json:"tool_call_id,omitempty"`
}

type toolCall struct {
	ID       string         `json:"id"`
	Type     string         `json:"type"`
	Function calledFunction `json:"function"`
}

type calledFunction struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments"` // JSON as the model wrote it
}

type tool struct {
	Type     string   `json:"type"`
	Function function `json:"function"`
}

type function struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Parameters  json.RawMessage `json:"parameters"`
}

type responseFormat struct {
	Type       string      `json:"type"`
	JSONSchema *jsonSchema `json:"json_schema,omitempty"`
}

type jsonSchema struct {
	Name   string          `json:"name"`
	Schema json.RawMessage `json:"schema"`
}

// chunk is one event of the stream.
type chunk struct {
	Model   string          `json:"model"`
	Choices []choice        `json:"choices"`
	Usage   *usage          `json:"usage"`
	Error   json.RawMessage `json:"error"`
}

type usage struct {
	PromptTokens     int `json:"prompt_tokens"`
	CompletionTokens int `json:"completion_tokens"`
}

type choice struct {
	Index        int    `json:"index"`
	Delta        delta  `json:"delta"`
	FinishReason string `json:"finish_reason"`
}

type delta struct {
	Content          string      `json:"content"`
	ReasoningContent string      `json:"reasoning_content"` // vLLM, DeepSeek
	Reasoning        string      `json:"reasoning"`         // Ollama, OpenRouter
	Refusal          string      `json:"refusal"`
	ToolCalls        []deltaCall `json:"tool_calls"`
}

func (d delta) empty() bool {
	return d.Content == "" && d.ReasoningContent == "" && d.Reasoning == "" && len(d.ToolCalls) == 0
}

type deltaCall struct {
	Index    *int           `json:"index"`
	ID       string         `json:"id"`
	Function calledFunction `json:"function"`
}

type modelList struct {
	Data []listedModel `json:"data"`
}

type listedModel struct {
	ID            string `json:"id"`
	MaxModelLen   int    `json:"max_model_len"`  // vLLM, SGLang
	ContextLength int    `json:"context_length"` // OpenRouter, Together
}

// contextOf returns the context length of a model; 0 if the server does not list it.
func (l modelList) contextOf(model string) int {
	for _, m := range l.Data {
		if n := max(m.MaxModelLen, m.ContextLength); m.ID == model && n > 0 && n < 1<<31 {
			return n
		}
	}
	return 0
}
