package sqlite

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"assister/internal/ledger"
	"assister/internal/record"
	"assister/internal/session"
	"assister/internal/workspace"
)

func TestTheDigestOfTheSchemaIsThatOfTheMigrations(t *testing.T) {
	m := released
	m.digest, m.made = "", new(atomic.Pointer[[]byte])
	for _, how := range []string{"in steps", "as a copy"} {
		digest, err := m.computeDigest()
		if err != nil || digest != released.digest {
			t.Errorf("the digest of the released schema, %s, is %s (%v)", how, digest, err)
		}
		if m.made.Load() == nil {
			t.Error("there is nothing to copy, so this has shown nothing")
		}
	}
}

// small returns a workspace with rows in every table of a small one, and an empty log.
func small(t testing.TB) (path string) {
	t.Helper()
	s := fresh(t)
	long := strings.Repeat("A long text about many words. ", 400)
	for n := range int64(140) {
		commit(t, s, creates(task(n+1, fmt.Sprintf("Water the %d plants", n), "scheduledFor", day(int(n))))...)
	}
	commit(t, s, creates(task(141, "Read this").With("notes", record.Text(long)), project(1, "Home"))...)
	if err := workspace.Note(ctx, s, nil,
		session.Added{Session: "home", Turns: []session.Turn{{At: noon, Role: session.User, Text: long}}}); err != nil {
		t.Fatal(err)
	}
	if n := number(t, s, "SELECT count(*) FROM text_block"); n == 0 {
		t.Fatal("there is no text index")
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return s.Path()
}

// attempt tries to write to a database.
func attempt(path string) error {
	s, err := Open(path, workspace.ToWrite)
	if err != nil {
		return err
	}
	defer s.Close()
	_, err = s.Update(ctx, addTask)
	return err
}

func TestAZeroedPageIsFoundBeforeTheFirstWrite(t *testing.T) {
	from := small(t)
	whole, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	const size = 4096
	accepted := 0
	for at := 0; at < len(whole); at += size {
		path := filepath.Join(t.TempDir(), "w.db")
		harmed := append([]byte(nil), whole...)
		clear(harmed[at : at+size])
		if err := os.WriteFile(path, harmed, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := attempt(path); err == nil {
			accepted++
			if codes := examined(t, open(t, path, workspace.ToInspect)); codes != workspace.IndexDisagrees && codes != "" {
				t.Errorf("page %d of %d was zero, a batch was written, and now there is %s", at/size+1, len(whole)/size, codes)
			}
			continue
		}
		if now, err := os.ReadFile(path); err != nil || string(now) != string(harmed) {
			t.Errorf("page %d: the file was changed, %v", at/size+1, err)
		}
	}
	t.Logf("%d pages, of which %d can be lost without a loss", len(whole)/size, accepted)
	if accepted > len(whole)/size/10 {
		t.Error("too many")
	}
	if err := attempt(from); err != nil {
		t.Error("the file that is not damaged was refused:", err)
	}
}

func TestADamagedFileIsNotMigrated(t *testing.T) {
	path := small(t)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	clear(text[7*4096 : 8*4096])
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err = openAs(ctx, path, workspace.ToWrite, Wait, later(t, "CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT"))
	if code(err) != Damaged {
		t.Error(err)
	}
}

// Each scan of a large file checks another part.
func TestEachPartOfALargeFileIsCheckedInTurn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "w.db")
	s, err := Open(path, workspace.ToWrite)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.file.Close(); err != nil {
		t.Fatal(err)
	}
	const size, lost = 3*scanned + 4096, scanned * 5 / 2
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	large := filepath.Join(t.TempDir(), "large.db")
	page := append([]byte{13, 0, 0, 0, 1, 15, 0, 0}, make([]byte, 4088)...)
	for len(text) < size {
		text = append(text, page...)
	}
	clear(text[lost : lost+4096])
	if err := os.WriteFile(large, text, 0o600); err != nil {
		t.Fatal(err)
	}
	if s.file, err = os.Open(large); err != nil {
		t.Fatal(err)
	}
	for turn, want := range []int{0, 0, 0, 1, 0, 0, 0, 1} { // of four parts
		suspect, err := suspectPages(s.file, s.path, int64(turn))
		if err != nil || len(suspect) != want || want == 1 && suspect[0] != lost/4096+1 {
			t.Errorf("turn %d finds %v, %v", turn, suspect, err)
		}
	}
}

func TestAFreePageMayHaveAnyContent(t *testing.T) {
	s := fresh(t)
	commit(t, s, creates(task(1, "Milk"))...)
	c, err := s.take(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.exec("CREATE TABLE passing (a BLOB); INSERT INTO passing VALUES (zeroblob(100000)); DROP TABLE passing"); err != nil {
		t.Fatal(err)
	}
	s.put(c)
	if n := number(t, s, "PRAGMA freelist_count"); n < 10 {
		t.Fatal("there are", n, "free pages, so this shows nothing")
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := attempt(s.Path()); err != nil {
		t.Error(err)
	}
	again, err := Open(s.Path(), workspace.ToWrite)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if suspect, err := suspectPages(again.file, again.path, 0); err != nil || len(suspect) > 0 {
		t.Error(suspect, err)
	}
}

func TestAPageWithANewerCopyInTheLogIsNotSuspected(t *testing.T) {
	path := small(t)
	s, err := Open(path, workspace.ToWrite)
	if err != nil {
		t.Fatal(err)
	}
	commit(t, s, ledger.Diff(task(1, "Water the plants", "scheduledFor", day(0)), task(1, "Sweep", "scheduledFor", day(0))))
	if err := s.CloseOnExit(); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	log, err := os.Open(path + walSuffix)
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	p := pages{file: s.file, size: 4096, count: 1000}
	if err := p.readLog(log); err != nil || len(p.frames) < 3 {
		t.Fatal(p.frames, err)
	}
	for number := range p.frames {
		if used, err := p.used([]uint32{number}); err != nil || len(used) > 0 {
			t.Error(number, used, err)
		}
	}
}

func TestAChangedSchemaIsNotWrittenTo(t *testing.T) {
	for _, edit := range []string{
		"DROP TRIGGER audit_is_not_deleted",
		"CREATE TRIGGER more AFTER INSERT ON task BEGIN DELETE FROM project; END",
		"DROP TRIGGER batch_is_not_changed; CREATE TRIGGER batch_is_not_changed BEFORE UPDATE ON batch BEGIN SELECT 1; END",
		"DROP INDEX task_day",
		"CREATE TABLE more (a)",
		"ALTER TABLE task ADD COLUMN more TEXT",
	} {
		s := fresh(t)
		commit(t, s, creates(task(1, "Milk"))...)
		c, err := s.take(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.exec(edit); err != nil {
			t.Fatal(err)
		}
		s.put(c)
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if err := attempt(s.Path()); code(err) != workspace.SchemaChanged {
			t.Errorf("%s: %v", edit, err)
		}
		if _, err := workspace.Verify(ctx, open(t, s.Path(), workspace.ToRead), workspace.Expected{}); code(err) != workspace.SchemaChanged {
			t.Errorf("%s: verified, %v", edit, err)
		}
	}
	s := fresh(t)
	c, err := s.take(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.exec("ANALYZE"); err != nil {
		t.Fatal(err)
	}
	s.put(c)
	s.Close()
	if err := attempt(s.Path()); err != nil {
		t.Error("statistics are not a change of the schema:", err)
	}
}

func BenchmarkFirstWriteCheck(b *testing.B) {
	s, err := Open(small(b), workspace.ToWrite)
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	c, err := s.take(ctx)
	if err != nil {
		b.Fatal(err)
	}
	defer s.put(c)
	for name, check := range map[string]func() error{
		"schema": func() error { return s.schema.check(c, s.path) },
		"pages": func() error {
			_, err := suspectPages(s.file, s.path, 0)
			return err
		},
		"all": func() error { return checkSound(ctx, s, c) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if err := check(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
