package cli

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"assister/internal/config"
	"assister/internal/door"
	"assister/internal/event"
	"assister/internal/httpapi"
	"assister/internal/problem"
	"assister/internal/terminal"
)

func serveCommand(p *program) *cobra.Command {
	cmd := &cobra.Command{
		Use: "serve", Short: "Serve a page and an HTTP API, until it is stopped",
		Long: `Serve a page for a person and an HTTP API for programs, until the command is
stopped with Ctrl-C or SIGTERM.

Requests need a token. In a terminal one is made and printed, as an address to
open in a browser; it is forgotten at the end. Other tokens come from a file
(--token-file), the variable ` + config.ServeToken + `, or the configuration.

By default a token can ask, propose and dry-run. With --permit apply, it can
apply and undo as well. Limits hold for all requests.

` + "`assister help serve`" + ` describes the API, tokens and their limits.`,
		Example: "  assister serve\n  assister serve --permit apply --max-deletes 5",
		Args:    arguments(0, 0, "serve takes no argument; --listen says where"),
		RunE:    p.perform(func(ctx context.Context, c *call, _ []string) error { return serve(ctx, c) }),
	}
	config.AddFlagsOf("serve", cmd.Flags())
	config.AddLimitFlags(cmd.Flags())
	return cmd
}

// collectAt is by how many percent the memory of a server grows until it is collected.
const collectAt = 15

func serve(ctx context.Context, c *call) error {
	tokens, secret, err := tokensOf(c, "serve", config.ServeToken, door.Client{
		Name: "the page", Actor: cmp.Or(c.set.Text("actor"), "page@serve"), Attended: true,
	})
	if err != nil {
		return err
	}
	l, err := listen(ctx, c.set.Text("serve.listen"), "listen")
	if err != nil {
		return err
	}
	defer l.Close()
	if err := c.begin(""); err != nil {
		return err
	}
	url := addressOf(l)
	facts := event.Facts{{Name: "url", Value: url}, {Name: "permit", Value: c.set.Text("serve.permit")}}
	if err := c.Emit(facts); err != nil {
		return err
	}
	if !isLoopback(l) {
		c.out.note("%s is not encrypted: put a proxy with TLS before it, or a tunnel", l.Addr())
	}
	if secret != "" {
		fmt.Fprintf(c.Err, "Open %s#token=%s\nStop with Ctrl-C.\n", url, secret)
	}
	if _, set := c.env("GOGC"); !set {
		// Most requests wait for a model, so that memory is scarcer than time: 200 of them
		// take 30 MB in place of 43 (bench/serve).
		defer debug.SetGCPercent(debug.SetGCPercent(collectAt))
	}
	s := &httpapi.Server{
		Host: newHost(c), Tokens: tokens, Version: buildInfo().version, Names: namesIn(c.set.Text("serve.allow-host")),
	}
	return s.Serve(ctx, l)
}

// tokensOf returns the tokens of the configuration, and the one that a file or a variable
// has. If neither has one, a token is made in a terminal, for the client that is given, and
// returned to be printed.
func tokensOf(c *call, command, variable string, person door.Client) (all door.Tokens, made string, err error) {
	for _, t := range c.set.Tokens {
		secret, err := config.ReadSecret(t.File)
		if err != nil {
			return nil, "", err
		}
		client := door.Client{Name: "token " + t.Name, Actor: t.Name + "@" + command, Configured: true}
		if client.Permit, err = door.ParsePermit(cmp.Or(t.Permit, config.Permits[0])); err != nil {
			return nil, "", err
		}
		if all, err = addToken(all, secret, client); err != nil {
			return nil, "", err
		}
	}
	client := door.Client{Name: "the token", Actor: cmp.Or(c.set.Text("actor"), "token@"+command)}
	if client.Permit, err = door.ParsePermit(c.set.Text(command + ".permit")); err != nil {
		return nil, "", err
	}
	secret, _ := c.env(variable)
	if path := c.set.Text(command + ".token-file"); path != "" {
		if secret, err = config.ReadSecret(path); err != nil {
			return nil, "", err
		}
	}
	switch {
	case secret != "":
		all, err = addToken(all, secret, client)
		return all, "", err
	case terminal.Is(c.Err):
		person.Permit = client.Permit
		made = door.NewSecret()
		return append(all, door.NewToken(made, person)), made, nil
	case len(all) == 0:
		return nil, "", problem.Misuse("there is no token, and no terminal to print a new one in",
			"write one in a file that only you can read, and name it with --token-file")
	}
	return all, "", nil
}

func addToken(all door.Tokens, secret string, c door.Client) (door.Tokens, error) {
	if len(secret) < door.TokenMin {
		return nil, problem.Misuse(fmt.Sprintf("%s is shorter than %d characters", c.Name, door.TokenMin),
			"make one with: openssl rand -hex 32")
	}
	if other, twice := all.Find(secret); twice {
		return nil, problem.Misuse(other.Name+" and "+c.Name+" are the same", "give each client a token of its own")
	}
	return append(all, door.NewToken(secret, c)), nil
}

// listen listens on the address that a flag gives.
func listen(ctx context.Context, address, flag string) (net.Listener, error) {
	var config net.ListenConfig
	l, err := config.Listen(ctx, "tcp", address)
	if err != nil {
		r := problem.Misuse("cannot listen on "+problem.Quote(address)+": "+problem.OneLine(err.Error()),
			"give another address, such as --"+flag+" 127.0.0.1:0 for any free port")
		r.Problem.Field, r.Cause = flag, err
		return nil, r
	}
	return l, nil
}

// addressOf is the address of the page for a browser on this machine.
func addressOf(l net.Listener) string {
	at := *l.Addr().(*net.TCPAddr)
	if at.IP.IsUnspecified() {
		at.IP = net.IPv4(127, 0, 0, 1)
	}
	return "http://" + at.String() + "/"
}

// namesIn are the names of a list, in lower case.
func namesIn(list string) []string {
	return strings.Fields(strings.ReplaceAll(strings.ToLower(list), ",", " "))
}

func isLoopback(l net.Listener) bool { return l.Addr().(*net.TCPAddr).IP.IsLoopback() }
