package extract

import (
	"fmt"
	"strings"
	"time"
	"unicode"

	"assister/internal/calendar"
	"assister/internal/ijson"
	"assister/internal/op"
	"assister/internal/problem"
)

// Result is what was extracted from a reply.
type Result struct {
	Items    []Item // in the order of the reply; may be empty
	Message  string // text for the person: the reply's "message", or its prose
	Thinking string // text between <think> tags
	Cut      bool   // the reply ends before it is complete; there may have been more operations
	Notes    []Note // what was repaired
}

// Item is one operation of a reply.
type Item struct {
	Op       op.Op
	Problems []problem.Problem // why it is not valid; Op is then only good for display
	Raw      ijson.Value       // as the model wrote it
}

// Operations extracts the operations of a reply, in any form that models write: a
// list, an object with `operations` or `actions`, one operation or several in a
// row, tool calls as Ollama and OpenAI write them, with arguments as objects or as
// JSON strings. When the reply is cut off inside an operation, that operation is
// left out, and a note says so.
//
// The notation says how the operations are written.
//
// If there is a problem, the reply must not be used, though Message and Thinking are
// still set: the reply has no JSON (no_json), no operations (no_operations), no
// complete one (cut_reply), more than MaxOperations (too_many_operations), or two
// possible readings (ambiguous_reply).
func Operations(text string, notation op.Notation) (Result, *problem.Problem) {
	if p := unreadable(text); p != nil {
		return Result{}, p
	}
	return operations(text, notation, 0)
}

// MaxOperations is how many operations are accepted in one answer of a model. An
// answer with more is refused, never truncated, since a part of a plan may be wrong
// without the rest.
const MaxOperations = 20

// nestedReplies is how often a reply may hold another one as its text.
const nestedReplies = 2

func operations(text string, notation op.Notation, nested int) (Result, *problem.Problem) {
	r := scan(text, true)
	out := Result{Message: r.prose, Thinking: r.thinking}
	if r.deep {
		return out, tooDeep()
	}
	if r.full {
		return out, tooMany("there are more than a thousand values in the reply")
	}
	lists := r.lists(notation, nested)
	if len(lists) == 0 && r.emptyArray() {
		return out, nil
	}
	chosen, p := choose(lists, notation)
	if p != nil && p.Code == NoOperations && allMaybeProse(r.candidates) {
		p = noJSON()
	}
	if p != nil {
		return out, p
	}
	chosen.repairs.add(r.repairs)
	return out.of(chosen, notation)
}

// of completes the result with the list that was chosen, or says why it cannot be used.
func (out Result) of(l operationList, notation op.Notation) (Result, *problem.Problem) {
	if l.message != "" || !strings.ContainsFunc(out.Message, unicode.IsLetter) {
		out.Message = l.message
	}
	if l.thinking != "" && out.Thinking == "" {
		out.Thinking = l.thinking
	}
	switch {
	case l.refused != nil:
		return out, l.refused
	case l.unsure:
		return out, ambiguous("part of the reply can be read in two ways")
	}
	out.Cut, out.Notes = l.cut, l.repairs.notes()
	switch n := len(l.items); {
	case l.dropped && n == 0:
		return out, &problem.Problem{Code: Cut, Message: "the reply ends before its first operation is complete",
			Hint: "answer again with fewer operations"}
	case n > MaxOperations:
		return out, tooMany(fmt.Sprintf("there are %d operations in the reply", n))
	}
	for _, raw := range l.items {
		o, problems := notation.Decode(raw)
		out.Items = append(out.Items, Item{Op: o, Problems: problems, Raw: raw})
	}
	return out, nil
}

// emptyArray reports whether a reply is [] and nothing else, which means that there
// are no operations.
func (r scanned) emptyArray() bool {
	if len(r.candidates) != 1 || r.prose != "" {
		return false
	}
	v := r.candidates[0].value
	return v.Kind == ijson.Array && len(v.Items) == 0 && !r.candidates[0].cut
}

func allMaybeProse(all []candidate) bool {
	for _, f := range all {
		if !f.maybeProse {
			return false
		}
	}
	return true
}

func ambiguous(message string) *problem.Problem {
	return &problem.Problem{Code: Ambiguous, Message: message,
		Hint: `answer again with one valid JSON object: {"operations":[…]}`}
}

func tooMany(message string) *problem.Problem {
	return &problem.Problem{
		Code:    problem.TooManyOperations,
		Message: fmt.Sprintf("%s, and at most %d are accepted", message, MaxOperations),
		Hint:    "propose fewer changes at once, or use bulk_update, bulk_set_status or bulk_delete",
	}
}

// lists reads each value of a reply as operations. Single operations that follow
// each other become one list.
func (r scanned) lists(notation op.Notation, nested int) []operationList {
	var lists []operationList
	follows := false
	for _, f := range r.candidates {
		if f.maybeProse {
			continue
		}
		l, ok := f.read(notation, nested)
		if !ok {
			follows = false
			continue
		}
		if n := len(lists) - 1; follows && !f.separate && l.isSingle() && lists[n].isSingle() {
			lists[n].extend(l)
			continue
		}
		lists = append(lists, l)
		follows = true
	}
	return lists
}

// isSingle reports whether the list is one operation that stood by itself.
func (l operationList) isSingle() bool { return l.single && !l.doubtful }

// extend appends an operation that follows those of the list.
func (l *operationList) extend(next operationList) {
	l.items = append(l.items, next.items...)
	l.dropped = l.dropped || next.dropped
	l.cut = l.cut || next.cut
	l.unsure = l.unsure || next.unsure
	l.repairs.add(next.repairs)
}

// choose returns the only list there is. Two lists that differ could be a draft and
// an answer, or two halves of one; asking again is better than guessing which.
func choose(lists []operationList, notation op.Notation) (operationList, *problem.Problem) {
	certain := lists[:0:0]
	for _, l := range lists {
		if !l.doubtful {
			certain = append(certain, l)
		}
	}
	if len(certain) == 0 {
		certain = lists
	}
	if len(certain) == 0 {
		return operationList{}, &problem.Problem{Code: NoOperations, Message: "there are no operations in the reply",
			Hint: answerFormat}
	}
	chosen := certain[0]
	for _, l := range certain[1:] {
		if !same(chosen, l, notation) {
			return operationList{}, ambiguous("the reply holds different lists of operations")
		}
		chosen.repairs[duplicated]++
		chosen.unsure = chosen.unsure || l.unsure
		if chosen.message == "" {
			chosen.message = l.message
		}
	}
	return chosen, nil
}

func same(a, b operationList, notation op.Notation) bool {
	sameEnd := a.cut == b.cut && a.dropped == b.dropped
	if a.refused != nil || b.refused != nil || len(a.items) != len(b.items) || !sameEnd {
		return false
	}
	for i := range a.items {
		if !equal(a.items[i], b.items[i]) && !sameOperation(a.items[i], b.items[i], notation) {
			return false
		}
	}
	return true
}

// sameOperation reports whether two spellings mean the same operation. Any clock does:
// relative days that are equal on one day are equal on all.
func sameOperation(a, b ijson.Value, notation op.Notation) bool {
	notation.Clock = calendar.Clock{Zone: time.UTC}
	one, p := notation.Decode(a)
	two, q := notation.Decode(b)
	return len(p) == 0 && len(q) == 0 && string(one.Canonical()) == string(two.Canonical())
}

// read interprets one value as operations; ok is false when it is not.
func (f candidate) read(notation op.Notation, nested int) (operationList, bool) {
	t := interpreter{openAtEnd: f.open, cut: f.cut, nested: nested, notation: notation}
	l, ok := t.list(f.value, 1, f.cut)
	l.cut = l.cut || f.cut
	l.unsure = l.unsure || f.unsure
	l.repairs.add(f.repairs)
	if l.dropped {
		l.repairs[dropped]++
	}
	return l, ok
}
