package cli

import (
	"errors"
	"fmt"
	"io"
	"time"

	"assister/internal/assist"
	"assister/internal/config"
	"assister/internal/door"
	"assister/internal/event"
	"assister/internal/problem"
	"assister/internal/rows"
	"assister/internal/terminal"
	"assister/internal/view"
)

// output is where the events of a command go: to stdout as a stream or as text, and
// some to stderr, for people.
type output struct {
	program *program
	set     config.Settings
	form    string // ndjson, text, json: chosen fields of rows as one array; or protocolForm
	stdout  outlet

	rows       *rows.Array // of form json; nil until the fields are chosen
	sink       event.Sink  // nil before start
	complaints event.Sink  // errors in words, on stderr
	asked      bool        // a question was emitted
	muted      bool        // errors are not repeated on stderr
	next
}

// next is what the output says about what to do next.
type next struct {
	session string     // that the command continues
	hints   door.Hints // of the interface that the request came through
}

func newOutput(p *program, s config.Settings) *output {
	o := &output{program: p, set: s, form: s.Text("output"), stdout: outlet{w: p.Out}}
	if o.form != "ndjson" && o.form != "text" {
		o.form = "ndjson"
		if terminal.Is(p.Out) {
			o.form = "text"
		}
	}
	return o
}

// stdoutAnnotation is the annotation of a command whose stdout is not for events, and
// protocolForm its value: stdout is for the messages of another protocol, and errors are on
// stderr, in words.
const (
	stdoutAnnotation = "stdout"
	protocolForm     = "protocol"
)

// nowhere is a sink for events that nobody reads.
type nowhere struct{}

func (nowhere) Emit(event.Body) error { return nil }

func (o *output) begun() bool { return o.sink != nil }

// failure is the error that has ended the output.
func (o *output) failure() error { return o.stdout.err }

// begin opens the stream with `start`. The zone is that of instants in text.
func (o *output) begin(start event.Start, correlationID string, zone *time.Location, now func() time.Time) error {
	switch o.form {
	case protocolForm:
		o.sink = nowhere{}
	case "json":
		if o.rows == nil {
			o.rows = &rows.Array{} // the fields were wrong; nothing is printed
		}
		o.sink = o.rows
	case "text":
		o.sink = view.NewText(&o.stdout, view.Options{
			Colour: terminal.Colour(o.program.env, terminal.Is(o.program.Out)), Width: terminal.Width(o.program.Out),
			Verbose: o.set.On("verbose"), Quiet: o.set.On("quiet"), Messages: o.program.Err, Session: o.session,
			Zone: zone, Live: o.program.live != nil,
		})
	default:
		o.sink = event.NewWriter(&o.stdout, correlationID, now)
	}
	return o.sink.Emit(start)
}

// Emit emits an event after `start`. Errors, and with --verbose each step, go to
// stderr in words too, if stdout is a stream.
func (o *output) Emit(b event.Body) error {
	switch b := b.(type) {
	case event.Clarify:
		o.asked = true
	case event.Row:
		if b.InSummary && o.form == "text" {
			return nil
		}
	case event.Error:
		if o.form != "text" {
			o.report(b)
		}
	case event.Stage, event.Route:
		if o.form != "text" && o.set.On("verbose") {
			o.complain(b)
		}
	}
	return o.pass(b)
}

// report writes an error of a stream to stderr too. A person who declined made none.
func (o *output) report(e event.Error) {
	switch {
	case o.muted:
	case e.Code == problem.Declined:
		fmt.Fprintln(o.program.Err, "Nothing was changed.")
	default:
		o.complain(e)
	}
}

// pass emits an event on stdout alone.
func (o *output) pass(b event.Body) error {
	if o.program.live != nil {
		o.program.live.Event(b)
	}
	return o.sink.Emit(o.hints.Event(b))
}

// answers reports whether people know already what an error would say: that a question
// is open, that they have declined, or what the command upstream has printed.
func (o *output) answers(err error) bool {
	if isUnanswered(err) {
		return o.asked
	}
	return o.form == "text" && (o.muted || isDeclined(err))
}

func isDeclined(err error) bool {
	var refusal *problem.Refusal
	return errors.As(err, &refusal) && refusal.Problem.Code == problem.Declined
}

// complain writes an event to stderr, in words.
func (o *output) complain(b event.Body) {
	if o.complaints == nil {
		stderr := o.program.Err
		o.complaints = view.NewText(stderr, view.Options{
			Colour: terminal.Colour(o.program.env, terminal.Is(stderr)), Width: terminal.Width(stderr), Verbose: true,
		})
	}
	// If stderr cannot be written either, nothing is left to report to.
	_ = o.complaints.Emit(b)
}

// note writes a remark to stderr that is neither result nor error.
func (o *output) note(format string, args ...any) {
	if !o.set.On("quiet") {
		fmt.Fprintf(o.program.Err, "assister: %s\n", view.Safe(fmt.Sprintf(format, args...)))
	}
}

// log takes the remarks of the use cases.
func (o *output) log() assist.Log {
	l := assist.Log{Note: o.note}
	if o.set.On("verbose") {
		l.Trace = o.note
	}
	return l
}

// grow shows the words of a model as they come, on a terminal; nil elsewhere.
func (o *output) grow() func(string) error {
	screen, ok := o.sink.(interface{ Stream(string) error })
	if !ok || !terminal.Is(o.program.Out) {
		return nil
	}
	return screen.Stream
}

// outlet is stdout. It remembers the first failure; nothing is written after it.
type outlet struct {
	w   io.Writer
	err error
}

func (o *outlet) Write(p []byte) (int, error) {
	if o.err != nil {
		return 0, o.err
	}
	n, err := o.w.Write(p)
	if err != nil {
		o.err = &outputError{err}
		return n, o.err
	}
	return n, nil
}

// outputError is a failure to write the result, as opposed to a failure to have one.
type outputError struct{ cause error }

func (e *outputError) Error() string { return "write output: " + e.cause.Error() }
func (e *outputError) Unwrap() error { return e.cause }

func isOutput(err error) bool {
	var o *outputError
	return errors.As(err, &o)
}
