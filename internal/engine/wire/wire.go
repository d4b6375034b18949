// Package wire is how engines talk HTTP with model servers, none of which is
// trusted to answer: every exchange ends by its deadline and in bounded memory,
// with a whole answer or with a refusal. What is said is the engines' matter.
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
	"strconv"
	"time"

	"assister/internal/problem"
)

// Codes of what an engine's server did not do. Each is a refusal of class
// problem.Unavailable.
const (
	Unreachable = "engine_unreachable" // nobody there, or nobody who speaks HTTP
	TimedOut    = "engine_timed_out"   // there, and no whole answer in time
	Busy        = "engine_busy"        // too much to do, also after waiting
	Refused     = "engine_refused"     // an answer that says no
	BadAnswer   = "engine_bad_answer"  // an answer that breaks off, is too long or is no answer
)

// Limits of one exchange. A field that is zero has the default beside it.
type Limits struct {
	Total   time.Duration // 5m: everything, with its retries
	Connect time.Duration // 5s: until a connection stands
	Header  time.Duration // 2m: until the answer begins; a server that loads a model first says nothing
	Idle    time.Duration // 1m: from one whole line to the next
	Body    int64         // 8 MB of an answer
	Line    int           // 1 MB of a line
	Lines   int           // 100,000 of an answer
	Tries   int           // 5, where the server says it is busy
	Pause   time.Duration // 250ms before the second try, doubled for each further one up to 8 s
}

// CallsMax is how many calls of tools an answer may have.
const CallsMax = 256

const (
	headerBytes = 64 << 10 // of the header of an answer
	errorBytes  = 64 << 10 // of an answer that says no
	pauseMax    = 8 * time.Second
)

func (l Limits) filled() Limits {
	fill(&l.Total, 5*time.Minute)
	fill(&l.Connect, 5*time.Second)
	fill(&l.Header, 2*time.Minute)
	fill(&l.Idle, time.Minute)
	fill(&l.Body, 8<<20)
	fill(&l.Line, 1<<20)
	fill(&l.Lines, 100_000)
	fill(&l.Tries, 5)
	fill(&l.Pause, 250*time.Millisecond)
	return l
}

func fill[T int | int64 | time.Duration](limit *T, def T) {
	if *limit == 0 {
		*limit = def
	}
}

// Secret is a text that no message, log or dump shows.
type Secret string

func (Secret) String() string               { return "[secret]" }
func (Secret) GoString() string             { return "[secret]" }
func (Secret) MarshalText() ([]byte, error) { return []byte("[secret]"), nil }

// Server is where an engine's model runs. Only what is given here is used:
// neither the environment's proxy nor any file or key of the user's.
type Server struct {
	Name   string   // what messages call it: "ollama"
	Base   *url.URL // see ParseHost; paths are put behind its own
	Proxy  *url.URL // nil for none
	Key    Secret   // sent as a bearer token; empty for none
	Limits Limits
}

// Request is what is asked of a server.
type Request struct {
	Path   string   // "/api/chat"
	Body   []byte   // JSON, sent with POST; nil for a GET
	Accept []string // media types of a good answer
}

// Status is an answer that is not a 200. It is the cause of the refusal, so that
// an engine can tell a model that is missing from a server that is broken.
type Status struct {
	Code int
	Text string // what the server said about it; cleaned, may be empty
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
	errTotal  = errors.New("no whole answer within")
	errHeader = errors.New("no answer within")
	errIdle   = errors.New("the answer stands still for")
)

// Lines asks, and gives each line of the answer that is not blank to read, as it
// comes, until read says that it was the last. An error of read ends the exchange,
// also on the server, and is returned as it is. An answer that ends without a last
// line is refused. The line is read's only during the call.
func (s *Server) Lines(ctx context.Context, r Request, read func(line []byte) (last bool, err error)) error {
	l := s.Limits.filled()
	return s.exchange(ctx, l, r, func(body io.Reader, idle *time.Timer) error {
		lines := lineReader{from: body, line: l.Line, body: l.Body}
		for n := 0; n < l.Lines; n++ {
			line, err := lines.next()
			if err == io.EOF {
				return s.Refuse(BadAnswer, "ends its answer before it is complete", nil)
			}
			if err != nil {
				return err
			}
			// Whoever reads slowly does not make the server a slow one.
			idle.Stop()
			last, err := read(line)
			if err != nil {
				return given{err}
			}
			if last {
				return nil
			}
			idle.Reset(l.Idle)
		}
		return errLines
	})
}

// Fetch asks, and returns an answer that comes in one piece.
func (s *Server) Fetch(ctx context.Context, r Request) ([]byte, error) {
	l := s.Limits.filled()
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

// given is an error that came from outside and goes there again.
type given struct{ error }

func (s *Server) exchange(parent context.Context, l Limits, r Request, use func(body io.Reader, idle *time.Timer) error) error {
	ctx, done := context.WithTimeoutCause(parent, l.Total, errTotal)
	defer done()
	// An http.Client would follow redirects, with the prompt; a transport does not.
	// One connection for each exchange: to close it is what stops the generation,
	// and nothing is left behind.
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
		var own given
		switch {
		case err == nil:
			return nil
		case errors.As(err, &own):
			return own.error
		case parent.Err() != nil && !errors.Is(parent.Err(), context.DeadlineExceeded):
			return fmt.Errorf("ask %s: %w", s.Name, context.Cause(parent))
		case wait < 0:
			return s.refusal(l, err)
		case try >= l.Tries:
			return s.busy(err, "")
		case wait > l.Total:
			return s.busy(err, ", and asks to come back in "+wait.String())
		case wait == 0:
			wait = min(l.Pause<<min(try-1, 20), max(pauseMax, l.Pause))
		}
		timer := time.NewTimer(wait)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			if parent.Err() != nil && !errors.Is(parent.Err(), context.DeadlineExceeded) {
				return fmt.Errorf("ask %s: %w", s.Name, context.Cause(parent))
			}
			return s.busy(err, "")
		}
	}
}

// try is one request and its answer. Its first result is how long the server asks
// to be left alone, 0 when it does not say, and below 0 when there is no sense in
// asking again.
func (s *Server) try(ctx context.Context, transport *http.Transport, l Limits, r Request, use func(body io.Reader, idle *time.Timer) error) (time.Duration, error) {
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
		return never, because(ctx, &unreachable{err})
	}
	defer answer.Body.Close()
	header.Stop()
	idle := time.AfterFunc(l.Idle, func() { stop(errIdle) })
	defer idle.Stop()

	if answer.StatusCode != http.StatusOK {
		return retry(answer), s.status(answer)
	}
	if err := accept(answer.Header, r.Accept); err != nil {
		return never, err
	}
	err = use(answer.Body, idle)
	var own given
	if err == nil || errors.As(err, &own) {
		return never, err
	}
	return never, because(ctx, err)
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

// because is the limit that ended the exchange, where one did: what the transport
// says of a connection that was closed under it tells nothing.
func because(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// unreachable is an error of a connection on which no answer began.
type unreachable struct{ error }

func (e *unreachable) Unwrap() error { return e.error }

func accept(h http.Header, types []string) error {
	if e := h.Get("Content-Encoding"); e != "" && e != "identity" {
		return fmt.Errorf("%w encoded as %s", errType, Clean(e, 40))
	}
	t, _, err := mime.ParseMediaType(h.Get("Content-Type"))
	if err != nil {
		return fmt.Errorf("%w of no type", errType)
	}
	for _, good := range types {
		if t == good {
			return nil
		}
	}
	return fmt.Errorf("%w of type %s", errType, Clean(t, 40))
}

var errType = errors.New("an answer")

// retry is for how long a busy server wants to be left alone: what Retry-After
// says, in seconds or as a date, which is measured against the server's own clock.
func retry(answer *http.Response) time.Duration {
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
		status.Text = "it points elsewhere, and redirects are not followed"
		return status
	}
	t, _, _ := mime.ParseMediaType(answer.Header.Get("Content-Type"))
	if e := answer.Header.Get("Content-Encoding"); e != "" && e != "identity" {
		return status
	}
	// What cannot be read of it is not missed: the status says enough.
	body, _ := io.ReadAll(io.LimitReader(answer.Body, errorBytes))
	status.Text = s.Clean(errorText(t, body))
	return status
}

// refusal says in words what ended the exchange.
func (s *Server) refusal(l Limits, err error) error {
	var status *Status
	var lost *unreachable
	var refused *problem.Refusal
	switch {
	case errors.As(err, &refused):
		return refused
	case errors.Is(err, errHeader):
		return s.Refuse(TimedOut, "gives no answer within "+l.Header.String(), err)
	case errors.Is(err, errIdle):
		return s.Refuse(TimedOut, "stands still in its answer for "+l.Idle.String(), err)
	case errors.Is(err, errTotal), errors.Is(err, context.DeadlineExceeded):
		return s.Refuse(TimedOut, "gives no whole answer in time", err)
	case errors.As(err, &status):
		return s.Refuse(Refused, "answers with "+status.Error(), err)
	case errors.As(err, &lost):
		return s.Refuse(Unreachable, "cannot be asked: "+s.Clean(lost.Error()), err)
	case errors.Is(err, errLine), errors.Is(err, errLines), errors.Is(err, errBody):
		return s.Refuse(BadAnswer, "answers without end: "+err.Error(), err)
	case errors.Is(err, errType):
		return s.Refuse(BadAnswer, "gives "+err.Error()+", which is none of a model server", err)
	}
	return s.Refuse(BadAnswer, "breaks off its answer: "+s.Clean(err.Error()), err)
}

func (s *Server) busy(err error, more string) error {
	r := s.Refuse(Busy, "has too much to do"+more, err)
	r.Problem.Hint = "ask again later"
	return r
}

// Refuse makes the refusal that the server, by name and place, does what is told.
func (s *Server) Refuse(code, does string, cause error) *problem.Refusal {
	r := problem.Refuse(problem.Unavailable, code, s.Name+" at "+s.Base.Host+" "+does, hint(code))
	r.Cause, r.Passing = cause, code == Unreachable || code == TimedOut || code == Busy
	return r
}

func hint(code string) string {
	switch code {
	case Unreachable:
		return "start the server or say where it is with --host; --engine rules needs none"
	case TimedOut:
		return "ask again, or use a smaller model; --engine rules needs none"
	case BadAnswer:
		return "ask again; look at the server's log when it goes on"
	}
	return "look at the server's log; --engine rules needs no server"
}
