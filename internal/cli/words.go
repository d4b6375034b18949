package cli

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"assister/internal/ijson"
	"assister/internal/problem"
)

const (
	textMax  = 64 << 10 // of a request: more than anybody says at once
	stdinMax = 1 << 20  // how much is read before a text is refused unread

	byteOrderMark = "\ufeff" // some editors put one at the beginning of a file
)

// words is the text of a request: the arguments, or stdin when it is "-".
func (c *call) words(args []string) (string, error) {
	if len(args) == 0 {
		return "", usage("there is no text", `say what you want: assister `+c.name()+` "add buy milk tomorrow", or - to read stdin`)
	}
	text := strings.Join(args, " ")
	if len(args) == 1 && args[0] == "-" {
		b, err := io.ReadAll(io.LimitReader(interruptible{c.ctx, c.In}, stdinMax+1))
		if err != nil {
			return "", fmt.Errorf("read stdin: %w", err)
		}
		text = string(b)
	}
	return readable(text)
}

// jsonText is JSON that a flag or an argument gives, or stdin where that is "-".
// what names it in a problem, such as says how it is written.
func (c *call) jsonText(what, given, such string) (v ijson.Value, err error) {
	text := []byte(given)
	if given == "-" {
		if text, err = io.ReadAll(io.LimitReader(interruptible{c.ctx, c.In}, stdinMax+1)); err != nil {
			return v, fmt.Errorf("read stdin: %w", err)
		}
	}
	text = bytes.TrimPrefix(text, []byte(byteOrderMark))
	wrong := func(code, message string) (ijson.Value, error) {
		return v, &problem.Refusal{Class: problem.Usage, Problem: problem.Problem{Code: code, Field: what, Message: what + " " + message, Hint: "such as " + such}}
	}
	switch {
	case len(text) > textMax:
		return wrong("text_too_long", fmt.Sprintf("is longer than %d kB", textMax>>10))
	case strings.TrimSpace(string(text)) == "":
		return wrong(ijson.InvalidJSON, "is empty")
	}
	v, p := ijson.Parse(text)
	if p != nil {
		return wrong(p.Code, "cannot be read: "+p.Message)
	}
	return v, nil
}

// readable refuses what cannot be a request before anything looks into it.
func readable(text string) (string, error) {
	refuse := func(code, message, hint string) (string, error) {
		return "", problem.Refuse(problem.Usage, code, message, hint)
	}
	if len(text) > textMax {
		return refuse("text_too_long", fmt.Sprintf("the text is longer than %d kB", textMax>>10), "ask for one thing at a time; many operations go to `assister apply` as a stream")
	}
	if strings.ContainsRune(text, 0) {
		return refuse(problem.InvalidText, "the text has a NUL byte in it", "give plain text in UTF-8")
	}
	if !utf8.ValidString(text) {
		return refuse(problem.InvalidText, "the text is not UTF-8", "give plain text in UTF-8")
	}
	for _, r := range text {
		if unicode.IsControl(r) && r != '\n' && r != '\t' && r != '\r' {
			return refuse(problem.InvalidText, "the text has control characters in it", "give plain text in UTF-8")
		}
	}
	text = strings.TrimSpace(strings.TrimPrefix(text, byteOrderMark))
	if text == "" {
		return refuse("empty_text", "the text is empty", `say what you want, such as "add buy milk tomorrow"`)
	}
	return text, nil
}
