package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"syscall"
	"testing"
	"time"

	"assister/internal/search/searchtest"
)

// crowded is a workspace of so many tasks whose texts the model at host embeds.
func crowded(t *testing.T, tasks int, host string) *world {
	w := newWorld(t)
	var lines strings.Builder
	for i := range tasks {
		fmt.Fprintf(&lines, `{"op":"task.create","title":"Task %d"}`+"\n", i)
	}
	w.in = strings.NewReader(lines.String())
	if code := w.run("apply", "--yes"); code != 0 {
		t.Fatalf("exit %d: %s", code, w.stderr.String())
	}
	w.in = nil
	w.env["ASSISTER_EMBEDDING_MODEL"], w.env["ASSISTER_EMBEDDING_HOST"] = "tiny", host
	return w
}

// embedding answers as searchtest does, after something has been done.
func embedding(t *testing.T, do func(*http.Request)) string {
	to := searchtest.Handler()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		do(r)
		to.ServeHTTP(w, r)
	}))
	t.Cleanup(s.Close)
	return s.URL
}

func TestWhatWasEmbeddedWhenItIsInterruptedIsKept(t *testing.T) {
	ctx, interrupt := context.WithCancelCause(context.Background())
	asked := 0
	w := crowded(t, 80, embedding(t, func(r *http.Request) {
		if asked++; asked == 2 {
			_, _ = io.Copy(io.Discard, r.Body)
			interrupt(Interrupted{syscall.SIGINT})
			<-r.Context().Done() // nobody waits for the answer any more
		}
	}))
	w.ctx = ctx
	if code := w.run("index"); code != 130 {
		t.Errorf("exit %d: %s", code, w.stdout.String())
	}
	w.ctx = context.Background()
	if code := w.run("index"); code != 0 {
		t.Fatalf("exit %d: %s", code, w.stdout.String())
	}
	if made, kept := word(w.of("row")[0], "made"), word(w.of("row")[0], "kept"); made != "48" || kept != "32" {
		t.Errorf("made %s, kept %s", made, kept)
	}
}

func TestTwoIndexesAtOnceDoNotClaimToKeepWhatTheOtherHas(t *testing.T) {
	var other func()
	host := embedding(t, func(*http.Request) {
		if do := other; do != nil {
			other = nil
			do()
		}
	})
	w := crowded(t, 3, host)
	other = func() {
		beside := *w
		beside.stdout, beside.stderr = bytes.Buffer{}, bytes.Buffer{}
		if code := beside.run("index"); code != 0 {
			t.Errorf("the other: exit %d: %s", code, beside.stdout.String())
		}
	}
	if code := w.run("index"); code != 5 {
		t.Errorf("exit %d: %s", code, w.stdout.String())
	}
	if e := w.of("error"); len(e) != 1 || word(e[0], "code") != "vectors_moved" || strings.Contains(w.stderr.String(), "kept") {
		t.Errorf("%s%s", w.stdout.String(), w.stderr.String())
	}
	if code := w.run("index"); code != 0 || word(w.of("row")[0], "kept") != "3" {
		t.Errorf("exit %d: %s", code, w.stdout.String())
	}
}

func TestTheHintToAnEmbeddingThatFailsIsAboutIt(t *testing.T) {
	no := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no", http.StatusInternalServerError) }))
	t.Cleanup(no.Close)
	gone := httptest.NewServer(nil)
	gone.Close()
	for host, want := range map[string]string{no.URL: "embedding.model", gone.URL: "embedding.host"} {
		w := crowded(t, 1, host)
		if code := w.run("index"); code != 7 {
			t.Errorf("exit %d: %s", code, w.stdout.String())
		}
		if hint := word(w.of("error")[0], "hint"); !strings.Contains(hint, want) || strings.Contains(hint, "--engine") {
			t.Errorf("hint %q", hint)
		}
	}
}

func TestWhoeverReadsTheStreamHearsThatIndexGoesOn(t *testing.T) {
	ticks := make(chan time.Time)
	w := crowded(t, 1, embedding(t, func(*http.Request) { ticks <- time.Time{}; ticks <- time.Time{} }))
	w.ticker = func(time.Duration) (<-chan time.Time, func()) { return ticks, func() {} }
	if code := w.run("index"); code != 0 {
		t.Fatalf("exit %d: %s", code, w.stdout.String())
	}
	// The second tick is taken once the first beat is out.
	if beats := w.of("heartbeat"); len(beats) == 0 || word(beats[0], "waitingFor") != "tiny" {
		t.Errorf("%s", w.stdout.String())
	}
}

func TestAKeyGoesToItsOwnServer(t *testing.T) {
	var keys []string
	to := searchtest.Handler()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		keys = append(keys, r.Header.Get("Authorization"))
		to.ServeHTTP(w, r)
	}))
	t.Cleanup(s.Close)
	w := crowded(t, 1, s.URL)
	w.env["ASSISTER_API_KEY"] = "engine"
	w.run("index")
	w.env["ASSISTER_EMBEDDING_API_KEY"] = "own"
	w.run("index", "--all")
	delete(w.env, "ASSISTER_EMBEDDING_HOST")
	w.run("index", "--all", "--host", s.URL)
	if got := strings.Join(keys, ","); got != ",Bearer own,Bearer engine" {
		t.Errorf("%q", got)
	}
}
