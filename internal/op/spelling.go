package op

import (
	"strings"
	"unicode"

	"assister/internal/ijson"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
)

// Verbs of older programs. They are read as set_status and bulk_set_status.
const (
	complete           schema.Verb = "complete"
	completeOccurrence schema.Verb = "complete_occurrence"
	bulkComplete       schema.Verb = "bulk_complete"
)

// envelope is an object split into the name of an operation and its other members.
// Nested arguments are members like the others.
type envelope struct {
	name    string // of the operation, lower case; "" if there is none
	call    bool   // the name is that of a tool call
	kind    string // lower case; "" if there is none
	members []ijson.Member
	aliases record.Aliases
}

// completing reports whether a verb sets the status to completed by its name.
func completing(v schema.Verb) bool {
	return v == complete || v == completeOccurrence || v == bulkComplete
}

// nestings are the members that models nest arguments in.
var nestings = [...]string{"arguments", "args", "data", "params", "parameters", "fields"}

// open reads an object as an envelope. Nested members are used only if the object
// does not have them itself.
func open(v ijson.Value, aliases record.Aliases) (envelope, *problem.Problem) {
	e := envelope{members: append([]ijson.Member(nil), v.Members...), aliases: aliases}
	if f, ok := v.Get("function"); ok && f.Kind == ijson.Object {
		e.take("function")
		e.take("id") // the call's, not a record's
		e.members = append(e.members, f.Members...)
	}
	var nested []ijson.Value
	for _, name := range nestings {
		arguments, ok := e.take(name)
		if !ok {
			continue
		}
		object, p := argumentsOf(name, arguments)
		if p != nil {
			return envelope{}, p
		}
		nested = append(nested, object)
	}
	fault := e.readName(len(nested) > 0)
	for _, object := range nested {
		if p := e.fill(object); fault == nil {
			fault = p
		}
	}
	return e, fault
}

// fill adds nested members that the envelope does not have. A nested name of an
// operation is used only if the envelope has none.
func (e *envelope) fill(object ijson.Value) *problem.Problem {
	inner := envelope{members: append([]ijson.Member(nil), object.Members...), aliases: e.aliases}
	if e.name != "" {
		for _, name := range naming {
			inner.take(name)
		}
		inner.name = e.name
	}
	if p := inner.readName(false); p != nil {
		return p
	}
	e.name = inner.name
	if kind, _ := spelled(e.name); e.kind == "" && kind == "" {
		e.kind = inner.kind
	}
	for _, m := range inner.members {
		if !e.has(m.Name) {
			e.members = append(e.members, m)
		}
	}
	return nil
}

// argumentsOf reads nested arguments: an object, or a JSON string of one, which
// models often put into a Markdown code block. The problem does not repeat text
// that cannot be read.
func argumentsOf(name string, v ijson.Value) (ijson.Value, *problem.Problem) {
	bad := &problem.Problem{Code: problem.Invalid("arguments"), Field: name,
		Message: name + " must be an object, or a JSON string that holds one", Hint: `such as {"title":"Buy milk"}`}
	switch {
	case blank(v):
		return ijson.Value{Kind: ijson.Object}, nil
	case v.Kind == ijson.Object:
		return v, nil
	case v.Kind != ijson.String:
		return ijson.Value{}, bad
	}
	object, p := ijson.Parse([]byte(unfenced(v.Text)))
	if p != nil || object.Kind != ijson.Object {
		return ijson.Value{}, bad
	}
	return object, nil
}

// unfenced returns the text inside of a Markdown code block.
func unfenced(s string) string {
	s = strings.TrimSpace(s)
	inside, fenced := strings.CutPrefix(s, "```")
	if !fenced {
		return s
	}
	inside, _ = strings.CutSuffix(inside, "```")
	if i := strings.IndexByte(inside, '{'); i >= 0 {
		return inside[i:]
	}
	return inside
}

// naming are the members that can only be the name of the operation.
var naming = [...]string{"op", "action", "tool"}

// readName reads the name of the operation and its kind.
func (e *envelope) readName(called bool) *problem.Problem {
	for _, member := range naming {
		v, ok := e.take(member)
		if !ok || blank(v) {
			continue
		}
		if v.Kind != ijson.String {
			return &problem.Problem{Code: problem.InvalidOp, Field: "op",
				Message: "op must be a string", Hint: operationsHint()}
		}
		name := nameOf(v.Text)
		switch kind, verb := spelled(name); {
		case e.name == "":
			e.name, e.call = name, member == "tool"
		case !agrees(e.name, name):
			return conflict("op", member)
		case kind != "":
			e.name = kind + "." + string(verb)
		}
	}
	e.readLooseName(called)
	if e.call {
		e.takeCall()
	}
	v, _ := e.take("kind")
	if !blank(v) {
		if v.Kind != ijson.String {
			return &problem.Problem{Code: problem.UnknownKind, Field: "kind",
				Message: "kind must be a string", Hint: schema.NoSuchKind("").Hint}
		}
		e.kind = kindOf(v.Text)
	}
	return nil
}

// readLooseName reads the name of the operation from "type" or "name", which may
// be fields instead: a project called "delete" must not be deleted.
func (e *envelope) readLooseName(called bool) {
	if e.name != "" {
		return
	}
	if v, _ := e.get("name"); v.Kind == ijson.String {
		name := nameOf(v.Text)
		if called || !e.has("kind") && namesKind(name) {
			e.take("name")
			e.name, e.call = name, true
			return
		}
	}
	if v, _ := e.get("type"); v.Kind == ijson.String && known(lower(v.Text)) {
		e.take("type")
		e.name = lower(v.Text)
	}
}

// agrees reports whether two names can mean the same operation.
func agrees(a, b string) bool {
	kindA, verbA := spelled(a)
	kindB, verbB := spelled(b)
	return verbA == verbB && (kindA == kindB || kindA == "" || kindB == "")
}

// takeCall drops members that belong to a tool call and not to its operation.
func (e *envelope) takeCall() {
	e.take("call_id")
	e.take("index")
	if v, _ := e.get("type"); strings.HasPrefix(v.Text, "function") || strings.HasPrefix(v.Text, "tool") {
		e.take("type")
	}
	if v, _ := e.get("id"); v.Kind == ijson.String {
		if !looksLikeID(e.aliases, v) {
			e.take("id")
		}
	}
}

// looksLikeID reports whether a text is written as the id of a record, even of one that
// does not exist.
func looksLikeID(aliases record.Aliases, v ijson.Value) bool {
	if aliases == nil {
		_, p := readTarget(nil, "", v)
		return p == nil
	}
	_, p := aliases.Key(v)
	return p == nil || p.Code == problem.IDNotInContext
}

func (e *envelope) has(name string) bool {
	_, ok := e.get(name)
	return ok
}

func (e *envelope) get(name string) (ijson.Value, bool) {
	return ijson.Value{Members: e.members}.Get(name)
}

// take returns a member and removes it.
func (e *envelope) take(name string) (ijson.Value, bool) {
	for i, m := range e.members {
		if m.Name == name {
			e.members = append(e.members[:i:i], e.members[i+1:]...)
			return m.Value, true
		}
	}
	return ijson.Value{}, false
}

// spelled splits the name of an operation. Either part may be "", and neither
// needs to exist in the schema.
func spelled(name string) (kind string, verb schema.Verb) {
	if before, after, ok := strings.Cut(name, "."); ok {
		return kindOf(before), schema.Verb(strings.TrimSpace(after))
	}
	if name == "" || verbKnown(schema.Verb(name)) {
		return "", schema.Verb(name)
	}
	for _, k := range schema.Kinds {
		names := []string{k.Name}
		if k.Name == "task" {
			names = append(names, "todo")
		}
		for _, alias := range names {
			as := schema.Kind{Name: alias, Operations: k.Operations}
			for i := range k.Operations {
				if v := k.Operations[i].Verb; name == as.ToolName(v) || name == alias+"_"+string(v) {
					return k.Name, v
				}
			}
			for _, v := range []schema.Verb{complete, completeOccurrence} {
				if k.Settles() && (name == as.ToolName(v) || name == alias+"_"+string(v)) {
					return k.Name, v
				}
			}
		}
	}
	return "", schema.Verb(name)
}

// namesKind reports whether the name is that of an operation and has its kind.
func namesKind(name string) bool {
	kind, verb := spelled(name)
	return known(name) && (kind != "" || verb.Bulk())
}

// known reports whether the name is that of an operation.
func known(name string) bool {
	kind, verb := spelled(name)
	if kind == "" {
		return verbKnown(verb)
	}
	k := schema.Lookup(kind)
	if k == nil {
		return false
	}
	older := verb == complete || verb == completeOccurrence
	return k.Operation(verb) != nil || older && k.Settles()
}

func verbKnown(v schema.Verb) bool {
	if v.Bulk() || completing(v) {
		return true
	}
	for _, k := range schema.Kinds {
		if k.Operation(v) != nil {
			return true
		}
	}
	return false
}

// kindOf returns the name of the kind that a word means, in any spelling. An unknown
// word is returned as it is, for the error message.
func kindOf(word string) string {
	if word = lower(word); word == "todo" {
		return "task"
	}
	if k := schema.Named(word); k != nil {
		return k.Name
	}
	return word
}

// nameOf returns the name of an operation in lower case, with "_" between the words of a
// tool's name: "create_task" for "createTask".
func nameOf(text string) string {
	var b strings.Builder
	small := false // the letter before
	for _, r := range strings.TrimSpace(text) {
		if unicode.IsUpper(r) && small {
			b.WriteByte('_')
		}
		small = unicode.IsLower(r)
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

func lower(s string) string { return strings.ToLower(strings.TrimSpace(s)) }

// blank reports whether v is null or a string of white space, which means the same.
func blank(v ijson.Value) bool {
	return v.Kind == ijson.Null || v.Kind == ijson.String && strings.TrimSpace(v.Text) == ""
}

func operationNames() []string {
	var names []string
	for _, k := range schema.Kinds {
		for i := range k.Operations {
			names = append(names, k.Name+"."+string(k.Operations[i].Verb))
		}
	}
	for i := range schema.Bulk {
		names = append(names, string(schema.Bulk[i].Verb))
	}
	return names
}

// operationsHint lists the operations. Those that every kind has are listed once.
func operationsHint() string {
	var kinds, others []string
	for _, k := range schema.Kinds {
		kinds = append(kinds, k.Name)
		for i := range k.Operations {
			switch v := k.Operations[i].Verb; v {
			case schema.Create, schema.Update, schema.Delete:
			default:
				others = append(others, k.Name+"."+string(v))
			}
		}
	}
	for i := range schema.Bulk {
		others = append(others, string(schema.Bulk[i].Verb))
	}
	return "the operations are " + strings.Join(others, ", ") +
		", and .create, .update and .delete of " + strings.Join(kinds, ", ")
}

func conflict(a, b string) *problem.Problem {
	return &problem.Problem{Code: problem.ConflictingAliases, Field: b,
		Message: a + " and " + b + " contradict each other", Hint: "give only one of them"}
}
