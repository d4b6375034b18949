package tinygguf

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
)

// contextLength is larger than any prompt of the tests; nearly every byte is a token.
const contextLength = 32768

// Reply is the reply of a scripted model to a prompt that ends with Trigger, which is
// one token: "<|say|>". Each piece is one token and comes as one line of the
// server's stream; no two pieces of a model are equal.
type Reply struct {
	Trigger string
	Pieces  []string
	Loop    bool // starts again at the first piece, for ever
}

// Script is a model with known replies. Its state is a one-hot code of the last
// token, to which attention and feed-forward add nothing, and its output is a
// table: the next token depends on the last one alone. Therefore the token that
// ends the template of a Modelfile picks the reply, at temperature 0 and nearly
// surely at 0.1.
//
// After any other token the model is free: it writes what the seed prefers,
// short words and numbers, which under a grammar becomes JSON that ends soon.
func Script(seed uint64, replies []Reply) []byte {
	const width = 384
	r := seeded(seed)
	v := newVocabulary()
	for _, reply := range replies {
		v.add(reply.Trigger, controlToken)
		for _, piece := range reply.Pieces {
			v.whole(piece)
		}
	}
	v.fill(width) // a one-hot code needs a dimension for each token

	l := llama{name: "tiny-script", vocabulary: v, width: width, inner: 32, layers: 1, head: 16,
		embedding: make([]float32, width*width), output: make([]float32, width*width)}
	for token := range width {
		l.embedding[token*width+token] = 1
	}
	scale := 1 / math.Sqrt(width) // takes back what the norm does to a one-hot code
	likes := func(last, next int, by float64) { l.output[next*width+last] = float32(by * scale) }
	for last := range width {
		for next := range width {
			likes(last, next, r.NormFloat64()+habit(last, next, v.end))
		}
	}
	const surely = 30
	for _, reply := range replies {
		last, first := v.at[reply.Trigger], v.end
		for i, piece := range reply.Pieces {
			next := v.at[v.spell(piece)]
			likes(last, next, surely)
			if last = next; i == 0 && reply.Loop {
				first = next
			}
		}
		likes(last, first, surely)
	}
	return l.encode(r, 0)
}

// habit makes a free model write short words and end soon.
func habit(last, next, end int) float64 {
	is := func(token int, of string) bool { return token < 128 && strings.IndexByte(of, byte(token)) >= 0 }
	letter := func(token int) bool { return token >= 'a' && token <= 'z' }
	const wordEnds = "fkpuz"
	by := 0.0
	switch {
	case next == end && is(last, wordEnds):
		by = 12
	case next == end:
		by = 4
	case next >= 0x80 || next < 0x20:
		by = -20 // bytes of longer characters, control characters, and what only scripts write
	case is(next, ` \`):
		by = -10
	case is(last, `"`) && letter(next):
		by = 10
	case is(last, wordEnds) && is(next, `"`):
		by = 10
	case letter(last) && next == last+1:
		by = 8
	case is(next, `"}]`):
		by = 5
	case is(next, ":"):
		by = 4
	case is(next, ","):
		by = 2
	case is(last, "0123456789.") && is(next, "0123456789.eE+-"):
		by = -3
	}
	// The server gives up after 30 equal tokens in a row.
	if next == last {
		by -= 6
	}
	return by
}

// Random is a model with random weights: its replies make no sense, and under a grammar
// they are random JSON.
func Random(seed uint64) []byte {
	const width = 64
	r := seeded(seed)
	v := newVocabulary()
	n := len(v.tokens)
	l := llama{name: "tiny-random", vocabulary: v, width: width, inner: 128, layers: 2, head: 16,
		embedding: draw(r, n*width, 1), output: draw(r, n*width, 0.3)}
	// Only the end of a turn ends a reply; the beginning of a text would be
	// written into it.
	clear(l.output[v.begin*width : (v.begin+1)*width])
	return l.encode(r, 0.4)
}

// llama is a model of the architecture llama with one small head, which makes prompts
// cheap: a server without SIMD reads thousands of tokens in a second.
type llama struct {
	name              string
	vocabulary        *vocabulary
	width, inner      int
	layers, head      int
	embedding, output []float32
}

func (l llama) encode(r *rand.Rand, deviation float64) []byte {
	v, w, n := l.vocabulary, l.width, len(l.vocabulary.tokens)
	entries := []entry{
		{"general.architecture", "llama"},
		{"general.name", l.name},
		{"general.file_type", 0},
		{"llama.vocab_size", n},
		{"llama.context_length", contextLength},
		{"llama.embedding_length", w},
		{"llama.block_count", l.layers},
		{"llama.feed_forward_length", l.inner},
		{"llama.attention.head_count", 1},
		{"llama.attention.head_count_kv", 1},
		{"llama.attention.key_length", l.head},
		{"llama.attention.value_length", l.head},
		{"llama.attention.layer_norm_rms_epsilon", float32(1e-6)},
		{"llama.rope.dimension_count", l.head},
		{"llama.rope.freq_base", float32(10000)},
		{"tokenizer.ggml.model", "gpt2"},
		{"tokenizer.ggml.pre", "gpt-2"},
		{"tokenizer.ggml.tokens", v.tokens},
		{"tokenizer.ggml.token_type", v.types},
		{"tokenizer.ggml.merges", v.merges},
		{"tokenizer.ggml.bos_token_id", v.begin},
		{"tokenizer.ggml.eos_token_id", v.end},
		{"tokenizer.ggml.add_bos_token", false},
	}
	tensors := []tensor{
		{"token_embd.weight", []int{w, n}, l.embedding},
		{"output_norm.weight", []int{w}, all(w, 1)},
		{"output.weight", []int{w, n}, l.output},
	}
	for i := range l.layers {
		add := func(name string, data []float32, dims ...int) {
			tensors = append(tensors, tensor{fmt.Sprintf("blk.%d.%s.weight", i, name), dims, data})
		}
		add("attn_norm", all(w, 1), w)
		for _, name := range []string{"attn_q", "attn_k", "attn_v"} {
			add(name, draw(r, w*l.head, deviation), w, l.head)
		}
		add("attn_output", draw(r, l.head*w, deviation), l.head, w)
		add("ffn_norm", all(w, 1), w)
		add("ffn_gate", draw(r, w*l.inner, deviation), w, l.inner)
		add("ffn_up", draw(r, w*l.inner, deviation), w, l.inner)
		add("ffn_down", draw(r, l.inner*w, deviation), l.inner, w)
	}
	return encode(entries, tensors)
}
