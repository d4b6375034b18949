package filter_test

import (
	"testing"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/record"
	"assister/internal/schema"
)

// counted is a source that counts its queries.
type counted struct {
	records []record.Record
	asked   int
}

func (c *counted) Query(q filter.Query, today calendar.Date) (filter.Result, error) {
	c.asked++
	return q.In(c.records, today), nil
}

func TestAMemoQueriesOnceAndCutsPages(t *testing.T) {
	task := schema.Lookup("task")
	of := &counted{}
	for id := int64(1); id <= 9; id++ {
		of.records = append(of.records, record.New(task, id).With("title", record.Text("x")).With("projectId", record.ID(id%3+1)))
	}
	in := func(ids ...int64) filter.Condition {
		c := filter.Comparison{Field: "projectId", Op: filter.In}
		for _, id := range ids {
			c.Values = append(c.Values, record.ID(id))
		}
		return filter.Condition{Compare: []filter.Comparison{c}}
	}
	m := filter.Remember(of)
	for _, tt := range []struct {
		q           filter.Query
		rows, total int
		asked       int // queries of the source until then
	}{
		{filter.Query{Kind: task, Where: in(1, 2), Limit: 2, Select: []string{"title"}}, 2, 6, 1},
		{filter.Query{Kind: task, Where: in(2, 1)}, 6, 6, 1},
		{filter.Query{Kind: task, Where: in(2, 1), Limit: 4, Offset: 4}, 2, 6, 1},
		{filter.Query{Kind: task, Where: in(2)}, 3, 3, 2},
		{filter.Query{Kind: task, Where: in(2), Count: true}, 0, 3, 3},
		{filter.Query{Kind: task, Where: in(2), Sort: []filter.Order{{At: filter.ID, Descending: true}}}, 3, 3, 4},
	} {
		found, err := m.Query(tt.q, calendar.Date(1))
		if err != nil || len(found.Records) != tt.rows || found.Total != tt.total || of.asked != tt.asked {
			t.Errorf("%+v: %d of %d, asked %d times, %v", tt.q, len(found.Records), found.Total, of.asked, err)
		}
	}
}
