package planner

import (
	"slices"
	"strconv"
	"strings"

	"assister/internal/ijson"
)

// sections are the top-level members of a memory.
var sections = []string{"ids", "params", "lists", "entities", "errors"}

// Memory is the working memory of a request: values at dotted paths, such as
// "ids.projectId" and "lists.tasks". The zero Memory is empty.
type Memory struct{ root ijson.Value }

// NewMemory returns a memory with initial values: an object of sections.
func NewMemory(known ijson.Value) Memory { return Memory{known} }

// Get returns the value at a path. A number in the path is an index of a list, and "*"
// is every index: it returns a list of the values, without duplicates.
func (m Memory) Get(path string) (ijson.Value, bool) { return at(m.root, path) }

func at(v ijson.Value, path string) (ijson.Value, bool) {
	if before, below, every := strings.Cut(path, ".*."); every {
		list, _ := at(v, before)
		return each(list, below)
	}
	for name := range strings.SplitSeq(path, ".") {
		found := false
		if v.Kind == ijson.Array {
			if i, err := strconv.Atoi(name); err == nil && i >= 0 && i < len(v.Items) {
				v, found = v.Items[i], true
			}
		} else {
			v, found = v.Get(name)
		}
		if !found {
			return ijson.Value{}, false
		}
	}
	return v, true
}

// each returns a list of the values at a path in each item of a list, without empty
// values and duplicates.
func each(list ijson.Value, path string) (all ijson.Value, found bool) {
	all.Kind = ijson.Array
	seen := map[string]bool{}
	for _, item := range list.Items {
		v, ok := at(item, path)
		if key := string(ijson.AppendValue(nil, v)); ok && nonEmpty(v) && !seen[key] {
			seen[key] = true
			all.Items = append(all.Items, v)
		}
	}
	return all, len(all.Items) > 0
}

// put sets the value at a path, and reports whether the path is inside a section.
func (m *Memory) put(path string, v ijson.Value) bool {
	names := strings.Split(path, ".")
	inSection := len(names) >= 2 && slices.Contains(sections, names[0])
	if !inSection || slices.Contains(names, "") || slices.Contains(names, "*") {
		return false
	}
	m.root = with(m.root, names, v)
	return true
}

// with returns a copy of an object with a value at a path. It does not change the
// object, which snapshots of the memory may share.
func with(object ijson.Value, names []string, v ijson.Value) ijson.Value {
	members := slices.Clone(object.Members)
	if object.Kind != ijson.Object {
		members = nil
	}
	i := slices.IndexFunc(members, func(m ijson.Member) bool { return m.Name == names[0] })
	if i < 0 {
		i = len(members)
		members = append(members, ijson.Member{Name: names[0]})
	}
	if len(names) > 1 {
		v = with(members[i].Value, names[1:], v)
	}
	members[i].Value = v
	return ijson.Value{Kind: ijson.Object, Members: members}
}

// fail appends an error to the list of errors.
func (m *Memory) fail(tool, message string) {
	list, _ := m.root.Get("errors")
	list.Kind = ijson.Array
	list.Items = append(slices.Clip(list.Items), object("tool", text(tool), "message", text(message)))
	m.root = with(m.root, []string{"errors"}, list)
}

// Has reports whether the memory has values at all paths; for no paths it is false. An
// empty list does not count: an answer without results is no reason to stop looking.
func (m Memory) Has(want []string) bool {
	return len(want) > 0 && !slices.ContainsFunc(want, func(path string) bool { return !m.has(path) })
}

func (m Memory) has(path string) bool {
	if name, list := strings.CutSuffix(path, "[]"); list {
		path = "lists." + strings.TrimPrefix(name, "lists.")
	}
	section, name, below := strings.Cut(path, ".")
	held, _ := m.root.Get(section)
	switch {
	case !below || !slices.Contains(sections, section):
		return false
	case name == "*":
		return slices.ContainsFunc(held.Members, func(x ijson.Member) bool { return nonEmpty(x.Value) })
	case section == "lists" && strings.Contains(name, "."):
		return false // a list counts only as a whole
	}
	v, ok := m.Get(path)
	return ok && nonEmpty(v)
}

// nonEmpty reports whether a value is not empty.
func nonEmpty(v ijson.Value) bool {
	switch v.Kind {
	case ijson.String:
		return strings.TrimSpace(v.Text) != ""
	case ijson.Array:
		return len(v.Items) > 0
	case ijson.Object:
		return len(v.Members) > 0
	}
	return v.Kind != ijson.Null
}

// itemsShown is how many items of each list a snapshot has.
const itemsShown = 5

// Snapshot returns the memory for a planner: only the first items of each list, and
// their number.
func (m Memory) Snapshot() ijson.Value {
	root := m.root
	if root.Kind != ijson.Object {
		root.Kind = ijson.Object
	}
	lists, _ := root.Get("lists")
	for _, l := range lists.Members {
		if n := len(l.Value.Items); n > itemsShown {
			short := l.Value
			short.Items = short.Items[:itemsShown]
			root = with(root, []string{"lists", l.Name}, short)
			root = with(root, []string{"counts", l.Name}, number(n))
		}
	}
	return root
}

// Bind replaces every {"var":"path"} in a value with the value in memory. If the path
// has no value, Bind drops the member of an object or puts null into a list, and
// returns the path in missing.
func (m Memory) Bind(v ijson.Value) (bound ijson.Value, missing []string) {
	if path, ok := variable(v); ok {
		value, found := m.Get(path)
		if !found {
			return ijson.Value{}, []string{path}
		}
		return value, nil
	}
	switch v.Kind {
	case ijson.Object:
		members := make([]ijson.Member, 0, len(v.Members))
		for _, x := range v.Members {
			value, none := m.Bind(x.Value)
			missing = append(missing, none...)
			if _, whole := variable(x.Value); whole && len(none) > 0 {
				continue
			}
			members = append(members, ijson.Member{Name: x.Name, Value: value})
		}
		v.Members = members
	case ijson.Array:
		items := make([]ijson.Value, 0, len(v.Items))
		for _, x := range v.Items {
			value, none := m.Bind(x)
			missing = append(missing, none...)
			items = append(items, value)
		}
		v.Items = items
	}
	return v, missing
}

// variable returns the path of a variable, {"var":"path"}.
func variable(v ijson.Value) (path string, ok bool) {
	if v.Kind != ijson.Object || len(v.Members) != 1 {
		return "", false
	}
	m := v.Members[0]
	return m.Value.Text, m.Name == "var" && m.Value.Kind == ijson.String
}

// variables returns the paths of all variables in a value.
func variables(v ijson.Value) (paths []string) {
	if path, ok := variable(v); ok {
		return []string{path}
	}
	for _, x := range v.Members {
		paths = append(paths, variables(x.Value)...)
	}
	for _, x := range v.Items {
		paths = append(paths, variables(x)...)
	}
	return paths
}

func text(s string) ijson.Value { return ijson.Value{Kind: ijson.String, Text: s} }

func number(n int) ijson.Value { return ijson.Value{Kind: ijson.Number, Text: strconv.Itoa(n)} }

// object returns an object of alternating names and values.
func object(pairs ...any) ijson.Value {
	v := ijson.Value{Kind: ijson.Object}
	for i := 0; i < len(pairs); i += 2 {
		v.Members = append(v.Members, ijson.Member{Name: pairs[i].(string), Value: pairs[i+1].(ijson.Value)})
	}
	return v
}
