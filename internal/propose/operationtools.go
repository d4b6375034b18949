package propose

import (
	"context"
	"fmt"
	"slices"

	"assister/internal/problem"
	"assister/internal/schema"
)

// RoundsMax is how often a model is asked while it keeps making calls.
const RoundsMax = 5

// operationTools is the toolset of the operations, each a tool. It handles every call
// that no other toolset does. The model gets the result of each call, so that it can
// correct it; a round that adds nothing is the last.
type operationTools struct {
	tools   []schema.Tool
	against validator

	most    int // rounds
	rounds  int
	added   bool     // something in this round
	earlier []string // the texts of the proposals of earlier rounds
}

func (t *operationTools) definitions() []schema.Tool { return t.tools }

func (t *operationTools) handles(Call) bool { return true }

func (t *operationTools) handle(ctx context.Context, c Call, parsed *parsedReply) (Message, error) {
	return t.add(ctx, c, rejectItemLists(proposalFromCall(c, t.against.notation())), parsed)
}

// add adds a new call. One that corrects a refused call replaces it.
func (t *operationTools) add(ctx context.Context, c Call, p proposal, parsed *parsedReply) (Message, error) {
	if slices.ContainsFunc(parsed.list, func(x proposal) bool { return x.text() == p.text() }) {
		return t.against.scope.aliases.toolResult(c, "repeated", nil), nil
	}
	t.added = true
	parsed.list = append(parsed.list, p)
	problems, err := t.against.lastProblems(ctx, parsed.list)
	if err != nil {
		return Message{}, err
	}
	if len(problems) > 0 {
		return t.against.scope.aliases.toolResult(c, "refused", problems), nil
	}
	parsed.list, err = t.withoutCorrected(ctx, parsed.list)
	return t.against.scope.aliases.toolResult(c, "accepted", nil), err
}

func (t *operationTools) endRound(parsed *parsedReply) (prompt string, more bool, err error) {
	t.rounds++
	t.earlier = nil
	for _, p := range parsed.list {
		t.earlier = append(t.earlier, p.text())
	}
	more, t.added = t.added && t.rounds < t.most, false
	return "", more, nil
}

// lastProblems returns the problems of the last proposal, checked with the others.
func (r validator) lastProblems(ctx context.Context, list []proposal) ([]problem.Problem, error) {
	p := list[len(list)-1]
	if len(p.problems) > 0 {
		return p.problems, nil
	}
	entries, _, _, err := r.validate(ctx, list)
	if err != nil {
		return nil, fmt.Errorf("try the operation: %w", err)
	}
	return entries[len(entries)-1].Errors, nil
}

// withoutCorrected leaves out the refused proposals that the last one, which is valid,
// corrects: those with the same effect, or else the first of an earlier round that it
// retries.
func (t *operationTools) withoutCorrected(ctx context.Context, list []proposal) ([]proposal, error) {
	entries, _, _, err := t.against.validate(ctx, list)
	if err != nil {
		return nil, fmt.Errorf("try the operations: %w", err)
	}
	last := len(list) - 1
	right, retried := list[last].op, -1
	var kept []proposal
	for i, p := range list[:last] {
		switch {
		case entries[i].Valid():
		case sameEffect(p.op, right):
			continue
		case retried < 0 && slices.Contains(t.earlier, p.text()) && p.isRetriedBy(right, entries[i].Errors):
			retried = len(kept)
		}
		kept = append(kept, p)
	}
	if retried >= 0 && len(kept) == last {
		kept = slices.Delete(kept, retried, retried+1)
	}
	return append(kept, list[last]), nil
}
