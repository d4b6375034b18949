//go:build linux

package ollama

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"assister/internal/ijson"
)

// assister is the program with its release flags, built when it is first needed.
var assister = sync.OnceValues(func() (string, error) {
	path := filepath.Join(place, "assister")
	if out, err := exec.Command("go", "build", "-o", path, "assister/cmd/assister").CombinedOutput(); err != nil {
		return "", fmt.Errorf("build the program: %w\n%s", err, out)
	}
	return path, nil
})

// program is the program with its own workspace.
type program struct {
	t    *testing.T
	path string
	env  []string
}

func built(t *testing.T) *program {
	t.Helper()
	path, err := assister()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	p := &program{t: t, path: path}
	p.env = []string{"HOME=" + dir, "ASSISTER_TZ=UTC", "ASSISTER_NOW=2026-11-21T09:00:00"}
	return p
}

// run runs the program to its end. The exit code in its stream must be that of the
// process.
func (p *program) run(stdin string, args ...string) (events []ijson.Value, stdout string, code int) {
	p.t.Helper()
	c := exec.Command(p.path, append([]string{"--non-interactive", "--output", "ndjson"}, args...)...)
	var out, said bytes.Buffer
	c.Env, c.Stdin, c.Stdout, c.Stderr = p.env, strings.NewReader(stdin), &out, &said
	err := c.Run()
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) {
		p.t.Fatal(err)
	}
	for line := range strings.Lines(out.String()) {
		v, problem := ijson.Parse([]byte(strings.TrimSpace(line)))
		if problem != nil {
			p.t.Fatalf("%q printed %q: %v", args, line, problem)
		}
		events = append(events, v)
	}
	code = c.ProcessState.ExitCode()
	if len(events) == 0 {
		p.t.Fatalf("%q ended with %d and printed nothing:\n%s", args, code, &said)
	}
	last := events[len(events)-1]
	if n, _ := last.Get("exitCode"); text(last, "type") != "done" || n.Text != strconv.Itoa(code) {
		p.t.Fatalf("%q ended with %d, and its stream with %s", args, code, ijson.AppendValue(nil, last))
	}
	return events, out.String(), code
}

// of returns the events of a type.
func of(events []ijson.Value, kind string) []ijson.Value {
	return slices.DeleteFunc(slices.Clone(events), func(v ijson.Value) bool { return text(v, "type") != kind })
}

func text(v ijson.Value, name string) string {
	m, _ := v.Get(name)
	return m.Text
}

// titles returns the titles of the tasks in the workspace.
func (p *program) titles() (titles []string) {
	events, _, code := p.run("", "list", "task", "--all")
	if code != 0 {
		p.t.Fatalf("list ended with %d", code)
	}
	for _, row := range of(events, "row") {
		titles = append(titles, text(row, "title"))
	}
	return titles
}

func TestAModelsProposalIsAppliedThroughAPipe(t *testing.T) {
	for name, args := range map[string][]string{
		"by a schema":         {"--engine", "ollama", "--model", "tiny-plan"},
		"by tools":            {"--engine", "ollama", "--model", "tiny-tool"},
		"by tools, as openai": {"--engine", "openai", "--model", "tiny-tool"},
	} {
		t.Run(name, func(t *testing.T) {
			s := running(t)
			p := built(t)
			host := "http://" + s.address
			if args[1] == "openai" {
				host += "/v1"
			}
			events, stream, code := p.run("", append([]string{"propose", "wax the floor and oil the hinges", "--host", host}, args...)...)
			if code != 0 || len(of(events, "ops")) != 1 || len(of(events, "summary")) != 1 {
				t.Fatalf("propose ended with %d:\n%s", code, stream)
			}
			if len(p.titles()) > 0 {
				t.Error("a proposal was written")
			}
			if _, out, code := p.run(stream, "apply", "--yes"); code != 0 {
				t.Fatalf("apply ended with %d:\n%s", code, out)
			}
			want := "Wax the floor"
			if args[3] == "tiny-plan" {
				want = "Oil the hinges"
			}
			if titles := p.titles(); !slices.Equal(titles, []string{want}) {
				t.Errorf("the tasks are %q", titles)
			}
		})
	}
}

func TestATextAnswerIsPrintedUnchanged(t *testing.T) {
	s := running(t)
	p := built(t)
	events, stream, code := p.run("", "ask", "how are you?", "--mode", "chat", "--engine", "ollama", "--model", "tiny-say", "--host", s.address)
	if summary := of(events, "summary"); code != 0 || len(summary) != 1 || text(summary[0], "text") != sentence {
		t.Errorf("ask ended with %d:\n%s", code, stream)
	}
}

func TestAProposalOfRandomWeightsChangesNothing(t *testing.T) {
	s := running(t)
	p := built(t)
	for _, args := range [][]string{
		{"--engine", "ollama", "--model", "tiny-random", "--host", s.address},
		{"--engine", "openai", "--model", "tiny-random", "--host", "http://" + s.address + "/v1"},
	} {
		for _, command := range []string{"propose", "ask"} {
			_, stream, code := p.run("", append([]string{command, "wax the floor"}, args...)...)
			if !slices.Contains([]int{0, 3, 4, 7}, code) {
				t.Errorf("%s %q ended with %d:\n%s", command, args, code, stream)
			}
		}
	}
	if titles := p.titles(); len(titles) > 0 {
		t.Errorf("the tasks are %q", titles)
	}
}

func TestTheProgramSaysHowToPullAMissingModel(t *testing.T) {
	s := running(t)
	p := built(t)
	events, stream, code := p.run("", "propose", "wax the floor", "--engine", "ollama", "--model", "tiny-nobody", "--host", s.address)
	if wrong := of(events, "error"); code != 7 || len(wrong) != 1 || !strings.Contains(text(wrong[0], "hint"), "`ollama pull tiny-nobody`") {
		t.Errorf("propose ended with %d:\n%s", code, stream)
	}
}

func TestARecordedConversationIsReplayedWithoutTheServer(t *testing.T) {
	s := running(t)
	p := built(t)
	recording := filepath.Join(t.TempDir(), "recording.ndjson")
	live, stream, code := p.run("", "propose", "wax the floor", "--engine", "ollama", "--model", "tiny-tool", "--host", s.address, "--record", recording)
	if code != 0 {
		t.Fatalf("propose ended with %d:\n%s", code, stream)
	}
	played, stream, code := p.run("", "propose", "wax the floor", "--engine", "replay", "--replay", recording)
	if code != 0 {
		t.Fatalf("played, propose ended with %d:\n%s", code, stream)
	}
	operations := func(events []ijson.Value) string {
		v, _ := of(events, "ops")[0].Get("operations")
		return string(ijson.AppendValue(nil, v))
	}
	if operations(live) != operations(played) {
		t.Errorf("%s\nwas played as\n%s", operations(live), operations(played))
	}
}

// The next command knows the capabilities that the first one requested.
func TestTheServerIsAskedForItsCapabilitiesOnce(t *testing.T) {
	s := running(t)
	p := built(t)
	var shown atomic.Int32
	forward := httputil.NewSingleHostReverseProxy(s.wire("", "").Base)
	between := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/api/show" {
			shown.Add(1)
		}
		forward.ServeHTTP(w, r)
	}))
	defer between.Close()
	args := []string{"--engine", "ollama", "--model", "tiny-tool", "--host", between.URL}
	for range 3 {
		if _, stream, code := p.run("", append([]string{"propose", "wax the floor"}, args...)...); code != 0 {
			t.Fatalf("propose ended with %d:\n%s", code, stream)
		}
	}
	if n := shown.Load(); n != 1 {
		t.Errorf("asked %d times", n)
	}
}

func TestDoctorReportsTheCapabilitiesOfServerAndModels(t *testing.T) {
	s := running(t)
	p := built(t)
	for model, want := range map[string]string{
		"tiny-tool":      "tiny-tool calls tools, follows a JSON Schema, writes JSON; not: thinks, embeds; context of 32,768 tokens",
		"tiny-embedding": "tiny-embedding follows a JSON Schema, writes JSON, embeds; not: calls tools, thinks; context of 512 tokens",
	} {
		events, stream, code := p.run("", "doctor", "--model", model, "--host", s.address)
		found := map[string]string{}
		for _, row := range of(events, "row") {
			found[text(row, "check")] = text(row, "found")
		}
		if code != 0 || !strings.HasPrefix(found["ollama"], "ollama 0.17.4 at http://"+s.address) || !strings.HasPrefix(found["ollama.model"], want) {
			t.Errorf("%s: doctor ended with %d:\n%s", model, code, stream)
		}
	}
	for model, code := range map[string]int{"tiny-nobody": 1, "tiny-say:latest": 0} {
		for engine, host := range map[string]string{"ollama": s.address, "openai": "http://" + s.address + "/v1"} {
			if engine == "openai" && model == "tiny-nobody" {
				continue // a warning: some servers do not list all their models
			}
			if _, stream, got := p.run("", "doctor", "--engine", engine, "--model", model, "--host", host); got != code {
				t.Errorf("%s on %s: doctor ended with %d:\n%s", model, engine, got, stream)
			}
		}
	}
}

// The weights are random, so a text is near itself, and near others only by chance. One
// of the notes is longer than the model takes, and is not truncated.
func TestSearchUsesTheEmbeddingsOfTheServer(t *testing.T) {
	s := running(t)
	for _, host := range []string{s.address, "http://" + s.address + "/v1"} {
		p := built(t)
		p.env = append(p.env, "ASSISTER_EMBEDDING_MODEL=tiny-embedding", "ASSISTER_EMBEDDING_HOST="+host, "ASSISTER_EMBEDDING_WAIT=30s")
		p.run(`{"op":"task.create","title":"Wax the floor"}
{"op":"task.create","title":"Oil the hinges"}
{"op":"note.create","title":"Letters","content":"`+strings.Repeat("x y z ", 190)+`"}
{"op":"event.create","title":"Choir rehearsal","scheduledFor":"2026-11-25"}`, "apply", "--yes")
		row := func(events []ijson.Value) string {
			for _, e := range of(events, "row") {
				return text(e, "made") + " made, " + text(e, "skipped") + " skipped, " + text(e, "missing") + " missing"
			}
			return ""
		}
		if events, out, code := p.run("", "index"); code != 0 || row(events) != "4 made, 0 skipped, 0 missing" {
			t.Errorf("%s: exit %d, %s", host, code, out)
		}
		if events, out, _ := p.run("", "index"); row(events) != "0 made, 0 skipped, 0 missing" {
			t.Errorf("%s: %s", host, out)
		}
		_, out, code := p.run("", "search", "oil the hinges")
		if code != 0 || !strings.Contains(out, `"semantic":{"model":"tiny-embedding"`) || !strings.Contains(out, `"title":"Oil the hinges"`) {
			t.Errorf("%s: exit %d, %s", host, code, out)
		}
		p.run(`{"op":"task.update","id":1,"title":"Sweep the yard"}`, "apply", "--yes")
		if events, out, _ := p.run("", "index", "--dry-run"); row(events) != "0 made, 0 skipped, 0 missing" {
			t.Errorf("%s: what changed is not embedded: %s", host, out)
		}
	}
}
