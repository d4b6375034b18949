package sqlite

import (
	"database/sql/driver"
	"slices"
	"strconv"
	"strings"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/fulltext"

	"assister/internal/record"
	"assister/internal/schema"
)

// translation makes SQL of a condition. A broad one holds of more than the
// condition does, but of nothing less; it is for rows that are matched anyway.
type translation struct {
	kind  *schema.Kind
	today calendar.Date
	broad bool
}

// place is the column of a field; labels are compared folded, and that of none is
// the empty text.
func place(k *schema.Kind, at int) string {
	switch at {
	case filter.ID:
		return "id"
	case filter.Updated:
		return changedAt(k)
	}
	f := &k.Fields[at]
	switch {
	case f.Name == k.Label && f.Required:
		return "folded"
	case f.Name == k.Label:
		return "iif(" + f.Column + " IS NULL, NULL, folded)"
	}
	return f.Column
}

// ranked is a column as it is sorted by.
func ranked(k *schema.Kind, at int) string {
	name := place(k, at)
	if at < 0 || k.Fields[at].Type != schema.Enum {
		return name
	}
	var b strings.Builder
	b.WriteString("CASE " + name)
	for i, word := range k.Fields[at].Values {
		b.WriteString(" WHEN " + quoted(word) + " THEN " + strconv.Itoa(i))
	}
	return b.String() + " END"
}

// all adds a condition.
func (t translation) all(to *clauses, c filter.Condition) {
	t.filter(to, c.Filter)
	for _, o := range c.Compare {
		t.comparison(to, o)
	}
	for _, part := range c.All {
		t.all(to, part)
	}
	if len(c.Any) == 0 {
		return
	}
	var either []string
	var args []driver.Value
	for _, part := range c.Any {
		one := &clauses{}
		t.all(one, part)
		either = append(either, "("+one.text()+")")
		args = append(args, one.args...)
	}
	to.and("("+strings.Join(either, " OR ")+")", args...)
}

// comparison adds the comparison of one field.
func (t translation) comparison(to *clauses, o filter.Comparison) {
	name := place(t.kind, o.At)
	switch o.Op {
	case filter.Eq, filter.In:
		if t.single(o) {
			to.and(name+" = ?", t.value(o.At, o.Values[0])) // an index without nulls has it
			return
		}
		text, args := t.equals(o)
		to.and(text, args...)
	case filter.Ne, filter.Nin:
		t.differs(to, o)
	case filter.Contains:
		t.contains(to, o)
	default:
		if f := t.field(o.At); f.Type == schema.Enum {
			t.ranks(to, f, o)
			return
		}
		to.and(name+sign(o.Op)+"?", t.value(o.At, o.Values[0]))
	}
}

func sign(o filter.Operator) string {
	switch o {
	case filter.Lt:
		return " < "
	case filter.Lte:
		return " <= "
	case filter.Gt:
		return " > "
	}
	return " >= "
}

func (t translation) field(at int) *schema.Field { return filter.Field(t.kind, at) }

// value is a value as its column holds it; a label's is folded.
func (t translation) value(at int, v record.Value) driver.Value {
	f := t.field(at)
	switch {
	case f.Name == t.kind.Label:
		return fulltext.Fold(v.Text())
	case f.Type == schema.Dates:
		return v.Date().String()
	}
	return written(f.Type, v)
}

// single reports whether a field is compared with one value, and is no set.
func (t translation) single(o filter.Comparison) bool {
	f := t.field(o.At)
	return len(o.Values) == 1 && !o.Values[0].IsNull() && f.Type != schema.Tags && f.Type != schema.Dates
}

// differingMost is how many values a field is told from one by one: a list of them
// costs a row as much as all else.
const differingMost = 8

// differs adds that a field has none of the values. Those of an enumeration are
// written out, so that an index of what is left is known to be one.
func (t translation) differs(to *clauses, o filter.Comparison) {
	name, f := place(t.kind, o.At), t.field(o.At)
	if f.Type == schema.Tags || f.Type == schema.Dates || len(o.Values) > differingMost {
		text, args := t.equals(o)
		to.and("NOT "+text, args...)
		return
	}
	for _, v := range o.Values {
		switch {
		case v.IsNull():
			to.and(name + " IS NOT NULL")
		case f.Type == schema.Enum:
			to.and(name + " IS NOT " + quoted(v.Text()))
		default:
			to.and(name+" IS NOT ?", t.value(o.At, v))
		}
	}
}

// quoted is a word as SQL writes it.
func quoted(word string) string { return "'" + strings.ReplaceAll(word, "'", "''") + "'" }

// equals is true or false, never null, so that NOT turns it round.
func (t translation) equals(o filter.Comparison) (text string, args []driver.Value) {
	name, f := place(t.kind, o.At), t.field(o.At)
	null := false
	for _, v := range o.Values {
		if v.IsNull() {
			null = true
		} else {
			args = append(args, t.value(o.At, v))
		}
	}
	switch {
	case len(args) == 0:
		return "(" + name + " IS NULL)", nil
	case f.Type == schema.Tags || f.Type == schema.Dates:
		text = "ifnull(" + tagged(name) + ", 0)"
		text += strings.Repeat(" OR "+text, len(args)-1)
		args = twice(args)
	case len(args) == 1:
		text = name + " IS ?"
	default: // many of them nest too deeply when they stand between ORs
		text = "(" + name + " IS NOT NULL AND " + name + " IN (?" + strings.Repeat(", ?", len(args)-1) + "))"
	}
	if null {
		text = name + " IS NULL OR " + text
	}
	return "(" + text + ")", args
}

// twice is each of some arguments two times.
func twice(args []driver.Value) (all []driver.Value) {
	for _, a := range args {
		all = append(all, a, a)
	}
	return all
}

// lines is a set of words, each between line breaks.
func lines(name string) string { return "char(10) || " + name + " || char(10)" }

func (t translation) contains(to *clauses, o filter.Comparison) {
	f, text := t.field(o.At), o.Values[0].Text()
	if f.Type == schema.Tags {
		to.and(tagged(f.Column), text, text)
		return
	}
	condition, args := containing(f.Column, text)
	to.and(condition, args...)
}

// tagged is the condition that one of a set of words is a word, which is asked for
// twice: most records have no such set, and need no line breaks around it.
func tagged(column string) string {
	return "instr(" + column + ", ?) > 0 AND instr(" + lines(column) + ", char(10) || ? || char(10)) > 0"
}

// ranks compares by the order of an enumeration.
func (t translation) ranks(to *clauses, f *schema.Field, o filter.Comparison) {
	at := slices.Index(f.Values, o.Values[0].Text())
	from, end := 0, len(f.Values)
	switch o.Op {
	case filter.Lt:
		end = at
	case filter.Lte:
		end = at + 1
	case filter.Gt:
		from = at + 1
	case filter.Gte:
		from = at
	}
	if from >= end {
		to.and(nothing)
		return
	}
	words := make([]driver.Value, 0, end-from)
	for _, word := range f.Values[from:end] {
		words = append(words, word)
	}
	to.and(f.Column+" IN (?"+strings.Repeat(", ?", len(words)-1)+")", words...)
}

// filter adds what the contract's filter asks of records of the kind. A key that
// asks for something the kind does not have holds of none.
func (t translation) filter(to *clauses, f filter.Filter) {
	if f.ByIDs {
		if len(f.IDs) == 0 {
			to.and(nothing)
			return
		}
		to.among(f.IDs)
	}
	if f.TitleContains != "" {
		t.on(to, t.kind.Label, func(column string) {
			condition, args := containing(column, f.TitleContains)
			to.and(condition, args...)
		})
	}
	t.equal(to, "priority", f.Priority)
	t.equal(to, "context", f.Context)
	if f.Tag != "" {
		t.on(to, "tags", func(column string) { to.and(tagged(column), f.Tag, f.Tag) })
	}
	if f.ProjectID != 0 {
		t.on(to, "projectId", func(column string) { to.and(column+" = ?", f.ProjectID) })
	}
	if f.Deadline.Set {
		t.on(to, "deadline", func(column string) { between(to, column, f.Deadline.From, f.Deadline.To) })
	}
	t.repeating(to, f.Repeating)
	t.onDays(to, f)
}

// on calls fn with the column of a field, where the kind has it.
func (t translation) on(to *clauses, field string, fn func(column string)) {
	if f, _ := t.kind.Field(field); f != nil {
		fn(f.Column)
		return
	}
	to.and(nothing)
}

func (t translation) equal(to *clauses, field, word string) {
	if word != "" {
		t.on(to, field, func(column string) { to.and(column+" = ?", word) })
	}
}

func (t translation) repeating(to *clauses, wanted filter.Flag) {
	_, at := t.kind.Field("recurrence")
	switch {
	case wanted == filter.Any || wanted == filter.No && at < 0:
	case at < 0:
		to.and(nothing)
	case wanted == filter.Yes:
		to.and("recurrence IS NOT NULL")
	default:
		to.and("recurrence IS NULL")
	}
}

// days is the span that a filter asks for; an end that is no day is open.
type days struct {
	from, to calendar.Date
	set      bool
}

func (t translation) days(f filter.Filter) days {
	d := days{from: f.Scheduled.From, to: f.Scheduled.To, set: f.Scheduled.Set}
	if f.Overdue == filter.Yes {
		if last := t.today.AddDays(-1); !d.to.Valid() || last < d.to {
			d.to = last
		}
		d.set = true
	}
	return d
}

// onDays adds the part about days and status, which belong together: of a record
// that repeats, one and the same occurrence has to satisfy them.
func (t translation) onDays(to *clauses, f filter.Filter) {
	d := t.days(f)
	if d.set && t.kind.Day == "" {
		to.and(nothing)
		return
	}
	if t.broad && (f.Scheduled.Set || f.Overdue != filter.Any) {
		if d.set {
			between(to, t.dayColumn(), 0, d.to) // occurrences begin with the anchor
		}
		return
	}
	if d.set {
		column := t.dayColumn()
		if !(d.from.Valid() && d.to.Valid()) && f.ByIDs {
			column = "+" + column // all days up to one are more than some records
		}
		between(to, column, d.from, d.to)
	}
	t.status(to, f)
}

func (t translation) dayColumn() string {
	f, _ := t.kind.Field(t.kind.Day)
	return f.Column
}

// status adds what the filter asks of the status of a record.
func (t translation) status(to *clauses, f filter.Filter) {
	status, _ := t.kind.Field("status")
	switch {
	case status != nil && status.Type == schema.Enum:
		if f.Status != "" {
			to.and(status.Column+" = ?", f.Status)
		}
		t.settled(to, f, status.Column+" IS 'completed'", status.Column+" IS NOT 'completed' AND "+status.Column+" IS NOT 'skipped'")
	case status == nil && t.kind.Done != "":
		done, _ := t.kind.Field(t.kind.Done)
		switch f.Status {
		case "":
		case "completed":
			to.and(done.Column + " IS 1")
		case "pending":
			to.and(done.Column + " IS NOT 1")
		default:
			to.and(nothing)
		}
		t.settled(to, f, done.Column+" IS 1", done.Column+" IS NOT 1")
	case f.Status != "" && (status == nil || !t.broad), // in words of its own it is matched in the doubtful part
		f.Completed == filter.Yes, f.Overdue == filter.Yes:
		to.and(nothing)
	}
}

// settled adds what is asked about being completed and being overdue, of a kind
// that can be.
func (t translation) settled(to *clauses, f filter.Filter, completed, open string) {
	switch f.Completed {
	case filter.Yes:
		to.and(completed)
	case filter.No:
		to.and("NOT (" + completed + ")")
	}
	switch {
	case f.Overdue == filter.Yes:
		to.and(open)
	case f.Overdue == filter.No && t.kind.Day != "":
		to.and("NOT ("+open+" AND ifnull("+t.dayColumn()+" < ?, 0))", t.today.String())
	}
}

// between holds for days only: a column without one is in no range.
func between(to *clauses, column string, from, until calendar.Date) {
	to.and(column+" >= ?", from.String()) // no day is "", which is before all
	if until.Valid() {
		to.and(column+" <= ?", until.String())
	}
}
