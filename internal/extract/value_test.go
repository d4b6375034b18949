package extract_test

import (
	"strings"
	"testing"

	"assister/internal/extract"
	"assister/internal/ijson"
	"assister/internal/problem"
)

func TestValueAccepts(t *testing.T) {
	for _, tt := range []struct{ name, text, want, notes string }{
		// Valid JSON.
		{"an object", `{"title":"Buy milk"}`, `{"title":"Buy milk"}`, ""},
		{"an array", `[1,-2.5e3,"x",true,null]`, `[1,-2.5e3,"x",true,null]`, ""},
		{"an empty object", ` {} `, `{}`, ""},
		{"an empty array", `[ ]`, `[]`, ""},
		{"escapes", `{"a":"\u00e9\n\"\\\/\ud83d\ude00"}`, "{\"a\":\"é\\n\\\"\\\\/😀\"}", ""},
		{"braces in a string", `{"title":"{ [ } ]"}`, `{"title":"{ [ } ]"}`, ""},
		{"a fence in a string", "{\"notes\":\"```go\"}", "{\"notes\":\"```go\"}", ""},
		{"tags in a string", `{"title":"what <think> and </response> do"}`, `{"title":"what <think> and </response> do"}`, ""},
		{"what looks like a list in a string", `{"title":"a\", \"b\": \"c"}`, `{"title":"a\", \"b\": \"c"}`, ""},
		{"a name of 200 letters", `{"a":"x","` + strings.Repeat("n", 200) + `":1}`, `{"a":"x","` + strings.Repeat("n", 200) + `":1}`, ""},

		// Other notations.
		{"a hash of Ruby", `{"op" => "task.create", "tags" => ["a", "b"], "n" => nil}`, `{"op":"task.create","tags":["a","b"],"n":null}`, "other_literal other_colon"},
		{"equals signs", `{"op" = "task.create", "title" = "a = b"}`, `{"op":"task.create","title":"a = b"}`, "other_colon"},
		{"a call", `create_task(title="Buy milk, bread (2)", priority='high', done=False, tags=["a"])`,
			`{"name":"create_task","arguments":{"title":"Buy milk, bread (2)","priority":"high","done":false,"tags":["a"]}}`, "other_quotes other_literal call"},
		{"a list of calls", `[create_task(title="A"), update_task(id="t1", title="x=1, y=2")]`,
			`[{"name":"create_task","arguments":{"title":"A"}},{"name":"update_task","arguments":{"id":"t1","title":"x=1, y=2"}}]`, "call"},
		{"a call in a fence", "Here:\n```tool_code\ntask.create(title=\"A\")\n```", `{"name":"task.create","arguments":{"title":"A"}}`, "call"},
		{"a call in a tag", `<tool_call>create_task(title="A")</tool_call>`, `{"name":"create_task","arguments":{"title":"A"}}`, "call"},
		{"a call in prose", `I would call create_task(title="A"), or {"a":1}`, `{"a":1}`, ""},
		{"a call in a call", `f(x=g(y=1), z={"a": 2})`, `{"name":"f","arguments":{"x":{"name":"g","arguments":{"y":1}},"z":{"a":2}}}`, "call"},
		{"a call that is cut", `create_task(title="A", notes="B`, `{"name":"create_task","arguments":{"title":"A","notes":"B"}}`, "cut missing_end_quote call"},

		// Its place in the text.
		{"prose around it", `Sure! {"a":1} Anything else?`, `{"a":1}`, ""},
		{"brackets in the prose before", `I (Ann) see {names} and [links](x): {"a":1}`, `{"a":1}`, ""},
		{"a stray bracket before", `well ] then {"a":1}`, `{"a":1}`, ""},
		{"an array in prose", `the ids [3,4] it is`, `[3,4]`, ""},
		{"boxes to tick before", "- [ ] milk\n- [x] bread\n{\"a\":1}", `{"a":1}`, ""},
		{"a footnote before a fence", "as said [1]:\n```json\n{\"a\":1}\n```", `{"a":1}`, ""},
		{"the first of two", `{"a":1} or {"b":2}`, `{"a":1}`, ""},
		{"the first of two lines", "{\"a\":1}\n{\"b\":2}", `{"a":1}`, ""},
		{"several with commas", `{"a":1}, {"b":2}, [3]`, `[{"a":1},{"b":2},[3]]`, "missing_bracket"},
		{"a comma behind it", `{"a":1},`, `{"a":1}`, ""},
		{"an empty object before another", `Like {x}: {"b":2}`, `{"b":2}`, ""},
		{"a call around it", `answer({"a":1});`, `{"a":1}`, ""},
		{"an assignment", `const plan = {"a":1};`, `{"a":1}`, ""},
		{"a byte order mark", "\ufeff{\"a\":1}", `{"a":1}`, ""},
		{"too many brackets behind it", `{"a":[1]}]}`, `{"a":[1]}`, "extra_bracket"},
		{"a bracket around a fence", "{```json\n{\"a\":1}\n```}", `{"a":1}`, ""},

		// Fences.
		{"a fence", "```json\n{\"a\":1}\n```", `{"a":1}`, ""},
		{"a fence without a language", "```\n{\"a\":1}\n```", `{"a":1}`, ""},
		{"a fence in another language", "```python\n{'a': None}\n```", `{"a":null}`, "other_quotes other_literal"},
		{"a fence within a line", "here: ```json {\"a\":1}```", `{"a":1}`, ""},
		{"a fence that does not end", "```json\n{\"a\":1}", `{"a":1}`, ""},
		{"a fence that only ends", "{\"a\":1}\n```", `{"a":1}`, ""},
		{"a fence that ends an object", "```json\n{\"a\":{\"b\":1}\n```\nDone.", `{"a":{"b":1}}`, "cut"},
		{"a fence that ends a string", "```json\n{\"a\":\"x\n```\nSay \"yes\"", `{"a":"x"}`, "cut missing_end_quote"},
		{"prose in quotes behind a fence", "```json\n[\"a\"]\n```\n\"quoted\"", `["a"]`, ""},
		{"two fences", "```json\n{\"a\":1}\n```\nthen\n```json\n{\"b\":2}\n```", `{"a":1}`, ""},
		{"a fence right behind a string", "{\"a\":\"x\"```", `{"a":"x"}`, "cut"},

		// Tags.
		{"thoughts before", `<think>maybe {"a":0}?</think>{"a":1}`, `{"a":1}`, ""},
		{"thoughts in capitals", "<THINK>\n{\"a\":0}\n</THINK>\n{\"a\":1}", `{"a":1}`, ""},
		{"thoughts that began in the prompt", `it could be {"a":0}.</think>{"a":1}`, `{"a":1}`, ""},
		{"a response", `<response>{"a":1}</response>`, `{"a":1}`, ""},
		{"a response after a draft", `{"a":0} <response>{"a":1}</response> {"a":2}`, `{"a":1}`, ""},
		{"the first response", `<response>{"a":1}</response><response>{"a":2}</response>`, `{"a":1}`, ""},
		{"a response that does not end", `<response>{"a":1}`, `{"a":1}`, ""},
		{"a response that ends an object", `<response>{"a":[1</response>`, `{"a":[1]}`, "cut"},
		{"a tool call's tags", `<tool_call>{"a":1}</tool_call>`, `{"a":1}`, ""},

		// Commas and colons.
		{"a comma at the end of an object", `{"a":1,}`, `{"a":1}`, "extra_comma"},
		{"a comma at the end of an array", `[1,2,]`, `[1,2]`, "extra_comma"},
		{"a comma at the beginning", `[,1]`, `[1]`, "extra_comma"},
		{"two commas", `{"a":1,,"b":2}`, `{"a":1,"b":2}`, "extra_comma"},
		{"no comma between strings", `["a" "b"]`, `["a","b"]`, "missing_comma"},
		{"no comma between numbers on lines", "[1\n2]", `[1,2]`, "missing_comma"},
		{"no comma between objects", "[{\"a\":1}\n{\"a\":2}]", `[{"a":1},{"a":2}]`, "missing_comma"},
		{"no comma between members", `{"a":"x" "b":"y"}`, `{"a":"x","b":"y"}`, "missing_comma"},
		{"no comma before a name without quotes", "{\"a\":\"x\"\nb:2}", `{"a":"x","b":2}`, "missing_comma unquoted_name"},
		{"no colon before a string", `{"a" "x"}`, `{"a":"x"}`, "missing_colon"},
		{"no colon before a number", `{"a" 2}`, `{"a":2}`, "missing_colon"},
		{"two colons", `{"a"::2}`, `{"a":2}`, ""},

		// Quotes.
		{"single quotes", `{'a':'x'}`, `{"a":"x"}`, "other_quotes"},
		{"an apostrophe in single quotes", `{'a':'Ann's car'}`, `{"a":"Ann's car"}`, "other_quotes unescaped_quote"},
		{"an escaped apostrophe", `{"a":"Ann\'s"}`, `{"a":"Ann's"}`, "odd_escape"},
		{"smart quotes", `{“a”:“x”}`, `{"a":"x"}`, "other_quotes"},
		{"smart single quotes", `{‘a’:‘x’}`, `{"a":"x"}`, "other_quotes"},
		{"guillemets", `{«a»:«x»}`, `{"a":"x"}`, "other_quotes"},
		{"smart quotes inside straight ones", `{"a":"the “big” one",}`, `{"a":"the “big” one"}`, "extra_comma"},
		{"double quotes inside single ones", `{'a':'say "hi"'}`, `{"a":"say \"hi\""}`, "other_quotes"},
		{"backticks", "{`a`:`x`}", `{"a":"x"}`, "other_quotes"},
		{"triple quotes", `{"a":"""say "hi", then go"""}`, `{"a":"say \"hi\", then go"}`, "other_quotes"},
		{"quotes that are not escaped", `{"a":"the "big" one"}`, `{"a":"the \"big\" one"}`, "unescaped_quote"},
		{"such quotes before a comma", `{"a":"a "b", c","d":1}`, `{"a":"a \"b\", c","d":1}`, "unescaped_quote"},
		{"such quotes before a bracket", `{"a":"see ["b"] there"}`, `{"a":"see [\"b\"] there"}`, "unescaped_quote"},
		{"such quotes at the end", `{"a":"the "last""}`, `{"a":"the \"last\""}`, "unescaped_quote"},
		{"such quotes at the end, in a list", `["the "last"",1]`, `["the \"last\"",1]`, "unescaped_quote"},
		{"such quotes in a name", `{"a"b"c":1}`, `{"a\"b\"c":1}`, "unescaped_quote"},
		{"a quote missing at the end", `{"a":"x}`, `{"a":"x"}`, "missing_end_quote"},
		{"a quote missing at the end of an item", `["x]`, `["x"]`, "missing_end_quote"},
		{"a quote missing before the next name", `{"a":"x,"b":"y"}`, `{"a":"x","b":"y"}`, "missing_end_quote"},
		{"a quote missing at the beginning", `{"a":x","b":"y"}`, `{"a":"x","b":"y"}`, "missing_start_quote"},
		{"a quote missing before a name", `{"a":"x",b":"y"}`, `{"a":"x","b":"y"}`, "missing_start_quote"},
		{"names without quotes", `{a:1,b_2:2,3:4}`, `{"a":1,"b_2":2,"3":4}`, "unquoted_name"},
		{"a value without quotes", `{"city": New York, "n": 1}`, `{"city":"New York","n":1}`, "unquoted_string"},
		{"a day without quotes", `{"day":2026-11-22}`, `{"day":"2026-11-22"}`, "unquoted_string"},
		{"a time without quotes", `{"at":09:30}`, `{"at":"09:30"}`, "unquoted_string"},
		{"an address without quotes", `{"url":https://example.org/a?b=c}`, `{"url":"https://example.org/a?b=c"}`, "unquoted_string"},
		{"an apostrophe without quotes", `{"a": Ann's car}`, `{"a":"Ann's car"}`, "unquoted_string"},

		// Literals, numbers, escapes.
		{"Python's literals", `[True,False,None]`, `[true,false,null]`, "other_literal"},
		{"literals in capitals", `[TRUE,FALSE,NULL]`, `[true,false,null]`, "other_literal"},
		{"undefined", `{"a":undefined}`, `{"a":null}`, "other_literal"},
		{"a word that begins like one", `{"a":nullable}`, `{"a":"nullable"}`, "unquoted_string"},
		{"a number cut at its point", `[2.]`, `[2]`, "odd_number"},
		{"a number cut at its exponent", `[2e+]`, `[2]`, "odd_number"},
		{"a number without its zero", `[.5]`, `[0.5]`, "odd_number"},
		{"a number below zero without its zero", `[-.5]`, `[-0.5]`, "odd_number"},
		{"a number with a plus", `[+1]`, `[1]`, "odd_number"},
		{"literals without a comma", `[true false]`, `[true,false]`, "missing_comma"},
		{"a number with zeros before it", `[007]`, `["007"]`, "unquoted_string"},
		{"a fraction", `[1/3]`, `["1/3"]`, "unquoted_string"},
		{"a line's end in a string", "{\"a\":\"x\ny\"}", `{"a":"x\ny"}`, "odd_escape"},
		{"an escape that is none", `{"a":"C:\dir"}`, `{"a":"C:\\dir"}`, "odd_escape"},
		{"half a surrogate pair", `{"a":"\ud83d!"}`, "{\"a\":\"\ufffd!\"}", "odd_escape"},
		{"all of it escaped", `{\"a\":\"x \\\"y\\\"\"}`, `{"a":"x \"y\""}`, "escaped_twice"},
		{"all of it in a string", `"{\"a\":[1]}"`, `{"a":[1]}`, "escaped_twice"},
		{"strings with a plus", `{"a":"x" + "y"}`, `{"a":"xy"}`, "joined_strings"},
		{"a value in a call", `{"a":Decimal("1.5"),"b":ObjectId('7')}`, `{"a":"1.5","b":"7"}`, "other_quotes wrapped_value"},
		{"a tuple", `{"a":(1,"x")}`, `{"a":[1,"x"]}`, "tuple"},
		{"white space of other scripts", "{\u00a0\"a\"\u3000:\u20091}", `{"a":1}`, ""},

		// Comments and dots.
		{"a comment", `{"a":1 /* one */,"b":2}`, `{"a":1,"b":2}`, "comment"},
		{"a comment behind a string", `{"a":"x" /* "y", */}`, `{"a":"x"}`, "comment"},
		{"a line's comment", "{\"a\":1, // one\n\"b\":2}", `{"a":1,"b":2}`, "comment"},
		{"a script's comment", "{\"a\":1, # one\n\"b\":2}", `{"a":1,"b":2}`, "comment"},
		{"a comment that does not end", `{"a":1 /* one`, `{"a":1}`, "cut comment"},
		{"dots", `[1,2,...]`, `[1,2]`, "extra_comma ellipsis"},
		{"one character of dots", `{"a":1, …}`, `{"a":1}`, "extra_comma ellipsis"},

		// Brackets.
		{"an array that does not end", `{"a":[1,2`, `{"a":[1,2]}`, "cut"},
		{"an object that does not end", `{"a":{"b":"x"`, `{"a":{"b":"x"}}`, "cut"},
		{"a string that does not end", `{"a":"one two`, `{"a":"one two"}`, "cut missing_end_quote"},
		{"an escape that does not end", `{"a":"x\u00`, `{"a":"x"}`, "cut missing_end_quote"},
		{"a name that has no value yet", `{"a":1,"b":`, `{"a":1}`, "cut"},
		{"a name that does not end", `{"a":1,"b`, `{"a":1}`, "cut missing_end_quote"},
		{"an object missing its end", `[{"a":1]`, `[{"a":1}]`, "missing_bracket"},
		{"an object missing its end before the next", `[{"a":1,{"a":2}]`, `[{"a":1},{"a":2}]`, "missing_comma missing_bracket"},
		{"an array missing its end", `{"a":[1,2}`, `{"a":[1,2]}`, "missing_bracket"},
		{"an array missing its end in a list", `[{"a":[1},{"a":[2]}]`, `[{"a":[1]},{"a":[2]}]`, "missing_bracket"},
		{"an object ended twice in a list", `{"a":[{"b":1}},{"b":2}]}`, `{"a":[{"b":1},{"b":2}]}`, "extra_bracket"},

		// Quotes and colons that are missing.
		{"no last quote before an item", `["tea, "milk", "eggs"]`, `["tea","milk","eggs"]`, "missing_end_quote"},
		{"no last quote before a line", "[\n\"tea,\n\"milk\"\n]", `["tea","milk"]`, "missing_end_quote"},
		{"no last quote in a list of a list", `[{"n":"Tea},{"n":"Milk"}]`, `[{"n":"Tea"},{"n":"Milk"}]`, "missing_end_quote"},
		{"no last quote in front of two brackets", `[{"n":["tea","milk]},{"n":[]}]`, `[{"n":["tea","milk"]},{"n":[]}]`, "missing_end_quote"},
		{"no last quote before a bare name", `{"day":"monday, at: "noon"}`, `{"day":"monday","at":"noon"}`, "missing_end_quote unquoted_name"},
		{"no last quote of a name", `{"day: "monday", "at: "noon"}`, `{"day":"monday","at":"noon"}`, "missing_end_quote"},
		{"no first quote of an item", `["tea",milk", "eggs"]`, `["tea","milk","eggs"]`, "missing_start_quote"},
		{"no last quote after a pair of quotes", `["a "good" tea, "b"]`, `["a \"good\" tea","b"]`, "missing_end_quote"},
		{"a pair of quotes after a comma", `{"a":"so, "yes" she said","b":1}`, `{"a":"so, \"yes\" she said","b":1}`, "unescaped_quote"},
		{"no comma and no space between items", `["tea""milk""eggs"]`, `["tea","milk","eggs"]`, "missing_comma"},
		{"no colon", `{"a" "x", "b""y", "n" 3, "l" [1], "o" {}, "t" true}`, `{"a":"x","b":"y","n":3,"l":[1],"o":{},"t":true}`, "missing_colon"},
		{"an escaped quote in the place of a quote", `{"a":\"x", \"b":[\"y"]}`, `{"a":"x","b":["y"]}`, "odd_escape"},
		{"dots after a string", `["a","b"...]`, `["a","b"]`, "ellipsis"},
		{"text that is cut after a comma", `{"a":"tea, milk and eg`, `{"a":"tea, milk and eg"}`, "cut missing_end_quote"},
		{"text that is cut after a line", "{\"a\":\"tea\nmilk ", `{"a":"tea\nmilk"}`, "cut missing_end_quote"},
		{"a point in front of an exponent", `[2.e3,-1.E2]`, `[2e3,-1E2]`, "odd_number"},

		{"a list that a brace ends", `{"a":[1,2},"b":{"c":[3},"d":4}}`, `{"a":[1,2],"b":{"c":[3]},"d":4}`, "missing_bracket extra_bracket"},
		{"an object in front of a member", `{"a":1},"b":2}`, `{"a":1}`, ""},
		{"words before a round bracket", `{"a":tea (or milk), "b":f (x)}`, `{"a":"tea (or milk)","b":"f (x)"}`, "unquoted_string"},

		{"a list of plain values behind a comma", `{"a":1}, [2], {"b":3},`, `[{"a":1},[2],{"b":3}]`, "missing_bracket"},
		{"numbers that are none", `[1e5e, 2+, 3e+]`, `["1e5e","2+",3]`, "unquoted_string odd_number"},

		// No value is invented.
		{"a name without a value", `{"a":,"b":2}`, `{"b":2}`, "name_without_value"},
		{"a name alone", `{"a":1,"b"}`, `{"a":1}`, "name_without_value"},
		{"words between members", `{"a":1, so "b":2}`, `{"a":1,"b":2}`, "missing_comma unquoted_name name_without_value"},
		{"the same name twice", `{"a":1,"a":1}`, `{"a":1}`, "same_name"},
		{"the same name with two values", `{"a":1,"b":2,"a":3}`, `{"a":3,"b":2}`, "same_name"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v, notes, p := extract.Value(tt.text)
			if p != nil {
				t.Fatalf("%q was refused: %v", tt.text, p)
			}
			if got := string(ijson.AppendValue(nil, v)); got != plainly(t, tt.want) {
				t.Errorf("%q became %s, want %s", tt.text, got, tt.want)
			}
			if got := codesOf(notes); got != tt.notes {
				t.Errorf("%q is noted as %q, want %q", tt.text, got, tt.notes)
			}
		})
	}
}

// plainly writes a value as the program writes JSON.
func plainly(t *testing.T, text string) string {
	t.Helper()
	v, p := ijson.Parse([]byte(text))
	if p != nil {
		t.Fatalf("%s: %v", text, p)
	}
	return string(ijson.AppendValue(nil, v))
}

func codesOf(notes []extract.Note) string {
	var codes []string
	for _, n := range notes {
		codes = append(codes, n.Code)
	}
	return strings.Join(codes, " ")
}

func TestValueRefuses(t *testing.T) {
	for _, tt := range []struct{ name, text, code string }{
		{"nothing", "", extract.NoJSON},
		{"prose", "I can't do that.", extract.NoJSON},
		{"a number", "17", extract.NoJSON},
		{"a literal", "null", extract.NoJSON},
		{"a string", `"done"`, extract.NoJSON},
		{"brackets in prose", "see {name} and [that](there) or [x]", extract.NoJSON},
		{"thoughts alone", `<think>{"a":1}</think>`, extract.NoJSON},
		{"thoughts that do not end", `<think>{"a":1}`, extract.NoJSON},
		{"a list of words in prose", `he said "tea", "milk" and "eggs"] to me`, extract.NoJSON},
		{"a name and a value in prose", `"a": "x", "b": 2`, extract.NoJSON},
		{"an object of prose", "{broken and secret 9001", extract.NoJSON},
		{"a bracket in front of a fence", "{```", extract.NoJSON},
		{"bytes that are no UTF-8", "{\"a\":\"\xff\"}", ijson.InvalidUTF8},
		{"a level too deep", strings.Repeat("[", ijson.MaxDepth+1) + strings.Repeat("]", ijson.MaxDepth+1), ijson.TooDeep},
		{"depth without an end", strings.Repeat(`{"a":`, 10_000), ijson.TooDeep},
		{"a list of more values than are read", strings.Repeat("{},", 1001), problem.TooManyOperations},
		{"a byte too long", `[` + strings.Repeat(" ", extract.MaxLength-1) + `]`, extract.TooLong},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v, _, p := extract.Value(tt.text)
			if p == nil || p.Code != tt.code {
				t.Fatalf("got %s and %+v, want %s", ijson.AppendValue(nil, v), p, tt.code)
			}
			if strings.Contains(p.Message+p.Hint, "9001") {
				t.Errorf("the problem repeats the text: %+v", p)
			}
		})
	}
}

func TestCodeAndFormulasAreNoJSON(t *testing.T) {
	for _, text := range []string{
		`f(x=1) is the function`, `f(x) = 3`, `f(x==1)`, `Done (x=1)`, `{x = 3}`, `{x => "y"}`, `if (a) { b = "c"; }`, `the sum S(n) is n`,
		`print("hello")`, `create_task("A")`, `see create_task(title="A")`, "def f(x=1):\n  return x",
	} {
		if v, _, p := extract.Value(text); p == nil {
			t.Errorf("%s became %s", text, ijson.AppendValue(nil, v))
		}
	}
}

func TestValueAcceptsTheMaximumDepthAndLength(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("[", ijson.MaxDepth) + strings.Repeat("]", ijson.MaxDepth),
		"[1" + strings.Repeat(" ", extract.MaxLength-3) + "]",
	} {
		if _, _, p := extract.Value(text); p != nil {
			t.Error(p)
		}
	}
}

func TestANoteCountsItsRepairs(t *testing.T) {
	_, notes, p := extract.Value(`{'a':'x','b':'y',}`)
	if p != nil || len(notes) != 2 || notes[0] != (extract.Note{Code: "extra_comma", Message: "an extra comma", Count: 1}) || notes[1].Count != 4 {
		t.Errorf("got %+v %v", notes, p)
	}
}

func TestWordsAreTheTextOutsideJSON(t *testing.T) {
	for _, tt := range []struct{ name, text, words, thinking string }{
		{"words alone", "Nothing to do.", "Nothing to do.", ""},
		{"a response", "<response>Hi Ann</response>", "Hi Ann", ""},
		{"a response in capitals", "<RESPONSE>Hi</RESPONSE>", "Hi", ""},
		{"thoughts and a response", "<think>who?</think><response>Hi</response>", "Hi", "who?"},
		{"thoughts in capitals, over lines", "<THINK>a\nb</THINK>Hello", "Hello", "a\nb"},
		{"thoughts in two places", "<think>a</think>Hello<think>b</think>", "Hello", "a\nb"},
		{"thoughts that do not end", "Hello <think>but then", "Hello", "but then"},
		{"thoughts that began in the prompt", "but then</think>\nHello", "Hello", "but then"},
		{"what stands beside a response", "well <response>Hi</response> so", "Hi", ""},
		{"JSON between", `First {"a":1} then.`, "First  then.", ""},
		{"brackets of prose", "see {name} and [x]", "see {name} and [x]", ""},
		{"a less-than sign", "1 < 2 and <b>", "1 < 2 and <b>", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			words, thinking := extract.Prose(tt.text)
			if words != tt.words || thinking != tt.thinking {
				t.Errorf("got %q and %q, want %q and %q", words, thinking, tt.words, tt.thinking)
			}
		})
	}
}
