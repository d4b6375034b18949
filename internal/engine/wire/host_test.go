package wire_test

import (
	"errors"
	"testing"

	"assister/internal/engine/wire"
	"assister/internal/problem"
)

func TestHostsAreParsedExactly(t *testing.T) {
	for text, want := range map[string]string{
		"localhost":                       "http://localhost:11434",
		"localhost:80":                    "http://localhost:80",
		"127.0.0.1:8080":                  "http://127.0.0.1:8080",
		":1234":                           "http://127.0.0.1:1234",
		"0.0.0.0":                         "http://127.0.0.1:11434",
		"0.0.0.0:99":                      "http://127.0.0.1:99",
		"[::1]:99":                        "http://[::1]:99",
		"[::]":                            "http://[::1]:11434",
		"http://box":                      "http://box",
		"http://box:11434/":               "http://box:11434",
		"HTTPS://models.example/ollama/":  "https://models.example/ollama",
		"models.example/ollama":           "http://models.example:11434/ollama",
		"https://models.example:8443/a/b": "https://models.example:8443/a/b",
		"box_1.lan.":                      "http://box_1.lan.:11434",
		"box:00080":                       "http://box:80",
	} {
		u, err := wire.ParseHost(text, "11434")
		if err != nil || u.String() != want {
			t.Errorf("%s: %v, %v, want %s", text, u, err, want)
		}
	}
}

func TestAmbiguousHostsAreRefused(t *testing.T) {
	for _, text := range []string{
		"", " ", "a b", "'localhost'", `"localhost"`, "localhost:", "localhost:x", "localhost:0", "localhost:65536", "localhost:-1", "localhost:1:2",
		"::1", "::1:11434", "[::1", "[box]", "[127.0.0.1]", "[::1]x", "[fe80::1%25eth0]", "ftp://box", "unix:///tmp/x", "box://", "http://", "http:///path",
		"http://:80", "http://me:secret@box", "me@box", "box?x=1", "box#x", "box/../admin", "http://box/%2e%2e", "127.1", "0x7f.0.0.1", "127.0.0.1.", "1",
		"999.1.1.1", "-box", "box-", "a..b", ".box", "böx", "box\n", "box\x00", "box\\x", "http://http://box", "box,other", "box/!a", "box/a//b", "box//a//b",
	} {
		u, err := wire.ParseHost(text, "11434")
		var r *problem.Refusal
		if !errors.As(err, &r) || r.Class != problem.Usage || r.Problem.Hint == "" {
			t.Errorf("%q: %v, %v", text, u, err)
		}
	}
}

func FuzzHost(f *testing.F) {
	for _, s := range []string{"localhost:80", "https://a.b/c", "[::1]:9", ":1", "http://x@y"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		u, err := wire.ParseHost(text, "11434")
		if err != nil {
			return
		}
		again, err := wire.ParseHost(u.String(), "11434")
		if err != nil || again.String() != u.String() || u.User != nil || u.Hostname() == "" {
			t.Errorf("%q is %s, which is %v, %v", text, u, again, err)
		}
	})
}
