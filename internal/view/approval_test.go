package view

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"assister/internal/calendar"
	"assister/internal/event"
	"assister/internal/ledger"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
)

// asked returns the output of a prompt about operations in a terminal of some columns.
func asked(t *testing.T, columns int, typed string, o event.Ops) string {
	t.Helper()
	var out strings.Builder
	if _, err := (Prompt{In: strings.NewReader(typed), Out: &out, Width: columns}).Pick(o); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestApprovalHidesNeitherDayNorTimeNorTags(t *testing.T) {
	title := strings.TrimSpace(strings.Repeat("Call the bank about the card ", 10))
	daily := record.Recurrence(calendar.Recurrence{Freq: calendar.Daily})
	visit := dentist().With("title", record.Text(title)).With("recurrence", daily)
	later := visit.With("scheduledFor", record.Date(day("2026-11-27"))).With("startTime", record.Time(calendar.TimeOf(9, 30)))
	call := task(4, title, "2026-11-22").With("tags", record.Tags("phone", "money", "house")).With("recurrence", daily)
	for name, tt := range map[string]struct {
		op     string
		change ledger.Change
		want   []string
	}{
		"create":      {`{"op":"event.create","title":"x"}`, ledger.Created(visit), []string{"Sun 2026-11-22", "15:00–16:00"}},
		"create task": {`{"op":"task.create","title":"x"}`, ledger.Created(call), []string{"Sun 2026-11-22", "#house", "#money", "#phone"}},
		"delete":      {`{"op":"event.delete","id":4}`, ledger.Deleted(visit), []string{"Sun 2026-11-22", "15:00–16:00"}},
		"update": {`{"op":"event.update","id":4,"startTime":"09:30"}`, ledger.Diff(visit, later),
			[]string{"Sun 2026-11-22 → Fri 2026-11-27", "15:00 → 09:30"}},
		"update task": {`{"op":"task.update","id":4,"tags":["phone","work"]}`, ledger.Diff(call, call.With("tags", record.Tags("phone", "work"))),
			[]string{"-house", "-money", "+work"}},
	} {
		for _, width := range []int{40, 60, 80} {
			got := asked(t, width, "n\n", event.Ops{Operations: []event.Entry{labelled(entryOf(t, tt.op, tt.change), title)}})
			flat := strings.Join(strings.Fields(got), " ")
			for _, want := range tt.want {
				if !strings.Contains(flat, want) {
					t.Errorf("%s at %d columns does not show %q:\n%s", name, width, want, got)
				}
			}
			if !strings.Contains(got, "…") {
				t.Errorf("%s at %d columns: a title of 300 characters is not cut:\n%s", name, width, got)
			}
		}
	}
}

func TestApprovalCountsRecords(t *testing.T) {
	var deletions []ledger.Change
	for i := range 4000 {
		deletions = append(deletions, ledger.Deleted(task(int64(i+1), "Old", "2026-01-01")))
	}
	all := entryOf(t, `{"op":"bulk_delete","where":{"tag":"old"}}`, deletions...)
	milk := task(3, "Buy milk", "2026-11-21")
	made := entryOf(t, `{"op":"task.create","title":"Buy milk"}`, ledger.Created(milk))
	done := entryOf(t, `{"op":"task.set_status","id":3,"status":"completed"}`, ledger.Diff(milk, milk.With("status", record.Text("completed"))))
	for want, entries := range map[string][]event.Entry{
		"Apply? 4,000 deletions [y/n/?] ":                         {all},
		"Apply? 1 addition [y/n/?] ":                              {made},
		"Apply? 2 additions, 1 completion, 4,000 deletions [y/n/": {made, made, done, all},
	} {
		if got := asked(t, 0, "n\n", event.Ops{Operations: entries}); !strings.Contains(got, want) {
			t.Errorf("%q is not in:\n%s", want, got)
		}
	}
}

func TestEveryKeyOfAnApprovalIsExplained(t *testing.T) {
	var out strings.Builder
	q := Prompt{
		In: strings.NewReader("?\nn\n"), Out: &out, Width: 60,
		Edit:  func(text string) (string, error) { return text, nil },
		Check: func(int, op.Op) (event.Ops, error) { return event.Ops{}, nil },
	}
	if _, err := q.Pick(fivePlan(t)); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"y, ", "n, ", "1,3-5 ", "-2 ", "i ", "v ", "e, e 2 ", "? "} {
		if !strings.Contains(out.String(), "  "+key) {
			t.Errorf("%q is not explained:\n%s", key, out.String())
		}
	}
	if help := asked(t, 0, "?\nn\n", fivePlan(t)); strings.Contains(help, "editor") {
		t.Errorf("an editor is offered where there is none:\n%s", help)
	}
}

// editing returns a prompt with an editor that types one text after the other, and with a
// check that finds no problem.
func editing(t *testing.T, typed string, o event.Ops, texts ...string) (choice Choice, shown string, opened []string, err error) {
	t.Helper()
	var out strings.Builder
	q := Prompt{
		In: strings.NewReader(typed), Out: &out, Width: 80,
		Edit: func(text string) (string, error) {
			opened = append(opened, text)
			if len(texts) == 0 {
				return "", errors.New("the editor “vi” exited with status 1")
			}
			next := texts[0]
			texts = texts[1:]
			return next, nil
		},
		Check: func(i int, edited op.Op) (event.Ops, error) {
			o.Operations = slices.Clone(o.Operations)
			o.Operations[i] = event.Entry{}
			o.Operations[i].Op = edited
			return o, nil
		},
	}
	choice, err = q.Pick(o)
	return choice, out.String(), opened, err
}

func one(t *testing.T) event.Ops {
	return event.Ops{Operations: []event.Entry{entryOf(t, `{"op":"task.update","id":3,"title":"Buy milk","base":{"task:3":17}}`)}}
}

func TestAnOperationIsEditedAndShownAgain(t *testing.T) {
	choice, shown, opened, err := editing(t, "e\ny\n", one(t), `{"op":"task.update","id":3,"title":"Buy oat milk"}`)
	if err != nil || !choice.Edited || len(choice.Picked) != 1 {
		t.Fatalf("chosen %+v, %v\n%s", choice, err, shown)
	}
	if want := "{\n  \"op\": \"task.update\",\n  \"id\": 3,\n  \"title\": \"Buy milk\"\n}\n"; opened[0] != want {
		t.Errorf("the editor opened\n%s", opened[0])
	}
	if _, after, _ := strings.Cut(shown, "[y/n/e/?]"); !strings.Contains(after, "Buy oat milk") {
		t.Errorf("the edited operation is not shown before the question:\n%s", shown)
	}
	edited := choice.Ops.Operations[0].Op
	if got := string(edited.AppendJSON(nil)); got != `{"op":"task.update","id":3,"title":"Buy oat milk","base":{"task:3":17}}` {
		t.Errorf("applied would be %s", got)
	}
}

func TestTheRevisionsStayOnlyWithTheirRecords(t *testing.T) {
	choice, _, _, _ := editing(t, "e\ny\n", one(t), `{"op":"task.update","id":4,"title":"Buy oat milk"}`)
	if base := choice.Ops.Operations[0].Op.Base; base != nil {
		t.Errorf("the revision of task 3 is checked for task 4: %v", base)
	}
}

func TestAnEditThatCannotBeReadIsExplained(t *testing.T) {
	good := `{"op":"task.update","id":3,"title":"Buy oat milk"}`
	choice, shown, opened, err := editing(t, "e\ny\ny\n", one(t), `{"op":"task.update",`, good)
	if err != nil || !choice.Edited || len(opened) != 2 || opened[1] != `{"op":"task.update",` {
		t.Errorf("edited again: %v, %v, opened %q\n%s", choice.Edited, err, opened, shown)
	}
	choice, shown, _, err = editing(t, "e\nn\nn\n", one(t), `{"op":"task.explode","id":3}`)
	if err != nil || choice.Edited || choice.Picked != nil || !strings.Contains(shown, problem.InvalidOp) {
		t.Errorf("dropped: %+v, %v\n%s", choice, err, shown)
	}
}

func TestAnEditWithoutAChangeChangesNothing(t *testing.T) {
	for name, text := range map[string]string{"empty": " \n", "as it was": "{\n  \"op\": \"task.update\",\n  \"id\": 3,\n  \"title\": \"Buy milk\"\n}"} {
		choice, shown, _, err := editing(t, "e\ny\n", one(t), text)
		if err != nil || choice.Edited || len(choice.Picked) != 1 || !strings.Contains(shown, "was not changed") {
			t.Errorf("%s: %+v, %v\n%s", name, choice, err, shown)
		}
	}
	choice, shown, _, err := editing(t, "e\nn\n", one(t))
	if err != nil || choice.Edited || !strings.Contains(shown, "exited with status 1") {
		t.Errorf("an editor that fails: %+v, %v\n%s", choice, err, shown)
	}
}

func TestTheOperationToEditIsNamed(t *testing.T) {
	for typed, want := range map[string]string{"e 3\nn\n": `"c"`, "e4\nn\n": `"d"`, "e\n2\nn\n": `"b"`} {
		_, shown, opened, err := editing(t, typed, fivePlan(t), "")
		if err != nil || len(opened) != 1 || !strings.Contains(opened[0], want) {
			t.Errorf("%q opened %q, %v\n%s", typed, opened, err, shown)
		}
	}
	for _, typed := range []string{"e 9\nn\n", "e x\nn\n", "e 0\nn\n", "e\n\nn\n"} {
		if _, shown, opened, _ := editing(t, typed, fivePlan(t), ""); opened != nil || !strings.Contains(shown, "numbered 1 to 5") {
			t.Errorf("%q opened %q\n%s", typed, opened, shown)
		}
	}
}

func TestAnInvalidOperationCanBeEdited(t *testing.T) {
	bad := event.Ops{Operations: fivePlan(t).Operations[2:3]}
	choice, shown, _, err := editing(t, "y\ne\ny\n", bad, `{"op":"task.create","title":"good"}`)
	if err != nil || !choice.Edited || len(choice.Picked) != 1 {
		t.Errorf("%+v, %v\n%s", choice, err, shown)
	}
}

func TestTheCheckOfAnEditMayFail(t *testing.T) {
	lost := errors.New("the disk is gone")
	q := Prompt{In: strings.NewReader("e\ny\n"), Out: &strings.Builder{},
		Edit:  func(string) (string, error) { return `{"op":"task.create","title":"x"}`, nil },
		Check: func(int, op.Op) (event.Ops, error) { return event.Ops{}, lost }}
	if choice, err := q.Pick(one(t)); !errors.Is(err, lost) || choice.Picked != nil {
		t.Errorf("%+v, %v", choice, err)
	}
}
