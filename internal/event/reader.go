package event

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"iter"

	"assister/internal/calendar"
	"assister/internal/ijson"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/schema"
)

const (
	maxDocument = 8 << 20 // bytes of a document over many lines
	maxKept     = 100     // unreadable lines that are kept one by one
	peeked      = 4096    // bytes that decide which form the input has
)

// Input is the operations that dryrun and apply read, in whatever form they came.
// All of it has been read, so a stream that was cut or a command that failed
// upstream is known before anything is changed. Close it after use.
type Input struct {
	CorrelationID string // of the stream; "" for operations without one
	Stream        bool   // the input was an event stream
	Version       int    // of the `ops` event that was used: the last one
	Language      string // of that event; "" if it has none
	Words         string // that asked for its operations; "" if it has none

	// Edited reports that the operations of the stream are not those that it was
	// written with: their digest is another one, or missing.
	Edited bool

	OperationCounts

	// Invalid counts the operations and lines that upstream had already found
	// wrong. They are not in Batches.
	Invalid int

	Problems     []Error // lines that cannot be read, the first hundred of them
	ProblemCount int     // how many there were in all

	Upstream *Upstream // how the command before us ended; nil if it ended well

	operations buffer
}

// OperationCounts counts the operations of an Input by what they do. Those that
// cannot be decoded are only in Count.
type OperationCounts struct {
	Count   int // operations in Batches
	Creates int
	Updates int // set_status and other verbs on one record included
	Deletes int
	Bulk    int // how many records they change depends on the data
	ByModel int // a model made them, whatever they do
}

// Item is one operation of the input.
type Item struct {
	Op       op.Op             // to be applied only if there are no Problems
	Problems []problem.Problem // what is wrong with it
	Raw      ijson.Value       // as it came; set only if there are Problems
	Line     int               // of the input; 0 in an event stream that does not give it
}

// Entry returns the item as an entry of an Ops event that has not been checked.
func (i Item) Entry() Entry {
	e := Entry{Line: i.Line}
	e.Op, e.Errors = i.Op, i.Problems
	if len(i.Problems) > 0 {
		raw := i.Raw // a copy, so that the entry does not keep the whole item alive
		e.Raw = &raw
	}
	return e
}

// Read reads operations in any of their forms: an event stream, an object with
// `operations`, an array, or one operation on each line. The beginning of the
// input decides which form it has. A long input is spooled to a temporary file
// without a name in dir; if dir is "", in the system's directory for such files.
// Relative days in operations count from the clock.
//
// The error is a *problem.Refusal of class Rejected if nothing can be used: there
// are no operations (missing_operations), a stream has no `done` (cut_stream), a
// stream has lines that cannot be read or that follow `done` (broken_stream), or
// a document is not JSON. Lines of operations that cannot be read are in the
// Input's Problems instead.
func Read(ctx context.Context, r io.Reader, dir string, clock calendar.Clock) (*Input, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	in := &Input{operations: buffer{spool: spool{dir: dir}, clock: clock}}
	if err := in.read(newInterruptible(ctx, r)); err != nil {
		in.Close()
		return nil, err
	}
	return in, nil
}

// Origin is the Cause of refusing a stream that gave its correlation id, so that
// the refusal can be reported under the same id.
type Origin struct{ CorrelationID string }

func (o *Origin) Error() string { return "in the stream " + o.CorrelationID }

// Close releases the memory and the file that hold the operations.
func (in *Input) Close() error { return in.operations.close() }

func (in *Input) read(r io.Reader) error {
	l := &lines{in: bufio.NewReaderSize(r, 64<<10)}
	begin, err := l.skipBlank()
	if err != nil {
		return fmt.Errorf("read operations: %w", err)
	}
	if len(begin) == 0 {
		return missing("there is nothing to read", "give operations on standard input or in a file")
	}
	if isDocument(begin) {
		return in.readDocument(l)
	}
	return in.readLines(l)
}

func missing(message, hint string) *problem.Refusal {
	return problem.Refuse(problem.Rejected, problem.MissingOperations, message, hint)
}

// skipBlank skips a byte order mark and white space, and returns the bytes that
// follow without consuming them.
func (l *lines) skipBlank() ([]byte, error) {
	if mark, _ := l.in.Peek(3); string(mark) == "\xef\xbb\xbf" {
		l.in.Discard(3)
	}
	for {
		c, err := l.in.ReadByte()
		if err == io.EOF {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		if !space(c) {
			break
		}
		if c == '\n' {
			l.line++
		}
	}
	l.in.UnreadByte()
	begin, err := l.in.Peek(peeked)
	if err == io.EOF {
		err = nil
	}
	return begin, err
}

const howToGive = `write {"operations":[…]}, an array, or one operation a line`

func (in *Input) unreadable(line int, p problem.Problem) {
	in.ProblemCount++
	if len(in.Problems) < maxKept {
		in.Problems = append(in.Problems, Error{Code: p.Code, Message: p.Message, Hint: p.Hint, Line: line})
	}
}

func (in *Input) readLines(l *lines) error {
	for first := true; ; {
		text, long, err := l.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return fmt.Errorf("read operations: %w", err)
		}
		if long {
			in.unreadable(l.line, tooLong())
			first = false
			continue
		}
		if len(text) == 0 {
			continue
		}
		v, fault := ijson.Parse(text)
		if fault != nil {
			in.unreadable(l.line, *fault)
			first = false
			continue
		}
		if first && isEvent(v) {
			return in.readStream(l, v)
		}
		first = false
		if _, numbered := number(v, "seq"); numbered && isEvent(v) {
			return &problem.Refusal{Class: problem.Rejected, Line: l.line, Problem: problem.Problem{Code: BrokenStream,
				Message: "an event outside of a stream",
				Hint:    "pass a whole stream, from start to done, or only operations"}}
		}
		if err := in.addAll(v, l.line); err != nil {
			return err
		}
	}
	if in.Count+in.Invalid+in.ProblemCount == 0 {
		return missing("there are no operations in it", howToGive)
	}
	return nil
}

// addAll adds the operations of a line, usually one.
func (in *Input) addAll(v ijson.Value, line int) error {
	several, ok := v.Get("operations")
	if _, one := v.Get("op"); one || !ok || several.Kind != ijson.Array {
		return in.add(v, line)
	}
	for _, item := range several.Items {
		if err := in.add(item, line); err != nil {
			return err
		}
	}
	return nil
}

// isEvent reports whether v is an event. An operation may have a `type` too, but
// then it also has an `op`.
func isEvent(v ijson.Value) bool {
	t, ok := v.Get("type")
	_, operation := v.Get("op")
	return ok && t.Kind == ijson.String && !operation
}

// given is an operation as it comes in the input.
type given struct {
	operation ijson.Value
	source    op.Source
	line      int
	invalid   bool // upstream has found it wrong
}

// readGiven reads an operation, or the operation inside an entry of an `ops` event, so
// that entries which jq has selected from a stream can be read too.
func readGiven(v ijson.Value, line int) given {
	inner, ok := v.Get("op")
	found, _ := v.Get("errors")
	warnings, _ := v.Get("warnings")
	// An operation that could not be decoded can be any JSON value.
	undecoded := len(found.Items) > 0 && warnings.Kind == ijson.Array
	if !ok || inner.Kind != ijson.Object && !undecoded {
		return given{operation: v, line: line}
	}
	g := given{operation: inner, source: readSource(v), line: line, invalid: len(found.Items) > 0}
	if n, ok := number(v, "line"); ok {
		g.line = int(n)
	}
	return g
}

// add adds an operation, or an entry of an `ops` event.
func (in *Input) add(v ijson.Value, line int) error {
	g := readGiven(v, line)
	if g.invalid {
		in.Invalid++
		return nil
	}
	item := Item{Line: g.line}
	item.Op, item.Problems = op.Decode(g.operation, in.operations.clock)
	item.Op.Source = g.source
	if len(item.Problems) > 0 {
		item.Raw = g.operation
	} else {
		in.OperationCounts.add(item.Op)
	}
	in.Count++
	return in.operations.add(item)
}

// readSource reads the source of an entry. A person who writes entries leaves it out. A
// word of a later version counts as a model, for which the strictest rules hold.
func readSource(entry ijson.Value) op.Source {
	given, ok := entry.Get("source")
	if !ok || given.Kind == ijson.Null {
		return op.ByHand
	}
	source, known := op.ParseSource(given.Text)
	if !known {
		return op.ByModel
	}
	return source
}

func (c *OperationCounts) add(o op.Op) {
	if o.Source == op.ByModel {
		c.ByModel++
	}
	switch {
	case o.Verb.Bulk():
		c.Bulk++
	case o.Verb == schema.Create:
		c.Creates++
	case o.Verb == schema.Delete:
		c.Deletes++
	default:
		c.Updates++
	}
}

// Batches returns the operations in order, at most size at a time; the last batch
// may be shorter. It can be called more than once.
func (in *Input) Batches(size int) iter.Seq2[[]Item, error] { return in.operations.batches(size) }

// Items returns all operations at once, for input that is known to be short.
func (in *Input) Items() ([]Item, error) {
	for batch, err := range in.Batches(max(in.Count, 1)) {
		return batch, err
	}
	return nil, nil
}
