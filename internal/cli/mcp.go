package cli

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"assister/internal/config"
	"assister/internal/door"
	"assister/internal/mcp"
	"assister/internal/problem"
)

// mcpFlags are the flags of mcp.
type mcpFlags struct {
	permit string
}

func mcpCommand(p *program) *cobra.Command {
	var o mcpFlags
	cmd := &cobra.Command{
		Use: "mcp", Short: "Serve the workspace to clients of the Model Context Protocol",
		Long: `Serve the workspace to a client of the Model Context Protocol, such as an editor
or a chat program, over stdin and stdout. The client starts this command itself;
` + "`assister help mcp`" + ` shows how to set it up.

A client may read, and plan changes. It may not apply a plan unless you say so
with --permit apply. The limits hold for whatever the client asks for.`,
		Example: `  assister mcp
  assister mcp --permit apply --allow task.*,event.* --max-deletes 3`,
		Args:        arguments(0, 0, "`assister help mcp` shows its use"),
		Annotations: map[string]string{stdoutAnnotation: protocolForm},
		RunE:        p.perform(func(ctx context.Context, c *call, _ []string) error { return serveMCP(ctx, c, o) }),
	}
	f := cmd.Flags()
	f.StringVar(&o.permit, "permit", door.Propose.String(), "how far requests may go: `PERMIT` is "+
		problem.Either(door.Permits[:]))
	config.AddLimitFlags(f)
	return cmd
}

func serveMCP(ctx context.Context, c *call, o mcpFlags) error {
	permit, err := door.ParsePermit(strings.TrimSpace(o.permit))
	if err != nil {
		return wrongValue("permit", o.permit, problem.Either(door.Permits[:]))
	}
	if err := c.begin(""); err != nil {
		return err
	}
	server := mcp.New(mcp.Config{
		Host: newHost(c), Version: buildInfo().version, Client: door.Client{Name: "the client", Permit: permit},
		Topics: topicResources(c.cmd.Root()), Ticker: c.ticker(),
	})
	err = server.Serve(ctx, interruptible{ctx, c.In}, &c.out.stdout)
	if errors.Is(err, context.Canceled) {
		return context.Cause(ctx)
	}
	return err
}

// topicResources are the help topics. Their text is made when it is read.
func topicResources(root *cobra.Command) (all []mcp.Topic) {
	for _, t := range topics {
		all = append(all, mcp.Topic{Name: t.name, Short: t.short, Text: func() string {
			text, _ := topicText(root, t.name)
			return text
		}})
	}
	return all
}

// ticker is the program's ticker, or that of the machine.
func (p *program) ticker() mcp.Ticker {
	if p.Ticker != nil {
		return p.Ticker
	}
	return func(every time.Duration) (<-chan time.Time, func()) {
		t := time.NewTicker(every)
		return t.C, t.Stop
	}
}
