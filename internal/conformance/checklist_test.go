package conformance

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"assister/internal/check"
	"assister/internal/checklist"
	"assister/internal/event"
	"assister/internal/ijson"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/propose"
	"assister/internal/workspace"
	"assister/prompts"
)

// Areas about checklists: lists in one text, and the rounds of a conversation. All but
// the first use the pipeline, with a model that makes the recorded calls.

func listSplit(t *testing.T, _ fixtures) runner {
	return func(t *testing.T, c testCase) (any, any) {
		items := checklist.Split(str(c.Input, "text"))
		if items == nil {
			items = []string{}
		}
		return items, c.Expected
	}
}

// caller is a model with fixed calls for each round. It records the prompts for
// operations, and replies only with calls.
type caller struct {
	able   propose.Capabilities
	rounds [][]propose.Call
	asked  []propose.Prompt
}

func (c *caller) Capabilities(context.Context) (propose.Capabilities, error) { return c.able, nil }

func (c *caller) Complete(_ context.Context, p propose.Prompt, _ func(propose.Chunk) error) (propose.Reply, error) {
	if p.Purpose != propose.ForPropose {
		return propose.Reply{}, errors.New("the model only calls")
	}
	c.asked = append(c.asked, p)
	if len(c.rounds) < len(c.asked) {
		return propose.Reply{}, nil
	}
	return propose.Reply{Calls: c.rounds[len(c.asked)-1]}, nil
}

// talked is the result of a conversation.
type talked struct {
	ops     []op.Op // the valid ones
	wrong   []problem.Problem
	answers []string // to the calls of the first round
	prompts []string // that continued after each round
	tools   []string // that were offered
	summary string
	err     error
}

// conversation requests items of a checklist from a model, in a workspace.
func (w world) conversation(m *caller) (out talked) {
	w.Helper()
	var said event.Recorder
	w.view(func(snapshot workspace.Reader) error {
		engine := &propose.Model{Completer: m, Prompts: propose.Prompts{Files: prompts.Files}, Nonce: "nonce", Name: "recorded"}
		_, out.err = propose.RunModel(context.Background(), engine, w.requestOf(snapshot, "put it on the checklist"), propose.Lend(snapshot), w.clock, check.Rules{}, &said)
		return nil
	})
	for _, b := range said.Bodies {
		switch b := b.(type) {
		case event.Ops:
			out.ops, out.wrong = nil, nil
			for _, e := range b.Operations {
				if e.Valid() {
					out.ops = append(out.ops, e.Op)
				}
				out.wrong = append(out.wrong, e.Errors...)
			}
		case event.Summary:
			out.summary = b.Text
		}
	}
	for i, p := range m.asked[1:] {
		for _, message := range p.Messages {
			if message.Role == "tool" && i == 0 {
				out.answers = append(out.answers, message.Text)
			}
		}
		out.prompts = append(out.prompts, p.Messages[len(p.Messages)-1].Text)
	}
	for _, tool := range m.asked[0].Tools {
		switch tool.Name {
		case checklist.Suggest, checklist.Add, checklist.AddSeveral:
			out.tools = append(out.tools, tool.Name)
		}
	}
	return out
}

// told returns everything that the model is told about the first round.
func (o talked) told() string {
	words := append(o.answers, o.prompts...)
	for _, p := range o.wrong {
		words = append(words, p.Message)
	}
	return strings.Join(words, "\n")
}

func able(provider, model string) propose.Capabilities {
	return propose.Capabilities{Server: provider + " 1.0", Model: model, Tools: true}
}

func gating(t *testing.T, _ fixtures) runner {
	w := seeded(t)
	return func(t *testing.T, c testCase) (any, any) {
		return w.on(t).conversation(&caller{able: able(str(c.Input, "provider"), str(c.Input, "model"))}).tools, c.Expected
	}
}

// arguments writes an object like the arguments of a model.
func arguments(pairs ...any) string {
	v := ijson.Value{Kind: ijson.Object}
	for i := 0; i < len(pairs); i += 2 {
		v.Members = append(v.Members, ijson.Member{Name: pairs[i].(string), Value: pairs[i+1].(ijson.Value)})
	}
	return string(ijson.AppendValue(nil, v))
}

// one returns a call for one item, several for many.

func one(item ijson.Value) propose.Call {
	return propose.Call{Name: checklist.Add, Arguments: arguments("actionItemDescription", item)}
}

func several(items ijson.Value) propose.Call {
	return propose.Call{Name: checklist.AddSeveral, Arguments: arguments("items", items)}
}

// called returns the recorded call of a case, or the one that its parts make.
func called(c testCase) propose.Call {
	call := propose.Call{Name: checklist.Add}
	switch {
	case has(c.Input, "items"):
		call = several(at(c.Input, "items"))
	case has(c.Input, "description"):
		call = one(at(c.Input, "description"))
	case has(c.Input, "actionItemDescription"):
		call = one(at(c.Input, "actionItemDescription"))
	}
	if has(c.Input, "arguments") {
		call.Arguments = str(c.Input, "arguments")
	}
	if name := str(c.Input, "function"); name != "" {
		call.Name = name
	}
	return call
}

// says runs a conversation with one call, in a workspace with these items.
func says(t *testing.T, call propose.Call, existing ijson.Value) talked {
	t.Helper()
	w := seeded(t)
	if existing.Kind == ijson.Array {
		w.apply(`{"op":"checklist.create","title":"list"}`)
		for _, item := range existing.Items {
			w.apply(string(ijson.AppendValue(nil, parsed(t, arguments("op", word("checklist_item.create"), "checklistId", parsed(t, "1"), "title", item)))))
		}
	}
	// The model of a server that is not asked again automatically.
	return w.conversation(&caller{able: able("recorded", ""), rounds: [][]propose.Call{{call}}})
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

// listTitle returns the title of the checklist that operations create.
func listTitle(ops []op.Op) string {
	for _, o := range ops {
		if o.Kind == "checklist" {
			title, _ := o.Arg("title")
			return title.Value.Text()
		}
	}
	return ""
}

// holding returns the recorded words that a text contains, ignoring case.
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

// answerOf returns the result of a call with the names that a case records.
func answerOf(t *testing.T, c testCase, o talked) any {
	got := map[string]any{}
	for _, m := range c.Expected.Members {
		switch m.Name {
		case "success":
			got[m.Name] = len(o.wrong) == 0 && o.err == nil
		case "errorContains", "error", "logContains", "data.attemptedItem":
			got[m.Name] = holding(o.told(), m.Value)
		case "items", "titles", "created":
			got[m.Name] = titles(o.ops)
		case "count":
			got[m.Name] = len(titles(o.ops))
		case "checklistTitle":
			got[m.Name] = listTitle(o.ops)
		case "createdIncludes":
			got[m.Name] = holding(strings.Join(titles(o.ops), "\n"), m.Value)
		case "isChecked":
			got[m.Name] = false
			for _, op := range o.ops {
				if checked, ok := op.Arg("isChecked"); ok {
					got[m.Name] = checked.Value.Bool()
				}
			}
		case "data.wrongFieldName":
			_, found, _ := strings.Cut(o.told(), `Found "`) // the model is told, not the person
			got[m.Name], _, _ = strings.Cut(found, `"`)
		default:
			t.Fatalf("nothing looks at %s", m.Name)
		}
	}
	return got
}

func guard(t *testing.T, _ fixtures) runner {
	return func(t *testing.T, c testCase) (any, any) {
		return answerOf(t, c, says(t, called(c), ijson.Value{})), c.Expected
	}
}

func batch(t *testing.T, _ fixtures) runner {
	return func(t *testing.T, c testCase) (any, any) {
		nothing := propose.Call{Name: checklist.AddSeveral, Arguments: `{"items":[]}`}
		switch {
		case c.Expected.Kind == ijson.Bool: // whether a repeated item is a problem
			o := says(t, propose.Call{Name: checklist.AddSeveral, Arguments: `{"items":["cheese","CHEESE"]}`}, ijson.Value{})
			return len(o.wrong) > 0, c.Expected
		case has(c.Input, "error"):
			o := says(t, nothing, ijson.Value{})
			return strings.Replace(o.answers[0], "No valid items found in the list", str(c.Input, "error"), 1), c.Expected
		case c.Expected.Kind == ijson.String:
			// Only a model that is asked again gets the results of its calls.
			m := &caller{able: able("ollama", "gpt-oss:20b"), rounds: [][]propose.Call{{called(c)}}}
			return holding(seeded(t).conversation(m).answers[0], c.Expected), c.Expected
		case has(c.Input, "result"):
			return answerOf(t, c, says(t, nothing, ijson.Value{})), c.Expected
		}
		return answerOf(t, c, says(t, called(c), at(c.Input, "existing"))), c.Expected
	}
}

// failing is a store that cannot write.
type failing struct{ workspace.Store }

func (failing) Update(context.Context, func(workspace.Reader) (workspace.Commit, error)) (workspace.Receipt, error) {
	return workspace.Receipt{}, errors.New("the disk is gone")
}

func singleItem(t *testing.T, _ fixtures) runner {
	return func(t *testing.T, c testCase) (any, any) {
		existing := ijson.Value{}
		if has(c.Input, "checklists") {
			existing.Kind = ijson.Array
		}
		o := says(t, called(c), existing)
		if !has(c.Expected, "created") {
			return answerOf(t, c, o), c.Expected
		}
		got := map[string]any{"created": len(titles(o.ops)) > 0}
		if has(c.Expected, "checklistId") {
			list, _ := o.ops[0].Arg("checklistId")
			got["checklistId"] = fmt.Sprint(list.Value.ID())
			if list.Value.ID() == 1 {
				got["checklistId"] = at(c.Input, "checklists").Items[0].Text
			}
		}
		if has(c.Input, "store") {
			w := seeded(t)
			_, err := workspace.Apply(context.Background(), failing{w.Store}, workspace.Request{Ops: o.ops, Clock: w.clock, CorrelationID: "c", Approval: "yes"})
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

// rounds returns the calls of a case, by round.
func rounds(in ijson.Value) (rounds [][]propose.Call) {
	var first, second []propose.Call
	switch {
	case has(in, "round1"):
		for _, v := range at(in, "round1").Items {
			first = append(first, propose.Call{Name: str(v, "name"), Arguments: string(ijson.AppendValue(nil, at(v, "args")))})
		}
		for _, v := range at(in, "round2").Items {
			second = append(second, one(v))
		}
	case has(in, "items"):
		first = append(first, several(at(in, "items")))
	case has(in, "calls"):
		for i, v := range at(in, "calls").Items {
			switch {
			case has(v, "items"):
				first = append(first, several(at(v, "items")))
			case v.Kind == ijson.Object:
				first = append(first, one(at(v, "actionItemDescription")))
			case i == 0:
				first = append(first, one(v))
			default:
				first = append(first, several(v))
			}
		}
	case at(in, "call").Kind == ijson.Object:
		first = append(first, propose.Call{Name: checklist.Add, Arguments: string(ijson.AppendValue(nil, at(in, "call")))})
	default:
		first = append(first, propose.Call{Name: str(in, "call"), Arguments: str(in, "arguments")})
	}
	return [][]propose.Call{first, second}
}

// summaryOf returns the summary of operations on the data.
func summaryOf(w world, ops []op.Op) (text string) {
	w.view(func(snapshot workspace.Reader) error {
		plan, err := check.Make(snapshot, ops, check.Rules{}, w.clock)
		text = check.Summary(plan.Findings, nil, check.Done, w.clock.Today())
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
		w := seeded(t)
		o := w.conversation(&caller{able: able(provider, str(c.Input, "model")), rounds: rounds(c.Input)})
		got := map[string]any{}
		for _, m := range c.Expected.Members {
			switch m.Name {
			case "totalCreated":
				got[m.Name] = len(titles(o.ops))
			case "items":
				got[m.Name] = titles(o.ops)
			case "hadErrors":
				got[m.Name] = len(o.wrong) > 0
			case "responseContains":
				got[m.Name] = holding(o.answers[0], m.Value)
			case "summaryContains":
				got[m.Name] = holding(summaryOf(w, o.ops), m.Value)
			case "action":
				got[m.Name] = "complete"
				if len(o.prompts) > 0 {
					got[m.Name] = "continueConversation"
				}
			default:
				t.Fatalf("nothing looks at %s", m.Name)
			}
		}
		return got, c.Expected
	}
}

// gone is an unreachable server.
type gone struct{}

func (gone) Complete(context.Context, propose.Prompt, func(propose.Chunk) error) (propose.Reply, error) {
	return propose.Reply{}, problem.Refuse(problem.Unavailable, "engine_unavailable", "the server is not there", "")
}

func (gone) Capabilities(context.Context) (propose.Capabilities, error) {
	return propose.Capabilities{Tools: true}, nil
}

func fromAServerThatFails(t *testing.T) any {
	w := seeded(t)
	var said event.Recorder
	var err error
	w.view(func(snapshot workspace.Reader) error {
		m := &propose.Model{Completer: gone{}, Prompts: propose.Prompts{Files: prompts.Files}, Name: "gone", Nonce: "n"}
		_, err = propose.RunModel(context.Background(), m, w.requestOf(snapshot, "put milk on the checklist"), propose.Lend(snapshot), w.clock, check.Rules{}, &said)
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

// saidOfItems returns the summary of the recorded number of items.
func saidOfItems(t *testing.T, c testCase) any {
	var said []any
	for i, n := range at(c.Input, "created").Items {
		w := seeded(t)
		w.apply(`{"op":"checklist.create","title":"list"}`)
		many, _ := n.Int()
		var calls []propose.Call
		for k := range many {
			calls = append(calls, one(word(fmt.Sprintf("item %d", k))))
		}
		o := w.conversation(&caller{able: able("recorded", ""), rounds: [][]propose.Call{calls}})
		said = append(said, holding(summaryOf(w, o.ops), c.Expected.Items[i]))
	}
	return said
}

// continuation runs the rounds before the model is asked again. For a conversation that
// has not begun, only the rule is tested.
func continuation(t *testing.T, _ fixtures) runner {
	return func(t *testing.T, c testCase) (any, any) {
		before, _ := at(c.Input, "rounds").Int()
		created, _ := at(c.Input, "items").Int()
		m := &caller{able: able("ollama", "")}
		for k := range before {
			m.rounds = append(m.rounds, []propose.Call{one(word(fmt.Sprintf("item %d", k)))})
		}
		if has(c.Input, "items") {
			m.rounds = nil
		}
		if failed := at(c.Input, "failed"); failed.Kind == ijson.Object {
			m.rounds = [][]propose.Call{{{Name: checklist.Add, Arguments: string(ijson.AppendValue(nil, failed))}}}
		}
		o := seeded(t).conversation(m)
		got := map[string]any{}
		for _, member := range c.Expected.Members {
			switch member.Name {
			case "shouldContinue":
				got[member.Name] = checklist.More("ollama", int(before), int(created), false)
			case "contains":
				got[member.Name] = holding(o.prompts[0], member.Value)
			case "prompt":
				got[member.Name] = nil
				if len(o.prompts) >= int(before) {
					got[member.Name] = o.prompts[before-1]
				}
			default:
				t.Fatalf("nothing looks at %s", member.Name)
			}
		}
		return got, c.Expected
	}
}
