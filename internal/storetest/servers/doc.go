// Package servers starts the real servers that the tests and benchmarks of the shared
// stores run against, and breaks them on purpose: a node is killed, paused, restarted or
// loses its disk, a connection is cut. Only tests import it. install.sh installs the
// servers.
package servers

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

// Variable enables the tests that need servers. make test-stores sets it.
const Variable = "ASSISTER_STORES"

// patience is how long a server may take to start, stop or elect. An idle machine needs
// two seconds; the tests share theirs with others.
const patience = 60 * time.Second

// Require skips a test unless the tests with servers are enabled.
func Require(t testing.TB) {
	t.Helper()
	if os.Getenv(Variable) == "" {
		t.Skip("needs servers: run “make test-stores”, which sets " + Variable + "=1")
	}
}

// installed returns what install.sh prints for a server: the path of its binary or of the
// directory of its binaries.
func installed(t testing.TB, server string) string {
	t.Helper()
	installing.Lock()
	defer installing.Unlock()
	if path, ok := paths[server]; ok {
		return path
	}
	_, file, _, _ := runtime.Caller(0)
	script := filepath.Join(filepath.Dir(file), "install.sh")
	if !filepath.IsAbs(file) { // -trimpath: tests run in the directory of their package
		out, err := exec.Command("go", "list", "-f", "{{.Dir}}", "assister/internal/storetest/servers").Output()
		if err != nil {
			t.Fatalf("find install.sh: %v", err)
		}
		script = filepath.Join(strings.TrimSpace(string(out)), "install.sh")
	}
	cmd := exec.Command(script, server)
	var messages bytes.Buffer
	cmd.Stderr = &messages
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("install %s: %v\n%s", server, err, messages.Bytes())
	}
	paths[server] = strings.TrimSpace(string(out))
	return paths[server]
}

var (
	installing sync.Mutex
	paths      = map[string]string{}
)

// Eventually waits until ask succeeds, and fails the test with its last error if it does
// not in time. It is the only wait here: readiness is asked for, never assumed.
func Eventually(t testing.TB, what string, within time.Duration, ask func() error) {
	t.Helper()
	deadline := time.Now().Add(within)
	for pause := time.Millisecond; ; pause = min(2*pause, 50*time.Millisecond) {
		err := ask()
		if err == nil {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%s: not after %v: %v", what, within, err)
		}
		time.Sleep(pause)
	}
}
