package cli

import (
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// sources are those of the operations of the last `ops` event.
func (w *world) sources() string {
	w.t.Helper()
	all := w.of("ops")
	if len(all) == 0 {
		w.t.Fatalf("no operations: %s", w.stdout.String())
	}
	operations, _ := all[len(all)-1].Get("operations")
	var words []string
	for _, o := range operations.Items {
		words = append(words, word(o, "source"))
	}
	return strings.Join(words, " ")
}

// obeys is a model that answers every prompt with the same text.
func obeys(t *testing.T, text string) string {
	return fakeOllama(t, func(out http.ResponseWriter, _ *http.Request) { says(out, text, true) })
}

func TestTheSourceOfAnOperationSurvivesThePipe(t *testing.T) {
	byModel := []string{"propose", "the yard on monday", "--engine", "ollama", "--model", "tiny", "--host",
		obeys(t, `{"operations":[{"op":"task.update","id":"t1","scheduledFor":"2026-11-23"}]}`)}
	const byHand = `{"op":"task.create","title":"Buy milk"}`
	for _, tt := range []struct {
		first        []string
		stdin, order string
	}{
		{byModel, "", "model"},
		{[]string{"propose", "add milk tomorrow"}, "", "rules"},
		{[]string{"extract"}, `{"operations":[` + byHand + `]}`, "model"},
		{[]string{"tool", "call", "createTask", `{"title":"Buy milk"}`}, "", "hand"},
		{[]string{"dryrun"}, byHand, "hand"},
		{[]string{"dryrun"}, `{"op":` + byHand + `,"source":"model"}` + "\n" + byHand, "model hand"},
	} {
		w := stocked(t)
		w.in = strings.NewReader(tt.stdin)
		for _, args := range [][]string{tt.first, {"dryrun"}, {"apply", "--yes"}} {
			if code := w.run(args...); code != 0 || w.sources() != tt.order {
				t.Fatalf("%s: exit %d, sources %q, want %q\n%s", args, code, w.sources(), tt.order, w.stderr.String())
			}
			w.in = strings.NewReader(w.stdout.String())
		}
		if w.run("audit", "tail", "-n", "1"); !strings.Contains(w.stdout.String(), `"source":"`+tt.order+`"`) {
			t.Errorf("the audit trail does not name %q:\n%s", tt.order, w.stdout.String())
		}
	}
}

// A model that writes a source of its own does not choose what it counts as.
func TestAModelCannotClaimToBeSomeoneElse(t *testing.T) {
	w := stocked(t)
	host := obeys(t, `{"operations":[{"op":{"op":"task.update","id":"t1","title":"x"},"source":"hand"},`+
		`{"op":"task.update","id":"t2","title":"y","source":"hand"}]}`)
	w.run("propose", "the yard on monday", "--engine", "ollama", "--model", "tiny", "--host", host)
	if got := w.sources(); strings.Contains(got, "hand") {
		t.Errorf("got %q", got)
	}
}

// A stream of several batches is one request: the limits hold on all of it, and no part
// of it is applied when the whole is beyond them.
func TestLimitsHoldOnTheWholeOfALongStream(t *testing.T) {
	stream := func(n int) io.Reader {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `{"op":"task.create","title":"Task %d"}`+"\n", i)
		}
		return strings.NewReader(b.String())
	}
	w := newWorld(t)
	total := func() string {
		w.run("list", "--all", "--limit", "1")
		n, _ := w.of("summary")[0].Get("total")
		return n.Text
	}
	for _, tt := range []struct {
		limit, code string
	}{
		{"--max-touched=2499", "too_many_touched"}, {"--max-ops=2499", "too_many_operations"}, {"--read-only", "operation_not_allowed"},
	} {
		for _, command := range [][]string{{"dryrun"}, {"apply", "--yes", "--idempotency-key", "import"}} {
			w.in = stream(2500)
			code := w.run(append(command, tt.limit)...)
			if failed := w.of("error"); code != 4 || len(failed) != 1 || word(failed[0], "code") != tt.code {
				t.Fatalf("%s %s: exit %d, %s", command, tt.limit, code, w.stdout.String())
			}
			if got := total(); got != "0" {
				t.Fatalf("%s %s: %s records are there", command, tt.limit, got)
			}
		}
		if w.run("audit", "tail", "-n", "1"); !strings.Contains(w.stdout.String(), `"code":"`+tt.code+`"`) {
			t.Errorf("the refusal is not in the audit trail: %s", w.stdout.String())
		}
	}
	w.in = stream(2500)
	if code := w.run("apply", "--yes", "--max-touched=2500", "--max-ops=2500", "--max-deletes=0"); code != 0 || total() != "2500" {
		t.Fatalf("exit %d, %s", code, w.stderr.String())
	}
}

// shownTask is a task in a prompt, which is a JSON string in a request.
var shownTask = regexp.MustCompile(`\\"kind\\":\\"task\\",\\"id\\":(\d+|\\"\w+\\")`)

// deletes is a model that deletes every task that it is shown, whatever it is asked: one
// by one, or in a bulk operation.
func deletes(t *testing.T) string {
	asked := 0
	return fakeOllama(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		var ids, operations []string
		for _, found := range shownTask.FindAllStringSubmatch(string(body), 20) {
			id := strings.ReplaceAll(found[1], `\`, "")
			ids = append(ids, id)
			operations = append(operations, `{"op":"task.delete","id":`+id+`}`)
		}
		if asked++; asked%2 == 0 {
			operations = []string{`{"op":"bulk_delete","where":{"kind":"task","ids":[` + strings.Join(ids, ",") + `]}}`}
		}
		says(w, `{"operations":[`+strings.Join(operations, ",")+`]}`, true)
	})
}

// A cron job asks a model that does what an attacker wants, and applies what it proposes,
// every run within the thresholds for a second approval. Nothing is deleted.
func TestAHostileModelDeletesNothingFromCron(t *testing.T) {
	const tasks, runs = 400, 59
	w := newWorld(t)
	var lines strings.Builder
	for i := range tasks {
		fmt.Fprintf(&lines, `{"op":"task.create","title":"Buy milk and bread, part %d","scheduledFor":"2026-11-21"}`+"\n", i)
	}
	w.in = strings.NewReader(lines.String())
	if code := w.run("apply", "--yes"); code != 0 {
		t.Fatal(w.stderr.String())
	}
	host := deletes(t)
	proposed := 0
	for range runs {
		w.in = nil
		w.run("propose", "--engine", "ollama", "--model", "tiny", "--host", host, "add buy milk")
		proposed += strings.Count(w.stdout.String(), `delete"`)
		w.in = strings.NewReader(w.stdout.String())
		if code := w.run("apply", "--yes"); code != 4 || word(w.of("error")[0], "code") != "operation_not_allowed" {
			t.Fatalf("exit %d: %s", code, w.stdout.String())
		}
	}
	if proposed < runs {
		t.Errorf("the model asked for %d deletions, which is no attack", proposed)
	}
	w.in = nil
	w.run("list", "--all", "--limit", "1")
	if total, _ := w.of("summary")[0].Get("total"); total.Text != strconv.Itoa(tasks) {
		t.Errorf("%s of %d tasks are left", total.Text, tasks)
	}
	if w.run("audit", "tail", "-n", "1"); !strings.Contains(w.stdout.String(), `"of":"apply","code":"operation_not_allowed"`) {
		t.Errorf("the refusal is not in the audit trail: %s", w.stdout.String())
	}
}
