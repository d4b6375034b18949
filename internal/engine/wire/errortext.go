package wire

import (
	"cmp"
	"strings"
	"unicode"

	"assister/internal/ijson"
)

const textMax = 300 // letters of what a server says about a failure

// Clean is a server's text made fit for a message: one line of at most limit
// letters, without anything that a terminal could take for a command.
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

// Clean is Clean for what the server says of a failure, without the key: servers
// repeat the one that they do not like.
func (s *Server) Clean(text string) string {
	if s.Key != "" {
		text = strings.ReplaceAll(text, string(s.Key), s.Key.String())
	}
	return Clean(text, textMax)
}

// errorText finds what an answer says about a failure: {"error":"…"} as Ollama
// has it, {"error":{"message":"…"}} as OpenAI does, {"message":"…"} or {"detail":…}
// as others do, or plain text. Pages for browsers say nothing.
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

// ErrorOf is the text of the error member of an answer, empty when it has none.
func ErrorOf(v ijson.Value) string {
	e, found := v.Get("error")
	if !found || e.Kind == ijson.Null {
		return ""
	}
	if message, ok := e.Get("message"); ok {
		e = message
	}
	return cmp.Or(e.Text, "an error without words")
}

// detailOf is the detail member of an answer as frameworks for services write it:
// words, or a list of what is wrong with which field.
func detailOf(v ijson.Value) string {
	d, found := v.Get("detail")
	if !found || d.Kind == ijson.String {
		return d.Text
	}
	return string(ijson.AppendValue(nil, d))
}
