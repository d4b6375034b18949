package checklist

import (
	"fmt"
	"strings"
	"testing"

	"assister/internal/calendar"
	"assister/internal/ijson"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
)

// groceries is checklist 5 with two items.
var groceries = Existing{ID: 5, Items: []Item{{1, "Milk"}, {2, "brown bread"}}}

// asked writes operations, one on each line.
func asked(ops []op.Op) string {
	var b strings.Builder
	for _, o := range ops {
		b.Write(o.Canonical())
		b.WriteByte('\n')
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

func TestOneCallMakesOneItem(t *testing.T) {
	for _, title := range []string{
		"Call Anna", "Buy milk, semi-skimmed", "Set up the shelf (brackets, screws, level)", "Fix the [old] door",
		"[[wiki]]", "[north, south], and east", "Don't forget, it's late", `Read "War, and, Peace"`,
	} {
		a := Call(Add, string(ijson.AppendValue(nil, object("actionItemDescription", text("  "+title+" ")))), groceries)
		want := string(ijson.AppendValue(nil, object("op", text("checklist_item.create"),
			"checklistId", ijson.Value{Kind: ijson.Number, Text: "5"}, "title", text(title)))) + "\n"
		if len(a.Problems) > 0 || asked(a.Ops) != want {
			t.Errorf("%s: %v %s", title, a.Problems, asked(a.Ops))
		}
		if a.Response != "Ready to create 1 checklist item: "+title {
			t.Error(a.Response)
		}
	}
}

func TestAnInvalidCallForOneItemIsRefused(t *testing.T) {
	const error = "Error processing checklist item: "
	long := strings.Repeat("é", TitleMax+1)
	for _, tt := range []struct{ name, arguments, code, response, attempted string }{
		{"a list in brackets", `{"actionItemDescription":"[tea, coffee]"}`, MultipleItems, error + severalInOne, "[tea, coffee]"},
		{"three items", `{"actionItemDescription":"tea, coffee, and sugar"}`, MultipleItems, error + severalInOne, "tea, coffee, and sugar"},
		{"an array", `{"actionItemDescription":["tea","coffee"]}`, MultipleItems, error + severalInOne, `["tea","coffee"]`},
		{"spaces", `{"actionItemDescription":"  "}`, EmptyItem, error + "Empty description provided. Please provide a meaningful description.", ""},
		{"nothing", ``, MissingField, error + `Missing required field "actionItemDescription"`, ""},
		{"null", `{"actionItemDescription":null}`, MissingField, error + `Missing required field "actionItemDescription"`, ""},
		{"another field", `{"note":"","text":"Tea","why":"thirst"}`, WrongField, error + `Found "text" instead of "actionItemDescription"`, "Tea"},
		{"no JSON", `add some tea`, InvalidJSON, error + "Invalid JSON: ", ""},
		{"no object", `["tea"]`, InvalidJSON, error + "Invalid JSON: ", ""},
		{"too long", `{"actionItemDescription":"` + long + `"}`, ItemTooLong, error + "Description too long: max 400 characters.", long[:2*119] + "…"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a := Call(Add, tt.arguments, groceries)
			if codes(a.Problems) != tt.code || !strings.HasPrefix(a.Response, tt.response) || len(a.Ops) > 0 {
				t.Errorf("%v %q %s", a.Problems, a.Response, asked(a.Ops))
			}
			if a.Attempted != tt.attempted {
				t.Errorf("attempted %q, want %q", a.Attempted, tt.attempted)
			}
		})
	}
}

func TestAListIsNotATitleOfAnItem(t *testing.T) {
	for title, refused := range map[string]bool{
		" [tea, coffee] ": true, "tea, coffee, sugar": true, "[tea]": false, "tea, green": false, "": false,
	} {
		if p := CheckTitle(title); (p != nil) != refused || refused && p.Code != MultipleItems {
			t.Errorf("%q: %v", title, p)
		}
	}
}

func TestInvalidArgumentsAreNotQuoted(t *testing.T) {
	for _, name := range []string{Add, AddSeveral, Suggest} {
		if a := Call(name, `{"items": hunter2`, groceries); len(a.Problems) != 1 || strings.Contains(fmt.Sprint(a.Problems, a.Response, a.Attempted), "hunter2") {
			t.Errorf("%s: %v %s", name, a.Problems, a.Response)
		}
	}
}

func TestArgumentsMayBeInACodeFence(t *testing.T) {
	a := Call(Add, "```json\n{\"actionItemDescription\":\"Tea\"}\n```", groceries)
	if len(a.Ops) != 1 {
		t.Error(a)
	}
}

func TestAnUnknownToolIsAnsweredWithTheOneToUse(t *testing.T) {
	a := Call("make_list", `{"items":["Tea"]}`, groceries)
	if codes(a.Problems) != UnknownTool || a.Response != "Unknown function. Please use add_checklist_item to create checklist items." || len(a.Ops) > 0 {
		t.Errorf("%v %q", a.Problems, a.Response)
	}
	if a.Problems[0].Message != `function name mismatch: expected "add_checklist_item", got "make_list"` {
		t.Error(a.Problems[0].Message)
	}
}

func TestOneCallMakesSeveralItems(t *testing.T) {
	for _, tt := range []struct{ name, items, titles string }{
		{"an array", `["tea","sugar, brown","it's late"]`, "tea|sugar, brown|it's late"},
		{"an array of one", `["tea"]`, "tea"},
		{"what is no text", `["tea",null,"null"," ",7,true]`, "tea|7|true"},
		{"objects", `[{"title":" tea "},{"title":"sugar","isChecked":true},{"title":"salt","isChecked":"true"}]`, "tea|sugar+|salt"},
		{"a text", `"tea, sugar\\, brown, 'salt, fine'"`, "tea|sugar, brown|salt, fine"},
		{"equals in other cases", `["Tea","TEA","sugar","tea "]`, "Tea|sugar"},
		{"what is there", `["milk","Brown Bread","tea"]`, "tea"},
		{"nothing but what is there", `["milk"]`, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a := Call(AddSeveral, `{"items":`+tt.items+`}`, groceries)
			var titles []string
			for _, o := range a.Ops {
				title, _ := o.Arg("title")
				word := title.Value.Text()
				if checked, ok := o.Arg("isChecked"); ok && checked.Value.Bool() {
					word += "+"
				}
				titles = append(titles, word)
			}
			if got := strings.Join(titles, "|"); got != tt.titles || len(a.Problems) > 0 {
				t.Errorf("got %q, want %q: %v", got, tt.titles, a.Problems)
			}
		})
	}
}

func TestACallForSeveralItemsWithoutItemsIsRefused(t *testing.T) {
	const error = "Error processing checklist items: "
	many := strings.TrimSuffix(strings.Repeat(`"a",`, ItemsMax+1), ",")
	for _, tt := range []struct{ name, arguments, code, response string }{
		{"nothing", `{}`, MissingField, error + `Missing required field "items" or empty list`},
		{"another type", `{"items":7}`, MissingField, error + `Missing required field "items" or empty list`},
		{"an empty text", `{"items":""}`, MissingField, error + `Missing required field "items" or empty list`},
		{"a text of nothing", `{"items":" , "}`, NoItems, error + "No valid items found in the list"},
		{"an empty array", `{"items":[]}`, NoItems, error + "No valid items found in the list"},
		{"an array of nothing", `{"items":[null," ","null"]}`, NoItems, error + "No valid items found in the list"},
		{"no JSON", `tea, sugar`, InvalidJSON, error + "Invalid JSON: "},
		{"too many", `{"items":[` + many + `]}`, TooManyItems, error + "Too many items: max 20 per call."},
		{"arrays in the array", `{"items":[["tea"]]}`, "invalid_items", error + "Each item must be "},
		{"objects without a title", `{"items":["tea",{"name":"sugar"}]}`, "invalid_items", error + "Each item must be "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a := Call(AddSeveral, tt.arguments, groceries)
			if codes(a.Problems) != tt.code || !strings.HasPrefix(a.Response, tt.response) || len(a.Ops) > 0 {
				t.Errorf("%v %q %s", a.Problems, a.Response, asked(a.Ops))
			}
		})
	}
}

func TestAnInvalidItemIsLeftOutAndReported(t *testing.T) {
	a := Call(AddSeveral, `{"items":["tea","`+strings.Repeat("x", TitleMax+1)+`","bell\u0007"]}`, groceries)
	if len(a.Ops) != 1 || codes(a.Problems) != "item_too_long invalid_title" {
		t.Errorf("%s %v", asked(a.Ops), a.Problems)
	}
	if !strings.HasPrefix(a.Response, "Ready to create 1 checklist item: tea\nError processing checklist items: left out") {
		t.Error(a.Response)
	}
}

func TestTheFirstItemsCreateAChecklistIfThereIsNone(t *testing.T) {
	a := Call(AddSeveral, `{"items":["tea"]}`, Existing{})
	b := Call(Add, `{"actionItemDescription":"sugar"}`, a.Known)
	again := Call(Add, `{"actionItemDescription":"TEA"}`, b.Known)
	want := `{"op":"checklist.create","as":"new_checklist","title":"TODOs"}
{"op":"checklist_item.create","checklistId":{"ref":"new_checklist"},"title":"tea"}
{"op":"checklist_item.create","checklistId":{"ref":"new_checklist"},"title":"sugar"}
`
	if got := asked(append(a.Ops, b.Ops...)); got != want {
		t.Errorf("got\n%s", got)
	}
	if len(again.Ops) > 0 || len(again.Problems) > 0 || again.Response != "Already on the checklist: TEA" {
		t.Errorf("%+v", again)
	}
}

func TestASuggestionMustNameAShownItem(t *testing.T) {
	for _, tt := range []struct{ name, arguments, op, code string }{
		{"an item", `{"checklistItemId":2,"reason":"bought it","confidence":"high"}`,
			`{"op":"checklist_item.suggest_completion","id":2,"reason":"bought it","confidence":"high"}` + "\n", ""},
		{"an id as a text", `{"checklistItemId":"2","reason":"bought it","confidence":"LOW"}`,
			`{"op":"checklist_item.suggest_completion","id":2,"reason":"bought it","confidence":"low"}` + "\n", ""},
		{"an id that was not shown", `{"checklistItemId":77,"reason":"r","confidence":"high"}`, "", problem.IDNotInContext},
		{"no reason", `{"checklistItemId":2,"confidence":"high"}`, "", "invalid_reason"},
		{"a confidence that is none", `{"checklistItemId":2,"reason":"r","confidence":"total"}`, "", "invalid_confidence"},
		{"no id", `{"reason":"r","confidence":"high"}`, "", problem.MissingOrInvalidID},
		{"an id that is none", `{"checklistItemId":0,"reason":"r","confidence":"high"}`, "", problem.MissingOrInvalidID},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a := Call(Suggest, tt.arguments, groceries)
			if asked(a.Ops) != tt.op || codes(a.Problems) != tt.code || a.Response == "" {
				t.Errorf("%s %v %q", asked(a.Ops), a.Problems, a.Response)
			}
		})
	}
}

func TestSuggestingNewItemsIsAnsweredWithTheAddTool(t *testing.T) {
	a := Call(Suggest, `{"suggestions":["one","two","three","four","five","six"]}`, groceries)
	if !strings.Contains(a.Response, Add) || !strings.HasSuffix(a.Response, "one, two, three, four, five") {
		t.Error(a.Response)
	}
}

func TestItemsGoToTheFirstChecklist(t *testing.T) {
	list := func(id int64) record.Record { return record.New(schema.Lookup("checklist"), id) }
	item := func(id, list int64, title string) record.Record {
		return record.New(schema.Lookup("checklist_item"), id).With("checklistId", record.ID(list)).With("title", record.Text(title))
	}
	got := First([]record.Record{list(3), list(4)}, []record.Record{item(1, 4, "a"), item(2, 3, "b")})
	if fmt.Sprint(got) != fmt.Sprint(Existing{ID: 3, Items: []Item{{2, "b"}}}) {
		t.Error(got)
	}
	if got := First(nil, nil); got.ID != 0 || got.Items != nil {
		t.Error(got)
	}
}

func TestACallDoesNotModifyItsInput(t *testing.T) {
	known := Existing{ID: 5, Items: make([]Item, 1, 8)}
	known.Items[0] = Item{1, "Milk"}
	a := Call(Add, `{"actionItemDescription":"tea"}`, known)
	b := Call(Add, `{"actionItemDescription":"salt"}`, known)
	if a.Known.Items[1].Title != "tea" || b.Known.Items[1].Title != "salt" || len(known.Items) != 1 {
		t.Error(a.Known, b.Known)
	}
}

func FuzzCall(f *testing.F) {
	f.Add(Add, `{"actionItemDescription":"tea"}`)
	f.Add(AddSeveral, `{"items":["tea",{"title":"x","isChecked":true},null,[1]]}`)
	f.Add(AddSeveral, `{"items":"tea, 'a, b', c\\, d"}`)
	f.Add(Suggest, `{"checklistItemId":2,"reason":"r","confidence":"high"}`)
	f.Add("other", "```json\n{}```")
	f.Fuzz(func(t *testing.T, name, arguments string) {
		a := Call(name, arguments, groceries)
		if a.Response == "" {
			t.Error("there is nothing to answer")
		}
		if len(a.Ops) == 0 && len(a.Problems) == 0 && !strings.HasPrefix(a.Response, "Already") {
			t.Error("nothing came of it, and nothing is wrong")
		}
		if len(a.Ops) > ItemsMax+1 {
			t.Error(len(a.Ops), "operations")
		}
		for _, o := range a.Ops {
			v, p := ijson.Parse(o.AppendJSON(nil))
			if p != nil {
				t.Fatal(p)
			}
			if _, problems := op.Decode(v, calendar.Clock{}); len(problems) > 0 {
				t.Error(problems)
			}
		}
	})
}
