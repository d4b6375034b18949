package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestThresholdsAreCalibratedFromWhatPeopleDid(t *testing.T) {
	w := stocked(t)
	w.env["NO_COLOR"], w.env["XDG_CONFIG_HOME"] = "1", filepath.Join(w.env["HOME"], "config")
	calibrate := func(flags ...string) int { return w.run(append([]string{"audit", "calibrate"}, flags...)...) }
	if code := calibrate("--apply"); code != 4 || word(w.of("error")[0], "code") != "too_few_decisions" {
		t.Errorf("exit %d\n%s", code, &w.stdout)
	}
	path := filepath.Join(w.env["XDG_CONFIG_HOME"], "assister", "config.yaml")
	if _, err := os.Stat(path); err == nil {
		t.Error("a refusal has written the thresholds")
	}
	const operations = `{"operations":[{"op":"task.create","title":"Rake"}]}`
	for _, r := range []struct {
		n          int
		confidence string
		typed      string
	}{{30, "0.9", "y\n"}, {12, "0.75", "n\n"}} {
		file := recorded(t, schemaAble, "route", `{"decision":"plan","confidence":`+r.confidence+`}`, "propose", operations)
		for range r.n {
			w.inTerminal(r.typed, "ask", "yard urgent", "--engine", "replay", "--replay", file)
		}
	}
	question := recorded(t, schemaAble, "route", `{"decision":"chat","confidence":0.95}`, "plan", `{"steps":[]}`, "chat", "It is fine.")
	for range 12 {
		w.run("ask", "how is the yard?", "--engine", "replay", "--replay", question)
	}
	if code := calibrate(); code != 0 || !strings.HasSuffix(w.summary(), "--apply sets them.") {
		t.Fatalf("exit %d\n%s%s", code, &w.stdout, &w.stderr)
	}
	if got := w.stdout.String(); !strings.Contains(got, `"decisions":54,"known":54,"approved":30,"refused":12,"undone":0,"answered":12`) {
		t.Errorf("got %s", got)
	}
	if code := calibrate("--apply"); code != 0 || !strings.Contains(w.summary(), path) {
		t.Fatalf("exit %d\n%s%s", code, &w.stdout, &w.stderr)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "router:\n  ask-below: 0.825\n  plan-from: 0.825\n" {
		t.Errorf("wrote %q, %v", text, err)
	}
	if code := calibrate("--apply"); code != 0 || !strings.Contains(w.summary(), "(ask below 0.825, plan from 0.825) stay") {
		t.Errorf("again: exit %d, %q", code, w.summary())
	}
}
