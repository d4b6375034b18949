package ollama

import (
	"context"
	"errors"
	"net/http"

	"github.com/ollama/ollama/api"

	"assister/internal/engine/wire"
	"assister/internal/problem"
	"assister/internal/propose"
)

// whole is the media type of an answer that arrives as a whole.
const whole = "application/json"

// ask has Ollama's client make one request for an answer that arrives as a whole, which did
// says what was wrong with if it cannot be parsed. The model is "" if the request names none.
func ask(
	ctx context.Context, s *wire.Server, model, did string, request func(context.Context, *api.Client) error,
) error {
	var own error
	err := s.Do(ctx, []string{whole}, func(ctx context.Context, c *http.Client) error {
		own = request(ctx, api.NewClient(s.Base, c))
		return own
	})
	if err != nil && err == own { // it is no limit and no status, so that only the answer is left
		return s.Refuse(wire.BadAnswer, did, err)
	}
	return explain(s, model, err)
}

// version asks for the version of a server.
func version(ctx context.Context, s *wire.Server) (version string, err error) {
	const did = "did not report its version as Ollama does"
	err = ask(ctx, s, "", did, func(ctx context.Context, c *api.Client) (err error) {
		version, err = c.Version(ctx)
		return err
	})
	if err == nil && version == "" {
		err = s.Refuse(wire.BadAnswer, did, nil)
	}
	return wire.Clean(version, 40), err
}

// models asks for the models on a server.
func models(ctx context.Context, s *wire.Server) (list *api.ListResponse, err error) {
	const did = "sent a list of models that cannot be parsed"
	err = ask(ctx, s, "", did, func(ctx context.Context, c *api.Client) (err error) {
		list, err = c.List(ctx)
		return err
	})
	return list, err
}

// describe asks for a server's description of one of its models.
func describe(ctx context.Context, s *wire.Server, model string) (show *api.ShowResponse, err error) {
	const did = "sent a description of the model that cannot be parsed"
	err = ask(ctx, s, model, did, func(ctx context.Context, c *api.Client) (err error) {
		show, err = c.Show(ctx, &api.ShowRequest{Model: model})
		return err
	})
	return show, err
}

// explain adds to an error what to do about it, if the server does not run or does
// not have the model.
func explain(s *wire.Server, model string, err error) error {
	var status *wire.Status
	if errors.As(err, &status) && status.Code == http.StatusNotFound && model != "" {
		name := wire.Clean(model, 80)
		r := s.Refuse(ModelNotFound, "has no model "+name, status)
		r.Problem.Hint = "install it with `ollama pull " + name + "`, or choose one of `ollama list` with --model"
		return r
	}
	var r *problem.Refusal
	if errors.As(err, &r) && r.Problem.Code == wire.Unreachable {
		r.Problem.Hint = "start it with `ollama serve`, set its address with --host, or choose --engine rules"
	}
	return err
}

// noTools is the refusal of a server whose model cannot call tools.
func (e *Engine) noTools(cause error) error {
	r := e.Server.Refuse(wire.Refused, "has a model that cannot call tools: "+wire.Clean(e.Model, 80),
		&propose.ToolsUnsupportedError{Cause: cause})
	r.Problem.Hint = "choose a model that can call tools with --model"
	return r
}
