package wire

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"assister/internal/problem"
)

var embedder = Server{Name: "fake", Base: &url.URL{Host: "h"}}

// lengths answers each text with a vector of its length. It refuses texts of more than
// most bytes, wherever they are in the batch.
func lengths(most int, asked *[]int) func(context.Context, []string) ([]Vector, error) {
	return func(_ context.Context, texts []string) (vectors []Vector, err error) {
		*asked = append(*asked, len(texts))
		for _, t := range texts {
			if len(t) > most {
				return nil, embedder.Refuse(Refused, "says no", &Status{Code: 400, Text: "the input length exceeds the context length"})
			}
			vectors = append(vectors, Vector{float32(len(t)), 1})
		}
		return vectors, nil
	}
}

func TestTextsAreEmbeddedInBatchesAndInOrder(t *testing.T) {
	var texts []string
	for i := range 2*batchTexts + 3 {
		texts = append(texts, strings.Repeat("x", i+1))
	}
	texts = append(texts, strings.Repeat("y", batchBytes), strings.Repeat("z", batchBytes+1), "end")
	var asked []int
	vectors, err := embedder.Embed(t.Context(), texts, lengths(1<<20, &asked))
	if err != nil || len(vectors) != len(texts) {
		t.Fatalf("%d vectors, %v", len(vectors), err)
	}
	for i, v := range vectors {
		if int(v[0]) != len(texts[i]) {
			t.Errorf("text %d has the vector of one of %v bytes", i, v[0])
		}
	}
	if want := []int{batchTexts, batchTexts, 3, 1, 1, 1}; !slices.Equal(asked, want) {
		t.Errorf("asked for %v, want %v", asked, want)
	}
	if vectors, err := embedder.Embed(t.Context(), nil, lengths(0, &asked)); err != nil || len(vectors) != 0 {
		t.Errorf("of nothing came %v, %v", vectors, err)
	}
}

func TestATextThatIsTooLongIsNamed(t *testing.T) {
	texts := slices.Repeat([]string{"short"}, 20)
	texts[13] = "far too long"
	var asked []int
	vectors, err := embedder.Embed(t.Context(), texts, lengths(8, &asked))
	var r *problem.Refusal
	if !errors.As(err, &r) || r.Class != problem.Rejected || r.Problem.Code != TextTooLong || r.Problem.Field != "13" || vectors != nil {
		t.Errorf("%v, %v", vectors, err)
	}
	if len(asked) > 12 {
		t.Errorf("took %d requests", len(asked))
	}
}

func TestVectorsOfTheWrongSizeAreRefused(t *testing.T) {
	for name, vectors := range map[string][]Vector{
		"too few":            {{1}},
		"too many":           {{1}, {1}, {1}},
		"of two dimensions":  {{1}, {1, 2}},
		"of none":            {{}, {}},
		"of too many":        {make(Vector, dimensionMax+1), make(Vector, dimensionMax+1)},
		"that point nowhere": {{1, 2}, {0, 0}},
	} {
		got, err := embedder.Embed(t.Context(), []string{"a", "b"}, func(context.Context, []string) ([]Vector, error) { return vectors, nil })
		var r *problem.Refusal
		if !errors.As(err, &r) || r.Problem.Code != BadAnswer || got != nil {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	if _, err := embedder.Embed(t.Context(), []string{"a", " \n"}, lengths(9, new([]int))); err == nil || !strings.Contains(err.Error(), "number 1") {
		t.Errorf("an empty text: %v", err)
	}
}

func TestAVectorIsAnArrayOfNumbers(t *testing.T) {
	for text, want := range map[string]string{
		`[1, -2.5e-3 ,0]`: "[1 -0.0025 0]", ` [ 3 ] `: "[3]",
		`[1,null]`: "", `[]`: "", `[[1]]`: "", `[1e39]`: "", `["1"]`: "", `null`: "", `{}`: "", `[true]`: "", `7`: "",
	} {
		var v Vector
		err := json.Unmarshal([]byte(text), &v)
		if got := fmt.Sprint([]float32(v)); want == "" && (err == nil && v != nil) || want != "" && (err != nil || got != want) {
			t.Errorf("%s: %s, %v", text, got, err)
		}
	}
}
