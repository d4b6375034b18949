package relational

import (
	"database/sql/driver"
	"fmt"
	"strings"
	"time"

	"assister/internal/calendar"
	"assister/internal/fulltext"
	"assister/internal/ijson"
	"assister/internal/record"
	"assister/internal/schema"
)

// Every table of records has the columns id, rev and folded, and then those of the kind's
// fields, in the order of package schema.
const ownColumns = 3

// selection returns "SELECT id, rev, … FROM task WHERE " for a kind.
func selection(k *schema.Kind) string { return "SELECT " + members(k) + " FROM " + k.Name + " WHERE " }

// members returns the columns from which a record is read. folded is not one of them,
// since it follows from the label.
func members(k *schema.Kind) string {
	var b strings.Builder
	b.WriteString("id, rev")
	for i := range k.Fields {
		b.WriteString(", ")
		b.WriteString(k.Fields[i].Column)
	}
	return b.String()
}

// changedAt is the time of the last change of a record: the time of the batch of its
// revision or, for some kinds, of the last change of a record that belongs to it. Only
// queries that need it read this column, since it costs as much as all others.
func changedAt(k *schema.Kind) string {
	last := "rev"
	if k.Touched {
		last = "CASE WHEN touched > rev THEN touched ELSE rev END"
	}
	return "(SELECT at FROM batch WHERE batch.id = " + last + ")"
}

// columns returns the names of all columns, in the order of a row.
func columns(k *schema.Kind) []string {
	names := []string{"id", "rev", "folded"}
	for i := range k.Fields {
		names = append(names, k.Fields[i].Column)
	}
	return names
}

// written returns a value in the form of its column.
func written(t schema.Type, v record.Value) driver.Value {
	if v.IsNull() {
		return nil
	}
	switch t {
	case schema.Date:
		return v.Date().String()
	case schema.Time:
		return v.Time().String()
	case schema.Ref:
		return v.ID()
	case schema.Integer:
		return v.Integer()
	case schema.Moment:
		return v.MomentText()
	case schema.Bool:
		return flag(v.Bool())
	case schema.Instant:
		return v.Instant().UnixMilli()
	case schema.Recurrence:
		return string(record.AppendRecurrence(nil, v.Recurrence()))
	case schema.Text, schema.Enum, schema.URL, schema.Tags, schema.Dates: // a set has one member on each line
		return v.Text()
	}
	panic(fmt.Sprintf("relational: no column holds a value of type %d", t))
}

// read returns the value of a column. A value that this package cannot have written is an
// error.
func read(f *schema.Field, v driver.Value) (record.Value, error) {
	if v == nil {
		return record.Null, nil
	}
	text, isText := v.(string)
	number, isNumber := v.(int64)
	switch f.Type {
	case schema.Text, schema.Enum, schema.URL, schema.Tags, schema.Dates:
		if isText {
			return record.Text(text), nil
		}
	case schema.Date:
		if d, ok := calendar.ParseDate(text); ok {
			return record.Date(d), nil
		}
	case schema.Time:
		if t, ok := calendar.ParseTime(text); ok {
			return record.Time(t), nil
		}
	case schema.Ref:
		if isNumber {
			return record.ID(number), nil
		}
	case schema.Integer:
		if isNumber {
			return record.Integer(number), nil
		}
	case schema.Moment:
		if d, t, ok := calendar.ParseMoment(text); ok {
			return record.Moment(d, t), nil
		}
	case schema.Bool:
		if isNumber {
			return record.Bool(number != 0), nil
		}
	case schema.Instant:
		if isNumber {
			return record.Instant(instant(number)), nil
		}
	case schema.Recurrence:
		if parsed, p := ijson.Parse([]byte(text)); p == nil {
			if r, p := record.ParseRecurrence(parsed); p == nil {
				return record.Recurrence(r), nil
			}
		}
	}
	return record.Null, Damaged("the column %s holds no value of its type", f.Column)
}

// flag is a fact in the form of its column.
func flag(yes bool) driver.Value {
	if yes {
		return int64(1)
	}
	return int64(0)
}

// Damage is the error for what our own statements cannot have written.
type Damage struct{ cause error }

func (d *Damage) Error() string { return d.cause.Error() }
func (d *Damage) Unwrap() error { return d.cause }

// Damaged returns a Damage.
func Damaged(format string, args ...any) error { return &Damage{fmt.Errorf(format, args...)} }

// Shaped checks the types of a row, a letter for each column: i is a number, t a text, b
// bytes; N and T are number and text that may be null. SQLite checks the types of STRICT
// tables when it writes, and not when it reads a damaged page.
func Shaped(row []driver.Value, columns string) error {
	for i := range len(columns) {
		ok := false
		switch row[i].(type) {
		case int64:
			ok = columns[i] == 'i' || columns[i] == 'N'
		case string:
			ok = columns[i] == 't' || columns[i] == 'T'
		case []byte:
			ok = columns[i] == 'b'
		case nil:
			ok = columns[i] == 'N' || columns[i] == 'T'
		}
		if !ok {
			return Damaged("column %d of a row holds no value of its type", i+1)
		}
	}
	return nil
}

func instant(ms int64) time.Time { return time.UnixMilli(ms).UTC() }

// folded returns the label in the form in which texts are compared.
func folded(k *schema.Kind, label record.Value) string { return fulltext.Fold(label.Text()) }

func orNull(id int64) driver.Value {
	if id == 0 {
		return nil
	}
	return id
}

func textOrNull(s string) driver.Value {
	if s == "" {
		return nil
	}
	return s
}
