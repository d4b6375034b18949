package moment

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// The words of a language are found in one table in the order of their bytes, some of them
// of several words, and a misspelt one by the word that it is near to.

// meanings is how many entries at the beginning of a table are of one word.
func meanings(all []gloss, word string) int {
	n := 0
	for n < len(all) && all[n].word == word {
		n++
	}
	return n
}

// index notes where in the table the words with each initial stand.
func (l *Language) index() {
	for _, g := range l.words {
		l.initials[int(g.word[0])+1]++
	}
	for b := range l.initials[1:] {
		l.initials[b+1] += l.initials[b]
	}
}

// find is the place in the table of the first entry that is not before the word.
// Its initial leaves a handful to choose from.
func (l *Language) find(word string) int {
	lo, hi := int(l.initials[word[0]]), int(l.initials[int(word[0])+1])
	for lo < hi {
		if mid := (lo + hi) / 2; l.words[mid].word < word {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// opens reports whether a word is in the table, or begins what is there of several.
func (l *Language) opens(word string) bool {
	k := l.find(word)
	if k == len(l.words) || !strings.HasPrefix(l.words[k].word, word) {
		return false
	}
	return len(l.words[k].word) == len(word) || l.words[k].word[len(word)] == ' '
}

// has reports whether the language knows a word.
func (l *Language) has(word string) bool {
	k := l.find(word)
	return k < len(l.words) && l.words[k].word == word
}

// goesOn reports whether the text goes on with more words, with spaces or
// hyphens between them, and where they end.
func goesOn(low string, at int, more string) (int, bool) {
	for more != "" {
		begin := at
		for at < len(low) && (low[at] == ' ' || low[at] == '-' || (low[at] == '.' || low[at] == '\'') && at == begin || low[at] == 0) {
			at++
		}
		word, rest, _ := strings.Cut(more, " ")
		if at == begin && word != "/" && low[at-1] != '/' {
			return 0, false
		}
		end, ok := begins(low, at, word)
		if !ok {
			return 0, false
		}
		at = end
		if c, _ := utf8.DecodeRuneInString(low[at:]); word != "/" && unicode.IsLetter(c) || c == '\'' && !strings.HasPrefix(low[at:], "'s") {
			return 0, false
		}
		more = rest
	}
	return at, true
}

// begins reports whether a word stands at a place of the text, zeros aside, and
// where it ends.
func begins(low string, at int, word string) (end int, ok bool) {
	for i := range len(word) {
		at += zeros(low[at:])
		if at >= len(low) || low[at] != word[i] {
			return 0, false
		}
		at++
	}
	return at + zeros(low[at:]), true
}

// slip reports whether a word is another with one letter left out or added, or
// two letters the wrong way round. One letter for another is more often another
// word.
func slip(word, of string) bool {
	if d := len(word) - len(of); d < -1 || d > 1 || word[0] != of[0] {
		return false
	}
	i := 0
	for i < len(word) && i < len(of) && word[i] == of[i] {
		i++
	}
	switch len(word) - len(of) {
	case -1:
		return word[i:] == of[i+1:]
	case 1:
		return word[i+1:] == of[i:]
	}
	return i+1 < len(of) && word[i] == of[i+1] && word[i+1] == of[i] && word[i+2:] == of[i+2:]
}
