package ollama

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"assister/internal/engine/wire"
	"assister/internal/problem"
)

// NoEmbeddings is the code of a model that does not embed; class problem.Unavailable.
const NoEmbeddings = "model_does_not_embed"

// embedRequest is the body of POST /api/embed, as far as it is used.
type embedRequest struct {
	Model    string   `json:"model"`
	Input    []string `json:"input"`
	Truncate bool     `json:"truncate"` // false is not the server's default
}

// Embed gives a vector for each text, all of one dimension. An empty model is the
// engine's own. A text that is longer than the model takes is refused as
// wire.TextTooLong and never cut.
func (e *Engine) Embed(ctx context.Context, model string, texts []string) ([][]float32, error) {
	if model == "" {
		model = e.Model
	}
	if model == "" {
		return nil, problem.Refuse(problem.Usage, NoModel, "no model is named", "name one that embeds, of those that ollama list shows")
	}
	return e.Server.Embed(ctx, texts, func(ctx context.Context, texts []string) ([]wire.Vector, error) {
		body, err := json.Marshal(embedRequest{Model: model, Input: texts})
		if err != nil {
			return nil, fmt.Errorf("ask for the vectors of %d texts: %w", len(texts), err)
		}
		text, err := e.Server.Fetch(ctx, wire.Request{Path: "/api/embed", Body: body, Accept: []string{"application/json"}})
		if err != nil {
			return nil, e.unembedded(err, model)
		}
		var answer struct {
			Embeddings []wire.Vector `json:"embeddings"`
		}
		if err := json.Unmarshal(text, &answer); err != nil {
			return nil, e.Server.Refuse(wire.BadAnswer, "gives vectors in a way that cannot be read", err)
		}
		return answer.Embeddings, nil
	})
}

// unembedded says of a model that is missing or does not embed what to do.
func (e *Engine) unembedded(err error, model string) error {
	var status *wire.Status
	if !errors.As(err, &status) || status.Code == http.StatusNotFound {
		return e.explain(err, model)
	}
	if !status.TooLong() && strings.Contains(strings.ToLower(status.Text), "embed") {
		r := e.Server.Refuse(NoEmbeddings, "has a model that does not embed, "+wire.Clean(model, 80), status)
		r.Problem.Hint = "name a model that is made for embeddings"
		return r
	}
	return err
}
