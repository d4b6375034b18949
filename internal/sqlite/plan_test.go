package sqlite

import (
	"context"
	"database/sql/driver"
	"strings"
	"testing"

	"assister/internal/query"
	"assister/internal/schema"
	"assister/internal/where"
)

// The order in which pages are visited is most of what a query costs in a large
// workspace, so how SQLite goes about each is held here.
func TestRecordsAreFoundByTheirDayAndOtherwiseReadInTheirOrder(t *testing.T) {
	s := fresh(t)
	c, err := s.take(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer s.put(c)
	for name, tt := range map[string]struct {
		filter where.Filter
		want   []string // for the records that do not repeat, and for those that do
	}{
		"a day":             {where.Filter{Scheduled: where.Day(today)}, []string{"SEARCH task USING INDEX task_day", "SEARCH task USING INDEX task_series"}},
		"overdue":           {where.Filter{Overdue: where.Yes}, []string{"SEARCH task USING INDEX task_open", "SEARCH task USING INDEX task_series"}},
		"a project":         {where.Filter{ProjectID: 3}, []string{"SEARCH task USING INDEX task_project", ""}},
		"a title":           {where.Filter{TitleContains: "milk"}, []string{"SCAN task\n", ""}},
		"a deadline":        {where.Filter{Deadline: where.Range{Set: true, From: today, To: today.AddDays(7)}}, []string{"SEARCH task USING INDEX task_deadline", ""}},
		"late in a project": {where.Filter{Overdue: where.Yes, ProjectID: 3}, []string{"SEARCH task USING INDEX task_project", ""}},
		"a project's day":   {where.Filter{Scheduled: where.Day(today), ProjectID: 3}, []string{"SEARCH task USING INDEX task_", ""}},
		"an old deadline":   {where.Filter{Deadline: where.Range{Set: true, To: today}}, []string{"SCAN task\n", ""}},
		"not overdue":       {where.Filter{Overdue: where.No}, []string{"SCAN task\n", "SCAN task USING INDEX task_series"}},
		"anything":          {where.Filter{}, []string{"SCAN task\n", ""}},
	} {
		k := schema.Lookup("task")
		sure, doubtful := parts(query.Of(k, tt.filter), today)
		for i, q := range []*clauses{sure, doubtful} {
			if q == nil {
				if tt.want[i] != "" {
					t.Errorf("%s: part %d is empty", name, i)
				}
				continue
			}
			var plan strings.Builder
			err := c.each("EXPLAIN QUERY PLAN SELECT "+members(k)+q.from(k), func(row []driver.Value) error {
				plan.WriteString(row[3].(string) + "\n")
				return nil
			}, q.args...)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(plan.String(), tt.want[i]) {
				t.Errorf("%s: %s is %s", name, q.from(k), plan.String())
			}
		}
	}
}
