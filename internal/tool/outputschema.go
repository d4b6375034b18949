package tool

import (
	"assister/internal/filter"
	"assister/internal/ijson"

	"assister/internal/schema"
)

// Output returns the JSON Schema of the envelope. A row of a tool for one kind has all
// shown fields of the kind, and a row of a tool for any kind the selected ones.
func (t *Tool) Output() []byte {
	meta := []ijson.Member{
		member("tool", described("string", "")),
		member("mutates", described("boolean", "true if the answer is an operation, which is not applied yet")),
		member("disabled", described("boolean", "true if the search went by words because it cannot go by meaning")),
		member("limit", described("integer", "")),
		member("offset", described("integer", "")),
		member("errors", listOf(outline(problemShape(), "code", "message"))),
	}
	return ijson.AppendValue(nil, outline([]ijson.Member{
		member("data", t.describeData()),
		member("total", described("integer", "the number of records, without limit and offset")),
		member("error", outline(problemShape(), "code", "message")),
		member("warning", described("string", "a remark about the answer")),
		member("meta", outline(meta, "tool", "mutates")),
	}, "meta"))
}

// describeData returns the JSON Schema of the data, which has one member but for a tool
// for any kind.
func (t *Tool) describeData() ijson.Value {
	single := func(name string, v ijson.Value) ijson.Value {
		return outline([]ijson.Member{member(name, v)}, name)
	}
	switch {
	case t.Mutates:
		operation := object(member("type", text("object")), member("required", texts("op")))
		return single("operation", operation)
	case t.search != nil:
		return single(resultsKey, listOf(describeResult()))
	case t.single:
		row := describeRow(t.Kind)
		row.Members[0].Value = texts("object", "null")
		return single(camel(t.Kind.Name), row)
	case t.Kind != nil:
		return single(Key(t.Kind), listOf(describeRow(t.Kind)))
	}
	var lists []ijson.Member
	for _, k := range schema.Kinds {
		lists = append(lists, member(Key(k), listOf(describeSelected(k))))
	}
	return outline(lists)
}

// describeRow returns the JSON Schema of a row without a selection.
func describeRow(k *schema.Kind) ijson.Value {
	var fields []ijson.Member
	var names []string
	for i := range k.Fields {
		if f := &k.Fields[i]; shown(f) {
			fields = append(fields, member(f.Name, describeValue(f)))
			names = append(names, f.Name)
		}
	}
	return outline(fields, names...)
}

// describeSelected returns the JSON Schema of a row with selected members.
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
		fields = append(fields, member(name, v))
	}
	return outline(fields)
}

// describeValue returns the JSON Schema of the values of a field.
func describeValue(f *schema.Field) ijson.Value {
	kind, format := "string", ""
	switch f.Type {
	case schema.Tags:
		return listOf(described("string", ""))
	case schema.Dates:
		return listOf(object(member("type", text("string")), member("format", text("date"))))
	case schema.Enum:
		valuesOrNull := append(texts(f.Values...).Items, ijson.Value{})
		return object(member("enum", list(valuesOrNull...)))
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
	members := []ijson.Member{member("type", texts(kind, "null"))}
	if format != "" {
		members = append(members, member("format", text(format)))
	}
	if f.Type.Textual() {
		members = append(members, member("maxLength", number(textMax)))
	}
	return object(members...)
}

func problemShape() (members []ijson.Member) {
	for _, name := range []string{"code", "field", "message", "hint"} {
		members = append(members, member(name, described("string", "")))
	}
	return members
}

// outline returns the JSON Schema of an object with these members and no others.
func outline(members []ijson.Member, needed ...string) ijson.Value {
	v := object(member("type", text("object")), member("properties", object(members...)))
	if len(needed) > 0 {
		v.Members = append(v.Members, member("required", texts(needed...)))
	}
	v.Members = append(v.Members, member("additionalProperties", ijson.Value{Kind: ijson.Bool}))
	return v
}

func listOf(item ijson.Value) ijson.Value {
	return object(member("type", text("array")), member("items", item))
}

func described(kind, help string) ijson.Value {
	members := []ijson.Member{member("type", text(kind))}
	if help != "" {
		members = append(members, member("description", text(help)))
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
