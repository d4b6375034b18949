package propose_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"assister/internal/check"
	"assister/internal/checklist"
	"assister/internal/event"
	"assister/internal/propose"
	"assister/internal/schema"
	"assister/internal/workspace"
)

// scraps are parts of replies of models, valid and invalid.
var scraps = []string{
	`{"op":"task.create","title":"Wax the floor"}`, `{"op":"task.create","title":""}`, `{"op":"task.create","title":"Dentist","startTime":"09:00"}`,
	`{"op":"event.create","title":"Dentist","scheduledFor":"2026-11-23","startTime":"09:00"}`,
	`{"op":"task.update","id":"task:1","priority":"high"}`, `{"op":"task.update","id":"task:1","priority":"burning"}`, `{"op":"task.update","id":"task:2","priority":"high"}`,
	`{"op":"task.update","id":"task:77","priority":"low"}`, `{"op":"task.update","id":"task:1","recurrence":{"type":"daily"},"scheduledFor":null}`,
	`{"op":"task.delete","id":"task:1"}`, `{"op":"task.delete","id":"task:2"}`, `{"op":"task.delete","id":"task:77"}`, `{"op":"task.delete"}`, `{"op":"event.delete","id":"event:1"}`,
	`{"op":"task.set_status","id":"task:3","status":"completed"}`, `{"op":"task.set_status","id":"task:3","status":"completed","occurrenceDate":"2026-11-21"}`,
	`{"op":"bulk_delete","where":{}}`, `{"op":"bulk_delete","where":{"kind":"task"}}`, `{"op":"bulk_delete","where":{"overdu":true}}`, `{"op":"bulk_delete","where":{"overdue":true}}`,
	`{"op":"bulk_update","where":{"priority":"high"},"set":{"priority":"burning"}}`, `{"op":"bulk_update","where":{"completed":false},"set":{"priority":"low"}}`,
	`{"id":"task:1","title":"Other"}`, `{"op":"task.delete","id":1}`, `{"op":"task.delete","id":"t1"}`, `{"op":"task.delete","id":"t99"}`, `{"op":"frobnicate","id":"task:1"}`, `{}`, `"words"`, `7`,
}

func reply(t *rapid.T, name string) string {
	list := rapid.SliceOfN(rapid.SampledFrom(scraps), 0, 6).Draw(t, name)
	return `{"operations":[` + strings.Join(list, ",") + `]}`
}

func TestARepairNeverAddsOrWidensOperations(t *testing.T) {
	in(t, func(snapshot workspace.Reader) error {
		rapid.Check(t, func(t *rapid.T) {
			s := &script{able: withSchema, snapshot: snapshot, replies: []any{reply(t, "first"), reply(t, "second")}}
			var parsed event.Recorder
			_, _ = propose.RunModel(context.Background(), model(s), words("yard, hinges, carp"), propose.Lend(snapshot), saturday, check.Rules{}, &parsed)
			var passes []event.Ops
			for _, b := range parsed.Bodies {
				if o, ok := b.(event.Ops); ok {
					passes = append(passes, o)
				}
			}
			if len(passes) < 2 {
				return
			}
			first, second := passes[0].Operations, passes[1].Operations
			if len(first) < len(second) || passes[1].Version != 2 {
				t.Fatalf("%d operations became %d, version %d", len(first), len(second), passes[1].Version)
			}
			if len(first) > len(second) { // some became the same
				left := canonicals(second)
				for _, was := range first {
					if text := string(was.Op.Canonical()); was.Valid() && !slices.Contains(left, text) {
						t.Errorf("%s was valid and is gone", text)
					}
				}
				return
			}
			mended := 0
			for i := range first {
				was, is := first[i], second[i]
				switch {
				case was.Valid():
					if !is.Valid() || string(was.Op.Canonical()) != string(is.Op.Canonical()) {
						t.Errorf("%s was valid and became %s", was.Op.Canonical(), is.Op.Canonical())
					}
				case is.Valid():
					mended++
					if is.Op.Verb.Bulk() && !was.Op.Verb.Bulk() {
						t.Errorf("one became many: %s", is.Op.Canonical())
					}
					if is.Op.Verb.Single() == schema.Delete && was.Op.Verb != is.Op.Verb {
						t.Errorf("a deletion was made up: %s", is.Op.Canonical())
					}
					if is.Op.Verb == schema.Delete && was.Op.ID != is.Op.ID {
						t.Errorf("another record is deleted: %s", is.Op.Canonical())
					}
				}
			}
			if mended == 0 {
				t.Error("version 2, and nothing has changed")
			}
		})
		return nil
	})
}

func canonicals(entries []event.Entry) (texts []string) {
	for _, e := range entries {
		if e.Valid() {
			texts = append(texts, string(e.Op.Canonical()))
		}
	}
	return texts
}

func TestAnyReplyIsAnOperationOrARefusal(t *testing.T) {
	in(t, func(snapshot workspace.Reader) error {
		rapid.Check(t, func(t *rapid.T) {
			caps := rapid.SampledFrom([]propose.Capabilities{withTools, withSchema, withText}).Draw(t, "able")
			var replies []any
			for range rapid.IntRange(0, 7).Draw(t, "replies") {
				switch rapid.IntRange(0, 2).Draw(t, "kind") {
				case 0:
					replies = append(replies, rapid.String().Draw(t, "noise"))
				case 1:
					replies = append(replies, reply(t, "reply"))
				default:
					replies = append(replies, calls(rapid.SampledFrom([]string{"create_task", "delete_task", "update_task", "bulk_delete", "rm", ""}).Draw(t, "tool"),
						rapid.SampledFrom(append([]string{`{"title":"Wax"}`, `{"id":"1"}`, `{`, ``}, scraps...)).Draw(t, "arguments")))
				}
			}
			ops, err := propose.RunModel(context.Background(), model(&script{able: caps, replies: replies, snapshot: snapshot}), words("yard"), propose.Lend(snapshot), saturday, check.Rules{}, &event.Recorder{})
			if err == nil && len(ops.Operations) == 0 {
				t.Error("neither operations nor a refusal")
			}
			if len(ops.Operations) > propose.MaxOperations {
				t.Errorf("%d operations", len(ops.Operations))
			}
		})
		return nil
	})
}

// listScraps are arguments of models for the checklist tools.
var listScraps = []string{
	`{"actionItemDescription":"Tea"}`, `{"actionItemDescription":"Salt, coarse"}`, `{"actionItemDescription":"[Tea, Salt]"}`, `{"actionItemDescription":"a, b, c"}`,
	`{"actionItemDescription":["Tea"]}`, `{"actionItemDescription":" "}`, `{"text":"Tea"}`, `{"items":["Rice","Figs, dried","Rice"]}`, `{"items":"Rice, 'a, b', [c, d]"}`, `{"items":[]}`,
	`{"checklistItemId":"checklist_item:1","reason":"bought","confidence":"high"}`, `{"checklistItemId":"checklist_item:9","reason":"bought","confidence":"high"}`, `{"title":"Picnic"}`, `{"title":"Tea, salt, rice"}`,
	`{"checklistId":"checklist:1","title":"Oil"}`, `{"checklistId":"checklist:1","title":"Oil, wine, figs"}`, `{"id":"checklist_item:1","title":"x, y, z"}`, `{"id":"checklist_item:1","isChecked":true}`, `{`, ``, `"Tea"`,
}

func TestNoReplyMakesAListOneItem(t *testing.T) {
	names := []string{"add_checklist_item", "add_multiple_checklist_items", "suggest_checklist_completion", "create_checklist", "create_checklist_item", "update_checklist_item", "make_list", ""}
	servers := []propose.Capabilities{small, oss, cloud, withSchema, withText}
	holding(t, pantry, func(snapshot workspace.Reader) error {
		rapid.Check(t, func(t *rapid.T) {
			caps := rapid.SampledFrom(servers).Draw(t, "able")
			var replies []any
			grouped := false // by the tool for several, which may keep a comma on purpose
			for range rapid.IntRange(0, 12).Draw(t, "replies") {
				if !caps.Tools || rapid.IntRange(0, 4).Draw(t, "written") == 0 {
					list := rapid.SliceOfN(rapid.SampledFrom([]string{saysItem("Tea"), saysItem("a, b, c"), saysItem("[a, b]"), `{"op":"checklist_item.update","id":"checklist_item:1","title":"a, b, c"}`}), 0, 4).Draw(t, "list")
					replies = append(replies, `{"operations":[`+strings.Join(list, ",")+`]}`)
					continue
				}
				var pairs []string
				for range rapid.IntRange(0, 3).Draw(t, "calls") {
					name := rapid.SampledFrom(names).Draw(t, "tool")
					grouped = grouped || name == "add_multiple_checklist_items"
					pairs = append(pairs, name, rapid.SampledFrom(listScraps).Draw(t, "arguments"))
				}
				replies = append(replies, calls(pairs...))
			}
			s := &script{able: caps, replies: replies, snapshot: snapshot}
			ops, err := propose.RunModel(context.Background(), model(s), words("things for the groceries list"), propose.Lend(snapshot), saturday, check.Rules{}, &event.Recorder{})
			if err == nil && len(ops.Operations)+len(ops.Warnings) == 0 {
				t.Error("neither operations, nor a word why there are none, nor a refusal")
			}
			if n := strings.Count(s.purposes(), "propose"); n > checklist.RoundsMax {
				t.Errorf("asked %d times", n)
			}
			for _, e := range ops.Operations {
				if p := checklist.CheckOperation(e.Op); p != nil && e.Valid() && !grouped {
					t.Errorf("%s is an item", e.Op.Canonical())
				}
			}
		})
		return nil
	})
}
