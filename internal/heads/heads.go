// Package heads keeps the heads of audit trails outside of the workspace, in a file or
// with a command. A trail that is cut or rewritten later no longer contains them.
package heads

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"assister/internal/ijson"
	"assister/internal/ledger"
)

// File is a file with a line for each head, as JSON: database, entry, hash, at and
// batchId. It is only ever appended to, and may have the heads of several workspaces.
type File struct {
	Path     string
	Database string // the path of the workspace
}

// Keep appends a head and syncs the file. It creates a missing file (0600).
func (f File) Keep(_ context.Context, head ledger.Entry) error {
	if f.isDatabase() {
		return &fs.PathError{Op: "append to", Path: f.Path, Err: errors.New("it is the workspace itself")}
	}
	file, err := os.OpenFile(f.Path, os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	defer file.Close()
	text := line(f.Database, head)
	unfinished, err := endsWithinLine(file)
	if err != nil {
		return err
	}
	if unfinished { // by a power cut; it must not spoil this line
		text = append([]byte{'\n'}, text...)
	}
	if _, err := file.Write(text); err != nil {
		return err
	}
	if err := file.Sync(); err != nil {
		return err
	}
	return file.Close()
}

// isDatabase reports whether the file is the workspace or lies beside it under a name that
// begins like it, such as its log.
func (f File) isDatabase() bool {
	if strings.HasPrefix(f.Path, f.Database) {
		return true
	}
	file, err := os.Stat(f.Path)
	if err != nil {
		return false
	}
	database, err := os.Stat(f.Database)
	return err == nil && os.SameFile(file, database)
}

// endsWithinLine reports whether a file ends in the middle of a line.
func endsWithinLine(file *os.File) (bool, error) {
	info, err := file.Stat()
	switch {
	case err != nil:
		return false, err
	case !info.Mode().IsRegular():
		return false, &fs.PathError{Op: "append to", Path: file.Name(), Err: errors.New("not a regular file")}
	case info.Size() == 0:
		return false, nil
	}
	var last [1]byte
	_, err = file.ReadAt(last[:], info.Size()-1)
	return last[0] != '\n', err
}

// line is a head as it is kept.
func line(database string, head ledger.Entry) []byte {
	b := ijson.AppendString([]byte(`{"database":`), database)
	b = strconv.AppendInt(append(b, `,"entry":`...), head.Seq, 10)
	b = ijson.AppendString(append(b, `,"hash":`...), head.Hash.String())
	b = ijson.AppendString(append(b, `,"at":`...), head.At.UTC().Format(time.RFC3339Nano))
	b = strconv.AppendInt(append(b, `,"batchId":`...), head.Batch, 10)
	return append(b, '}', '\n')
}

// Read returns the heads of the workspace, in the order in which they were kept, and the
// number of lines that cannot be read. A missing file has none.
func (f File) Read() (kept []ledger.Entry, damaged int, err error) {
	file, err := os.Open(f.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, 0, nil
	}
	if err != nil {
		return nil, 0, err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		database, head, ok := parse(lines.Bytes())
		switch {
		case !ok:
			damaged++
		case database == f.Database:
			kept = append(kept, head)
		}
	}
	return kept, damaged, lines.Err()
}

// parse reads what line writes.
func parse(text []byte) (database string, head ledger.Entry, ok bool) {
	v, p := ijson.Parse(text)
	if p != nil {
		return "", head, false
	}
	name, _ := v.Get("database")
	seq, _ := v.Get("entry")
	hash, _ := v.Get("hash")
	at, _ := v.Get("at")
	batch, _ := v.Get("batchId")
	head.Seq, ok = seq.Int()
	if head.Hash, _ = ledger.ParseHash(hash.Text); head.Hash == (ledger.Hash{}) || head.Seq < 1 {
		return "", head, false
	}
	head.Batch, _ = batch.Int()
	head.At, _ = time.Parse(time.RFC3339Nano, at.Text)
	return name.Text, head, ok
}

// Command is a program that gets a line for each head on stdin, in the form of File.
type Command struct {
	Words    []string // the program and its arguments
	Database string
	Timeout  time.Duration // 0 is Patience
}

// Patience is how long a command may take. Other writers wait for it, so it is shorter
// than they wait.
const Patience = 5 * time.Second

// Split splits a command at spaces. Quotes have no meaning.
func Split(command string) []string { return strings.Fields(command) }

// Keep runs the command, which has to succeed. It runs to its end or its timeout even if
// ctx ends: the commit that the head is from has happened.
func (c Command) Keep(ctx context.Context, head ledger.Entry) error {
	timeout := c.Timeout
	if timeout == 0 {
		timeout = Patience
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), timeout)
	defer cancel()
	command := exec.CommandContext(ctx, c.Words[0], c.Words[1:]...)
	command.WaitDelay = time.Second // a child of it may have its output open
	command.Stdin = bytes.NewReader(line(c.Database, head))
	var said bytes.Buffer
	command.Stderr = &said
	err := command.Run()
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		return fmt.Errorf("%s: not finished after %s", c.Words[0], timeout)
	}
	if first, _, _ := strings.Cut(strings.TrimSpace(said.String()), "\n"); first != "" {
		return fmt.Errorf("%s: %w: %s", c.Words[0], err, first)
	}
	return fmt.Errorf("%s: %w", c.Words[0], err)
}

// Several keeps a head in several places.
type Several []interface {
	Keep(ctx context.Context, head ledger.Entry) error
}

// Keep keeps a head in every place, also if one of them fails.
func (s Several) Keep(ctx context.Context, head ledger.Entry) (err error) {
	for _, place := range s {
		err = errors.Join(err, place.Keep(ctx, head))
	}
	return err
}
