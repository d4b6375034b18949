package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestACopyOfAWorkspaceIsAnnouncedWhenItIsVerified(t *testing.T) {
	w := newWorld(t)
	w.in = strings.NewReader(`{"op":"task.create","title":"One"}`)
	if code := w.run("apply", "--yes", "--idempotency-key", "k"); code != 0 {
		t.Fatal(w.stderr.String())
	}
	from, to := w.workspace(), filepath.Join(t.TempDir(), "to.db")
	run := func(want int, args ...string) string {
		t.Helper()
		w.in = strings.NewReader(`{"op":"task.create","title":"One"}`)
		if got := w.run(append(args, "--output", "ndjson")...); got != want {
			t.Fatalf("%q: exit code %d, want %d: %s", args, got, want, &w.stdout)
		}
		all := w.stdout.String()
		if first, last := strings.Index(all, `"type":"start"`), strings.LastIndex(all, `"type":"done"`); first < 0 || last < first {
			t.Errorf("%q: no stream from start to done: %s", args, all)
		}
		return all
	}
	all := run(0, "db", "copy", from, to)
	for _, part := range []string{`"what":"copy"`, `"what":"compare"`, `"what":"verify","done":0,"total":0`, `"digest":"`, `"auditHead":"`, `"found":0`, "Copied 1 record and 1 batch"} {
		if !strings.Contains(all, part) {
			t.Errorf("%s is not in %s", part, all)
		}
	}
	w.env["ASSISTER_DB"] = to
	if again := run(0, "apply", "--yes", "--idempotency-key", "k"); !strings.Contains(again, `"replayed":true`) {
		t.Errorf("the key is not known at the new place: %s", again)
	}
	run(0, "undo", "1")
	for _, tt := range []struct {
		code     int
		from, to string
		error    string
	}{
		{5, from, to, "workspace_exists"}, {2, from, from, "onto itself"},
		{2, filepath.Join(t.TempDir(), "none.db"), filepath.Join(t.TempDir(), "x.db"), "named first"},
		{2, "rqlite://a,b:4001/w", "rqlite://bob@b,a:4001/w?timeout=1s", "onto itself"},
		{2, "postgres://ann@a,b/d", "postgres://b,a:5432/d", "onto itself"},
		{2, "mysql://ann:pw@a/b", to, "invalid_address"}, {2, from, "postgres://", "invalid_address"},
		{1, from, filepath.Join(t.TempDir(), "no", "x.db"), "directory_unwritable"},
	} {
		if all := run(tt.code, "db", "copy", tt.from, tt.to); !strings.Contains(all, tt.error) || strings.Contains(all, "pw") {
			t.Errorf("%s to %s: %s", tt.from, tt.to, all)
		}
	}
	run(2, "db", "copy", from)
	run(2, "db")
	if left, err := filepath.Glob(filepath.Join(filepath.Dir(to), ".*")); err != nil || len(left) > 0 {
		t.Errorf("files are left: %v, %v", left, err)
	}
}

func TestACopyThatCannotBeWrittenIsContinued(t *testing.T) {
	w := newWorld(t)
	w.in = strings.NewReader(`{"op":"task.create","title":"One"}`)
	if code := w.run("apply", "--yes"); code != 0 {
		t.Fatal(w.stderr.String())
	}
	to := filepath.Join(t.TempDir(), "to.db")
	begun := filepath.Join(filepath.Dir(to), ".to.db.copy")
	for _, left := range []string{"", "no database", strings.Repeat("SQLite format 3\x00", 99)} {
		if err := os.WriteFile(begun, []byte(left), 0o600); err != nil {
			t.Fatal(err)
		}
		if code := w.run("db", "copy", w.workspace(), to); code != 0 {
			t.Fatalf("%.20q was left: %s", left, &w.stderr)
		}
		if err := os.Remove(to); err != nil {
			t.Fatal(err)
		}
	}
}
