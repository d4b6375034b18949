package tool

import (
	"unicode/utf8"

	"assister/internal/filter"
	"assister/internal/ijson"
	"assister/internal/problem"

	"assister/internal/record"
	"assister/internal/schema"
)

// textMax is how much of a text a row has, in characters (facts 2.1).
const textMax = 300

// fill puts what was found into an envelope.
func (e *Envelope) fill(t *Tool, q filter.Query, found filter.Result) {
	e.Total, e.Limit, e.Offset = found.Total, q.Limit, q.Offset
	var rows []ijson.Value
	for _, r := range found.Records {
		e.Keys = append(e.Keys, record.Key{Kind: r.Kind.Name, ID: r.ID})
		rows = append(rows, row(r, q.Select))
	}
	e.Key = Key(q.Kind)
	value := ijson.Value{Kind: ijson.Array, Items: rows}
	if t.one {
		e.Key, value, e.Limit = camel(q.Kind.Name), ijson.Value{}, 0
		if len(rows) > 0 {
			value = rows[0]
		}
		if e.Total > 1 {
			e.Warning = itoa(e.Total) + " " + spaced(q.Kind.Plural) + " have this name, and this is the first of them"
		}
	}
	e.Data = object(ijson.Member{Name: e.Key, Value: value})
}

// row is a record without what only the program needs: ids, and the times of its
// own books. Whoever selects members has those.
func row(r record.Record, selected []string) ijson.Value {
	if selected != nil {
		v := reread(append(r.AppendSelected([]byte{'{'}, selected), '}'))
		for i := range v.Members {
			v.Members[i].Value = cut(v.Members[i].Value)
		}
		return v
	}
	var members []ijson.Member
	for i := range r.Kind.Fields {
		if f := &r.Kind.Fields[i]; shown(f) {
			members = append(members, ijson.Member{Name: f.Name, Value: cut(cell(f.Type, r.Values[i]))})
		}
	}
	return object(members...)
}

// shown reports whether a field says something to a reader: no id, and not when
// something was written down, as which occurrences were done.
func shown(f *schema.Field) bool {
	return f.Type != schema.Ref && !(f.Kept && (f.Type == schema.Instant || f.Type == schema.Dates))
}

// cell is a value as it is written. Texts, days and what is not there are most of
// a row, and need no writing to be read.
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
	return reread(record.AppendJSON(nil, t, v))
}

func cut(v ijson.Value) ijson.Value {
	if v.Kind == ijson.String && utf8.RuneCountInString(v.Text) > textMax {
		v.Text = string([]rune(v.Text)[:textMax-1]) + "…"
	}
	return v
}

// reread is JSON that the program itself has written, as a value.
func reread(text []byte) ijson.Value {
	v, p := ijson.Parse(text)
	if p != nil {
		panic("tool: what was written cannot be read: " + p.Message)
	}
	return v
}

func object(members ...ijson.Member) ijson.Value {
	return ijson.Value{Kind: ijson.Object, Members: members}
}

func text(s string) ijson.Value { return ijson.Value{Kind: ijson.String, Text: s} }

func number(n int) ijson.Value { return ijson.Value{Kind: ijson.Number, Text: itoa(n)} }

// Value is the envelope as it is handed on: {data, total, error, warning, meta},
// those that say something.
func (e Envelope) Value() ijson.Value {
	var members []ijson.Member
	add := func(name string, v ijson.Value) { members = append(members, ijson.Member{Name: name, Value: v}) }
	if e.Problem == nil {
		add("data", e.Data)
		add("total", number(e.Total))
	} else {
		add("error", fault(*e.Problem))
	}
	if e.Warning != "" {
		add("warning", text(e.Warning))
	}
	meta := []ijson.Member{{Name: "tool", Value: text(e.Tool)}, {Name: "mutates", Value: ijson.Value{Kind: ijson.Bool, Bool: e.Mutates}}}
	if e.Disabled {
		meta = append(meta, ijson.Member{Name: "disabled", Value: ijson.Value{Kind: ijson.Bool, Bool: true}})
	}
	if e.Limit > 0 {
		meta = append(meta, ijson.Member{Name: "limit", Value: number(e.Limit)})
	}
	if e.Offset > 0 {
		meta = append(meta, ijson.Member{Name: "offset", Value: number(e.Offset)})
	}
	if len(e.More) > 0 {
		var more []ijson.Value
		for _, p := range e.More {
			more = append(more, fault(p))
		}
		meta = append(meta, ijson.Member{Name: "errors", Value: ijson.Value{Kind: ijson.Array, Items: more}})
	}
	add("meta", object(meta...))
	return object(members...)
}

func fault(p problem.Problem) ijson.Value {
	members := []ijson.Member{{Name: "code", Value: text(p.Code)}}
	if p.Field != "" {
		members = append(members, ijson.Member{Name: "field", Value: text(p.Field)})
	}
	members = append(members, ijson.Member{Name: "message", Value: text(p.Message)})
	if p.Hint != "" {
		members = append(members, ijson.Member{Name: "hint", Value: text(p.Hint)})
	}
	return object(members...)
}
