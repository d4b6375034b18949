package cli

import (
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"assister/internal/check"
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

// A dry run of several batches has no ops event, so its summary has the warnings.
func TestADryRunOfALongStreamForeseesWhatNobodyApproves(t *testing.T) {
	stream := func(line string) io.Reader { return strings.NewReader(strings.Repeat(line+"\n", 1001)) }
	const byModel = `{"op":{"op":"task.create","title":"x"},"source":"model"}`
	const byHand = `{"op":"task.update","id":1,"notes":"x"}`
	w := stocked(t)
	for line, code := range map[string]string{byModel: "too_many_touched", byHand: "confirmation_needed"} {
		w.in = stream(line)
		warned := ""
		if exit := w.run("dryrun"); exit == 0 {
			all, _ := w.of("summary")[0].Get("warnings")
			for _, p := range all.Items {
				warned += word(p, "code")
			}
		}
		if warned != code {
			t.Errorf("%s: got %q in %s", line, warned, w.stdout.String())
		}
		w.in = stream(line)
		w.run("apply", "--yes")
		if failed := w.of("error"); len(failed) != 1 || word(failed[0], "code") != code {
			t.Errorf("%s: apply: %s", line, w.stdout.String())
		}
		w.in = stream(line)
		if w.run("dryrun", "--output", "text"); !strings.Contains(w.stdout.String(), "`assister apply --yes` would refuse this") {
			t.Errorf("%s: %s", line, w.stdout.String())
		}
	}
}

// Every batch deletes few records, and the stream more than the threshold: nothing is
// deleted without a confirmation, and with one everything is.
func TestTheThresholdsHoldOnTheWholeOfALongStream(t *testing.T) {
	w := newWorld(t)
	w.in = strings.NewReader(strings.Repeat(`{"op":"task.create","title":"a","tags":["a"]}`+"\n", 15) +
		strings.Repeat(`{"op":"task.create","title":"b","tags":["b"]}`+"\n", 15))
	w.run("apply", "--yes")
	stream := func() io.Reader {
		return strings.NewReader(`{"op":"bulk_delete","where":{"tag":"a"}}` + "\n" +
			strings.Repeat(`{"op":"note.create","title":"n"}`+"\n", 1000) +
			`{"op":"bulk_delete","where":{"tag":"b"}}` + "\n")
	}
	w.in = stream()
	if w.run("dryrun"); !strings.Contains(w.stdout.String(), `"code":"confirmation_needed"`) {
		t.Errorf("dryrun: %s", w.stdout.String())
	}
	w.in = stream()
	if exit := w.run("apply", "--yes"); exit != 6 || strings.Contains(w.stdout.String(), `"type":"ops"`) {
		t.Errorf("apply: exit %d, %.1000s", exit, w.stdout.String())
	}
	w.in = stream()
	if exit := w.run("apply", "--yes", "--confirm-destructive"); exit != 0 {
		t.Errorf("apply: exit %d, %.1000s", exit, w.stderr.String())
	}
}

// The ids of records that a stream creates are refused in all of its batches, in a dry run
// as well.
func TestALongStreamCannotGuessItsIDs(t *testing.T) {
	w := newWorld(t)
	stream := func() io.Reader {
		return strings.NewReader(strings.Repeat(`{"op":"task.create","title":"x"}`+"\n", 1000) +
			`{"op":"task.update","id":3,"title":"guessed"}` + "\n" + `{"op":"task.create","title":"y"}` + "\n")
	}
	for _, command := range [][]string{{"dryrun"}, {"apply", "--yes"}} {
		w.in = stream()
		if w.run(command...); !strings.Contains(w.stdout.String(), `"code":"id_not_found"`) {
			t.Errorf("%s: %.1000s", command, w.stdout.String())
		}
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

// cron is a workspace of 400 tasks, and a job that asks a model to add one and applies what
// it proposes. The model deletes what it is shown.
type cron struct {
	*world
	host     string
	asked    int // deletions, by the model
	refusals map[string]int
}

const cronTasks = 400

func newCron(t *testing.T) *cron {
	c := &cron{world: newWorld(t), host: deletes(t), refusals: map[string]int{}}
	var lines strings.Builder
	for i := range cronTasks {
		fmt.Fprintf(&lines, `{"op":"task.create","title":"Buy milk and bread, part %d","scheduledFor":"2026-11-21"}`+"\n", i)
	}
	c.in = strings.NewReader(lines.String())
	if code := c.run("apply", "--yes"); code != 0 {
		t.Fatal(c.stderr.String())
	}
	return c
}

// runs runs the job some times; args are those of apply.
func (c *cron) runs(n int, args ...string) {
	c.t.Helper()
	for range n {
		c.in = nil
		c.run("propose", "--engine", "ollama", "--model", "tiny", "--host", c.host, "add buy milk")
		c.asked += strings.Count(c.stdout.String(), `"op":"task.delete"`) + strings.Count(c.stdout.String(), `"op":"bulk_delete"`)
		c.in = strings.NewReader(c.stdout.String())
		code := c.run(append([]string{"apply", "--yes"}, args...)...)
		if code == 0 {
			continue
		}
		failed := c.of("error")
		if code != 4 || len(failed) != 1 {
			c.t.Fatalf("exit %d: %s", code, c.stdout.String())
		}
		c.refusals[word(failed[0], "code")]++
	}
}

func (c *cron) deleted() int {
	c.t.Helper()
	c.in = nil
	c.run("list", "--all", "--limit", "1")
	total, _ := c.of("summary")[0].Get("total")
	left, err := strconv.Atoi(total.Text)
	if err != nil {
		c.t.Fatal(c.stdout.String())
	}
	return cronTasks - left
}

// Every run is within the thresholds for a second approval. Nothing is deleted.
func TestAHostileModelDeletesNothingFromCron(t *testing.T) {
	const runs = 59
	c := newCron(t)
	c.runs(runs)
	if n := c.deleted(); n != 0 || c.refusals["operation_not_allowed"] != runs || c.asked < runs {
		t.Errorf("%d deleted, refusals %v of %d requests to delete", n, c.refusals, c.asked)
	}
	if c.run("audit", "tail", "-n", "1"); !strings.Contains(c.stdout.String(), `"of":"apply","code":"operation_not_allowed"`) {
		t.Errorf("the refusal is not in the audit trail: %s", c.stdout.String())
	}
}

// Even when everything is allowed, a day has a budget for what nobody approves.
func TestAHostileModelThatMayDeleteHasTheBudgetOfADay(t *testing.T) {
	c := newCron(t)
	c.runs(10, "--allow", "*")
	first := c.deleted()
	if first == 0 || first > check.DefaultDailyDeletes || c.refusals["too_many_deletions"] == 0 {
		t.Errorf("%d deleted in a day, refusals %v", first, c.refusals)
	}
	c.env["ASSISTER_LIMITS_DAILY_DELETES"] = "0"
	c.env["ASSISTER_NOW"] = "2026-11-22T09:00:00"
	if c.runs(2, "--allow", "*"); c.deleted() != first {
		t.Errorf("%d deleted where none may be", c.deleted()-first)
	}
	c.env["ASSISTER_LIMITS_DAILY_DELETES"] = ""
	if c.runs(2, "--allow", "*"); c.deleted() <= first || c.deleted() > 2*check.DefaultDailyDeletes {
		t.Errorf("%d deleted in two days", c.deleted())
	}
}
