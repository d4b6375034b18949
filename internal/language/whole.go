package language

import (
	"slices"
	"strings"
)

// What stands in quotes, and an address, is one piece: the lexicon is not looked up in it,
// and free text has all of it or nothing.

// wholes computes for each token the end of the piece that begins with it, -1 if it is
// inside of one, and 0 for other tokens.
func wholes(ends []int32, toks []Token) []int32 {
	ends = slices.Grow(ends, len(toks)+1)[:len(toks)+1]
	clear(ends)
	for i := 0; i < len(toks); {
		end := Quotation(toks, i)
		if end == 0 {
			end = addressEnd(toks, i)
		}
		if end == 0 {
			i++
			continue
		}
		ends[i] = int32(end)
		for i++; i < end; i++ {
			ends[i] = -1
		}
	}
	return ends
}

// maxQuoted is the longest quotation, in tokens, so that a quotation mark without its
// partner does not make long texts slow.
const maxQuoted = 200

func (t *Token) isQuote() bool { return t.Word == `"` || t.Word == "'" }

// Quotation is the end of the quotation that begins at a token; 0 if there is none. An
// apostrophe opens one only before a word and after a space.
func Quotation(toks []Token, i int) int {
	open := &toks[i]
	single := open.Word == "'"
	if !open.isQuote() || single && (open.Glued || !wordFollows(toks, i)) {
		return 0
	}
	for k := i + 2; k < min(len(toks), i+maxQuoted); k++ {
		apostrophe := single && (!toks[k].Glued || wordFollows(toks, k))
		if toks[k].Word == open.Word && !apostrophe {
			return k + 1
		}
	}
	return 0
}

// endsWord reports whether a token is an apostrophe that belongs to the word before it: "the boys'".
func endsWord(toks []Token, i int) bool {
	return toks[i].Word == "'" && toks[i].Glued && !wordFollows(toks, i)
}

// wordFollows reports whether a word or number follows a token without a space.
func wordFollows(toks []Token, i int) bool {
	return i+1 < len(toks) && toks[i+1].Glued && !toks[i+1].IsMark()
}

// addressEnd is the end of the URL, address of mail or path that begins at a token; 0 if
// there is none.
func addressEnd(toks []Token, i int) int {
	bracketed := i > 0 && isOpening(toks[i-1].Word) // "(ann@mail.example)"
	if toks[i].Glued && !bracketed || isOpening(toks[i].Word) {
		return 0
	}
	end, is := i+1, toks[i].Word == "/" || toks[i].Word == "~"
	for ; end < len(toks) && toks[end].Glued; end++ {
		before, here := toks[end-1].Word, toks[end].Word
		url := before == "/" && here == "/" || before == "www" && end == i+1
		mail := here == "@" && toks[end-1].Letters
		is = is || url || mail
	}
	if !is || end < i+3 {
		return 0
	}
	for end > i+1 && toks[end-1].IsMark() && toks[end-1].Word != "/" {
		end-- // the mark that ends the sentence
	}
	return end
}

func isOpening(mark string) bool { return mark == "(" || mark == "<" || mark == "[" }

// pairs computes for each bracket its partner, and -1 for all other tokens. Free text has
// both or none.
func pairs(partners []int32, toks []Token) []int32 {
	partners = slices.Grow(partners, len(toks))[:len(toks)]
	var open []int32
	for i := range toks {
		partners[i] = -1
		switch toks[i].Word {
		case "(", "[", "{":
			open = append(open, int32(i))
		case ")", "]", "}":
			for k := len(open) - 1; k >= 0; k-- { // those behind it have no partner
				if closing[toks[open[k]].Word] == toks[i].Word {
					partners[i], partners[open[k]] = open[k], int32(i)
					open = open[:k]
					break
				}
			}
		}
	}
	return partners
}

// closing are the brackets that end what others begin.
var closing = map[string]string{"(": ")", "[": "]", "{": "}"}

// isStop reports whether a token is a mark that belongs to the word before it.
func (t *Token) isStop() bool {
	return t.Glued && len(t.Word) == 1 && strings.Contains(",;:.!?'", t.Word)
}
