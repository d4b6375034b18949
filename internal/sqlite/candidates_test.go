package sqlite

import (
	"encoding/hex"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"assister/internal/fulltext"
	"assister/internal/where"
)

func TestWhatHasATextIsAmongItsCandidates(t *testing.T) {
	var b fulltext.Builder
	texts := slices.Clone(words)
	for _, x := range words {
		for _, y := range words {
			texts = append(texts, x+y, x+" "+y)
		}
	}
	for i, text := range texts {
		b.Add(fulltext.DocOf(0, int64(i)), []fulltext.Field{{Text: text, Label: true}})
	}
	x := fulltext.Index{b.Segment()}
	for _, sought := range append([]string{"den", "garden kinder", "end", "longl", "K2", "aside", "ok", "%", "e", "lines", "s"}, words...) {
		for name, tt := range map[string]struct {
			words []fulltext.Word
			has   func(text, sought string) bool
		}{
			"within": {fulltext.Within(where.Fold(sought)), strings.Contains},
			"whole":  {fulltext.Whole(where.Fold(sought)), func(text, sought string) bool { return text == sought }},
		} {
			if len(tt.words) == 0 {
				continue
			}
			docs, few, err := x.Candidates(tt.words, nil, len(texts))
			if err != nil || !few {
				t.Fatal(err, few)
			}
			for i, text := range texts {
				if tt.has(where.Fold(text), where.Fold(sought)) && !slices.Contains(docs, fulltext.DocOf(0, int64(i))) {
					t.Errorf("%s: %.60q has %q and is no candidate", name, text, sought)
				}
			}
		}
	}
}

func TestCandidatesAreFewOrNone(t *testing.T) {
	var b fulltext.Builder
	for i := range 100 {
		text := "garden"
		if i%10 == 0 {
			text += " gate"
		}
		b.Add(fulltext.DocOf(i%2, int64(i)), []fulltext.Field{{Text: text}})
	}
	x := fulltext.Index{b.Segment()}
	for _, tt := range []struct {
		text string
		kind []bool
		most int
		want int // less than 0 is too many
	}{
		{"gate", nil, 10, 10}, {"gate", nil, 9, -1}, {"gat", []bool{false, true}, 9, 0}, {"gat", []bool{true}, 10, 10},
		{"gate garden", nil, 10, 10}, // the garden is passed over
		{"garden", nil, 10, -1}, {"fence", nil, 10, 0},
	} {
		docs, few, err := x.Candidates(fulltext.Within(tt.text), tt.kind, tt.most)
		if err != nil || few != (tt.want >= 0) || few && len(docs) != tt.want {
			t.Errorf("%q of %v, at most %d: %d, %v, %v", tt.text, tt.kind, tt.most, len(docs), few, err)
		}
	}
}

// SQL's lower and instr are the last word on a text in ASCII, wherever it is looked
// for, unless there is a bending letter: without one, folding a text touches its
// ASCII letters as lower does, and makes no more of them.
func TestOnlyBendingLettersMakeOrChangeASCII(t *testing.T) {
	bends := func(r rune) bool {
		return slices.ContainsFunc(bending[:], func(part string) bool {
			bytes, err := hex.DecodeString(part)
			return err == nil && strings.Contains(string(r), string(bytes))
		})
	}
	foreign := regexp.MustCompile(`[^\x00-\x7f]+`)
	for r := rune(0x80); r < 0x20000; r++ {
		if !utf8.ValidRune(r) || bends(r) {
			continue
		}
		for _, text := range []string{"a" + string(r) + "b", "<" + string(r) + "="} {
			if folded := where.Fold(text); foreign.ReplaceAllString(folded, "|") != foreign.ReplaceAllString(text, "|") {
				t.Errorf("%U makes %q of %q", r, folded, text)
			}
		}
	}
}
