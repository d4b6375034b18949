// Package searchtest embeds texts for tests, by words whose sense it knows: texts are
// near each other if they have words of the same senses.
package searchtest

import (
	"context"
	"hash/fnv"
	"strings"
	"unicode"
)

// senses are words of similar meaning.
var senses = [...]string{
	"dentist tooth teeth crown toothache zahnarzt dentiste",
	"milk bread butter groceries food supermarket oats",
	"car garage tyres engine brakes vehicle",
	"holiday flight beach hotel travel vacation",
	"tax invoice money bank receipt finances",
	"garden roses hedge lawn plants",
}

// Dimension is the dimension of the vectors.
const Dimension = 24

// Vector returns the embedding of a text: a number for each sense, by how many of its
// words have it, and a small number for every word without a sense.
func Vector(text string) []float32 {
	v := make([]float32, Dimension)
	v[Dimension-1] = 0.1
	between := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	for _, word := range strings.FieldsFunc(strings.ToLower(text), between) {
		known := false
		for i, words := range senses {
			if strings.Contains(" "+words+" ", " "+word+" ") {
				v[i]++
				known = true
			}
		}
		if !known {
			h := fnv.New32a()
			_, _ = h.Write([]byte(word))
			v[len(senses)+int(h.Sum32()%uint32(Dimension-len(senses)))] += 0.05
		}
	}
	return v
}

// Embedder is an embedder that records its texts. The zero Embedder works.
type Embedder struct {
	Asked []string                                              // texts, in their order
	Do    func(texts []string) (vectors [][]float32, err error) // instead of Vector; optional
}

// Embed returns the vectors of texts.
func (e *Embedder) Embed(ctx context.Context, _ string, texts []string) ([][]float32, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	e.Asked = append(e.Asked, texts...)
	if e.Do != nil {
		return e.Do(texts)
	}
	return Vectors(texts), nil
}

// Vectors returns the vectors of texts.
func Vectors(texts []string) (vectors [][]float32) {
	for _, t := range texts {
		vectors = append(vectors, Vector(t))
	}
	return vectors
}
