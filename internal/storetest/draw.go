package storetest

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/ledger"
	"assister/internal/record"
	"assister/internal/schema"
	"assister/internal/workspace"
)

// world is a workspace whose records are drawn again and again.
type world struct {
	s     Store
	base  []record.Record // that stay
	drawn []record.Record // the first half is an hour older
}

func newWorld(t testing.TB, s Store, base ...record.Record) *world {
	t.Helper()
	w := &world{s: s}
	if w.base = slices.Clone(base); len(base) > 0 {
		Commit(t, s, Created(base...)...)
	}
	for i := range w.base {
		w.base[i].Changed = record.Instant(Noon)
	}
	return w
}

func (w *world) all() []record.Record { return slices.Concat(w.base, w.drawn) }

// become replaces the drawn records, in one batch for those that are gone and one for each
// half of the new ones.
func (w *world) become(t *rapid.T, drawn []record.Record) {
	commit := func(at time.Time, changes []ledger.Change) {
		if _, err := w.s.Update(ctx, func(r workspace.Reader) (workspace.Commit, error) {
			c, err := Batch(r, changes...)
			c.Batch.At = at
			return c, err
		}); err != nil {
			t.Fatal(err)
		}
	}
	var gone []ledger.Change
	for _, r := range w.drawn {
		gone = append(gone, ledger.Deleted(r))
	}
	commit(Noon, gone)
	w.drawn = nil
	half := len(drawn) / 2
	for i, some := range [][]record.Record{drawn[:half], drawn[half:]} {
		at := Noon.Add(time.Duration(i) * time.Hour)
		commit(at, Created(some...))
		for _, r := range some {
			r.Changed = record.Instant(at)
			w.drawn = append(w.drawn, r)
		}
	}
}

// twoOfEach returns two records of each kind, for others to refer to.
func twoOfEach() (records []record.Record) {
	for _, k := range schema.Kinds {
		var of []record.Record
		draw := rapid.Custom(func(t *rapid.T) record.Record { return anyRecord(t, k, 1) })
		for seed := 0; len(of) < 2; seed++ {
			r := draw.Example(seed)
			r.ID = int64(len(of) + 1)
			if len(of) == 0 || !alike(r, of[0]) {
				of = append(of, r)
			}
		}
		records = append(records, of...)
	}
	return records
}

// alike reports whether two records have equal values in the fields that must be unique.
func alike(a, b record.Record) bool {
	differ := func(field string) bool { return a.Get(field) != b.Get(field) }
	return len(a.Kind.Unique) > 0 && !slices.ContainsFunc(a.Kind.Unique, differ)
}

func anyDay(t *rapid.T, label string) calendar.Date {
	return Today.AddDays(rapid.IntRange(-20, 20).Draw(t, label))
}

// anyRecord draws a record that refers to the records 1 and 2 of other kinds.
func anyRecord(t *rapid.T, k *schema.Kind, id int64) record.Record {
	r := record.New(k, id)
	for i := range k.Fields {
		r.Values[i] = anyValue(t, &k.Fields[i])
	}
	return r
}

// anyValue draws a value of a field; often null.
func anyValue(t *rapid.T, f *schema.Field) record.Value {
	if !f.Required && rapid.Bool().Draw(t, f.Name+" is null") {
		return record.Null
	}
	switch f.Type {
	case schema.Text:
		words := rapid.SampledFrom(Words)
		return record.Text(words.Draw(t, f.Name) + " " + words.Draw(t, f.Name))
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
		return record.Instant(Noon)
	case schema.Recurrence:
		return record.Recurrence(anyRecurrence(t))
	}
	t.Fatalf("no value of type %d", f.Type)
	return record.Null
}

func anyRecurrence(t *rapid.T) calendar.Recurrence {
	all := []calendar.Frequency{
		calendar.Daily, calendar.Weekdays, calendar.Weekly, calendar.EveryNDays, calendar.Monthly, calendar.Yearly,
	}
	r := calendar.Recurrence{Freq: rapid.SampledFrom(all).Draw(t, "freq")}
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

// anyCondition draws a condition on records of several kinds.
func anyCondition(t *rapid.T, depth int) (f filter.Condition) {
	seldom := func(label string) bool { return rapid.IntRange(0, 5).Draw(t, label) == 0 }
	flag := func(label string) filter.Flag {
		if rapid.Bool().Draw(t, label) {
			return filter.Any
		}
		return rapid.SampledFrom([]filter.Flag{filter.Yes, filter.No}).Draw(t, label)
	}
	if seldom("kinds") {
		kinds := rapid.SampledFrom([]string{"task", "event", "project"})
		f.Kinds = rapid.SliceOfNDistinct(kinds, 1, 3, rapid.ID[string]).Draw(t, "kinds")
	}
	if seldom("ids") {
		f = f.With(filter.IDs(rapid.SliceOfN(rapid.Int64Range(1, 12), 0, 6).Draw(t, "ids")...))
	}
	word := func(label, field string, words []string) {
		if seldom(label) {
			f = f.WithWord(field, rapid.SampledFrom(words).Draw(t, label))
		}
	}
	word("title", filter.LabelField, append([]string{"é", "a", "SS", "σ", "%", "'"}, Words...))
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
		f.Any = []filter.Condition{anyCondition(t, depth+1), anyCondition(t, depth+1)}
	}
	if depth < 2 && seldom("not") {
		f.Not = []filter.Condition{anyCondition(t, depth+1)}
	}
	return f
}

// matching returns what Find must return, by looking at every record.
func matching(records []record.Record, f filter.Condition) string {
	var found []record.Record
	for _, k := range schema.Kinds {
		var of []record.Record
		for _, r := range records {
			if r.Kind == k && f.Selects(r, Today) {
				of = append(of, r)
			}
		}
		slices.SortStableFunc(of, byDay)
		found = append(found, of...)
	}
	return Keys(found)
}

// byDay is the order of Find within a kind: those without a day are last.
func byDay(a, b record.Record) int {
	if x, y := a.Day(), b.Day(); x != y {
		if y == 0 || x != 0 && x < y {
			return -1
		}
		return 1
	}
	if d := int(a.Get("startTime").Time() - b.Get("startTime").Time()); d != 0 {
		return d
	}
	return int(a.ID - b.ID)
}

// onSomeDay draws a condition that is true on one of several days.
func onSomeDay(k *schema.Kind) *rapid.Generator[filter.Condition] {
	one := func(t *rapid.T, field string, ops ...filter.Operator) (c filter.Condition) {
		f, _ := k.Field(field)
		value := record.Date(anyDay(t, "day"))
		if f.Type == schema.Enum {
			value = record.Text(rapid.SampledFrom(f.Values).Draw(t, "word"))
		}
		op := rapid.SampledFrom(ops).Draw(t, "operator")
		return filter.Comparing(filter.Comparison{Field: field, Op: op, Values: []record.Value{value}})
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
