package phrase

import (
	"slices"
	"strings"
	"sync"

	"assister/internal/calendar"
	"assister/internal/phrase/moment"
)

// A language is data and a few rules: what its verbs and courtesies are, and for
// its other words which word of the grammar, which is in English, they stand for.
// Only the text of a token is another then; spans, and titles with them, are of
// what was written.

// language is how requests are spoken.
type language struct {
	moment     *moment.Language
	verbs      []verb // of its own; nil where they are synonyms
	synonyms   []synonym
	courtesies []string
	thanks     []string
	words      []synonym // in the order of their bytes
	phrases    []synonym // words that stand for one together
	by         string    // before the time that something has to be done by

	once    sync.Once
	calls   initials // of its verbs or synonyms
	opening initials // of its courtesies
}

// indexed is the language with its tables sorted by initials.
func (l *language) indexed() *language {
	l.once.Do(func() {
		l.opening = byInitial(len(l.courtesies), func(k int) string { return l.courtesies[k] })
		if l.synonyms != nil {
			l.calls = byInitial(len(l.synonyms), func(k int) string { return l.synonyms[k].words })
		} else {
			l.calls = byInitial(len(l.verbs), func(k int) string { return l.verbs[k].words })
		}
	})
	return l
}

// synonym is one or more words, and what they stand for.
type synonym struct{ words, of string }

var inEnglish = &language{by: "by", verbs: verbs, courtesies: courtesies, thanks: thanks}

// languageMarks is how many words are looked at to tell the language.
const languageMarks = 64

// speak settles in which language a text is: that of its verb, or where both have
// one or none has, that of more of its small words.
func speak(r *reader) *reader {
	var foreign int
	for i := range r.toks[:min(len(r.toks), languageMarks)] {
		t := &r.toks[i]
		if i > 0 && t.frenchHour(r.toks[i-1]) {
			foreign++
			continue
		}
		if t.Shape != Word || len(t.senses) > 0 { // most texts are English through and through
			continue
		}
		if _, ours := slices.BinarySearch(englishMarks, t.Text); ours {
			continue
		}
		foreign += french.owns(t.Text)
	}
	if foreign == 0 {
		return r
	}
	f := &reader{text: r.text, clock: r.clock, lang: french.indexed(), toks: french.tokens(r.text, r.toks)}
	here, _ := r.verbAt(r.politeness(0))
	there, _ := f.verbAt(f.politeness(0))
	switch {
	case here == nil && there != nil:
		return f
	case here != nil && there == nil:
		return r
	}
	own := 0
	for i := range r.toks[:min(len(r.toks), languageMarks)] {
		if french.owns(r.toks[i].Text) == 0 && inEnglish.owns(r.toks[i].Text) > 0 {
			own++
		}
	}
	if foreign > own {
		return f
	}
	return r
}

// French reports whether a request is in French rather than in English.
func French(text string) bool { return newReader(text, calendar.Clock{}).lang == french }

// frenchHour reports whether a token goes on with a number as "17h15" does.
func (t *Token) frenchHour(before Token) bool {
	return t.Shape == Word && t.Glued && before.Shape == Number && t.Text[0] == 'h' && strings.Trim(t.Text[1:], "0123456789") == ""
}

// owns is 1 for a word that the language has, and English has not or hardly.
func (l *language) owns(word string) int {
	if len(word) == 0 || word[0] >= '0' && word[0] <= '9' {
		return 0
	}
	if l == inEnglish {
		if _, ok := slices.BinarySearch(englishMarks, word); ok || len(lookup(word)) > 0 {
			return 1
		}
		return 0
	}
	if word == "à" {
		return 1
	}
	word = unaccented(word)
	if _, ok := slices.BinarySearch(frenchErrands, word); ok || isOneOf(word, frenchOrders) {
		return 1
	}
	if head, _, ok := strings.Cut(word, "-"); ok && l.begins(head) {
		return 1
	}
	if head, rest, ok := strings.Cut(word, "'"); ok && rest != "" && elides(head) {
		return 1
	}
	if _, ok := slices.BinarySearch(bothLanguages, word); ok {
		return 0
	}
	if _, ok := find(l.words, word); ok {
		return 1
	}
	if _, ok := slices.BinarySearch(frenchDays, word); ok || l.begins(word) {
		return 1
	}
	return 0
}

// begins reports whether a verb of the language is this word.
func (l *language) begins(word string) bool {
	for _, k := range l.indexed().calls.of(word) {
		if l.synonyms[k].words == word {
			return true
		}
	}
	return false
}

// find looks a word up in a table in order.
func find(table []synonym, word string) (string, bool) {
	i, ok := slices.BinarySearchFunc(table, word, func(s synonym, w string) int { return strings.Compare(s.words, w) })
	if !ok {
		return "", false
	}
	return table[i].of, true
}

// tokens are those of a text in the words of the grammar. What is elided is a
// token of its own ("l'eau" is two), and words that stand for one together are
// one.
func (l *language) tokens(text string, toks []Token) []Token {
	out := make([]Token, 0, len(toks)+8)
	for _, t := range toks {
		if t.Shape != Word {
			out = append(out, t)
			continue
		}
		if t.raw = unaccented(t.Text); t.raw == "jai" {
			t.raw = "j'ai"
		}
		if head, rest, ok := l.enclitic(t); ok {
			out = append(out, head, rest)
			continue
		}
		if n := elision(text[t.Start:t.End]); n > 0 {
			head, rest := t, t
			head.End, rest.Start, rest.Glued = t.Start+n, t.Start+n, true
			head.raw, rest.raw = unaccented(strings.ToLower(text[head.Start:head.End])), unaccented(strings.ToLower(text[rest.Start:rest.End]))
			head.raw = strings.ReplaceAll(head.raw, "’", "'")
			out = append(out, head, rest)
			continue
		}
		out = append(out, t)
	}
	return l.glossed(l.merged(out))
}

// enclitic takes "déplace-les" apart: a verb, and what it is done to.
func (l *language) enclitic(t Token) (head, rest Token, ok bool) {
	i := strings.LastIndexByte(t.raw, '-')
	if i < 0 || l.begins(t.raw) || !isOneOf(t.raw[i:], []string{"-le", "-la", "-les"}) || !l.begins(t.raw[:i]) {
		return t, t, false
	}
	n := len(t.raw) - i // the pronoun has no accents
	head, rest = t, t
	head.End, rest.Start, rest.Glued = t.End-n, t.End-n, true
	head.raw, rest.raw = t.raw[:i], t.raw[i:]
	return head, rest, true
}

// merged makes one token of words that stand for one.
func (l *language) merged(toks []Token) []Token {
	out := toks[:0]
	for i := 0; i < len(toks); {
		t, n := toks[i], 1
		for _, p := range l.phrases {
			if k := phraseAt(toks[i:], p.words); k > n {
				n, t.raw, t.End = k, p.of, toks[i+k-1].End
			}
		}
		out = append(out, t)
		i += n
	}
	return out
}

// phraseAt is how many tokens the words are; 0 where they are not there.
func phraseAt(toks []Token, words string) int {
	n := 0
	for rest := words; rest != ""; n++ {
		w, after, _ := strings.Cut(rest, " ")
		if n >= len(toks) || toks[n].raw != w {
			return 0
		}
		rest = after
	}
	return n
}

// glossed gives every word the one it stands for. "Mes rendez-vous" are several.
func (l *language) glossed(toks []Token) []Token {
	for i := range toks {
		t := &toks[i]
		if t.raw == "" {
			continue
		}
		t.Text = t.raw
		if of, ok := find(l.words, t.raw); ok {
			t.Text = of
		}
		if t.Text == "appointment" && i > 0 && isOneOf(toks[i-1].raw, []string{"mes", "les", "nos", "tes", "ces", "des"}) {
			t.Text = "appointments"
		}
		t.senses = lookup(t.Text)
	}
	return toks
}

// elides reports whether letters before an apostrophe are a word of their own.
func elides(head string) bool {
	return isOneOf(head, []string{"l", "d", "j", "n", "qu", "s", "c", "m", "t", "jusqu", "lorsqu"})
}

// elision is how many bytes of a word an elided one takes, with its apostrophe.
func elision(word string) int {
	for _, mark := range [...]string{"'", "’"} {
		if i := strings.Index(word, mark); i > 0 && i+len(mark) < len(word) && elides(strings.ToLower(word[:i])) {
			return i + len(mark)
		}
	}
	return 0
}

// unaccented is a word in lower case without the accents of French.
func unaccented(word string) string {
	plain := true
	for i := range len(word) {
		plain = plain && word[i] < 0x80
	}
	if plain {
		return word
	}
	return accents.Replace(word)
}

var accents = strings.NewReplacer("à", "a", "â", "a", "ä", "a", "ç", "c", "é", "e", "è", "e", "ê", "e", "ë", "e", "î", "i", "ï", "i",
	"ô", "o", "ö", "o", "ù", "u", "û", "u", "ü", "u", "œ", "oe", "’", "'")
