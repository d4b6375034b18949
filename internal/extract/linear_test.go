package extract

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"assister/internal/ijson"
	"assister/internal/op"
)

// hostile has texts that make a parser look ahead or backtrack as often as possible.
var hostile = []struct{ name, head, part string }{
	{"operations", `{"operations":[`, `{"op":"task.create","title":"Buy milk","tags":["a","b"]},`},
	{"operations without quotes", `{operations:[`, `{op: task.create, title: Buy milk, tags: [a, b],},`},
	{"operations in single quotes", `{'operations':[`, `{'op': 'task.create', 'title': 'Ann's milk'},`},
	{"strings that do not end", ``, `{"a":"`},
	{"strings that do not end, in a list", `[`, `"a, `},
	{"strings that do not end, of three kinds", `[`, `"a, 'b, “c, `},
	{"strings that do not end, in fences", "", "```\n{\"a\":\"x\n```\n{\"b\":\"y\n"},
	{"strings that do not end, by turns", "", "```\n['a\n```\n[\"b\n```json\n[“c\n```\n"},
	{"quotes", `["`, `"`},
	{"quotes and commas", `["`, `","`},
	{"quotes and commas and words", `{"a":"`, `", b `},
	{"quotes and colons", `{"a":"`, `b":`},
	{"quotes that might begin names", `{"a":"`, `, "b `},
	{"quotes far apart", `{"a":"`, `"` + strings.Repeat(" ", 300)},
	{"quotes and comments", `["`, `"/*`},
	{"quotes and comments that end", `["`, `"/**/`},
	{"quotes and line comments", `["`, `"//`},
	{"quotes and brackets", `["`, `"]]]]`},
	{"brackets", ``, `{`},
	{"brackets that end", ``, `[]`},
	{"brackets of prose", ``, `{x `},
	{"brackets of prose in quotes", ``, `{"x" y `},
	{"brackets that only end", `[1`, `}`},
	{"brackets that only end, in an object", `{"a":1`, `]`},
	{"commas", `[`, `,`},
	{"white space", `[`, ` `},
	{"comments", `[`, `/*`},
	{"escapes", `["`, `\`},
	{"escaped quotes", `{\"`, `\"`},
	{"names", `{`, `"a":1,`},
	{"calls", `[`, `f("x`},
	{"calls with names", ``, `f(x="`},
	{"calls with names in each other", ``, `f(x=`},
	{"calls with names in each other, in a list", `[`, `f(x=f(y=1), z="a`},
	{"long names of calls", ``, strings.Repeat("f", 63) + ` `},
	{"equals signs", `{`, `"a"="b", `},
	{"less-than signs", ``, `<`},
	{"tags that do not end", ``, `<think`},
	{"thoughts", ``, `<think></think>`},
	{"responses", ``, `<response>[`},
	{"fences", ``, "```"},
	{"fences with words between", ``, "```\n[a b"},
	{"strings in three quotes", `[`, `"""`},
	{"plus signs", `["a"`, `+ "b"`},
	{"dots", `[`, `...`},
	{"quotes without a pair, in a list", `[`, `"a, "b", `},
	{"bare names in strings", `{"a":"x`, `, b: "y`},
	{"names in a string of a list", `["x`, `]},{"a":`},
	{"brackets in front of a name", `["x` + strings.Repeat("]", 2000) + `{"a`, `":`},
	{"names without a colon", `{`, `"a""b",`},
	{"names with a colon inside", `{`, `"a: "b", `},
	{"strings in a row", `[`, `"a"`},
	{"escaped quotes in front of strings", `[`, `\"a",`},
	{"dots after strings", `["a"`, `...."b"`},
	{"braces and members in a list", `{"a":[`, `},"b":[`},
	{"words and round brackets", `[` + strings.Repeat("w", 2000), ` x(`},
	{"names by the thousand", `{`, `"n":{},`},
}

// grown returns a text of about n bytes.
func grown(head, part string, n int) string {
	return head + strings.Repeat(part, max(1, (n-len(head))/len(part)))
}

func TestExtractionIsLinear(t *testing.T) {
	const small = 16 << 10
	for _, tt := range hostile {
		t.Run(tt.name, func(t *testing.T) {
			for _, cautious := range []bool{false, true} {
				one := scan(grown(tt.head, tt.part, small), cautious).steps
				four := scan(grown(tt.head, tt.part, 4*small), cautious).steps
				if four > 5*one+1000 {
					t.Errorf("cautious %v: %d steps for 16 kB and %d for 64 kB", cautious, one, four)
				}
				if four > 64*4*small {
					t.Errorf("cautious %v: %d steps for 64 kB", cautious, four)
				}
			}
		})
	}
}

// fragments of replies. A random sequence of them is nearly JSON.
var fragments = []string{
	`{`, `}`, `[`, `]`, `(`, `)`, `:`, `,`, `"`, `'`, "`", `“`, `”`, `\`, `\"`, `\u00e9`, `\ud83d`, "\n", " ", "```", "```json\n", "/*", "*/", "//", "#", "...", "+", "=", "=>", `f(x=`, `create_task(title=`,
	`"op"`, `"task.create"`, `"title"`, `"operations"`, `"id"`, `"tool_calls"`, `"function"`, `"arguments"`, `"name"`, `"message"`, `"a"`, `b`, `Ann's`,
	`true`, `None`, `undefined`, `-1`, `2.`, `1e5`, `007`, `2026-11-22`, "<think>", "</think>", "<response>", "</response>", "<tool_call>", "é", "\u00a0", "prose ",
	`{"op":"task.create","title":"A"}`, `{"operations":[`, `]}`,
}

func draft(t *rapid.T) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(fragments), 0, 40).Draw(t, "fragments"), "")
}

// hold checks the properties that every text must have.
func hold(t interface {
	Helper()
	Fatalf(string, ...any)
}, text string) {
	t.Helper()
	v, _, p := Value(text)
	if p == nil {
		written := ijson.AppendValue(nil, v)
		again, p := ijson.Parse(written)
		if p != nil || !json.Valid(written) {
			t.Fatalf("%q became %s, which is no JSON: %v", text, written, p)
		}
		if second := ijson.AppendValue(nil, again); string(second) != string(written) {
			t.Fatalf("%q became %s, and that %s", text, written, second)
		}
		if read, notes, p := Value(string(written)); p != nil || len(notes) > 0 || !equal(read, v) {
			t.Fatalf("%q became %s, which is read as %s %v %v", text, written, ijson.AppendValue(nil, read), notes, p)
		}
	}
	if strictly, q := ijson.Parse([]byte(text)); q == nil && strictly.Kind >= ijson.Array {
		if p != nil || !equal(strictly, v) {
			t.Fatalf("%q is JSON and became %s (%v)", text, ijson.AppendValue(nil, v), p)
		}
	}
	r, p := Operations(text, op.Notation{})
	if p != nil && len(r.Items) > 0 {
		t.Fatalf("%q was refused and has operations", text)
	}
	for _, item := range r.Items {
		if len(item.Problems) == 0 && !json.Valid(item.Op.AppendJSON(nil)) {
			t.Fatalf("%q became an operation that is no JSON", text)
		}
	}
	for cautious := range 2 {
		if n := scan(text, cautious == 1).steps; n > 100*(len(text)+64) {
			t.Fatalf("%q took %d steps", text, n)
		}
	}
}

func TestAnAcceptedValueRoundTrips(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { hold(t, draft(t)) })
}

func TestACutReplyHasNoOtherOperationThanTheWhole(t *testing.T) {
	title := rapid.StringMatching(`[a-z ,:"{}\[\]\\']{1,12}x`)
	rapid.Check(t, func(t *rapid.T) {
		var parts []string
		whole := map[string]bool{}
		for i := range rapid.IntRange(1, 4).Draw(t, "operations") {
			text := fmt.Sprintf(`{"op":"task.update","id":%d,"title":%s,"tags":["a"]}`, i+1, ijson.AppendString(nil, title.Draw(t, "title")))
			parts = append(parts, text)
		}
		reply := `{"operations":[` + strings.Join(parts, ",") + `]}`
		r, p := Operations(reply, op.Notation{})
		if p != nil || len(r.Items) != len(parts) || r.Cut {
			t.Fatalf("%s: %v", reply, p)
		}
		for _, item := range r.Items {
			whole[string(item.Op.Canonical())] = true
		}
		at := rapid.IntRange(0, len(reply)-1).Draw(t, "cut")
		r, p = Operations(reply[:at], op.Notation{})
		if p != nil {
			return
		}
		if !r.Cut {
			t.Fatalf("%s: nobody says that it is cut", reply[:at])
		}
		for _, item := range r.Items {
			if len(item.Problems) > 0 || !whole[string(item.Op.Canonical())] {
				t.Fatalf("%s was read as %s", reply[:at], item.Op.Canonical())
			}
		}
	})
}

func TestOrdinaryMistakesChangeNothing(t *testing.T) {
	word := rapid.StringMatching(`[A-Za-z][A-Za-z ]{0,10}[a-z]`)
	rapid.Check(t, func(t *rapid.T) {
		want := `{"op":"task.create","title":"` + word.Draw(t, "title") + `","priority":"high"}`
		text := want
		for _, slip := range rapid.SliceOfDistinct(rapid.IntRange(0, 5), rapid.ID).Draw(t, "slips") {
			switch slip {
			case 0:
				text = strings.ReplaceAll(text, `"`, `'`)
			case 1:
				text = strings.Replace(text, `}`, `,}`, 1)
			case 2:
				text = strings.ReplaceAll(text, `:`, " :\n ")
			case 3:
				text = strings.Replace(text, `{`, "{ // an operation\n", 1)
			case 4:
				text = "```json\n" + text + "\n```"
			case 5:
				text = "Sure, here it is: " + text
			}
		}
		r, p := Operations(text, op.Notation{})
		if p != nil || len(r.Items) != 1 || string(r.Items[0].Op.Canonical()) != want && len(r.Items[0].Problems) == 0 {
			t.Fatalf("%s: %v %+v", text, p, r.Items)
		}
	})
}

func FuzzExtract(f *testing.F) {
	for _, h := range hostile {
		f.Add(grown(h.head, h.part, 64))
	}
	for _, s := range fragments {
		f.Add(s)
	}
	f.Add(`{"operations":[{"op":"task.create","title":"Buy milk"},{"op":'x',}`)
	f.Add("(\x0f“")
	f.Fuzz(func(t *testing.T, text string) { hold(t, text) })
}

func BenchmarkReply(b *testing.B) {
	for _, size := range []int{2 << 10, 250 << 10} {
		for _, form := range []struct{ name, head, part, tail string }{
			{"valid", hostile[0].head, hostile[0].part, "{}]}"},
			{"cut", hostile[0].head, hostile[0].part, ""},
			{"without quotes", hostile[1].head, hostile[1].part, ""},
			{"single quotes", hostile[2].head, hostile[2].part, ""},
		} {
			text := grown(form.head, form.part, size-8) + form.tail
			b.Run(fmt.Sprintf("%s/%dkB", form.name, size>>10), func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				b.ReportAllocs()
				for b.Loop() {
					if _, _, p := Value(text); p != nil {
						b.Fatal(p)
					}
				}
			})
		}
	}
}

func BenchmarkOperations(b *testing.B) {
	text := grown(hostile[0].head, hostile[0].part, 1<<10)
	text = text[:len(text)-1] + "]}"
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, p := Operations(text, op.Notation{}); p != nil {
			b.Fatal(p)
		}
	}
}
