package search

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// paragraphsOf returns paragraphs of the given lengths.
func paragraphsOf(lengths ...int) string {
	var all []string
	for _, n := range lengths {
		all = append(all, strings.Repeat("é", n))
	}
	return strings.Join(all, "\n\n")
}

func TestChunksOverlap(t *testing.T) {
	for _, tt := range []struct{ paragraphs, want []int }{
		{nil, nil},
		{[]int{1200}, []int{1200}},
		{[]int{1201}, []int{1200, 302}},
		{[]int{2500}, []int{1200, 1200, 301, 400}},
		{[]int{700, 700}, []int{700, 851}},
		{[]int{500, 500, 500}, []int{1001, 651}},
		{[]int{900, 100}, []int{1001}},
		{[]int{1100, 90, 300}, []int{1191, 451}},
		{[]int{1200, 1200, 50}, []int{1200, 1200, 352}}, // the short last chunk overlaps more
	} {
		var got []int
		for _, c := range Chunks(paragraphsOf(tt.paragraphs...)) {
			got = append(got, utf8.RuneCountInString(c))
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%v: %v, want %v", tt.paragraphs, got, tt.want)
		}
	}
}

func TestChunksCoverTheText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"a", "日本 ", "word ", "\n", "\n\n", "\r\n\r\n", strings.Repeat("x", 700), strings.Repeat("yz ", 500)}), 0, 30).Draw(t, "text"), "")
		chunks := Chunks(text)
		for _, c := range chunks {
			if n := utf8.RuneCountInString(c); n > chunkMax || n == 0 || !utf8.ValidString(c) {
				t.Fatalf("a piece of %d letters", n)
			}
		}
		all := strings.Join(chunks, " ")
		for _, word := range Words(text) {
			if utf8.RuneCountInString(word) <= overlap && !strings.Contains(all, word) {
				t.Fatalf("%q is in no piece", word)
			}
		}
	})
}

func TestAPreviewIsOneLineWithinItsLength(t *testing.T) {
	for text, want := range map[string]string{
		"  a \n b  ":             "a b",
		strings.Repeat("é", 180): strings.Repeat("é", 180),
		strings.Repeat("é", 181): strings.Repeat("é", 179) + "…",
	} {
		if got := Preview(text); got != want {
			t.Errorf("%.20q: %.20q", text, got)
		}
	}
}
