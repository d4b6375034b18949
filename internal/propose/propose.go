// Package propose goes from words to validated operations: the pipeline and,
// for engines that need one, the single repair. It owns the interfaces of the
// engines. Nothing here can write.
package propose

import (
	"context"

	"assister/internal/brief"
	"assister/internal/calendar"
	"assister/internal/diag"
	"assister/internal/op"
	"assister/internal/record"
)

// Request is what somebody asks for.
type Request struct {
	Text      string
	Selection Selection
}

// Selection answers an earlier question: these records, this day, this priority.
type Selection struct {
	Records  []record.Key
	Day      calendar.Date
	Priority string
}

// Empty reports whether nothing was selected.
func (s Selection) Empty() bool {
	return len(s.Records) == 0 && !s.Day.Valid() && s.Priority == ""
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
