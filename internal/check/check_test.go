package check_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"assister/internal/calendar"
	"assister/internal/check"
	"assister/internal/filter"
	"assister/internal/ijson"
	"assister/internal/ledger"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
)

// memory is a snapshot in memory.
type memory []record.Record

func (m memory) Record(kind string, id int64) (record.Record, bool, error) {
	for _, r := range m {
		if r.Kind.Name == kind && r.ID == id {
			return r, true, nil
		}
	}
	return record.Record{}, false, nil
}

func (m memory) Records(kind string, ids []int64) (found []record.Record, err error) {
	for _, r := range m {
		if r.Kind.Name == kind && slices.Contains(ids, r.ID) {
			found = append(found, r)
		}
	}
	return found, nil
}

func (m memory) Find(f filter.Condition, today calendar.Date) (found []record.Record, err error) {
	for _, k := range f.Applies() {
		for _, r := range m {
			if r.Kind == k && f.Selects(r, today) {
				found = append(found, r)
			}
		}
	}
	return found, nil
}

func (m memory) Referring(to record.Key, limit int) (keys []record.Key, err error) {
	for _, r := range m {
		for i, f := range r.Kind.Fields {
			if f.Type == schema.Ref && f.Of == to.Kind && r.Values[i].ID() == to.ID {
				keys = append(keys, record.Key{Kind: r.Kind.Name, ID: r.ID})
			}
		}
	}
	return keys, nil
}

func (m memory) NextID(kind string) (int64, error) { return 100, nil }

func (m memory) Since(key record.Key, batch int64) ([]check.Moved, error) {
	title := ledger.Cell{Field: "title", Before: record.Text("a"), After: record.Text("b")}
	return []check.Moved{{Batch: 9, At: time.Date(2026, 11, 23, 9, 4, 0, 0, time.UTC), Actor: "anna@laptop", Change: ledger.Change{Kind: schema.Lookup(key.Kind), ID: key.ID, Was: true, Is: true, Cells: []ledger.Cell{title}}}}, nil
}

// saturday is 2026-11-21.
var saturday = calendar.Clock{Instant: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC), Zone: time.UTC}

// made returns the records that create operations create, with ids from 1.
func made(t *testing.T, lines ...string) (m memory) {
	t.Helper()
	next := map[string]int64{}
	for _, line := range lines {
		plan := plan(t, m, check.Rules{}, line)
		if !plan.Findings[0].Valid() {
			t.Fatalf("%s: %v", line, plan.Findings[0].Errors)
		}
		c := plan.Changes(1)[0]
		next[c.Kind.Name]++
		r := record.New(c.Kind, next[c.Kind.Name])
		r.Rev = 1
		for _, cell := range c.Cells {
			r = r.With(cell.Field, cell.After)
		}
		m = append(m, r)
	}
	return m
}

func decode(t *testing.T, line string) op.Op {
	t.Helper()
	v, p := ijson.Parse([]byte(line))
	if p != nil {
		t.Fatalf("%s: %v", line, p)
	}
	o, problems := op.Decode(v, calendar.Clock{})
	if len(problems) > 0 {
		t.Fatalf("%s: %v", line, problems)
	}
	return o
}

func plan(t *testing.T, m memory, rules check.Rules, lines ...string) check.Plan {
	t.Helper()
	var ops []op.Op
	for _, line := range lines {
		ops = append(ops, decode(t, line))
	}
	p, err := check.Make(m, ops, rules, saturday)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// cells writes changes as "task 3 title: "a" → "b"", one on each line.
func cells(changes []ledger.Change) string {
	var b strings.Builder
	for _, c := range changes {
		for _, cell := range c.Cells {
			f, _ := c.Kind.Field(cell.Field)
			if f.Name == "createdAt" {
				continue
			}
			b.WriteString(c.Kind.Name + " " + f.Name + ": ")
			b.Write(record.AppendJSON(nil, f.Type, cell.Before))
			b.WriteString(" → ")
			b.Write(record.AppendJSON(nil, f.Type, cell.After))
			b.WriteString("\n")
		}
	}
	return b.String()
}

func codes(problems []problem.Problem) string {
	var words []string
	for _, p := range problems {
		words = append(words, p.Code)
	}
	return strings.Join(words, " ")
}

var household = []string{
	`{"op":"project.create","name":"Data"}`,
	`{"op":"task.create","title":"Buy milk","scheduledFor":"2026-11-20","projectId":1}`,
	`{"op":"task.create","title":"Walk dog","scheduledFor":"2026-11-16","recurrence":{"type":"daily"}}`,
	`{"op":"task.create","title":"Read","priority":"high"}`,
	`{"op":"event.create","title":"Lunch","scheduledFor":"2026-11-21","startTime":"12:00","endTime":"13:00"}`,
	`{"op":"event.create","title":"Standup","scheduledFor":"2026-11-16","startTime":"09:00","recurrence":{"type":"weekdays"}}`,
}

func TestSingleOperations(t *testing.T) {
	for _, tt := range []struct {
		name, op, cells, errors, warnings string
		rules                             check.Rules
	}{
		{name: "an update writes what differs", op: `{"op":"task.update","id":1,"title":"Buy oat milk","priority":"medium"}`,
			cells: "task title: \"Buy milk\" → \"Buy oat milk\"\n"},
		{name: "null clears", op: `{"op":"task.update","id":1,"scheduledFor":null}`, cells: "task scheduledFor: \"2026-11-20\" → null\n"},
		{name: "what is so already changes nothing", op: `{"op":"task.update","id":1,"title":"Buy milk"}`, warnings: "nothing_changes"},
		{name: "an id that is not there", op: `{"op":"task.delete","id":77}`, errors: "id_not_found"},
		{name: "a reference to what is not there", op: `{"op":"task.update","id":1,"projectId":7}`, errors: "id_not_found"},
		{name: "a status", op: `{"op":"task.set_status","id":1,"status":"completed"}`, cells: "task status: \"pending\" → \"completed\"\n"},
		{name: "an occurrence of what does not repeat", op: `{"op":"task.set_status","id":1,"status":"completed","occurrenceDate":"2026-11-20"}`, errors: "not_repeating"},
		{name: "a status of a series", op: `{"op":"task.set_status","id":2,"status":"completed"}`, errors: "use_occurrence_for_repeating"},
		{name: "a status of a series by an update", op: `{"op":"task.update","id":2,"status":"completed"}`, errors: "use_occurrence_for_repeating"},
		{name: "an occurrence", op: `{"op":"task.set_status","id":2,"status":"completed","occurrenceDate":"2026-11-21"}`, cells: "task completedDates: [] → [\"2026-11-21\"]\n"},
		{name: "a day before the series", op: `{"op":"task.set_status","id":2,"status":"completed","occurrenceDate":"2026-11-15"}`, errors: "occurrence_not_in_series"},
		{name: "an occurrence cannot be doing", op: `{"op":"task.set_status","id":2,"status":"doing","occurrenceDate":"2026-11-21"}`, errors: "invalid_status"},
		{name: "a series without an anchor", op: `{"op":"task.update","id":3,"recurrence":{"type":"weekly"}}`, errors: "missing_anchor_for_recurrence"},
		{name: "the stored anchor counts", op: `{"op":"task.update","id":1,"recurrence":{"type":"weekly"}}`, cells: "task recurrence: null → {\"type\":\"weekly\"}\n"},
		{name: "clearing the anchor of a series", op: `{"op":"task.update","id":2,"scheduledFor":""}`, errors: "missing_anchor_for_recurrence"},
		{name: "strictly, recurrence is stated", op: `{"op":"task.update","id":1,"title":"x"}`, errors: "missing_recurrence", rules: check.Rules{RequireRecurrence: true}},
		{name: "strictly, none is a statement", op: `{"op":"task.update","id":1,"title":"x","recurrence":{"type":"none"}}`, cells: "task title: \"Buy milk\" → \"x\"\n", rules: check.Rules{RequireRecurrence: true}},
		{name: "strictness asks nothing of a status", op: `{"op":"task.set_status","id":1,"status":"doing"}`, cells: "task status: \"pending\" → \"doing\"\n", rules: check.Rules{RequireRecurrence: true}},
		{name: "a stored start and a new end that is equal", op: `{"op":"event.update","id":1,"endTime":"12:00"}`, errors: "end_not_after_start"},
		{name: "clearing the start under an end", op: `{"op":"event.update","id":1,"startTime":null}`, errors: "end_without_start"},
		{name: "an end on the next day", op: `{"op":"event.update","id":1,"endTime":"01:30"}`, cells: "event endTime: \"13:00\" → \"01:30\"\n"},
		{name: "a project that something belongs to", op: `{"op":"project.delete","id":1}`, errors: "still_referenced"},
		{name: "a plan that is stale", op: `{"op":"task.update","id":1,"title":"x","base":{"task:1":5}}`, errors: "stale"},
		{name: "a stale plan whose staleness does not matter", op: `{"op":"task.update","id":1,"title":"x","base":{"task:1":5}}`, rules: check.Rules{IgnoreBase: true}, cells: "task title: \"Buy milk\" → \"x\"\n"},
		{name: "a plan whose record is gone", op: `{"op":"task.update","id":50,"title":"x","base":{"task:50":5}}`, errors: "stale"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := plan(t, made(t, household...), tt.rules, tt.op)
			f := p.Findings[0]
			if got := cells(p.Changes(2)); got != tt.cells {
				t.Errorf("changes:\n%swant:\n%s", got, tt.cells)
			}
			if codes(f.Errors) != tt.errors || codes(f.Warnings) != tt.warnings {
				t.Errorf("errors %q warnings %q: %v", codes(f.Errors), codes(f.Warnings), f.Errors)
			}
			if !f.Valid() && f.Targets != nil {
				t.Error("an operation that is refused has targets")
			}
		})
	}
}

// shopping is a checklist with two items, the second of them checked.
var shopping = []string{
	`{"op":"task.create","title":"Party"}`,
	`{"op":"checklist.create","title":"Shopping","taskId":1}`,
	`{"op":"checklist_item.create","checklistId":1,"title":"Milk"}`,
	`{"op":"checklist_item.create","checklistId":1,"title":"Bread","isChecked":true}`,
}

func TestChecklists(t *testing.T) {
	for _, tt := range []struct{ name, op, cells, errors, warnings string }{
		{name: "a new item is not checked", op: `{"op":"checklist_item.create","checklistId":1,"title":"Eggs"}`,
			cells: "checklist_item checklistId: null → 1\nchecklist_item title: null → \"Eggs\"\nchecklist_item isChecked: null → false\n"},
		{name: "an item of a list that is not there", op: `{"op":"checklist_item.create","checklistId":9,"title":"Eggs"}`, errors: "id_not_found"},
		{name: "a suggestion checks the item and says why", op: `{"op":"checklist_item.suggest_completion","id":1,"reason":"there is milk","confidence":"low"}`,
			cells: "checklist_item isChecked: false → true\n", warnings: "suggested"},
		{name: "a suggestion for what is checked", op: `{"op":"checklist_item.suggest_completion","id":2,"reason":"bought","confidence":"high"}`, warnings: "suggested nothing_changes"},
		{name: "a suggestion for what is not there", op: `{"op":"checklist_item.suggest_completion","id":8,"reason":"bought","confidence":"high"}`, errors: "id_not_found"},
		{name: "a list that has items", op: `{"op":"checklist.delete","id":1}`, errors: "still_referenced"},
		{name: "a task that has a list", op: `{"op":"task.delete","id":1}`, errors: "still_referenced"},
		{name: "an item that is taken off", op: `{"op":"checklist_item.update","id":2,"isChecked":null}`, cells: "checklist_item isChecked: true → false\n"},
		{name: "everything that is checked", op: `{"op":"bulk_update","where":{"kind":"checklist_item","completed":true},"set":{"isChecked":false}}`,
			cells: "checklist_item isChecked: true → false\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := plan(t, made(t, shopping...), check.Rules{}, tt.op)
			f := p.Findings[0]
			if got := cells(p.Changes(2)); got != tt.cells {
				t.Errorf("changes:\n%swant:\n%s", got, tt.cells)
			}
			if codes(f.Errors) != tt.errors || codes(f.Warnings) != tt.warnings {
				t.Errorf("errors %q warnings %q: %v", codes(f.Errors), codes(f.Warnings), f.Errors)
			}
		})
	}
}

func TestASuggestionIsCountedAsCompleted(t *testing.T) {
	p := plan(t, made(t, shopping...), check.Rules{}, `{"op":"checklist_item.suggest_completion","id":1,"reason":"there is milk","confidence":"medium"}`)
	if p.Counts != (check.Counts{Completed: 1}) {
		t.Errorf("%+v", p.Counts)
	}
	if w := p.Findings[0].Warnings[0].Message; w != "suggested with medium confidence: there is milk" {
		t.Error(w)
	}
}

func TestACreateSetsDefaultsAndPutsTasksInTheBacklog(t *testing.T) {
	p := plan(t, nil, check.Rules{}, `{"op":"task.create","title":"x","context":null}`)
	want := "task title: null → \"x\"\ntask priority: null → \"medium\"\ntask status: null → \"pending\"\n"
	if got := cells(p.Changes(1)); got != want {
		t.Errorf("got:\n%s", got)
	}
}

func TestAStalePlanNamesTheFieldAndTheBatchThatChangedIt(t *testing.T) {
	p := plan(t, made(t, household...), check.Rules{}, `{"op":"task.delete","id":1,"base":{"task:1":5}}`)
	e := p.Findings[0].Errors[0]
	if e.Field != "title" || !strings.Contains(e.Message, "task #1") ||
		!strings.HasSuffix(e.Message, " (batch 9 by anna@laptop, Mon 2026-11-23 09:04)") {
		t.Errorf("got %+v", e)
	}
}

func TestEndingASeriesClearsItsOccurrences(t *testing.T) {
	p := plan(t, made(t, household...), check.Rules{},
		`{"op":"task.set_status","id":2,"status":"completed","occurrenceDate":"2026-11-20"}`,
		`{"op":"task.update","id":2,"recurrence":{"type":"none"}}`)
	if got := cells(p.Changes(2)); got != "task recurrence: {\"type\":\"daily\"} → null\n" {
		t.Errorf("got:\n%s", got)
	}
}

func TestAnOccurrenceIsEitherCompletedOrSkipped(t *testing.T) {
	m := made(t, household...)
	p := plan(t, m, check.Rules{},
		`{"op":"task.set_status","id":2,"status":"completed","occurrenceDate":"2026-11-20"}`,
		`{"op":"task.set_status","id":2,"status":"skipped","occurrenceDate":"2026-11-20"}`,
		`{"op":"task.set_status","id":2,"status":"completed","occurrenceDate":"2026-11-19"}`,
		`{"op":"task.set_status","id":2,"status":"pending","occurrenceDate":"2026-11-19"}`)
	if got := cells(p.Changes(2)); got != "task skippedDates: [] → [\"2026-11-20\"]\n" {
		t.Errorf("got:\n%s", got)
	}
}

func TestReferencesInsideABatch(t *testing.T) {
	p := plan(t, nil, check.Rules{},
		`{"op":"project.create","name":"Garden","as":"p"}`,
		`{"op":"task.create","title":"Dig","projectId":{"ref":"p"},"as":"d"}`,
		`{"op":"task.update","id":{"ref":"d"},"priority":"high"}`)
	want := "project name: null → \"Garden\"\nproject isFavorite: null → false\ntask title: null → \"Dig\"\ntask priority: null → \"high\"\ntask status: null → \"pending\"\ntask projectId: null → 100\n"
	if got := cells(p.Changes(1)); got != want {
		t.Errorf("got:\n%s", got)
	}
}

// 100 is the id that the created record will get, unless another process takes it first.
func TestARecordOfTheBatchCannotBeNamedByItsFutureID(t *testing.T) {
	const project = `{"op":"project.create","name":"Garden","as":"p"}`
	for _, tt := range []struct{ name, create, op, field string }{
		{"its target", project, `{"op":"project.delete","id":100}`, "id"},
		{"a reference of a create", project, `{"op":"task.create","title":"x","projectId":100}`, "projectId"},
		{"a reference of an update", project, `{"op":"task.update","id":1,"projectId":100}`, "projectId"},
		{"a reference of many", project, `{"op":"bulk_update","where":{"kind":"task"},"set":{"projectId":100}}`, "projectId"},
		{"who takes its place", `{"op":"team.create","name":"x"}`, `{"op":"team.delete","id":1,"reassignTo":100}`, "reassignTo"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := plan(t, made(t, append(household, `{"op":"team.create","name":"y"}`)...), check.Rules{}, tt.create, tt.op)
			e := p.Findings[1].Errors
			if len(e) == 0 || e[0].Code != problem.IDNotFound || e[0].Field != tt.field || !strings.Contains(e[0].Hint, `"ref"`) {
				t.Errorf("got %v", e)
			}
			base := string(p.Findings[1].Pinned().AppendJSON(nil))
			if !strings.Contains(base, `:100":"absent"`) {
				t.Errorf("its base is not said to be absent: %s", base)
			}
			named := strings.NewReplacer(":100", `:{"ref":"p"}`).Replace(tt.op)
			as := strings.Replace(tt.create, `"name":"x"`, `"name":"x","as":"p"`, 1)
			p = plan(t, made(t, append(household, `{"op":"team.create","name":"y"}`)...), check.Rules{}, as, named)
			if !p.Findings[1].Valid() {
				t.Errorf("%s: %v", named, p.Findings[1].Errors)
			}
		})
	}
}

func TestAForwardReferenceOrOneToAnotherKindIsUnknown(t *testing.T) {
	p := plan(t, nil, check.Rules{},
		`{"op":"task.create","title":"Dig","projectId":{"ref":"p"}}`,
		`{"op":"task.create","title":"Rest","as":"p"}`,
		`{"op":"task.create","title":"Eat","projectId":{"ref":"p"}}`,
		`{"op":"task.create","title":"Sleep","as":"p"}`)
	for i, want := range []string{problem.UnknownRef, "", problem.UnknownRef, problem.DuplicateRef} {
		if got := codes(p.Findings[i].Errors); got != want {
			t.Errorf("operation %d: %q, want %q", i, got, want)
		}
	}
}

func TestAProjectIsDeletedOnlyWhenNothingBelongsToIt(t *testing.T) {
	m := made(t, household...)
	for _, first := range []string{`{"op":"task.delete","id":1}`, `{"op":"task.update","id":1,"projectId":null}`} {
		p := plan(t, m, check.Rules{}, first, `{"op":"project.delete","id":1}`)
		if e := p.Findings[1].Errors; len(e) > 0 {
			t.Errorf("after %s: %v", first, e)
		}
	}
	p := plan(t, m, check.Rules{}, `{"op":"task.update","id":3,"projectId":1}`, `{"op":"task.delete","id":1}`, `{"op":"project.delete","id":1}`)
	if got := codes(p.Findings[2].Errors); got != problem.StillReferenced {
		t.Errorf("a project that something was moved to in the batch: %q", got)
	}
}

func TestBulkOperations(t *testing.T) {
	for _, tt := range []struct {
		name, op, cells, errors, warnings string
		rules                             check.Rules
		targets                           int
	}{
		{name: "an empty filter", op: `{"op":"bulk_delete","where":{}}`, errors: "empty_where"},
		{name: "an empty filter, said on purpose", op: `{"op":"bulk_update","where":{},"set":{"context":"work"}}`, rules: check.Rules{All: true}, targets: 5,
			cells: strings.Repeat("task context: null → \"work\"\n", 3) + strings.Repeat("event context: null → \"work\"\n", 2)},
		{name: "no ids match nothing", op: `{"op":"bulk_delete","where":{"ids":[]}}`, warnings: "nothing_matches"},
		{name: "a day moves, and what repeats stays", op: `{"op":"bulk_update","where":{"scheduled_range":{"from":"2026-11-21","to":"2026-11-21"}},"set":{"scheduledFor":"2026-11-27"}}`, targets: 1,
			cells: "event scheduledFor: \"2026-11-21\" → \"2026-11-27\"\n", warnings: "repeating_left_alone"},
		{name: "a day is cancelled, and what repeats stays", op: `{"op":"bulk_delete","where":{"scheduled_range":{"from":"2026-11-21","to":"2026-11-21"}}}`, targets: 1,
			cells: "event title: \"Lunch\" → null\nevent scheduledFor: \"2026-11-21\" → null\nevent startTime: \"12:00\" → null\nevent endTime: \"13:00\" → null\n", warnings: "repeating_left_alone"},
		{name: "what repeats is deleted when it is meant", op: `{"op":"bulk_delete","where":{"kind":"event","repeating":true}}`, targets: 1,
			cells: "event title: \"Standup\" → null\nevent scheduledFor: \"2026-11-16\" → null\nevent startTime: \"09:00\" → null\nevent recurrence: {\"type\":\"weekdays\"} → null\n"},
		{name: "a series that is named by its id moves", op: `{"op":"bulk_update","where":{"kind":"task","ids":[2]},"set":{"scheduledFor":"2026-11-27"}}`, targets: 1,
			cells: "task scheduledFor: \"2026-11-16\" → \"2026-11-27\"\n"},
		{name: "only kinds that have what is set", op: `{"op":"bulk_update","where":{"title_contains":"l"},"set":{"priority":"low"}}`, targets: 2,
			cells: "task priority: \"medium\" → \"low\"\ntask priority: \"medium\" → \"low\"\n"},
		{name: "what is overdue, with every open occurrence", op: `{"op":"bulk_set_status","where":{"overdue":true},"status":"completed"}`, targets: 2,
			cells: "task status: \"pending\" → \"completed\"\ntask completedDates: [] → [\"2026-11-16\",\"2026-11-17\",\"2026-11-18\",\"2026-11-19\",\"2026-11-20\"]\n"},
		{name: "occurrences that are only named inside or", op: `{"op":"bulk_set_status","where":{"kind":"task","or":[{"overdue":true},{"tag":"none"}],"repeating":true},"status":"completed"}`,
			errors: "use_occurrence_for_repeating"},
		{name: "a series that an occurrence inside not brings in", op: `{"op":"bulk_delete","where":{"kind":"task","repeating":true,"not":{"scheduled_range":{"to":"2020-01-01"}}}}`,
			warnings: "repeating_left_alone"},
		{name: "today's occurrence", op: `{"op":"bulk_set_status","where":{"kind":"task","repeating":true},"status":"completed"}`, targets: 1,
			cells: "task completedDates: [] → [\"2026-11-21\"]\n"},
		{name: "the occurrences of a range", op: `{"op":"bulk_complete","where":{"kind":"task","ids":[2]},"occurrence_range":{"from":"2026-11-14","to":"2026-11-17"}}`, targets: 1,
			cells: "task completedDates: [] → [\"2026-11-16\",\"2026-11-17\"]\n"},
		{name: "a range without an end is one day", op: `{"op":"bulk_complete","where":{"kind":"task","ids":[2]},"occurrence_range":{"from":"2026-11-17"}}`, targets: 1,
			cells: "task completedDates: [] → [\"2026-11-17\"]\n"},
		{name: "a range without a beginning starts at the anchor", op: `{"op":"bulk_complete","where":{"kind":"task","ids":[2]},"occurrence_range":{"to":"2026-11-17"}}`, targets: 1,
			cells: "task completedDates: [] → [\"2026-11-16\",\"2026-11-17\"]\n"},
		{name: "a day is cleared, and what repeats keeps it", op: `{"op":"bulk_update","where":{"kind":"task"},"set":{"scheduledFor":null}}`, targets: 2, warnings: "repeating_left_alone",
			cells: "task scheduledFor: \"2026-11-20\" → null\n"},
		{name: "a target that cannot have it refuses all", op: `{"op":"bulk_update","where":{"kind":"task"},"set":{"recurrence":{"type":"weekly"}}}`, errors: "missing_anchor_for_recurrence"},
		{name: "base pins the targets", op: `{"op":"bulk_update","where":{"title_contains":"l"},"set":{"context":"work"},"base":{"task:1":1}}`, targets: 1, warnings: "matches_more",
			cells: "task context: null → \"work\"\n"},
		{name: "what was left alone is said again", op: `{"op":"bulk_update","where":{"kind":"task","overdue":true},"set":{"scheduledFor":"2026-11-27"},"base":{"task:1":1}}`, targets: 1,
			cells: "task scheduledFor: \"2026-11-20\" → \"2026-11-27\"\n", warnings: "repeating_left_alone"},
		{name: "base that has moved", op: `{"op":"bulk_update","where":{"title_contains":"l"},"set":{"context":"work"},"base":{"task:1":1,"task:2":7}}`, errors: "stale"},
		{name: "base that the filter cannot mean", op: `{"op":"bulk_delete","where":{"kind":"task","title_contains":"l"},"base":{"event:1":1}}`, errors: "invalid_base"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := plan(t, made(t, household...), tt.rules, tt.op)
			f := p.Findings[0]
			if got := cells(p.Changes(2)); got != tt.cells {
				t.Errorf("changes:\n%swant:\n%s", got, tt.cells)
			}
			if codes(f.Errors) != tt.errors || codes(f.Warnings) != tt.warnings || len(f.Targets) != tt.targets {
				t.Errorf("errors %q warnings %q targets %d: %v", codes(f.Errors), codes(f.Warnings), len(f.Targets), f.Errors)
			}
		})
	}
}

func TestABulkUpdateIsRefusedIfANamedKindLacksTheField(t *testing.T) {
	o := op.Op{Verb: schema.BulkUpdate, Where: filter.Condition{Kinds: []string{"task", "event"}},
		Set: []op.Arg{{Name: "priority", Value: record.Text("low")}}}
	p, err := check.Make(made(t, household...), []op.Op{o}, check.Rules{}, saturday)
	if err != nil || codes(p.Findings[0].Errors) != problem.InvalidOp {
		t.Errorf("got %v, %v", p.Findings[0].Errors, err)
	}
}

func TestAFilterIsMatchedAgainstTheSnapshot(t *testing.T) {
	move := `{"op":"bulk_update","where":{"kind":"task","priority":"high"},"set":{"scheduledFor":"2026-11-27"}}`
	raise := `{"op":"task.update","id":1,"priority":"high"}`
	m := made(t, household...)
	for _, order := range [][]string{{move, raise}, {raise, move}} {
		p := plan(t, m, check.Rules{}, order...)
		if p.Counts != (check.Counts{Updated: 2}) {
			t.Errorf("%v: %+v", order, p.Counts)
		}
	}
}

func TestABulkDeleteSkipsDeletedRecords(t *testing.T) {
	p := plan(t, made(t, household...), check.Rules{}, `{"op":"task.delete","id":1}`, `{"op":"bulk_delete","where":{"kind":"task"}}`)
	if p.Counts != (check.Counts{Deleted: 3}) {
		t.Errorf("%+v", p.Counts)
	}
}

func TestOnlyMoreThanTheThresholdIsDestructive(t *testing.T) {
	for _, tt := range []struct {
		counts check.Counts
		want   bool
	}{
		{check.Counts{Deleted: 20, Updated: 50, Created: 1000}, false},
		{check.Counts{Deleted: 21}, true},
		{check.Counts{Updated: 51}, true},
		{check.Counts{Updated: 26, Completed: 25}, true},
	} {
		if tt.counts.Destructive() != tt.want {
			t.Errorf("%+v", tt.counts)
		}
	}
}

func TestPinnedOperationsNameEveryRecordTheyTouch(t *testing.T) {
	p := plan(t, made(t, household...), check.Rules{}, `{"op":"bulk_delete","where":{"kind":"task"}}`, `{"op":"task.create","title":"x"}`)
	if got := string(p.Findings[0].Pinned().AppendJSON(nil)); got != `{"op":"bulk_delete","where":{"kind":"task"},"base":{"task:1":1,"task:2":1,"task:3":1}}` {
		t.Errorf("got %s", got)
	}
	if base := p.Findings[1].Pinned().Base; base != nil {
		t.Errorf("a create has no base, got %v", base)
	}
}

func TestPinnedOperationsNameTheRecordsTheyReferTo(t *testing.T) {
	for _, tt := range []struct{ name, op, base string }{
		{"a create", `{"op":"task.create","title":"x","projectId":1}`, `{"project:1":1}`},
		{"an update", `{"op":"task.update","id":3,"projectId":1}`, `{"task:3":1,"project:1":1}`},
		{"many at once", `{"op":"bulk_update","where":{"kind":"task","priority":"high"},"set":{"projectId":1}}`, `{"task:3":1,"project:1":1}`},
		{"many that match nothing", `{"op":"bulk_update","where":{"kind":"task","tag":"x"},"set":{"priority":"low"}}`, `{}`},
		{"an id of nothing", `{"op":"task.delete","id":77}`, `{"task:77":"absent"}`},
		{"one that is invalid and one of nothing", `{"op":"task.update","id":1,"projectId":9}`, `{"task:1":1,"project:9":"absent"}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := made(t, household...)
			first := plan(t, m, check.Rules{}, tt.op)
			pinned := string(first.Findings[0].Pinned().AppendJSON(nil))
			if !strings.HasSuffix(pinned, `"base":`+tt.base+"}") {
				t.Fatalf("got %s", pinned)
			}
			again := plan(t, m, check.Rules{}, pinned)
			if cells(again.Changes(2)) != cells(first.Changes(2)) || codes(again.Findings[0].Errors) != codes(first.Findings[0].Errors) {
				t.Errorf("with its base it comes to another thing: %v", again.Findings[0].Errors)
			}
			m = slices.Clone(m)
			for i := range m {
				m[i].Rev = 2
			}
			m = append(m, named("task", 77), named("project", 9))
			if got := codes(plan(t, m, check.Rules{}, pinned).Findings[0].Errors); tt.base != "{}" && !strings.HasPrefix(got, problem.Stale) {
				t.Errorf("everything has changed, and it is %q", got)
			}
		})
	}
}

func named(kind string, id int64) record.Record {
	k := schema.Lookup(kind)
	r := record.New(k, id).With(k.Label, record.Text("somebody else's"))
	r.Rev = 2
	return r
}

func TestARecordThatTheFilterDidNotMatchBeforeStaysUnchanged(t *testing.T) {
	const many = `{"op":"bulk_delete","where":{"kind":"task","ids":[77]},"base":{}}`
	p := plan(t, append(made(t, household...), named("task", 77)), check.Rules{}, many)
	if p.Counts != (check.Counts{}) || codes(p.Findings[0].Warnings) != problem.MatchesMore {
		t.Errorf("%+v: %v", p.Counts, p.Findings[0].Warnings)
	}
	p = plan(t, append(made(t, household...), named("task", 77)), check.Rules{IgnoreBase: true}, many)
	if p.Counts != (check.Counts{Deleted: 1}) {
		t.Errorf("without its base: %+v", p.Counts)
	}
}

func TestATimeThatDoesNotExistOrExistsTwiceIsAWarning(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ op, code, says string }{
		{`{"op":"event.create","title":"x","scheduledFor":"2027-03-28","startTime":"02:30"}`, problem.LocalTimeDoesNotExist, "03:30"},
		{`{"op":"event.create","title":"x","scheduledFor":"2027-10-31","startTime":"02:30"}`, problem.LocalTimeExistsTwice, "first"},
		{`{"op":"event.create","title":"x","scheduledFor":"2027-03-27","startTime":"23:00","endTime":"02:15"}`, problem.LocalTimeDoesNotExist, "03:15"},
		{`{"op":"event.create","title":"x","scheduledFor":"2027-03-28","startTime":"03:30"}`, "", ""},
	} {
		p, err := check.Make(memory(nil), []op.Op{decode(t, tt.op)}, check.Rules{}, calendar.Clock{Instant: saturday.Instant, Zone: berlin})
		if err != nil {
			t.Fatal(err)
		}
		w := p.Findings[0].Warnings
		if codes(w) != tt.code || len(w) > 0 && !strings.Contains(w[0].Message, tt.says) {
			t.Errorf("%s: %v", tt.op, w)
		}
	}
}

// The clocks of Apia went from the end of 29 to the start of 31 December 2011.
func TestADayThatDoesNotExistIsSaid(t *testing.T) {
	apia, err := time.LoadLocation("Pacific/Apia")
	if err != nil {
		t.Fatal(err)
	}
	clock := calendar.Clock{Instant: time.Date(2011, 12, 28, 9, 0, 0, 0, apia), Zone: apia}
	for _, tt := range []struct{ op, fields string }{
		{`{"op":"task.create","title":"x","scheduledFor":"2011-12-30"}`, "scheduledFor"},
		{`{"op":"task.create","title":"x","scheduledFor":"2011-12-29","deadline":"2011-12-30"}`, "deadline"},
		{`{"op":"task.update","id":1,"scheduledFor":"2011-12-30"}`, "scheduledFor"},
		{`{"op":"task.set_status","id":2,"status":"completed","occurrenceDate":"2011-12-30"}`, "occurrenceDate"},
		{`{"op":"bulk_update","where":{"kind":"task"},"set":{"deadline":"2011-12-30"}}`, "deadline"},
		{`{"op":"event.create","title":"x","scheduledFor":"2011-12-30","startTime":"09:00"}`, "scheduledFor startTime"},
		{`{"op":"task.create","title":"x","scheduledFor":"2011-12-31"}`, ""},
		{`{"op":"task.update","id":1,"title":"y","scheduledFor":null}`, ""},
	} {
		m := made(t, `{"op":"task.create","title":"Buy milk"}`, `{"op":"task.create","title":"Walk dog","scheduledFor":"2011-12-01","recurrence":{"type":"daily"}}`)
		p, err := check.Make(m, []op.Op{decode(t, tt.op)}, check.Rules{}, clock)
		if err != nil {
			t.Fatal(err)
		}
		var fields []string
		for _, w := range p.Findings[0].Warnings {
			fields = append(fields, w.Field)
			day := w.Code == problem.LocalDayDoesNotExist && strings.HasPrefix(w.Message, "Fri 2011-12-30 does not exist in Pacific/Apia")
			clock := w.Code == problem.LocalTimeDoesNotExist && strings.HasSuffix(w.Message, "; 09:00 on Sat 2011-12-31 is used")
			if !day && !clock {
				t.Errorf("%s: %v", tt.op, w)
			}
		}
		if got := strings.Join(fields, " "); got != tt.fields || !p.Findings[0].Valid() {
			t.Errorf("%s: %q: %v", tt.op, got, p.Findings[0].Errors)
		}
	}
}

func TestSummary(t *testing.T) {
	for _, tt := range []struct {
		ops  []string
		want string
	}{
		{[]string{`{"op":"task.create","title":"A","scheduledFor":"2026-12-01"}`}, "Would create 1 task: “A”, Tue 2026-12-01."},
		{[]string{`{"op":"task.create","title":"A"}`, `{"op":"task.create","title":"B"}`, `{"op":"task.create","title":"C"}`}, "Would create 3 tasks: “A”, “B” and 1 more."},
		{[]string{`{"op":"task.update","id":1,"scheduledFor":"2026-12-01"}`, `{"op":"task.delete","id":3}`, `{"op":"task.set_status","id":2,"status":"completed","occurrenceDate":"2026-11-20"}`},
			"Would update 1 task: “Buy milk”, now Tue 2026-12-01. Would delete 1 task: “Read”. Would complete 1 task: “Walk dog”."},
		{[]string{`{"op":"task.create","title":"A","scheduledFor":"2026-11-21"}`, `{"op":"task.create","title":"B","scheduledFor":"2026-12-01"}`},
			"Would create 2 tasks: “A” today (Sat 2026-11-21), “B” Tue 2026-12-01."},
		{[]string{`{"op":"task.create","title":"A","scheduledFor":"2026-11-22"}`, `{"op":"task.create","title":"B"}`, `{"op":"project.create","name":"C"}`},
			"Would create 2 tasks and 1 project: “A”, “B” and 1 more."},
		{[]string{`{"op":"task.create","title":"A","scheduledFor":"2026-11-23","recurrence":{"type":"weekly"}}`},
			"Would create 1 task: “A”, Mon 2026-11-23, every Monday."},
		{[]string{`{"op":"task.update","id":1,"title":"Buy oat milk","scheduledFor":null}`},
			"Would update 1 task: “Buy milk” → “Buy oat milk”, now without a day."},
		{[]string{`{"op":"event.update","id":1,"startTime":"12:30"}`}, "Would update 1 event: “Lunch”, now 12:30."},
		{[]string{`{"op":"task.update","id":1,"priority":"high"}`}, "Would update 1 task: “Buy milk”."},
		{[]string{`{"op":"task.update","id":1,"scheduledFor":"2026-12-01"}`, `{"op":"task.update","id":1,"priority":"high"}`},
			"Would update 1 task: “Buy milk”, now Tue 2026-12-01."},
		{[]string{`{"op":"bulk_delete","where":{"kind":"task"}}`}, "Would delete 3 tasks: “Buy milk”, “Walk dog” and 1 more."},
		{[]string{`{"op":"task.delete","id":77}`}, "Nothing to apply."},
		{[]string{`{"op":"checklist.create","title":"Attic","as":"a"}`, `{"op":"checklist_item.create","checklistId":{"ref":"a"},"title":"Box"}`},
			"Would create 1 checklist and 1 checklist item: “Attic”, “Box”."},
	} {
		p := plan(t, made(t, household...), check.Rules{}, tt.ops...)
		if got := check.Summary(p.Findings, nil, check.Planned, saturday.Today()); got != tt.want {
			t.Errorf("%v:\n got %s\nwant %s", tt.ops, got, tt.want)
		}
		if one := strings.HasPrefix(tt.want, "Would update 1 "); one != (p.Counts.Updated == 1) {
			t.Errorf("%v: %+v", tt.ops, p.Counts)
		}
	}
}

func TestTheSummaryOfAnAppliedPlanIsInThePast(t *testing.T) {
	p := plan(t, made(t, household...), check.Rules{},
		`{"op":"event.create","title":"Dentist","scheduledFor":"2026-11-22","startTime":"15:00"}`,
		`{"op":"bulk_update","where":{"kind":"task","ids":[1,3]},"set":{"scheduledFor":"2026-11-27"}}`)
	got := check.Summary(p.Findings, nil, check.Done, saturday.Today())
	want := "Created 1 event: “Dentist”, tomorrow (Sun 2026-11-22) 15:00. " +
		"Updated 2 tasks: “Buy milk”, “Read”, now Fri 2026-11-27."
	if got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
	if got := check.Summary(nil, nil, check.Done, saturday.Today()); got != "Nothing was changed." {
		t.Errorf("got %s", got)
	}
}

func TestASummaryIsOneShortLine(t *testing.T) {
	var ops []string
	for range 1200 {
		ops = append(ops, `{"op":"note.create","title":"A title\twith `+strings.Repeat("many words ", 20)+`"}`)
	}
	p := plan(t, made(t), check.Rules{}, ops...)
	got := check.Summary(p.Findings, nil, check.Done, saturday.Today())
	if !strings.HasPrefix(got, "Created 1,200 notes: “A title with") || !strings.HasSuffix(got, "…” and 1,198 more.") ||
		strings.ContainsAny(got, "\n\t") || len(got) > 250 {
		t.Errorf("got %s", got)
	}
}
