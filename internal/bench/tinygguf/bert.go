package tinygguf

import "fmt"

// Embedding is a model that embeds texts and cannot complete them, of the architecture
// bert. Letters at the beginning and inside of words are different tokens.
func Embedding(seed uint64) []byte {
	const (
		width, inner = 64, 128
		heads        = 4
		context      = 512
	)
	r := seeded(seed)
	tokens := []string{"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"}
	types := []int32{controlToken, unknownToken, controlToken, controlToken, controlToken}
	for c := '!'; c <= '~'; c++ {
		tokens = append(tokens, "▁"+string(c), string(c))
		types = append(types, normalToken, normalToken)
	}
	n := len(tokens)
	entries := []entry{
		{"general.architecture", "bert"},
		{"general.name", "tiny-embedding"},
		{"general.file_type", 0},
		{"bert.context_length", context},
		{"bert.embedding_length", width},
		{"bert.block_count", 1},
		{"bert.feed_forward_length", inner},
		{"bert.attention.head_count", heads},
		{"bert.attention.layer_norm_epsilon", float32(1e-12)},
		{"bert.attention.causal", false},
		{"bert.pooling_type", 1},
		{"tokenizer.ggml.model", "bert"},
		{"tokenizer.ggml.token_type_count", 2},
		{"tokenizer.ggml.tokens", tokens},
		{"tokenizer.ggml.token_type", types},
		{"tokenizer.ggml.padding_token_id", 0},
		{"tokenizer.ggml.unknown_token_id", 1},
		{"tokenizer.ggml.cls_token_id", 2},
		{"tokenizer.ggml.bos_token_id", 2},
		{"tokenizer.ggml.eos_token_id", 3},
		{"tokenizer.ggml.seperator_token_id", 3}, // the format's own spelling
		{"tokenizer.ggml.mask_token_id", 4},
	}
	tensors := []tensor{
		{"token_embd.weight", []int{width, n}, draw(r, n*width, 1)},
		{"position_embd.weight", []int{width, context}, draw(r, context*width, 0.1)},
		{"token_types.weight", []int{width, 2}, draw(r, 2*width, 0.1)},
		{"token_embd_norm.weight", []int{width}, all(width, 1)},
		{"token_embd_norm.bias", []int{width}, all(width, 0)},
	}
	add := func(name string, weights []float32, bias int, dims ...int) {
		tensors = append(tensors,
			tensor{fmt.Sprintf("blk.0.%s.weight", name), dims, weights},
			tensor{fmt.Sprintf("blk.0.%s.bias", name), []int{bias}, all(bias, 0)})
	}
	for _, name := range []string{"attn_q", "attn_k", "attn_v", "attn_output"} {
		add(name, draw(r, width*width, 0.1), width, width, width)
	}
	for _, name := range []string{"attn_output_norm", "layer_output_norm"} {
		add(name, all(width, 1), width, width)
	}
	add("ffn_up", draw(r, width*inner, 0.1), inner, width, inner)
	add("ffn_down", draw(r, inner*width, 0.1), width, inner, width)
	return encode(entries, tensors)
}
