// Package extract reads what a model wrote: one tolerant pass that finds the JSON
// in a reply, mends what can only have been meant one way, and makes operations
// of it. It invents neither names nor values, and what can be read in two ways it
// refuses. Whether the operations make sense is for others to see.
//
// What is valid JSON is read to the letter; only the rest is mended. Time and
// memory are in proportion to the reply, whatever it holds.
package extract

import (
	"slices"
	"unicode/utf8"

	"assister/internal/ijson"
	"assister/internal/problem"
)

// MaxLength of a reply in bytes.
const MaxLength = 256 << 10

// Codes of replies that cannot be used.
const (
	NoJSON       = "no_json"         // there is no object or array in it
	NoOperations = "no_operations"   // what is there are no operations
	Ambiguous    = "ambiguous_reply" // it could mean two different things
	Cut          = "cut_reply"       // it ends before its first operation is complete
	TooLong      = "reply_too_long"
)

// Value gives the first object or array in a text, and what had to be mended to
// read it. Values with nothing but commas between them are one array. What a cut
// text says up to its end counts. A problem never repeats the text.
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

// first is the first value, with those that commas join to it. A list in the
// middle of prose stands back behind what is in a fence.
func first(all []candidate) (f candidate, ok bool) {
	at := slices.IndexFunc(all, func(f candidate) bool { return !f.maybeProse })
	if at < 0 {
		if len(all) == 0 {
			return f, false
		}
		return all[0], true
	}
	if fenced := slices.IndexFunc(all, func(f candidate) bool { return f.fenced && !f.maybeProse }); all[at].footnote && !all[at].fenced && fenced > 0 {
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
	r := scan(toValidUTF8(text[:min(len(text), MaxLength)]), true)
	return r.prose, r.thinking
}

func unreadable(text string) *problem.Problem {
	switch {
	case len(text) > MaxLength:
		return &problem.Problem{Code: TooLong, Message: "the reply is longer than 256 kB", Hint: "answer with the operations alone"}
	case !utf8.ValidString(text):
		return &problem.Problem{Code: ijson.InvalidUTF8, Message: "the reply is not valid UTF-8"}
	}
	return nil
}

func tooDeep() *problem.Problem {
	return &problem.Problem{Code: ijson.TooDeep, Message: "the reply is nested more than 64 deep", Hint: "operations are flat objects"}
}

func noJSON() *problem.Problem {
	return &problem.Problem{Code: NoJSON, Message: "there is no JSON in the reply", Hint: `answer with one object: {"operations":[…]}`}
}
