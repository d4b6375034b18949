package cli

import (
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"assister/internal/config"
	"assister/internal/sqlite"
)

// looking is input that fn is called before.
type looking struct {
	fn   func()
	text io.Reader
}

func (l looking) Read(p []byte) (int, error) {
	l.fn()
	return l.text.Read(p)
}

func TestAWorkspaceIsOpenBeforeTheOperationsForItCome(t *testing.T) {
	for _, command := range []string{"dryrun", "apply --yes"} {
		w := newWorld(t)
		open := func() (files []string) {
			files, _ = filepath.Glob(w.workspace() + "*")
			return files
		}
		args := strings.Fields(command)
		w.in = looking{func() {
			if files := open(); len(files) > 0 {
				t.Errorf("%s: %q are there for input that nobody has seen", command, files)
			}
		}, strings.NewReader("no operation")}
		if code := w.run(args...); code != 4 {
			t.Errorf("%s: code %d", command, code)
		}

		w.in = strings.NewReader(`{"op":"task.create","title":"Buy milk"}`)
		w.run("apply", "--yes")
		index := w.workspace() + "-shm" // which SQLite has while the workspace is open
		if slices.Contains(open(), index) {
			t.Fatal("the workspace stays open")
		}
		w.in = looking{func() {
			if !slices.Contains(open(), index) {
				t.Errorf("%s: the workspace is not open yet", command)
			}
		}, strings.NewReader(`{"op":"task.create","title":"Buy bread"}`)}
		if code := w.run(args...); code != 0 {
			t.Errorf("%s: code %d: %s", command, code, &w.stdout)
		}
	}
}

func TestTheDefaultOfTheSettingWaitIsThatOfTheStore(t *testing.T) {
	s := config.FromFlags(pflag.NewFlagSet("none", pflag.ContinueOnError), func(string) (string, bool) { return "", false })
	if got := s.Length("wait"); got != sqlite.Wait {
		t.Errorf("the setting is %s, the store waits %s", got, sqlite.Wait)
	}
}
