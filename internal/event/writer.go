package event

import (
	"fmt"
	"io"
	"sync"
	"time"

	"assister/internal/problem"
)

// MaxLine is the longest line in bytes, with its newline, that a Writer writes and
// that a reader must accept.
const MaxLine = 1 << 20

// Codes of problems with the stream itself.
const (
	PreviewsCut  = "previews_cut"
	PlanTooLarge = "plan_too_large"
	LineTooLong  = "line_too_long"
	CutStream    = "cut_stream"
	BrokenStream = "broken_stream"
)

// Writer writes the stream of one command. Each event is one line in one Write, so
// that readers see whole lines as they happen and the lines of two writers do not
// mix. An event before `start` or after `done` is a bug, and a panic. A Writer can be
// used from several goroutines, since heartbeats come from one of their own.
type Writer struct {
	out           io.Writer
	correlationID string
	now           func() time.Time

	mu    sync.Mutex
	line  encoder
	seq   int
	ended bool
	ops   string // digest of the last `ops` event
	err   error  // the first of the output; nothing is written after it
}

// NewWriter returns a writer that puts the correlation id into every event.
func NewWriter(out io.Writer, correlationID string, now func() time.Time) *Writer {
	return &Writer{out: out, correlationID: correlationID, now: now}
}

// Started reports whether `start` has been written.
func (w *Writer) Started() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.seq > 0
}

// Ended reports whether `done` has been written.
func (w *Writer) Ended() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.ended
}

// Emit writes one event. If a line cannot hold it, the error is a *problem.Refusal
// and the stream can be continued. An error of the output is final.
func (w *Writer) Emit(b Body) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err != nil {
		return w.err
	}
	// A heartbeat may come just before the first event or after the last one.
	if _, beat := b.(Heartbeat); beat && (w.ended || w.seq == 0) {
		return nil
	}
	w.keepOrder(b)

	if err := w.encode(b); err != nil {
		return err
	}
	w.seq++
	if _, last := b.(Done); last {
		w.ended = true
	}
	if _, err := w.out.Write(w.line.buf); err != nil {
		w.err = fmt.Errorf("write event: %w", err)
		return w.err
	}
	return nil
}

func (w *Writer) keepOrder(b Body) {
	_, first := b.(Start)
	switch {
	case w.ended:
		panic("event: " + b.eventType() + " after done; done is the last event of every stream, exactly once")
	case first != (w.seq == 0):
		panic("event: " + b.eventType() + " out of place; start is the first event of every stream, exactly once")
	}
}

func (w *Writer) encode(b Body) error {
	at := w.now()
	ops, list := b.(Ops)
	if list {
		ops.digest = digestOf(ops.Operations)
		b = ops
	}
	if done, last := b.(Done); last {
		done.Digest = w.ops
		b = done
	}
	for _, cut := range [...]bool{false, true} {
		w.line.buf = w.line.buf[:0]
		w.line.envelope(b, w.seq, at, w.correlationID)
		if list && cut {
			ops.cut = true
			b = ops
		}
		b.encode(&w.line)
		w.line.close('}')
		w.line.close('\n')
		if len(w.line.buf) <= MaxLine {
			if list {
				w.ops = ops.digest
			}
			return nil
		}
	}
	if list {
		return problem.Refuse(problem.Rejected, PlanTooLarge,
			problem.Count(len(ops.Operations), "operation")+" do not fit on one line of the protocol",
			"ask for fewer changes at once, or split the input")
	}
	return problem.Refuse(problem.Failed, LineTooLong,
		"a "+b.eventType()+" event does not fit on one line of the protocol", "")
}

// Recorder is a sink that keeps the events.
type Recorder struct{ Bodies []Body }

// Emit keeps the event.
func (r *Recorder) Emit(b Body) error {
	r.Bodies = append(r.Bodies, b)
	return nil
}
