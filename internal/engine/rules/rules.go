// Package rules is the built-in engine: it goes from what a text means to operations and
// answers, without a model. Package draft makes operations, and package answer plans and
// answers. Neither reads words. Nothing is guessed: where several records could be meant
// there is a question, and where a word is not understood there are no operations at all.
package rules

import (
	"context"

	"assister/internal/brief"
	"assister/internal/engine/rules/answer"
	"assister/internal/engine/rules/draft"
	"assister/internal/propose"
)

// Engine is the rules.
type Engine struct {
	// Language is the code of the language of answers, such as "fr"; "" is that of the
	// question.
	Language string
}

var (
	_ propose.Drafter  = Engine{}
	_ propose.Answerer = Engine{}
)

// Draft drafts the operations that a request means.
func (Engine) Draft(ctx context.Context, q propose.Request, b brief.Brief) (propose.Draft, error) {
	return draft.Make(ctx, q, b)
}

// Answer answers a question from the data.
func (e Engine) Answer(ctx context.Context, asked propose.Inquiry, from propose.Library) (propose.Answer, error) {
	return answer.Answerer{Language: e.Language}.Answer(ctx, asked, from)
}
