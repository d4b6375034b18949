// Package capability detects what model servers can do and caches it in files, so
// that not every command asks the servers again. An entry that is missing, damaged,
// too old or readable by other users is a miss, and an entry that cannot be written is
// dropped. Engines must cope with a server that does less than its entry says.
package capability

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"math"
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
	entryMax = 64 << 10 // bytes; a real entry has a few hundred
	filesMax = 64       // pairs of server and model; the oldest are removed
	entryTTL = 7 * 24 * time.Hour
)

// Entry is what a server reported about one of its models.
type Entry struct {
	Capabilities propose.Capabilities
	Digest       string // of the model on the server; "" if not reported
	Version      string // of the server; "" if not reported

	Since time.Time // when it was first reported; Store sets it if it is zero
	Seen  time.Time // when it was last confirmed; Store sets it
}

// news is the smallest difference between corrections that is worth a write.
const news = 0.05

// Learn corrects the estimates of further prompts by a reply, and reports whether that
// changes the entry.
func (e *Entry) Learn(p propose.Prompt, r propose.Reply) bool {
	found := propose.Correction(p, r)
	if found == 0 || math.Abs(found-e.Capabilities.Correction) < news {
		return false
	}
	e.Capabilities.Correction = found
	return true
}

// Cache is a directory with one file for each entry, so that two processes never
// write into the same file at once. A nil Cache is always empty.
type Cache struct {
	Dir string           // created if it is missing, with access for its owner only
	Now func() time.Time // the machine's clock
}

// file is the JSON form of an entry. It repeats the server and the model because
// its name is only a hash of them.
type file struct {
	Format       string               `json:"format"`
	Server       string               `json:"server"`
	Model        string               `json:"model"`
	Capabilities propose.Capabilities `json:"able"`
	Digest       string               `json:"digest,omitempty"`
	Version      string               `json:"version,omitempty"`
	Since        time.Time            `json:"since"`
	Seen         time.Time            `json:"seen"`
}

// Load returns the entry of a model on a server. The server is identified by the
// name of its engine and its address.
func (c *Cache) Load(server, model string) (Entry, bool) {
	if c == nil {
		return Entry{}, false
	}
	text, err := readPrivate(c.Path(server, model))
	if err != nil {
		return Entry{}, false
	}
	var f file
	if json.Unmarshal(text, &f) != nil || f.Format != format || f.Server != server || f.Model != model {
		return Entry{}, false
	}
	// An entry from the future, after the clock was set back, is invalid.
	if age := c.Age(f.Seen); age < 0 || age > entryTTL || f.Since.After(f.Seen) {
		return Entry{}, false
	}
	return Entry{Capabilities: f.Capabilities, Digest: f.Digest, Version: f.Version, Since: f.Since, Seen: f.Seen}, true
}

// Age returns the time since an instant.
func (c *Cache) Age(at time.Time) time.Duration { return c.Now().Sub(at) }

// readPrivate reads a file, if only its owner can have written it.
func readPrivate(path string) ([]byte, error) {
	about, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	if !about.Mode().IsRegular() || about.Mode().Perm()&0o077 != 0 || about.Size() > entryMax {
		return nil, errors.New("not a small private file")
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, entryMax))
}

// Store writes an entry that the server has just confirmed.
func (c *Cache) Store(server, model string, e *Entry) error {
	if c == nil {
		return nil
	}
	e.Seen = c.Now().UTC()
	if e.Since.IsZero() {
		e.Since = e.Seen
	}
	text, err := json.Marshal(file{format, server, model, e.Capabilities, e.Digest, e.Version, e.Since, e.Seen})
	if err != nil {
		return err
	}
	return c.write(c.Path(server, model), text)
}

// write replaces a file atomically: a concurrent reader finds the old or the new
// content.
func (c *Cache) write(path string, text []byte) error {
	if err := os.MkdirAll(c.Dir, 0o700); err != nil {
		return err
	}
	temporary, err := os.CreateTemp(c.Dir, "new-*") // 0600
	if err != nil {
		return err
	}
	_, err = temporary.Write(text)
	if closed := temporary.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(temporary.Name(), path)
	}
	if err != nil {
		_ = os.Remove(temporary.Name())
		return err
	}
	c.prune(filepath.Base(path))
	return nil
}

// Path returns the path of an entry's file.
func (c *Cache) Path(server, model string) string {
	sum := sha256.Sum256([]byte(server + "\x00" + model))
	return filepath.Join(c.Dir, hex.EncodeToString(sum[:12])+suffix)
}

// prune keeps the file that was just written and the newest others, and removes the
// rest, including temporary files of killed processes.
func (c *Cache) prune(written string) {
	list, err := os.ReadDir(c.Dir)
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
		_ = os.Remove(filepath.Join(c.Dir, d.Name()))
	}
}
