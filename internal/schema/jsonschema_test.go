package schema

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"assister/internal/ijson"
)

var update = flag.Bool("update", false, "write the golden files")

func TestToolsAreInTheOrderOfTheTable(t *testing.T) {
	var names []string
	for _, tool := range Tools(Kinds) {
		names = append(names, tool.Name)
	}
	want := []string{"task.create", "task.update", "task.delete", "task.set_status", "event.create", "event.update", "event.delete",
		"project.create", "project.update", "project.delete", "project.edit", "checklist.create", "checklist.update", "checklist.delete",
		"checklist_item.create", "checklist_item.update", "checklist_item.delete", "checklist_item.suggest_completion"}
	if !slices.Equal(names[:len(want)], want) {
		t.Errorf("got %v", names)
	}
}

func TestAToolHasOneSchemaInEverySpellingOfItsName(t *testing.T) {
	for _, name := range []string{"task.set_status", "task_set_status", "set_task_status"} {
		k, o := Resolve(name)
		if k == nil || k.Name != "task" || o.Verb != SetStatus {
			t.Errorf("%s is %v %v", name, k, o)
		}
	}
	for _, name := range []string{"checklist_item.suggest_completion", "checklist_item_suggest_completion", "suggest_checklist_item_completion"} {
		if k, o := Resolve(name); k == nil || k.Name != "checklist_item" || o.Verb != SuggestCompletion {
			t.Errorf("%s is %v %v", name, k, o)
		}
	}
	if k, o := Resolve("bulk_delete"); k != nil || o == nil || o.Verb != BulkDelete {
		t.Errorf("bulk_delete is %v %v", k, o)
	}
}

func TestAnUnknownOperationHasNoSchema(t *testing.T) {
	if k, o := Resolve("task.paint"); k != nil || o != nil {
		t.Errorf("task.paint is %v %v", k, o)
	}
	if s := event.JSONSchema(SetStatus); s != nil {
		t.Errorf("%s", s)
	}
	if s := BulkJSONSchema(Create); s != nil {
		t.Errorf("%s", s)
	}
}

// documents returns all schemas by the names of their golden files.
func documents() map[string][]byte {
	all := map[string][]byte{"operations": OperationsJSONSchema(), "proposal": ProposalJSONSchema(Kinds[:3], 20)}
	for _, tool := range Tools(Kinds) {
		all[tool.Name] = tool.Schema
	}
	for i := range Bulk {
		all[string(Bulk[i].Verb)] = BulkJSONSchema(Bulk[i].Verb)
	}
	for _, tool := range ModelTools(Kinds[:1]) {
		all["model."+tool.Name] = tool.Schema
	}
	return all
}

func TestSchemasAreThoseOfTheGoldenFiles(t *testing.T) {
	for name, got := range documents() {
		file := filepath.Join("testdata", name+".schema.json")
		got = append(got, '\n')
		if *update {
			if err := os.WriteFile(file, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s has changed:\n%s", file, got)
		}
	}
}

// TestATimeSaysItsForm holds for models and for clients: a pattern alone does not say whose
// clock is meant.
func TestATimeSaysItsForm(t *testing.T) {
	for _, k := range Kinds {
		fields := slices.Clone(k.Fields)
		for i := range k.Operations {
			fields = append(fields, k.Operations[i].Args...)
		}
		for _, f := range fields {
			timed := f.Type == Time || f.Type == Moment
			if timed && !f.Kept && !(strings.Contains(f.Help, "local") && strings.Contains(f.Help, "HH:MM")) {
				t.Errorf("%s.%s: %q", k.Name, f.Name, f.Help)
			}
		}
	}
}

func TestAnAliasTellsTheKindOfItsRecord(t *testing.T) {
	kinds := map[string]string{}
	for _, k := range Kinds {
		if other, taken := kinds[k.Alias]; taken || strings.Trim(k.Alias, "abcdefghijklmnopqrstuvwxyz") != "" || k.Alias == "" {
			t.Errorf("the aliases of %s begin with %q, as those of %s", k.Plural, k.Alias, other)
		}
		kinds[k.Alias] = k.Name
	}
}

// A model cannot write a number in the place of an id.
func TestModelsAreOfferedNoIDsThatAreNumbers(t *testing.T) {
	documents := [][]byte{ProposalJSONSchema(Kinds, 20)}
	for _, tool := range ModelTools(Kinds) {
		documents = append(documents, tool.Schema)
	}
	for _, text := range documents {
		v, _ := ijson.Parse(text)
		objects(v, func(v ijson.Value) {
			properties, _ := v.Get("properties")
			for _, m := range properties.Members {
				isID := m.Name == "id" || m.Name == "ids" || strings.HasSuffix(m.Name, "Id") || m.Name == "reassignTo"
				if schema := string(ijson.AppendValue(nil, m.Value)); isID && strings.Contains(schema, `"integer"`) {
					t.Errorf("%s can be %s", m.Name, schema)
				}
			}
		})
	}
}

func TestSchemasAreTheSameBytesEveryTime(t *testing.T) {
	first, second := documents(), documents()
	for name := range first {
		if !bytes.Equal(first[name], second[name]) {
			t.Errorf("%s differs", name)
		}
	}
}

func TestEveryObjectIsClosedAndRequiresItsOwnProperties(t *testing.T) {
	for name, text := range documents() {
		v, p := ijson.Parse(text)
		if p != nil {
			t.Fatalf("%s: %s", name, p.Message)
		}
		objects(v, func(v ijson.Value) {
			properties, _ := v.Get("properties")
			closed, ok := v.Get("additionalProperties")
			_, joins := properties.Get("and") // a condition also has the fields of the kinds
			if !ok || !joins && (closed.Kind != ijson.Bool || closed.Bool) {
				t.Errorf("%s: an object is open: %.80s", name, ijson.AppendValue(nil, v))
			}
			required, _ := v.Get("required")
			for _, r := range required.Items {
				if _, ok := properties.Get(r.Text); !ok {
					t.Errorf("%s requires %s, which it does not have", name, r.Text)
				}
			}
		})
	}
}

// objects visits every schema that has properties.
func objects(v ijson.Value, visit func(ijson.Value)) {
	if p, ok := v.Get("properties"); ok && p.Kind == ijson.Object {
		visit(v)
	}
	for _, m := range v.Members {
		objects(m.Value, visit)
	}
	for _, item := range v.Items {
		objects(item, visit)
	}
}

func TestReadOnlyFieldsAreNotInTheSchemas(t *testing.T) {
	for name, text := range documents() {
		for _, k := range Kinds {
			for _, f := range k.Fields {
				if f.Kept && strings.Contains(string(text), `"`+f.Name+`"`) {
					t.Errorf("%s offers %s", name, f.Name)
				}
			}
		}
	}
}

// TestRequiredPropertiesHaveADescription matters for the message about a missing property,
// which quotes it.
func TestRequiredPropertiesHaveADescription(t *testing.T) {
	for _, k := range Kinds {
		for i := range k.Fields {
			if f := &k.Fields[i]; f.MustGive() && f.Help == "" {
				t.Errorf("%s.%s has to be given and does not say what it is", k.Name, f.Name)
			}
		}
	}
}

func TestAKindIsFoundInEverySpelling(t *testing.T) {
	for word, want := range map[string]string{
		"task": "task", "Tasks": "task", " people ": "person", "note_session": "note_session", "noteSessions": "note_session",
		"note-session": "note_session", "Note sessions": "note_session", "situationNotes": "situation_note", "tsk": "", "": "", "_": "",
	} {
		got := ""
		if k := Named(word); k != nil {
			got = k.Name
		}
		if got != want {
			t.Errorf("%q is %q, want %q", word, got, want)
		}
	}
	for word, want := range map[string]string{"tsks": "did you mean “tasks”?", "tsk": "did you mean “task”?", "peple": "did you mean “people”?", "zebra": "the kinds are task, event"} {
		if p := NoSuchKind(word); !strings.HasPrefix(p.Hint, want) || p.Code != "unknown_kind" {
			t.Errorf("%q: %+v, want %q", word, p, want)
		}
	}
}
