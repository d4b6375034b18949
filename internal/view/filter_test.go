package view

import (
	"testing"

	"assister/internal/filter"
)

func TestAFilterIsDescribedInWords(t *testing.T) {
	for filter, want := range map[string]string{
		`{"scheduled_range":{"from":"2026-11-21","to":"2026-11-21"}}`:            "records scheduled on Sat 2026-11-21",
		`{"scheduled_range":{"from":"2026-11-21","to":"2026-11-27"},"tag":"a"}`:  `records scheduled from Sat 2026-11-21 to Fri 2026-11-27, tagged “a”`,
		`{"deadline_range":{"to":"2026-11-27"},"completed":false}`:               "records due until Fri 2026-11-27, not completed",
		`{"deadline_range":{"from":"2026-11-27"},"priority":"high"}`:             "records due from Fri 2026-11-27, of high priority",
		`{"kind":"event","repeating":true}`:                                      "events repeating",
		`{"kind":["task","checklist_item"],"title_contains":"milk"}`:             `tasks or checklist items with “milk” in the title`,
		`{"kind":"task","ids":[3,14]}`:                                           "tasks #3 #14",
		`{"kind":"task","ids":[1,2,3,4,5,6,7,8,9,10,11,12]}`:                     "tasks #1 #2 #3 #4 #5 #6 #7 #8 #9 #10 and 2 more",
		`{"tag":"a","and":[{"kind":"task","ids":[3,14]}]}`:                       `records tagged “a”, tasks #3 #14`,
		`{"kind":"event","ids":[]}`:                                              "events with no id",
		`{"overdue":false,"status":"doing","projectId":4}`:                       "records not overdue, doing, in project:4",
		`{"overdue":true,"context":"work"}`:                                      "records overdue, in the work context",
		`{"not":{"status":"done"},"overdue":true}`:                               "records overdue, not completed",
		`{"not":[{"tag":"a"},{"overdue":true,"context":"work"}]}`:                `records not tagged “a”, not (overdue and in the work context)`,
		`{"or":[{"tag":"a"},{"deadline":{"lt":"2026-11-27"},"priority":"low"}]}`: `records either tagged “a” or (of low priority and deadline before Fri 2026-11-27)`,
		`{"kind":"task","deadline":null,"notes":{"contains":"x"}}`:               `tasks without deadline, notes contains “x”`,
		`{"kind":"task","deadline":{"ne":null},"status":{"nin":["done"]}}`:       "tasks with deadline, status is none of completed",
		`{"kind":"task","priority":{"in":["low",null]},"id":{"gt":3}}`:           "tasks id after task:3, priority is one of low, nothing",
		`{"and":[{"tag":"a"},{"tag":"b"}],"kind":["task","project"]}`:            `tasks or projects tagged “a”, tagged “b”`,
	} {
		op := parsed(t, `{"op":"bulk_delete","where":`+filter+`}`)
		if got := (format{most: 40}).describe(op.Where, false); got != want {
			t.Errorf("%s: %s\nwant %s", filter, got, want)
		}
	}
}

// A condition that is left out would be approved unseen.
func TestEveryKeyOfAFilterIsDescribed(t *testing.T) {
	values := map[string]string{
		"ids": "[7]", "title_contains": `"x"`, "overdue": "true", "scheduled_range": `{"from":"2026-11-21"}`,
		"deadline_range": `{"from":"2026-11-21"}`, "priority": `"low"`, "status": `"skipped"`, "completed": "true",
		"repeating": "false", "tag": `"x"`, "projectId": "7", "context": `"work"`, "kind": `"event"`,
	}
	for _, key := range filter.Keys {
		value := values[key]
		op := parsed(t, `{"op":"bulk_delete","where":{"`+key+`":`+value+`}}`)
		if (format{most: 40}).describe(op.Where, false) == "records" {
			t.Errorf("the description leaves out %s", key)
		}
	}
}
