package propose_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"assister/internal/check"
	"assister/internal/checklist"
	"assister/internal/event"
	"assister/internal/op"
	"assister/internal/propose"
	"assister/internal/schema"
	"assister/internal/sqlite"
	"assister/internal/workspace"
)

// pantry is a workspace with two checklists. The second has two items.
var pantry = []string{
	`{"op":"checklist.create","title":"Packing","as":"packing"}`,
	`{"op":"checklist.create","title":"Groceries","as":"groceries"}`,
	`{"op":"checklist_item.create","checklistId":{"ref":"groceries"},"title":"Milk"}`,
	`{"op":"checklist_item.create","checklistId":{"ref":"groceries"},"title":"Bread"}`,
	`{"op":"task.create","title":"Wax the floor"}`,
}

// proposeIn is propose1 in a workspace with the records of operations.
func proposeIn(t *testing.T, holds []string, text string, caps propose.Capabilities, replies ...any) outcome {
	t.Helper()
	out := outcome{script: &script{able: caps, replies: replies}}
	holding(t, holds, func(snapshot workspace.Reader) error {
		var recorder event.Recorder
		out.script.snapshot = snapshot
		out.ops, out.err = propose.RunModel(context.Background(), model(out.script), words(text), propose.Lend(snapshot), saturday, check.Rules{}, &recorder)
		out.said = recorder.Bodies
		return nil
	})
	return out
}

// holding calls fn with a workspace that has the records of operations.
func holding(t *testing.T, lines []string, fn func(workspace.Reader) error) {
	t.Helper()
	s, err := sqlite.Open(filepath.Join(t.TempDir(), "assister.db"), workspace.ToWrite)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var ops []op.Op
	for _, line := range lines {
		ops = append(ops, operation(t, line))
	}
	if len(ops) > 0 {
		if _, err := workspace.Apply(context.Background(), s, workspace.Request{Ops: ops, Clock: saturday, CorrelationID: "c"}); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.View(context.Background(), fn); err != nil {
		t.Fatal(err)
	}
}

// on returns a server that has a model with tools.
func on(server, model string) propose.Capabilities {
	return propose.Capabilities{Server: server, Model: model, Tools: true, Schema: true}
}

var (
	small = on("ollama 0.17.4", "qwen3:8b")
	oss   = on("ollama 0.17.4", "gpt-oss:20b")
	cloud = on("openai api.example.com", "gpt-oss:20b")
)

const done = "Some items would be added."

func add(items ...string) propose.Reply {
	var pairs []string
	for _, item := range items {
		pairs = append(pairs, checklist.Add, fmt.Sprintf(`{"actionItemDescription":%q}`, item))
	}
	return calls(pairs...)
}

func says(text string) propose.Reply { return propose.Reply{Text: text} }

// told returns the last message of a prompt.
func told(p propose.Prompt) string { return p.Messages[len(p.Messages)-1].Text }

// item returns an operation for a new item of Groceries.
func item(title string) string {
	return `{"op":"checklist_item.create","checklistId":2,"title":"` + title + `"}`
}

// saysItem is item as the model writes it.
func saysItem(title string) string {
	return strings.Replace(item(title), `2`, `"checklist:2"`, 1)
}

func TestChecklistToolsDependOnTheModel(t *testing.T) {
	all := []string{checklist.Suggest, checklist.Add, checklist.AddSeveral, "create_checklist", "create_checklist_item", "suggest_checklist_item_completion"}
	for _, tt := range []struct {
		name  string
		able  propose.Capabilities
		holds []string
		text  string
		want  []string
	}{
		{"a model that cannot call twice", oss, pantry, "put tea on the groceries list", []string{checklist.Suggest, checklist.Add, checklist.AddSeveral, "create_checklist"}},
		{"another model", small, pantry, "put tea on the groceries list", []string{checklist.Suggest, checklist.Add, "create_checklist"}},
		{"another server", cloud, pantry, "put tea on the groceries list", []string{checklist.Suggest, checklist.Add, "create_checklist"}},
		{"where several are meant", small, pantry, "put tea on a list", []string{checklist.Suggest, checklist.Add, "create_checklist", "create_checklist_item"}},
		{"where there is none", small, nil, "put tea on the list", []string{checklist.Suggest, checklist.Add, "create_checklist"}},
		{"for what is on a checklist", small, pantry, "I have bought the bread", []string{checklist.Suggest, checklist.Add, "create_checklist"}},
		{"for a request about something else", oss, pantry, "wax the floor", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := proposeIn(t, tt.holds, tt.text, tt.able, says("Which?")).script.asked[0]
			var offered []string
			for _, name := range all {
				has := slices.ContainsFunc(p.Tools, func(tool schema.Tool) bool { return tool.Name == name })
				if has {
					offered = append(offered, name)
				}
				if mentioned := mentions(p.Messages[0].Text, name); mentioned != has {
					t.Errorf("%s is mentioned: %v, offered: %v", name, mentioned, has)
				}
			}
			if !slices.Equal(offered, tt.want) {
				t.Errorf("offered %s", offered)
			}
		})
	}
}

// mentions reports whether a text has a name as a whole word.
func mentions(text, name string) bool {
	return slices.Contains(strings.FieldsFunc(text, func(r rune) bool { return r != '_' && (r < 'a' || r > 'z') }), name)
}

func TestItemsGoToTheNamedList(t *testing.T) {
	o := proposeIn(t, pantry, "put tea and salt on my groceries list", cloud, add("Tea", "Salt"), done)
	if o.err != nil {
		t.Fatal(o.err)
	}
	same(t, o.operations(), item("Tea"), item("Salt"))
	if got := o.script.purposes(); got != "propose summary" {
		t.Errorf("asked %s", got)
	}
}

func TestAListInOneItemIsRefusedAndRepeated(t *testing.T) {
	for name, caps := range map[string]propose.Capabilities{"ollama": small, "another server": cloud} {
		t.Run(name, func(t *testing.T) {
			replies := []any{add("Tea", "[salt, rice]"), add("salt", "rice"), says("That is all."), done}
			if caps == cloud {
				replies = slices.Delete(replies, 2, 3) // it continues only when it is told to
			}
			o := proposeIn(t, pantry, "put tea, salt and rice on the groceries list", caps, replies...)
			if o.err != nil {
				t.Fatal(o.err)
			}
			same(t, o.operations(), item("Tea"), item("salt"), item("rice"))
			golden(t, "checklist_retry.golden", told(o.script.asked[1])+"\n")
			messages := o.script.asked[1].Messages
			if r := messages[len(messages)-2]; r.Role != "tool" || !strings.HasPrefix(r.Text, "Error processing checklist item: Multiple items detected") {
				t.Errorf("the call is answered with %+v", r)
			}
		})
	}
}

func TestAModelIsAskedAgainUntilTheListIsComplete(t *testing.T) {
	o := proposeIn(t, pantry, "tea, salt and rice for the groceries list", small, says("Let me see."), add("Tea"), add("Salt"), add("Rice"), says("Done."), done)
	if o.err != nil {
		t.Fatal(o.err)
	}
	same(t, o.operations(), item("Tea"), item("Salt"), item("Rice"))
	golden(t, "checklist_begin.golden", told(o.script.asked[1])+"\n")
	golden(t, "checklist_continue.golden", told(o.script.asked[3])+"\n")
	if got := o.script.purposes(); got != strings.Repeat("propose ", 5)+"summary" {
		t.Errorf("asked %s", got)
	}
}

func TestAConversationAboutAListEndsAfterTenRounds(t *testing.T) {
	var replies []any
	for i := range 12 {
		replies = append(replies, add(fmt.Sprintf("Thing %c", 'a'+i)))
	}
	o := proposeIn(t, pantry, "things for the packing list", small, replies...)
	if n := len(o.ops.Operations); n != checklist.RoundsMax || o.script.purposes() != strings.Repeat("propose ", n)+"summary" {
		t.Errorf("%d operations, asked %s", n, o.script.purposes())
	}
}

func TestAModelThatRepeatsARefusedListFails(t *testing.T) {
	o := proposeIn(t, pantry, "tea, salt and rice for the groceries list", cloud, add("Tea", "[salt, rice]"), add("salt, rice, both"), add("[salt, rice]"), done)
	if o.err != nil {
		t.Fatal(o.err)
	}
	if got := o.operations(); len(got) != 3 || got[0] != item("Tea") || got[1] != "!multiple_items unread" || got[2] != "!multiple_items unread" {
		t.Errorf("got %s", got)
	}
	// A single item instead would lose the others, and a repair adds none.
	if got := o.script.purposes(); got != "propose propose propose summary" || o.names() != "proposing validating ops summarizing summary" {
		t.Errorf("asked %s, said %s", got, o.names())
	}
}

func TestBracketsGroupOneItem(t *testing.T) {
	o := proposeIn(t, pantry, "brackets for the packing list", oss, calls(checklist.AddSeveral, `{"items":"[a, b], shelf (screws, level, glue)"}`), says("Done."), done)
	if got := o.operations(); len(got) != 2 || !strings.HasSuffix(got[0], `"title":"[a, b]"}`) || !strings.HasSuffix(got[1], `"title":"shelf (screws, level, glue)"}`) {
		t.Errorf("got %s", got)
	}
}

func TestAnUnknownFunctionIsAnsweredWithTheOneToUse(t *testing.T) {
	o := proposeIn(t, pantry, "put tea on the groceries list", cloud, calls("make_list", `{"items":["Tea"]}`), add("Tea"), done)
	same(t, o.operations(), item("Tea"))
	if messages := o.script.asked[1].Messages; messages[len(messages)-2].Text != "Unknown function. Please use add_checklist_item to create checklist items." {
		t.Errorf("got %+v", messages)
	}
}

func TestANewListIsFilledInTheSameConversation(t *testing.T) {
	o := proposeIn(t, pantry, "a list for the picnic, with tea on it", cloud,
		calls("create_checklist", `{"title":"Picnic"}`, checklist.Add, `{"actionItemDescription":"Tea"}`), calls("create_checklist", `{"title":"Picnic"}`), done)
	same(t, o.operations(), `{"op":"checklist.create","as":"new_checklist","title":"Picnic"}`,
		`{"op":"checklist_item.create","checklistId":{"ref":"new_checklist"},"title":"Tea"}`)
	two := proposeIn(t, nil, "tea on a list, and a list for the picnic with salt", cloud,
		add("Tea"), calls(), done)
	same(t, two.operations(), `{"op":"checklist.create","as":"new_checklist","title":"TODOs"}`,
		`{"op":"checklist_item.create","checklistId":{"ref":"new_checklist"},"title":"Tea"}`)
}

func TestTwoNewListsStaySeparate(t *testing.T) {
	o := proposeIn(t, nil, "a list for the picnic with salt and a list for the car with oil", cloud,
		calls("create_checklist", `{"title":"Picnic"}`, checklist.Add, `{"actionItemDescription":"Salt"}`, "create_checklist", `{"title":"Car"}`, checklist.Add, `{"actionItemDescription":"Oil"}`), says("Done."), done)
	same(t, o.operations(), `{"op":"checklist.create","as":"new_checklist","title":"Picnic"}`,
		`{"op":"checklist_item.create","checklistId":{"ref":"new_checklist"},"title":"Salt"}`,
		`{"op":"checklist.create","as":"new_checklist_2","title":"Car"}`,
		`{"op":"checklist_item.create","checklistId":{"ref":"new_checklist_2"},"title":"Oil"}`)
}

func TestAnImplicitListDoesNotCountTowardsTheLimit(t *testing.T) {
	var items []string
	for i := range 20 {
		items = append(items, fmt.Sprintf(`"Thing %c"`, 'a'+i))
	}
	twenty := calls(checklist.AddSeveral, `{"items":[`+strings.Join(items, ",")+`]}`)
	if o := proposeIn(t, nil, "twenty things for the list", oss, twenty, says("Done."), done); o.err != nil || len(o.ops.Operations) != 21 {
		t.Errorf("%v, %d operations", o.err, len(o.ops.Operations))
	}
	if o := proposeIn(t, nil, "things for the list", oss, twenty, add("One more"), done); o.err == nil || o.names() != "proposing" {
		t.Errorf("%v, said %s", o.err, o.names())
	}
}

func TestAnExistingItemIsReportedAndNotAdded(t *testing.T) {
	o := proposeIn(t, pantry, "put milk and tea on the groceries list", cloud, add("milk", "Tea"), done)
	same(t, o.operations(), item("Tea"))
	if w := o.ops.Warnings; len(w) != 1 || w[0].Message != "already on the checklist: milk" {
		t.Errorf("warned %+v", w)
	}
	o = proposeIn(t, pantry, "put milk on the groceries list", cloud, add("milk"))
	if o.summary() != "Already on the checklist: milk." || len(o.ops.Operations) > 0 || o.err != nil || o.names() != "proposing validating ops summary" {
		t.Errorf("%v: %q, said %s", o.err, o.summary(), o.names())
	}
}

func TestARepeatedItemIsNotReportedAsExisting(t *testing.T) {
	o := proposeIn(t, pantry, "put tea on the groceries list", small, add("Tea"), add("tea"), done)
	same(t, o.operations(), item("Tea"))
	if len(o.ops.Warnings) > 0 {
		t.Errorf("warned %+v", o.ops.Warnings)
	}
}

func TestAnItemIsCheckedOffByItsID(t *testing.T) {
	o := proposeIn(t, pantry, "I have bought the bread", small,
		calls(checklist.Suggest, `{"checklistItemId":"checklist_item:2","reason":"it is bought","confidence":"high"}`), says("Done."), done)
	same(t, o.operations(), `{"op":"checklist_item.suggest_completion","id":2,"reason":"it is bought","confidence":"high"}`)
}

func TestAModelThatChangesATaskIsNotAskedForItems(t *testing.T) {
	o := proposeIn(t, append(pantry, `{"op":"checklist.create","title":"Floor"}`), "wax the floor on friday", small,
		calls("update_task", `{"id":"task:1","scheduledFor":"2026-11-27"}`), says("Done."), "A task would move.")
	same(t, o.operations(), `{"op":"task.update","id":1,"scheduledFor":"2026-11-27"}`)
	if text := fmt.Sprint(o.script.asked[1].Messages); strings.Contains(text, "haven't created") {
		t.Error(text)
	}
}

func TestAWrittenListInOneItemIsRepaired(t *testing.T) {
	const first = `{"operations":[{"op":"task.create","title":"Shop"},{"op":"checklist_item.create","checklistId":"checklist:2","title":"[salt, rice]"}]}`
	again := `{"operations":[` + saysItem("salt") + `,` + saysItem("rice") + `,` + saysItem("MILK") + `,{"op":"task.delete","id":"task:1"}]}`
	o := proposeIn(t, pantry, "shop, with salt and rice on the groceries list", withSchema, first, again, done)
	if o.err != nil {
		t.Fatal(o.err)
	}
	same(t, o.operations(), `{"op":"task.create","title":"Shop"}`, item("salt"), item("rice"))
	golden(t, "checklist_rewrite.golden", told(o.script.asked[1])+"\n")
	if got := o.script.purposes(); got != "propose propose summary" || o.script.asked[1].Schema == nil {
		t.Errorf("asked %s", got)
	}
}

func TestAWrittenListInOneItemStaysRefusedTheSecondTime(t *testing.T) {
	answer := `{"operations":[` + saysItem("Tea") + `,` + saysItem("[salt, rice]") + `]}`
	for name, replies := range map[string][]any{
		"the same again":  {answer, answer, answer, done},
		"nothing to read": {answer, "I see.", done},
		"no answer":       {answer, errors.New("the line is dead"), done},
		"half of it":      {answer, `{"operations":[` + saysItem("salt") + `]}`, done},
	} {
		t.Run(name, func(t *testing.T) {
			o := proposeIn(t, pantry, "tea, salt and rice for the groceries list", withSchema, replies...)
			got := o.operations()
			if o.err != nil || len(got) < 2 || got[0] != item("Tea") || !strings.HasPrefix(got[len(got)-1], "!multiple_items") {
				t.Errorf("%v: %s", o.err, got)
			}
			if strings.Contains(o.script.purposes(), "repair") {
				t.Errorf("asked %s", o.script.purposes())
			}
		})
	}
}

func TestNoOperationBypassesTheChecklistGuard(t *testing.T) {
	const list = `"[salt, rice]"`
	for name, o := range map[string]outcome{
		"a change of the title": proposeIn(t, pantry, "the milk on the list", withSchema, `{"operations":[{"op":"checklist_item.update","id":"checklist_item:1","title":`+list+`}]}`, "{}", "{}"),
		"a bulk operation":      proposeIn(t, pantry, "the milk on the list", withSchema, `{"operations":[{"op":"bulk_update","where":{"kind":"checklist_item","ids":["checklist_item:1"]},"set":{"title":`+list+`}}]}`, "{}", "{}"),
		"a tool of the table":   proposeIn(t, pantry, "the milk on the list", cloud, calls("update_checklist_item", `{"id":"checklist_item:1","title":`+list+`}`), says("Done.")),
		"a tool for one item":   proposeIn(t, pantry, "rice on the list", cloud, calls("create_checklist_item", `{"checklistId":"checklist:2","title":`+list+`}`), says("Done.")),
		"a call that is written": proposeIn(t, pantry, "rice on the list", cloud,
			says(`{"operations":[{"op":"checklist_item.create","checklistId":"checklist:2","title":`+list+`}]}`), says("Done.")),
	} {
		if got := o.operations(); len(got) != 1 || !strings.HasPrefix(got[0], "!multiple_items") {
			t.Errorf("%s: %v %s", name, o.err, got)
		}
	}
	repaired := proposeIn(t, pantry, "rice on the groceries list", withSchema, `{"operations":[{"op":"checklist_item.create","checklistId":"checklist:77","title":"Rice"}]}`,
		`{"operations":[{"op":"checklist_item.create","checklistId":"checklist:2","title":`+list+`}]}`)
	if got := repaired.operations(); len(got) != 1 || !strings.HasPrefix(got[0], "!") || repaired.ops.Version != 1 || repaired.script.purposes() != "propose repair" {
		t.Errorf("a repair: %s, asked %s", got, repaired.script.purposes())
	}
}

func TestChecklistPromptsMatchTheGoldenFiles(t *testing.T) {
	for name, caps := range map[string]propose.Capabilities{"checklist_tools.golden": oss, "checklist.golden": withText} {
		o := proposeIn(t, pantry, "put tea on the groceries list", caps, says("Which tea?"))
		golden(t, name, proposalOf(o.script.asked[0]))
	}
}

// People know neither the tools for checklists nor their arguments.
func TestRefusedCallsForChecklistsNameNoTools(t *testing.T) {
	for _, call := range []propose.Reply{
		calls(checklist.Add, `{"text":"tea"}`), calls(checklist.Add, `{"actionItemDescription":"tea, rice, salt"}`), calls("make_list", `{}`),
		calls(checklist.AddSeveral, `{"items":[["tea"]]}`), calls(checklist.Suggest, `{"suggestions":["tea"]}`), calls(checklist.Add, `tea`),
	} {
		o := propose1(t, propose.Request{Text: "put tea on a list", Lists: true}, withTools, call, propose.Reply{Text: "Done."}, propose.Reply{Text: "Done."}, "{}", "")
		if len(o.ops.Operations) != 1 || o.ops.Operations[0].Valid() {
			t.Errorf("%v: %v, %q", call.Calls, o.err, o.operations())
			continue
		}
		for _, p := range o.ops.Operations[0].Errors {
			if text := p.Field + p.Message + p.Hint; strings.Contains(text, "_") || strings.Contains(text, "call") || strings.Contains(text, "Description") {
				t.Errorf("%v: %+v", call.Calls, p)
			}
		}
	}
}
