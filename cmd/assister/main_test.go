package main

import (
	"database/sql"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	_ "github.com/mattn/go-sqlite3"
	"github.com/rogpeppe/go-internal/testscript"

	"assister/internal/search/searchtest"
)

var update = flag.Bool("update", false, "rewrite the expected output in the scripts")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"assister": main})
}

// TestScripts runs the sessions in testdata/script. Each has an empty home directory, its
// own workspace, a server with an embedding model at $EMBEDDINGS (see searchtest.Serve),
// and the time 2026-11-21 09:00 in Paris, a Saturday.
func TestScripts(t *testing.T) {
	embeddings := searchtest.Serve(t)
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"sql": editWorkspace},
		UpdateScripts:       *update,
		Setup: func(env *testscript.Env) error {
			home := filepath.Join(env.WorkDir, "home")
			for _, v := range sessionEnv(home, embeddings) {
				name, value, _ := strings.Cut(v, "=")
				env.Setenv(name, value)
			}
			return os.Mkdir(home, 0o700)
		},
		Condition: func(name string) (bool, error) { return name == "root" && os.Geteuid() == 0, nil },
	})
}

// editWorkspace is the command "sql STATEMENT" of scripts: it edits the workspace as
// another program would.
func editWorkspace(ts *testscript.TestScript, _ bool, args []string) {
	db, err := sql.Open("sqlite3", ts.Getenv("WORKSPACE"))
	ts.Check(err)
	defer db.Close()
	_, err = db.Exec(args[0])
	ts.Check(err)
}

// sessionEnv returns the environment of a session with a home directory and a server
// with an embedding model.
func sessionEnv(home, embeddings string) []string {
	return []string{
		"HOME=" + home, "XDG_CONFIG_HOME=", "XDG_DATA_HOME=", "XDG_CACHE_HOME=", "LC_ALL=C.UTF-8", "TERM=xterm",
		"WORKSPACE=" + filepath.Join(home, ".local", "share", "assister", "assister.db"),
		"EMBEDDINGS=" + embeddings,
		"ASSISTER_NOW=2026-11-21T09:00:00", "ASSISTER_TZ=Europe/Paris", "ASSISTER_ACTOR=me@here",
		// The tests may be run from a terminal, where no prompt should appear.
		"ASSISTER_NON_INTERACTIVE=true",
		// By default a process sleeps a second at its end under the race detector.
		"GORACE=atexit_sleep_ms=0",
	}
}
