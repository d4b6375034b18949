package language

import "strings"

// maxChunk is how many tokens are read at once: a chart takes memory and time for each of
// them, and in the worst case for each pair.
const maxChunk = 160

// Chunks divides a long text where a sentence or a line ends, so that each part can be read
// by itself. A short text is one part. A part may be longer than a chart reads if no
// sentence ends in it: see Readable.
func Chunks(toks []Token) (parts [][]Token) {
	for len(toks) > maxChunk {
		end := 0
		for i := 0; i < maxChunk || end == 0 && i < len(toks); i++ {
			if endsSentence(toks, i) {
				end = i + 1
			}
		}
		if end == 0 {
			break
		}
		parts, toks = append(parts, toks[:end]), toks[end:]
	}
	if len(toks) > 0 {
		parts = append(parts, toks)
	}
	return parts
}

// Readable reports whether a text is short enough to be read at once.
func Readable(toks []Token) bool { return len(toks) <= maxChunk }

// Sentences are the tokens that the sentences and lines of a text begin with, by their numbers.
func Sentences(toks []Token) (begin []int) {
	for i := range toks {
		if i == 0 || endsSentence(toks, i-1) && !endsSentence(toks, i) {
			begin = append(begin, i)
		}
	}
	return begin
}

// endsSentence reports whether a token is a mark that a sentence ends with, and a space is behind it, or a line break.
func endsSentence(toks []Token, i int) bool {
	word := toks[i].Word
	return word == "\n" || strings.Contains(".!?;", word) && (i+1 == len(toks) || !toks[i+1].Glued)
}
