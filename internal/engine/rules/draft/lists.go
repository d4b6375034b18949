package draft

import (
	"slices"

	"assister/internal/filter"
	"assister/internal/fulltext"
	"assister/internal/language/meaning"
	"assister/internal/language/message"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/reference"
	"assister/internal/schema"
)

// A request to put something on an existing list adds an item. A list that does not exist
// is created with its items, for a person to approve.

// onList drafts an item of the list that is named.
func (c *creation) onList() {
	plain, context := c.set, fulltext.Plain(c.set.list)
	plain.list = ""
	made, lists := c.madeCalled("checklist", c.set.list), c.called("checklist", c.set.list)
	switch {
	case c.set.list == "":
		c.notUnderstood()
	case made >= 0:
		c.item(op.Arg{Name: "checklistId", Ref: c.refTo(made)})
	case len(lists) == 1 && c.speaksOfItem(lists[0]):
		c.notUnderstood()
	case len(lists) == 1:
		c.item(op.Arg{Name: "checklistId", Value: record.ID(lists[0].ID)})
	case len(lists) > 1:
		c.ask(lists, "ask.which-list", "name", shortened(c.set.list))
	case !plain.empty() && slices.Contains(schema.Contexts, context):
		c.set = plain // what has a day of its own is something to do, in that context
		c.set.put(meaning.Context, context)
		c.newPlanned()
	case !plain.empty():
		c.item(op.Arg{})
	case c.do.Manner == meaning.Bare:
		c.notUnderstood()
	default:
		onNewList(c)
	}
}

// onNewList drafts an item with its list, if no other list can be meant.
func onNewList(c *creation) {
	if alike := c.alikeLists(); len(alike) > 0 {
		c.ask(alike, "ask.which-list", "name", shortened(c.set.list))
	}
	at := len(c.ops)
	c.remark(problem.NoSuchList, "", "remark.new-list", "name", c.set.list)
	list := *c.change
	list.do.Title, list.set = c.set.list, settings{}
	(&creation{&list}).make(schema.Lookup("checklist"))
	c.item(op.Arg{Name: "checklistId", Ref: c.refTo(at)})
}

// speaksOfItem reports whether words without a verb are about an item that is on the list
// already: "archive eggs on shopping" adds nothing.
func (c *creation) speaksOfItem(list record.Record) bool {
	said := reference.Fields(c.do.Title)
	return c.do.Manner == meaning.Bare && slices.ContainsFunc(c.search().itemsOn(list.ID), func(item record.Record) bool {
		name := reference.Fields(item.Label())
		return len(name) > 0 && len(said) > len(name) && contains(said, name)
	})
}

// alikeLists are the lists whose names have the last word of the name of a list that there
// is not, or are in it: "my shopping list" may be that of "the zealous shopping list", or of "the shopping zeal list".
func (c *creation) alikeLists() []record.Record {
	words := reference.Fields(c.set.list)
	if len(words) < 2 {
		return nil
	}
	lists := c.called("checklist", words[len(words)-1])
	for _, w := range words {
		if len(lists) > 0 {
			break
		}
		within := func(l record.Record) bool { return contains(words, reference.Fields(l.Label())) }
		lists = reference.Those(c.called("checklist", w), within)
	}
	return lists
}

// item drafts an item of a list, unless it is on the list and not checked off. What an item
// cannot have, such as a day, is refused.
func (c *creation) item(list op.Arg) {
	plain := c.set
	plain.list = ""
	switch {
	case !plain.empty():
		c.refuse(problem.UnknownField, "refuse.only-title")
	case c.do.Title == "":
		c.ask(nil, message.WhatOf("checklist_item"))
	}
	if c.last = nil; !c.isListed(list) {
		c.add(create(schema.Lookup("checklist_item"), []op.Arg{list, {Name: "title", Value: record.Text(c.do.Title)}}))
	}
}

// isListed reports whether the list has the item to do, and says so.
func (c *creation) isListed(list op.Arg) bool {
	if list.Value == record.Null {
		return false // the list is new
	}
	listed := slices.ContainsFunc(c.search().itemsOn(list.Value.ID()), func(item record.Record) bool {
		open := !item.Get("isChecked").Bool()
		return open && fulltext.Plain(item.Label()) == fulltext.Plain(c.do.Title)
	})
	if listed {
		c.remark(problem.AlreadyListed, "", "remark.already-listed", "name", shortened(c.do.Title))
		c.onLists = append(c.onLists, c.warnings[len(c.warnings)-1].Message)
	}
	return listed
}

// items are the items of any list that have exactly the name of a description, if something is
// checked off.
func (c search) items(m *meaning.Record) []record.Record {
	isItem := m.Kind == "" || m.Kind == "checklist_item"
	if m.Name == "" || !isItem || !settles(c.do.Act) || len(without(*m, meaning.Did).Where) > 0 {
		return nil
	}
	return c.resolver().Changeable(c.exactly(m.Name, filter.Condition{Kinds: []string{"checklist_item"}}))
}

// stowed is a change that tells where things of a list are by now, "the rope and the twine are both in the car", as one
// that checks them off. Another record is there from now on, and where one thing is that is no record is noted.
func stowed(c *change) meaning.Do {
	of := func(m *meaning.Record) bool { return m.Kind == "checklist_item" }
	told := c.do.Act == meaning.Change && c.do.Manner == meaning.Told
	if !told || !c.do.Set.Only(meaning.Place) || !of(c.on) {
		return c.do
	}
	do := c.do
	do.Act, do.Set = meaning.Complete, nil
	done := *c
	done.do = do
	each := c.on.Each
	if len(each) == 0 {
		each = []*meaning.Record{c.on}
	}
	unlisted := func(m *meaning.Record) bool {
		found := done.search().candidates(m).Records
		return len(found) == 0 || slices.ContainsFunc(found, func(r record.Record) bool { return r.Kind.Done == "" })
	}
	if !slices.ContainsFunc(each, unlisted) {
		return do
	}
	for _, m := range slices.Concat(each, []*meaning.Record{c.on}) {
		m.Kind = ""
	}
	if known := c.search().candidates(c.on); len(each) == 1 && len(known.Records)+len(known.Near) == 0 {
		c.on = nil
		noted := []meaning.Attribute{{Field: meaning.Notes, Text: c.do.Said}}
		return meaning.Do{Act: meaning.Create, Kind: "note", Set: noted, Said: c.do.Said}
	}
	return c.do
}

// itemsOn are the items of a list.
func (c search) itemsOn(list int64) []record.Record {
	f := filter.Condition{Kinds: []string{"checklist_item"}}
	return c.find(f.With(filter.Is("checklistId", record.ID(list))))
}
