package httpapi

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"os"
	"strings"
	"time"

	"assister/internal/ijson"
	"assister/internal/problem"
)

// Limits of a request.
const (
	bodyMax    = 8 << 20 // bytes, as long as a document of operations may be
	headerMax  = 64 << 10
	bodyWithin = 30 * time.Second // for a body to arrive
)

// field is one thing that a request can say: a parameter in the address of a GET, a member
// of the JSON object that a POST sends.
type field struct {
	name, help string
	kind       ijson.Kind
	required   bool
	values     []string // the only ones; nil for any
	header     string   // that can say the same; "" for none
	shape      string   // the schema of an object or array, among those of the document
}

// input is what a request says, checked against its fields.
type input struct {
	values     map[string]ijson.Value
	operations []byte // in any form that commands read; nil if the route takes none
}

func (in input) text(name string) string { return in.values[name].Text }

func (in input) on(name string) bool { return in.values[name].Bool }

func (in input) number(name string) int64 {
	n, _ := in.values[name].Int()
	return n
}

// readInput reads what a request says.
func (rt *route) readInput(w http.ResponseWriter, r *http.Request) (in input, fault *httpError) {
	given := ijson.Value{Kind: ijson.Object}
	if r.Method == http.MethodGet {
		if given, fault = rt.readQuery(r); fault != nil {
			return in, fault
		}
	} else {
		body, fault := readBody(w, r)
		if fault != nil {
			return in, fault
		}
		if given, in.operations, fault = rt.readDocument(r, body); fault != nil {
			return in, fault
		}
	}
	for _, f := range rt.fields {
		shown := r.Header.Get(f.header)
		if f.header == "" || shown == "" {
			continue
		}
		if _, twice := given.Get(f.name); twice {
			return in, wrongField(f.name, "the header "+f.header+" says it too", "give only one of them")
		}
		given.Members = append(given.Members, member(f.name, text(shown)))
	}
	in.values, fault = rt.check(given)
	if id := in.text(correlationIDField); fault == nil && !validID(id) {
		fault = wrongField(correlationIDField, "it is no id", "use at most 128 letters, digits and - _ . :")
	}
	return in, fault
}

// readQuery reads the parameters of an address. Those that are objects or arrays are JSON.
func (rt *route) readQuery(r *http.Request) (given ijson.Value, fault *httpError) {
	given.Kind = ijson.Object
	for name, all := range r.URL.Query() {
		if len(all) > 1 {
			return given, wrongField(name, "the parameter is there twice", "give it once")
		}
		v := text(all[0])
		if f := rt.field(name); f != nil && f.kind != ijson.String {
			parsed, p := ijson.Parse([]byte(all[0]))
			if p != nil {
				return given, wrongField(name, "the parameter is no JSON: "+p.Message, "give "+f.kind.String())
			}
			v = parsed
		}
		given.Members = append(given.Members, member(name, v))
	}
	return given, nil
}

func readBody(w http.ResponseWriter, r *http.Request) ([]byte, *httpError) {
	release := limit(bodyWithin, http.NewResponseController(w).SetReadDeadline)
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, bodyMax))
	release()
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return nil, refusal(http.StatusRequestEntityTooLarge, "body_too_large",
			"the body is longer than "+problem.Size(bodyMax), "send fewer operations at once")
	case errors.Is(err, os.ErrDeadlineExceeded):
		return nil, refusal(http.StatusRequestTimeout, "body_too_slow",
			"the body did not arrive within "+bodyWithin.String(), "")
	case err != nil:
		return nil, refusal(http.StatusBadRequest, "invalid_body", "the body cannot be read", "")
	}
	return body, nil
}

// readDocument reads the body of a POST. Operations can come in an object beside other
// members, or alone in any form that `apply` reads.
func (rt *route) readDocument(r *http.Request, body []byte) (given ijson.Value, operations []byte, fault *httpError) {
	given.Kind = ijson.Object
	if len(body) == 0 && !rt.operations {
		return given, nil, nil // all of it is optional, and so is its type
	}
	media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	lines := rt.operations && media == ndjson
	if err != nil || media != jsonType && !lines {
		return given, nil, refusal(http.StatusUnsupportedMediaType, "unsupported_media_type",
			"the body has to be JSON", "send it with “Content-Type: application/json”")
	}
	if lines {
		return given, body, nil
	}
	v, p := ijson.Parse(body)
	if p != nil {
		return given, nil, &httpError{http.StatusBadRequest, *p}
	}
	list, hasList := v.Get("operations")
	switch {
	case rt.operations && !hasList:
		return given, body, nil // one operation, or an array of them
	case v.Kind != ijson.Object:
		return given, nil, refusal(http.StatusBadRequest, "invalid_body", "the body has to be a JSON object", "")
	}
	for _, m := range v.Members {
		switch {
		case rt.operations && m.Name == "operations":
			operations = ijson.AppendValue(nil, object(member("operations", list)))
		case m.Name == "options" && m.Value.Kind == ijson.Object && rt.field("options") == nil:
			given.Members = append(given.Members, m.Value.Members...)
		default:
			given.Members = append(given.Members, m)
		}
	}
	return given, operations, nil
}

// check checks what was given against the fields. A null is as good as nothing.
func (rt *route) check(given ijson.Value) (map[string]ijson.Value, *httpError) {
	values := map[string]ijson.Value{}
	for _, m := range given.Members {
		f := rt.field(m.Name)
		_, twice := values[m.Name]
		switch {
		case f == nil:
			return nil, wrongField(m.Name, "there is no such field",
				problem.DidYouMean(m.Name, rt.names(), "the fields are "+strings.Join(rt.names(), ", ")))
		case twice:
			return nil, wrongField(m.Name, "the field is there twice", "give it once")
		case m.Value.Kind == ijson.Null:
		case m.Value.Kind != f.kind:
			return nil, wrongField(m.Name, "it is "+m.Value.Kind.String(), "give "+f.kind.String())
		case f.values != nil && !contains(f.values, m.Value.Text):
			return nil, wrongField(m.Name, problem.Quote(m.Value.Text)+" is no value of it", "give "+problem.Either(f.values))
		case f.required && f.kind == ijson.String && strings.TrimSpace(m.Value.Text) == "":
		default:
			values[m.Name] = m.Value
		}
	}
	for _, f := range rt.fields {
		if _, there := values[f.name]; f.required && !there {
			return nil, wrongField(f.name, "it is missing", f.help)
		}
	}
	return values, nil
}

func contains(words []string, word string) bool {
	for _, w := range words {
		if w == word {
			return true
		}
	}
	return false
}

func (rt *route) field(name string) *field {
	for i := range rt.fields {
		if rt.fields[i].name == name {
			return &rt.fields[i]
		}
	}
	return nil
}

func (rt *route) names() (names []string) {
	for _, f := range rt.fields {
		names = append(names, f.name)
	}
	return names
}

// wrongField refuses a request because of one of its fields.
func wrongField(name, what, hint string) *httpError {
	e := refusal(http.StatusBadRequest, "invalid_request", fmt.Sprintf("%s: %s", problem.Shorten(name), what), hint)
	e.problem.Field = problem.Shorten(name)
	return e
}

// correlationID is the id that the request continues: the one that it gives, or that of
// the stream that it has its operations from.
func (in input) correlationID() string {
	if id := in.text(correlationIDField); id != "" {
		return id
	}
	first, _, _ := bytes.Cut(in.operations, []byte("\n"))
	if eventType(first) != "start" {
		return ""
	}
	start, p := ijson.Parse(first)
	id, _ := start.Get(correlationIDField)
	if p != nil || !validID(id.Text) {
		return "" // reading the stream says what is wrong with it
	}
	return id.Text
}

// validID reports whether a correlation id is safe in a log and in a key.
func validID(id string) bool {
	for i := range len(id) {
		c := id[i]
		letter := c|0x20 >= 'a' && c|0x20 <= 'z' // 0x20 makes a letter lower case
		digit := c >= '0' && c <= '9'
		if !letter && !digit && strings.IndexByte("-_.:", c) < 0 {
			return false
		}
	}
	return len(id) <= 128
}
