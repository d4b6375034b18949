package cli

import (
	"strings"
	"testing"
)

func TestWhoeverWatchesSeesABar(t *testing.T) {
	w := crowded(t, 40, embedding(t, func() {}))
	errs, text := screen(t)
	w.err = errs
	code := w.run("index")
	w.err = nil
	if shown := text(); code != 0 || !strings.Contains(shown, "embedding 32 of 40 [") || !strings.HasSuffix(shown, "\r\x1b[K") {
		t.Errorf("exit %d, %q", code, shown)
	}
	errs, text = screen(t)
	w.err = errs
	w.run("index", "--anew", "--quiet")
	w.err = nil
	if shown := text(); shown != "" {
		t.Errorf("quiet, and %q", shown)
	}
}
