package searchtest

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// Serve runs a server that embeds as Ollama's and OpenAI's do, and gives its
// address; below /silent it never answers. Of its models "missing" is not there,
// "talker" does not embed, "wide" gives vectors of another dimension than the
// rest, and every other name is one that knows the senses.
func Serve(t testing.TB) string {
	at := httptest.NewServer(Handler())
	t.Cleanup(at.Close)
	return at.URL
}

// Handler is what that server does.
func Handler() http.Handler { return http.HandlerFunc(answer) }

func answer(w http.ResponseWriter, r *http.Request) {
	var asked struct {
		Model string
		Input []string
	}
	_ = json.NewDecoder(r.Body).Decode(&asked) // nothing is asked by other requests
	w.Header().Set("Content-Type", "application/json")
	refuse := func(status int, why string) {
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(map[string]string{"error": why})
	}
	vectors := Vectors(asked.Input)
	if strings.HasPrefix(r.URL.Path, "/silent") {
		<-r.Context().Done() // until the client has had enough
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
