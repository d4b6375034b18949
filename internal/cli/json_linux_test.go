package cli

import (
	"strings"
	"testing"
)

func TestAStringOfJqIsEscapedInATerminalOnly(t *testing.T) {
	w := newWorld(t)
	w.in = strings.NewReader(`{"op":"task.create","title":"a\u202eb","notes":"one\ntwo"}`)
	if code := w.run("apply", "--yes"); code != 0 {
		t.Fatal(w.stderr.String())
	}
	args := []string{"query", "tasks", "--json", "title,notes", "--jq", ".[] | .title, .notes, {title}"}
	_, printed, _ := w.inTerminal("", args...)
	const object = `{"title":"a\u202eb"}` + "\n"
	if want := "a<U+202E>b\none\ntwo\n" + object; printed != want {
		t.Errorf("a terminal gets %q, want %q", printed, want)
	}
	w.run(args...)
	if got, want := w.stdout.String(), "a\u202eb\none\ntwo\n"+object; got != want {
		t.Errorf("a pipe gets %q, want %q", got, want)
	}
}
