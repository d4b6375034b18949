package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"

	"assister/internal/assist"
	"assister/internal/ijson"
	"assister/internal/problem"
)

// stdinMax is how much of stdin is read for a text: one that is longer than TextMax is
// refused, so that no more is needed.
const stdinMax = 1 << 20

const byteOrderMark = "\ufeff" // some editors put one at the beginning of a file

// text is the text of a request: the arguments, or stdin for "-".
func (c *call) text(ctx context.Context, args []string) (string, error) {
	if len(args) == 0 {
		return "", problem.Misuse("there is no text",
			`give a text: assister `+c.name()+` "add buy milk tomorrow", or - to read stdin`)
	}
	text := strings.Join(args, " ")
	if len(args) == 1 && args[0] == "-" {
		b, err := c.readStdin(ctx, stdinMax+1)
		if err != nil {
			return "", err
		}
		text = string(b)
	}
	return assist.ReadText(text)
}

func (c *call) readStdin(ctx context.Context, most int64) ([]byte, error) {
	b, err := io.ReadAll(io.LimitReader(interruptible{ctx, c.In}, most))
	if err != nil {
		return nil, fmt.Errorf("read stdin: %w", err)
	}
	return b, nil
}

// json is JSON in a flag or an argument, or on stdin for "-". what names it in a
// problem, and example shows how it is written.
func (c *call) json(ctx context.Context, what, given, example string) (v ijson.Value, err error) {
	text := []byte(given)
	if given == "-" {
		if text, err = c.readStdin(ctx, stdinMax+1); err != nil {
			return v, err
		}
	}
	text = bytes.TrimPrefix(text, []byte(byteOrderMark))
	wrong := func(code, message string) (ijson.Value, error) {
		p := problem.Problem{Code: code, Field: what, Message: what + " " + message, Hint: "for example " + example}
		return v, &problem.Refusal{Class: problem.Usage, Problem: p}
	}
	switch {
	case len(text) > assist.TextMax:
		return wrong("text_too_long", fmt.Sprintf("is longer than %d kB", assist.TextMax>>10))
	case strings.TrimSpace(string(text)) == "":
		return wrong(ijson.InvalidJSON, "is empty")
	}
	v, p := ijson.Parse(text)
	if p != nil {
		return wrong(p.Code, "cannot be read: "+p.Message)
	}
	return v, nil
}
