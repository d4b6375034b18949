package wire

import (
	"cmp"
	"strings"
	"unicode"

	"assister/internal/ijson"
)

const errorTextMax = 300 // characters of a server's error message

// Clean makes a server's text safe for a message: one line of at most limit
// characters, without control characters.
func Clean(text string, limit int) string {
	var b strings.Builder
	n, space := 0, false
	for _, r := range text {
		if !unicode.IsPrint(r) || r == unicode.ReplacementChar || r == ' ' {
			space = n > 0
			continue
		}
		if space {
			b.WriteByte(' ')
			space = false
			n++
		}
		if n >= limit {
			return strings.TrimRight(b.String(), " ") + "…"
		}
		b.WriteRune(r)
		n++
	}
	return b.String()
}

// Clean is the function Clean for an error message of the server. It removes the key,
// because servers repeat a key that they do not accept.
func (s *Server) Clean(text string) string {
	if s.Key != "" {
		text = strings.ReplaceAll(text, string(s.Key), s.Key.String())
	}
	return Clean(text, errorTextMax)
}

// errorText returns the error message in an answer: {"error":"…"} of Ollama,
// {"error":{"message":"…"}} of OpenAI, {"message":"…"} or {"detail":…} of others, or
// plain text. An HTML page has none.
func errorText(mediaType string, body []byte) string {
	if v, problem := ijson.Parse(body); problem == nil {
		message, _ := v.Get("message")
		return cmp.Or(ErrorOf(v), message.Text, detailOf(v))
	}
	if mediaType == "text/plain" {
		return string(body)
	}
	return ""
}

// ErrorOf returns the text of the "error" member of an answer, or "" without one.
func ErrorOf(v ijson.Value) string {
	e, found := v.Get("error")
	if !found || e.Kind == ijson.Null {
		return ""
	}
	if message, ok := e.Get("message"); ok {
		e = message
	}
	return cmp.Or(e.Text, "an error without a message")
}

// detailOf returns the "detail" member that some web frameworks write: a text, or a
// list of the invalid fields.
func detailOf(v ijson.Value) string {
	d, found := v.Get("detail")
	if !found || d.Kind == ijson.String {
		return d.Text
	}
	return string(ijson.AppendValue(nil, d))
}
