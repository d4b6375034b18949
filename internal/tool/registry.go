package tool

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"assister/internal/filter"
	"assister/internal/ijson"
	"assister/internal/op"
	"assister/internal/problem"

	"assister/internal/record"
	"assister/internal/schema"
)

// How many rows a tool gives, and how many it can be asked for (facts 2.1).
const (
	limitUsual = 50
	limitMost  = 200
)

// soughtMax is how long the words may be that are looked for: more say nothing,
// and each is a condition on every text of a kind.
const soughtMax = 200

// Reading are the tools that change nothing, in the table's order.
var Reading = sync.OnceValue(func() (all []*Tool) {
	for _, k := range schema.Kinds {
		all = append(all, reading(k)...)
	}
	all = append(all, ofTasks()...)
	return append(all, collectionQuery(), semanticSearch())
})

// All are the tools, those that read first.
var All = sync.OnceValue(func() []*Tool {
	all := slices.Clone(Reading())
	for _, t := range schema.Tools(schema.Kinds) {
		all = append(all, mutating(t))
	}
	for _, k := range schema.Kinds {
		all = append(all, tagging(k)...)
	}
	return all
})

// Lookup finds a tool by its name, by an alias, or by either with the prefixes
// that the seeds put before them: "chat.tasks", "chat_tasks", "tool_tasks".
func Lookup(name string) *Tool {
	for _, prefix := range prefixes {
		bare, ok := strings.CutPrefix(name, prefix)
		if !ok {
			continue
		}
		// A question needs none of the others, which take ten times as long to make.
		for _, all := range [...]func() []*Tool{Reading, All} {
			for _, t := range all() {
				if t.Name == bare || slices.Contains(t.Aliases, bare) {
					return t
				}
			}
		}
	}
	return nil
}

// prefixes are what the seeds put before the names of tools; the first is nothing.
var prefixes = [...]string{"", "chat.", "chat_", "tool_"}

// Unknown says that there is no tool of a name, and which comes closest.
func Unknown(name string) problem.Problem {
	var names []string
	for _, t := range All() {
		names = append(names, t.Name)
		names = append(names, t.Aliases...)
	}
	p := problem.Problem{Code: "unknown_tool", Field: "tool", Message: "there is no tool " + problem.Quote(name), Hint: "`assister tool list` lists them"}
	for _, prefix := range prefixes {
		bare, ok := strings.CutPrefix(name, prefix)
		if near := problem.Nearest(bare, names); ok && near != "" {
			p.Hint = "did you mean " + near + "?"
		}
	}
	return p
}

// reading are the tools that every kind has: its list, those that some words are
// in, the one of a name, and those that belong to a record of another kind.
func reading(k *schema.Kind) []*Tool {
	list := &Tool{Name: Key(k) + "List", Kind: k, Help: "the " + spaced(k.Plural), Args: choices(k)}
	list.find = list.by(filter.Condition{})
	words := &Tool{Name: Key(k) + "Search", Kind: k, Help: "the " + spaced(k.Plural) + " that have the words in one of their texts",
		Args: []Arg{needed(schema.Field{Name: "query", Type: schema.Text, Max: soughtMax, Help: "the words, in any order, whatever their case and accents"})}}
	words.find = words.by(filter.Condition{})
	name := &Tool{Name: camel(k.Name) + "ByName", Kind: k, Help: "the " + spaced(k.Name) + " of a name, or null", one: true,
		Args: []Arg{needed(schema.Field{Name: "name", Type: schema.Text, Help: "its " + k.Label + ", in whatever case"})}}
	name.find = name.by(filter.Condition{})
	tools := []*Tool{list, words, name}
	for i := range k.Fields {
		f := k.Fields[i]
		if f.Type != schema.Ref {
			continue
		}
		owner := strings.TrimSuffix(f.Name, "Id")
		of := &Tool{Name: Key(k) + "By" + capital(owner), Kind: k, Help: "the " + spaced(k.Plural) + " of a " + spaced(f.Of) + openUnless(k),
			Args: append([]Arg{needed(schema.Field{Name: f.Name, Type: schema.Ref, Of: f.Of, Help: "the id of the " + spaced(f.Of)})}, choices(k, f.Name)...)}
		if part, ok := strings.CutPrefix(k.Plural, f.Of+"_"); ok {
			of.Aliases = []string{Key(k), camel(schema.Lookup(f.Of).Plural + "_" + part)} // "situationNotes", "situationsNotes"
		}
		of.find = of.by(unsettled(k))
		tools = append(tools, of)
	}
	for _, t := range tools {
		if !t.one {
			t.Args = append(t.Args, paging()...)
		}
	}
	return tools
}

// ofTasks are the tools of planned kinds that can be completed, which the seeds
// know by names of their own.
func ofTasks() (tools []*Tool) {
	for _, k := range schema.Kinds {
		if !k.Planned || !k.Settles() {
			continue
		}
		before := Arg{Field: schema.Field{Name: "dueBefore", Type: schema.Date, Help: "planned or due on this day or before"}}
		plain := &Tool{Name: Key(k), Kind: k, Help: "the " + spaced(k.Plural) + openUnless(k), Args: append([]Arg{before}, choices(k)...)}
		plain.find = plain.by(unsettled(k))
		every := &Tool{Name: Key(k) + "Filter", Kind: k, Help: "the " + spaced(k.Plural) + " that all arguments hold of, in whatever state", Args: append([]Arg{before}, choices(k)...)}
		every.find = every.by(filter.Condition{})
		late := &Tool{Name: "overdue", Kind: k, Help: "what was planned for a day before today and is still open",
			Args: []Arg{{Field: schema.Field{Name: "now", Type: schema.Date, Help: "the day to look from; today without it"}}, byRef(k, "projectId")}}
		late.find = late.by(filter.Condition{Filter: filter.Filter{Overdue: filter.Yes}})
		for _, t := range []*Tool{plain, every, late} {
			t.Args = append(t.Args, paging()...)
			tools = append(tools, t)
		}
	}
	return tools
}

func openUnless(k *schema.Kind) string {
	if !k.Settles() {
		return ""
	}
	return " that are open, unless status says otherwise"
}

// unsettled is the condition on what is still open, of a kind that can be
// completed.
func unsettled(k *schema.Kind) (c filter.Condition) {
	if k.Settles() {
		_, at := k.Field("status")
		c.Compare = []filter.Comparison{{At: at, Op: filter.Nin, Values: []record.Value{record.Text("completed"), record.Text("skipped")}}}
	}
	return c
}

// choices are the arguments that choose among the records of a kind: by its
// enumerations, by what is true of it, by a tag, by what it belongs to; but for
// those that are there already.
func choices(k *schema.Kind, there ...string) (args []Arg) {
	for i := range k.Fields {
		f := k.Fields[i]
		if slices.Contains(there, f.Name) || f.Kept {
			continue
		}
		switch f.Type {
		case schema.Enum, schema.Bool:
			f.Required, f.Default, f.Max = false, "", 0
			args = append(args, Arg{Field: f})
		case schema.Tags:
			args = append(args, Arg{Field: schema.Field{Name: "tag", Type: schema.Text, Help: "one of its " + f.Name}})
		case schema.Ref:
			args = append(args, byRef(k, f.Name))
		}
	}
	return args
}

func byRef(k *schema.Kind, name string) Arg {
	f, _ := k.Field(name)
	return Arg{Field: schema.Field{Name: name, Type: schema.Ref, Of: f.Of, Help: "the id of a " + spaced(f.Of)}}
}

func needed(f schema.Field) Arg {
	f.Default = required
	return Arg{Field: f}
}

func paging() []Arg {
	return []Arg{
		{Field: schema.Field{Name: "limit", Min: 1, Help: "at most so many, from 1 to " + itoa(limitMost) + "; " + itoa(limitUsual) + " without it"}, Raw: "integer"},
		{Field: schema.Field{Name: "offset", Help: "leave so many out at the beginning"}, Raw: "integer"},
	}
}

// by is the query of a tool: what holds of all its records, and what the
// arguments add. A status that is asked for takes the place of being open.
func (t *Tool) by(always filter.Condition) func(Arguments) (filter.Query, []problem.Problem) {
	return func(a Arguments) (filter.Query, []problem.Problem) {
		q := filter.Query{Kind: t.Kind, Sort: filter.ByDay(t.Kind)}
		if a.Values["status"].IsNull() {
			q.Where.Compare = always.Compare
		}
		q.Where.Filter = always.Filter
		for _, arg := range t.Args {
			if v := a.Values[arg.Name]; !v.IsNull() && arg.Name != "now" {
				q.Where.All = append(q.Where.All, t.holds(arg, v))
			}
		}
		return q, page(&q, a)
	}
}

// holds is the condition that an argument stands for.
func (t *Tool) holds(arg Arg, v record.Value) (c filter.Condition) {
	k := t.Kind
	one := func(name string, op filter.Operator) filter.Condition {
		_, at := k.Field(name)
		return filter.Condition{Compare: []filter.Comparison{{At: at, Op: op, Values: []record.Value{v}}}}
	}
	switch arg.Name {
	case "name":
		return one(k.Label, filter.Eq)
	case "tag":
		return filter.Condition{Filter: filter.Filter{Tag: v.Text()}}
	case "dueBefore":
		for _, day := range [...]string{k.Day, "deadline"} {
			if _, at := k.Field(day); at >= 0 {
				c.Any = append(c.Any, one(day, filter.Lte))
			}
		}
		return c
	case "query":
		for _, word := range strings.Fields(v.Text()) {
			c.All = append(c.All, mentions(k, record.Text(word)))
		}
		return c
	}
	return one(arg.Name, filter.Eq)
}

// mentions holds of what has a word in one of its texts.
func mentions(k *schema.Kind, word record.Value) (c filter.Condition) {
	for i := range k.Fields {
		if k.Fields[i].Type.Textual() {
			c.Any = append(c.Any, filter.Condition{Compare: []filter.Comparison{{At: i, Op: filter.Contains, Values: []record.Value{word}}}})
		}
	}
	return c
}

// page reads limit and offset into a query. A limit beyond the most is the most.
func page(q *filter.Query, a Arguments) (problems []problem.Problem) {
	whole := func(name string, least, usual int) int {
		n, fault := a.whole(name, least, usual)
		if fault != nil {
			problems = append(problems, *fault)
		}
		return n
	}
	q.Limit = min(whole("limit", 1, limitUsual), limitMost)
	q.Offset = whole("offset", 0, 0)
	return problems
}

// whole is an argument that is a whole number, usual where it is not given.
func (a Arguments) whole(name string, least, usual int) (int, *problem.Problem) {
	v, given := a.Raw[name]
	if !given {
		return usual, nil
	}
	n, ok := v.Int()
	if v.Kind == ijson.String {
		m, err := strconv.Atoi(strings.TrimSpace(v.Text))
		n, ok = int64(m), err == nil
	}
	if !ok || n < int64(least) || n > 1<<31 {
		return usual, &problem.Problem{Code: problem.Invalid(name), Field: name, Message: name + " must be a whole number from " + itoa(least)}
	}
	return int(n), nil
}

// collectionQuery is the tool for all that has none of its own.
func collectionQuery() *Tool {
	names := make([]string, 0, len(schema.Kinds))
	for _, k := range schema.Kinds {
		names = append(names, Key(k))
	}
	t := &Tool{Name: "collectionQuery", Help: "records of any kind by any of their fields: a value, or {eq, ne, lt, lte, gt, gte, in, nin, contains}, with and, or",
		Args: append([]Arg{
			needed(schema.Field{Name: "collection", Type: schema.Text, Aliases: []string{"kind"}, Values: names, Help: "which records"}),
			{Field: schema.Field{Name: "where", Help: "the condition"}, Raw: "object"},
			{Field: schema.Field{Name: "select", Help: "the fields that are wanted; id only where it is among them"}, Raw: "array"},
			{Field: schema.Field{Name: "sort", Help: "fields to sort by, with - before one that goes down"}, Raw: "array"},
			{Field: schema.Field{Name: "count", Type: schema.Bool, Help: "only how many there are"}},
		}, paging()...)}
	t.find = func(a Arguments) (q filter.Query, problems []problem.Problem) {
		word := a.Values["collection"].Text()
		if q.Kind = schema.Named(word); q.Kind == nil {
			p := schema.NoSuchKind(word)
			p.Field = "collection"
			return q, []problem.Problem{p}
		}
		q.Where, problems = filter.Where(q.Kind, a.Raw["where"], a.Clock.Zone)
		var p *problem.Problem
		if q.Sort, p = filter.Sorting(q.Kind, a.Raw["sort"]); p != nil {
			problems = append(problems, *p)
		}
		if q.Select, p = filter.Selecting(q.Kind, a.Raw["select"]); p != nil {
			problems = append(problems, *p)
		}
		q.Count = a.Values["count"].Bool()
		return q, append(problems, page(&q, a)...)
	}
	return t
}

// Key is what a list of a kind is called: "noteSessions".
func Key(k *schema.Kind) string { return camel(k.Plural) }

// mutating is a tool that comes to an operation: "createTask", which others know
// as "create_task", "task.create" and "tasks.insert".
func mutating(of schema.Tool) *Tool {
	k, operation := schema.Resolve(of.Name)
	verb := operation.Verb
	snake := k.ToolName(verb)
	t := &Tool{Name: camel(snake), Aliases: []string{snake, of.Name}, Kind: k, Help: of.Help, Mutates: true, schema: of.Schema}
	switch verb {
	case schema.Create:
		t.Aliases = append(t.Aliases, Key(k)+".insert")
	case schema.Update:
		t.Aliases = append(t.Aliases, Key(k)+".update")
	case schema.SetStatus:
		t.Aliases = append(t.Aliases, "update"+capital(camel(k.Name))+"Status")
	}
	t.Aliases = append(t.Aliases, elsewhere[t.Name]...)
	t.plan = func(_ Bound, v ijson.Value) (op.Op, []problem.Problem, error) {
		named := []ijson.Member{{Name: "op", Value: text(of.Name)}}
		for _, m := range v.Members {
			switch {
			case m.Name == "op":
			case m.Name == camel(k.Name)+"Id": // "taskId"
				named = append(named, ijson.Member{Name: "id", Value: m.Value})
			default:
				named = append(named, m)
			}
		}
		o, problems := op.Decode(object(named...))
		return o, problems, nil
	}
	return t
}

// elsewhere are names that the seeds have for what has another one here.
var elsewhere = map[string][]string{"updateTask": {"setTaskDeadline"}, "setAlarmEnabled": {"toggleAlarmEnabled"}, "appendNote": {"appendToNote"}}

// camel writes words in one: "note_sessions" is "noteSessions".
func camel(snake string) string {
	var b strings.Builder
	for i, part := range strings.Split(snake, "_") {
		if i > 0 {
			part = capital(part)
		}
		b.WriteString(part)
	}
	return b.String()
}

func capital(s string) string {
	for i, r := range s {
		return string(unicode.ToUpper(r)) + s[i+len(string(r)):]
	}
	return s
}

func spaced(snake string) string { return strings.ReplaceAll(snake, "_", " ") }

func itoa(n int) string { return strconv.Itoa(n) }
