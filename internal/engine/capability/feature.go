package capability

import (
	"errors"
	"net/http"
	"strings"

	"assister/internal/engine/wire"
	"assister/internal/propose"
)

// Switch says of an ability whether it is used.
type Switch uint8

const (
	Auto Switch = iota // as server and model can
	On                 // always: whoever set it knows better than they tell
	Off                // never
)

// Resolve is the ability where the server tells that it has it, or does not.
func (s Switch) Resolve(told bool) bool { return s == On || s == Auto && told }

// Feature is one of those that a server can turn out not to have.
type Feature uint8

const (
	None Feature = iota
	Tools
	Thinking
	Schema // answers that follow a JSON Schema
	JSON   // answers that are JSON
)

// Denied is the ability that a server denies by its answer to a prompt, of those
// that the prompt makes use of. Servers have no code for it, only words: "library/x
// does not support tools", "\"auto\" tool choice requires --enable-auto-tool-choice",
// "'response_format' of type 'json_schema' is not supported with this model". What
// the model does wrong with an ability denies nothing, and neither do a prompt that
// is too long and a model that is called so.
func Denied(err error, model string, p propose.Prompt, able propose.Capabilities) Feature {
	text := denial(err, model)
	switch {
	case text == "":
		return None
	case len(p.Tools) > 0 && says(text, "tool", "function"):
		return Tools
	case able.Thinking && says(text, "think"):
		return Thinking
	case p.Schema == nil && !p.JSON || !says(text, "format", "json", "schema", "grammar", "structured output", "guided"):
		return None
	case p.Schema != nil && able.Schema:
		return Schema
	case !able.Plain:
		return JSON
	}
	return None
}

// denial is what an answer says that says no to how it was asked, in lower case and
// without the model's name; "" for any other.
func denial(err error, model string) string {
	var status *wire.Status
	if !errors.As(err, &status) || status.TooLong() {
		return ""
	}
	switch status.Code {
	case http.StatusBadRequest, http.StatusNotFound, http.StatusUnprocessableEntity, http.StatusInternalServerError, http.StatusNotImplemented:
	default:
		return ""
	}
	text := strings.ToLower(status.Text)
	if model != "" {
		text = strings.ReplaceAll(text, strings.ToLower(model), "")
	}
	// Ollama and Groq, of calls that the model got wrong.
	if says(text, "parsing tool call", "failed to call", "validation failed") {
		return ""
	}
	if !says(text, "support", "require", "unavailable", "not available", "not allowed", "not permitted", "not enabled", "not implemented",
		"disabled", "unknown", "unrecognized", "unexpected", "must be", "invalid", "cannot unmarshal") {
		return ""
	}
	return text
}

func says(text string, words ...string) bool {
	for _, w := range words {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}

// Without is what is left of the abilities when one is denied.
func Without(able propose.Capabilities, denied Feature) propose.Capabilities {
	switch denied {
	case Tools:
		able.Tools = false
	case Thinking:
		able.Thinking = false
	case Schema:
		able.Schema = false
	case JSON:
		able.Plain = true
	}
	return able
}
