package cli

import (
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
		obeys(t, `{"operations":[{"op":"task.update","id":1,"scheduledFor":"2026-11-23"}]}`)}
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
	host := obeys(t, `{"operations":[{"op":{"op":"task.update","id":1,"title":"x"},"source":"hand"},`+
		`{"op":"task.update","id":2,"title":"y","source":"hand"}]}`)
	w.run("propose", "the yard on monday", "--engine", "ollama", "--model", "tiny", "--host", host)
	if got := w.sources(); strings.Contains(got, "hand") {
		t.Errorf("got %q", got)
	}
}
