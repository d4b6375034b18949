package wire

import "testing"

func TestErrorsOfServersFitOnALine(t *testing.T) {
	for text, want := range map[string]string{
		"model 'x' not found":         "model 'x' not found",
		"  two\n lines\t ":            "two lines",
		"\x1b[31mred\x1b[0m":          "[31mred [0m",
		"left\u202eright\u200bjoined": "left right joined",
		"0123456789012345678901234":   "01234567890123456789…",
		"not \xff UTF-8":              "not UTF-8",
		"":                            "",
	} {
		if got := Clean(text, 20); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

func TestFailuresAreFoundInEveryDialect(t *testing.T) {
	for _, tt := range []struct{ mediaType, body, want string }{
		{"application/json", `{"error":"model is required"}`, "model is required"},
		{"application/json", `{"error":{"message":"no key","code":null}}`, "no key"},
		{"application/json", `{"error":{"code":3}}`, "an error without a message"},
		{"application/json", `{"object":"error","message":"no tools"}`, "no tools"},
		{"application/json", `{"detail":"not here"}`, "not here"},
		{"application/json", `{"detail":[{"loc":["body","tools"],"msg":"no"}]}`, `[{"loc":["body","tools"],"msg":"no"}]`},
		{"application/json", `{"reason":"x"}`, ""},
		{"text/plain", "404 page not found\n", "404 page not found\n"},
		{"text/html", "<html>", ""},
		{"", "", ""},
	} {
		if got := errorText(tt.mediaType, []byte(tt.body)); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.body, got, tt.want)
		}
	}
}
