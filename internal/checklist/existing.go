package checklist

import (
	"slices"
	"strings"

	"assister/internal/fulltext"
	"assister/internal/record"
)

// Existing is the checklist that calls add to, including the items of earlier calls.
// With the zero Existing, the first item creates a checklist.
type Existing struct {
	ID    int64  // of the checklist; 0 if it does not exist yet
	As    string // its name in the batch, if an earlier call creates it
	Items []Item

	Aliases record.Aliases // what a model calls the items by; nil for their ids
}

// Item is an item of the checklist.
type Item struct {
	ID    int64 // 0 if a call of this conversation creates it
	Title string
}

// First returns the first of the checklists, with its items.
func First(lists, items []record.Record) (known Existing) {
	if len(lists) == 0 {
		return known
	}
	known.ID = lists[0].ID
	for _, r := range items {
		if r.Get("checklistId").ID() == known.ID {
			known.Items = append(known.Items, Item{r.ID, r.Label()})
		}
	}
	return known
}

func (k Existing) has(title string) bool {
	_, ok := k.find(title)
	return ok
}

func (k Existing) find(title string) (Item, bool) {
	for _, item := range k.Items {
		if fulltext.Fold(strings.TrimSpace(item.Title)) == fulltext.Fold(title) {
			return item, true
		}
	}
	return Item{}, false
}

// add appends an item. It clips the slice, because copies of k share its array.
func (k *Existing) add(title string) {
	k.Items = append(slices.Clip(k.Items), Item{Title: title})
}

func (k Existing) title(id int64) (string, bool) {
	for _, item := range k.Items {
		if item.ID == id && id != 0 {
			return item.Title, true
		}
	}
	return "", false
}
