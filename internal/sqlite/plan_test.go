package sqlite

import (
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

	"assister/internal/ledger"
	"assister/internal/workspace"
)

// plans returns the plans of the queries on tasks that fn asks, in their order.
func plans(t *testing.T, s *Store, fn func(r workspace.Reader) error) (plans []string) {
	t.Helper()
	type query struct {
		text string
		args int
	}
	var asked []query
	view(t, s, func(r workspace.Reader) error {
		c := r.(reader).c
		c.watch = func(text string, args int) { asked = append(asked, query{text, args}) }
		err := fn(r)
		c.watch = nil
		if err != nil {
			return err
		}
		for _, q := range asked {
			if !strings.Contains(q.text, "FROM task") {
				continue
			}
			var plan strings.Builder
			if err := c.each(never, "EXPLAIN QUERY PLAN "+q.text, func(row []driver.Value) error {
				plan.WriteString(row[3].(string) + "\n")
				return nil
			}, make([]driver.Value, q.args)...); err != nil {
				return err
			}
			plans = append(plans, plan.String())
		}
		return nil
	})
	return plans
}

// In a large workspace most of the cost of a query is the order in which pages are read,
// so these tests fix the query plans of SQLite.
func TestTheQueryPlanUsesTheIndexOfTheDay(t *testing.T) {
	s := fresh(t)
	for name, tt := range map[string]struct {
		filter filter.Condition
		want   []string // for records that do not repeat, and for repeating ones
	}{
		"a day":             {filter.Condition{Scheduled: filter.Day(today)}, []string{"SEARCH task USING INDEX task_day", "SEARCH task USING INDEX task_series"}},
		"overdue":           {filter.Condition{Overdue: filter.Yes}, []string{"SEARCH task USING INDEX task_open", "SEARCH task USING INDEX task_series"}},
		"a project":         {filter.Comparing(filter.Is("projectId", record.ID(3))), []string{"SEARCH task USING INDEX task_project", ""}},
		"a title":           {filter.Comparing(filter.TitleContains("milk")), []string{"SCAN task\n", ""}},
		"a deadline":        {filter.Comparing(filter.Within("deadline", filter.Range{Set: true, From: today, To: today.AddDays(7)})...), []string{"SEARCH task USING INDEX task_deadline", ""}},
		"late in a project": {filter.Condition{Overdue: filter.Yes}.With(filter.Is("projectId", record.ID(3))), []string{"SEARCH task USING INDEX task_project", "SEARCH task USING INDEX task_project"}},
		"a project's day":   {filter.Condition{Scheduled: filter.Day(today)}.With(filter.Is("projectId", record.ID(3))), []string{"SEARCH task USING INDEX task_", "SEARCH task USING INDEX task_"}},
		"an old deadline":   {filter.Comparing(filter.Within("deadline", filter.Range{Set: true, To: today})...), []string{"SCAN task\n", ""}},
		"not overdue":       {filter.Condition{Overdue: filter.No}, []string{"SCAN task\n", "SCAN task USING INDEX task_series"}},
		"anything":          {filter.Condition{}, []string{"SCAN task\n", ""}},
	} {
		got := plans(t, s, func(r workspace.Reader) error {
			_, err := r.Query(filter.Of(schema.Lookup("task"), tt.filter), today)
			return err
		})
		// The doubtful part is read first.
		want := slices.DeleteFunc([]string{tt.want[1], tt.want[0]}, func(s string) bool { return s == "" })
		if len(got) != len(want) {
			t.Errorf("%s: %d parts, want %d: %q", name, len(got), len(want), got)
			continue
		}
		for i, plan := range got {
			if !strings.Contains(plan, want[i]) {
				t.Errorf("%s: part %d is %s", name, i, plan)
			}
		}
	}
}

// A tool selects the project by a comparison, combined with other conditions by and.
func TestTheQueryPlanUsesTheIndexOfAReference(t *testing.T) {
	k := schema.Lookup("task")
	q := filter.Of(k, filter.Condition{Overdue: filter.Yes})
	q.Where.All = []filter.Condition{{Compare: []filter.Comparison{filter.Is("projectId", record.ID(3))}}}
	q.Count = true
	got := plans(t, fresh(t), func(r workspace.Reader) error {
		_, err := r.Query(q, today)
		return err
	})
	want := "USING COVERING INDEX task_project (project_id=? AND scheduled_for>? AND scheduled_for<?)"
	if !slices.ContainsFunc(got, func(plan string) bool { return strings.Contains(plan, want) }) {
		t.Errorf("it is read by %q", got)
	}
}

// An undo finds its batches by an index and in order, however long the ledger is.
func TestABatchIsFoundWithoutAScan(t *testing.T) {
	s := fresh(t)
	view(t, s, func(r workspace.Reader) error {
		c := r.(reader).c
		for _, tt := range []struct {
			want string
			ask  func() error
		}{
			{"SEARCH batch USING INDEX batch_counts (action=?)", func() error { _, _, err := r.Last(ledger.Apply, ""); return err }},
			{"SEARCH batch USING INDEX batch_counts (action=?)", func() error { _, _, err := r.Last(ledger.Apply, "ann"); return err }},
			{"SEARCH batch USING INDEX batch_key (key=?)", func() error { _, _, err := r.ByKey("k"); return err }},
			{"SEARCH batch USING INDEX batch_root (root=? AND rowid<?)", func() error { _, _, err := r.Reversal(1, 2); return err }},
			{"SEARCH change USING INDEX change_record (kind=? AND id=? AND batch>?)" +
				"CORRELATED SCALAR SUBQUERY 1SEARCH batch USING INTEGER PRIMARY KEY (rowid=?)" +
				"CORRELATED SCALAR SUBQUERY 2SEARCH batch USING INTEGER PRIMARY KEY (rowid=?)",
				func() error { _, err := r.Since(record.Key{Kind: "task", ID: 1}, 1); return err }},
		} {
			var query string
			c.watch = func(text string, _ int) { query = text }
			err := tt.ask()
			c.watch = nil
			if err != nil {
				return err
			}
			var plan string
			if err := c.each(never, "EXPLAIN QUERY PLAN "+query, func(row []driver.Value) error {
				plan += row[3].(string)
				return nil
			}, make([]driver.Value, strings.Count(query, "?"))...); err != nil {
				return err
			}
			if plan != tt.want {
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
		q := filter.Query{Kind: k, Where: tt.where, Count: true}
		got := plans(t, s, func(r workspace.Reader) error {
			_, err := r.Query(q, today)
			return err
		})
		counted := strings.Join(got, "")
		if len(got) != max(len(tt.want), 1) {
			t.Errorf("%s: is counted in %d parts: %q", name, len(got), got)
		}
		for _, index := range tt.want {
			if !strings.Contains(counted, "USING "+index) {
				t.Errorf("%s: is counted by %s", name, counted)
			}
		}
	}
}

func TestEachKindWithADayIsReadByItsIndexes(t *testing.T) {
	s := fresh(t)
	some := 0
	for _, k := range schema.Kinds {
		if f, _ := k.Field("recurrence"); f == nil || k.Day == "" {
			continue
		}
		some++
		r := record.New(k, 1).With(k.Label, record.Text("x")).With(k.Day, day(0))
		if f, _ := k.Field("time"); f != nil && f.Required {
			r = r.With("time", record.Time(calendar.TimeOf(7, 0)))
		}
		commit(t, s, creates(r)...)
		view(t, s, func(r workspace.Reader) error {
			c := r.(reader).c
			walked := false
			c.watch = func(text string, _ int) {
				day, series := strings.Contains(text, "INDEXED BY "+k.Name+"_day"), strings.Contains(text, "INDEXED BY "+k.Name+"_series")
				walked = walked || day && series
			}
			found, err := r.Query(filter.Query{Kind: k, Sort: filter.ByDay(k), Limit: 5}, today)
			c.watch = nil
			if err != nil || len(found.Records) != 1 || !walked {
				t.Errorf("%s: %d found, by its indexes: %v, %v", k.Name, len(found.Records), walked, err)
			}
			return nil
		})
	}
	if some < 3 {
		t.Errorf("%d kinds have a day", some)
	}
}
