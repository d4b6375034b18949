package propose

import (
	"context"

	"assister/internal/brief"
	"assister/internal/op"
)

// FixedDraft is an engine with known operations: those that a plan asked for on the way to
// an answer. They are checked and shown like any others.
type FixedDraft struct {
	Ops   []op.Op
	From  op.Source
	Scope *Scope // nil for everything
}

// Draft returns the operations.
func (g FixedDraft) Draft(context.Context, Request, brief.Brief) (Draft, error) {
	return Draft{Ops: g.Ops, Scope: g.Scope}, nil
}

func (g FixedDraft) source() op.Source { return g.From }
