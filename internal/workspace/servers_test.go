package workspace_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	stores "assister/internal/store"
	"assister/internal/storetest/servers"
	"assister/internal/workspace"
)

// serverVariable has the address of the server for the workspaces of the tests; without it they
// are files.
const serverVariable = "ASSISTER_TEST_WORKSPACE"

// notOnServers are the tests that say nothing of a server: their workspaces are in memory or in a
// file by intent, or they count what SQLite reads.
const notOnServers = "^(TestUndoIsWhatTheModelSays|TestEveryHistoryCanBeTakenBack|" +
	"TestUndoInAFileIsWhatTheModelSays|TestUndoReadsAFewBatchesOfALongLedger)$"

// TestOnServers runs the tests of this package, which are those of limits, undo, keys and plans,
// with workspaces on servers.
func TestOnServers(t *testing.T) {
	servers.Require(t)
	for name, address := range map[string]string{
		"rqlite": "rqlite://" + servers.StartRqlite(t, 1, servers.RqliteOptions{Flags: []string{"-fk"}}).Addresses() + "/work",
		// What survives a power loss is not tested here, so nothing waits for the disk.
		"postgres": servers.StartPostgres(t, servers.PostgresOptions{Flags: []string{"-c", "fsync=off"}}).URL(""),
	} {
		t.Run(name, func(t *testing.T) {
			cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.v", "-test.skip", notOnServers, "-rapid.checks=15",
				"-rapid.nofailfile")
			cmd.Env = append(os.Environ(), serverVariable+"="+address, servers.Variable+"=")
			out, err := cmd.CombinedOutput()
			if passed := strings.Count(string(out), "\n--- PASS"); err != nil || passed < 50 {
				t.Errorf("%d tests passed: %v\n%s", passed, err, out)
			}
		})
	}
}

// onServer returns an empty workspace. A test has one at a time.
func onServer(t testing.TB, address string) workspace.Store {
	t.Helper()
	servers.Wipe(t, address)
	l, err := stores.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	s, err := l.Open(t.Context(), workspace.Opening{Mode: workspace.ToWrite, Wait: 10 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}
