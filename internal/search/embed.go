package search

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"assister/internal/fulltext"
	"assister/internal/problem"
	"assister/internal/schema"
	"assister/internal/vector"
)

// Embedder asks a model for vectors: one for each text, all of one dimension. A text that
// is too long for the model is refused with problem.TextTooLong, whose Field is the index
// of the text.
type Embedder interface {
	Embed(ctx context.Context, model string, texts []string) ([][]float32, error)
}

// Model is an embedding model.
type Model struct {
	Name     string
	Embedder Embedder
}

// indexName identifies the model in the index: Ollama accepts the same model with and
// without the tag “latest”.
func (m Model) indexName() string { return strings.TrimSuffix(m.Name, ":latest") }

// instructions are prefixes that some models were trained with, for texts and for
// queries. Without them they find less. A model is recognized by a part of its name; the
// first match counts.
var instructions = [...]struct{ model, text, query string }{
	{"nomic-embed-text", "search_document: ", "search_query: "},
	{"embeddinggemma", "title: none | text: ", "task: search result | query: "},
	{"mxbai-embed", "", "Represent this sentence for searching relevant passages: "},
	{"arctic-embed2", "", "query: "},
	{"arctic-embed-l-v2", "", "query: "},
	{"arctic-embed-m-v2", "", "query: "},
	{"arctic-embed", "", "Represent this sentence for searching relevant passages: "},
	{"e5-", "passage: ", "query: "},
	{"qwen3-embedding", "",
		"Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:"},
}

func (m Model) instruction() (text, query string) {
	name := strings.ToLower(m.Name)
	for _, i := range instructions {
		if strings.Contains(name, i.model) {
			return i.text, i.query
		}
	}
	return "", ""
}

// chunkVersion is the version of the texts and of Chunks.
const chunkVersion = 1

// textVersion identifies the form of the embedded texts. When it changes, every text is
// compared, and unchanged texts keep their vectors.
func (m Model) textVersion() string {
	text, _ := m.instruction()
	sum := sha256.Sum256([]byte(text))
	instruction := strconv.FormatUint(binary.LittleEndian.Uint64(sum[:]), 16)
	return strconv.Itoa(chunkVersion) + "-" + fulltext.Fingerprint() + "-" + instruction
}

// passage is a chunk of the text of a record.
type passage struct {
	key  vector.Key
	text string
}

// passages returns the chunks of a record. A key has a digest of its chunk, so that a
// changed chunk gets another key.
func (m Model) passages(k *schema.Kind, id int64, text func(f *schema.Field) string) (all []passage) {
	before, _ := m.instruction()
	for _, chunk := range Chunks(recordText(k, text)) {
		if strings.TrimSpace(chunk) == "" {
			continue // cut out of a line of blanks
		}
		sum := sha256.Sum256([]byte(before + chunk))
		all = append(all, passage{vector.Key{ID: id, Text: binary.LittleEndian.Uint64(sum[:])}, chunk})
	}
	return all
}

// recordText is the text of a record: its label first, then its other texts.
func recordText(k *schema.Kind, text func(f *schema.Field) string) string {
	var parts []string
	for _, f := range fulltext.Texts(k) {
		if said := strings.TrimSpace(text(f)); said != "" {
			if f.Name == k.Label {
				parts = append([]string{said}, parts...)
			} else {
				parts = append(parts, said)
			}
		}
	}
	return strings.Join(parts, "\n\n")
}

// QueryVector is the vector of a search text, and the model that made it.
type QueryVector struct {
	Model  Model
	Vector vector.Vector
}

// NoVectors is the code of a workspace that has no vectors of the model.
const NoVectors = "no_vectors"

// QueryVector embeds the text of a search, for a comparison with the stored vectors.
func (m Model) QueryVector(ctx context.Context, is vector.State, text string) (to QueryVector, err error) {
	switch {
	case is.Model == "":
		return to, problem.Refuse(problem.Unavailable, NoVectors, "no text has been embedded yet",
			"embed the texts with: assister index")
	case is.Model != m.indexName():
		return to, problem.Refuse(problem.Unavailable, NoVectors,
			"the texts are embedded by another model, "+problem.Quote(is.Model),
			"embed them again with `assister index`, or set embedding.model to that model")
	case strings.TrimSpace(text) == "":
		return to, problem.Refuse(problem.Usage, NoVectors, "the search text is empty", "give the words to search for")
	}
	_, before := m.instruction()
	all, err := (&embedder{model: m}).embed(ctx, []string{before + shortened(text, chunkMax)})
	if err != nil {
		return to, err
	}
	if all[0].Dimension() != is.Dimension {
		return to, errDimension
	}
	return QueryVector{Model: m, Vector: all[0]}, nil
}

// errDimension reports a model whose vectors have another dimension than before.
var errDimension = problem.Refuse(problem.Unavailable, BadVectors,
	"the model returns vectors of another dimension than before", "embed all texts again with: assister index")

func shortened(text string, most int) string {
	if r := []rune(text); len(r) > most {
		return string(r[:most])
	}
	return text
}

// embedder embeds texts and remembers the length that is too long for the model.
type embedder struct {
	model Model
	// tooLong returns the index of the text that was too long for the model.
	tooLong int // bytes of the shortest text that was too long for the model; 0 while none was
}

// embed returns the vectors of texts. A text that is too long for the model gets the mean
// of the vectors of its halves.
func (e *embedder) embed(ctx context.Context, texts []string) (vectors []vector.Vector, err error) {
	if long := e.firstTooLong(texts); long >= 0 {
		return e.embedAround(ctx, texts, long)
	}
	numbers, err := e.model.Embedder.Embed(ctx, e.model.Name, texts)
	if n, long := tooLong(err); long && n < len(texts) {
		e.tooLong = len(texts[n])
		return e.embedAround(ctx, texts, n)
	}
	if err != nil {
		return nil, err
	}
	if len(numbers) != len(texts) {
		return nil, e.refuse(fmt.Sprintf("gives %d vectors for %d texts", len(numbers), len(texts)))
	}
	for _, one := range numbers {
		v, ok := vector.Of(one)
		if !ok || len(one) != len(numbers[0]) {
			return nil, e.refuse("gives vectors that cannot be compared")
		}
		vectors = append(vectors, v)
	}
	return vectors, nil
}

// firstTooLong is the index of the first text that is known to be too long, -1 if there
// is none.
func (e *embedder) firstTooLong(texts []string) int {
	for i, t := range texts {
		if e.tooLong > 0 && len(t) >= e.tooLong {
			return i
		}
	}
	return -1
}

// embedAround is embed for texts of which one is too long.
func (e *embedder) embedAround(ctx context.Context, texts []string, long int) (vectors []vector.Vector, err error) {
	for _, part := range [][]string{texts[:long], texts[long : long+1], texts[long+1:]} {
		if len(part) == 0 {
			continue
		}
		var some []vector.Vector
		if len(part) == 1 && len(part[0]) >= e.tooLong {
			some, err = e.embedHalves(ctx, part[0])
		} else {
			some, err = e.embed(ctx, part)
		}
		if err != nil {
			return nil, err
		}
		vectors = append(vectors, some...)
	}
	return vectors, nil
}

// minHalf is the length of a text that every model has to accept.
const minHalf = 16

func (e *embedder) embedHalves(ctx context.Context, text string) ([]vector.Vector, error) {
	n := utf8.RuneCountInString(text)
	if n < 2*minHalf {
		return nil, e.refuse(fmt.Sprintf("takes no text of %d letters", n))
	}
	runes := []rune(text)
	halves, err := e.embed(ctx, []string{string(runes[:n/2]), string(runes[n/2:])})
	if err != nil {
		return nil, err
	}
	between, ok := vector.Mean(halves)
	if !ok {
		between = halves[0] // opposite directions: prefer the beginning
	}
	return []vector.Vector{between}, nil
}

// tooLong is the number of the text that a model does not take whole.
func tooLong(err error) (n int, ok bool) {
	var r *problem.Refusal
	if !errors.As(err, &r) || r.Problem.Code != problem.TextTooLong {
		return 0, false
	}
	n, err = strconv.Atoi(r.Problem.Field)
	return n, err == nil && n >= 0
}

// BadVectors is the code of a model whose vectors are unusable.
const BadVectors = "bad_vectors"

func (e *embedder) refuse(does string) error {
	return problem.Refuse(problem.Unavailable, BadVectors, "the model "+problem.Quote(e.model.Name)+" "+does,
		"choose a model that is made for embeddings")
}
