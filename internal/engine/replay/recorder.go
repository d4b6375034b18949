package replay

import (
	"context"
	"fmt"
	"io"
	"os"
	"sync"

	"assister/internal/ijson"
	"assister/internal/propose"
)

// Recorder records the answers of another completer. It is a propose.Completer. An
// exchange that fails is not recorded.
type Recorder struct {
	Of propose.Completer
	To io.Writer // a recording that has begun; see Create

	writing  sync.Mutex
	recorded *propose.Capabilities // the capabilities that were written last
}

// Create opens a recording to append to, or creates one. Only its owner may read it,
// because it contains the user's requests and records. Create refuses a file that is
// not a recording.
func Create(name string) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open the recording: %w", err)
	}
	if err := begin(name, f); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

func begin(name string, f *os.File) error {
	about, err := f.Stat()
	if err != nil {
		return fmt.Errorf("open the recording: %w", err)
	}
	if !about.Mode().IsRegular() {
		return invalid(name, 0, "the recording must be a regular file")
	}
	if about.Size() > 0 {
		if _, err := Read(name, f); err != nil {
			return err
		}
	} else if err := write(f, beginning(ByPrompt)); err != nil {
		return err
	}
	if about.Mode().Perm()&0o077 == 0 {
		return nil
	}
	if err := f.Chmod(0o600); err != nil {
		return fmt.Errorf("make the recording private: %w", err)
	}
	return nil
}

// write writes a line at once, so that two processes can append to one recording.
func write(to io.Writer, v ijson.Value) error {
	if _, err := to.Write(append(ijson.AppendValue(nil, v), '\n')); err != nil {
		return fmt.Errorf("write the recording: %w", err)
	}
	return nil
}

// Complete implements propose.Completer.
func (r *Recorder) Complete(
	ctx context.Context, p propose.Prompt, each func(propose.Chunk) error) (propose.Reply, error) {
	x := exchange{purpose: p.Purpose, fingerprint: Fingerprint(p)}
	reply, err := r.Of.Complete(ctx, p, func(piece propose.Chunk) error {
		x.pieces = append(x.pieces, piece)
		if each == nil {
			return nil
		}
		return each(piece)
	})
	if err != nil {
		return reply, err
	}
	x.reply = reply
	r.writing.Lock()
	defer r.writing.Unlock()
	return reply, write(r.To, line(p, x))
}

// Capabilities implements propose.Completer. If a server turns out to have fewer
// capabilities than it reported, they are recorded again: the last line counts.
func (r *Recorder) Capabilities(ctx context.Context) (propose.Capabilities, error) {
	able, err := r.Of.Capabilities(ctx)
	able.Correction = 0 // a prompt must not depend on what earlier processes have learned
	if err != nil {
		return able, err
	}
	r.writing.Lock()
	defer r.writing.Unlock()
	if r.recorded != nil && *r.recorded == able {
		return able, nil
	}
	r.recorded = &able
	return able, write(r.To, ability(able))
}
