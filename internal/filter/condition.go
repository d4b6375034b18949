package filter

import (
	"slices"

	"assister/internal/calendar"
	"assister/internal/record"
	"assister/internal/schema"
)

// Condition matches a record when every part that is set matches it. The zero
// Condition matches everything, and is refused where that could do harm.
//
// The keys of the filter language that ask for one field ("priority", "tag",
// "deadline_range") are comparisons of that field; only what cannot be said by
// comparing one field has a place of its own here. Scheduled, Overdue, Completed
// and Status belong together: of a repeating record, one and the same occurrence
// has to satisfy those that are set.
type Condition struct {
	Kinds     []string // nil: any kind that the condition is asked of
	Scheduled Range
	Overdue   Flag
	Completed Flag
	Status    string
	Compare   []Comparison
	All       []Condition // "and"
	Any       []Condition // "or": one of them matches; nil sets nothing
	Not       []Condition // "not": none of them matches
}

// Comparison compares one field with values: with one, except for In and Nin.
// A kind without the field compares as if it had no value there.
type Comparison struct {
	Field  string
	Op     Operator
	Values []record.Value // Null among them asks for a field without a value
}

// Names of what every record has besides the fields of its kind.
const (
	IDField      = "id"
	UpdatedField = "updatedAt"      // when the record last changed; the ledger knows
	LabelField   = "title_contains" // the field by which people name the record: title, name, …
)

// Flag is a key that says yes, says no, or is not set.
type Flag uint8

const (
	Any Flag = iota
	No
	Yes
)

// FlagOf is Yes or No.
func FlagOf(b bool) Flag {
	if b {
		return Yes
	}
	return No
}

// Range is a span of days, both ends inclusive; a missing end is open.
type Range struct {
	Set      bool
	From, To calendar.Date
}

// Has reports whether the day is in the range. The zero Date is in none.
func (r Range) Has(d calendar.Date) bool {
	return d.Valid() && d >= r.From && (!r.To.Valid() || d <= r.To)
}

// Day is the range of one day.
func Day(d calendar.Date) Range { return Range{Set: true, From: d, To: d} }

// Operator says how a field is compared.
type Operator uint8

const (
	Eq Operator = iota
	Ne
	Lt
	Lte
	Gt
	Gte
	In
	Nin
	Contains // a text contains the words, whatever their case and accents
)

// Operators are their names, in the order of the constants.
var Operators = [...]string{"eq", "ne", "lt", "lte", "gt", "gte", "in", "nin", "contains"}

func (o Operator) String() string { return Operators[o] }

// orders reports whether the operator needs values that have an order.
func (o Operator) orders() bool { return o >= Lt && o <= Gte }

// Is compares a field with one value.
func Is(field string, v record.Value) Comparison {
	return Comparison{Field: field, Op: Eq, Values: []record.Value{v}}
}

// IsNot is the opposite of Is; IsNot of Null asks for any value.
func IsNot(field string, v record.Value) Comparison {
	return Comparison{Field: field, Op: Ne, Values: []record.Value{v}}
}

// Among compares a field with ids. Without ids it matches nothing.
func Among(field string, ids []int64) Comparison {
	c := Comparison{Field: field, Op: In, Values: make([]record.Value, 0, len(ids))}
	for _, id := range ids {
		c.Values = append(c.Values, record.ID(id))
	}
	return c
}

// IDs matches the records that have one of the ids.
func IDs(ids ...int64) Comparison { return Among(IDField, ids) }

// TitleContains matches the records whose title, or name, contains a text.
func TitleContains(text string) Comparison {
	return Comparison{Field: LabelField, Op: Contains, Values: []record.Value{record.Text(text)}}
}

// Tagged matches the records that have a tag.
func Tagged(tag string) Comparison {
	return Comparison{Field: "tags", Op: Contains, Values: []record.Value{record.Text(tag)}}
}

// Repeating matches the records that repeat, or those that do not.
func Repeating(yes bool) Comparison {
	if yes {
		return IsNot("recurrence", record.Null)
	}
	return Is("recurrence", record.Null)
}

// Within matches the records that have a day of the range in a field.
func Within(field string, r Range) (list []Comparison) {
	if r.From.Valid() {
		list = append(list, Comparison{Field: field, Op: Gte, Values: []record.Value{record.Date(r.From)}})
	}
	if r.To.Valid() {
		list = append(list, Comparison{Field: field, Op: Lte, Values: []record.Value{record.Date(r.To)}})
	}
	return list
}

// Comparing is the condition that every one of some comparisons matches.
func Comparing(list ...Comparison) Condition { return Condition{Compare: list} }

// With is the condition with more comparisons.
func (c Condition) With(more ...Comparison) Condition {
	c.Compare = append(slices.Clip(c.Compare), more...)
	return c
}

// WithWord is the condition that also asks for a word in a field, for a tag, or for
// a text in the title. The empty word asks for nothing.
func (c Condition) WithWord(field, word string) Condition {
	switch {
	case word == "":
		return c
	case field == "tags":
		return c.With(Tagged(word))
	case field == LabelField:
		return c.With(TitleContains(word))
	}
	return c.With(Is(field, record.Text(word)))
}

// Without is the condition without its own comparisons of a field. Those inside
// "and", "or" and "not" stay.
func (c Condition) Without(field string) Condition {
	c.Compare = slices.DeleteFunc(slices.Clone(c.Compare), func(o Comparison) bool { return o.Field == field })
	return c
}

// Compares reports whether the condition itself compares a field, leaving out
// what stands inside "and", "or" and "not".
func (c Condition) Compares(field string) bool {
	return slices.ContainsFunc(c.Compare, func(o Comparison) bool { return o.Field == field })
}

// Text is the text that the condition itself asks for in a field; "" is none.
func (c Condition) Text(field string) string {
	for _, o := range c.Compare {
		if o.Field == field && (o.Op == Eq || o.Op == Contains) {
			return o.Values[0].Text()
		}
	}
	return ""
}

// Repeats says whether the condition itself asks for records that repeat.
func (c Condition) Repeats() Flag {
	for _, o := range c.Compare {
		if asks := o.repeats(); asks != Any {
			return asks
		}
	}
	return Any
}

// repeats says whether the comparison is the key "repeating".
func (o Comparison) repeats() Flag {
	if o.Field != "recurrence" || len(o.Values) != 1 || !o.Values[0].IsNull() {
		return Any
	}
	switch o.Op {
	case Eq:
		return No
	case Ne:
		return Yes
	}
	return Any
}

// onOccurrences reports whether the condition itself asks something that an
// occurrence of a repeating record answers by its day.
func (c Condition) onOccurrences() bool { return c.Scheduled.Set || c.Overdue != Any }

// MatchesOccurrences reports whether some part of the condition, however deep,
// asks for records by the days of their occurrences.
func (c Condition) MatchesOccurrences() bool {
	return c.Scheduled.Set || c.Overdue == Yes || slices.ContainsFunc(c.parts(), Condition.nestedOccurrences)
}

// nestedOccurrences also counts "not overdue": inside "not" it asks for the overdue.
func (c Condition) nestedOccurrences() bool {
	return c.onOccurrences() || slices.ContainsFunc(c.parts(), Condition.nestedOccurrences)
}

// Each calls fn with every comparison of the condition, however deep.
func (c Condition) Each(fn func(Comparison)) {
	for _, o := range c.Compare {
		fn(o)
	}
	for _, part := range c.parts() {
		part.Each(fn)
	}
}

// asksStatus reports whether the condition itself asks for a status.
func (c Condition) asksStatus() bool { return c.Completed != Any || c.Status != "" }

// parts are the conditions of "and", "or" and "not".
func (c Condition) parts() []Condition { return slices.Concat(c.All, c.Any, c.Not) }

// Plain reports whether the condition has no part but comparisons and keys.
func (c Condition) Plain() bool { return len(c.All) == 0 && len(c.Any) == 0 && len(c.Not) == 0 }

// Empty reports whether the condition sets nothing and so matches everything. An
// "and" of empty conditions is empty, and so is an "or" with an empty one.
func (c Condition) Empty() bool {
	sets := len(c.Kinds)+len(c.Compare) > 0 || c.onOccurrences() || c.asksStatus()
	everyEmpty := !slices.ContainsFunc(c.All, func(part Condition) bool { return !part.Empty() })
	someEmpty := len(c.Any) == 0 || slices.ContainsFunc(c.Any, Condition.Empty)
	return !sets && everyEmpty && someEmpty && len(c.Not) == 0
}

// Applies lists the kinds that a store looks at: those that the condition names,
// or every kind that is planned on days.
func (c Condition) Applies() []*schema.Kind {
	var kinds []*schema.Kind
	for _, k := range schema.Kinds {
		if c.appliesTo(k) {
			kinds = append(kinds, k)
		}
	}
	return kinds
}

func (c Condition) appliesTo(k *schema.Kind) bool {
	if len(c.Kinds) == 0 {
		return k.Planned
	}
	return slices.Contains(c.Kinds, k.Name)
}

// Dated reports whether matching needs to know when records last changed.
func (c Condition) Dated() bool {
	return c.Compares(UpdatedField) || slices.ContainsFunc(c.parts(), Condition.Dated)
}
