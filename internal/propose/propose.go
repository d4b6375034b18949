// Package propose goes from a request to validated operations: the pipeline and, for
// engines that need one, the single repair. It owns the interfaces of the engines. Nothing
// here can write.
//
// A model never decides: its reply is parsed, decoded, validated against the records that
// it was shown and against the data, and shown to a person. Its mistakes become problems
// of the operation; an empty reply or prose changes nothing.
package propose

import (
	"context"
	"strings"
	"time"

	"assister/internal/brief"
	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/ijson"
	"assister/internal/language/meaning"
	"assister/internal/language/message"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/route"
	"assister/internal/session"
)

// Request is a request for changes.
type Request struct {
	Text      string
	Said      *meaning.Text     // what Text means; nil if it was not read
	Also      []meaning.Text    // what else it may mean, the likeliest first
	Unread    []string          // the parts of Text that are not understood
	Keywords  []string          // the words of Text that may be in titles
	Lists     bool              // Text has a word for a list or its items
	Language  *message.Language // of messages about the request; nil is English
	Selection record.Selection
	Project   record.Record // that the person works in; the zero Record for none

	Where *filter.Condition // the records that Text describes; nil if it describes none
	Days  []filter.Range    // that Text names
	Kinds []string          // of records, that Text has a word for
	Named []string          // names and ids ("#12") of what it may mean, by a model

	session.Topics                // of the conversation
	Turns          []session.Turn // of the conversation so far, oldest first
	Unplanned      bool           // no changes could be proposed for it
}

// mention is what the words of the request may name.
func (r Request) mention() brief.Mention {
	text := strings.Join(append([]string{r.Text}, r.Named...), "\n")
	return brief.Mention{Text: text, Keywords: r.Keywords, Lists: r.Lists}
}

// entities are what the request names, if it was read.
func (r Request) entities() record.Entities {
	if r.Said == nil {
		return record.Entities{}
	}
	return route.EntitiesOf(*r.Said)
}

// asksForChange reports whether the request is one for a change, and no question.
func (r Request) asksForChange() bool {
	return r.Said != nil && route.Judge(route.Of([]meaning.Text{*r.Said})).Decision == route.Plan
}

// Draft is an engine's answer: operations, or a question, or the words that the engine
// did not understand. In the last case there are no operations, because a request that
// is understood in part must not be done in part.
type Draft struct {
	Ops           []op.Op
	Unparsed      []Unparsed // operations that could not be decoded
	Scope         *Scope     // what the operations may change; nil for everything
	Question      string
	Options       []record.Record // possible answers to Question, best first
	NotUnderstood []string        // pieces of the request, as they were written
	AlreadyDone   string          // why no operation is needed: the data is already as requested
	Text          string          // text beside or instead of operations; not to be trusted
	Warnings      []problem.Problem
}

// Unparsed is an operation that could not be decoded.
type Unparsed struct {
	At       int   // how many of the draft's operations come before it
	Op       op.Op // as far as it could be decoded; for display only
	Raw      ijson.Value
	Problems []problem.Problem
}

// Library gives access to the data that questions are about.
type Library interface {
	Query(q filter.Query, today calendar.Date) (filter.Result, error)

	// CompletedAt returns when records of a kind were last completed: those with the ids
	// or, without ids, all that were completed from one instant to before another.
	// Records that were created as completed are not included.
	CompletedAt(kind string, ids []int64, from, to time.Time) (map[int64]time.Time, error)
}

// Inquiry is a question about the data.
type Inquiry struct {
	session.Topics // of the conversation

	Text   string
	Said   *meaning.Text  // what Text means; nil if it was not read
	Also   []meaning.Text // what else it may mean, the likeliest first
	Before []meaning.Text // what the same person has said before in the conversation, oldest first
	Clock  calendar.Clock
}

// Answerer answers a question from the data alone, as the rules do.
type Answerer interface {
	Answer(ctx context.Context, q Inquiry, from Library) (Answer, error)
}

// Drafter goes from a request directly to operations, as the rules do.
type Drafter interface {
	Draft(ctx context.Context, r Request, b brief.Brief) (Draft, error)
}
