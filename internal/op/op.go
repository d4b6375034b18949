// Package op is an operation: its canonical form, every spelling it is accepted
// in, and whether its shape is right. Whether it makes sense against the data
// is check's to say, and carrying it out is workspace's.
package op

import (
	"assister/internal/filter"
	"assister/internal/record"
	"assister/internal/schema"
)

// Op is one operation. The schema table says which members its kind and verb
// have; Decode makes no other.
type Op struct {
	Kind  string // "task"; "" for a bulk operation, whose filter says
	Verb  schema.Verb
	ID    Target           // of update, delete and the verbs on one record
	As    string           // of create: the name that later operations call it by
	Args  []Arg            // fields and arguments, in the table's order
	Where filter.Condition // of a bulk operation
	Set   []Arg            // of bulk_update
	Base  []Base           // revisions of the records it touches, as the proposer saw them
}

// Target is the record an operation is about: an id, or the name that a create
// earlier in the batch gave it.
type Target struct {
	ID  int64
	Ref string
}

// Arg is one field or argument that an operation gives.
type Arg struct {
	Name  string
	Value record.Value // Null clears
	Ref   string       // in place of the id of a record made earlier in the batch
}

// Base is the revision of a record as it was when the operation was proposed.
type Base struct {
	Key record.Key
	Rev int64
}

// Name is "task.create", or "bulk_update".
func (o Op) Name() string {
	if o.Kind == "" {
		return string(o.Verb)
	}
	return o.Kind + "." + string(o.Verb)
}

// Arg finds an argument by its name.
func (o Op) Arg(name string) (Arg, bool) { return find(o.Args, name) }

// Setting finds what a bulk_update sets by its name.
func (o Op) Setting(name string) (Arg, bool) { return find(o.Set, name) }

func find(args []Arg, name string) (Arg, bool) {
	for _, a := range args {
		if a.Name == name {
			return a, true
		}
	}
	return Arg{}, false
}
