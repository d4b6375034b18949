// Command serve measures `assister serve`: the memory that 200 streams at once take beyond
// the first, and the time to the first event of a request beside them. A model server that
// never answers keeps the streams open.
//
//	serve [-streams N] [-check]
//
// Run it from within the module. It writes to a temporary directory, which it removes at the
// end.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Bounds.
const (
	memoryMost = 32 << 20 // bytes that all streams take beyond the first
	firstMost  = 5 * time.Millisecond
	samples    = 50 // with the streams, fewer than the requests that the server takes at once
)

func main() {
	streams := flag.Int("streams", 200, "how many streams are open at once")
	check := flag.Bool("check", false, "exit 1 when a bound is missed")
	flag.Parse()
	over, err := run(*streams)
	if err != nil {
		fmt.Fprintln(os.Stderr, "serve:", err)
	}
	if err != nil || over && *check {
		os.Exit(1)
	}
}

func run(streams int) (over bool, err error) {
	dir, err := os.MkdirTemp("", "assister-serve-")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	program := filepath.Join(dir, "assister")
	if out, err := exec.Command("go", "build", "-o", program, "./cmd/assister").CombinedOutput(); err != nil {
		return false, fmt.Errorf("build: %w\n%s", err, out)
	}
	model := silentModel()
	defer model.Close()
	s, err := start(program, dir, model.URL)
	if err != nil {
		return false, err
	}
	defer s.stop()
	return s.measure(streams)
}

// silentModel is an Ollama server that knows its model and never answers a request to it.
func silentModel() *httptest.Server {
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		switch r.URL.Path {
		case "/api/version":
			fmt.Fprint(w, `{"version":"0.17.0"}`)
		case "/api/show":
			fmt.Fprint(w,
				`{"capabilities":["completion","tools"],"model_info":{"general.architecture":"x","x.context_length":8192}}`)
		case "/api/tags":
			fmt.Fprint(w, `{"models":[{"name":"silent:latest","model":"silent:latest"}]}`)
		default:
			_, _ = io.Copy(io.Discard, r.Body) // only then a connection that ends is noticed
			<-r.Context().Done()
		}
	}))
}

// server is a program that serves.
type server struct {
	cmd    *exec.Cmd
	url    string
	token  string
	client *http.Client
}

func start(program, dir, model string) (*server, error) {
	s := &server{token: "a-token-of-the-benchmark-alone",
		client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 4}}}
	env := []string{"HOME=" + dir, "PATH=" + os.Getenv("PATH"), "ASSISTER_TZ=UTC", "ASSISTER_SERVE_TOKEN=" + s.token}
	stock := exec.Command(program, "apply", "--yes")
	stock.Env, stock.Stdin = env, strings.NewReader(records())
	if out, err := stock.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("stock the workspace: %w\n%s", err, out)
	}
	s.cmd = exec.Command(program, "serve", "--listen", "127.0.0.1:0", "--engine", "ollama", "--model", "silent",
		"--host", model)
	s.cmd.Env, s.cmd.Stderr = env, os.Stderr
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	for lines := bufio.NewScanner(out); s.url == "" && lines.Scan(); {
		var row struct{ URL string }
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			return nil, err
		}
		s.url = strings.TrimSuffix(row.URL, "/")
	}
	return s, nil
}

// records are those of a workspace in use.
func records() string {
	var b strings.Builder
	for i := range 500 {
		fmt.Fprintf(&b, `{"op":"task.create","title":"Task number %d","scheduledFor":"2026-11-%02d"}`+"\n", i, i%28+1)
	}
	return b.String()
}

func (s *server) stop() {
	_ = s.cmd.Process.Signal(syscall.SIGKILL)
	_ = s.cmd.Wait()
}

// open opens a stream for a message and returns when an event of a type has come, with the
// time to the first one.
func (s *server) open(ctx context.Context, message, event string) (first time.Duration, close func() error,
	err error) {
	path := s.url + "/api/assistant/message/stream?message=" + strings.ReplaceAll(message, " ", "+")
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, path, nil)
	if err != nil {
		return 0, nil, err
	}
	r.Header.Set("Authorization", "Bearer "+s.token)
	began := time.Now()
	answer, err := s.client.Do(r)
	if err != nil {
		return 0, nil, err
	}
	lines := bufio.NewScanner(answer.Body)
	lines.Buffer(nil, 1<<20)
	last := ""
	for lines.Scan() {
		if lines.Text() != "" {
			last = lines.Text()
		}
		kind, found := strings.CutPrefix(lines.Text(), "event: ")
		if found && first == 0 {
			first = time.Since(began)
		}
		if kind == event {
			return first, answer.Body.Close, nil
		}
	}
	return 0, nil, errors.Join(fmt.Errorf("the stream has no %s: it ends with %s", event, last), lines.Err())
}

const message = "add a reminder to water the plants every second day"

func (s *server) measure(streams int) (over bool, err error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	if err := s.hold(ctx, 1); err != nil {
		return false, err
	}
	one, err := s.memory()
	if err != nil {
		return false, err
	}
	if err := s.hold(ctx, streams-1); err != nil {
		return false, err
	}
	all, err := s.memory()
	if err != nil {
		return false, err
	}
	var times []time.Duration
	for range samples {
		first, hangUp, err := s.open(ctx, message, "start")
		if err != nil {
			return false, err
		}
		_ = hangUp()
		times = append(times, first)
	}
	slices.Sort(times)
	middle, late := times[len(times)/2], times[len(times)*95/100]
	fmt.Printf("%-52s %8.1f MB\n", "memory with one stream", mb(one))
	fmt.Printf("%-52s %8.1f MB   at most %d\n", fmt.Sprintf("%d streams at once, beyond the first", streams),
		mb(all-one), memoryMost>>20)
	fmt.Printf("%-52s %8.2f ms   at most %.0f\n", "first event of a request beside them, median", ms(middle),
		ms(firstMost))
	fmt.Printf("%-52s %8.2f ms\n", "first event of a request beside them, 95 %", ms(late))
	return all-one > memoryMost || middle > firstMost, nil
}

// hold opens streams that wait for the model, as their heartbeats show, and leaves them open.
func (s *server) hold(ctx context.Context, n int) error {
	failed := make([]error, n)
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() { _, _, failed[i] = s.open(ctx, message, "heartbeat") })
	}
	wg.Wait()
	return errors.Join(failed...)
}

// memory is the resident memory of the program in bytes.
func (s *server) memory() (int, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	_, rest, _ := strings.Cut(string(text), "VmRSS:")
	words := strings.Fields(rest)
	if len(words) == 0 {
		return 0, errors.New("the system does not say how much memory a process has")
	}
	kb, err := strconv.Atoi(words[0])
	return kb << 10, err
}

func mb(bytes int) float64       { return float64(bytes) / (1 << 20) }
func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
