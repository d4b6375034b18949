// Package extract parses the replies of models: in one tolerant pass it finds the
// JSON in a reply, repairs what has only one possible meaning, and decodes the
// operations in it. It invents neither names nor values, and refuses what has two
// possible meanings. Whether the operations make sense is for package check.
//
// Valid JSON is never repaired. Time and memory are in proportion to the length of
// the reply, whatever it contains.
package extract

import (
	"slices"
	"strings"
	"unicode/utf8"

	"assister/internal/ijson"
	"assister/internal/problem"
)

// MaxLength of a reply in bytes.
const MaxLength = 256 << 10

// Codes of replies that cannot be used.
const (
	NoJSON       = "no_json"         // the reply has no object or array
	NoOperations = "no_operations"   // the reply has JSON, but no operations
	Ambiguous    = "ambiguous_reply" // the reply has two possible meanings
	Cut          = "cut_reply"       // the reply ends before its first operation is complete
	TooLong      = "reply_too_long"
)

// Value returns the first object or array in a text, and what had to be repaired to
// parse it. Values with nothing but commas between them are one array. If the text
// is cut off, the part up to its end counts. A problem never repeats the text.
func Value(text string) (ijson.Value, []Note, *problem.Problem) {
	if p := unreadable(text); p != nil {
		return ijson.Value{}, nil, p
	}
	r := scan(text, false)
	if r.deep {
		return ijson.Value{}, nil, tooDeep()
	}
	f, ok := first(r.candidates)
	switch {
	case !ok:
		return ijson.Value{}, nil, noJSON()
	case r.full && f.value.Kind == ijson.Array && len(f.value.Items) == len(r.candidates):
		return ijson.Value{}, nil, tooMany("there are more than a thousand values in the reply")
	}
	f.repairs.add(r.repairs)
	return f.value, f.repairs.notes(), nil
}

// first returns the first value, with those that commas join to it. A value in a
// fence is preferred to a footnote in prose.
func first(all []candidate) (f candidate, ok bool) {
	at := slices.IndexFunc(all, func(f candidate) bool { return !f.maybeProse })
	if at < 0 {
		if len(all) == 0 {
			return f, false
		}
		return all[0], true
	}
	inFence := func(f candidate) bool { return f.fenced && !f.maybeProse }
	if fenced := slices.IndexFunc(all, inFence); all[at].footnote && !all[at].fenced && fenced > 0 {
		at = fenced
	}
	f = all[at]
	last := at
	for last+1 < len(all) && all[last+1].afterComma && !all[last+1].separate {
		last++
	}
	if last == at {
		return f, true
	}
	list := ijson.Value{Kind: ijson.Array}
	for _, next := range all[at : last+1] {
		list.Items = append(list.Items, next.value)
	}
	for _, next := range all[at+1 : last+1] {
		f.repairs.add(next.repairs)
	}
	f.value = list
	f.repairs[missingBracket]++
	return f, true
}

// Prose are what a reply says beside JSON, and the thoughts of the model: what
// stood between <think> tags. <response> is unwrapped.
func Prose(text string) (words, thinking string) {
	r := scan(strings.ToValidUTF8(text[:min(len(text), MaxLength)], string(utf8.RuneError)), true)
	return r.prose, r.thinking
}

func unreadable(text string) *problem.Problem {
	switch {
	case len(text) > MaxLength:
		return &problem.Problem{Code: TooLong, Message: "the reply is longer than 256 kB",
			Hint: "answer with the operations only"}
	case !utf8.ValidString(text):
		return &problem.Problem{Code: ijson.InvalidUTF8, Message: "the reply is not valid UTF-8"}
	}
	return nil
}

func tooDeep() *problem.Problem {
	return &problem.Problem{Code: ijson.TooDeep, Message: "the reply is nested more than 64 levels deep",
		Hint: "operations are flat objects"}
}

// answerFormat is the hint for a reply without operations.
const answerFormat = `answer with one object: {"operations":[…]}`

func noJSON() *problem.Problem {
	return &problem.Problem{Code: NoJSON, Message: "there is no JSON in the reply", Hint: answerFormat}
}
