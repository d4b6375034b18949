//go:build linux

package ollama

import (
	"bufio"
	"bytes"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"assister/internal/bench/tinygguf"
	"assister/internal/engine/wire"
)

// binary is the server that build.sh built. place has the models and everything else
// that lives as long as the tests.
var binary, place string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		binary = os.Getenv("ASSISTER_OLLAMA")
		if binary == "" {
			return m.Run()
		}
		var err error
		if place, err = os.MkdirTemp("", "ollama-"); err != nil {
			panic(err)
		}
		defer os.RemoveAll(place)
		defer func() {
			if shared != nil {
				shared.stop()
			}
		}()
		return m.Run()
	}())
}

// server is a running `ollama serve` in a process group of its own, since the
// runners that it starts outlive it when it dies.
type server struct {
	command *exec.Cmd
	address string
	log     lockedBuffer
	killed  sync.Once
	ended   chan struct{} // closed when nothing more comes out of it
}

// patience is how long a server may take to start or to stop. On an idle machine it
// takes less than a second.
const patience = 30 * time.Second

// start starts a server with the existing models.
func start() (*server, error) {
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &server{address: free.Addr().String(), ended: make(chan struct{})}
	free.Close()
	s.command = s.cli("serve")
	s.command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	out, err := s.command.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := s.command.Start(); err != nil {
		return nil, err
	}
	listens := make(chan struct{})
	go func() {
		defer close(s.ended)
		said := false
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			fmt.Fprintln(&s.log, lines.Text())
			if !said && strings.Contains(lines.Text(), "Listening on "+s.address) {
				said = true
				close(listens)
			}
		}
	}()
	late := time.NewTimer(patience)
	defer late.Stop()
	select {
	case <-listens:
		return s, nil
	case <-s.ended:
		err = fmt.Errorf("the server ended:\n%s", &s.log)
	case <-late.C:
		err = fmt.Errorf("the server does not listen after %v:\n%s", patience, &s.log)
	}
	s.kill()
	return nil, err
}

// cli returns the server's program in an environment that has nothing of the person who
// runs the tests.
func (s *server) cli(args ...string) *exec.Cmd {
	c := exec.Command(binary, args...)
	c.Dir = place
	c.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + place, "OLLAMA_MODELS=" + filepath.Join(place, "models"),
		"OLLAMA_HOST=" + s.address, "OLLAMA_NO_CLOUD=1", "OLLAMA_NUM_PARALLEL=1"}
	return c
}

// stop asks the server to end, and kills the rest of its group.
func (s *server) stop() {
	_ = s.command.Process.Signal(syscall.SIGTERM)
	select {
	case <-s.ended:
	case <-time.After(patience):
	}
	s.kill()
}

// kill kills the server and its runners. It does so only once, because the number of the
// group may be reused afterwards.
func (s *server) kill() {
	s.killed.Do(func() {
		_ = syscall.Kill(-s.command.Process.Pid, syscall.SIGKILL)
		<-s.ended
		_ = s.command.Wait()
	})
}

// spent returns the processor time of the server and its runners, in ticks.
func (s *server) spent(t *testing.T) (ticks int) {
	t.Helper()
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	group := strconv.Itoa(s.command.Process.Pid)
	for _, name := range stats {
		text, err := os.ReadFile(name)
		if err != nil {
			continue // it has ended meanwhile
		}
		// The name of the program is in brackets and may have blanks. After it come state,
		// parent and group, and as twelfth and thirteenth field the ticks.
		_, behind, _ := strings.Cut(string(text), ") ")
		fields := strings.Fields(behind)
		if len(fields) < 13 || fields[2] != group {
			continue
		}
		for _, field := range fields[11:13] {
			n, err := strconv.Atoi(field)
			if err != nil {
				t.Fatal(err)
			}
			ticks += n
		}
	}
	return ticks
}

// shared is the server of all tests except those that damage it.
var (
	shared  *server
	starter sync.Once
)

// running returns the shared server with its models. It skips the test if there is no
// server.
func running(t *testing.T) *server {
	t.Helper()
	if binary == "" {
		t.Skip("ASSISTER_OLLAMA names no server; make test-ollama builds one and sets it")
	}
	starter.Do(func() {
		s, err := start()
		if err != nil {
			t.Fatal(err)
		}
		shared = s
		for name, m := range models() {
			if err := s.create(name, m); err != nil {
				t.Fatal(err)
			}
		}
	})
	if shared == nil {
		t.Fatal("the server did not start")
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("the server's log:\n%s", &shared.log)
		}
	})
	return shared
}

// model is a file of weights and the template that its prompts are written with.
type model struct {
	weights  []byte
	template string
}

// The turns as templates write them. The reply begins after the last line. A thinking
// model has its tags inside the range, where the server looks for them.
const (
	turns = "{{ range .Messages }}<|im_start|>{{ .Role }}\n" +
		"{{ if .Thinking }}<think>{{ .Thinking }}</think>{{ end }}{{ .Content }}" +
		"{{ range .ToolCalls }}{\"name\": \"{{ .Function.Name }}\", \"arguments\": {{ .Function.Arguments }}}{{ end }}<|im_end|>\n{{ end }}" +
		"<|im_start|>assistant\n"
	plainTurns = "{{ range .Messages }}<|im_start|>{{ .Role }}\n{{ .Content }}<|im_end|>\n{{ end }}<|im_start|>assistant\n"
	// A call is made once: after its result as the last turn, text follows.
	toolTurns = "{{ range $i, $m := .Messages }}<|im_start|>{{ .Role }}\n{{ .Content }}" +
		"{{ range .ToolCalls }}{\"name\": \"{{ .Function.Name }}\", \"arguments\": {{ .Function.Arguments }}}{{ end }}<|im_end|>\n" +
		"{{ if eq (len (slice $.Messages $i)) 1 }}<|im_start|>assistant\n" +
		"{{ if and $.Tools (ne .Role \"tool\") }}<|tool|>{{ else }}<|say|>{{ end }}{{ end }}{{ end }}"
)

const sentence = "The river was quiet, and Mira waited — naïve 日本 hope."

var replies = []tinygguf.Reply{
	{Trigger: "<|say|>", Pieces: []string{"The ", "river ", "was ", "quiet, ", "and ", "Mira ", "waited — ", "naïve ", "日本 ", "hope."}},
	{Trigger: "<|loop|>", Pieces: []string{"and on ", "and on, ", "again "}, Loop: true},
	{Trigger: "<|stuck|>", Pieces: []string{"stuck "}, Loop: true},
	{Trigger: "<|tool|>", Pieces: []string{`{"name": "create_task", `, `"arguments": {"title": `, `"Wax the floor"}}`}},
	{Trigger: "<|think|>", Pieces: []string{"<think>", "I should ", "be brief.", "</think>", "Brief ", "answer."}},
	{Trigger: "<|plan|>", Pieces: []string{`{"operations":[`, `{"op":"task.create",`, `"title":"Oil `, `the hinges"}`, `]}`}},
}

// models are the models of all tests. Each has one thread: with more, the threads wait
// for each other on a busy machine.
func models() map[string]model {
	script := tinygguf.Script(1, replies)
	return map[string]model{
		"tiny-say":       {script, plainTurns + "<|say|>"},
		"tiny-loop":      {script, plainTurns + "<|loop|>"},
		"tiny-stuck":     {script, plainTurns + "<|stuck|>"},
		"tiny-plan":      {script, plainTurns + "<|plan|>"},
		"tiny-free":      {script, plainTurns},
		"tiny-tool":      {script, toolTurns},
		"tiny-think":     {script, turns + "{{ if .Think }}<|think|>{{ else }}<|say|>{{ end }}"},
		"tiny-random":    {tinygguf.Random(1), plainTurns},
		"tiny-embedding": {tinygguf.Embedding(1), ""},
	}
}

func (s *server) create(name string, m model) error {
	weights, recipe := filepath.Join(place, name+".gguf"), filepath.Join(place, name+".modelfile")
	if err := os.WriteFile(weights, m.weights, 0o644); err != nil {
		return err
	}
	text := "FROM " + weights + "\n"
	if m.template != "" {
		text += "TEMPLATE \"\"\"" + m.template + "\"\"\"\nPARAMETER num_thread 1\nPARAMETER repeat_penalty 1\n"
	}
	if err := os.WriteFile(recipe, []byte(text), 0o644); err != nil {
		return err
	}
	c := s.cli("create", name, "-f", recipe)
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("create the model %s: %w\n%s", name, err, out)
	}
	return nil
}

// wire returns the connection of an engine to the server; path is that of its API.
func (s *server) wire(name, path string) wire.Server {
	return wire.Server{Name: name, Base: &url.URL{Scheme: "http", Host: s.address, Path: path}}
}

// lockedBuffer can be read while it is written.
type lockedBuffer struct {
	lock sync.Mutex
	text bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.lock.Lock()
	defer b.lock.Unlock()
	return b.text.Write(p)
}

func (b *lockedBuffer) String() string {
	b.lock.Lock()
	defer b.lock.Unlock()
	return b.text.String()
}
