package storetest

import (
	"fmt"
	"io/fs"
	"reflect"
	"testing"
	"testing/fstest"

	"assister/internal/filter"
	"assister/internal/fulltext"
	"assister/internal/record"
	"assister/internal/relational"
	"assister/internal/session"
	"assister/internal/workspace"
)

// schemas are tests of opening a workspace that is missing, older, newer or changed.
var schemas = []test{
	{"AMissingWorkspaceIsEmptyForReaders", testMissing},
	{"AnOlderWorkspaceIsMigratedEvenByAReader", testOlder},
	{"AnOlderWorkspaceIsMigratedOnce", testMigrateTogether},
	{"TurnsOfAnOlderWorkspaceStayTheSame", testTurnsBefore},
	{"ANewerWorkspaceIsRefused", testNewer},
	{"AnOlderProgramStopsWritingWhenItIsMigrated", testMigratedMeanwhile},
	{"AChangedSchemaIsNoticed", testChangedSchema},
	{"EveryKindHasItsColumns", testKinds},
}

// laterTable is the migration of a later program.
const laterTable = "CREATE TABLE later (id BIGINT PRIMARY KEY)"

// Later returns migrations with one more, which makes laterTable.
func Later(migrations fs.FS, dir string, version int64) (fs.FS, error) {
	next := fmt.Sprintf("%04d_later.sql", version+1)
	files := fstest.MapFS{}
	all, err := fs.ReadDir(migrations, dir)
	if err != nil {
		return nil, err
	}
	in := ""
	if dir != "." {
		in = dir + "/"
	}
	for _, f := range all {
		text, err := fs.ReadFile(migrations, in+f.Name())
		if err != nil {
			return nil, err
		}
		files[in+f.Name()] = &fstest.MapFile{Data: text}
	}
	files[in+next] = &fstest.MapFile{Data: []byte(laterTable)}
	return files, nil
}

// look opens a workspace and reads from it, which a store may need to find out what is
// there.
func look(t testing.TB, open func(workspace.Mode) (Store, error), mode workspace.Mode) error {
	t.Helper()
	s, err := open(mode)
	if err != nil {
		return err
	}
	t.Cleanup(func() { s.Close() })
	_, err = find(s, filter.Condition{})
	return err
}

func testMissing(t *testing.T, p Place) {
	for _, mode := range []workspace.Mode{workspace.ToRead, workspace.ToInspect, workspace.ToDryRun} {
		s := open(t, p, mode)
		judge(t, s, func(r workspace.Reader, wrong report) error {
			next, err := r.NextBatch()
			if err != nil {
				return err
			}
			found, err := r.Find(filter.Condition{}, Today)
			if err != nil {
				return err
			}
			hits, err := r.Search(fulltext.Query{Words: fulltext.Words("milk"), Limit: 9})
			if next != 1 || len(found) > 0 || len(hits.Hits) > 0 {
				wrong("mode %d: the next batch is %d, %d records, %d hits", mode, next, len(found), len(hits.Hits))
			}
			return err
		})
		if !s.Missing() {
			t.Errorf("mode %d: the workspace is there", mode)
		}
	}
	receipt := write(t, open(t, p, workspace.ToDryRun), func(r workspace.Reader) (workspace.Commit, error) {
		c, err := AddTask(r)
		c.DryRun = true
		return c, err
	})
	if receipt.Head.Seq != 1 {
		t.Errorf("the head would be %+v", receipt.Head)
	}
	if err := p.Exec("UPDATE task SET title = 'a'"); err == nil {
		t.Error("a reader has made tables")
	}
	missingHeld(t, p)
	s := fresh(t, p)
	if write(t, s, AddTask); s.Missing() {
		t.Error("a workspace that was written to is missing")
	}
}

// missingHeld reads as one request does where there is no workspace: what it notes is refused, and
// a reader that was there before sees the workspace of another program.
func missingHeld(t *testing.T, p Place) {
	s := open(t, p, workspace.ToRead)
	h, held := hold(t, s)
	if !held {
		return
	}
	for range 2 {
		if head := headOf(t, h); head.Seq != 0 || !s.Missing() {
			t.Errorf("the head is %+v, and the workspace is missing: %v", head, s.Missing())
		}
	}
	other := p.another(t)
	s = open(t, other, workspace.ToRead)
	headOf(t, s)
	write(t, fresh(t, other), AddTask)
	if head := headOf(t, s); head.Seq != 1 || s.Missing() {
		t.Errorf("the head is %+v, and the workspace is missing: %v", head, s.Missing())
	}
}

func testOlder(t *testing.T, p Place) {
	for _, mode := range []workspace.Mode{workspace.ToRead, workspace.ToDryRun, workspace.ToWrite} {
		p := p.another(t)
		s := fresh(t, p)
		Commit(t, s, Created(Task(1, "Water plants"))...)
		before := everything(t, s)
		s.Close()
		if err := look(t, p.OpenLater, workspace.ToInspect); code(err) != workspace.DatabaseOld {
			t.Errorf("an inspection: %v", err)
		}
		s = opened(t, func() (Store, error) { return p.OpenLater(mode) })
		same(t, before, everything(t, s))
		if err := p.Exec("INSERT INTO later (id) VALUES (1)"); err != nil {
			t.Errorf("mode %d: %v", mode, err)
		}
	}
	p = p.another(t)
	write(t, fresh(t, p), AddTask)
	s := opened(t, func() (Store, error) { return p.OpenLater(workspace.ToRead) })
	if from, copied := s.(relational.Source); copied {
		err := from.Rows(ctx, func(r relational.Reader) error { _, err := r.NextBatch(); return err })
		if err != nil {
			t.Errorf("a copy: %v", err)
		}
	}
}

func testMigrateTogether(t *testing.T, p Place) {
	s := fresh(t, p)
	write(t, s, AddTask)
	s.Close()
	crowd(t, 4, toWrite(t, p.OpenLater), addTask)
	s = opened(t, func() (Store, error) { return p.OpenLater(workspace.ToRead) })
	if n := len(Find(t, s, filter.Condition{})); n != 21 {
		t.Errorf("%d tasks, want 21", n)
	}
}

func testTurnsBefore(t *testing.T, p Place) {
	s := opened(t, func() (Store, error) { return p.OpenBefore(workspace.ToWrite) })
	write(t, s, AddTask)
	s.Close()
	for i, t := range []struct{ role, about string }{
		{session.User, "~6d6f7665-6d6f7666 6974-6975"}, {session.Assistant, "task:1 event:12"}, {session.Assistant, " lost"},
		{session.User, ""}, {session.Assistant, ""},
	} {
		row := fmt.Sprintf("(%d, 'home', %d, '%s', 'move it', '%s')", i+1, Noon.UnixMilli(), t.role, t.about)
		if err := p.Exec("INSERT INTO turn (id, session, at, role, text, about) VALUES " + row); err != nil {
			panic(err)
		}
	}
	user := session.Turn{At: Noon, Role: session.User, Text: "move it"}
	about, lost := user, user
	about.Role, about.About = session.Assistant, []record.Key{{Kind: "task", ID: 1}, {Kind: "event", ID: 12}}
	lost.Role, lost.Lost = session.Assistant, true
	s = opened(t, func() (Store, error) { return p.Open(workspace.ToWrite) })
	neither := lost
	neither.Lost = false
	if got := turnsOf(t, s, "home", 9); !reflect.DeepEqual(got, []session.Turn{user, about, lost, user, neither}) {
		t.Errorf("got %+v", got)
	}
	say(t, s, "home", lost)
	if got := turnsOf(t, s, "home", 1); !reflect.DeepEqual(got, []session.Turn{lost}) {
		t.Errorf("got %+v", got)
	}
	if err := s.View(ctx, func(r workspace.Reader) error { return r.CheckSchema() }); err != nil {
		t.Error(err)
	}
}

func testNewer(t *testing.T, p Place) {
	s := opened(t, func() (Store, error) { return p.OpenLater(workspace.ToWrite) })
	write(t, s, AddTask)
	before := everything(t, s)
	modes := []workspace.Mode{workspace.ToRead, workspace.ToInspect, workspace.ToDryRun, workspace.ToWrite}
	for _, mode := range modes {
		if err := look(t, p.Open, mode); code(err) != "database_too_new" {
			t.Errorf("mode %d: %v", mode, err)
		}
	}
	same(t, before, everything(t, s))
}

// testMigratedMeanwhile has a program that opened the workspace before another one migrated
// it.
func testMigratedMeanwhile(t *testing.T, p Place) {
	older := fresh(t, p)
	write(t, older, AddTask)
	newer := opened(t, func() (Store, error) { return p.OpenLater(workspace.ToWrite) })
	write(t, newer, AddTask)
	if _, err := older.Update(ctx, AddTask); code(err) != "database_too_new" {
		t.Errorf("the older program: %v", err)
	}
	if err := converse(older, "home", exchange("hello", "yes")...); code(err) != "database_too_new" {
		t.Errorf("the older program: %v", err)
	}
	write(t, newer, AddTask)
	if n := len(Find(t, newer, filter.Condition{})); n != 3 {
		t.Errorf("%d tasks", n)
	}
}

func testChangedSchema(t *testing.T, p Place) {
	s := fresh(t, p)
	write(t, s, AddTask)
	check := func() error { return s.View(ctx, func(r workspace.Reader) error { return r.CheckSchema() }) }
	if err := check(); err != nil {
		t.Errorf("the schema as it was made: %v", err)
	}
	for _, change := range []struct{ edit, back string }{
		{"CREATE TABLE other (id INTEGER)", "DROP TABLE other"},
		{"ALTER TABLE note ADD COLUMN other INTEGER", "ALTER TABLE note DROP COLUMN other"},
		{"DROP INDEX task_day", ""},
	} {
		if err := p.Exec(change.edit); err != nil {
			t.Fatal(err)
		}
		if err := check(); code(err) != workspace.SchemaChanged {
			t.Errorf("%s: %v", change.edit, err)
		}
		if change.back == "" {
			return
		}
		if err := p.Exec(change.back); err != nil {
			t.Fatal(err)
		}
	}
}

// testKinds writes two records of each kind, with values in most fields.
func testKinds(t *testing.T, p Place) {
	s := fresh(t, p)
	records := twoOfEach()
	Commit(t, s, Created(records...)...)
	for _, want := range records {
		found := Find(t, s, filter.Condition{Kinds: []string{want.Kind.Name}})
		if len(found) != 2 || !Same(found[0], want) && !Same(found[1], want) {
			t.Errorf("found %v, want %v among them", found, want)
		}
	}
}
