// Package filter is the language of conditions on records: it parses a condition
// strictly, since one that is misread would match more than was meant, writes it,
// and matches records in memory. A query asks for the records of one kind that a
// condition matches, in an order and a page at a time. Finding them in tables is a
// store's business; it has to find what the matcher here matches.
package filter

import (
	"slices"

	"assister/internal/calendar"
	"assister/internal/record"
	"assister/internal/schema"
)

// Query asks for records of a kind. Without an order they come by their ids.
type Query struct {
	Kind   *schema.Kind
	Where  Condition
	Sort   []Order
	Limit  int // 0 is no limit
	Offset int
	Select []string // the members that are wanted, "id" and "rev" among them; none is all
	Count  bool     // only the total is wanted
}

// Result is the answer: the records that were asked for, and how many there are
// without limit and offset.
type Result struct {
	Records []record.Record
	Total   int
}

// Condition holds of a record when each of its parts does. The zero Condition
// holds of every record of its kind.
type Condition struct {
	Filter  Filter // its Kinds are the query's; nil here
	Compare []Comparison
	All     []Condition // "and"
	Any     []Condition // "or": one of them holds; none is no condition
}

// Empty reports whether a condition holds of every record of its kind.
func (c Condition) Empty() bool {
	return c.Filter.Empty() && len(c.Compare) == 0 && len(c.All) == 0 && len(c.Any) == 0
}

// Places among those of the fields, of what every record has.
const (
	ID      = -1
	Updated = -2 // when it was last changed, which the ledger knows
)

// Comparison compares one field with values: with one, but for In and Nin.
type Comparison struct {
	At     int // place of the field in the kind, or ID
	Op     Operator
	Values []record.Value // Null among them asks for a field without a value
}

// Operator is how a field is compared.
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
	Contains // a text has the words in it, whatever their case and accents
)

// Operators are their names, in the order of the constants.
var Operators = [...]string{"eq", "ne", "lt", "lte", "gt", "gte", "in", "nin", "contains"}

// equates reports whether the operator asks for a value just so.
func (o Operator) equates() bool { return o == Eq || o == Ne || o == In || o == Nin }

func (o Operator) String() string { return Operators[o] }

// Order is one field to sort by. Records without a value come last, whichever
// the direction, unless they are wanted first.
type Order struct {
	At         int // place of the field in the kind, or ID
	Descending bool
	NoneFirst  bool
}

// Of is the query for what a filter matches of a kind.
func Of(k *schema.Kind, f Filter) Query {
	f.Kinds = nil
	return Query{Kind: k, Where: Condition{Filter: f}}
}

// ByDay is the order in which records are listed: by day, those without one
// last, and on a day by time, what takes all of it first.
func ByDay(k *schema.Kind) (order []Order) {
	if _, at := k.Field(k.Day); at >= 0 {
		order = append(order, Order{At: at})
	}
	if _, at := k.Field("startTime"); at >= 0 {
		order = append(order, Order{At: at, NoneFirst: true})
	}
	return order
}

// Dated reports whether a query needs to know when records were last changed.
func (q Query) Dated() bool {
	return slices.Contains(q.Select, Field(q.Kind, Updated).Name) || q.Where.dated() ||
		slices.ContainsFunc(q.Sort, func(o Order) bool { return o.At == Updated })
}

func (c Condition) dated() bool {
	return slices.ContainsFunc(c.Compare, func(o Comparison) bool { return o.At == Updated }) ||
		slices.ContainsFunc(c.All, Condition.dated) || slices.ContainsFunc(c.Any, Condition.dated)
}

// Field is the field at a place. What every record has is a field of its own.
func Field(k *schema.Kind, at int) *schema.Field {
	switch at {
	case ID:
		return &schema.Field{Name: "id", Column: "id", Type: schema.Ref, Of: k.Name, Required: true}
	case Updated:
		return &schema.Field{Name: "updatedAt", Type: schema.Instant, Kept: true}
	}
	return &k.Fields[at]
}

// Ordered reports whether the values of a field come in an order that less and
// more can be told by.
func Ordered(k *schema.Kind, at int) bool {
	switch Field(k, at).Type {
	case schema.Text, schema.URL, schema.Date, schema.Time, schema.Moment, schema.Enum, schema.Instant, schema.Integer:
		return true
	}
	return at == ID
}

// Sortable reports whether records can be sorted by a field.
func Sortable(k *schema.Kind, at int) bool {
	t := Field(k, at).Type
	return Ordered(k, at) || t == schema.Ref || t == schema.Bool
}

// In answers a query over records, those of other kinds among them.
func (q Query) In(records []record.Record, today calendar.Date) Result {
	var found []record.Record
	for _, r := range records {
		if r.Kind == q.Kind && q.Where.Match(r, today) {
			found = append(found, r)
		}
	}
	q.Arrange(found)
	return Result{Records: q.Page(found), Total: len(found)}
}

// Arrange sorts records of the query's kind.
func (q Query) Arrange(records []record.Record) {
	if !slices.IsSortedFunc(records, q.compare) {
		slices.SortFunc(records, q.compare)
	}
}

// Page is what limit and offset leave of all that was found.
func (q Query) Page(found []record.Record) []record.Record {
	if q.Count {
		return nil
	}
	found = found[min(q.Offset, len(found)):]
	if q.Limit > 0 {
		found = found[:min(q.Limit, len(found))]
	}
	return found
}
