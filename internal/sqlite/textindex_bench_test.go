package sqlite

import (
	"testing"

	"assister/internal/fulltext"
	"assister/internal/ledger"
	"assister/internal/record"
	"assister/internal/workspace"
)

// libraryWord returns a word of a vocabulary with the frequencies of a language: the n-th
// word is 1/n as frequent as the first.
func libraryWord(n int) string {
	syllables := []string{"ba", "ke", "li", "mo", "nu", "ra", "se", "ti", "vo", "du", "fa", "ge", "pi", "ro", "xu", "za"}
	word := ""
	for n += 16; n > 0; n /= 16 {
		word += syllables[n%16]
	}
	return word
}

type dice uint64

func (d *dice) below(n int) int {
	*d ^= *d << 13
	*d ^= *d >> 7
	*d ^= *d << 17
	return int(uint64(*d) >> 1 % uint64(n))
}

// zipf returns the rank of a word among 40,000.
func (d *dice) zipf() int {
	for n := 40_000; ; {
		n = 1 + d.below(n)
		if d.below(3) > 0 || n < 40 {
			return n
		}
	}
}

func (d *dice) text(n int) string {
	text := ""
	for i := range n {
		if i > 0 {
			text += " "
		}
		text += libraryWord(d.zipf())
	}
	return text
}

// library returns 100,000 tasks with titles of six words. Every fifth has notes of 300
// words.
func library(b *testing.B, n int) *Store {
	b.Helper()
	s := fresh(b)
	d := dice(42)
	for from := 1; from <= n; from += 1000 {
		changes := make([]ledger.Change, 0, 1000)
		for id := from; id < from+1000 && id <= n; id++ {
			r := task(int64(id), d.text(6))
			if id%5 == 0 {
				r = r.With("notes", record.Text(d.text(300)))
			}
			changes = append(changes, ledger.Created(r))
		}
		commit(b, s, changes...)
	}
	return s
}

// BenchmarkSearch100k measures the ten best of 100,000 tasks, 20,000 of them with notes:
// for the most frequent word, the three most frequent, a rare one, prefixes, words with
// typos, and one without a match.
func BenchmarkSearch100k(b *testing.B) {
	s := library(b, 100_000)
	for name, text := range map[string]string{
		"often": libraryWord(1), "thrice": libraryWord(1) + " " + libraryWord(2) + " " + libraryWord(5), "seldom": libraryWord(20_000),
		"beginning": libraryWord(300)[:5], "typo": libraryWord(20_000) + "zu", "nothing": "zzzz",
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			total := 0
			for b.Loop() {
				view(b, s, func(r workspace.Reader) error {
					f, err := r.Search(fulltext.Query{Words: fulltext.Words(text), Limit: 10})
					total = f.Total
					return err
				})
			}
			b.ReportMetric(float64(total), "found")
		})
	}
}

// BenchmarkReindex100k measures the migration of such a workspace.
func BenchmarkReindex100k(b *testing.B) {
	s := library(b, 100_000)
	for b.Loop() {
		if err := s.Reindex(ctx); err != nil {
			b.Fatal(err)
		}
	}
}
