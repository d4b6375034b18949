package cli

import (
	"errors"
	"io"
	"net"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

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

func TestAServerIsConnectedWithBeforeTheOperationsForItCome(t *testing.T) {
	for _, command := range []string{"dryrun", "apply --yes"} {
		w := newWorld(t)
		server, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		connected := make(chan error, 1)
		go func() {
			c, err := server.Accept()
			if err == nil {
				err = errors.Join(c.Close(), server.Close())
			}
			connected <- err
		}()
		w.in = looking{sync.OnceFunc(func() {
			select {
			case err := <-connected:
				if err != nil {
					t.Error(err)
				}
			case <-time.After(10 * time.Second):
				t.Errorf("%s: there is no connection yet", command)
			}
		}), strings.NewReader("no operation")}
		address := "postgres://ann@" + server.Addr().String() + "/work"
		w.run(append(strings.Fields(command), "--db", address, "--wait", "0s")...)
	}
}

func TestTheDefaultOfTheSettingWaitIsThatOfTheStore(t *testing.T) {
	s := config.FromFlags(pflag.NewFlagSet("none", pflag.ContinueOnError), func(string) (string, bool) { return "", false })
	if got := s.Length("wait"); got != sqlite.Wait {
		t.Errorf("the setting is %s, the store waits %s", got, sqlite.Wait)
	}
}
