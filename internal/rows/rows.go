// Package rows prints chosen fields of rows as one JSON array, or what a jq expression
// makes of it, as the flags --json and --jq of gh do.
package rows

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/itchyny/gojq"

	"assister/internal/event"
	"assister/internal/ijson"
	"assister/internal/problem"
	"assister/internal/schema"
)

// Fields of rows besides those of the kind of a record.
var (
	recordFields = []string{"kind", "id", "rev"}
	auditFields  = []string{"entry", "at", "action", "request", "batchId", "actor", "words", "detail", "hash"}
)

// OfRecords are the fields of rows with records of these kinds, and more fields.
func OfRecords(kinds []*schema.Kind, more ...string) []string {
	names := slices.Clone(recordFields)
	for _, k := range kinds {
		for _, f := range k.Fields {
			if !slices.Contains(names, f.Name) {
				names = append(names, f.Name)
			}
		}
	}
	return append(names, more...)
}

// OfAudit are the fields of rows of the audit trail.
func OfAudit() []string { return slices.Clone(auditFields) }

// Choose parses the names of the fields of an array, with commas between them. Rows
// have the known ones.
func Choose(names string, known []string) (*Array, error) {
	a := &Array{}
	for _, name := range strings.Split(names, ",") {
		name = strings.TrimSpace(name)
		if !slices.Contains(known, name) {
			return nil, NoField(name, known)
		}
		a.Fields = append(a.Fields, name)
	}
	return a, nil
}

// NoField refuses a field that rows do not have, or "", which is none.
func NoField(name string, known []string) *problem.Refusal {
	message, fields := "--json has no field "+problem.Quote(name), "fields are "+strings.Join(known, ", ")
	if name == "" {
		message = "--json needs fields"
	}
	hint := "the " + fields
	if near := problem.Nearest(name, known); near != "" {
		hint = problem.Suggest(near) + " The " + fields
	}
	r := problem.Misuse(message, hint)
	r.Problem.Field = "json"
	return r
}

// Array collects rows, and prints chosen fields of them as one JSON array.
type Array struct {
	Fields []string
	// Safe makes a text safe for a terminal; nil leaves it as it is. It is for results of
	// a filter that are strings, which are printed without quotation marks.
	Safe   func(text string) string
	filter *gojq.Code // nil prints the array itself
	rows   []ijson.Value

	// The stream that the rows would be. They have the same fields there.
	stream *event.Writer
	line   strings.Builder
}

// Filter has the array filtered with a jq expression.
func (a *Array) Filter(expression string) error {
	query, err := gojq.Parse(expression)
	var code *gojq.Code
	if err == nil {
		// Without an environment, `env` is empty: the command line alone reads it.
		code, err = gojq.Compile(query)
	}
	if err != nil {
		r := problem.Misuse("the --jq expression is not valid: "+problem.OneLine(err.Error()), "such as --jq '.[].title'")
		r.Problem.Field = "jq"
		return r
	}
	a.filter = code
	return nil
}

// Emit implements event.Sink. Other events have nothing to do with the array.
func (a *Array) Emit(b event.Body) error {
	switch b.(type) {
	case event.Start:
		a.stream = event.NewWriter(&a.line, "", func() time.Time { return time.Time{} })
		return a.stream.Emit(b)
	case event.Row, event.AuditRow:
	default:
		return nil
	}
	a.line.Reset()
	if err := a.stream.Emit(b); err != nil {
		return err
	}
	row, p := ijson.Parse([]byte(strings.TrimSpace(a.line.String())))
	if p != nil {
		return fmt.Errorf("read a row again: %w", *p)
	}
	a.rows = append(a.rows, a.chosen(row))
	return nil
}

// chosen is an object with the chosen fields of a row, null for those that it lacks.
func (a *Array) chosen(row ijson.Value) ijson.Value {
	object := ijson.Value{Kind: ijson.Object}
	for _, name := range a.Fields {
		value := ijson.Value{Kind: ijson.Null}
		for _, m := range row.Members {
			if m.Name == name {
				value = m.Value
			}
		}
		object.Members = append(object.Members, ijson.Member{Name: name, Value: value})
	}
	return object
}

// Print prints the array, or what the expression makes of it.
func (a *Array) Print(ctx context.Context, out io.Writer) error {
	all := ijson.Value{Kind: ijson.Array, Items: a.rows}
	if a.filter == nil {
		_, err := out.Write(append(ijson.AppendValue(nil, all), '\n'))
		return err
	}
	results := a.filter.RunWithContext(ctx, plainValue(all))
	for {
		v, more := results.Next()
		if !more {
			return nil
		}
		if err, failed := v.(error); failed {
			return jqError(ctx, err)
		}
		line, err := a.jqLine(v)
		if err != nil {
			return err
		}
		if _, err := out.Write(line); err != nil {
			return err
		}
	}
}

// jqError is what ends an expression: nothing if it halted by itself.
func jqError(ctx context.Context, err error) error {
	var halted *gojq.HaltError
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case errors.As(err, &halted) && halted.Value() == nil:
		return nil
	}
	return problem.Refuse(problem.Failed, "jq", "the --jq expression failed: "+problem.OneLine(err.Error()),
		"without --jq, the array that it filters is printed")
}

// jqLine is a result on a line: a string as it is, anything else as JSON.
func (a *Array) jqLine(v any) ([]byte, error) {
	if text, is := v.(string); is {
		if a.Safe != nil {
			text = a.Safe(text)
		}
		return append([]byte(text), '\n'), nil
	}
	line, err := gojq.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("write a result of --jq: %w", err)
	}
	return append(ijson.Escape(line), '\n'), nil
}

// plainValue is a value as gojq takes it.
func plainValue(v ijson.Value) any {
	switch v.Kind {
	case ijson.Bool:
		return v.Bool
	case ijson.Number:
		if n, err := strconv.Atoi(v.Text); err == nil {
			return n
		}
		f, _ := strconv.ParseFloat(v.Text, 64) // the parser of JSON has accepted it
		return f
	case ijson.String:
		return v.Text
	case ijson.Array:
		items := make([]any, len(v.Items))
		for i, item := range v.Items {
			items[i] = plainValue(item)
		}
		return items
	case ijson.Object:
		members := make(map[string]any, len(v.Members))
		for _, m := range v.Members {
			members[m.Name] = plainValue(m.Value)
		}
		return members
	}
	return nil
}
