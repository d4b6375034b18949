// Package schema defines the kinds of record in a workspace, their fields and limits,
// and the operations on them. The decoder, validation, JSON Schemas, columns, help and
// completions are derived from it, so that a new kind is one entry here, one migration
// and its fixtures. Rules about several fields or about the data are functions in
// package check.
package schema

// Type is the type of a field.
type Type uint8

const (
	Text       Type = iota // UTF-8, trimmed, without control characters except newline and tab
	Date                   // YYYY-MM-DD
	Time                   // HH:MM
	Enum                   // one of Field.Values
	Tags                   // a set of words, in the given order
	Ref                    // the id of a record of kind Field.Of
	Recurrence             // {type, intervalDays, byDay[], until, count}
	Dates                  // a set of days, ascending
	Instant                // RFC 3339, UTC, milliseconds
	Range                  // {from, to}, two days, both inclusive
	Bool                   // true or false
	Integer                // a whole number from Field.Min to Field.Max
	Moment                 // YYYY-MM-DDTHH:MM, local
	URL                    // a link with its scheme, by default https://
)

// Textual reports whether values of the type are text that can be searched.
func (t Type) Textual() bool { return t == Text || t == URL }

// Field is one field of a kind, or one argument of an operation.
type Field struct {
	Name     string // in the protocol
	Column   string // in SQL
	Type     Type
	Required bool     // a create must give it, and it cannot be cleared
	Stated   bool     // an argument that must be given, but may be null
	Min      int      // of an Integer
	Max      int      // of an Integer; of a Text or a tag in runes, where 0 is no limit
	Raw      bool     // a Text that is not trimmed
	Exact    bool     // a Raw text that may be white space alone
	Lower    bool     // a Text that is stored in lower case
	Values   []string // of an Enum
	Default  string   // the value in a new record if none is given; "" is null
	From     string   // the field whose text or label a new record takes if none is given
	Of       string   // the kind that a Ref refers to
	Part     bool     // a Ref to the record that this one is a part of, and is deleted with
	Kept     bool     // set by the program, and not accepted in operations
	Aliases  []string // other names that are accepted
	Help     string   // one line, for people and models
}

// MustGive reports whether a create must give the field: it is required and has no
// other source.
func (f *Field) MustGive() bool { return f.Required && f.Default == "" && f.From == "" }

// Verb is the action of an operation.
type Verb string

const (
	Create        Verb = "create"
	Update        Verb = "update"
	Delete        Verb = "delete"
	SetStatus     Verb = "set_status"
	BulkUpdate    Verb = "bulk_update"
	BulkSetStatus Verb = "bulk_set_status"
	BulkDelete    Verb = "bulk_delete"

	// SuggestCompletion checks an item off and gives the reason.
	SuggestCompletion Verb = "suggest_completion"

	Append     Verb = "append" // adds to the end of a text
	Edit       Verb = "edit"   // replaces one passage of a text
	SetEnabled Verb = "set_enabled"
	Snooze     Verb = "snooze"
	Dismiss    Verb = "dismiss"
)

// Bulk reports whether the verb works on all records that a filter matches.
func (v Verb) Bulk() bool { return v == BulkUpdate || v == BulkSetStatus || v == BulkDelete }

// Single returns the verb that a bulk verb applies to each record; any other verb is
// returned as it is.
func (v Verb) Single() Verb {
	switch v {
	case BulkUpdate:
		return Update
	case BulkSetStatus:
		return SetStatus
	case BulkDelete:
		return Delete
	}
	return v
}

// Operation is an operation on records of a kind.
type Operation struct {
	Verb Verb
	Args []Field // besides the id and, of create and update, the kind's fields
	Help string
}

// Kind is one kind of record.
type Kind struct {
	Name       string
	Plural     string
	Alias      string   // how the aliases of its records begin, before a number: "t" of t1
	Label      string   // the field by which people know a record, such as its title
	Body       string   // the long Text that append and edit change; "" if there is none
	Also       []string // other fields with names of a record: a last name, aliases
	Day        string   // the field with the day of a record; "" if there is none
	Done       string   // the Bool that means completed, in a kind without a status
	Planned    bool     // a filter that names no kind applies to it
	Touched    bool     // a change of a record that belongs to it counts as a change of it
	Unique     []string // fields whose values together must be unique
	Start      *Start   // how one date-time can be given for its day and its time
	Fields     []Field
	Operations []Operation
	Help       string
}

// Start names the two fields of a kind that a date-time such as "2026-11-22T15:00"
// sets, and the names by which it is accepted. The first name is the field with the
// next date-time of a record, which the program sets; the second is the one in schemas.
type Start struct {
	Names     []string
	Day, Time string
}

// sets reports whether the date-time replaces a field.
func (s *Start) sets(f *Field) bool { return s != nil && (f.Name == s.Day || f.Name == s.Time) }

// Field finds a field by its name.
func (k *Kind) Field(name string) (*Field, int) {
	for i := range k.Fields {
		if k.Fields[i].Name == name {
			return &k.Fields[i], i
		}
	}
	return nil, -1
}

// Belongs finds the field by which a record of the kind refers to one of another.
func (k *Kind) Belongs(to string) *Field {
	for i := range k.Fields {
		if f := &k.Fields[i]; f.Type == Ref && f.Of == to {
			return f
		}
	}
	return nil
}

// Operation finds an operation by its verb.
func (k *Kind) Operation(v Verb) *Operation {
	for i := range k.Operations {
		if k.Operations[i].Verb == v {
			return &k.Operations[i]
		}
	}
	return nil
}

// Arg finds an argument of an operation: a field of the kind for create and
// update, an argument of its own for the other verbs.
func (k *Kind) Arg(o *Operation, name string) *Field {
	for i := range o.Args {
		if o.Args[i].Name == name {
			return &o.Args[i]
		}
	}
	if o.Verb == Create || o.Verb == Update {
		f, _ := k.Field(name)
		return f
	}
	return nil
}

// Lookup finds a kind by its name.
func Lookup(name string) *Kind {
	for _, k := range Kinds {
		if k.Name == name {
			return k
		}
	}
	return nil
}
