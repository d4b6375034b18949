package cli

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"assister/internal/event"
	"assister/internal/ledger"
	"assister/internal/problem"
	"assister/internal/session"
	"assister/internal/sqlite"
	"assister/internal/workspace"
)

func sessionCommand(p *program) *cobra.Command {
	return group("session", "Manage conversations",
		sessionListCommand(p), sessionShowCommand(p), sessionClearCommand(p))
}

func sessionListCommand(p *program) *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: "List the sessions, the most recent first",
		Example: "  assister session list",
		Args:    arguments(0, 0, "`assister session show NAME` shows one"),
		RunE:    p.perform(func(ctx context.Context, c *call, _ []string) error { return sessionList(ctx, c) }),
	}
}

func sessionShowCommand(p *program) *cobra.Command {
	var newest int
	cmd := &cobra.Command{
		Use: "show NAME", Short: "Show the turns of a session, oldest first",
		Example: "  assister session show home -n 10",
		Args:    arguments(1, 1, "`assister session list` lists the sessions"),
		RunE: p.perform(
			func(ctx context.Context, c *call, args []string) error { return sessionShow(ctx, c, args[0], newest) },
		),
	}
	cmd.Flags().IntVarP(&newest, "lines", "n", session.TurnsMax, "show the newest `N` turns")
	return cmd
}

func sessionClearCommand(p *program) *cobra.Command {
	return &cobra.Command{
		Use: "clear NAME", Short: "Delete the turns of a session",
		Long:    `Delete the turns of a session. No record is changed. This cannot be undone.`,
		Example: "  assister session clear home",
		Args:    arguments(1, 1, "`assister session list` lists the sessions"),
		RunE:    p.perform(func(ctx context.Context, c *call, args []string) error { return sessionClear(ctx, c, args[0]) }),
	}
}

func sessionList(ctx context.Context, c *call) error {
	if err := c.begin(""); err != nil {
		return err
	}
	all, err := allSessions(ctx, c, sqlite.Read)
	if err != nil {
		return err
	}
	for _, s := range all {
		if err := c.Emit(event.Facts{
			{Name: "session", Value: s.Name}, {Name: "turns", Value: s.Turns},
			{Name: "first", Value: c.localTime(s.First)}, {Name: "last", Value: c.localTime(s.Last)},
			{Name: "question", Value: s.Open},
		}); err != nil {
			return err
		}
	}
	return c.Emit(event.Summary{Text: counted(len(all), "session", "sessions") + "."})
}

func allSessions(ctx context.Context, c *call, mode sqlite.Mode) ([]session.Session, error) {
	store, err := c.file.openExisting(ctx, mode)
	if err != nil {
		return nil, err
	}
	return store.Sessions(ctx)
}

func (c *call) localTime(t time.Time) string { return t.In(c.Zone).Format(time.RFC3339) }

func sessionShow(ctx context.Context, c *call, name string, newest int) error {
	if newest < 1 {
		return wrongValue("lines", fmt.Sprint(newest), "a number from 1")
	}
	if err := c.begin(""); err != nil {
		return err
	}
	if err := findSession(ctx, c, name, sqlite.Read); err != nil {
		return err
	}
	turns, err := c.file.store.Turns(ctx, name, newest)
	if err != nil {
		return err
	}
	for _, t := range turns {
		row := event.TurnRow{At: t.At.In(c.Zone), Role: t.Role, Text: t.Text, Question: t.Question != ""}
		if err := c.Emit(row); err != nil {
			return err
		}
	}
	return c.Emit(event.Summary{Text: counted(len(turns), "turn", "turns") + "."})
}

// sessionClear deletes a session. The audit trail has that it was deleted, but never
// had its texts.
func sessionClear(ctx context.Context, c *call, name string) error {
	if err := c.begin(""); err != nil {
		return err
	}
	if err := findSession(ctx, c, name, sqlite.Write); err != nil {
		return err
	}
	n, err := c.file.store.Clear(ctx, name)
	if err != nil {
		return err
	}
	cleared := ledger.Entry{
		At: c.now(), CorrelationID: c.correlationID, Action: "session",
		Detail: workspace.Detail("cleared", name, "turns", n),
	}
	if err := workspace.Note(ctx, c.file.store, []ledger.Entry{cleared}); err != nil {
		c.out.note("this is not in the audit trail: %v", err)
	}
	return c.Emit(event.Summary{Text: "Forgot " + counted(n, "turn", "turns") + " of " + name + "."})
}

// known refuses the name of a session that there is not, with the nearest one
// that there is.
func findSession(ctx context.Context, c *call, name string, mode sqlite.Mode) error {
	if err := session.CheckName(name); err != nil {
		return err
	}
	all, err := allSessions(ctx, c, mode)
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
	hint := "`assister session list` lists them"
	if near := problem.Nearest(name, names); near != "" {
		hint = "did you mean " + near + "?"
	}
	return problem.Refuse(problem.Usage, "no_such_session", "there is no session "+problem.Quote(name), hint)
}
