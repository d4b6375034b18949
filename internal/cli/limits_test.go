package cli

import (
	"fmt"
	"io"
	"net/http"
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
