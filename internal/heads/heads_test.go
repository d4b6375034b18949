package heads

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"assister/internal/ledger"
)

// head is the head of a trail with n rows.
func head(n int64) ledger.Entry {
	return ledger.Entry{Seq: n, Hash: ledger.Hash{byte(n), 1}, At: time.UnixMilli(1_800_000_000_000 + n).UTC(), Batch: n / 2}
}

func TestAFileKeepsTheHeadsOfSeveralWorkspaces(t *testing.T) {
	path := filepath.Join(t.TempDir(), "heads")
	here, there := File{path, "/data/a “b”\n.db"}, File{path, "/data/other.db"}
	if kept, damaged, err := here.Read(); len(kept) > 0 || damaged > 0 || err != nil {
		t.Errorf("a missing file has %v, %d, %v", kept, damaged, err)
	}
	for n := int64(2); n < 10; n += 2 {
		for _, f := range []File{here, there} {
			if err := f.Keep(t.Context(), head(n)); err != nil {
				t.Fatal(err)
			}
		}
	}
	kept, damaged, err := here.Read()
	want := []ledger.Entry{head(2), head(4), head(6), head(8)}
	if diff := cmp.Diff(want, kept); diff != "" || damaged > 0 || err != nil {
		t.Errorf("%s; %d damaged, %v", diff, damaged, err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Error(info.Mode(), err)
	}
}

func TestAnUnfinishedLineSpoilsNoOther(t *testing.T) {
	f := File{filepath.Join(t.TempDir(), "heads"), "/data/a.db"}
	if err := f.Keep(t.Context(), head(2)); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(f.Path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(f.Path, append(text, text[:30]...), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := f.Keep(t.Context(), head(4)); err != nil {
		t.Fatal(err)
	}
	kept, damaged, err := f.Read()
	if diff := cmp.Diff([]ledger.Entry{head(2), head(4)}, kept); diff != "" || damaged != 1 || err != nil {
		t.Errorf("%s; %d damaged, %v", diff, damaged, err)
	}
}

func TestNoHeadIsWrittenIntoTheWorkspaceItself(t *testing.T) {
	dir := t.TempDir()
	database := filepath.Join(dir, "a.db")
	if err := os.WriteFile(database, []byte("pages"), 0o600); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(dir, "link")
	if err := os.Symlink(database, link); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{database, link, database + "-wal", dir, "/dev/null", filepath.Join(dir, "none", "heads")} {
		if err := (File{path, database}).Keep(t.Context(), head(2)); err == nil {
			t.Errorf("%s took a head", path)
		}
	}
	if text, err := os.ReadFile(database); string(text) != "pages" || err != nil {
		t.Errorf("the workspace is %q, %v", text, err)
	}
}

func TestACommandGetsTheLine(t *testing.T) {
	f := File{filepath.Join(t.TempDir(), "heads"), "/data/a.db"}
	c := Command{Words: Split("tee -a " + f.Path), Database: f.Database}
	for n := int64(2); n < 6; n += 2 {
		if err := c.Keep(t.Context(), head(n)); err != nil {
			t.Fatal(err)
		}
	}
	kept, damaged, err := f.Read()
	if diff := cmp.Diff([]ledger.Entry{head(2), head(4)}, kept); diff != "" || damaged > 0 || err != nil {
		t.Errorf("%s; %d damaged, %v", diff, damaged, err)
	}
}

func TestACommandThatFailsOrHangsIsAnError(t *testing.T) {
	for command, want := range map[string]string{
		"false":              "exit status 1",
		"no-such-command -x": "not found",
		"cat /nonexistent":   "No such file",
		"sleep 60":           "not finished after",
	} {
		c := Command{Words: Split(command), Timeout: 100 * time.Millisecond}
		if command != "sleep 60" {
			c.Timeout = 0
		}
		if err := c.Keep(t.Context(), head(2)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", command, err)
		}
	}
}

func TestEveryPlaceIsTriedAlsoAfterAFailure(t *testing.T) {
	f := File{filepath.Join(t.TempDir(), "heads"), "/data/a.db"}
	if err := (Several{Command{Words: []string{"false"}}, f}).Keep(t.Context(), head(2)); err == nil {
		t.Error("the failure is not said")
	}
	if kept, _, err := f.Read(); len(kept) != 1 || err != nil {
		t.Error(kept, err)
	}
}
