package cli

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assister/internal/check"
	"assister/internal/door"
	"assister/internal/httpapi"
	"assister/internal/ijson"
)

const (
	pageSecret = "the-secret-of-the-page"
	opsSecret  = "the-secret-of-the-operators"
	ciSecret   = "the-secret-of-the-pipeline"
)

// testServer serves an empty workspace to a person, to a program that may apply, and to one
// that may apply no deletion.
func testServer(t *testing.T) *httptest.Server {
	s := &httpapi.Server{Host: testHost(t, nil), Tokens: door.Tokens{
		door.NewToken(pageSecret, door.Client{Name: "the page", Permit: door.Apply, Attended: true}),
		door.NewToken(opsSecret, door.Client{Name: "token ops", Permit: door.Apply}),
		door.NewToken(ciSecret, door.Client{Name: "token ci", Permit: door.Apply, Limits: []check.Limits{{
			From: "token ci", Allow: []check.Pattern{"task.create"},
		}}}),
	}}
	at := httptest.NewServer(s.Handler())
	t.Cleanup(at.Close)
	return at
}

// ask sends a request, whose headers are pairs, and returns the status and the answer.
func ask(t *testing.T, s *httptest.Server, secret, method, path, body string, headers ...string) (int, ijson.Value) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, s.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+secret)
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	if answer.Header.Get("Content-Type") != "application/json" {
		return answer.StatusCode, ijson.Value{Kind: ijson.String, Text: string(text)}
	}
	v, p := ijson.Parse(bytes.TrimSpace(text))
	if p != nil {
		t.Fatalf("%s\n%s", p.Message, text)
	}
	return answer.StatusCode, v
}

// at follows a path of members and of indexes, which are "0" to "9".
func at(v ijson.Value, path string) ijson.Value {
	for name := range strings.SplitSeq(path, ".") {
		if v.Kind == ijson.Array && len(v.Items) > int(name[0]-'0') {
			v = v.Items[name[0]-'0']
			continue
		}
		v, _ = v.Get(name)
	}
	return v
}

func TestAProposalIsAppliedAndUndoneOverHTTP(t *testing.T) {
	s := testServer(t)
	_, stream := ask(t, s, opsSecret, "POST", "/api/assistant/message", `{"message":"add buy milk tomorrow","session":"web"}`,
		"Accept", "application/x-ndjson")
	lines := []string{"Content-Type", "application/x-ndjson", "Idempotency-Key", "once"}
	status, planned := ask(t, s, opsSecret, "POST", "/api/llm/dryrun", stream.Text, "Content-Type", "application/x-ndjson")
	if status != 200 || !strings.Contains(at(planned, "summary.text").Text, "Would create") {
		t.Fatalf("%d %v", status, planned)
	}
	status, applied := ask(t, s, opsSecret, "POST", "/api/llm/apply", stream.Text, lines...)
	if status != 200 || at(applied, "ops.operations.0.result.id").Text != "1" || at(applied, "done.idempotencyKey").Text != "once" {
		t.Fatalf("%d %v", status, applied)
	}
	if id := at(applied, "start.correlationId").Text; !strings.Contains(stream.Text, id) {
		t.Errorf("the proposal has another correlation id than %s", id)
	}
	status, again := ask(t, s, opsSecret, "POST", "/api/llm/apply", stream.Text, lines...)
	if status != 200 || !at(again, "done.replayed").Bool || at(again, "done.batchId").Text != at(applied, "done.batchId").Text {
		t.Errorf("a second apply with the key is no replay: %d %v", status, again)
	}
	status, other := ask(t, s, opsSecret, "POST", "/api/llm/apply", `{"operations":[{"op":"task.create","title":"Bread"}],"idempotencyKey":"once"}`)
	if status != 409 || at(other, "errors.0.code").Text != "idempotency_conflict" {
		t.Errorf("the key serves other operations: %d %v", status, other)
	}
	if _, found := ask(t, s, opsSecret, "GET", "/api/search?text=milk", ""); at(found, "rows.0.title").Text != "Buy milk" {
		t.Errorf("%v", found)
	}
	status, undone := ask(t, s, opsSecret, "POST", "/api/assistant/undo_last", `{"batch":1}`)
	if status != 200 || at(undone, "summary.counts.deleted").Text != "1" {
		t.Errorf("%d %v", status, undone)
	}
	if status, none := ask(t, s, opsSecret, "POST", "/api/assistant/undo_last", `{}`); status != 422 {
		t.Errorf("nothing is left to undo: %d %v", status, none)
	}
}

func TestAQuestionIsAnsweredByAnOptionOverHTTP(t *testing.T) {
	s := testServer(t)
	ask(t, s, opsSecret, "POST", "/api/llm/apply", `[{"op":"task.create","title":"Buy milk"},{"op":"task.create","title":"Milk the cow"}]`)
	status, question := ask(t, s, opsSecret, "POST", "/api/assistant/message", `{"message":"move milk to friday"}`)
	if status != 200 || at(question, "done.status").Text != "clarify" || len(at(question, "clarify.options").Items) != 2 {
		t.Fatalf("%d %v", status, question)
	}
	asked, _ := question.Get("clarify")
	for i, how := range []string{
		`"message":"2"`, `"message":"the second","selection":["task:2"]`, `"message":"that","selection":[{"kind":"task","id":2}]`,
		`"message":"that","selection":[2]`,
	} {
		words, ids, picked := strings.Cut(how, `,"selection":`)
		clarify := asked
		if picked {
			chosen, _ := ijson.Parse([]byte(`{"ids":` + ids + `}`))
			clarify.Members = append(clarify.Members[:len(clarify.Members):len(clarify.Members)], ijson.Member{Name: "selection", Value: chosen})
		}
		body := `{` + words + `,"clarify":` + string(ijson.AppendValue(nil, clarify)) + `}`
		status, plan := ask(t, s, opsSecret, "POST", "/api/assistant/message", body)
		if got := at(plan, "ops.operations.0.op.id").Text; status != 200 || got != "2" {
			t.Errorf("%d: %d, of task %q\n%v", i, status, got, plan)
		}
	}
	for _, bad := range []string{`{"ids":["x:1"]}`, `{"date":"someday"}`, `{"priority":"most"}`} {
		if status, _ := ask(t, s, opsSecret, "POST", "/api/assistant/message", `{"message":"that","clarify":{"selection":`+bad+`}}`); status != 400 {
			t.Errorf("%s: %d", bad, status)
		}
	}
}

func TestATokenHasLimitsOfItsOwn(t *testing.T) {
	s := testServer(t)
	milk := `[{"op":"task.create","title":"Milk"}]`
	if status, v := ask(t, s, ciSecret, "POST", "/api/llm/apply", milk); status != 200 {
		t.Fatalf("%d %v", status, v)
	}
	status, v := ask(t, s, ciSecret, "POST", "/api/llm/apply", `[{"op":"task.delete","id":1}]`)
	if status != 422 || at(v, "errors.0.code").Text != "operation_not_allowed" || !strings.Contains(at(v, "errors.0.hint").Text, "token ci") {
		t.Errorf("%d %v", status, v)
	}
	if status, v := ask(t, s, opsSecret, "POST", "/api/llm/apply", `[{"op":"task.delete","id":1}]`); status != 200 {
		t.Errorf("another token has the limit too: %d %v", status, v)
	}
}

// TestAPersonApprovesWhatAProgramMayNot has a model's deletion, which counts as approved
// only if a person picked it.
func TestAPersonApprovesWhatAProgramMayNot(t *testing.T) {
	s := testServer(t)
	ask(t, s, opsSecret, "POST", "/api/llm/apply", `[{"op":"task.create","title":"Milk"}]`)
	deletion := `{"operations":[{"op":{"op":"task.delete","id":1},"source":"model","errors":[]}]}`
	if status, v := ask(t, s, opsSecret, "POST", "/api/llm/apply", deletion); status == 200 {
		t.Errorf("%d %v", status, v)
	}
	if status, v := ask(t, s, pageSecret, "POST", "/api/llm/apply", deletion); status != 200 {
		t.Errorf("%d %v", status, v)
	}
}

func TestManyDeletionsNeedAConfirmation(t *testing.T) {
	s := testServer(t)
	creates, deletes := make([]string, 25), make([]string, 25)
	for i := range creates {
		creates[i], deletes[i] = `{"op":"task.create","title":"Milk"}`, fmt.Sprintf(`{"op":"task.delete","id":%d}`, i+1)
	}
	ask(t, s, pageSecret, "POST", "/api/llm/apply", `[`+strings.Join(creates, ",")+`]`)
	body := `{"operations":[` + strings.Join(deletes, ",") + `]`
	status, v := ask(t, s, pageSecret, "POST", "/api/llm/apply", body+`}`)
	if status != 403 || at(v, "errors.0.code").Text != "confirmation_needed" {
		t.Errorf("%d %v", status, v)
	}
	if status, v = ask(t, s, pageSecret, "POST", "/api/llm/apply", body+`,"confirmed":true}`); status != 200 {
		t.Errorf("%d %v", status, v)
	}
}

func TestToolsOverHTTPChangeNothing(t *testing.T) {
	s := testServer(t)
	status, made := ask(t, s, opsSecret, "POST", "/api/mcp/tools/call", `{"name":"create_task","arguments":{"title":"Milk"}}`)
	if status != 200 || at(made, "ops.operations.0.op.op").Text != "task.create" || at(made, "done.batchId").Kind != ijson.Null {
		t.Errorf("%d %v", status, made)
	}
	status, read := ask(t, s, opsSecret, "POST", "/api/mcp/tools/call", `{"name":"tasks"}`)
	if status != 200 || at(read, "answer.total").Text != "0" {
		t.Errorf("%d %v", status, read)
	}
}

func TestServeTakesItsTokensFromFiles(t *testing.T) {
	w := newWorld(t)
	secret := func(name, text string, mode os.FileMode) string {
		path := filepath.Join(w.env["HOME"], name)
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
		return path
	}
	good, short := secret("good", ciSecret+"\n", 0o600), secret("short", "milk", 0o600)
	open := secret("open", ciSecret, 0o644)
	config := func(text string) string { return secret("config.yaml", text, 0o600) }
	for _, test := range []struct {
		name  string
		args  []string
		wrong string
	}{
		{"no token and no terminal", nil, "there is no token"},
		{"a file that is short", []string{"--token-file", short}, "shorter than 20 characters"},
		{"a file that others read", []string{"--token-file", open}, "others can read the file"},
		{"a file that is missing", []string{"--token-file", good + "x"}, "the token cannot be read"},
		{"a permit that is none", []string{"--token-file", good, "--permit", "all"}, "propose or apply"},
		{"an address that is none", []string{"--token-file", good, "--listen", "nowhere"}, "cannot listen"},
		{"a token without a file", []string{"--config", config("tokens:\n  ci:\n    permit: apply\n")}, "has no file"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if code := w.run(append([]string{"serve"}, test.args...)...); code != 2 || !strings.Contains(w.stdout.String(), test.wrong) {
				t.Errorf("exit %d\n%s", code, &w.stdout)
			}
		})
	}
	for text, wrong := range map[string]string{
		"tokens:\n  ci:\n    file: " + good + "\n    secret: x\n":                        "unknown setting",
		"tokens:\n  ci:\n    file: " + good + "\n    permit: all\n":                      "propose or apply",
		"tokens:\n  a:\n    file: " + good + "\n  b:\n    file: " + good + "\n":          "are the same",
		"tokens:\n  ci:\n    file: " + good + "\n    limits:\n      max-delete: 1\n":     "limits.max-deletes",
		"tokens:\n  ci:\n    file: " + good + "\n    limits:\n      max-deletes: many\n": "",
	} {
		if code := w.run("serve", "--listen", "nowhere", "--config", config(text)); code != 2 || !strings.Contains(w.stdout.String(), wrong) {
			t.Errorf("%s\nexit %d\n%s", text, code, &w.stdout)
		}
	}
}

// TestServeRunsUntilItIsStopped serves with a token of the configuration, its limits, and a
// limit of the command line.
func TestServeRunsUntilItIsStopped(t *testing.T) {
	w := newWorld(t)
	dir := w.env["HOME"]
	for name, text := range map[string]string{
		"ci.token":    ciSecret,
		"config.yaml": "tokens:\n  ci:\n    file: " + filepath.Join(dir, "ci.token") + "\n    permit: apply\n    limits:\n      allow: [task.*]\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	ctx, stop := context.WithCancelCause(t.Context())
	w.ctx = ctx
	out, in := io.Pipe()
	w.out = in
	ended := make(chan int)
	go func() {
		ended <- w.run("serve", "--listen", "127.0.0.1:0", "--max-ops", "1", "--config", filepath.Join(dir, "config.yaml"))
	}()
	url := ""
	for lines := bufio.NewScanner(out); url == "" && lines.Scan(); {
		if _, rest, found := strings.Cut(lines.Text(), `"url":"`); found {
			url, _, _ = strings.Cut(rest, `/"`)
		}
	}
	go io.Copy(io.Discard, out)
	s := &httptest.Server{URL: url}
	if status, v := ask(t, s, ciSecret, "POST", "/api/llm/apply", `[{"op":"task.create","title":"Milk"}]`); status != 200 {
		t.Errorf("%d %v", status, v)
	}
	for body, who := range map[string]string{
		`[{"op":"project.create","name":"Garden"}]`:                           "config.yaml for token ci",
		`[{"op":"task.create","title":"a"},{"op":"task.create","title":"b"}]`: "the command line",
	} {
		if status, v := ask(t, s, ciSecret, "POST", "/api/llm/apply", body); status != 422 || !strings.Contains(at(v, "errors.0.hint").Text, who) {
			t.Errorf("%d %v", status, v)
		}
	}
	stop(Interrupted{15})
	if code := <-ended; code != 0 {
		t.Errorf("exit %d\n%s", code, &w.stderr)
	}
	if _, err := net.Dial("tcp", strings.TrimPrefix(url, "http://")); err == nil {
		t.Error("it still listens")
	}
}

// TestHTTPHintsNameFieldsOfTheRequest checks the hints that name flags in a terminal.
func TestHTTPHintsNameFieldsOfTheRequest(t *testing.T) {
	s := testServer(t)
	ask(t, s, opsSecret, "POST", "/api/llm/apply", `{"op":"task.create","title":"A"}`)
	ask(t, s, opsSecret, "POST", "/api/llm/apply", `{"op":"task.update","id":1,"title":"B"}`)
	for _, tt := range []struct{ path, body, member, want string }{
		{"llm/apply", `{"op":"bulk_delete","where":{}}`, "ops.operations.0.errors.0.hint", `send "all":true`},
		{"llm/apply", `{"op":"task.delete","id":9}`, "ops.operations.0.errors.0.hint", "GET /api/search"},
		{"llm/apply", `{"op":"task.update","id":1,"title":"C","base":{"task:1":1}}`, "errors.0.hint", `"ignoreBase":true`},
		{"llm/apply", `{"operations":[{"op":"task.create","title":"C"},{"op":"task.delete","id":9}],"allOrNothing":true}`,
			"errors.0.hint", `leave "allOrNothing":true out`},
		{"llm/dryrun", `{"operations":[{"op":"task.create","title":"C"}],"requireRecurrence":true}`,
			"ops.operations.0.errors.0.hint", `without "requireRecurrence":true`},
		{"assistant/undo_last", `{"batch":1}`, "errors.0.hint", `overwrite with "force":true`},
		{"assistant/undo_last", `{"batch":9}`, "errors.0.hint", "`batchId`"},
		{"mcp/tools/call", `{"name":"xyz"}`, "errors.0.hint", "/openapi.json"},
	} {
		if _, got := ask(t, s, opsSecret, "POST", "/api/"+tt.path, tt.body); !strings.Contains(at(got, tt.member).Text, tt.want) {
			t.Errorf("%s %s: %v", tt.path, tt.body, got)
		}
	}
}
