package sqlite_test

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"testing"
	"time"

	_ "github.com/mattn/go-sqlite3"

	"assister/internal/calendar"
	"assister/internal/ledger"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
	"assister/internal/sqlite"
	"assister/internal/workspace"
)

// TestVerifyFindsEveryEdit edits the file without the triggers, as anybody with a SQLite
// shell can.
func TestVerifyFindsEveryEdit(t *testing.T) {
	for _, tt := range []struct {
		name, edit string
		unseen     bool // by the chain alone; found by a remembered head
	}{
		{name: "nothing", edit: "SELECT 1", unseen: true},
		{name: "a row's detail", edit: `UPDATE audit SET detail = '{}' WHERE seq = 2`},
		{name: "a row's time", edit: "UPDATE audit SET at = at + 1 WHERE seq = 3"},
		{name: "a row's action", edit: "UPDATE audit SET action = 'undo' WHERE seq = 2"},
		{name: "a row in the middle is gone", edit: "DELETE FROM audit WHERE seq = 3"},
		{name: "the first row is gone", edit: "DELETE FROM audit WHERE seq = 1"},
		{name: "two rows change places", edit: "UPDATE audit SET seq = -seq WHERE seq IN (2, 3); UPDATE audit SET seq = 5 + seq WHERE seq < 0"},
		{name: "a row twice", edit: "INSERT INTO audit SELECT 99, at, correlation_id, action, batch, detail, hash, actor, words FROM audit WHERE seq = 2"},
		{name: "a row and its hash", edit: "UPDATE audit SET detail = '{}', hash = zeroblob(32) WHERE seq = 2"},
		{name: "a cell of the ledger", edit: `UPDATE change SET cells = replace(cells, 'milk', 'silk') WHERE batch = 1`},
		{name: "whom a change is about", edit: "UPDATE change SET id = 77 WHERE batch = 2"},
		{name: "a change is gone", edit: "DELETE FROM change WHERE batch = 2"},
		{name: "a batch's key", edit: "UPDATE batch SET key = 'other' WHERE id = 2"},
		{name: "who asked for a batch", edit: "UPDATE batch SET actor = 'bob@laptop' WHERE id = 2"},
		{name: "the words that asked for a batch", edit: "UPDATE batch SET words = 'buy bread' WHERE id = 2"},
		{name: "a batch without its actor and words", edit: "UPDATE batch SET actor = '', words = '' WHERE id = 2"},
		{name: "an actor for a batch from before", edit: "UPDATE batch SET actor = 'bob@laptop' WHERE id = 1"},
		{name: "who approved", edit: "UPDATE audit SET actor = 'bob@laptop' WHERE seq = 3"},
		{name: "the words of a row", edit: "UPDATE audit SET words = 'buy bread' WHERE seq = 4"},
		{name: "a row without its actor and words", edit: "UPDATE audit SET actor = '', words = '' WHERE seq = 4"},
		{name: "an actor for a row from before", edit: "UPDATE audit SET actor = 'bob@laptop' WHERE seq = 2"},
		{name: "words that become the actor", edit: "UPDATE batch SET actor = words, words = actor WHERE id = 3"},
		{name: "a batch nobody knows of", edit: "INSERT INTO batch (id, at, action, correlation_id, fingerprint, results) VALUES (9, 1, 'apply', 'x', '', '')"},
		{name: "a batch is marked as undone", edit: "UPDATE batch SET undone_by = 3 WHERE id = 2"},
		{name: "the end is cut off", edit: "DELETE FROM audit WHERE batch = 3; DELETE FROM audit WHERE seq = (SELECT max(seq) FROM audit); DELETE FROM change WHERE batch = 3; DELETE FROM batch WHERE id = 3; UPDATE sqlite_sequence SET seq = 2 WHERE name = 'batch'", unseen: true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "assister.db")
			head := threeBatches(t, path)
			tamper(t, path, tt.edit)
			if seen := verify(t, path, ""); seen == tt.unseen {
				t.Errorf("the chain alone: seen %v", seen)
			}
			if seen := verify(t, path, head); seen == (tt.edit == "SELECT 1") {
				t.Errorf("with the head remembered: seen %v", seen)
			}
		})
	}
}

// The ledger determines which batches are undone. A mark that contradicts it is found, and
// so is an undo that is filed under another batch.
func TestVerifyFindsMarksThatContradictTheLedger(t *testing.T) {
	for _, tt := range []struct {
		name, edit string
		seen       bool
	}{
		{"nothing", "SELECT 1", false},
		{"an undone batch without a mark", "UPDATE batch SET undone_by = NULL WHERE id = 1", true},
		{"an undone batch with the mark of another", "UPDATE batch SET undone_by = 5 WHERE id = 1", true},
		{"an undo that was redone without a mark", "UPDATE batch SET undone_by = NULL WHERE id = 4", true},
		{"an undo with a mark", "UPDATE batch SET undone_by = 6 WHERE id = 6", true},
		{"an undo under another batch", "UPDATE batch SET root = 2 WHERE id = 6", true},
		{"an undo under no batch", "UPDATE batch SET root = NULL WHERE id = 6", true},
		{"an applied batch under another one", "UPDATE batch SET root = 2 WHERE id = 3", true},
		{"an applied batch that nobody undid with a mark", "UPDATE batch SET undone_by = 2 WHERE id = 2", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "assister.db")
			threeBatches(t, path)
			s, err := sqlite.Open(path, workspace.ToWrite)
			if err != nil {
				t.Fatal(err)
			}
			for _, batch := range []int64{1, 4, 1} { // batch 4 undoes 1, 5 redoes it, 6 undoes it again
				if _, err := workspace.Undo(t.Context(), s, workspace.UndoRequest{Batch: batch}); err != nil {
					t.Fatal(err)
				}
			}
			s.Close()
			tamper(t, path, tt.edit)
			if seen := verify(t, path, ""); seen != tt.seen {
				t.Errorf("seen %v", seen)
			}
		})
	}
}

// An undo of the newest batch looks for a mark, and then reads the ledger.
func TestAMarkDecidesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "assister.db")
	threeBatches(t, path)
	undo := func(batch int64) error {
		t.Helper()
		s, err := sqlite.Open(path, workspace.ToWrite)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		_, err = workspace.Undo(t.Context(), s, workspace.UndoRequest{Batch: batch})
		return err
	}
	if err := undo(3); err != nil {
		t.Fatal(err)
	}
	tamper(t, path, "UPDATE batch SET undone_by = NULL WHERE id = 3")
	var refusal *problem.Refusal
	if err := undo(0); !errors.As(err, &refusal) || refusal.Problem.Code != "audit_broken" {
		t.Errorf("a batch that is undone and not marked: %v", err)
	}
	tamper(t, path, "UPDATE batch SET undone_by = 4 WHERE id = 2")
	if err := undo(2); err != nil {
		t.Errorf("a batch that is marked and not undone: %v", err)
	}
}

// threeBatches makes a history and returns the head of its trail.
func threeBatches(t *testing.T, path string) (head string) {
	t.Helper()
	s, err := sqlite.Open(path, workspace.ToWrite)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for i, title := range []string{"Buy milk", "Bread", "Butter"} {
		r := buying(title)
		if i > 0 { // the first is like one from before actors were kept
			r.Asked = ledger.AskedBy("anna@laptop", "buy "+title)
		}
		out, err := workspace.Apply(context.Background(), s, r)
		if err != nil {
			t.Fatal(err)
		}
		head = out.Head.Hash.String()
	}
	return head
}

// buying returns an operation that creates a task.
func buying(title string) workspace.Request {
	return workspace.Request{
		Ops:           []op.Op{{Kind: "task", Verb: schema.Create, Args: []op.Arg{{Name: "title", Value: record.Text(title)}}}},
		Clock:         calendar.Clock{Instant: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC), Zone: time.UTC},
		CorrelationID: title, Approval: "yes",
	}
}

// tamper edits a database without its triggers, and puts them back.
func tamper(t *testing.T, path, edit string) {
	t.Helper()
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	exec := func(text string) {
		if _, err := db.Exec(text); err != nil {
			t.Fatal(err)
		}
	}
	rows, err := db.Query("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
	if err != nil {
		t.Fatal(err)
	}
	triggers := map[string]string{}
	for rows.Next() {
		var name, text string
		if err := rows.Scan(&name, &text); err != nil {
			t.Fatal(err)
		}
		triggers[name] = text
	}
	rows.Close()
	for name := range triggers {
		exec("DROP TRIGGER " + name)
	}
	exec(edit)
	for _, text := range triggers {
		exec(text)
	}
}

// An edit at the end of the trail is found before a batch is appended.
func TestNothingIsAddedToATrailThatWasEditedAtItsEnd(t *testing.T) {
	for _, edit := range []string{
		"UPDATE audit SET detail = '{}' WHERE seq = 6",
		"DELETE FROM audit WHERE seq = 5",
		"UPDATE audit SET action = 'undo' WHERE seq = 5",
		"UPDATE change SET cells = replace(cells, 'Butter', 'Margarine') WHERE batch = 3",
		"UPDATE batch SET key = 'other' WHERE id = 3",
		"DELETE FROM change WHERE batch = 3",
	} {
		path := filepath.Join(t.TempDir(), "assister.db")
		threeBatches(t, path)
		tamper(t, path, edit)
		s, err := sqlite.Open(path, workspace.ToWrite)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		_, err = workspace.Apply(context.Background(), s, buying("Eggs"))
		var refusal *problem.Refusal
		if !errors.As(err, &refusal) || refusal.Problem.Code != "audit_broken" {
			t.Errorf("%s: %v", edit, err)
		}
	}
}

// verify reports whether something was found.
func verify(t *testing.T, path, head string) (found bool) {
	t.Helper()
	s, err := sqlite.Open(path, workspace.ToRead)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	_, err = workspace.Verify(context.Background(), s, workspace.Expected{Head: head})
	var refusal *problem.Refusal
	if err != nil && !errors.As(err, &refusal) {
		t.Fatal(err)
	}
	return err != nil
}

func TestTheTrailAndTheLedgerRefuseToBeEdited(t *testing.T) {
	path := filepath.Join(t.TempDir(), "assister.db")
	threeBatches(t, path)
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, edit := range []string{
		"UPDATE audit SET detail = ''", "DELETE FROM audit", "UPDATE change SET cells = ''", "DELETE FROM change",
		"UPDATE batch SET key = NULL", "UPDATE batch SET results = ''", "DELETE FROM batch",
	} {
		if _, err := db.Exec(edit); err == nil {
			t.Errorf("%s went through", edit)
		}
	}
}
