// Package filtertest draws random queries for property tests. It takes kinds and fields
// from package schema, so that new ones are tested without a change here.
package filtertest

import (
	"slices"
	"strings"
	"time"

	"pgregory.net/rapid"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/record"
	"assister/internal/record/recordtest"
	"assister/internal/schema"
)

// Source has the words that the records may contain, and a day near those of the records.
type Source struct {
	Words []string
	Today calendar.Date
}

// Query draws a query on records of a kind.
func (s Source) Query(k *schema.Kind) *rapid.Generator[filter.Query] {
	return rapid.Custom(func(t *rapid.T) filter.Query {
		q := filter.Query{
			Kind: k, Where: s.condition(t, k, 0), Count: rapid.IntRange(0, 5).Draw(t, "count") == 0,
			Limit: rapid.IntRange(0, 5).Draw(t, "limit"), Offset: rapid.IntRange(0, 3).Draw(t, "offset"),
		}
		for at := filter.Updated; at < len(k.Fields); at++ {
			if filter.Sortable(k, at) && rapid.IntRange(0, 8).Draw(t, "sorted") == 0 {
				down, noneFirst := rapid.Bool().Draw(t, "down"), rapid.Bool().Draw(t, "none first")
				q.Sort = append(q.Sort, filter.Order{At: at, Descending: down, NoneFirst: noneFirst})
			}
		}
		return q
	})
}

// Condition draws a condition on records of a kind.
func (s Source) Condition(k *schema.Kind) *rapid.Generator[filter.Condition] {
	return rapid.Custom(func(t *rapid.T) filter.Condition { return s.condition(t, k, 0) })
}

func (s Source) condition(t *rapid.T, k *schema.Kind, depth int) (c filter.Condition) {
	if rapid.Bool().Draw(t, "filtered") {
		c = s.keys(t, k)
	}
	for at := filter.Updated; at < len(k.Fields); at++ {
		if rapid.IntRange(0, 2*len(k.Fields)).Draw(t, "compared") == 0 {
			c.Compare = append(c.Compare, s.comparison(t, k, at))
		}
	}
	for _, group := range []*[]filter.Condition{&c.All, &c.Any, &c.Not} {
		if depth < 2 && rapid.IntRange(0, 3).Draw(t, "grouped") == 0 {
			for range rapid.IntRange(1, 3).Draw(t, "parts") {
				if part := s.condition(t, k, depth+1); group != &c.Not || !part.Empty() {
					*group = append(*group, part)
				}
			}
		}
	}
	return c
}

func (s Source) comparison(t *rapid.T, k *schema.Kind, at int) filter.Comparison {
	f := filter.Field(k, at)
	operator := rapid.IntRange(int(filter.Eq), int(filter.Contains)).Draw(t, "operator")
	c := filter.Comparison{Field: f.Name, Op: filter.Operator(operator)}
	if f.Type.Textual() && rapid.Bool().Draw(t, "contained") {
		c.Op = filter.Contains
	}
	switch {
	case f.Type == schema.Recurrence:
		return filter.Comparison{Field: f.Name, Op: min(c.Op, filter.Ne), Values: []record.Value{record.Null}}
	case c.Op == filter.Contains && !f.Type.Textual() && f.Type != schema.Tags,
		c.Op >= filter.Lt && c.Op <= filter.Gte && !filter.Ordered(k, at):
		c.Op = filter.In
	}
	values := 1
	if c.Op == filter.In || c.Op == filter.Nin {
		values = rapid.IntRange(1, 3).Draw(t, "values")
	}
	for range values {
		if c.Op < filter.Lt && rapid.IntRange(0, 3).Draw(t, "null") == 0 {
			c.Values = append(c.Values, record.Null)
			continue
		}
		if f.Type == schema.URL && slices.Contains([]filter.Operator{filter.Eq, filter.Ne, filter.In, filter.Nin}, c.Op) {
			c.Values = append(c.Values, record.Text(recordtest.URL().Draw(t, "url")))
			continue
		}
		c.Values = append(c.Values, s.value(t, f))
	}
	return c
}

// value draws a value to compare a field with.
func (s Source) value(t *rapid.T, f *schema.Field) record.Value {
	switch f.Type {
	case schema.Date, schema.Dates:
		return record.Date(s.day(t))
	case schema.Time:
		return record.Time(calendar.TimeOf(rapid.IntRange(0, 23).Draw(t, "hour"), 30))
	case schema.Enum:
		return record.Text(rapid.SampledFrom(f.Values).Draw(t, "word"))
	case schema.Moment:
		return record.Moment(s.day(t), calendar.TimeOf(rapid.IntRange(0, 23).Draw(t, "hour"), 30))
	case schema.Integer:
		return record.Integer(rapid.Int64Range(int64(f.Min), int64(f.Max)).Draw(t, "number"))
	case schema.Ref:
		return record.ID(rapid.Int64Range(1, 4).Draw(t, "id"))
	case schema.Bool:
		return record.Bool(rapid.Bool().Draw(t, "bool"))
	case schema.Instant:
		return record.Instant(time.UnixMilli(rapid.Int64Range(1_795_000_000_000, 1_796_000_000_000).Draw(t, "instant")))
	}
	word := rapid.SampledFrom(s.Words).Draw(t, "word")
	if f.Lower {
		word = strings.ToLower(word)
	}
	return record.Text(word)
}

func (s Source) day(t *rapid.T) calendar.Date {
	return s.Today.AddDays(rapid.IntRange(-25, 25).Draw(t, "day"))
}

// keys draws a condition of the keys that apply to the kind, as Where returns it.
func (s Source) keys(t *rapid.T, k *schema.Kind) (c filter.Condition) {
	drawn := func(key string) bool { return filter.Has(k, key) && rapid.IntRange(0, 3).Draw(t, key) == 0 }
	flag := func(key string) filter.Flag {
		if !drawn(key) {
			return filter.Any
		}
		return filter.FlagOf(rapid.Bool().Draw(t, "yes"))
	}
	word := func(key string, words []string) string {
		if !drawn(key) {
			return ""
		}
		return rapid.SampledFrom(words).Draw(t, "word")
	}
	span := func(key string) (r filter.Range) {
		if drawn(key) {
			r = filter.Range{Set: true, From: s.day(t)}
			r.To = r.From.AddDays(rapid.IntRange(0, 9).Draw(t, "days"))
		}
		return r
	}
	if drawn("ids") {
		ids := rapid.SliceOfNDistinct(rapid.Int64Range(1, 12), 0, 6, rapid.ID[int64]).Draw(t, "ids")
		slices.Sort(ids)
		c = c.With(filter.IDs(ids...))
	}
	c = c.WithWord(filter.LabelField, word("title_contains", s.Words))
	c = c.With(filter.Within("deadline", span("deadline_range"))...)
	c = c.WithWord("priority", word("priority", schema.Priorities))
	if repeating := flag("repeating"); repeating != filter.Any {
		c = c.With(filter.Repeating(repeating == filter.Yes))
	}
	c = c.WithWord("tags", word("tag", s.Words))
	if drawn("projectId") {
		c = c.With(filter.Is("projectId", record.ID(rapid.Int64Range(1, 3).Draw(t, "project"))))
	}
	c = c.WithWord("context", word("context", schema.Contexts))
	statuses, own := filter.Statuses([]*schema.Kind{k})
	if own {
		statuses = s.Words
	}
	c.Status = word("status", statuses)
	c.Overdue, c.Completed = flag("overdue"), flag("completed")
	c.Scheduled = span("scheduled_range")
	return c
}
