package view

import (
	"slices"
	"strings"

	"assister/internal/event"
	"assister/internal/ijson"
)

// toolRow is a tool in a list of tools.
func toolRow(b event.ToolRow) row {
	return row{cells: []string{b.Name, does(b), b.Help}}
}

func does(b event.ToolRow) string {
	if b.Mutates {
		return "proposes"
	}
	return "reads"
}

// tool prints one tool and its arguments.
func tool(p *printer, b event.ToolRow) {
	p.prose(styled(bold, b.Name+" "), plain, does(b)+": "+b.Help)
	if len(b.Aliases) > 0 {
		p.prose(styled(faint, "  also "), faint, strings.Join(b.Aliases, ", "))
	}
	needed, _ := b.Input.Get("required")
	properties, _ := b.Input.Get("properties")
	for _, m := range properties.Members {
		mark := "  "
		if slices.ContainsFunc(needed.Items, func(v ijson.Value) bool { return v.Text == m.Name }) {
			mark = "! "
		}
		help, _ := m.Value.Get("description")
		p.prose(span{"  " + mark + Safe(m.Name) + "  ", plain}, faint, joined(": ", shapeOf(m.Value), help.Text))
	}
}

// shapeOf is the type of an argument in a word, or its possible values.
func shapeOf(v ijson.Value) string {
	if among, ok := v.Get("enum"); ok {
		return strings.Join(plainTexts(among.Items), ", ")
	}
	if either, ok := v.Get("anyOf"); ok && len(either.Items) > 0 {
		return shapeOf(either.Items[0])
	}
	kind, _ := v.Get("type")
	if kind.Kind == ijson.Array {
		return strings.Join(plainTexts(kind.Items), " or ")
	}
	format, _ := v.Get("format")
	return joined(" ", format.Text, kind.Text)
}

func plainTexts(list []ijson.Value) (words []string) {
	for _, v := range list {
		words = append(words, plainText(v))
	}
	return words
}

// plainText is a value as a person reads it: sets with commas, objects as they
// are written.
func plainText(v ijson.Value) string {
	switch v.Kind {
	case ijson.Null:
		return "null"
	case ijson.Bool:
		if v.Bool {
			return "yes"
		}
		return "no"
	case ijson.Array:
		return strings.Join(plainTexts(v.Items), ", ")
	case ijson.Object:
		return string(ijson.AppendValue(nil, v))
	}
	return v.Text
}

// answer shows the rows of an envelope in columns and leaves out empty columns. The
// error that follows says what went wrong.
func (t *Text) answer(b event.Answer) {
	data, _ := b.Envelope.Get("data")
	for _, list := range data.Members {
		rows := list.Value.Items
		if list.Value.Kind == ijson.Object {
			rows = []ijson.Value{list.Value}
		}
		heads := usedMembers(rows)
		for _, r := range rows {
			var cells []string
			for _, name := range heads {
				cell := ""
				if v, _ := r.Get(name); !empty(v) {
					cell = plainText(v)
				}
				cells = append(cells, cell)
			}
			t.table.add(t.out, heads, row{cells: cells})
		}
		t.table.flush(t.out)
	}
}

// usedMembers are the names of the members that some row has a value for, in the
// order of the rows.
func usedMembers(rows []ijson.Value) (names []string) {
	says := map[string]bool{}
	for _, r := range rows {
		for _, m := range r.Members {
			if _, known := says[m.Name]; !known {
				names = append(names, m.Name)
			}
			says[m.Name] = says[m.Name] || !empty(m.Value)
		}
	}
	return slices.DeleteFunc(names, func(name string) bool { return !says[name] })
}

func empty(v ijson.Value) bool {
	return v.Kind == ijson.Null || v.Kind == ijson.Array && len(v.Items) == 0
}
