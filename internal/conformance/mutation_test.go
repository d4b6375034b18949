package conformance

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"assister/internal/calendar"
	"assister/internal/check"
	"assister/internal/ijson"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
	"assister/internal/tool"
	"assister/internal/workspace"
)

// mutations is the area of tools that write. The recorded ones wrote themselves. Ours
// return operations, and the records are compared after they are applied.
func mutations(t *testing.T, _ fixtures) runner {
	return func(t *testing.T, c testCase) (any, any) {
		switch {
		case has(c.Input, "oldText"):
			return edited(t, c), comparable(c.Expected)
		case has(c.Input, "new"):
			return swapped(t, c), comparable(c.Expected)
		}
		w := seeded(t, newTask(1).With("title", record.Text("there before")))
		args := strings.ReplaceAll(string(ijson.AppendValue(nil, at(c.Input, "args"))), `"<id>"`, "1")
		out, refused := w.called(str(c.Input, "tool"), parsed(t, args))
		if refused != nil {
			return codes(refused), c.Expected
		}
		target := out.Findings[0].Targets[0].Change
		got := map[string]any{}
		for _, m := range c.Expected.Members {
			switch m.Name {
			case "taskId":
				if got[m.Name] = m.Value.Text; w.record("task", target.ID).Kind == ijson.Null || m.Value.Text == "<id>" && target.ID != 1 {
					got[m.Name] = target.ID
				}
			case "title":
				got[m.Name] = str(w.record("task", target.ID), "title")
			case "updated":
				got[m.Name] = out.Counts.Updated == 1 && str(w.record("task", 1), "notes") == str(c.Input, "args", "notes")
			default:
				t.Fatalf("nothing looks at %s", m.Name)
			}
		}
		return got, c.Expected
	}
}

// comparable leaves out the number of attempts, since a transaction has none.
func comparable(recorded ijson.Value) ijson.Value {
	var kept []ijson.Member
	for _, m := range recorded.Members {
		if m.Name != "casRetries" {
			kept = append(kept, m)
		}
	}
	recorded.Members = kept
	return recorded
}

// called calls a mutating tool and applies its operation.
func (w world) called(name string, args ijson.Value) (workspace.Outcome, []problem.Problem) {
	w.Helper()
	found := tool.Lookup(name)
	if found == nil {
		w.Fatalf("there is no tool %s", name)
	}
	e := found.On(nil, w.clock).Call(context.Background(), args)
	if e.Problem != nil {
		return workspace.Outcome{}, append([]problem.Problem{*e.Problem}, e.More...)
	}
	out, refused := w.do(workspace.Apply, "", parsed(w.T, string(e.Proposed.Canonical())))
	if f := out.Findings; len(f) > 0 && !f[0].Valid() {
		return out, f[0].Errors
	}
	if refused != "" {
		return out, []problem.Problem{{Code: refused}}
	}
	return out, nil
}

func aNote(content string) record.Record {
	return record.New(schema.Lookup("note"), 1).With("title", record.Text("note")).With("content", record.Text(content))
}

// edited returns a note after an edit. A code is in capitals, as recorded.
func edited(t *testing.T, c testCase) any {
	w := seeded(t, aNote(str(c.Input, "content")))
	var args []ijson.Member
	for _, m := range c.Input.Members {
		if m.Name != "content" {
			args = append(args, m)
		}
	}
	args = append(args, ijson.Member{Name: "noteId", Value: ijson.Value{Kind: ijson.Number, Text: "1"}})
	out, refused := w.called("tool_editNote", ijson.Value{Kind: ijson.Object, Members: args})
	got := map[string]any{}
	for _, m := range c.Expected.Members {
		switch m.Name {
		case "content":
			got[m.Name] = str(w.record("note", 1), m.Name)
		case "edited":
			got[m.Name] = out.Counts.Updated == 1
		case "skipped":
			got[m.Name] = refused == nil && out.Counts == check.Counts{} && out.Findings[0].Warnings[0].Code == problem.NothingChanges
		case "error.code":
			got[m.Name] = strings.ToUpper(strings.Join(codes(refused), " "))
		}
	}
	return got
}

// swapped returns a note after a write that depends on an earlier read: the base of the
// operation is the revision of that read.
func swapped(t *testing.T, c testCase) any {
	w := seeded(t, aNote(str(c.Input, "expected")))
	content, err := json.Marshal(str(c.Input, "new"))
	if err != nil {
		t.Fatal(err)
	}
	o, _ := op.Decode(parsed(t, `{"op":"note.update","id":1,"content":`+string(content)+`}`), calendar.Clock{})
	var pinned op.Op
	w.view(func(snapshot workspace.Reader) error {
		p, err := check.Make(snapshot, []op.Op{o}, check.Rules{}, w.clock)
		pinned = p.Findings[0].Pinned()
		return err
	})
	if now := str(c.Input, "content"); now != str(c.Input, "expected") {
		meanwhile, _ := json.Marshal(now)
		w.apply(`{"op":"note.update","id":1,"content":` + string(meanwhile) + `}`)
	}
	out, refused := w.do(workspace.Apply, "", parsed(t, string(pinned.AppendJSON(nil))))
	if (refused == problem.Stale) != (out.Counts.Updated == 0) {
		t.Errorf("%d updated, and refused is %q", out.Counts.Updated, refused)
	}
	return map[string]any{"modified": out.Counts.Updated, "content": str(w.record("note", 1), "content")}
}
