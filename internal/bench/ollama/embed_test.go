//go:build linux

package ollama

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"assister/internal/engine/wire"
	"assister/internal/problem"
	"assister/internal/propose"
)

// embedder is what both engines implement too.
type embedder interface {
	Embed(ctx context.Context, model string, texts []string) ([][]float32, error)
}

func TestBothEnginesEmbedATextAlike(t *testing.T) {
	texts := []string{"wax the floor", "oil the hinges", "wax the floor", "das Gelände fegen"}
	for range 40 { // more than one request
		texts = append(texts, "choir rehearsal")
	}
	each(t, "tiny-embedding", func(t *testing.T, _ *server, c propose.Completer) {
		vectors, err := c.(embedder).Embed(t.Context(), "", texts)
		if err != nil || len(vectors) != len(texts) {
			t.Fatalf("%d vectors of %d texts, %v", len(vectors), len(texts), err)
		}
		if near := cosine(vectors[0], vectors[2]); near < 0.9999 {
			t.Errorf("the same text has vectors with a cosine of %v", near)
		}
		if near := cosine(vectors[0], vectors[1]); near > 0.9999 {
			t.Errorf("different texts have the same vector, with a cosine of %v", near)
		}
	})
}

func cosine(a, b []float32) float64 {
	var dot, aa, bb float64
	for i := range a {
		dot += float64(a[i]) * float64(b[i])
		aa += float64(a[i]) * float64(a[i])
		bb += float64(b[i]) * float64(b[i])
	}
	return dot / math.Sqrt(aa*bb)
}

// The model takes 512 tokens. The server would silently truncate a text.
func TestATextTooLongToEmbedIsReportedAndNotTruncated(t *testing.T) {
	s := running(t)
	c := engines["ollama"](s, "tiny-embedding").(embedder)
	vectors, err := c.Embed(t.Context(), "", []string{"short", strings.Repeat("a long story ", 400), "short"})
	var r *problem.Refusal
	if !errors.As(err, &r) || r.Problem.Code != wire.TextTooLong || r.Problem.Field != "1" || vectors != nil {
		t.Errorf("%d vectors, %v", len(vectors), err)
	}
}

func TestAMissingModelEmbedsNothing(t *testing.T) {
	each(t, "tiny-nobody", func(t *testing.T, _ *server, c propose.Completer) {
		_, err := c.(embedder).Embed(t.Context(), "", []string{"wax the floor"})
		if code := refused(t, err); code != "model_not_found" || !strings.Contains(err.Error(), "tiny-nobody") {
			t.Error(err)
		}
	})
}
