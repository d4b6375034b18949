package schema

import (
	"strings"

	"assister/internal/problem"
)

// Named finds a kind by its name or its plural, however the words of either are
// put together: "note_session", "noteSessions", "Note-Sessions". Nil is none.
func Named(word string) *Kind {
	if k := Lookup(word); k != nil { // as every operation of a long stream says it
		return k
	}
	word = joined(word)
	for _, k := range Kinds {
		if word == joined(k.Name) || word == joined(k.Plural) {
			return k
		}
	}
	return nil
}

// joined is a name without what stands between its words.
func joined(name string) string {
	return apart.Replace(strings.ToLower(strings.TrimSpace(name)))
}

var apart = strings.NewReplacer("_", "", "-", "", " ", "")

// NoSuchKind says that a word names no kind, and which name comes closest.
func NoSuchKind(word string) problem.Problem {
	var names, known []string
	for _, k := range Kinds {
		names = append(names, k.Name)
		known = append(known, k.Name, k.Plural)
	}
	hint := "the kinds are " + strings.Join(names, ", ")
	if near := problem.Nearest(word, known); near != "" {
		hint = "did you mean " + near + "?"
	}
	return problem.Problem{Code: problem.UnknownKind, Message: "there is no kind " + problem.Quote(word), Hint: hint}
}

// ToolName is the operation's name with the verb in front, as programs that
// speak MCP know it: "create_task", "set_task_status". A verb of two words takes
// the kind between them.
func (k *Kind) ToolName(v Verb) string {
	if does, what, two := strings.Cut(string(v), "_"); two && k.Operation(v) != nil {
		return does + "_" + k.Name + "_" + what
	}
	return string(v) + "_" + k.Name
}

// Resolve finds the operation that a name means, in any of its spellings:
// "task.create", "task_create", "create_task", "bulk_update". Of a bulk
// operation the kind is nil.
func Resolve(name string) (k *Kind, o *Operation) {
	if o := BulkOperation(Verb(name)); o != nil {
		return nil, o
	}
	for _, k := range Kinds {
		for i := range k.Operations {
			o := &k.Operations[i]
			v := string(o.Verb)
			if name == k.Name+"."+v || name == k.Name+"_"+v || name == k.ToolName(o.Verb) {
				return k, o
			}
		}
	}
	return nil, nil
}

// One is the kind's name with its article: "a task", "an event".
func (k *Kind) One() string {
	if strings.ContainsRune("aeiou", rune(k.Name[0])) {
		return "an " + k.Name
	}
	return "a " + k.Name
}

// Settles reports whether records of the kind can be completed.
func (k *Kind) Settles() bool { return k.Operation(SetStatus) != nil }
