package assist

import (
	"context"
	"errors"
	"io"

	"assister/internal/calendar"
	"assister/internal/event"
	"assister/internal/problem"
	"assister/internal/session"
)

// TranscriptHint says what a transcript is.
const TranscriptHint = "give the output of an `ask` or `propose` that exited 3"

// ReadTranscript reads the stream of an earlier request, which has to end in a question:
// the conversation that an answer continues, and its correlation id. A stream that was
// cut, or has lines that cannot be read, is no transcript. path names it in a refusal.
func ReadTranscript(ctx context.Context, from io.Reader, path string, clock calendar.Clock) (
	c Conversation, correlationID string, err error,
) {
	noQuestion := problem.Refuse(problem.Usage, "no_question", "the transcript does not end in a question",
		TranscriptHint)
	noQuestion.Path = path
	in, err := event.Read(ctx, from, "", clock)
	var refusal *problem.Refusal
	switch {
	case errors.As(err, &refusal) && refusal.Problem.Code == problem.MissingOperations:
		return c, "", noQuestion
	case err != nil:
		return c, "", err
	}
	defer in.Close()
	if in.Upstream == nil || in.Upstream.Clarify == nil {
		return c, "", noQuestion
	}
	q := in.Upstream.Clarify
	if q.Request == "" {
		r := problem.Misuse("the question has no request", "ask again, and answer the question that this version prints")
		r.Path = path
		return c, "", r
	}
	turns := []session.Turn{
		{Role: session.User, Text: q.Request},
		{Role: session.Assistant, Text: q.Question},
	}
	return Conversation{Turns: turns, Question: q}, in.CorrelationID, nil
}
