package schema

import (
	"strings"

	"assister/internal/problem"
)

// Named finds a kind by its name or its plural in any spelling: "note_session",
// "noteSessions", "Note-Sessions". It returns nil if there is none.
func Named(word string) *Kind {
	if k := Lookup(word); k != nil { // the common case, in every operation of a stream
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

// joined returns a name in lower case without separators.
func joined(name string) string {
	return apart.Replace(strings.ToLower(strings.TrimSpace(name)))
}

var apart = strings.NewReplacer("_", "", "-", "", " ", "")

// NoSuchKind returns the problem of an unknown kind, with the most similar name as a
// hint.
func NoSuchKind(word string) problem.Problem {
	var names, known []string
	for _, k := range Kinds {
		names = append(names, k.Name)
		known = append(known, k.Name, k.Plural)
	}
	hint := problem.DidYouMean(word, known, "the kinds are "+strings.Join(names, ", "))
	return problem.Problem{Code: problem.UnknownKind, Message: "there is no kind " + problem.Quote(word), Hint: hint}
}

// ToolName returns the operation's name with the verb first, as in MCP:
// "create_task", "set_task_status". The kind is between the words of a verb of two.
func (k *Kind) ToolName(v Verb) string {
	if does, what, two := strings.Cut(string(v), "_"); two && k.Operation(v) != nil {
		return does + "_" + k.Name + "_" + what
	}
	return string(v) + "_" + k.Name
}

// Resolve finds an operation by its name in any spelling: "task.create",
// "task_create", "create_task", "bulk_update". The kind is nil for a bulk operation.
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

// Noun returns the name of n records of the kind in text for people: "checklist item",
// "checklist items".
func (k *Kind) Noun(n int) string {
	name := k.Plural
	if n == 1 {
		name = k.Name
	}
	return strings.ReplaceAll(name, "_", " ")
}

// One returns the noun with its article: "a task", "an event".
func (k *Kind) One() string {
	if strings.ContainsRune("aeiou", rune(k.Name[0])) {
		return "an " + k.Noun(1)
	}
	return "a " + k.Noun(1)
}

// Settles reports whether records of the kind can be completed.
func (k *Kind) Settles() bool { return k.Operation(SetStatus) != nil }
