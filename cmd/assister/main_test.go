package main

import (
	"context"
	"database/sql"
	"flag"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	_ "github.com/mattn/go-sqlite3"
	"github.com/rogpeppe/go-internal/testscript"

	"assister/internal/cli"
	"assister/internal/search/searchtest"
)

var update = flag.Bool("update", false, "rewrite the expected output in the scripts")

// TestMain is the program in processes that are started under its name. The library's own
// TestMain does this too, but would take the name "assister" from the commands of scripts.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == "assister" {
		main()
	}
	os.Exit(withProgram(m.Run))
}

// withProgram calls run while the program is in the path of commands.
func withProgram(run func() int) int {
	bin, err := os.MkdirTemp("", "assister-bin-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(bin)
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	if err := os.Symlink(self, filepath.Join(bin, "assister")); err != nil {
		panic(err)
	}
	if err := os.Setenv("PATH", bin+string(filepath.ListSeparator)+os.Getenv("PATH")); err != nil {
		panic(err)
	}
	return run()
}

// TestScripts runs the sessions in testdata/script. Each has an empty home directory, its
// own workspace, a server with an embedding model at $EMBEDDINGS (see searchtest.Serve),
// and the time 2026-11-21 09:00 in Paris, a Saturday. "assister" is the whole program in this
// process, and "exec assister" a process of its own, which takes several times as long: for
// what is about signals, terminals, pipes, processes at once, and children of the program.
func TestScripts(t *testing.T) {
	embeddings := searchtest.Serve(t)
	scripts, err := filepath.Abs("testdata/script") // assisterHere changes the directory
	if err != nil {
		t.Fatal(err)
	}
	back, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Chdir(back) }) // after the scripts, which are parallel subtests
	testscript.Run(t, testscript.Params{
		Dir: scripts,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"assister": assisterHere, "sql": editWorkspace,
		},
		UpdateScripts: *update,
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

// directory is held by the program that runs in this process, which has one directory.
var directory sync.Mutex

// assisterHere is the command "assister ARGUMENTS" of scripts: the program with its own
// arguments, variables, streams and directory.
func assisterHere(ts *testscript.TestScript, wantFailure bool, args []string) {
	// The library gives the stdin of a script to processes only, and then it is used up.
	stdin := (*string)(reflect.ValueOf(ts).Elem().FieldByName("stdin").Addr().UnsafePointer())
	text := *stdin
	*stdin = ""
	in, feed, err := os.Pipe()
	ts.Check(err)
	defer in.Close()
	go func() {
		defer feed.Close()
		feed.WriteString(text) // fails if the program does not read all
	}()
	env := func(name string) (string, bool) { v := ts.Getenv(name); return v, v != "" }
	code, out, complaints := assisterIn(ts.MkAbs("."), env, in, args)
	io.WriteString(ts.Stdout(), out)
	io.WriteString(ts.Stderr(), complaints)
	if (code != 0) != wantFailure {
		ts.Fatalf("exit code %d", code)
	}
}

// assisterIn runs the program in this process, in a directory.
func assisterIn(dir string, env func(string) (string, bool), in *os.File, args []string) (code int, out, complaints string) {
	directory.Lock()
	defer directory.Unlock()
	if err := os.Chdir(dir); err != nil {
		panic(err)
	}
	var stdout, stderr strings.Builder
	code = cli.Main(context.Background(), args, env, cli.Streams{
		In: in, Out: &stdout, Err: &stderr, Now: time.Now,
		Terminal: func() (io.ReadWriteCloser, error) { return nil, os.ErrNotExist },
	})
	return code, stdout.String(), stderr.String()
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
