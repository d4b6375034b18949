package postgres

import (
	"bytes"
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"net"
	"net/url"
	"reflect"
	"sync/atomic"
	"testing"
	"time"

	"assister/internal/filter"
	"assister/internal/ledger"
	"assister/internal/problem"
	"assister/internal/relational"
	"assister/internal/storetest/servers"
	"assister/internal/workspace"
)

// TestServer runs what needs a server, so that one is started for all of it.
func TestServer(t *testing.T) {
	p := servers.StartPostgres(t, servers.PostgresOptions{})
	for name, test := range map[string]func(*testing.T, *servers.Postgres){
		"ValuesPassUnchanged":                  testValues,
		"QueriesNest":                          testNested,
		"ForeignTablesAreRefused":              testForeign,
		"TablesThatJustCameAreNotForeign":      testLookRaced,
		"ARoleThatOwnsNothingCannotDrop":       testLeastPrivilege,
		"TheLedgerCannotBeTruncated":           testAppendOnly,
		"IdsOfDeletedRowsDoNotReturn":          testLastIDs,
		"TextsAreComparedByTheirBytes":         testCollation,
		"ARoleThatReadsCanRunDry":              testReadOnly,
		"TheLoginIsRefusedWithoutThePassword":  testLogin,
		"ASnapshotSurvivesACanceledQuery":      testUntil,
		"QueriesAreAskedTogether":              testTogether,
		"ACommitCountsItsRows":                 testCount,
		"ReadingCreatesNothing":                testMissing,
		"AChangedSchemaIsNoticed":              testChanged,
		"CommitsAreFoundByTheirAuditRows":      testSettle,
		"ACommitThatFailsToSerializeIsRetried": testSerialization,
		"AnApplyTakesTwoRoundTrips":            testTrips,
	} {
		t.Run(name, func(t *testing.T) { test(t, p) })
	}
}

// dial opens a connection to a schema of the name of the test, or to that of a query.
func dial(t *testing.T, p *servers.Postgres) (*conn, Address) {
	t.Helper()
	a, err := ParseAddress(p.URL("schema=" + url.QueryEscape(t.Name())))
	if err != nil {
		t.Fatal(err)
	}
	return dialTo(t, a), a
}

func dialTo(t *testing.T, a Address) *conn {
	t.Helper()
	config, err := a.config()
	if err != nil {
		t.Fatal(err)
	}
	c, err := connect(t.Context(), config, new(atomic.Int64))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.close)
	return c
}

// migrated is dial with the tables of a workspace, and a transaction on them that is
// rolled back.
func migrated(t *testing.T, p *servers.Postgres) *conn {
	t.Helper()
	c, a := dial(t, p)
	if err := released.migrate(t.Context(), c, a); err != nil {
		t.Fatal(err)
	}
	c.opening = []string{"BEGIN", onPath(a.Schema)}
	return c
}

// single returns the only value of a query.
func single(t *testing.T, c *conn, text string, args ...driver.Value) (value driver.Value) {
	t.Helper()
	err := c.each(t.Context(), text, func(row []driver.Value) error {
		value = row[0]
		return nil
	}, args...)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return value
}

func testValues(t *testing.T, p *servers.Postgres) {
	c, _ := dial(t, p)
	for _, value := range []driver.Value{
		int64(0), int64(-1), int64(1) << 62, "", "día “?” \\ '\n", []byte{}, []byte{0, 255, '?'}, nil,
	} {
		if got := single(t, c, "SELECT ?", value); !reflect.DeepEqual(got, value) {
			t.Errorf("%#v comes back as %#v", value, got)
		}
	}
	for _, tt := range []struct {
		text string
		args []driver.Value
		want driver.Value
	}{
		{"SELECT sum(n) FROM (VALUES (?), (7)) AS t (n)", []driver.Value{int64(70_000_000_000)}, int64(70_000_000_007)},
		{"SELECT -sum(n) FROM (VALUES (?)) AS t (n)", []driver.Value{int64(90_000)}, int64(-90_000)},
		{"SELECT sum(n) FROM (VALUES (?), (-?)) AS t (n)", []driver.Value{int64(3), int64(3)}, int64(0)},
		{"SELECT ? = 3", []driver.Value{int64(3)}, int64(1)},
		{`SELECT 'what?' || ? AS "?"`, []driver.Value{"!"}, "what?!"},
		{"SELECT 3::smallint", nil, int64(3)},
		{"SELECT -3::integer", nil, int64(-3)},
	} {
		if got := single(t, c, tt.text, tt.args...); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.text, got, tt.want)
		}
	}
	const among = "SELECT count(*) FROM generate_series(1, 9) AS n WHERE n = ANY(?)"
	if got := single(t, c, among, []int64{2, 3, 20}); got != int64(2) {
		t.Errorf("%v of the numbers are in the list", got)
	}
}

func testNested(t *testing.T, p *servers.Postgres) {
	c, _ := dial(t, p)
	var got []string
	err := c.each(t.Context(), "SELECT n FROM generate_series(1, 3) AS n", func(outer []driver.Value) error {
		return c.each(t.Context(), "SELECT m FROM generate_series(1, 2) AS m", func(inner []driver.Value) error {
			got = append(got, fmt.Sprint(outer[0], inner[0]))
			return nil
		})
	})
	if want := []string{"1 1", "1 2", "2 1", "2 2", "3 1", "3 2"}; err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v, %v; want %v", got, err, want)
	}
	if single(t, c, "SELECT 1") != int64(1) {
		t.Error("the connection is not free")
	}
}

func testForeign(t *testing.T, p *servers.Postgres) {
	c, a := dial(t, p)
	p.Primary.Exec(`CREATE SCHEMA ` + quoted(a.Schema) + ` CREATE TABLE tasks (id INTEGER)`)
	wantCode(t, released.migrate(t.Context(), c, a), "database_foreign")
	for _, columns := range []string{"application TEXT, version BIGINT", "id BIGINT", "application INT, version DATE",
		"application TEXT, version BIGINT DEFAULT 3"} {
		p.Primary.Exec("DROP TABLE IF EXISTS " + quoted(a.Schema) + ".workspace")
		p.Primary.Exec("CREATE TABLE " + quoted(a.Schema) + ".workspace (" + columns + "); INSERT INTO " +
			quoted(a.Schema) + ".workspace DEFAULT VALUES")
		wantCode(t, released.migrate(t.Context(), c, a), "database_foreign")
		s := open(t, at(t, p), workspace.ToRead)
		wantCode(t, s.View(t.Context(), func(r workspace.Reader) error { _, err := r.NextBatch(); return err }), "database_foreign")
	}
}

func testAppendOnly(t *testing.T, p *servers.Postgres) {
	c := migrated(t, p)
	err := c.exec(t.Context(), `INSERT INTO batch (id, at, action, correlation_id, fingerprint, results)
		VALUES (1, 1, 'apply', '', '', '')`, "UPDATE batch SET undone_by = 1",
		`INSERT INTO change (batch, seq, kind, id, existed, "exists", rev_before, rev_after, cells)
		VALUES (1, 0, 'task', 1, 0, 1, 0, 1, '')`,
		"INSERT INTO audit (seq, at, correlation_id, action, detail, hash) VALUES (1, 1, '', '', '', sha256(''))")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"TRUNCATE batch CASCADE", "TRUNCATE change", "TRUNCATE audit"} {
		if err := c.exec(t.Context(), "SAVEPOINT s", text); code(err) != "23000" {
			t.Errorf("%s: %v", text, err)
		}
		if err := c.exec(t.Context(), "ROLLBACK TO SAVEPOINT s"); err != nil {
			t.Fatal(err)
		}
	}
}

func testLastIDs(t *testing.T, p *servers.Postgres) {
	c := migrated(t, p)
	err := c.exec(t.Context(), "INSERT INTO task (id, rev, folded, title) VALUES (3, 1, 'a', 'a'), (7, 1, 'b', 'b')",
		"DELETE FROM task WHERE id = 7", "INSERT INTO task (id, rev, folded, title) VALUES (5, 1, 'c', 'c')")
	if err != nil {
		t.Fatal(err)
	}
	if last := single(t, c, "SELECT seq FROM last_id WHERE name = 'task'"); last != int64(7) {
		t.Errorf("the last id is %v, want 7", last)
	}
}

func testCollation(t *testing.T, p *servers.Postgres) {
	c := migrated(t, p)
	const columns = `SELECT count(*) FROM information_schema.columns WHERE table_schema = ? AND data_type = 'text'
		AND collation_name IS DISTINCT FROM 'C'`
	if n := single(t, c, columns, t.Name()); n != int64(0) {
		t.Errorf("%v columns of text have another collation than C", n)
	}
	if single(t, c, "SELECT 'a' < 'B'") != int64(1) {
		t.Fatal("the database orders by bytes, so that this test shows nothing")
	}
	err := c.exec(t.Context(), "INSERT INTO team (id, rev, folded, name) VALUES (1, 1, 'a', 'a'), (2, 1, 'B', 'B')")
	if err != nil {
		t.Fatal(err)
	}
	if first := single(t, c, "SELECT name FROM team ORDER BY name LIMIT 1"); first != "B" {
		t.Errorf("%v comes first, want B", first)
	}
}

// grants are the privileges of a role that works in a workspace, as help says.
const grants = `CREATE ROLE worker LOGIN PASSWORD 'worker';
	GRANT USAGE ON SCHEMA %[1]s TO worker;
	GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA %[1]s TO worker`

func testLeastPrivilege(t *testing.T, p *servers.Postgres) {
	owner, a := dial(t, p)
	if err := released.migrate(t.Context(), owner, a); err != nil {
		t.Fatal(err)
	}
	p.Primary.Exec(fmt.Sprintf(grants, quoted(a.Schema)))
	a.User, a.Password = "worker", "worker"
	c := dialTo(t, a)
	if f, err := look(t.Context(), c, a); err != nil || f.version != SchemaVersion {
		t.Errorf("the role finds version %d, %v", f.version, err)
	}
	begin := []string{"BEGIN", onPath(a.Schema)}
	c.opening = begin
	if err := c.exec(t.Context(), "LOCK TABLE workspace IN EXCLUSIVE MODE",
		"INSERT INTO task (id, rev, folded, title) VALUES (1, 1, 'a', 'a')"); err != nil {
		t.Error(err)
	}
	c.rollback()
	for _, text := range []string{
		"DROP TABLE task", "DROP TRIGGER audit_is_not_changed ON audit", "CREATE TABLE x (n INT)",
		"ALTER TABLE audit DISABLE TRIGGER ALL", "TRUNCATE audit", "DROP SCHEMA " + quoted(a.Schema) + " CASCADE",
	} {
		c.opening = begin
		if err := c.exec(t.Context(), text); code(err) != codeForbidden {
			t.Errorf("%s: %v", text, err)
		}
		c.rollback()
	}
}

// testReadOnly has a role that may only read run dry what it may not do.
func testReadOnly(t *testing.T, p *servers.Postgres) {
	if _, err := workspace.Apply(t.Context(), open(t, at(t, p), workspace.ToWrite), creation(t, "a")); err != nil {
		t.Fatal(err)
	}
	_, a := dial(t, p)
	p.Primary.Exec(fmt.Sprintf(`CREATE ROLE reader LOGIN PASSWORD 'reader'; GRANT USAGE ON SCHEMA %[1]s TO reader;
		GRANT SELECT ON ALL TABLES IN SCHEMA %[1]s TO reader`, quoted(a.Schema)))
	a.User, a.Password = "reader", "reader"
	in := func(mode workspace.Mode) *Store {
		s, err := Open(t.Context(), a, workspace.Opening{Mode: mode, Wait: Wait})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		return s
	}
	out, err := workspace.DryRun(t.Context(), in(workspace.ToDryRun), creation(t, "b"))
	if err != nil || out.Counts.Created != 3 {
		t.Errorf("a dry run: %+v, %v", out.Counts, err)
	}
	out, err = workspace.Apply(t.Context(), in(workspace.ToWrite), creation(t, "b"))
	if code(err) != codeForbidden || len(out.Findings) > 0 {
		t.Errorf("an apply: %+v, %v", out.Findings, err)
	}
}

func testLogin(t *testing.T, p *servers.Postgres) {
	_, a := dial(t, p)
	a.Password = "hunter2"
	config, err := a.config()
	if err != nil {
		t.Fatal(err)
	}
	_, err = connect(t.Context(), config, new(atomic.Int64))
	err = a.failed("open the database", err)
	wantCode(t, err, "database_login")
}

func wantCode(t *testing.T, err error, want string) {
	t.Helper()
	refusal, ok := err.(*problem.Refusal)
	if !ok || refusal.Problem.Code != want {
		t.Errorf("the error is %v, want the code %s", err, want)
	}
}

// at is the address of the schema of the test.
func at(t *testing.T, p *servers.Postgres) string {
	return p.URL("schema=" + url.QueryEscape(t.Name()))
}

func testUntil(t *testing.T, p *servers.Postgres) {
	s := open(t, at(t, p), workspace.ToWrite)
	if _, err := workspace.Apply(t.Context(), s, creation(t, "a")); err != nil {
		t.Fatal(err)
	}
	other := open(t, at(t, p), workspace.ToWrite)
	err := s.within(t.Context(), reading, func(c *conn) error {
		r := s.newReader(t.Context(), c, new(relational.Cache))
		if batch, ok, err := r.Batch(1); err != nil || !ok || batch.Key != "a" {
			t.Errorf("the batch is %v, %v, %v", batch, ok, err)
		}
		if _, err := workspace.Apply(t.Context(), other, creation(t, "b")); err != nil {
			t.Error(err)
		}
		soon, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		done := r.Until(soon)
		err := r.Each("wait", "SELECT 1 FROM pg_sleep(60)", func([]driver.Value) error { return nil })
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("the canceled query: %v", err)
		}
		done()
		if _, ok, err := r.Batch(2); ok || err != nil {
			t.Errorf("after it, the snapshot has a later batch: %v, %v", ok, err)
		}
		_, ok, err := r.Batch(1)
		if !ok {
			t.Error("after it, the snapshot has lost a batch")
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// testTogether reads in a View, which asks several queries together, when one of them fails
// or takes longer than it may.
func testTogether(t *testing.T, p *servers.Postgres) {
	s := open(t, at(t, p), workspace.ToWrite)
	if _, err := workspace.Apply(t.Context(), s, creation(t, "a")); err != nil {
		t.Fatal(err)
	}
	for name, query := range map[string]string{
		"a slow query": "SELECT 1 FROM pg_sleep(60)", "a wrong query": "SELECT 1 / 0",
		"many rows":      "SELECT generate_series(1, 3000)",
		"a large result": "SELECT repeat('x', 1000000) FROM generate_series(1, 40)",
	} {
		want := map[string]int{"many rows": 3000, "a large result": 40}[name]
		limit := time.Minute
		if name == "a slow query" {
			limit = 100 * time.Millisecond
		}
		var failed error
		var rows int
		var found bool
		err := s.View(t.Context(), func(r workspace.Reader) (err error) {
			rows = 0
			soon, cancel := context.WithTimeout(t.Context(), limit)
			defer cancel()
			done := r.Until(soon)
			failed = r.(reader).Each("ask", query, func([]driver.Value) error { rows++; return nil })
			done()
			if code(failed) != "" { // which ends the transaction
				return nil
			}
			_, found, err = r.Batch(1)
			return err
		})
		if err != nil || !found && name != "a wrong query" {
			t.Errorf("%s: the batch is found: %v, %v", name, found, err)
		}
		if rows != want || want == 0 && failed == nil {
			t.Errorf("%s: %d rows, %v", name, rows, failed)
		}
		if late := errors.Is(failed, context.DeadlineExceeded); late != (name == "a slow query") {
			t.Errorf("%s: %v", name, failed)
		}
	}
}

// testCount commits a statement that changes another number of rows than it has to.
func testCount(t *testing.T, p *servers.Postgres) {
	s := open(t, at(t, p), workspace.ToWrite)
	if _, err := workspace.Apply(t.Context(), s, creation(t, "a")); err != nil {
		t.Fatal(err)
	}
	for rows, ok := range map[int]bool{2: true, 3: false} {
		err := s.within(t.Context(), writing, func(c *conn) error {
			w := &writer{}
			if err := w.Change(rows, "UPDATE task SET notes = ? WHERE id < ?", fmt.Sprint(rows), int64(3)); err != nil {
				return err
			}
			return w.commit(t.Context(), c)
		}, s.lock()...)
		var damage *relational.Damage
		if errors.As(err, &damage) == ok {
			t.Errorf("two rows of %d: %v", rows, err)
		}
	}
	err := s.View(t.Context(), func(r workspace.Reader) error {
		x, _, err := r.Record("task", 1)
		if notes := x.Get("notes").Text(); err == nil && notes != "" && notes != "2" {
			t.Errorf("the notes are %q", notes)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

func testMissing(t *testing.T, p *servers.Postgres) {
	for _, mode := range []workspace.Mode{workspace.ToRead, workspace.ToDryRun, workspace.ToInspect} {
		s := open(t, at(t, p), mode)
		err := s.View(t.Context(), func(r workspace.Reader) error {
			id, err := r.NextBatch()
			if id != 1 {
				t.Errorf("mode %d: the next batch is %d", mode, id)
			}
			return err
		})
		if err != nil {
			t.Errorf("mode %d: %v", mode, err)
		}
	}
	if n := p.Primary.Query("SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'assister_empty%' OR nspname = '" +
		t.Name() + "'"); n[0][0] != "0" {
		t.Errorf("reading has left %s schemas", n[0][0])
	}
	s := open(t, at(t, p), workspace.ToRead)
	held := s.Hold()
	for _, kind := range []string{"preference", "task"} {
		if err := held.View(t.Context(), func(r workspace.Reader) error {
			_, err := r.NextID(kind)
			if err == nil {
				_, err = r.Find(filter.Condition{Kinds: []string{kind}}, 0)
			}
			return err
		}); err != nil {
			t.Errorf("held: %s: %v", kind, err)
		}
	}
}

func testChanged(t *testing.T, p *servers.Postgres) {
	s := open(t, at(t, p), workspace.ToWrite)
	schema := quoted(t.Name())
	check := func() error { return s.View(t.Context(), func(r workspace.Reader) error { return r.CheckSchema() }) }
	if err := check(); err != nil {
		t.Fatal(err)
	}
	for _, edit := range []struct{ change, restore string }{
		{"DROP INDEX %s.task_day", "CREATE INDEX task_day ON %s.task (scheduled_for, status) WHERE recurrence IS NULL"},
		{"ALTER TABLE %s.audit DISABLE TRIGGER audit_is_not_changed",
			"ALTER TABLE %s.audit ENABLE TRIGGER audit_is_not_changed"},
		{"ALTER TABLE %s.note ADD COLUMN x TEXT", "ALTER TABLE %s.note DROP COLUMN x"},
		{"ALTER TABLE %s.note ALTER COLUMN content TYPE TEXT COLLATE \"default\"",
			"ALTER TABLE %s.note ALTER COLUMN content TYPE TEXT COLLATE \"C\""},
		{"CREATE FUNCTION %s.f() RETURNS INT LANGUAGE sql AS 'SELECT 1'", "DROP FUNCTION %s.f()"},
	} {
		p.Primary.Exec(fmt.Sprintf(edit.change, schema))
		wantCode(t, check(), workspace.SchemaChanged)
		p.Primary.Exec(fmt.Sprintf(edit.restore, schema))
		if err := check(); err != nil {
			t.Errorf("after %s: %v", edit.restore, err)
		}
	}
}

func testSettle(t *testing.T, p *servers.Postgres) {
	s := open(t, at(t, p), workspace.ToWrite)
	out, err := workspace.Apply(t.Context(), s, creation(t, "a"))
	if err != nil {
		t.Fatal(err)
	}
	head := out.Head
	for _, tt := range []struct {
		entries []ledger.Entry
		head    ledger.Entry
		there   bool
	}{
		{make([]ledger.Entry, 1), head, true},
		{make([]ledger.Entry, 1), ledger.Entry{Seq: head.Seq}, false},
		{make([]ledger.Entry, 1), ledger.Entry{Seq: head.Seq + 1, Hash: head.Hash}, false},
		{nil, ledger.Entry{}, true},
	} {
		there, err := s.settleCommit(t.Context(), workspace.Commit{Batch: &out.Batch, Audit: tt.entries}, tt.head)
		if err != nil || there != tt.there {
			t.Errorf("%+v: there is %v, %v", tt.head, there, err)
		}
	}
}

func testTrips(t *testing.T, p *servers.Postgres) {
	s := open(t, at(t, p), workspace.ToWrite)
	apply := func(r workspace.Request) int {
		before := s.Trips()
		if _, err := workspace.Apply(t.Context(), s, r); err != nil {
			t.Fatal(err)
		}
		return int(s.Trips() - before)
	}
	if err := s.View(t.Context(), func(r workspace.Reader) error { _, err := r.Head(); return err }); err != nil {
		t.Fatal(err)
	}
	first := apply(creation(t, "first"))
	const indexEvery = 16 // batches, the text index is looked at
	for i := range 2 * indexEvery {
		r := creation(t, fmt.Sprint("more", i))
		r.Ops = append(r.Ops, decoded(t, `{"op":"task.update","id":1,"title":"%d"}`, i))
		want := 2
		if (i+2)%indexEvery == 0 {
			want = 3
		}
		if n := apply(r); n != want {
			t.Errorf("batch %d takes %d round trips, want %d", i+2, n, want)
		}
	}
	if first != 2 {
		t.Errorf("the first batch takes %d round trips", first)
	}
	many := creation(t, "many")
	many.Confirmed = true
	for i := range 500 {
		many.Ops = append(many.Ops, decoded(t, `{"op":"task.update","id":%d,"notes":"%d"}`, i%40+1, i))
	}
	if n := apply(many); n > 3 {
		t.Errorf("500 operations take %d round trips", n)
	}
}

// testSerialization changes a row that a batch is about to change, by a transaction that does
// not wait for the lock of the writers.
func testSerialization(t *testing.T, p *servers.Postgres) {
	address := at(t, p)
	s := open(t, address, workspace.ToWrite)
	other := open(t, address, workspace.ToWrite)
	if _, err := workspace.Apply(t.Context(), s, creation(t, "first")); err != nil {
		t.Fatal(err)
	}
	calls := 0
	raced := racing{s, func(r workspace.Reader) {
		if r.(reader).Learning() {
			return
		}
		if calls++; calls > 1 {
			return
		}
		err := other.within(t.Context(), writing, func(c *conn) error {
			return c.exec(t.Context(), "UPDATE last_id SET seq = seq + 1 WHERE name = 'task'", "COMMIT")
		})
		if err != nil {
			t.Error(err)
		}
	}}
	out, err := workspace.Apply(t.Context(), raced, creation(t, "second"))
	if err != nil {
		t.Fatal(err)
	}
	if calls != 2 || out.Batch.Changes[0].ID != 5 {
		t.Errorf("the batch was computed %d times and made task %d", calls, out.Batch.Changes[0].ID)
	}
}

// racing is a store in which something happens before each commit.
type racing struct {
	*Store
	before func(r workspace.Reader)
}

func (s racing) Update(
	ctx context.Context, fn func(workspace.Reader) (workspace.Commit, error),
) (workspace.Receipt, error) {
	return s.Store.Update(ctx, func(r workspace.Reader) (workspace.Commit, error) {
		commit, err := fn(r)
		s.before(r)
		return commit, err
	})
}

// testLookRaced lets another process create the workspace between the two statements of a look:
// after there was no version, and before the tables are counted.
func testLookRaced(t *testing.T, p *servers.Postgres) {
	place := at(t, p)
	address, err := ParseAddress(place)
	if err != nil {
		t.Fatal(err)
	}
	config, err := address.config()
	if err != nil {
		t.Fatal(err)
	}
	created, dial := 0, config.DialFunc
	config.DialFunc = func(ctx context.Context, network, host string) (net.Conn, error) {
		raw, err := dial(ctx, network, host)
		return beforeCount{raw, func() {
			created++
			if _, err := workspace.Apply(t.Context(), open(t, place, workspace.ToWrite), creation(t, "first")); err != nil {
				t.Error(err)
			}
		}}, err
	}
	c, err := connect(t.Context(), config, new(atomic.Int64))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.close)
	f, err := look(t.Context(), c, address)
	if err != nil || created != 1 || f.tables == 0 || f.version != SchemaVersion {
		t.Errorf("got %+v, %v, after the workspace was created %d times", f, err, created)
	}
	if err := released.suits(f, address); err != nil {
		t.Error(err)
	}
}

// beforeCount is a connection on which something happens before tables are counted.
type beforeCount struct {
	net.Conn
	do func()
}

func (c beforeCount) Write(message []byte) (int, error) {
	if bytes.Contains(message, []byte("FROM pg_class JOIN pg_namespace")) {
		c.do()
	}
	return c.Conn.Write(message)
}
