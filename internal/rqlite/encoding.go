package rqlite

import (
	"bytes"
	"database/sql/driver"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"assister/internal/ijson"
)

// Rows is the result of a statement.
type Rows struct {
	Values  [][]driver.Value // each an int64, float64, string, []byte or nil
	Changed int64            // rows, by a statement that writes
}

// StatementError is what SQLite said of a statement. The transaction of the request was
// rolled back.
type StatementError struct {
	Statement int // its index
	Message   string
}

func (e *StatementError) Error() string { return e.Message }

// encode writes statements as the API takes them: an array of arrays, each a text and its
// values.
func encode(statements []Statement) ([]byte, error) {
	length := 2
	for _, s := range statements {
		length += 3 + jsonLength(s.Text)
		for _, v := range s.Args {
			length += jsonLength(v)
		}
	}
	body := append(make([]byte, 0, length), '[')
	for i, s := range statements {
		if i > 0 {
			body = append(body, ',')
		}
		text, args, err := sendable(s)
		if err != nil {
			return nil, err
		}
		body = ijson.AppendString(append(body, '['), text)
		for _, v := range args {
			body = appendValue(append(body, ','), v)
		}
		body = append(body, ']')
	}
	return append(body, ']'), nil
}

// jsonLength is about how many bytes a value has in a request, and a comma: less only if a text has
// more than quotes to escape.
func jsonLength(v driver.Value) int {
	switch v := v.(type) {
	case string:
		return 3 + len(v) + strings.Count(v, `"`) + strings.Count(v, `\\`)
	case []byte:
		return 6 + 2*len(v)
	}
	return 21
}

func appendValue(body []byte, v driver.Value) []byte {
	switch v := v.(type) {
	case nil:
		return append(body, "null"...)
	case int64:
		return strconv.AppendInt(body, v, 10)
	case bool:
		if v {
			return append(body, '1')
		}
		return append(body, '0')
	case string:
		return ijson.AppendString(body, v)
	case []byte:
		body = append(body, `"x'`...)
		body = hex.AppendEncode(body, v)
		return append(body, `'"`...)
	}
	panic(fmt.Sprintf("rqlite: a value of type %T", v))
}

// sendable returns a statement whose strings arrive as strings. A node takes a string that
// looks like a blob literal, x'00ff', for a blob; such a string is sent as the blob of its
// bytes and turned back by the statement.
func sendable(s Statement) (string, []driver.Value, error) {
	var literal map[int]bool
	for i, v := range s.Args {
		text, ok := v.(string)
		if !ok {
			continue
		}
		if !utf8.ValidString(text) {
			return "", nil, fmt.Errorf("value %d of a statement is not valid UTF-8", i+1)
		}
		if looksLikeBlob(text) {
			if literal == nil {
				literal = map[int]bool{}
			}
			literal[i] = true
		}
	}
	if literal == nil {
		return s.Text, s.Args, nil
	}
	args := append([]driver.Value(nil), s.Args...)
	var text strings.Builder
	n := 0
	eachPart(s.Text, func(part string, placeholder bool) {
		if !placeholder {
			text.WriteString(part)
			return
		}
		if literal[n] {
			args[n] = []byte(args[n].(string))
			part = "CAST(? AS TEXT)"
		}
		text.WriteString(part)
		n++
	})
	if n != len(args) {
		panic(fmt.Sprintf("rqlite: a statement with %d values has %d placeholders: %s", len(args), n, s.Text))
	}
	return text.String(), args, nil
}

// looksLikeBlob is wider than the rule of the nodes, which also count the digits.
func looksLikeBlob(s string) bool {
	s = strings.TrimSpace(s)
	begins := strings.HasPrefix(s, "x'") || strings.HasPrefix(s, "X'")
	return begins && len(s) >= 3 && strings.HasSuffix(s, "'")
}

// eachPart divides SQL into placeholders and what is between them. A question mark in a
// string, a name or a comment is no placeholder.
func eachPart(text string, fn func(part string, placeholder bool)) {
	from := 0
	for i := 0; i < len(text); i++ {
		end := ""
		switch {
		case text[i] == '\'' || text[i] == '"' || text[i] == '`':
			end = text[i : i+1]
		case strings.HasPrefix(text[i:], "--"):
			end = "\n"
		case strings.HasPrefix(text[i:], "/*"):
			end = "*/"
		case text[i] == '?':
			fn(text[from:i], false)
			fn("?", true)
			from = i + 1
		}
		if end != "" {
			at := strings.Index(text[i+1:], end)
			if at < 0 {
				break
			}
			i += at + len(end)
		}
	}
	fn(text[from:], false)
}

// decode reads the answer to some statements.
func decode(text []byte, statements int) ([]Rows, error) {
	a := answer{d: jsontext.NewDecoder(bytes.NewBuffer(text), jsontext.AllowDuplicateNames(true))}
	if err := a.read(); err != nil {
		return nil, fmt.Errorf("read the answer of a node: %w: %w", ErrLost, err)
	}
	if a.failed != nil {
		return nil, a.failed
	}
	if slices.ContainsFunc(turnedAway, func(s string) bool { return strings.HasSuffix(a.said, s) }) {
		return nil, &unreachable{errors.New(a.said)}
	}
	if a.said != "" {
		// The cluster could not say how the request ended: its leader has changed, or the
		// node that the request was passed on to did not answer.
		return nil, fmt.Errorf("%w: %s", ErrLost, a.said)
	}
	if len(a.results) != statements {
		return nil, fmt.Errorf("%w: %d results for %d statements", ErrLost, len(a.results), statements)
	}
	return a.results, nil
}

// turnedAway are the ends of errors of nodes that have not begun with a request.
var turnedAway = []string{
	"not leader", "leader not found", "store not ready", "timed out enqueuing operation", "connect: connection refused",
}

// answer is {"results":[{"types":[...],"values":[[...]],"rows_affected":1,"error":"..."}],
// "error":"..."}; every member may be left out.
type answer struct {
	d       *jsontext.Decoder
	results []Rows
	failed  *StatementError
	said    string
}

func (a *answer) read() error {
	if err := a.object(func(name string) (err error) {
		switch name {
		case "results":
			return a.array(a.result)
		case "error":
			a.said, err = a.text()
			return err
		}
		return a.d.SkipValue()
	}); err != nil {
		return err
	}
	if _, err := a.d.ReadToken(); err != io.EOF {
		return fmt.Errorf("more than one JSON value")
	}
	return nil
}

func (a *answer) result() error {
	var r Rows
	var types []string
	err := a.object(func(name string) (err error) {
		switch name {
		case "types":
			return a.array(func() error {
				one, err := a.text()
				types = append(types, one)
				return err
			})
		case "values":
			return a.array(func() error {
				row, err := a.row(types)
				r.Values = append(r.Values, row)
				return err
			})
		case "rows_affected":
			v, err := a.value("integer")
			r.Changed, _ = v.(int64)
			return err
		case "error":
			message, err := a.text()
			if a.failed == nil {
				a.failed = &StatementError{Statement: len(a.results), Message: message}
			}
			return err
		}
		return a.d.SkipValue()
	})
	a.results = append(a.results, r)
	return err
}

func (a *answer) row(types []string) ([]driver.Value, error) {
	row := make([]driver.Value, 0, len(types))
	err := a.array(func() error {
		if len(row) == len(types) {
			return fmt.Errorf("a row has more values than columns")
		}
		v, err := a.value(types[len(row)])
		row = append(row, v)
		return err
	})
	return row, err
}

// value reads a value of a column. A blob comes as a string in base64 that only the type of
// its column tells from a text, which is certain since every table is STRICT.
func (a *answer) value(kind string) (driver.Value, error) {
	t, err := a.d.ReadToken()
	if err != nil {
		return nil, err
	}
	switch t.Kind() {
	case 'n':
		return nil, nil
	case '0':
		text := t.String()
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			return n, nil
		}
		return strconv.ParseFloat(text, 64)
	case '"':
		if kind == "blob" {
			return base64.StdEncoding.DecodeString(t.String())
		}
		return t.String(), nil
	}
	return nil, fmt.Errorf("a value is %v", t.Kind())
}

func (a *answer) text() (string, error) {
	v, err := a.value("text")
	text, ok := v.(string)
	if err == nil && !ok {
		err = fmt.Errorf("there is %T where a string should be", v)
	}
	return text, err
}

// object calls member for each name of an object, which reads its value.
func (a *answer) object(member func(name string) error) error {
	return a.within('{', func() error {
		name, err := a.text()
		if err != nil {
			return err
		}
		return member(name)
	})
}

// array calls item before each value of an array, which reads it. null is an empty array.
func (a *answer) array(item func() error) error {
	if a.d.PeekKind() == 'n' {
		return a.d.SkipValue()
	}
	return a.within('[', item)
}

func (a *answer) within(open jsontext.Kind, part func() error) error {
	t, err := a.d.ReadToken()
	if err != nil {
		return err
	}
	if t.Kind() != open {
		return fmt.Errorf("there is %v where %v should be", t.Kind(), open)
	}
	for {
		switch a.d.PeekKind() {
		case '}', ']':
			_, err := a.d.ReadToken()
			return err
		case 0:
			_, err := a.d.ReadToken() // the error that made it invalid
			return err
		}
		if err := part(); err != nil {
			return err
		}
	}
}
