package storetest

import (
	"slices"
	"strings"
	"testing"

	"assister/internal/filter"
	"assister/internal/fulltext"
	"assister/internal/ledger"
	"assister/internal/record"
	"assister/internal/schema"
	"assister/internal/workspace"
)

// searches are tests of the text index.
var searches = []test{
	{"ACommittedRecordIsFoundAtOnce", testFoundAtOnce},
	{"AnIncrementalIndexEqualsARebuiltOne", testRebuiltIndex},
	{"ABatchThatIsIndexedWithItsCommitIsFound", testIndexedCommit},
	{"AnIndexThatCannotBeWrittenStopsNoCommit", testUnwritableIndex},
	{"ChangesAreCountedInTheOrderOfTheirBatches", testMovedRows},
	{"RecordsBeyondTheIDRangeAreFoundWithoutSets", testFarIDs},
	{"ADamagedIndexIsNoticedBypassedAndRebuilt", testDamagedIndex},
	{"AWrongIndexIsNoticedAndRebuilt", testWrongIndex},
	{"MovedIsBounded", testMoved},
	{"TextsAreThoseOfTheRecords", testTexts},
}

func testFoundAtOnce(t *testing.T, p Place) {
	s := fresh(t, p)
	expect := func(want map[string]string) {
		t.Helper()
		for text, want := range want {
			if got := Look(t, s, text); got != want {
				t.Errorf("%.30q finds %q, want %q", text, got, want)
			}
		}
	}
	milk := Task(1, "Buy milk", "notes", record.Text("at the corner shop"), "tags", record.Tags("home", "urgent"))
	house := Project(1, "Milky Way")
	Commit(t, s, Created(milk, house, Event(1, "Concert", "location", record.Text("Hall of milk")))...)
	const all = "task:1 project:1 event:1"
	expect(map[string]string{
		"milk": all, "SHOP": "task:1", "urgent": "task:1", "hall": "event:1", "bread": "", "mlik": "task:1 event:1",
		`"milk"`: all, "milk'; DROP TABLE task; --": all, "milk OR *": all, "\x00": "", "": "",
		strings.Repeat("milk ", 64<<10/5): all,
	})
	bread := milk.With("title", record.Text("Bake bread")).With("notes", record.Null)
	Commit(t, s, ledger.Diff(milk, bread), ledger.Deleted(house))
	expect(map[string]string{"milk": "event:1", "bread": "task:1", "shop": "", "home": "task:1"})
	Commit(t, s, ledger.Diff(bread, milk), ledger.Created(house)) // as undo does
	expect(map[string]string{"milk": all})
}

func testRebuiltIndex(t *testing.T, p Place) {
	s := fresh(t, p)
	Fill(t, s, 3000)
	Singly(t, s, 3001, 9, "Wax the plumber")
	for _, text := range []string{"plumber", "item 1234", "wax", "plumbr itam", "call 7"} {
		before := Look(t, s, text)
		if err := s.Reindex(ctx); err != nil {
			t.Fatal(err)
		}
		if after := Look(t, s, text); after != before || before == "" {
			t.Errorf("%s: before %s, after %s", text, before, after)
		}
		Singly(t, s, 5000+int64(len(text))*100, 3, "Oil")
	}
	if codes := Examined(t, s); codes != "" {
		t.Error(codes)
	}
}

// commitCalls creates tasks in a batch that is large enough for the index.
func commitCalls(t *testing.T, s workspace.Store) (tasks []record.Record) {
	t.Helper()
	for id := range int64(150) {
		tasks = append(tasks, Task(id+1, "Call the plumber"))
	}
	Commit(t, s, Created(tasks...)...)
	return tasks
}

// testIndexedCommit changes, deletes and creates records in batches that are large enough for
// the index, with small ones between them that it does not cover.
func testIndexedCommit(t *testing.T, p Place) {
	s := fresh(t, p)
	tasks := commitCalls(t, s)
	Commit(t, s, Created(Task(500, "Wax the floor"), Task(501, "Oil the door"))...)
	small := Task(500, "Wax the floor")
	Commit(t, s, ledger.Diff(small, small.With("notes", record.Text("slowly"))))
	small = small.With("notes", record.Text("slowly"))
	var changes []ledger.Change
	for i, one := range tasks {
		if i < 10 {
			changes = append(changes, ledger.Deleted(one))
			continue
		}
		painted := one.With("title", record.Text("Paint the fence")).With("priority", record.Text("low"))
		changes = append(changes, ledger.Diff(one, painted))
	}
	changes = append(changes, ledger.Diff(small, small.With("title", record.Text("Polish the floor"))),
		ledger.Deleted(Task(501, "Oil the door")), ledger.Created(Task(502, "Mend the roof")))
	Commit(t, s, changes...)
	for text, want := range map[string]string{
		"polish": "task:500", "slowly": "task:500", "wax": "", "oil": "", "roof": "task:502", "plumber": "",
	} {
		if got := Look(t, s, text); got != want {
			t.Errorf("%s finds %q, want %q", text, got, want)
		}
	}
	judge(t, s, func(r workspace.Reader, wrong report) error {
		found, err := r.Search(fulltext.Query{Words: fulltext.Words("fence"), Limit: 500})
		if len(found.Hits) != 140 {
			wrong("%d records have the new title, want 140", len(found.Hits))
		}
		return err
	})
	if codes := Examined(t, s); codes != "" {
		t.Error(codes)
	}
}

func testUnwritableIndex(t *testing.T, p Place) {
	s := fresh(t, p)
	commitCalls(t, s)
	for i, tt := range []struct{ breaks, mends string }{
		{ // a block that is there already
			"INSERT INTO text_block (id, data) SELECT seq * 1048576 + 1048576, data FROM " + p.LastIDs +
				", text_block WHERE name = 'text_segment' ORDER BY id LIMIT 1",
			"DELETE FROM text_block WHERE id = (SELECT max(id) FROM text_block)",
		},
		{"ALTER TABLE text_segment RENAME TO gone", "ALTER TABLE gone RENAME TO text_segment"},
	} {
		tamper := func(text string) {
			t.Helper()
			if err := p.Tamper(text); err != nil {
				t.Fatal(err)
			}
		}
		tamper(tt.breaks)
		from := int64(1000 * (i + 1))
		var more []record.Record
		for id := range int64(150) {
			more = append(more, Task(from+id, "Oil"))
		}
		receipt := write(t, s, func(r workspace.Reader) (workspace.Commit, error) { return Batch(r, Created(more...)...) })
		if receipt.Unindexed == nil {
			t.Errorf("%s: the index was written", tt.breaks)
		}
		tamper(tt.mends)
		Commit(t, s, Created(Task(from+500, "Wax"))...)
		for _, text := range []string{"oil", "wax"} {
			if got := Look(t, s, text); got == "" {
				t.Errorf("%s: %s finds nothing", tt.breaks, text)
			}
		}
		if codes := Examined(t, s); strings.Contains(codes, workspace.IndexDisagrees) {
			t.Error(tt.breaks, codes)
		}
	}
}

// testMovedRows moves the rows of the ledger to other places in the file: PostgreSQL writes
// an updated row behind all others, and reads them in the order in which they are there. A
// large row, which a page has no room for, does the same.
func testMovedRows(t *testing.T, p Place) {
	s := fresh(t, p)
	milk, oil := Task(1, "Buy milk"), Task(2, "Buy oil")
	Commit(t, s, Created(milk, oil)...)
	Commit(t, s, ledger.Deleted(milk), ledger.Deleted(oil))
	Commit(t, s, Created(milk)...)
	const move = "UPDATE change SET cells = cells WHERE batch = "
	if err := p.Tamper(move + "2; " + move + "1"); err != nil {
		t.Fatal(err)
	}
	holds := func() {
		t.Helper()
		judge(t, s, func(r workspace.Reader, wrong report) error {
			n, err := indexed(r).Count(filter.Condition{}, Today)
			if n != 1 {
				wrong("%d records are counted, want 1", n)
			}
			return err
		})
		if got := Look(t, s, "buy"); got != "task:1" {
			t.Errorf("found %q", got)
		}
		if codes := Examined(t, s); codes != "" {
			t.Error(codes)
		}
	}
	holds()
	var come, gone []ledger.Change
	for id := range int64(200) { // enough for the index to be extended
		e := Event(id+1, "Concert")
		come, gone = append(come, ledger.Created(e)), append(gone, ledger.Deleted(e))
	}
	Commit(t, s, come...)
	Commit(t, s, gone...)
	holds()
}

// Sets are limited to some millions of ids, and tables are not.
func testFarIDs(t *testing.T, p Place) {
	s := fresh(t, p)
	Fill(t, s, 4001) // enough for the text index to be faster
	const far = 1 << 40
	Commit(t, s, Created(Task(far, "Call the plumber", "tags", record.Tags("home")))...)
	k := schema.Lookup("task")
	plumb := filter.Comparing(filter.TitleContains("plumb"))
	for name, c := range map[string]filter.Condition{
		"a text": {Compare: []filter.Comparison{filter.TitleContains("call the plumb")}, All: []filter.Condition{plumb}},
		"a day":  {Any: []filter.Condition{filter.Comparing(filter.Tagged("home")), filter.Comparing(filter.IDs(7))}},
	} {
		q := filter.Query{Kind: k, Where: c, Sort: []filter.Order{{At: filter.ID, Descending: true}}, Limit: 1}
		found := read(t, s, func(r workspace.Reader) (filter.Result, error) { return r.Query(q, Today) })
		if len(found.Records) != 1 || found.Records[0].ID != far {
			t.Errorf("%s: %v of %d", name, Keys(found.Records), found.Total)
		}
	}
}

func testDamagedIndex(t *testing.T, p Place) {
	s := fresh(t, p)
	Fill(t, s, 200)
	for name, edit := range map[string]string{
		"a block":      "UPDATE text_block SET data = (SELECT header FROM text_segment LIMIT 1)",
		"a block gone": "DELETE FROM text_block",
		"a header":     "UPDATE text_segment SET header = (SELECT data FROM text_block LIMIT 1)",
	} {
		if err := s.Reindex(ctx); err != nil {
			t.Fatal(err)
		}
		if codes := Examined(t, s); codes != "" {
			t.Errorf("before: %q", codes)
		}
		if err := p.Exec(edit); err != nil {
			t.Fatal(err)
		}
		if codes := Examined(t, s); codes != workspace.IndexDisagrees {
			t.Errorf("%s: examined: %q", name, codes)
		}
		if got := Look(t, s, "item 77"); got != "task:77" {
			t.Errorf("%s: found %q", name, got)
		}
	}
}

func testWrongIndex(t *testing.T, p Place) {
	s := fresh(t, p)
	Fill(t, s, 9)
	if err := s.Reindex(ctx); err != nil {
		t.Fatal(err)
	}
	if err := p.Exec("UPDATE task SET title = 'Wax the car' WHERE id = 7"); err != nil {
		t.Fatal(err)
	}
	if codes := Examined(t, s); codes != workspace.NotAsTheLedger+" "+workspace.IndexDisagrees {
		t.Errorf("examined: %q", codes)
	}
	if err := s.Reindex(ctx); err != nil {
		t.Fatal(err)
	}
	if codes := Examined(t, s); codes != workspace.NotAsTheLedger {
		t.Errorf("examined afterwards: %q", codes)
	}
	if got := Look(t, s, "car"); got != "task:7" {
		t.Errorf("found %q", got)
	}
}

func testMoved(t *testing.T, p Place) {
	s := fresh(t, p)
	Singly(t, s, 1, 5, "Wax")
	for most, want := range map[int][]fulltext.Doc{2: {fulltext.DocOf(0, 4), fulltext.DocOf(0, 5)}, 1: nil} {
		judge(t, s, func(r workspace.Reader, wrong report) error {
			docs, newest, ok, err := r.Moved(3, most)
			if ok != (want != nil) || newest != 5 || !slices.Equal(docs, want) {
				wrong("at most %d: %v, %d, %v", most, docs, newest, ok)
			}
			return err
		})
	}
}

func testTexts(t *testing.T, p Place) {
	s := fresh(t, p)
	Commit(t, s, Created(Task(1, "Wax", "notes", record.Text("soon")), Task(2, "Oil"), Project(1, "Home"))...)
	title, _ := schema.Lookup("task").Field("title")
	notes, _ := schema.Lookup("task").Field("notes")
	for want, ids := range map[string][]int64{"Wax soon, Oil , ": nil, "Oil , ": {2}, "": {}} {
		got := read(t, s, func(r workspace.Reader) (all string, err error) {
			err = r.Texts(0, ids, func(_ int64, text func(f *schema.Field) string) error {
				all += text(title) + " " + text(notes) + ", "
				return nil
			})
			return all, err
		})
		if got != want {
			t.Errorf("of %v: %q, want %q", ids, got, want)
		}
	}
}
