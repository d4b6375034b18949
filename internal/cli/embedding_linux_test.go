package cli

import (
	"net/http"
	"strings"
	"testing"
)

func TestWhoeverWatchesSeesABar(t *testing.T) {
	w := crowded(t, 40, embedding(t, func(*http.Request) {}))
	errs, text := screen(t)
	w.err = errs
	code := w.run("index")
	w.err = nil
	if shown := text(); code != 0 || !strings.Contains(shown, "embedding 32 of 40 [") || !strings.HasSuffix(shown, "\r\x1b[K") {
		t.Errorf("exit %d, %q", code, shown)
	}
	errs, text = screen(t)
	w.err = errs
	w.run("index", "--all", "--quiet")
	w.err = nil
	if shown := text(); shown != "" {
		t.Errorf("quiet, and %q", shown)
	}
}

func TestWhatAChatHasChangedIsEmbeddedWhenItEnds(t *testing.T) {
	w := crowded(t, 2, embedding(t, func(*http.Request) {}))
	w.env["ASSISTER_EMBEDDING_WAIT"] = "1m"
	if code := w.run("index"); code != 0 {
		t.Fatal(w.stdout.String())
	}
	if code, printed, _ := w.inTerminal("add buy milk\ny\n", "chat"); code != 0 {
		t.Fatalf("exit %d: %s", code, printed)
	}
	w.run("index", "--dry-run")
	if row := w.of("row")[0]; word(row, "kept") != "3" || word(row, "missing") != "0" {
		t.Errorf("%s", w.stdout.String())
	}
}
