package inspector

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

const secret = "a secret of more than twenty characters"

// room is a workspace, the program, and the inspector's command line.
type room struct {
	t         *testing.T
	inspector string
	program   string
	env       []string
}

func newRoom(t *testing.T) *room {
	inspector := os.Getenv("ASSISTER_INSPECTOR")
	if inspector == "" {
		t.Skip("ASSISTER_INSPECTOR names no inspector: run make test-mcp")
	}
	dir := t.TempDir()
	r := &room{t: t, inspector: inspector, program: filepath.Join(dir, "assister")}
	if out, err := exec.Command("go", "build", "-o", r.program, "assister/cmd/assister").CombinedOutput(); err != nil {
		t.Fatalf("build the program: %v\n%s", err, out)
	}
	// The inspector gives HOME to the program that it starts.
	r.env = append(os.Environ(), "HOME="+dir, "XDG_DATA_HOME=", "XDG_CONFIG_HOME=", "ASSISTER_MCP_TOKEN="+secret)
	return r
}

// inspect runs the inspector and returns the result that it prints.
func (r *room) inspect(args ...string) (result map[string]any, err error) {
	r.t.Helper()
	cmd := exec.Command("node", append([]string{r.inspector, "--cli"}, args...)...)
	cmd.Env = r.env
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(out, &result); err != nil {
		r.t.Fatalf("%v: %v\n%s\n%s", args, err, out, &stderr)
	}
	return result, nil
}

// call calls a tool with arguments such as title=Milk.
func (r *room) call(server []string, tool string, args ...string) map[string]any {
	r.t.Helper()
	line := append(slices.Clone(server), "--method", "tools/call", "--tool-name", tool)
	for _, a := range args {
		line = append(line, "--tool-arg", a)
	}
	result, err := r.inspect(line...)
	if err != nil {
		r.t.Fatalf("%s %v: %v", tool, args, err)
	}
	content, _ := result["structuredContent"].(map[string]any)
	return content
}

// exercise uses everything that the inspector can, with a server whose permit is apply.
func (r *room) exercise(server ...string) {
	r.t.Helper()
	for method, want := range map[string]string{
		"tools/list": "create_task", "resources/list": "assister://schemas/operations", "prompts/list": "plan_day",
		"resources/templates/list": "assister://records/{kind}/{id}",
	} {
		result, err := r.inspect(append(slices.Clone(server), "--method", method)...)
		if text, _ := json.Marshal(result); err != nil || !bytes.Contains(text, []byte(want)) {
			r.t.Errorf("%s has no %s: %v", method, want, err)
		}
	}
	if got := r.call(server, "create_task", "title=Buy milk"); got["status"] != "applied" {
		r.t.Errorf("create_task: %v", got)
	}
	if got := r.call(server, "set_task_status", "id=1", "status=completed"); got["status"] != "applied" {
		r.t.Errorf("set_task_status: %v", got)
	}
	if got := r.call(server, "tasksList", "status=completed"); got["total"] != 1.0 {
		r.t.Errorf("tasksList: %v", got)
	}
	got := r.call(server, "delete_task", "id=1")
	if refusal, _ := got["error"].(map[string]any); refusal["code"] != "operation_not_allowed" {
		r.t.Errorf("a deletion that no limit allows: %v", got)
	}
	record, err := r.inspect(append(slices.Clone(server), "--method", "resources/read", "--uri", "assister://records/task/1")...)
	if text, _ := json.Marshal(record); err != nil || !bytes.Contains(text, []byte("Buy milk")) {
		r.t.Errorf("resources/read: %v %s", err, text)
	}
	prompt, err := r.inspect(append(slices.Clone(server), "--method", "prompts/get", "--prompt-name", "review",
		"--prompt-args", "tag=home")...)
	if text, _ := json.Marshal(prompt); err != nil || !bytes.Contains(text, []byte(`\"home\"`)) {
		r.t.Errorf("prompts/get: %v %s", err, text)
	}
}

func TestTheInspectorOverStdio(t *testing.T) {
	r := newRoom(t)
	if got := r.call([]string{r.program, "mcp"}, "create_task", "title=Buy milk"); got["status"] != "planned" {
		t.Errorf("without the permit: %v", got)
	}
	// The inspector takes flags for its own, so the permit comes from the configuration.
	path := filepath.Join(filepath.Dir(r.program), ".config", "assister", "config.yaml")
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("mcp: {permit: apply}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	r.exercise(r.program, "mcp")
}

func TestTheInspectorOverHTTP(t *testing.T) {
	r := newRoom(t)
	cmd := exec.Command(r.program, "mcp", "--http", "127.0.0.1:0", "--permit", "apply")
	cmd.Env = r.env
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		_ = cmd.Wait()
	})
	in := bufio.NewReader(stderr)
	line, err := in.ReadString('\n')
	_, url, found := strings.Cut(strings.TrimSpace(line), "serving at ")
	if err != nil || !found {
		t.Fatalf("%v: %q", err, line)
	}
	go func() { _, _ = io.Copy(io.Discard, in) }()
	server := []string{url, "--transport", "http", "--header", "Authorization: Bearer " + secret}
	r.exercise(server...)
	server[len(server)-1] += "x"
	if got, err := r.inspect(append(server, "--method", "tools/list")...); err == nil {
		t.Errorf("a wrong token: %v", got)
	}
}
