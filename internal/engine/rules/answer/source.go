package answer

import (
	"context"
	"fmt"
	"slices"
	"unicode"
	"unicode/utf8"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/language"
	"assister/internal/language/message"
	"assister/internal/propose"
	"assister/internal/record"
	"assister/internal/reference"
	"assister/internal/schema"
)

// source is what questions are answered from: the data, a clock and a language.
type source struct {
	ctx     context.Context
	library propose.Library
	clock   calendar.Clock
	today   calendar.Date
	words   *message.Language // of the answer
	grammar *language.Grammar // of the question; nil if it is not known
	spoken  []record.Record   // what the conversation was about
	shown   []reference.Item  // what the question before found
}

func (s *source) query(q filter.Query) (filter.Result, error) {
	if err := s.ctx.Err(); err != nil {
		return filter.Result{}, err
	}
	found, err := s.library.Query(q, s.today)
	if err != nil {
		return found, fmt.Errorf("find the %s that are asked for: %w", q.Kind.Plural, err)
	}
	return found, nil
}

// all are the records of a kind that a condition holds of.
func (s *source) all(k *schema.Kind, c filter.Condition) ([]record.Record, error) {
	found, err := s.query(filter.Query{Kind: k, Where: c})
	return found.Records, err
}

// now is the time of day.
func (s *source) now() calendar.Time {
	return s.clock.TimeOfDay()
}

// resolver finds what descriptions name.
func (s *source) resolver() reference.Resolver {
	return reference.Resolver{
		Records: finder{s}, Today: s.today, Clock: s.clock, It: s.spoken, Light: s.light,
	}
}

// small are the classes of words that say little alone.
var small = []string{"article", "prep", "joiner", "to"}

// light reports whether a word says little alone, such as an article or what is left of a
// word behind an apostrophe.
func (s *source) light(word string) bool {
	letter := utf8.RuneCountInString(word) == 1 && unicode.IsLetter([]rune(word)[0])
	toks := language.Tokens(word)
	return letter || s.grammar != nil && slices.ContainsFunc(small, func(class string) bool {
		return s.grammar.Has(toks, 0, class)
	})
}

// isDeed reports whether a word says what somebody does.
func (s *source) isDeed(word string) bool {
	return s.grammar != nil && s.grammar.Has(language.Tokens(word), 0, "doing")
}

// finder is a source as a reference.Finder.
type finder struct{ *source }

func (f finder) Record(kind string, id int64) (x record.Record, ok bool, err error) {
	found, err := f.all(schema.Lookup(kind), filter.Comparing(filter.IDs(id)))
	if err != nil || len(found) == 0 {
		return x, false, err
	}
	return found[0], true, nil
}

func (f finder) Find(c filter.Condition, _ calendar.Date) (found []record.Record, err error) {
	kinds := c.Applies()
	for _, k := range kinds {
		of := filter.Of(k, c)
		some, err := f.query(of)
		if err != nil {
			return nil, err
		}
		found = append(found, some.Records...)
	}
	return found, nil
}

func (f finder) FindByTitle(text string, c filter.Condition) (found []record.Record, err error) {
	if len(c.Kinds) == 0 {
		for _, k := range schema.Kinds {
			c.Kinds = append(c.Kinds, k.Name)
		}
	}
	return f.Find(c.With(filter.TitleContains(text)), f.today)
}

// once leaves out what was found before.
func once[T any, K comparable](list []T, key func(T) K) []T {
	seen := map[K]bool{}
	return slices.DeleteFunc(slices.Clone(list), func(x T) bool {
		again := seen[key(x)]
		seen[key(x)] = true
		return again
	})
}
