package filter

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"assister/internal/calendar"
	"assister/internal/ijson"
	"assister/internal/record"
	"assister/internal/schema"
)

// AppendJSON writes the condition in its canonical form: the keys that are set, in
// the order of Keys, then what is compared with operators, then "and", "or" and
// "not". Parse reads the same condition back. The values are written as the kinds
// have their fields; without kinds, those that the condition applies to.
func (c Condition) AppendJSON(dst []byte, kinds ...*schema.Kind) []byte {
	if len(kinds) == 0 || len(c.Kinds) > 0 {
		kinds = c.Applies()
	}
	w := writer{object: object{dst: append(dst, '{')}, kinds: kinds}
	w.words("kind", c.Kinds)
	rest := w.keys(c)
	// An object has a name once, so a second comparison of a field needs an object
	// of its own.
	all := slices.Clip(c.All)
	for _, o := range rest {
		if w.written(o.Field) || o.Field == LabelField {
			all = append(all, Condition{Compare: []Comparison{o}})
			continue
		}
		w.key(o.Field)
		w.operator(o)
	}
	w.group("and", all)
	w.group("or", c.Any)
	if len(c.Not) == 1 {
		w.key("not")
		w.dst = c.Not[0].AppendJSON(w.dst, kinds...)
	} else {
		w.group("not", c.Not)
	}
	return append(w.dst, '}')
}

// writer writes one condition about records of some kinds.
type writer struct {
	object
	kinds []*schema.Kind
	names []string // of the members written so far
}

// written reports whether a member has the name.
func (w *writer) written(name string) bool { return slices.Contains(w.names, name) }

func (w *writer) key(name string) {
	w.names = append(w.names, name)
	w.object.key(name)
}

// keys writes what a key of the language says, and returns the other comparisons.
func (w *writer) keys(c Condition) (rest []Comparison) {
	left := slices.Clone(c.Compare)
	// take removes the first comparison that fits, for the key that says it.
	take := func(fits func(Comparison) bool) (o Comparison, found bool) {
		at := slices.IndexFunc(left, fits)
		if at < 0 {
			return o, false
		}
		o = left[at]
		left = slices.Delete(left, at, at+1)
		return o, true
	}
	word := func(key, field string, op Operator, writable func(string) bool) {
		o, found := take(func(o Comparison) bool {
			return o.Field == field && o.Op == op && len(o.Values) == 1 && writable(o.Values[0].Text())
		})
		if found {
			w.key(key)
			w.dst = ijson.AppendString(w.dst, o.Values[0].Text())
		}
	}
	if o, found := take(isIDs); found {
		w.key("ids")
		w.ids(o.Values)
	}
	word("title_contains", LabelField, Contains, func(string) bool { return true })
	w.flag("overdue", c.Overdue)
	w.span("scheduled_range", c.Scheduled)
	w.span("deadline_range", takeRange(take))
	word("priority", "priority", Eq, func(s string) bool { return slices.Contains(schema.Priorities, s) })
	if c.Status != "" {
		w.key("status")
		w.dst = ijson.AppendString(w.dst, c.Status)
	}
	w.flag("completed", c.Completed)
	if o, found := take(func(o Comparison) bool { return o.repeats() != Any }); found {
		w.flag("repeating", o.repeats())
	}
	word("tag", "tags", Contains, func(s string) bool { return isLine(s, tagMax) })
	if o, found := take(isProject); found {
		w.key("projectId")
		w.dst = strconv.AppendInt(w.dst, o.Values[0].ID(), 10)
	}
	word("context", "context", Eq, func(s string) bool { return slices.Contains(schema.Contexts, s) })
	return left
}

// takeRange takes the comparisons that the key deadline_range says together.
func takeRange(take func(func(Comparison) bool) (Comparison, bool)) (r Range) {
	end := func(op Operator) calendar.Date {
		o, found := take(func(o Comparison) bool { return o.Field == "deadline" && o.Op == op })
		if !found {
			return 0
		}
		r.Set = true
		return o.Values[0].Date()
	}
	r.From, r.To = end(Gte), end(Lte)
	return r
}

// isIDs reports whether the comparison is what the key ids says.
func isIDs(o Comparison) bool {
	return o.Field == IDField && o.Op == In && !slices.ContainsFunc(o.Values, record.Value.IsNull)
}

// isProject reports whether the comparison is what the key projectId says.
func isProject(o Comparison) bool {
	return o.Field == "projectId" && o.Op == Eq && !o.Values[0].IsNull()
}

// isLine reports whether a key reads the text back as it is.
func isLine(s string, most int) bool {
	return s != "" && s == strings.TrimSpace(s) && utf8.RuneCountInString(s) <= most && !strings.ContainsFunc(s, isControl)
}

func (w *writer) flag(name string, value Flag) {
	if value != Any {
		w.key(name)
		w.dst = strconv.AppendBool(w.dst, value == Yes)
	}
}

func (w *writer) span(name string, r Range) {
	if !r.Set {
		return
	}
	w.key(name)
	ends := object{dst: append(w.dst, '{')}
	ends.day("from", r.From)
	ends.day("to", r.To)
	w.dst = append(ends.dst, '}')
}

// ids writes a set of ids in its one canonical form.
func (w *writer) ids(values []record.Value) {
	ids := make([]int64, 0, len(values))
	for _, v := range values {
		ids = append(ids, v.ID())
	}
	slices.Sort(ids)
	w.dst = append(w.dst, '[')
	for i, id := range slices.Compact(ids) {
		if i > 0 {
			w.dst = append(w.dst, ',')
		}
		w.dst = strconv.AppendInt(w.dst, id, 10)
	}
	w.dst = append(w.dst, ']')
}

// words writes one word as a string, and several as an array.
func (w *writer) words(name string, words []string) {
	switch len(words) {
	case 0:
	case 1:
		w.key(name)
		w.dst = ijson.AppendString(w.dst, words[0])
	default:
		w.key(name)
		for i, word := range words {
			w.dst = ijson.AppendString(append(w.dst, "[,"[min(i, 1)]), word)
		}
		w.dst = append(w.dst, ']')
	}
}

func (w *writer) group(name string, parts []Condition) {
	if len(parts) == 0 {
		return
	}
	w.key(name)
	for i, part := range parts {
		w.dst = part.AppendJSON(append(w.dst, "[,"[min(i, 1)]), w.kinds...)
	}
	w.dst = append(w.dst, ']')
}

// operator writes a comparison with its operator, so that it is no key.
func (w *writer) operator(o Comparison) {
	f := w.field(o.Field)
	w.dst = append(ijson.AppendString(append(w.dst, '{'), o.Op.String()), ':')
	list := o.Op == In || o.Op == Nin
	if list {
		w.dst = append(w.dst, '[')
	}
	for i, v := range o.Values {
		if i > 0 {
			w.dst = append(w.dst, ',')
		}
		w.dst = appendMember(w.dst, f, v)
	}
	if list {
		w.dst = append(w.dst, ']')
	}
	w.dst = append(w.dst, '}')
}

// field is the field of the first kind that has it.
func (w *writer) field(name string) *schema.Field {
	for _, list := range [][]*schema.Kind{w.kinds, schema.Kinds} {
		for _, k := range list {
			if at, ok := At(k, name); ok {
				return Field(k, at)
			}
		}
	}
	return &schema.Field{Name: name, Type: schema.Text}
}

// appendMember writes a value; of a set one member.
func appendMember(dst []byte, f *schema.Field, v record.Value) []byte {
	switch {
	case v.IsNull():
		return append(dst, "null"...)
	case f.Type == schema.Tags:
		return ijson.AppendString(dst, v.Text())
	case f.Type == schema.Dates:
		return record.AppendJSON(dst, schema.Date, v)
	}
	return record.AppendJSON(dst, f.Type, v)
}

// object is a JSON object that is being written member by member.
type object struct{ dst []byte }

func (o *object) key(name string) {
	if o.dst[len(o.dst)-1] != '{' {
		o.dst = append(o.dst, ',')
	}
	o.dst = append(ijson.AppendString(o.dst, name), ':')
}

func (o *object) day(name string, d calendar.Date) {
	if d.Valid() {
		o.key(name)
		o.dst = append(d.Append(append(o.dst, '"')), '"')
	}
}
