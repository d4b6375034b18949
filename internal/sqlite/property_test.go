package sqlite

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/filter/filtertest"
	"assister/internal/ledger"

	"assister/internal/record"
	"assister/internal/schema"

	"assister/internal/relational"
	"assister/internal/workspace"
)

// Words that are easily confused with each other, or with SQL.
var words = []string{"Café", "cafe", "Œuvre d'été", "oeuvre", "ＣＡＦＥ", "日本語 ĉapelo", "100 %", "CAFÉ", "cafe\u0301", "thé", "ΣΊΣΥΦΟΣ", "straße", "a%b", "a_b", "it's", "\"quoted\"", "[x]", "İ", "🙂 ok", "two\nlines", "garden", "kindergarden", "\u212a2", "a\u017fide", strings.Repeat("long", 20), strings.Repeat("e\u0301\u0302\u0303", 60) + "end"}

func anyDay(t *rapid.T, label string) calendar.Date {
	return today.AddDays(rapid.IntRange(-20, 20).Draw(t, label))
}

// anyValue draws a value of a field; often null.
func anyValue(t *rapid.T, f *schema.Field) record.Value {
	if !f.Required && rapid.Bool().Draw(t, f.Name+" is null") {
		return record.Null
	}
	switch f.Type {
	case schema.Text:
		return record.Text(rapid.SampledFrom(words).Draw(t, f.Name) + " " + rapid.SampledFrom(words).Draw(t, f.Name))
	case schema.URL:
		return record.Text("https://example.org/" + rapid.StringMatching("[a-z]{1,8}").Draw(t, f.Name))
	case schema.Integer:
		return record.Integer(rapid.Int64Range(int64(f.Min), int64(f.Max)).Draw(t, f.Name))
	case schema.Moment:
		return record.Moment(anyDay(t, f.Name), calendar.TimeOf(rapid.IntRange(0, 23).Draw(t, f.Name+" time"), 30))
	case schema.Enum:
		return record.Text(rapid.SampledFrom(f.Values).Draw(t, f.Name))
	case schema.Tags:
		return record.Tags(rapid.SliceOfN(rapid.SampledFrom([]string{"a", "ab", "b", "A", "a b"}), 0, 3).Draw(t, f.Name)...)
	case schema.Date:
		return record.Date(anyDay(t, f.Name))
	case schema.Time:
		return record.Time(calendar.TimeOf(rapid.IntRange(0, 23).Draw(t, f.Name), 30))
	case schema.Dates:
		return record.Dates(anyDay(t, f.Name), anyDay(t, f.Name))
	case schema.Bool:
		return record.Bool(rapid.Bool().Draw(t, f.Name))
	case schema.Ref:
		return record.ID(rapid.Int64Range(1, 2).Draw(t, f.Name))
	case schema.Instant:
		return record.Instant(noon)
	case schema.Recurrence:
		r := calendar.Recurrence{Freq: rapid.SampledFrom([]calendar.Frequency{calendar.Daily, calendar.Weekdays, calendar.Weekly, calendar.EveryNDays, calendar.Monthly, calendar.Yearly}).Draw(t, "freq")}
		switch r.Freq {
		case calendar.EveryNDays:
			r.Interval = rapid.Int32Range(1, 9).Draw(t, "interval")
		case calendar.Weekly:
			r.ByDay = calendar.Days(rapid.Uint8Range(0, 127).Draw(t, "byDay"))
		}
		switch rapid.IntRange(0, 2).Draw(t, "end") {
		case 1:
			r.Until = anyDay(t, "until")
		case 2:
			r.Count = rapid.Int32Range(1, 5).Draw(t, "count")
		}
		return record.Recurrence(r)
	}
	t.Fatalf("no value of type %d", f.Type)
	return record.Null
}

func anyRecord(t *rapid.T, k *schema.Kind, id int64) record.Record {
	r := record.New(k, id)
	for i := range k.Fields {
		r.Values[i] = anyValue(t, &k.Fields[i])
	}
	return r
}

func anyRange(t *rapid.T, label string) (r filter.Range) {
	if rapid.IntRange(0, 2).Draw(t, label) > 0 {
		return r
	}
	r.Set = true
	if rapid.Bool().Draw(t, label+" from") {
		r.From = anyDay(t, label)
	}
	if rapid.Bool().Draw(t, label+" to") {
		r.To = anyDay(t, label)
	}
	return r
}

func anyCondition(t *rapid.T) filter.Condition { return nestedCondition(t, 0) }

func nestedCondition(t *rapid.T, depth int) (f filter.Condition) {
	seldom := func(label string) bool { return rapid.IntRange(0, 5).Draw(t, label) == 0 }
	flag := func(label string) filter.Flag {
		if rapid.Bool().Draw(t, label) {
			return filter.Any
		}
		return rapid.SampledFrom([]filter.Flag{filter.Yes, filter.No}).Draw(t, label)
	}
	if seldom("kinds") {
		f.Kinds = rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"task", "event", "project"}), 1, 3, rapid.ID[string]).Draw(t, "kinds")
	}
	if seldom("ids") {
		f = f.With(filter.IDs(rapid.SliceOfN(rapid.Int64Range(1, 12), 0, 6).Draw(t, "ids")...))
	}
	word := func(label, field string, words []string) {
		if seldom(label) {
			f = f.WithWord(field, rapid.SampledFrom(words).Draw(t, label))
		}
	}
	word("title", filter.LabelField, append([]string{"é", "a", "SS", "σ", "%", "'"}, words...))
	word("priority", "priority", schema.Priorities)
	word("tag", "tags", []string{"a", "ab", "A", "c"})
	word("context", "context", schema.Contexts)
	if seldom("status") {
		f.Status = rapid.SampledFrom(append([]string{"Thé thé"}, schema.Statuses...)).Draw(t, "status")
	}
	if seldom("project") {
		f = f.With(filter.Is("projectId", record.ID(rapid.Int64Range(1, 3).Draw(t, "projectId"))))
	}
	f = f.With(filter.Within("deadline", anyRange(t, "deadline"))...)
	f.Scheduled = anyRange(t, "scheduled")
	f.Overdue, f.Completed = flag("overdue"), flag("completed")
	if repeating := flag("repeating"); repeating != filter.Any {
		f = f.With(filter.Repeating(repeating == filter.Yes))
	}
	if depth < 2 && seldom("or") {
		f.Any = []filter.Condition{nestedCondition(t, depth+1), nestedCondition(t, depth+1)}
	}
	if depth < 2 && seldom("not") {
		f.Not = []filter.Condition{nestedCondition(t, depth+1)}
	}
	return f
}

// matching returns what Find must return, by looking at every record.
func matching(records []record.Record, f filter.Condition) string {
	var found []record.Record
	for _, k := range schema.Kinds {
		var of []record.Record
		for _, r := range records {
			if r.Kind == k && f.Selects(r, today) {
				of = append(of, r)
			}
		}
		slices.SortStableFunc(of, func(a, b record.Record) int {
			switch {
			case a.Day() != b.Day() && (a.Day() < b.Day() && a.Day() != 0 || b.Day() == 0):
				return -1
			case a.Day() != b.Day():
				return 1
			}
			if d := int(a.Get("startTime").Time() - b.Get("startTime").Time()); d != 0 {
				return d
			}
			return int(a.ID - b.ID)
		})
		found = append(found, of...)
	}
	return keys(found)
}

func TestSQLFindsTheRecordsThatMatchInMemory(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, err := Open(filepath.Join("/nowhere", "w.db"), workspace.ToDryRun) // in memory
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		records := []record.Record{project(1, "Home"), project(2, "Thé thé")}
		for id := range rapid.Int64Range(1, 12).Draw(t, "records") {
			for _, k := range schema.Kinds[:2] {
				records = append(records, anyRecord(t, k, id+1))
			}
		}
		records = append(records, anyRecord(t, schema.Lookup("project"), 3))
		c, err := s.take(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if err := writeBatch(s, c, &ledger.Batch{ID: 1, At: noon, Action: ledger.Apply, Changes: creates(records...)}); err != nil {
			t.Fatal(err)
		}
		for range 30 {
			f := anyCondition(t)
			found, err := s.newReader(ctx, c, false).Find(f, today)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := keys(found), matching(records, f); got != want {
				t.Fatalf("%s: found %s, want %s", f.AppendJSON(nil), got, want)
			}
		}
	})
}

// writeBatch writes a batch without a transaction.
func writeBatch(s *Store, c *conn, b *ledger.Batch) error {
	_, err := relational.WriteCommit(s.newReader(ctx, c, false).Reader, c, workspace.Commit{Batch: b})
	return err
}

// alike reports whether two records have equal values in the fields that must be unique.
func alike(a, b record.Record) bool {
	return len(a.Kind.Unique) > 0 && !slices.ContainsFunc(a.Kind.Unique, func(field string) bool { return a.Get(field) != b.Get(field) })
}

func TestSQLAnswersAQueryAsMemoryDoes(t *testing.T) {
	source := filtertest.Source{Words: append([]string{"a", "é", "ab", "CAF", "%", "'", "SS", "σ"}, words...), Today: today}
	rapid.Check(t, func(t *rapid.T) {
		s, err := Open(filepath.Join("/nowhere", "w.db"), workspace.ToDryRun) // in memory
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		k := rapid.SampledFrom(schema.Kinds).Draw(t, "kind")
		c, err := s.take(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.exec("PRAGMA foreign_keys = OFF"); err != nil { // references are not checked
			t.Fatal(err)
		}
		var records []record.Record
		for id := range rapid.Int64Range(1, 12).Draw(t, "records") {
			if r := anyRecord(t, k, id+1); !slices.ContainsFunc(records, func(other record.Record) bool { return alike(r, other) }) {
				records = append(records, r)
			}
		}
		half := len(records) / 2 // the older half
		for i, some := range [][]record.Record{records[:half], records[half:]} {
			b := ledger.Batch{ID: int64(i + 1), At: noon.Add(time.Duration(i) * time.Hour), Action: ledger.Apply, Changes: creates(some...)}
			if err := writeBatch(s, c, &b); err != nil {
				t.Fatal(err)
			}
			for j := range some {
				some[j].Changed = record.Instant(b.At)
			}
		}
		for range 20 {
			q := source.Query(k).Draw(t, "query")
			q.Enough = rapid.IntRange(0, 8).Draw(t, "enough")
			got, err := s.newReader(ctx, c, false).Query(q, today)
			if err != nil {
				t.Fatal(err)
			}
			want := q.In(slices.Clone(records), today)
			if !sameTotal(q, got.Total, want.Total) || keys(got.Records) != keys(want.Records) {
				t.Fatalf("%s %+v: %d are %s, want %d, %s", q.Where.AppendJSON(nil, k), q, got.Total, keys(got.Records), want.Total, keys(want.Records))
			}
		}
	})
}

// A large table is read in other ways than a small one: by the words of the text index,
// by the ids of a small result, and along the index of the days.
func TestALargeTableAnswersAsMemoryDoes(t *testing.T) {
	s, records := large(t)
	sought := append([]string{"den", "garden garden", "end", "longlong", "k2", "ASIDE", "the", "number 4711", "4711"}, words...)
	source := filtertest.Source{Words: sought, Today: today}
	k := schema.Lookup("task")
	view(t, s, func(r workspace.Reader) error {
		rapid.Check(t, func(t *rapid.T) {
			q := source.Query(k).Draw(t, "query")
			q.Enough = rapid.IntRange(0, 2).Draw(t, "enough") * 100
			if rapid.IntRange(0, 3).Draw(t, "days") == 0 {
				q.Where = onSomeDay(k).Draw(t, "on some day")
			}
			if q.Limit = rapid.IntRange(0, 60).Draw(t, "most"); rapid.Bool().Draw(t, "by day") {
				q.Sort = append(filter.ByDay(k), q.Sort...)
				q.Sort[0].Descending = rapid.Bool().Draw(t, "back")
			}
			got, err := r.Query(q, today)
			if err != nil {
				t.Fatal(err)
			}
			want := q.In(records, today)
			if !sameTotal(q, got.Total, want.Total) || keys(got.Records) != keys(want.Records) {
				t.Fatalf("%s %+v: %d are %s, want %d, %s", q.Where.AppendJSON(nil, k), q, got.Total, keys(got.Records), want.Total, keys(want.Records))
			}
		})
		return nil
	})
}

// sameTotal reports whether two totals are equal, or both are enough.
func sameTotal(q filter.Query, a, b int) bool {
	return a == b || q.Count && q.Enough > 0 && min(a, b) >= q.Enough
}

// onSomeDay draws a condition that is true on one of several days.
func onSomeDay(k *schema.Kind) *rapid.Generator[filter.Condition] {
	one := func(t *rapid.T, field string, ops ...filter.Operator) (c filter.Condition) {
		f, _ := k.Field(field)
		value := record.Date(anyDay(t, "day"))
		if f.Type == schema.Enum {
			value = record.Text(rapid.SampledFrom(f.Values).Draw(t, "word"))
		}
		c.Compare = []filter.Comparison{{Field: field, Op: rapid.SampledFrom(ops).Draw(t, "operator"), Values: []record.Value{value}}}
		return c
	}
	return rapid.Custom(func(t *rapid.T) (c filter.Condition) {
		for range rapid.IntRange(1, 3).Draw(t, "days") {
			day := rapid.SampledFrom([]string{k.Day, "deadline"}).Draw(t, "which")
			c.Any = append(c.Any, one(t, day, filter.Lt, filter.Lte, filter.Gt, filter.Gte, filter.Eq, filter.Ne))
		}
		if rapid.Bool().Draw(t, "and more") {
			c = filter.Condition{All: []filter.Condition{c, one(t, "status", filter.Eq, filter.Ne)}}
		}
		return c
	})
}

// large returns a workspace with more tasks than are ever read one by one. Some are not
// in the text index yet.
func large(t *testing.T) (*Store, []record.Record) {
	s := fresh(t)
	commit(t, s, creates(project(1, "Home"), project(2, "Garden"))...)
	draw := rapid.Custom(func(t *rapid.T) record.Record { return anyRecord(t, schema.Lookup("task"), 1) })
	const n = 6500
	records := make([]record.Record, n)
	for i := range records {
		r := draw.Example(i)
		r.ID = int64(i + 1)
		title := r.Get("title").Text() + " number " + strconv.Itoa(i)
		if i%3 > 0 {
			title += " the"
		}
		records[i] = r.With("title", record.Text(title))
		records[i].Changed = record.Instant(noon) // of every batch
	}
	for from := 0; from < n; from += 1000 {
		commit(t, s, creates(records[from:min(from+1000, n)]...)...)
	}
	for i := range 20 {
		was := records[i*100]
		records[i*100] = was.With("title", record.Text("kindergarden of the number 4711"))
		commit(t, s, ledger.Diff(was, records[i*100]))
	}
	for i := range 40 {
		at := len(records) - 1 - i*50
		commit(t, s, ledger.Deleted(records[at]))
		records = slices.Delete(records, at, at+1)
	}
	return s, records
}

// TestTheTablesFollowTheLedger checks that after any batches the tables agree with the
// changes, dry runs leave no trace, and the ledger can be read back.
func TestTheTablesFollowTheLedger(t *testing.T) {
	path := filepath.Join(t.TempDir(), "w.db")
	s := open(t, path, workspace.ToWrite)
	model := map[record.Key]record.Record{}
	batches := int64(0)
	rapid.Check(t, func(t *rapid.T) {
		rehearse := rapid.IntRange(0, 3).Draw(t, "rehearse") == 0
		after := map[record.Key]record.Record{}
		for k, r := range model {
			after[k] = r
		}
		var changes []ledger.Change
		if _, err := s.Update(ctx, func(r workspace.Reader) (workspace.Commit, error) {
			for range rapid.IntRange(1, 4).Draw(t, "changes") {
				k := schema.Lookup(rapid.SampledFrom([]string{"task", "event"}).Draw(t, "kind"))
				id := rapid.Int64Range(1, 6).Draw(t, "id")
				key := record.Key{Kind: k.Name, ID: id}
				if slices.ContainsFunc(changes, func(c ledger.Change) bool { return c.Key() == key }) {
					continue
				}
				is := anyRecord(t, k, id)
				if _, i := k.Field("projectId"); i >= 0 {
					is.Values[i] = record.Null
				}
				is.Rev = batches + 1
				was, there := after[key]
				switch {
				case !there:
					changes = append(changes, ledger.Created(is))
				case rapid.IntRange(0, 2).Draw(t, "delete") == 0:
					changes = append(changes, ledger.Deleted(was))
					delete(after, key)
					continue
				default:
					changes = append(changes, ledger.Diff(was, is))
				}
				after[key] = is
			}
			b := ledger.Batch{ID: batches + 1, At: noon, Action: ledger.Apply, Changes: changes}
			return workspace.Commit{Batch: &b, DryRun: rehearse}, nil
		}); err != nil {
			t.Fatal(err)
		}
		if !rehearse {
			model = after
			batches++
		}
		if err := s.View(ctx, func(r workspace.Reader) error {
			found, err := r.Find(filter.Condition{}, today)
			if len(found) != len(model) {
				t.Fatalf("%d records, want %d", len(found), len(model))
			}
			for _, got := range found {
				want := model[record.Key{Kind: got.Kind.Name, ID: got.ID}]
				if !same(got, want) || got.Rev != want.Rev {
					t.Fatalf("got %v, want %v", got, want)
				}
			}
			if err != nil || rehearse {
				return err
			}
			b, _, err := r.Batch(batches)
			written := ledger.Batch{ID: batches, At: noon, Action: ledger.Apply, Changes: changes}
			if b.Digest() != written.Digest() {
				t.Fatal("the batch is not read as it was written")
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
	})
	if found, err := s.Examine(ctx); len(found.Problems) > 0 || err != nil {
		t.Error(found, err)
	}
}
