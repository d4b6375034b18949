package ollama

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/ollama/ollama/api"

	"assister/internal/engine/wire"
	"assister/internal/problem"
)

// NoEmbeddings is the code of a model that cannot embed; class problem.Unavailable.
const NoEmbeddings = "model_does_not_embed"

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
		truncate := false // the server's default is true
		request := api.EmbedRequest{Model: model, Input: texts, Truncate: &truncate, Options: map[string]any{}}
		var answer *api.EmbedResponse
		err := ask(ctx, &e.Server, model, "sent vectors that cannot be parsed", func(
			ctx context.Context, c *api.Client) (err error) {
			answer, err = c.Embed(ctx, &request)
			return err
		})
		if err != nil {
			return nil, explainEmbed(&e.Server, model, err)
		}
		vectors := make([]wire.Vector, len(answer.Embeddings))
		for i, v := range answer.Embeddings {
			vectors[i] = v
		}
		return vectors, nil
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
