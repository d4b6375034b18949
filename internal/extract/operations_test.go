package extract_test

import (
	"strings"
	"testing"

	"assister/internal/extract"
	"assister/internal/op"
	"assister/internal/problem"
)

// read writes the result of a reply in one string: the operations in canonical form, or
// the codes of their problems, each followed by a bar.
func read(r extract.Result) string {
	var b strings.Builder
	for _, item := range r.Items {
		if len(item.Problems) > 0 {
			b.WriteString(item.Problems[0].Code)
		} else {
			b.Write(item.Op.Canonical())
		}
		b.WriteByte('|')
	}
	return b.String()
}

const (
	milk  = `{"op":"task.create","title":"Buy milk"}`
	call  = `{"op":"task.create","title":"Call Ann"}`
	drop3 = `{"op":"task.delete","id":3}`
)

func TestOperationsAccepts(t *testing.T) {
	for _, tt := range []struct{ name, text, want, message string }{
		// Lists.
		{"an object with operations", `{"operations":[` + milk + `,` + drop3 + `]}`, milk + "|" + drop3 + "|", ""},
		{"with a message", `{"operations":[` + milk + `],"message":"Done soon."}`, milk + "|", "Done soon."},
		{"an object with actions", `{"actions":[` + milk + `]}`, milk + "|", ""},
		{"an array", `[` + milk + `,` + call + `]`, milk + "|" + call + "|", ""},
		{"one operation", milk, milk + "|", ""},
		{"one under operations", `{"operations":` + milk + `}`, milk + "|", ""},
		{"operations as a string", `{"operations":"[{\"op\":\"task.delete\",\"id\":3}]"}`, drop3 + "|", ""},
		{"an operation as a string", `{"operations":["{\"op\":\"task.delete\",\"id\":3}"]}`, drop3 + "|", ""},
		{"an object around it", `{"plan":{"operations":[` + milk + `]}}`, milk + "|", ""},
		{"one operation a line", milk + "\n" + call + "\n", milk + "|" + call + "|", ""},
		{"one operation a line, with commas", milk + ",\n" + call, milk + "|" + call + "|", ""},
		{"one operation a bullet", "- " + milk + "\n- " + call, milk + "|" + call + "|", ""},
		{"numbered operations", "1. " + milk + "\n2. " + call, milk + "|" + call + "|", ""},
		{"one operation a line in a fence", "```json\n" + milk + "\n" + call + "\n```", milk + "|" + call + "|", ""},

		// Calls with named arguments.
		{"a call", `create_task(title="Buy milk")`, milk + "|", ""},
		{"calls in a list", `[create_task(title="Buy milk"), delete_task(id=3)]`, milk + "|" + drop3 + "|", ""},
		{"a call a line", "create_task(title='Buy milk')\ndelete_task(id=3)\n", milk + "|" + drop3 + "|", ""},
		{"calls in a fence", "Sure:\n```tool_code\ncreate_task(title=\"Buy milk\")\ncreate_task(title=\"Call Ann\")\n```\nOK?", milk + "|" + call + "|", "Sure:\n\n\n\n\nOK?"},

		// Nothing to do.
		{"no operations", `{"operations":[]}`, "", ""},
		{"an empty array", `[]`, "", ""},
		{"an empty array in a fence", "```json\n[]\n```", "", ""},
		{"null for operations", `{"operations":null,"message":"Nothing to do."}`, "", "Nothing to do."},
		{"a message alone", `{"message":"Nothing to do."}`, "", "Nothing to do."},
		{"no calls", `{"tool_calls":[],"message":"ok"}`, "", "ok"},

		// Text around it.
		{"prose", "I'd add it (see [1]):\n" + milk + "\nOK?", milk + "|", "I'd add it (see [1]):\n\nOK?"},
		{"thoughts with a draft", "<think>" + drop3 + "</think>{\"operations\":[" + milk + "]}", milk + "|", ""},
		{"a response with a draft before", drop3 + "<response>" + milk + "</response>", milk + "|", ""},
		{"a fence", "Here:\n```json\n{\"operations\":[" + milk + "]}\n```", milk + "|", "Here:"},
		{"boxes to tick", "- [ ] milk\n- [x] bread\n" + milk, milk + "|", "- [ ] milk\n- [x] bread"},
		{"other JSON beside it", `For {"date":null} and [1, 2]: {"operations":[` + milk + `]}`, milk + "|", `For  and [1, 2]:`},
		{"the same twice", milk + "\nthat is:\n```\n{\"operations\":[" + milk + "]}\n```", milk + "|", "that is:"},
		{"the same twice in other spellings", milk + " or: " + `{"tool":"create_task","arguments":{"title":"Buy milk"}}`, milk + "|", "or:"},

		// Tool calls.
		{"a call", `{"tool_calls":[{"function":{"name":"task.create","arguments":{"title":"Buy milk"}}}]}`, milk + "|", ""},
		{"with arguments as a string", `{"tool_calls":[{"id":"call_1","type":"function","function":{"name":"task.create","arguments":"{\"title\":\"Buy milk\"}"}}]}`, milk + "|", ""},
		{"with a string that needs mending", `{"tool_calls":[{"function":{"name":"task.create","arguments":"{'title': 'Buy milk',}"}}]}`, milk + "|", ""},
		{"with a string in a fence", "{\"tool_calls\":[{\"function\":{\"name\":\"task.create\",\"arguments\":\"```json\\n{\\\"title\\\":\\\"Buy milk\\\"}\\n```\"}}]}", milk + "|", ""},
		{"with a string that is no object", `{"tool_calls":[{"function":{"name":"task.create","arguments":"milk"}}]}`, "invalid_arguments|", ""},
		{"with a string that was cut", `{"tool_calls":[{"function":{"name":"task.create","arguments":"{\"title\":\"Buy"}}]}`, "invalid_arguments|", ""},
		{"without the function around it", `{"tool_calls":[{"name":"create_task","arguments":{"title":"Buy milk"}}]}`, milk + "|", ""},
		{"a call by itself", `{"name":"create_task","arguments":{"title":"Buy milk"}}`, milk + "|", ""},
		{"a call under parameters", `{"name":"create_task","parameters":{"title":"Buy milk"}}`, milk + "|", ""},
		{"a call under input", `{"type":"tool_use","id":"toolu_1","name":"create_task","input":{"title":"Buy milk"}}`, milk + "|", ""},
		{"calls between tags", "<tool_call>\n" + `{"name":"create_task","arguments":{"title":"Buy milk"}}` + "\n</tool_call>\n<tool_call>\n" + `{"name":"delete_task","arguments":{"id":3}}` + "\n</tool_call>", milk + "|" + drop3 + "|", ""},
		{"calls behind a mark", `[TOOL_CALLS] [{"name":"create_task","arguments":{"title":"Buy milk"}}]`, milk + "|", ""},
		{"a name in capitals", `{"tool_calls":[{"function":{"name":"Task.Delete","arguments":"{\"id\":\"3\"}"}}]}`, drop3 + "|", ""},

		// Envelopes of servers.
		{"a message with calls", `{"model":"m","message":{"role":"assistant","content":"Here.","tool_calls":[{"function":{"name":"task.create","arguments":{"title":"Buy milk"}}}]},"done":true}`, milk + "|", "Here."},
		{"a message with text", `{"message":{"role":"assistant","content":"{\"operations\":[{\"op\":\"task.delete\",\"id\":3}],\"message\":\"Gone.\"}"},"done":true}`, drop3 + "|", "Gone."},
		{"a message with prose", `{"message":{"role":"assistant","content":"Which one?"},"done":true}`, "", "Which one?"},
		{"choices", `{"choices":[{"index":0,"message":{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"task.delete","arguments":"{\"id\":3}"}}]}}]}`, drop3 + "|", ""},
		{"the output of a response", `{"output":[{"type":"reasoning"},{"type":"function_call","call_id":"c","name":"task.delete","arguments":"{\"id\":3}"}]}`, drop3 + "|", ""},
		{"an output without calls", `{"output":[{"type":"message"}]}`, "", ""},

		// Replies that need a repair.
		{"no quotes and a comma too many", `{operations: [{op: task.create, title: 'Buy milk',},]}`, milk + "|", ""},
		{"Python", `{'operations': [{'op': 'task.create', 'title': 'Buy milk', 'notes': None}]}`, `{"op":"task.create","title":"Buy milk","notes":null}|`, ""},
		{"quotes in a title", `{"operations":[{"op":"task.create","title":"the "big" one"}]}`, `{"op":"task.create","title":"the \"big\" one"}|`, ""},
		{"a bracket too many", `{"operations":[` + milk + `},` + call + `]}`, milk + "|" + call + "|", ""},
		{"a bracket missing", `{"operations":[` + milk + `}`, milk + "|", ""},

		// Invalid operations.
		{"an unknown operation", `{"operations":[{"op":"task.explode","id":3},` + drop3 + `]}`, "invalid_op|" + drop3 + "|", ""},
		{"an object that is no operation", `{"a":1}`, "invalid_op|", ""},
		{"a title beside a message", `{"title":"Buy milk","message":"ok"}`, "unknown_field|", ""},
		{"what is no object in a list", `{"operations":[7,` + drop3 + `]}`, "invalid_operation_object|" + drop3 + "|", ""},
		{"an inferred operation", `{"id":"5","title":"A"}`, `{"op":"task.update","id":5,"title":"A"}|`, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, p := extract.Operations(tt.text, op.Notation{})
			if p != nil {
				t.Fatalf("%q was refused: %v", tt.text, p)
			}
			if got := read(r); got != tt.want {
				t.Errorf("%q was read as %s, want %s", tt.text, got, tt.want)
			}
			if r.Message != strings.TrimSpace(tt.message) {
				t.Errorf("%q says %q, want %q", tt.text, r.Message, tt.message)
			}
			if r.Cut {
				t.Errorf("%q is said to be cut", tt.text)
			}
		})
	}
}

func TestTheCompleteOperationsOfACutReplyCount(t *testing.T) {
	for _, tt := range []struct{ name, text, want, notes string }{
		{"in a title", `{"operations":[` + milk + `,{"op":"task.create","title":"Call A`, milk + "|", "cut operation_dropped"},
		{"in a title that looks as if it ended", `{"operations":[` + milk + `,{"op":"task.create","title":"Call Ann, Bob]} and`, milk + "|", "cut operation_dropped"},
		{"behind a title", `{"operations":[` + milk + `,{"op":"task.create","title":"Call Ann"`, milk + "|", "cut operation_dropped"},
		{"behind a comma", `{"operations":[` + milk + `,{"op":"task.create","title":"Call Ann",`, milk + "|", "cut operation_dropped"},
		{"in a name", `{"operations":[` + milk + `,{"op":"task.create","tit`, milk + "|", "cut operation_dropped"},
		{"in an id", `{"operations":[` + milk + `,{"op":"task.delete","id":1`, milk + "|", "cut operation_dropped"},
		{"inside an operation", `{"operations":[` + milk + `,{"op":"task.update","id":1,"recurrence":{"type":"daily"}`, milk + "|", "cut operation_dropped"},
		{"in a call", `{"tool_calls":[{"function":{"name":"task.delete","arguments":{"id":3}}},{"function":{"name":"task.delete","arguments":{"id":4}`, drop3 + "|", "cut operation_dropped"},
		{"between operations", `{"operations":[` + milk + `,`, milk + "|", "cut"},
		{"behind an operation", `{"operations":[` + milk, milk + "|", "cut"},
		{"behind the list", `{"operations":[` + milk + `]`, milk + "|", "cut"},
		{"in the message", `{"operations":[` + milk + `],"message":"Do`, milk + "|", "cut"},
		{"in an array", `[` + milk + `,{"op":`, milk + "|", "cut operation_dropped"},
		{"on the second line", milk + "\n" + `{"op":"task.create","title":"Call`, milk + "|", "cut operation_dropped"},
		{"by a fence", "```json\n{\"operations\":[" + milk + ",{\"op\":\"task.delete\",\n```\nOops.", milk + "|", "cut operation_dropped"},
		{"in a call with named arguments", "create_task(title=\"Buy milk\")\ndelete_task(id=3", milk + "|", "cut operation_dropped call"},
		{"in a call of a list", `[create_task(title="Buy milk"), bulk_delete(where={"kind": "task"}`, milk + "|", "cut operation_dropped call"},
		{"in a word", `{"operations":[` + milk + `,task`, milk + "|", "cut operation_dropped unquoted_string"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, p := extract.Operations(tt.text, op.Notation{})
			if p != nil {
				t.Fatalf("%q was refused: %v", tt.text, p)
			}
			if got := read(r); got != tt.want || !r.Cut {
				t.Errorf("%q was read as %s (cut: %v), want %s", tt.text, got, r.Cut, tt.want)
			}
			if got := codesOf(r.Notes); got != tt.notes {
				t.Errorf("%q is noted as %q, want %q", tt.text, got, tt.notes)
			}
		})
	}
}

func TestOperationsRefuses(t *testing.T) {
	for _, tt := range []struct{ name, text, code string }{
		{"prose", "I can't do that.", extract.NoJSON},
		{"a call in a sentence", `You could use delete_task(id=3) for that.`, extract.NoJSON},
		{"a cut call", `delete_task(id=3`, extract.Cut},
		{"a call with an argument that has no name", `delete_task(id=3, 4)`, extract.Ambiguous},
		{"a list of numbers in prose", "see [1] and [2,3]", extract.NoOperations},
		{"an empty array in prose", "- [ ] milk", extract.NoJSON},
		{"an empty array that is cut", "[", extract.NoOperations},
		{"thoughts that do not end", "<think>" + milk, extract.NoJSON},

		{"one operation that is cut", `{"op":"task.create","title":"Buy milk"`, extract.Cut},
		{"a list that is cut in its first", `{"operations":[{"op":"task.delete","id":1`, extract.Cut},
		{"a list that is cut before its first", `{"operations":`, extract.Cut},
		{"a message, and no list yet", `{"message":"I will delete`, extract.Cut},
		{"a cut reply in a server's message", `{"message":{"content":"{\"operations\":[{\"op\":\"task.del"}}`, extract.Cut},

		{"21 operations", `[` + milk + strings.Repeat(","+drop3, 20) + `]`, problem.TooManyOperations},
		{"21 operations on lines", strings.Repeat(drop3+"\n", 21), problem.TooManyOperations},

		{"21 operations in a server's message", `{"message":{"content":"[` + strings.Repeat(`{\"op\":\"task.delete\",\"id\":3},`, 21) + `]"}}`, problem.TooManyOperations},
		{"a draft and an answer in a server's message", `{"message":{"content":"{\"op\":\"task.delete\",\"id\":3} or {\"op\":\"task.delete\",\"id\":4}"}}`, extract.Ambiguous},
		{"a thousand values and more", strings.Repeat("{} or ", 1001), problem.TooManyOperations},

		{"a draft and an answer", milk + "\nNo, rather:\n" + call, extract.Ambiguous},
		{"two fences", "```json\n" + milk + "\n```\n```json\n" + call + "\n```", extract.Ambiguous},
		{"two lists", `{"operations":[` + milk + `]}{"operations":[` + call + `]}`, extract.Ambiguous},
		{"a list, and then none", `{"operations":[` + milk + `]} On second thought: {"operations":[]}`, extract.Ambiguous},
		{"a list, and a longer one", `[` + milk + `] Or all: [` + milk + `,` + call + `]`, extract.Ambiguous},
		{"a list and its cut repetition", `[` + milk + `] Again: [` + milk, extract.Ambiguous},
		{"operations and calls that differ", `{"operations":[` + milk + `],"tool_calls":[` + drop3 + `]}`, extract.Ambiguous},
		{"two ids", `{"op":"task.delete","id":3,"id":4}`, extract.Ambiguous},
		{"a name without a value", `{"op":"task.update","id":3,"title":,"priority":"low"}`, extract.Ambiguous},
		{"words in between", `{"op":"task.update","id":3, not this one "priority":"low"}`, extract.Ambiguous},
		{"a quote missing before the next name", `{"op":"task.create","title":"Buy milk, "notes":"now"}`, extract.Ambiguous},
		{"a quote missing before the next operation", `[{"op":"task.create","title":"Buy milk},{"op":"task.create","title":"Eggs"}]`, extract.Ambiguous},
		{"an unquoted title with a comma", `{op: task.create, title: Buy milk, eggs}`, extract.Ambiguous},
		{"a bracket of the wrong kind", `{"op":"task.delete"],"id":3}`, extract.Ambiguous},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, p := extract.Operations(tt.text, op.Notation{})
			if p == nil {
				t.Fatalf("%q was read as %s", tt.text, read(r))
			}
			if p.Code != tt.code || p.Hint == "" {
				t.Errorf("%q was refused as %+v, want %s and a hint", tt.text, p, tt.code)
			}
			if len(r.Items) > 0 {
				t.Errorf("%q was refused and has operations: %s", tt.text, read(r))
			}
		})
	}
}

func TestTwentyOperationsAreAccepted(t *testing.T) {
	r, p := extract.Operations(`{"operations":[`+milk+strings.Repeat(","+drop3, 19)+`]}`, op.Notation{})
	if p != nil || len(r.Items) != 20 {
		t.Errorf("%d operations, %v", len(r.Items), p)
	}
}

func TestARefusedReplyKeepsItsText(t *testing.T) {
	r, p := extract.Operations("<think>hm</think>Which one do you mean?", op.Notation{})
	if p == nil || r.Message != "Which one do you mean?" || r.Thinking != "hm" {
		t.Errorf("got %+v %v", r, p)
	}
}

func TestThinkingInAServersMessageIsSeparate(t *testing.T) {
	r, p := extract.Operations(`{"message":{"role":"assistant","content":"{\"operations\":[]}","thinking":"hm"}}`, op.Notation{})
	if p != nil || r.Thinking != "hm" || len(r.Items) != 0 {
		t.Errorf("got %+v %v", r, p)
	}
}

func TestAProblemNeverQuotesTheReply(t *testing.T) {
	for _, text := range []string{
		`{secret-9001`, `{"op":"task.create","title":"secret-9001`, `{"op":1,"op":"secret-9001"}`,
		`{"name":"task.create","arguments":"{secret-9001 and more"}`,
	} {
		r, p := extract.Operations(text, op.Notation{})
		said := ""
		if p != nil {
			said = p.Message + p.Hint + p.Field
		}
		for _, item := range r.Items {
			for _, p := range item.Problems {
				said += p.Message + p.Hint + p.Field
			}
		}
		if said == "" || strings.Contains(said, "9001") {
			t.Errorf("%s: %s", text, said)
		}
	}
}
