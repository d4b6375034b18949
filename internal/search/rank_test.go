package search

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"assister/internal/calendar"
	"assister/internal/record"
	"assister/internal/record/recordtest"
	"assister/internal/schema"
)

var today = calendar.DateOf(2026, time.November, 21)

func task(id int64, title, notes string, day calendar.Date) record.Record {
	return record.New(schema.Lookup("task"), id).
		With("title", record.Text(title)).With("notes", record.Text(notes)).
		With("status", record.Text("pending")).With("scheduledFor", record.Date(day))
}

func ids(records []record.Record) []int64 {
	out := make([]int64, 0, len(records))
	for _, r := range records {
		out = append(out, r.ID)
	}
	return out
}

func TestOverdueRecordsComeFirstAmongEquals(t *testing.T) {
	records := []record.Record{
		task(1, "Call the plumber", "", today.AddDays(3)),
		task(2, "Call the bank", "", today.AddDays(-3)),
		task(3, "Pay rent", "call the bank first", today.AddDays(-9)),
		task(4, "Café à Zürich", "", 0),
		task(5, "Позвонить маме", "", 0),
		task(6, "Water the plants", "", today.AddDays(-30)),
	}
	for _, tt := range []struct {
		query string
		k     int
		want  []int64
	}{
		{"call", 10, []int64{2, 1, 3}}, // equal titles, one overdue; a title beats notes
		{"call bank", 10, []int64{2, 1, 3}},
		{"CALL call", 10, []int64{2, 1, 3}}, // a repeated word does not count twice
		{"call", 2, []int64{2, 1}},
		{"call", 0, []int64{}},
		{"call", -1, []int64{}},
		{"CAFÉ", 10, []int64{4}},
		{"cafe\u0301", 10, []int64{4}}, // the same accent as two runes
		{"zürich", 10, []int64{4}},
		{"МАМЕ!", 10, []int64{5}},
		{"plumb", 10, []int64{6, 3, 2, 1, 4, 5}}, // a part of a word does not match
		{"", 10, []int64{6, 3, 2, 1, 4, 5}},
		{" ?! ", 3, []int64{6, 3, 2}},
	} {
		t.Run(tt.query, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, ids(Rank(tt.query, records, today, tt.k))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestBeingOverdueAloneIsNoMatch(t *testing.T) {
	records := []record.Record{task(1, "Water the plants", "", today.AddDays(-1)), task(2, "Read", "", today)}
	if got := ids(Rank("read", records, today, 10)); !slices.Equal(got, []int64{2}) {
		t.Errorf("got %v", got)
	}
}

func TestAProjectIsFoundByItsNameAndDescription(t *testing.T) {
	house := record.New(schema.Lookup("project"), 1).With("name", record.Text("House")).With("description", record.Text("roof and garden"))
	for _, query := range []string{"house", "garden"} {
		if got := Rank(query, []record.Record{task(7, "Read", "", today), house}, today, 10); len(got) != 1 || got[0].ID != 1 {
			t.Errorf("%s: got %v", query, ids(got))
		}
	}
}

func TestRankDoesNotModifyItsInput(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var records []record.Record
		for i := range rapid.IntRange(0, 8).Draw(t, "n") {
			kind := rapid.SampledFrom(schema.Kinds).Draw(t, "kind")
			records = append(records, recordtest.Record(kind, int64(i+1)).Draw(t, "record"))
		}
		before := ids(records)
		k := rapid.IntRange(0, 10).Draw(t, "k")
		got := ids(Rank(recordtest.Title().Draw(t, "query"), records, today, k))
		if diff := cmp.Diff(before, ids(records)); diff != "" {
			t.Fatal(diff)
		}
		if len(got) > min(k, len(records)) {
			t.Fatalf("%d of %d, asked for %d", len(got), len(records), k)
		}
		slices.Sort(got)
		if len(slices.Compact(slices.Clone(got))) != len(got) {
			t.Fatalf("one twice: %v", got)
		}
	})
}

func TestARecordIsFoundByEveryWordOfItsTitle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		title := recordtest.Title().Draw(t, "title")
		records := []record.Record{task(1, "nothing of the kind", "", today.AddDays(-5)), task(2, title, "", 0)}
		for _, w := range Words(title) {
			if got := Rank(w, records, today, 10); len(got) != 1 || got[0].ID != 2 {
				t.Fatalf("%q in %q: got %v", w, title, ids(got))
			}
		}
	})
}

func FuzzNoTextPanics(f *testing.F) {
	for _, s := range []string{"", "call bank", "İ ß ſ", "日本語", "a\x00b", "\xff\xfe", "कि\u200dताब", "1½²"} {
		f.Add(s, s)
	}
	f.Fuzz(func(t *testing.T, query, title string) {
		if n := len(Rank(query, []record.Record{task(1, title, query, today)}, today, 5)); n != 1 {
			t.Errorf("%d records", n)
		}
	})
}

func BenchmarkRank(b *testing.B) {
	records := make([]record.Record, 0, 5000)
	for i := range cap(records) {
		records = append(records, task(int64(i+1), fmt.Sprintf("Call person %d about the garden", i), "bring the papers along", today.AddDays(i%60-30)))
	}
	b.ReportAllocs()
	for b.Loop() {
		Rank("call 77 papers", records, today, 40)
	}
}
