package fulltext

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestAPlainTextIsWhatPeopleTypeToFindIt(t *testing.T) {
	for text, want := range map[string]string{
		"":                       "",
		"Call ANNA: now!":        "call anna: now!",
		"Café":                   "cafe",
		"cafe\u0301 crème":       "cafe creme",
		"CAFÉ, Œuvre, Straße":    "cafe, oeuvre, strasse",
		"ΣΊΣΥΦΟΣ":                "σισυφοσ",
		"\u212aelvin a\u017f":    "kelvin as",
		"½ \u2126 – x²":          "½ ω – x²",
		"日本 Café":                "日本 cafe",
		"か\u3099":                "が",
		"❤\ufe0f Soft\u00adware": "❤ software",
		"=\u0338 \u0301":         "=\u0338 \u0301", // nothing for an accent to be on
		"İstanbul, ısı, Đà Lạt":  "istanbul, isi, da lat",
	} {
		if got := Plain(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

// A store looks for a text in ASCII without folding what it looks in.
func TestNoLetterHidesTheASCIIAroundIt(t *testing.T) {
	for r := rune(0x80); r < 0x20000; r++ {
		if !utf8.ValidRune(r) {
			continue
		}
		for _, part := range [][2]string{{"ab", "cd"}, {"<", "="}, {"2", "3"}} {
			plain := Plain(part[0] + string(r) + part[1])
			if !strings.HasPrefix(plain, part[0]) || !strings.HasSuffix(plain, part[1]) {
				t.Errorf("%U makes %q", r, plain)
			}
		}
	}
}

func TestWhatIsInAPlainTextHasItsWordsInTheIndex(t *testing.T) {
	letters := []rune("abE 🎂\ufe0f\u00adー é\u0301É.-œß\u0327Σσ日本\u3099が\u0e31กＡ\u212aİ\u01051")
	text := rapid.Custom(func(t *rapid.T) string {
		return string(rapid.SliceOfN(rapid.SampledFrom(letters), 0, 8).Draw(t, "letters"))
	})
	rapid.Check(t, func(t *rapid.T) {
		whole, part := text.Draw(t, "text"), text.Draw(t, "part")
		if rapid.Bool().Draw(t, "cut") {
			runes := []rune(whole)
			from := rapid.IntRange(0, len(runes)).Draw(t, "from")
			part = string(runes[from:rapid.IntRange(from, len(runes)).Draw(t, "to")])
		}
		if !strings.Contains(Plain(whole), Plain(part)) {
			return
		}
		var b Builder
		b.Add(DocOf(0, 1), []Field{{Text: whole}})
		docs, few, err := Index{b.Segment()}.Candidates(Within(part), nil, 1, 100)
		if words := Within(part); len(words) > 0 && (len(docs) != 1 || !few || err != nil) {
			t.Fatalf("%q has %q, whose words are %v: %v", whole, part, words, err)
		}
	})
}

func TestOnlyWhatIsCertainNamesWords(t *testing.T) {
	for text, want := range map[string]int{
		"cafe crème":   2,
		"É":            1,
		"日本":           0, // indexed two letters at a time
		"日本 cafe":      0,
		"\u3099a":      0, // the mark is part of ー゙, which is a word of its own
		"\u0301a":      1, // an accent is part of nothing
		"%":            0,
		"\u00ad\u093f": 0,
	} {
		if words := Within(text); len(words) != want {
			t.Errorf("%q names %v", text, words)
		}
	}
}
