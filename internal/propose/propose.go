// Package propose goes from words to validated operations: the pipeline and,
// for engines that need one, the single repair. It owns the interfaces of the
// engines. Nothing here can write.
package propose

import (
	"context"

	"assister/internal/brief"
	"assister/internal/diag"
	"assister/internal/op"
	"assister/internal/record"
	"assister/internal/route"
)

// Request is what somebody asks for.
type Request struct {
	Text      string
	Selection route.Selection
}

// Draft is an engine's answer: operations, or a question, or the words that it
// did not understand; then there are no operations, for a request that is not
// understood whole is not half done.
type Draft struct {
	Ops           []op.Op
	Question      string
	Options       []record.Record // possible answers to Question, best first
	NotUnderstood []string        // pieces of the request, as they were written
	Warnings      []diag.Problem
}

// Drafter goes from a request directly to operations, as the rules do.
type Drafter interface {
	Draft(ctx context.Context, r Request, b brief.Brief) (Draft, error)
}
