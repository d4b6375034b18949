package propose

import (
	"fmt"
	"slices"
	"strings"

	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/schema"
)

// roundsMost is how often a model is asked that goes on to call for operations
// (facts 1.10).
const roundsMost = 5

// table is the kit of the operations themselves, each a tool. It takes whatever
// no other kit does. What a call came to is said back, so that the model can
// mend it; a round that adds nothing is the last.
type table struct {
	tools   []schema.Tool
	against room

	rounds int
	added  bool // something in this round
}

func (t *table) offer() []schema.Tool { return t.tools }

func (t *table) takes(Call) bool { return true }

func (t *table) hear(c Call, said *answer) (Message, error) {
	return t.add(c, guarded(called(c)), said)
}

// add takes a call that is new. One that puts a refused call right takes its
// place.
func (t *table) add(c Call, p proposal, said *answer) (Message, error) {
	if slices.ContainsFunc(said.list, func(x proposal) bool { return x.text() == p.text() }) {
		return result(c, "repeated", nil), nil
	}
	t.added = true
	said.list = append(said.list, p)
	problems, err := t.against.last(said.list)
	if err != nil {
		return Message{}, err
	}
	if len(problems) > 0 {
		return result(c, "refused", problems), nil
	}
	said.list, err = t.against.without(said.list, p)
	return result(c, "accepted", nil), err
}

func (t *table) next(*answer) (prompt string, more bool, err error) {
	t.rounds++
	more, t.added = t.added && t.rounds < roundsMost, false
	return "", more, nil
}

// tools returns the operations on records of some kinds, by the names that models
// call them by ("create_task"), and the bulk operations.
func tools(kinds []*schema.Kind) []schema.Tool {
	tools := schema.Tools(kinds)
	for i := range tools {
		k, o := schema.Resolve(tools[i].Name)
		tools[i].Name = k.ToolName(o.Verb)
	}
	return append(tools, schema.BulkTools()...)
}

// last is what is wrong with the last of the proposals, beside the others.
func (r room) last(list []proposal) ([]problem.Problem, error) {
	p := list[len(list)-1]
	if len(p.problems) > 0 || r.snapshot == nil {
		return p.problems, nil
	}
	entries, _, _, err := r.find(list)
	if err != nil {
		return nil, fmt.Errorf("try the operation: %w", err)
	}
	return entries[len(entries)-1].Errors, nil
}

// without leaves out the refused proposals that the last one, which is right,
// puts right: of the same operation, on the same record or, of creates, under
// the same name.
func (r room) without(list []proposal, right proposal) ([]proposal, error) {
	if r.snapshot == nil {
		return list, nil
	}
	entries, _, _, err := r.find(list)
	if err != nil {
		return nil, fmt.Errorf("try the operations: %w", err)
	}
	var kept []proposal
	for i, p := range list {
		if entries[i].Valid() || !alike(p.op, right.op) {
			kept = append(kept, p)
		}
	}
	return kept, nil
}

// alike reports whether two operations do the same thing to the same record.
func alike(a, b op.Op) bool {
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
