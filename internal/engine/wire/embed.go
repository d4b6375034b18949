package wire

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"assister/internal/problem"
)

// TextTooLong is the code of a text that a model does not embed whole. It is a
// refusal of class problem.Rejected whose Field is the text's number, from 0: whoever
// asked can cut it. No server is let cut it by itself, for a vector of half a text
// looks like one of the whole.
const TextTooLong = problem.TextTooLong

// What one request for vectors holds. A server answers none before it has done all,
// and an answer has to fit the limit of its body.
const (
	batchTexts = 32
	batchBytes = 64 << 10
)

const dimensionMax = 1 << 16

// Vector is an embedding as it stands in an answer: an array of numbers that are
// numbers, where encoding/json would take null for 0.
type Vector []float32

// UnmarshalJSON reads an array that has been found to be JSON.
func (v *Vector) UnmarshalJSON(text []byte) error {
	inner, isArray := strings.CutPrefix(string(text), "[")
	if !isArray {
		return errors.New("a vector is no array")
	}
	out := make(Vector, 0, strings.Count(inner, ",")+1)
	for part := range strings.SplitSeq(strings.TrimSuffix(inner, "]"), ",") {
		f, err := strconv.ParseFloat(strings.TrimSpace(part), 32)
		if err != nil {
			return fmt.Errorf("a vector has an element that is no number: %w", err)
		}
		out = append(out, float32(f))
	}
	*v = out
	return nil
}

// Embed gives a vector for each text, all of one dimension. ask asks the server
// for those of some texts, of which it answers all or none.
func (s *Server) Embed(ctx context.Context, texts []string, ask func(ctx context.Context, texts []string) ([]Vector, error)) ([][]float32, error) {
	e := embedding{server: s, ask: ask, texts: texts, vectors: make([][]float32, 0, len(texts))}
	for i, t := range texts {
		if strings.TrimSpace(t) == "" {
			return nil, fmt.Errorf("embed %d texts: number %d is empty", len(texts), i)
		}
	}
	for from := 0; from < len(texts); {
		to := batch(texts, from)
		if err := e.some(ctx, from, to); err != nil {
			return nil, err
		}
		from = to
	}
	return e.vectors, nil
}

// batch is the end of the texts from one on that are asked for at once.
func batch(texts []string, from int) (to int) {
	size := 0
	for to = from; to < len(texts) && to < from+batchTexts; to++ {
		if size += len(texts[to]); size > batchBytes && to > from {
			break
		}
	}
	return to
}

// embedding is the vectors of some texts while they come.
type embedding struct {
	server  *Server
	ask     func(ctx context.Context, texts []string) ([]Vector, error)
	texts   []string
	vectors [][]float32
}

// some asks for the vectors of a part of the texts. Of several texts a server does
// not tell which is too long, so the halves are asked for.
func (e *embedding) some(ctx context.Context, from, to int) error {
	vectors, err := e.ask(ctx, e.texts[from:to])
	var status *Status
	switch {
	case errors.As(err, &status) && status.TooLong() && to-from > 1:
		half := from + (to-from)/2
		if err := e.some(ctx, from, half); err != nil {
			return err
		}
		return e.some(ctx, half, to)
	case errors.As(err, &status) && status.TooLong():
		r := problem.Refuse(problem.Rejected, TextTooLong, fmt.Sprintf("text %d, of %d bytes, is longer than the model embeds", from, len(e.texts[from])), "cut it into shorter ones")
		r.Problem.Field, r.Cause = strconv.Itoa(from), err
		return r
	case err != nil:
		return err
	case len(vectors) != to-from:
		return e.server.Refuse(BadAnswer, fmt.Sprintf("gives %d vectors for %d texts", len(vectors), to-from), nil)
	}
	for _, v := range vectors {
		if err := e.fits(v); err != nil {
			return err
		}
		e.vectors = append(e.vectors, v)
	}
	return nil
}

// fits reports what is wrong with a vector beside those before it.
func (e *embedding) fits(v Vector) error {
	if len(v) == 0 || len(v) > dimensionMax {
		return e.server.Refuse(BadAnswer, fmt.Sprintf("gives a vector of %d dimensions", len(v)), nil)
	}
	if len(e.vectors) > 0 && len(v) != len(e.vectors[0]) {
		return e.server.Refuse(BadAnswer, fmt.Sprintf("gives vectors of %d and of %d dimensions", len(e.vectors[0]), len(v)), nil)
	}
	for _, x := range v {
		if x != 0 {
			return nil
		}
	}
	return e.server.Refuse(BadAnswer, "gives a vector that is zero and points nowhere", nil)
}

// TooLong reports whether the server says that what it was given is more than the
// model takes. It has no code for it, only words.
func (s *Status) TooLong() bool {
	switch s.Code {
	case http.StatusRequestEntityTooLarge:
		return true
	case http.StatusBadRequest, http.StatusUnprocessableEntity, http.StatusInternalServerError:
	default:
		return false
	}
	text := strings.ToLower(s.Text)
	for _, words := range []string{"context length", "context window", "maximum context", "input length", "too long", "too large", "must have less than", "exceed"} {
		if strings.Contains(text, words) {
			return true
		}
	}
	return false
}
