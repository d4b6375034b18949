package conformance

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"assister/internal/check"
	"assister/internal/extract"
	"assister/internal/ijson"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/propose"
	"assister/internal/record"
	"assister/internal/schema"
)

// Areas about the text of replies.

// replyText returns a recorded reply as the text of a model.
func replyText(v ijson.Value) string {
	if v.Kind == ijson.String {
		return v.Text
	}
	return string(ijson.AppendValue(nil, v))
}

// reply parses replies for what was recorded: a value, the text, or tool calls. The
// messages about invalid ones differ from ours, so only their presence counts.
func reply(t *testing.T, _ fixtures) runner {
	return func(t *testing.T, c testCase) (any, any) {
		text := replyText(at(c.Input, "text"))
		switch c.Name {
		case "extractResponseBody", "stripGraniteTags":
			words, _ := extract.Prose(text)
			if v, _, p := extract.Value(text); p == nil && words == "" {
				words = replyText(v)
			}
			return words, c.Expected
		case "validateToolCallsResponse":
			_, wrong := usable(c.Input)
			return len(wrong) == 0, at(c.Expected, "valid")
		case "parseToolResponseStrict":
			operations, wrong := usable(c.Input)
			return map[string]any{"calls": operations, "wrong": wrong},
				map[string]any{"calls": len(at(c.Expected, "tool_calls").Items), "wrong": codesIn(at(c.Expected, "errors"))}
		}
		v, _, p := extract.Value(text)
		if p != nil {
			return nil, c.Expected
		}
		return v, c.Expected
	}
}

// toolCall parses tool calls that a model writes as text, through the pipeline.
func toolCall(t *testing.T, _ fixtures) runner {
	var records []record.Record // that calls are about
	for _, kind := range []string{"task", "event"} {
		for id := range int64(9) {
			records = append(records, record.New(schema.Lookup(kind), id+1).With("title", record.Text(fmt.Sprint("number ", id+1))))
		}
	}
	w := seeded(t, records...)
	return func(t *testing.T, c testCase) (any, any) {
		w := w.on(t)
		switch {
		case has(c.Input, "text"):
			ops, wrong := w.written(at(c.Input, "text"))
			return []any{len(ops), wrong}, []any{len(at(c.Expected, "tool_calls").Items), has(c.Expected, "errorsIncludes")}
		case has(c.Input, "tool_calls"):
			return w.toolCalls(c)
		case c.Name == "extractResponsesToolCalls":
			answer := c.Input
			if output := at(c.Input, "output"); output.Kind == ijson.String {
				answer = functionCalls(t, output.Text)
			}
			ops, _ := w.written(answer)
			if has(c.Expected, "count") {
				return len(ops), at(c.Expected, "count")
			}
			return len(ops), len(c.Expected.Items)
		}
		ops, _ := w.written(c.Input)
		return json.RawMessage(ops[0].Canonical()), inOurWords(c.Expected)
	}
}

// written returns the operations of a reply before they are checked against the data, and
// whether anything was refused.
func (w world) written(reply ijson.Value) (ops []op.Op, refused bool) {
	w.Helper()
	text := replyText(reply)
	said, _, err := w.asked(recordedModel{propose.ForPropose: {text, text}}, "do it", check.Rules{})
	refused = err != nil
	for _, e := range said.Operations {
		if e.Raw != nil {
			refused = true
			continue
		}
		ops = append(ops, e.Op)
	}
	return ops, refused
}

// functionCalls returns the number of calls that the text begins with.
func functionCalls(t *testing.T, words string) ijson.Value {
	t.Helper()
	var n int
	if _, err := fmt.Sscan(words, &n); err != nil {
		t.Fatal(err)
	}
	list := ijson.Value{Kind: ijson.Array}
	for i := range n {
		list.Items = append(list.Items, parsed(t, fmt.Sprintf(`{"type":"function_call","call_id":"c%d","name":"task.create","arguments":"{\"title\":\"number %d\"}"}`, i, i)))
	}
	return with(ijson.Value{Kind: ijson.Object}, "output", list)
}

func (w world) toolCalls(c testCase) (any, any) {
	w.Helper()
	got, want := map[string]any{}, map[string]any{}
	ops, refused := w.written(c.Input)
	for _, m := range c.Expected.Members {
		switch m.Name {
		case "tool_calls":
			want["calls"], got["calls"] = len(m.Value.Items), len(ops)
		case "tool_calls.length":
			want["calls"], got["calls"] = m.Value, len(ops)
		case "errorsIncludes":
			want["refused"], got["refused"] = true, refused
		case "name":
			want["name"], got["name"] = m.Value.Text, ops[0].Name()
		case "arguments":
			for _, a := range m.Value.Members {
				want["argument "+a.Name] = a.Value
				got["argument "+a.Name] = at(parsed(w.T, string(ops[0].Canonical())), a.Name)
			}
		case "arguments.title":
			title, _ := ops[0].Arg("title")
			want["title"], got["title"] = m.Value.Text, title.Value.Text()
		case "message":
			r, _ := extract.Operations(replyText(c.Input), op.Notation{}) // text next to operations is not returned
			want["message"], got["message"] = m.Value.Text, r.Message
		default:
			w.Fatalf("nothing looks at %s", m.Name)
		}
	}
	return plainly(got), plainly(want)
}

// toolArguments tests arguments in a string. No operation has the recorded ones, so the
// names in the problems show what was parsed.
func toolArguments(t *testing.T, _ fixtures) runner {
	return func(t *testing.T, c testCase) (any, any) {
		raw := at(c.Input, "raw")
		r, p := extract.Operations(replyText(with(with(ijson.Value{Kind: ijson.Object}, "arguments", raw), "name", word("task.delete"))), op.Notation{})
		if p != nil || len(r.Items) != 1 {
			t.Fatalf("%d operations, %v", len(r.Items), p)
		}
		problems := r.Items[0].Problems
		if has(c.Expected, "throws") {
			leaks := slices.ContainsFunc(problems, func(p problem.Problem) bool {
				return slices.ContainsFunc(strings.Fields(raw.Text), func(w string) bool {
					return len(w) > 4 && strings.Contains(p.Message+p.Hint+p.Field, w)
				})
			})
			return map[string]any{"codes": codes(problems), "leaks": leaks}, map[string]any{"codes": []string{problem.Invalid("arguments")}, "leaks": false}
		}
		var read, names []string
		for _, p := range problems {
			if p.Code == problem.UnknownField {
				read = append(read, p.Field)
			}
		}
		for _, m := range c.Expected.Members {
			names = append(names, m.Name)
		}
		return read, names
	}
}

// usable parses the operations of a reply. It returns the number of valid ones and the
// codes of problems.
func usable(reply ijson.Value) (operations int, wrong []string) {
	wrong = []string{}
	r, p := extract.Operations(replyText(reply), op.Notation{})
	if p != nil {
		wrong = append(wrong, p.Code)
	}
	for _, item := range r.Items {
		wrong = append(wrong, codes(item.Problems)...)
		if len(item.Problems) == 0 {
			operations++
		}
	}
	return operations, wrong
}

func codesIn(list ijson.Value) []string {
	codes := []string{}
	for _, item := range list.Items {
		codes = append(codes, item.Text)
	}
	return slices.Clip(codes)
}
