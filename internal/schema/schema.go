// Package schema is the table of what a workspace can hold: the kinds of
// record, their fields and limits, and the operations on them. Decoder,
// validator, JSON Schema, columns, help and completions are read off it, so a
// new kind is one entry here, one migration and its fixtures. Rules that look
// at more than one field, or at the data, are named functions in package check.
package schema

// Type is what a field holds.
type Type uint8

const (
	Text       Type = iota // UTF-8 without control characters but newline and tab, trimmed
	Date                   // YYYY-MM-DD
	Time                   // HH:MM
	Enum                   // one of Field.Values
	Tags                   // a set of words, in the order they were given
	Ref                    // the id of a record of kind Field.Of
	Recurrence             // {type, intervalDays, byDay[], until, count}
	Dates                  // a set of days, ascending
	Instant                // RFC 3339, UTC, milliseconds
	Range                  // {from, to}, both days and inclusive
	Bool                   // true or false
	Integer                // a whole number from Field.Min to Field.Max
	Moment                 // YYYY-MM-DDTHH:MM, local
	URL                    // a link with its scheme; https:// where none was given
)

// Textual reports whether values of the type are words that one may look into.
func (t Type) Textual() bool { return t == Text || t == URL }

// Field is one field of a kind, or one argument of an operation.
type Field struct {
	Name     string // as the protocol writes it
	Column   string // as SQL writes it
	Type     Type
	Required bool     // create must give it and nothing can clear it
	Stated   bool     // of an argument: must be given, if only as null
	Min      int      // of an Integer
	Max      int      // runes of a text or a tag, 0 is no limit of its own; the most of an Integer
	Raw      bool     // of a Text: kept as it was written, not trimmed
	Exact    bool     // of a Raw text: blanks alone are a text as well
	Lower    bool     // of a Text: kept in lower case
	Values   []string // of an Enum
	Default  string   // what create writes when it is not given; "" is null
	From     string   // the Text whose first line create takes when nothing was given
	Of       string   // the kind a Ref points to
	Part     bool     // of a Ref: the record is a part of what it points to, and goes when that goes
	Kept     bool     // kept by the program: shown, never accepted
	Aliases  []string // other names it is accepted under
	Help     string   // one line, for people and models
}

// MustGive reports whether a create has to give the field: it is required, and
// nothing else says what it is.
func (f *Field) MustGive() bool { return f.Required && f.Default == "" && f.From == "" }

// Verb is what an operation does.
type Verb string

const (
	Create        Verb = "create"
	Update        Verb = "update"
	Delete        Verb = "delete"
	SetStatus     Verb = "set_status"
	BulkUpdate    Verb = "bulk_update"
	BulkSetStatus Verb = "bulk_set_status"
	BulkDelete    Verb = "bulk_delete"

	// SuggestCompletion checks an item off and says why it is thought to be done.
	SuggestCompletion Verb = "suggest_completion"

	Append     Verb = "append" // adds to the end of what was written
	Edit       Verb = "edit"   // puts one passage of it in place of another
	SetEnabled Verb = "set_enabled"
	Snooze     Verb = "snooze"
	Dismiss    Verb = "dismiss"
)

// Bulk reports whether the verb works on whatever a filter matches.
func (v Verb) Bulk() bool { return v == BulkUpdate || v == BulkSetStatus || v == BulkDelete }

// Single is the verb that a bulk verb comes to for each record it matches.
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

// Operation is one thing that can be done to records of a kind.
type Operation struct {
	Verb Verb
	Args []Field // beside the id; create and update take the kind's own fields
	Help string
}

// Kind is one kind of record.
type Kind struct {
	Name       string
	Plural     string
	Label      string   // the field people know a record by
	Body       string   // the Text that is written at length, which append and edit work on; "" when it has none
	Also       []string // beside it: a Text that follows it, such as a last name, or Tags of other names
	Day        string   // the field that puts it on a day; "" when it has none
	Done       string   // the Bool that says it is completed, of a kind without a status
	Planned    bool     // a filter that names no kind speaks of it
	Touched    bool     // what belongs to a record of it counts as a change of it where it is asked when that was
	Unique     []string // fields that no two records have the same in all of
	Start      *Start   // how one date-time may be given for its day and its time
	Fields     []Field
	Operations []Operation
	Help       string
}

// Start names the two fields of a kind that a date-time is about, and the names
// under which one is accepted for both: "2026-11-22T15:00". The first of them is
// the field that says when it is next, which the program keeps.
type Start struct {
	Names     []string
	Day, Time string
}

// Field finds a field by its name.
func (k *Kind) Field(name string) (*Field, int) {
	for i := range k.Fields {
		if k.Fields[i].Name == name {
			return &k.Fields[i], i
		}
	}
	return nil, -1
}

// Belongs finds the field by which a record of the kind belongs to one of
// another.
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
