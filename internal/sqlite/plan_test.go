package sqlite

import (
	"context"
	"database/sql/driver"
	"strings"
	"testing"

	"assister/internal/filter"
	"assister/internal/record"
	"assister/internal/schema"

	"assister/internal/workspace"
)

// In a large workspace most of the cost of a query is the order in which pages are read,
// so these tests fix the query plans of SQLite.
func TestTheQueryPlanUsesTheIndexOfTheDay(t *testing.T) {
	s := fresh(t)
	c, err := s.take(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer s.put(c)
	for name, tt := range map[string]struct {
		filter filter.Condition
		want   []string // for records that do not repeat, and for repeating ones
	}{
		"a day":             {filter.Condition{Scheduled: filter.Day(today)}, []string{"SEARCH task USING INDEX task_day", "SEARCH task USING INDEX task_series"}},
		"overdue":           {filter.Condition{Overdue: filter.Yes}, []string{"SEARCH task USING INDEX task_open", "SEARCH task USING INDEX task_series"}},
		"a project":         {filter.Comparing(filter.Is("projectId", record.ID(3))), []string{"SEARCH task USING INDEX task_project", ""}},
		"a title":           {filter.Comparing(filter.TitleContains("milk")), []string{"SCAN task\n", ""}},
		"a deadline":        {filter.Comparing(filter.Within("deadline", filter.Range{Set: true, From: today, To: today.AddDays(7)})...), []string{"SEARCH task USING INDEX task_deadline", ""}},
		"late in a project": {filter.Condition{Overdue: filter.Yes}.With(filter.Is("projectId", record.ID(3))), []string{"SEARCH task USING INDEX task_project", ""}},
		"a project's day":   {filter.Condition{Scheduled: filter.Day(today)}.With(filter.Is("projectId", record.ID(3))), []string{"SEARCH task USING INDEX task_", ""}},
		"an old deadline":   {filter.Comparing(filter.Within("deadline", filter.Range{Set: true, To: today})...), []string{"SCAN task\n", ""}},
		"not overdue":       {filter.Condition{Overdue: filter.No}, []string{"SCAN task\n", "SCAN task USING INDEX task_series"}},
		"anything":          {filter.Condition{}, []string{"SCAN task\n", ""}},
	} {
		k := schema.Lookup("task")
		sure, doubtful := parts(filter.Of(k, tt.filter), today)
		for i, q := range []*clauses{sure, doubtful} {
			if q == nil {
				if tt.want[i] != "" {
					t.Errorf("%s: part %d is empty", name, i)
				}
				continue
			}
			var plan strings.Builder
			err := c.each(never, "EXPLAIN QUERY PLAN SELECT "+members(k)+q.from(k), func(row []driver.Value) error {
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

// A tool selects the project by a comparison, combined with other conditions by and.
func TestTheQueryPlanUsesTheIndexOfAReference(t *testing.T) {
	k := schema.Lookup("task")
	q := filter.Of(k, filter.Condition{Overdue: filter.Yes})
	q.Where.All = []filter.Condition{{Compare: []filter.Comparison{filter.Is("projectId", record.ID(3))}}}
	sure, _ := parts(q, today)
	s := fresh(t)
	view(t, s, func(r workspace.Reader) error {
		var plan string
		err := r.(reader).c.each(never, "EXPLAIN QUERY PLAN SELECT id"+sure.from(k), func(row []driver.Value) error {
			plan += row[3].(string)
			return nil
		}, sure.args...)
		if !strings.Contains(plan, "USING COVERING INDEX task_project (project_id=? AND scheduled_for>? AND scheduled_for<?)") {
			t.Errorf("%s is %s", sure.from(k), plan)
		}
		return err
	})
}

// An undo finds its batches by an index and in order, however long the ledger is.
func TestABatchIsFoundWithoutAScan(t *testing.T) {
	s := fresh(t)
	view(t, s, func(r workspace.Reader) error {
		for condition, want := range map[string]string{
			lastBatch:     "SEARCH batch USING INDEX batch_counts (action=?)",
			keyedBatch:    "SEARCH batch USING INDEX batch_key (key=?)",
			olderReversal: "SEARCH batch USING INDEX batch_root (root=? AND rowid<?)",
		} {
			args := make([]driver.Value, strings.Count(condition, "?"))
			var plan string
			err := r.(reader).c.each(never, "EXPLAIN QUERY PLAN "+batchColumns+condition, func(row []driver.Value) error {
				plan += row[3].(string)
				return nil
			}, args...)
			if err != nil {
				return err
			}
			if plan != want {
				t.Errorf("%s is %s", condition, plan)
			}
		}
		return nil
	})
}

// If a condition may select a large part of a table, its texts are looked up in the text
// index.
func TestRangesThatMaySelectManyRecords(t *testing.T) {
	late := filter.Condition{Overdue: filter.Yes}
	from := filter.Range{Set: true, From: today}
	for name, tt := range map[string]struct {
		c          filter.Condition
		wide, much bool
	}{
		"anything":          {filter.Condition{}, true, true},
		"overdue":           {late, false, true},
		"and something":     {filter.Condition{All: []filter.Condition{late, filter.Comparing(filter.Is("priority", record.Text("high")))}}, false, true},
		"from a day on":     {filter.Condition{Scheduled: from}, false, true},
		"overdue since":     {filter.Condition{Scheduled: from, Overdue: filter.Yes}, false, false},
		"a day":             {filter.Condition{Scheduled: filter.Day(today)}, false, false},
		"late in a project": {filter.Condition{Overdue: filter.Yes, All: []filter.Condition{filter.Comparing(filter.Is("projectId", record.ID(3)))}}, false, false},
		"some":              {filter.Comparing(filter.IDs(1)), false, false},
	} {
		sure, _ := parts(filter.Query{Kind: schema.Lookup("task"), Where: tt.c}, today)
		if sure.wide != tt.wide || sure.much != tt.much {
			t.Errorf("%s: wide %v, much %v", name, sure.wide, sure.much)
		}
	}
}

// Tasks to do by a day are planned before it, or due.
func TestDueRecordsAreCountedByIndex(t *testing.T) {
	k := schema.Lookup("task")
	one := func(name string, op filter.Operator, v record.Value) filter.Condition {
		return filter.Condition{Compare: []filter.Comparison{{Field: name, Op: op, Values: []record.Value{v}}}}
	}
	day := record.Date(today)
	planned, due, open := one("scheduledFor", filter.Lte, day), one("deadline", filter.Lte, day), one("status", filter.Nin, record.Text("completed"))
	either := func(c ...filter.Condition) filter.Condition { return filter.Condition{Any: c} }
	s := fresh(t)
	for name, tt := range map[string]struct {
		where filter.Condition
		want  []string // how each part is counted
	}{
		"either":          {either(planned, due), []string{"INDEX task_day", "COVERING INDEX task_deadline"}},
		"the other way":   {either(due, planned), []string{"INDEX task_day", "COVERING INDEX task_deadline"}},
		"of what is open": {filter.Condition{Compare: open.Compare, All: []filter.Condition{either(planned, due)}}, []string{"INDEX task_day", "COVERING INDEX task_deadline"}},
		"or something":    {either(planned, one("priority", filter.Eq, record.Text("high"))), nil},
		"and something":   {filter.Condition{All: []filter.Condition{either(planned, due), one("priority", filter.Eq, record.Text("high"))}}, nil},
		"one":             {either(planned), nil},
		"no order":        {either(planned, one("deadline", filter.Ne, day)), nil},
	} {
		sure, _ := parts(filter.Query{Kind: k, Where: tt.where}, today)
		if len(sure.divided) != len(tt.want) {
			t.Errorf("%s: is divided in %d", name, len(sure.divided))
			continue
		}
		view(t, s, func(r workspace.Reader) error {
			for i, part := range sure.divided {
				whose := ""
				if part.covered {
					whose = " AND recurrence IS NULL"
				}
				var plan string
				if err := r.(reader).c.each(never, "EXPLAIN QUERY PLAN SELECT count(*)"+part.from(k)+whose, func(row []driver.Value) error {
					plan += row[3].(string)
					return nil
				}, part.args...); err != nil {
					return err
				}
				if !strings.Contains(plan, "USING "+tt.want[i]) {
					t.Errorf("%s: part %d is counted by %s", name, i, plan)
				}
			}
			return nil
		})
	}
}

func TestEachKindWithADayIsReadByItsIndexes(t *testing.T) {
	s := fresh(t)
	view(t, s, func(r workspace.Reader) error {
		some := 0
		for _, k := range schema.Kinds {
			q := filter.Query{Kind: k, Sort: filter.ByDay(k)}
			if !walked(q) {
				continue
			}
			some++
			if _, err := r.(reader).walk(q, &clauses{}, 5, 5); err != nil {
				t.Errorf("%s: %v", k.Name, err)
			}
		}
		if some < 3 {
			t.Errorf("%d kinds are walked", some)
		}
		return nil
	})
}
