package assist

import (
	"context"

	"assister/internal/route"
)

// Converse treats one line of a conversation: it undoes the last batch if the line
// says so, and asks it otherwise.
func Converse(ctx context.Context, env Environment, q AskRequest) (Outcome, error) {
	if route.TakesBack(q.Text) {
		return Undo(ctx, env, UndoRequest{})
	}
	return Ask(ctx, env, q)
}
