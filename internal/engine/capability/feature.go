package capability

import (
	"errors"
	"net/http"
	"strings"

	"assister/internal/engine/wire"
	"assister/internal/propose"
)

// Switch says whether a feature is used.
type Switch uint8

const (
	Auto Switch = iota // use it if server and model report it
	On                 // use it whatever they report
	Off                // never use it
)

// Resolve returns whether a feature is used, given whether it is reported.
func (s Switch) Resolve(reported bool) bool { return s == On || s == Auto && reported }

// Switches are the features that a user can switch on and off.
type Switches struct {
	Tools  Switch
	Schema Switch
}

// Apply returns the capabilities that an engine uses, out of the reported ones.
func (s Switches) Apply(reported propose.Capabilities) propose.Capabilities {
	reported.Tools = s.Tools.Resolve(reported.Tools)
	reported.Schema = s.Schema.Resolve(reported.Schema)
	return reported
}

// Denied is like the function Denied, except that a feature that is switched on
// is never denied: the server's complaint is then the user's to read.
func (s Switches) Denied(err error, model string, p propose.Prompt, used propose.Capabilities) Feature {
	denied := Denied(err, model, p, used)
	if denied == Tools && s.Tools == On || denied == Schema && s.Schema == On {
		return None
	}
	return denied
}

// Feature is a capability that a server may turn out to lack.
type Feature uint8

const (
	None Feature = iota
	Tools
	Thinking
	Schema // answers that follow a JSON Schema
	JSON   // answers that are JSON
)

// Denied returns the feature that a server's error denies, among those that the
// prompt uses. Servers have no error code for this, only text: "library/x does not
// support tools", "\"auto\" tool choice requires --enable-auto-tool-choice",
// "'response_format' of type 'json_schema' is not supported with this model".
// Three errors are no denials: a feature that the model used wrongly, a prompt that
// is too long, and a model whose name contains a feature's.
func Denied(err error, model string, p propose.Prompt, used propose.Capabilities) Feature {
	text := denialText(err, model)
	structured := p.Schema != nil || p.JSON
	switch {
	case text == "":
		return None
	case len(p.Tools) > 0 && containsAny(text, "tool", "function"):
		return Tools
	case used.Thinking && containsAny(text, "think"):
		return Thinking
	case !structured || !containsAny(text, "format", "json", "schema", "grammar", "structured output", "guided"):
		return None
	case p.Schema != nil && used.Schema:
		return Schema
	case !used.Plain:
		return JSON
	}
	return None
}

// denialText returns the text of an error that may deny a feature, in lower case and
// without the model's name, or "" if the error cannot deny one.
func denialText(err error, model string) string {
	var status *wire.Status
	if !errors.As(err, &status) || status.TooLong() {
		return ""
	}
	switch status.Code {
	case http.StatusBadRequest, http.StatusNotFound, http.StatusUnprocessableEntity,
		http.StatusInternalServerError, http.StatusNotImplemented:
	default:
		return ""
	}
	text := strings.ToLower(status.Text)
	if model != "" {
		text = strings.ReplaceAll(text, strings.ToLower(model), "")
	}
	// Ollama and Groq say this about a call that the model got wrong.
	if containsAny(text, "parsing tool call", "failed to call", "validation failed") {
		return ""
	}
	if !containsAny(text, "support", "require", "unavailable", "not available", "not allowed", "not permitted",
		"not enabled", "not implemented", "disabled", "unknown", "unrecognized", "unexpected", "must be",
		"invalid", "cannot unmarshal") {
		return ""
	}
	return text
}

func containsAny(text string, words ...string) bool {
	for _, w := range words {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}

// Without returns the capabilities that remain when a feature is denied.
func Without(c propose.Capabilities, denied Feature) propose.Capabilities {
	switch denied {
	case Tools:
		c.Tools = false
	case Thinking:
		c.Thinking = false
	case Schema:
		c.Schema = false
	case JSON:
		c.Plain = true
	}
	return c
}
