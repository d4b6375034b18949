package filter

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"assister/internal/calendar"
	"assister/internal/record"
)

// Source is what answers queries.
type Source interface {
	Query(q Query, today calendar.Date) (Result, error)
}

// Memo answers every query once, from a source that stays as it is: a plan and the
// answer that is made of what it found look into it one after the other. A page is
// cut from the whole, so that the whole is there for who wants it next.
type Memo struct {
	Source
	known map[string]Result
	asked int
}

// Remember is a memo of a source, with nothing in it.
func Remember(s Source) *Memo { return &Memo{Source: s, known: map[string]Result{}} }

// Query answers from what is known, or asks.
func (m *Memo) Query(q Query, today calendar.Date) (Result, error) {
	whole := q
	whole.Limit, whole.Offset, whole.Select = 0, 0, nil
	if q.Dated() {
		whole.Select = []string{Field(q.Kind, Updated).Name} // which nobody reads unasked
	}
	key := whole.key(today)
	found, ok := m.known[key]
	if !ok {
		m.asked++
		var err error
		if found, err = m.Source.Query(whole, today); err != nil {
			return Result{}, err
		}
		m.known[key] = found
	}
	return Result{Records: q.Page(found.Records), Total: found.Total}, nil
}

// Asked is how many queries the source was asked.
func (m *Memo) Asked() int { return m.asked }

// key is the same for queries that have the same answer, as far as their words
// tell: the members of a set may come in any order.
func (q Query) key(today calendar.Date) string {
	key := []byte(
		q.Kind.Name + " " + strconv.FormatBool(q.Count) + strconv.FormatBool(q.Dated()) + " " + strconv.Itoa(int(today)),
	)
	for _, o := range q.Sort {
		key = strconv.AppendInt(append(key, ' '), int64(o.At), 10)
		key = strconv.AppendBool(strconv.AppendBool(key, o.Descending), o.NoneFirst)
	}
	return string(q.Where.inOrder().AppendJSON(append(key, ' '), q.Kind))
}

// inOrder is the condition with the members of its sets in one order.
func (c Condition) inOrder() Condition {
	c.Compare = slices.Clone(c.Compare)
	for i, o := range c.Compare {
		if o.Op == In {
			c.Compare[i].Values = slices.SortedFunc(slices.Values(o.Values), func(a, b record.Value) int {
				return cmp.Or(cmp.Compare(a.ID(), b.ID()), strings.Compare(a.Text(), b.Text()))
			})
		}
	}
	return c
}
