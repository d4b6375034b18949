//go:build linux

package faults

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var power = flag.Int("faults.power", 0, "power losses; 0 is two or three at each write, sync and end of a command")

// call is one entry of the log of the shim, or the end of a command that said that it
// was done.
type call struct {
	what   byte // w write, t truncation, s sync, u removal, d done
	file   string
	offset int64
	data   []byte
}

// recording is the files at first, what a series of commands wrote to them, in order,
// and the key that each d acknowledges.
type recording struct {
	first map[string][]byte
	calls []call
	keys  map[int]string
}

// recordCommands runs commands that fill a workspace, move the log into the file and
// undo, and records the writes to disk. Go creates the workspace without libc, so that
// its creation is not recorded.
func recordCommands(t *testing.T, shim string) recording {
	h := newHome(t)
	h.run(creations(1, "first"), "apply", "--yes").must(0)
	first := map[string][]byte{}
	for _, name := range []string{"w.db", "w.db-wal"} {
		content, err := os.ReadFile(filepath.Join(h.dir, name))
		if err != nil {
			t.Fatal(err)
		}
		first[name] = content
	}
	log := filepath.Join(filepath.Dir(h.dir), "log")
	h = h.with("LD_PRELOAD="+shim, "FAULT_FILES=w.db", "FAULT_LOG="+log)
	r := recording{first: first, keys: map[int]string{}}
	step := func(key, stdin string, args ...string) {
		h.run(stdin, args...).must(0)
		// Everything that the command wrote counts as before its `done`, so that the
		// test never asks for more than was acknowledged.
		f, err := os.OpenFile(log, os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(f, "d %s 0 0\n", key)
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	apply := func(key string, n int) {
		step(key, creations(n, key), "apply", "--yes", "--idempotency-key", key)
	}
	apply("a", 6)
	apply("b", 3)
	apply("c", 6)
	apply("d", 900) // enough to move the log into the file
	step("-", "", "undo", "1")
	apply("e", 2)
	apply("f", 6)
	r.calls = readCalls(t, log)
	for i, c := range r.calls {
		if c.what == 'd' && c.file != "-" {
			r.keys[i] = c.file
		}
	}
	return r
}

func readCalls(t *testing.T, log string) (calls []call) {
	t.Helper()
	text, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	from := bufio.NewReader(bytes.NewReader(text))
	for {
		line, err := from.ReadString('\n')
		if err != nil {
			return calls
		}
		c := call{what: line[0]}
		size := 0
		if _, err := fmt.Sscanf(line[2:], "%s %d %d", &c.file, &c.offset, &size); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		c.data = make([]byte, size)
		if _, err := io.ReadFull(from, c.data); err != nil {
			t.Fatal(err)
		}
		calls = append(calls, c)
	}
}

// disk is the content of the disk and the writes that are not synced yet, by file.
type disk map[string]*onDisk

type onDisk struct {
	durable []byte
	pending []call
}

// replay returns the disk after the first n calls.
func (r recording) replay(n int) disk {
	d := disk{}
	for name, content := range r.first {
		d[name] = &onDisk{durable: bytes.Clone(content)}
	}
	for _, c := range r.calls[:n] {
		if c.what == 'd' {
			continue
		}
		f := d[c.file]
		if f == nil {
			f = &onDisk{}
			d[c.file] = f
		}
		switch {
		case c.writes():
			f.pending = append(f.pending, c)
		case c.what == 's':
			for _, p := range f.pending {
				f.durable = p.onto(f.durable)
			}
			f.pending = nil
		case c.what == 'u':
			delete(d, c.file) // changes of the directory count as durable in their order
		}
	}
	return d
}

// pending reports whether there are writes that are not synced.
func (d disk) pending() bool {
	for _, f := range d {
		if len(f.pending) > 0 {
			return true
		}
	}
	return false
}

// writes reports whether a call changes a file, which may wait for a sync.
func (c call) writes() bool { return c.what == 'w' || c.what == 't' }

// onto returns the file after a write or a truncation.
func (c call) onto(file []byte) []byte {
	end := int(c.offset) + len(c.data)
	if c.what == 't' && end <= len(file) {
		return file[:end]
	}
	if end > len(file) {
		file = append(file, make([]byte, end-len(file))...)
	}
	copy(file[c.offset:], c.data)
	return file
}

// sector is the number of bytes that a disk writes whole or not at all.
const sector = 512

// lose returns the files after a power loss: the synced content, and of the later writes
// none, all, or a random choice of sectors.
func (d disk) lose(draw *rand.Rand, share float64) map[string][]byte {
	files := map[string][]byte{}
	for name, f := range d {
		file := bytes.Clone(f.durable)
		for _, p := range f.pending {
			if p.what == 't' {
				if draw.Float64() < share {
					file = p.onto(file)
				}
				continue
			}
			for from := 0; from < len(p.data); from += sector {
				if draw.Float64() < share {
					part := call{what: 'w', offset: p.offset + int64(from), data: p.data[from:min(from+sector, len(p.data))]}
					file = part.onto(file)
				}
			}
		}
		files[name] = file
	}
	return files
}

// lost returns what is wrong with a workspace after a power loss: "" if it is whole and
// has every batch that was acknowledged.
func (r recording) lost(t testing.TB, files map[string][]byte, n int) (wrong string) {
	at := place(t)
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(at, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := seenAt(t, filepath.Join(at, "w.db"))
	for i, key := range r.keys {
		if i < n && s.number("SELECT count(*) FROM batch WHERE key = ?", key) != 1 {
			return key + " was acknowledged and is not there"
		}
	}
	s.whole()
	return ""
}

// After a power loss at any moment, acknowledged batches are there, and every batch is
// whole or absent.
func TestAPowerLossLosesNothingThatWasAcknowledged(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	r := recordCommands(t, buildShim(t))
	draw := rand.New(rand.NewPCG(*seed, 3))
	losses := 0
	lose := func(n int, d disk, share float64) {
		losses++
		files := d.lose(draw, share)
		try(t, func(t testing.TB) {
			if wrong := r.lost(t, files, n); wrong != "" {
				t.Fatalf("power lost after call %d of %d, %.0f %% of the writes that were not synced reached the disk: %s",
					n, len(r.calls), 100*share, wrong)
			}
		})
	}
	for n := range len(r.calls) + 1 {
		d := r.replay(n)
		for _, share := range []float64{0, 0.5, 1} {
			unlike := share == 0 || d.pending()                            // than with another share
			if unlike && (share > 0 || n == 0 || !r.calls[n-1].writes()) { // else nothing of it is on the disk
				lose(n, d, share)
			}
		}
	}
	for losses < *power {
		n := draw.IntN(len(r.calls) + 1)
		lose(n, r.replay(n), draw.Float64())
	}
	reached(t, losses)
	t.Logf("%d power losses at %d calls", losses, len(r.calls))

	// Without the syncs the same losses must be found, or this test proves nothing.
	lazy := recording{first: r.first, keys: map[int]string{}}
	for i, c := range r.calls {
		if c.what == 's' {
			continue
		}
		if key, acknowledged := r.keys[i]; acknowledged {
			lazy.keys[len(lazy.calls)] = key
		}
		lazy.calls = append(lazy.calls, c)
	}
	n := len(lazy.calls)
	if wrong := lazy.lost(t, lazy.replay(n).lose(draw, 0), n); !strings.Contains(wrong, "acknowledged") {
		t.Errorf("without any sync nothing is lost: %q", wrong)
	}
}
