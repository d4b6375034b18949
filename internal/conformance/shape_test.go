package conformance

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"assister/internal/calendar"
	"assister/internal/check"
	"assister/internal/ijson"
	"assister/internal/mcp"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
)

// Areas that need no data: values, shapes, spellings.

func with(v ijson.Value, name string, value ijson.Value) ijson.Value {
	v.Members = append([]ijson.Member{{Name: name, Value: value}}, v.Members...)
	return v
}

func word(s string) ijson.Value { return ijson.Value{Kind: ijson.String, Text: s} }

// words writes problems like a record: by message if the record has that message, else by
// code. Our messages are the older ones in lower case.
func words(recorded ijson.Value, problems []problem.Problem) []string {
	out := codes(problems)
	for i, p := range problems {
		for _, r := range recorded.Items {
			if strings.EqualFold(r.Text, p.Message) {
				out[i] = r.Text
			}
		}
	}
	return out
}

// operationNamed returns the operation of a recorded validator.
func operationNamed(validator string) string {
	switch validator {
	case "taskSetStatus":
		return "task.set_status"
	}
	for _, kind := range []string{"task", "event"} {
		if verb, ok := strings.CutPrefix(validator, kind); ok {
			return kind + "." + strings.ToLower(verb)
		}
	}
	return validator
}

func validation(t *testing.T, _ fixtures) runner {
	return func(t *testing.T, c testCase) (any, any) {
		_, problems := op.Decode(with(at(c.Input, "op"), "op", word(operationNamed(str(c.Input, "validator")))), calendar.Clock{})
		got := map[string]any{"valid": len(problems) == 0}
		for _, m := range c.Expected.Members {
			switch m.Name {
			case "errorsLength":
				got[m.Name] = len(problems)
			case "errors":
				got[m.Name] = words(m.Value, problems)
			case "someErrorContains":
				got[m.Name] = codes(problems)
				if slices.ContainsFunc(problems, func(p problem.Problem) bool {
					return strings.Contains(strings.ToLower(p.Message), strings.ToLower(m.Value.Text))
				}) {
					got[m.Name] = m.Value.Text
				}
			}
		}
		return got, c.Expected
	}
}

// canonical returns operations in canonical form, or the code of the problem.
func canonical(v ijson.Value) any {
	o, problems := op.Decode(v, calendar.Clock{})
	if o.Verb == "" {
		return map[string]any{"problem": codes(problems)[0]}
	}
	return json.RawMessage(o.Canonical())
}

// inOurWords returns a recorded operation with our names: op, and status instead of
// completed.
func inOurWords(recorded ijson.Value) map[string]any {
	ours := map[string]any{}
	for _, m := range recorded.Members {
		switch m.Name {
		case "op":
			ours["op"] = "task." + m.Value.Text
			if m.Value.Text == "complete" {
				ours["op"] = "task.set_status"
			}
		case "action":
			ours["op"] = str(recorded, "kind") + "." + m.Value.Text
		case "kind":
		case "completed":
			ours["status"] = "completed"
		default:
			ours[m.Name] = json.RawMessage(ijson.AppendValue(nil, m.Value))
		}
	}
	return ours
}

func shape(t *testing.T, _ fixtures) runner {
	return func(t *testing.T, c testCase) (any, any) {
		want := inOurWords(c.Expected)
		switch {
		case c.Expected.Kind == ijson.Null:
			want = map[string]any{"problem": problem.InvalidOperationObject}
		case !has(c.Expected, "op"): // left without an operation, and invalid later on
			want = map[string]any{"problem": problem.InvalidOp}
		}
		return canonical(c.Input), want
	}
}

// plainly converts values to decoded JSON.
func plainly(m map[string]any) map[string]any {
	for k, v := range m {
		if value, ok := v.(ijson.Value); ok {
			m[k] = json.RawMessage(ijson.AppendValue(nil, value))
		}
	}
	return m
}

// dedupe names operations by their index in the input.
func dedupe(t *testing.T, _ fixtures) runner {
	decoded := func(t *testing.T, v ijson.Value) (ops []op.Op) {
		for _, item := range v.Items {
			o, problems := op.Decode(item, calendar.Clock{})
			if len(problems) > 0 {
				t.Fatal(problems)
			}
			ops = append(ops, o)
		}
		return ops
	}
	places := func(given, kept []op.Op) (out []int) {
		for _, k := range kept {
			out = append(out, slices.IndexFunc(given, func(o op.Op) bool { return string(o.Canonical()) == string(k.Canonical()) }))
		}
		return out
	}
	return func(t *testing.T, c testCase) (any, any) {
		given := decoded(t, at(c.Input, "validOps"))
		return places(given, deduped(given)), places(given, decoded(t, c.Expected))
	}
}

// deduped drops operations that equal an earlier one.
func deduped(ops []op.Op) []op.Op {
	seen := make(map[string]bool, len(ops))
	var kept []op.Op
	for _, o := range ops {
		if text := string(o.Canonical()); !seen[text] {
			seen[text] = true
			kept = append(kept, o)
		}
	}
	return kept
}

func previews(t *testing.T, _ fixtures) runner {
	return func(t *testing.T, c testCase) (any, any) {
		o, problems := op.Decode(c.Input, calendar.Clock{})
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		return previewKey(o), c.Expected
	}
}

// previewKey is a short key for the preview of the operation: kind, verb, id,
// day, time, label, status and occurrence, separated by bars.
func previewKey(o op.Op) string {
	id := ""
	if o.ID.ID != 0 {
		id = strconv.FormatInt(o.ID.ID, 10)
	}
	label := "title"
	if k := schema.Lookup(o.Kind); k != nil {
		label = k.Label
	}
	value := func(name string) record.Value {
		a, _ := o.Arg(name)
		return a.Value
	}
	return strings.Join([]string{
		o.Kind, string(o.Verb), id,
		value("scheduledFor").Date().String(), value("startTime").Time().String(),
		value(label).Text(), value("status").Text(), value("occurrenceDate").Date().String(),
	}, "|")
}

func date(t *testing.T, _ fixtures) runner {
	return func(t *testing.T, c testCase) (any, any) {
		v := at(c.Input, "value")
		d, ok := calendar.ParseDate(v.Text)
		ok = ok && v.Kind == ijson.String
		if c.Expected.Kind == ijson.Bool {
			return ok, c.Expected
		}
		if !ok {
			return nil, c.Expected
		}
		return d.String(), c.Expected
	}
}

func timeOfDay(t *testing.T, _ fixtures) runner {
	return func(t *testing.T, c testCase) (any, any) {
		_, ok := calendar.ParseTime(str(c.Input, "value"))
		return ok, c.Expected
	}
}

func recurrence(t *testing.T, _ fixtures) runner {
	return func(t *testing.T, c testCase) (any, any) {
		if !has(c.Input, "master") {
			_, p := record.ParseRecurrence(at(c.Input, "recurrence"))
			return p == nil, c.Expected
		}
		r := records(t, ijson.Value{Items: []ijson.Value{at(c.Input, "master")}})[0]
		from, _ := calendar.ParseDate(str(c.Input, "from"))
		to, _ := calendar.ParseDate(str(c.Input, "to"))
		days := []string{}
		for day := range r.Recurrence().Between(r.Day(), from, to) {
			days = append(days, day.String())
		}
		return days, c.Expected
	}
}

func occurrence(t *testing.T, _ fixtures) runner {
	return func(t *testing.T, c testCase) (any, any) {
		r := newTask(1).With("title", record.Text("once")).With("recurrence", value(t, schema.Lookup("task"), "recurrence", at(c.Input, "task", "recurrence")))
		w := seeded(t, r)
		o := with(with(at(c.Input, "body"), "id", ijson.Value{Kind: ijson.Number, Text: "1"}), "op", word("task.set_status"))
		return codes(w.found(check.Rules{}, o)[0].Errors), []string{str(c.Expected, "error")}
	}
}

// table is the area of the operations' own descriptions.
func table(t *testing.T, _ fixtures) runner {
	return func(t *testing.T, c testCase) (any, any) {
		if list := at(c.Input, "types"); list.Kind == ijson.Array {
			holds := true
			for _, item := range list.Items {
				k, o := schema.Resolve(item.Text)
				if k == nil {
					t.Fatalf("%s names no operation", item.Text)
				}
				s := parsed(t, string(k.JSONSchema(o.Verb)))
				holds = holds && str(s, "type") == "object" && len(at(s, "properties").Members) > 0
				for _, name := range at(s, "required").Items {
					holds = holds && has(at(s, "properties"), name.Text)
				}
			}
			return map[string]any{"holds": holds}, c.Expected
		}
		k, o := schema.Resolve(str(c.Input, "type"))
		if o == nil {
			return map[string]any{"schema": nil, "doc": nil}, c.Expected
		}
		return map[string]any{"description": o.Help, "schema": len(k.JSONSchema(o.Verb)) > 0}, c.Expected
	}
}

// tools returns those of the two kinds of the older programs, which come before the tools
// of other kinds.
func tools(t *testing.T, _ fixtures) runner {
	return func(t *testing.T, c testCase) (any, any) {
		var names []string
		for _, tool := range schema.Tools(schema.Kinds)[:len(c.Expected.Items)] {
			names = append(names, tool.Name)
		}
		return names, c.Expected
	}
}

// mcpNames is the area of the names and schemas that MCP clients know, and of resources. Only
// the recorded fields of a schema are compared.
func mcpNames(t *testing.T, _ fixtures) runner {
	return func(t *testing.T, c testCase) (any, any) {
		switch {
		case has(c.Input, "uri"):
			_, err := readResource(t, str(c.Input, "uri"))
			if want := str(c.Expected, "throwsMatching"); err == nil || !strings.Contains(err.Error(), want) {
				return fmt.Sprint(err), c.Expected
			}
			return c.Expected, c.Expected
		case has(c.Input, "name"):
			return canonical(c.Input), inOurWords(c.Expected)
		case has(c.Input, "id"):
			var said []any
			for _, id := range at(c.Input, "id").Items {
				said = append(said, canonical(with(with(ijson.Value{Kind: ijson.Object}, "id", id), "op", word("task.delete"))))
			}
			return map[string]any{"equal": string(said[0].(json.RawMessage)) == string(said[1].(json.RawMessage))}, c.Expected
		}
		got := []any{}
		for _, tool := range c.Expected.Items {
			k, o := schema.Resolve(tool.Items[0].Text)
			if o == nil {
				t.Fatalf("%s names no operation", tool.Items[0].Text)
			}
			s := parsed(t, string(k.JSONSchema(o.Verb)))
			fields := []string{}
			for _, f := range tool.Items[1].Items {
				if has(at(s, "properties"), f.Text) {
					fields = append(fields, f.Text)
				}
			}
			got = append(got, []any{k.ToolName(o.Verb), fields, json.RawMessage(ijson.AppendValue(nil, at(s, "required")))})
		}
		return got, c.Expected
	}
}

// readResource has a client of the MCP server read a resource that needs no workspace.
func readResource(t *testing.T, uri string) (*sdk.ReadResourceResult, error) {
	server := mcp.New(mcp.Config{Ticker: func(time.Duration) (<-chan time.Time, func()) { return nil, func() {} }})
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(t.Context(), fromClient, toClient) }()
	client, err := sdk.NewClient(&sdk.Implementation{Name: "conformance"}, nil).Connect(t.Context(),
		&sdk.IOTransport{Reader: fromServer, Writer: toServer}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		client.Close()
		toServer.Close()
		<-ended
	}()
	return client.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: uri})
}
