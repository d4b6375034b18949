package rules

import (
	"cmp"
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
	for _, g := range a.everyDay() {
		of[g.name] = &g
		list = append(list, &g)
	}
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

// daysMost is how many days are told apart though nothing is on some of them: a month.
const daysMost = 31

// everyDay are the groups of the days that are looked at, where a number is asked for of
// each: what is not on any of them is part of the answer.
func (a *answerer) everyDay() (list []group) {
	numbers := a.q.Asks == question.Count || a.q.Asks == question.Length
	if a.q.By != "scheduledFor" || a.q.Ranks || !numbers || !a.when.Days.Valid() || !a.when.Last.Valid() || a.when.Last >= a.when.Days.AddDays(daysMost) {
		return nil
	}
	for day := a.when.Days; day <= a.when.Last; day = day.AddDays(1) {
		list = append(list, group{name: a.in().Date(day), rank: int64(day)})
	}
	return list
}

// groupsOf are the groups that an item belongs to.
func (a *answerer) groupsOf(i item) []group {
	l := a.in()
	if a.q.By == "scheduledFor" {
		if !i.day.Valid() {
			return []group{{name: l.Text("tail.undated"), rank: 1 << 40}}
		}
		return []group{{name: l.Date(i.day), rank: int64(i.day)}}
	}
	f, at := i.record.Kind.Field(a.q.By)
	v := i.record.Values[at]
	switch {
	case v.IsNull():
		return []group{{name: a.lacking(f.Name), rank: 1 << 40}}
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

// overGroups is what stands over the groups: how many items there are in all, or how
// long they take.
func (a *answerer) overGroups(items []item) string {
	if a.q.Asks != question.Length {
		return a.many(len(items))
	}
	return a.inAll(items)
}

// measured is how many items a group has, or how long they take and which they are.
func (a *answerer) measured(items []item) string {
	if a.q.Asks != question.Length {
		return strconv.Itoa(len(items))
	}
	if len(items) == 0 {
		return a.in().Text("answer.nothing")
	}
	var words []string
	if total, _ := inAll(items); total > 0 {
		words = append(words, a.in().Span(total))
	}
	for _, i := range items {
		name := nameOf(i.record)
		if _, known := lasts(i); !known {
			name = a.in().Text("list.besides", "text", name, "more", a.lacking("endTime"))
		}
		words = append(words, name)
	}
	return strings.Join(words, " · ")
}

// grouped says how many items each group has, or which.
func (a *answerer) grouped(all []item) string {
	l := a.in()
	var lines []string
	items := 0
	for _, g := range a.groups(all) {
		lines = append(lines, "- "+l.Text("list.pair", "name", g.name, "value", a.measured(g.items)))
		if a.q.Asks != question.Count && a.q.Asks != question.Length {
			for _, i := range g.items[:max(0, min(len(g.items), linesMax-items))] {
				lines = append(lines, "  - "+a.line(i))
				items++
			}
		}
	}
	if more := len(all) - items; items > 0 && more > 0 {
		lines = append(lines, a.more(more, ""))
	}
	return l.Lines(a.overGroups(all), lines)
}
