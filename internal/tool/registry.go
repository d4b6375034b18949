package tool

import (
	"assister/internal/calendar"
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

// The default and the maximum number of rows in an answer.
const (
	limitDefault = 50
	limitMax     = 200
)

// queryMax is the maximum length of the words to search for: each word is a condition
// on every text field of a kind.
const queryMax = 200

// Reading returns the tools that only read, in the order of the kinds.
var Reading = sync.OnceValue(func() (all []*Tool) {
	for _, k := range schema.Kinds {
		all = append(all, readTools(k)...)
	}
	all = append(all, taskTools()...)
	return append(all, collectionQuery(), semanticSearch())
})

// All returns all tools, the reading ones first.
var All = sync.OnceValue(func() []*Tool {
	all := slices.Clone(Reading())
	for _, t := range schema.Tools(schema.Kinds) {
		all = append(all, operationTool(t))
	}
	for _, k := range schema.Kinds {
		all = append(all, tagTools(k)...)
	}
	for i := range schema.Bulk {
		all = append(all, bulkTool(&schema.Bulk[i], string(schema.Bulk[i].Verb)))
	}
	for _, k := range schema.Kinds {
		if k.Settles() {
			all = append(all, completeTool(k))
		}
	}
	return append(all, bulkCompleteTool())
})

// Lookup returns the tool with a name or an alias, or nil. It accepts the prefixes
// that earlier programs used: "chat.tasks", "chat_tasks", "tool_tasks".
func Lookup(name string) *Tool {
	for _, prefix := range prefixes {
		bare, ok := strings.CutPrefix(name, prefix)
		if !ok {
			continue
		}
		// Try the reading tools first: building all of them takes ten times as long.
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

// prefixes may precede the name of a tool; the first one is empty.
var prefixes = [...]string{"", "chat.", "chat_", "tool_"}

// Unknown returns the problem of an unknown tool, with the closest name as a hint.
func Unknown(name string) problem.Problem {
	var names []string
	for _, t := range All() {
		names = append(names, t.Name)
		names = append(names, t.Aliases...)
	}
	p := problem.Problem{Code: "unknown_tool", Field: "tool", Message: "unknown tool " + problem.Quote(name),
		Hint: "list the tools with `assister tool list`"}
	for _, prefix := range prefixes {
		bare, ok := strings.CutPrefix(name, prefix)
		if near := problem.Nearest(bare, names); ok && near != "" {
			p.Hint = problem.Suggest(near)
		}
	}
	return p
}

// readTools returns the tools that every kind has: its list, a search by words, one
// record by its name, and the records that belong to a record of another kind.
func readTools(k *schema.Kind) []*Tool {
	plural := k.Noun(2)
	list := &Tool{Name: Key(k) + "List", Kind: k, Help: "list the " + plural, Args: filterArgs(k)}
	if f, _ := k.Field("projectId"); f == nil {
		// No project narrows these.
		list.Args = append(list.Args, Arg{Raw: "string", Field: schema.Field{Name: "filter", Aliases: []string{"search"},
			Help: "words to find, or a condition as in collectionQuery"}})
	}
	list.find = list.query(filter.Condition{})

	words := &Tool{Name: Key(k) + "Search", Kind: k, Help: "search the " + plural + " by words",
		Args: append([]Arg{{Field: schema.Field{Name: "query", Type: schema.Text, Max: queryMax,
			Help: "the words to find, in any order; case and accents do not matter; default all"}}}, filterArgs(k)...)}
	words.find = words.query(filter.Condition{})

	name := &Tool{Name: camel(k.Name) + "ByName", Kind: k, Help: "find one " + k.Noun(1) + " by its " + k.Label,
		Args: []Arg{required(schema.Field{Name: "name", Type: schema.Text,
			Help: "its " + k.Label + "; case does not matter"})}}
	name.single = true
	name.find = name.query(filter.Condition{})

	tools := []*Tool{list, words, name}
	for i := range k.Fields {
		if f := &k.Fields[i]; f.Type == schema.Ref {
			tools = append(tools, ownedTool(k, f))
		}
	}
	for _, t := range tools {
		if !t.single {
			t.Args = append(t.Args, pageArgs()...)
		}
	}
	return tools
}

// ownedTool returns the tool that lists the records that point to one record with a
// field: "tasksByProject".
func ownedTool(k *schema.Kind, f *schema.Field) *Tool {
	owner := schema.Field{Name: f.Name, Type: schema.Ref, Of: f.Of, Help: "the id of the " + schema.Lookup(f.Of).Noun(1)}
	t := &Tool{
		Name: Key(k) + "By" + capital(strings.TrimSuffix(f.Name, "Id")),
		Kind: k,
		Help: "list the " + k.Noun(2) + " of " + schema.Lookup(f.Of).One() + openByDefault(k),
		Args: append([]Arg{required(owner)}, filterArgs(k, f.Name)...),
	}
	if part, ok := strings.CutPrefix(k.Plural, f.Of+"_"); ok {
		// "situationNotes", "situationsNotes"
		t.Aliases = []string{Key(k), camel(schema.Lookup(f.Of).Plural + "_" + part)}
	}
	t.find = t.query(unsettled(k))
	return t
}

// taskTools returns the further tools of planned kinds that can be completed.
func taskTools() (tools []*Tool) {
	for _, k := range schema.Kinds {
		if !k.Planned || !k.Settles() {
			continue
		}
		plural := k.Noun(2)
		before := Arg{Field: schema.Field{Name: "dueBefore", Type: schema.Date, Help: "planned or due on or before this day"}}
		today := Arg{Field: schema.Field{Name: "now", Type: schema.Date, Help: "the current day; default today"}}

		soon := before
		soon.Help += "; default tomorrow"
		open := &Tool{Name: Key(k), Kind: k, Help: "list the " + plural + " up to a day" + openByDefault(k),
			Args: append([]Arg{soon}, filterArgs(k)...)}
		open.find = untilTomorrow(open.query(unsettled(k)))

		every := &Tool{Name: Key(k) + "Filter", Kind: k,
			Help: "list the " + plural + " with any status that match all arguments",
			Args: append([]Arg{before}, filterArgs(k)...)}
		every.find = every.query(filter.Condition{})

		late := &Tool{Name: "overdue", Kind: k,
			Help: "list the open " + plural + " that were planned or due on an earlier day",
			Args: []Arg{today, refArg(k, "projectId")}}
		late.find = beforeToday(late.query(filter.Condition{}))

		for _, t := range []*Tool{open, every, late} {
			t.Args = append(t.Args, pageArgs()...)
			tools = append(tools, t)
		}
	}
	return tools
}

// untilTomorrow has a query without dueBefore end with tomorrow.
func untilTomorrow(find finder) finder {
	return func(a Arguments) (filter.Query, []problem.Problem) {
		if a.Values["dueBefore"].IsNull() {
			a.Values["dueBefore"] = record.Date(a.Clock.Today().AddDays(1))
		}
		return find(a)
	}
}

// beforeToday has a query find what is overdue, and what is open past its deadline.
func beforeToday(find finder) finder {
	return func(a Arguments) (filter.Query, []problem.Problem) {
		q, problems := find(a)
		late := filter.Condition{Any: []filter.Condition{{Overdue: filter.Yes}}}
		if _, at := q.Kind.Field("deadline"); at >= 0 {
			missed := unsettled(q.Kind)
			missed.All = append(missed.All, compare("deadline", filter.Lt, record.Date(a.today())))
			late.Any = append(late.Any, missed)
		}
		q.Where.All = append(q.Where.All, late)
		return q, problems
	}
}

// openByDefault describes the tools that list only open records, unless the argument
// status asks for others.
func openByDefault(k *schema.Kind) string {
	if !k.Settles() {
		return ""
	}
	return "; only open ones unless status is given"
}

// unsettled is the condition that a record is open, for a kind that can be completed.
func unsettled(k *schema.Kind) (c filter.Condition) {
	if k.Settles() {
		settled := []record.Value{record.Text("completed"), record.Text("skipped")}
		c.Compare = []filter.Comparison{{Field: "status", Op: filter.Nin, Values: settled}}
	}
	return c
}

// filterArgs returns the arguments that filter the records of a kind: by its
// enumerations and flags, by a tag, and by the records that it belongs to. It leaves
// out the fields that the tool filters by already.
func filterArgs(k *schema.Kind, except ...string) (args []Arg) {
	for i := range k.Fields {
		f := k.Fields[i]
		if slices.Contains(except, f.Name) || f.Kept {
			continue
		}
		switch f.Type {
		case schema.Enum, schema.Bool:
			f.Required, f.Default, f.Max = false, "", 0
			args = append(args, Arg{Field: f})
		case schema.Tags:
			if f.Name == "tags" {
				args = append(args, Arg{Field: schema.Field{Name: "tag", Type: schema.Text, Help: "a tag that it has"}})
			}
		case schema.Ref:
			args = append(args, refArg(k, f.Name))
		}
	}
	return args
}

func refArg(k *schema.Kind, name string) Arg {
	f, _ := k.Field(name)
	help := "the id of its " + schema.Lookup(f.Of).Noun(1)
	return Arg{Field: schema.Field{Name: name, Type: schema.Ref, Of: f.Of, Help: help}}
}

func required(f schema.Field) Arg {
	f.Default = requiredMark
	return Arg{Field: f}
}

func pageArgs() []Arg {
	return []Arg{
		limitArg(limitDefault, limitMax),
		{Field: schema.Field{Name: "offset", Help: "skip this many records"}, Raw: "integer"},
	}
}

func limitArg(usual, most int) Arg {
	help := "return at most this many records, from 1 to " + itoa(most) + "; default " + itoa(usual)
	return Arg{Field: schema.Field{Name: "limit", Min: 1, Help: help}, Raw: "integer"}
}

// query returns the function that builds the tool's query: a condition on all its
// records, and one for each argument. The argument status replaces the condition that
// a record is open.
func (t *Tool) query(always filter.Condition) finder {
	return func(a Arguments) (q filter.Query, problems []problem.Problem) {
		q = filter.Query{Kind: t.Kind, Sort: filter.ByDay(t.Kind)}
		if q.Where = always; !a.Values["status"].IsNull() {
			q.Where.Compare = nil
		}
		for _, arg := range t.Args {
			if v := a.Values[arg.Name]; !v.IsNull() && arg.Name != "now" {
				q.Where.All = append(q.Where.All, t.condition(arg, v))
			}
		}
		if v, given := a.Raw["filter"]; given {
			var c filter.Condition
			c, problems = wordsOrCondition(t.Kind, v, a.Clock)
			q.Where.All = append(q.Where.All, c)
		}
		return q, append(problems, page(&q, a)...)
	}
}

// wordsOrCondition reads a filter: a text has the words to find.
func wordsOrCondition(k *schema.Kind, v ijson.Value, c calendar.Clock) (filter.Condition, []problem.Problem) {
	if v.Kind != ijson.String {
		return filter.Where(k, v, c)
	}
	words, p := record.Parse(&schema.Field{Name: "filter", Type: schema.Text, Max: queryMax}, v)
	if p != nil {
		return filter.Condition{}, []problem.Problem{*p}
	}
	return containsAll(k, words.Text()), nil
}

// condition returns the condition that an argument stands for.
func (t *Tool) condition(arg Arg, v record.Value) (c filter.Condition) {
	k := t.Kind
	one := func(name string, op filter.Operator) filter.Condition {
		return compare(name, op, v)
	}
	switch arg.Name {
	case "name":
		return one(k.Label, filter.Eq)
	case "tag":
		return filter.Comparing(filter.Tagged(v.Text()))
	case "dueBefore":
		for _, day := range [...]string{k.Day, "deadline"} {
			if _, at := k.Field(day); at >= 0 {
				c.Any = append(c.Any, one(day, filter.Lte))
			}
		}
		return c
	case "query":
		return containsAll(k, v.Text())
	}
	return one(arg.Name, filter.Eq)
}

// containsAll is the condition that the fields of a kind contain all words of a text.
func containsAll(k *schema.Kind, text string) (c filter.Condition) {
	for _, word := range strings.Fields(text) {
		c.All = append(c.All, contains(k, record.Text(word)))
	}
	return c
}

// contains is the condition that one of the text fields of a kind contains a word, or
// that it is a tag or another name.
func contains(k *schema.Kind, word record.Value) (c filter.Condition) {
	for i := range k.Fields {
		if t := k.Fields[i].Type; t.Textual() || t == schema.Tags {
			c.Any = append(c.Any, compare(k.Fields[i].Name, filter.Contains, word))
		}
	}
	return c
}

func compare(field string, op filter.Operator, v record.Value) filter.Condition {
	return filter.Comparing(filter.Comparison{Field: field, Op: op, Values: []record.Value{v}})
}

// page reads limit and offset into a query. A larger limit than the maximum becomes
// the maximum.
func page(q *filter.Query, a Arguments) (problems []problem.Problem) {
	number := func(name string, least, usual int) int {
		n, fault := a.integer(name, least, usual)
		if fault != nil {
			problems = append(problems, *fault)
		}
		return n
	}
	q.Limit = min(number("limit", 1, limitDefault), limitMax)
	q.Offset = number("offset", 0, 0)
	return problems
}

// integer returns an argument that is a whole number, as a number or as a text, or the
// default.
func (a Arguments) integer(name string, least, usual int) (int, *problem.Problem) {
	v, given := a.Raw[name]
	if !given {
		return usual, nil
	}
	n, ok := record.Whole(v)
	if !ok || n < int64(least) || n > 1<<31 {
		return usual, &problem.Problem{Code: problem.Invalid(name), Field: name,
			Message: name + " must be a whole number from " + itoa(least)}
	}
	return int(n), nil
}

// collectionQuery returns the tool that queries records of any kind by any field.
func collectionQuery() *Tool {
	names := make([]string, 0, len(schema.Kinds))
	for _, k := range schema.Kinds {
		names = append(names, Key(k))
	}
	t := &Tool{
		Name: "collectionQuery",
		Help: "query records of any kind by any field: a value, or " +
			"{eq, ne, lt, lte, gt, gte, in, nin, contains}, combined with and, or",
		Args: append([]Arg{
			required(schema.Field{Name: "collection", Type: schema.Text, Aliases: []string{"kind"}, Values: names,
				Help: "the kind of the records"}),
			{Field: schema.Field{Name: "where", Help: "the condition"}, Raw: "object"},
			{Field: schema.Field{Name: "select", Help: "the fields to return; id only if it is listed"}, Raw: "array"},
			{Field: schema.Field{Name: "sort", Help: "the fields to sort by; - before a field sorts descending"}, Raw: "array"},
			{Field: schema.Field{Name: "count", Type: schema.Bool, Help: "return only the number of records"}},
		}, pageArgs()...),
	}
	t.find = func(a Arguments) (q filter.Query, problems []problem.Problem) {
		word := a.Values["collection"].Text()
		if q.Kind = schema.Named(word); q.Kind == nil {
			p := schema.NoSuchKind(word)
			p.Field = "collection"
			return q, []problem.Problem{p}
		}
		q.Where, problems = filter.Where(q.Kind, a.Raw["where"], a.Clock)
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

// Key returns the name of a list of a kind: "noteSessions".
func Key(k *schema.Kind) string { return camel(k.Plural) }

// operationTool returns the tool that proposes an operation: "createTask", with the
// aliases "create_task", "task.create" and "tasks.insert".
func operationTool(of schema.Tool) *Tool {
	k, operation := schema.Resolve(of.Name)
	verb := operation.Verb
	snake := k.ToolName(verb)
	t := &Tool{Name: camel(snake), Aliases: []string{snake, of.Name}, Kind: k, Help: of.Help, Mutates: true}
	t.schema = of.Schema
	switch verb {
	case schema.Create:
		t.Aliases = append(t.Aliases, Key(k)+".insert")
	case schema.Update:
		t.Aliases = append(t.Aliases, Key(k)+".update")
	case schema.SetStatus:
		t.Aliases = append(t.Aliases, "update"+capital(camel(k.Name))+"Status")
	}
	t.Aliases = append(t.Aliases, furtherAliases[t.Name]...)
	t.plan = decoder(of.Name, camel(k.Name)+"Id") // "taskId"
	return t
}

// bulkTool returns the tool that proposes an operation on all records that a filter
// matches: "bulkUpdate", with the alias "bulk_update". It belongs to no kind, since the
// filter names the kinds. The operation is decoded by the name.
func bulkTool(o *schema.Operation, name string) *Tool {
	t := &Tool{Name: camel(name), Aliases: []string{name}, Help: o.Help, Mutates: true}
	t.schema = schema.BulkJSONSchema(o.Verb)
	decode := decoder(name, "")
	t.plan = func(b Bound, v ijson.Value) (op.Op, []problem.Problem, error) {
		v.Members = slices.Clone(v.Members)
		for i := range v.Members {
			if m := &v.Members[i]; m.Name == "where" || m.Name == "set" {
				m.Value = unquotedObject(m.Value)
			}
		}
		return decode(b, v)
	}
	return t
}

// completeTool returns the tool that completes one record, for programs of older contracts:
// "completeTask" is setTaskStatus without a status.
func completeTool(k *schema.Kind) *Tool {
	name := "complete_" + k.Name
	return &Tool{Name: camel(name), Aliases: []string{name}, Kind: k, Help: "complete a " + k.Noun(1), Mutates: true,
		behaviour: behaviour{plan: decoder(name, camel(k.Name)+"Id")},
		schema:    withoutStatus(k.JSONSchema(schema.SetStatus))}
}

// bulkCompleteTool is bulkSetStatus without a status.
func bulkCompleteTool() *Tool {
	t := bulkTool(schema.BulkOperation(schema.BulkSetStatus), "bulk_complete")
	t.Help, t.schema = "complete all records that match where", withoutStatus(t.schema)
	return t
}

// withoutStatus returns the JSON Schema of arguments that have no status.
func withoutStatus(of []byte) []byte {
	v := parse(of)
	for i := range v.Members {
		switch list := &v.Members[i].Value; v.Members[i].Name {
		case "properties":
			list.Members = slices.DeleteFunc(list.Members, func(m ijson.Member) bool { return m.Name == "status" })
		case "required":
			list.Items = slices.DeleteFunc(list.Items, func(name ijson.Value) bool { return name.Text == "status" })
		}
	}
	return ijson.AppendValue(nil, v)
}

// decoder returns the function that decodes the arguments of the tool of an operation. The
// argument id may have another name, if that is not blank.
func decoder(name, id string) proposer {
	return func(b Bound, v ijson.Value) (op.Op, []problem.Problem, error) {
		named := []ijson.Member{{Name: "op", Value: text(name)}}
		for _, m := range v.Members {
			switch m.Name {
			case "op":
			case id:
				named = append(named, ijson.Member{Name: "id", Value: m.Value})
			default:
				named = append(named, m)
			}
		}
		o, problems := op.Decode(object(named...), b.clock)
		return o, problems, nil
	}
}

// furtherAliases are names of earlier programs that do not follow from the operation.
var furtherAliases = map[string][]string{
	"updateTask":      {"setTaskDeadline"},
	"setAlarmEnabled": {"toggleAlarmEnabled"},
	"appendNote":      {"appendToNote"},
}

// camel returns a name in camel case: "noteSessions" for "note_sessions".
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

func itoa(n int) string { return strconv.Itoa(n) }
