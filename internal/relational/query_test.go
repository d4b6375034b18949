package relational

import (
	"testing"
	"time"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/record"
	"assister/internal/schema"
)

var today = calendar.DateOf(2026, time.November, 21)

// If a condition may select a large part of a table, its texts are looked up in the text
// index.
func TestRangesThatMaySelectManyRecords(t *testing.T) {
	late := filter.Condition{Overdue: filter.Yes}
	from := filter.Range{Set: true, From: today}
	for name, tt := range map[string]struct {
		c          filter.Condition
		wide, much bool
	}{
		"anything":          {filter.Condition{}, true, true},
		"overdue":           {late, false, true},
		"and something":     {filter.Condition{All: []filter.Condition{late, filter.Comparing(filter.Is("priority", record.Text("high")))}}, false, true},
		"from a day on":     {filter.Condition{Scheduled: from}, false, true},
		"overdue since":     {filter.Condition{Scheduled: from, Overdue: filter.Yes}, false, false},
		"a day":             {filter.Condition{Scheduled: filter.Day(today)}, false, false},
		"late in a project": {filter.Condition{Overdue: filter.Yes, All: []filter.Condition{filter.Comparing(filter.Is("projectId", record.ID(3)))}}, false, false},
		"some":              {filter.Comparing(filter.IDs(1)), false, false},
	} {
		sure, _ := SQLite.parts(filter.Query{Kind: schema.Lookup("task"), Where: tt.c}, today)
		if sure.wide != tt.wide || sure.much != tt.much {
			t.Errorf("%s: wide %v, much %v", name, sure.wide, sure.much)
		}
	}
}
