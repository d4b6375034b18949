package schema

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"assister/internal/calendar"
	"assister/internal/ijson"
)

// The JSON Schemas (draft 2020-12) describe the canonical form of operations,
// derived from the table, always in the same bytes. The decoder accepts more
// spellings than they do, and refuses what a schema cannot say, such as a day
// that does not exist.

// Tool is a function that a model can call: its name, a description for the
// model, and the JSON Schema of its arguments.
type Tool struct {
	Name   string
	Help   string
	Schema []byte
}

// Tools returns the operations on single records of some kinds, in the table's
// order. Each is called by its operation: "task.create".
func Tools(kinds []*Kind) []Tool {
	var tools []Tool
	for _, k := range Kinds {
		if !slices.Contains(kinds, k) {
			continue
		}
		for i := range k.Operations {
			o := &k.Operations[i]
			tools = append(tools, Tool{k.Name + "." + string(o.Verb), o.Help, k.JSONSchema(o.Verb)})
		}
	}
	return tools
}

// JSONSchema describes the arguments of one of the kind's operations; nil when
// the kind has no such operation.
func (k *Kind) JSONSchema(v Verb) []byte {
	o := k.Operation(v)
	if o == nil {
		return nil
	}
	return cached(k.Name+"."+string(v), func() ijson.Value { return byID.operation(k, o).value() })
}

// BulkJSONSchema describes the arguments of a bulk operation; nil when the verb
// is not one.
func BulkJSONSchema(v Verb) []byte {
	o := BulkOperation(v)
	if o == nil {
		return nil
	}
	return cached(string(v), func() ijson.Value { return byID.bulk(o, Kinds, true).value() })
}

// OperationsJSONSchema describes {"operations":[…]} as it is read from a file
// or a pipe.
func OperationsJSONSchema() []byte { return ijson.AppendValue(nil, document(Kinds, 0, byID)) }

// ProposalJSONSchema describes {"operations":[…]} as a model is asked for it: at most
// limit operations on these kinds, with aliases in place of ids, and without a base,
// which the program adds. With verbs, there are no others.
func ProposalJSONSchema(kinds []*Kind, limit int, verbs ...Verb) []byte {
	key := strconv.Itoa(limit)
	for _, k := range kinds {
		key += " " + k.Name
	}
	for _, v := range verbs {
		key += " ." + string(v)
	}
	return cached(key, func() ijson.Value { return document(kinds, limit, aliased, verbs...) })
}

// schemas caches schemas, since a request uses the same ones more than once and the
// kinds do not change.
var schemas sync.Map

// cached returns a schema from the cache, or makes it. Callers must not change the
// bytes.
func cached(key string, make func() ijson.Value) []byte {
	if known, ok := schemas.Load(key); ok {
		return known.([]byte)
	}
	text := ijson.AppendValue(nil, make())
	schemas.Store(key, text)
	return text
}

// names says what records are called by in a document: their ids or their aliases.
type names bool

const (
	byID    names = false
	aliased names = true
)

// id describes what a record of a kind is called by. An alias names its kind by how it
// begins.
func (n names) id(kind string) ijson.Value {
	if n == byID {
		return fromSchema(1)
	}
	return object("type", text("string"), "pattern", text("^"+Lookup(kind).Alias+"[1-9][0-9]*$"))
}

func document(kinds []*Kind, limit int, n names, verbs ...Verb) ijson.Value {
	var shapes []ijson.Value
	add := func(name string, verb Verb, s shape) {
		if len(verbs) > 0 && !slices.Contains(verbs, verb) {
			return
		}
		s.properties = append([]ijson.Member{{Name: "op", Value: object("const", text(name))}}, s.properties...)
		s.required = append([]string{"op"}, s.required...)
		if n == byID {
			revision := object("anyOf", array(fromSchema(1), object("const", text("absent"))))
			revisions := object("type", text("object"), "additionalProperties", revision, "description",
				text(`revisions of the records it names or changes, such as {"task:3":17}; "absent" if there is none`))
			s.add("base", revisions, false)
		}
		shapes = append(shapes, s.value())
	}
	for _, k := range kinds {
		for i := range k.Operations {
			add(k.Name+"."+string(k.Operations[i].Verb), k.Operations[i].Verb, n.operation(k, &k.Operations[i]))
		}
	}
	for i := range Bulk {
		add(string(Bulk[i].Verb), Bulk[i].Verb, n.bulk(&Bulk[i], kinds, n == byID))
	}
	operations := object("type", text("array"), "items", object("anyOf", array(shapes...)))
	if limit > 0 {
		operations.Members = append(operations.Members, ijson.Member{Name: "maxItems", Value: number(limit)})
	}
	var s shape
	s.add("operations", operations, true)
	v := s.value()
	dialect := ijson.Member{Name: "$schema", Value: text("https://json-schema.org/draft/2020-12/schema")}
	v.Members = append([]ijson.Member{dialect}, v.Members...)
	return v
}

// shape is the schema of an object while it is built.
type shape struct {
	description string
	properties  []ijson.Member
	required    []string
	least       int // the number of members that it must have
}

func (s *shape) add(name string, v ijson.Value, required bool) {
	s.properties = append(s.properties, ijson.Member{Name: name, Value: v})
	if required {
		s.required = append(s.required, name)
	}
}

func (s *shape) field(f *Field, n names, required bool) { s.add(f.Name, f.jsonSchema(n), required) }

func (s shape) value() ijson.Value {
	v := object("type", text("object"))
	if s.description != "" {
		v.Members = append(v.Members, ijson.Member{Name: "description", Value: text(s.description)})
	}
	properties := ijson.Value{Kind: ijson.Object, Members: s.properties}
	v.Members = append(v.Members, ijson.Member{Name: "properties", Value: properties})
	if len(s.required) > 0 {
		v.Members = append(v.Members, ijson.Member{Name: "required", Value: words(s.required)})
	}
	if s.least > 0 {
		v.Members = append(v.Members, ijson.Member{Name: "minProperties", Value: number(s.least)})
	}
	v.Members = append(v.Members, ijson.Member{Name: "additionalProperties", Value: ijson.Value{Kind: ijson.Bool}})
	return v
}

// start describes the date-time that may replace a day and a time. Many programs know
// no other form, and those that check their arguments by the schema could not send it.
func (s *shape) start(of *Start) {
	if of == nil {
		return
	}
	help := "in place of " + of.Day + " and " + of.Time + ": " + calendar.MomentForms
	s.add(of.Names[1], momentSchema(false, help), false)
}

// momentSchema describes a day and a time, in the local zone or one of its own.
func momentSchema(nullable bool, help string) ijson.Value {
	v := object("type", typeOf("string", nullable), "pattern", text(`^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}`+
		`(:00(\.0+)?)?(Z|[+-][0-9]{2}:?[0-9]{2})?(\[[A-Za-z0-9_+/-]+\])?$`))
	if help != "" {
		v.Members = append(v.Members, ijson.Member{Name: "description", Value: text(help)})
	}
	return v
}

// operation describes an operation on a record of a kind.
func (n names) operation(k *Kind, o *Operation) shape {
	s := shape{description: o.Help}
	if o.Verb == Create {
		s.add("as", object("type", text("string"), "minLength", number(1), "maxLength", number(nameMax),
			"description", text(`a name for later operations to call it by: {"ref":"…"}`)), false)
	} else {
		s.add("id", n.target(k.Name), true)
	}
	if o.Verb == Create || o.Verb == Update {
		for i := range k.Fields {
			if f := &k.Fields[i]; !f.Kept {
				s.field(f, n, f.MustGive() && o.Verb == Create && !(n == byID && k.Start.sets(f)))
			}
		}
		if n == byID {
			s.start(k.Start)
		}
	}
	for i := range o.Args {
		s.field(&o.Args[i], n, o.Args[i].Required || o.Args[i].Stated)
	}
	return s
}

// bulk describes a bulk operation on records of some kinds. whole adds what models use
// less reliably; see whereSchema.
func (n names) bulk(o *Operation, kinds []*Kind, whole bool) shape {
	s := shape{description: o.Help}
	s.add("where", whereSchema(kinds, n, whole), true)
	if o.Verb == BulkUpdate {
		s.add("set", setSchema(kinds, n), true)
	}
	for i := range o.Args {
		s.field(&o.Args[i], n, o.Args[i].Required)
	}
	return s
}

// setSchema describes the fields of all the kinds. If kinds have different fields of
// one name, any of them is valid, since a schema cannot know what the filter matches.
func setSchema(kinds []*Kind, n names) ijson.Value {
	var s shape
	for _, k := range kinds {
		for i := range k.Fields {
			if f := &k.Fields[i]; !f.Kept {
				s.alternative(f.Name, f.jsonSchema(n))
			}
		}
	}
	return s.value()
}

func (s *shape) alternative(name string, v ijson.Value) {
	i := slices.IndexFunc(s.properties, func(m ijson.Member) bool { return m.Name == name })
	if i < 0 {
		s.add(name, v, false)
		return
	}
	// Fields that differ only in their help are the same.
	known := &s.properties[i].Value
	if !same(without(*known, "description"), without(v, "description")) {
		*known = object("anyOf", array(*known, v))
	}
}

func without(v ijson.Value, name string) ijson.Value {
	v.Members = slices.DeleteFunc(slices.Clone(v.Members), func(m ijson.Member) bool { return m.Name == name })
	return v
}

func same(a, b ijson.Value) bool {
	if a.Kind != b.Kind || a.Bool != b.Bool || a.Text != b.Text {
		return false
	}
	sameMember := func(x, y ijson.Member) bool { return x.Name == y.Name && same(x.Value, y.Value) }
	return slices.EqualFunc(a.Items, b.Items, same) && slices.EqualFunc(a.Members, b.Members, sameMember)
}

// whereSchema describes a condition. Its keys are repeated here because package filter
// imports this one; a test of filter compares them. Models are offered only the keys,
// which they use most reliably. whole adds the rest of the language: fields with
// operators, "and", "or" and "not", and relative days.
func whereSchema(kinds []*Kind, n names, whole bool) ijson.Value {
	called := make([]string, 0, len(Kinds))
	id := fromSchema(1)
	if n == aliased {
		id = object("type", text("string"), "description", text("such as "+kinds[0].Alias+"1"))
	}
	for _, k := range kinds {
		called = append(called, k.Name)
	}
	s := shape{description: "which records; all that is given must hold", least: 1}
	flag := object("type", text("boolean"))
	kind := object("enum", words(called))
	span := rangeSchema()
	field := func(key ijson.Value) ijson.Value { return key } // a key that is the name of a field, too
	if whole {
		span = dayRangeSchema()
		field = func(key ijson.Value) ijson.Value {
			return object("anyOf", array(key, object("type", words([]string{"object", "array"}))))
		}
	}
	s.add("kind", object("anyOf", array(kind, object("type", text("array"), "minItems", number(1), "items", kind))), false)
	s.add("ids", object("type", text("array"), "items", id), false)
	s.add("title_contains", object("type", text("string"), "minLength", number(1), "maxLength", number(titleMax)), false)
	s.add("overdue", flag, false)
	s.add("scheduled_range", span, false)
	s.add("deadline_range", span, false)
	s.add("priority", field(object("enum", words(Priorities))), false)
	status := "of a task one of " + strings.Join(Statuses, ", ")
	s.add("status", field(object("type", text("string"), "minLength", number(1),
		"description", text(status))), false)
	s.add("completed", flag, false)
	s.add("repeating", flag, false)
	s.add("tag", object("type", text("string"), "minLength", number(1), "maxLength", number(64)), false)
	s.add("projectId", field(n.id("project")), false)
	s.add("context", field(object("enum", words(Contexts))), false)
	if !whole {
		return s.value()
	}
	conditions := object("type", text("array"), "minItems", number(1), "items", object("type", text("object")))
	s.add("and", conditions, false)
	s.add("or", conditions, false)
	s.add("not", object("anyOf", array(object("type", text("object"), "minProperties", number(1)), conditions)), false)
	v := s.value()
	last := &v.Members[len(v.Members)-1] // additionalProperties
	last.Value = object("description", text(fieldHelp))
	return v
}

// fieldHelp describes the members of a condition that are not its keys.
const fieldHelp = "a field of the kind: a value, null, a list of values, or operators, such as {\"lt\":\"+7d\"}; " +
	"the operators are eq, ne, lt, lte, gt, gte, in, nin, contains"

// target describes the id of a record, or the name that a create has given it.
func (n names) target(kind string) ijson.Value {
	help := "the id of the " + kind
	if n == aliased {
		help += ", such as " + Lookup(kind).Alias + "1"
	}
	return object("anyOf", array(n.id(kind), refSchema()), "description", text(help))
}

// fromSchema describes a whole number that is not less than least.
func fromSchema(least int) ijson.Value {
	return object("type", text("integer"), "minimum", number(least))
}

// nameMax bounds the name that a create gives its record.
const nameMax = 64

var refSchema = sync.OnceValue(func() ijson.Value {
	var s shape
	s.add("ref", object("type", text("string"), "minLength", number(1), "maxLength", number(nameMax)), true)
	return s.value()
})

var rangeSchema = sync.OnceValue(func() ijson.Value {
	s := shape{description: "both ends inclusive; null is open", least: 1}
	s.add("from", dateSchema(true), false)
	s.add("to", dateSchema(true), false)
	return s.value()
})

// dayRangeSchema is rangeSchema with the relative days that a condition accepts.
var dayRangeSchema = sync.OnceValue(func() ijson.Value {
	day := object("type", typeOf("string", true), "description", text(calendar.RelativeForms))
	s := shape{description: "both ends inclusive; null is open", least: 1}
	s.add("from", day, false)
	s.add("to", day, false)
	return s.value()
})

func dateSchema(nullable bool) ijson.Value {
	return object("type", typeOf("string", nullable), "format", text("date"),
		"pattern", text(`^[0-9]{4}-[0-9]{2}-[0-9]{2}$`))
}

var recurrenceSchema = sync.OnceValue(func() ijson.Value {
	var s shape
	s.add("type", object("enum", words(calendar.Frequencies)), true)
	s.add("intervalDays", object("type", text("integer"), "minimum", number(1),
		"description", text("of every_n_days")), false)
	s.add("byDay", object("type", text("array"), "items", object("enum", words(calendar.DayNames[:])),
		"description", text("of weekly")), false)
	s.add("until", dateSchema(true), false)
	s.add("count", object("type", typeOf("integer", true), "minimum", number(1),
		"description", text("until or count, not both")), false)
	return s.value()
})

// jsonSchema describes the values of a field. Null clears a field that is not
// required.
func (f *Field) jsonSchema(n names) ijson.Value {
	nullable := !f.Required
	var v ijson.Value
	switch f.Type {
	case Text:
		v = object("type", typeOf("string", nullable))
		if f.Required {
			v.Members = append(v.Members, ijson.Member{Name: "minLength", Value: number(1)})
		}
		if f.Max > 0 {
			v.Members = append(v.Members, ijson.Member{Name: "maxLength", Value: number(f.Max)})
		}
	case Date:
		v = dateSchema(nullable)
	case Time:
		v = object("type", typeOf("string", nullable), "pattern", text(`^([01]?[0-9]|2[0-3]):[0-5][0-9]$`))
	case Enum:
		values := words(f.Values)
		if nullable {
			values.Items = append(values.Items, ijson.Value{})
		}
		v = object("enum", values)
	case Tags:
		v = object("type", typeOf("array", nullable), "items", object("type", text("string"), "maxLength", number(f.Max)))
	case Ref:
		id := n.id(f.Of)
		id.Members[0].Value = typeOf(id.Members[0].Value.Text, nullable)
		v = object("anyOf", array(id, refSchema()))
	case Recurrence:
		v = object("anyOf", array(recurrenceSchema(), object("type", text("null"))))
	case Integer:
		v = object("type", typeOf("integer", nullable), "minimum", number(f.Min), "maximum", number(f.Max))
	case Moment:
		v = momentSchema(nullable, "")
	case URL:
		v = object("type", typeOf("string", nullable), "minLength", number(1), "maxLength", number(f.Max))
	case Range:
		v = object("anyOf", array(rangeSchema(), object("type", text("null"))))
	case Bool:
		v = object("type", typeOf("boolean", nullable))
	default:
		panic("schema: " + f.Name + " is set by the program and has no JSON schema")
	}
	if f.Default != "" {
		v.Members = append(v.Members, ijson.Member{Name: "default", Value: f.defaultValue()})
	}
	if f.Help != "" {
		v.Members = append(v.Members, ijson.Member{Name: "description", Value: text(f.Help)})
	}
	return v
}

func (f *Field) defaultValue() ijson.Value {
	if f.Type == Bool {
		return ijson.Value{Kind: ijson.Bool, Bool: f.Default == "true"}
	}
	return text(f.Default)
}

func typeOf(name string, nullable bool) ijson.Value {
	if nullable {
		return words([]string{name, "null"})
	}
	return text(name)
}

// object returns an object of alternating names and values.
func object(pairs ...any) ijson.Value {
	v := ijson.Value{Kind: ijson.Object, Members: make([]ijson.Member, 0, len(pairs)/2+2)}
	for i := 0; i < len(pairs); i += 2 {
		v.Members = append(v.Members, ijson.Member{Name: pairs[i].(string), Value: pairs[i+1].(ijson.Value)})
	}
	return v
}

func array(items ...ijson.Value) ijson.Value { return ijson.Value{Kind: ijson.Array, Items: items} }

func words(list []string) ijson.Value {
	v := ijson.Value{Kind: ijson.Array, Items: make([]ijson.Value, 0, len(list)+1)}
	for _, w := range list {
		v.Items = append(v.Items, text(w))
	}
	return v
}

func text(s string) ijson.Value { return ijson.Value{Kind: ijson.String, Text: s} }

func number(n int) ijson.Value { return ijson.Value{Kind: ijson.Number, Text: strconv.Itoa(n)} }
