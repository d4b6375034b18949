package planner

import (
	"slices"
	"strconv"
	"strings"

	"assister/internal/ijson"
)

// sections of a memory. What is saved goes into one of them.
var sections = []string{"ids", "params", "lists", "entities", "errors"}

// Memory is what a request knows so far: values under dotted paths, "ids.projectId",
// "lists.tasks". Its zero value knows nothing.
type Memory struct{ root ijson.Value }

// NewMemory begins with what is known: an object of sections, params above all.
func NewMemory(known ijson.Value) Memory { return Memory{known} }

// Get finds a value by its path. A number is a place in a list, from 0; "*" stands
// for every place, and gives a list of what there is, each once.
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

// each is a list of what stands under a path in the items of another, each value
// once. Where none of them has any, there is none.
func each(list ijson.Value, path string) (all ijson.Value, found bool) {
	all.Kind = ijson.Array
	seen := map[string]bool{}
	for _, item := range list.Items {
		v, ok := at(item, path)
		if key := string(ijson.AppendValue(nil, v)); ok && something(v) && !seen[key] {
			seen[key] = true
			all.Items = append(all.Items, v)
		}
	}
	return all, len(all.Items) > 0
}

// put sets the value at a path, and reports whether the path leads into a
// section; elsewhere nothing is kept.
func (m *Memory) put(path string, v ijson.Value) bool {
	names := strings.Split(path, ".")
	if len(names) < 2 || !slices.Contains(sections, names[0]) || slices.Contains(names, "") || slices.Contains(names, "*") {
		return false
	}
	m.root = with(m.root, names, v)
	return true
}

// with is an object that has a value at a path. The object it is made from stays
// as it is, since snapshots of the memory may be about.
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

// fail notes what went wrong: errors is a list.
func (m *Memory) fail(tool, message string) {
	list, _ := m.root.Get("errors")
	list.Kind = ijson.Array
	list.Items = append(slices.Clip(list.Items), object("tool", text(tool), "message", text(message)))
	m.root = with(m.root, []string{"errors"}, list)
}

// Has reports whether everything that a plan wants to have is there. Nothing
// wanted is never had. A list that is empty is not there: an answer that found
// nothing is no reason to stop looking (facts 2.4 has the defect).
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
		return slices.ContainsFunc(held.Members, func(x ijson.Member) bool { return something(x.Value) })
	case section == "lists" && strings.Contains(name, "."):
		return false // a list is had as a whole
	}
	v, ok := m.Get(path)
	return ok && something(v)
}

// something reports whether a value says anything.
func something(v ijson.Value) bool {
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

// itemsShown is how many items of a list a planner is shown again.
const itemsShown = 5

// Snapshot is the memory as a planner is shown it: the first items of each list,
// with how many there are.
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

// Bind puts values from memory in the place of every {"var":"path"}, however
// deep. A path that leads nowhere leaves its member out of an object, and null
// in a list; missing are those paths.
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

// variable is the path of a value that stands for another.
func variable(v ijson.Value) (path string, ok bool) {
	if v.Kind != ijson.Object || len(v.Members) != 1 || v.Members[0].Name != "var" || v.Members[0].Value.Kind != ijson.String {
		return "", false
	}
	return v.Members[0].Value.Text, true
}

// variables are the paths of all of them in a value.
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

// object is made of names and values in turn.
func object(pairs ...any) ijson.Value {
	v := ijson.Value{Kind: ijson.Object}
	for i := 0; i < len(pairs); i += 2 {
		v.Members = append(v.Members, ijson.Member{Name: pairs[i].(string), Value: pairs[i+1].(ijson.Value)})
	}
	return v
}
