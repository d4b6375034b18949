package filter

import (
	"strconv"
	"strings"

	"assister/internal/calendar"
	"assister/internal/ijson"
)

// AppendJSON writes the filter with the keys that are set, in the order of
// Keys. Parse reads the same filter back.
func (f Filter) AppendJSON(dst []byte) []byte {
	o := object{dst: append(dst, '{')}
	o.kinds(f.Kinds)
	if f.ByIDs {
		o.ids("ids", f.IDs)
	}
	o.text("title_contains", f.TitleContains)
	o.flag("overdue", f.Overdue)
	o.span("scheduled_range", f.Scheduled)
	o.span("deadline_range", f.Deadline)
	o.text("priority", f.Priority)
	o.text("status", f.Status)
	o.flag("completed", f.Completed)
	o.flag("repeating", f.Repeating)
	o.text("tag", f.Tag)
	if f.ProjectID != 0 {
		o.key("projectId")
		o.dst = strconv.AppendInt(o.dst, f.ProjectID, 10)
	}
	o.text("context", f.Context)
	return append(o.dst, '}')
}

// object is JSON that is being written, member after member: those that say
// something.
type object struct{ dst []byte }

func (o *object) key(name string) {
	if o.dst[len(o.dst)-1] != '{' {
		o.dst = append(o.dst, ',')
	}
	o.dst = append(ijson.AppendString(o.dst, name), ':')
}

func (o *object) text(name, value string) {
	if value != "" {
		o.key(name)
		o.dst = ijson.AppendString(o.dst, value)
	}
}

func (o *object) flag(name string, value Flag) {
	if value != Any {
		o.key(name)
		o.dst = strconv.AppendBool(o.dst, value == Yes)
	}
}

func (o *object) span(name string, r Range) {
	if !r.Set {
		return
	}
	o.key(name)
	ends := object{dst: append(o.dst, '{')}
	ends.day("from", r.From)
	ends.day("to", r.To)
	o.dst = append(ends.dst, '}')
}

func (o *object) day(name string, d calendar.Date) {
	if d.Valid() {
		o.key(name)
		o.dst = append(d.Append(append(o.dst, '"')), '"')
	}
}

func (o *object) ids(name string, ids []int64) {
	o.key(name)
	o.dst = append(o.dst, '[')
	for i, id := range ids {
		if i > 0 {
			o.dst = append(o.dst, ',')
		}
		o.dst = strconv.AppendInt(o.dst, id, 10)
	}
	o.dst = append(o.dst, ']')
}

// kinds writes one kind as a word, and several as an array.
func (o *object) kinds(kinds []string) {
	if len(kinds) < 2 {
		o.text("kind", strings.Join(kinds, ""))
		return
	}
	o.key("kind")
	for i, k := range kinds {
		o.dst = ijson.AppendString(append(o.dst, "[,"[min(i, 1)]), k)
	}
	o.dst = append(o.dst, ']')
}
