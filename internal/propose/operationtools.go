package propose

import (
	"fmt"
	"slices"
	"strings"

	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/schema"
)

// maxRounds is how often a model is asked while it keeps making calls.
const maxRounds = 5

// operationTools is the toolset of the operations, each a tool. It handles every call
// that no other toolset does. The model gets the result of each call, so that it can
// correct it; a round that adds nothing is the last.
type operationTools struct {
	tools   []schema.Tool
	against validator

	rounds int
	added  bool // something in this round
}

func (t *operationTools) definitions() []schema.Tool { return t.tools }

func (t *operationTools) handles(Call) bool { return true }

func (t *operationTools) handle(c Call, parsed *parsedReply) (Message, error) {
	return t.add(c, rejectItemLists(proposalFromCall(c, t.against.notation())), parsed)
}

// add adds a new call. One that corrects a refused call replaces it.
func (t *operationTools) add(c Call, p proposal, parsed *parsedReply) (Message, error) {
	if slices.ContainsFunc(parsed.list, func(x proposal) bool { return x.text() == p.text() }) {
		return t.against.scope.aliases.toolResult(c, "repeated", nil), nil
	}
	t.added = true
	parsed.list = append(parsed.list, p)
	problems, err := t.against.lastProblems(parsed.list)
	if err != nil {
		return Message{}, err
	}
	if len(problems) > 0 {
		return t.against.scope.aliases.toolResult(c, "refused", problems), nil
	}
	parsed.list, err = t.against.withoutCorrected(parsed.list, p)
	return t.against.scope.aliases.toolResult(c, "accepted", nil), err
}

func (t *operationTools) endRound(*parsedReply) (prompt string, more bool, err error) {
	t.rounds++
	more, t.added = t.added && t.rounds < maxRounds, false
	return "", more, nil
}

// lastProblems returns the problems of the last proposal, checked with the others.
func (r validator) lastProblems(list []proposal) ([]problem.Problem, error) {
	p := list[len(list)-1]
	if len(p.problems) > 0 || r.snapshot == nil {
		return p.problems, nil
	}
	entries, _, _, err := r.validate(list)
	if err != nil {
		return nil, fmt.Errorf("try the operation: %w", err)
	}
	return entries[len(entries)-1].Errors, nil
}

// withoutCorrected leaves out the refused proposals that the last one, which is valid,
// corrects: those of the same operation on the same record or, for creates, with the same
// name.
func (r validator) withoutCorrected(list []proposal, right proposal) ([]proposal, error) {
	if r.snapshot == nil {
		return list, nil
	}
	entries, _, _, err := r.validate(list)
	if err != nil {
		return nil, fmt.Errorf("try the operations: %w", err)
	}
	var kept []proposal
	for i, p := range list {
		if entries[i].Valid() || !sameEffect(p.op, right.op) {
			kept = append(kept, p)
		}
	}
	return kept, nil
}

// sameEffect reports whether two operations do the same thing to the same record.
func sameEffect(a, b op.Op) bool {
	if a.Kind != b.Kind || a.Verb != b.Verb {
		return false
	}
	if a.Verb != schema.Create {
		return a.ID == b.ID && !a.Verb.Bulk()
	}
	label := schema.Lookup(a.Kind).Label
	x, given := a.Arg(label)
	y, _ := b.Arg(label)
	return !given || strings.EqualFold(x.Value.Text(), y.Value.Text())
}
