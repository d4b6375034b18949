package sqlite

import (
	"context"
	"database/sql/driver"
	"strings"
	"testing"

	"assister/internal/query"
	"assister/internal/record"
	"assister/internal/schema"
	"assister/internal/where"
	"assister/internal/workspace"
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

// A tool asks for the project as a comparison, and for its records among others
// that it puts together with and.
func TestAComparisonWithARecordIsFoundByItsIndex(t *testing.T) {
	k := schema.Lookup("task")
	_, project := k.Field("projectId")
	q := query.Of(k, where.Filter{Overdue: where.Yes})
	q.Where.All = []query.Condition{{Compare: []query.Comparison{{At: project, Op: query.Eq, Values: []record.Value{record.ID(3)}}}}}
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

// Of what may be much of a table, the texts are asked of the text index.
func TestAllThatWasPlannedBeforeADayMayBeMuch(t *testing.T) {
	late := where.Filter{Overdue: where.Yes}
	from := where.Range{Set: true, From: today}
	for name, tt := range map[string]struct {
		c          query.Condition
		wide, much bool
	}{
		"anything":          {query.Condition{}, true, true},
		"overdue":           {query.Condition{Filter: late}, false, true},
		"and something":     {query.Condition{All: []query.Condition{{Filter: late}, {Filter: where.Filter{Priority: "high"}}}}, false, true},
		"from a day on":     {query.Condition{Filter: where.Filter{Scheduled: from}}, false, true},
		"overdue since":     {query.Condition{Filter: where.Filter{Scheduled: from, Overdue: where.Yes}}, false, false},
		"a day":             {query.Condition{Filter: where.Filter{Scheduled: where.Day(today)}}, false, false},
		"late in a project": {query.Condition{Filter: late, All: []query.Condition{{Filter: where.Filter{ProjectID: 3}}}}, false, false},
		"some":              {query.Condition{Filter: where.Filter{ByIDs: true, IDs: []int64{1}}}, false, false},
	} {
		sure, _ := parts(query.Query{Kind: schema.Lookup("task"), Where: tt.c}, today)
		if sure.wide != tt.wide || sure.much != tt.much {
			t.Errorf("%s: wide %v, much %v", name, sure.wide, sure.much)
		}
	}
}

// What has to be done by a day is planned for one before it, or due.
func TestWhatIsDueIsCountedByTheIndexesOfItsDays(t *testing.T) {
	k := schema.Lookup("task")
	one := func(name string, op query.Operator, v record.Value) query.Condition {
		_, at := k.Field(name)
		return query.Condition{Compare: []query.Comparison{{At: at, Op: op, Values: []record.Value{v}}}}
	}
	day := record.Date(today)
	planned, due, open := one("scheduledFor", query.Lte, day), one("deadline", query.Lte, day), one("status", query.Nin, record.Text("completed"))
	either := func(c ...query.Condition) query.Condition { return query.Condition{Any: c} }
	s := fresh(t)
	for name, tt := range map[string]struct {
		where query.Condition
		want  []string // how each part is counted
	}{
		"either":          {either(planned, due), []string{"INDEX task_day", "COVERING INDEX task_deadline"}},
		"the other way":   {either(due, planned), []string{"INDEX task_day", "COVERING INDEX task_deadline"}},
		"of what is open": {query.Condition{Compare: open.Compare, All: []query.Condition{either(planned, due)}}, []string{"INDEX task_day", "COVERING INDEX task_deadline"}},
		"or something":    {either(planned, one("priority", query.Eq, record.Text("high"))), nil},
		"and something":   {query.Condition{All: []query.Condition{either(planned, due), one("priority", query.Eq, record.Text("high"))}}, nil},
		"one":             {either(planned), nil},
		"no order":        {either(planned, one("deadline", query.Ne, day)), nil},
	} {
		sure, _ := parts(query.Query{Kind: k, Where: tt.where}, today)
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

func TestEachKindWithADayIsWalkedAlongItsIndexes(t *testing.T) {
	s := fresh(t)
	view(t, s, func(r workspace.Reader) error {
		some := 0
		for _, k := range schema.Kinds {
			q := query.Query{Kind: k, Sort: query.ByDay(k)}
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
