package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"assister/internal/assist"
	"assister/internal/session"
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
	return c.outcome(assist.Sessions(ctx, c.environment(ctx)))
}

func sessionShow(ctx context.Context, c *call, name string, newest int) error {
	if newest < 1 {
		return wrongValue("lines", fmt.Sprint(newest), "a number from 1")
	}
	if err := c.begin(""); err != nil {
		return err
	}
	return c.outcome(assist.ShowSession(ctx, c.environment(ctx), name, newest))
}

func sessionClear(ctx context.Context, c *call, name string) error {
	if err := c.begin(""); err != nil {
		return err
	}
	return c.outcome(assist.ClearSession(ctx, c.environment(ctx), name))
}
