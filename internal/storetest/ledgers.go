package storetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"assister/internal/calendar"
	"assister/internal/check"
	"assister/internal/ijson"
	"assister/internal/ledger"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/session"
	"assister/internal/workspace"
	"assister/internal/workspace/undotest"
)

// ledgers are tests of the batches, their keys, what is undone, and the audit trail.
var ledgers = []test{
	{"BatchesAreFoundByKeyActionAndWhatTheyUndo", testBatches},
	{"BatchesThatCarriedOutWhatASessionProposedAreFound", testCarriedOut},
	{"ABatchWithoutAnEffectIsKept", testWithoutEffect},
	{"ABatchHasItsActorAndItsWords", testActors},
	{"UnattendedBatchesAreAddedUp", testUnattended},
	{"TheSameRequestTwiceIsAppliedOnce", testIdempotency},
	{"AStalePlanIsRefused", testStale},
	{"AnUndoOfAChangedFieldIsRefused", testUndoConflict},
	{"UndoIsWhatTheModelSays", testUndo},
	{"TheAuditTrailIsAChain", testChain},
	{"TheTrailAndTheLedgerRefuseToBeEdited", testAppendOnly},
	{"VerifyFindsEveryEdit", testEdits},
	{"VerifyFindsMarksThatContradictTheLedger", testMarks},
	{"AMarkDecidesNothing", testMarkDecidesNothing},
	{"NothingIsAddedToATrailThatWasEditedAtItsEnd", testEditedEnd},
	{"AWitnessGetsTheHeadOfEveryBatchOnce", testWitness},
	{"ACommitStandsWithoutItsWitness", testNoWitness},
}

func testBatches(t *testing.T, p Place) {
	s := fresh(t, p)
	add := func(b ledger.Batch, mark map[int64]int64) {
		t.Helper()
		write(t, s, func(r workspace.Reader) (workspace.Commit, error) {
			id, err := r.NextBatch()
			next := b
			next.ID, next.At = id, Noon
			return workspace.Commit{Batch: &next, Mark: mark}, err
		})
	}
	one := func(fn func(r workspace.Reader) (ledger.Batch, bool, error)) (id int64) {
		t.Helper()
		return read(t, s, func(r workspace.Reader) (int64, error) {
			b, ok, err := fn(r)
			if !ok && b.ID != 0 {
				t.Errorf("batch %d is not there", b.ID)
			}
			return b.ID, err
		})
	}
	last := func() int64 {
		return one(func(r workspace.Reader) (ledger.Batch, bool, error) { return r.Last(ledger.Apply, "") })
	}
	reversal := func(root, before int64) int64 {
		return one(func(r workspace.Reader) (ledger.Batch, bool, error) { return r.Reversal(root, before) })
	}
	add(ledger.Batch{Action: ledger.Apply, Key: "k", Changes: Created(Task(1, "a"))}, nil)
	add(ledger.Batch{Action: ledger.Apply}, nil)
	add(ledger.Batch{Action: ledger.Undo, Undoes: 2, Root: 2}, map[int64]int64{2: 3})
	for key, want := range map[string]int64{"k": 1, "other": 0} {
		if id := one(func(r workspace.Reader) (ledger.Batch, bool, error) { return r.ByKey(key) }); id != want {
			t.Errorf("the key %s is of batch %d, want %d", key, id, want)
		}
	}
	if b := batchAt(t, s, 1); b.Key != "k" || len(b.Changes) != 1 {
		t.Errorf("batch %+v", b)
	}
	if b := batchAt(t, s, 2); b.UndoneBy != 3 || b.Key != "" {
		t.Errorf("batch %+v", b)
	}
	if last() != 1 || reversal(2, 0) != 3 || reversal(1, 0) != 0 {
		t.Errorf("the last is %d, the reversals %d and %d", last(), reversal(2, 0), reversal(1, 0))
	}
	add(ledger.Batch{Action: ledger.Redo, Undoes: 3, Root: 2}, map[int64]int64{2: 0, 3: 4})
	for before, want := range map[int64]int64{0: 4, 4: 3, 3: 0} {
		if id := reversal(2, before); id != want {
			t.Errorf("the reversal before %d is %d, want %d", before, id, want)
		}
	}
	if b := batchAt(t, s, 2); last() != 2 || b.UndoneBy != 0 {
		t.Errorf("after the redo the last is %d, and %+v", last(), b)
	}
}

func testCarriedOut(t *testing.T, p Place) {
	s := fresh(t, p)
	for _, id := range []string{"old", "a", "other", "b", "a"} {
		write(t, s, func(r workspace.Reader) (workspace.Commit, error) {
			c, err := Batch(r, Created(Task(1, id))...)
			if c.Batch.CorrelationID = id; c.Batch.ID > 1 {
				c.Batch.Changes = nil
			}
			turn := session.Turn{At: Noon, Role: "assistant", Text: "x", Proposed: id}
			if id != "other" {
				c.Said = session.Added{Session: "home", Turns: []session.Turn{turn}}
			}
			return c, err
		})
	}
	for newest, want := range map[int]string{4: "[5 4 2]", 1: "[5]", 9: "[5 4 2 1]"} {
		ids, changes := []int64{}, 0
		found := read(t, s, func(r workspace.Reader) ([]ledger.Batch, error) { return r.CarriedOut("home", newest) })
		for _, b := range found {
			ids, changes = append(ids, b.ID), changes+len(b.Changes)
		}
		if fmt.Sprint(ids) != want || (changes == 1) != (newest == 9) {
			t.Errorf("of the newest %d: %d with %d changes, want %s", newest, ids, changes, want)
		}
	}
	none := read(t, s, func(r workspace.Reader) ([]ledger.Batch, error) { return r.CarriedOut("work", 9) })
	if len(none) > 0 {
		t.Errorf("another session has %d batches", len(none))
	}
}

// A batch without changes is kept for its key, and cannot be undone.
func testWithoutEffect(t *testing.T, p Place) {
	s := fresh(t, p)
	Commit(t, s, Created(Task(1, "a"))...)
	write(t, s, func(r workspace.Reader) (workspace.Commit, error) {
		c, err := Batch(r)
		c.Batch.Key, c.Batch.UndoneBy = "k", c.Batch.ID
		return c, err
	})
	judge(t, s, func(r workspace.Reader, wrong report) error {
		if b, ok, err := r.ByKey("k"); !ok || b.ID != 2 || b.UndoneBy != 2 {
			wrong("%+v, %v, %v", b, ok, err)
		}
		b, _, err := r.Last(ledger.Apply, "")
		if b.ID != 1 {
			wrong("the newest that counts is %d", b.ID)
		}
		return err
	})
}

// The conflict of a change with that of another person names whom to ask.
func testActors(t *testing.T, p Place) {
	s := fresh(t, p)
	for i, actor := range []string{"anna@laptop", "bob@desk"} {
		r := request(t, actor, fmt.Sprintf(`{"op":"task.create","title":"%d"}`, i))
		r.Asked = ledger.AskedBy(actor, "add it")
		apply(t, s, r)
	}
	for actor, want := range map[string]int64{"anna@laptop": 1, "bob@desk": 2, "": 2, "carl@home": 0} {
		b := read(t, s, func(r workspace.Reader) (ledger.Batch, error) {
			b, _, err := r.Last(ledger.Apply, actor)
			return b, err
		})
		if named := actor != "" && want > 0; b.ID != want || named && b.Asked != ledger.AskedBy(actor, "add it") {
			t.Errorf("the last batch of %q is %d of %v, want %d", actor, b.ID, b.Asked, want)
		}
	}
	moved := read(t, s, func(r workspace.Reader) ([]check.Moved, error) {
		return r.Since(record.Key{Kind: "task", ID: 2}, 0)
	})
	if len(moved) != 1 || moved[0].Actor != "bob@desk" || !moved[0].At.Equal(Noon) {
		t.Errorf("task 2 was changed by %+v", moved)
	}
}

func testUnattended(t *testing.T, p Place) {
	s := fresh(t, p)
	for i, touched := range []ledger.Touched{{Ops: 1, Created: 2}, {}, {Ops: 3, Changed: 1, Deleted: 4}} {
		write(t, s, func(r workspace.Reader) (workspace.Commit, error) {
			c, err := Batch(r, Created(Task(int64(i+1), "a"))...)
			c.Batch.At, c.Batch.CorrelationID = Noon.Add(time.Duration(i)*time.Hour), fmt.Sprint("run", i)
			c.Batch.Unattended = touched
			return c, err
		})
	}
	for _, tt := range []struct {
		from, to time.Time
		all      ledger.Touched
	}{
		{Noon, Noon.Add(3 * time.Hour), ledger.Touched{Ops: 4, Created: 2, Changed: 1, Deleted: 4}},
		{Noon, Noon.Add(2 * time.Hour), ledger.Touched{Ops: 1, Created: 2}},
		{Noon.Add(3 * time.Hour), Noon.Add(4 * time.Hour), ledger.Touched{}},
	} {
		judge(t, s, func(r workspace.Reader, wrong report) error {
			all, run, err := r.Unattended(tt.from, tt.to, "run0")
			of := ledger.Touched{Ops: 1, Created: 2}
			if tt.from.After(Noon) {
				of = ledger.Touched{}
			}
			if all != tt.all || run != of {
				wrong("from %v to %v: %+v, of the run %+v", tt.from, tt.to, all, run)
			}
			return err
		})
	}
}

// request returns a request with operations as JSON.
func request(t testing.TB, key string, lines ...string) workspace.Request {
	t.Helper()
	clock := calendar.Clock{Instant: Noon, Zone: time.UTC}
	r := workspace.Request{Clock: clock, CorrelationID: "c-" + key, Key: key, Approval: "yes"}
	for _, line := range lines {
		v, p := ijson.Parse([]byte(line))
		if p != nil {
			t.Fatalf("%s: %v", line, p)
		}
		o, problems := op.Decode(v, calendar.Clock{})
		if len(problems) > 0 {
			t.Fatalf("%s: %v", line, problems)
		}
		r.Ops = append(r.Ops, o)
	}
	return r
}

func apply(t testing.TB, s workspace.Store, r workspace.Request) workspace.Outcome {
	t.Helper()
	out, err := workspace.Apply(ctx, s, r)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

const milk = `{"op":"task.create","title":"Buy milk"}`

func testIdempotency(t *testing.T, p Place) {
	s := fresh(t, p)
	first := apply(t, s, request(t, "k", milk))
	before := changed(t, s)
	again := apply(t, fresh(t, p), request(t, "k", milk))
	if !again.Replayed || again.Batch.ID != first.Batch.ID || again.Head.Hash != first.Head.Hash {
		t.Errorf("first batch %d, again %d, replayed %v", first.Batch.ID, again.Batch.ID, again.Replayed)
	}
	_, err := workspace.Apply(ctx, s, request(t, "k", `{"op":"task.create","title":"Bread"}`))
	if code(err) != problem.IdempotencyConflict {
		t.Errorf("other operations with the same key: %v", err)
	}
	same(t, before, changed(t, s))
}

func testStale(t *testing.T, p Place) {
	s := fresh(t, p)
	apply(t, s, request(t, "a", milk))
	apply(t, s, request(t, "b", `{"op":"task.update","id":1,"title":"Oat milk"}`))
	before := changed(t, s)
	_, err := workspace.Apply(ctx, s, request(t, "c", `{"op":"task.update","id":1,"priority":"high","base":{"task:1":1}}`))
	if code(err) != problem.Stale || !strings.Contains(err.Error(), "batch 2") {
		t.Errorf("the plan of another revision: %v", err)
	}
	same(t, before, changed(t, s))
}

func testUndoConflict(t *testing.T, p Place) {
	s := fresh(t, p)
	apply(t, s, request(t, "a", milk))
	apply(t, s, request(t, "b", `{"op":"task.update","id":1,"title":"Oat milk","priority":"high"}`))
	apply(t, s, request(t, "c", `{"op":"task.update","id":1,"title":"Soy milk"}`))
	before := changed(t, s)
	undo := workspace.UndoRequest{Clock: calendar.Clock{Instant: Noon, Zone: time.UTC}, CorrelationID: "u", Batch: 2}
	_, err := workspace.Undo(ctx, s, undo)
	var refusal *problem.Refusal
	if !errors.As(err, &refusal) || refusal.Problem.Code != problem.UndoConflict ||
		!strings.Contains(refusal.More[0].Message, "batch 3") {
		t.Errorf("the undo: %v", err)
	}
	same(t, before, changed(t, s))
	undo.Partial = true
	if _, err := workspace.Undo(ctx, s, undo); code(err) != problem.UndoConflict {
		t.Errorf("in part, with nothing left to undo: %v", err)
	}
}

// testUndo runs histories of batches, undos and redos, one after the other.
func testUndo(t *testing.T, p Place) {
	s := fresh(t, p)
	const histories = 10
	undotest.Histories(t, undotest.Options{Histories: histories, Seed: 2, Share: histories},
		func() (workspace.Store, func()) { return s, func() {} })
}

func testChain(t *testing.T, p Place) {
	s := fresh(t, p)
	note := func(n int) {
		t.Helper()
		rows := make([]ledger.Entry, n)
		for i := range rows {
			at := Noon.Add(time.Duration(i) * 1500 * time.Microsecond)
			rows[i] = ledger.Entry{At: at, CorrelationID: "c", Action: "route", Detail: "{}"}
		}
		receipt := write(t, s, func(workspace.Reader) (workspace.Commit, error) { return workspace.Commit{Audit: rows}, nil })
		head := read(t, s, func(r workspace.Reader) (ledger.Entry, error) { return r.Head() })
		if head != receipt.Head {
			t.Errorf("head %+v, receipt %+v", head, receipt.Head)
		}
	}
	note(2)
	Commit(t, s, Created(Task(1, "a"))...)
	note(1)
	judge(t, s, func(r workspace.Reader, wrong report) error {
		var before ledger.Entry
		err := r.Audit(0, func(e ledger.Entry) error {
			if e.Seq != before.Seq+1 || e.Link(before.Hash) != e.Hash {
				wrong("row %+v after %+v", e, before)
			}
			before = e
			// A reader may be used within a callback.
			_, _, err := r.Batch(1)
			return err
		})
		if before.Seq != 4 {
			wrong("the last row is %d", before.Seq)
		}
		return err
	})
}

// threeBatches writes a history and returns the head of its trail.
func threeBatches(t *testing.T, s workspace.Store) (head string) {
	t.Helper()
	for i, title := range []string{"Buy milk", "Bread", "Butter"} {
		r := buying(t, title)
		if i > 0 { // the first is like one from before actors were kept
			r.Asked = ledger.AskedBy("anna@laptop", "buy "+title)
		}
		head = apply(t, s, r).Head.Hash.String()
	}
	return head
}

// buying returns a request that creates a task.
func buying(t testing.TB, title string) workspace.Request {
	t.Helper()
	r := request(t, "", fmt.Sprintf(`{"op":"task.create","title":%q}`, title))
	r.CorrelationID = title
	return r
}

// changesOfOthers are changes that a store refuses, and Verify finds.
var changesOfOthers = []string{
	"UPDATE audit SET detail = ''", "DELETE FROM audit", "UPDATE change SET cells = '{}'", "DELETE FROM change",
	"UPDATE batch SET key = 'other'", "UPDATE batch SET results = ''", "UPDATE batch SET id = id + 5", "DELETE FROM batch",
}

func testAppendOnly(t *testing.T, p Place) {
	s := fresh(t, p)
	threeBatches(t, s)
	before := everything(t, s)
	const orphan = `INSERT INTO change (batch, seq, kind, id, existed, "exists", rev_before, rev_after, cells)
		VALUES (99, 0, 'task', 1, 0, 1, 0, 99, '{}')`
	for _, text := range append(slices.Clip(changesOfOthers), orphan) {
		if err := p.Exec(text); err == nil {
			t.Errorf("%s went through", text)
		}
	}
	same(t, before, everything(t, s))
}

// verified reports whether Verify finds nothing.
func verified(t *testing.T, s workspace.Store, head string) bool {
	t.Helper()
	_, err := workspace.Verify(ctx, s, workspace.Expected{Head: head})
	var refusal *problem.Refusal
	if err != nil && !errors.As(err, &refusal) {
		t.Fatal(err)
	}
	return err == nil
}

// edit is one without the triggers, as anybody with a shell of the database can make.
type edit struct {
	name, edit string
	back       string // takes it back; "" if nothing can
	unseen     bool   // by the chain alone; found by a remembered head
}

// each makes each edit in a history, the same one as long as edits can be taken back.
func each(t *testing.T, p Place, history func(s Store), edits []edit, check func(s Store, e edit)) {
	t.Helper()
	var s Store
	for _, e := range edits {
		if s == nil {
			p = p.another(t)
			s = fresh(t, p)
			history(s)
		}
		if err := p.Tamper(e.edit); err != nil {
			t.Fatalf("%s: %v", e.name, err)
		}
		check(s, e)
		if e.back == "" {
			s = nil
		} else if err := p.Tamper(e.back); err != nil {
			t.Fatalf("%s: %v", e.name, err)
		}
		if s != nil && !verified(t, s, "") {
			t.Fatalf("%s: something is found after it was taken back", e.name)
		}
	}
}

func testEdits(t *testing.T, p Place) {
	const cutOff = "DELETE FROM audit WHERE batch = 3; DELETE FROM audit WHERE seq = (SELECT max(seq) FROM audit); " +
		"DELETE FROM change WHERE batch = 3; DELETE FROM batch WHERE id = 3; UPDATE %s SET seq = 2 WHERE name = 'batch'"
	const columns = "at, correlation_id, action, batch, detail, hash, actor, words"
	const exchange = "UPDATE audit SET seq = -seq WHERE seq IN (2, 3); UPDATE audit SET seq = 5 + seq WHERE seq < 0"
	set := func(table, set, where string) string { return "UPDATE " + table + " SET " + set + " WHERE " + where }
	change := func(name, table, to, back, where string) edit {
		return edit{name: name, edit: set(table, to, where), back: set(table, back, where)}
	}
	head := ""
	each(t, p, func(s Store) { head = threeBatches(t, s) }, []edit{
		{name: "two rows change places", edit: exchange, back: exchange},
		change("a row's detail", "audit", "detail = ' ' || detail", "detail = substr(detail, 2)", "seq = 2"),
		change("a row's time", "audit", "at = at + 1", "at = at - 1", "seq = 3"),
		change("a row's action", "audit", "action = 'undo'", "action = 'apply'", "seq = 2"),
		change("the person who approved", "audit", "actor = 'bob'", "actor = 'anna@laptop'", "seq = 3"),
		change("the words of a row", "audit", "words = words || '!'", "words = 'buy Bread'", "seq = 4"),
		change("an actor for a row from before", "audit", "actor = 'bob'", "actor = ''", "seq = 2"),
		change("a cell of the ledger", "change", "cells = replace(cells, 'milk', 'silk')",
			"cells = replace(cells, 'silk', 'milk')", "batch = 1"),
		change("the record of a change", "change", "id = 77", "id = 2", "batch = 2"),
		change("a batch's key", "batch", "key = key || '!'", "key = substr(key, 1, length(key) - 1)", "id = 2"),
		change("who asked for a batch", "batch", "actor = 'bob'", "actor = 'anna@laptop'", "id = 2"),
		change("the words that asked for a batch", "batch", "words = 'buy milk'", "words = 'buy Bread'", "id = 2"),
		change("a batch without its actor and words", "batch", "actor = '', words = ''",
			"actor = 'anna@laptop', words = 'buy Bread'", "id = 2"),
		change("an actor for a batch from before", "batch", "actor = 'bob'", "actor = ''", "id = 1"),
		change("words that become the actor", "batch",
			"actor = words, words = actor", "words = actor, actor = words", "id = 3"),
		change("a batch is marked as undone", "batch", "undone_by = 3", "undone_by = NULL", "id = 2"),
		{name: "a row twice", back: "DELETE FROM audit WHERE seq = 99",
			edit: "INSERT INTO audit (seq, " + columns + ") SELECT 99, " + columns + " FROM audit WHERE seq = 2"},
		{name: "nothing", edit: "UPDATE audit SET seq = seq WHERE seq = 1", unseen: true},
		{name: "a batch nobody knows of",
			edit: "INSERT INTO batch (id, at, action, correlation_id, fingerprint, results) VALUES (9, 1, 'apply', 'x', '', '')"},
		{name: "a row's hash", edit: set("audit", "hash = (SELECT hash FROM audit WHERE seq = 1)", "seq = 2")},
		{name: "a row in the middle is gone", edit: "DELETE FROM audit WHERE seq = 3"},
		{name: "the first row is gone", edit: "DELETE FROM audit WHERE seq = 1"},
		{name: "a change is gone", edit: "DELETE FROM change WHERE batch = 2"},
		{name: "the end is cut off", edit: fmt.Sprintf(cutOff, p.LastIDs), unseen: true},
	}, func(s Store, e edit) {
		if seen := !verified(t, s, ""); seen == e.unseen {
			t.Errorf("%s: by the chain alone: seen %v", e.name, seen)
		}
		if seen := !verified(t, s, head); seen == (e.name == "nothing") {
			t.Errorf("%s: with the head remembered: seen %v", e.name, seen)
		}
	})
}

func undo(t testing.TB, s workspace.Store, batch int64) error {
	t.Helper()
	_, err := workspace.Undo(ctx, s, workspace.UndoRequest{Batch: batch})
	return err
}

// The ledger determines which batches are undone. A mark that contradicts it is found, and
// so is an undo that is filed under another batch.
func testMarks(t *testing.T, p Place) {
	history := func(s Store) {
		threeBatches(t, s)
		for _, batch := range []int64{1, 4, 1} { // batch 4 undoes 1, 5 redoes it, 6 undoes it again
			if err := undo(t, s, batch); err != nil {
				t.Fatal(err)
			}
		}
	}
	set := func(name, column string, id int, value, back string) edit {
		text := fmt.Sprintf("UPDATE batch SET %s = %%s WHERE id = %d", column, id)
		return edit{name: name, edit: fmt.Sprintf(text, value), back: fmt.Sprintf(text, back)}
	}
	each(t, p, history, []edit{
		set("an undone batch without a mark", "undone_by", 1, "NULL", "6"),
		set("an undone batch with the mark of another", "undone_by", 1, "5", "6"),
		set("an undo that was redone without a mark", "undone_by", 4, "NULL", "5"),
		set("an undo with a mark", "undone_by", 6, "6", "NULL"),
		set("an undo under another batch", "root", 6, "2", "1"),
		set("an undo under no batch", "root", 6, "NULL", "1"),
		set("an applied batch under another one", "root", 3, "2", "NULL"),
		set("an applied batch that nobody undid with a mark", "undone_by", 2, "2", "NULL"),
		{name: "nothing", edit: "UPDATE batch SET id = id WHERE id = 1", unseen: true},
	}, func(s Store, e edit) {
		if seen := !verified(t, s, ""); seen == e.unseen {
			t.Errorf("%s: seen %v", e.name, seen)
		}
	})
}

// An undo of the newest batch looks for a mark, and then reads the ledger.
func testMarkDecidesNothing(t *testing.T, p Place) {
	s := fresh(t, p)
	threeBatches(t, s)
	if err := undo(t, s, 3); err != nil {
		t.Fatal(err)
	}
	tamper := func(text string) {
		t.Helper()
		if err := p.Tamper(text); err != nil {
			t.Fatal(err)
		}
	}
	tamper("UPDATE batch SET undone_by = NULL WHERE id = 3")
	if err := undo(t, s, 0); code(err) != "audit_broken" {
		t.Errorf("a batch that is undone and not marked: %v", err)
	}
	tamper("UPDATE batch SET undone_by = 4 WHERE id = 2")
	if err := undo(t, s, 2); err != nil {
		t.Errorf("a batch that is marked and not undone: %v", err)
	}
}

// An edit at the end of the trail is found before a batch is appended.
func testEditedEnd(t *testing.T, p Place) {
	each(t, p, func(s Store) { threeBatches(t, s) }, []edit{
		{name: "a detail", edit: "UPDATE audit SET detail = ' ' || detail WHERE seq = 6",
			back: "UPDATE audit SET detail = substr(detail, 2) WHERE seq = 6"},
		{name: "an action", edit: "UPDATE audit SET action = 'undo' WHERE seq = 5",
			back: "UPDATE audit SET action = 'approval' WHERE seq = 5"},
		{name: "a cell", edit: "UPDATE change SET cells = replace(cells, 'Butter', 'Margarine') WHERE batch = 3",
			back: "UPDATE change SET cells = replace(cells, 'Margarine', 'Butter') WHERE batch = 3"},
		{name: "a key", edit: "UPDATE batch SET key = key || '!' WHERE id = 3",
			back: "UPDATE batch SET key = substr(key, 1, length(key) - 1) WHERE id = 3"},
		{name: "a row is gone", edit: "DELETE FROM audit WHERE seq = 5"},
		{name: "a change is gone", edit: "DELETE FROM change WHERE batch = 3"},
	}, func(s Store, e edit) {
		if _, err := workspace.Apply(ctx, s, buying(t, "Eggs")); code(err) != "audit_broken" {
			t.Errorf("%s: %v", e.name, err)
		}
	})
}

// witness records the heads that it gets.
type witness struct {
	heads []ledger.Entry
	fails error
}

func (w *witness) Keep(_ context.Context, head ledger.Entry) error {
	w.heads = append(w.heads, head)
	return w.fails
}

// A batch has a head. A commit without changes may be lost when the power is, and a dry run
// is.
func testWitness(t *testing.T, p Place) {
	s := fresh(t, p)
	w := &witness{}
	s.Witnessed(w)
	for range 5 {
		write(t, s, AddTask)
	}
	row := ledger.Entry{At: Noon, Action: "route", Detail: "{}"}
	if err := workspace.Note(ctx, s, []ledger.Entry{row}, session.Added{}); err != nil {
		t.Fatal(err)
	}
	write(t, s, func(r workspace.Reader) (workspace.Commit, error) {
		c, err := AddTask(r)
		c.DryRun = true
		return c, err
	})
	if len(w.heads) != 5 {
		t.Errorf("%d heads of 5 batches", len(w.heads))
	}
	for i, h := range w.heads {
		if h.Seq != int64(i+1) || h.Batch != h.Seq || h.Hash == (ledger.Hash{}) {
			t.Errorf("head %d is %+v", i+1, h)
		}
	}
}

func testNoWitness(t *testing.T, p Place) {
	s := fresh(t, p)
	s.Witnessed(&witness{fails: errors.New("no")})
	if r := write(t, s, AddTask); r.Unwitnessed == nil || r.Head.Seq != 1 {
		t.Errorf("%+v", r)
	}
	if b := batchAt(t, s, 1); len(b.Changes) != 1 {
		t.Errorf("%+v", b)
	}
}
