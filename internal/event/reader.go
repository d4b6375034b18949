package event

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"iter"
	"slices"

	"assister/internal/calendar"
	"assister/internal/ijson"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/schema"
)

const (
	maxDocument = 8 << 20 // bytes of a document over many lines
	maxKept     = 100     // unreadable lines that are kept one by one
	peeked      = 4096    // bytes that the form of the input is told from

	// Up to so many operations of so many bytes are held as they were read; more
	// are read a second time from where they are kept then.
	shortMost  = 1000
	shortBytes = 1 << 20
)

// Input is what dryrun and apply were given: operations, wherever they came
// from. All of it has been read, so a stream that was cut or a command that
// failed upstream is known before anything is done. Close it after use.
type Input struct {
	CorrelationID string // of the stream it was; "" for operations by themselves
	Stream        bool   // it was an event stream
	Version       int    // of the `ops` event that counted

	Count   int // operations in Batches
	Creates int // of these, by what they do; those that cannot be decoded are in none
	Updates int // set_status and other verbs on one record are updates too
	Deletes int
	Bulk    int // how much they touch is known only from the data

	// Invalid are the operations and lines that upstream had already found
	// wrong; they are not in Batches.
	Invalid int

	Problems     []Error // lines that cannot be read, the first hundred of them
	ProblemCount int     // how many there were in all

	Upstream *Upstream // how the command before us ended, when it did not end well

	short []Item // all of the operations as they were read, as long as they are few
	size  int    // bytes of these as JSON
	kept  spool  // all of them, when they are many
	text  []byte // of the last operation; used again by the next

	clock calendar.Clock // what relative days count from
}

// Item is one operation of the input.
type Item struct {
	Op       op.Op
	Problems []problem.Problem // why it is no operation; Op is not to be carried out then
	Raw      ijson.Value       // as it came, where there are Problems
	Line     int               // of the input; 0 in an event stream that does not say
}

// Entry is the item as an entry of an Ops event, before anything is checked.
func (i Item) Entry() Entry {
	e := Entry{Line: i.Line}
	e.Op, e.Errors = i.Op, i.Problems
	if len(i.Problems) > 0 {
		raw := i.Raw // a copy, so that only what has problems is kept beside its entry
		e.Raw = &raw
	}
	return e
}

// Read reads operations in any form (contract section 2): an event stream, an
// object with `operations`, an array, or one operation a line. A form is told
// from the beginning of the input. dir is where a long input is kept meanwhile,
// without a name; "" is the system's directory for such files. The clock is what
// relative days in operations count from.
//
// What cannot be used at all is a *problem.Refusal: nothing there
// (missing_operations), a stream without its `done` (cut_stream) or with lines
// that cannot be read or come after it (broken_stream), a document that is not
// JSON. All are of class Rejected, and nothing has changed. Single lines of
// operations that cannot be read are the Input's Problems.
func Read(ctx context.Context, r io.Reader, dir string, clock calendar.Clock) (*Input, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	in := &Input{kept: spool{dir: dir}, clock: clock}
	if err := in.read(newInterruptible(ctx, r)); err != nil {
		in.Close()
		return nil, err
	}
	return in, nil
}

// Origin is the Cause of a refusal of a stream that had at least said whose it
// is: what is said about it belongs to the same correlation id.
type Origin struct{ CorrelationID string }

func (o *Origin) Error() string { return "in the stream " + o.CorrelationID }

// Close gives back what the input was kept in, memory and file.
func (in *Input) Close() error {
	in.short = nil
	return in.kept.close()
}

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

// skipBlank goes to the first thing that is not space, past a byte order mark,
// and shows what begins there without taking it.
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
				Message: "an event that no stream begins before", Hint: "give a whole stream, from start to done, or operations alone"}}
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

// addAll keeps the operations of a line, which is mostly one.
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

// isEvent tells an event from an operation, which has no `type` of its own but
// may have come with one.
func isEvent(v ijson.Value) bool {
	t, ok := v.Get("type")
	_, operation := v.Get("op")
	return ok && t.Kind == ijson.String && !operation
}

// add keeps an operation. One in an entry of an `ops` event is taken out of it,
// so that what jq picks from a stream can be read too.
func (in *Input) add(v ijson.Value, line int) error {
	if inner, ok := v.Get("op"); ok && inner.Kind == ijson.Object {
		if found, _ := v.Get("errors"); len(found.Items) > 0 {
			in.Invalid++
			return nil
		}
		if n, ok := number(v, "line"); ok {
			line = int(n)
		}
		v = inner
	}
	item := Item{Line: line}
	item.Op, item.Problems = op.Decode(v, in.clock)
	if len(item.Problems) > 0 {
		item.Raw = v
	} else {
		in.tally(item.Op)
	}
	return in.keep(item)
}

// keep holds an operation with those before it, until there are too many.
func (in *Input) keep(item Item) error {
	few := len(in.short) == in.Count
	in.Count++
	in.text = item.appendJSON(in.text[:0])
	in.size += len(in.text)
	if few && in.Count <= shortMost && in.size <= shortBytes {
		in.short = append(roomy(in.short), item)
		return nil
	}
	held := in.short
	in.short = nil
	var text []byte
	for _, before := range held {
		text = before.appendJSON(text[:0])
		if err := in.kept.add(before.Line, text); err != nil {
			return err
		}
	}
	return in.kept.add(item.Line, in.text)
}

func (i Item) appendJSON(dst []byte) []byte {
	if len(i.Problems) > 0 {
		return ijson.AppendValue(dst, i.Raw)
	}
	return i.Op.AppendJSON(dst)
}

// roomy makes room for one more, and for four times as many where there is none: each
// growth leaves what it grew from behind, until that is collected.
func roomy(items []Item) []Item {
	if n := len(items); n == cap(items) && n < shortMost {
		return slices.Grow(items, min(max(8, 3*n), shortMost-n))
	}
	return items
}

func (in *Input) tally(o op.Op) {
	switch {
	case o.Verb.Bulk():
		in.Bulk++
	case o.Verb == schema.Create:
		in.Creates++
	case o.Verb == schema.Delete:
		in.Deletes++
	default:
		in.Updates++
	}
}

// Batches hands the operations on in order, at most size at a time; the last
// batch may be shorter. It can be gone through more than once.
func (in *Input) Batches(size int) iter.Seq2[[]Item, error] {
	return func(yield func([]Item, error) bool) {
		if len(in.short) == in.Count {
			for batch := range slices.Chunk(in.short, size) {
				if !yield(batch, nil) {
					return
				}
			}
			return
		}
		r, err := in.kept.reader()
		if err != nil {
			yield(nil, err)
			return
		}
		var buf []byte
		var batch []Item
		for left := in.Count; ; left-- {
			var line int
			line, buf, err = next(r, buf)
			if err == io.EOF {
				break
			}
			if err != nil {
				yield(nil, err)
				return
			}
			if batch == nil {
				batch = make([]Item, 0, min(size, left))
			}
			batch = append(batch, decode(buf, line, in.clock))
			if len(batch) == size {
				if !yield(batch, nil) {
					return
				}
				batch = nil
			}
		}
		if len(batch) > 0 {
			yield(batch, nil)
		}
	}
}

func decode(text []byte, line int, clock calendar.Clock) Item {
	v, fault := ijson.Parse(text)
	if fault != nil {
		panic("event: an operation that was kept is not JSON: " + fault.Message)
	}
	o, problems := op.Decode(v, clock)
	item := Item{Op: o, Problems: problems, Line: line}
	if len(problems) > 0 {
		item.Raw = v
	}
	return item
}

// Items is all of the operations at once, for input that is known to be short.
func (in *Input) Items() ([]Item, error) {
	for batch, err := range in.Batches(max(in.Count, 1)) {
		return batch, err
	}
	return nil, nil
}
