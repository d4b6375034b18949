package tool

import (
	"assister/internal/filter"
	"assister/internal/ijson"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
)

// textMax is the maximum length of a text in a row, in characters.
const textMax = 300

// Envelope is the answer to a call.
type Envelope struct {
	Tool    string
	Mutates bool
	Rows
	Proposed *op.Op // of a tool that mutates
	Warning  string
	Near     []string // the closest names, if no record has the given name
	Disabled bool     // a search by meaning fell back to words
	Failure
}

// Rows is the data of an answer. The rows of Data have no ids, which people do not
// need; Found identifies the same records for programs, with their revisions.
type Rows struct {
	Data   ijson.Value // {"tasks":[…]}, {"project":{…}}, or {"operation":{…}}
	Key    string      // the member of Data
	Found  []op.Base
	Total  int // without limit and offset
	Limit  int
	Offset int
}

// Failure is why there is no data.
type Failure struct {
	Problem *problem.Problem
	More    []problem.Problem // further problems
	Passing bool              // a retry may succeed
}

// Keys are the records of the data.
func (r Rows) Keys() (keys []record.Key) {
	for _, found := range r.Found {
		keys = append(keys, found.Key)
	}
	return keys
}

// found adds a record of the data.
func (r *Rows) found(x record.Record) {
	r.Found = append(r.Found, op.Base{Key: record.Key{Kind: x.Kind.Name, ID: x.ID}, Rev: x.Rev})
}

// fill sets the data of an envelope to the records that were found.
func (e *Envelope) fill(t *Tool, q filter.Query, found filter.Result) {
	e.Total, e.Limit, e.Offset = found.Total, q.Limit, q.Offset
	var rows []ijson.Value
	for _, r := range found.Records {
		e.found(r)
		rows = append(rows, row(r, q.Select))
	}
	e.Key = Key(q.Kind)
	value := ijson.Value{Kind: ijson.Array, Items: rows}
	if t.single {
		e.Key, value, e.Limit = camel(q.Kind.Name), ijson.Value{}, 0
		if len(rows) > 0 {
			value = rows[0]
		}
		if e.Total > 1 {
			e.Warning = itoa(e.Total) + " " + q.Kind.Noun(2) + " have this name; this is the first one"
		}
	}
	e.Data = object(member(e.Key, value))
}

// row returns a record for people: the selected members, or the fields without ids and
// the program's own times.
func row(r record.Record, selected []string) ijson.Value {
	if selected != nil {
		v := parse(append(r.AppendSelected([]byte{'{'}, selected), '}'))
		for i := range v.Members {
			v.Members[i].Value = cut(v.Members[i].Value)
		}
		return v
	}
	var members []ijson.Member
	for i := range r.Kind.Fields {
		if f := &r.Kind.Fields[i]; shown(f) {
			members = append(members, member(f.Name, cut(cell(f.Type, r.Values[i]))))
		}
	}
	return object(members...)
}

// shown reports whether a row has a field: not an id, and not a time or a list of days
// that only the program needs.
func shown(f *schema.Field) bool {
	return f.Type != schema.Ref && !(f.Kept && (f.Type == schema.Instant || f.Type == schema.Dates))
}

// cell returns the JSON of a value. Texts, days and null are most of a row, so they
// do not take the detour over encoded JSON.
func cell(t schema.Type, v record.Value) ijson.Value {
	switch list := t == schema.Tags || t == schema.Dates; {
	case v.IsNull() && list:
		return ijson.Value{Kind: ijson.Array}
	case v.IsNull():
		return ijson.Value{}
	case t.Textual(), t == schema.Enum:
		return text(v.Text())
	case t == schema.Date:
		return text(v.Date().String())
	}
	return parse(record.AppendJSON(nil, t, v))
}

func cut(v ijson.Value) ijson.Value {
	if v.Kind == ijson.String {
		v.Text = problem.Cut(v.Text, textMax)
	}
	return v
}

// parse parses JSON that the program itself has encoded.
func parse(encoded []byte) ijson.Value {
	v, p := ijson.Parse(encoded)
	if p != nil {
		panic("tool: invalid JSON from our own encoder: " + p.Message)
	}
	return v
}

func object(members ...ijson.Member) ijson.Value {
	return ijson.Value{Kind: ijson.Object, Members: members}
}

func member(name string, v ijson.Value) ijson.Member { return ijson.Member{Name: name, Value: v} }

func list(items ...ijson.Value) ijson.Value { return ijson.Value{Kind: ijson.Array, Items: items} }

func fact(b bool) ijson.Value { return ijson.Value{Kind: ijson.Bool, Bool: b} }

func text(s string) ijson.Value { return ijson.Value{Kind: ijson.String, Text: s} }

func number(n int) ijson.Value { return ijson.Value{Kind: ijson.Number, Text: itoa(n)} }

// Value returns the JSON form of the envelope: {data, total, error, warning, meta},
// without the empty members.
func (e Envelope) Value() ijson.Value {
	var members []ijson.Member
	if e.Problem == nil {
		members = append(members, member("data", e.Data), member("total", number(e.Total)))
	} else {
		members = append(members, member("error", ProblemValue(*e.Problem)))
	}
	if e.Warning != "" {
		members = append(members, member("warning", text(e.Warning)))
	}
	return object(append(members, member("meta", e.meta()))...)
}

// meta returns what describes the answer: the tool, and how the data was limited.
func (e Envelope) meta() ijson.Value {
	meta := []ijson.Member{member("tool", text(e.Tool)), member("mutates", fact(e.Mutates))}
	if e.Disabled {
		meta = append(meta, member("disabled", fact(true)))
	}
	if e.Limit > 0 {
		meta = append(meta, member("limit", number(e.Limit)))
	}
	if e.Offset > 0 {
		meta = append(meta, member("offset", number(e.Offset)))
	}
	if len(e.More) > 0 {
		var more []ijson.Value
		for _, p := range e.More {
			more = append(more, ProblemValue(p))
		}
		meta = append(meta, member("errors", list(more...)))
	}
	return object(meta...)
}

// ProblemValue is a problem as an object with its code, field, message and hint.
func ProblemValue(p problem.Problem) ijson.Value {
	members := []ijson.Member{member("code", text(p.Code))}
	if p.Field != "" {
		members = append(members, member("field", text(p.Field)))
	}
	members = append(members, member("message", text(p.Message)))
	if p.Hint != "" {
		members = append(members, member("hint", text(p.Hint)))
	}
	return object(members...)
}
