package filter

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"assister/internal/calendar"
	"assister/internal/record"
)

// Source answers queries.
type Source interface {
	Query(q Query, today calendar.Date) (Result, error)
}

// Memo caches the results of queries of a source that does not change, such as for a plan
// and the answer from its results. It queries all records and cuts the page from them, so
// that later queries for other pages are in the cache.
type Memo struct {
	Source
	known map[string]Result
	asked int
}

// Remember returns an empty memo of a source.
func Remember(s Source) *Memo { return &Memo{Source: s, known: map[string]Result{}} }

// Query returns a cached result, or queries the source.
func (m *Memo) Query(q Query, today calendar.Date) (Result, error) {
	whole := q
	whole.Limit, whole.Offset, whole.Select = 0, 0, nil
	if q.Dated() {
		whole.Select = []string{Field(q.Kind, Updated).Name} // which is read only if it is selected
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

// Asked returns the number of queries of the source.
func (m *Memo) Asked() int { return m.asked }

// key is equal for equal queries, ignoring the order of the members of a set.
func (q Query) key(today calendar.Date) string {
	key := []byte(
		q.Kind.Name + " " + strconv.FormatBool(q.Count) + strconv.FormatBool(q.Dated()) + " " + strconv.Itoa(int(today)) +
			" " + strconv.Itoa(q.Enough),
	)
	for _, o := range q.Sort {
		key = strconv.AppendInt(append(key, ' '), int64(o.At), 10)
		key = strconv.AppendBool(strconv.AppendBool(key, o.Descending), o.NoneFirst)
	}
	return string(q.Where.inOrder().AppendJSON(append(key, ' '), q.Kind))
}

// inOrder returns the condition with the members of its sets sorted.
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
