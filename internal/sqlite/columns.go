package sqlite

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

// Every table of records has the columns id, rev and folded before those of the
// kind's fields, which stand in the table's order.
const ownColumns = 3

// selection is "SELECT id, rev, … FROM task WHERE " for a kind.
func selection(k *schema.Kind) string { return "SELECT " + members(k) + " FROM " + k.Name + " WHERE " }

// members are the columns that a record is read from. folded is not: it follows
// from the label.
func members(k *schema.Kind) string {
	var b strings.Builder
	b.WriteString("id, rev")
	for i := range k.Fields {
		b.WriteString(", ")
		b.WriteString(k.Fields[i].Column)
	}
	return b.String()
}

// changedAt is when a record was last changed: the time of the batch that its
// revision names, or of the last that changed what belongs to it where that counts.
// It is a column of records that are asked for by a query which wants it, for it costs
// as much as the others together.
func changedAt(k *schema.Kind) string {
	last := "rev"
	if k.Touched {
		last = "max(rev, touched)"
	}
	return "(SELECT at FROM batch WHERE batch.id = " + last + ")"
}

// columns are the names of all of them, in the order of a row.
func columns(k *schema.Kind) []string {
	names := []string{"id", "rev", "folded"}
	for i := range k.Fields {
		names = append(names, k.Fields[i].Column)
	}
	return names
}

// written is a value as its column holds it.
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
		return v.Bool()
	case schema.Instant:
		return v.Instant().UnixMilli()
	case schema.Recurrence:
		return string(record.AppendRecurrence(nil, v.Recurrence()))
	case schema.Text, schema.Enum, schema.URL, schema.Tags, schema.Dates: // a set is one member a line
		return v.Text()
	}
	panic(fmt.Sprintf("sqlite: no column holds a value of type %d", t))
}

// read is the value that a column holds. What our own columns cannot hold is
// damage, and an error.
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
		if d, t, ok := record.ParseMoment(ijson.Value{Kind: ijson.String, Text: text}); ok {
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
	return record.Null, damaged("the column %s holds no value of its type", f.Column)
}

// damage is what our own statements cannot have written.
type damage struct{ cause error }

func (d *damage) Error() string { return d.cause.Error() }
func (d *damage) Unwrap() error { return d.cause }

func damaged(format string, args ...any) error { return &damage{fmt.Errorf(format, args...)} }

// shaped makes sure that a row is what its statement asks for, a letter for each
// column: i a number, t a text, b bytes; N and T may be null as well. SQLite keeps
// the types of STRICT tables when it writes, and does not look when it reads a
// damaged page.
func shaped(row []driver.Value, columns string) error {
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
			return damaged("column %d of a row holds no value of its type", i+1)
		}
	}
	return nil
}

func instant(ms int64) time.Time { return time.UnixMilli(ms).UTC() }

// folded is the label as texts are compared.
func folded(k *schema.Kind, label record.Value) string { return fulltext.Fold(label.Text()) }
