package relational

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

// translation translates a condition to SQL. A broad translation matches at least the rows
// of the condition; it is for rows that are matched again in memory.
type translation struct {
	dialect *Dialect
	kind    *schema.Kind
	today   calendar.Date
	broad   bool
}

// place returns the column of a field. Labels are compared folded, and a missing one as
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
		return "CASE WHEN " + f.Column + " IS NOT NULL THEN folded END"
	}
	return f.Column
}

// ranked returns the sort expression of a column.
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
	if len(c.Kinds) > 0 && !slices.Contains(c.Kinds, t.kind.Name) {
		to.and(nothing)
		return
	}
	t.onDays(to, c)
	// Searching a text in each row costs more than all other comparisons.
	for _, searches := range [...]bool{false, true} {
		for _, o := range c.Compare {
			if (o.Op == filter.Contains) == searches {
				t.comparison(to, o)
			}
		}
	}
	for _, part := range c.All {
		t.all(to, part)
	}
	t.either(to, c.Any)
	for _, part := range c.Not {
		t.not(to, part)
	}
}

// either adds that one of some conditions is true.
func (t translation) either(to *clauses, parts []filter.Condition) {
	if len(parts) == 0 {
		return
	}
	var either []string
	var args []driver.Value
	for _, part := range parts {
		one := &clauses{}
		t.all(one, part)
		either = append(either, "("+one.text()+")")
		args = append(args, one.args...)
	}
	to.and("("+strings.Join(either, " OR ")+")", args...)
}

// not adds that a condition is not true; null in SQL counts as not true. The negation of a
// broad translation would match too few rows, so it leaves out conditions that SQL cannot
// decide.
func (t translation) not(to *clauses, c filter.Condition) {
	doubts := t.doubts(c)
	if t.broad && (doubts.series || len(doubts.columns) > 0) {
		return
	}
	t.broad = false
	one := &clauses{}
	t.all(one, c)
	to.and("NOT coalesce(("+one.text()+"), FALSE)", one.args...)
}

// comparison adds the comparison of one field.
func (t translation) comparison(to *clauses, o filter.Comparison) {
	at, ok := filter.At(t.kind, o.Field)
	switch {
	case !ok && o.MatchesAbsent():
		return
	case !ok, o.Op == filter.In && len(o.Values) == 0:
		to.and(nothing)
		return
	}
	name, f := place(t.kind, at), filter.Field(t.kind, at)
	switch o.Op {
	case filter.Eq, filter.In:
		switch {
		case at == filter.ID && o.Op == filter.In && !slices.Contains(o.Values, record.Null):
			to.among(t.dialect, ids(o.Values))
		case single(f, o):
			to.and(name+" = ?", t.value(f, o.Values[0])) // an index without nulls has it
		default:
			text, args := t.equals(name, f, o)
			to.and(text, args...)
		}
	case filter.Ne, filter.Nin:
		t.differs(to, name, f, o)
	case filter.Contains:
		t.contains(to, f, o)
	default:
		if f.Type == schema.Enum {
			ranks(to, f, o)
			return
		}
		to.and(name+sign(o.Op)+"?", t.value(f, o.Values[0]))
	}
}

func ids(values []record.Value) (ids []int64) {
	for _, v := range values {
		ids = append(ids, v.ID())
	}
	return ids
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

// field returns the field of a comparison; nil if the kind does not have it.
func (t translation) field(o filter.Comparison) *schema.Field {
	if at, ok := filter.At(t.kind, o.Field); ok {
		return filter.Field(t.kind, at)
	}
	return nil
}

// value returns a value in the form of its column; that of a label is folded.
func (t translation) value(f *schema.Field, v record.Value) driver.Value {
	switch {
	case f.Name == t.kind.Label:
		return fulltext.Fold(v.Text())
	case f.Type == schema.Dates:
		return v.Date().String()
	}
	return written(f.Type, v)
}

// single reports whether a field is compared with one value, and is not a set.
func single(f *schema.Field, o filter.Comparison) bool {
	return len(o.Values) == 1 && !o.Values[0].IsNull() && f.Type != schema.Tags && f.Type != schema.Dates
}

// differingMost is how many values are compared one by one. A longer list costs as much
// for each row as everything else.
const differingMost = 8

// differs adds that a field has none of the values. Values of an enumeration
// are written out, so that the database recognizes a matching partial index.
func (t translation) differs(to *clauses, name string, f *schema.Field, o filter.Comparison) {
	if f.Type == schema.Tags || f.Type == schema.Dates || len(o.Values) > differingMost {
		text, args := t.equals(name, f, o)
		to.and("NOT "+text, args...)
		return
	}
	for _, v := range o.Values {
		switch {
		case v.IsNull():
			to.and(name + " IS NOT NULL")
		case f.Type == schema.Enum:
			to.and(name + " IS DISTINCT FROM " + quoted(v.Text()))
		default:
			to.and(name+" IS DISTINCT FROM ?", t.value(f, v))
		}
	}
}

// quoted returns a word as an SQL literal.
func quoted(word string) string { return "'" + strings.ReplaceAll(word, "'", "''") + "'" }

// equals returns a condition that is true or false, never null, so that NOT negates it.
func (t translation) equals(name string, f *schema.Field, o filter.Comparison) (text string, args []driver.Value) {
	null := false
	for _, v := range o.Values {
		if v.IsNull() {
			null = true
		} else {
			args = append(args, t.value(f, v))
		}
	}
	switch {
	case len(args) == 0:
		return "(" + name + " IS NULL)", nil
	case f.Type == schema.Tags || f.Type == schema.Dates:
		text = "coalesce(" + t.tagged(name) + ", FALSE)"
		text += strings.Repeat(" OR "+text, len(args)-1)
		args = twice(args)
	case len(args) == 1:
		text = name + " IS NOT DISTINCT FROM ?"
	default: // many of them joined by OR nest too deeply
		text = "(" + name + " IS NOT NULL AND " + name + " IN (?" + strings.Repeat(", ?", len(args)-1) + "))"
	}
	if null {
		text = name + " IS NULL OR " + text
	}
	return "(" + text + ")", args
}

// twice returns some arguments twice.
func twice(args []driver.Value) (all []driver.Value) {
	for _, a := range args {
		all = append(all, a, a)
	}
	return all
}

// The database keeps a set as lines of text.
const line = "'\n'"

func (t translation) contains(to *clauses, f *schema.Field, o filter.Comparison) {
	text := o.Values[0].Text()
	if f.Type == schema.Tags {
		to.and(t.tagged(f.Column), text, text)
		return
	}
	condition, args := t.containing(f.Column, text)
	to.and(condition, args...)
}

// tagged returns the condition that a set contains a word. The first test is cheap, and
// false for most records.
func (t translation) tagged(column string) string {
	position := t.dialect.Position
	return position(column, "?") + " > 0 AND " +
		position(line+" || "+column+" || "+line, line+" || ? || "+line) + " > 0"
}

// ranks compares by the order of an enumeration.
func ranks(to *clauses, f *schema.Field, o filter.Comparison) {
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

// days is a range of days; an invalid end is open.
type days struct {
	from, to calendar.Date
	set      bool
}

func (t translation) days(c filter.Condition) days {
	d := days{from: c.Scheduled.From, to: c.Scheduled.To, set: c.Scheduled.Set}
	if c.Overdue == filter.Yes {
		if last := t.today.AddDays(-1); !d.to.Valid() || last < d.to {
			d.to = last
		}
		d.set = true
	}
	return d
}

// onDays adds the conditions on days and status, which belong together: the same
// occurrence of a repeating record must match both.
func (t translation) onDays(to *clauses, c filter.Condition) {
	d := t.days(c)
	if d.set && t.kind.Day == "" {
		to.and(nothing)
		return
	}
	if t.broad && (c.Scheduled.Set || c.Overdue != filter.Any) {
		if d.set {
			between(to, t.dayColumn(), 0, d.to) // occurrences begin with the anchor
		}
		return
	}
	if d.set {
		column := t.dayColumn()
		bounded := d.from.Valid() && d.to.Valid()
		if t.dialect.hints() && !bounded && c.Compares(filter.IDField) {
			column = "+" + column // an open range matches more records than some ids
		}
		between(to, column, d.from, d.to)
	}
	t.status(to, c)
}

func (t translation) dayColumn() string {
	f, _ := t.kind.Field(t.kind.Day)
	return f.Column
}

// Comparisons that are never null.
const (
	is1    = " IS NOT DISTINCT FROM 1"
	isNot1 = " IS DISTINCT FROM 1"
)

// status adds the conditions on the status of a record.
func (t translation) status(to *clauses, c filter.Condition) {
	status, _ := t.kind.Field("status")
	switch {
	case status != nil && status.Type == schema.Enum:
		if c.Status != "" {
			to.and(status.Column+" = ?", c.Status)
		}
		t.settled(
			to,
			c,
			status.Column+" IS NOT DISTINCT FROM 'completed'",
			status.Column+" IS DISTINCT FROM 'completed' AND "+status.Column+" IS DISTINCT FROM 'skipped'",
		)
	case status == nil && t.kind.Done != "":
		done, _ := t.kind.Field(t.kind.Done)
		switch c.Status {
		case "":
		case "completed":
			to.and(done.Column + is1)
		case "pending":
			to.and(done.Column + isNot1)
		default:
			to.and(nothing)
		}
		t.settled(to, c, done.Column+is1, done.Column+isNot1)
	case c.Status != "" && (status == nil || !t.broad), // a status in free text is matched in the doubtful part
		c.Completed == filter.Yes, c.Overdue == filter.Yes:
		to.and(nothing)
	}
}

// settled adds the conditions on completed and overdue, for kinds that can be completed.
func (t translation) settled(to *clauses, c filter.Condition, completed, open string) {
	switch c.Completed {
	case filter.Yes:
		to.and(completed)
	case filter.No:
		to.and("NOT (" + completed + ")")
	}
	switch {
	case c.Overdue == filter.Yes:
		to.and(open)
	case c.Overdue == filter.No && t.kind.Day != "":
		to.and("NOT ("+open+" AND coalesce("+t.dayColumn()+" < ?, FALSE))", t.today.String())
	}
}

// between adds a range of days; a column without a day is in no range.
func between(to *clauses, column string, from, until calendar.Date) {
	to.and(column+" >= ?", from.String()) // no day is "", which is before all days
	if until.Valid() {
		to.and(column+" <= ?", until.String())
	}
}
