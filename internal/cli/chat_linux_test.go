package cli

import (
	"net/http"
	"strings"
	"testing"
)

func TestAChatGoesOnFromLineToLine(t *testing.T) {
	w := stocked(t)
	w.env["NO_COLOR"] = "1"
	code, printed, asked := w.inTerminal(strings.Join([]string{
		"move sweep to monday", "the second", "y", // a question, its answer, the approval
		"rename it to Sweep the attic", "y",
		"add buy milk", "n",
		"", "help", "/help", "what can you do?", "undo that", "nonsense \x07", "/quit", "add never",
	}, "\n")+"\n", "chat")
	if code != 0 {
		t.Fatalf("exit %d: %s%s", code, printed, &w.stderr)
	}
	for _, want := range []string{"Batch 2.", "Batch 3.", "assister undo 4"} {
		if !strings.Contains(printed, want) {
			t.Errorf("%q is not in %s", want, printed)
		}
	}
	if !strings.Contains(printed, "- add buy milk tomorrow") {
		t.Errorf("no examples in %s", printed)
	}
	if !strings.Contains(asked, "Which one? [1-2") || strings.Count(asked, "Ctrl-C clears") != 2 || strings.Count(asked, "assister> ") != 10 {
		t.Errorf("asked %s", asked)
	}
	if got := w.titles(); got != "Sweep the yard, Sweep the chimney" {
		t.Errorf("left is %q", got)
	}
	if stderr := w.stderr.String(); strings.Contains(stderr, "\x07") {
		t.Errorf("stderr %q", stderr)
	}
	w.run("session", "show", "chat")
	if said := w.stdout.String(); !strings.Contains(said, "rename it to Sweep the attic") || strings.Contains(said, "add never") {
		t.Errorf("kept is %s", said)
	}
}

func TestAProposalIsCorrectedInWordsBeforeItIsApplied(t *testing.T) {
	w := newWorld(t)
	code, printed, asked := w.inTerminal(strings.Join([]string{
		"add tasks: iron, dust, hoover", "without the dust", "only the Hoover", "y",
		"add rest", "no, cancel it", // is no approval
		"add sleep", "what is there?", // leaves what was proposed as it is
		"y", "n", // which is proposed once more
	}, "\n")+"\n", "chat", "--correlation-id", "me")
	if code != 0 || w.titles() != "Hoover" {
		t.Fatalf("exit %d, left is %q: %s%s", code, w.titles(), printed, asked)
	}
	if strings.Count(printed, "Batch") != 1 || strings.Count(printed, "Nothing was changed.") != 2 {
		t.Errorf("printed %s", printed)
	}
	w.run("audit", "tail")
	if trail := w.stdout.String(); strings.Count(trail, `"kind":"apply"`) > 1 {
		t.Errorf("the trail is %s", trail)
	}
}

func TestAnEndOfTheTerminalEndsAChat(t *testing.T) {
	w := newWorld(t)
	if code, _, _ := w.inTerminal("add buy milk\n", "chat"); code != 0 || w.titles() != "" {
		t.Errorf("exit %d, and without a yes there is %q", code, w.titles())
	}
}

func TestAChatNeedsATerminal(t *testing.T) {
	w := newWorld(t)
	if code := w.run("chat"); code != 2 || !strings.Contains(w.stderr.String(), "needs a terminal") {
		t.Errorf("exit %d: %s", code, w.stderr.String())
	}
	w.env["ASSISTER_NON_INTERACTIVE"] = "true"
	if code, _, _ := w.inTerminal("add buy milk\n", "chat"); code != 2 {
		t.Errorf("exit %d", code)
	}
}

func TestTwoLinesOfAChatAreTwoRequests(t *testing.T) {
	w := newWorld(t)
	if code, _, _ := w.inTerminal("add buy milk\ny\nadd buy milk\ny\n", "chat", "--correlation-id", "me"); code != 0 || w.titles() != "Buy milk, Buy milk" {
		t.Errorf("exit %d, %q", code, w.titles())
	}
	w.run("audit", "tail")
	if trail := w.stdout.String(); !strings.Contains(trail, `"request":"me.1"`) || !strings.Contains(trail, `"request":"me.2"`) {
		t.Errorf("the trail is %s", trail)
	}
}

func TestAnInterruptEndsAnAnswerAndNotTheChat(t *testing.T) {
	w := stocked(t)
	stopped := make(chan struct{}, 1)
	var interrupt func()
	w.interrupts = func(fn func()) func() { interrupt = fn; return func() { interrupt = nil } }
	host := fakeOllama(t, func(out http.ResponseWriter, r *http.Request) {
		says(out, "Well, ", false)
		interrupt()
		<-r.Context().Done()
		stopped <- struct{}{}
	})
	code, printed, _ := w.inTerminal("how is the weather?\nadd buy milk\ny\n", "chat", "--engine", "auto", "--model", "tiny", "--host", host)
	<-stopped
	if code != 0 || !strings.Contains(printed, "Batch 2.") || !strings.Contains(w.stderr.String()+printed, "interrupted") {
		t.Errorf("exit %d: %s%s", code, printed, &w.stderr)
	}
	if interrupt != nil {
		t.Error("the interrupt is not given back")
	}
}

func TestAQuestionIsAnsweredInWordsInATerminal(t *testing.T) {
	for _, tt := range []struct {
		typed, want string
		code        int
	}{
		{"chimney\ny\n", "Sweep the yard", 0},
		{"n\n", "Sweep the yard, Sweep the chimney", 6},
		{"the blue one\nsweep\n1\ny\n", "Sweep the chimney", 0},
		{"add rest\ny\n", "Sweep the yard, Sweep the chimney, Rest", 0},
		{strings.Repeat("the blue one\n", 50), "Sweep the yard, Sweep the chimney", 3},
	} {
		w := stocked(t)
		code, printed, asked := w.inTerminal(tt.typed, "ask", "delete sweep")
		if code != tt.code || w.titles() != tt.want {
			t.Errorf("%q: exit %d, left %q: %s%s", tt.typed, code, w.titles(), printed, asked)
		}
	}
}

func TestATextThatBeginsWithADashNeedsTwo(t *testing.T) {
	w := newWorld(t)
	if code := w.run("propose", "- buy milk\n- buy bread"); code != 2 || !strings.Contains(w.stderr.String(), "put `--` before") {
		t.Errorf("exit %d: %s", code, w.stderr.String())
	}
	if code := w.run("propose", "--", "- buy milk\n- buy bread"); code != 0 {
		t.Errorf("exit %d: %s", code, w.stderr.String())
	}
}
