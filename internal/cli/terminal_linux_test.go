package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// screen is a pseudo-terminal to print on, and what has been printed there.
func screen(t *testing.T) (out *os.File, printed func() string) {
	t.Helper()
	ours, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip("there are no terminals here: ", err)
	}
	number, err := unix.IoctlGetInt(int(ours.Fd()), unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(int(ours.Fd()), unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		out, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	}
	if err != nil {
		t.Fatal(err)
	}
	text := make(chan string, 1)
	go func() {
		b, _ := io.ReadAll(ours) // ends with EIO when out is closed
		ours.Close()
		text <- strings.ReplaceAll(string(b), "\r\n", "\n")
	}()
	return out, func() string { out.Close(); return <-text }
}

// inTerminal runs a command at a terminal where somebody types.
func (w *world) inTerminal(typed string, args ...string) (code int, printed, asked string) {
	w.t.Helper()
	out, text := screen(w.t)
	tty := &answers{Reader: strings.NewReader(typed)}
	w.out, w.terminal = out, func() (io.ReadWriteCloser, error) { return tty, nil }
	code = w.run(args...)
	w.out, w.terminal = nil, nil
	return code, text(), tty.shown.String()
}

func (w *world) titles() string {
	w.t.Helper()
	w.run("list", "--all")
	var titles []string
	for _, e := range w.events() {
		if word(e, "type") == "row" {
			titles = append(titles, word(e, "title"))
		}
	}
	return strings.Join(titles, ", ")
}

func TestAPlanIsApprovedAndAppliedInATerminal(t *testing.T) {
	w := newWorld(t)
	w.env["NO_COLOR"] = "1"
	code, printed, asked := w.inTerminal("y\n", "ask", "add buy milk tomorrow")
	if code != 0 || w.titles() != "Buy milk" {
		t.Errorf("exit code %d, titles %q", code, w.titles())
	}
	if !strings.Contains(asked, "Buy milk") || !strings.Contains(printed, "undo 1") {
		t.Errorf("asked %q, printed %q", asked, printed)
	}
	if strings.Contains(printed, `"type"`) {
		t.Errorf("a terminal gets %q", printed)
	}
	if code, _, _ := w.inTerminal("n\n", "ask", "add buy bread"); code != 6 || w.titles() != "Buy milk" {
		t.Errorf("declined: exit code %d, titles %q", code, w.titles())
	}
	w.run("audit", "tail", "-n", "1", "--action", "refusal")
	if !strings.Contains(w.stdout.String(), `"action":"refusal"`) || !strings.Contains(w.stdout.String(), "declined") {
		t.Errorf("a no is a decision, and the trail has %s", &w.stdout)
	}
	w.run("audit", "stats")
	if !strings.Contains(w.stdout.String(), `"proposals":2,"applied":1,"edited":0,"dropped":1`) {
		t.Errorf("the stats say %s", &w.stdout)
	}
}

func TestAQuestionIsAnsweredInATerminal(t *testing.T) {
	w := newWorld(t)
	w.env["NO_COLOR"] = "1"
	w.in = strings.NewReader(`{"op":"task.create","title":"Call Ann"}
{"op":"task.create","title":"Call Bob"}`)
	if code := w.run("apply", "--yes"); code != 0 {
		t.Fatal(w.stderr.String())
	}
	code, printed, asked := w.inTerminal("2\ny\n", "ask", "delete call")
	if code != 0 {
		t.Fatalf("exit code %d: %s%s%s", code, printed, asked, &w.stderr)
	}
	if !strings.Contains(asked, "Call Ann") || strings.Contains(printed, "Call Ann") {
		t.Errorf("the options are shown where they are asked for, once: asked %q, printed %q", asked, printed)
	}
	if got := w.titles(); got != "Call Ann" {
		t.Errorf("left are %q", got)
	}
	if code, _, _ := w.inTerminal("n\n", "ask", "why call"); code == 0 {
		t.Error("an unanswered question exits 0")
	}
}

// deletion is a recording of a model that looks tasks up and wants two gone.
const deletion = `{"recording":"assister-recording/1","match":"order"}
{"able":{"schema":true}}
{"purpose":"route","fingerprint":"","reply":{"model":"tiny","text":"{\"decision\":\"chat\",\"confidence\":0.9}"}}
{"purpose":"plan","fingerprint":"","reply":{"model":"tiny","text":"{\"steps\":[{\"tool\":\"collectionQuery\",\"args\":{\"collection\":\"tasks\",\"select\":[\"title\",\"id\"],\"sort\":[\"id\"]}},{\"tool\":\"deleteTask\",\"args\":{\"id\":{\"var\":\"lists.tasks.0.id\"}}},{\"tool\":\"deleteTask\",\"args\":{\"id\":{\"var\":\"lists.tasks.1.id\"}}}]}"}}
{"purpose":"answer","fingerprint":"","reply":{"model":"tiny","text":"2 tasks: Call Ann, Call Bob."}}
`

func TestAChangeThatAPlanComesToIsApprovedAsAnyOther(t *testing.T) {
	for _, tt := range []struct {
		name, typed, left string
		code              int
	}{
		{"yes", "y\n", "", 0},
		{"one of them", "2\n", "Call Ann", 0},
		{"no", "n\n", "Call Ann, Call Bob", 6},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t)
			w.env["NO_COLOR"] = "1"
			w.in = strings.NewReader(`{"op":"task.create","title":"Call Ann"}
{"op":"task.create","title":"Call Bob"}`)
			w.run("apply", "--yes")
			recording := filepath.Join(t.TempDir(), "deletion.ndjson")
			if err := os.WriteFile(recording, []byte(deletion), 0o600); err != nil {
				t.Fatal(err)
			}
			code, printed, asked := w.inTerminal(tt.typed, "ask", "which calls shall I drop?", "--engine", "replay", "--replay", recording)
			if code != tt.code || w.titles() != tt.left {
				t.Errorf("exit code %d, left are %q\n%s%s%s", code, w.titles(), printed, asked, &w.stderr)
			}
			if !strings.Contains(printed, "2 tasks: Call Ann, Call Bob.") || !strings.Contains(asked, "Call Bob") {
				t.Errorf("printed %q, asked %q", printed, asked)
			}
		})
	}
}

// TestWhatIsRemarkedOfAProposalStandsBesideTheApproval is of what the checks do not find
// again: it depends on the words, and is said before the yes.
func TestWhatIsRemarkedOfAProposalStandsBesideTheApproval(t *testing.T) {
	for request, want := range map[string]string{
		"add pay the deposit yesterday":  "day_is_over",
		"add a lamp to the camping list": "no_such_list",
	} {
		w := newWorld(t)
		if _, _, asked := w.inTerminal("n\n", "ask", request); strings.Count(asked, want) != 1 {
			t.Errorf("%s: asked %s", request, asked)
		}
	}
}

// TestAnOperationIsEditedInATerminal edits with a script: the first save cannot be
// read, the second is another title.
func TestAnOperationIsEditedInATerminal(t *testing.T) {
	w := newWorld(t)
	w.env["NO_COLOR"] = "1"
	dir := t.TempDir()
	script := filepath.Join(dir, "an editor.sh")
	if err := os.WriteFile(script, []byte(`stat -c %a "$1" > "`+dir+`/mode"
if [ -e "`+dir+`/again" ]; then sed -i 's/milk//; s/^oat/{/; s/Buy */Buy oat milk/' "$1"
else sed -i 's/^{/oat/' "$1"; touch "`+dir+`/again"; fi
`), 0o600); err != nil {
		t.Fatal(err)
	}
	w.env["EDITOR"] = "sh '" + script + "'"
	code, printed, asked := w.inTerminal("e\ny\ny\n", "ask", "add buy milk tomorrow")
	if code != 0 || w.titles() != "Buy oat milk" {
		t.Fatalf("exit code %d, titles %q\n%s%s%s", code, w.titles(), printed, asked, &w.stderr)
	}
	if mode, _ := os.ReadFile(filepath.Join(dir, "mode")); string(mode) != "600\n" {
		t.Errorf("the file had mode %s", mode)
	}
	if !strings.Contains(asked, "Edit it again?") || !strings.Contains(asked, "+ task “Buy oat milk”   Sun 2026-11-22") {
		t.Errorf("asked %s", asked)
	}
	w.run("audit", "tail", "--action", "approval")
	if !strings.Contains(w.stdout.String(), `"by":"terminal, edited"`) {
		t.Errorf("the trail has %s", &w.stdout)
	}
	w.env["VISUAL"] = "false"
	if code, _, asked := w.inTerminal("e\nn\n", "ask", "add buy bread"); code != 6 || !strings.Contains(asked, "the editor “false” failed") {
		t.Errorf("exit code %d, asked %s", code, asked)
	}
}

func TestAQuestionThatNobodyAnswersStands(t *testing.T) {
	w := newWorld(t)
	out, text := screen(t)
	w.out = out
	code := w.run("ask", "milk")
	w.out = nil
	if printed := text(); code != 3 || printed == "" {
		t.Errorf("exit code %d, printed %q", code, printed)
	}
}

func TestColourIsForTerminalsThatWantIt(t *testing.T) {
	for _, tt := range []struct {
		name, value string
		want        bool
	}{{"TERM", "xterm", true}, {"TERM", "dumb", false}, {"NO_COLOR", "1", false}} {
		w := newWorld(t)
		w.env[tt.name] = tt.value
		w.in = strings.NewReader(`{"op":"task.create","title":"Buy milk"}`)
		out, text := screen(t)
		w.out = out
		w.run("apply", "--yes")
		if got := strings.Contains(text(), "\x1b["); got != tt.want {
			t.Errorf("%s=%s: colour is %v", tt.name, tt.value, got)
		}
	}
}
