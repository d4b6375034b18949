package tinygguf

import (
	"fmt"
	"strings"
)

// vocabulary is a byte-level vocabulary with few merges. Its first 256 tokens are the
// bytes, so that it can encode every text.
type vocabulary struct {
	tokens []string
	types  []int32
	at     map[string]int

	spelling   [256]rune // how GPT-2 writes a byte
	merges     []string
	begin, end int
}

func newVocabulary() *vocabulary {
	v := &vocabulary{at: map[string]int{}}
	next := rune(256)
	for b := range v.spelling {
		ascii := b >= '!' && b <= '~'
		latin := b >= 0xA1 && b != 0xAD
		if ascii || latin {
			v.spelling[b] = rune(b)
		} else {
			v.spelling[b] = next
			next++
		}
		v.add(string(v.spelling[b]), normalToken)
	}
	v.merges = []string{"t h", "i n", "e r", "o n"}
	for _, merged := range []string{"th", "in", "er", "on"} {
		v.add(merged, normalToken)
	}
	v.begin = v.add("<|endoftext|>", controlToken)
	v.add("<|im_start|>", controlToken)
	v.end = v.add("<|im_end|>", controlToken)
	return v
}

func (v *vocabulary) add(token string, kind int32) int {
	if _, there := v.at[token]; there {
		panic("tinygguf: two tokens are " + token)
	}
	v.tokens, v.types = append(v.tokens, token), append(v.types, kind)
	v.at[token] = len(v.tokens) - 1
	return v.at[token]
}

// whole adds a text as one token. No merge makes it, so that only the model can produce
// it.
func (v *vocabulary) whole(text string) int {
	return v.add(v.spell(text), normalToken)
}

func (v *vocabulary) spell(text string) string {
	var spelt strings.Builder
	for i := range len(text) {
		spelt.WriteRune(v.spelling[text[i]])
	}
	return spelt.String()
}

// fill adds unused tokens up to a size.
func (v *vocabulary) fill(size int) {
	if len(v.tokens) > size {
		panic(fmt.Sprintf("tinygguf: %d tokens do not fit into %d", len(v.tokens), size))
	}
	for len(v.tokens) < size {
		v.add(fmt.Sprintf("<|pad%d|>", len(v.tokens)), controlToken)
	}
}
