package cli

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/spf13/cobra"

	"assister/internal/calendar"
	"assister/internal/check"
	"assister/internal/config"
	"assister/internal/event"
	"assister/internal/filter"
	"assister/internal/ijson"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
	templates "assister/prompts"
)

func eachCommand(cmd *cobra.Command, fn func(*cobra.Command)) {
	fn(cmd)
	for _, c := range cmd.Commands() {
		eachCommand(c, fn)
	}
}

func fits(t *testing.T, name, text string) {
	t.Helper()
	for line := range strings.Lines(text) {
		if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > helpWidth {
			t.Errorf("%s: a line of %d columns: %s", name, n, line)
		}
	}
}

func TestHelpTopicsFitTheWidthAndSayWhatTheTablesHold(t *testing.T) {
	root := Tree()
	all := map[string]string{}
	for _, topic := range topics {
		text, found := topicText(root, topic.name)
		if !found || !strings.HasPrefix(text, "# ") {
			t.Errorf("%s: %.40q, %t", topic.name, text, found)
		}
		fits(t, topic.name, text)
		all[topic.name] = text
	}
	files, err := templates.Files.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !strings.Contains(all["configuration"], f.Name()) {
			t.Errorf("help configuration does not name the prompt %s", f.Name())
		}
	}
	for i := range config.Table {
		if !strings.Contains(all["configuration"], "`"+config.Table[i].Key+"`, `"+config.Table[i].Env+"`") {
			t.Errorf("configuration does not list %s", config.Table[i].Key)
		}
		global := !config.Table[i].Policy && !config.Table[i].Limit && config.Table[i].Command == ""
		if global && !strings.Contains(all[globalFlags], "--"+config.Table[i].FlagName()+" ") {
			t.Errorf("global-flags does not list --%s", config.Table[i].FlagName())
		}
	}
	for _, want := range []string{"--listen", "--max-deletes", "\n## Tokens\n"} {
		if !strings.Contains(all["serve"], want) {
			t.Errorf("serve does not have %s", want)
		}
	}
	for _, k := range schema.Kinds {
		if !strings.Contains(all["operations"], "**"+k.Name+"**") {
			t.Errorf("operations does not list %s", k.Name)
		}
	}
	for _, e := range ends {
		if code := "**" + string(rune('0'+e.code)) + "**"; !strings.Contains(all["exit-codes"], code) {
			t.Errorf("exit-codes does not list %d", e.code)
		}
	}
}

func TestTheHelpOfACommandFitsTheWidthAndEndsWithTheGlobalFlags(t *testing.T) {
	eachCommand(Tree(), func(cmd *cobra.Command) {
		text := helpText(cmd)
		fits(t, cmd.CommandPath(), text)
		if !cmd.HasParent() {
			return
		}
		if !strings.HasSuffix(text, "\nGlobal flags: `assister help global-flags`\n") {
			t.Errorf("%s: the help ends with %q", cmd.CommandPath(), text[max(len(text)-60, 0):])
		}
		_, flags, _ := strings.Cut(text, "\nFlags:\n")
		if strings.Contains(flags, "--engine") || strings.Contains(flags, "--help") {
			t.Errorf("%s: the help lists global flags", cmd.CommandPath())
		}
		if !cmd.HasAvailableSubCommands() && !cmd.HasExample() {
			t.Errorf("%s: the help has no example", cmd.CommandPath())
		}
	})
}

// described are the names in code spans of a page, in order.
func described(text string) (names []string) {
	for i, part := range strings.Split(text, "`") {
		if i%2 == 1 {
			names = append(names, part)
		}
	}
	return names
}

// everyBody is a body of each type but row and answer, which have the members of
// what they show. Every field is set, so that each member is written.
func everyBody() []event.Body {
	clock := calendar.Clock{Zone: time.UTC}
	task := schema.Lookup("task")
	where, _ := filter.Where(task, ijson.Value{Kind: ijson.Object, Members: []ijson.Member{
		{Name: "overdue", Value: ijson.Value{Kind: ijson.Bool, Bool: true}},
	}}, clock)
	p := problem.Problem{Code: "c", Field: "f", Message: "m", Hint: "h"}
	total := 1
	return []event.Body{
		event.Start{Command: "list", Version: "1", Engine: "ollama", Model: "m", Zone: "UTC", Now: "n", Database: "d"},
		event.Stage{Stage: event.Routing, Call: "route", Thinking: "t"},
		event.Route{
			Decision: "plan", Category: "task", Where: &where, Reason: "r", Engine: "ollama",
			Rules: &event.RulesRoute{Decision: "chat"},
		},
		event.Clarify{
			Question: "which?", Request: "r", Missing: []string{"date"}, Options: make([]record.Option, 1),
			Selected: record.Selection{Priority: "high"},
		},
		event.Step{Tool: "t", Args: ijson.Value{Kind: ijson.Object}, Error: &p},
		event.Ops{Version: 1, Engine: "ollama"},
		event.Summary{
			Text: "t", Counts: &check.Counts{}, Total: &total, Citations: make([]event.Citation, 1),
			Semantic: &event.Semantic{}, Thinking: "t",
		},
		event.Heartbeat{WaitingFor: "m"},
		event.Progress{What: "copy", Done: 1, Total: 2},
		event.Error{
			Code: "c", Field: "f", Message: "m", Hint: "h", Line: 1, Path: "p", Details: make([]problem.Problem, 200),
		},
		event.Done{
			Status: "done", BatchID: 1, Batches: 2, IdempotencyKey: "k", Replayed: true, AuditHead: "h",
		},
	}
}

func TestTheProtocolTopicDescribesEveryMemberOfEveryEvent(t *testing.T) {
	text, _ := topicText(Tree(), "protocol")
	_, chapter, _ := strings.Cut(text, "\n## Events\n")
	chapter, _, _ = strings.Cut(chapter, "\n## ")
	paragraphs := map[string]string{} // the paragraphs about events, by type
	for paragraph := range strings.SplitSeq(chapter, "\n\n") {
		if names := described(paragraph); strings.HasPrefix(strings.TrimSpace(paragraph), "`"+names[0]+"`:") {
			paragraphs[names[0]] = paragraph
		}
	}
	var out bytes.Buffer
	w := event.NewWriter(&out, "id", func() time.Time { return time.Time{} })
	for _, body := range everyBody() {
		out.Reset()
		if err := w.Emit(body); err != nil {
			t.Fatal(err)
		}
		line, p := ijson.Parse(bytes.TrimSpace(out.Bytes()))
		if p != nil {
			t.Fatal(p.Message)
		}
		const envelope = 4
		name := line.Members[0].Value.Text
		fitsSchema(t, name, line)
		names := described(paragraphs[name])
		for _, m := range line.Members[envelope:] {
			if !slices.Contains(names, m.Name) {
				t.Errorf("%s: %s is not described in %q", name, m.Name, paragraphs[name])
			}
		}
		if paragraphs[name] == "" {
			t.Errorf("%s is not described", name)
		}
		delete(paragraphs, name)
	}
	delete(paragraphs, "row")
	delete(paragraphs, "answer")
	for name := range paragraphs {
		t.Errorf("%s is described, and is not an event", name)
	}
}

// fitsSchema checks that an event fits its schema, which names each of its members.
func fitsSchema(t *testing.T, name string, line ijson.Value) {
	t.Helper()
	at := slices.IndexFunc(event.Schemas(), func(m ijson.Member) bool { return m.Name == name })
	if at < 0 {
		t.Errorf("%s has no schema", name)
		return
	}
	described := event.Schemas()[at].Value
	properties, _ := described.Get("properties")
	for _, m := range line.Members {
		if _, found := properties.Get(m.Name); !found {
			t.Errorf("the schema of %s does not have %s", name, m.Name)
		}
	}
	var s jsonschema.Schema
	if err := s.UnmarshalJSON(ijson.AppendValue(nil, described)); err != nil {
		t.Fatal(err)
	}
	resolved, err := s.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	var v any
	if err := json.Unmarshal(ijson.AppendValue(nil, line), &v); err != nil {
		t.Fatal(err)
	}
	if err := resolved.Validate(v); err != nil {
		t.Errorf("%s: %v", name, err)
	}
}

func TestTheFiltersTopicListsEveryKeyAndOperator(t *testing.T) {
	text, _ := topicText(Tree(), "filters")
	names := described(text)
	for _, name := range slices.Concat(filter.Keys[:], filter.Operators[:], filter.Groups[:]) {
		if !slices.Contains(names, name) {
			t.Errorf("%s is not listed", name)
		}
	}
	_, keys, _ := strings.Cut(text, "\nKeys:\n")
	keys, _, _ = strings.Cut(keys, "\n\nText is")
	for line := range strings.SplitSeq(keys, "\n- ") {
		name, _, _ := strings.Cut(line, ":")
		for _, name := range described(name) {
			if !slices.Contains(filter.Keys[:], name) {
				t.Errorf("%s is listed, and is not a key", name)
			}
		}
	}
}

func TestAnUnknownTopicIsNone(t *testing.T) {
	if text, found := topicText(Tree(), "protocl"); found {
		t.Errorf("got %.40q", text)
	}
}
