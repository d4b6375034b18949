package record

import (
	"strconv"
	"strings"

	"assister/internal/calendar"
	"assister/internal/ijson"
	"assister/internal/problem"
)

// ParseRecurrence reads {type, intervalDays, byDay[], until, count}. A member that
// does not belong to the type is a problem and not ignored: a model that writes
// intervalDays with weekly means something else than weekly.
func ParseRecurrence(v ijson.Value) (r calendar.Recurrence, p *problem.Problem) {
	if v.Kind != ijson.Object {
		return r, badRecurrence("", `such as {"type":"weekly"}`)
	}
	for _, m := range v.Members {
		if hint := recurrenceMember(&r, m); hint != "" {
			return r, badRecurrence("."+problem.Shorten(m.Name), hint)
		}
	}
	_, typed := v.Get("type")
	if member, hint := recurrenceWhole(r, typed); hint != "" {
		return r, badRecurrence("."+member, hint)
	}
	if r.Freq == calendar.None {
		return calendar.Recurrence{}, nil
	}
	return r, nil
}

func badRecurrence(at, hint string) *problem.Problem {
	return &problem.Problem{Code: problem.Invalid("recurrence"), Field: "recurrence" + at,
		Message: "recurrence must be a valid recurrence object", Hint: hint}
}

const (
	intervalMax = 36_600  // days: a century
	countMax    = 100_000 // occurrences: more than two centuries of days
)

// recurrenceMember reads one member. hint is "" if it is valid.
func recurrenceMember(r *calendar.Recurrence, m ijson.Member) (hint string) {
	v := m.Value
	blank := v.Kind == ijson.Null || v.Kind == ijson.String && v.Text == ""
	ok := true
	switch m.Name {
	case "type":
		r.Freq, ok = calendar.ParseFrequency(strings.ToLower(v.Text))
		blank, ok, hint = false, ok && v.Kind == ijson.String, typeHint
	case "intervalDays":
		r.Interval, ok = from1(v, intervalMax)
		hint = "a whole number of days from 1"
	case "byDay":
		r.ByDay, ok = parseDays(v)
		hint = "an array of " + strings.Join(calendar.DayNames[:], ", ")
	case "until":
		r.Until, ok = calendar.ParseDate(v.Text)
		ok, hint = ok && v.Kind == ijson.String, "a date such as 2026-12-31, or null"
	case "count":
		r.Count, ok = from1(v, countMax)
		hint = "a whole number from 1"
	default:
		blank, ok, hint = false, false, "the fields of a recurrence are type, intervalDays, byDay, until, count"
	}
	if ok || blank {
		return ""
	}
	return hint
}

var typeHint = "type is one of " + strings.Join(calendar.Frequencies, ", ")

// recurrenceWhole returns a member that is missing or does not fit the others, and a
// hint; "" if there is none.
func recurrenceWhole(r calendar.Recurrence, typed bool) (member, hint string) {
	switch {
	case !typed:
		return "type", typeHint
	case r.Freq == calendar.None:
		return "", ""
	case r.Freq == calendar.EveryNDays && r.Interval == 0:
		return "intervalDays", "every_n_days needs intervalDays, a whole number from 1"
	case r.Freq != calendar.EveryNDays && r.Interval != 0:
		return "intervalDays", "only every_n_days has intervalDays"
	case r.Freq != calendar.Weekly && r.ByDay != 0:
		return "byDay", "only weekly has byDay"
	case r.Until.Valid() && r.Count != 0:
		return "count", "give until or count, not both"
	}
	return "", ""
}

// from1 reads a whole number from 1 to most.
func from1(v ijson.Value, most int64) (int32, bool) {
	if n, ok := Whole(v); ok && n >= 1 && n <= most {
		return int32(n), true
	}
	return 0, false
}

func parseDays(v ijson.Value) (days calendar.Days, ok bool) {
	if v.Kind != ijson.Array {
		return 0, false
	}
	for _, item := range v.Items {
		found := false
		for i, name := range calendar.DayNames {
			if item.Kind == ijson.String && strings.ToUpper(item.Text) == name {
				days |= 1 << i
				found = true
			}
		}
		if !found {
			return 0, false
		}
	}
	return days, true
}

// AppendRecurrence appends {type, intervalDays, byDay[], until, count} without the
// members that do not apply.
func AppendRecurrence(dst []byte, r calendar.Recurrence) []byte {
	dst = append(dst, `{"type":"`...)
	dst = append(dst, r.Freq.String()...)
	dst = append(dst, '"')
	if r.Interval != 0 {
		dst = strconv.AppendInt(append(dst, `,"intervalDays":`...), int64(r.Interval), 10)
	}
	if r.ByDay != 0 {
		dst = append(dst, `,"byDay":[`...)
		first := true
		for i := range 7 { // Monday first, as weeks start
			if d := (i + 1) % 7; r.ByDay&(1<<d) != 0 {
				if !first {
					dst = append(dst, ',')
				}
				dst = append(append(append(dst, '"'), calendar.DayNames[d]...), '"')
				first = false
			}
		}
		dst = append(dst, ']')
	}
	if r.Until.Valid() {
		dst = quoted(append(dst, `,"until":`...), r.Until)
	}
	if r.Count != 0 {
		dst = strconv.AppendInt(append(dst, `,"count":`...), int64(r.Count), 10)
	}
	return append(dst, '}')
}
