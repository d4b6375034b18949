package event

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"

	"assister/internal/ijson"
	"assister/internal/ledger"
	"assister/internal/problem"
)

// Upstream is a command earlier in the pipe that failed or asked a question. A
// command that reads its stream changes nothing and ends the same way.
type Upstream struct {
	Done    Done
	Error   *Error   // its error, if there is one
	Clarify *Clarify // its question, if there is one
}

// Refusal returns the refusal with which the reading command ends.
func (u *Upstream) Refusal() *problem.Refusal {
	if u.Error != nil {
		return &problem.Refusal{Class: u.class(), Path: u.Error.Path, Line: u.Error.Line, More: u.Error.Details,
			Problem: problem.Problem{Code: u.Error.Code, Message: u.Error.Message, Hint: u.Error.Hint}}
	}
	if u.Clarify != nil {
		return problem.Refuse(problem.Unanswered, "clarify", u.Clarify.Question,
			"answer it with --select in the command that asked")
	}
	return problem.Refuse(u.class(), "upstream_failed",
		"the command before in the pipe ended with exit code "+strconv.Itoa(u.Done.ExitCode), "see its messages")
}

// class returns the class of the exit code; see "assister help exit-codes".
func (u *Upstream) class() problem.Class {
	switch u.Done.ExitCode {
	case 2:
		return problem.Usage
	case 3:
		return problem.Unanswered
	case 4:
		return problem.Rejected
	case 5:
		return problem.Conflict
	case 6:
		return problem.Unapproved
	case 7:
		return problem.Unavailable
	case 8:
		return problem.Unknown
	}
	return problem.Failed
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
			in.unreadable(l.line, problem.Problem{Code: BrokenStream, Message: "there is an event after done"})
		default:
			v, fault := ijson.Parse(text)
			if fault == nil && v.Kind != ijson.Object {
				fault = &problem.Problem{Code: BrokenStream, Message: "the line is not an event"}
			}
			if fault != nil {
				in.unreadable(l.line, *fault)
				continue
			}
			s.take(v)
		}
	}
	return in.end(s)
}

// stream holds the events that matter to a reader, as far as they have been read.
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
		// A line that upstream could not read is an invalid operation. It is fatal
		// only if `done` says so.
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

// maxCorrelationID is far longer than any id that a program generates.
const maxCorrelationID = 256

// end uses the events of a stream that was read to its end.
func (in *Input) end(s stream) error {
	// The id is stored in the ledger and is part of the idempotency key, so a bad one
	// is neither accepted nor replaced.
	if len(s.correlationID) > maxCorrelationID || strings.ContainsFunc(s.correlationID, unicode.IsControl) {
		return problem.Refuse(problem.Rejected, BrokenStream, "the event stream has an invalid correlationId",
			"run the command before again, with another --correlation-id")
	}
	in.CorrelationID = s.correlationID
	origin := &Origin{CorrelationID: s.correlationID}
	switch {
	case s.done == nil:
		return &problem.Refusal{Class: problem.Rejected, Cause: origin, Problem: problem.Problem{
			Code: CutStream, Message: "the stream ends before it is done",
			Hint: "the previous command may have been interrupted; run it again"}}
	case in.ProblemCount > 0:
		p := in.Problems[0]
		return &problem.Refusal{Class: problem.Rejected, Line: p.Line, Cause: origin, Problem: problem.Problem{
			Code: BrokenStream, Message: "the event stream cannot be trusted: " + p.Message,
			Hint: "run the previous command again"}}
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
		refusal := missing("the stream has no operations", "pipe in the output of propose, dryrun or undo --dry-run")
		refusal.Cause = origin
		return refusal
	}
	version, _ := number(*s.ops, "version")
	in.Version, in.Language = int(version), words(*s.ops, "language")
	in.Words = ledger.AskedBy("", words(*s.ops, "words")).Words
	operations, _ := s.ops.Get("operations")
	written := words(*s.ops, "digest")
	in.Edited = written == "" || written != s.done.Digest || written != digestRead(operations.Items)
	for _, entry := range operations.Items {
		if err := in.add(entry, 0); err != nil {
			return err
		}
	}
	return nil
}

// digestRead returns the digest of the entries of an `ops` event as they were read; "" if
// they have none.
func digestRead(entries []ijson.Value) string {
	d := newDigest()
	var text []byte
	for _, v := range entries {
		g := readGiven(v, 0)
		if g.invalid {
			d.addInvalid()
			continue
		}
		text = ijson.AppendValue(text[:0], g.operation)
		if d.add(text, g.source) != nil {
			return ""
		}
	}
	return d.String()
}

// endedWell reports success. Exit code 10 of `dryrun --exit-code` means that something
// would change.
func endedWell(d Done) bool { return d.ExitCode == 0 || d.ExitCode == 10 }

func readError(v ijson.Value) Error {
	p := readProblem(v)
	e := Error{Code: p.Code, Field: p.Field, Message: p.Message, Hint: p.Hint, Path: words(v, "path")}
	line, _ := number(v, "line")
	e.Line = int(line)
	details, _ := v.Get("details")
	for _, d := range details.Items {
		e.Details = append(e.Details, readProblem(d))
	}
	return e
}

func readProblem(v ijson.Value) problem.Problem {
	return problem.Problem{
		Code: words(v, "code"), Field: words(v, "field"), Message: words(v, "message"), Hint: words(v, "hint"),
	}
}

// readDone reads `done`. Without an exit code it is a failure.
func readDone(v ijson.Value) Done {
	d := Done{
		Status: words(v, "status"), ExitCode: 1,
		IdempotencyKey: words(v, "idempotencyKey"), AuditHead: words(v, "auditHead"), Digest: words(v, "digest"),
	}
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
