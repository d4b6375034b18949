package cli

import (
	"io"
	"path/filepath"
	"strings"
	"testing"
)

func TestAWorkspaceIsReplacedOnlyAfterTheWholeWordYes(t *testing.T) {
	for typed, code := range map[string]int{"yes\n": 0, "y\nyes\n": 0, "no\n": 6, "": 6, "y\ny\ny\ny\n": 6} {
		w := newWorld(t)
		apply := func(title string) {
			w.in = strings.NewReader(`{"op":"task.create","title":"` + title + `"}`)
			if code := w.run("apply", "--yes"); code != 0 {
				t.Fatal(w.stderr.String())
			}
		}
		backup := filepath.Join(t.TempDir(), "backup")
		apply("One")
		if code := w.run("backup", backup); code != 0 {
			t.Fatal(w.stderr.String())
		}
		apply("Two")
		tty := &answers{Reader: strings.NewReader(typed)}
		w.terminal = func() (io.ReadWriteCloser, error) { return tty, nil }
		if got := w.run("restore", backup); got != code {
			t.Errorf("%q: exit code %d, want %d: %s", typed, got, code, &w.stderr)
		}
		if shown := tty.shown.String(); !strings.Contains(shown, "this replaces the workspace with its state") {
			t.Errorf("%q: the terminal shows %q", typed, shown)
		}
		w.run("list", "--all", "--output", "ndjson")
		if restored := !strings.Contains(w.stdout.String(), "Two"); restored != (code == 0) {
			t.Errorf("%q: restored is %v", typed, restored)
		}
	}
}
