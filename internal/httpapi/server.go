// Package httpapi serves the use cases over HTTP: answers in JSON, and the events of a
// request as a stream of lines or of server-sent events. It reads requests and writes
// answers; the Host carries them out, and `assister help serve` describes the API.
//
// Every request but those for the page, the API's description and its health needs a token.
// A table of routes says what each request may say and how far its client has to be
// permitted to go; see routes.go.
package httpapi

import (
	"context"
	"errors"
	"net"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"assister/internal/assist"
	"assister/internal/door"
	"assister/internal/ijson"
	"assister/internal/problem"
)

// Media types of answers.
const (
	jsonType    = "application/json"
	ndjson      = "application/x-ndjson"
	eventStream = "text/event-stream"
)

// Server is the HTTP interface of a workspace. Its fields are set before it is used.
type Server struct {
	Host    door.Host
	Tokens  door.Tokens
	Names   []string // in lower case, that requests may name as their host, besides localhost and addresses
	Version string   // of the program
	Limits  Limits

	life     context.Context // that requests end with
	streams  streams
	sessions sessions
	running  sync.WaitGroup // requests of streams
	busy     atomic.Int64   // requests
	stopping atomic.Bool
}

// Limits bound what clients can hold on to. Every zero value is replaced by the default.
type Limits struct {
	Requests int           // at once (256)
	Resume   time.Duration // for which a request without a reader goes on (3 s)
	Keep     time.Duration // for which a stream can be read after its end (30 s)
	Write    time.Duration // for a client to take what is written (30 s)
	Stop     time.Duration // for requests to end when the server stops (5 s)
}

func (l Limits) withDefaults() Limits {
	or := func(d *time.Duration, value time.Duration) {
		if *d == 0 {
			*d = value
		}
	}
	if l.Requests == 0 {
		l.Requests = 256
	}
	or(&l.Resume, 3*time.Second)
	or(&l.Keep, 30*time.Second)
	or(&l.Write, 30*time.Second)
	or(&l.Stop, 5*time.Second)
	return l
}

// Serve answers requests until ctx ends, and then until those in flight have ended, or
// Limits.Stop has passed: these are cancelled with the cause of ctx.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	s.Limits = s.Limits.withDefaults()
	life, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	defer cancel(nil)
	s.life = life
	// Connections do not end with life: those that read get the end of their stream.
	hs := &http.Server{
		Handler:           s.Handler(),
		ReadHeaderTimeout: 5 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: headerMax,
	}
	failed := make(chan error, 1)
	go func() { failed <- hs.Serve(l) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	s.stopping.Store(true)
	late := time.AfterFunc(s.Limits.Stop, func() { cancel(context.Cause(ctx)) })
	defer late.Stop()
	// A client that does not take its last events is not waited for.
	wait, done := context.WithTimeout(context.WithoutCancel(ctx), 2*s.Limits.Stop)
	defer done()
	if err := hs.Shutdown(wait); err != nil {
		_ = hs.Close()
	}
	cancel(context.Cause(ctx))
	s.running.Wait()
	return nil
}

// Handler answers requests.
func (s *Server) Handler() http.Handler {
	s.Limits = s.Limits.withDefaults()
	if s.life == nil {
		s.life = context.Background()
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		protect(w.Header())
		if fault := s.handle(w, r); fault != nil {
			fault.write(w)
		}
	})
}

func (s *Server) handle(w http.ResponseWriter, r *http.Request) *httpError {
	if fault := s.checkHost(r); fault != nil {
		return fault
	}
	if fault := checkOrigin(r); fault != nil {
		return fault
	}
	if serve, found := s.open(r.URL.Path); found {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			return wrongMethod(w, "GET, HEAD")
		}
		serve(w)
		return nil
	}
	client, fault := s.authenticate(r)
	if fault != nil {
		return fault
	}
	if r.URL.Path == "/api/client" {
		if r.Method != http.MethodGet {
			return wrongMethod(w, "GET")
		}
		writeClient(w, client)
		return nil
	}
	rt, fault := routeOf(w, r)
	if fault != nil {
		return fault
	}
	if err := client.Require(rt.permit, rt.what); err != nil {
		return errorOf(err)
	}
	return s.carryOut(w, r, rt, client)
}

// open finds what is answered without a token: nothing of it is about the workspace.
func (s *Server) open(path string) (func(http.ResponseWriter), bool) {
	switch path {
	case "/healthz":
		return s.health, true
	case "/openapi.json":
		return func(w http.ResponseWriter) { writeJSON(w, http.StatusOK, document(s.Version)) }, true
	}
	return pageFile(path)
}

// health says whether the server takes requests.
func (s *Server) health(w http.ResponseWriter) {
	status, word := http.StatusOK, "ok"
	if s.stopping.Load() {
		status, word = http.StatusServiceUnavailable, "stopping"
	}
	writeJSON(w, status, object(member("status", text(word))))
}

// writeClient says who the token belongs to and what it allows, so that a page offers
// nothing else.
func writeClient(w http.ResponseWriter, c door.Client) {
	writeJSON(w, http.StatusOK, object(
		member("name", text(c.Name)), member("permit", text(c.Permit.String())),
		member("attended", ijson.Value{Kind: ijson.Bool, Bool: c.Attended}),
	))
}

func writeJSON(w http.ResponseWriter, status int, v ijson.Value) {
	w.Header().Set("Content-Type", jsonType)
	w.WriteHeader(status)
	_, _ = w.Write(append(ijson.AppendValue(nil, v), '\n'))
}

func wrongMethod(w http.ResponseWriter, allowed string) *httpError {
	w.Header().Set("Allow", allowed)
	return refusal(http.StatusMethodNotAllowed, "method_not_allowed", "the method is not "+allowed, "")
}

// routeOf finds the route of a request.
func routeOf(w http.ResponseWriter, r *http.Request) (*route, *httpError) {
	routes := routes()
	at := slices.IndexFunc(routes, func(rt route) bool { return rt.path == r.URL.Path })
	switch {
	case at < 0:
		return nil, refusal(http.StatusNotFound, "not_found", "there is nothing at "+problem.Quote(r.URL.Path),
			"/openapi.json describes the API")
	case routes[at].method != r.Method:
		return nil, wrongMethod(w, routes[at].method)
	}
	return &routes[at], nil
}

// limit ends a read or a write of a connection that takes longer than d, by a deadline that
// is over, until release is called.
func limit(d time.Duration, setDeadline func(time.Time) error) (release func()) {
	late := time.AfterFunc(d, func() { _ = setDeadline(time.Unix(1, 0)) })
	return func() { late.Stop() }
}

// errorOf is an error from before the stream as an answer.
func errorOf(err error) *httpError {
	var r *problem.Refusal
	if !errors.As(err, &r) {
		return refusal(http.StatusInternalServerError, "failed", err.Error(), "")
	}
	status := http.StatusBadRequest
	if r.Class == problem.Unapproved {
		status = http.StatusForbidden
	}
	return &httpError{status, hints.Problem(r.Problem)}
}

// carryOut carries a request out, and answers in the form that the client accepts.
func (s *Server) carryOut(w http.ResponseWriter, r *http.Request, rt *route, client door.Client) *httpError {
	form := formOf(rt, r.Header.Values("Accept"))
	if last := r.Header.Get("Last-Event-ID"); last != "" && form == eventStream {
		return s.resume(w, r, client, last)
	}
	if s.busy.Add(1) > int64(s.Limits.Requests) {
		s.busy.Add(-1)
		return refusal(http.StatusServiceUnavailable, "busy", "the server works on as many requests as it can", "try again")
	}
	in, fault := rt.readInput(w, r)
	var do useCase
	var err error
	if fault == nil {
		if do, err = rt.do(in, client); err != nil {
			fault = errorOf(err)
		}
	}
	if fault != nil {
		s.busy.Add(-1)
		return fault
	}
	one := door.Request{
		Command: rt.command, CorrelationID: in.correlationID(), Client: client, Engine: rt.words, Do: do, Hints: hints,
	}
	session := in.text(sessionField)
	if form == eventStream {
		s.stream(w, r, one, session)
		return nil
	}
	defer s.busy.Add(-1)
	ctx, cancel := context.WithCancelCause(r.Context())
	defer cancel(nil)
	defer context.AfterFunc(s.life, func() { cancel(context.Cause(s.life)) })()
	if form == ndjson {
		w.Header().Set("Content-Type", ndjson)
		one.Out = &lineWriter{w: w, within: s.Limits.Write}
		s.run(ctx, cancel, session, one)
		return nil
	}
	one.Out = &answer{w: w, within: s.Limits.Write}
	s.run(ctx, cancel, session, one)
	return nil
}

// run has the host carry a request out. One with a session takes the place of the one in
// flight.
func (s *Server) run(ctx context.Context, cancel context.CancelCauseFunc, session string, one door.Request) {
	if session != "" {
		key := one.Client.Name + "\x00" + session
		flight := s.sessions.begin(key, cancel)
		defer s.sessions.end(key, flight)
		do := one.Do
		one.Do = func(ctx context.Context, env assist.Environment) (assist.Outcome, error) {
			if err := flight.turn(ctx); err != nil {
				return assist.Outcome{}, err
			}
			return do(ctx, env)
		}
	}
	s.Host.Run(ctx, one)
}
