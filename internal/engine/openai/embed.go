package openai

import (
	"context"
	"encoding/json"
	"fmt"

	"assister/internal/engine/wire"
	"assister/internal/problem"
)

// embedRequest and embedAnswer are the bodies of POST /embeddings, as far as they
// are used.
type embedRequest struct {
	Model          string   `json:"model"`
	Input          []string `json:"input"`
	EncodingFormat string   `json:"encoding_format"` // some servers have base64 for their default
}

type embedAnswer struct {
	Data []struct {
		Index     *int        `json:"index"`
		Embedding wire.Vector `json:"embedding"`
	} `json:"data"`
}

// Embed gives a vector for each text, all of one dimension. An empty model is the
// engine's own. A text that is longer than the model takes is refused as
// wire.TextTooLong where the server refuses it; Ollama's endpoint of this kind cuts
// it and does not say so, which its own does not (see engine/ollama).
func (e *Engine) Embed(ctx context.Context, model string, texts []string) ([][]float32, error) {
	if model == "" {
		model = e.Model
	}
	if model == "" {
		return nil, problem.Refuse(problem.Usage, NoModel, "no model is named", "name one that embeds")
	}
	return e.Server.Embed(ctx, texts, func(ctx context.Context, texts []string) ([]wire.Vector, error) {
		body, err := json.Marshal(embedRequest{Model: model, Input: texts, EncodingFormat: "float"})
		if err != nil {
			return nil, fmt.Errorf("ask for the vectors of %d texts: %w", len(texts), err)
		}
		text, err := e.Server.Fetch(ctx, wire.Request{Path: "/embeddings", Body: body, Accept: []string{"application/json"}})
		if err != nil {
			return nil, e.explain(err, model)
		}
		var answer embedAnswer
		if err := json.Unmarshal(text, &answer); err != nil {
			return nil, e.Server.Refuse(wire.BadAnswer, "gives vectors in a way that cannot be read", err)
		}
		return e.ordered(answer)
	})
}

// ordered are the vectors by their index, each of which has to be there once.
// Where none has one they are as they came.
func (e *Engine) ordered(answer embedAnswer) ([]wire.Vector, error) {
	vectors := make([]wire.Vector, len(answer.Data))
	for i, d := range answer.Data {
		if d.Index != nil {
			i = *d.Index
		}
		if i < 0 || i >= len(vectors) || vectors[i] != nil {
			return nil, e.Server.Refuse(wire.BadAnswer, "gives vectors with an index that is wrong", nil)
		}
		vectors[i] = d.Embedding
	}
	return vectors, nil
}
