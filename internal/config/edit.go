package config

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/pelletier/go-toml/v2/unstable"

	"assister/internal/ijson"
	"assister/internal/problem"
)

// inJSON returns a JSON document with values set, indented, with its members in their order.
func inJSON(text []byte, values map[string]float64) ([]byte, bool) {
	doc := ijson.Value{Kind: ijson.Object}
	if len(bytes.TrimSpace(text)) > 0 {
		var p *problem.Problem
		if doc, p = ijson.Parse(text); p != nil || doc.Kind != ijson.Object {
			return nil, false
		}
	}
	for _, key := range thresholds {
		value := ijson.Value{Kind: ijson.Number, Text: decimal(values[key])}
		if old := memberOf(&doc, key); old != nil { // written with its dot
			*old = value
			continue
		}
		section, name, _ := strings.Cut(key, ".")
		in := memberOf(&doc, section)
		if in == nil {
			doc.Members = append(doc.Members, ijson.Member{Name: section, Value: ijson.Value{Kind: ijson.Object}})
			in = &doc.Members[len(doc.Members)-1].Value
		}
		if in.Kind != ijson.Object {
			return nil, false
		}
		if old := memberOf(in, name); old != nil {
			*old = value
			continue
		}
		in.Members = append(in.Members, ijson.Member{Name: name, Value: value})
	}
	out := jsontext.Value(ijson.AppendValue(nil, doc))
	err := out.Indent(jsontext.WithIndent("  "))
	return append(out, '\n'), err == nil
}

// memberOf returns the member of an object; nil if there is none.
func memberOf(of *ijson.Value, name string) *ijson.Value {
	for i := range of.Members {
		if of.Members[i].Name == name {
			return &of.Members[i].Value
		}
	}
	return nil
}

// inTOML returns a TOML document with values set. It changes only the bytes of the values,
// or adds lines, since comments and blank lines are in no tree of the document.
func inTOML(text []byte, values map[string]float64) ([]byte, bool) {
	for _, key := range thresholds {
		t, ok := findTOML(text, key)
		if !ok {
			return nil, false
		}
		section, name, _ := strings.Cut(key, ".")
		value := decimal(values[key])
		switch {
		case t.value.Length > 0:
			text = slices.Replace(slices.Clone(text), t.from(), t.to(), []byte(value)...)
		case t.header > 0:
			text = slices.Insert(slices.Clone(text), t.header, []byte(name+" = "+value+"\n")...)
		default:
			text = append(bytes.TrimRight(text, "\n"), "\n\n["+section+"]\n"+name+" = "+value+"\n"...)
			text = bytes.TrimLeft(text, "\n")
		}
	}
	return text, true
}

// placeInTOML is where a document has a value.
type placeInTOML struct {
	value  unstable.Range // of the value; empty if there is none
	header int            // after the line that begins its table; 0 if there is none
}

func (p placeInTOML) from() int { return int(p.value.Offset) }
func (p placeInTOML) to() int   { return int(p.value.Offset + p.value.Length) }

// findTOML finds the value of a key with a dot.
func findTOML(text []byte, key string) (at placeInTOML, ok bool) {
	var p unstable.Parser
	p.Reset(text)
	var table []string
	for p.NextExpression() {
		e := p.Expression()
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			last := keyOf(e, &table)
			if end := bytes.IndexByte(text[last:], '\n'); strings.Join(table, ".") == section(key) && end >= 0 {
				at.header = last + end + 1
			}
		case unstable.KeyValue:
			name := slices.Clone(table)
			var rest []string
			keyOf(e, &rest)
			if strings.Join(append(name, rest...), ".") == key {
				at.value = e.Value().Raw
			}
		}
	}
	return at, p.Error() == nil
}

// keyOf puts the parts of the key of an expression into parts, and returns where its last
// part ends.
func keyOf(e *unstable.Node, parts *[]string) (end int) {
	*parts = nil
	for it := e.Key(); it.Next(); {
		part := it.Node()
		*parts = append(*parts, string(part.Data))
		end = int(part.Raw.Offset + part.Raw.Length)
	}
	return end
}

func section(key string) string {
	s, _, _ := strings.Cut(key, ".")
	return s
}

func decimal(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
