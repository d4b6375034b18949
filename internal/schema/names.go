package schema

import "strings"

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

// Settles reports whether records of the kind can be completed.
func (k *Kind) Settles() bool { return k.Operation(SetStatus) != nil }
