package assist

import (
	"context"
	"time"

	"assister/internal/event"
	"assister/internal/ledger"
	"assister/internal/problem"
	"assister/internal/session"
	"assister/internal/workspace"
)

// Sessions emits a row for each session, the most recent first.
func Sessions(ctx context.Context, env Environment) (Outcome, error) {
	r := newRequest(ctx, env, Conversation{})
	return r.finish(ctx, sessions(ctx, r))
}

func sessions(ctx context.Context, r *request) error {
	var all []session.Session
	if err := r.view(ctx, func(snapshot workspace.Reader) (err error) {
		all, err = snapshot.Sessions()
		return err
	}); err != nil {
		return err
	}
	local := func(t time.Time) string { return t.In(r.Clock.Zone).Format(time.RFC3339) }
	for _, s := range all {
		row := event.Facts{
			{Name: "session", Value: s.Name}, {Name: "turns", Value: s.Turns},
			{Name: "first", Value: local(s.First)}, {Name: "last", Value: local(s.Last)},
			{Name: "question", Value: s.Open},
		}
		if err := r.Emit(row); err != nil {
			return err
		}
	}
	return r.Emit(event.Summary{Text: problem.Count(len(all), "session") + "."})
}

// ShowSession emits the newest turns of a session, oldest first.
func ShowSession(ctx context.Context, env Environment, name string, newest int) (Outcome, error) {
	r := newRequest(ctx, env, Conversation{})
	return r.finish(ctx, showSession(ctx, r, name, newest))
}

func showSession(ctx context.Context, r *request, name string, newest int) error {
	if err := session.CheckName(name); err != nil {
		return err
	}
	var turns []session.Turn
	if err := r.view(ctx, func(snapshot workspace.Reader) (err error) {
		if turns, err = snapshot.Turns(name, newest); err != nil {
			return err
		}
		return existingSession(snapshot, name)
	}); err != nil {
		return err
	}
	for _, t := range turns {
		row := event.TurnRow{At: t.At.In(r.Clock.Zone), Role: t.Role, Text: t.Text, Question: t.Question != ""}
		if err := r.Emit(row); err != nil {
			return err
		}
	}
	return r.Emit(event.Summary{Text: problem.Count(len(turns), "turn") + "."})
}

// ClearSession deletes the turns of a session. The audit trail records that they were
// deleted; it never had their texts.
func ClearSession(ctx context.Context, env Environment, name string) (Outcome, error) {
	r := newRequest(ctx, env, Conversation{})
	return r.finish(ctx, clearSession(ctx, r, name))
}

func clearSession(ctx context.Context, r *request, name string) error {
	if err := session.CheckName(name); err != nil {
		return err
	}
	store, err := r.open(ctx, WriteAccess|OnlyExisting)
	if err != nil {
		return err
	}
	if err := r.view(ctx, func(snapshot workspace.Reader) error { return existingSession(snapshot, name) }); err != nil {
		return err
	}
	n, err := store.Clear(ctx, name)
	if err != nil {
		return err
	}
	cleared := ledger.Entry{
		At: r.Now(), CorrelationID: r.CorrelationID, Action: "session", Asked: askedBy(r),
		Detail: workspace.Detail("cleared", name, "turns", n),
	}
	if err := workspace.Note(ctx, store, []ledger.Entry{cleared}, session.Added{}); err != nil {
		r.Log.note("this is not in the audit trail: %v", err)
	}
	return r.Emit(event.Summary{Text: "Forgot " + problem.Count(n, "turn") + " of " + name + "."})
}

// existingSession refuses the name of a session that does not exist, with the nearest one that
// does.
func existingSession(snapshot workspace.Reader, name string) error {
	all, err := snapshot.Sessions()
	if err != nil {
		return err
	}
	var names []string
	for _, s := range all {
		if s.Name == name {
			return nil
		}
		names = append(names, s.Name)
	}
	hint := problem.DidYouMean(name, names, "`assister session list` lists them")
	return problem.Refuse(problem.Usage, "no_such_session", "there is no session "+problem.Quote(name), hint)
}
