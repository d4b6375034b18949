package sqlite

import (
	"database/sql/driver"
	"fmt"
	"strings"
	"testing"

	"assister/internal/filter"
	"assister/internal/fulltext"
	"assister/internal/ledger"
	"assister/internal/record"

	"assister/internal/storetest"
	"assister/internal/workspace"
)

// maxTail and maxTailBytes are the changes that the index need not cover.
const maxTail, maxTailBytes = 128, 32 << 10

// covered returns the last batch in the index, and the number of its segments.
func covered(t testing.TB, s *Store) (batch int64, segments int) {
	t.Helper()
	if number(t, s, "SELECT count(*) FROM text_index WHERE made_by = '"+fulltext.Fingerprint()+"'") != 1 {
		t.Error("there is no index")
	}
	return number(t, s, "SELECT batch FROM text_index"), len(index(t, s))
}

// index returns the headers of the segments of the index.
func index(t testing.TB, s *Store) (x []fulltext.Header) {
	t.Helper()
	view(t, s, func(r workspace.Reader) error {
		const query = "SELECT header FROM text_segment ORDER BY age"
		return r.(reader).Each("read", query, func(row []driver.Value) error {
			header, err := fulltext.DecodeHeader(row[0].([]byte))
			x = append(x, header)
			return err
		})
	})
	return x
}

// by changes the database without the store.
func by(t testing.TB, s *Store, edit string) {
	t.Helper()
	c, err := s.take(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer s.put(c)
	if err := c.exec(edit); err != nil {
		t.Fatal(err)
	}
}

func TestTheIndexCatchesUpAfterManySmallBatches(t *testing.T) {
	s := fresh(t)
	singly(t, s, 1, maxTail-1, "Wax the floor")
	if batch, segments := covered(t, s); batch != 0 || segments != 0 {
		t.Errorf("it holds up to batch %d in %d segments before it is due", batch, segments)
	}
	singly(t, s, maxTail, 2, "Wax the car")
	if batch, segments := covered(t, s); batch != maxTail || segments != 1 {
		t.Errorf("it holds up to batch %d in %d segments", batch, segments)
	}
	if got := look(t, s, "car"); got != fmt.Sprintf("task:%d task:%d", maxTail+1, maxTail) {
		t.Error(got)
	}
	if codes := examined(t, s); codes != "" {
		t.Error(codes)
	}
}

func TestLongTextsAreIndexedAtOnce(t *testing.T) {
	s := fresh(t)
	singly(t, s, 1, 3, "Wax the floor")
	commit(t, s, creates(task(4, "Read", "notes", record.Text(strings.Repeat("much to say ", maxTailBytes/12+1))))...)
	if batch, _ := covered(t, s); batch != 4 {
		t.Errorf("it holds up to batch %d", batch)
	}
}

func TestALargeBatchIsIndexedWithItsCommit(t *testing.T) {
	s := fresh(t)
	singly(t, s, 1001, 1, "Wax")
	fill(t, s, 1000)
	if batch, segments := covered(t, s); batch != 2 || segments != 1 {
		t.Errorf("it holds up to batch %d, in %d segments", batch, segments)
	}
	if got := look(t, s, "plumber 321"); got != "task:321" {
		t.Errorf("found %q", got)
	}
	if got := look(t, s, "wax"); got != "task:1001" {
		t.Errorf("found %q of what lay behind it", got)
	}
}

func TestMergingSegmentsKeepsTheResults(t *testing.T) {
	s := fresh(t)
	fill(t, s, 20_000)
	singly(t, s, 20_001, 1, "Wax")
	if batch, segments := covered(t, s); batch != 20 || segments > 8 {
		t.Errorf("batch %d, %d segments", batch, segments)
	}
	if n := number(t, s, "SELECT count(*) FROM text_block WHERE id >> 20 NOT IN (SELECT id FROM text_segment)"); n != 0 {
		t.Errorf("%d blocks belong to no segment", n)
	}
	if codes := examined(t, s); codes != "" {
		t.Error(codes)
	}
}

func number(t testing.TB, s *Store, query string) (n int64) {
	t.Helper()
	view(t, s, func(r workspace.Reader) (err error) {
		n, err = r.(reader).c.number(never, query)
		return err
	})
	return n
}

func TestAChangeWithoutTextIsNotIndexed(t *testing.T) {
	s := fresh(t)
	fill(t, s, 200)
	singly(t, s, 201, 1, "Wax")
	_, before := covered(t, s)
	var changes []ledger.Change
	for _, was := range find(t, s, filter.Condition{Kinds: []string{"task"}}) {
		changes = append(changes, ledger.Diff(was, was.With("priority", record.Text("high"))))
	}
	commit(t, s, changes...)
	singly(t, s, 202, maxTail, "Oil")
	var replaced int
	x := index(t, s)
	for _, segment := range x {
		replaced += len(segment.Replaced)
	}
	if len(x) != before+2 { // for the wax and for the oil
		t.Errorf("%d segments, and before %d", len(x), before)
	}
	if replaced != 0 {
		t.Errorf("%d records are replaced", replaced)
	}
}

func TestADamagedIndexIsNoticedBypassedAndRebuilt(t *testing.T) {
	for name, edit := range map[string]string{
		"a block":         "UPDATE text_block SET data = x'00112233445566'",
		"a block gone":    "DELETE FROM text_block",
		"a header":        "UPDATE text_segment SET header = x'0011223344'",
		"another's bytes": "UPDATE text_block SET data = (SELECT header FROM text_segment)",
	} {
		t.Run(name, func(t *testing.T) {
			s := fresh(t)
			long := record.Text(strings.Repeat("floor ", maxTailBytes/6+1))
			commit(t, s, creates(task(1, "Wax", "notes", long))...)
			by(t, s, edit)
			if codes := examined(t, s); codes != workspace.IndexDisagrees {
				t.Errorf("examined: %q", codes)
			}
			if got := look(t, s, "floor"); got != "task:1" {
				t.Errorf("found %q", got)
			}
			// Damage is noticed when four segments of a size are merged.
			for id := range int64(3) {
				commit(t, s, creates(task(2+id, "Oil", "notes", long))...)
			}
			if codes := examined(t, s); codes != "" {
				t.Errorf("examined afterwards: %q", codes)
			}
		})
	}
}

func TestAnIndexOfAnotherVersionIsRebuilt(t *testing.T) {
	s := fresh(t)
	singly(t, s, 1, 5, "Wax the floor")
	by(t, s, "UPDATE text_index SET made_by = 'another', batch = 99")
	if got := look(t, s, "floor"); got != "task:5 task:4 task:3 task:2 task:1" {
		t.Errorf("found %q", got)
	}
	singly(t, s, 6, 1, "Wax the car")
	if batch, segments := covered(t, s); batch != 6 || segments != 1 {
		t.Errorf("batch %d in %d segments", batch, segments)
	}
}

func TestAFailureToIndexDoesNotFailTheCommit(t *testing.T) {
	s := fresh(t)
	singly(t, s, 1, 1, "Wax the floor") // to check the schema before it changes
	by(t, s, "CREATE TRIGGER never BEFORE INSERT ON text_segment BEGIN SELECT RAISE(ABORT, 'no'); END")
	var receipt workspace.Receipt
	for id := int64(2); id <= maxTail+6; id++ { // the index is due after maxTail batches
		var err error
		receipt, err = s.Update(ctx, func(r workspace.Reader) (workspace.Commit, error) {
			return storetest.Batch(r, creates(task(id, "Wax the floor"))...)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if batch, _ := covered(t, s); batch != 0 {
		t.Errorf("it holds up to batch %d", batch)
	}
	if receipt.Unindexed == nil || !strings.Contains(receipt.Unindexed.Error(), "text index: no") {
		t.Errorf("the reason is %v", receipt.Unindexed)
	}
	if got := look(t, s, "floor"); len(strings.Fields(got)) != 9 {
		t.Errorf("found %q", got)
	}
	if n := number(t, s, "SELECT synchronous FROM pragma_synchronous"); n != syncFull {
		t.Errorf("synchronous is %d", n)
	}
	by(t, s, "DROP TRIGGER never")
	singly(t, s, maxTail+7, 1, "Wax the floor")
	if batch, _ := covered(t, s); batch != maxTail+7 {
		t.Errorf("afterwards it holds up to batch %d", batch)
	}
}

func TestAnOlderDatabaseIsIndexedWhenItIsMigrated(t *testing.T) {
	for _, mode := range []workspace.Mode{workspace.ToRead, workspace.ToWrite} {
		s := fresh(t)
		by(t, s, `DELETE FROM text_index; WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 300)
			INSERT INTO task (id, rev, folded, title) SELECT n, 1, 'call plumber ' || n, 'Call plumber ' || n FROM n`)
		s.Close()

		s = openLater(t, s.Path(), mode, "CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT")
		if _, segments := covered(t, s); segments != 1 {
			t.Errorf("%d segments", segments)
		}
		if got := look(t, s, "plumber 77"); got != "task:77" {
			t.Errorf("found %q", got)
		}
	}
}
