// Package wire is the HTTP transport between engines and model servers, with limits.
// It does not trust servers: every exchange ends before its deadline and within
// bounded memory, with a complete answer or a refusal. The engines define requests
// and answers.
package wire

import (
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

// Lines sends a request and calls read with each line of the answer that is not
// blank, as it arrives, until read reports that it was the last. An error of read ends
// the exchange, also on the server, and is returned unchanged. An answer that ends
// before its last line is refused. read must not keep the line.
func (s *Server) Lines(ctx context.Context, r Request, read func(line []byte) (last bool, err error)) error {
	l := s.Limits.withDefaults()
	return s.exchange(ctx, l, r, func(body io.Reader, idle *time.Timer) error {
		lines := lineReader{from: body, line: l.Line, body: l.Body}
		for n := 0; n < l.Lines; n++ {
			line, err := lines.next()
			if err == io.EOF {
				return s.Refuse(BadAnswer, "ended its answer before it was complete", nil)
			}
			if err != nil {
				return err
			}
			// The time that read takes does not count against the server.
			idle.Stop()
			last, err := read(line)
			if err != nil {
				return readError{err}
			}
			if last {
				return nil
			}
			idle.Reset(l.Idle)
		}
		return errLines
	})
}

// Fetch sends a request and returns the whole body of the answer.
func (s *Server) Fetch(ctx context.Context, r Request) ([]byte, error) {
	l := s.Limits.withDefaults()
	var answer []byte
	err := s.exchange(ctx, l, r, func(body io.Reader, _ *time.Timer) (err error) {
		answer, err = io.ReadAll(io.LimitReader(body, l.Body+1))
		if err == nil && int64(len(answer)) > l.Body {
			err = errBody
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// readError is an error of the caller's read function, which is returned unchanged.
type readError struct{ error }

// bodyFunc reads the body of an answer. It resets the idle timer with each line.
type bodyFunc func(body io.Reader, idle *time.Timer) error

// exchange sends a request, and sends it again while the server is busy.
func (s *Server) exchange(parent context.Context, l Limits, r Request, use bodyFunc) error {
	ctx, done := context.WithTimeoutCause(parent, l.Total, errTotal)
	defer done()
	// An http.Client would follow redirects and send the prompt along; a transport
	// does not. Each exchange has its own connection, because closing it is what stops
	// the generation on the server.
	transport := &http.Transport{
		Proxy:                  nil,
		DialContext:            (&net.Dialer{Timeout: l.Connect}).DialContext,
		TLSHandshakeTimeout:    l.Connect,
		MaxResponseHeaderBytes: headerBytes,
		DisableCompression:     true,
		DisableKeepAlives:      true,
	}
	if s.Proxy != nil {
		transport.Proxy = http.ProxyURL(s.Proxy)
	}
	defer transport.CloseIdleConnections()

	for try := 1; ; try++ {
		wait, err := s.try(ctx, transport, l, r, use)
		var own readError
		switch {
		case err == nil:
			return nil
		case errors.As(err, &own):
			return own.error
		case cancelled(parent):
			return fmt.Errorf("ask %s: %w", s.Name, context.Cause(parent))
		case wait < 0:
			return s.refusal(l, err)
		case try >= l.Tries:
			return s.busy(err, "")
		case wait > l.Total:
			return s.busy(err, " and asks to wait "+wait.String())
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
			return s.busy(err, "")
		}
	}
}

// cancelled reports whether the caller gave up, other than by its deadline.
func cancelled(ctx context.Context) bool {
	return ctx.Err() != nil && !errors.Is(ctx.Err(), context.DeadlineExceeded)
}

// try sends a request once. It also returns how long to wait before the next try: 0 if
// the server is busy and does not say, negative if a retry is useless.
func (s *Server) try(
	ctx context.Context, transport *http.Transport, l Limits, r Request, use bodyFunc) (time.Duration, error) {
	const never = -1
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	header := time.AfterFunc(l.Header, func() { stop(errHeader) })
	defer header.Stop()

	request, err := s.request(ctx, r)
	if err != nil {
		return never, err
	}
	answer, err := transport.RoundTrip(request)
	if err != nil {
		return never, causeOf(ctx, &unreachable{err})
	}
	defer answer.Body.Close()
	header.Stop()
	idle := time.AfterFunc(l.Idle, func() { stop(errIdle) })
	defer idle.Stop()

	if answer.StatusCode != http.StatusOK {
		return retryAfter(answer), s.status(answer)
	}
	if err := checkType(answer.Header, r.Accept); err != nil {
		return never, err
	}
	err = use(answer.Body, idle)
	var own readError
	if err == nil || errors.As(err, &own) {
		return never, err
	}
	return never, causeOf(ctx, err)
}

func (s *Server) request(ctx context.Context, r Request) (*http.Request, error) {
	method := http.MethodGet
	if r.Body != nil {
		method = http.MethodPost
	}
	request, err := http.NewRequestWithContext(ctx, method, s.Base.JoinPath(r.Path).String(), bytes.NewReader(r.Body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("User-Agent", "assister")
	for _, t := range r.Accept {
		request.Header.Add("Accept", t)
	}
	if r.Body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	if s.Key != "" {
		request.Header.Set("Authorization", "Bearer "+string(s.Key))
	}
	return request, nil
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
