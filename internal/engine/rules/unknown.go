package rules

// Words that no record has: slips of some that one has, or words for something else.

import (
	"slices"
	"strings"

	"assister/internal/filter"
	"assister/internal/phrase"

	"assister/internal/schema"
)

// unknown are the words that are only taken for what the question is about, or stand before
// its noun, and that no record of any kind has: then it is about something else.
func (a *answerer) unknown() (unknown []string, err error) {
	for _, g := range slices.Concat(a.q.Guessed, a.q.Claimed) {
		known, err := a.mentioned(subject{words: distinctive(g.Words)})
		if err != nil {
			return nil, err
		}
		if !known {
			unknown = append(unknown, g.Words)
		}
	}
	if len(unknown) == 0 && len(a.q.Guessed) > 1 {
		return a.apart()
	}
	return unknown, nil
}

// apart are the guesses, where each of them is in some record and all are in none: what
// stands between "who reports to Ann" and the notes on reports is a verb.
func (a *answerer) apart() (unknown []string, err error) {
	var all subject
	for _, g := range a.q.Guessed {
		unknown, all.words = append(unknown, g.Words), append(all.words, distinctive(g.Words)...)
	}
	if known, err := a.mentioned(all); known || err != nil {
		return nil, err
	}
	return unknown, nil
}

func (a *answerer) mentioned(s subject) (bool, error) {
	if known, err := a.mentionedSo(s); known || err != nil {
		return known, err
	}
	plain := subject{words: unaccentedAll(s.words)}
	if slices.Equal(plain.words, s.words) {
		return false, nil
	}
	return a.mentionedSo(plain)
}

func (a *answerer) mentionedSo(s subject) (bool, error) {
	for _, k := range schema.Kinds {
		found, err := a.find(filter.Query{Kind: k, Where: filter.Condition{All: s.within(k, texts(k))}})
		if err != nil {
			return false, err
		}
		for _, r := range found.Records {
			if hasAll(wording(r), s.words) {
				return true, nil
			}
		}
	}
	return false, nil
}

// spelling are words with those that nobody has written put right by the labels of
// what the question can be about; nil where one cannot be, or may be meant for
// several.
func (a *answerer) spelling(words []string) ([]string, error) {
	out := slices.Clone(words)
	for n, w := range words {
		known, err := a.mentioned(subject{words: []string{w}})
		if err != nil || known || len(w) < 5 {
			if err == nil && known {
				continue
			}
			return nil, err
		}
		near, err := a.nearest(w)
		if err != nil || near == "" {
			return nil, err
		}
		out[n] = near
	}
	return out, nil
}

// spelledMost is how many records of a kind are looked through for a word that is
// spelt otherwise: among more there is always one.
const spelledMost = 5000

// nearest is the one word among the labels that another one is a slip for.
func (a *answerer) nearest(word string) (near string, err error) {
	for _, k := range a.kinds() {
		if many, err := a.find(filter.Query{Kind: k, Count: true}); err != nil || many.Total > spelledMost {
			return "", err
		}
		found, err := a.find(filter.Query{Kind: k})
		if err != nil {
			return "", err
		}
		for _, r := range found.Records {
			for _, w := range distinctive(r.Label()) {
				switch slip := phrase.Slip(unaccented(word), unaccented(w)) || oneLetter(word, w); {
				case slip && near != "" && near != w:
					return "", nil
				case slip:
					near = w
				}
			}
		}
	}
	return near, nil
}

// oneLetter reports whether two words differ in one vowel inside of them, as those do
// that are written by ear.
func oneLetter(x, y string) bool {
	if len(x) != len(y) || x[0] != y[0] || x[len(x)-1] != y[len(y)-1] {
		return false
	}
	differ := 0
	for i := range len(x) {
		if x[i] == y[i] {
			continue
		}
		if differ++; !strings.ContainsRune("aeiouy", rune(x[i])) || !strings.ContainsRune("aeiouy", rune(y[i])) {
			return false
		}
	}
	return differ == 1
}
