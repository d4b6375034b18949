package search

import (
	"slices"
	"strings"

	"assister/internal/problem"
)

// Lengths of chunks for embeddings, in runes.
const (
	chunkMax   = 1200
	overlap    = 150 // end of the previous chunk that a chunk repeats
	minChunk   = 400 // a shorter last chunk is merged with the previous one if both fit
	previewMax = 180
)

// Chunks splits a text into pieces for embeddings. It packs paragraphs into a chunk while
// they fit. Each chunk begins with the end of the previous one, so that a passage across
// a boundary is found. A paragraph longer than a chunk is cut with the same overlap.
func Chunks(text string) (chunks []string) {
	var open []rune
	for _, p := range paragraphs(text) {
		for _, piece := range pieces([]rune(p)) {
			switch {
			case len(open) == 0:
				open = piece
			case len(open)+1+len(piece) <= chunkMax:
				open = joinedRunes(open, piece)
			default:
				chunks = append(chunks, string(open))
				open = joinedRunes(open[max(0, len(open)-overlap):], piece)
				if len(open) > chunkMax {
					for _, cut := range pieces(open) {
						chunks = append(chunks, string(cut))
					}
					open = nil
				}
			}
		}
	}
	if len(open) > 0 {
		chunks = append(chunks, string(open))
	}
	return mergeShortEnd(chunks)
}

// mergeShortEnd merges a short last chunk with the one before it, if both fit.
func mergeShortEnd(chunks []string) []string {
	n := len(chunks)
	if n < 2 {
		return chunks
	}
	before, end := []rune(chunks[n-2]), []rune(chunks[n-1])
	if len(end) >= minChunk || len(before)+1+len(end) > chunkMax {
		return chunks
	}
	return append(chunks[:n-2], string(joinedRunes(before, end)))
}

func joinedRunes(a, b []rune) []rune { return slices.Concat(a, []rune{'\n'}, b) }

// pieces cuts a text that is longer than a chunk.
func pieces(text []rune) (cut [][]rune) {
	for len(text) > chunkMax {
		cut = append(cut, text[:chunkMax])
		text = text[chunkMax-overlap:]
	}
	return append(cut, text)
}

// paragraphs splits a text at blank lines.
func paragraphs(text string) (all []string) {
	var lines []string
	end := func() {
		if p := strings.TrimSpace(strings.Join(lines, "\n")); p != "" {
			all = append(all, p)
		}
		lines = lines[:0]
	}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if strings.TrimSpace(line) == "" {
			end()
			continue
		}
		lines = append(lines, line)
	}
	end()
	return all
}

// Preview returns the beginning of a text on one line.
func Preview(text string) string {
	return problem.Cut(strings.Join(strings.Fields(text), " "), previewMax)
}
