// Package op decodes operations: it accepts every spelling of them, checks their
// shape and writes their canonical form. Package check compares them with the data,
// and package workspace applies them.
package op

import (
	"iter"
	"slices"

	"assister/internal/filter"
	"assister/internal/record"
	"assister/internal/schema"
)

// Op is one operation. Which members its kind and verb have is in package schema;
// Decode returns no others.
type Op struct {
	Kind  string // "task"; "" for a bulk operation, whose filter has the kinds
	Verb  schema.Verb
	ID    Target           // of update, delete and the verbs on one record
	As    string           // of create: the name by which later operations refer to it
	Args  []Arg            // fields and arguments, in the order of the schema
	Where filter.Condition // of a bulk operation
	Set   []Arg            // of bulk_update

	// Base is the records that the operation names or changes, as the proposer saw
	// them. Nil is an operation without a base. A bulk operation with a base changes
	// only records of it, and none if it is empty.
	Base []Base

	// Source is who made the operation. It is no part of the operation's JSON, in which
	// the maker could claim it; events carry it beside the operation.
	Source Source
}

// Source is who made an operation.
type Source uint8

const (
	ByHand  Source = iota // a person or a program
	ByRules               // the built-in rules, from a request in words
	ByModel               // a model
)

var sources = [...]string{"hand", "rules", "model"}

func (s Source) String() string { return sources[s] }

// ParseSource reads what String writes.
func ParseSource(word string) (s Source, ok bool) {
	at := slices.Index(sources[:], word)
	return Source(max(at, 0)), at >= 0
}

// Target is the record that an operation is about: its id, or the name that an
// earlier create in the batch has given it.
type Target struct {
	ID  int64
	Ref string
}

// Arg is one field or argument that an operation gives.
type Arg struct {
	Name  string
	Value record.Value // Null clears
	Ref   string       // the name of a record created earlier in the batch, instead of Value
}

// Base is the revision of a record as it was when the operation was proposed.
type Base struct {
	Key record.Key
	Rev int64 // 0 if there was no such record
}

// Absent reports whether there was no such record.
func (b Base) Absent() bool { return b.Rev == 0 }

// Name returns "task.create" or "bulk_update".
func (o Op) Name() string {
	if o.Kind == "" {
		return string(o.Verb)
	}
	return o.Kind + "." + string(o.Verb)
}

// Arg finds an argument by its name.
func (o Op) Arg(name string) (Arg, bool) { return find(o.Args, name) }

// With returns the operation with a field that it does not give yet, in its place in the
// order of the schema.
func (o Op) With(a Arg) Op {
	place := func(name string) int {
		_, at := schema.Lookup(o.Kind).Field(name)
		return at
	}
	after := func(given Arg) bool { return place(given.Name) > place(a.Name) }
	at := slices.IndexFunc(o.Args, after)
	if at < 0 {
		at = len(o.Args)
	}
	o.Args = slices.Insert(slices.Clone(o.Args), at, a)
	return o
}

// Setting finds a field that a bulk_update sets.
func (o Op) Setting(name string) (Arg, bool) { return find(o.Set, name) }

// Named returns the records that the operation names by their ids, each with the
// member that names it: its target, and the values of its references.
func (o Op) Named() iter.Seq2[string, record.Key] {
	return func(yield func(string, record.Key) bool) {
		if o.ID.ID != 0 && !yield("id", record.Key{Kind: o.Kind, ID: o.ID.ID}) {
			return
		}
		for f, a := range o.Given() {
			byID := f.Type == schema.Ref && a.Ref == "" && !a.Value.IsNull()
			if byID && !yield(a.Name, record.Key{Kind: f.Of, ID: a.Value.ID()}) {
				return
			}
		}
	}
}

// Given returns the fields and arguments that the operation gives, those that a
// bulk_update sets included, each with its place in the schema.
func (o Op) Given() iter.Seq2[*schema.Field, Arg] {
	return func(yield func(*schema.Field, Arg) bool) {
		for _, a := range o.Args {
			if !yield(o.field(a.Name), a) {
				return
			}
		}
		if len(o.Set) == 0 {
			return
		}
		fields := settable(o.Where)
		for _, a := range o.Set {
			if !yield(fieldOf(fields, a.Name), a) {
				return
			}
		}
	}
}

// field returns the field or argument of the operation with a name.
func (o Op) field(name string) *schema.Field {
	if o.Verb.Bulk() {
		return fieldOf(schema.BulkOperation(o.Verb).Args, name)
	}
	k := schema.Lookup(o.Kind)
	if f := k.Arg(k.Operation(o.Verb), name); f != nil {
		return f
	}
	panic("op: " + o.Name() + " has no " + name)
}

func fieldOf(fields []schema.Field, name string) *schema.Field {
	for i := range fields {
		if fields[i].Name == name {
			return &fields[i]
		}
	}
	panic("op: there is no field " + name)
}

// settable returns the fields of all the kinds that a filter applies to, in the
// order of the schema. Package check refuses a kind that does not have a field.
func settable(f filter.Condition) []schema.Field {
	var fields []schema.Field
	for _, k := range f.Applies() {
		for _, field := range k.Fields {
			if !slices.ContainsFunc(fields, func(g schema.Field) bool { return g.Name == field.Name }) {
				fields = append(fields, field)
			}
		}
	}
	return fields
}

func find(args []Arg, name string) (Arg, bool) {
	for _, a := range args {
		if a.Name == name {
			return a, true
		}
	}
	return Arg{}, false
}
