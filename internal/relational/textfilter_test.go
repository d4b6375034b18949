package relational

import (
	"strings"
	"testing"

	"assister/internal/filter"
	"assister/internal/fulltext"
	"assister/internal/record"
	"assister/internal/schema"
)

func TestTextComparisonsAreSplitFromACondition(t *testing.T) {
	const title, content, tags = "title", "content", "tags"
	one := func(field string, op filter.Operator, text string) filter.Condition {
		return filter.Condition{Compare: []filter.Comparison{{Field: field, Op: op, Values: []record.Value{record.Text(text)}}}}
	}
	milk := func(field string, op filter.Operator) filter.Condition { return one(field, op, "milk") }
	of := func(id int64) filter.Condition {
		return filter.Comparing(filter.Is("projectId", record.ID(id)))
	}
	titled := filter.Comparing(filter.TitleContains("milk"))
	for name, tt := range map[string]struct {
		kind   string
		c      filter.Condition
		sought int    // distinct texts
		rest   string // the remaining condition
	}{
		"nothing":             {"note", filter.Condition{}, 0, "{}"},
		"a label":             {"note", titled, 1, "{}"},
		"a label of names":    {"preference", titled, 0, `{"title_contains":"milk"}`},
		"a text in another":   {"note", milk(content, filter.Contains), 1, "{}"},
		"several words":       {"note", one(content, filter.Contains, "fresh milk"), 1, `{"content":{"contains":"fresh milk"}}`},
		"what names no word":  {"note", one(content, filter.Contains, "%"), 1, `{"content":{"contains":"%"}}`},
		"a whole label":       {"note", milk(title, filter.Eq), 1, `{"title":{"eq":"milk"}}`},
		"a whole text":        {"note", milk(content, filter.Eq), 0, `{"content":{"eq":"milk"}}`},
		"a text before it":    {"note", milk(content, filter.Lt), 0, `{"content":{"lt":"milk"}}`},
		"no text":             {"note", filter.Comparing(filter.Is(content, record.Null)), 0, `{"content":{"eq":null}}`},
		"one of two texts":    {"note", filter.Condition{Any: []filter.Condition{milk(title, filter.Contains), milk(content, filter.Contains)}}, 2, "{}"},
		"a text or something": {"note", filter.Condition{Any: []filter.Condition{milk(title, filter.Contains), of(7)}}, 1, `{"or":[{"title":{"contains":"milk"}},{"projectId":7}]}`},
		"a text or anything":  {"note", filter.Condition{Any: []filter.Condition{milk(title, filter.Contains), {}}}, 1, `{"or":[{"title":{"contains":"milk"}},{}]}`},
		"one of two in a project": {"note", filter.Condition{Any: []filter.Condition{milk(title, filter.Contains), filter.Comparing(filter.TitleContains("tea"), filter.Is("projectId", record.ID(7)))}}, 2,
			`{"or":[{"title":{"contains":"milk"}},{"title_contains":"tea","projectId":7}]}`},
		"a text in a project":  {"note", filter.Comparing(filter.TitleContains("milk"), filter.Is("projectId", record.ID(7))), 1, `{"projectId":7}`},
		"two texts":            {"note", filter.Condition{Compare: []filter.Comparison{filter.TitleContains("fresh")}, All: []filter.Condition{milk(content, filter.Contains), of(7)}}, 2, `{"and":[{"projectId":7}]}`},
		"the same text twice":  {"note", filter.Condition{Compare: []filter.Comparison{filter.TitleContains("milk")}, All: []filter.Condition{milk(title, filter.Contains)}}, 1, "{}"},
		"a tag":                {"task", filter.Comparing(filter.Tagged("fresh milk")), 1, "{}"},
		"a tag of what has no": {"note", filter.Comparing(filter.Tagged("milk")), 0, `{"tag":"milk"}`},
		"one of the tags":      {"task", milk(tags, filter.Contains), 1, "{}"},
		"the tag":              {"task", milk(tags, filter.Eq), 1, "{}"},
		"none of the tags":     {"task", milk(tags, filter.Ne), 0, `{"tags":{"ne":"milk"}}`},
	} {
		k := schema.Lookup(tt.kind)
		x := textConditions{translation: translation{dialect: &SQLite, kind: k}}
		if x.condition(tt.c); len(x.queries) != tt.sought {
			t.Errorf("%s: %+v are looked for", name, x.queries)
		}
		for _, s := range x.queries { // like the index
			sure := s.Mode == fulltext.Member || s.Mode == fulltext.Substring && !strings.ContainsAny(s.Text, " %")
			x.found = append(x.found, textResult{&fulltext.Set{}, sure})
		}
		if got := string(x.condition(tt.c).rest.AppendJSON(nil, k)); got != tt.rest {
			t.Errorf("%s: %s is left, want %s", name, got, tt.rest)
		}
	}
}
