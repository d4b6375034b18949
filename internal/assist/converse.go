package assist

import "context"

// Converse treats one line of a conversation: it undoes the last batch if the line
// says so, and asks it otherwise.
func Converse(ctx context.Context, env Environment, q AskRequest) (Outcome, error) {
	r, text, err := begin(ctx, env, q.Request)
	if err != nil {
		return r.finish(ctx, err)
	}
	taken, err := takesBack(ctx, r, text.Text)
	switch {
	case err != nil:
		return r.finish(ctx, err)
	case taken:
		return Undo(ctx, env, UndoRequest{})
	}
	return askBegun(ctx, r, text, q)
}
