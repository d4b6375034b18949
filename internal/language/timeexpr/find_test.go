package timeexpr

import (
	"fmt"
	"os"
	"path"
	"strings"
	"testing"

	"assister/internal/language"
)

// FuzzFind reads any text without a panic; what is found lies in the text, in order, and
// ranges do not end before they begin.
func FuzzFind(f *testing.F) {
	for _, text := range []string{
		"next friday at 3pm for an hour", "every other monday until dec 1", "in 99999999 months", "\xff3\x00",
		"first and last friday of every 3rd month", "for", "in a", "1001h00", "0-0-0000", "feb 30 9999", "year 9999 + 9 years",
	} {
		f.Add(text)
	}
	g := grammar(f, "en")
	f.Fuzz(func(t *testing.T, text string) {
		end := 0
		for _, x := range Find(g, text, saturday()) {
			if x.Start < end || x.End <= x.Start || x.End > len(text) {
				t.Fatalf("%q: a span from %d to %d", text, x.Start, x.End)
			}
			if x.From.Valid() && x.To.Valid() && x.To.Before(x.From) {
				t.Fatalf("%q is %v", text, x.Value)
			}
			end = x.End
		}
	})
}

func BenchmarkSixWords(b *testing.B) {
	g, c := grammar(b, "en"), saturday()
	b.ReportAllocs()
	for b.Loop() {
		Best(g, "next friday at 3 in the afternoon", c)
	}
}

func BenchmarkCompile(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := language.Compile("en", language.Options{Names: Names}, timeFiles{language.Files("en")}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkByLength shows that the time is in proportion to the length of the text: MB/s
// is the same for every length.
func BenchmarkByLength(b *testing.B) {
	g, c := grammar(b, "en"), saturday()
	for _, shape := range []struct{ name, unit string }{
		{"prose", "the plumber comes next friday at 3 in the afternoon and leaves when he has mended the tap in the kitchen. "},
		{"every", "every "}, {"and", "and "}, {"digits", "7 "}, {"weekdays", "monday, "}, {"ranges", "from 3 to "},
		{"ordinals", "1st and "}, {"after", "a day after "}, {"hours", "1 hour and "},
	} {
		for _, kB := range []int{1, 8, 64} {
			text := strings.Repeat(shape.unit, kB<<10/len(shape.unit))
			b.Run(fmt.Sprintf("%s/%dkB", shape.name, kB), func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				b.ReportAllocs()
				for b.Loop() {
					Find(g, text, c)
				}
			})
		}
	}
}

// TestNoWordAboutTimeIsLeftBeside puts a word that changes what an expression means before
// and behind each case: what is found then is not what the case alone says. One in a hundred
// may be, where the word and a part of the case make an expression of their own.
func TestNoWordAboutTimeIsLeftBeside(t *testing.T) {
	for lang, words := range map[string][]string{
		"en": {"every", "except", "end of", "or monday"}, "fr": {"chaque", "sauf", "fin", "ou lundi"},
		"es": {"cada", "excepto", "fin", "o lunes"},
	} {
		g, c := grammar(t, lang), saturday()
		text, err := os.ReadFile(path.Join("..", lang, "time.cases"))
		if err != nil {
			t.Fatal(err)
		}
		tried, left := 0, []string{}
		for line := range strings.Lines(string(text)) {
			said, _, _ := strings.Cut(line, " => ")
			alone, ok := Best(g, said, c)
			if !ok || alone.End-alone.Start < len(said) || tried > 3000 {
				continue
			}
			for _, w := range words {
				for _, s := range []string{w + " " + said, said + " " + w} {
					tried++
					if f, ok := Best(g, s, c); ok && f.String() == alone.String() && f.End-f.Start == len(said) {
						left = append(left, s)
					}
				}
			}
		}
		if tried == 0 || len(left)*100 > tried {
			t.Errorf("%s: %d of %d leave a word unread, such as %q", lang, len(left), tried, left[:min(len(left), 5)])
		}
	}
}

// TestTwoUsualReadingsAreBothGiven has the clock of the cases: a Saturday.
func TestTwoUsualReadingsAreBothGiven(t *testing.T) {
	g := grammar(t, "en")
	for _, tt := range []struct {
		text, value, other string
		open               bool
	}{
		{"next sunday", "2026-11-29", "2026-11-22", false},
		{"next friday", "2026-11-27", "", false}, // both are that of next week
		{"3/4", "2027-03-04", "2027-04-03", true},
		{"13/4", "2027-04-13", "", false},
		{"at 10", "2026-11-21T10:00:00", "2026-11-21T22:00:00", false},
		{"at 10 in the evening", "2026-11-21T22:00:00", "", false},
	} {
		f, _ := Best(g, tt.text, saturday())
		other := ""
		if f.Other.Valid() {
			other = f.Other.String()
		}
		if f.String() != tt.value || other != tt.other || f.Open != tt.open {
			t.Errorf("%q is %s, or %q (open %t), want %s, or %q (open %t)", tt.text, f, other, f.Open, tt.value, tt.other, tt.open)
		}
	}
}
