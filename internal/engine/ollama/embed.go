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

// NoEmbeddings is the code of a model that cannot embed; class problem.Unavailable.
const NoEmbeddings = "model_does_not_embed"

// embedRequest is the part of the body of POST /api/embed that is used.
type embedRequest struct {
	Model    string   `json:"model"`
	Input    []string `json:"input"`
	Truncate bool     `json:"truncate"` // the server's default is true
}

// Embed returns a vector for each text, all of the same dimension. An empty model
// stands for the engine's own. A text that is too long for the model is never cut:
// the error has the code wire.TextTooLong.
func (e *Engine) Embed(ctx context.Context, model string, texts []string) ([][]float32, error) {
	if model == "" {
		model = e.Model
	}
	if model == "" {
		return nil, problem.Refuse(problem.Usage, NoModel, "no model is named",
			"choose an embedding model of `ollama list`")
	}
	return e.Server.Embed(ctx, texts, func(ctx context.Context, texts []string) ([]wire.Vector, error) {
		body, err := json.Marshal(embedRequest{Model: model, Input: texts})
		if err != nil {
			return nil, fmt.Errorf("ask for the vectors of %d texts: %w", len(texts), err)
		}
		r := wire.Request{Path: "/api/embed", Body: body, Accept: []string{"application/json"}}
		text, err := e.Server.Fetch(ctx, r)
		if err != nil {
			return nil, explainEmbed(&e.Server, model, err)
		}
		var answer struct {
			Embeddings []wire.Vector `json:"embeddings"`
		}
		if err := json.Unmarshal(text, &answer); err != nil {
			return nil, e.Server.Refuse(wire.BadAnswer, "sent vectors that cannot be parsed", err)
		}
		return answer.Embeddings, nil
	})
}

// explainEmbed is explain, and adds what to do about a model that cannot embed.
func explainEmbed(s *wire.Server, model string, err error) error {
	var status *wire.Status
	if !errors.As(err, &status) || status.Code == http.StatusNotFound {
		return explain(s, model, err)
	}
	if !status.TooLong() && strings.Contains(strings.ToLower(status.Text), "embed") {
		r := s.Refuse(NoEmbeddings, "has a model that cannot embed: "+wire.Clean(model, 80), status)
		r.Problem.Hint = "choose an embedding model"
		return r
	}
	return err
}
