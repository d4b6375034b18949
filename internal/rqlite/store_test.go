package rqlite

import (
	"bytes"
	"context"
	"database/sql/driver"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"assister/internal/relational"
	"assister/internal/storetest/servers"
	"assister/internal/workspace"
)

var background = context.Background()

// single starts one node and returns it with the address of a workspace on it.
func single(t *testing.T) (*servers.RqliteNode, string) {
	t.Helper()
	n := servers.StartRqlite(t, 1, servers.RqliteOptions{Flags: []string{"-fk"}}).Nodes[0]
	return n, "rqlite://" + n.Address + "/work?timeout=1s"
}

func mustApply(t *testing.T, s *Store, key string) workspace.Outcome {
	t.Helper()
	out, err := workspace.Apply(background, s, creation(t, key))
	if err != nil {
		t.Fatalf("%s: %v", key, err)
	}
	return out
}

// next returns the id that the next batch will have.
func next(t *testing.T, s *Store) (id int64) {
	t.Helper()
	err := s.View(background, func(r workspace.Reader) (err error) {
		id, err = r.NextBatch()
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func TestApplyTakesTwoRequestsAndAReadOne(t *testing.T) {
	_, address := single(t)
	s := open(t, address, workspace.ToWrite)
	mustApply(t, s, "first")
	for key, do := range map[int64]func(){
		2: func() { mustApply(t, s, "second") }, // the snapshot, the commit
		1: func() { next(t, s) },
	} {
		before := s.Trips()
		do()
		if n := s.Trips() - before; n != key {
			t.Errorf("%d requests, want %d", n, key)
		}
	}
}

func TestAReadIsAsFreshAsTheAddressSaysAndAWriteReadsTheNewest(t *testing.T) {
	node, _ := single(t)
	target := &url.URL{Scheme: "http", Host: node.Address}
	var levels []string
	recorder := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(target)
		if level := r.In.URL.Query().Get("level"); level != "" {
			levels = append(levels, level)
		}
	}})
	defer recorder.Close()
	host := strings.TrimPrefix(recorder.URL, "http://")
	writer := open(t, "rqlite://"+host+"/work?read=none", workspace.ToWrite)
	mustApply(t, writer, "first")
	for level, address := range map[Level]string{
		Weak: "rqlite://" + host + "/work", None: "rqlite://" + host + "/work?read=none",
		Linearizable: "rqlite://" + host + "/work?read=linearizable",
	} {
		levels = nil
		next(t, open(t, address, workspace.ToRead))
		if want := []string{string(level)}; !slices.Equal(levels, want) {
			t.Errorf("%s: read at the levels %v, want %v", address, levels, want)
		}
	}
	levels = nil
	mustApply(t, writer, "second")
	if want := []string{string(Linearizable)}; !slices.Equal(levels, want) {
		t.Errorf("an update reads at the levels %v, want %v", levels, want)
	}
}

func TestASnapshotBeginsAgainWhenAnotherProgramWrites(t *testing.T) {
	_, address := single(t)
	s, other := open(t, address, workspace.ToWrite), open(t, address, workspace.ToWrite)
	mustApply(t, s, "first")
	var batches []int64
	var task int64
	err := s.View(background, func(r workspace.Reader) error {
		batch, err := r.NextBatch()
		if batches = append(batches, batch); err != nil || batch == 1 {
			return err
		}
		if len(batches) == 2 {
			mustApply(t, other, "second")
		}
		task, err = r.NextID("task")
		return err
	})
	// Each snapshot has a call that learns what to ask, without rows.
	if want := []int64{1, 2, 1, 3}; err != nil || !slices.Equal(batches, want) || task != 7 {
		t.Errorf("the calls read %d as the next batch, want %d, and task %d: %v", batches, want, task, err)
	}
}

func TestACommitFailsWhenAnotherProgramWritesFirst(t *testing.T) {
	_, address := single(t)
	s, other := open(t, address, workspace.ToWrite), open(t, address, workspace.ToWrite)
	mustApply(t, s, "first")
	calls := 0
	_, err := s.Update(background, func(r workspace.Reader) (workspace.Commit, error) {
		id, err := r.NextBatch()
		if err != nil || id == 1 { // the call that learns what to ask
			return workspace.Commit{}, err
		}
		if calls++; calls == 1 {
			mustApply(t, other, "second")
		}
		if want := int64(calls + 1); id != want {
			t.Errorf("call %d sees %d as the next batch, want %d", calls, id, want)
		}
		return workspace.Commit{}, nil
	})
	if err != nil || calls != 1 {
		t.Fatalf("without a commit: %d calls, %v", calls, err)
	}
	err = s.writeAside(background, "test", func(r reader, w relational.Writer) error {
		if _, err := r.NextBatch(); err != nil {
			return err
		}
		if calls++; calls == 2 {
			mustApply(t, other, "third")
		}
		return w.Change(1, "UPDATE assister SET one = 1 WHERE one = 1")
	})
	if err != nil || calls != 3 {
		t.Errorf("with a commit: %d calls, %v", calls, err)
	}
}

func TestAMissingWorkspaceIsEmptyAndNotCreatedByReading(t *testing.T) {
	_, address := single(t)
	s := open(t, address, workspace.ToRead)
	if id := next(t, s); id != 1 {
		t.Errorf("the next batch is %d", id)
	}
	rows, err := s.client.Query(background, Weak, Statement{Text: "SELECT count(*) FROM sqlite_schema"})
	if err != nil || rows[0].Values[0][0] != int64(0) {
		t.Errorf("the cluster has %v objects, %v", rows, err)
	}
}

func TestADatabaseWhoseTablesWereDroppedIsEmpty(t *testing.T) {
	_, address := single(t)
	s := open(t, address, workspace.ToWrite)
	for _, text := range []string{"CREATE TABLE t (n INTEGER PRIMARY KEY AUTOINCREMENT)", "DROP TABLE t"} {
		if _, err := s.client.Execute(background, Statement{Text: text}); err != nil {
			t.Fatal(err)
		}
	}
	mustApply(t, s, "first") // sqlite_sequence is still there
}

func TestWhatDoesNotFitIsRefused(t *testing.T) {
	_, address := single(t)
	s := open(t, address, workspace.ToWrite)
	mustApply(t, s, "first")
	view := func(s *Store) error {
		return s.View(background, func(r workspace.Reader) error { _, err := r.NextBatch(); return err })
	}
	if err := view(open(t, strings.Replace(address, "/work", "/play", 1), workspace.ToWrite)); code(err) != "database_foreign" {
		t.Errorf("another workspace: %v", err)
	}
	execute := func(text string) {
		t.Helper()
		if _, err := s.client.Execute(background, Statement{Text: text}); err != nil {
			t.Fatal(err)
		}
	}
	check := func() error { return s.View(background, func(r workspace.Reader) error { return r.CheckSchema() }) }
	if err := check(); err != nil {
		t.Errorf("the schema as it was made: %v", err)
	}
	execute("DROP TRIGGER audit_is_not_changed")
	if err := check(); code(err) != workspace.SchemaChanged {
		t.Errorf("without a trigger: %v", err)
	}
	execute("DROP TABLE assister")
	if err := view(s); code(err) != "database_foreign" {
		t.Errorf("tables of others: %v", err)
	}
}

func TestAStatementThatChangesTooFewRowsUndoesTheWrite(t *testing.T) {
	_, address := single(t)
	s := open(t, address, workspace.ToWrite)
	mustApply(t, s, "first")
	err := s.writeAside(background, "test", func(_ reader, w relational.Writer) error {
		if err := w.Change(3, "UPDATE task SET notes = 'changed'"); err != nil {
			return err
		}
		return w.Change(1, "UPDATE task SET notes = 'changed' WHERE id = ?", int64(99))
	})
	var said *StatementError
	if !errors.As(err, &said) {
		t.Errorf("got %v", err)
	}
	rows, err := s.client.Query(background, Weak, Statement{Text: "SELECT count(*) FROM task WHERE notes = 'changed'"})
	if err != nil || rows[0].Values[0][0] != int64(0) {
		t.Errorf("%v tasks were changed, %v", rows, err)
	}
}

// committing reports whether a request that writes a batch crosses a proxy.
func committing(c *servers.Crossing) bool { return bytes.Contains(c.Sent, []byte("INSERT INTO batch")) }

func TestAnInterruptedCommitDoesNotHappenLater(t *testing.T) {
	node, address := single(t)
	mustApply(t, open(t, address, workspace.ToWrite), "first")
	proxy := servers.StartProxy(t, node.Address)
	s := open(t, "rqlite://"+proxy.Address+"/work?timeout=1s", workspace.ToWrite)
	ctx, interrupt := context.WithCancel(background)
	var late []byte
	proxy.CutWhen(func(c *servers.Crossing) bool {
		if late != nil || !committing(c) {
			return false
		}
		late = bytes.Clone(c.Sent) // it hangs in the network
		interrupt()
		return true
	})
	if _, err := workspace.Apply(ctx, s, creation(t, "second")); !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v", err)
	}
	_, body, _ := bytes.Cut(late, []byte("\r\n\r\n"))
	text, err := s.client.send(background, http.MethodPost, node.Address, "/db/execute?transaction&noparse", body)
	if err != nil || !bytes.Contains(text, []byte("constraint failed: write_log.version")) {
		t.Errorf("the late request: %s, %v", text, err)
	}
	if id := next(t, s); id != 2 {
		t.Errorf("the next batch is %d", id)
	}
}

func TestAProgramThatDiesInTheQueueHoldsNobodyUpForLong(t *testing.T) {
	_, address := single(t)
	s := open(t, address, workspace.ToWrite)
	mustApply(t, s, "first")
	_, err := s.client.Execute(background, Statement{"INSERT INTO queue (name) VALUES (?)", []driver.Value{"dead"}})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(background, 30*time.Second)
	defer cancel()
	if _, err := workspace.Apply(ctx, s, creation(t, "second")); err != nil {
		t.Fatal(err)
	}
	rows, err := s.client.Query(background, Weak, Statement{Text: "SELECT count(*) FROM queue"})
	if err != nil || rows[0].Values[0][0] != int64(0) {
		t.Errorf("the queue has %v tickets, %v", rows, err)
	}
}

func TestAWriterThatQueuesForNobodyTakesOneRequestMore(t *testing.T) {
	_, address := single(t)
	s := open(t, address, workspace.ToWrite)
	mustApply(t, s, "first")
	s.queue.crowded = true
	before := s.Trips()
	mustApply(t, s, "second")
	if n := s.Trips() - before; n != 3 { // the ticket with its place, the snapshot and the commit
		t.Errorf("it takes %d requests, want 3", n)
	}
}
