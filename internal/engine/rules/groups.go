package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"assister/internal/phrase/question"
	"assister/internal/record"
	"assister/internal/schema"
)

// group is the items that have the same in one field.
type group struct {
	name  string
	rank  int64 // where the field's values have an order: its place in it
	items []item
}

// groups tells the items apart by a field, the largest group first; days and priorities
// come in their order, unless it is asked for the one that has most. What has several tags
// is in the group of each.
func (a *answerer) groups(items []item) (list []*group) {
	of := map[string]*group{}
	for _, i := range items {
		for _, g := range a.groupsOf(i) {
			if of[g.name] == nil {
				of[g.name] = &g
				list = append(list, &g)
			}
			of[g.name].items = append(of[g.name].items, i)
		}
	}
	slices.SortStableFunc(list, func(x, y *group) int {
		if (a.q.By == "scheduledFor" || a.q.By == "priority") && !a.q.Ranks {
			return cmp.Compare(x.rank, y.rank)
		}
		return cmp.Or(cmp.Compare(len(y.items), len(x.items)), cmp.Compare(x.rank, y.rank), strings.Compare(x.name, y.name))
	})
	return list
}

// groupsOf are the groups that an item belongs to.
func (a *answerer) groupsOf(i item) []group {
	t := a.tongue()
	if a.q.By == "scheduledFor" {
		if !i.day.Valid() {
			return []group{{name: t.words["undated"], rank: 1 << 40}}
		}
		return []group{{name: t.date(i.day), rank: int64(i.day)}}
	}
	f, at := i.record.Kind.Field(a.q.By)
	v := i.record.Values[at]
	switch {
	case v.IsNull():
		return []group{{name: t.lacking(f.Name), rank: 1 << 40}}
	case f.Type == schema.Ref:
		return []group{{name: short(a.names[record.Key{Kind: f.Of, ID: v.ID()}]), rank: v.ID()}}
	case f.Type == schema.Tags:
		var list []group
		for _, tag := range v.Tags() {
			list = append(list, group{name: "#" + tag})
		}
		return list
	}
	return []group{{name: a.plain(f, v), rank: int64(-slices.Index(f.Values, v.Text()))}}
}

// grouped says how many items each group has, or which.
func (a *answerer) grouped(items []item) string {
	var b strings.Builder
	b.WriteString(a.tongue().many(a, len(items)) + colon(a.tongue()))
	lines := 0
	for _, g := range a.groups(items) {
		b.WriteString("\n- " + g.name + colon(a.tongue()) + " " + strconv.Itoa(len(g.items)))
		if a.q.Asks != question.Count {
			for _, i := range g.items[:max(0, min(len(g.items), linesMax-lines))] {
				b.WriteString("\n  - " + a.line(i))
				lines++
			}
		}
	}
	if more := len(items) - lines; a.q.Asks != question.Count && more > 0 {
		b.WriteString("\n… " + fmt.Sprintf(a.tongue().words["more"], more) + ": " + a.elsewhere())
	}
	return b.String()
}
