package tinygguf

import (
	"bytes"
	"encoding/binary"
	"testing"
)

var scripts = []Reply{
	{Trigger: "<|say|>", Pieces: []string{"The ", "river — ", "naïve."}},
	{Trigger: "<|loop|>", Pieces: []string{"and on ", "and on, "}, Loop: true},
}

func TestTheSameSeedGivesTheSameBytes(t *testing.T) {
	for name, model := range map[string]func(seed uint64) []byte{
		"script":    func(seed uint64) []byte { return Script(seed, scripts) },
		"random":    Random,
		"embedding": Embedding,
	} {
		t.Run(name, func(t *testing.T) {
			if !bytes.Equal(model(1), model(1)) {
				t.Error("two models of one seed differ")
			}
			if bytes.Equal(model(1), model(2)) {
				t.Error("models of two seeds are equal")
			}
		})
	}
}

func TestAModelIsAValidFile(t *testing.T) {
	for name, model := range map[string][]byte{"script": Script(1, scripts), "random": Random(1), "embedding": Embedding(1)} {
		if !bytes.HasPrefix(model, []byte("GGUF\x03\x00\x00\x00")) || len(model)%alignment != 0 {
			t.Errorf("%s begins with %q and has %d bytes", name, model[:8], len(model))
		}
		if tensors := binary.LittleEndian.Uint64(model[8:]); tensors < 12 {
			t.Errorf("%s has %d tensors", name, tensors)
		}
	}
}

func TestTextIsTokenizedByBytes(t *testing.T) {
	v := newVocabulary()
	say := v.whole("naïve — ")
	if v.tokens[say] != "naÃ¯veĠâĢĶĠ" {
		t.Errorf("a piece is spelt %q", v.tokens[say])
	}
}

func TestDuplicateTokensPanic(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a chain with two ways on was written")
		}
	}()
	Script(1, []Reply{{Trigger: "<|say|>", Pieces: []string{"again ", "again "}}})
}
