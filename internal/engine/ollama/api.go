package ollama

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/ollama/ollama/api"

	"assister/internal/engine/wire"
	"assister/internal/ijson"
	"assister/internal/problem"
	"assister/internal/propose"
)

// version asks for the version of a server.
func version(ctx context.Context, s *wire.Server) (string, error) {
	text, err := s.Fetch(ctx, wire.Request{Path: "/api/version", Accept: []string{"application/json"}})
	if err != nil {
		return "", explain(s, "", err)
	}
	v, fault := ijson.Parse(text)
	version, _ := v.Get("version")
	if fault != nil || version.Text == "" {
		return "", s.Refuse(wire.BadAnswer, "did not report its version as Ollama does", nil)
	}
	return wire.Clean(version.Text, 40), nil
}

// models asks for the models on a server.
func models(ctx context.Context, s *wire.Server) (list api.ListResponse, err error) {
	text, err := s.Fetch(ctx, wire.Request{Path: "/api/tags", Accept: []string{"application/json"}})
	if err != nil {
		return list, explain(s, "", err)
	}
	if err := json.Unmarshal(text, &list); err != nil {
		return list, s.Refuse(wire.BadAnswer, "sent a list of models that cannot be parsed", err)
	}
	return list, nil
}

// describe asks for a server's description of one of its models.
func describe(ctx context.Context, s *wire.Server, model string) (show api.ShowResponse, err error) {
	body, err := json.Marshal(map[string]string{"model": model})
	if err != nil {
		return show, fmt.Errorf("ask for the capabilities of %s: %w", model, err)
	}
	text, err := s.Fetch(ctx, wire.Request{Path: "/api/show", Body: body, Accept: []string{"application/json"}})
	if err != nil {
		return show, explain(s, model, err)
	}
	if err := json.Unmarshal(text, &show); err != nil {
		return show, s.Refuse(wire.BadAnswer, "sent a description of the model that cannot be parsed", err)
	}
	return show, nil
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
