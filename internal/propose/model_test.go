package propose_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"assister/internal/calendar"
	"assister/internal/check"
	"assister/internal/event"
	"assister/internal/ijson"
	"assister/internal/language/meaning"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/propose"
	"assister/internal/record"
	"assister/internal/schema"
	"assister/internal/sqlite"
	"assister/internal/workspace"
	"assister/prompts"
)

// script is a completer with fixed replies. It records its prompts, and fails if there
// are more prompts than replies.
//
// The replies name records as "task:1", and the script writes the aliases that its
// prompt has for them, like a model that has read it.
type script struct {
	able     propose.Capabilities
	replies  []any // a propose.Reply, its text, or an error
	asked    []propose.Prompt
	snapshot workspace.Reader
}

func (s *script) Capabilities(context.Context) (propose.Capabilities, error) { return s.able, nil }

func (s *script) Complete(ctx context.Context, p propose.Prompt, each func(propose.Chunk) error) (propose.Reply, error) {
	s.asked = append(s.asked, p)
	if len(s.replies) == 0 {
		return propose.Reply{}, problem.Refuse(problem.Unavailable, "silent", "the script has no reply left for "+string(p.Purpose), "")
	}
	next := s.aliased(s.replies[0], p)
	s.replies = s.replies[1:]
	switch next := next.(type) {
	case error:
		return propose.Reply{}, next
	case string:
		if each != nil {
			for word := range strings.SplitAfterSeq(next, " ") {
				if err := each(propose.Chunk{Text: word}); err != nil {
					return propose.Reply{}, err
				}
			}
		}
		return propose.Reply{Text: next, Model: "scripted"}, nil
	}
	return next.(propose.Reply), nil
}

var quotedKey = regexp.MustCompile(`"([a-z_]+):([0-9]+)"`)

// aliased is a reply with the aliases of a prompt in place of keys. A record that the
// prompt does not show keeps its key.
func (s *script) aliased(reply any, p propose.Prompt) any {
	shown := ""
	for _, m := range p.Messages {
		shown += m.Text + "\n"
	}
	inText := func(text string) string {
		return quotedKey.ReplaceAllStringFunc(text, func(quoted string) string {
			parts := quotedKey.FindStringSubmatch(quoted)
			kind := schema.Lookup(parts[1])
			if s.snapshot == nil || kind == nil {
				return quoted
			}
			id, _ := strconv.ParseInt(parts[2], 10, 64)
			r, found, err := s.snapshot.Record(kind.Name, id)
			if err != nil || !found {
				return quoted
			}
			for line := range strings.Lines(shown) {
				v, _ := ijson.Parse([]byte(line))
				is, _ := v.Get("kind")
				label, _ := v.Get(kind.Label)
				if alias, _ := v.Get("id"); is.Text == kind.Name && label.Text == r.Label() {
					return `"` + alias.Text + `"`
				}
				alias, title, _ := strings.Cut(strings.TrimSpace(line), " ") // of a record by its title
				if strings.TrimRight(alias, "0123456789") == kind.Alias && title == r.Label() {
					return `"` + alias + `"`
				}
			}
			return quoted
		})
	}
	switch reply := reply.(type) {
	case string:
		return inText(reply)
	case propose.Reply:
		reply.Text, reply.Calls = inText(reply.Text), slices.Clone(reply.Calls)
		for i := range reply.Calls {
			reply.Calls[i].Arguments = inText(reply.Calls[i].Arguments)
		}
		return reply
	}
	return reply
}

func (s *script) purposes() string {
	var words []string
	for _, p := range s.asked {
		words = append(words, string(p.Purpose))
	}
	return strings.Join(words, " ")
}

func calls(pairs ...string) propose.Reply {
	var r propose.Reply
	for i := 0; i < len(pairs); i += 2 {
		r.Calls = append(r.Calls, propose.Call{ID: "c", Name: pairs[i], Arguments: pairs[i+1]})
	}
	return r
}

var (
	withTools  = propose.Capabilities{Tools: true, Schema: true}
	withSchema = propose.Capabilities{Schema: true}
	withText   = propose.Capabilities{}
)

func model(s *script) *propose.Model {
	return &propose.Model{Completer: s, Prompts: propose.Prompts{Files: prompts.Files}, Name: "scripted", Nonce: "nonce"}
}

// outcome is the result of a request.
type outcome struct {
	said   []event.Body
	ops    event.Ops
	err    error
	script *script
}

func (o outcome) names() string { return names(o.said) }

func (o outcome) summary() string {
	for _, b := range o.said {
		if s, ok := b.(event.Summary); ok {
			return s.Text
		}
	}
	return ""
}

// operations returns the operations of the last event: their canonical form, and for an
// invalid one "!" and its first code.
func (o outcome) operations() (out []string) {
	for _, e := range o.ops.Operations {
		text := "unread"
		if e.Raw == nil {
			text = string(e.Op.Canonical())
		}
		if !e.Valid() {
			text = "!" + e.Errors[0].Code + " " + text
		}
		out = append(out, text)
	}
	return out
}

func (o outcome) class(t *testing.T) problem.Class {
	t.Helper()
	var refusal *problem.Refusal
	if !errors.As(o.err, &refusal) {
		t.Fatalf("not a refusal: %v", o.err)
	}
	return refusal.Class
}

// shelf has the records of the workspace of these tests.
var shelf = []string{
	`{"op":"task.create","title":"Sweep the yard","scheduledFor":"2026-11-21"}`,
	`{"op":"task.create","title":"Oil the hinges","scheduledFor":"2026-11-22","priority":"high"}`,
	`{"op":"task.create","title":"Feed the carp","scheduledFor":"2026-11-16","recurrence":{"type":"daily"}}`,
	`{"op":"event.create","title":"Choir rehearsal","scheduledFor":"2026-11-26","startTime":"19:00"}`,
	`{"op":"project.create","name":"Garden"}`,
}

func propose1(t *testing.T, r propose.Request, caps propose.Capabilities, replies ...any) outcome {
	t.Helper()
	out := outcome{script: &script{able: caps, replies: replies}}
	in(t, func(snapshot workspace.Reader) error {
		var recorder event.Recorder
		out.script.snapshot = snapshot
		out.ops, out.err = propose.RunModel(context.Background(), model(out.script), r, propose.Lend(snapshot), saturday, check.Rules{}, &recorder)
		out.said = recorder.Bodies
		return nil
	})
	return out
}

// in calls fn with a workspace that has the records of shelf. All tests share it, since
// proposals write nothing.
func in(t *testing.T, fn func(workspace.Reader) error) {
	t.Helper()
	s, err := stocked()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.View(context.Background(), fn); err != nil {
		t.Fatal(err)
	}
}

var stocked = sync.OnceValues(func() (*sqlite.Store, error) {
	dir, err := os.MkdirTemp("", "propose")
	if err != nil {
		return nil, err
	}
	s, err := sqlite.Open(filepath.Join(dir, "assister.db"), workspace.ToWrite)
	if err != nil {
		return nil, err
	}
	var ops []op.Op
	for _, line := range shelf {
		v, p := ijson.Parse([]byte(line))
		o, problems := op.Decode(v, calendar.Clock{})
		if p != nil || len(problems) > 0 {
			return nil, fmt.Errorf("read %s: %v %v", line, p, problems)
		}
		ops = append(ops, o)
	}
	_, err = workspace.Apply(context.Background(), s, workspace.Request{Ops: ops, Clock: saturday, CorrelationID: "c"})
	return s, err
})

func TestMain(m *testing.M) {
	code := m.Run()
	if s, err := stocked(); err == nil {
		s.Close()
		os.RemoveAll(filepath.Dir(s.Path()))
	}
	os.Exit(code)
}

// words is a request with what it means.
func words(text string) propose.Request {
	all := meaning.BuiltIn()
	r := propose.Request{Text: text, Keywords: all.Keywords(text, 100), Lists: all.Speaks(text, "list", "item")}
	if said, ok := all.Read(text, saturday, nil); ok {
		r.Said = &said
	}
	return r
}

func same(t *testing.T, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestAModelIsAskedAccordingToItsCapabilities(t *testing.T) {
	for _, tt := range []struct {
		name  string
		able  propose.Capabilities
		reply any
		holds func(propose.Prompt) bool
	}{
		{"with tools", withTools, calls("create_task", `{"title":"Wax the floor"}`), func(p propose.Prompt) bool { return len(p.Tools) > 0 && p.Schema == nil && !p.JSON }},
		{"with a schema", withSchema, `{"operations":[{"op":"task.create","title":"Wax the floor"}]}`, func(p propose.Prompt) bool { return p.Tools == nil && p.Schema != nil && !p.JSON }},
		{"as JSON", withText, "Sure!\n```json\n{'operations': [{op: 'create', title: 'Wax the floor',}]}\n```", func(p propose.Prompt) bool { return p.Tools == nil && p.Schema == nil && p.JSON }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			replies := []any{tt.reply, "A task to wax the floor would be added."}
			if tt.able.Tools {
				replies = []any{tt.reply, propose.Reply{Text: "Proposed."}, "A task to wax the floor would be added."}
			}
			o := propose1(t, words("wax the floor"), tt.able, replies...)
			if o.err != nil {
				t.Fatal(o.err)
			}
			same(t, o.operations(), `{"op":"task.create","title":"Wax the floor"}`)
			if !tt.holds(o.script.asked[0]) {
				t.Errorf("asked %+v", o.script.asked[0])
			}
			if got := o.names(); got != "proposing validating ops summarizing summary" {
				t.Errorf("said %s", got)
			}
			if o.summary() != "A task to wax the floor would be added." || o.ops.Engine != "scripted" {
				t.Errorf("summary %q, engine %q", o.summary(), o.ops.Engine)
			}
		})
	}
}

func TestEachRoundIsToldTheResultsOfItsCalls(t *testing.T) {
	o := propose1(t, words("done with sweeping, and feed the carp today"), withTools,
		calls("set_task_status", `{"id":"task:1","status":"completed"}`, "set_task_status", `{"id":"task:3","status":"completed"}`),
		calls("set_task_status", `{"id":"task:3","status":"completed","occurrenceDate":"2026-11-21"}`),
		calls("set_task_status", `{"id":"task:1","status":"completed"}`),
		"Two tasks would be completed.")
	if o.err != nil {
		t.Fatal(o.err)
	}
	same(t, o.operations(),
		`{"op":"task.set_status","id":1,"status":"completed"}`,
		`{"op":"task.set_status","id":3,"status":"completed","occurrenceDate":"2026-11-21"}`)
	if got := o.script.purposes(); got != "propose propose propose summary" {
		t.Errorf("a round that adds nothing is the last: asked %s", got)
	}
	second := o.script.asked[1].Messages
	if n := len(second); n != 5 || second[2].Role != "assistant" || len(second[2].Calls) != 2 {
		t.Fatalf("got %+v", second)
	}
	if second[3].Text != `{"result":"accepted"}` || !strings.Contains(second[4].Text, problem.UseOccurrence) {
		t.Errorf("got %s and %s", second[3].Text, second[4].Text)
	}
}

// What a later round does right is no longer among the refused operations; what no later
// round does is.
func TestARefusedCallThatIsRetriedIsGone(t *testing.T) {
	const yard, carp = `{"op":"task.update","id":1,"priority":"high"}`, `{"op":"task.set_status","id":3,"status":"completed","occurrenceDate":"2026-11-21"}`
	for _, tt := range []struct {
		name         string
		first, retry propose.Reply
		want         []string
	}{
		{"another id", calls("update_task", `{"id":"t77","priority":"high"}`), calls("update_task", `{"id":"task:1","priority":"high"}`), []string{yard}},
		{"another id of a deletion", calls("delete_task", `{"id":"t77"}`), calls("delete_task", `{"id":"task:1"}`), []string{`{"op":"task.delete","id":1}`}},
		{"no id before", calls("update_task", `{"priority":"high"}`), calls("update_task", `{"id":"task:1","priority":"high"}`), []string{yard}},
		{"an unknown operation", calls("prioritize", `{"id":"task:1"}`), calls("update_task", `{"id":"task:1","priority":"high"}`), []string{yard}},
		{"a task with a time", calls("create_task", `{"title":"Dentist","startTime":"15:00","scheduledFor":"2026-11-22"}`),
			calls("create_event", `{"title":"Dentist","startTime":"15:00","scheduledFor":"2026-11-22"}`), []string{`{"op":"event.create","title":"Dentist","scheduledFor":"2026-11-22","startTime":"15:00"}`}},
		{"a filter", calls("bulk_update", `{"where":{"colour":"red"},"set":{"priority":"high"}}`), calls("bulk_update", `{"where":{"ids":["task:1"]},"set":{"priority":"high"}}`),
			[]string{`{"op":"bulk_update","where":{"kind":"task","ids":[1]},"set":{"priority":"high"}}`}},
		{"one of two", calls("update_task", `{"id":"t77","priority":"high"}`, "update_task", `{"id":"t78","priority":"high"}`), calls("update_task", `{"id":"task:1","priority":"high"}`),
			[]string{`!id_not_in_context unread`, yard}},
		{"something else", calls("update_task", `{"id":"t77","priority":"high"}`), calls("set_task_status", `{"id":"task:3","status":"completed","occurrenceDate":"2026-11-21"}`),
			[]string{`!id_not_in_context unread`, carp}},
		{"another field", calls("update_task", `{"id":"t77","title":"Rake"}`), calls("update_task", `{"id":"task:1","priority":"high"}`), []string{`!id_not_in_context unread`, yard}},
		{"another title", calls("create_task", `{"title":"Rake","priority":"burning"}`), calls("create_task", `{"title":"Sow","priority":"high"}`),
			[]string{`!invalid_priority unread`, `{"op":"task.create","title":"Sow","priority":"high"}`}},
		{"in the same round", calls("update_task", `{"id":"t77","priority":"high"}`, "update_task", `{"id":"task:1","priority":"high"}`), propose.Reply{Text: "Done."}, []string{`!id_not_in_context unread`, yard}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o := propose1(t, words("the yard is urgent, and the carp"), withTools, tt.first, tt.retry, propose.Reply{Text: "Done."}, "{}", "")
			same(t, o.operations(), tt.want...)
			if left := strings.Contains(o.summary(), "left out"); left != strings.HasPrefix(tt.want[0], "!") {
				t.Errorf("summary %q", o.summary())
			}
		})
	}
}

func TestAModelIsAskedAtMostFiveTimes(t *testing.T) {
	var replies []any
	for i := range 9 {
		replies = append(replies, calls("create_task", `{"title":"Number `+string(rune('a'+i))+`"}`))
	}
	o := propose1(t, words("a list"), withTools, replies...)
	if len(o.ops.Operations) != 5 || o.script.purposes() != "propose propose propose propose propose summary" {
		t.Errorf("%d operations, asked %s", len(o.ops.Operations), o.script.purposes())
	}
}

func TestMoreThanTwentyOperationsAreRefused(t *testing.T) {
	var list, pairs []string
	for i := range 21 {
		one := `{"title":"Number ` + string(rune('a'+i)) + `"}`
		pairs = append(pairs, "create_task", one)
		list = append(list, `{"op":"task.create",`+one[1:])
	}
	for name, o := range map[string]outcome{
		"tools":  propose1(t, words("a list"), withTools, calls(pairs...)),
		"schema": propose1(t, words("a list"), withSchema, `{"operations":[`+strings.Join(list, ",")+`]}`),
	} {
		var refusal *problem.Refusal
		if !errors.As(o.err, &refusal) || refusal.Problem.Code != problem.TooManyOperations || o.names() != "proposing" {
			t.Errorf("%s: %v, said %s", name, o.err, o.names())
		}
	}
	twenty := `{"operations":[` + strings.Join(append(list[:19:19], list[0]), ",") + `]}`
	if o := propose1(t, words("a list"), withSchema, twenty, "Nineteen tasks."); o.err != nil || len(o.ops.Operations) != 19 {
		t.Errorf("twenty, one of them twice: %v, %d", o.err, len(o.ops.Operations))
	}
}

func TestAnIDThatWasNotShownIsNotUsed(t *testing.T) {
	chosen := propose.Request{Text: "delete it", Selection: record.Selection{Records: []record.Key{{Kind: "task", ID: 1}}}}
	o := propose1(t, chosen, withSchema, `{"operations":[{"op":"task.delete","id":"task:2"},{"op":"task.delete","id":"task:99"},{"op":"event.delete","id":"event:1"},{"op":"bulk_delete","where":{"ids":["task:1","task:2"]}},{"op":"task.delete","id":1},{"op":"task.delete","id":"e1"}]}`, "{}")
	same(t, o.operations(), `!id_not_in_context unread`, `!id_not_in_context unread`, `!id_not_in_context unread`, `!id_not_in_context unread`,
		`!id_not_in_context unread`, `!id_not_in_context unread`) // not even by the number of the record that was shown
	if got := o.names(); got != "proposing validating ops repairing summarizing summary" {
		t.Errorf("said %s", got)
	}
}

func TestARepairReplacesOnlyInvalidOperations(t *testing.T) {
	o := propose1(t, words("sweep daily, and oil the hinges on monday"), withSchema,
		`{"operations":[{"op":"task.update","id":"task:2","scheduledFor":"2026-11-23"},{"op":"task.update","id":"task:1","scheduledFor":null,"recurrence":{"type":"daily"}}]}`,
		`{"operations":[{"op":"task.update","id":"task:1","scheduledFor":"2026-11-21","recurrence":{"type":"daily"}}]}`,
		"Both would change.")
	if o.err != nil {
		t.Fatal(o.err)
	}
	same(t, o.operations(), `{"op":"task.update","id":2,"scheduledFor":"2026-11-23"}`,
		`{"op":"task.update","id":1,"scheduledFor":"2026-11-21","recurrence":{"type":"daily"}}`)
	if o.ops.Version != 2 || o.names() != "proposing validating ops repairing ops summarizing summary" {
		t.Errorf("version %d, said %s", o.ops.Version, o.names())
	}
	user := o.script.asked[1].Messages[1].Text
	if !strings.HasPrefix(user, "Problems, with hints") || !strings.Contains(user, problem.MissingAnchor) {
		t.Errorf("asked %s", user)
	}
}

func TestACorrectionOfSeveralOperationsIsOneOperation(t *testing.T) {
	for name, tt := range map[string][2]string{
		"two refused, one correction": {
			`{"operations":[{"op":"task.create","title":"Rake","priority":"burning"},{"op":"task.create","title":"Rake","scheduledFor":"soon"}]}`,
			`{"operations":[{"op":"task.create","title":"Rake"}]}`,
		},
		"a correction that is there already": {
			`{"operations":[{"op":"task.create","title":"Rake"},{"op":"task.create","title":"Rake","scheduledFor":"soon"}]}`,
			`{"operations":[{"op":"task.create","title":"Rake"}]}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			o := propose1(t, words("rake soon"), withSchema, tt[0], tt[1], "A task would be added.")
			if o.err != nil {
				t.Fatal(o.err)
			}
			same(t, o.operations(), `{"op":"task.create","title":"Rake"}`)
		})
	}
}

func TestAFailedRepairKeepsTheFirstPass(t *testing.T) {
	const first = `{"operations":[{"op":"task.create","title":"Wax the floor"},{"op":"task.update","id":"task:1","priority":"burning"}]}`
	for name, reply := range map[string]any{
		"garbage":         "I would rather not",
		"nothing":         `{"operations":[]}`,
		"still wrong":     `{"operations":[{"op":"task.update","id":"task:1","priority":"hot"}]}`,
		"one more":        `{"operations":[{"op":"task.update","id":"task:1","priority":"high"},{"op":"task.delete","id":"task:2"},{"op":"task.delete","id":"task:3"}]}`,
		"a failed engine": errors.New("the line is dead"),
	} {
		t.Run(name, func(t *testing.T) {
			o := propose1(t, words("wax the floor, sweeping is urgent"), withSchema, first, reply, "A task would be added.")
			if o.err != nil {
				t.Fatal(o.err)
			}
			if name == "one more" {
				// A repaired operation is matched by its record; no other operation is replaced.
				same(t, o.operations(), `{"op":"task.create","title":"Wax the floor"}`, `{"op":"task.update","id":1,"priority":"high"}`)
				return
			}
			if got := o.operations(); len(got) != 2 || !strings.HasPrefix(got[1], "!invalid_priority") || o.ops.Version != 1 {
				t.Errorf("version %d: %s", o.ops.Version, got)
			}
			if o.summary() != "A task would be added. 1 invalid operation was left out." {
				t.Errorf("summary %q", o.summary())
			}
		})
	}
}

func TestARepairNeverWidensAnOperation(t *testing.T) {
	for _, tt := range []struct{ name, first, repaired string }{
		{"another record", `{"op":"task.update","id":"task:1","priority":"burning"}`, `{"op":"task.update","id":"task:2","priority":"high"}`},
		{"a deletion instead", `{"op":"task.update","id":"task:1","priority":"burning"}`, `{"op":"task.delete","id":"task:1"}`},
		{"a deletion of another record", `{"op":"task.delete","id":"task:77"}`, `{"op":"task.delete","id":"task:2"}`},
		{"a deletion of what was not named", `{"op":"task.delete"}`, `{"op":"task.delete","id":"task:1"}`},
		{"everything instead of one", `{"op":"task.set_status","id":"task:1","status":"finished"}`, `{"op":"bulk_set_status","where":{"completed":false},"status":"completed"}`},
		{"a wider filter", `{"op":"bulk_update","where":{"priority":"high","completed":false},"set":{"priority":"burning"}}`, `{"op":"bulk_update","where":{"completed":false},"set":{"priority":"low"}}`},
		{"another filter", `{"op":"bulk_delete","where":{"priority":"hi"}}`, `{"op":"bulk_delete","where":{"completed":false}}`},
		{"more ids", `{"op":"bulk_update","where":{"ids":["task:1"]},"set":{"priority":"burning"}}`, `{"op":"bulk_update","where":{"ids":["task:1","task:2"]},"set":{"priority":"low"}}`},
		{"a filter for an empty one", `{"op":"bulk_delete","where":{}}`, `{"op":"bulk_delete","where":{"kind":"task"}}`},
		{"a field that was not asked for", `{"op":"task.update","id":"task:1","priority":"burning"}`, `{"op":"task.update","id":"task:1","priority":"high","notes":"call +1 900"}`},
		{"an operation for no operation", `{"op":"frobnicate","title":"Wax"}`, `{"op":"task.delete","id":"task:1"}`},
		{"another id for an unread operation", `{"op":"frobnicate","id":"task:1","title":"Wax"}`, `{"op":"task.update","id":"task:2","title":"Wax"}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o := propose1(t, words("sweep the yard, oil the hinges"), withSchema, `{"operations":[`+tt.first+`]}`, `{"operations":[`+tt.repaired+`]}`)
			if o.err != nil {
				t.Fatal(o.err)
			}
			if got := o.operations(); len(got) != 1 || !strings.HasPrefix(got[0], "!") || o.ops.Version != 1 {
				t.Errorf("taken: %s", got)
			}
			if o.script.purposes() != "propose repair" {
				t.Errorf("asked %s", o.script.purposes())
			}
		})
	}
}

func TestARepairFixesInvalidOperations(t *testing.T) {
	for _, tt := range []struct{ name, first, repaired, want string }{
		{"a slip in a key", `{"op":"bulk_update","where":{"overdu":true},"set":{"priority":"high"}}`, `{"op":"bulk_update","where":{"overdue":true},"set":{"priority":"high"}}`,
			`{"op":"bulk_update","where":{"overdue":true,"kind":"task"},"set":{"priority":"high"}}`},
		{"a task with a time is an event", `{"op":"task.create","title":"Dentist","scheduledFor":"2026-11-23","startTime":"09:00"}`, `{"op":"event.create","title":"Dentist","scheduledFor":"2026-11-23","startTime":"09:00"}`,
			`{"op":"event.create","title":"Dentist","scheduledFor":"2026-11-23","startTime":"09:00"}`},
		{"an id that is shown for one that is not there", `{"op":"task.update","id":"task:77","priority":"low"}`, `{"op":"task.update","id":"task:2","priority":"low"}`, `{"op":"task.update","id":2,"priority":"low"}`},
		{"an occurrence", `{"op":"task.set_status","id":"task:3","status":"skipped"}`, `{"op":"task.set_status","id":"task:3","status":"skipped","occurrenceDate":"2026-11-21"}`,
			`{"op":"task.set_status","id":3,"status":"skipped","occurrenceDate":"2026-11-21"}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o := propose1(t, words("carp, hinges, yard"), withSchema, `{"operations":[`+tt.first+`]}`, `{"operations":[`+tt.repaired+`]}`, "So be it.")
			if o.err != nil {
				t.Fatal(o.err)
			}
			if got := o.operations(); len(got) != 1 || got[0] != tt.want && !strings.HasPrefix(tt.want, `{"op":"bulk`) || o.ops.Version != 2 {
				t.Errorf("version %d: %s", o.ops.Version, got)
			}
		})
	}
}

func TestAnUnreadableReplyIsRequestedOnceMore(t *testing.T) {
	o := propose1(t, words("wax the floor"), withSchema, "Certainly, consider it handled.", `{"operations":[{"op":"task.create","title":"Wax the floor"}]}`, "A task would be added.")
	if o.err != nil || o.names() != "proposing repairing validating ops summarizing summary" {
		t.Fatalf("%v, said %s", o.err, o.names())
	}
	o = propose1(t, words("add waxing"), withSchema, "Certainly.", "As I said.")
	if o.class(t) != problem.Unavailable || o.script.purposes() != "propose propose" || len(o.ops.Operations) > 0 {
		t.Errorf("%v, asked %s", o.err, o.script.purposes())
	}
}

func TestAModelThatProposesNothingIsAnsweredWithGuidance(t *testing.T) {
	for _, caps := range []propose.Capabilities{withTools, withSchema} {
		reply := any(`{"operations":[]}`)
		if caps.Tools {
			reply = propose.Reply{Text: "I have added it to your list!"}
		}
		o := propose1(t, words("add something nice"), caps, reply, reply)
		if o.class(t) != problem.Unavailable || !strings.HasPrefix(o.summary(), "I could not propose any changes.") {
			t.Errorf("%v: %q", o.err, o.summary())
		}
	}
}

func TestAQuestionOfTheModelIsAClarify(t *testing.T) {
	o := propose1(t, words("move the rehearsal"), withTools, propose.Reply{Text: "To which day should I move it?"})
	if o.class(t) != problem.Unanswered || o.names() != "proposing clarify summary" {
		t.Fatalf("%v, said %s", o.err, o.names())
	}
	if c := o.said[1].(event.Clarify); c.Question != "To which day should I move it?" || len(c.Options) != 1 || c.Options[0].Title != "Choir rehearsal" {
		t.Errorf("got %+v", c)
	}
}

func TestTheSummaryIsTheModelsOrComputed(t *testing.T) {
	const plan = `{"operations":[{"op":"task.create","title":"Wax the floor"}]}`
	const made = "Would create 1 task: “Wax the floor”."
	for name, tt := range map[string]struct {
		reply any
		want  string
	}{
		"plain":               {"A task to wax the floor.", "A task to wax the floor."},
		"with markup":         {"<think>hm</think>**A task** to\n\n- `wax` the _floor_.", "A task to wax the floor."},
		"in response tags":    {"<response>A task.</response>", "A task."},
		"with a fence":        {"A task.\n```json\n{\"a\":1}\n```", "A task."},
		"empty":               {"", made},
		"thoughts alone":      {"<think>what a request</think>", made},
		"an error":            {errors.New("the line is dead"), made},
		"a claim":             {"I have added the task for you.", made},
		"escape sequences":    {"A \x1b[31mtask\x1b[0m.", "A [31mtask[0m."},
		"what cannot be seen": {"A t\u202eask\u200b.", "A task."},
	} {
		t.Run(name, func(t *testing.T) {
			o := propose1(t, words("wax the floor"), withSchema, plan, tt.reply)
			if o.err != nil || o.summary() != tt.want {
				t.Errorf("%v: %q, want %q", o.err, o.summary(), tt.want)
			}
		})
	}
	o := propose1(t, words("wax"), withSchema, plan, strings.Repeat("word ", 400))
	if n := len([]rune(o.summary())); n > 500 {
		t.Errorf("a summary of %d characters", n)
	}
}

func TestACancelledRequestIsNotRepaired(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	s := &script{able: withSchema, replies: []any{`{"operations":[{"op":"task.create","title":"Wax"}]}`, context.Canceled}}
	in(t, func(snapshot workspace.Reader) error {
		cancel()
		_, err := propose.RunModel(ctx, model(s), words("wax"), propose.Lend(snapshot), saturday, check.Rules{}, &event.Recorder{})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
		return nil
	})
}

func TestRelativeDaysOfAModelCountFromToday(t *testing.T) {
	const want = `{"op":"task.create","title":"Wax the floor","scheduledFor":"2026-11-22"}`
	written := `{"operations":[{"op":"task.create","title":"Wax the floor","scheduledFor":"tomorrow"}]}`
	called := propose.Reply{Calls: []propose.Call{
		{ID: "1", Name: "create_task", Arguments: `{"title":"Wax the floor","scheduledFor":"tomorrow"}`},
	}}
	for name, o := range map[string]outcome{
		"written":    propose1(t, words("wax the floor"), withSchema, written, "One task."),
		"text":       propose1(t, words("wax the floor"), withText, written, "One task."),
		"called":     propose1(t, words("wax the floor"), withTools, called, propose.Reply{Text: "Proposed."}, "One task."),
		"with tools": propose1(t, words("wax the floor"), withTools, propose.Reply{Text: written}, "One task."),
		"repaired": propose1(t, words("wax the floor"), withSchema,
			`{"operations":[{"op":"task.create","title":"Wax the floor","scheduledFor":"soonish"}]}`, written, "One task."),
	} {
		t.Run(name, func(t *testing.T) {
			if o.err != nil {
				t.Fatal(o.err)
			}
			same(t, o.operations(), want)
		})
	}
}

func TestACutAnswerSaysSo(t *testing.T) {
	o := propose1(t, words("wax and sweep"), withText, propose.Reply{Text: `{"operations":[{"op":"task.create","title":"Wax the floor"},{"op":"task.create","ti`, Cut: true}, "One task.")
	same(t, o.operations(), `{"op":"task.create","title":"Wax the floor"}`)
	if len(o.ops.Warnings) != 1 || o.ops.Warnings[0].Code != "cut_reply" {
		t.Errorf("got %+v", o.ops.Warnings)
	}
}

func TestAServerThatRefusesToolsIsAskedWithoutThem(t *testing.T) {
	denied := &problem.Refusal{Class: problem.Unavailable, Problem: problem.Problem{Code: "engine_refused"}, Cause: &propose.ToolsUnsupportedError{Cause: errors.New("no tools")}}
	out := propose1(t, words("wax the floor"), withTools, denied, `{"operations":[{"op":"task.create","title":"Wax the floor"}]}`, "Done.")
	if out.err != nil {
		t.Fatal(out.err)
	}
	same(t, out.operations(), `{"op":"task.create","title":"Wax the floor"}`)
	if a := out.script.asked; len(a[0].Tools) == 0 || len(a[1].Tools) > 0 || a[1].Schema == nil {
		t.Errorf("asked with %d tools, then with %d and the schema %q", len(a[0].Tools), len(a[1].Tools), a[1].Schema)
	}
	// A server that refuses tools although none were sent is not asked endlessly.
	if out = propose1(t, words("wax the floor"), withTools, denied, denied); out.class(t) != problem.Unavailable || len(out.script.asked) != 2 {
		t.Errorf("asked %d times, %v", len(out.script.asked), out.err)
	}
}
