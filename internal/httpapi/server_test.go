package httpapi_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"assister/internal/assist"
	"assister/internal/door"
	"assister/internal/event"
	"assister/internal/httpapi"
	"assister/internal/problem"
)

const (
	mayApply   = "a-secret-of-those-who-apply"
	mayPropose = "a-secret-of-those-who-propose"
)

// scripted is a host that carries a request out with a script, in place of its use case.
type scripted func(ctx context.Context, r door.Request, emit func(event.Body))

// Run implements door.Host. The error of the context ends the stream, as that of a real one.
func (do scripted) Run(ctx context.Context, r door.Request) event.Done {
	w := event.NewWriter(r.Out, "id", func() time.Time { return time.Unix(0, 0) })
	_ = w.Emit(event.Start{Command: r.Command})
	do(ctx, r, func(b event.Body) { _ = w.Emit(b) })
	done := event.Done{Status: "done"}
	if err := context.Cause(ctx); err != nil {
		done.Status = "failed"
		_ = w.Emit(assist.ErrorEvent(err))
	}
	_ = w.Emit(done)
	return done
}

func server(t *testing.T, do scripted, limits httpapi.Limits) *httptest.Server {
	s := &httpapi.Server{Host: do, Limits: limits, Names: []string{"tasks.example"}, Tokens: door.Tokens{
		door.NewToken(mayApply, door.Client{Name: "token ops", Permit: door.Apply}),
		door.NewToken(mayPropose, door.Client{Name: "token ci"}),
	}}
	at := httptest.NewServer(s.Handler())
	t.Cleanup(at.Close)
	return at
}

// nothing is a script that ends at once.
func nothing(context.Context, door.Request, func(event.Body)) {}

// asked is a request that is sent.
type asked struct {
	method, path, token, body string
	header                    map[string]string
	host                      string
}

func (a asked) send(t *testing.T, ctx context.Context, to *httptest.Server) *http.Response {
	t.Helper()
	r, err := http.NewRequestWithContext(ctx, a.method, to.URL+a.path, strings.NewReader(a.body))
	if err != nil {
		t.Fatal(err)
	}
	if a.token != "" {
		r.Header.Set("Authorization", "Bearer "+a.token)
	}
	if a.body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for name, value := range a.header {
		r.Header.Set(name, value)
	}
	r.Host = a.host
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { answer.Body.Close() })
	return answer
}

func body(t *testing.T, r *http.Response) string {
	t.Helper()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

const streamPath = "/api/assistant/message/stream?message=hello"

func TestWhoMayAsk(t *testing.T) {
	s := server(t, nothing, httpapi.Limits{})
	message := asked{method: "POST", path: "/api/assistant/message", token: mayPropose, body: `{"message":"hello"}`}
	with := func(change func(*asked)) asked {
		a := message
		change(&a)
		return a
	}
	for _, test := range []struct {
		name   string
		ask    asked
		status int
		code   string
	}{
		{"a token", message, 200, `"done"`},
		{"the header of the MCP", with(func(a *asked) { a.token, a.header = "", map[string]string{"X-MCP-Token": mayPropose} }), 200, ""},
		{"no token", with(func(a *asked) { a.token = "" }), 401, "unauthorized"},
		{"a wrong token", with(func(a *asked) { a.token = mayPropose + "x" }), 401, "unauthorized"},
		{"the host localhost", with(func(a *asked) { a.host = "localhost:80" }), 200, ""},
		{"an IPv6 host", with(func(a *asked) { a.host = "[::1]:80" }), 200, ""},
		{"a host that is allowed", with(func(a *asked) { a.host = "Tasks.example" }), 200, ""},
		{"a host of somebody else", with(func(a *asked) { a.host = "evil.example" }), 421, "host_not_allowed"},
		{"an origin of its own", with(func(a *asked) {
			a.host, a.header = "localhost:80", map[string]string{"Origin": "http://localhost:80"}
		}), 200, ""},
		{"an origin elsewhere", with(func(a *asked) { a.header = map[string]string{"Origin": "http://evil.example"} }), 403, "origin_not_allowed"},
		{"an origin at another port", with(func(a *asked) {
			a.host, a.header = "localhost:80", map[string]string{"Origin": "http://localhost:81"}
		}), 403, "origin_not_allowed"},
		{"the origin of a file", with(func(a *asked) { a.header = map[string]string{"Origin": "null"} }), 403, "origin_not_allowed"},
		{"another path", with(func(a *asked) { a.path = "/api/other" }), 404, "not_found"},
		{"another method", with(func(a *asked) { a.method = "PUT" }), 405, "method_not_allowed"},
		{"no message", with(func(a *asked) { a.body = `{"message":" "}` }), 400, "message: it is missing"},
		{"a field too many", with(func(a *asked) { a.body = `{"mesage":"hello"}` }), 400, "did you mean “message”"},
		{"a field of another type", with(func(a *asked) { a.body = `{"message":1}` }), 400, "give a string"},
		{"a mode that is none", with(func(a *asked) { a.body = `{"message":"m","mode":"all"}` }), 400, "auto, chat or plan"},
		{"options inside", with(func(a *asked) { a.body = `{"message":"m","options":{"mode":"chat"}}` }), 200, ""},
		{"no JSON", with(func(a *asked) { a.body = `message` }), 400, "invalid_json"},
		{"a form", with(func(a *asked) { a.header = map[string]string{"Content-Type": "text/plain"} }), 415, "unsupported_media_type"},
		{"a body too large", with(func(a *asked) { a.body = `{"message":"` + strings.Repeat("a", 9<<20) + `"}` }), 413, "body_too_large"},
		{"a session that is none", with(func(a *asked) { a.body = `{"message":"m","session":"../x"}` }), 400, "session"},
		{"an id that is none", with(func(a *asked) { a.body = `{"message":"m","correlationId":"a b"}` }), 400, "correlationId"},
		{"to apply", asked{method: "POST", path: "/api/llm/apply", token: mayApply, body: `[{"op":"task.create"}]`}, 200, ""},
		{"to apply without the permit", asked{method: "POST", path: "/api/llm/apply", token: mayPropose, body: `[]`},
			403, "token ci may not apply: its permit is propose"},
		{"to undo without the permit", asked{method: "POST", path: "/api/assistant/undo_last", token: mayPropose},
			403, "token ci may not undo"},
		{"two keys", asked{method: "POST", path: "/api/llm/apply", token: mayApply, body: `{"operations":[],"idempotencyKey":"a"}`,
			header: map[string]string{"Idempotency-Key": "b"}}, 400, "Idempotency-Key"},
		{"a tool that is none", asked{method: "POST", path: "/api/mcp/tools/call", token: mayPropose, body: `{"name":"x"}`}, 400, "tool"},
		{"health without a token", asked{method: "GET", path: "/healthz"}, 200, `"ok"`},
		{"health from elsewhere", asked{method: "GET", path: "/healthz", host: "evil.example"}, 421, ""},
		{"the client", asked{method: "GET", path: "/api/client", token: mayApply}, 200, `"permit":"apply"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := test.ask.send(t, t.Context(), s)
			if text := body(t, r); r.StatusCode != test.status || !strings.Contains(text, test.code) {
				t.Errorf("%d, want %d with %q\n%s", r.StatusCode, test.status, test.code, text)
			}
			for _, header := range []string{"Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy"} {
				if r.Header.Get(header) == "" {
					t.Errorf("no %s", header)
				}
			}
		})
	}
}

func TestAnAnswerIsInTheFormThatIsAccepted(t *testing.T) {
	s := server(t, func(_ context.Context, _ door.Request, emit func(event.Body)) {
		emit(event.Stage{Stage: event.Searching})
		emit(event.Facts{{Name: "n", Value: 1}})
		emit(event.Facts{{Name: "n", Value: 2}})
		emit(event.Ops{Version: 1})
		emit(event.Ops{Version: 2})
		emit(event.Summary{Text: "two"})
	}, httpapi.Limits{})
	ask := asked{method: "POST", path: "/api/assistant/message", token: mayPropose, body: `{"message":"hello"}`}
	for accept, want := range map[string][]string{
		"":                                      {"application/json", `{"start":{"type":"start"`, `"rows":[{"type":"row"`, `"n":2}],"ops":{`, `"version":2`, `"done":{`},
		"text/html, application/x-ndjson;q=0.9": {"application/x-ndjson", `{"type":"stage"`, "}\n{\"type\":\"done\""},
		"text/event-stream":                     {"text/event-stream", "retry: 500\n\nid: ", "-0\nevent: start\ndata: {\"type\":\"start\"", "event: done\n"},
	} {
		ask.header = map[string]string{"Accept": accept}
		r := ask.send(t, t.Context(), s)
		text := body(t, r)
		for _, part := range want[1:] {
			if r.Header.Get("Content-Type") != want[0] || !strings.Contains(text, part) {
				t.Errorf("%s: no %s in\n%s", r.Header.Get("Content-Type"), part, text)
			}
		}
		if accept == "" && strings.Contains(text, `"version":1,`) {
			t.Errorf("an answer has the first of several ops:\n%s", text)
		}
	}
}

// until reads a stream until a line that begins with the prefix, and returns what follows
// the prefix.
func until(t *testing.T, in *bufio.Reader, prefix string) string {
	t.Helper()
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			t.Fatalf("no %q: %v", prefix, err)
		}
		if rest, found := strings.CutPrefix(line, prefix); found {
			return strings.TrimSpace(rest)
		}
	}
}

func TestAResumedStreamHasTheRest(t *testing.T) {
	cut, begun := make(chan struct{}), 0
	s := server(t, func(_ context.Context, _ door.Request, emit func(event.Body)) {
		begun++
		emit(event.Stage{Stage: event.Routing})
		<-cut
		emit(event.Summary{Text: "whole"})
	}, httpapi.Limits{Resume: time.Minute})
	ctx, hangUp := context.WithCancel(t.Context())
	in := bufio.NewReader(asked{method: "GET", path: streamPath, token: mayPropose}.send(t, ctx, s).Body)
	first := until(t, in, "id: ")
	until(t, in, "event: stage")
	hangUp()
	close(cut)

	resumed := func(last, token string) *http.Response {
		return asked{method: "GET", path: streamPath, token: token, header: map[string]string{"Last-Event-ID": last}}.send(t, t.Context(), s)
	}
	rest := body(t, resumed(first, mayPropose))
	for _, part := range []string{"event: stage", "whole", "event: done"} {
		if strings.Count(rest, part) != 1 {
			t.Errorf("%q is not there once:\n%s", part, rest)
		}
	}
	if strings.Contains(rest, "event: start") || begun != 1 {
		t.Errorf("the request was made %d times:\n%s", begun, rest)
	}
	id, _, _ := strings.Cut(first, "-0")
	for _, test := range []struct {
		last, token string
		status      int
	}{
		{id + "-3", mayPropose, 204}, // everything was read, so EventSource stops
		{first, mayApply, 410},       // the stream of another client
		{"unknown-1", mayPropose, 410},
		{"no id", mayPropose, 410},
	} {
		if r := resumed(test.last, test.token); r.StatusCode != test.status {
			t.Errorf("%s: %d, want %d", test.last, r.StatusCode, test.status)
		}
	}
}

func TestAStreamIsForgottenAWhileAfterItsEnd(t *testing.T) {
	s := server(t, nothing, httpapi.Limits{Keep: time.Nanosecond})
	in := bufio.NewReader(asked{method: "GET", path: streamPath, token: mayPropose}.send(t, t.Context(), s).Body)
	id := until(t, in, "id: ")
	until(t, in, "event: done")
	for {
		r := asked{method: "GET", path: streamPath, token: mayPropose, header: map[string]string{"Last-Event-ID": id}}.send(t, t.Context(), s)
		if r.StatusCode == 410 {
			return
		}
		body(t, r)
	}
}

// causes is a script that waits until it is cancelled, and tells why.
func causes(to chan error) scripted {
	return func(ctx context.Context, _ door.Request, emit func(event.Body)) {
		emit(event.Stage{Stage: event.Proposing})
		<-ctx.Done()
		to <- context.Cause(ctx)
	}
}

func code(err error) string {
	var r *problem.Refusal
	if errors.As(err, &r) {
		return r.Problem.Code
	}
	return fmt.Sprint(err)
}

func TestADisconnectCancels(t *testing.T) {
	why := make(chan error)
	s := server(t, causes(why), httpapi.Limits{Resume: time.Millisecond})
	for accept, want := range map[string]string{
		"text/event-stream": "cancelled", "application/x-ndjson": "context canceled",
	} {
		ctx, hangUp := context.WithCancel(t.Context())
		ask := asked{method: "POST", path: "/api/assistant/message", token: mayPropose, body: `{"message":"hello"}`,
			header: map[string]string{"Accept": accept}}
		in := bufio.NewReader(ask.send(t, ctx, s).Body)
		if accept == "text/event-stream" {
			until(t, in, "event: stage")
		} else {
			until(t, in, `{"type":"stage"`)
		}
		hangUp()
		if got := code(<-why); got != want {
			t.Errorf("%s: %s", accept, got)
		}
	}
}

func TestAMessageReplacesTheOneOfItsSession(t *testing.T) {
	why := make(chan error, 1)
	first := causes(why)
	var mu sync.Mutex
	n := 0
	s := server(t, func(ctx context.Context, r door.Request, emit func(event.Body)) {
		mu.Lock()
		n++
		one := n
		mu.Unlock()
		if one == 1 {
			first(ctx, r, emit)
			return
		}
		emit(event.Summary{Text: "the second"})
	}, httpapi.Limits{})
	old := bufio.NewReader(asked{method: "GET", path: streamPath + "&session=a", token: mayPropose}.send(t, t.Context(), s).Body)
	until(t, old, "event: stage")
	for _, other := range []asked{
		{method: "GET", path: streamPath + "&session=b", token: mayPropose},
		{method: "GET", path: streamPath + "&session=a", token: mayApply}, // a client of its own
		{method: "GET", path: streamPath, token: mayPropose},
	} {
		if text := body(t, other.send(t, t.Context(), s)); !strings.Contains(text, "the second") || len(why) > 0 {
			t.Fatalf("%s replaces the first:\n%s", other.path, text)
		}
	}
	text := body(t, asked{method: "GET", path: streamPath + "&session=a", token: mayPropose}.send(t, t.Context(), s))
	if got := code(<-why); got != "replaced" || !strings.Contains(text, "the second") {
		t.Errorf("%s\n%s", got, text)
	}
	if data := until(t, old, "event: error"); data != "" {
		t.Error(data)
	}
	if data := until(t, old, "data: "); !strings.Contains(data, `"code":"replaced"`) {
		t.Error(data)
	}
	until(t, old, "event: done")
}

// TestASlowClientSlowsItsRequestDown has a client that reads nothing for a while. The
// request waits with more than a few megabytes of events, and loses none.
func TestASlowClientSlowsItsRequestDown(t *testing.T) {
	const rows, size = 40, 500 << 10
	written := make(chan int, rows)
	s := server(t, func(_ context.Context, _ door.Request, emit func(event.Body)) {
		for i := range rows {
			emit(event.Facts{{Name: "n", Value: i}, {Name: "text", Value: strings.Repeat("a", size)}})
			written <- i
		}
	}, httpapi.Limits{})
	r := asked{method: "GET", path: streamPath, token: mayPropose}.send(t, t.Context(), s)
	for range 5 {
		<-written
	}
	in := bufio.NewReader(r.Body)
	until(t, in, "event: row")
	if n := len(written) + 5; n == rows {
		t.Errorf("%d events were written before the client read the second", n)
	}
	seen := 1
	for seen < rows {
		until(t, in, "event: row")
		seen++
	}
	until(t, in, "event: done")
}

func TestAClientThatTakesNothingIsCutOff(t *testing.T) {
	why := make(chan error, 1)
	s := server(t, func(ctx context.Context, _ door.Request, emit func(event.Body)) {
		for ctx.Err() == nil {
			emit(event.Facts{{Name: "text", Value: strings.Repeat("a", 500<<10)}})
		}
		why <- context.Cause(ctx)
	}, httpapi.Limits{Write: 50 * time.Millisecond, Resume: time.Millisecond})
	asked{method: "GET", path: streamPath, token: mayPropose}.send(t, t.Context(), s)
	if got := code(<-why); got != "cancelled" {
		t.Error(got)
	}
}

func TestTooManyRequestsAreTurnedAway(t *testing.T) {
	why := make(chan error, 2)
	s := server(t, causes(why), httpapi.Limits{Requests: 1, Resume: time.Millisecond})
	ctx, hangUp := context.WithCancel(t.Context())
	until(t, bufio.NewReader(asked{method: "GET", path: streamPath, token: mayPropose}.send(t, ctx, s).Body), "event: stage")
	r := asked{method: "GET", path: streamPath, token: mayPropose}.send(t, t.Context(), s)
	if text := body(t, r); r.StatusCode != 503 || r.Header.Get("Retry-After") == "" || !strings.Contains(text, `"busy"`) {
		t.Errorf("%d %s", r.StatusCode, text)
	}
	hangUp()
	<-why
}

// TestAStopLetsRequestsEnd stops a server that has two requests in flight: one that ends in
// time, and one that has to be cancelled.
func TestAStopLetsRequestsEnd(t *testing.T) {
	stopped := errors.New("terminated")
	finish := make(chan struct{})
	s := &httpapi.Server{
		Tokens: door.Tokens{door.NewToken(mayPropose, door.Client{Name: "token ci"})},
		Limits: httpapi.Limits{Stop: 200 * time.Millisecond},
		Host: scripted(func(ctx context.Context, r door.Request, emit func(event.Body)) {
			emit(event.Stage{Stage: event.Proposing})
			select {
			case <-finish:
				emit(event.Summary{Text: "in time"})
			case <-ctx.Done():
			}
		}),
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancelCause(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l) }()
	at := &httptest.Server{URL: "http://" + l.Addr().String()}
	ask := asked{method: "GET", path: streamPath, token: mayPropose}
	one := bufio.NewReader(ask.send(t, t.Context(), at).Body)
	two := bufio.NewReader(ask.send(t, t.Context(), at).Body)
	until(t, one, "event: stage")
	until(t, two, "event: stage")
	stop(stopped)
	finish <- struct{}{}
	var texts []string
	for _, in := range []*bufio.Reader{one, two} {
		text, err := io.ReadAll(in)
		if err != nil || !strings.Contains(string(text), "event: done") {
			t.Errorf("cut off: %v\n%s", err, text)
		}
		texts = append(texts, string(text))
	}
	if both := strings.Join(texts, ""); !strings.Contains(both, "in time") || !strings.Contains(both, "terminated") {
		t.Errorf("%s", both)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if _, err := net.Dial("tcp", l.Addr().String()); err == nil {
		t.Error("the server still listens")
	}
}
