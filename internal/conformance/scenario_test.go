package conformance

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"assister/internal/check"
	"assister/internal/ijson"
	"assister/internal/language/meaning"
	"assister/internal/propose"
	"assister/internal/record"
	"assister/internal/route"
)

// Areas of requests for a model. Here the rules answer them. Those that the rules get
// wrong are in the table missed with their answers, so that an improvement must be
// recorded.

// scenarioNow is the day of the scenarios, a Monday.
const scenarioNow = "2025-08-18T09:00:00"

// someTasks are the tasks of a scenario that names none. One of them is for today.
const someTasks = `{"todos":[{"title":"Review project","scheduledFor":"2025-08-18"},{"title":"Call client"}]}`

// scene returns a shell with the tasks and events of a scenario.
func scene(t *testing.T, context ijson.Value) shell {
	s := newShell(t)
	s.now = scenarioNow
	var lines []string
	for _, list := range [...]struct{ name, kind string }{{"todos", "task"}, {"events", "event"}} {
		for _, item := range at(context, list.name).Items {
			o := with(ijson.Value{Kind: ijson.Object}, "op", word(list.kind+".create"))
			for _, m := range item.Members {
				if m.Name != "id" {
					o.Members = append(o.Members, m)
				}
			}
			if has(item, "startTime") {
				o.Members = append(o.Members, ijson.Member{Name: "scheduledFor", Value: word("2025-08-20")})
			}
			lines = append(lines, string(ijson.AppendValue(nil, o)))
		}
	}
	if len(lines) > 0 {
		if _, code := s.run(strings.Join(lines, "\n"), "apply", "--yes"); code != 0 {
			t.Fatalf("the scene cannot be set: %d", code)
		}
	}
	return s
}

// routedTo is the area of decisions: chat, plan or clarify, and the records. The records
// of a plan are those of its operations.
func routedTo(t *testing.T, _ fixtures) runner {
	return func(t *testing.T, c testCase) (any, any) {
		want := map[string]any{"decision": str(c.Expected, "decision")}
		if turns := at(c.Input, "transcript").Items; len(turns) > 0 {
			return map[string]any{"decision": continued(t, turns, str(c.Input, "instruction"))}, want
		}
		context := at(c.Input, "context")
		if context.Kind == ijson.Null {
			context = parsed(t, someTasks)
		}
		events, _ := scene(t, context).run("", "ask", str(c.Input, "instruction"))
		got := map[string]any{"decision": decision(events)}
		if meant := at(c.Expected, "where"); meant.Kind == ijson.Object {
			want["ids"], got["ids"] = at(meant, "ids"), idsMeant(events)
		} else if meant.Kind == ijson.String && str(c.Expected, "decision") == "plan" {
			want["day"], got["day"] = map[string]string{"today": "2025-08-18", "tomorrow": "2025-08-19"}[meant.Text], dayMeant(events)
		}
		if options := at(c.Expected, "options").Items; len(options) > 0 {
			want["options"], got["options"] = optionsOf(options, "type"), []string{}
			for _, e := range of(events, "clarify") {
				got["options"] = optionsOf(at(e, "options").Items, "kind")
			}
		}
		return got, plainly(want)
	}
}

// decision returns the outcome of a request: a proposal that asks a question is a
// clarify.
func decision(events []ijson.Value) string {
	if len(of(events, "clarify")) > 0 {
		return "clarify"
	}
	return str(of(events, "route")[0], "decision")
}

func operationsOf(events []ijson.Value) (list []ijson.Value) {
	for _, e := range of(events, "ops") {
		list = nil
		for _, entry := range at(e, "operations").Items {
			list = append(list, at(entry, "op"))
		}
	}
	return list
}

func idsMeant(events []ijson.Value) []int64 {
	ids := []int64{}
	for _, o := range operationsOf(events) {
		id, _ := at(o, "id").Int()
		ids = append(ids, id)
	}
	return ids
}

func dayMeant(events []ijson.Value) string {
	for _, o := range operationsOf(events) {
		return str(o, "scheduledFor")
	}
	return ""
}

// optionsOf returns options by kind and id, sorted.
func optionsOf(list []ijson.Value, kind string) []string {
	keys := []string{}
	for _, o := range list {
		id, _ := at(o, "id").Int()
		k := str(o, kind)
		if k == "" || k == "todo" {
			k = "task"
		}
		keys = append(keys, fmt.Sprintf("%s:%d", k, id))
	}
	slices.Sort(keys)
	return keys
}

var offered = regexp.MustCompile(`#(\d+) "([^"]*)"`)

// continued is the area of requests that answer a question.
func continued(t *testing.T, turns []ijson.Value, text string) string {
	asked := record.Question{Request: str(turns[0], "text"), Question: str(turns[1], "text")}
	for _, m := range offered.FindAllStringSubmatch(asked.Question, -1) {
		id, _ := strconv.ParseInt(m[1], 10, 64)
		asked.Options = append(asked.Options, record.Option{Key: record.Key{Kind: "task", ID: id}, Title: m[2]})
	}
	answer := route.Answering{Text: text, Readings: readings(clock(t), text), Words: meaning.BuiltIn().Keywords(text, 100), Question: asked, Clock: clock(t)}
	reply := answer.Reply()
	return string(route.Forced(route.Routing{Decision: route.Clarify}, reply.Selection).Decision)
}

// proposed is the area of operations for a request.
func proposed(t *testing.T, _ fixtures) runner {
	return func(t *testing.T, c testCase) (any, any) {
		s := scene(t, parsed(t, `{"todos":[{"title":"Review project proposal"}],"events":[{"title":"Team meeting","startTime":"10:00","endTime":"11:00"}]}`))
		list := at(c.Expected, "operations").Items
		args := []string{"propose", str(c.Input, "instruction")}
		for _, id := range at(c.Input, "focusedWhere", "ids").Items {
			args = append(args, "--select", taskFor(str(list[0], "kind"))+":"+id.Text)
		}
		events, _ := s.run("", args...)
		return alikeIn(t, operationsOf(events), list), recordedHere(list)
	}
}

func taskFor(kind string) string {
	if kind == "todo" || kind == "habit" {
		return "task" // a repeating record is a repeating task
	}
	return kind
}

// recordedHere returns recorded operations with our names.
func recordedHere(list []ijson.Value) []map[string]any {
	out := []map[string]any{}
	for _, o := range list {
		ours := inOurWords(o)
		ours["op"] = taskFor(str(o, "kind")) + "." + str(o, "action")
		out = append(out, plainly(ours))
	}
	return out
}

// alikeIn returns our operations with only the fields of the recorded ones. A missing
// recurrence means none.
func alikeIn(t *testing.T, ours, recorded []ijson.Value) []map[string]any {
	out := []map[string]any{}
	for i, o := range ours {
		said := map[string]any{"op": str(o, "op")}
		if i < len(recorded) {
			for _, m := range recorded[i].Members {
				v, given := o.Get(m.Name)
				if m.Name == "recurrence" && v.Kind == ijson.Null {
					v, given = parsed(t, `{"type":"none"}`), true
				}
				if given && m.Name != "op" {
					said[m.Name] = v
				}
			}
		}
		out = append(out, plainly(said))
	}
	return out
}

// repaired is the area of repairs: the model replies with the recorded repair, and the
// valid operations are compared.
func repaired(t *testing.T, _ fixtures) runner {
	return func(t *testing.T, c testCase) (any, any) {
		w := seeded(t, newTask(1).With("title", record.Text("Review project proposal")))
		list := at(c.Expected, "operations").Items
		m := recordedModel{
			propose.ForPropose: {string(ijson.AppendValue(nil, at(c.Input, "original")))},
			propose.ForRepair:  {string(ijson.AppendValue(nil, at(c.Expected, "operations")))},
		}
		ops, _, err := w.asked(m, "review project proposal", check.Rules{RequireRecurrence: true})
		if err != nil {
			t.Fatal(err)
		}
		var valid []ijson.Value
		for _, e := range ops.Operations {
			if e.Valid() {
				valid = append(valid, parsed(t, string(e.Op.Canonical())))
			}
		}
		return alikeIn(t, valid, list), recordedHere(list)
	}
}

// toolsMeant maps recorded tools to their effects here.
var toolsMeant = map[string]string{"create_todo": "create", "update_todo": "change", "delete_todo": "delete", "list_todos": "answer", "search_todos": "answer"}

var quotedTitle = regexp.MustCompile(`'([^']+)'`)

// worked is the area of requests with several steps: the proposed operations, with the
// quoted titles, and whether anything was looked up and answered.
func worked(t *testing.T, _ fixtures) runner {
	return func(t *testing.T, c testCase) (any, any) {
		s := scene(t, parsed(t, `{"todos":[{"title":"Pay the billing invoice"},{"title":"Wash the car"}]}`))
		events, _ := s.run("", "ask", str(c.Input, "prompt"))
		want := []string{}
		titles := quotedTitle.FindAllStringSubmatch(str(c.Input, "prompt"), -1)
		for _, tool := range at(c.Expected, "expected_tools").Items {
			did := toolsMeant[tool.Text]
			if did == "create" && len(titles) > 0 {
				did, titles = did+" "+titles[0][1], titles[1:]
			}
			want = append(want, did)
		}
		got := effects(events, len(quotedTitle.FindAllString(str(c.Input, "prompt"), -1)) > 0)
		slices.Sort(want)
		return got, want
	}
}

// effects returns the effects of a request, one word each, with the titles of creates.
func effects(events []ijson.Value, titled bool) []string {
	done := []string{}
	for _, o := range operationsOf(events) {
		_, verb, _ := strings.Cut(str(o, "op"), ".")
		switch {
		case verb == "create" && titled:
			done = append(done, "create "+str(o, "title"))
		case verb == "create", verb == "delete":
			done = append(done, verb)
		default:
			done = append(done, "change")
		}
	}
	for _, e := range of(events, "summary") {
		if has(e, "total") {
			done = append(done, "answer")
		}
	}
	slices.Sort(done)
	return done
}
