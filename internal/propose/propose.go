// Package propose goes from words to validated operations: the pipeline and,
// for engines that need one, the single repair. It owns the interfaces of the
// engines. Nothing here can write.
//
// A model never has the last word: what it says is read, decoded, held against
// what it was shown and against the data, and shown to a person. Its mistakes
// are problems beside the operation; its silence and its prose change nothing.
package propose

import (
	"context"
	"time"

	"assister/internal/brief"
	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/ijson"
	"assister/internal/op"
	"assister/internal/planner"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/session"
)

// Request is what somebody asks for.
type Request struct {
	Text      string
	Locale    Locale // that it is in, for what is said about it; nil is English
	Selection record.Selection
	Turns     []session.Turn // of the conversation so far, oldest first
	Recent    []record.Key   // spoken of a short while ago: what "it" and "them" may mean
}

// Draft is an engine's answer: operations, or a question, or the words that it
// did not understand; then there are no operations, for a request that is not
// understood whole is not half done.
type Draft struct {
	Ops           []op.Op
	Unparsed      []Unparsed                // what was meant as an operation and could not be read as one
	Shown         func(key record.Key) bool // the records that the engine knows of; nil knows all
	Question      string
	Options       []record.Record // possible answers to Question, best first
	NotUnderstood []string        // pieces of the request, as they were written
	AlreadyDone   string          // why no operation is needed: what is asked for is so already
	Text          string          // in words, beside or instead of operations; somebody else's text
	Warnings      []problem.Problem
}

// Unparsed is an operation that could not be read.
type Unparsed struct {
	At       int   // how many of the draft's operations stand before it
	Op       op.Op // what could be read of it; for showing only
	Raw      ijson.Value
	Problems []problem.Problem
}

// Library is the data that questions are answered from.
type Library interface {
	Query(q filter.Query, today calendar.Date) (filter.Result, error)

	// Finished is when records of a kind were completed, the last time for each: of
	// those with the ids or, without ids, of all that were from one instant to
	// before another. What was made completed is not among them.
	Finished(kind string, ids []int64, from, to time.Time) (map[int64]time.Time, error)
}

// Answerer answers a question from the data alone, as the rules do.
type Answerer interface {
	// Plan is how a question is looked up; without steps there is none. After a
	// setback it is the one other plan, or none.
	Plan(text string, c calendar.Clock, after *planner.Setback) planner.Plan

	// Answer says what was found, and looks up what else it needs.
	Answer(ctx context.Context, text string, from Library, c calendar.Clock) (Answer, error)
}

// Drafter goes from a request directly to operations, as the rules do.
type Drafter interface {
	Draft(ctx context.Context, r Request, b brief.Brief) (Draft, error)
}
