package checklist

import (
	"slices"
	"strings"
	"testing"

	"assister/internal/calendar"
	"assister/internal/ijson"
	"assister/internal/op"
	"assister/internal/schema"
)

func names(tools []schema.Tool) string {
	var words []string
	for _, t := range tools {
		words = append(words, t.Name)
	}
	return strings.Join(words, " ")
}

func TestSeveralItemsInOneCallAreForModelsThatCannotCallTwice(t *testing.T) {
	const base = Suggest + " " + Add
	for _, tt := range []struct{ provider, model, want string }{
		{"ollama", "gpt-oss:120b", base + " " + AddSeveral},
		{"ollama", "gpt-oss", base},
		{"ollama", "GPT-OSS:20b", base},
		{"ollama", "qwen3:8b", base},
		{"openai", "gpt-oss:20b", base},
		{"replay", "", base},
	} {
		if got := names(Tools(tt.provider, tt.model)); got != tt.want {
			t.Errorf("%s %s is offered %s", tt.provider, tt.model, got)
		}
	}
}

func TestTheSchemasOfTheToolsAreValid(t *testing.T) {
	for _, tool := range Tools("ollama", "gpt-oss:20b") {
		v, p := ijson.Parse(tool.Schema)
		if p != nil {
			t.Fatalf("%s: %s", tool.Name, p.Message)
		}
		properties, _ := v.Get("properties")
		required, _ := v.Get("required")
		for _, r := range required.Items {
			if _, ok := properties.Get(r.Text); !ok {
				t.Errorf("%s requires %s", tool.Name, r.Text)
			}
		}
		if tool.Name != AddSeveral {
			continue
		}
		items, _ := properties.Get("items")
		oneOf, _ := items.Get("oneOf")
		if first, _ := oneOf.Items[0].Get("type"); first.Text != "array" {
			t.Errorf("the array does not come first: %s", tool.Schema)
		}
	}
}

func TestWhenAModelIsAskedAgain(t *testing.T) {
	for _, tt := range []struct {
		name            string
		provider        string
		rounds, created int
		failed          bool
		want            bool
	}{
		{"nothing after the first round", "ollama", 1, 0, false, true},
		{"nothing after the second", "ollama", 2, 0, false, false},
		{"items after the second", "ollama", 2, 3, false, true},
		{"items after the ninth", "ollama", 9, 3, false, true},
		{"items after the tenth", "ollama", 10, 3, false, false},
		{"failures after the tenth", "ollama", 10, 3, true, false},
		{"another server after the first", "openai", 1, 3, false, false},
		{"another server with failures", "openai", 1, 0, true, true},
		{"and again", "openai", 2, 0, true, true},
		{"but no third time", "openai", 3, 0, true, false},
	} {
		if got := More(tt.provider, tt.rounds, tt.created, tt.failed); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}

func TestAListInOneCallIsRepeatedAsSeveralCalls(t *testing.T) {
	r := Begin("openai", "m", Existing{ID: 3})
	r.Call(Add, `{"actionItemDescription":"tea"}`)
	r.Call(Add, `{"actionItemDescription":"[sugar, salt]"}`)
	turn, more := r.Next()
	if !more || len(turn.Failed) != 1 || turn.Failed[0].Attempted != "[sugar, salt]" || codes(turn.Failed[0].Problems) != MultipleItems {
		t.Fatalf("%v %+v", more, turn)
	}
	if !slices.Equal(turn.Created, []string{"tea"}) {
		t.Errorf("%q is created", turn.Created)
	}
	r.Call(Add, `{"actionItemDescription":"sugar"}`)
	if open := r.Open(); len(open) != 1 {
		t.Errorf("the salt is lost: %v", open)
	}
	r.Call(Add, `{"actionItemDescription":"salt"}`)
	if turn, more := r.Next(); more {
		t.Errorf("%+v", turn)
	}
	if got := strings.Join(r.Created(), " "); got != "tea sugar salt" || len(r.Ops) != 3 || len(r.Open()) > 0 {
		t.Error(got, asked(r.Ops), r.Open())
	}
}

func TestARefusedCallStaysOpenUntilItIsCorrected(t *testing.T) {
	for _, tt := range []struct {
		name, refused string
		since         []string
		open          bool
	}{
		{"nothing since", `{"actionItemDescription":"[tea, salt]"}`, nil, true},
		{"each of the list", `{"actionItemDescription":"[tea, salt]"}`, []string{"Salt", "Tea"}, false},
		{"one of which is there", `{"actionItemDescription":"[tea, milk, salt]"}`, []string{"Milk", "Tea", "Salt"}, false},
		{"one of the list", `{"actionItemDescription":"[tea, salt]"}`, []string{"Tea"}, true},
		{"something else", `{"actionItemDescription":"[tea, salt]"}`, []string{"Rice", "Flour"}, true},
		{"in other words", `{"actionItemDescription":"Email Bob, Alice, and Carol"}`, []string{"Email Bob", "Email Alice", "Email Carol"}, false},
		{"as one thing after all", `{"actionItemDescription":"Email Bob, Alice, and Carol"}`, []string{"Email Bob with Alice and Carol"}, false},
		{"an array", `{"actionItemDescription":["tea","salt"]}`, []string{"tea", "salt"}, false},
		{"another field", `{"text":"tea"}`, []string{"Tea"}, false},
		{"no JSON", `tea`, nil, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := Begin("openai", "m", groceries)
			r.Call(Add, tt.refused)
			r.Call(Add, `{"actionItemDescription":"in the same round"}`)
			r.Next()
			for _, title := range tt.since {
				r.Call(Add, `{"actionItemDescription":"`+title+`"}`)
			}
			if open := len(r.Open()) > 0; open != tt.open {
				t.Errorf("open: %v, want %v", open, tt.open)
			}
		})
	}
}

func TestAnOperationHasTheRulesOfACall(t *testing.T) {
	item := func(list, title string) op.Op {
		v, _ := ijson.Parse([]byte(`{"op":"checklist_item.create","checklistId":` + list + `,"title":"` + title + `"}`))
		o, problems := op.Decode(v, calendar.Clock{})
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		return o
	}
	r := Begin("", "", groceries)
	for _, tt := range []struct {
		op          op.Op
		made, there int
		code        string
	}{
		{item("5", "Tea"), 1, 0, ""},
		{item("5", "tea"), 0, 0, ""}, // repeated, and not on the list before
		{item("5", "MILK"), 0, 1, ""},
		{item("6", "Milk"), 1, 0, ""}, // on another list
		{item("5", "[tea, salt]"), 0, 0, MultipleItems},
		{item(`{"ref":"new"}`, "Milk"), 1, 0, ""},
	} {
		a := r.Write(tt.op)
		if len(a.Ops) != tt.made || len(a.There) != tt.there || codes(a.Problems) != tt.code || a.Response == "" {
			t.Errorf("%s: %+v", tt.op.Canonical(), a)
		}
	}
}

func TestAModelIsAskedAgainUntilItAddsNothing(t *testing.T) {
	r := Begin("ollama", "qwen3:8b", Existing{ID: 3})
	if turn, more := r.Next(); !more || len(turn.Created) > 0 {
		t.Error(turn, more)
	}
	r.Call(Add, `{"actionItemDescription":"tea"}`)
	if turn, more := r.Next(); !more || !slices.Equal(turn.Created, []string{"tea"}) {
		t.Error(turn, more)
	}
	r.Call(Add, `{"actionItemDescription":"Tea"}`)
	if turn, more := r.Next(); more {
		t.Error(turn)
	}
}

func TestAModelThatSaysNothingTwiceIsNotAskedAThirdTime(t *testing.T) {
	r := Begin("ollama", "qwen3:8b", Existing{ID: 3})
	r.Next()
	if prompt, more := r.Next(); more {
		t.Error(prompt)
	}
}

func TestASuggestionIsNotAnsweredWithARequestForItems(t *testing.T) {
	r := Begin("ollama", "qwen3:8b", groceries)
	r.Call(Suggest, `{"checklistItemId":1,"reason":"bought it","confidence":"high"}`)
	if prompt, more := r.Next(); more || len(r.Ops) != 1 {
		t.Error(prompt)
	}
}

func TestEveryConversationEnds(t *testing.T) {
	r := Begin("ollama", "gpt-oss:20b", Existing{})
	rounds := 0
	for more := true; more; rounds++ {
		r.Call(Add, `{"actionItemDescription":"item `+strings.Repeat("x", rounds)+`"}`)
		r.Call("nonsense", `{}`)
		_, more = r.Next()
	}
	if rounds != RoundsMax {
		t.Error(rounds, "rounds")
	}
}
