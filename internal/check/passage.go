package check

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"assister/internal/calendar"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
)

// edit replaces one passage of a text by another. The old passage must occur
// exactly once, or the place is ambiguous. An edit that has been done already
// changes nothing and is not an error, so that it can be retried. Whether somebody
// else has changed the text is checked with the operation's base.
func edit(r record.Record, o op.Op, _ calendar.Clock) (record.Record, []problem.Problem) {
	was, _ := o.Arg("oldText")
	becomes, _ := o.Arg("newText")
	before, after := was.Value.Text(), becomes.Value.Text()
	text := r.Get(r.Kind.Body).Text()
	at, written := strings.Index(text, before), ""
	if at < 0 {
		written = alike(text, before)
	}
	switch {
	case at < 0 && written == "" && stands(text, after), at >= 0 && onlyWithin(text, before, after):
		return r, nil
	case at < 0:
		return r, []problem.Problem{notThere(r, before, written)}
	case strings.Contains(text[at+1:], before):
		return r, []problem.Problem{{Code: problem.AmbiguousMatch, Field: "oldText",
			Message: fmt.Sprintf("%s occurs more than once in the %s of %s", quoted(before), r.Kind.Body, named(r)),
			Hint:    "include more of the surrounding text, so that it occurs only once"}}
	}
	return rewritten(r, text[:at]+after+text[at+len(before):])
}

// onlyWithin reports whether the old passage occurs only as a part of the new one,
// so that the edit has been done: adding a line after it must not add it twice.
func onlyWithin(text, before, after string) bool {
	return strings.Contains(after, before) && !strings.Contains(strings.ReplaceAll(text, after, "\x00"), before)
}

// stands reports whether the text has the passage as whole words: "on" is not in
// "once".
func stands(text, passage string) bool {
	if passage == "" {
		return false
	}
	first, _ := utf8.DecodeRuneInString(passage)
	last, _ := utf8.DecodeLastRuneInString(passage)
	for from := 0; ; {
		at := strings.Index(text[from:], passage)
		if at < 0 {
			return false
		}
		at += from
		left, _ := utf8.DecodeLastRuneInString(text[:at])
		right, _ := utf8.DecodeRuneInString(text[at+len(passage):])
		if !(lettered(left) && lettered(first)) && !(lettered(last) && lettered(right)) {
			return true
		}
		from = at + len(passage)
	}
}

func lettered(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// alike finds the passage in the text ignoring case and white space, and returns
// it as the text has it; "" if there is none.
func alike(text, passage string) string {
	sought, _ := folded(strings.TrimSpace(passage))
	in, offsets := folded(text)
	at := strings.Index(in, sought)
	if sought == "" || at < 0 {
		return ""
	}
	return text[offsets[at]:offsets[at+len(sought)]]
}

// folded returns the text in lower case with single spaces. offsets has, for each
// byte of it, the offset in the text, and then the length of the text.
func folded(text string) (out string, offsets []int) {
	var b strings.Builder
	blank := false
	for i, r := range text {
		again := blank && unicode.IsSpace(r)
		if blank = unicode.IsSpace(r); again {
			continue
		}
		if blank {
			r = ' '
		}
		n, _ := b.WriteRune(unicode.ToLower(r))
		for range n {
			offsets = append(offsets, i)
		}
	}
	return b.String(), append(offsets, len(text))
}

func notThere(r record.Record, passage, written string) problem.Problem {
	p := problem.Problem{Code: problem.OldTextNotFound, Field: "oldText",
		Message: fmt.Sprintf("%s does not occur in the %s of %s", quoted(passage), r.Kind.Body, named(r)),
		Hint:    "copy the current text exactly, with its line breaks"}
	if written != "" {
		p.Hint = problem.Suggest(written)
	}
	return p
}
