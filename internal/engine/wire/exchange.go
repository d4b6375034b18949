package wire

import (
	"context"
	"io"
	"mime"
	"net/http"
	"time"
)

// never is how long to wait before another try if one is useless.
const never = -1

// exchange is one request and its answer, as the transport of a client that knows nothing of
// limits.
type exchange struct {
	server    *Server
	limits    Limits
	accept    []string
	transport http.RoundTripper

	stop  context.CancelCauseFunc
	idle  *time.Timer
	fault error         // what ended it; clients lose such errors, or word them otherwise
	wait  time.Duration // before the next try: 0 if the server is busy and does not say how long
}

func (x *exchange) do(ctx context.Context, use func(context.Context, *http.Client) error) error {
	ctx, x.stop = context.WithCancelCause(ctx)
	defer x.stop(nil)
	defer func() {
		if x.idle != nil {
			x.idle.Stop()
		}
	}()
	return use(ctx, &http.Client{Transport: x})
}

// RoundTrip implements http.RoundTripper. A redirect is a fault like any other status, so
// that a prompt is never sent along.
func (x *exchange) RoundTrip(r *http.Request) (*http.Response, error) {
	ctx := r.Context()
	r, asked := r.Clone(ctx), r
	if r.Body != nil {
		// The client holds its request until the answer comes. No redirect and no other
		// connection needs the body again.
		r.Body, r.GetBody = &sentBody{r.Body}, nil
		asked.Body, asked.GetBody = http.NoBody, nil
	}
	r.Header.Set("User-Agent", "assister")
	if key := x.server.Key; key != "" {
		r.Header.Set("Authorization", "Bearer "+string(key))
	}
	header := time.AfterFunc(x.limits.Header, func() { x.stop(errHeader) })
	defer header.Stop()
	answer, err := x.transport.RoundTrip(r)
	if err != nil {
		return nil, x.failed(ctx, &unreachable{err})
	}
	header.Stop()
	x.idle = time.AfterFunc(x.limits.Idle, func() { x.stop(errIdle) })

	if answer.StatusCode != http.StatusOK {
		defer answer.Body.Close()
		x.wait, x.fault = retryAfter(answer), x.server.status(answer)
		return nil, x.fault
	}
	if err := checkType(answer.Header, x.accept); err != nil {
		defer answer.Body.Close()
		x.fault = err
		return nil, err
	}
	answer.Body = x.body(ctx, answer)
	return answer, nil
}

// sentBody is the body of a request, which is released when it is sent.
type sentBody struct{ io.ReadCloser }

func (b *sentBody) Close() error {
	sent := b.ReadCloser
	b.ReadCloser = http.NoBody
	return sent.Close()
}

// failed keeps what ended the exchange.
func (x *exchange) failed(ctx context.Context, err error) error {
	x.fault = causeOf(ctx, err)
	return x.fault
}

// body is the body of an answer within the limits.
func (x *exchange) body(ctx context.Context, answer *http.Response) io.ReadCloser {
	switch t, _, _ := mime.ParseMediaType(answer.Header.Get("Content-Type")); t {
	case "application/x-ndjson", "text/event-stream":
		lines := lineReader{from: answer.Body, line: x.limits.Line, body: x.limits.Body}
		return &lineBody{Closer: answer.Body, exchange: x, ctx: ctx, lines: lines}
	}
	return &wholeBody{Closer: answer.Body, exchange: x, ctx: ctx, from: answer.Body}
}

// lineBody is a body that arrives in lines. It returns them without blank ones. The time
// that the reader takes between them does not count against the server.
type lineBody struct {
	io.Closer
	exchange *exchange
	ctx      context.Context
	lines    lineReader
	number   int
	rest     []byte // of a line
}

func (b *lineBody) Read(p []byte) (int, error) {
	if len(b.rest) == 0 {
		x := b.exchange
		if b.number++; b.number > 1 {
			x.idle.Reset(x.limits.Idle)
		}
		line, err := b.lines.next()
		switch {
		case err == io.EOF:
			return 0, err
		case err == nil && b.number > x.limits.Lines:
			err = errLines
		}
		if err != nil {
			return 0, x.failed(b.ctx, err)
		}
		x.idle.Stop()
		b.rest = append(append(b.rest[:0], line...), '\n')
	}
	n := copy(p, b.rest)
	b.rest = b.rest[n:]
	return n, nil
}

// wholeBody is a body that is read as a whole.
type wholeBody struct {
	io.Closer
	exchange *exchange
	ctx      context.Context
	from     io.Reader
	size     int64
}

func (b *wholeBody) Read(p []byte) (int, error) {
	n, err := b.from.Read(p)
	b.size += int64(n)
	switch {
	case b.size > b.exchange.limits.Body:
		return 0, b.exchange.failed(b.ctx, errBody)
	case err == io.EOF && b.size == 0:
		return 0, b.exchange.failed(b.ctx, b.exchange.server.Incomplete())
	case err != nil && err != io.EOF:
		return 0, b.exchange.failed(b.ctx, err)
	}
	return n, err
}
