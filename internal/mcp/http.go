package mcp

import (
	"context"
	"net"
	"net/http"
	"strings"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"assister/internal/door"
	"assister/internal/ijson"
	"assister/internal/problem"
	"assister/internal/tool"
)

// Path is where the server answers over HTTP.
const Path = "/mcp"

// HTTP serves clients over HTTP. Each token has a server of its own, so that a session or
// a plan of one client is not known to another, and each goes as far as its permit.
type HTTP struct {
	Config             // whose Client is that of the token
	Tokens door.Tokens // one of which every request has to show
	Names  []string    // in lower case, that requests may name as their host, besides localhost and addresses

	byClient map[string]http.Handler
}

// Bounds of what clients can hold on to.
const (
	bodyMost    = 8 << 20
	headerMost  = 64 << 10
	sessionIdle = time.Hour
	stopWait    = 5 * time.Second
)

// stateless is the first revision of the protocol without sessions: every request says
// everything about its client. The SDK has a handler for each kind.
const stateless = "2026-07-28"

// Serve answers requests until ctx ends, which is no error: a server that is asked to stop does so.
func (h *HTTP) Serve(ctx context.Context, l net.Listener) error {
	hs := &http.Server{
		Handler: h.Handler(ctx), ReadHeaderTimeout: stopWait, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: headerMost,
		// Requests end with ctx, streams that wait for changes among them.
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	failed := make(chan error, 1)
	go func() { failed <- hs.Serve(l) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	wait, done := context.WithTimeout(context.WithoutCancel(ctx), stopWait)
	defer done()
	if err := hs.Shutdown(wait); err != nil {
		_ = hs.Close()
	}
	return nil
}

// Handler answers requests. Changes are watched until ctx ends.
func (h *HTTP) Handler(ctx context.Context) http.Handler {
	h.byClient = map[string]http.Handler{}
	for _, t := range h.Tokens {
		c := h.Config
		c.Client = t.Client
		s := New(c)
		go s.watcher.watchChanges(ctx, s.Ticker)
		h.byClient[t.Client.Name] = s.handler()
	}
	return http.HandlerFunc(h.handle)
}

// handler is the handler of one client, for both kinds of revisions.
func (s *Server) handler() http.Handler {
	of := func(*http.Request) *sdk.Server { return s.sdk }
	o := sdk.StreamableHTTPOptions{
		SessionTimeout: sessionIdle, MaxRequestBodyBytes: bodyMost, PropagateRequestCancellation: true,
		DisableLocalhostProtection: true, // handle checks the host, of which a proxy may have a name
	}
	sessions := sdk.NewStreamableHTTPHandler(of, &o)
	o.Stateless = true
	requests := sdk.NewStreamableHTTPHandler(of, &o)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Mcp-Protocol-Version") >= stateless {
			requests.ServeHTTP(w, r)
			return
		}
		sessions.ServeHTTP(w, r)
	})
}

func (h *HTTP) handle(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Cache-Control", "no-store")
	origin := r.Header.Get("Origin")
	switch {
	case !door.KnownHost(r.Host, h.Names):
		refuse(w, http.StatusMisdirectedRequest, problem.Problem{Code: "host_not_allowed",
			Message: "this server has no name " + problem.Quote(r.Host), Hint: "start it with --allow-host and the name"})
		return
	case !door.SameOrigin(origin, r.Host):
		refuse(w, http.StatusForbidden, problem.Problem{Code: "origin_not_allowed",
			Message: "pages of " + problem.Quote(origin) + " may not use this server"})
		return
	case r.URL.Path != Path:
		refuse(w, http.StatusNotFound, problem.Problem{Code: "not_found", Message: "the server answers at " + Path})
		return
	}
	client, found := h.Tokens.Find(shown(r))
	if !found {
		w.Header().Set("WWW-Authenticate", "Bearer")
		refuse(w, http.StatusUnauthorized, problem.Problem{Code: "unauthorized",
			Message: "the token is missing or wrong",
			Hint:    "send the header “Authorization: Bearer TOKEN” with the token of the server"})
		return
	}
	h.byClient[client.Name].ServeHTTP(w, r)
}

// shown is the token that a request shows. The predecessors had headers of their own for it.
func shown(r *http.Request) string {
	if token, bearer := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); bearer {
		return strings.TrimSpace(token)
	}
	for _, name := range [...]string{"X-MCP-Token", "X-MCP-Secret"} {
		if token := r.Header.Get(name); token != "" {
			return strings.TrimSpace(token)
		}
	}
	return ""
}

func refuse(w http.ResponseWriter, status int, p problem.Problem) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(ijson.AppendValue(nil, object(member("error", tool.ProblemValue(p)))))
}
