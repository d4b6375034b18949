package checklist

import (
	"slices"
	"strings"

	"assister/internal/fulltext"
	"assister/internal/record"
)

// Existing is the checklist that calls are about, as it is with what earlier
// calls have asked for. The zero Existing is none: the first item makes one.
type Existing struct {
	ID    int64  // of the checklist; 0 when there is none
	As    string // what an earlier call of the batch has named it by, when there is none
	Items []Item
}

// Item is one that is on the checklist, or will be.
type Item struct {
	ID    int64 // 0 while it is only asked for
	Title string
}

// First is the first of some checklists, with those of some items that are on
// it.
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

// add leaves what others know of the same items alone.
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
