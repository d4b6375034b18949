package event

import (
	"fmt"
	"io"
	"sync"
	"time"

	"assister/internal/problem"
)

// MaxLine is the longest line, its newline included, that we write and that
// readers have to accept.
const MaxLine = 1 << 20

// Codes of what the stream itself can be wrong with.
const (
	PreviewsCut  = "previews_cut"
	PlanTooLarge = "plan_too_large"
	LineTooLong  = "line_too_long"
	CutStream    = "cut_stream"
	BrokenStream = "broken_stream"
)

// Writer writes the stream of one command: a line for every event, each in one
// Write, so that a reader sees whole lines as they happen and lines of two
// writers do not mix. It keeps the promise about `start` and `done`: a body
// before the first or after the last is our mistake, and a panic. It may be
// used from several goroutines, since heartbeats come from a clock of their own.
type Writer struct {
	out           io.Writer
	correlationID string
	now           func() time.Time

	mu    sync.Mutex
	line  encoder
	seq   int
	ended bool
	err   error // the first that the output gave; nothing is written after it
}

// NewWriter begins a stream that carries the correlation id in every event.
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

// Emit writes one event. A list of operations that no line can hold is a
// *problem.Refusal and leaves the stream as it was; an error of the output stays.
func (w *Writer) Emit(b Body) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err != nil {
		return w.err
	}
	// A heartbeat may be late by the length of a line; it is then of no use.
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
			return nil
		}
	}
	if list {
		return problem.Refuse(problem.Rejected, PlanTooLarge,
			fmt.Sprintf("%d operations come to more than a line of the protocol can hold", len(ops.Operations)),
			"ask for less at once, or split the input")
	}
	return problem.Refuse(problem.Failed, LineTooLong,
		"a "+b.eventType()+" event comes to more than a line of the protocol can hold", "")
}

// Recorder keeps the events it is given, for whoever wants to look at them.
type Recorder struct{ Bodies []Body }

// Emit keeps the event.
func (r *Recorder) Emit(b Body) error {
	r.Bodies = append(r.Bodies, b)
	return nil
}

// Tee is a sink that gives every event to all of sinks, in their order. One
// that fails does not keep an event from the others; its error is returned.
func Tee(sinks ...Sink) Sink { return tee(sinks) }

type tee []Sink

func (t tee) Emit(b Body) error {
	var first error
	for _, s := range t {
		if err := s.Emit(b); err != nil && first == nil {
			first = err
		}
	}
	return first
}
