package sqlite

import (
	"context"
	"database/sql/driver"
	"slices"
	"strings"
	"testing"
	"time"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/ijson"
	"assister/internal/op"
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
		for query, want := range map[string]string{
			batchColumns + lastBatch:     "SEARCH batch USING INDEX batch_counts (action=?)",
			batchColumns + lastBatchOf:   "SEARCH batch USING INDEX batch_counts (action=?)",
			batchColumns + keyedBatch:    "SEARCH batch USING INDEX batch_key (key=?)",
			batchColumns + olderReversal: "SEARCH batch USING INDEX batch_root (root=? AND rowid<?)",
			changesSince: "SEARCH change USING INDEX change_record (kind=? AND id=? AND batch>?)" +
				"CORRELATED SCALAR SUBQUERY 1SEARCH batch USING INTEGER PRIMARY KEY (rowid=?)" +
				"CORRELATED SCALAR SUBQUERY 2SEARCH batch USING INTEGER PRIMARY KEY (rowid=?)",
		} {
			args := make([]driver.Value, strings.Count(query, "?"))
			var plan string
			err := r.(reader).c.each(never, "EXPLAIN QUERY PLAN "+query, func(row []driver.Value) error {
				plan += row[3].(string)
				return nil
			}, args...)
			if err != nil {
				return err
			}
			if plan != want {
				t.Errorf("%s is %s", query, plan)
			}
		}
		return nil
	})
}

// Whatever an undo or a redo asks is found by an index and in order, however long the
// ledger is, and however many records there are.
func TestAnUndoScansNothing(t *testing.T) {
	s := fresh(t)
	at := calendar.Clock{Instant: noon, Zone: time.UTC}
	run := func(text string) {
		v, fault := ijson.Parse([]byte(text))
		o, problems := op.Decode(v, calendar.Clock{})
		if fault != nil || len(problems) > 0 {
			t.Fatal(fault, problems)
		}
		r := workspace.Request{Ops: []op.Op{o}, Clock: at, CorrelationID: text, Confirmed: true}
		if _, err := workspace.Apply(ctx, s, r); err != nil {
			t.Fatal(err)
		}
	}
	queries := map[string]int{}
	c, err := s.take(ctx)
	if err != nil {
		t.Fatal(err)
	}
	c.watch = func(query string, args int) { queries[query] = args }
	s.put(c)
	for _, text := range []string{
		`{"op":"project.create","name":"Garden"}`, `{"op":"task.create","title":"Dig","projectId":1}`,
		`{"op":"note_session.create","name":"n"}`, `{"op":"note_line.create","sessionId":1,"content":"x"}`, `{"op":"note_session.delete","id":1}`,
		`{"op":"person.create","name":"Ann"}`, `{"op":"situation.create","title":"s"}`, `{"op":"situation_actor.create","situationId":1,"personId":1}`,
		`{"op":"situation_actor.delete","id":1}`, `{"op":"task.delete","id":1}`, `{"op":"project.delete","id":1}`,
	} {
		run(text)
	}
	clear(queries)
	for _, redo := range []bool{false, false, false, false, true, true, false, false} {
		if _, err := workspace.Undo(ctx, s, workspace.UndoRequest{Redo: redo, Clock: at, Confirmed: true}); err != nil {
			t.Fatal(err)
		}
	}
	for _, q := range []workspace.UndoRequest{{Batch: 1, Partial: true}, {Batch: 2}, {Batch: 2, Key: "k"}} {
		q.Clock, q.Confirmed = at, true
		_, _ = workspace.Undo(ctx, s, q) // a refusal has asked as well
	}
	c.watch = nil
	grow := []string{"batch", "change", "audit"}
	for _, k := range schema.Kinds {
		grow = append(grow, k.Name)
	}
	examined := 0
	for query, args := range queries {
		if !strings.HasPrefix(query, "SELECT") || strings.Contains(query, "sqlite_schema") {
			continue // a setting, or the schema
		}
		examined++
		if err := c.each(never, "EXPLAIN QUERY PLAN "+query, func(row []driver.Value) error {
			step := row[3].(string)
			table, scan := strings.CutPrefix(step, "SCAN ")
			table, _, _ = strings.Cut(table, " ")
			first := strings.HasSuffix(query, "LIMIT 1") && !strings.Contains(query, "WHERE") // in the order of the table
			if scan && slices.Contains(grow, table) && !first || strings.Contains(step, "TEMP B-TREE") && !ofRecords(query) {
				t.Errorf("%s\nis: %s", query, step)
			}
			return nil
		}, make([]driver.Value, args)...); err != nil {
			t.Errorf("%s: %v", query, err)
		}
	}
	if examined < 10 {
		t.Errorf("%d queries were examined: %v", examined, queries)
	}
}

// ofRecords reports whether a query asks for records, and not for the ledger.
func ofRecords(query string) bool {
	return !slices.ContainsFunc([]string{"FROM batch", "FROM change", "FROM audit"}, func(s string) bool { return strings.Contains(query, s) })
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
