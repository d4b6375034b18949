package cli

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"assister/internal/engine/wire/wiretest"
	"assister/internal/ijson"
	"assister/internal/sqlite"
	"assister/internal/workspace"
)

// checks are the rows of doctor, by what was looked at.
func (w *world) checks() map[string]ijson.Value {
	found := map[string]ijson.Value{}
	for _, row := range w.of("row") {
		found[word(row, "check")] = row
	}
	return found
}

// The command that doctor shows keeps heads, which show what nothing else does: that a
// damaged log has lost the newest changes.
func TestTheHeadsThatDoctorAdvisesShowALostChange(t *testing.T) {
	w := newWorld(t)
	w.env["HOME"] = filepath.Join(w.env["HOME"], "Ann's home") // it needs quotes in a shell
	apply := func() {
		w.in = strings.NewReader(`{"op":"task.create","title":"x"}`)
		if code := w.run("apply", "--yes"); code != 0 {
			t.Fatalf("apply: exit %d: %s", code, w.stderr.String())
		}
	}
	apply()
	w.run("doctor", "--engine", "rules")
	row := w.checks()["audit.head"]
	_, command, found := strings.Cut(word(row, "next"), ": ")
	if !found || word(row, "status") != "ok" {
		t.Fatalf("got %s", w.stdout.String())
	}
	if out, err := exec.Command("sh", "-c", command).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v: %s", command, err, out)
	}
	// With a connection open, the log stays.
	open, err := sqlite.Open(w.workspace(), workspace.ToRead)
	if err != nil {
		t.Fatal(err)
	}
	defer open.Close()
	if err := open.View(t.Context(), func(r workspace.Reader) error { _, err := r.Head(); return err }); err != nil {
		t.Fatal(err)
	}
	apply()
	log, err := os.ReadFile(w.workspace() + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	whole := len(log)
	apply()
	if log, err = os.ReadFile(w.workspace() + "-wal"); err != nil || len(log) <= whole {
		t.Fatalf("the log has %d bytes after %d: %v", len(log), whole, err)
	}
	if w.run("doctor", "--engine", "rules"); !strings.Contains(word(w.checks()["audit.head"], "found"), "contains all 2 heads") {
		t.Fatalf("got %s", w.stdout.String())
	}
	log[whole+100] ^= 1
	damaged := filepath.Join(filepath.Dir(w.workspace()), "damaged")
	content, err := os.ReadFile(w.workspace())
	if err != nil {
		t.Fatal(err)
	}
	open.Close()
	for name, data := range map[string][]byte{w.workspace(): content, w.workspace() + "-wal": log, damaged: content, damaged + "-wal": log} {
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if code := w.run("doctor", "--engine", "rules", "--db", damaged); code != 0 {
		t.Errorf("a workspace without heads: exit %d: %s", code, w.stdout.String())
	}
	code := w.run("doctor", "--engine", "rules")
	if got := word(w.checks()["audit"], "found"); code != 1 || !strings.Contains(got, "its end was cut off") {
		t.Errorf("a workspace with heads: exit %d: %s", code, got)
	}
	delete(w.env, "HOME")
	if w.run("doctor", "--engine", "rules", "--db", damaged); word(w.checks()["audit.head"], "next") != "set audit.head to a file, preferably on another disk" {
		t.Errorf("without a home: %s", w.stdout.String())
	}
}

// The file is whole, and one letter of a title another than its history says.
func TestDoctorHoldsTheRecordsAgainstTheirHistory(t *testing.T) {
	w := stocked(t)
	path := w.workspace()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	at := bytes.Index(text, []byte("Sweep the yard"))
	if at < 0 {
		t.Fatal("the title is not in the file")
	}
	text[at] = 'Z'
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	if code := w.run("doctor", "--engine", "rules"); code != 1 {
		t.Fatalf("exit %d: %s", code, w.stdout.String())
	}
	found := w.checks()
	ledger, _ := found["ledger"].Get("status")
	audit, _ := found["audit"].Get("status")
	if ledger.Text != "fail" && audit.Text != "fail" || word(found["integrity"], "status") != "ok" {
		t.Errorf("found %s", w.stdout.String())
	}
}

func TestDoctorSaysWhatServerAndModelCanDo(t *testing.T) {
	w := stocked(t)
	host := wiretest.Catalog(t, `{"capabilities":["completion","tools"],"model_info":{"general.architecture":"llama","llama.context_length":4096}}`).String()
	if code := w.run("doctor", "--model", "tiny", "--host", host); code != 0 {
		t.Fatalf("exit %d: %s", code, w.stdout.String())
	}
	found := w.checks()
	if got := word(found["ollama"], "found"); !strings.HasPrefix(got, "ollama 0.17.4 at "+host+" (answered in ") {
		t.Error(got)
	}
	if got := word(found["ollama.model"], "found"); !strings.HasPrefix(got, "tiny calls tools, follows a JSON Schema, writes JSON; not: thinks, embeds; context of 4,096 tokens") {
		t.Error(got)
	}
	detail, _ := found["ollama.model"].Get("detail")
	if tools, _ := detail.Get("tools"); !tools.Bool {
		t.Errorf("the detail is %s", ijson.AppendValue(nil, detail))
	}
	if got := word(found["ollama.known"], "found"); !strings.Contains(got, "nothing is cached") {
		t.Error(got)
	}
	if _, err := os.Stat(filepath.Join(w.env["HOME"], ".cache")); err == nil {
		t.Error("doctor has written into the cache")
	}
}

// What a request has learnt by a refusal, and what the server still tells.
func TestDoctorHoldsWhatIsKeptAgainstTheServer(t *testing.T) {
	w := stocked(t)
	capable := `{"capabilities":["completion","tools"]}`
	s := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		out.Header().Set("Content-Type", "application/json")
		switch r.URL.Path {
		case "/api/version":
			fmt.Fprint(out, `{"version":"0.17.4"}`)
		case "/api/tags":
			fmt.Fprint(out, `{"models":[{"name":"tiny:latest","digest":"abc"}]}`)
		case "/api/show":
			fmt.Fprint(out, capable)
		case "/api/chat":
			out.WriteHeader(http.StatusBadRequest)
			fmt.Fprint(out, `{"error":"tiny does not support tools"}`)
		}
	}))
	t.Cleanup(s.Close)
	args := []string{"--engine", "ollama", "--model", "tiny", "--host", s.URL}
	status := func(want string) ijson.Value {
		t.Helper()
		if code := w.run(append([]string{"doctor"}, args...)...); code != 0 {
			t.Fatalf("exit %d: %s", code, w.stdout.String())
		}
		row := w.checks()["ollama.known"]
		if word(row, "status") != want {
			t.Errorf("got %s", ijson.AppendValue(nil, row))
		}
		return row
	}
	if code := w.run(append([]string{"propose", "the yard on monday"}, args...)...); code != 7 {
		t.Fatalf("exit %d: %s", code, w.stdout.String())
	}
	if row := status("warn"); !strings.Contains(word(row, "found"), "not: calls tools") || !strings.Contains(word(row, "next"), ".cache/assister/servers") {
		t.Errorf("got %s", ijson.AppendValue(nil, row))
	}
	capable = `{"capabilities":["completion"]}`
	status("ok")
}

func TestDoctorMissesAModelThatAServerDoesNotList(t *testing.T) {
	w := stocked(t)
	host := wiretest.Catalog(t, "").JoinPath("v1").String()
	if code := w.run("doctor", "--model", "tiny", "--host", host); code != 0 {
		t.Fatalf("exit %d: %s", code, w.stdout.String())
	}
	row := w.checks()["openai.model"]
	if word(row, "status") != "warn" || !strings.Contains(word(row, "next"), "small") {
		t.Errorf("got %s", ijson.AppendValue(nil, row))
	}
	if code := w.run("doctor", "--engine", "openai", "--host", host); code != 1 || !strings.Contains(word(w.checks()["openai.model"], "next"), "small") {
		t.Errorf("exit %d: %s", code, w.stdout.String())
	}
}
