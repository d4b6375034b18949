package openai

import (
	"context"
	"encoding/json"
	"fmt"

	"assister/internal/engine/wire"
	"assister/internal/problem"
)

// embedRequest and embedAnswer are the used parts of the bodies of POST /embeddings.
type embedRequest struct {
	Model          string   `json:"model"`
	Input          []string `json:"input"`
	EncodingFormat string   `json:"encoding_format"` // some servers default to base64
}

type embedAnswer struct {
	Data []struct {
		Index     *int        `json:"index"`
		Embedding wire.Vector `json:"embedding"`
	} `json:"data"`
}

// Embed returns a vector for each text, all of the same dimension. An empty model
// stands for the engine's own. If the server refuses a text as too long for the model,
// the error has the code wire.TextTooLong. Ollama's endpoint of this kind silently
// cuts such a text; package ollama uses another endpoint that does not.
func (e *Engine) Embed(ctx context.Context, model string, texts []string) ([][]float32, error) {
	if model == "" {
		model = e.Model
	}
	if model == "" {
		return nil, problem.Refuse(problem.Usage, NoModel, "no model is named", "choose an embedding model")
	}
	return e.Server.Embed(ctx, texts, func(ctx context.Context, texts []string) ([]wire.Vector, error) {
		body, err := json.Marshal(embedRequest{Model: model, Input: texts, EncodingFormat: "float"})
		if err != nil {
			return nil, fmt.Errorf("ask for the vectors of %d texts: %w", len(texts), err)
		}
		r := wire.Request{Path: "/embeddings", Body: body, Accept: []string{"application/json"}}
		text, err := e.Server.Fetch(ctx, r)
		if err != nil {
			return nil, explain(&e.Server, model, err)
		}
		var answer embedAnswer
		if err := json.Unmarshal(text, &answer); err != nil {
			return nil, e.Server.Refuse(wire.BadAnswer, "sent vectors that cannot be parsed", err)
		}
		return inOrder(&e.Server, answer)
	})
}

// inOrder returns the vectors by their index, if each index occurs exactly once, or in
// the order of the answer if they have none.
func inOrder(s *wire.Server, answer embedAnswer) ([]wire.Vector, error) {
	vectors := make([]wire.Vector, len(answer.Data))
	for i, d := range answer.Data {
		if d.Index != nil {
			i = *d.Index
		}
		if i < 0 || i >= len(vectors) || vectors[i] != nil {
			return nil, s.Refuse(wire.BadAnswer, "sent vectors with a wrong index", nil)
		}
		vectors[i] = d.Embedding
	}
	return vectors, nil
}
