package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"assister/internal/config"
	"assister/internal/door"
	"assister/internal/mcp"
)

func mcpCommand(p *program) *cobra.Command {
	cmd := &cobra.Command{
		Use: "mcp", Short: "Serve the workspace to clients of the Model Context Protocol",
		Long: `Serve the workspace to a client of the Model Context Protocol, such as an editor
or a chat program, over stdin and stdout. The client starts this command itself;
` + "`assister help mcp`" + ` shows how to set it up. With --http the server answers over
HTTP until it is stopped, and requests need a token.

A client may read, and plan changes. A person approves a plan in the client, if
the client can ask; with --permit apply nobody is asked. The limits hold for
whatever the client asks for.`,
		Example: `  assister mcp
  assister mcp --permit apply --allow 'task.*,event.*' --max-deletes 3`,
		Args:        arguments(0, 0, "`assister help mcp` shows its use"),
		Annotations: map[string]string{stdoutAnnotation: protocolForm},
		RunE:        p.perform(func(ctx context.Context, c *call, _ []string) error { return serveMCP(ctx, c) }),
	}
	config.AddFlagsOf("mcp", cmd.Flags())
	config.AddLimitFlags(cmd.Flags())
	return cmd
}

func serveMCP(ctx context.Context, c *call) error {
	permit, err := door.ParsePermit(c.set.Text("mcp.permit"))
	if err != nil {
		return err
	}
	of := mcp.Config{
		Version: buildInfo().version, Client: door.Client{
			Name: "the client", Actor: cmp.Or(c.set.Text("actor"), "client@mcp"), Permit: permit,
		},
		Topics: topicResources(c.cmd.Root()), Ticker: c.ticker(),
	}
	for _, name := range namesIn(c.set.Text("mcp.kinds")) {
		k, err := kindNamed(name)
		if err != nil {
			return err
		}
		of.Kinds = append(of.Kinds, k)
	}
	if address := c.set.Text("mcp.http"); address != "" {
		return serveMCPOverHTTP(ctx, c, of, address)
	}
	if err := c.begin(""); err != nil {
		return err
	}
	of.Host = newHost(c)
	// A client that goes away in the middle of a message ends the session as any other does, so
	// that its side of stdout is no output that has failed.
	err = mcp.New(of).Serve(ctx, interruptible{ctx, c.In}, c.Out)
	switch {
	case errors.Is(err, context.Canceled):
		return context.Cause(ctx)
	case errors.Is(err, syscall.EPIPE), errors.Is(err, io.ErrClosedPipe):
		return nil
	case err != nil:
		return fmt.Errorf("serve the client: %w", err)
	}
	return nil
}

func serveMCPOverHTTP(ctx context.Context, c *call, of mcp.Config, address string) error {
	tokens, secret, err := tokensOf(c, "mcp", config.MCPToken, of.Client)
	if err != nil {
		return err
	}
	l, err := listen(ctx, address, "http")
	if err != nil {
		return err
	}
	defer l.Close()
	if err := c.begin(""); err != nil {
		return err
	}
	c.out.note("serving at %s", strings.TrimSuffix(addressOf(l), "/")+mcp.Path)
	if !isLoopback(l) {
		c.out.note("%s is not encrypted: put a proxy with TLS before it, or a tunnel", l.Addr())
	}
	if secret != "" {
		c.out.note("the token is %s", secret)
	}
	of.Host = newHost(c)
	h := &mcp.HTTP{Config: of, Tokens: tokens, Names: namesIn(c.set.Text("mcp.allow-host"))}
	return h.Serve(ctx, l)
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
