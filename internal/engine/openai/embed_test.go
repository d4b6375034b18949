package openai

import (
	"context"
	"io"
	"net/http"
	"reflect"
	"testing"

	"assister/internal/engine/wire"
	"assister/internal/engine/wire/wiretest"
	"assister/internal/problem"
)

var vectors = wiretest.Dialect{
	Type:  "application/json",
	Piece: `{"object":"list","data":[{"object":"embedding","index":1,"embedding":[0.5,-1,2e-3]},` + "\n",
	End:   `{"index":0,"embedding":[1,2,3]}],"usage":null}` + "\n",
	Error: `{"error":{"message":"the engine is gone"}}` + "\n",
}

func TestEveryFaultOfAnEmbeddingServerEndsInARefusal(t *testing.T) {
	wiretest.SurviveWhole(t, vectors, func(ctx context.Context, s wire.Server) error {
		got, err := (&Engine{Server: s}).Embed(ctx, "tiny", []string{"a", "b"})
		if got != nil {
			t.Errorf("gave a part of an answer: %v", got)
		}
		return err
	})
}

func TestTextsAreEmbeddedInTheirOrder(t *testing.T) {
	base := wiretest.Serve(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if want := `{"model":"tiny","input":["milk","bread"],"encoding_format":"float"}`; r.URL.Path != "/v1/embeddings" || string(body) != want {
			t.Errorf("%s got %s", r.URL.Path, body)
		}
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, vectors.Piece+vectors.End)
	})
	e := engine(base)
	for _, model := range []string{"tiny", ""} {
		got, err := e.Embed(t.Context(), model, []string{"milk", "bread"})
		if want := [][]float32{{1, 2, 3}, {0.5, -1, 2e-3}}; err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%v, %v", got, err)
		}
	}
	e.Model = ""
	_, err := e.Embed(t.Context(), "", []string{"milk"})
	refused(t, err, problem.Usage, NoModel)
}

func TestVectorsWithAWrongIndexAreRefused(t *testing.T) {
	for name, data := range map[string]string{
		"twice the same":   `[{"index":0,"embedding":[1]},{"index":0,"embedding":[1]}]`,
		"beyond the end":   `[{"index":0,"embedding":[1]},{"index":2,"embedding":[1]}]`,
		"before the first": `[{"index":-1,"embedding":[1]},{"index":0,"embedding":[1]}]`,
		"one too few":      `[{"index":0,"embedding":[1]}]`,
		"one without":      `[{"index":0,"embedding":[1]},{"index":1}]`,
		"as base64":        `[{"index":0,"embedding":"AACAPw=="},{"index":1,"embedding":"AACAPw=="}]`,
		"none":             `null`,
	} {
		base := wiretest.Serve(t, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			io.WriteString(w, `{"data":`+data+`}`)
		})
		got, err := engine(base).Embed(t.Context(), "", []string{"milk", "bread"})
		if got != nil {
			t.Errorf("%s: %v", name, got)
		}
		refused(t, err, problem.Unavailable, wire.BadAnswer)
	}
	// Servers that send no index keep the order.
	base := wiretest.Serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"data":[{"embedding":[1]},{"embedding":[2]}]}`)
	})
	if got, err := engine(base).Embed(t.Context(), "", []string{"milk", "bread"}); err != nil || !reflect.DeepEqual(got, [][]float32{{1}, {2}}) {
		t.Errorf("%v, %v", got, err)
	}
}
