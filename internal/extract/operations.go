package extract

import (
	"fmt"
	"strings"
	"unicode"

	"assister/internal/ijson"
	"assister/internal/op"
	"assister/internal/problem"
)

// Result is what a reply was read as.
type Result struct {
	Items    []Item // in the order of the reply; none is no operations
	Message  string // what it says to the person: its "message", or its prose
	Thinking string // what stood between <think> tags
	Cut      bool   // the reply ends before it is complete; more may have been meant
	Notes    []Note // what was mended
}

// Item is one operation of a reply.
type Item struct {
	Op       op.Op
	Problems []problem.Problem // why it is no operation; Op is for showing only then
	Raw      ijson.Value       // as it came
}

// Operations reads a reply as operations, in whatever form models give them: a
// list, an object with `operations` or `actions`, one operation or several one
// after the other, tool calls in the forms of Ollama and OpenAI, with arguments
// as objects or as JSON strings (facts 1.9 and 1.10). An operation that a cut
// reply ends in is left out, and a note says so.
//
// With a problem the reply must not be used, though Message and Thinking still
// say what it held: there is no JSON in it (no_json), no operations
// (no_operations), none complete (cut_reply), more than MaxOperations
// (too_many_operations), or two different readings (ambiguous_reply).
func Operations(text string) (Result, *problem.Problem) {
	if p := unreadable(text); p != nil {
		return Result{}, p
	}
	return operations(text, 0)
}

// MaxOperations is how many operations are accepted in one answer of a model
// (contract section 3).
const MaxOperations = 20

// nestedReplies is how often a reply may hold another one as its text.
const nestedReplies = 2

func operations(text string, nested int) (Result, *problem.Problem) {
	r := scan(text, true)
	out := Result{Message: r.prose, Thinking: r.thinking}
	if r.deep {
		return out, tooDeep()
	}
	if r.full {
		return out, tooMany("there are more than a thousand values in the reply")
	}
	lists := r.lists(nested)
	if len(lists) == 0 && r.emptyArray() {
		return out, nil
	}
	chosen, p := choose(lists)
	if p != nil && p.Code == NoOperations && allMaybeProse(r.candidates) {
		p = noJSON()
	}
	if p != nil {
		return out, p
	}
	chosen.repairs.add(r.repairs)
	return out.of(chosen)
}

// of is a reading of the list that was chosen, or why it cannot be used.
func (out Result) of(l operationList) (Result, *problem.Problem) {
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
		return out, &problem.Problem{Code: Cut, Message: "the reply ends before its first operation is complete", Hint: "answer again, with fewer operations"}
	case n > MaxOperations:
		return out, tooMany(fmt.Sprintf("there are %d operations in the reply", n))
	}
	for _, raw := range l.items {
		o, problems := op.Decode(raw)
		out.Items = append(out.Items, Item{Op: o, Problems: problems, Raw: raw})
	}
	return out, nil
}

// emptyArray reports whether a reply is [] and nothing else: no operations, said
// in the shortest way (facts section 5, 33).
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
	return &problem.Problem{Code: Ambiguous, Message: message, Hint: `answer again with one valid JSON object: {"operations":[…]}`}
}

func tooMany(message string) *problem.Problem {
	return &problem.Problem{Code: problem.TooManyOperations, Message: fmt.Sprintf("%s, and at most %d are accepted", message, MaxOperations),
		Hint: "do less at once, or use bulk_update, bulk_set_status or bulk_delete"}
}

// lists reads each value of a reply as operations. Single operations that follow
// each other are one list.
func (r scanned) lists(nested int) []operationList {
	var lists []operationList
	follows := false
	for _, f := range r.candidates {
		if f.maybeProse {
			continue
		}
		l, ok := f.read(nested)
		if !ok {
			follows = false
			continue
		}
		if n := len(lists) - 1; n >= 0 && follows && !f.separate && l.single && lists[n].single && !l.doubtful && !lists[n].doubtful {
			lists[n].items = append(lists[n].items, l.items...)
			lists[n].dropped = lists[n].dropped || l.dropped
			lists[n].cut = lists[n].cut || l.cut
			lists[n].unsure = lists[n].unsure || l.unsure
			lists[n].repairs.add(l.repairs)
			continue
		}
		lists = append(lists, l)
		follows = true
	}
	return lists
}

// choose takes the only list there is. Two that differ could be a draft and an
// answer, or two halves of one; asking again is better than to guess which.
func choose(lists []operationList) (operationList, *problem.Problem) {
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
		return operationList{}, &problem.Problem{Code: NoOperations, Message: "there are no operations in the reply", Hint: `answer with one object: {"operations":[…]}`}
	}
	chosen := certain[0]
	for _, l := range certain[1:] {
		if !same(chosen, l) {
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

func same(a, b operationList) bool {
	if a.refused != nil || b.refused != nil || len(a.items) != len(b.items) || a.cut != b.cut || a.dropped != b.dropped {
		return false
	}
	for i := range a.items {
		if !equal(a.items[i], b.items[i]) && !sameOperation(a.items[i], b.items[i]) {
			return false
		}
	}
	return true
}

func sameOperation(a, b ijson.Value) bool {
	one, p := op.Decode(a)
	two, q := op.Decode(b)
	return len(p) == 0 && len(q) == 0 && string(one.Canonical()) == string(two.Canonical())
}

// read reads one value as operations; false when it is none.
func (f candidate) read(nested int) (operationList, bool) {
	t := interpreter{openAtEnd: f.open, cut: f.cut, nested: nested}
	l, ok := t.list(f.value, 1, f.cut)
	l.cut = l.cut || f.cut
	l.unsure = l.unsure || f.unsure
	l.repairs.add(f.repairs)
	if l.dropped {
		l.repairs[dropped]++
	}
	return l, ok
}
