package brief

import (
	"strings"
	"testing"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/record"
	"assister/internal/schema"
)

// crowd is a workspace with many records, of which a request may be about a few.
func crowd() (s shelf) {
	december := func(day int) calendar.Date { return calendar.DateOf(2026, 12, day) }
	s = shelf{
		titled(1, "Pick up the cake", december(5), "pending"), titled(2, "Ice the pond", december(5), "completed"),
		titled(3, "Call the sweep", december(6), "pending"),
		titled(4, "Renew the pass", 0, "pending").With("deadline", record.Date(december(5))),
		titled(5, "Old carp", today.AddDays(-9), "completed"),
		titled(6, "Hot stove", 0, "pending").With("priority", record.Text("high")).With("projectId", record.ID(1)),
		record.New(schema.Lookup("project"), 1).With("name", record.Text("Garden")),
		record.New(schema.Lookup("project"), 2).With("name", record.Text("Kitchen")),
		record.New(schema.Lookup("note"), 7).With("title", record.Text("Seven")),
	}
	for i := range int64(80) {
		s = append(s, titled(100+i, "More", today.AddDays(int(i)%7), "pending"))
	}
	return s
}

func TestWhatARequestTellsSelectsWhatAModelSees(t *testing.T) {
	fifth := filter.Day(calendar.DateOf(2026, 12, 5))
	for name, tt := range map[string]struct {
		of    Focus
		first string // the first records
		why   Reason // of the first
		most  int    // records
	}{
		"a day":              {Focus{Days: []filter.Range{fifth}}, "task:1 task:4 task:2", IsOnDay, 3 + MaxBeside},
		"a description":      {Focus{Where: &filter.Condition{Scheduled: fifth}}, "task:1 task:2", IsDescribed, 2 + MaxBeside},
		"what is completed":  {Focus{Days: []filter.Range{fifth}, Does: Completes}, "task:1 task:4 task:100", IsOnDay, 2 + MaxBeside},
		"what is reopened":   {Focus{Days: []filter.Range{fifth}, Does: Reopens}, "task:2", IsOnDay, 1 + MaxBeside},
		"what is new":        {Focus{Days: []filter.Range{fifth}, Does: Creates}, "task:1 task:4 task:2", IsOnDay, maxCreating},
		"an id of any kind":  {Focus{Mention: mention("delete #7")}, "note:7", IsNumbered, 1 + MaxBeside},
		"words":              {Focus{Mention: mention("the sweep")}, "task:3", IsTitled, MaxRanked},
		"words of a note":    {Focus{Mention: mention("add to the seven"), Kinds: []string{"note"}}, "note:7", IsTitled, MaxRanked},
		"a priority":         {Focus{Priority: "high"}, "task:6", IsAlike, MaxRanked},
		"a project":          {Focus{Mention: mention("all of garden"), Project: "Garden"}, "task:6", IsAlike, MaxRanked},
		"nothing in the way": {Focus{Mention: mention("hm")}, "task:100", IsAhead, MaxRanked},
	} {
		got, err := about(crowd()).ForProposal(tt.of)
		if err != nil {
			t.Fatal(err)
		}
		records := numbers(got.Records)
		if why := got.Why[record.Key{Kind: got.Records[0].Kind.Name, ID: got.Records[0].ID}]; !strings.HasPrefix(records+" ", tt.first+" ") || why != tt.why {
			t.Errorf("%s: %s, %q", name, records, why)
		}
		if len(got.Records) > tt.most+1 { // and a project
			t.Errorf("%s: %d records", name, len(got.Records))
		}
		if len(got.Why) != len(got.Records) {
			t.Errorf("%s: %d reasons for %d records", name, len(got.Why), len(got.Records))
		}
	}
}

func TestFurtherRecordsAreListedByTheirTitles(t *testing.T) {
	got, err := about(crowd()).ForProposal(Focus{Mention: mention("hm")})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range got.Titles {
		if got.Has(record.Key{Kind: r.Kind.Name, ID: r.ID}) {
			t.Errorf("%s:%d is listed twice", r.Kind.Name, r.ID)
		}
	}
	titles := numbers(got.Titles)
	if len(got.Titles) < MaxTitles/2 || !strings.Contains(titles, "task:6") || !strings.Contains(titles, "project:2") {
		t.Errorf("the titles are those of %s", titles)
	}
	got, err = about(crowd()).ForProposal(Focus{Priority: "high"})
	if err != nil || got.Why[record.Key{Kind: "project", ID: 1}] != IsRelated {
		t.Errorf("the project of a shown record is shown: %v, %v", got.Why, err)
	}
}
