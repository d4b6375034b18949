package op

import (
	"strings"

	"assister/internal/ijson"
	"assister/internal/problem"
	"assister/internal/schema"
)

// Verbs of earlier generations (facts 1.1). They are accepted and written as
// set_status and bulk_set_status.
const (
	complete           schema.Verb = "complete"
	completeOccurrence schema.Verb = "complete_occurrence"
	bulkComplete       schema.Verb = "bulk_complete"
)

// envelope is an object taken apart into the name of an operation and what
// remains: arguments that came nested are laid beside the others.
type envelope struct {
	name    string // of the operation, lower case; "" when there is none
	call    bool   // the name came as a tool call's
	kind    string // lower case; "" when there is none
	members []ijson.Member
}

// nestings are the names that arguments are found under.
var nestings = [...]string{"arguments", "args", "data", "params", "parameters", "fields"}

// open takes an object apart. What is nested fills in what is missing outside
// and overwrites nothing there (facts 1.10).
func open(v ijson.Value) (envelope, *problem.Problem) {
	e := envelope{members: append([]ijson.Member(nil), v.Members...)}
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

// fill adds nested members that are not there yet. Those that say what the
// operation is count only while nothing outside has said so.
func (e *envelope) fill(object ijson.Value) *problem.Problem {
	inner := envelope{members: append([]ijson.Member(nil), object.Members...)}
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

// argumentsOf reads nested arguments: an object, or one as a JSON string, which
// models like to put between fences. What cannot be read is never repeated.
func argumentsOf(name string, v ijson.Value) (ijson.Value, *problem.Problem) {
	bad := &problem.Problem{Code: problem.Invalid("arguments"), Field: name,
		Message: name + " must be an object, or one as a JSON string", Hint: `such as {"title":"Buy milk"}`}
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

// naming is the members that say which operation it is, and nothing else.
var naming = [...]string{"op", "action", "tool"}

// readName takes the members that say which operation it is on what.
func (e *envelope) readName(called bool) *problem.Problem {
	for _, member := range naming {
		v, ok := e.take(member)
		if !ok || blank(v) {
			continue
		}
		if v.Kind != ijson.String {
			return &problem.Problem{Code: problem.InvalidOp, Field: "op", Message: "op must be a string", Hint: operationsHint()}
		}
		name := lower(v.Text)
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
			return &problem.Problem{Code: problem.UnknownKind, Field: "kind", Message: "kind must be a string", Hint: schema.NoSuchKind("").Hint}
		}
		e.kind = kindOf(v.Text)
	}
	return nil
}

// readLooseName takes an operation's name from "type" and "name", which may also
// be fields: a project called "delete" is not an order to delete it.
func (e *envelope) readLooseName(called bool) {
	if e.name != "" {
		return
	}
	v, _ := e.get("name")
	kind, verb := spelled(lower(v.Text))
	if v.Kind == ijson.String && (called || !e.has("kind") && known(lower(v.Text)) && (kind != "" || verb.Bulk())) {
		e.take("name")
		e.name, e.call = lower(v.Text), true
		return
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

// takeCall drops what belongs to a tool call and not to its operation.
func (e *envelope) takeCall() {
	e.take("call_id")
	e.take("index")
	if v, _ := e.get("type"); strings.HasPrefix(v.Text, "function") || strings.HasPrefix(v.Text, "tool") {
		e.take("type")
	}
	if v, _ := e.get("id"); v.Kind == ijson.String {
		if _, ok := readTarget("", v); !ok {
			e.take("id")
		}
	}
}

func (e *envelope) has(name string) bool {
	_, ok := e.get(name)
	return ok
}

func (e *envelope) get(name string) (ijson.Value, bool) {
	return ijson.Value{Members: e.members}.Get(name)
}

// take is get, and the member is gone.
func (e *envelope) take(name string) (ijson.Value, bool) {
	for i, m := range e.members {
		if m.Name == name {
			e.members = append(e.members[:i:i], e.members[i+1:]...)
			return m.Value, true
		}
	}
	return ijson.Value{}, false
}

// spelled takes an operation's name apart; either part may be missing, and
// neither need exist.
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

// known reports whether the name is that of an operation.
func known(name string) bool {
	kind, verb := spelled(name)
	if kind == "" {
		return verbKnown(verb)
	}
	k := schema.Lookup(kind)
	return k != nil && (k.Operation(verb) != nil || k.Settles() && (verb == complete || verb == completeOccurrence))
}

func verbKnown(v schema.Verb) bool {
	if v.Bulk() || v == complete || v == completeOccurrence || v == bulkComplete {
		return true
	}
	for _, k := range schema.Kinds {
		if k.Operation(v) != nil {
			return true
		}
	}
	return false
}

// kindOf is the kind that a word names, in whatever spelling; a word that names
// none is kept, to be told of.
func kindOf(word string) string {
	if word = lower(word); word == "todo" {
		return "task"
	}
	if k := schema.Named(word); k != nil {
		return k.Name
	}
	return word
}

func lower(s string) string { return strings.ToLower(strings.TrimSpace(s)) }

// blank is null in either spelling.
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

// operationsHint names the operations, those that every kind has once for all.
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
	return "the operations are " + strings.Join(others, ", ") + ", and .create, .update and .delete of " + strings.Join(kinds, ", ")
}

func conflict(a, b string) *problem.Problem {
	return &problem.Problem{Code: problem.ConflictingAliases, Field: b,
		Message: a + " and " + b + " say different things", Hint: "give one of them"}
}
