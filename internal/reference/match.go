package reference

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"assister/internal/fulltext"
	"assister/internal/language"
)

// Fit is how well a title fits the words that a description has for it, the best first.
type Fit uint8

const (
	Exact    Fit = iota // it is the title
	Phrase              // the title has it, as whole words
	Words               // the title has all of its words, in some inflection
	Begins              // a word of the title begins with it, if it has some letters
	ByThings            // the title has other words for the same: see Alike
	Slipped             // the title has all of its words but for a slip in one: see slipped
	NoFit
)

// FitOf compares a title with a name and with the words of the name that carry meaning.
func FitOf(title, name string, words []string) Fit {
	title, name = fulltext.Plain(title), fulltext.Plain(name)
	if title == name {
		return Exact
	}
	at := phraseAt(title, name)
	if at == Phrase {
		return Phrase
	}
	if len(words) > 0 && hasWords(Fields(title), words) {
		return Words
	}
	return at
}

// Best are those of some things whose titles fit a name best, and how well they do; none if no title fits.
func Best[T any](all []T, title func(T) string, name string, words []string) (best []T, fit Fit) {
	fit = NoFit
	for _, x := range all {
		switch f := FitOf(title(x), name, words); {
		case f < fit:
			best, fit = []T{x}, f
		case f == fit && f < NoFit:
			best = append(best, x)
		}
	}
	return best, fit
}

// phraseAt looks for a name at the beginning of a word of the title.
func phraseAt(title, name string) Fit {
	best := NoFit
	for from := 0; name != ""; {
		i := strings.Index(title[from:], name)
		if i < 0 {
			break
		}
		i += from
		end := i + len(name)
		if i == 0 || !inWord(title[:i], true) {
			if end == len(title) || !inWord(title[end:], false) {
				return Phrase
			}
			if utf8.RuneCountInString(name) >= beginsLeast { // "go" is not the goose
				best = Begins
			}
		}
		from = end
	}
	return best
}

// beginsLeast is how many letters of a word a name has at least that stands for the word.
const beginsLeast = 4

// inWord reports whether a text ends, or begins, with a letter or digit.
func inWord(text string, last bool) bool {
	runes := []rune(text)
	r := runes[0]
	if last {
		r = runes[len(runes)-1]
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}

// hasWords reports whether each of the words is one of the title's.
func hasWords(title, words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool {
		plain := fulltext.Plain(w)
		return !slices.ContainsFunc(title, func(t string) bool { return Inflected(t, plain) })
	})
}

// Inflected reports whether two words may be forms of one: they begin alike, and at most their last three letters
// differ. So it needs no grammar of any language, and takes "meetings" for "meeting", "tidying" for "tidy", and
// "écoles" for "école". If both go on, what differs has to look like endings: "writing" is a form of "write", and
// "working" none of "worktop". It may be a slip, but in a short word another letter makes another word: "planks".
func Inflected(a, b string) bool {
	if a == b {
		return true
	}
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	endings := [2]string{a[n:], b[n:]}
	switch {
	case n < 4 || len(endings[0]) > 3 || len(endings[1]) > 3:
		return false
	case endings[0] == "" || endings[1] == "":
		longer := endings[0] + endings[1]
		people := longer == "rs"                                                  // "movers" are no form of "move"
		doubled := longer[0] == a[n-1]                                            // "planned"
		return !people && (doubled || !strings.Contains(compounding, longer[:1])) // "fourgon" is no form of "four"
	}
	other := n < 6 && len(a) == len(b) && a[n] != b[min(n+1, len(b)-1)]
	return isEnding(endings[0]) && isEnding(endings[1]) || language.OneSlip(a, b) && !other
}

// isEnding reports whether letters may be the ending of a form: they begin with a vowel or as
// a participle does, or are those of a plural or an infinitive.
func isEnding(letters string) bool {
	return strings.ContainsAny(letters[:1], vowels+"d") || letters == "s" || letters == "r"
}

const vowels = "aeiouy"

// compounding are letters that no ending begins with, so that what follows a word is another one: "handbag".
const compounding = "bcfghjkpqvw"

// Fields are the words of a title, in plain form.
func Fields(title string) []string {
	between := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	return strings.FieldsFunc(fulltext.Plain(title), between)
}
