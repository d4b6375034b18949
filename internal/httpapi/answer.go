package httpapi

import (
	"bytes"
	"net/http"
	"slices"
	"strconv"
	"time"

	"assister/internal/ijson"
	"assister/internal/problem"
)

// statuses are the HTTP statuses of answers, by the status of `done`. A stream has
// status 200 whatever its `done` says.
var statuses = [...]struct {
	status string
	code   int
}{
	{"done", http.StatusOK}, {"partial", http.StatusOK}, {"clarify", http.StatusOK},
	{"usage", http.StatusBadRequest}, {"rejected", http.StatusUnprocessableEntity}, {"conflict", http.StatusConflict},
	{"approval", http.StatusForbidden}, {"unavailable", http.StatusServiceUnavailable},
	{"deadline", http.StatusGatewayTimeout}, {"interrupted", http.StatusServiceUnavailable},
	{"unknown", http.StatusInternalServerError}, {"failed", http.StatusInternalServerError},
}

// several is the name of all events of a type, of which an answer has all; "" for the others,
// of which it has the last one, except for those that only report progress.
func several(event string) string {
	switch event {
	case "row":
		return "rows"
	case "step":
		return "steps"
	case "error":
		return "errors"
	}
	return ""
}

var progress = []string{"stage", "heartbeat"}

// answer collects the events of a request for an answer in one piece, and sends it with the
// last of them. It is an io.Writer for the request.
type answer struct {
	w      http.ResponseWriter
	within time.Duration // for the client to take it

	names  []string // of the members, as they first came
	events map[string][]byte
	size   int
}

// answerMax bounds an answer in one piece; a stream has no bound.
const answerMax = 32 << 20

func (a *answer) Write(line []byte) (int, error) {
	kind := eventType(line)
	if slices.Contains(progress, kind) {
		return len(line), nil
	}
	if a.size += len(line); a.size > answerMax {
		return 0, problem.Refuse(problem.Rejected, "answer_too_long", "the answer is longer than 32 MB",
			"accept application/x-ndjson or text/event-stream, or ask for less")
	}
	line = bytes.TrimSuffix(line, []byte("\n"))
	name := kind
	list := several(kind)
	isList := list != ""
	if isList {
		name = list
	}
	before, found := a.events[name]
	if !found {
		a.names = append(a.names, name)
	}
	if !isList || !found {
		before = before[:0]
	} else {
		before = append(before, ',')
	}
	if a.events == nil {
		a.events = map[string][]byte{}
	}
	a.events[name] = append(before, line...)
	if kind == "done" {
		return len(line), a.send(line)
	}
	return len(line), nil
}

// send sends the answer, with the status that its `done` means.
func (a *answer) send(done []byte) error {
	v, _ := ijson.Parse(done)
	word, _ := v.Get("status")
	status := http.StatusInternalServerError
	for _, s := range statuses {
		if s.status == word.Text {
			status = s.code
		}
	}
	var out bytes.Buffer
	for i, name := range a.names {
		out.WriteByte("{,"[min(i, 1)])
		out.Write(ijson.AppendString(nil, name))
		out.WriteByte(':')
		isList := name != eventType(a.events[name])
		if isList {
			out.WriteByte('[')
		}
		out.Write(a.events[name])
		if isList {
			out.WriteByte(']')
		}
	}
	out.WriteString("}\n")
	c := http.NewResponseController(a.w)
	defer limit(a.within, c.SetWriteDeadline)()
	a.w.Header().Set("Content-Type", jsonType)
	a.w.Header().Set("Content-Length", strconv.Itoa(out.Len()))
	a.w.WriteHeader(status)
	if _, err := a.w.Write(out.Bytes()); err != nil {
		return err
	}
	return c.Flush() // embeddings may be refreshed before the request returns
}

// httpError is an answer without a stream: the request got as far as no use case.
type httpError struct {
	status  int
	problem problem.Problem
}

func refusal(status int, code, message, hint string) *httpError {
	return &httpError{status, problem.Problem{Code: code, Message: message, Hint: hint}}
}

// write sends the error in the form of an answer: {"errors":[{"code":…}]}.
func (e *httpError) write(w http.ResponseWriter) {
	h := w.Header()
	h.Set("Content-Type", jsonType)
	switch e.status {
	case http.StatusUnauthorized:
		h.Set("WWW-Authenticate", `Bearer realm="assister"`)
	case http.StatusServiceUnavailable:
		h.Set("Retry-After", "1")
	case http.StatusRequestEntityTooLarge, http.StatusRequestTimeout:
		h.Set("Connection", "close") // the rest of the body is not read
	}
	w.WriteHeader(e.status)
	p := object(member("code", text(e.problem.Code)))
	for _, m := range []ijson.Member{
		member("field", text(e.problem.Field)), member("message", text(e.problem.Message)),
		member("hint", text(e.problem.Hint)),
	} {
		if m.Value.Text != "" {
			p.Members = append(p.Members, m)
		}
	}
	body := object(member("errors", array(p)))
	_, _ = w.Write(append(ijson.AppendValue(nil, body), '\n'))
}

func object(members ...ijson.Member) ijson.Value {
	return ijson.Value{Kind: ijson.Object, Members: members}
}

func member(name string, v ijson.Value) ijson.Member { return ijson.Member{Name: name, Value: v} }

func text(s string) ijson.Value { return ijson.Value{Kind: ijson.String, Text: s} }

func array(items ...ijson.Value) ijson.Value { return ijson.Value{Kind: ijson.Array, Items: items} }
