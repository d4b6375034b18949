// Package capability keeps what was learnt of servers and models for the next
// process, so that not every command asks again. It is a cache: whatever is
// missing, damaged, old or open to others is not known, and what cannot be
// written is not kept. Nobody may rely on it; a server that does less than is
// known of it is the engines' matter.
package capability

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"assister/internal/propose"
)

const (
	format   = "assister-known/1"
	suffix   = ".json"
	entryMax = 64 << 10           // bytes; a real one has some hundred
	filesMax = 64                 // models on servers; the oldest go
	oldest   = 7 * 24 * time.Hour // what is older is not known
)

// Entry is what is known of a model on a server.
type Entry struct {
	Able    propose.Capabilities
	Digest  string // of the model as the server has it; "" where it tells none
	Version string // of the server; "" where it tells none

	Since time.Time // when it was learnt; Keep sets it where it is zero
	Seen  time.Time // when the server last said so; Keep sets it
}

// Cache is a directory of entries, a file each, so that no two processes write
// into one. The nil shelf knows nothing and keeps nothing.
type Cache struct {
	Dir string           // made when it is missing, for its owner alone
	Now func() time.Time // the machine's clock
}

// file is an entry as it is written. Server and model stand in it as well, since
// its name is a hash of them.
type file struct {
	Format  string               `json:"format"`
	Server  string               `json:"server"`
	Model   string               `json:"model"`
	Able    propose.Capabilities `json:"able"`
	Digest  string               `json:"digest,omitempty"`
	Version string               `json:"version,omitempty"`
	Since   time.Time            `json:"since"`
	Seen    time.Time            `json:"seen"`
}

// Load is what is known of a model on a server, which is the name of its engine
// and its address.
func (s *Cache) Load(server, model string) (Entry, bool) {
	if s == nil {
		return Entry{}, false
	}
	text, err := readPrivate(s.Path(server, model))
	if err != nil {
		return Entry{}, false
	}
	var f file
	if json.Unmarshal(text, &f) != nil || f.Format != format || f.Server != server || f.Model != model {
		return Entry{}, false
	}
	// A clock that was put back makes nothing young again.
	if age := s.Age(f.Seen); age < 0 || age > oldest || f.Since.After(f.Seen) {
		return Entry{}, false
	}
	return Entry{Able: f.Able, Digest: f.Digest, Version: f.Version, Since: f.Since, Seen: f.Seen}, true
}

// Age is how long ago something was.
func (s *Cache) Age(at time.Time) time.Duration { return s.Now().Sub(at) }

// readPrivate reads a file that only its owner can have written.
func readPrivate(path string) ([]byte, error) {
	about, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	if !about.Mode().IsRegular() || about.Mode().Perm()&0o077 != 0 || about.Size() > entryMax {
		return nil, errors.New("not a private file of that size")
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, entryMax))
}

// Store writes down what the server has just said.
func (s *Cache) Store(server, model string, e *Entry) error {
	if s == nil {
		return nil
	}
	e.Seen = s.Now().UTC()
	if e.Since.IsZero() {
		e.Since = e.Seen
	}
	text, err := json.Marshal(file{format, server, model, e.Able, e.Digest, e.Version, e.Since, e.Seen})
	if err != nil {
		return err
	}
	return s.put(s.Path(server, model), text)
}

// put writes a file. Whoever reads meanwhile finds the one before or this one,
// whole.
func (s *Cache) put(path string, text []byte) error {
	if err := os.MkdirAll(s.Dir, 0o700); err != nil {
		return err
	}
	draft, err := os.CreateTemp(s.Dir, "new-*") // 0600
	if err != nil {
		return err
	}
	_, err = draft.Write(text)
	if closed := draft.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(draft.Name(), path)
	}
	if err != nil {
		_ = os.Remove(draft.Name())
		return err
	}
	s.prune(filepath.Base(path))
	return nil
}

// Path is the file of an entry.
func (s *Cache) Path(server, model string) string {
	sum := sha256.Sum256([]byte(server + "\x00" + model))
	return filepath.Join(s.Dir, hex.EncodeToString(sum[:12])+suffix)
}

// prune leaves the newest entries, the one that was just written among them, and
// removes what a process that was killed has left of its writing.
func (s *Cache) prune(written string) {
	list, err := os.ReadDir(s.Dir)
	if err != nil || len(list) <= filesMax {
		return
	}
	age := func(d os.DirEntry) time.Time {
		about, err := d.Info()
		if err != nil {
			return time.Time{}
		}
		return about.ModTime()
	}
	list = slices.DeleteFunc(list, func(d os.DirEntry) bool {
		ours := strings.HasSuffix(d.Name(), suffix) || strings.HasPrefix(d.Name(), "new-")
		return !ours || d.Name() == written
	})
	slices.SortFunc(list, func(a, b os.DirEntry) int { return age(b).Compare(age(a)) })
	for _, d := range list[min(filesMax-1, len(list)):] {
		_ = os.Remove(filepath.Join(s.Dir, d.Name()))
	}
}
