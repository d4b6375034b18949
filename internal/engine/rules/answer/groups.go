package answer

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"assister/internal/language/meaning"
	"assister/internal/reference"
	"assister/internal/schema"
)

// group is the items that have the same in one field.
type group struct {
	name  string
	rank  int64 // if the field's values have an order: its place in it
	items []reference.Item
}

// last is the rank of a group without a value.
const last = 1 << 40

// groups tells the items apart by a field, the largest group first; days and priorities come
// in their order, unless it is asked for the one that has most. An item with several tags is
// in the group of each.
func (p report) groups(items []reference.Item) (list []*group) {
	of := map[string]*group{}
	add := func(g group, items ...reference.Item) {
		if of[g.name] == nil {
			of[g.name] = &g
			list = append(list, &g)
		}
		of[g.name].items = append(of[g.name].items, items...)
	}
	for _, g := range p.everyDay() {
		add(g)
	}
	for _, i := range items {
		for _, g := range p.groupsOf(i) {
			add(g, i)
		}
	}
	most := func(x, y *group) int { return cmp.Compare(len(y.items), len(x.items)) }
	inOrder := p.by == meaning.When || p.by == meaning.Priority || p.by == meaning.Due
	slices.SortStableFunc(list, func(x, y *group) int {
		if p.most && (x.rank == last) != (y.rank == last) {
			return cmp.Compare(x.rank, y.rank) // what has none of them has not the most
		}
		switch {
		case p.least:
			return cmp.Or(most(y, x), cmp.Compare(x.rank, y.rank))
		case inOrder && !p.most:
			return cmp.Compare(x.rank, y.rank)
		}
		return cmp.Or(most(x, y), cmp.Compare(x.rank, y.rank), strings.Compare(x.name, y.name))
	})
	return list
}

// daysMost is the longest time whose days are all listed, though nothing is on some of them: a
// month.
const daysMost = 31

// everyDay are the groups of the days that are looked at, if a number is asked for of each:
// that nothing is on one of them is part of the answer.
func (p report) everyDay() (list []group) {
	w := p.when
	numbers := p.what == meaning.Count || p.measures()
	bounded := w.First.Valid() && w.Last.Valid() && w.Last < w.First.AddDays(daysMost)
	if p.by != meaning.When || p.most || !numbers || !bounded {
		return nil
	}
	for day := w.First; day <= w.Last; day = day.AddDays(1) {
		list = append(list, group{name: p.words.Date(day), rank: int64(day)})
	}
	return list
}

// groupsOf are the groups that an item belongs to.
func (p report) groupsOf(i reference.Item) []group {
	if p.by == meaning.When {
		if !i.On().Valid() {
			return []group{{name: p.words.Text("without.scheduledFor"), rank: last}}
		}
		return []group{{name: p.words.Date(i.On()), rank: int64(i.On())}}
	}
	f := reference.Column(p.by, i.Record.Kind)
	v := i.Record.Get(f.Name)
	of := group{name: p.plain(f, v)}
	switch {
	case v.IsNull():
		of = group{name: p.words.Text("without." + f.Name), rank: last}
	case f.Type == schema.Tags:
		return reference.Each(v.Tags(), func(tag string) group { return group{name: "#" + tag} })
	case f.Type == schema.Date:
		of.rank = int64(v.Date())
	case f.Type == schema.Enum:
		of.rank = int64(-slices.Index(f.Values, v.Text()))
	}
	return []group{of}
}

// measured is how many items a group has, or how long they take and which they are.
func (p report) measured(items []reference.Item) string {
	if !p.measures() {
		return strconv.Itoa(len(items))
	}
	if len(items) == 0 {
		return p.words.Text("answer.nothing")
	}
	var words []string
	if total := inAll(items); total > 0 {
		words = append(words, p.words.Span(total))
	}
	for _, i := range items {
		name := nameOf(i.Record)
		if _, known := reference.Lasts(i.Record); !known {
			name = p.words.Text("list.besides", "text", name, "more", p.words.Text("without.endTime"))
		}
		words = append(words, name)
	}
	return strings.Join(words, " · ")
}

// grouped says how many items each group has, or which.
func (p report) grouped(all []reference.Item) string {
	w := p.words
	var lines []string
	shown := 0
	for _, g := range p.groups(all) {
		lines = append(lines, "- "+w.Text("list.pair", "name", g.name, "value", p.measured(g.items)))
		if p.what == meaning.Count || p.measures() {
			continue
		}
		for _, i := range g.items[:max(0, min(len(g.items), linesMax-shown))] {
			lines = append(lines, "  - "+p.line(i))
			shown++
		}
	}
	if shown > 0 && len(all) > shown {
		lines = append(lines, p.more(all[shown:]))
	}
	if p.measures() {
		return w.Lines(p.inAll(all), lines)
	}
	return w.Lines(p.many(len(all)), lines)
}
