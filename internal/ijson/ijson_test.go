package ijson_test

import (
	"encoding/json"
	"strings"
	"testing"

	"assister/internal/ijson"
)

func TestParseKeepsOrderAndNumbersAsWritten(t *testing.T) {
	const text = `{"b":[1,2.50,-3e4,"x"],"a":{"t":true,"f":false,"n":null}}`
	v, p := ijson.Parse([]byte(text))
	if p != nil {
		t.Fatal(p)
	}
	if got := string(ijson.AppendValue(nil, v)); got != text {
		t.Errorf("read and written again: %s", got)
	}
}

func TestParseRefuses(t *testing.T) {
	for _, tt := range []struct{ name, text, code string }{
		{"nothing", "", ijson.InvalidJSON},
		{"white space alone", " \t ", ijson.InvalidJSON},
		{"a name twice", `{"op":"task.create","op":"task.delete"}`, ijson.DuplicateName},
		{"a name twice, once escaped", `{"op":1,"\u006fp":2}`, ijson.DuplicateName},
		{"a name twice, deep inside", `{"a":[{"b":1,"b":1}]}`, ijson.DuplicateName},
		{"bytes that are no UTF-8", "{\"title\":\"bad\xff\"}", ijson.InvalidUTF8},
		{"half a surrogate pair", `{"title":"\ud800"}`, ijson.InvalidJSON},
		{"a cut object", `{"title":"x"`, ijson.InvalidJSON},
		{"a cut string", `{"title":"x`, ijson.InvalidJSON},
		{"two values", `{} {}`, ijson.InvalidJSON},
		{"a trailing comma", `[1,]`, ijson.InvalidJSON},
		{"a comment", `{/*x*/}`, ijson.InvalidJSON},
		{"single quotes", `{'a':1}`, ijson.InvalidJSON},
		{"a leading zero", `[01]`, ijson.InvalidJSON},
		{"one level too deep", strings.Repeat("[", ijson.MaxDepth+1) + strings.Repeat("]", ijson.MaxDepth+1), ijson.TooDeep},
		{"depth without an end", strings.Repeat(`{"a":`, 100_000), ijson.TooDeep},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, p := ijson.Parse([]byte(tt.text))
			if p == nil || p.Code != tt.code {
				t.Errorf("got %+v, want %s", p, tt.code)
			}
		})
	}
}

func TestParseAcceptsTheMaximumDepth(t *testing.T) {
	if _, p := ijson.Parse([]byte(strings.Repeat("[", ijson.MaxDepth) + strings.Repeat("]", ijson.MaxDepth))); p != nil {
		t.Error(p)
	}
}

func TestAProblemNeverQuotesTheInput(t *testing.T) {
	_, p := ijson.Parse([]byte(`{"token": secret-user-content-9001}`))
	if p == nil || strings.Contains(p.Message+p.Hint, "secret") {
		t.Errorf("got %+v", p)
	}
}

func TestIntAcceptsOnlySafeIntegers(t *testing.T) {
	for text, want := range map[string]int64{"0": 0, "17": 17, "-3": -3, "9007199254740992": 1 << 53} {
		v, _ := ijson.Parse([]byte(text))
		if n, ok := v.Int(); !ok || n != want {
			t.Errorf("%s: %d %v", text, n, ok)
		}
	}
	for _, text := range []string{"1.5", "1e3", "9007199254740993", "99999999999999999999", `"1"`, "null"} {
		v, _ := ijson.Parse([]byte(text))
		if n, ok := v.Int(); ok {
			t.Errorf("%s was taken for %d", text, n)
		}
	}
}

func TestAppendStringEscapesControlCharacters(t *testing.T) {
	for _, s := range []string{"\x1b[31m", "\u009b31m", "\x7f", "a\u202eb", "\u2028", "\u2066", "\ufeff", "\U000e0041", "\U000e0100", "\ufe0f", "\u034f", "\x00", "a\nb\tc\rd"} {
		got := string(ijson.AppendString(nil, s))
		for _, r := range got {
			if r < 0x20 || r >= 0x7f {
				t.Errorf("%q was written as %q", s, got)
			}
		}
		var back string
		if err := json.Unmarshal([]byte(got), &back); err != nil || back != s {
			t.Errorf("%q came back as %q: %v", s, back, err)
		}
		other, _ := json.Marshal(map[string][]string{s: {s, "é"}})
		written := `{` + got + `:[` + got + `,"é"]}`
		if escaped := ijson.Escape(other); !strings.EqualFold(string(escaped), written) {
			t.Errorf("%s was escaped as %s, want %s", other, escaped, written)
		}
	}
}

func TestAppendStringLeavesWordsOfAnyScriptAlone(t *testing.T) {
	for _, s := range []string{"Buy milk", "Café naïve", "日本語", "привет", "👩‍🚀 \"x\" \\"} {
		var back string
		if err := json.Unmarshal(ijson.AppendString(nil, s), &back); err != nil || back != s {
			t.Errorf("%q came back as %q: %v", s, back, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{`{"a":[1,"x",null,true]}`, `{"op":1,"op":2}`, "[[[[", `"\ud83d\ude00"`, `-0.1e+5`, "\xff"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		v, p := ijson.Parse(text)
		if p != nil {
			return
		}
		if !json.Valid(text) {
			t.Fatalf("%q was taken for JSON", text)
		}
		written := ijson.AppendValue(nil, v)
		again, p := ijson.Parse(written)
		if p != nil {
			t.Fatalf("%q was written as %q: %v", text, written, p)
		}
		if second := ijson.AppendValue(nil, again); string(second) != string(written) {
			t.Fatalf("%q became %q", written, second)
		}
	})
}

func BenchmarkParse(b *testing.B) {
	line := []byte(`{"op":"task.create","title":"Buy milk and bread for Anna","scheduledFor":"2026-11-27","priority":"high","tags":["home","shop"]}`)
	b.SetBytes(int64(len(line)))
	b.ReportAllocs()
	for b.Loop() {
		if _, p := ijson.Parse(line); p != nil {
			b.Fatal(p)
		}
	}
}
