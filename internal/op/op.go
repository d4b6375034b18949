// Package op decodes operations: it accepts every spelling of them, checks their
// shape and writes their canonical form. Package check compares them with the data,
// and package workspace applies them.
package op

import (
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
	Base  []Base           // revisions of the records it changes, as the proposer saw them

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
	Rev int64
}

// Name returns "task.create" or "bulk_update".
func (o Op) Name() string {
	if o.Kind == "" {
		return string(o.Verb)
	}
	return o.Kind + "." + string(o.Verb)
}

// Arg finds an argument by its name.
func (o Op) Arg(name string) (Arg, bool) { return find(o.Args, name) }

// Setting finds a field that a bulk_update sets.
func (o Op) Setting(name string) (Arg, bool) { return find(o.Set, name) }

func find(args []Arg, name string) (Arg, bool) {
	for _, a := range args {
		if a.Name == name {
			return a, true
		}
	}
	return Arg{}, false
}
