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

// TextTooLong is the code of a text that is too long for a model to embed. The
// refusal has the class problem.Rejected, and its Field is the index of the text, so
// that the caller can split it. Servers must not cut texts: the vector of half a text
// looks like that of the whole.
const TextTooLong = problem.TextTooLong

// Limits of one embedding request. A server answers only when all vectors are done,
// and the answer has to fit the limit of a body.
const (
	batchTexts = 32
	batchBytes = 64 << 10
)

const dimensionMax = 1 << 16

// Vector is an embedding in an answer. It is parsed strictly: encoding/json would
// accept null as 0.
type Vector []float32

// UnmarshalJSON implements json.Unmarshaler.
func (v *Vector) UnmarshalJSON(text []byte) error {
	inner, isArray := strings.CutPrefix(string(text), "[")
	if !isArray {
		return errors.New("a vector is not an array")
	}
	out := make(Vector, 0, strings.Count(inner, ",")+1)
	for part := range strings.SplitSeq(strings.TrimSuffix(inner, "]"), ",") {
		f, err := strconv.ParseFloat(strings.TrimSpace(part), 32)
		if err != nil {
			return fmt.Errorf("a vector has an element that is not a number: %w", err)
		}
		out = append(out, float32(f))
	}
	*v = out
	return nil
}

// EmbedFunc requests the vectors of some texts. The server answers all or none.
type EmbedFunc func(ctx context.Context, texts []string) ([]Vector, error)

// Embed returns a vector for each text, all of the same dimension. It calls request
// for batches of the texts.
func (s *Server) Embed(ctx context.Context, texts []string, request EmbedFunc) ([][]float32, error) {
	e := embedding{server: s, request: request, texts: texts, vectors: make([][]float32, 0, len(texts))}
	for i, t := range texts {
		if strings.TrimSpace(t) == "" {
			return nil, fmt.Errorf("embed %d texts: number %d is empty", len(texts), i)
		}
	}
	for from := 0; from < len(texts); {
		to := batchEnd(texts, from)
		if err := e.batch(ctx, from, to); err != nil {
			return nil, err
		}
		from = to
	}
	return e.vectors, nil
}

// batchEnd returns the end of the batch that begins at an index.
func batchEnd(texts []string, from int) (to int) {
	size := 0
	for to = from; to < len(texts) && to < from+batchTexts; to++ {
		if size += len(texts[to]); size > batchBytes && to > from {
			break
		}
	}
	return to
}

// embedding collects the vectors of some texts.
type embedding struct {
	server  *Server
	request EmbedFunc
	texts   []string
	vectors [][]float32
}

// batch requests the vectors of a batch. A server does not say which text of several
// is too long, so batch then tries the halves.
func (e *embedding) batch(ctx context.Context, from, to int) error {
	vectors, err := e.request(ctx, e.texts[from:to])
	var status *Status
	switch {
	case errors.As(err, &status) && status.TooLong() && to-from > 1:
		half := from + (to-from)/2
		if err := e.batch(ctx, from, half); err != nil {
			return err
		}
		return e.batch(ctx, half, to)
	case errors.As(err, &status) && status.TooLong():
		message := fmt.Sprintf("text %d has %d bytes, which is too long for the embedding model", from, len(e.texts[from]))
		r := problem.Refuse(problem.Rejected, TextTooLong, message, "split it into shorter texts")
		r.Problem.Field, r.Cause = strconv.Itoa(from), err
		return r
	case err != nil:
		return err
	case len(vectors) != to-from:
		return e.server.Refuse(BadAnswer, fmt.Sprintf("sent %d vectors for %d texts", len(vectors), to-from), nil)
	}
	for _, v := range vectors {
		if fault := e.fault(v); fault != "" {
			return e.server.Refuse(BadAnswer, fault, nil)
		}
		e.vectors = append(e.vectors, v)
	}
	return nil
}

// fault returns what is wrong with the next vector, or "".
func (e *embedding) fault(v Vector) string {
	if len(v) == 0 || len(v) > dimensionMax {
		return fmt.Sprintf("sent a vector of %d dimensions", len(v))
	}
	if len(e.vectors) > 0 && len(v) != len(e.vectors[0]) {
		return fmt.Sprintf("sent vectors of %d and of %d dimensions", len(e.vectors[0]), len(v))
	}
	for _, x := range v {
		if x != 0 {
			return ""
		}
	}
	return "sent a vector of zeros"
}

// TooLong reports whether the server says that the input is too long for the model.
// Servers have no error code for this, only text.
func (s *Status) TooLong() bool {
	switch s.Code {
	case http.StatusRequestEntityTooLarge:
		return true
	case http.StatusBadRequest, http.StatusUnprocessableEntity, http.StatusInternalServerError:
	default:
		return false
	}
	text := strings.ToLower(s.Text)
	for _, words := range []string{"context length", "context window", "maximum context", "input length",
		"too long", "too large", "must have less than", "exceed"} {
		if strings.Contains(text, words) {
			return true
		}
	}
	return false
}
