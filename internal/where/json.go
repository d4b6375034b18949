package where

import (
	"strconv"

	"assister/internal/calendar"
	"assister/internal/ijson"
)

// AppendJSON writes the filter with the keys that are set, in the order of
// Keys. Parse reads the same filter back.
func (f Filter) AppendJSON(dst []byte) []byte {
	dst = append(dst, '{')
	empty := len(dst)
	key := func(name string) {
		if len(dst) > empty {
			dst = append(dst, ',')
		}
		dst = append(append(append(dst, '"'), name...), '"', ':')
	}
	text := func(name, value string) {
		if value != "" {
			key(name)
			dst = ijson.AppendString(dst, value)
		}
	}
	flag := func(name string, value Flag) {
		if value != Any {
			key(name)
			dst = strconv.AppendBool(dst, value == Yes)
		}
	}
	span := func(name string, r Range) {
		if r.Set {
			key(name)
			dst = appendRange(dst, r)
		}
	}
	switch len(f.Kinds) {
	case 0:
	case 1:
		text("kind", f.Kinds[0])
	default:
		key("kind")
		for i, k := range f.Kinds {
			dst = ijson.AppendString(append(dst, "[,"[min(i, 1)]), k)
		}
		dst = append(dst, ']')
	}
	if f.ByIDs {
		key("ids")
		dst = append(dst, '[')
		for i, id := range f.IDs {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = strconv.AppendInt(dst, id, 10)
		}
		dst = append(dst, ']')
	}
	text("title_contains", f.TitleContains)
	flag("overdue", f.Overdue)
	span("scheduled_range", f.Scheduled)
	span("deadline_range", f.Deadline)
	text("priority", f.Priority)
	text("status", f.Status)
	flag("completed", f.Completed)
	flag("repeating", f.Repeating)
	text("tag", f.Tag)
	if f.ProjectID != 0 {
		key("projectId")
		dst = strconv.AppendInt(dst, f.ProjectID, 10)
	}
	text("context", f.Context)
	return append(dst, '}')
}

func appendRange(dst []byte, r Range) []byte {
	dst = append(dst, '{')
	end := func(name string, d calendar.Date) {
		if d.Valid() {
			if dst[len(dst)-1] != '{' {
				dst = append(dst, ',')
			}
			dst = append(append(append(dst, '"'), name...), '"', ':', '"')
			dst = append(d.Append(dst), '"')
		}
	}
	end("from", r.From)
	end("to", r.To)
	return append(dst, '}')
}
