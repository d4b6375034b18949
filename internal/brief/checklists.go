package brief

import (
	"fmt"
	"slices"

	"assister/internal/filter"
	"assister/internal/record"
	"assister/internal/schema"
	"assister/internal/search"
)

// Few requests are about checklists. So they are shown only if the request mentions a
// list, or if its words match a checklist or an item; and only the most likely one is
// shown with its items.

// How many of them a model is shown.
const (
	MaxChecklists     = 10
	MaxChecklistItems = 100 // items of the most likely checklist
	maxMentionedItems = 10  // items of any checklist that the words match
)

const (
	checklist     = "checklist"
	checklistItem = "checklist_item"
)

// Checklists returns the checklists of the snapshot, the most likely one first, and the
// items.
func (s Snapshot) Checklists() (lists, items []record.Record) {
	for _, r := range s.Records {
		switch r.Kind.Name {
		case checklist:
			lists = append(lists, r)
		case checklistItem:
			items = append(items, r)
		}
	}
	return lists, items
}

// addChecklists adds the checklists that a request may be about, those that were mentioned last
// among them, by an item perhaps, and the items of the first. With a focus, no others are searched.
func (s *Snapshot) addChecklists(b Brief, of Mention, focused bool) error {
	lists, items := s.Checklists()
	if !focused {
		named, on, err := b.checklistsFor(of)
		if err != nil {
			return err
		}
		notRecent := func(r record.Record) bool { return s.Why[r.Key()] != IsRecent }
		lists = append(named, slices.DeleteFunc(lists, notRecent)...)
		items = append(on, slices.DeleteFunc(items, notRecent)...)
	}
	lists, err := b.withParents(lists, items)
	if err != nil {
		return err
	}
	s.add(IsChecklist, lists[:min(len(lists), MaxChecklists)])
	s.add(IsChecklist, items)
	if len(lists) == 0 {
		return nil
	}
	on, err := indexed(b.Records).Children(checklistItem, record.Key{Kind: checklist, ID: lists[0].ID}, MaxChecklistItems)
	if err != nil {
		return fmt.Errorf("find what is on checklist #%d: %w", lists[0].ID, err)
	}
	s.add(IsChecklist, on)
	return nil
}

// checklistsFor returns the checklists and items that a request names: by number, by their
// words, or, if it mentions a list without a name, all of them.
func (b Brief) checklistsFor(of Mention) (lists, items []record.Record, err error) {
	all, err := b.Records.Find(filter.Condition{Kinds: []string{checklist}}, b.Clock.Today())
	if err != nil || len(all) == 0 {
		return nil, nil, err
	}
	lists = search.Hits(of.Keywords, all, b.Clock.Today(), MaxChecklists)
	kinds := []*schema.Kind{schema.Lookup(checklistItem)}
	found, err := search.FindAny(indexed(b.Records), kinds, of.selective(), maxMatches)
	if err != nil {
		return nil, nil, fmt.Errorf("find what the words name on a list: %w", err)
	}
	items = search.Hits(of.Keywords, found, b.Clock.Today(), maxMentionedItems)
	if !of.Lists {
		return lists, items, nil
	}
	numbers := RecordNumbers(of.Text)
	numbered := slices.DeleteFunc(slices.Clone(all), func(r record.Record) bool {
		ofKind := slices.Contains(numbers, record.Key{Kind: checklist, ID: r.ID})
		return !ofKind && !slices.Contains(numbers, record.Key{ID: r.ID})
	})
	if lists = slices.Concat(numbered, lists); len(lists)+len(items) == 0 {
		lists = all
	}
	return lists, items, nil
}

// withParents adds the lists of the items, each list once.
func (b Brief) withParents(lists, items []record.Record) (all []record.Record, err error) {
	have := func(id int64) bool {
		return slices.ContainsFunc(all, func(r record.Record) bool { return r.ID == id })
	}
	for _, r := range lists {
		if !have(r.ID) {
			all = append(all, r)
		}
	}
	for _, item := range items {
		id := item.Get("checklistId").ID()
		if have(id) {
			continue
		}
		r, ok, err := b.Records.Record(checklist, id)
		if err != nil {
			return nil, fmt.Errorf("look checklist #%d up: %w", id, err)
		}
		if ok {
			all = append(all, r)
		}
	}
	return all, nil
}
