package record

import (
	"strconv"
	"strings"
	"time"

	"assister/internal/calendar"
	"assister/internal/ijson"
	"assister/internal/schema"
)

// AppendInstant appends an instant as RFC 3339 in UTC with milliseconds. Package time
// formats the layout time.RFC3339 six times as fast as one with milliseconds.
func AppendInstant(dst []byte, at time.Time) []byte {
	dst = at.UTC().AppendFormat(dst, time.RFC3339)
	ms := at.Nanosecond() / int(time.Millisecond)
	return append(dst[:len(dst)-1], '.', byte('0'+ms/100), byte('0'+ms/10%10), byte('0'+ms%10), 'Z')
}

// AppendJSON appends a value as the protocol writes its type.
func AppendJSON(dst []byte, t schema.Type, v Value) []byte {
	if v.IsNull() {
		if t == schema.Tags || t == schema.Dates {
			return append(dst, "[]"...)
		}
		return append(dst, "null"...)
	}
	switch t {
	case schema.Date:
		return quoted(dst, v.Date())
	case schema.Time:
		return append(append(append(dst, '"'), v.Time().String()...), '"')
	case schema.Bool:
		return strconv.AppendBool(dst, v.Bool())
	case schema.Ref:
		return strconv.AppendInt(dst, v.ID(), 10)
	case schema.Integer:
		return strconv.AppendInt(dst, v.Integer(), 10)
	case schema.Moment:
		return append(append(append(dst, '"'), v.MomentText()...), '"')
	case schema.Instant:
		return append(AppendInstant(append(dst, '"'), v.Instant()), '"')
	case schema.Tags, schema.Dates:
		dst = append(dst, '[')
		for i, w := range split(v.text) {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = ijson.AppendString(dst, w)
		}
		return append(dst, ']')
	case schema.Range:
		return AppendRange(dst, v.From(), v.To())
	case schema.Recurrence:
		return AppendRecurrence(dst, v.Recurrence())
	}
	return ijson.AppendString(dst, v.text)
}

func quoted(dst []byte, d calendar.Date) []byte {
	return append(d.Append(append(dst, '"')), '"')
}

// AppendRange appends {from, to} without a missing end.
func AppendRange(dst []byte, from, to calendar.Date) []byte {
	dst = append(dst, '{')
	if from.Valid() {
		dst = quoted(append(dst, `"from":`...), from)
		if to.Valid() {
			dst = append(dst, ',')
		}
	}
	if to.Valid() {
		dst = quoted(append(dst, `"to":`...), to)
	}
	return append(dst, '}')
}

// AppendSelected appends the named members in this order, without braces. Names are
// "kind", "id", "rev", "updatedAt" and the fields of the kind.
func (r Record) AppendSelected(dst []byte, names []string) []byte {
	for i, name := range names {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(append(append(dst, '"'), name...), '"', ':')
		switch name {
		case "kind":
			dst = ijson.AppendString(dst, r.Kind.Name)
		case "id":
			dst = strconv.AppendInt(dst, r.ID, 10)
		case "rev":
			dst = strconv.AppendInt(dst, r.Rev, 10)
		case "updatedAt":
			dst = AppendJSON(dst, schema.Instant, r.Changed)
		default:
			f, at := r.Kind.Field(name)
			if f == nil {
				panic("record: " + r.Kind.Name + " has no field " + name)
			}
			dst = AppendJSON(dst, f.Type, r.Values[at])
		}
	}
	return dst
}

// AppendMembers appends the record's kind, id, revision and every field, without
// braces.
func (r Record) AppendMembers(dst []byte) []byte {
	dst = append(append(append(dst, `"kind":"`...), r.Kind.Name...), '"')
	if r.ID != 0 {
		dst = strconv.AppendInt(append(dst, `,"id":`...), r.ID, 10)
	}
	if r.Rev != 0 {
		dst = strconv.AppendInt(append(dst, `,"rev":`...), r.Rev, 10)
	}
	return r.appendFields(dst, func(*schema.Field) bool { return true })
}

// AppendOwn is AppendMembers without the revision and the fields that point to other
// records.
func (r Record) AppendOwn(dst []byte) []byte {
	dst = append(append(append(dst, `"kind":"`...), r.Kind.Name...), '"')
	if r.ID != 0 {
		dst = strconv.AppendInt(append(dst, `,"id":`...), r.ID, 10)
	}
	return r.appendFields(dst, func(f *schema.Field) bool { return f.Type != schema.Ref })
}

func (r Record) appendFields(dst []byte, wanted func(*schema.Field) bool) []byte {
	for i := range r.Kind.Fields {
		f := &r.Kind.Fields[i]
		if !wanted(f) {
			continue
		}
		dst = append(append(append(dst, ',', '"'), f.Name...), '"', ':')
		dst = AppendJSON(dst, f.Type, r.Values[i])
	}
	return dst
}

// Whole reads a whole number, also in quotes, as models and shells write it.
func Whole(v ijson.Value) (int64, bool) {
	if v.Kind == ijson.String {
		v = ijson.Value{Kind: ijson.Number, Text: strings.TrimSpace(v.Text)}
	}
	return v.Int()
}

// Truth reads true or false, also in quotes and as 1 or 0.
func Truth(v ijson.Value) (truth, ok bool) {
	if v.Kind == ijson.String {
		switch strings.ToLower(strings.TrimSpace(v.Text)) {
		case "true", "1":
			return true, true
		case "false", "0":
			return false, true
		}
	}
	return v.Bool, v.Kind == ijson.Bool
}
