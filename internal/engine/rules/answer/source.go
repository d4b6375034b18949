package answer

import (
	"cmp"
	"context"
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
	records *reference.Records // of the library
	clock   calendar.Clock
	today   calendar.Date
	words   *message.Language // of the answer
	grammar *language.Grammar // of the question; nil if it is not known
	spoken  []record.Record   // what the conversation was about
	shown   []reference.Item  // what the question before found
}

func newSource(ctx context.Context, now calendar.Clock, from propose.Library) *source {
	s := &source{ctx: ctx, library: from, clock: now, today: now.Today()}
	s.records = reference.In(s, now)
	return s
}

// query looks records up. An error is kept with those of all look-ups.
func (s *source) query(q filter.Query) (found filter.Result) {
	err := cmp.Or(s.records.Err(), s.ctx.Err())
	if err == nil {
		found, err = s.library.Query(q, s.today)
	}
	found.Records = s.records.Found(found.Records, err)
	return found
}

// stop keeps why a question is not answered, unless there is a reason already. Nothing is found from then on.
func (s *source) stop(why unresolved) { s.records.Keep(&why) }

// all are the records of a kind that a condition holds of.
func (s *source) all(k *schema.Kind, c filter.Condition) []record.Record {
	return s.query(filter.Query{Kind: k, Where: c}).Records
}

// now is the time of day.
func (s *source) now() calendar.Time { return s.clock.TimeOfDay() }

// resolver finds what descriptions name.
func (s *source) resolver() reference.Resolver {
	return reference.Resolver{Records: s.records, It: s.spoken, Light: s.light, Alike: s.grammar}
}

// small are the classes of words that say little alone.
var small = []string{"article", "prep", "joiner", "to"}

// light reports whether a word says little alone, such as an article or what is left of a
// word behind an apostrophe.
func (s *source) light(word string) bool {
	letter := utf8.RuneCountInString(word) == 1 && unicode.IsLetter([]rune(word)[0])
	return letter || s.grammar != nil && s.grammar.Has(language.Tokens(word), 0, small...)
}

// A source is a reference.Finder. It keeps the errors itself: see query.

func (s *source) Record(kind string, id int64) (x record.Record, ok bool, err error) {
	found := s.all(schema.Lookup(kind), filter.Comparing(filter.IDs(id)))
	if len(found) == 0 {
		return x, false, nil
	}
	return found[0], true, nil
}

func (s *source) Find(c filter.Condition, _ calendar.Date) (found []record.Record, err error) {
	for _, k := range c.Applies() {
		found = append(found, s.query(filter.Of(k, c)).Records...)
	}
	return found, nil
}

func (s *source) FindByTitle(text string, c filter.Condition) (found []record.Record, err error) {
	if len(c.Kinds) == 0 {
		c.Kinds = reference.Each(schema.Kinds, func(k *schema.Kind) string { return k.Name })
	}
	return s.Find(c.With(filter.TitleContains(text)), s.today)
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
