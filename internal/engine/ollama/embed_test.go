package ollama

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"assister/internal/engine/wire"
	"assister/internal/engine/wire/wiretest"
	"assister/internal/problem"
)

var vectors = wiretest.Dialect{
	Type:  "application/json",
	Piece: `{"model":"tiny","embeddings":[[0.5,-1,2e-3],` + "\n",
	End:   `[1,2,3]]}` + "\n",
	Error: `{"error":"model runner has unexpectedly stopped"}` + "\n",
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

func TestTextsAreEmbedded(t *testing.T) {
	base := wiretest.Serve(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if want := `{"model":"tiny","input":["milk","<b>"],"truncate":false,"options":{}}`; r.URL.Path != "/api/embed" || strings.ReplaceAll(strings.ReplaceAll(string(body), "\\u003c", "<"), "\\u003e", ">") != want {
			t.Errorf("%s got %s", r.URL.Path, body)
		}
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		io.WriteString(w, vectors.Piece+vectors.End)
	})
	e := engine(base)
	for _, model := range []string{"tiny", ""} {
		got, err := e.Embed(t.Context(), model, []string{"milk", "<b>"})
		if want := [][]float32{{0.5, -1, 2e-3}, {1, 2, 3}}; err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%v, %v", got, err)
		}
	}
	e.Model = ""
	_, err := e.Embed(t.Context(), "", []string{"milk"})
	refused(t, err, problem.Usage, NoModel)
}

func TestAFailureToEmbedSaysWhatToDo(t *testing.T) {
	for text, want := range map[string]struct {
		status int
		class  problem.Class
		code   string
	}{
		"this model does not support embeddings":               {400, problem.Unavailable, NoEmbeddings},
		`model "nope" not found, try pulling it first`:         {404, problem.Unavailable, ModelNotFound},
		"the input length exceeds the context length":          {400, problem.Rejected, wire.TextTooLong},
		"input (900 tokens) is too large, and is no embedding": {500, problem.Rejected, wire.TextTooLong},
		"do embedding request: EOF":                            {500, problem.Unavailable, NoEmbeddings},
		"boom":                                                 {500, problem.Unavailable, wire.Refused},
	} {
		base := wiretest.Serve(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(want.status)
			fmt.Fprintf(w, `{"error":%q}`, text)
		})
		got, err := engine(base).Embed(t.Context(), "nope", []string{"milk"})
		if r := refused(t, err, want.class, want.code); r.Problem.Hint == "" || got != nil {
			t.Errorf("%s: %v, hint %q", text, got, r.Problem.Hint)
		}
	}
}
