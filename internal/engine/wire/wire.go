// Package wire is the HTTP transport between engines and model servers, with limits.
// It does not trust servers: every exchange ends before its deadline and within
// bounded memory, with a complete answer or a refusal. The engines define requests
// and answers.
package wire

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"time"

	"assister/internal/problem"
)

// Codes of the refusals, whose class is problem.Unavailable.
const (
	Unreachable = "engine_unreachable" // no server, or none that speaks HTTP
	TimedOut    = "engine_timed_out"   // no complete answer in time
	Busy        = "engine_busy"        // too many requests, also after retries
	Refused     = "engine_refused"     // an error status
	BadAnswer   = "engine_bad_answer"  // an answer that is incomplete, too long or invalid
)

// Limits of one exchange. The default of each, for zero, is in its comment.
type Limits struct {
	Total   time.Duration // 5m: the whole exchange with its retries
	Connect time.Duration // 5s: to connect
	Header  time.Duration // 2m: until the answer begins; loading a model takes long
	Idle    time.Duration // 1m: between two lines of the answer
	Body    int64         // 8 MB for an answer
	Line    int           // 1 MB for a line of it
	Lines   int           // 100,000 lines
	Tries   int           // 5, while the server is busy
	Pause   time.Duration // 250ms before the second try, then doubled up to 8s
}

// CallsMax is the maximum number of tool calls in an answer.
const CallsMax = 256

const (
	connBuffer  = 1 << 10  // of a connection, which waits for a model most of the time
	headerBytes = 64 << 10 // of the header of an answer
	errorBytes  = 64 << 10 // of the body of an error status
	pauseMax    = 8 * time.Second
)

func (l Limits) withDefaults() Limits {
	setDefault(&l.Total, 5*time.Minute)
	setDefault(&l.Connect, 5*time.Second)
	setDefault(&l.Header, 2*time.Minute)
	setDefault(&l.Idle, time.Minute)
	setDefault(&l.Body, 8<<20)
	setDefault(&l.Line, 1<<20)
	setDefault(&l.Lines, 100_000)
	setDefault(&l.Tries, 5)
	setDefault(&l.Pause, 250*time.Millisecond)
	return l
}

func setDefault[T int | int64 | time.Duration](limit *T, def T) {
	if *limit == 0 {
		*limit = def
	}
}

// Secret is a text that messages, logs and dumps show as "[secret]".
type Secret string

func (Secret) String() string               { return "[secret]" }
func (Secret) GoString() string             { return "[secret]" }
func (Secret) MarshalText() ([]byte, error) { return []byte("[secret]"), nil }

// Server is a model server. Nothing else is used to reach it: no proxy of the
// environment, no file and no key of the user's.
type Server struct {
	Name   string   // in messages: "ollama"
	Base   *url.URL // see ParseHost; requests append their path
	Proxy  *url.URL // nil for none
	Key    Secret   // sent as a bearer token; empty for none
	Limits Limits
}

// Request is a request to a server.
type Request struct {
	Path   string   // "/api/chat"
	Body   []byte   // JSON, sent with POST; nil for GET
	Accept []string // accepted media types
}

// Status is the error of an answer whose status is not 200. It is the cause of the
// refusal, so that an engine can tell a missing model from a broken server.
type Status struct {
	Code int
	Text string // the server's error message; cleaned, may be empty
}

func (s *Status) Error() string {
	text := "status " + strconv.Itoa(s.Code)
	if name := http.StatusText(s.Code); name != "" {
		text += " " + name
	}
	if s.Text != "" {
		text += ": " + s.Text
	}
	return text
}

var (
	errTotal  = errors.New("no complete answer in time")
	errHeader = errors.New("no answer in time")
	errIdle   = errors.New("no further line in time")
)

// Do calls use with a client that reaches only this server, for one request, whose answer may
// have the media types of accept. What ends the exchange is the error of Do: a limit, a status
// other than 200, a connection that breaks, or else the error of use, unchanged. While the
// server is busy, use is called again.
//
// A body of application/x-ndjson or text/event-stream arrives line by line, without blank
// lines. An answer that use does not read to its end is stopped on the server.
func (s *Server) Do(parent context.Context, accept []string, use func(context.Context, *http.Client) error) error {
	l := s.Limits.withDefaults()
	ctx, done := context.WithTimeoutCause(parent, l.Total, errTotal)
	defer done()
	// Each exchange has its own connection, because closing it is what stops the
	// generation on the server.
	transport := &http.Transport{
		Proxy:                  nil,
		DialContext:            (&net.Dialer{Timeout: l.Connect}).DialContext,
		TLSHandshakeTimeout:    l.Connect,
		MaxResponseHeaderBytes: headerBytes,
		DisableCompression:     true,
		DisableKeepAlives:      true,
		ReadBufferSize:         connBuffer,
		WriteBufferSize:        connBuffer,
	}
	if s.Proxy != nil {
		transport.Proxy = http.ProxyURL(s.Proxy)
	}
	defer transport.CloseIdleConnections()

	for try := 1; ; try++ {
		x := exchange{server: s, limits: l, accept: accept, transport: transport, wait: never}
		err := x.do(ctx, use)
		wait := x.wait
		switch {
		case x.fault == nil:
			return err
		case cancelled(parent):
			return fmt.Errorf("ask %s: %w", s.Name, context.Cause(parent))
		case wait < 0:
			return s.refusal(l, x.fault)
		case try >= l.Tries:
			return s.busy(x.fault, "")
		case wait > l.Total:
			return s.busy(x.fault, " and asks to wait "+wait.String())
		case wait == 0:
			wait = min(l.Pause<<min(try-1, 20), max(pauseMax, l.Pause))
		}
		timer := time.NewTimer(wait)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			if cancelled(parent) {
				return fmt.Errorf("ask %s: %w", s.Name, context.Cause(parent))
			}
			return s.busy(x.fault, "")
		}
	}
}

// Lines sends a request and calls read with each line of the answer that is not
// blank, as it arrives, until read reports that it was the last. An error of read ends
// the exchange, also on the server, and is returned unchanged. An answer that ends
// before its last line is refused. read must not keep the line.
func (s *Server) Lines(ctx context.Context, r Request, read func(line []byte) (last bool, err error)) error {
	return s.Do(ctx, r.Accept, func(ctx context.Context, c *http.Client) error {
		answer, err := s.send(ctx, c, r)
		if err != nil {
			return err
		}
		defer answer.Body.Close()
		lines := bufio.NewScanner(answer.Body)
		lines.Buffer(nil, s.Limits.withDefaults().Line+1)
		for lines.Scan() {
			if last, err := read(lines.Bytes()); last || err != nil {
				return err
			}
		}
		return s.Incomplete()
	})
}

// Fetch sends a request and returns the whole body of the answer.
func (s *Server) Fetch(ctx context.Context, r Request) (answer []byte, err error) {
	err = s.Do(ctx, r.Accept, func(ctx context.Context, c *http.Client) error {
		sent, err := s.send(ctx, c, r)
		if err != nil {
			return err
		}
		defer sent.Body.Close()
		answer, err = io.ReadAll(sent.Body)
		return err
	})
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// Incomplete is the refusal of an answer that ended without its last part.
func (s *Server) Incomplete() error {
	return s.Refuse(BadAnswer, "ended its answer before it was complete", nil)
}

func (s *Server) send(ctx context.Context, c *http.Client, r Request) (*http.Response, error) {
	method := http.MethodGet
	if r.Body != nil {
		method = http.MethodPost
	}
	request, err := http.NewRequestWithContext(ctx, method, s.Base.JoinPath(r.Path).String(), bytes.NewReader(r.Body))
	if err != nil {
		return nil, err
	}
	for _, t := range r.Accept {
		request.Header.Add("Accept", t)
	}
	if r.Body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	return c.Do(request)
}

// cancelled reports whether the caller gave up, other than by its deadline.
func cancelled(ctx context.Context) bool {
	return ctx.Err() != nil && !errors.Is(ctx.Err(), context.DeadlineExceeded)
}

// causeOf returns the limit that ended an exchange, if one did. The transport's own
// error then only says that the connection was closed.
func causeOf(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// unreachable is an error before an answer began.
type unreachable struct{ error }

func (e *unreachable) Unwrap() error { return e.error }

// reason returns the innermost error of the network, such as "connection refused".
func (e *unreachable) reason() string {
	var system *os.SyscallError
	if errors.As(e.error, &system) {
		return system.Err.Error()
	}
	var network *net.OpError
	if errors.As(e.error, &network) {
		return network.Err.Error()
	}
	return e.Error()
}

func checkType(h http.Header, types []string) error {
	if e := h.Get("Content-Encoding"); e != "" && e != "identity" {
		return fmt.Errorf("%w encoded as %s", errType, Clean(e, 40))
	}
	t, _, err := mime.ParseMediaType(h.Get("Content-Type"))
	if err != nil {
		return fmt.Errorf("%w without a content type", errType)
	}
	for _, good := range types {
		if t == good {
			return nil
		}
	}
	return fmt.Errorf("%w of type %s", errType, Clean(t, 40))
}

var errType = errors.New("an answer")

// retryAfter returns how long a busy server asks to wait, or a negative duration if it
// is not busy. A Retry-After with a date is measured against the server's own clock.
func retryAfter(answer *http.Response) time.Duration {
	if answer.StatusCode != http.StatusTooManyRequests && answer.StatusCode != http.StatusServiceUnavailable {
		return -1
	}
	after := answer.Header.Get("Retry-After")
	if seconds, err := strconv.ParseUint(after, 10, 32); err == nil {
		return time.Duration(seconds) * time.Second
	}
	then, err := http.ParseTime(after)
	if err != nil {
		return 0
	}
	now, err := http.ParseTime(answer.Header.Get("Date"))
	if err != nil {
		return 0
	}
	return max(0, then.Sub(now))
}

func (s *Server) status(answer *http.Response) error {
	status := &Status{Code: answer.StatusCode}
	if answer.StatusCode >= 300 && answer.StatusCode < 400 {
		status.Text = "redirects are not followed"
		return status
	}
	t, _, _ := mime.ParseMediaType(answer.Header.Get("Content-Type"))
	if e := answer.Header.Get("Content-Encoding"); e != "" && e != "identity" {
		return status
	}
	// A body that cannot be read is ignored: the status says enough.
	body, _ := io.ReadAll(io.LimitReader(answer.Body, errorBytes))
	status.Text = s.Clean(errorText(t, body))
	return status
}

// refusal turns the error that ended an exchange into a refusal.
func (s *Server) refusal(l Limits, err error) error {
	var status *Status
	var lost *unreachable
	var refused *problem.Refusal
	switch {
	case errors.As(err, &refused):
		return refused
	case errors.Is(err, errHeader):
		return s.Refuse(TimedOut, "did not answer within "+l.Header.String(), err)
	case errors.Is(err, errIdle):
		return s.Refuse(TimedOut, "stopped in the middle of its answer for "+l.Idle.String(), err)
	case errors.Is(err, errTotal), errors.Is(err, context.DeadlineExceeded):
		return s.Refuse(TimedOut, "did not complete its answer in time", err)
	case errors.As(err, &status):
		return s.Refuse(Refused, "answered with "+status.Error(), err)
	case errors.As(err, &lost):
		r := s.Refuse(Unreachable, "", err)
		r.Problem.Message = "cannot reach " + s.String() + ": " + s.Clean(lost.reason())
		return r
	case errors.Is(err, errLine), errors.Is(err, errLines), errors.Is(err, errBody):
		return s.Refuse(BadAnswer, "sent too long an answer: "+err.Error(), err)
	case errors.Is(err, errType):
		return s.Refuse(BadAnswer, "sent "+err.Error()+", unlike a model server", err)
	}
	return s.Refuse(BadAnswer, "broke off its answer: "+s.Clean(err.Error()), err)
}

func (s *Server) busy(err error, more string) error {
	r := s.Refuse(Busy, "is busy"+more, err)
	r.Problem.Hint = "try again later"
	return r
}

// String returns the server's name and address, for messages.
func (s *Server) String() string { return s.Name + " at " + s.Base.String() }

// Refuse returns a refusal whose message says what the server did: "did not answer".
func (s *Server) Refuse(code, did string, cause error) *problem.Refusal {
	r := problem.Refuse(problem.Unavailable, code, s.String()+" "+did, hint(code))
	r.Cause, r.Passing = cause, code == Unreachable || code == TimedOut || code == Busy
	return r
}

func hint(code string) string {
	switch code {
	case Unreachable:
		return "start the server, set its address with --host, or choose --engine rules"
	case TimedOut:
		return "try again, or choose a smaller model or --engine rules"
	case BadAnswer:
		return "try again; if it fails again, look at the server's log"
	}
	return "look at the server's log, or choose --engine rules, which needs no server"
}
