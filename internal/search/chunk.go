package search

import (
	"slices"
	"strings"
)

// How long texts are split for embeddings, in letters.
const (
	chunkMax   = 1200
	overlap    = 150 // that a chunk repeats of the one before it
	minChunk   = 400 // what is left at the end is a chunk of its own from here on, if it fits before
	previewMax = 180
)

// Chunks takes a text apart into pieces that an embedding can stand for. Its
// paragraphs are packed together as long as they fit; each piece begins with the
// end of the one before it, so that what is said across a cut is found. A
// paragraph that is too long by itself is cut, with the same overlap.
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

// mergeShortEnd puts a short end back to what is before it, where it fits.
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

// pieces cuts what is longer than a chunk.
func pieces(text []rune) (cut [][]rune) {
	for len(text) > chunkMax {
		cut = append(cut, text[:chunkMax])
		text = text[chunkMax-overlap:]
	}
	return append(cut, text)
}

// paragraphs are what stands between blank lines.
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

// Preview is the beginning of a text on one line, to be shown beside a source.
func Preview(text string) string {
	line := []rune(strings.Join(strings.Fields(text), " "))
	if len(line) <= previewMax {
		return string(line)
	}
	return string(line[:previewMax-1]) + "…"
}
