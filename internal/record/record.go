// Package record holds the records of a workspace as typed values, one for each
// field of their kind, and reads and writes them as JSON. Package schema has the
// fields, and package sqlite stores the records.
package record

import (
	"strconv"
	"strings"
	"time"

	"assister/internal/calendar"
	"assister/internal/schema"
)

// Value is the value of one field of one record. The zero Value is null. Values can
// be compared with ==: a set is stored as one string, in a fixed order.
//
// A Value is small, since a batch has tens of thousands of them: the end of a
// recurrence is in num, and the rest of it is where padding would be.
type Value struct {
	num      int64
	text     string
	interval int32
	freq     calendar.Frequency
	byDay    calendar.Days
	set      bool
}

// Null is the absence of a value.
var Null Value

// There is one constructor for each type. An empty argument returns Null.

func Text(s string) Value { return Value{set: s != "", text: s} }

func Date(d calendar.Date) Value { return Value{set: d.Valid(), num: int64(d)} }

func Time(t calendar.Time) Value { return Value{set: t.Valid(), num: int64(t)} }

func ID(id int64) Value { return Value{set: id > 0, num: id} }

// Bool is never Null: false is a value.
func Bool(b bool) Value {
	v := Value{set: true}
	if b {
		v.num = 1
	}
	return v
}

// Integer is never Null: 0 is a value.
func Integer(n int64) Value { return Value{set: true, num: n} }

// Moment is a day and a time of it, local.
func Moment(d calendar.Date, t calendar.Time) Value {
	if !d.Valid() || !t.Valid() {
		return Null
	}
	return Value{set: true, num: pair(int32(d), int32(t))}
}

// Default returns the value of a field in a new record if none is given.
func Default(f *schema.Field) Value {
	if f.Type == schema.Bool && f.Default != "" {
		return Bool(f.Default == "true")
	}
	return Text(f.Default)
}

func Instant(t time.Time) Value {
	if t.IsZero() {
		return Null
	}
	return Value{set: true, num: t.UnixMilli()}
}

func Recurrence(r calendar.Recurrence) Value {
	if !r.Repeats() {
		return Null
	}
	return Value{set: true, freq: r.Freq, interval: r.Interval, byDay: r.ByDay, num: pair(int32(r.Until), r.Count)}
}

// Range is the days from and to, either of which may be missing.
func Range(from, to calendar.Date) Value {
	return Value{set: from.Valid() || to.Valid(), num: pair(int32(from), int32(to))}
}

// Tags is a set of words; a repeated one counts once.
func Tags(tags ...string) Value {
	var kept []string
	for _, t := range tags {
		if t != "" && !contains(kept, t) {
			kept = append(kept, t)
		}
	}
	return Text(strings.Join(kept, "\n"))
}

// Dates is a set of days. They are stored in ascending order.
func Dates(days ...calendar.Date) Value {
	sorted := sortedDays(days)
	var b strings.Builder
	for i, d := range sorted {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(d.String())
	}
	return Text(b.String())
}

// IsNull reports whether there is no value.
func (v Value) IsNull() bool { return !v.set }

func (v Value) Text() string        { return v.text }
func (v Value) Date() calendar.Date { return calendar.Date(v.num) }
func (v Value) Time() calendar.Time { return calendar.Time(v.num) }
func (v Value) ID() int64           { return v.num }
func (v Value) Bool() bool          { return v.set && v.num != 0 }
func (v Value) Tags() []string      { return split(v.text) }
func (v Value) Integer() int64      { return v.num }

// Moment returns the day and the time of a moment; neither is valid for null.
func (v Value) Moment() (calendar.Date, calendar.Time) {
	d, t := halves(v.num)
	return calendar.Date(d), calendar.Time(t)
}

// Recurrence returns a recurrence; the zero Recurrence for any other value.
func (v Value) Recurrence() calendar.Recurrence {
	if v.freq == calendar.None {
		return calendar.Recurrence{}
	}
	until, count := halves(v.num)
	return calendar.Recurrence{
		Freq: v.freq, Interval: v.interval, ByDay: v.byDay, Until: calendar.Date(until), Count: count,
	}
}

// From and To are the ends of a range.

func (v Value) From() calendar.Date { from, _ := halves(v.num); return calendar.Date(from) }
func (v Value) To() calendar.Date   { _, to := halves(v.num); return calendar.Date(to) }

// pair packs two numbers into one; halves unpacks them.
func pair(high, low int32) int64 { return int64(high)<<32 | int64(uint32(low)) }

func halves(n int64) (high, low int32) { return int32(n >> 32), int32(n) }

// Instant returns an instant in UTC; the zero time for null.
func (v Value) Instant() time.Time {
	if !v.set {
		return time.Time{}
	}
	return time.UnixMilli(v.num).UTC()
}

// MomentText returns a moment as YYYY-MM-DDTHH:MM, which sorts as moments do; "" for
// null.
func (v Value) MomentText() string {
	d, t := v.Moment()
	if !d.Valid() {
		return ""
	}
	return d.String() + "T" + t.String()
}

// Dates returns a set of days in ascending order.
func (v Value) Dates() []calendar.Date {
	words := split(v.text)
	days := make([]calendar.Date, 0, len(words))
	for _, w := range words {
		if d, ok := calendar.ParseDate(w); ok {
			days = append(days, d)
		}
	}
	return days
}

// HasDate reports whether a set of days contains d, without parsing the set.
func (v Value) HasDate(d calendar.Date) bool {
	return v.set && d.Valid() && strings.Contains(v.text, d.String())
}

// HasTag reports whether a set of tags contains tag.
func (v Value) HasTag(tag string) bool { return contains(split(v.text), tag) }

func split(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, "\n")
}

func contains(words []string, w string) bool {
	for _, x := range words {
		if x == w {
			return true
		}
	}
	return false
}

func sortedDays(days []calendar.Date) []calendar.Date {
	var out []calendar.Date
	for _, d := range days {
		i := len(out)
		for i > 0 && out[i-1] > d {
			i--
		}
		if d.Valid() && (i == 0 || out[i-1] != d) {
			out = append(out, 0)
			copy(out[i+1:], out[i:])
			out[i] = d
		}
	}
	return out
}

// Record is one record: its kind, its id, its revision (the batch that last changed
// it) and its values, in the order of the kind's fields. With returns a changed copy.
type Record struct {
	Kind   *schema.Kind
	ID     int64
	Rev    int64
	Values []Value

	// Changed is the instant of the revision's batch; Null unless a query has asked
	// for it.
	Changed Value
}

// New returns a record of a kind in which every value is null.
func New(kind *schema.Kind, id int64) Record {
	return Record{Kind: kind, ID: id, Values: make([]Value, len(kind.Fields))}
}

// Get returns the value of a field; Null if the kind has no such field.
func (r Record) Get(field string) Value {
	if _, i := r.Kind.Field(field); i >= 0 {
		return r.Values[i]
	}
	return Null
}

// With returns the record with one field changed. It panics if the kind has no such
// field.
func (r Record) With(field string, v Value) Record {
	_, i := r.Kind.Field(field)
	if i < 0 {
		panic("record: " + r.Kind.Name + " has no field " + field)
	}
	values := make([]Value, len(r.Values))
	copy(values, r.Values)
	values[i] = v
	r.Values = values
	return r
}

// Label returns the value by which people know the record, such as its title.
func (r Record) Label() string { return r.Get(r.Kind.Label).Text() }

// Key identifies the record.
func (r Record) Key() Key { return Key{Kind: r.Kind.Name, ID: r.ID} }

// Day returns the day of the record, which is the anchor of a repeating one; no date
// if it has none.
func (r Record) Day() calendar.Date {
	if r.Kind.Day == "" {
		return 0
	}
	return r.Get(r.Kind.Day).Date()
}

// Begins returns the time of day at which the record begins, or an alarm rings; no time if it
// has none.
func (r Record) Begins() calendar.Time {
	if start := r.Kind.Start; start != nil {
		return r.Get(start.Time).Time()
	}
	return r.Get("startTime").Time()
}

// Recurrence returns the recurrence of the record; the zero Recurrence if it does not
// repeat.
func (r Record) Recurrence() calendar.Recurrence { return r.Get("recurrence").Recurrence() }

// Repeats reports whether the record is a series.
func (r Record) Repeats() bool { return r.Recurrence().Repeats() }

// Key identifies a record among all kinds.
type Key struct {
	Kind string
	ID   int64
}

// Words is the record in text for people: "task #3", "checklist item #3".
func (k Key) Words() string {
	return strings.ReplaceAll(k.Kind, "_", " ") + " #" + strconv.FormatInt(k.ID, 10)
}
