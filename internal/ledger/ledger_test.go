package ledger_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"assister/internal/ledger"
	"assister/internal/record"
	"assister/internal/record/recordtest"
	"assister/internal/schema"
)

// comparable lets cmp read unexported fields of lower packages.
var comparable = cmp.AllowUnexported(record.Value{})

func anyChange(t *rapid.T) ledger.Change {
	kind := rapid.SampledFrom(schema.Kinds).Draw(t, "kind")
	before := recordtest.Record(kind, 3).Draw(t, "before")
	after := recordtest.Record(kind, 3).Draw(t, "after")
	switch rapid.SampledFrom([]string{"created", "deleted", "updated"}).Draw(t, "what") {
	case "created":
		return ledger.Created(after)
	case "deleted":
		return ledger.Deleted(before)
	}
	return ledger.Diff(before, after)
}

func TestCellsRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := anyChange(t)
		cells, err := ledger.DecodeCells(c.Kind, c.Was, c.Is, c.EncodeCells())
		if err != nil {
			t.Fatal(err)
		}
		if len(cells) == 0 && len(c.Cells) == 0 {
			return
		}
		if diff := cmp.Diff(c.Cells, cells, comparable); diff != "" {
			t.Fatalf("%s\n%s", c.EncodeCells(), diff)
		}
	})
}

func TestApplyingADiffGivesTheNewRecord(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SampledFrom(schema.Kinds).Draw(t, "kind")
		before := recordtest.Record(kind, 3).Draw(t, "before")
		after := recordtest.Record(kind, 3).Draw(t, "after")
		c := ledger.Diff(before, after)
		there, back := before, after
		for _, cell := range c.Cells {
			there = there.With(cell.Field, cell.After)
			back = back.With(cell.Field, cell.Before)
		}
		if !cmp.Equal(there.Values, after.Values, comparable) || !cmp.Equal(back.Values, before.Values, comparable) {
			t.Fatalf("the cells do not lead from one to the other: %s", c.EncodeCells())
		}
		if c.Empty() != cmp.Equal(before.Values, after.Values, comparable) {
			t.Fatal("Empty does not say whether anything changes")
		}
	})
}

func TestDecodeCellsRefusesInvalidCells(t *testing.T) {
	task := schema.Lookup("task")
	for _, text := range []string{``, `{`, `{"nosuch":["a","b"]}`, `{"title":["a"]}`, `{"title":"a"}`, `{"scheduledFor":["2026-02-30",null]}`} {
		if _, err := ledger.DecodeCells(task, true, true, []byte(text)); err == nil {
			t.Errorf("%s was read", text)
		}
	}
}

func TestAnyEditOfARowBreaksItsLink(t *testing.T) {
	row := ledger.Entry{Seq: 2, At: time.UnixMilli(1_800_000_000_000), CorrelationID: "c1", Action: "apply", Batch: 1, Detail: `{"created":1}`}
	first := row.Link(ledger.Hash{1})
	if row.Link(ledger.Hash{1}) != first {
		t.Fatal("the same row has two hashes")
	}
	for name, edited := range map[string]ledger.Entry{
		"seq":                  {Seq: 3, At: row.At, CorrelationID: row.CorrelationID, Action: row.Action, Batch: row.Batch, Detail: row.Detail},
		"time":                 {Seq: 2, At: row.At.Add(time.Millisecond), CorrelationID: row.CorrelationID, Action: row.Action, Batch: row.Batch, Detail: row.Detail},
		"action":               {Seq: 2, At: row.At, CorrelationID: row.CorrelationID, Action: "undo", Batch: row.Batch, Detail: row.Detail},
		"batch":                {Seq: 2, At: row.At, CorrelationID: row.CorrelationID, Action: row.Action, Batch: 2, Detail: row.Detail},
		"detail":               {Seq: 2, At: row.At, CorrelationID: row.CorrelationID, Action: row.Action, Batch: row.Batch, Detail: `{"created":2}`},
		"actor":                {Seq: 2, At: row.At, CorrelationID: row.CorrelationID, Action: row.Action, Batch: row.Batch, Detail: row.Detail, Asked: ledger.Asked{Actor: "anna@laptop"}},
		"words":                {Seq: 2, At: row.At, CorrelationID: row.CorrelationID, Action: row.Action, Batch: row.Batch, Detail: row.Detail, Asked: ledger.Asked{Words: "buy milk"}},
		"where one field ends": {Seq: 2, At: row.At, CorrelationID: "c1a", Action: "pply", Batch: row.Batch, Detail: row.Detail},
	} {
		if edited.Link(ledger.Hash{1}) == first {
			t.Errorf("an edit of the %s is not seen", name)
		}
	}
	if row.Link(ledger.Hash{2}) == first {
		t.Error("another row before it is not seen")
	}
}

// Rows that were written before actors were kept stay valid: their hashes are those of then.
func TestARowWithoutAnActorHasTheHashThatItAlwaysHad(t *testing.T) {
	row := ledger.Entry{Seq: 2, At: time.UnixMilli(1_800_000_000_000), CorrelationID: "c1", Action: "apply", Batch: 1, Detail: `{"created":1}`}
	batch := ledger.Batch{ID: 7, At: row.At, Action: ledger.Apply, CorrelationID: "c1", Key: "k", Fingerprint: "f", Results: "task:1", Source: "hand"}
	if got := row.Link(ledger.Hash{1}).String(); got != "802f375d8102a63457b1c49492d5e7cac6035a469c21b34fb26bb1b8b01c50f9" {
		t.Errorf("the link is %s", got)
	}
	if got := batch.Digest().String(); got != "c7ed6bf6263b892072a13640d7981d1a2332e35317bee613cac7bab26d9ba11b" {
		t.Errorf("the digest is %s", got)
	}
}

func TestWhoAskedIsKeptInVisibleCharactersWithinLimits(t *testing.T) {
	for _, tt := range []struct{ actor, words, wantActor, wantWords string }{
		{"anna@laptop", " add milk \n tomorrow ", "anna@laptop", "add milk \n tomorrow"},
		{"a\x00n\x1bna\u200b", "\x1b[31mmilk\xff\u202e", "anna", "[31mmilk"},
		{strings.Repeat("é", 200), strings.Repeat("é", 2000), strings.Repeat("é", 127) + "…", strings.Repeat("é", 999) + "…"},
	} {
		got := ledger.AskedBy(tt.actor, tt.words)
		if got.Actor != tt.wantActor || got.Words != tt.wantWords {
			t.Errorf("%.20q, %.20q became %q, %q", tt.actor, tt.words, got.Actor, got.Words)
		}
	}
}

func TestADigestDependsOnEveryCell(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := anyChange(t)
		if len(c.Cells) == 0 {
			return
		}
		b := ledger.Batch{ID: 7, Changes: []ledger.Change{c}}
		was := b.Digest()
		i := rapid.IntRange(0, len(c.Cells)-1).Draw(t, "cell")
		if c.Is {
			c.Cells[i].After = record.Null
		} else {
			c.Cells[i].Before = record.Null
		}
		if b.Digest() == was && !(c.Was && c.Is) {
			t.Fatal("an edited cell is not seen")
		}
	})
}

func TestHashRoundTrips(t *testing.T) {
	h := ledger.Hash{1, 2, 255}
	if back, ok := ledger.ParseHash(h.String()); !ok || back != h {
		t.Error(h)
	}
	for _, s := range []string{"", "zz", h.String()[2:], h.String() + "00"} {
		if _, ok := ledger.ParseHash(s); ok {
			t.Errorf("%q was taken for a hash", s)
		}
	}
}
