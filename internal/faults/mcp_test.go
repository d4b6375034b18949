//go:build linux

package faults

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

func mcpCommand(t *testing.T, args ...string) *exec.Cmd {
	cmd := exec.Command(assister, append([]string{"mcp"}, args...)...)
	cmd.Env = append(os.Environ(), "HOME="+t.TempDir(), "XDG_DATA_HOME=", "XDG_CONFIG_HOME=")
	return cmd
}

// TestMCPEndsWithItsClient has a client of the SDK start the program, use it, and go away.
func TestMCPEndsWithItsClient(t *testing.T) {
	var stderr bytes.Buffer
	cmd := mcpCommand(t, "--permit", "apply")
	cmd.Stderr = &stderr
	client := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &sdk.CommandTransport{Command: cmd}, nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := session.CallTool(t.Context(), &sdk.CallToolParams{
		Name: "create_task", Arguments: map[string]any{"title": "Buy \x1b[31mmilk"},
	})
	if err != nil || !res.IsError {
		t.Errorf("a title with an escape sequence: %v %+v", err, res)
	}
	res, err = session.CallTool(t.Context(), &sdk.CallToolParams{
		Name: "create_task", Arguments: map[string]any{"title": "Buy milk"},
	})
	if err != nil || res.IsError {
		t.Errorf("%v %+v", err, res)
	}
	if err := session.Close(); err != nil {
		t.Errorf("the program ends badly: %v", err)
	}
	if code := cmd.ProcessState.ExitCode(); code != 0 || stderr.Len() > 0 {
		t.Errorf("exit code %d\n%s", code, &stderr)
	}
}

// TestMCPSurvivesItsInput gives bytes that are not of the protocol, and signals.
func TestMCPSurvivesItsInput(t *testing.T) {
	for _, in := range []string{"", "\n", "hello\n", "{}\n", `{"jsonrpc":"2.0","id":1`, "[]\n", "null\n", "\x00\xff\n",
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"apply"}}` + "\n",
		`{"jsonrpc":"2.0","id":1,"method":"nothing"}` + "\n" + strings.Repeat("[", 100_000)} {
		cmd := mcpCommand(t)
		cmd.Stdin = strings.NewReader(in)
		var stdout, stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		_ = cmd.Run()
		if strings.Contains(stderr.String(), "panic") || stdout.Len() > 0 && !strings.HasPrefix(stdout.String(), `{"jsonrpc"`) {
			t.Errorf("%.40q: %v\n%s\n%s", in, cmd.ProcessState, &stdout, &stderr)
		}
	}
	cmd := mcpCommand(t)
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	_, _ = io.WriteString(stdin, `{"jsonrpc":"2.0","id":1,"method":"ping"}`+"\n")
	if _, err := stdout.Read(make([]byte, 1)); err != nil { // it listens for signals by now
		t.Fatal(err)
	}
	_ = cmd.Process.Signal(syscall.SIGTERM)
	_ = cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != 143 {
		t.Errorf("after SIGTERM: %v", cmd.ProcessState)
	}
}
