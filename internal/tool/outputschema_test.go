package tool

import (
	"context"
	"encoding/json"
	"slices"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	"pgregory.net/rapid"

	"assister/internal/filter"
	"assister/internal/filter/filtertest"
	"assister/internal/ijson"

	"assister/internal/record"
	"assister/internal/record/recordtest"
	"assister/internal/schema"
)

func resolved(t *testing.T, of string, text []byte) *jsonschema.Resolved {
	t.Helper()
	var s jsonschema.Schema
	if err := json.Unmarshal(text, &s); err != nil {
		t.Fatalf("%s: %v in %s", of, err, text)
	}
	r, err := s.Resolve(&jsonschema.ResolveOptions{ValidateDefaults: true})
	if err != nil {
		t.Fatalf("%s: %v in %s", of, err, text)
	}
	return r
}

// fits returns why a value does not match a schema; "" if it does.
func fits(s *jsonschema.Resolved, v ijson.Value) string {
	var plain any
	if err := json.Unmarshal(ijson.AppendValue(nil, v), &plain); err != nil {
		return err.Error()
	}
	if err := s.Validate(plain); err != nil {
		return err.Error()
	}
	return ""
}

// TestResultsFitTheDeclaredSchemas checks that with any data and arguments the envelope
// matches Output, and that exactly the arguments of Schema are accepted.
func TestResultsFitTheDeclaredSchemas(t *testing.T) {
	in, out := map[string]*jsonschema.Resolved{}, map[string]*jsonschema.Resolved{}
	for _, tool := range All() {
		in[tool.Name], out[tool.Name] = resolved(t, tool.Name, tool.Schema()), resolved(t, tool.Name, tool.Output())
	}
	answered := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		data := anyLibrary(t)
		for _, tool := range All() {
			if tool.Mutates {
				continue
			}
			args := anyArguments(t, tool)
			e := tool.On(data, clock).Call(context.Background(), args)
			if wrong := fits(out[tool.Name], e.Value()); wrong != "" {
				t.Fatalf("%s %s: %s: %s", tool.Name, ijson.AppendValue(nil, args), wrong, ijson.AppendValue(nil, e.Value()))
			}
			if e.Problem != nil {
				continue
			}
			answered[tool.Name]++
			if wrong := fits(in[tool.Name], args); wrong != "" {
				t.Fatalf("%s takes %s: %s", tool.Name, ijson.AppendValue(nil, args), wrong)
			}
			if rows := len(e.Found); e.Limit > 0 && rows > e.Limit || e.Total < rows || rows > 0 && e.Total < e.Offset+rows {
				t.Fatalf("%s %s: %d rows of %d, limit %d, offset %d", tool.Name, ijson.AppendValue(nil, args), rows, e.Total, e.Limit, e.Offset)
			}
		}
	})
	if testing.Short() {
		return // a short run draws too few examples to reach every tool
	}
	for _, tool := range All() {
		if !tool.Mutates && answered[tool.Name] == 0 {
			t.Errorf("%s was never called with arguments that it takes", tool.Name)
		}
	}
}

// TestResultsOfMutatingToolsFitTheDeclaredSchemas calls every mutating tool with a few
// arguments.
func TestResultsOfMutatingToolsFitTheDeclaredSchemas(t *testing.T) {
	for _, tool := range All() {
		if !tool.Mutates {
			continue
		}
		out := resolved(t, tool.Name, tool.Output())
		for _, args := range []string{`{}`, `{"id":1}`, `{"id":1,"name":"A","title":"A","colour":"red"}`, `{"name":"A"}`, `{"title":"A"}`} {
			v, _ := ijson.Parse([]byte(args))
			if wrong := fits(out, tool.On(house, clock).Call(context.Background(), v).Value()); wrong != "" {
				t.Errorf("%s %s: %s", tool.Name, args, wrong)
			}
		}
	}
}

// anyLibrary draws some records of every kind, with ids from 1.
func anyLibrary(t *rapid.T) (l library) {
	for _, k := range schema.Kinds {
		for id := range rapid.Int64Range(0, 3).Draw(t, k.Plural) {
			l = append(l, recordtest.Record(k, id+1).Draw(t, k.Name))
		}
	}
	return l
}

// anyArguments draws the required arguments of a tool, some of the optional ones, and
// sometimes an unknown one.
func anyArguments(t *rapid.T, tool *Tool) ijson.Value {
	kind := tool.Kind
	if kind == nil {
		kind = rapid.SampledFrom(schema.Kinds).Draw(t, "collection")
	}
	args := object()
	for _, a := range tool.Args {
		if a.Required() || rapid.IntRange(0, 2).Draw(t, a.Name) == 0 {
			args.Members = append(args.Members, ijson.Member{Name: a.Name, Value: anyArgument(t, a, kind)})
		}
	}
	if rapid.IntRange(0, 19).Draw(t, "strange") == 0 {
		args.Members = append(args.Members, ijson.Member{Name: rapid.StringMatching(`[a-z]{3}\\"x`).Draw(t, "name"), Value: ijson.Value{Kind: ijson.Bool}})
	}
	return args
}

func anyArgument(t *rapid.T, a Arg, k *schema.Kind) ijson.Value {
	switch {
	case a.Name == "collection":
		return text(Key(k))
	case a.Name == "where":
		c := filtertest.Source{Words: []string{"milk", "É", "100%"}, Today: clock.Today()}.Condition(k).Draw(t, "condition")
		return parse(c.AppendJSON(nil, k))
	case a.Name == "select":
		return texts(rapid.SliceOfN(rapid.SampledFrom(filter.Members(k)), 1, 3).Draw(t, "fields")...)
	case a.Name == "sort":
		return texts(rapid.SliceOfN(rapid.SampledFrom(append([]string{"id", "createdAt"}, k.Label)), 1, 3).Draw(t, "fields")...)
	case a.Raw == "integer":
		return number(rapid.SampledFrom([]int{0, 1, 2, 50, 1000}).Draw(t, a.Name))
	}
	field := a.Field
	field.Required = true
	v := recordtest.Value(&field).Draw(t, a.Name)
	if a.Type == schema.Ref {
		v = record.ID(rapid.Int64Range(1, 4).Draw(t, a.Name))
	}
	return parse(record.AppendJSON(nil, a.Type, v))
}

func TestTheSchemaOfATextHasItsMaximumLength(t *testing.T) {
	row := describeRow(schema.Lookup("note"))
	content, _ := row.Get("properties")
	content, _ = content.Get("content")
	if most, _ := content.Get("maxLength"); most.Text != itoa(textMax) {
		t.Errorf("%s", ijson.AppendValue(nil, content))
	}
	if names, _ := row.Get("required"); !slices.ContainsFunc(names.Items, func(v ijson.Value) bool { return v.Text == "title" }) {
		t.Errorf("%s", ijson.AppendValue(nil, row))
	}
}

// TestARowHasTheTimeOfAnAlarmAndNotThatOfItsCreation checks that of the fields that only
// the program sets, a row has those that are useful to a reader.
func TestARowHasTheTimeOfAnAlarmAndNotThatOfItsCreation(t *testing.T) {
	row := row(of("alarm", 1, "Tea", "nextTriggerAt", record.Moment(clock.Today(), 900)), nil)
	if at, _ := row.Get("nextTriggerAt"); at.Text == "" {
		t.Errorf("%s", ijson.AppendValue(nil, row))
	}
	for _, name := range []string{"createdAt", "acknowledgedAt", "id"} {
		if _, has := row.Get(name); has {
			t.Errorf("%s is in %s", name, ijson.AppendValue(nil, row))
		}
	}
}
