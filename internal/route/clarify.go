package route

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"assister/internal/language"
	"assister/internal/record"
	"assister/internal/schema"
)

// Options is how many options a question has at most.
const Options = 5

// Candidates are the records that a text may mean, best first. A word of the text that is a
// word of the title counts 1, and the beginning of one counts half; a number written "#12" is
// the id of a record. Equals stay in their order. High priority breaks ties among what the
// text finds, and finds nothing by itself. The words are those of the text that carry meaning.
func Candidates(text string, words []string, records []record.Record) []record.Record {
	ids := numbered(text)
	scores := map[record.Key]float64{}
	var found []record.Record
	for _, x := range records {
		score := likeness(words, x.Label())
		if slices.Contains(ids, x.ID) {
			score += 2
		}
		if score == 0 {
			continue
		}
		if x.Get("priority").Text() == "high" {
			score += 0.25
		}
		scores[x.Key()] = score
		found = append(found, x)
	}
	slices.SortStableFunc(found, func(a, b record.Record) int { return cmp.Compare(scores[b.Key()], scores[a.Key()]) })
	return found[:min(Options, len(found))]
}

// Whichever are the records that a change may be meant for which names none: of
// the kind that it speaks of, where it does.
func Whichever(r Routing, records []record.Record) (options []record.Record) {
	if !slices.Contains(r.Missing, "target") {
		return nil
	}
	for _, x := range records {
		if k := schema.Lookup(r.Category); len(options) < Options && (k == nil || k == x.Kind) {
			options = append(options, x)
		}
	}
	return options
}

// minPrefix is how many letters the beginning of a word has at least that stands for it.
const minPrefix = 3

// likeness is how many of the words a title has, each counted once.
func likeness(words []string, title string) (score float64) {
	toks := language.Tokens(title)
	var seen []string
	for _, w := range words {
		if slices.Contains(seen, w) {
			continue
		}
		seen = append(seen, w)
		best := 0.0
		for _, t := range toks {
			switch {
			case t.Word == w:
				best = 1
			case best == 0 && len(w) >= minPrefix && strings.HasPrefix(t.Word, w):
				best = 0.5
			}
		}
		score += best
	}
	return score
}

// numbered are the ids written "#12".
func numbered(text string) (ids []int64) {
	for {
		_, rest, ok := strings.Cut(text, "#")
		if !ok || len(ids) == maxNames {
			return ids
		}
		n := 0
		for n < len(rest) && rest[n] >= '0' && rest[n] <= '9' {
			n++
		}
		if id, err := strconv.ParseInt(rest[:n], 10, 64); err == nil && id > 0 {
			ids = append(ids, id)
		}
		text = rest
	}
}
