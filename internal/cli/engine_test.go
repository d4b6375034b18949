package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"assister/internal/ijson"
)

// recorded writes a recording that answers by order: an ability, then purpose
// and reply in turn.
func recorded(t *testing.T, able string, exchanges ...string) string {
	t.Helper()
	b := []byte(`{"recording":"assister-recording/1","match":"order"}` + "\n" + `{"able":` + able + "}\n")
	for i := 0; i < len(exchanges); i += 2 {
		reply := exchanges[i+1]
		if !strings.HasPrefix(reply, `{"reply":`) {
			reply = string(ijson.AppendString([]byte(`{"reply":{"model":"tiny","text":`), reply)) + "}}"
		}
		b = append(b, `{"purpose":"`+exchanges[i]+`","fingerprint":"",`+reply[1:]+"\n"...)
	}
	path := filepath.Join(t.TempDir(), "recording.ndjson")
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

const schemaAble, toolAble = `{"schema":true}`, `{"tools":true,"schema":true}`

// stocked is a world with a few records in its workspace.
func stocked(t *testing.T) *world {
	w := newWorld(t)
	w.in = strings.NewReader(`{"op":"task.create","title":"Sweep the yard","scheduledFor":"2026-11-21"}
{"op":"task.create","title":"Sweep the chimney","scheduledFor":"2026-11-22"}
`)
	if code := w.run("apply", "--yes"); code != 0 {
		t.Fatalf("exit %d: %s", code, w.stderr.String())
	}
	w.in = nil
	return w
}

// of gives the events of a type.
func (w *world) of(kind string) (found []ijson.Value) {
	for _, e := range w.events() {
		if word(e, "type") == kind {
			found = append(found, e)
		}
	}
	return found
}

func (w *world) stages() string {
	var words []string
	for _, e := range w.of("stage") {
		words = append(words, word(e, "stage"))
	}
	return strings.Join(words, " ")
}

func (w *world) summary() string {
	if s := w.of("summary"); len(s) == 1 {
		return word(s[0], "text")
	}
	return ""
}

func TestAModelRoutesProposesAndSums(t *testing.T) {
	w := stocked(t)
	file := recorded(t, schemaAble,
		"route", `{"decision":"plan","confidence":0.9,"category":"task","entities":[],"missing":[],"question":"","reason":"wants it moved"}`,
		"propose", `{"operations":[{"op":"task.update","id":"t1","scheduledFor":"2026-11-23"},{"op":"task.update","id":"t2","priority":"burning"}]}`,
		"repair", `{"operations":[{"op":"task.update","id":"t2","priority":"high"}]}`,
		"summary", "The yard moves to Monday, and the chimney becomes **urgent**.")
	if code := w.run("ask", "yard on monday, chimney urgent", "--engine", "replay", "--replay", file); code != 0 {
		t.Fatalf("exit %d: %s", code, w.stderr.String())
	}
	if got := w.stages(); got != "routing proposing validating repairing summarizing" {
		t.Errorf("stages %s", got)
	}
	if ops := w.of("ops"); len(ops) != 2 || word(ops[1], "version") != "2" || word(ops[1], "engine") != "replay" || word(ops[1], "validCount") != "2" {
		t.Errorf("got %+v", ops)
	}
	if got := w.summary(); got != "The yard moves to Monday, and the chimney becomes urgent." {
		t.Errorf("summary %q", got)
	}
	w.run("audit", "tail")
	var details []string
	for _, row := range w.of("row") {
		detail, _ := row.Get("detail")
		details = append(details, word(row, "action")+" "+string(ijson.AppendValue(nil, detail)))
	}
	trail := strings.Join(details, "\n")
	for _, want := range []string{`"prompts":"route:`, `repair:`, `"repaired":true`, `"engine":"replay"`, `"model":"tiny"`} {
		if !strings.Contains(trail, want) {
			t.Errorf("no %s in the trail:\n%s", want, trail)
		}
	}
	if strings.Contains(trail, "yard") || strings.Contains(trail, "Monday") {
		t.Errorf("words of the request or the reply in the trail:\n%s", trail)
	}
}

func TestAutoAsksTheModelOnlyWhatTheRulesDoNotUnderstand(t *testing.T) {
	w := stocked(t)
	file := recorded(t, schemaAble, "propose", `{"operations":[{"op":"task.delete","id":"t1"}]}`, "summary", "The yard goes.")
	if code := w.run("propose", "add buy milk tomorrow", "--replay", file); code != 0 || w.stages() != "proposing validating summarizing" {
		t.Errorf("exit %d, stages %s", code, w.stages())
	}
	if ops := w.of("ops"); word(ops[0], "engine") != "" || word(w.events()[0], "engine") != "auto" {
		t.Errorf("got %+v", ops)
	}
	if code := w.run("propose", "the yard is somebody else's business from now on", "--replay", file); code != 0 {
		t.Fatalf("exit %d: %s", code, w.stderr.String())
	}
	if ops := w.of("ops"); len(ops) != 1 || word(ops[0], "engine") != "replay" {
		t.Errorf("got %+v", ops)
	}
	if code := w.run("propose", "the yard is somebody else's business from now on", "--replay", recorded(t, schemaAble)); code != 7 || !strings.Contains(w.stderr.String(), "recording") {
		t.Errorf("exit %d: %s", code, w.stderr.String())
	}
	if code := w.run("propose", "the yard is somebody else's business from now on"); code != 7 || word(w.events()[0], "engine") != "rules" {
		t.Errorf("without a model: exit %d", code)
	}
}

func TestAQuestionIsAnsweredBySelectingAndLeadsToAPlan(t *testing.T) {
	w := stocked(t)
	unsure := `{"decision":"clarify","confidence":0.6,"category":"task","entities":[],"missing":["target"],"question":"Which sweeping do you mean?","reason":"two fit"}`
	file := recorded(t, toolAble, "route", unsure,
		"propose", `{"reply":{"calls":[{"id":"a","name":"set_task_status","arguments":"{\"id\":\"t1\",\"status\":\"completed\"}"}]}}`,
		"propose", `{"reply":{"text":"Proposed."}}`,
		"summary", "The chimney would be done.")
	if code := w.run("ask", "finish the sweep", "--engine", "replay", "--replay", file); code != 3 {
		t.Fatalf("exit %d: %s", code, w.stderr.String())
	}
	c := w.of("clarify")
	options, _ := c[0].Get("options")
	if word(c[0], "question") != "Which sweeping do you mean?" || len(options.Items) != 2 {
		t.Fatalf("got %+v", c)
	}
	if r := w.of("route"); word(r[0], "engine") != "replay" {
		t.Errorf("got %+v", r)
	} else if rules, differ := r[0].Get("rules"); !differ || word(rules, "decision") != "plan" {
		t.Errorf("the answer of the rules is missing: %+v", r)
	}
	if code := w.run("ask", "finish the sweep", "--engine", "replay", "--replay", file, "--select", "task:2"); code != 0 {
		t.Fatalf("exit %d: %s", code, w.stderr.String())
	}
	if ops := w.of("ops"); len(ops) != 1 || word(ops[0], "validCount") != "1" {
		t.Errorf("got %+v", ops)
	}
}

func TestAnUnreadableRoutingAsksBack(t *testing.T) {
	w := stocked(t)
	for _, reply := range []string{"I think so.", `{"decision":"obey","confidence":1}`, `{"decision":"plan","confidence":"very"}`, `[]`} {
		if code := w.run("ask", "add milk", "--engine", "replay", "--replay", recorded(t, schemaAble, "route", reply)); code != 3 {
			t.Errorf("%s: exit %d", reply, code)
		}
		if r := w.of("route"); len(r) != 1 || word(r[0], "decision") != "clarify" {
			t.Errorf("%s: %+v", reply, r)
		}
	}
}

func TestChatSaysThatItChangesNothing(t *testing.T) {
	w := stocked(t)
	ask := func(text, reply string, flags ...string) string {
		t.Helper()
		file := recorded(t, schemaAble, "chat", reply)
		if code := w.run(append([]string{"ask", text, "--mode", "chat", "--engine", "replay", "--replay", file}, flags...)...); code != 0 {
			t.Fatalf("exit %d: %s", code, w.stderr.String())
		}
		return w.summary()
	}
	if got := ask("is the chimney a lot of work?", "<think>soot</think>It is *one* task,\nplanned for Sunday."); got != "It is one task, planned for Sunday." {
		t.Errorf("got %q", got)
	}
	if _, given := w.of("summary")[0].Get("thinking"); given {
		t.Error("thinking is shown unasked")
	}
	ask("is the chimney a lot of work?", "<think>soot</think>It is.", "--thinking")
	if got := word(w.of("summary")[0], "thinking"); got != "soot" {
		t.Errorf("thinking %q", got)
	}
	if got := ask("is it done?", "I have deleted both tasks for you."); !strings.HasPrefix(got, "Nothing was changed") {
		t.Errorf("got %q", got)
	}
	if got := ask("delete the yard", "Certainly."); !strings.HasSuffix(got, "`assister propose` can plan the change.") {
		t.Errorf("got %q", got)
	}
	if code := w.run("ask", "what is on today?", "--mode", "chat", "--engine", "replay", "--replay", recorded(t, schemaAble)); code != 0 || !strings.Contains(w.summary(), "1 thing today") {
		t.Errorf("the rules answer when the model does not: exit %d, %q", code, w.summary())
	}
}

func TestARequestWithoutAProposalIsAnsweredInWords(t *testing.T) {
	w := stocked(t)
	const fixed, changed = "The model gave no usable answer, so nothing was changed.", "Nothing was changed."
	for _, tt := range []struct{ name, chat, want string }{
		{"an answer", "Say which **days** you mean.", "Say which days you mean. " + changed},
		{"no answer", "", fixed},
		{"a claim", "I have moved both tasks.", fixed},
		{"no second answer", "none", fixed},
	} {
		exchanges := []string{"route", `{"decision":"plan","confidence":0.9}`, "propose", `{"operations":`}
		exchanges = append(exchanges, "propose", `{"operations":`)
		if tt.chat != "none" {
			exchanges = append(exchanges, "chat", tt.chat)
		}
		for _, command := range []string{"propose", "ask"} {
			code := w.run(command, "tidy up somehow", "--engine", "replay", "--replay", recorded(t, schemaAble, exchanges...))
			if code != 7 || w.summary() != tt.want || len(w.of("ops")) > 0 || len(w.of("error")) != 1 {
				t.Errorf("%s, %s: exit %d, %q\n%s", command, tt.name, code, w.summary(), &w.stdout)
			}
		}
	}
	w.run("audit", "stats")
	if !strings.Contains(w.stdout.String(), `"requests":8,"answered":0,"asked":0,"refused":8`) {
		t.Errorf("the stats say %s", &w.stdout)
	}
	w.run("propose", "tidy up somehow", "--engine", "ollama", "--model", "m", "--host", "http://127.0.0.1:1")
	if w.summary() != fixed {
		t.Errorf("without a server: %q", w.summary())
	}
}

// thinking are the stages with what was thought in a call: "routing/route: hm".
func (w *world) thinking() (found []string) {
	for _, e := range w.of("stage") {
		if call := word(e, "call"); call != "" {
			found = append(found, word(e, "stage")+"/"+call+": "+word(e, "thinking"))
		}
	}
	return found
}

func TestTheThinkingOfEachCallIsAStage(t *testing.T) {
	w := stocked(t)
	thinks := func(thought, reply string) string {
		b := ijson.AppendString([]byte(`{"reply":{"model":"tiny","thinking":`), thought)
		return string(ijson.AppendString(append(b, `,"text":`...), reply)) + "}}"
	}
	calls := func(thought, name, arguments string) string {
		b := ijson.AppendString([]byte(`{"reply":{"model":"tiny","thinking":`), thought)
		b = append(b, `,"calls":[{"id":"c","name":"`+name+`","arguments":`...)
		return string(ijson.AppendString(b, arguments)) + "}]}}"
	}
	change := recorded(t, toolAble,
		"route", "<think>They want it moved.</think>"+`{"decision":"plan","confidence":0.9}`,
		"propose", calls("First\tthe yard.\x1b\n{}", "update_task", `{"id":"t1","priority":"burning"}`),
		"propose", thinks("That is all.", "Done."),
		"repair", thinks("High, then.", `{"operations":[{"op":"task.update","id":"t1","priority":"high"}]}`),
		"summary", thinks("Short.", "The yard becomes urgent."))
	question := recorded(t, schemaAble,
		"route", `{"decision":"chat","confidence":0.9}`,
		"plan", thinks("All t1 tasks.", `{"steps":[{"tool":"tasks","args":{}}]}`),
		"answer", thinks("Two.", "2 tasks: Sweep the yard, Sweep the chimney"))
	for _, tt := range []struct {
		request, file string
		want          []string
	}{
		{"yard urgent", change, []string{"routing/route: They want it moved.", "proposing/propose: First the yard.\n{}",
			"proposing/propose: That is all.", "repairing/repair: High, then.", "summarizing/summary: Short."}},
		{"what is there to sweep?", question, []string{"planning/plan: All t1 tasks.", "searching/answer: Two."}},
	} {
		args := []string{"ask", tt.request, "--engine", "replay", "--thinking", "--replay"}
		again := filepath.Join(t.TempDir(), "again.ndjson")
		for _, files := range [][]string{{tt.file, "--record", again}, {again}} {
			if code := w.run(append(args, files...)...); code != 0 {
				t.Fatalf("exit %d: %s", code, w.stderr.String())
			}
			if got := w.thinking(); !slices.Equal(got, tt.want) {
				t.Errorf("from %v: got %q, want %q", files, got, tt.want)
			}
		}
		if w.run("ask", tt.request, "--engine", "replay", "--replay", again); len(w.thinking()) > 0 {
			t.Errorf("unasked: %q", w.thinking())
		}
	}
}

func TestAskSaysThatNothingWasChangedWhenTheModelFails(t *testing.T) {
	w := stocked(t)
	for _, mode := range []string{"auto", "plan", "chat"} {
		code := w.run("ask", "tidy up somehow", "--mode", mode, "--engine", "replay", "--replay", recorded(t, schemaAble))
		if code != 7 || !strings.Contains(w.summary(), "nothing was changed") {
			t.Errorf("%s: exit %d, %q", mode, code, w.summary())
		}
	}
	if code := w.run("list", "--all"); code != 0 || len(w.of("row")) != 2 {
		t.Errorf("something was changed")
	}
}

func TestHostileRepliesChangeNothing(t *testing.T) {
	w := stocked(t)
	for _, reply := range []string{
		`{"operations":[{"op":"bulk_delete","where":{}}]}`,
		`{"operations":[{"op":"task.delete","id":"1; DROP TABLE tasks"}]}`,
		`{"operations":[{"op":"apply","yes":true}]}`,
		`{"operations":[{"op":"task.create","title":"` + strings.Repeat("x", 300) + `"}]}`,
		"\x00\x1b]0;owned\x07",
		strings.Repeat("{", 100_000),
		`{"operations":` + strings.Repeat("[", 200) + `}`,
	} {
		code := w.run("ask", "tidy up", "--mode", "plan", "--engine", "replay", "--replay", recorded(t, schemaAble, "propose", reply, "propose", reply, "repair", reply))
		if code != 4 && code != 7 {
			t.Errorf("%.60q: exit %d: %s", reply, code, w.stdout.String())
		}
		if strings.Contains(w.stdout.String(), "\x1b") {
			t.Errorf("%.60q came through", reply)
		}
		if w.run("list", "--all"); len(w.of("row")) != 2 {
			t.Fatalf("%.60q changed the workspace", reply)
		}
	}
}

func TestWhatIsRecordedIsPlayedAgain(t *testing.T) {
	w := stocked(t)
	from := recorded(t, schemaAble, "propose", `{"operations":[{"op":"task.delete","id":"t1"}]}`, "summary", "The yard goes.")
	copied := filepath.Join(t.TempDir(), "copy.ndjson")
	if code := w.run("propose", "drop the yard thing", "--engine", "replay", "--replay", from, "--record", copied); code != 0 {
		t.Fatalf("exit %d: %s", code, w.stderr.String())
	}
	if code := w.run("propose", "drop the yard thing", "--engine", "replay", "--replay", copied); code != 0 || w.summary() != "The yard goes." {
		t.Errorf("exit %d, %q: %s", code, w.summary(), w.stderr.String())
	}
	if code := w.run("propose", "drop another thing", "--engine", "replay", "--replay", copied); code != 7 {
		t.Errorf("another request has another prompt: exit %d", code)
	}
}

func TestEnginesAreRefusedWithWhatTheyNeed(t *testing.T) {
	w := newWorld(t)
	for args, want := range map[string]string{
		"propose x --engine replay":                                                       "--replay FILE",
		"propose x --engine replay --replay /nowhere":                                     "cannot read",
		"propose x --engine openai --model m":                                             "--host",
		"propose x --engine ollama":                                                       "--model",
		"propose x --engine ollama --model m --host http://[::1":                          "",
		"propose x --engine rules --prompts /tmp":                                         "rules have none",
		"propose x --engine replay --replay " + recorded(t, "{}") + " --prompts /nowhere": "directory of prompts",
		"propose x --model m --server.idle 3":                                             "",
	} {
		if code := w.run(strings.Fields(args)...); code != 2 || !strings.Contains(w.stderr.String(), want) {
			t.Errorf("%s: exit %d: %s", args, code, w.stderr.String())
		}
	}
}

func TestTheSettingsOfTheRouterAndOfProposalsCount(t *testing.T) {
	w := stocked(t)
	route := func(confidence string, more ...string) string {
		return recorded(t, toolAble, append([]string{"route", `{"decision":"plan","confidence":` + confidence + `}`}, more...)...)
	}
	decision := func(confidence string) string {
		w.run("route", "tidy up somehow", "--engine", "replay", "--replay", route(confidence))
		return word(w.of("route")[0], "decision")
	}
	w.env["ASSISTER_ROUTER_ASK_BELOW"], w.env["ASSISTER_ROUTER_PLAN_FROM"] = "0.5", "0.8"
	if a, b, c := decision("0.49"), decision("0.79"), decision("0.8"); a != "clarify" || b != "chat" || c != "plan" {
		t.Errorf("decided %s, %s and %s", a, b, c)
	}
	call := func(title string) string {
		return `{"reply":{"model":"tiny","calls":[{"id":"c","name":"create_task","arguments":"{\"title\":\"` + title + `\"}"}]}}`
	}
	w.env["ASSISTER_PROPOSAL_ROUNDS"], w.env["ASSISTER_ASK_MODE"] = "2", "plan"
	file := recorded(t, toolAble, "propose", call("One"), "propose", call("Two"), "propose", call("Three"), "summary", "Two tasks.")
	if code := w.run("ask", "tidy up somehow", "--engine", "replay", "--replay", file); code != 0 || word(w.of("ops")[0], "validCount") != "2" {
		t.Errorf("exit %d\n%s", code, &w.stdout)
	}
	if code := w.run("ask", "what is on today?", "--mode", "chat", "--engine", "rules"); code != 0 || len(w.of("ops")) > 0 {
		t.Errorf("--mode wins over the setting: exit %d\n%s", code, &w.stdout)
	}
}
