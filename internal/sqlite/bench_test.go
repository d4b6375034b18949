package sqlite

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"assister/internal/filter"
	"assister/internal/ledger"

	"assister/internal/record"
	"assister/internal/schema"

	"assister/internal/storetest"
	"assister/internal/workspace"
)

// crowd returns a workspace with n tasks, written in batches of 1,000: fifty for each
// day, most of those in the past completed, one in a hundred repeating.
func crowd(b *testing.B, n int) *Store {
	b.Helper()
	s := fresh(b)
	fill(b, s, n)
	return s
}

func BenchmarkFind100k(b *testing.B) {
	s := crowd(b, 100_000)
	info, err := os.Stat(s.path)
	if err != nil {
		b.Fatal(err)
	}
	b.Logf("%d bytes a task", info.Size()/100_000)
	for name, f := range map[string]filter.Condition{
		"today":   {Scheduled: filter.Day(today)},
		"overdue": {Overdue: filter.Yes},
		"ids":     filter.Comparing(filter.IDs(5, 77, 99_999)),
		"title":   filter.Comparing(filter.TitleContains("item 4242")),
		"all":     {},
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			n := 0
			for b.Loop() {
				n = len(find(b, s, f))
			}
			b.ReportMetric(float64(n), "found")
		})
	}
}

func BenchmarkQuery100k(b *testing.B) {
	s := crowd(b, 100_000)
	k := schema.Lookup("task")
	at := func(field string) int { _, at := k.Field(field); return at }
	for name, q := range map[string]filter.Query{
		"open, by day":      {Where: filter.Condition{Completed: filter.No}, Sort: filter.ByDay(k)},
		"late, by title":    {Where: filter.Condition{Overdue: filter.Yes}, Sort: []filter.Order{{At: at("title")}}},
		"all, newest first": {Sort: []filter.Order{{At: filter.ID, Descending: true}}},
		"words in notes":    {Where: filter.Condition{Compare: []filter.Comparison{{Field: "notes", Op: filter.Contains, Values: []record.Value{record.Text("pipe")}}}}},
		"how many":          {Where: filter.Condition{Completed: filter.Yes}, Count: true},
	} {
		q.Kind, q.Limit = k, 50
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			n := 0
			for b.Loop() {
				view(b, s, func(r workspace.Reader) error {
					found, err := r.Query(q, today)
					n = found.Total
					return err
				})
			}
			b.ReportMetric(float64(n), "total")
		})
	}
}

func BenchmarkFindTitle10k(b *testing.B) {
	s := crowd(b, 10_000)
	for b.Loop() {
		find(b, s, filter.Comparing(filter.TitleContains("Item 4242")))
	}
}

func BenchmarkCommit(b *testing.B) {
	for _, n := range []int{1, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			s := fresh(b)
			b.ReportAllocs()
			for b.Loop() {
				var changes []ledger.Change
				view(b, s, func(r workspace.Reader) error {
					id, err := r.NextID("task")
					for i := range n {
						changes = append(changes, ledger.Created(task(id+int64(i), "Call the plumber about an item", "scheduledFor", day(i%30))))
					}
					return err
				})
				commit(b, s, changes...)
			}
		})
	}
}

func BenchmarkReschedule1000(b *testing.B) {
	s := crowd(b, 10_000)
	for i := 0; b.Loop(); i++ {
		if _, err := s.Update(ctx, func(r workspace.Reader) (workspace.Commit, error) {
			ids := make([]int64, 1000)
			for i := range ids {
				ids[i] = int64(i*10 + 1)
			}
			records, err := r.Records("task", ids)
			changes := make([]ledger.Change, len(records))
			for n, was := range records {
				changes[n] = ledger.Diff(was, was.With("scheduledFor", day(i+1)).With("notes", record.Text(fmt.Sprint(i))))
			}
			if err != nil {
				return workspace.Commit{}, err
			}
			return storetest.Batch(r, changes...)
		}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkOpen(b *testing.B) {
	path := filepath.Join(b.TempDir(), "w.db")
	s := open(b, path, workspace.ToWrite)
	commit(b, s, creates(task(1, "a"))...)
	for name, mode := range map[string]workspace.Mode{"read": workspace.ToRead, "write": workspace.ToWrite} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				s, err := Open(path, mode)
				if err != nil {
					b.Fatal(err)
				}
				s.Close()
			}
		})
	}
}

// BenchmarkSession measures what a command does: open, commit one task, close.
func BenchmarkSession(b *testing.B) {
	path := filepath.Join(b.TempDir(), "w.db")
	for id := int64(1); b.Loop(); id++ {
		s, err := Open(path, workspace.ToWrite)
		if err != nil {
			b.Fatal(err)
		}
		commit(b, s, creates(task(id, "a"))...)
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
