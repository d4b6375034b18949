package searchtest

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// Serve starts a server that embeds like those of Ollama and OpenAI, and returns its
// address. Below /silent it never answers. The model "missing" does not exist, "talker"
// does not embed, "wide" has vectors of another dimension, and every other name is a
// model that knows the senses.
func Serve(t testing.TB) string {
	at := httptest.NewServer(Handler())
	t.Cleanup(at.Close)
	return at.URL
}

// Handler returns the handler of that server.
func Handler() http.Handler { return http.HandlerFunc(answer) }

func answer(w http.ResponseWriter, r *http.Request) {
	var asked struct {
		Model string
		Input []string
	}
	_ = json.NewDecoder(r.Body).Decode(&asked) // other requests have no body
	w.Header().Set("Content-Type", "application/json")
	refuse := func(status int, why string) {
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(map[string]string{"error": why})
	}
	vectors := Vectors(asked.Input)
	if strings.HasPrefix(r.URL.Path, "/silent") {
		<-r.Context().Done() // until the client gives up
		return
	}
	switch asked.Model {
	case "missing":
		refuse(http.StatusNotFound, `model "missing" not found, try pulling it first`)
		return
	case "talker":
		refuse(http.StatusBadRequest, "this model does not support embeddings")
		return
	case "wide":
		for i := range vectors {
			vectors[i] = append(vectors[i], 1)
		}
	}
	switch {
	case r.URL.Path == "/api/version":
		_ = json.NewEncoder(w).Encode(map[string]string{"version": "0.17.4"})
	case r.URL.Path == "/api/show":
		_ = json.NewEncoder(w).Encode(map[string]any{"capabilities": []string{"embedding"},
			"model_info": map[string]any{"general.architecture": "bert"}})
	case strings.HasSuffix(r.URL.Path, "/embeddings"):
		var data []any
		for i, v := range vectors {
			data = append(data, map[string]any{"index": i, "embedding": v})
		}
		_ = json.NewEncoder(w).Encode(map[string]any{"data": data})
	default:
		_ = json.NewEncoder(w).Encode(map[string]any{"embeddings": vectors})
	}
}
