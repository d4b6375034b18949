package event

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"assister/internal/diag"
	"assister/internal/ijson"
	"assister/internal/op"
	"assister/internal/schema"
)

const (
	maxDocument = 8 << 20 // bytes of a document over many lines
	maxKept     = 100     // unreadable lines that are kept one by one
	peeked      = 4096    // bytes that the form of the input is told from

	// Up to so many operations of so many bytes are held as they were read; more
	// are read a second time from where they are kept.
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

	kept  spool
	short []Item // all of the operations as they were read, as long as they are few
	text  []byte // of the last operation; used again by the next
}

// Upstream is a command earlier in the pipe that did not end well. Whoever reads
// it changes nothing and ends the same way.
type Upstream struct {
	Done    Done
	Error   *Error   // its last error, if it said one
	Clarify *Clarify // its question, if it asked one
}

// Refusal is the same end for the command that read it.
func (u *Upstream) Refusal() *diag.Refusal {
	if u.Error != nil {
		return &diag.Refusal{Class: u.class(), Path: u.Error.Path, Line: u.Error.Line, More: u.Error.Details,
			Problem: diag.Problem{Code: u.Error.Code, Message: u.Error.Message, Hint: u.Error.Hint}}
	}
	if u.Clarify != nil {
		return diag.Refuse(diag.Unanswered, "clarify", u.Clarify.Question,
			"answer it with --select in the command that asked")
	}
	return diag.Refuse(u.class(), "upstream_failed",
		"the command before in the pipe ended with exit code "+strconv.Itoa(u.Done.ExitCode), "see its messages")
}

// class goes back from the exit code (contract section 8).
func (u *Upstream) class() diag.Class {
	switch u.Done.ExitCode {
	case 2:
		return diag.Usage
	case 3:
		return diag.Unanswered
	case 4:
		return diag.Rejected
	case 5:
		return diag.Conflict
	case 6:
		return diag.Unapproved
	case 7:
		return diag.Unavailable
	case 8:
		return diag.Unknown
	}
	return diag.Failed
}

// Item is one operation of the input.
type Item struct {
	Op       op.Op
	Problems []diag.Problem // why it is no operation; Op is not to be carried out then
	Raw      ijson.Value    // as it came, where there are Problems
	Line     int            // of the input; 0 in an event stream that does not say
}

// Entry is the item as an entry of an Ops event, before anything is checked.
func (i Item) Entry() Entry {
	e := Entry{Line: i.Line}
	e.Op, e.Errors = i.Op, i.Problems
	if len(i.Problems) > 0 {
		e.Raw = &i.Raw
	}
	return e
}

// Read reads operations in any form (contract section 2): an event stream, an
// object with `operations`, an array, or one operation a line. A form is told
// from the beginning of the input. dir is where a long input is kept meanwhile,
// without a name; "" is the system's directory for such files.
//
// What cannot be used at all is a *diag.Refusal: nothing there
// (missing_operations), a stream without its `done` (cut_stream) or with lines
// that cannot be read or come after it (broken_stream), a document that is not
// JSON. All are of class Rejected, and nothing has changed. Single lines of
// operations that cannot be read are the Input's Problems.
func Read(ctx context.Context, r io.Reader, dir string) (*Input, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	in := &Input{kept: spool{dir: dir}}
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

// Close gives back what the input was kept in.
func (in *Input) Close() error { return in.kept.close() }

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

func missing(message, hint string) *diag.Refusal {
	return diag.Refuse(diag.Rejected, diag.MissingOperations, message, hint)
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

// isDocument tells one JSON document from lines of JSON: an array, an object
// that begins with `operations`, or an object whose first line ends where no
// value does.
func isDocument(begin []byte) bool {
	if begin[0] != '{' {
		return begin[0] == '['
	}
	if bytes.HasPrefix(trim(begin[1:]), []byte(`"operations"`)) {
		return true
	}
	first, _, whole := bytes.Cut(begin, []byte{'\n'})
	if first = trim(first); !whole {
		return false
	}
	return bytes.IndexByte([]byte("{[,:"), first[len(first)-1]) >= 0
}

func (in *Input) readDocument(l *lines) error {
	text, err := io.ReadAll(io.LimitReader(l.in, maxDocument+1))
	if err != nil {
		return fmt.Errorf("read operations: %w", err)
	}
	if len(text) > maxDocument {
		return diag.Refuse(diag.Rejected, "document_too_long", "the document is longer than 8 MB", "write one operation a line; that can be as long as you like")
	}
	if one, err := in.readOne(text, l.line+1); one {
		return err
	}
	// The elements are taken out one by one: a tree of all of it would be many
	// times as large as the text.
	w := &walker{in: in, text: text, first: l.line + 1, d: jsontext.NewDecoder(bytes.NewBuffer(text))}
	if err := w.walk(); err != nil {
		return err
	}
	if in.Count+in.Invalid+in.ProblemCount == 0 {
		return missing("there are no operations in it", howToGive)
	}
	return nil
}

const howToGive = `write {"operations":[…]}, an array, or one operation a line`

// readOne reads a document that is a single operation over several lines.
func (in *Input) readOne(text []byte, line int) (one bool, err error) {
	if len(text) > MaxLine {
		return false, nil
	}
	v, problem := ijson.Parse(text)
	if problem != nil || v.Kind != ijson.Object {
		return false, nil
	}
	if _, several := v.Get("operations"); several {
		return false, nil
	}
	return true, in.add(v, line)
}

// walker goes through a document that is too large to hold as a tree.
type walker struct {
	in    *Input
	text  []byte
	d     *jsontext.Decoder
	first int // number of the line that the text begins on
	at    int // offset up to which lines are counted
	line  int
}

func (w *walker) walk() error {
	if !utf8.Valid(w.text) {
		return w.refuse(diag.Problem{Code: ijson.InvalidUTF8, Message: "not valid UTF-8", Hint: "save the input as UTF-8"})
	}
	found, err := w.document()
	if err != nil {
		return w.because(err)
	}
	switch _, err := w.d.ReadToken(); {
	case err == nil:
		return w.refuse(diag.Problem{Code: ijson.InvalidJSON, Message: "more than one JSON document", Hint: "write one operation a line, such as jq -c does"})
	case err != io.EOF:
		return w.because(err)
	case !found:
		return missing("there is no array of operations in it", howToGive)
	}
	return nil
}

func (w *walker) document() (found bool, err error) {
	if w.d.PeekKind() == '[' {
		return true, w.array()
	}
	if _, err := w.d.ReadToken(); err != nil {
		return false, err
	}
	for w.d.PeekKind() != '}' {
		name, err := w.d.ReadToken()
		if err != nil {
			return false, err
		}
		if name.String() == "operations" && w.d.PeekKind() == '[' {
			found, err = true, w.array()
		} else {
			err = w.d.SkipValue()
		}
		if err != nil {
			return false, err
		}
	}
	_, err = w.d.ReadToken()
	return found, err
}

func (w *walker) array() error {
	if _, err := w.d.ReadToken(); err != nil {
		return err
	}
	for w.d.PeekKind() != ']' {
		text, err := w.d.ReadValue()
		if err != nil {
			return err
		}
		line := w.lineAt(int(w.d.InputOffset()) - len(text))
		if len(text) > MaxLine {
			w.in.unreadable(line, tooLong())
			continue
		}
		v, problem := ijson.Parse(text)
		if problem != nil {
			w.in.unreadable(line, *problem)
			continue
		}
		if err := w.in.add(v, line); err != nil {
			return err
		}
	}
	_, err := w.d.ReadToken()
	return err
}

func (w *walker) lineAt(offset int) int {
	w.line += bytes.Count(w.text[w.at:offset], []byte{'\n'})
	w.at = offset
	return w.first + w.line
}

// because makes a refusal of what the decoder says; other errors are ours.
func (w *walker) because(err error) error {
	var syntax *jsontext.SyntacticError
	switch {
	case errors.Is(err, jsontext.ErrDuplicateName):
		return w.refuse(diag.Problem{Code: ijson.DuplicateName, Message: "the same name twice in one object", Hint: "keep one of them"})
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return w.refuse(diag.Problem{Code: ijson.InvalidJSON, Message: "the document ends before it is complete"})
	case errors.As(err, &syntax):
		w.lineAt(max(w.at, min(int(syntax.ByteOffset), len(w.text))))
		return w.refuse(diag.Problem{Code: ijson.InvalidJSON, Message: "not valid JSON", Hint: howToGive})
	}
	return err
}

func (w *walker) refuse(p diag.Problem) error {
	return &diag.Refusal{Class: diag.Rejected, Problem: p, Line: w.first + w.line}
}

func tooLong() diag.Problem {
	return diag.Problem{Code: LineTooLong, Message: "longer than 1 MB", Hint: "write one operation a line"}
}

func (in *Input) unreadable(line int, p diag.Problem) {
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
		v, problem := ijson.Parse(text)
		if problem != nil {
			in.unreadable(l.line, *problem)
			first = false
			continue
		}
		if first && isEvent(v) {
			return in.readStream(l, v)
		}
		first = false
		if _, numbered := number(v, "seq"); numbered && isEvent(v) {
			return &diag.Refusal{Class: diag.Rejected, Line: l.line, Problem: diag.Problem{Code: BrokenStream,
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
	item.Op, item.Problems = op.Decode(v)
	if len(item.Problems) > 0 {
		item.Raw = v
		in.text = ijson.AppendValue(in.text[:0], v)
	} else {
		in.text = item.Op.AppendJSON(in.text[:0])
		in.tally(item.Op)
	}
	in.Count++
	if in.Count <= shortMost && len(in.kept.head) <= shortBytes {
		in.short = append(in.short, item)
	} else {
		in.short = nil
	}
	return in.kept.add(line, in.text)
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

func (in *Input) readStream(l *lines, first ijson.Value) error {
	s := stream{}
	in.Stream = true
	s.take(first)
	for {
		text, long, err := l.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return fmt.Errorf("read events: %w", err)
		}
		switch {
		case long:
			in.unreadable(l.line, tooLong())
		case len(text) == 0:
		case s.done != nil:
			in.unreadable(l.line, diag.Problem{Code: BrokenStream, Message: "comes after done"})
		default:
			v, problem := ijson.Parse(text)
			if problem == nil && v.Kind != ijson.Object {
				problem = &diag.Problem{Code: BrokenStream, Message: "not an event"}
			}
			if problem != nil {
				in.unreadable(l.line, *problem)
				continue
			}
			s.take(v)
		}
	}
	return in.end(s)
}

// stream is what counts of an event stream, as far as it has been read.
type stream struct {
	correlationID string
	ops           *ijson.Value // of the last `ops` event
	lineErrors    int
	failed        *Error
	clarify       *Clarify
	done          *Done
}

func (s *stream) take(v ijson.Value) {
	if s.correlationID == "" {
		s.correlationID = words(v, "correlationId")
	}
	switch words(v, "type") {
	case "ops":
		s.ops = &v
	case "clarify":
		c := readClarify(v)
		s.clarify = &c
	case "error":
		// A line that upstream could not read is one invalid operation, and
		// fatal only if `done` says so.
		e := readError(v)
		if e.Line > 0 {
			s.lineErrors++
		}
		if e.Line == 0 || s.failed == nil {
			s.failed = &e
		}
	case "done":
		d := readDone(v)
		s.done = &d
	}
}

// maxCorrelationID is far beyond any that a program makes up.
const maxCorrelationID = 256

func (in *Input) end(s stream) error {
	// The id goes into the ledger and into the idempotency key, so one that is
	// no id is neither taken over nor quietly replaced.
	if len(s.correlationID) > maxCorrelationID || strings.ContainsFunc(s.correlationID, unicode.IsControl) {
		return diag.Refuse(diag.Rejected, BrokenStream, "the event stream has a correlationId that is no id",
			"run the command before again, with another --correlation-id")
	}
	in.CorrelationID = s.correlationID
	origin := &Origin{CorrelationID: s.correlationID}
	switch {
	case s.done == nil:
		return &diag.Refusal{Class: diag.Rejected, Cause: origin, Problem: diag.Problem{
			Code: CutStream, Message: "the stream ends before it is done",
			Hint: "the command before may have been interrupted; run it again"}}
	case in.ProblemCount > 0:
		p := in.Problems[0]
		return &diag.Refusal{Class: diag.Rejected, Line: p.Line, Cause: origin, Problem: diag.Problem{
			Code: BrokenStream, Message: "the event stream cannot be trusted: " + p.Message, Hint: "run the command before again"}}
	}
	if !endedWell(*s.done) || s.clarify != nil || s.failed != nil && s.failed.Line == 0 {
		if s.done.ExitCode == 0 {
			s.done.ExitCode = 1
			if s.clarify != nil {
				s.done.ExitCode = 3
			}
		}
		in.Upstream = &Upstream{Done: *s.done, Error: s.failed, Clarify: s.clarify}
	}
	in.Invalid += s.lineErrors
	if s.ops == nil {
		if in.Upstream != nil {
			return nil
		}
		refusal := missing("the stream has no operations", "only commands that propose or rehearse write some")
		refusal.Cause = origin
		return refusal
	}
	version, _ := number(*s.ops, "version")
	in.Version = int(version)
	operations, _ := s.ops.Get("operations")
	for _, entry := range operations.Items {
		if err := in.add(entry, 0); err != nil {
			return err
		}
	}
	return nil
}

// endedWell: 10 is `dryrun --exit-code` saying that something would change.
func endedWell(d Done) bool { return d.ExitCode == 0 || d.ExitCode == 10 }

// words is a string member, or nothing.
func words(v ijson.Value, name string) string {
	m, _ := v.Get(name)
	if m.Kind != ijson.String {
		return ""
	}
	return m.Text
}

func number(v ijson.Value, name string) (int64, bool) {
	m, _ := v.Get(name)
	return m.Int()
}

func readError(v ijson.Value) Error {
	e := Error{Code: words(v, "code"), Message: words(v, "message"), Hint: words(v, "hint"), Path: words(v, "path")}
	line, _ := number(v, "line")
	e.Line = int(line)
	details, _ := v.Get("details")
	for _, d := range details.Items {
		e.Details = append(e.Details, diag.Problem{
			Code: words(d, "code"), Field: words(d, "field"), Message: words(d, "message"), Hint: words(d, "hint")})
	}
	return e
}

// readDone takes a `done` that does not say its exit code for a failure.
func readDone(v ijson.Value) Done {
	d := Done{Status: words(v, "status"), IdempotencyKey: words(v, "idempotencyKey"), AuditHead: words(v, "auditHead"), ExitCode: 1}
	if code, ok := number(v, "exitCode"); ok {
		d.ExitCode = int(code)
	}
	d.BatchID, _ = number(v, "batchId")
	batches, _ := number(v, "batches")
	d.Batches = int(batches)
	replayed, _ := v.Get("replayed")
	d.Replayed = replayed.Bool
	return d
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
			batch = append(batch, decode(buf, line))
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

func decode(text []byte, line int) Item {
	v, problem := ijson.Parse(text)
	if problem != nil {
		panic("event: an operation that was kept is not JSON: " + problem.Message)
	}
	o, problems := op.Decode(v)
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
