package capability

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"assister/internal/propose"
)

var morning = time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)

var tiny = Entry{Capabilities: propose.Capabilities{Server: "ollama 0.17.4", Model: "tiny", Tools: true, Context: 4096}, Digest: "abc", Version: "0.17.4"}

func shelf(t *testing.T) *Cache {
	return &Cache{Dir: filepath.Join(t.TempDir(), "a", "b"), Now: func() time.Time { return morning }}
}

func TestACachedEntryIsFound(t *testing.T) {
	s := shelf(t)
	if _, found := s.Load("here", "tiny"); found {
		t.Error("an empty shelf knows something")
	}
	kept := tiny
	if err := s.Store("here", "tiny", &kept); err != nil {
		t.Fatal(err)
	}
	if got, found := s.Load("here", "tiny"); !found || got != kept || got.Capabilities != tiny.Capabilities || !got.Since.Equal(morning) || !got.Seen.Equal(morning) {
		t.Errorf("%+v, %v", got, found)
	}
	for _, other := range [][2]string{{"here", "big"}, {"there", "tiny"}, {"her", "etiny"}} {
		if _, found := s.Load(other[0], other[1]); found {
			t.Errorf("knows %q", other)
		}
	}
}

func TestOnlyTheOwnerCanReadOrWriteTheCache(t *testing.T) {
	s := shelf(t)
	kept := tiny
	if err := s.Store("here", "tiny", &kept); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]os.FileMode{s.Dir: 0o700, s.Path("here", "tiny"): 0o600} {
		if about, err := os.Stat(path); err != nil || about.Mode().Perm() != want {
			t.Errorf("%s is %v, %v", path, about.Mode(), err)
		}
	}
}

func TestADamagedEntryIsNotFound(t *testing.T) {
	for name, spoil := range map[string]func(s *Cache, path string) error{
		"cut":        func(_ *Cache, path string) error { return os.Truncate(path, 40) },
		"empty":      func(_ *Cache, path string) error { return os.Truncate(path, 0) },
		"noise":      func(_ *Cache, path string) error { return os.WriteFile(path, []byte("\x00\xff{]"), 0o600) },
		"endless":    func(_ *Cache, path string) error { return os.Truncate(path, entryMax+1) },
		"open":       func(_ *Cache, path string) error { return os.Chmod(path, 0o620) },
		"a link":     func(_ *Cache, path string) error { os.Rename(path, path+"x"); return os.Symlink(path+"x", path) },
		"a folder":   func(_ *Cache, path string) error { os.Remove(path); return os.Mkdir(path, 0o700) },
		"of another": func(s *Cache, path string) error { return os.Rename(s.Path("there", "big"), path) },
		"too old": func(s *Cache, _ string) error {
			s.Now = func() time.Time { return morning.Add(entryTTL + 1) }
			return nil
		},
		"to come":   func(s *Cache, _ string) error { s.Now = func() time.Time { return morning.Add(-1) }; return nil },
		"another's": func(_ *Cache, path string) error { return replace(path, format, "assister-known/0") },
	} {
		t.Run(name, func(t *testing.T) {
			s := shelf(t)
			for _, key := range [][2]string{{"here", "tiny"}, {"there", "big"}} {
				kept := tiny
				if err := s.Store(key[0], key[1], &kept); err != nil {
					t.Fatal(err)
				}
			}
			if err := spoil(s, s.Path("here", "tiny")); err != nil {
				t.Fatal(err)
			}
			if got, found := s.Load("here", "tiny"); found {
				t.Errorf("knows %+v", got)
			}
		})
	}
}

func replace(path, old, new string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return os.WriteFile(path, []byte(strings.Replace(string(text), old, new, 1)), 0o600)
}

func TestADirectoryThatCannotBeWrittenIsOnlyAnError(t *testing.T) {
	s := &Cache{Dir: filepath.Join(t.TempDir(), "file"), Now: time.Now}
	if err := os.WriteFile(s.Dir, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	kept := tiny
	if err := s.Store("here", "tiny", &kept); err == nil {
		t.Error("kept in a file that is no directory")
	}
	if _, found := s.Load("here", "tiny"); found {
		t.Error("found there")
	}
	var none *Cache
	if err := none.Store("here", "tiny", &kept); err != nil {
		t.Error(err)
	}
	if _, found := none.Load("here", "tiny"); found {
		t.Error("no shelf knows something")
	}
}

func TestAReaderFindsAWholeEntryWhileOthersWrite(t *testing.T) {
	s := shelf(t)
	first := tiny
	if err := s.Store("here", "tiny", &first); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 50 {
				kept := tiny
				if err := s.Store("here", "tiny", &kept); err != nil {
					t.Error(err)
				}
				if got, found := s.Load("here", "tiny"); !found || got.Capabilities != tiny.Capabilities {
					t.Errorf("found %+v, %v", got, found)
				}
			}
		})
	}
	all.Wait()
	if list, _ := os.ReadDir(s.Dir); len(list) != 1 {
		t.Errorf("left %d files", len(list))
	}
}

func TestTheCacheIsBounded(t *testing.T) {
	s := shelf(t)
	for i := range filesMax + 20 {
		kept := tiny
		if err := s.Store("here", fmt.Sprint(i), &kept); err != nil {
			t.Fatal(err)
		}
	}
	list, err := os.ReadDir(s.Dir)
	if err != nil || len(list) > filesMax {
		t.Errorf("%d files, %v", len(list), err)
	}
	if _, found := s.Load("here", fmt.Sprint(filesMax+19)); !found {
		t.Error("the newest is gone")
	}
}

func TestAFailedServerIsNotAskedAgainAtOnce(t *testing.T) {
	now := morning
	s := &Cache{Dir: filepath.Join(t.TempDir(), "a"), Now: func() time.Time { return now }}
	away := func() bool { return s.TimedOut("here", "tiny", time.Second) }
	if away() {
		t.Error("away before anybody waited")
	}
	s.RecordTimeout("here", "tiny", time.Second)
	if !away() || s.TimedOut("here", "big", time.Second) || s.TimedOut("there", "tiny", time.Second) {
		t.Error("it is not this model on this server that is away")
	}
	if s.TimedOut("here", "tiny", 2*time.Second) {
		t.Error("whoever waits longer may get something")
	}
	if _, found := s.Load("here", "tiny"); found {
		t.Error("an absence is known as an ability")
	}
	now = now.Add(-time.Hour)
	if away() {
		t.Error("away by a clock that was put back")
	}
	now = now.Add(time.Hour + timeoutTTL)
	if away() {
		t.Error("away for ever")
	}
	s.RecordTimeout("here", "tiny", time.Second)
	s.ClearTimeout("here", "tiny")
	if away() {
		t.Error("away when it is back")
	}
	var none *Cache
	none.RecordTimeout("here", "tiny", time.Second)
	if none.ClearTimeout("here", "tiny"); none.TimedOut("here", "tiny", 0) {
		t.Error("the shelf that keeps nothing knows something")
	}
}
