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

// edit puts one passage of a text in place of another. What is there must be
// there once, or it is not known which place is meant. Where it has been done
// already the record stays as it is, which is no fault: who tries again after a
// failure gets what was asked for. That nobody else wrote in between is for the
// operation's base to see.
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
			Message: fmt.Sprintf("%s is more than once in the %s of %s", quoted(before), r.Kind.Body, named(r)),
			Hint:    "give more of the text around it, so that it is there only once"}}
	}
	return rewritten(r, text[:at]+after+text[at+len(before):])
}

// onlyWithin reports whether a passage is only there as a part of what it was to
// become: a line that was put behind it is not put there again.
func onlyWithin(text, before, after string) bool {
	return strings.Contains(after, before) && !strings.Contains(strings.ReplaceAll(text, after, "\x00"), before)
}

// stands reports whether a passage is in the text by itself: "on" is not in "once".
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

// alike is what differs from a passage only in its case and its blanks, as it is
// written in the text; "" is none.
func alike(text, passage string) string {
	sought, _ := folded(strings.TrimSpace(passage))
	in, offsets := folded(text)
	at := strings.Index(in, sought)
	if sought == "" || at < 0 {
		return ""
	}
	return text[offsets[at]:offsets[at+len(sought)]]
}

// folded is a text in lower case with one blank for several; offsets are where in
// the text its bytes come from, and where the text ends.
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
		Message: fmt.Sprintf("%s is not in the %s of %s", quoted(passage), r.Kind.Body, named(r)),
		Hint:    "give it word for word, with its line breaks, as it is there now"}
	if written != "" {
		p.Hint = "did you mean " + problem.Quote(written) + ", as it is written there?"
	}
	return p
}
