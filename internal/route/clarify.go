package route

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"assister/internal/language"
	"assister/internal/language/meaning"
	"assister/internal/record"
	"assister/internal/reference"
	"assister/internal/schema"
)

// Options is how many options a question has at most.
const Options = 5

// Candidates are the records that a text may mean, best first: those with the most of its words
// in their titles, in some inflection or by another name, and those whose ids it has, written "#12".
// Of equals, those of high priority come first, and the others stay in their order. The words are
// those of the text that carry meaning; one that is repeated counts once.
func Candidates(text string, words []string, records []record.Record) []record.Record {
	ids := strings.FieldsFunc(text, func(r rune) bool { return r != '#' && !unicode.IsDigit(r) })
	words = slices.Compact(slices.Sorted(slices.Values(words)))
	g := meaning.BuiltIn().Likeliest(language.Tokens(text))
	alike := reference.Each(words, func(word string) func(string) bool {
		return reference.Alike(g, word, []string{word})
	})
	scores := map[record.Key]int{}
	for _, x := range records {
		inTitle := func(is func(string) bool) bool { return is(x.Label()) }
		if score := len(reference.Those(alike, inTitle)); score > 0 {
			scores[x.Key()] = score
		}
		if slices.Contains(ids, "#"+strconv.FormatInt(x.ID, 10)) {
			scores[x.Key()] += 2
		}
	}
	found := reference.Those(records, func(x record.Record) bool { return scores[x.Key()] > 0 })
	low := func(x record.Record) int {
		if x.Get("priority").Text() == "high" {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(found, func(a, b record.Record) int {
		return cmp.Or(scores[b.Key()]-scores[a.Key()], low(a)-low(b))
	})
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
