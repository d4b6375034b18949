package sqlite

import (
	"context"
	"database/sql/driver"
	"strings"
	"testing"

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
		"a day":     {where.Filter{Scheduled: where.Day(today)}, []string{"SEARCH task USING INDEX task_day", "SEARCH task USING INDEX task_series"}},
		"overdue":   {where.Filter{Overdue: where.Yes}, []string{"SEARCH task USING INDEX task_day", "SEARCH task USING INDEX task_series"}},
		"a project": {where.Filter{ProjectID: 3}, []string{"SEARCH task USING INDEX task_project", ""}},
		"a title":   {where.Filter{TitleContains: "milk"}, []string{"SCAN task\n", "SCAN task USING INDEX task_series"}},
		"anything":  {where.Filter{}, []string{"SCAN task\n", "SCAN task USING INDEX task_series"}},
	} {
		k := schema.Lookup("task")
		for i, q := range queries(k, tt.filter, today) {
			var plan strings.Builder
			err := c.each("EXPLAIN QUERY PLAN "+selection(k)+q.text(), func(row []driver.Value) error {
				plan.WriteString(row[3].(string) + "\n")
				return nil
			}, q.args...)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(plan.String(), tt.want[i]) {
				t.Errorf("%s: WHERE %s is %s", name, q.text(), plan.String())
			}
		}
	}
}
