// Package filter is the language of conditions on records: it parses a condition
// strictly, since a misread one would match more than intended, writes it,
// and matches records in memory. A query asks for the records of one kind that a
// condition matches, in an order and a page at a time. Finding them in tables is a
// store's business; it has to find what the matcher here matches.
package filter

import (
	"cmp"
	"slices"

	"assister/internal/calendar"
	"assister/internal/record"
	"assister/internal/schema"
)

// Query asks for records of a kind. Without an order they are sorted by id.
type Query struct {
	Kind   *schema.Kind
	Where  Condition
	Sort   []Order
	Limit  int // 0 is no limit
	Offset int
	Select []string // the wanted members, such as "id" and "rev"; empty for all
	Count  bool     // only the total is wanted
	Enough int      // a Count from which on the total need not be exact; 0 is none
}

// Result is the answer: the records that were asked for, and how many there are
// without limit and offset.
type Result struct {
	Records []record.Record
	Total   int
}

// Places of members that every record has, besides those of its fields.
const (
	ID      = -1
	Updated = -2 // when it was last changed, which the ledger knows
)

// Order is one field to sort by. Records without a value come last, whichever
// the direction, unless they are wanted first.
type Order struct {
	At         int // place of the field in the kind, or ID
	Descending bool
	NoneFirst  bool
}

// Of returns the query for the records of a kind that match a condition.
func Of(k *schema.Kind, c Condition) Query {
	c.Kinds = nil
	return Query{Kind: k, Where: c}
}

// ByDay is the order of lists: by day, records without one last, and on a day by time,
// all-day records first.
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
	return slices.Contains(q.Select, Field(q.Kind, Updated).Name) || q.Where.Dated() ||
		slices.ContainsFunc(q.Sort, func(o Order) bool { return o.At == Updated })
}

// Field returns the field at a place, which may be a member that every record has.
func Field(k *schema.Kind, at int) *schema.Field {
	switch at {
	case ID:
		return &schema.Field{Name: "id", Column: "id", Type: schema.Ref, Of: k.Name, Required: true}
	case Updated:
		return &schema.Field{Name: "updatedAt", Type: schema.Instant, Kept: true}
	}
	return &k.Fields[at]
}

// Ordered reports whether the values of a field have an order, so that they can be
// compared with lt and gt.
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

// In runs a query on records, which may be of any kind.
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

// Page applies limit and offset to a result.
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

// compare orders two records of the query's kind, finally by their ids.
func (q Query) compare(a, b record.Record) int {
	for _, by := range q.Sort {
		x, y := Value(a, by.At), Value(b, by.At)
		switch {
		case x.IsNull() && y.IsNull():
			continue
		case x.IsNull() || y.IsNull():
			if x.IsNull() == by.NoneFirst {
				return -1
			}
			return 1
		}
		if than := compare(q.Kind, Field(q.Kind, by.At), x, y); than != 0 {
			if by.Descending {
				return -than
			}
			return than
		}
	}
	return cmp.Compare(a.ID, b.ID)
}
