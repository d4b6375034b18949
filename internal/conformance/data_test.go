package conformance

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"assister/internal/calendar"
	"assister/internal/check"
	"assister/internal/filter"
	"assister/internal/ijson"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
	"assister/internal/search"

	"assister/internal/workspace"
)

// Areas about operations and filters on data.

const fixtureD = "TODOS_FIXTURE_D"

// inOurCodes maps recorded codes to ours.
func inOurCodes(recorded ijson.Value) []string {
	out := make([]string, 0, len(recorded.Items))
	for _, item := range recorded.Items {
		if item.Text == "use_complete_occurrence_for_repeating" {
			item.Text = problem.UseOccurrence
		}
		out = append(out, item.Text)
	}
	return out
}

// validationOnData returns codes. For a valid bulk operation it adds the number of
// records if the recorded answer had it wrong: it ignored the filter and selected all.
func validationOnData(t *testing.T, named fixtures) runner {
	todos := records(t, named[fixtureD])
	w := seeded(t, todos...)
	return func(t *testing.T, c testCase) (any, any) {
		f := w.on(t).found(check.Rules{RequireRecurrence: c.Use == strict}, at(c.Input, "op"))[0]
		got, want := codes(f.Errors), inOurCodes(at(c.Expected, "errors"))
		if f.Op.Verb.Bulk() && c.Use == "avoid" {
			got = append(got, fmt.Sprintf("means %d", len(f.Targets)))
			want = append(want, fmt.Sprintf("means %d", len(todos)))
		}
		return got, want
	}
}

func bulkExpansion(t *testing.T, named fixtures) runner {
	w := seeded(t, records(t, named[fixtureD])...)
	return func(t *testing.T, c testCase) (any, any) {
		f := w.on(t).found(check.Rules{}, at(c.Input, "op"))[0]
		if !f.Valid() {
			return codes(f.Errors), at(c.Expected, "expandedIds")
		}
		return touched(f), at(c.Expected, "expandedIds")
	}
}

func touched(f check.Finding) []int64 {
	ids := []int64{}
	for _, target := range f.Targets {
		ids = append(ids, target.Change.ID)
	}
	return ids
}

// filters runs each filter twice: record by record, and by the store's queries.
func filters(t *testing.T, named fixtures) runner {
	return func(t *testing.T, c testCase) (any, any) {
		items, where := at(c.Input, "items"), at(c.Input, "where")
		if span := at(c.Input, "range"); span.Kind == ijson.Array {
			items = at(c.Input, "todos")
			where = parsed(t, fmt.Sprintf(`{"scheduled_range":{"from":%q,"to":%q}}`, span.Items[0].Text, span.Items[1].Text))
		}
		all := records(t, named.resolve(t, items))
		w := seeded(t, all...)
		f, problems := filter.Parse(where, w.clock, nil)
		if len(problems) > 0 {
			return codes(problems), c.Expected
		}
		matching := slices.DeleteFunc(all, func(r record.Record) bool { return !f.Selects(r, w.clock.Today()) })
		stored := idsOf(w.find(f))
		slices.Sort(stored)
		if !slices.Equal(stored, idsOf(matching)) {
			t.Errorf("the store finds %v, the filter matches %v", stored, idsOf(matching))
		}
		if has(c.Input, "range") {
			titles := []string{}
			for _, r := range matching {
				titles = append(titles, r.Label())
			}
			return titles, c.Expected
		}
		return stored, c.Expected
	}
}

// applied applies one operation in a new workspace.
func applied(t *testing.T, named fixtures) runner {
	return func(t *testing.T, c testCase) (any, any) {
		w := seeded(t, records(t, named[fixtureD])...)
		operation := at(c.Input, "op")
		if operation.Kind == ijson.Null {
			operation = at(c.Input, "body")
		}
		out, refused := w.do(workspace.Apply, "", operation)
		if len(out.Findings) > 0 && !out.Findings[0].Valid() {
			refused = out.Findings[0].Errors[0].Code
		}
		got := map[string]any{"ok": refused == ""}
		if refused != "" {
			got["code"] = refused
		} else {
			got["context"] = at(w.record("task", 3), "context")
		}
		return plainly(got), executed(c.Expected)
	}
}

// executed returns a recorded result with our codes instead of prose.
func executed(recorded ijson.Value) map[string]any {
	said := str(recorded, "error")
	if said == "" {
		said = str(recorded, "body", "error")
	}
	want := map[string]any{"ok": said == ""}
	switch {
	case said == "":
		want["context"] = str(recorded, "task.context")
	case strings.HasPrefix(said, "Valid ID"):
		want["code"] = problem.MissingOrInvalidID
	case strings.Contains(said, "not found"), strings.Contains(said, "not_found"):
		want["code"] = problem.IDNotFound
	case strings.Contains(said, "not_repeating"):
		want["code"] = problem.NotRepeating
	case strings.HasPrefix(said, "Tool name"):
		want["code"] = problem.InvalidOp
	default:
		want["code"] = said
	}
	return want
}

// applySequence runs its cases in order, in one workspace.
func applySequence(t *testing.T, named fixtures) runner {
	w := seeded(t, records(t, named[fixtureD])...)
	return func(t *testing.T, c testCase) (any, any) {
		w := w.on(t)
		out, refused := w.do(workspace.Apply, "", at(c.Input, "operations").Items...)
		if len(out.Findings) == 0 {
			return refused, c.Expected
		}
		f := out.Findings[0]
		result := at(c.Expected, "body", "results").Items[0]
		got := map[string]any{"summary": out.Counts, "ok": f.Valid()}
		want := map[string]any{"summary": at(c.Expected, "body", "summary"), "ok": at(result, "ok").Bool}
		for _, m := range result.Members {
			switch m.Name {
			case "ok":
			case "error":
				want[m.Name], got[m.Name] = m.Value, strings.Join(codes(f.Errors), ",")
			case "count":
				want[m.Name], got[m.Name] = m.Value, len(f.Targets)
			case "expandedIds":
				want[m.Name], got[m.Name] = m.Value, touched(f)
			case "todo":
				id, _ := at(m.Value, "id").Int()
				now := w.record("task", id)
				rule := at(now, "recurrence")
				if rule.Kind == ijson.Null {
					rule = parsed(t, `{"type":"none"}`)
				}
				want["recurrence"], got["recurrence"] = at(m.Value, "recurrence"), rule
				want["completedDates"], got["completedDates"] = at(m.Value, "completedDates"), at(now, "completedDates")
				want["completed"], got["completed"] = at(m.Value, "completed").Bool, str(now, "status") == "completed"
			default:
				t.Fatalf("nothing looks at %s", m.Name)
			}
		}
		return plainly(got), plainly(want)
	}
}

func dryRun(t *testing.T, named fixtures) runner {
	w := seeded(t, records(t, named[fixtureD])...)
	return func(t *testing.T, c testCase) (any, any) {
		w := w.on(t)
		operations := at(c.Input, "operations").Items
		out, refused := w.do(workspace.DryRun, "", operations...)
		if len(operations) == 0 {
			return map[string]any{"results": len(out.Findings), "summary": out.Counts},
				plainly(map[string]any{"results": len(at(c.Expected, "results").Items), "summary": at(c.Expected, "summary")})
		}
		if len(out.Findings) > 0 && !out.Findings[0].Valid() {
			refused = out.Findings[0].Errors[0].Code
		}
		if refused != "" {
			return refused, c.Expected
		}
		return out.Counts, c.Expected
	}
}

func idempotency(t *testing.T, _ fixtures) runner {
	return func(t *testing.T, c testCase) (any, any) {
		w := seeded(t)
		key := str(c.Input, "key")
		first, refused := w.do(workspace.Apply, key, parsed(t, `{"op":"task.create","title":"one"}`))
		if refused != "" {
			t.Fatal(refused)
		}
		second, refused := w.do(workspace.Apply, key, parsed(t, `{"op":"task.create","title":"two"}`))
		return map[string]any{
			"returnsFirst":  refused == "" && second.Batch.ID == first.Batch.ID,
			"rowsForSecond": len(w.find(filter.Comparing(filter.TitleContains("two")))),
			"refused":       refused,
		}, c.Expected
	}
}

// undoing has a short scenario for each case, since the recorded inputs only have the
// differences.
func undoing(t *testing.T, _ fixtures) runner {
	stories := map[int]func(w world, c testCase) (got, want any){
		1: func(w world, c testCase) (any, any) {
			// Created and changed in one batch: nothing was there before.
			w.apply(`{"op":"event.create","as":"e","title":"one","scheduledFor":"2026-11-21","startTime":"10:00","endTime":"10:30"}`,
				`{"op":"event.update","id":{"ref":"e"},"title":"two"}`)
			made := str(w.record("event", 1), "title")
			refused := w.undo()
			return []any{made, refused, w.record("event", 1).Kind == ijson.Object}, []any{"two", "", at(c.Expected, "undo.ok").Bool}
		},
		2: func(w world, c testCase) (any, any) {
			w.apply(`{"op":"create_task","arguments":{"title":"one","scheduledFor":"2025-09-01"}}`)
			w.undo()
			return w.record("task", 1).Kind == ijson.Object, at(c.Expected, "taskStillThere").Bool
		},
		3: func(w world, c testCase) (any, any) {
			w.apply(`{"op":"task.create","title":"one","status":"` + str(c.Input, "before") + `"}`)
			w.apply(`{"op":"task.set_status","id":1,"status":"` + str(c.Input, "op", "status") + `"}`)
			changed := str(w.record("task", 1), "status")
			w.undo()
			return []string{changed, str(w.record("task", 1), "status")}, []string{str(c.Input, "op", "status"), str(c.Expected, "after")}
		},
		4: func(w world, c testCase) (any, any) {
			w.apply(`{"op":"task.create","title":"one","status":"` + str(c.Input, "before", "status") + `"}`)
			w.apply(`{"op":"delete_task","arguments":{"id":1}}`)
			w.undo()
			return []any{str(w.record("task", 1), "status"), w.record("task", 2).Kind == ijson.Object}, []any{str(c.Expected, "recreated", "status"), true}
		},
		5: func(w world, c testCase) (any, any) {
			w.apply(`{"op":"event.create","title":"one","startTime":"09:00","endTime":"10:00","location":"there","context":"work","scheduledFor":"2026-11-21"}`)
			before := w.record("event", 1)
			w.apply(`{"op":"event.delete","id":1}`)
			w.undo()
			after := w.record("event", 1)
			var kept []bool
			for _, field := range []string{"startTime", "endTime", "location", "context"} {
				kept = append(kept, str(after, field) == str(before, field))
			}
			return kept, []bool{false, false, false, true}
		},
		6: func(w world, c testCase) (any, any) {
			w.apply(`{"op":"event.create","title":"one","startTime":"09:00","endTime":"10:00","scheduledFor":"2026-11-21"}`)
			w.apply(`{"op":"update_event","arguments":{"id":1,"startTime":"11:00","endTime":"12:00"}}`)
			w.undo()
			after := w.record("event", 1)
			return []string{str(after, "startTime"), str(after, "endTime")}, []string{str(c.Expected, "after", "startTime"), str(c.Expected, "after", "endTime")}
		},
		7: func(w world, c testCase) (any, any) {
			w.apply(`{"op":"task.create","title":"one","scheduledFor":"2025-09-01","recurrence":{"type":"daily"}}`)
			w.apply(`{"op":"set_task_status","arguments":{"id":1,"status":"skipped","occurrenceDate":"2025-09-03"}}`)
			skipped := len(at(w.record("task", 1), "skippedDates").Items)
			w.undo()
			return []int{skipped, len(at(w.record("task", 1), "skippedDates").Items)}, []int{1, len(at(c.Expected, "after", "skippedDates").Items)}
		},
		8: func(w world, c testCase) (any, any) {
			w.apply(`{"op":"task.create","title":"one"}`)
			w.apply(`{"op":"task.create","title":"two"}`)
			var answers []string
			for range 3 {
				answers = append(answers, w.undo())
			}
			return answers, []string{"", "", str(c.Expected, "final", "body", "error")}
		},
	}
	return func(t *testing.T, c testCase) (any, any) {
		story, ok := stories[c.Row]
		if !ok {
			t.Fatal("a case without a story")
		}
		return story(seeded(t), c)
	}
}

func storing(t *testing.T, _ fixtures) runner {
	return func(t *testing.T, c testCase) (any, any) {
		w := seeded(t)
		switch {
		case has(c.Input, "patch"):
			create := with(at(c.Input, "create"), "op", word("task.create"))
			w.do(workspace.Apply, "", create)
			w.do(workspace.Apply, "", with(with(at(c.Input, "patch"), "id", parsed(t, "1")), "op", word("task.update")))
			now := w.record("task", 1)
			return map[string]any{"notes": str(now, "notes"), "completed": str(now, "status") == "completed"}, c.Expected
		case has(c.Input, "q"):
			w.apply(`{"op":"task.create","title":"Buy milk"}`)
			hits := search.Rank(str(c.Input, "q"), w.find(filter.Condition{}), w.clock.Today(), 10)
			if has(c.Expected, "lengthAtLeast") {
				n, _ := at(c.Expected, "lengthAtLeast").Int()
				return int64(len(hits)) >= n, true
			}
			return map[string]any{"found": len(hits) == 1}, c.Expected
		case has(c.Input, "previous"):
			w.apply(`{"op":"task.create","title":"one","scheduledFor":"2026-11-01","recurrence":{"type":"daily"}}`)
			for _, status := range []string{str(c.Input, "previous"), str(c.Input, "status")} {
				w.apply(`{"op":"task.set_status","id":1,"occurrenceDate":"2026-11-21","status":"` + status + `"}`)
			}
			now := w.record("task", 1)
			return map[string]any{
				"completedDatesIncludes": len(at(now, "completedDates").Items) > 0,
				"skippedDatesIncludes":   len(at(now, "skippedDates").Items) > 0,
			}, c.Expected
		case has(c.Expected, "getTaskById"):
			w.apply(`{"op":"task.create","title":"one"}`)
			w.apply(`{"op":"task.delete","id":1}`)
			return plainly(map[string]any{"getTaskById": w.record("task", 1)}), c.Expected
		}
		t.Fatal("nothing looks at this case")
		return nil, nil
	}
}

// counted is a store that counts its transactions and may refuse them.
type counted struct {
	workspace.Store
	calls int
	fails error
}

func (s *counted) Update(ctx context.Context, fn func(workspace.Reader) (workspace.Commit, error)) (workspace.Receipt, error) {
	s.calls++
	if s.fails != nil {
		return workspace.Receipt{}, s.fails
	}
	return s.Store.Update(ctx, fn)
}

func processor(t *testing.T, _ fixtures) runner {
	return func(t *testing.T, c testCase) (any, any) {
		switch {
		case has(c.Input, "op"):
			return inferred(c)
		case has(c.Input, "operationCount"):
			return inOneTransaction(t, c)
		}
		return countedByOutcome(t, c)
	}
}

func inferred(c testCase) (got, want any) {
	o, problems := op.Decode(at(c.Input, "op"), calendar.Clock{})
	got = strings.ReplaceAll(o.Name(), ".", "_")
	if o.Verb == "" {
		got = problems[0].Code
	}
	if k, _ := schema.Resolve(c.Expected.Text); k == nil {
		return got, problem.InvalidOp // an unknown type
	}
	return got, c.Expected
}

func inOneTransaction(t *testing.T, c testCase) (any, any) {
	store := &counted{Store: seeded(t).Store}
	if str(c.Input, "transaction") == "throws" {
		store.fails = errors.New("no")
	}
	n, _ := at(c.Input, "operationCount").Int()
	r := workspace.Request{Clock: clock(t), CorrelationID: "c"}
	for i := range n {
		o, _ := op.Decode(parsed(t, fmt.Sprintf(`{"op":"task.create","title":"number %d"}`, i)), calendar.Clock{})
		r.Ops = append(r.Ops, o)
	}
	out, err := workspace.Apply(context.Background(), store, r)
	if store.fails != nil {
		// One failure for all of them, with its reason.
		calls, _ := at(c.Expected, "transactionCalls").Int()
		return []any{store.calls, errors.Is(err, store.fails)}, []any{calls, !at(c.Expected, "results[0].ok").Bool}
	}
	if err != nil {
		t.Fatal(err)
	}
	valid := !slices.ContainsFunc(out.Findings, func(f check.Finding) bool { return !f.Valid() })
	return map[string]any{"transactionCalls": store.calls, "results": len(out.Findings), "allOk": valid}, c.Expected
}

// countedByOutcome applies the recorded verbs to three existing tasks. The recorded ids
// went to an executor that did nothing.
func countedByOutcome(t *testing.T, c testCase) (any, any) {
	w := seeded(t, newTask(1).With("title", record.Text("a")), newTask(2).With("title", record.Text("b")), newTask(3).With("title", record.Text("c")))
	var operations []ijson.Value
	for i, o := range at(c.Input, "operations").Items {
		line := fmt.Sprintf(`{"op":"task.%s","id":%d}`, str(o, "action"), i)
		switch str(o, "action") {
		case "create":
			line = `{"op":"task.create","title":"d"}`
		case "update":
			line = fmt.Sprintf(`{"op":"task.update","id":%d,"title":"e"}`, i)
		case "set_status":
			line = fmt.Sprintf(`{"op":"task.set_status","id":%d,"status":"completed"}`, i)
		}
		operations = append(operations, parsed(t, line))
	}
	out, refused := w.do(workspace.Apply, "", operations...)
	got := map[string]any{}
	for _, m := range c.Expected.Members {
		switch m.Name {
		case "results[0].ok":
			got[m.Name] = refused == "" && out.Findings[0].Valid()
		case "summary.created":
			got[m.Name] = out.Counts.Created
		case "summary":
			got[m.Name] = out.Counts
		default:
			t.Fatalf("nothing looks at %s", m.Name)
		}
	}
	return got, c.Expected
}

// summaries allows an empty filter to mean everything, as the recorded ones did.
func summaries(t *testing.T, named fixtures) runner {
	w := seeded(t, records(t, named[fixtureD])...)
	return func(t *testing.T, c testCase) (any, any) {
		switch said := str(c.Input, "text") + str(c.Input, "llm"); {
		case has(c.Input, "llm"):
			return w.on(t).summed(1, 0, said), c.Expected
		case has(c.Input, "proposal"):
			return w.on(t).summed(0, 0, str(c.Input, "proposal", "message")), c.Expected
		case has(c.Input, "text"):
			valid, _ := at(c.Input, "operations").Int()
			invalid, _ := at(c.Input, "invalid").Int()
			if strings.TrimSpace(said) == "" && valid+invalid == 0 {
				return check.Summary(nil, nil, check.Planned, w.clock.Today()), c.Expected
			}
			return w.on(t).summed(int(valid), int(invalid), said), c.Expected
		}
		list := at(c.Input, "operations")
		if list.Kind == ijson.Null {
			list = at(c.Input, "deduped")
		}
		var operations []ijson.Value
		for i, o := range list.Items {
			operations = append(operations, whole(t, o, i, w.clock.Today()))
		}
		return check.Summary(w.on(t).found(check.Rules{All: true}, operations...), nil, check.Planned, w.clock.Today()), c.Expected
	}
}

// whole completes a recorded operation so that it is valid: the summary is not about its
// problems.
func whole(t *testing.T, o ijson.Value, i int, today calendar.Date) ijson.Value {
	t.Helper()
	repeating := []int64{2, 5}
	switch verb := str(o, "op") + str(o, "action"); {
	case verb == "complete_occurrence":
		return parsed(t, fmt.Sprintf(`{"op":"complete_occurrence","id":%d,"occurrenceDate":%q}`, repeating[0], today))
	case has(o, "op"):
		return o
	case verb == "create":
		return parsed(t, fmt.Sprintf(`{"op":"task.create","title":"number %d"}`, i))
	case verb == "update":
		return parsed(t, `{"op":"task.update","id":1,"notes":"other"}`)
	case verb == "set_status":
		return parsed(t, `{"op":"task.set_status","id":1,"status":"completed"}`)
	}
	return with(o, "id", parsed(t, "3"))
}
