package brief

import (
	"fmt"
	"testing"

	"assister/internal/filter"
	"assister/internal/record"
	"assister/internal/schema"
)

func list(id int64, title string) record.Record {
	return record.New(schema.Lookup(checklist), id).With("title", record.Text(title))
}

func item(id, on int64, title string) record.Record {
	return record.New(schema.Lookup(checklistItem), id).With("checklistId", record.ID(on)).With("title", record.Text(title))
}

// lists are two checklists and a task.
func lists() shelf {
	return shelf{
		titled(1, "Oil the hinges", today, "pending"),
		list(1, "Packing list"), list(2, "Groceries"), list(3, "Hardware"),
		item(1, 1, "socks"), item(2, 2, "brown bread"), item(3, 2, "tea"), item(4, 3, "paint"),
	}
}

func TestTheNamedListComesFirstWithItsItems(t *testing.T) {
	for text, want := range map[string]string{
		"put milk on the groceries list":   "checklist:2 checklist_item:2 checklist_item:3",
		"groceries: milk":                  "checklist:2 checklist_item:2 checklist_item:3",
		"put milk on my list":              "checklist:1 checklist:2 checklist:3 checklist_item:1", // names none
		"add nails to list #3":             "checklist:3 checklist_item:3 checklist_item:4",
		"I have bought the bread":          "checklist:2 checklist_item:2 checklist_item:3", // named by its item
		"the tea for the hardware list":    "checklist:3 checklist:2 checklist_item:3 checklist_item:4",
		"ajoute du lait à la liste":        "checklist:1 checklist:2 checklist:3 checklist_item:1",
		"oil the hinges":                   "",
		"a broader view of what is packed": "",
	} {
		got, err := about(lists()).ForProposal(Focus{Mention: mention(text)})
		on, items := got.Checklists()
		if shown := numbers(append(on, items...)); err != nil || shown != want {
			t.Errorf("%q: %v, %s, want %s", text, err, shown, want)
		}
	}
}

func TestAnItemThatWasMentionedLastShowsItsList(t *testing.T) {
	b := about(lists())
	b.Recent = []record.Key{{Kind: checklistItem, ID: 2}}
	got, err := b.ForProposal(Focus{Mention: mention("add milk to it")})
	if on, items := got.Checklists(); err != nil || numbers(append(on, items...)) != "checklist:2 checklist_item:2 checklist_item:3" {
		t.Errorf("%v: %s", err, numbers(got.Records))
	}
}

func TestAFocusOnAnItemShowsItsList(t *testing.T) {
	focus := filter.Condition{Kinds: []string{checklistItem}}.With(filter.IDs(4))
	got, err := about(lists()).ForProposal(Focus{Mention: mention("cross it off the groceries list"), Chosen: &focus, Keys: []record.Key{{Kind: checklistItem, ID: 4}}})
	if err != nil || numbers(got.Records) != "checklist_item:4 checklist:3" {
		t.Errorf("%v: %s", err, numbers(got.Records))
	}
}

func TestLongListsAndManyListsAreCut(t *testing.T) {
	var s shelf
	for i := range int64(30) {
		s = append(s, list(1+i, fmt.Sprintf("Trip %d", i)))
	}
	for i := range int64(300) {
		s = append(s, item(1+i, 1, fmt.Sprintf("Thing %d", i)))
	}
	got, err := about(s).ForProposal(Focus{Mention: mention("put a thing on the trip list")})
	if on, items := got.Checklists(); err != nil || len(on) != MaxChecklists || len(items) != maxMentionedItems+MaxChecklistItems {
		t.Errorf("%v: %d lists, %d items", err, len(on), len(items))
	}
}
