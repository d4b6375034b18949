package propose

import (
	"strings"

	"assister/internal/extract"
	"assister/internal/ijson"
	"assister/internal/op"
	"assister/internal/problem"
)

// parsedReply is the content of a reply.
type parsedReply struct {
	list        []proposal
	text        string   // next to the operations; untrusted
	alreadyDone string   // why no operation is needed
	listed      []string // requested items that the checklist has already
	warnings    []problem.Problem
}

// parseReply parses the operations of a reply. There is a problem if nothing can be used;
// the text is returned anyway.
func parseReply(reply Reply, n op.Notation) (parsedReply, *problem.Problem) {
	r, p := extract.Operations(reply.Text, n)
	a := parsedReply{text: r.Message}
	if p != nil && strings.TrimSpace(reply.Text) == "[]" {
		return a, nil // an empty list of operations
	}
	if p != nil {
		if a.text == "" {
			a.text, _ = extract.Prose(reply.Text)
		}
		return a, p
	}
	for i := range r.Items {
		item := r.Items[i]
		item.Op.Base = nil // the revisions are ours to say, not a model's
		a.list = append(a.list, rejectItemLists(proposal{op: item.Op, raw: &item.Raw, problems: item.Problems}))
	}
	if r.Cut || reply.Cut {
		a.warnings = append(a.warnings, problem.Problem{
			Code:    extract.Cut,
			Message: "the model's answer ends before it is complete; operations may be missing",
			Hint:    "check that nothing is missing, or ask for less at once",
		})
	}
	return a, nil
}

// arguments returns the arguments of a call. A text that is not JSON stays a string, which
// the decoder refuses.
func arguments(text string) ijson.Value {
	v, p := ijson.Parse([]byte(text))
	if p == nil {
		return v
	}
	if v, _, p = extract.Value(text); p == nil && v.Kind == ijson.Object {
		return v
	}
	if text == "" {
		return ijson.Value{Kind: ijson.Object}
	}
	return ijson.Value{Kind: ijson.String, Text: text}
}

// objectIn returns the object in a reply; null if there is none.
func objectIn(text string) ijson.Value {
	v, _, p := extract.Value(text)
	if p != nil {
		return ijson.Value{}
	}
	return v
}
