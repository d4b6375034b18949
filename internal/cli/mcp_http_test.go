package cli

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

const mcpSecret = "a secret of more than twenty characters"

// mcpOverHTTP starts `assister mcp --http`, which ends well when it is stopped, and returns the address that it prints.
func mcpOverHTTP(t *testing.T, w *world, args ...string) (url string) {
	t.Helper()
	ctx, stop := context.WithCancelCause(t.Context())
	w.ctx = ctx
	lines, stderr := io.Pipe()
	w.err = stderr
	ended := make(chan int, 1)
	go func() {
		ended <- w.run(append([]string{"mcp", "--http", "127.0.0.1:0"}, args...)...)
		stderr.Close()
	}()
	in := bufio.NewReader(lines)
	line, err := in.ReadString('\n')
	_, url, found := strings.Cut(strings.TrimSpace(line), "serving at ")
	if err != nil || !found {
		t.Fatalf("%v: %q", err, line)
	}
	go func() { _, _ = io.Copy(io.Discard, in) }()
	t.Cleanup(func() {
		stop(Interrupted{syscall.SIGTERM})
		if code := <-ended; code != 0 {
			t.Errorf("exit %d", code)
		}
		if w.stdout.Len() > 0 {
			t.Errorf("stdout has %q", &w.stdout)
		}
	})
	return url
}

// bearer adds a token to requests.
type bearer string

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+string(b))
	return http.DefaultTransport.RoundTrip(r)
}

// httpClient connects a client over HTTP.
func httpClient(t *testing.T, url, secret, revision string, o *sdk.ClientOptions) *mcpClient {
	t.Helper()
	client := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, o)
	session, err := client.Connect(t.Context(), &sdk.StreamableClientTransport{
		Endpoint: url, HTTPClient: &http.Client{Transport: bearer(secret)},
	}, &sdk.ClientSessionOptions{ProtocolVersion: revision})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { session.Close() })
	return &mcpClient{ClientSession: session, t: t}
}

func TestMCPOverHTTP(t *testing.T) {
	t.Parallel() // the server waits for a connection that its client opened and did not use
	w := newWorld(t)
	w.env["ASSISTER_MCP_TOKEN"] = mcpSecret
	ticks := make(chan time.Time)
	w.ticker = func(time.Duration) (<-chan time.Time, func()) { return ticks, func() {} }
	url := mcpOverHTTP(t, w)
	for i, revision := range revisions {
		updated := make(chan string, 10)
		person := asked{action: "accept", content: map[string]any{"apply": true}}
		o := person.options(t)
		o.ResourceUpdatedHandler = func(_ context.Context, req *sdk.ResourceUpdatedNotificationRequest) {
			updated <- req.Params.URI
		}
		c := httpClient(t, url, mcpSecret, revision, o)
		apply := func(tool string, args map[string]any) {
			t.Helper()
			planned, _ := c.call(tool, args)
			if got, _ := c.call("apply", map[string]any{"plan": planned["plan"]}); got["status"] != "applied" {
				t.Errorf("%s: %v", revision, got)
			}
		}
		apply("create_task", map[string]any{"title": "Buy milk"})
		uri := "assister://records/task/" + string(rune('1'+i))
		if err := c.Subscribe(t.Context(), &sdk.SubscribeParams{URI: uri}); err != nil {
			t.Fatal(err)
		}
		apply("update_task", map[string]any{"id": i + 1, "title": "Buy oat milk"})
		if got := <-updated; got != uri || len(person.said) != 2 {
			t.Errorf("%s: %s changed, and the person was asked %q", revision, got, person.said)
		}
	}
}

func TestMCPOverHTTPRefusesStrangers(t *testing.T) {
	w := newWorld(t)
	w.env["ASSISTER_MCP_TOKEN"] = mcpSecret
	url := mcpOverHTTP(t, w, "--allow-host", "box.example")
	for _, tt := range []struct {
		name, header, value string
		host, path          string
		status              int
	}{
		{"nothing", "", "", "", "", 401},
		{"a wrong token", "Authorization", "Bearer " + mcpSecret + "x", "", "", 401},
		{"the token elsewhere", "Authorization", mcpSecret, "", "", 401},
		{"the token", "Authorization", "Bearer " + mcpSecret, "", "", 200},
		{"the token of a predecessor", "X-MCP-Secret", mcpSecret, "", "", 200},
		{"another host", "X-MCP-Token", mcpSecret, "evil.example", "", 421},
		{"a host that is allowed", "X-MCP-Token", mcpSecret, "box.example", "", 200},
		{"another origin", "Origin", "https://evil.example", "", "", 403},
		{"another path", "X-MCP-Token", mcpSecret, "", "/", 404},
	} {
		body := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",` +
			`"capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Accept", "application/json, text/event-stream")
		if tt.header != "" {
			req.Header.Set(tt.header, tt.value)
		}
		if tt.host != "" {
			req.Host = tt.host
		}
		if tt.path != "" {
			req.URL.Path = tt.path
		}
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		text, _ := io.ReadAll(res.Body)
		res.Body.Close()
		if res.StatusCode != tt.status {
			t.Errorf("%s: status %d\n%s", tt.name, res.StatusCode, text)
		}
	}
}

// TestMCPOverHTTPHoldsTheTokensApart has two tokens with permits and limits of their own.
func TestMCPOverHTTPHoldsTheTokensApart(t *testing.T) {
	t.Parallel() // the server waits for a connection that its client opened and did not use
	w := newWorld(t)
	dir := w.env["HOME"]
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	reader, writer := write("reader", mcpSecret+" 1\n"), write("writer", mcpSecret+" 2\n")
	file := write("config.yaml", "tokens:\n  reader: {file: "+reader+"}\n  writer: {file: "+writer+
		", permit: apply, limits: {allow: [task.create]}}\n")
	url := mcpOverHTTP(t, w, "--config", file)
	reads, writes := httpClient(t, url, mcpSecret+" 1", "", nil), httpClient(t, url, mcpSecret+" 2", "", nil)
	planned, _ := reads.call("create_task", map[string]any{"title": "Buy milk"})
	if got, _ := reads.call("apply", map[string]any{"plan": planned["plan"]}); code(got) != "not_permitted" {
		t.Errorf("the reader applies: %v", got)
	}
	if got, _ := writes.call("apply", map[string]any{"plan": planned["plan"]}); code(got) != "plan_not_found" {
		t.Errorf("the plan of another token: %v", got)
	}
	if got, _ := writes.call("create_task", map[string]any{"title": "Buy milk"}); got["status"] != "applied" {
		t.Errorf("got %v", got)
	}
	if got, _ := writes.call("update_task", map[string]any{"id": 1, "title": "X"}); code(got) != "operation_not_allowed" {
		t.Errorf("beyond the limits of the token: %v", got)
	}
}

func TestMCPOverHTTPNeedsAToken(t *testing.T) {
	for _, secret := range []string{"", "short"} {
		w := newWorld(t)
		if secret != "" {
			w.env["ASSISTER_MCP_TOKEN"] = secret
		}
		if w.run("mcp", "--http", "127.0.0.1:0") != 2 || w.stdout.Len() > 0 || !strings.Contains(w.stderr.String(), "token") {
			t.Errorf("stdout %q, stderr %q", &w.stdout, &w.stderr)
		}
	}
}
