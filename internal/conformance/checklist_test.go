package conformance

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"assister/internal/check"
	"assister/internal/checklist"
	"assister/internal/diag"
	"assister/internal/event"
	"assister/internal/ijson"
	"assister/internal/op"
	"assister/internal/propose"
	"assister/internal/workspace"
	"assister/prompts"
)

// The areas about checklists: lists in one text, calls of the three tools, and
// the rounds of a conversation.

func listSplit(t *testing.T, _ fixtures) runner {
	return func(t *testing.T, c testCase) (any, any) {
		items := checklist.Split(str(c.Input, "text"))
		if items == nil {
			items = []string{}
		}
		return items, c.Expected
	}
}

func gating(t *testing.T, _ fixtures) runner {
	return func(t *testing.T, c testCase) (any, any) {
		var names []string
		for _, tool := range checklist.Tools(str(c.Input, "provider"), str(c.Input, "model")) {
			names = append(names, tool.Name)
		}
		return names, c.Expected
	}
}

// arguments is an object as a model writes its arguments.
func arguments(pairs ...any) string {
	v := ijson.Value{Kind: ijson.Object}
	for i := 0; i < len(pairs); i += 2 {
		v.Members = append(v.Members, ijson.Member{Name: pairs[i].(string), Value: pairs[i+1].(ijson.Value)})
	}
	return string(ijson.AppendValue(nil, v))
}

// one is a call for one item, several for many.

func one(item ijson.Value) string { return arguments("actionItemDescription", item) }

func several(items ijson.Value) string { return arguments("items", items) }

// called is the call that a case records, or the one that its parts come to.
func called(c testCase, known checklist.Existing) checklist.Answer {
	name, given := str(c.Input, "function"), str(c.Input, "arguments")
	batch := c.Area == "batch" || has(c.Input, "items")
	switch {
	case given != "":
	case has(c.Input, "items"):
		given = several(at(c.Input, "items"))
	case has(c.Input, "description"):
		given = one(at(c.Input, "description"))
	case has(c.Input, "actionItemDescription"):
		given = one(at(c.Input, "actionItemDescription"))
	}
	switch {
	case name != "":
	case batch:
		name = checklist.AddSeveral
	default:
		name = checklist.Add
	}
	return checklist.Call(name, given, known)
}

// there is a checklist with these items.
func there(items ijson.Value) checklist.Existing {
	known := checklist.Existing{ID: 1}
	for i, item := range items.Items {
		known.Items = append(known.Items, checklist.Item{ID: int64(i + 1), Title: item.Text})
	}
	return known
}

func titles(ops []op.Op) []string {
	out := []string{}
	for _, o := range ops {
		if o.Kind == "checklist_item" {
			title, _ := o.Arg("title")
			out = append(out, title.Value.Text())
		}
	}
	return out
}

// listTitle is that of the checklist that operations make.
func listTitle(ops []op.Op) string {
	for _, o := range ops {
		if o.Kind == "checklist" {
			title, _ := o.Arg("title")
			return title.Value.Text()
		}
	}
	return ""
}

// told is everything that is said of a call.
func told(a checklist.Answer) string {
	words := []string{a.Response, a.Attempted}
	for _, p := range a.Problems {
		words = append(words, p.Message)
	}
	return strings.Join(words, "\n")
}

// holding are the recorded words that a text holds, in whatever case.
func holding(text string, recorded ijson.Value) any {
	if recorded.Kind == ijson.String {
		if strings.Contains(strings.ToLower(text), strings.ToLower(recorded.Text)) {
			return recorded.Text
		}
		return text
	}
	found := []string{}
	for _, w := range recorded.Items {
		if strings.Contains(strings.ToLower(text), strings.ToLower(w.Text)) {
			found = append(found, w.Text)
		}
	}
	return found
}

// answerOf is what a call came to under the names that a case records.
func answerOf(t *testing.T, c testCase, a checklist.Answer) any {
	got := map[string]any{}
	for _, m := range c.Expected.Members {
		switch m.Name {
		case "success":
			got[m.Name] = len(a.Problems) == 0
		case "errorContains", "error", "logContains":
			got[m.Name] = holding(told(a), m.Value)
		case "items", "titles", "created":
			got[m.Name] = titles(a.Ops)
		case "count":
			got[m.Name] = len(titles(a.Ops))
		case "checklistTitle":
			got[m.Name] = listTitle(a.Ops)
		case "createdIncludes":
			got[m.Name] = holding(strings.Join(titles(a.Ops), "\n"), m.Value)
		case "isChecked":
			got[m.Name] = false
			for _, o := range a.Ops {
				if checked, ok := o.Arg("isChecked"); ok {
					got[m.Name] = checked.Value.Bool()
				}
			}
		case "data.attemptedItem":
			got[m.Name] = a.Attempted
		case "data.wrongFieldName":
			got[m.Name] = a.Problems[0].Field
		default:
			t.Fatalf("nothing looks at %s", m.Name)
		}
	}
	return got
}

func guard(t *testing.T, _ fixtures) runner {
	return func(t *testing.T, c testCase) (any, any) {
		return answerOf(t, c, called(c, there(ijson.Value{}))), c.Expected
	}
}

func batch(t *testing.T, _ fixtures) runner {
	return func(t *testing.T, c testCase) (any, any) {
		known := there(at(c.Input, "existing"))
		if !has(c.Input, "existing") {
			known = checklist.Existing{}
		}
		switch {
		case c.Expected.Kind == ijson.Bool: // whether a repeated item is something wrong
			a := checklist.Call(checklist.AddSeveral, `{"items":["cheese","CHEESE"]}`, known)
			return len(a.Problems) > 0, c.Expected
		case has(c.Input, "error"):
			a := checklist.Call(checklist.AddSeveral, `{"items":[]}`, known)
			return strings.Replace(a.Response, "No valid items found in the list", str(c.Input, "error"), 1), c.Expected
		case c.Expected.Kind == ijson.String:
			a := called(c, known)
			return holding(a.Response, c.Expected), c.Expected
		case has(c.Input, "result"):
			a := checklist.Call(checklist.AddSeveral, `{"items":[]}`, known)
			return answerOf(t, c, a), c.Expected
		}
		return answerOf(t, c, called(c, known)), c.Expected
	}
}

// failing is a store that cannot write.
type failing struct{ workspace.Store }

func (failing) Update(context.Context, func(workspace.Reader) (workspace.Commit, error)) (workspace.Receipt, error) {
	return workspace.Receipt{}, errors.New("the disk is gone")
}

func singleItem(t *testing.T, _ fixtures) runner {
	return func(t *testing.T, c testCase) (any, any) {
		known := checklist.Existing{}
		if has(c.Input, "checklists") {
			known.ID = 1
		}
		a := called(c, known)
		if !has(c.Expected, "created") {
			return answerOf(t, c, a), c.Expected
		}
		got := map[string]any{"created": len(titles(a.Ops)) > 0}
		if has(c.Expected, "checklistId") {
			list, _ := a.Ops[0].Arg("checklistId")
			got["checklistId"] = fmt.Sprint(list.Value.ID())
			if list.Value.ID() == 1 {
				got["checklistId"] = at(c.Input, "checklists").Items[0].Text
			}
		}
		if has(c.Input, "store") {
			w := seeded(t)
			_, err := workspace.Apply(context.Background(), failing{w.Store}, workspace.Request{Ops: a.Ops, Clock: w.clock, CorrelationID: "c", Approval: "yes"})
			got["created"] = err == nil
			made := []string{}
			for _, kind := range []string{"checklist", "checklist_item"} {
				if v := w.record(kind, 1); v.Kind != ijson.Null {
					made = append(made, str(v, "title"))
				}
			}
			got["successfulItems"] = made
		}
		return got, c.Expected
	}
}

// conversation takes the calls of a case, round by round.
func conversation(t *testing.T, c testCase, r *checklist.Rounds) (answers []checklist.Answer, more bool) {
	call := func(name, given string) { answers = append(answers, r.Call(name, given)) }
	in := c.Input
	switch {
	case has(in, "round1"):
		for _, v := range at(in, "round1").Items {
			call(str(v, "name"), string(ijson.AppendValue(nil, at(v, "args"))))
		}
		if _, more := r.Next(); !more {
			t.Fatal("nobody asks again")
		}
		for _, v := range at(in, "round2").Items {
			call(checklist.Add, one(v))
		}
	case has(in, "items"):
		call(checklist.AddSeveral, several(at(in, "items")))
	case has(in, "calls"):
		for i, v := range at(in, "calls").Items {
			switch {
			case has(v, "items"):
				call(checklist.AddSeveral, several(at(v, "items")))
			case v.Kind == ijson.Object:
				call(checklist.Add, one(at(v, "actionItemDescription")))
			case i == 0:
				call(checklist.Add, one(v))
			default:
				call(checklist.AddSeveral, several(v))
			}
		}
	case at(in, "call").Kind == ijson.Object:
		call(checklist.Add, string(ijson.AppendValue(nil, at(in, "call"))))
	default:
		call(str(in, "call"), str(in, "arguments"))
	}
	_, more = r.Next()
	return answers, more
}

// summaryOf is what is said of operations on the data.
func summaryOf(w world, ops []op.Op) (text string) {
	w.view(func(snapshot workspace.Reader) error {
		plan, err := check.Make(snapshot, ops, check.Rules{}, w.clock)
		text = check.Summary(plan.Findings, check.Done)
		return err
	})
	return text
}

func flow(t *testing.T, _ fixtures) runner {
	return func(t *testing.T, c testCase) (any, any) {
		if has(c.Input, "sendMessage") {
			return fromAServerThatFails(t), c.Expected
		}
		if has(c.Input, "created") {
			return saidOfItems(t, c), c.Expected
		}
		provider := "ollama"
		if has(c.Input, "provider") {
			provider = str(c.Input, "provider")
		}
		r := checklist.Begin(provider, str(c.Input, "model"), checklist.Existing{})
		answers, more := conversation(t, c, r)
		got := map[string]any{}
		for _, m := range c.Expected.Members {
			switch m.Name {
			case "totalCreated":
				got[m.Name] = len(r.Created())
			case "items":
				got[m.Name] = titles(r.Ops)
			case "hadErrors":
				got[m.Name] = len(answers[0].Problems) > 0
			case "responseContains":
				got[m.Name] = holding(answers[0].Response, m.Value)
			case "summaryContains":
				got[m.Name] = holding(summaryOf(seeded(t), r.Ops), m.Value)
			case "action":
				got[m.Name] = "complete"
				if more {
					got[m.Name] = "continueConversation"
				}
			default:
				t.Fatalf("nothing looks at %s", m.Name)
			}
		}
		return got, c.Expected
	}
}

// gone is a server that is not there.
type gone struct{}

func (gone) Complete(context.Context, propose.Prompt, func(propose.Piece) error) (propose.Reply, error) {
	return propose.Reply{}, diag.Refuse(diag.Unavailable, "engine_unavailable", "the server is not there", "")
}

func (gone) Able(context.Context) (propose.Abilities, error) {
	return propose.Abilities{Tools: true}, nil
}

func fromAServerThatFails(t *testing.T) any {
	w := seeded(t)
	var said event.Recorder
	var err error
	w.view(func(snapshot workspace.Reader) error {
		m := &propose.Model{Completer: gone{}, Prompts: propose.Prompts{Files: prompts.Files}, Name: "gone", Nonce: "n"}
		_, err = propose.Run(context.Background(), m, propose.Request{Text: "put milk on the checklist"}, snapshot, w.clock, check.Rules{}, &said)
		return nil
	})
	proposed := 0
	for _, b := range said.Bodies {
		if ops, ok := b.(event.Ops); ok {
			proposed += len(ops.Operations)
		}
	}
	return map[string]any{"totalCreated": proposed, "hadErrors": err != nil, "responseTextContains": w.refusal(err)}
}

// saidOfItems is the summary of as many items as are recorded.
func saidOfItems(t *testing.T, c testCase) any {
	var said []any
	for i, n := range at(c.Input, "created").Items {
		w := seeded(t)
		w.apply(`{"op":"checklist.create","title":"list"}`)
		many, _ := n.Int()
		r := checklist.Begin("ollama", "", checklist.Existing{ID: 1})
		for k := range many {
			r.Call(checklist.Add, one(word(fmt.Sprintf("item %d", k))))
		}
		said = append(said, holding(summaryOf(w, r.Ops), c.Expected.Items[i]))
	}
	return said
}

func continuation(t *testing.T, _ fixtures) runner {
	return func(t *testing.T, c testCase) (any, any) {
		rounds, _ := at(c.Input, "rounds").Int()
		created, _ := at(c.Input, "items").Int()
		r := checklist.Begin("ollama", "", checklist.Existing{})
		got := map[string]any{}
		for _, m := range c.Expected.Members {
			switch m.Name {
			case "shouldContinue":
				got[m.Name] = checklist.More("ollama", int(rounds), int(created), false)
			case "contains":
				if failed := at(c.Input, "failed"); failed.Kind == ijson.Object {
					r.Call(checklist.Add, string(ijson.AppendValue(nil, failed)))
				}
				prompt, _ := r.Next()
				got[m.Name] = holding(prompt, m.Value)
			case "prompt":
				var prompt any
				for k := range rounds {
					r.Call(checklist.Add, one(word(fmt.Sprintf("item %d", k))))
					if prompt, _ = r.Next(); prompt == "" {
						prompt = nil
					}
				}
				got[m.Name] = prompt
			default:
				t.Fatalf("nothing looks at %s", m.Name)
			}
		}
		return got, c.Expected
	}
}
