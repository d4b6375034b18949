package tool

import (
	"assister/internal/filter"
	"assister/internal/ijson"

	"assister/internal/schema"
)

// Output describes the envelope that a call is answered with, as JSON Schema.
// Every row of a tool for one kind has all of the kind's fields but ids and the
// times of the program's books; those of a tool for any kind have what was selected.
func (t *Tool) Output() []byte {
	members := []ijson.Member{{Name: "data", Value: t.describeData()}}
	add := func(name string, v ijson.Value) { members = append(members, ijson.Member{Name: name, Value: v}) }
	add("total", described("integer", "how many there are, without limit and offset"))
	add("error", outline(problemShape(), "code", "message"))
	add("warning", described("string", "what is to be known about the answer"))
	add("meta", outline([]ijson.Member{
		{Name: "tool", Value: described("string", "")}, {Name: "mutates", Value: described("boolean", "true where it comes to an operation, which is not carried out")},
		{Name: "disabled", Value: described("boolean", "true where nobody could tell what is meant, and it went by the words")},
		{Name: "limit", Value: described("integer", "")}, {Name: "offset", Value: described("integer", "")},
		{Name: "errors", Value: listOf(outline(problemShape(), "code", "message"))},
	}, "tool", "mutates"))
	return ijson.AppendValue(nil, outline(members, "meta"))
}

func (t *Tool) describeData() ijson.Value {
	switch {
	case t.Mutates:
		return outline([]ijson.Member{{Name: "operation", Value: object(ijson.Member{Name: "type", Value: text("object")}, ijson.Member{Name: "required", Value: texts("op")})}}, "operation")
	case t.seek != nil:
		return outline([]ijson.Member{{Name: resultsKey, Value: listOf(describeResult())}}, resultsKey)
	case t.one:
		one := describeRow(t.Kind)
		one.Members[0].Value = texts("object", "null")
		return outline([]ijson.Member{{Name: camel(t.Kind.Name), Value: one}}, camel(t.Kind.Name))
	case t.Kind != nil:
		return outline([]ijson.Member{{Name: Key(t.Kind), Value: listOf(describeRow(t.Kind))}}, Key(t.Kind))
	}
	var lists []ijson.Member
	for _, k := range schema.Kinds {
		lists = append(lists, ijson.Member{Name: Key(k), Value: listOf(describeSelected(k))})
	}
	return outline(lists)
}

// describeRow is a row as a tool gives it when nothing is selected.
func describeRow(k *schema.Kind) ijson.Value {
	var fields []ijson.Member
	var names []string
	for i := range k.Fields {
		if f := &k.Fields[i]; shown(f) {
			fields = append(fields, ijson.Member{Name: f.Name, Value: describeValue(f)})
			names = append(names, f.Name)
		}
	}
	return outline(fields, names...)
}

// describeSelected is a row with some of all there is of a record.
func describeSelected(k *schema.Kind) ijson.Value {
	var fields []ijson.Member
	for _, name := range filter.Members(k) {
		v := described("string", "")
		switch at, ok := filter.Place(k, name); {
		case ok:
			v = describeValue(filter.Field(k, at))
		case name == "rev":
			v = described("integer", "")
		}
		fields = append(fields, ijson.Member{Name: name, Value: v})
	}
	return outline(fields)
}

// describeValue is what a field of a record that is there can hold.
func describeValue(f *schema.Field) ijson.Value {
	kind, format := "string", ""
	switch f.Type {
	case schema.Tags:
		return listOf(described("string", ""))
	case schema.Dates:
		return listOf(object(ijson.Member{Name: "type", Value: text("string")}, ijson.Member{Name: "format", Value: text("date")}))
	case schema.Enum:
		return object(ijson.Member{Name: "enum", Value: ijson.Value{Kind: ijson.Array, Items: append(texts(f.Values...).Items, ijson.Value{})}})
	case schema.Bool:
		kind = "boolean"
	case schema.Integer, schema.Ref:
		kind = "integer"
	case schema.Recurrence:
		kind = "object"
	case schema.Date:
		format = "date"
	case schema.Instant:
		format = "date-time"
	}
	members := []ijson.Member{{Name: "type", Value: texts(kind, "null")}}
	if format != "" {
		members = append(members, ijson.Member{Name: "format", Value: text(format)})
	}
	if f.Type.Textual() {
		members = append(members, ijson.Member{Name: "maxLength", Value: number(textMax)})
	}
	return object(members...)
}

func problemShape() (members []ijson.Member) {
	for _, name := range []string{"code", "field", "message", "hint"} {
		members = append(members, ijson.Member{Name: name, Value: described("string", "")})
	}
	return members
}

// outline is an object with these members and no others, some of which it needs.
func outline(members []ijson.Member, needed ...string) ijson.Value {
	v := object(ijson.Member{Name: "type", Value: text("object")}, ijson.Member{Name: "properties", Value: object(members...)})
	if len(needed) > 0 {
		v.Members = append(v.Members, ijson.Member{Name: "required", Value: texts(needed...)})
	}
	v.Members = append(v.Members, ijson.Member{Name: "additionalProperties", Value: ijson.Value{Kind: ijson.Bool}})
	return v
}

func listOf(item ijson.Value) ijson.Value {
	return object(ijson.Member{Name: "type", Value: text("array")}, ijson.Member{Name: "items", Value: item})
}

func described(kind, help string) ijson.Value {
	members := []ijson.Member{{Name: "type", Value: text(kind)}}
	if help != "" {
		members = append(members, ijson.Member{Name: "description", Value: text(help)})
	}
	return object(members...)
}

func texts(words ...string) ijson.Value {
	v := ijson.Value{Kind: ijson.Array}
	for _, w := range words {
		v.Items = append(v.Items, text(w))
	}
	return v
}
