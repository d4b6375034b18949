package schema

import (
	"slices"
	"strings"

	"assister/internal/calendar"
	"assister/internal/ijson"
)

// A model reads the schemas of its tools before every request, in a context of a few
// thousand tokens. So these are short: they have aliases in place of ids, null only where
// it clears a field, no limit that no answer reaches, and the conditions that models use
// reliably. What an earlier tool describes is not described twice.

// ModelTools returns the operations on records of some kinds that have one of the verbs, as
// a model is offered them: by the names that models call them by ("create_task"), with the
// bulk operations on these kinds. Without verbs, it returns all.
func ModelTools(kinds []*Kind, verbs ...Verb) []Tool {
	m := modelTools{told: map[*Field]bool{}}
	wanted := func(v Verb) bool { return len(verbs) == 0 || slices.Contains(verbs, v) }
	for _, k := range Kinds {
		if slices.Contains(kinds, k) {
			m.kinds = append(m.kinds, k)
		}
	}
	for _, k := range m.kinds {
		if wanted(Create) && k.Operation(Create) != nil {
			m.created = append(m.created, k)
		}
	}
	for _, k := range m.kinds {
		for i := range k.Operations {
			if o := &k.Operations[i]; wanted(o.Verb) {
				m.add(k.ToolName(o.Verb), o.Help, m.operation(k, o))
			}
		}
	}
	for i := range Bulk {
		o := &Bulk[i]
		applies := func(k *Kind) bool { return k.Operation(o.Verb.Single()) != nil }
		if wanted(o.Verb) && slices.ContainsFunc(m.kinds, applies) {
			m.add(string(o.Verb), o.Help, m.bulk(o))
		}
	}
	return m.tools
}

// modelTools are tools while they are built.
type modelTools struct {
	kinds   []*Kind
	created []*Kind // those that can be created, too
	tools   []Tool
	told    map[*Field]bool // the fields whose help a tool has
	repeats string          // the tool that describes recurrences; "" if none has yet
	where   string          // the tool that describes conditions
}

func (m *modelTools) add(name, help string, s shape) {
	m.tools = append(m.tools, Tool{name, help, ijson.AppendValue(nil, s.value())})
}

// operation describes an operation on a record of a kind.
func (m *modelTools) operation(k *Kind, o *Operation) (s shape) {
	name := k.ToolName(o.Verb)
	if o.Verb != Create {
		s.add("id", alias(k, ""), true)
	} else if m.referred(k) {
		s.add("as", object("type", text("string"), "maxLength", number(nameMax),
			"description", text(`a name by which other calls refer to it: {"ref":"…"}`)), false)
	}
	if o.Verb == Create || o.Verb == Update {
		for i := range k.Fields {
			if f := &k.Fields[i]; !f.Kept {
				s.add(f.Name, m.field(f, name, o.Verb), f.MustGive() && o.Verb == Create)
			}
		}
	}
	for i := range o.Args {
		f := &o.Args[i]
		s.add(f.Name, m.field(f, name, o.Verb), f.Required || f.Stated)
	}
	return s
}

// bulk describes a bulk operation on records of the kinds.
func (m *modelTools) bulk(o *Operation) (s shape) {
	s.add("where", m.condition(string(o.Verb)), true)
	if o.Verb == BulkUpdate {
		var names []string
		for _, k := range m.kinds {
			names = append(names, k.ToolName(Update))
		}
		help := "the fields to change, as in " + strings.Join(names, " or ") + `, such as {"scheduledFor":"2026-01-31"}`
		s.add("set", object("type", text("object"), "minProperties", number(1), "description", text(help)), true)
	}
	for i := range o.Args {
		f := &o.Args[i]
		s.add(f.Name, m.field(f, string(o.Verb), o.Verb), f.Required)
	}
	return s
}

// referred reports whether what the tools create can belong to a record of a kind.
func (m *modelTools) referred(k *Kind) bool {
	return slices.ContainsFunc(m.created, func(x *Kind) bool { return x.Belongs(k.Name) != nil })
}

// alias describes what a record of a kind is called by.
func alias(k *Kind, help string) ijson.Value {
	v := object("type", text("string"), "examples", array(text(k.Alias+"1")))
	if help != "" {
		v.Members = append(v.Members, ijson.Member{Name: "description", Value: text(help)})
	}
	return v
}

// field describes the values of a field, or of an argument, of a tool.
func (m *modelTools) field(f *Field, tool string, verb Verb) ijson.Value {
	v := m.values(f, tool)
	cleared := verb == Update && !f.Required || f.Stated
	if name, _ := v.Get("type"); cleared && name.Kind == ijson.String {
		v.Members[0].Value = words([]string{name.Text, "null"})
		if f.Type == Enum {
			v.Members[1].Value.Items = append(slices.Clone(v.Members[1].Value.Items), ijson.Value{})
		}
	}
	if f.Default != "" && verb == Create {
		v.Members = append(v.Members, ijson.Member{Name: "default", Value: f.defaultValue()})
	}
	_, described := v.Get("description")
	if f.Help != "" && !described && !m.told[f] {
		m.told[f] = true
		v.Members = append(v.Members, ijson.Member{Name: "description", Value: text(f.Help)})
	}
	return v
}

// lengthMax is the longest limit of a text that the answer of a model may reach.
const lengthMax = 1000

// values describes the values of a field. Its first member is the type.
func (m *modelTools) values(f *Field, tool string) ijson.Value {
	of := func(name string, pairs ...any) ijson.Value {
		return object(append([]any{"type", text(name)}, pairs...)...)
	}
	switch f.Type {
	case Text, URL:
		if f.Max > 0 && f.Max <= lengthMax {
			return of("string", "maxLength", number(f.Max))
		}
		return of("string")
	case Date:
		return of("string", "format", text("date"))
	case Time:
		return of("string", "examples", array(text("14:30")))
	case Moment:
		return of("string", "examples", array(text("2026-01-31T14:30")))
	case Enum:
		return of("string", "enum", words(f.Values))
	case Tags:
		return of("array", "items", object("type", text("string"), "maxLength", number(f.Max)))
	case Ref:
		return m.reference(f)
	case Recurrence:
		return m.recurrence(f, tool)
	case Range:
		return days()
	case Integer:
		return of("integer", "minimum", number(f.Min), "maximum", number(f.Max))
	case Bool:
		return of("boolean")
	}
	panic("schema: " + f.Name + " is set by the program and has no JSON schema")
}

// reference describes the record that a field refers to, which an earlier call may create.
func (m *modelTools) reference(f *Field) ijson.Value {
	v := alias(Lookup(f.Of), "")
	if !slices.ContainsFunc(m.created, func(k *Kind) bool { return k.Name == f.Of }) {
		return v
	}
	help := `{"ref":"…"} for one that another call creates`
	if f.Help != "" {
		help = f.Help + ", or " + help
	}
	v = alias(Lookup(f.Of), help)
	v.Members[0].Value = words([]string{"string", "object"})
	return v
}

// recurrence describes how a record repeats.
func (m *modelTools) recurrence(f *Field, tool string) ijson.Value {
	if m.repeats != "" && m.repeats != tool {
		return object("type", text("object"), "description", text("as in "+m.repeats))
	}
	m.repeats = tool
	help := `, such as {"type":"weekly","byDay":["MO"],"until":"2026-12-31"}: type ` +
		strings.Join(calendar.Frequencies, ", ") + "; byDay " + strings.Join(calendar.DayNames[:], ", ") +
		" of weekly; intervalDays of every_n_days; until or count"
	return object("type", text("object"), "description", text(f.Help+help))
}

// days describes a range of days.
func days() ijson.Value {
	return object("type", text("object"), "description",
		text(`{"from":"YYYY-MM-DD","to":"YYYY-MM-DD"}, both inclusive, or only one of them`))
}

// condition describes which records of the kinds a bulk operation is about. Models see
// nested schemas less reliably than an example.
func (m *modelTools) condition(tool string) ijson.Value {
	help := "as in " + m.where + `, such as {"overdue":true}`
	if m.where == "" {
		m.where = tool
		named := make([]string, 0, len(m.kinds))
		for _, k := range m.kinds {
			named = append(named, k.Name)
		}
		alternatives := func(values []string) string { return strings.Join(values, "|") }
		help = `which records, with only the keys that you need, all of which must hold: {"kind":"` + alternatives(named) +
			`","ids":["` + m.kinds[0].Alias + `1"],"title_contains":"text","overdue":true,` +
			`"scheduled_range":{"from":"YYYY-MM-DD","to":"YYYY-MM-DD"},"deadline_range":{},"priority":"` +
			alternatives(Priorities) + `","status":"` + alternatives(Statuses) +
			`","completed":false,"repeating":false,"tag":"word","projectId":"p1","context":"` + alternatives(Contexts) + `"}`
	}
	return object("type", text("object"), "minProperties", number(1), "description", text(help))
}
